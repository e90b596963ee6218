"""Part of the sixth set of sheets (../sixth.py)."""
import datetime, json, random, re, sys
from .papers2 import *

# ------------------------------------------------------------ document types, part 3
def line_kv(d, rows):
    """form rows 'label: value', either aligned or with dots"""
    n = max(len(a) for a, _ in rows) + 2; k = pick(["al", "co", "do", "nu"])
    for i, (a, b) in enumerate(rows):
        d.l({"al": a.ljust(n), "co": a + ": ", "do": a + " " + "." * (n + 6 - len(a)) + " ", "nu": "%d. %s: " % (i + 1, a)}[k] + b)

@typ(4, 1953, 1975, "Lastenausgleich-Formular")
def lag(d):
    d.kw["A"] = dict(age=ri(30, 75), orig="de")
    d.l("Ausgleichsamt {ort}", "Az.: {az}", pick(["Antrag auf Feststellung von Vertreibungsschäden", "Feststellungsbescheid",
        "Hausratentschädigung - Beiblatt", "Zeugenerklärung zum Feststellungsantrag"]), "")
    rows = [("Familienname", "{A.f}"), ("Vornamen (Rufname unterstreichen)", "{A.v2}"), ("Geburtstag und Geburtsort", "{A.gb}, {A.gort}"),
        ("Jetzige Anschrift", "{A.an}"), ("Wohnsitz am 1.9.1939", "{N.ort}"), ("Beruf", "{A.ber}"), ("Vertrieben am", "{N.dat0}"),
            ("Unmittelbar Geschädigter", "{M.nv}, geb. {M.gb}"), ("Ehegatte", "{B.v}, geb. {B.bn}"), ("Bundesvertriebenenausweis A vom",
                "{N.dat0}"), ("Grundbuch", "{N.flur}"), ("Weitere Erben", "{C.vn}; {E.vn}")]
    rows = rows[:4] + RND.sample(rows[4:], ri(2, 6)); line_kv(d, rows); d.l("")
    P = ["Der Antragsteller {A.f} war Eigentümer eines Hofes in {N.ort}.", "Als Zeugen werden benannt: {C.vn}, {C.an}, und {E.nv}.",
        "Der Zeuge {C.f} bekundet, dass der Vater {A?des:der} ASt., {M.vn}, den Hof bewirtschaftet hat.",
            "Die Heimatauskunftstelle hat am {N.dat} Stellung genommen.", "Der frühere Bürgermeister {F.f} bestätigt den Einheitswert.",
                "Erblasser {M.f} ist am {N.dat0} verstorben; Miterbin ist Frau {Z.vn} geb. {Z.bn}.",
      "Der Betrieb wurde als {N.firma} geführt.", "Gem. {N.lit} ist der Schaden festzustellen.", "Pächter war {G.fv}.",
          "{A.f} hat den Schaden glaubhaft gemacht.", "Verschollen seit {j0}: Sohn {K.v}, geb. {K.gb}.",
              "Die Schwester {Z.v} wohnt in {N.ort}."]
    d.paras(P, ri(1, 3), 2, 3); sign(d)

