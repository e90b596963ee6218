"""Papers with many numbers and few names; papers with near misses."""
from .core import *
from .docs2 import table, bad11
from .docs3 import kvbad
DOCS = []
def doc(w=1, ymin=1985, ymax=2025):
    def f(fn): DOCS.append((fn, w, ymin, ymax)); return fn
    return f
def some(s, f, n, share=.38):
    return [f(True) if s.r.random() < share else f(False) for _ in range(n)]

@doc(4, 2011)
def sepa_protokoll(s):
    v = some(s, lambda n: s.p().iban(near=n, de=n or None), s.r.randint(6, 14))
    rows = [[f"{i:05d}", x, f"{s.r.randint(10,1900)},{s.r.randint(10,99)}", s.ch("OK", "OK", "AC01", "RUECK")] for i, x in enumerate(v, 1)]
    return f"KASSE {s.off.upper()}   LAUF {s.nd(0,'lauf','voll')}   {s.ch('PAIN.001','DTAUS-MIGRATION','RUECKLAEUFER')}\n\n" + table(s,
        ["SATZ", s.ch("IBAN", "EMPF-KTO", "KONTO"), "BETRAG", "ST"], rows, page=s.ch(None,
            6)) + f"\n\nAuftraggeber {s.p().iban(de=True)}   Datei-Id {N('iban','datei',bad11(s)+str(s.r.randint(10000,99999)))}\nSB {s.p().fam()}"

@doc(4, 1988)
def rv_fehler(s):
    v = [q.rv(near=s.ch(True, "tag")) if s.r.random() < .38 else q.rv() for q in [s.p() for _ in range(s.r.randint(6, 13))]]
    return f"{s.ch('Rückmeldung Rentenversicherung','DÜVO-Fehlerliste','Jahresmeldungen','Nachversicherung Beamte - Rückfragen')} {s.y}\n{s.off}, Personalabrechnung\n\n" + "\n".join(f"{i:3d}  {x}   {s.ch('Entgelt fehlt','VSNR prüfen','SV-Schlüssel 101','Zeitraum überschneidet','o. k.')}   {s.nd(1,'meldung','voll')}" for i, x in enumerate(v, 1)) + f"\n\nbearb. {s.p().fam()}"

@doc(4, 2009)
def idnr_fehler(s):
    v = some(s, lambda n: s.p().sid(near=n), s.r.randint(6, 13))
    if s.r.random() < .5:
        return f"BZSt-Rückmeldung, Liste der Identifikationsnummern\nKommune: {s.home[2]}, Stand {s.nd(0,'stand')}\n\n" + "\n".join(f"{x}  {s.ch('dupl.','inaktiv','Anschrift abw.','verzogen')}" for x in v) + f"\n\nRückfragen: {s.p().fr()}, Tel. {s.otel()}"
    rows = [[bad_n(s), x, s.nd(1, "ab", "voll")] for x in v]
    return f"Elterngeldstelle {s.off}\nAbgleich Finanzverwaltung\n\n" + table(s, ["Fall-Nr.", s.ch("St-ID", "IdNr", "Steuer-ID"), "ab"],
        rows) + f"\n\ngez. {s.p().fam()}"
def bad_n(s): return N("steuer-id", "fallnr", bad11(s))

@doc(4, 2006)
def kv_abrechnung(s):
    v = some(s, lambda n: s.p().kv(near=n), s.r.randint(6, 13))
    return f"{s.ch('Abrechnung Krankentransport','Sammelrechnung Frühförderung','Kostenerstattung § 264 SGB V')} {s.y}\nan {s.ch(*KK)}\n\n" + "\n".join(f"Vers.-Nr. {x}  {s.nd(0,'fahrt','voll')}  {s.r.randint(20,300)},{s.r.randint(10,99)} EUR" for x in v) + f"\n\nIK {N('krankenversicherung','ik','10' + str(s.r.randint(1000000,9999999)))}   Artikel-Nr. {N('krankenversicherung','artikel',kvbad(s))}\n{s.p().fam()}, {s.nd(0,'datum')}"

