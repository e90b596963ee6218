"""Part of the sixth set of sheets (../sixth.py)."""
import datetime, json, random, re, sys
from .persons import *

# ------------------------------------------------------------ document types, part 1
TYPES = []
def typ(w, y0, y1, label, **kw):
    def deco(fn): TYPES.append((w, y0, y1, label, fn, kw)); return fn
    return deco
def opt(p, s): return s if ch(p) else ""
def head(d, amt):
    d.l(pick(["Stadt {ort}\nDer Oberbürgermeister\n- %s -", "Landkreis {ort}\nDer Landrat\n%s", "Kreisverwaltung {ort}\n%s\n{pf}",
        "Magistrat der Stadt {ort}, %s", "Der Oberkreisdirektor\n- %s -\n{ort}, {pf}", "%s der Stadt {ort}"]) % amt)
    d.l(pick(["Az.: {az}", "Aktenzeichen: {az}      {ort}, den {heute}", "Gesch.-Z.: {az}\nDatum: {heute}", "{az}        {heute}",
        "Unser Zeichen: {N.az}, {ort}, {heute}"]), "")
def addressee(d, L="A"):
    d.l(pick(["{%s?Herrn:Frau}\n{%s.vn}\n{%s.an2}", "{%s?Herrn:Frau} {%s.vn}\n{%s.an2}", "An\n{%s?Herrn:Frau} {%s.vvn}\n{%s.an2}",
        "Einschreiben\n{%s?Herrn:Frau}\n{%s.vvn}\n{%s.an2}"]).replace("%s", L), "")
def salut(d, L="A"):
    d.l(pick(["Sehr geehrte{%s?r:} {%s.H}!", "Sehr geehrte{%s?r:} {%s.H},", "Sehr geehrte{%s?r:} {%s.H},",
        "Betr.: Ihr Antrag vom {d}"]).replace("%s", L), "")
def sign(d, L="S"):
    d.l("", pick(["Im Auftrag\n{%s.f}", "Im Auftrag\ngez. {%s.f}", "I. A. {%s.f}", "gez. {%s.f}\n({%s.f})\nStadtamtmann",
        "Mit freundlichen Grüßen\nIm Auftrag\n{%s.vn}", "Hochachtungsvoll\ngez. {%s.vn}",
        "I. V.\n({%s.ini2})", "Beglaubigt:\n{%s.f}, Angestellte{%s?r:}", "{%s.kn}\nOberinspektor{%s?:in}", "{%s.f} {heute}",
            "gez. Unterschrift"]).replace("%s", L))
VERF = ["1. {A.Hn} z. K.", "2. Wv. {d}", "2. Abdruck an {R.Hn} (Abt. {n})", "3. Z. d. A. {A.f}", "3. {S.f} m. d. B. um Rückspr.",
    "1. Schreiben an {A.Hn} - Reinschrift absenden -", "2. Kopie an RA {V.f}",
  "4. Zum Vorgang {A.nv}", "3. WV sofort nach Rückkehr ({R.f})", "2. Frau {q.x} z. w. V.", "2. Vorzimmer mit der Bitte um Termin",
      "5. {R.kn} z. Mz.", "4. Ablage bei {N.firma}", "1. Vermerk: s. o.", "3. Statistik", "1. Kanzlei: schreiben, {S.Fr} vorlegen"]
VERF = [v for v in VERF if "{q." not in v]
def verf(d):
    d.l("", pick(["Vfg.", "Verfügung", "V.", "V e r f ü g u n g"]))
    ss = sorted(d.pool(VERF, 2, 5), key=lambda s: s[0]); st = pick(["%d. ", "%d) ", "%d.) "])
    d.l(*[st % (i + 1) + s[3:] for i, s in enumerate(ss)])