@typ(5, 1955, 2023, "Arztbrief")
def arzt(d):
    d.l(pick(["{N.inst}\n- Innere Abteilung -", "Städtische Krankenanstalten {ort}",
        "Kreiskrankenhaus\nChirurgische Klinik\nChefarzt Dr. {D.f}", "Gesundheitsamt - Amtsärztlicher Dienst -"]), "{ort}, {heute}", "",
            pick(["An Herrn Dr. {C.f}", "Herrn/Frau Kollegin {C.f}", "Sehr geehrte Frau Kollegin {C.f},"]), "")
    d.l(pick(["Betr.: {A.vn}, geb. {A.gb}, wohnh. {A.an}", "Pat.: {A.nv}, *{A.gb}", "Patient{A?:in}: {A.nv}\tGeb.: {A.gb}",
        "{A.NV} geb. {A.gb}, {A.st}"]))
    if d.year >= 2008: d.l(pick(["Vers.-Nr.: {A.kv}", "KVNR {A.kv}, Kasse: AOK", "Probennr. {N.kv}"]))
    d.l("")
    P = ["wir berichten über {A?unseren gemeinsamen Patienten:unsere gemeinsame Patientin} {A.f}, {A?der:die} sich vom {d} bis {d} hier befand.", "Diagnose: {N.med}.", "{A.H} klagte über Schmerzen im rechten Knie.", "Familienanamnese: Vater {N.alter} an Herzinfarkt verstorben.", "Zustand nach {N.med}; {N.med} negativ.", "Der einweisende Hausarzt Dr. {E.f} bittet um Weiterbehandlung.", "Operateur: OA Dr. {D.f}, Assistenz: {F.f}.", "{A.fs} Ehe{A?frau:mann} {B.v} wurde unterrichtet (Tel. {B.tel}).",
      "Angehörige: Tochter Frau {Z.vn}, {Z.tel}.", "Eine Anschlußheilbehandlung in {N.ort} ist vorgesehen.",
          "Befund des {N.inst} vom {N.dat} liegt bei.", "@1966- Die LVA führt {A?den Versicherten:die Versicherte} unter {A.rv}.",
              "Unfall am {N.dat} bei {N.firma}.", "Frau {Z.f} (Sozialdienst) nimmt Kontakt zu {A.Hn} auf.",
                  "Wir danken für die Überweisung von {A.Hn}.", "{A.f}, {A.v}, wurde beschwerdefrei entlassen.",
                      "Schwester {Y.v} teilte mit, daß {A.f} das Essen verweigert.", "Aufklärungsgespräch durch {F.Hn} am {N.dat}."]
    d.paras(P, ri(2, 3), 2, 4)
    d.l("", pick(["Mit freundlichen kollegialen Grüßen", "Mit koll. Gruß"]),
        pick(["Dr. {D.f}          {F.f}\nChefarzt            Stationsarzt", "{D.vn}\nÄrztlicher Direktor", "gez. Dr. {D.f}",
            "Dr. med. {D.kn}"]))

@typ(3, 1950, 2015, "Vereinsregister")
def verein(d):
    d.l("Amtsgericht {ort} - Registergericht -", pick(["Vereinsregister, {N.az}", "{N.az}"]), pick(["Turn- und Sportverein 1911 e. V.",
        "Männergesangverein „Concordia“ e.V.", "Förderverein der {N.schule} e. V.", "Kleingärtnerverein „Abendfrieden“ e. V."]), "")
    sep = pick(["\t", " | ", "; "]); d.t(sep.join(["Amt", "Name", "Beruf", "Geburtsdatum", "Anschrift"]))
    for a in RND.sample(["1. Vorsitzender", "2. Vorsitzender", "Kassenwart", "Schriftführer", "Beisitzer", "Jugendwart", "Zeugwart"],
        ri(2, 5)):
        p = d.new(age=ri(25, 70)); d.p["J"] = p; p.title = ""
        d.t(sep.join([a, d.attr("J", pick(["vn", "nv", "fv"])), p.ber, d.gb(p, ctx="Tabelle"), d.P("anschrift", "Tabelle, Straße",
            d.street(p))]))
    d.l("")
    P = ["Der bisherige Vorsitzende {C.vn} ist durch Tod am {N.dat} ausgeschieden.",
        "An seiner Stelle wurde {E.nv}, geb. {E.gb}, bestellt.", "Die Satzung ist am {N.dat0} errichtet und am {N.dat} geändert.",
            "Die Anmeldung wurde durch Notar Dr. {D.f} beglaubigt.", "Vertretungsberechtigt sind {F.f} und {G.f} gemeinsam.",
                "Das Vereinslokal befindet sich am {N.platz}.", "Die Bekanntmachung erfolgt gem. {N.lit}.", "Liquidator: {H.vn}, {H.an}.",
                    "Sponsor ist {N.firma}."]
    d.paras(P, 1, 2, 4); d.l("", "{S.f}\nRechtspfleger{S?:in}" if ch(.6) else "gez. {S.f}, Just.-Obersekr.")