@doc(3.5, 1988)
def ausweis_sachfahndung(s):
    v = some(s, lambda n: s.p().pa(near=n), s.r.randint(5, 10), .38)
    return f"An die Polizeidirektion {s.home[2]}\nSachfahndung - abhanden gekommene Dokumente\n\n" + "\n".join(f"{s.ch('Personalausweis','PA','Ausweis-Nr.','Personalausweis Nr.')} {x}, Verlust {s.nd(0,'verlust')}" for x in v) + f"\nDienstsiegel-Nr. {s.r.randint(1,40)}\nInventar {N('ausweis','inventar',kvbad(s))}\n\n{s.p().fam()}"

@doc(3.5, 2010)
def sammelblatt(s):
    p = s.p(age=(20, 80))
    L = [(s.ch("IBAN", "Kto."), p.iban()), (s.ch("IdNr.", "Steuer-ID", "St.-ID"), p.sid()), (s.ch("RV-Nr.", "SV-Nummer", "VSNR"), p.rv()),
        (s.ch("KV-Nr.", "KVNR", "Vers.-Nr. Kasse"), p.kv()), (s.ch("Ausweis-Nr.", "Personalausweis", "PA"), p.pa()), (s.ch("geb.",
            "Geburtsdatum"), p.geb(lab="feld"))]
    s.r.shuffle(L); L = L[:s.r.randint(4, 6)]
    L.insert(s.r.randint(0, 3), (s.ch("Aktenzeichen Kasse", "Inventarnr. Rollstuhl", "Zählernummer"), bad_n(s)))
    L.insert(2, ("Antrag vom", s.nd(0, "antrag")))
    if s.r.random() < .4: L.append(("alt / falsch", s.ch(p.iban(near=True, de=True), p.rv(near=True), p.sid(near=True), p.kv(near=True))))
    if s.r.random() < .5: b = "\n".join(f"{a}: {x}" for a, x in L)
    elif s.r.random() < .6: b = "\n".join(pad(a, 24, False).replace("  ", " .").rstrip() + " " + x for a, x in L)
    else: b = s.wr("; ".join(f"{a} {x}" for a, x in L))
    return f"{s.ch('Checkliste Antragsunterlagen','Stammdatenblatt','Aktendeckel innen')} - {p.rev()}\n\n{b}"

@doc(1.6)
def terminsrolle(s):
    o = [f"{s.r.randint(8,15)}:{s.ch('00','15','30','45')}  {s.az()}  {s.p().fam()} ./. {s.ch(s.p().fam(), s.off, s.firm())}  {s.ch('Saal 3','Sitzungssaal 112','R 12')}" for _ in range(s.r.randint(5, 9))]
    return f"Rechtsamt - {s.ch('Terminrolle','Prozessliste','Anhängige Verfahren')} {s.nd(0,'termin')}\nAmtsinternes Zeichen {s.oaz()}, Bl. {N('gericht','blatt',str(s.r.randint(2,40)) + '/' + str(s.r.randint(41,90)))}\n\n" + "\n".join(o) + f"\n\nMitteilungen in Strafsachen: {s.az('Js')}, {s.az('Ds,Ls,Cs')}\nVerfügung {s.oaz()}"

@doc(2)
def inventar(s):
    t = [f"{N('steuer-id','inventar',bad11(s))}  {x}" for x in s.r.sample(["Schreibtisch Eiche", "Drucker Brother", "Modell " + N("name",
        "geraet", "Fritz!Box 7170"), "Reißwolf Ideal 2350", "Aktenbock", "Stuhl Typ " + N("name", "geraet", s.ch("Anna", "Oskar",
            "Ingolf")), "Feuerlöscher", "Schreibmaschine Olympia", "Kaffeemaschine Melitta"], 5)]
    return f"Inventarliste {s.off}, {s.sch()}\nStand {s.nd(0,'stand')}\n\n" + "\n".join(t) + f"\nToner {N('krankenversicherung','artikel',kvbad(s))}\nErsatzteil {N('telefon','teilenr', f'{s.r.randint(1000,9999)}-{s.r.randint(10000,99999)}')}\nLieferant {s.firm()}, {N('anschrift','postfach', f'Postfach {s.r.randint(10,99)} {s.r.randint(10,99)}, {s.home[1]} {s.home[2]}')}\nKto. {N('iban','konto',str(s.r.randint(100000000,999999999)) )} BLZ {N('iban','blz','52350005')}\n{s.ch('aufgenommen','geprüft')}: {s.p().fam()}"