GEN_P = ["@1952- Bei Rückfragen wenden Sie sich bitte an {S.Hn}.", "@1980- Auskunft erteilt {S.HV}, Zimmer {n}.",
    "@1998- Ihre Ansprechpartnerin in meinem Hause ist {R.HV} ({R.dmail}).",
 "{A.H} ist unter der Rufnummer {A.tel} zu erreichen.", "@1998- Per E-Mail ist {A?er:sie} unter {A.mail} erreichbar.",
     "Der Vorgang wurde bisher von {R.Hn} bearbeitet.",
 "{A.fs} Einlassung überzeugt nicht.", "Die Angaben {A.vns} wurden am {N.dat} überprüft.",
     "Die Obengenannte{A?r:} ist hier seit {j0} bekannt; vgl. die Akte {A.nv}.", "Nachbar{C?:in} {C.f} bestätigt dies.",
 "{B.H}, {B?der Ehemann:die Ehefrau} {A?des:der} Genannten, sprach am {d} hier vor.",
     "Nach Auskunft von {C.HVn}, {C.st}, hält sich {A.H} dort nicht mehr auf.", "Ich habe {A.Hn} fernmündlich unterrichtet.",
 "Unterlagen von {A.fs} Seite liegen noch nicht vor.", "Für Rückfragen: {S.f}, Durchwahl App. {n}.",
     "{A?Sein Vater:Ihr Vater}, der {M.ber} {M.f}, ist laut Mitteilung vom {N.dat} verzogen.",
 "@2008- Die Überweisung erfolgt auf das Konto {A.iban}.", "@2008- Die Auszahlung soll auf die IBAN {A.iban} ({A.nv}) erfolgen.",
     "@1988- {A?Er:Sie} wies sich durch den Personalausweis Nr. {A.aw} aus.",
 "@1970- Die Versicherungsnummer lautet {A.rv}.", "@2008- Steuerliche Identifikationsnummer: {A.si}.", "@2008- Versicherten-Nr. {A.kv}.",
     "Der Schriftwechsel ist unter {g2} beim Amtsgericht anhängig.",
 "Auch die Tante, Frau {Z.vn}, wurde gehört." , "Die Sache wurde mit Koll. {R.f} besprochen."]
GEN_N = ["Die Regelung gilt {N.monat}.", "Die Angelegenheit ist mit {N.firma} abzustimmen.", "Vgl. {N.lit}.",
    "Rechtsgrundlage ist {N.lit} in der geltenden Fassung.", "In dringenden Fällen wählen Sie {N.tel}.",
 "Der Bescheid vom {N.dat} bleibt unberührt.", "Die Sprechstunde findet am {N.platz} statt.", "Das Gutachten des {N.inst} liegt vor.",
     "Die Geräte wurden bei {N.firma} beschafft (Rechnung vom {N.dat}).",
 "Auf das hiesige Schreiben vom {N.dat}, {N.az}, wird Bezug genommen.", "Zuständig ist die Außenstelle {N.ort}.",
     "Der Lieferschein Nr. {N.rv} ist beigefügt.", "@1995- Rückmeldungen bitte an {N.mail}.",
 "Maßgebend ist die {N.gesetz}.", "@2005- Die Vorgangsnummer {N.si} ist stets anzugeben.",
     "@2005- Das Kassenzeichen {N.kv} ist anzugeben.", "@2008- Buchungsschlüssel (kein Konto): {N.iban}",
         "@1988- Inventar-Nr. {N.aw}, Zimmer {n}.",
 "Besprechungsort: {N.raum}.", "Die Akte lagert in {N.raum}.", "Der Bus hält an der Haltestelle {N.platz}.",
     "Bei Zahlung bitte Beleg-Nr. {N.aw} angeben.", "Die Straße führt von {N.ort} über die {N.strecke}.",
         "Die Frist endet mit Ablauf des {N.dat}."]
def filler(d, pp=1, nn=1):
    ss = d.pool(GEN_P, 0, pp) + d.pool(GEN_N, 0, nn); RND.shuffle(ss)
    if ss: d.p_(*ss)

