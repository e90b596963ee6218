"""Part of the sixth set of sheets (../sixth.py)."""
import datetime, json, random, re, sys
from .papers1 import *

# ------------------------------------------------------------ document types, part 2
@typ(5, 1951, 2021, "Polizeibericht")
def polizei(d):
    d.l(pick(["Polizeipräsidium {ort}\nSchutzbereich {n}", "Polizeistation {ort}", "Kriminalkommissariat {n}, {ort}",
        "Landespolizei - Posten {ort}"]), "Tgb.-Nr. {nn}/" + "%02d" % (d.year % 100) if ch(.5) else "Vorgang: {N.az}",
            "{ort}, den {heute}", "", pick(["Strafanzeige", "Verkehrsunfallanzeige", "Vernehmungsniederschrift", "Bericht"]), "")
    if ch(.7):
        d.l(pick(["Beschuldigter: {A.nv}, geb. {A.gb} in {A.gort}, wh. {A.an}", "Besch.: {A.NV}, geb. am {A.gb}, {A.ber}, {A.an}",
            "01 Name: {A.f}\n02 Vorname: {A.v}\n03 geb.: {A.gb}\n04 wohnh.: {A.an}"]))
        d.l(pick(["Geschädigte{C?r:}: {C.vn}, geb. {C.gb}, {C.an}, Tel. {C.tel}", "Geschädigter: {N.firma}",
            "Gesch.: {C.nv}, {C.gbk}, {C.st}"]), "Zeuge: {E.vn}, {E.an}" if ch(.6) else "Zeugen: 1. {E.nv}  2. {F.nv}", "")
    P = ["Am {N.dat} gegen {h} befuhr {A.H} mit dem PKW Opel die {N.strecke} in Richtung {N.ort}.",
        "{C.H} erschien auf hiesiger Dienststelle und erstattete Anzeige gegen {A.vn}.",
            "Nach Angaben {C.vns} soll {A.f} zuvor die Wohnung {C.st} aufgesucht haben.",
                "POM {S.f} und PHM {R.f} begaben sich zum Tatort {E.st}.",
                    "Zeug{E?e:in} {E.f} gab an, den Beschuldigten {A.f} erkannt zu haben.",
      "Der Beschuldigte{A?:n} wurde um {h} eine Blutprobe durch Dr. {D.f} entnommen.",
          "Bei der Durchsuchung wurde ein Ausweis auf den Namen {F.vn}, geb. {F.gb}, gefunden.",
              "@1988- Zur Person ausgewiesen durch BPA {A.aw}.",
                  "Zur Sache: Ich heiße {A.vn}, bin am {A.gb} in {A.gort} geboren und {A.ber} von Beruf.",
                      "{G?Der Hausmeister:Die Hausmeisterin} {G.f} verständigte über {N.tel} die Feuerwehr.",
      "{A.f} war erheblich alkoholisiert. {A.f} verweigerte die Aussage.",
          "Die Ehefrau des Hausmeisters, Frau {Z.vn}, hatte nichts bemerkt.", "Der Sachverhalt wird der StA unter {g} vorgelegt.",
              "Entwendet wurde ein {N.sache}, ferner das Buch „{N.werk}“.", "Die Streife traf die Eheleute {H.f} schlafend an.",
                  "Rückfragen bei {E.Hn} unter {E.tel}.", "{F.nv}, o. f. W., wird zur Aufenthaltsermittlung ausgeschrieben.",
      "Das Kind {K.v} blieb unverletzt; {K.v} wurde in das {N.inst} gebracht.", "Selbst gelesen, genehmigt und unterschrieben: {A.vn}",
          "Der Unfall ereignete sich Ecke {N.platz}.", "{U?Der:Die} Verstorbene {U.vvn}, *{U.gb}, wurde von {E.Hn} aufgefunden."]
    d.paras(P, ri(2, 4), 2, 4)
    d.l("", pick(["{S.f}, POM", "({S.f}) Polizeimeister", "Aufgenommen: {S.f}, PHW\nGeschlossen: {R.f}",
        "gez. {S.vn}\nKriminalobersekretär", "{S.f} KOK{S?:in}"]))