@typ(4, 1950, 1972, "Wiedergutmachungsakte")
def wgm(d):
    d.kw["A"] = dict(age=ri(35, 78), orig="de")
    d.l(pick(["Entschädigungsbehörde", "Wiedergutmachungskammer bei dem Landgericht {ort}", "Bezirksamt für Wiedergutmachung",
        "Regierungspräsident - Entschädigung -"]), pick(["{g}", "Reg.-Nr. {nn} - vgl. {g}", "Az. {g}"]), "",
            pick(["In der Entschädigungssache", "In der Rückerstattungssache"]),
                pick(["{A?des:der} {A.vvn}, geb. {A.gb} in {A.gort}, jetzt wohnhaft in New York,",
                    "{A?des Kaufmanns:der Witwe} {A.vn}, geb. {A.gb}, Haifa,"]), "Bevollmächtigte: RA {D.vn}, {ort},", "gegen das Land", "")
    P = ["Der Erblasser {M.vn}, geb. {M.gb}, wurde am {N.dat0} deportiert und ist {N.alter} umgekommen.",
        "Der ASt. {A.f} betrieb bis {j0} die Fa. {N.firma}.", "Die Wohnung der Familie {A.f} befand sich in der {A.st}.",
            "Als Erben sind ausgewiesen: {E.vn} geb. {E.bn}, {F.vn} und {G.nv}.",
                "Zeuge Rb. {C.f} hat an Eides Statt versichert, daß {A.f} den gelben Stern tragen mußte.",
                    "Erworben wurde das Grundstück {H.st} von dem {H.ber} {H.vn}.",
                        "Nach {N.lit} steht {A?dem:der} Verfolgten {A.f} eine Rente zu.",
      "Der Schaden an Freiheit (Haft in {N.ort} bis {N.dat0}) ist nachgewiesen.",
          "Die Ehefrau Frau {Z.vn} geb. {Z.bn}, geb. am {Z.gb}, lebt in Buenos Aires.",
              "Ein Gutachten des Vertrauensarztes Dr. {U.f} liegt vor.", "Der Ariseur {H.f} bestreitet den Zwang.",
                  "Im Schließfach {N.raum} lagerten eine Ausgabe „{N.werk}“ und Silber.", "{A.fs} Vergleichsvorschlag wird angenommen.",
                      "Das Verfahren {g2} ist verbunden worden."]
    d.paras(P, ri(2, 4), 2, 3); sign(d)

@typ(5, 1955, 2020, "Telefonnotiz")
def telnotiz(d):
    d.l(pick(["Telefonnotiz", "Gesprächsnotiz", "Tel.-Vermerk", "Anruf"]) + pick([" v. {heute}", "", " - {S.f} -"]))
    d.paras(["{A.Fr} rief an u. bat um Rückruf unter {A.tel}.", "Fr. {Z.f} rief an, fragt nach Stand der Sache {A.f}.",
        "Anrufer{C?:in}: {C.nv}, Tel. {C.tel}.", "Habe {A.Hn} gesagt, dass die Akte bei {R.f} liegt.",
            "Hr. Dr. {D.f} nicht erreicht, {R.f} versucht es morgen.", "{A?Er:Sie} wohnt jetzt {A.an}.", "Geb.dat. {A.vn}: {A.gb}.",
                "Bitte {R.f} informieren! {S.kn}", "Erreichbar nach 17 Uhr, {C.tel} ({C.f} verlangen).",
                    "{N.firma} will Rechnung v. {N.dat} bezahlt haben.", "Termin {N.platz}, {N.raum}, {h}.",
                        "{A.fs} {E?Bruder:Schwester} {E.v} kommt mit.", "Auskunft von {N.tel} erhalten.", "@2008- Kto.: {A.iban}.",
                            "@1999- Mail an {C.mail}", "Lt. Frl. {Z.f} ist {R.f} bis {N.monat} krank.", "VNR {A.rv} notiert.",
                                "Sache {g} vertagt."], 1, 2, 5)
    d.l(pick(["{S.f}", "gez. {S.f}", "{S.f} {heute}", "WV {d}  {S.f}"]))