@typ(5, 1955, 2023, "Sozialamt-Bescheid")
def sozialamt(d):
    head(d, pick(["Sozialamt", "Amt für soziale Dienste", "Fürsorgeamt" if d.year < 1963 else "Sozialhilfeverwaltung"]))
    addressee(d)
    d.l(pick(["Betr.: Gewährung von Hilfe zum Lebensunterhalt", "Bescheid über Wohngeld für {A.Hn}",
        "Hilfe in besonderen Lebenslagen; hier: {B.vn}, geb. {B.gb}", "Ihr Antrag vom {N.dat}"]), "")
    salut(d)
    P = ["auf Ihren Antrag vom {N.dat} bewillige ich Ihnen und Ihrem Ehegatten {B.v} ab {d} {geld} monatlich.",
        "Der Bedarf Ihrer Kinder {K.v} (geb. {K.gb}) und {L.v} (geb. {L.gb}) wurde berücksichtigt.",
     "Ihre Tochter bzw. Ihr Sohn {K.v} ist nach hiesigen Unterlagen am {K.gb} geboren.",
         "Der Unterhaltspflichtige {C.vn}, wohnhaft {C.an}, ist zur Zahlung herangezogen worden.",
             "Der Hausbesuch durch {R.Hn} am {N.dat} ergab, dass {B.H} mit in der Wohnung {A.st} lebt.",
     "Als Vermieter{C?:in} wurde uns {C.HV} benannt.", "Die Bedarfsgemeinschaft besteht aus {A.nv}, {A.gb}, und {K.nv}, {K.gb}.",
         "{A.fs} Widerspruch vom {N.dat} wird zurückgewiesen.", "Die Miete wird unmittelbar an {C.Hn} überwiesen.",
             "@2008- Die Leistung wird auf Ihr Konto {A.iban} gezahlt.",
     "@1998- Für Nachfragen erreichen Sie mich unter {S.dmail}.",
         "Die Krankenhilfe umfasst auch Ihre bei Ihnen lebende Mutter, Frau {Z.vn}.",
             "@1970-2015 Ihre Rentenversicherungsnummer {A.rv} habe ich an den Rententräger weitergegeben.",
                 "@2008- Ihre Krankenversichertennummer ({A.kv}) wurde gemeldet.", "Die Leistung wird wegen {N.gesetz} gekürzt."]
    d.paras(P, ri(1, 3), 1, 3)
    filler(d, 2, 2)
    sign(d)
    if ch(.35): verf(d)
    if ch(.3): d.l("", "Nachrichtlich:", "- {R.HV}, Abt. {n}", "- {C.HV}, {C.an}")

@typ(5, 1952, 2022, "Jugendamt-Vermerk", A=dict(age=35, sex="m"))
def jugendamt(d):
    head(d, pick(["Jugendamt", "Kreisjugendamt", "Allgemeiner Sozialdienst"]))
    d.l(pick(["Aktenvermerk", "V e r m e r k", "Vermerk über den Hausbesuch", "Bericht der Familienfürsorge"]),
        "Betr.: Mdj. {K.vn}, geb. {K.gb}" if ch(.6) else "Betrifft: {K.nv}, geb. am {K.gb} in {K.gort}", "")
    P = ["Die Km., Frau {Z.vn}, erschien heute mit {K.v} im Amt.",
        "Der Kindesvater {A.vn} hat seit dem {N.dat} keinen Kontakt mehr zu {K.v}.", "Der Sohn {L.v} besucht die {N.schule} in {N.ort}.",
            "{K.vs} Lehrer{C?:in}, {C.H}, schilderte ein auffälliges Verhalten.",
     "In der Wohnung ({A.an}) traf ich {A.Hn} und die Großmutter, Frau {M2.f}, an.", "Die Pflegeeltern {E.f} wünschen eine Umschulung.",
         "{K.H} bat darum, dass {R.H} dem Gericht unter {g} berichtet.", "Mutter ist {Y.nv}, geb. {Y.gb}, wh. {Y.an}.",
     "Die Geschwister {K.v} und {L.v} sollen gemeinsam untergebracht werden.", "Das Mündel {K.f} war {N.monat} im {N.inst}.",
         "Amtsvormund {S.f} stimmt zu.", "Lt. Frau {X.f} (Nachbarin) wird {K.v} häufig allein gelassen.",
             "Der Km. sei unter {Z.tel} zu erreichen, sagt {A.H}.",
     "Vaterschaft wurde durch {A.vn}, geb. {A.gb}, am {N.dat} anerkannt.",
         "Im Kindergarten am {N.platz} ist {L.v} gut angesehen; er spielt im Stück „{N.werk}“ mit.",
             "Die Großmutter verstarb {N.alter} an Altersschwäche.", "Familie {A.f} lebt in beengten Verhältnissen.",
                 "Dr. {D.f} vermutet {N.med}."]
    P = [s.replace("{M2.f}", "{W.f}") for s in P]
    P = [s.replace("{K.H} bat darum, dass", "Vereinbart wurde, dass") for s in P]
    d.paras(P, ri(2, 4), 1, 3)
    filler(d, 1, 1); sign(d)
    if ch(.5): verf(d)