@typ(5, 1950, 2022, "Gerichtsurteil")
def urteil(d):
    d.l(pick(["Amtsgericht {ort}", "Landgericht {ort}", "Oberlandesgericht {ort2}", "Arbeitsgericht {ort}", "Sozialgericht {ort}",
        "Verwaltungsgericht {ort2}"]), pick(["Geschäftsnummer: {g}", "{g}", "Az.: {g}", "- {g} -"]), "", pick(["Im Namen des Volkes!",
            "IM NAMEN DES VOLKES", "Beschluss" if d.year > 1996 else "Beschluß", "Versäumnisurteil"]), "")
    if ch(.7):
        d.l("In dem Rechtsstreit", pick(["{A?des:der} {A.ber} {A.vn}, {A.an},", "{A.vvn}, geb. {A.gb}, wohnhaft {A.an},"]),
            "Kläger{A?s:in},", "- Prozeßbevollmächtigte: Rechtsanwälte {V.f} und {U.f} in {ort} -", "gegen",
                pick(["{C?den:die} {C.ber} {C.vn}, {C.an},", "{N.firma}, vertreten durch den Geschäftsführer {G.vn},",
                    "1. {C.vn}, 2. {E.vn}, beide {C.an},"]), "Beklagte,")
    else: d.l("In der Strafsache gegen", pick(["{A.vvn},\ngeboren am {A.gb} in {A.gort},\nwohnhaft {A.an},",
        "1) {A.vn}, geb. {A.gb},\n2) {C.vn}, geb. {C.gb}, z. Zt. in U-Haft,"]), "wegen Diebstahls")
    d.p_(pick(["hat die {n}. Zivilkammer auf die mündliche Verhandlung vom {N.dat} durch {S?den Richter:die Richterin} {S.f} und die Richter {R.f} und {Q.f} für Recht erkannt:", "hat das Gericht in der Sitzung vom {N.dat}, an der teilgenommen haben: Amtsgerichtsrat {S.f} als Vorsitzender, Staatsanwalt {R.f}, Justizangestellte{T?r:} {T.f} als Urkundsbeamter, für Recht erkannt:", "durch {S.Hn} ohne mündliche Verhandlung beschlossen:"]), "")
    P = ["Die Klage wird abgewiesen; die Kosten trägt der Kl. {A.f}.",
        "Der Kl. begehrt Schadensersatz aus einem Verkehrsunfall auf der {N.strecke} bei {N.ort}.",
            "Die Bekl. ließ durch ihren Fahrer {E.f} vortragen, der Kl. {A.f} habe nicht gewartet.",
                "Das Gericht hat Beweis erhoben durch Vernehmung der Zeugen {E.vn}, {F.vn} und {G.f}.",
                    "Der Sachverständige Dr. {D.f} hat sein Gutachten erläutert.",
                        "Nach der Aussage der Zeugin {Z.f}, die {N.alter} geheiratet hatte, bestehen Zweifel.",
      "Der Angeklagte {A.f} ist der Sohn des {M.ber}s {M.vn}.",
          "Die Parteien haben am {N.dat0} geheiratet; aus der Ehe ist {K.vn}, geb. {K.gb}, hervorgegangen.",
              "{A.fs} Vortrag ist unschlüssig (vgl. {N.lit}).", "Das Vorverfahren wurde unter {g2} geführt.",
                  "Dem Antragsgegner {C.f} wird aufgegeben, {geld} zu zahlen.",
                      "Die elterliche Sorge für {K.v} und {L.v} wird der Mutter übertragen.",
                          "Der Unterhalt richtet sich nach der {N.gesetz}.",
      "Streitig ist, ob {C.Hs} Bürgschaft wirksam ist.", "Auf {N.lit} sowie {N.lit} wird verwiesen.",
          "Die ASt. {Z.f} trägt vor, ihr Ehemann sei {N.monat} ausgezogen.", "@1970- Der Versicherte (Vers.-Nr. {A.rv}) bezieht Rente.",
              "Die Berufung {C.vns} bleibt erfolglos.", "Der Bescheid der Beklagten vom {N.dat} wird aufgehoben.",
                  "Die Beigel. zu 2) {T.vn} hat keinen Antrag gestellt."]
    d.l(pick(["Tatbestand", "Tatbestand und Entscheidungsgründe:", "Gründe:", "G r ü n d e"]))
    d.paras(P, ri(2, 4), 2, 4)
    d.l("", pick(["{S.f}      {R.f}      {Q.f}", "gez. {S.f}", "{S.f}\nRichter am Amtsgericht", "Dr. {D.f}   {S.f}   {R.f}"]), opt(.4,
        "Ausgefertigt: {T.f}, Justizangestellte als Urkundsbeamtin der Geschäftsstelle"))