@typ(4, 1950, 2012, "Standesamt-Mitteilung")
def standes(d):
    d.l("Standesamt {ort}", "Nr. {nn}/{j}" if ch(.5) else "{N.az}", "{ort}, den {heute}", "", pick(["Geburtsurkunde",
        "Mitteilung über eine Eheschließung", "Sterbeurkunde", "Auszug aus dem Familienbuch", "Aufgebotsniederschrift"]), "")
    k = ri(0, 3)
    if k in (0, 3): d.kw["A"] = dict(sex="m", age=ri(24, 44))
    if k == 0: d.kw["Z"] = dict(age=ri(20, 38)); d.per("K").b = rdate(d.year, d.year)
    if k == 0: d.p_(pick(["{K.vvn} ist am {K.gbW} in {ort} geboren.", "{K.vvn}, geboren am {K.gbw} um {h}."]),
        "Vater: {A.vn}, {A.ber}, wohnhaft in {ort}, {A.st}.", "Mutter: {Z.vn} geborene {Z.bn}.")
    elif k == 1: d.p_("{A?Der:Die} {A.ber} {A.vvn}, geboren am {A.gbw} in {A.gort}, wohnhaft {A.an}, und {C?der:die} {C.ber} {C.vvn}, geboren am {C.gbw} in {C.gort}, haben am {N.dat} die Ehe geschlossen.", "Zeugen waren {E.vn}, {N.alter}, und {F.vn}, wohnhaft {F.an}.")
    elif k == 2: d.p_("{A?Der:Die} {A.ber} {A.vvn}, wohnhaft in {ort}, {A.st}, ist am {N.dat} um {h} verstorben.",
        "{A?Der:Die} Verstorbene war geboren am " + pick(["{A.gbW}", "{A.gb}", "{A.gbw}"]) + " in {A.gort}.",
            "{A?Er:Sie} war verheiratet mit {B.vn} geb. {B.bn}.", "Eingetragen auf Anzeige des {E.ber}s {E.vn}.")
    else: line_kv(d, [("Ehemann", "{A.vn}, geb. {A.gb}"), ("Ehefrau", "{Z.vn}, geb. {Z.bn}, * {Z.gb}"), ("Eheschließung",
        "{N.dat0}, {N.ort}"), ("Kinder", "{K.v}, *{K.gb}; {L.v}, *{L.gb}"), ("Eltern des Mannes", "{M.vn} u. {Y.v} geb. {Y.bn}")])
    if ch(.5): d.p_(*d.pool(["Vorgelesen, genehmigt und unterschrieben: {E.vn}",
        "Die Mutter führt seit dem {N.dat0} wieder den Namen {Z.bn}.", "Vaterschaftsanerkennung durch {C.vn}, geb. {C.gb}, am {N.dat}.",
            "Randvermerk: Die Ehe wurde durch Urteil {g} vom {N.dat} geschieden.", "Name geändert in {K.bn} am {N.dat}."], 1, 2))
    d.l("", pick(["Der Standesbeamte\n{S.f}", "gez. {S.f}, Standesbeamt{S?er:in}", "In Vertretung: {S.f}"]))

@typ(4, 1952, 2023, "Steuerbescheid")
def steuer(d):
    d.l("Finanzamt {ort}", "Steuernummer: {nn}/{nn}/0{nn}" if ch(.5) else "St.-Nr. {nn} / {nn}", "")
    addressee(d)
    d.l("Bescheid für {j0} über Einkommensteuer" + opt(.5, " und Kirchensteuer"), "")
    if d.year >= 2008: d.l(pick(["Identifikationsnummer {A.si}", "IdNr. Ehemann {A.si}\nIdNr. Ehefrau {B.si}",
        "IdNr.: {A.si}, Belegkennung {N.si}"]))
    d.paras(["Festgesetzt werden gegen {A.Hn} {geld}.", "Der Bescheid ergeht an Sie als Empfangsbevollmächtigte{A?r:} auch für {B.vn}.",
        "Die Eheleute {A.v} und {B.vn} werden zusammen veranlagt.", "Kinderfreibetrag für {K.v} (geb. {K.gb}) wurde berücksichtigt.",
            "@2008- Die Erstattung erfolgt auf das Konto {A.iban}.", "@2008- Das Konto {N.iban} wurde nicht anerkannt (Prüfziffer).",
                "Die Vorläufigkeit ergibt sich aus {N.lit}.", "Steuerberater{V?:in} {V.vn} hat den Einspruch vom {N.dat} zurückgenommen.",
                    "{A.H} erzielte Einkünfte aus Beteiligung an der {N.firma}.", "Unterhalt an {E.nv}, geb. {E.gb}, ist abziehbar.",
                        "Klage ist unter {g} anhängig.", "Der Betriebsprüfer {R.f} hat am {N.dat} geprüft.",
                            "Das Arbeitszimmer in {A.st} wird nicht anerkannt.", "Bei Fragen: {N.tel}.",
                                "Rückfragen an {S.Hn}, {N.raum}.", "Die Spende an die {N.inst} ist abziehbar.",
                                    "Der Säumniszuschlag für {A.nv} wird erlassen."], ri(1, 3), 2, 3)
    sign(d)