@doc(1.3)
def bekanntmachung(s):
    sp = s.ch("Rudolf-Diesel-Straße", "Paul-Klee-Weg", "Clara-Zetkin-Straße", "Gerhart-Hauptmann-Ring")
    x = [f"Die Straße {N('name','strasse',sp)} wird zwischen Kreuzung und Ortsausgang gesperrt.",
        f"Der Wochenmarkt fällt am {s.nd(0,'markt')} aus.", f"Die Gesellschaft {s.firm()} wurde am {s.nd(30,'gruendung')} gegründet.",
            f"Im Stadtpark blüht der {N('name','pflanze',s.ch('Gute Heinrich','Rote Fingerhut','Hainbuchen-Ludwig'))}.",
                f"Am {N('name','heilig',s.ch('St.-Georgs-Tag','Josefstag','Michaelistag','Nikolausabend'))} bleibt das Amt geschlossen.",
                    f"Auskünfte unter {s.otel()} oder {N('e-mail','web','www.' + s.slug)}." if s.y > 1999 else f"Auskünfte unter {s.otel()}.", f"Einwendungen sind bis {s.nd(0,'frist')} bei {N('anschrift','ohne-nr', s.off + ', ' + s.home[1] + ' ' + s.home[2])} zu erheben.", f"Formular-Bestellnummer {N('telefon','bestell', f'{s.r.randint(100,999)} {s.r.randint(100,999)}/{s.r.randint(10,99)}')}."]
    s.r.shuffle(x)
    return f"{s.off}\n{s.ch('Amtliche Bekanntmachung','Bekanntmachung','Öffentliche Bekanntmachung')}\n\n" + s.wr(" ".join(x)) + f"\n\n{s.home[2]}, {s.nd(0,'datum')}\n{s.ch('Der Landrat','In Vertretung')}\n{s.p().full()}"

@doc(1.2, 1999)
def ticket(s):
    p = s.p()
    return f"Störungsmeldung #{s.r.randint(1000,99999)}\nMelder: {p.full()}, {p.omail()}, Tel. {s.otel()}\nEingang: {s.nd(0,'eingang','iso')}\nGerät: {s.ch('HP LaserJet','Siemens Optiset','Server ' + N('name','geraet',s.ch('HERMANN01','Otto2','Frieda')))}, S/N {N('ausweis','geraet',kvbad(s))}, IP 10.{s.r.randint(1,90)}.4.17\nHotline-Ticket {N('telefon','ticket',f'{s.r.randint(10000,99999)}-{s.r.randint(100,999)}')}, Kunden-Nr. {bad_n(s)}\nAnmeldung: {N('e-mail','konto',s.ch('user@','admin@','scanner@') + s.ch('sozialamt7','scan2','kasse-3'))}\n\n" + s.wr(f"Postfach sozial ist voll, {p.fr()} kann nicht senden. Weiter an {s.p().giv()} ({s.firm()}).") + f"\n\nerledigt {s.nd(0,'erledigt')} {s.p().fam()}"

@doc(4, 2010)
def datenabgleich(s):
    ps = [s.p(age=(18, 90)) for _ in range(s.r.randint(5, 10))]
    nr = lambda: s.r.random() < .3
    cols = s.r.sample([("IBAN", lambda p: p.iban(near=nr())), (s.ch("IdNr", "Steuer-ID"), lambda p: p.sid(near=nr())), (s.ch("VSNR",
        "RV-Nr."), lambda p: p.rv(near=s.ch(False, False, False, True, "tag"))), (s.ch("KVNR", "Kassen-Nr."), lambda p: p.kv(near=nr())),
            (s.ch("Ausweis-Nr.", "Personalausweis"), lambda p: p.pa(near=nr()))], s.r.randint(2, 3))
    g = s.r.random() < .5
    rows = [[f"{s.r.randint(1000,9999)}/{s.r.randint(10,99)}"] + ([p.geb("voll", "spalte")] if g else []) + [f(p) for _,
        f in cols] for p in ps]
    return f"{s.off} - {s.ch('Sozialamt','Jobcenter','Wohngeldstelle','Ausländerbehörde')}\n{s.ch('Datenabgleich','Prüfliste Plausibilität','Auszug Fachverfahren OPEN/PROSOZ','Umstellung Altdaten')} {s.nd(0,'stand')}\n\n" + table(s, ["Fall"] + (["geb."] if g else []) + [c for c, _ in cols], rows, page=s.ch(None, 6)) + f"\n\n{s.ch('','Abweichungen bitte klären. ')}{s.p().fam()}"