@typ(3, 1950, 2015, "Meldebogen")
def melde(d):
    d.l(pick(["Anmeldung bei der Meldebehörde", "Polizeiliche Anmeldung", "Abmeldebestätigung", "Meldebogen", "Haushaltungsliste"]),
        "Eingangsstempel: {N.dat}", "")
    sep = pick([" | ", "; ", "\t", "   "])
    fam = [d.per(x) for x in (["A", "B", "K", "L"][:ri(1, 4)])]
    hdr = ["Lfd.", "Familienname (ggf. auch Geburtsname)", "Vorname", "Geburtstag", "Geburtsort"]
    if ch(.6):
        d.t(sep.join(hdr))
        for i, p in enumerate(fam):
            nm = d.P("name", "Tabelle, Familienname", p.fam)
            if p.sex == "w" and i < 2 and ch(.5): nm += pick([" geb. ", ", geb. ", " g. "]) + d.P("name", "Geburtsname", p.bn)
            d.t(sep.join([str(i + 1), nm, d.P("name", "Tabelle, Vorname", " ".join(p.given)), d.gb(p, ctx="Tabelle"), p.gort]))
    else:
        for L in "ABKL"[:len(fam)]: d.l(pick(["Name: {%s.f}  Vorname: {%s.v2}", "{%s.U} {%s.v2}",
            "Familienname: {%s.f}\nVornamen: {%s.v2}"]).replace("%s", L) + "\n" + pick(["geb. {%s.gb} in {%s.gort}",
                "Geburtstag: {%s.gb}", "* {%s.gb}, {%s.gort}"]).replace("%s", L))
    d.l("", pick(["Neue Wohnung: {A.an}", "Zugezogen nach: {A.an}", "Neue Wohnung (Straße, Hausnr.): {A.st}"]),
        pick(["Bisherige Wohnung: {C.st}, {N.ort}", "von: {N.ort}", "Frühere Wohnung: {C.st}"]), pick(["Tag des Einzugs: {N.dat}",
            "Einzugsdatum {N.dat}", "Auszug am {N.dat}"]), pick(["Wohnungsgeber: {E.vn}", "bei {E.f}", "Hauptmieter: {E.nv}",
                "Wohnungsgeber: {N.firma}"]))
    if d.year >= 1988 and ch(.7): d.l("PA-Nr.: {A.aw}")
    if ch(.4): d.l("Bemerkung: Lohnsteuerkarte an {A.Hn} ausgegeben, {S.f}")
    if ch(.3): d.l("Kirchenaustritt am {N.dat0}; Ehe geschl. {N.dat0} StA {N.ort}, {N.az}")
    d.l("Unterschrift des Meldepflichtigen: {A.vn}" if ch(.6) else "gez. {A.f}")