@typ(4, 1953, 2019, "Bauakte")
def bauakte(d):
    head(d, pick(["Bauordnungsamt", "Bauaufsichtsamt", "Untere Bauaufsichtsbehörde"]))
    d.l("Bauherr{A?:in}: {A.vn}", "Baugrundstück: {A.st}, {N.flur}",
        "Entwurfsverfasser: Architekt {C.vn}, {C.an}" if ch(.7) else "Planfertiger: Dipl.-Ing. {C.f}",
            "Bauvorhaben: Neubau eines Einfamilienhauses mit Garage", "Eingang: {N.dat}", "")
    P = ["{A.H} beabsichtigt, auf dem Grundstück {A.st} eine Garage zu errichten.",
        "Die Nachbarn Eheleute {E.v} und {F2.vn} haben zugestimmt.",
            "Die Nachbarin Frau {Z.f} wendet ein, dass {A.fs} Anbau die Grenze überschreite.", "Statiker: {G.vn}, Tel. {G.tel}.",
                "Unternehmer ist {N.firma}.",
     "Die Grenzbebauung zum Grundstück {H.st} (Eigentümer {H.nv}) ist durch Baulast gesichert.", "Rohbauabnahme durch {R.Hn} am {N.dat}.",
         "Der Prüfbericht des Prüfingenieurs {D.f} liegt bei.", "Die Erschließung erfolgt über die {N.strecke}.",
             "Das Denkmal am {N.platz} bleibt unberührt.",
     "Die Eheleute {A.v} und {B.vn} verpflichten sich zur Herstellung eines Stellplatzes.",
         "Erbengemeinschaft {H.f}: vertreten durch {G.Hn}.", "Gegen die Baugenehmigung hat {E.H} Klage erhoben ({g}).",
             "Lageplan gefertigt von öffentl. best. Verm.-Ing. {G.f}.",
                 "Bauleiter{C?:in} {C.f} ist telefonisch ({C.tel}) verständigt worden.",
     "{A.H} ({A.tel}) bittet um Rückruf.", "Bauschein Nr. {N.az} vom {N.dat} erteilt."]
    P = [s.replace("{F2.vn}", "{F.vn}") for s in P]
    d.paras(P, ri(1, 3), 2, 4)
    filler(d, 1, 2); sign(d)
    if ch(.4): verf(d)

@typ(5, 1965, 2022, "Ausländerakte", A=dict(orig="tr"))
def auslaender(d):
    d.kw["A"] = dict(orig=pick(["tr", "pl", "ru", "ar", "vn", "so", "ar", "tr"]), age=ri(19, 58))
    head(d, pick(["Ausländerbehörde", "Ausländeramt", "Amt für öffentliche Ordnung - Ausländerwesen -", "Einbürgerungsbehörde"]))
    vn = d.per("A").orig == "vn"
    d.l("Familienname: {A.f}", "Vornamen: {A.v2}") if ch(.6) else d.l("Betr.: {A.fv}" if vn else "Betr.: {A.nv}")
    d.l(pick(["geb.: {A.gb} in {A.gort}", "Geburtsdatum: {A.gb}", "Geb.-Datum/-ort: {A.gb}, {A.gort}", "geboren am {A.gb}"]),
        "Staatsangehörigkeit: " + pick(["türkisch", "polnisch", "ungeklärt", "vietnamesisch", "syrisch", "jugoslawisch"]),
            "Anschrift: {A.an}")
    if d.year >= 1988: d.l(pick(["Paß-Nr.: ", "Reisepass Nr. ", "Passnummer: "]) + "{A.rp}" + pick(["", ", gültig bis {d}"]))
    d.l("")
    P = ["Dem Ausländer {A.vn} wird die Aufenthaltserlaubnis bis zum {N.dat} verlängert.",
        "{A.H} ist am {N.dat0} in das Bundesgebiet eingereist und bei {N.firma} beschäftigt.",
            "Die Ehefrau {Z.vn}, geb. {Z.gb}, soll im Wege des Familiennachzugs einreisen.",
                "Der Sohn {L.v} (*{L.gb}) besucht die {N.schule}.",
     "Bürge: {C.HV}, {C.an}.", "Der Asylantrag des {A.f} wurde am {N.dat} abgelehnt; Klage VG anhängig ({g}).",
         "Dolmetscher{E?:in} {E.vn} übersetzte.", "Gegen {A.Hn} ist ein Strafverfahren {g2} anhängig.",
             "Einladender ist {F.nv}, geb. {F.gb}, Pers.-Ausw. überprüft.", "{V?Herrn RA:Frau RAin} {V.vn} wurde Akteneinsicht gewährt.",
     "Schreibweise des Namens lt. Geburtsurkunde: {A.U}.", "@1998- {A.fs} Bevollmächtigter bittet um Antwort an {V.mail}.",
         "Rechtsgrundlage: {N.gesetz}, {N.lit}.", "Die Familie {A.f} ist seit {j0} hier gemeldet.",
             "Der Betroffene gab an, {A.vn} zu heißen und am {A.gb} geboren zu sein.", "Die Rückführung nach {N.ort} unterbleibt.",
     "Arbeitgeber ist {N.firma} in {N.ort}, Vorarbeiter {G.f}.", "Die Identität ist durch Vorlage des Passes {A.rp} geklärt."]
    if d.year < 1988: P = [s for s in P if ".rp" not in s]
    d.paras(P, ri(1, 3), 2, 4)
    filler(d, 1, 1); sign(d)
    if ch(.4): verf(d)