def fixed(d, cols, rows):
    w = [max([len(h)] + [len(vis(r[i])) for r in rows]) + ri(1, 3) for i, h in enumerate(cols)]
    f = lambda r: "".join(c + " " * (w[i] - len(vis(c))) for i, c in enumerate(r)).rstrip()
    d.t(f(cols))
    if ch(.4): d.t("-" * min(sum(w), 78))
    for r in rows: d.t(f(r))

@typ(6, 1950, 2005, "Namensliste Festspalten")
def liste(d):
    k = pick(["Steuerpflichtige der Gemeinde", "Liste der Steuerzahler {j0}", "Transportliste", "Verzeichnis der Konfirmanden",
        "Belegschaftsliste", "Schülerverzeichnis", "Liste der Altersjubilare", "Gräberverzeichnis", "Wählerliste", "Einquartierungsliste",
            "Hebeliste für Grundsteuer"])
    d.l(k + ", {ort} {j}", "")
    st = pick("vykYmr") if d.year < 1975 else pick("vyYk"); nf = ri(0, 3)
    cols = [pick(["Lfd. Nr.", "Nr.", "lfd.Nr."])] + (["Name",
        "Vorname"] if nf < 2 else ["Name, Vorname"] if nf == 2 else ["Name"]) + [pick(["geb.", "Geburtstag", "geb. am", "Geb.-Datum", "*"])]
    ex = RND.sample(["Beruf", "Wohnung", "Betrag", "Zugang", "Ort", "gest."], ri(1, 3)); cols += ex
    rows = []
    age = (10, 16) if "Schüler" in k or "Konfir" in k else (70, 95) if "Alters" in k else (18, 85)
    for i in range(ri(5, 16)):
        p = d.new(age=ri(*age)); p.title = ""; r = [str(i + 1) + pick([".", "", "."])]
        if nf < 2:
            r += [d.P("name", "Spalte Familienname", p.fam), d.P("name", "Spalte Vorname", " ".join(p.given))]
        elif nf == 2: r.append(d.P("name", "Spalte Name, Vorname", p.fam + ", " + p.given[0]))
        else: r.append(d.P("name", "Spalte Name Vorname", p.fam + " " + p.given[0]))
        r.append(d.gb(p, st, "Spalte geb."))
        for e in ex:
            r.append({"Beruf": lambda: p.ber, "Wohnung": lambda: d.P("anschrift", "Spalte Wohnung", d.street(p)),
                "Betrag": lambda: "%d,-" % ri(3, 400), "Zugang": lambda: d.N("geburtsdatum", "Spalte Zugangsdatum", dfmt(rdate(d.year - 5,
                    d.year), "k")), "Ort": lambda: d.N("name", "Spalte Ort", pick(NEAR["ort"][1])), "gest.": lambda: d.N("geburtsdatum",
                        "Spalte Sterbedatum", dfmt(rdate(d.year - 3, d.year), "k"))}[e]())
        rows.append(r)
    if ch(.65): fixed(d, cols, rows)
    else:
        s = pick(["\t", "\t", ";", " / ", " - "])
        for r in [cols] + rows: d.t(s.join(r))
    if ch(.5): d.l("", pick(["Aufgestellt: {S.f}", "Für die Richtigkeit: {S.f}", "gez. {S.vn}, Bürgermeister"]))