@typ(5, 1950, 2023, "Sitzungsprotokoll")
def protokoll(d):
    d.l(pick(["Niederschrift über die Sitzung des Gemeinderates", "Protokoll der Vorstandssitzung",
        "Niederschrift der Sitzung des Personalrates", "Protokoll der Mitgliederversammlung",
            "Ergebnisprotokoll Dienstbesprechung"]) + " am {heute}", "Ort: " + pick(["Rathaus, {N.raum}", "{N.inst}",
                "Gasthaus „Zum Löwen“", "{N.platz}"]), "")
    ps = [d.new(age=ri(25, 74)) for _ in range(ri(4, 14))]
    def nm(p, st):
        v, f = p.given[0], p.fam
        if st == 0: return d.P("name", "Anwesenheitsliste, Familienname", f)
        if st == 1: return (p.title + " " if p.title else "") + d.P("name", "Anwesenheitsliste, voller Name", v + " " + f)
        if st == 2: return d.P("name", "Anwesenheitsliste, Name, Vorname", f + ", " + v)
        if st == 3: return ("Herr " if p.sex == "m" else "Frau ") + d.P("name", "Anwesenheitsliste, Anrede", f)
        return d.P("name", "Anwesenheitsliste, Initiale", v[0] + ". " + f)
    st = ri(0, 4); fn = pick(["Ratsherr", "Stadtv.", "GR", "Mitglied", "Koll.", "StVO", ""])
    if ch(.5):
        d.l(pick(["Anwesend:", "Teilnehmer:", "Anwesende Mitglieder:", "Anwesenheitsliste"]))
        for i, p in enumerate(ps): d.l(pick(["%d. ", "- ", ""]) .replace("%d", str(i + 1)) + nm(p, st) + (pick([" (Vors.)",
            ", Schriftführer", " (SPD)", " entschuldigt", "", "", " (ab 19.15 Uhr)"])))
    else: d.p_(pick(["Anwesend: ", "Es nahmen teil: ", "Erschienen waren: ", "Teiln.: "]) + pick([", ", "; ",
        ", "]).join((fn + " " if fn and ch(.3) else "") + nm(p, st if st != 2 else 1) for p in ps) + ".")
    d.l("Entschuldigt: {C.f}, {E.f}" if ch(.5) else "Es fehlt: {C.H}", "Protokoll: {S.f}", "")
    d.p["G"], d.p["F"], d.p["H"] = ps[0], ps[1], ps[2]
    P = ["Der Vorsitzende {G.f} eröffnet um {h} die Sitzung.", "{F.f} fragt nach dem Sachstand {N.platz}.",
        "{H.H} beantragt die Vertagung; {G.f} ist dagegen.", "Zum Wahlleiter wird {F.vn} bestimmt.",
            "Beschluß: Die Vergabe an {N.firma} wird einstimmig gebilligt.", "{R.H} vom Bauamt erläutert die Vorlage {N.az}.",
                "{H.fs} Antrag findet keine Mehrheit.", "Das Mitglied {A.nv}, geb. {A.gb}, wird aufgenommen.",
      "Geehrt werden für 25 Jahre Mitgliedschaft: {A.vn}, {U.vn} und {T.vn}.", "Verstorben ist unser Mitglied {U.vn} {N.alter}.",
          "Die Theatergruppe führt „{N.werk}“ auf.", "Die Fahrt nach {N.ort} findet {N.monat} statt.",
              "Dem Bauantrag {V.f} ({V.st}) wird zugestimmt.", "{F.kn} und {H.kn} prüfen die Kasse.", "Anmeldung bei {G.Hn}, {G.tel}.",
                  "@1999- Rückmeldung an {H.mail}.", "TOP {n}: Umbenennung in {N.platz}.", "Die Niederschrift vom {N.dat} wird genehmigt.",
      "Es gratulieren {G.f}/{F.f} im Namen aller.", "Frau {Z.f} (Zuhörerin) bittet ums Wort.", "Gem. {N.lit} ist die Satzung zu ändern."]
    d.paras(P, ri(2, 5), 1, 3)
    d.l("", "{G.f}            {S.f}", "Vorsitzender      Schriftführer" if ch(.6) else "")