@typ(5, 1950, 2020, "Personalakte")
def personal(d):
    lab = pick([[": ", ""], [":\t", ""], [" .......... ", ""], [":   ", ""]])[0]
    d.l(pick(["Personalbogen", "P E R S O N A L B L A T T", "Personalblatt A", "Personalnachweis", "Bewerbungsbogen"]), "")
    rows = [("Name", "{A.f}"), ("Vornamen", "{A.v2}"), (pick(["geboren am", "Geburtstag", "Geb.-Datum", "Geburtstag und -ort"]),
        "{A.gb}" + opt(.4, " in {A.gort}")), ("Wohnung", "{A.an}"), ("Beruf", "{A.ber}")]
    if d.per("A").sex == "w" and ch(.6): rows.insert(2, ("Geburtsname", "{A.bn}"))
    if ch(.6): rows.append((pick(["Ehegatte", "verh. mit", "Name des Ehegatten"]), pick(["{B.vn}", "{B.vn}, geb. {B.gb}",
        "{B.v}, geb. {B.bn}"])))
    if ch(.5): rows.append(("Kinder", pick(["{K.v}, geb. {K.gb}", "1. {K.v}, {K.gbk}  2. {L.v}, {L.gbk}", "{K.v} ({K.gbk})"])))
    if ch(.4): rows.append(("Vater", "{M.vn}, {M.ber}"))
    if ch(.5): rows.append(("Fernsprecher" if d.year < 1985 else "Tel. privat", "{A.tel}"))
    if d.year > 1970 and ch(.6): rows.append(("Rentenvers.-Nr.", "{A.rv}"))
    if d.year > 2007: rows += RND.sample([("IBAN", "{A.iban}"), ("Steuer-IdNr.", "{A.si}"), ("Krankenkasse/Vers.-Nr.", "AOK, {A.kv}"),
        ("E-Mail", "{A.mail}")], ri(1, 4))
    rows += RND.sample([("Eingestellt am", "{N.dat0}"), ("Vereidigt am", "{N.dat0}"), ("verheiratet seit", "{N.dat0}"), ("Führerschein",
        "Kl. III vom {N.dat0}"), ("Schulbildung", "{N.schule}, {N.ort}"), ("Letzter Arbeitgeber", "{N.firma}"), ("Besoldungsdienstalter",
            "{N.dat0}"), ("Notfallkontakt", "{C.vn}, {C.tel}"), ("Dienststelle", "{N.platz}")], ri(1, 4))
    n = max(len(a) for a, _ in rows); fixed = ch(.4)
    for i, (a, b) in enumerate(rows): d.l((opt(.3, "") or "") + (a.ljust(n + 2) if fixed else a + lab) + b)
    d.l("")
    P = ["{A.H} wurde am {N.dat} zum Oberinspektor befördert.", "Vertretung: {R.f}.", "Beurteilt durch {R.Hn} am {N.dat}.",
        "Die Beihilfe wird an {A.Hn} ausgezahlt.", "Jubiläumszuwendung für {A.nv} am {N.dat}.",
            "Die Disziplinarkammer ({g}) hat das Verfahren gegen {A.f} eingestellt.",
     "Die Bewerber {C.f}, {E.f} und {F.f} wurden nicht berücksichtigt.", "Der Personalrat ({G.kn}) hat zugestimmt.",
         "{A.fs} Nachfolger wird {R.vn}.", "Beschäftigt als {A.ber} bei der Außenstelle {N.ort}."]
    if ch(.8): d.p_(*d.pool(P, 1, 3))
    filler(d, 1, 1)
    if ch(.5): sign(d)