@doc(1.2, 2001)
def verteiler(s):
    a = [s.p().omail() if s.r.random() < .6 else s.p().mail() for _ in range(s.r.randint(4, 9))]
    return f"E-Mail-Verteiler {s.ch('Hilfeplanung','Einsatzleitung','Integrationslotsen','Ortsbrandmeister')}, Stand {s.nd(0,'stand')}\n\n" + s.ch("; ", ", ", "\n").join(a) + f"\n\nnicht mehr gültig: {N('e-mail','unvollst',s.ch('poststelle@', 'info(at)lk-alt', '@sozialamt', 'j.meyer@intern'))}\nServer {N('e-mail','web','mail.' + s.slug)}, {N('e-mail','web','https://www.' + s.slug + '/intern')}\nPflege: {s.p().fam()}"

@doc(1.4)
def rufbereitschaft(s):
    o = [f"{s.nd(0,'dienst','voll')}  {s.ch('KW','Woche')} {s.r.randint(1,52):02d}   {s.p().fam()}   {s.p().tel()}" + (f" / {s.p().tel()}" if s.r.random() < .4 else "") for _ in range(s.r.randint(4, 8))]
    return f"{s.ch('Rufbereitschaft Jugendamt','Bereitschaftsdienst Straßenmeisterei','Dienstplan Gesundheitsamt')} {s.off}\n\n" + "\n".join(o) + f"\n\nLeitstelle {s.otel()}, Fax {s.otel(True)}\nZählerstand Diensthandy-Vertrag {N('telefon','vertrag',f'{s.r.randint(1000,9999)}.{s.r.randint(1000,9999)}.{s.r.randint(10,99)}')}; Bürozeit {N('telefon','uhrzeit','07.30 - 16.00')}; Geräte-Nr. {N('telefon','geraet',f'{s.r.randint(100,999)}-{s.r.randint(1000,9999)}-{s.r.randint(10,99)}')}"

@doc(1.8)
def passliste(s):
    ps = [s.p(org=s.ch("tr", "ar", "su", "ru", "vn", "pl")) for _ in range(s.r.randint(4, 9))]
    pw = "Reisepass" if s.y > 1998 else "Reisepaß"
    if s.y < 2009:  # German papers only: numbers of nine digits
        ps = [s.p() for _ in ps]
    rows = [[p.rev(), p.geb("voll", "spalte"), p.pa(near=s.r.random() < .25, pas=True), s.nd(2, "ausgestellt", "voll"), N("ausweis",
        "karteikarte", f"K{s.r.randint(10000000,99999999)}")] for p in ps]
    return f"{s.ch('Klassenfahrt','Delegation Partnerschaft','Gruppenvisum Jugendfeuerwehr')} - Sammelliste für die Grenzbehörde\nVerantwortlich: {s.p().full()}\n\n" + table(s, ["Name, Vorname", "geb. am", pw + "-Nr." if s.r.random() < .5 else pw, "ausgest.", "Kartei"], rows)

@doc(1.8, 2010)
def krankenkasse_brief(s):
    p = s.p(age=(20, 85)); b = s.p()
    x = [f"Ihre Krankenversichertennummer lautet {p.kv()}, nicht wie angegeben {p.kv(near=True)}.",
        f"Der Rentenversicherungsträger führt Sie unter {p.rv()}; die bisher gemeldete Nummer {p.rv(near=s.ch(True,'tag'))} ist unzutreffend.", f"Als Bankverbindung ist {p.iban()} gespeichert, die Rückbuchung betraf {p.iban(near=True, de=True)}.", f"Das Finanzamt verlangt Ihre Identifikationsnummer; hier liegt {p.sid()} vor.", f"Bitte beachten Sie unser Zeichen {bad_n(s)}.", f"Die Kopie des Personalausweises {p.pa()} haben wir erhalten."]
    s.r.shuffle(x)
    return f"{s.ch(*KK)}\n{s.oadr()}\n\n{p.herrn}\n{p.full()}\n{p.block()}\n\n{s.nd(0,'brief')}\n\nSehr geehrte{'r Herr' if p.sex == 'm' else ' Frau'} {p.fam()},\n\n" + s.wr(" ".join(x[:s.r.randint(4, 6)])) + f"\n\nFreundliche Grüße\n{b.full()}"