@typ(6, 1998, 2024, "E-Mail-Verlauf")
def email(d):
    d.wrapon = ch(.25)
    def hd(a, b, c=None):
        A, B = d.per(a), d.per(b)
        ad = lambda L: d.attr(L, "vn") + " " + pick(["<%s>", "[mailto:%s]", "<%s>", "(%s)"]) % (d.attr(L,
            "mail") if L == "A" else d.attr(L, "dmail"))
        d.l(pick(["Von", "From"]) + ": " + pick([ad(a), d.attr(a, "nv") if a != "A" else ad(a)]))
        d.l("Gesendet: " + pick(["{N.dat} {h}", "Dienstag, {heute}"]), pick(["An", "To"]) + ": " + ad(b))
        if c: d.l("Cc: " + pick([ad(c), "{N.mail}", d.attr(c, "nv")]))
        d.l("Betreff: " + pick(["AW: Termin {A.f}", "WG: Antrag {A.nv}", "Re: Unterlagen", "Aktenzeichen {N.az}",
            "Anfrage {A.vn}, geb. {A.gb}", "AW: {N.werk} - Aufführung"]), "")
    hd("S", "A", pick(["R", None]))
    d.l(pick(["Hallo {A.v},", "Sehr geehrte{A?r:} {A.H},", "Liebe{A?r:} {A.v},", "Guten Tag {A.H},"]), "")
    P = ["vielen Dank für Ihre Mail vom {N.dat}.", "Frau {Z.f} aus der Buchhaltung kümmert sich darum.",
        "Können Sie mir bitte noch das Geburtsdatum Ihrer Tochter {K.v} mitteilen? Bisher haben wir {K.gb} notiert.",
            "Sie erreichen mich am besten unter {S.tel}.", "Bitte überweisen Sie auf {C.iban} (Kontoinhaber {C.vn}).",
                "Ich habe mit {R.v} gesprochen, sie meldet sich.", "{R.H} ist {N.monat} im Urlaub, Vertretung {T.vn} ({T.dmail}).",
      "@2008- Die Steuer-ID lautet {A.si}.", "@2008- Meine Versichertennummer bei der TK: {A.kv}.",
          "Der Vertrag mit {N.firma} läuft aus.", "Meine neue Anschrift: {A.an}.", "Das Ticket Nr. {N.si} ist noch offen.",
              "Anbei der Scan vom Ausweis ({A.aw}).", "Wir treffen uns am {N.platz}, {N.raum}.",
                  "Bei technischen Problemen: {N.tel} oder {N.mail}.", "Hat {E.v} sich schon gemeldet? Die Nummer ist {E.tel}.",
                      "Das Verfahren {g} ist noch nicht abgeschlossen.",
                          "@2008- Die Rechnung bitte nicht an {N.iban}, das Konto gibt es nicht mehr.",
                              "{U.f} hat mir gesagt, dass {A.fs} Akte fehlt.", "Kopie ging an {T.mail}."]
    d.paras(P, ri(1, 2), 2, 4)
    d.l("", pick(["Mit freundlichen Grüßen", "Viele Grüße", "MfG", "VG", "Gruß"]), pick(["{S.vn}", "i. A. {S.vn}\nSachbearbeiter{S?:in}",
        "{S.v}", "{S.f}"]))
    if ch(.7):
        d.l("", pick(["-----Ursprüngliche Nachricht-----", "> ---", "________________________________"]))
        hd("A", "S"); d.l(pick(["Sehr geehrte{S?r:} {S.H},",
            "Hallo {S.H},"])); d.p_(*d.pool(["ich bitte um Nachricht, ob mein Antrag vom {N.dat} eingegangen ist.",
                "mein Sohn {L.v}, geb. {L.gb}, braucht die Bescheinigung.", "unter {A.tel} bin ich ab 17 Uhr erreichbar.",
                    "Meine Rentenversicherungsnummer: {A.rv}.", "mein Mann bzw. meine Frau {B.v} kommt vorbei."], 1, 3))
        d.l("Gruß", "{A.vn}", opt(.5, "{A.an2}") , opt(.4, "Mobil: {A.tel}"))