@typ(4, 1950, 2021, "Schulakte", A=dict(age=14))
def schule(d):
    d.kw["A"] = dict(age=ri(9, 18)); d.kw["X"] = dict(age=ri(9, 18)); d.kw["Y"] = d.kw["W"] = dict(age=14)
    if ch(.5):
        d.l("{N.schule}", "", pick(["Zeugnis", "Abgangszeugnis", "Halbjahreszeugnis", "Z e u g n i s"]), "")
        d.l(pick(["für {A.vvn}, geboren am {A.gb} in {A.gort}", "{A.vvn}\ngeboren {A.gb} zu {A.gort}, Klasse {n}b",
            "{A.v2} {A.f}, geb. am {A.gb}, hat die Klasse {n} a besucht."]))
        d.l("Deutsch: gut    Rechnen: befriedigend    Leibeserziehung: sehr gut", pick(["Versetzt laut Konferenzbeschluß vom {N.dat}.",
            "Versäumte Tage: {n}", "Bemerkungen: {A.v} hat im Schulspiel „{N.werk}“ mitgewirkt."]))
        if ch(.6): d.p_(pick(["{A.v} arbeitet im Unterricht lebhaft mit.", "{A.v} fällt es schwer, sich zu konzentrieren.",
            "{A.vs} Leistungen sind gleichmäßig."]))
        d.l("", "{ort}, den {heute}", "{S.f}            {R.f}" if ch(.5) else "gez. {S.vn}, Klassenlehrer{S?:in}      gez. {R.f}, Rektor",
            "Schulleiter            Klassenlehrer", "Unterschrift des Erziehungsberechtigten: {M.vn}" if ch(.5) else "")
    else:
        d.l(pick(["Niederschrift über die Klassenkonferenz der 8 b", "Schülerbogen", "Konferenzprotokoll"]), "Datum: {heute}",
            pick(["Anwesend: {S.f}, {R.f}, {C.f}, {E.f}", "Anwesende Lehrkräfte: {S.Fr}, {R.Fr}, {C.Fr}; entsch.: {E.f}",
                "Teilnehmer: StR {S.f}, OStR {R.f}, Ref. {C.kn}"]), "")
        P = ["{A?Der Schüler:Die Schülerin} {A.vn}, geb. {A.gb}, hat wiederholt den Unterricht gestört.",
            "{A.vs} Mutter, Frau {Z.f}, wurde zum Gespräch gebeten.", "{S.H} berichtet, dass {A.v} und {Y.vn} sich geprügelt haben.",
                "Gelesen wird im Deutschunterricht „{N.werk}“.", "Die Klassenfahrt nach {N.ort} wird genehmigt.",
          "Klassensprecher{X?:in} {X.vn} trägt die Sicht der Klasse vor.", "Aufgenommen am {N.dat0} aus der {N.schule}.",
              "Erziehungsberechtigter: {M.vn}, {M.ber}, {A.an}.", "Die Schülerin {W.f} wird nicht versetzt.",
                  "Der Namensgeber der Schule starb {N.alter}.", "Ein schulpsychologisches Gutachten von Dr. {D.f} liegt vor.",
                      "Telefon der Eltern: {M.tel}.",
          "Der Elternbeirat (Vors. {T.f}) ist zu hören.", "Der Wettbewerb des {N.inst} wurde von {X.v} gewonnen.",
              "Nachhilfe erteilt Studienrat a. D. {U.f}."]
        d.paras(P, ri(1, 3), 2, 4)
        d.l("", "Protokoll: {R.f}")