@typ(5, 1998, 2024, "CSV-/Excel-Export")
def csv_(d):
    d.wrapon = False
    sep = pick([";", ";", "\t", ",", " | ", ";"])
    q = (lambda s: '"' + s + '"') if ch(.3) and sep in ";," else (lambda s: s)
    st = pick("viY/v") if sep != "," else pick("vi")
    cols = [("Name", "f"), ("Vorname", "v")] if sep == "," or ch(.65) else [("Name, Vorname", "nv")]
    pool = [("Geburtsdatum", "gb"), ("Geburtsdatum", "gb"), ("Strasse", "st"), ("Telefon", "tel"), ("Eintritt", "ein"), ("Betrag", "bet"),
        ("Sachbearbeiter", "sb"), ("Status", "sta"), ("Lieferant", "fi"), ("Ort", "ort")]
    if d.year >= 1999: pool += [("EMail", "mail"), ("E-Mail", "mail")]
    if d.year >= 2008: pool += [("IBAN", "iban"), ("Bankverbindung", "iban"), ("IdNr", "si"), ("Steuer-ID", "si"), ("KVNR", "kv"),
        ("Belegnr", "nsi")]
    pool += [("VSNR", "rv"), ("PA-Nr.", "aw"), ("Aktenzeichen", "g"), ("Vorgangs-Nr.", "nrv")]
    RND.shuffle(pool); seen = set()
    for h, c in pool[:ri(4, 8)]:
        if c not in seen: seen.add(c); cols.append((h, c))
    if ch(.3): cols.insert(0, ("ID", "id"))
    if ch(.2): d.t("Export vom " + dfmt(d.date, "v") + ", Blatt 1")
    d.t(sep.join(q(pick([h, h]) if ch(.9) else h.upper()) for h, _ in cols))
    sb = [d.new() for _ in range(3)]
    for i in range(ri(5, 14)):
        p = d.new(age=ri(1, 88)); p.title = ""; d.p["J"] = p; row = []; up = False
        for h, c in cols:
            if c == "f": x = d.P("name", "Spalte Name", p.fam)
            elif c == "v": x = d.P("name", "Spalte Vorname", " ".join(p.given))
            elif c == "nv": x = d.P("name", "Spalte Name, Vorname", p.fam + ", " + p.given[0])
            elif c == "gb": x = d.gb(p, st, "Spalte Geburtsdatum")
            elif c == "st": x = d.P("anschrift", "Spalte Straße", d.street(p))
            elif c in ("tel", "mail", "iban", "si", "kv", "rv", "aw"):
                x = d.attr("J", c) if ch(.85) else ""
            elif c == "g": x = d.P("gericht", "Spalte Aktenzeichen", mk_court(d.year))
            elif c == "ein": x = d.N("geburtsdatum", "Spalte Eintrittsdatum", dfmt(rdate(d.year - 9, d.year), "v"))
            elif c == "bet": x = "%d.%02d" % (ri(5, 900), ri(0, 99)) if sep == "," else "%d,%02d" % (ri(5, 900), ri(0, 99))
            elif c == "sb": s = pick(sb); x = d.P("name", "Spalte Sachbearbeiter", s.fam)
            elif c == "sta": x = pick(["offen", "erledigt", "aktiv", "gelöscht"])
            elif c == "fi": x = d.near("firma")
            elif c == "ort": x = pick(["Kassel", "Hagen", "Siegen", "Heide", "Peine", "Bernau"])
            elif c == "nsi": x = d.near("si")
            elif c == "nrv": x = d.near("rv")
            else: x = str(1000 + i)
            row.append(q(x) if x else "")
        d.t(sep.join(row))
