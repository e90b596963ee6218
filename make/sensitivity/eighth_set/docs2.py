"""Lists, tables, printouts, cash orders."""
from .core import *
DOCS = []
def doc(w=1, ymin=1985, ymax=2025):
    def f(fn): DOCS.append((fn, w, ymin, ymax)); return fn
    return f
def table(s, head, rows, sep=None, page=None):
    sep = sep or s.ch("blank", "blank", "tab", "|", ";")
    if sep == "blank":
        n = [max(len(vis(x[i])) for x in rows + [head]) + s.r.randint(2, 3) for i in range(len(head))]
        f = lambda x: "".join(pad(c, k) for c, k in zip(x, n)).rstrip()
        line = "-" * min(110, sum(n))
    else:
        j = {"tab": "\t", "|": " | ", ";": ";"}[sep]; f = lambda x: j.join(x)
        line = "" if sep != "|" else "-" * 60
    o = [f(head)] + ([line] if line else [])
    for i, x in enumerate(rows):
        if page and i and i % page == 0: o += ["", f"- {i//page} -\f" if s.r.random() < .5 else f"Übertrag Seite {i//page}", "",
            f(head)] + ([line] if line else [])
        o.append(f(x))
    return "\n".join(o)
def nm(s, p, k):
    return p.rev() if k == 0 else p.full() if k == 1 else p.upfull()

@doc(1.5)
def schuelerliste(s):
    a = s.r.randint(7, 16); ps = [s.p(age=(a, a + 1)) for _ in range(s.r.randint(7, 14))]; k = s.r.randint(0, 2)
    h = ["Nr.", "Name, Vorname" if k == 0 else "Schüler/in", s.ch("geb.", "Geb.-Dat.", "Geburtsdatum", "geb. am"), "Eintritt", "Anschrift"]
    e = s.nd(2, "eintritt", "voll")
    big = s.r.random() < .5
    rows = [[str(i), nm(s, p, 0 if k == 0 else 1), p.geb(s.df if s.df in ("voll", "jj", "kurz") else "voll", "spalte"),
        s.nd(s.r.randint(1, 2), "eintritt", "voll")] + ([p.adr("komma")] if big else []) for i, p in enumerate(ps, 1)]
    return f"{s.sch()} {s.home[2]}\nKlassenliste {s.r.randint(2,10)}{s.ch('a','b','c')}  Schuljahr {s.y-1}/{s.y%100:02d}\nKlassenlehrer{s.ch(': ','in: ')}{s.p().fam()}   Stand: {s.nd(0,'stand')}\n\n" + table(s, h[:5 if big else 4], rows, page=s.ch(None, 8))

@doc(3.5, 2010)
def auszahlliste(s):
    ps = [s.p() for _ in range(s.r.randint(6, 14))]
    rows = [[str(s.r.randint(100000, 999999)), p.rev() if s.r.random() < .9 else p.full(),
        p.iban(form=None) if s.r.random() > .25 else p.iban(near=True, de=True), f"{s.r.randint(20,900)},{s.r.randint(10,99)}"] for p in ps]
    return f"{s.off} - Kreiskasse\n{s.ch('Auszahlungsliste','Zahlungslauf','SEPA-Datei Protokoll','Liste der Überweisungen')} vom {s.nd(0,'lauf')}\n\n" + table(s, ["PK-Nr.", "Empfänger", "IBAN", "Betrag EUR"], rows, page=s.ch(None, 7)) + f"\n\n{s.ch('erstellt','sachl. richtig','freigegeben')}: {s.p().fam()}\n{s.ch('','IBAN mit Fehlerhinweis bitte beim Empfänger nachfragen.')}"

@doc(2.2, 1988)
def rentenliste(s):
    ps = [s.p(age=(40, 80)) for _ in range(s.r.randint(5, 12))]
    w = s.r.random() < .6
    rows = [[p.rev(), p.geb("voll", "spalte") if w else s.ch("RT", "EU", "WR"), p.rv(form=s.ch("gruppen",
        "eng")) if s.r.random() > .3 else p.rv(near=s.ch(True, "tag")), s.nd(1, "antrag", "voll")] for p in ps]
    return f"Versicherungsamt {s.off}\n{s.ch('Verzeichnis der Rentenanträge','Antragsliste Rente','Kontenklärung - offene Vorgänge')} {s.y}\n\n" + table(s, [s.ch("Antragsteller", "Name"), "geb. am" if w else "Art", s.ch("Vers.-Nr.", "VSNR", "Versicherungsnummer", "RV-Nr."), "Antrag v."], rows)

@doc(2.2, 2006)
def kk_liste(s):
    ps = [s.p(age=(20, 90)) for _ in range(s.r.randint(5, 11))]
    g = s.r.random() < .6
    rows = [[p.rev()] + ([p.geb("voll", "spalte")] if g else []) + [s.ch(*KK), p.kv() if s.r.random() > .3 else p.kv(near=True),
        s.ch("G35", "F32.1", "I10", "E11.9", "M54.5")] for p in ps]
    return s.ch(f"Patientenliste {s.haus()}, Station {s.r.randint(1,6)}", f"Abrechnung Impftermin {s.nd(0,'termin')} Gesundheitsamt",
        f"Hilfen zur Gesundheit § 264 SGB V - Anmeldungen {s.y}") + "\n\n" + table(s, ["Name"] + (["Geb.datum"] if g else []) + ["Kasse",
            s.ch("KVNR", "Versichertennr.", "Vers.-Nr."), "Diag."], rows, page=s.ch(None, 6)) + f"\n\nDr. {s.p().fam()}"

@doc(2, 1988)
def ausweisliste(s):
    ps = [s.p(age=(16, 85)) for _ in range(s.r.randint(5, 12))]
    rows = [[str(i), p.rev() if s.r.random() < .9 else p.full(), p.pa() if s.r.random() > .25 else p.pa(near=True), s.nd(0, "ausgabe",
        "voll")] for i, p in enumerate(ps, 1)]
    return f"{s.ch('Stadt','Gemeinde')} {s.home[2]} - Passamt\n".replace("Passamt",
        "Passamt" if s.y > 1998 else "Paßamt") + s.ch("Aushändigungsliste Personalausweise",
            "Verlustmeldungen Personalausweise") + f" {s.y}\n\n" + table(s, ["lfd.", "Inhaber", s.ch("Ausweis-Nr.", "Seriennummer",
                "PA-Nr."), s.ch("Datum", "ausgeh. am")], rows) + f"\n\n{s.p().fam()}"

@doc(2.2, 2009)
def steuerid_liste(s):
    ps = [s.p(age=(1, 70)) for _ in range(s.r.randint(5, 11))]
    gb = s.r.random() < .5
    rows = [[p.rev(), *([p.geb("voll", "spalte")] if gb else []), p.sid() if s.r.random() > .3 else p.sid(near=True), str(s.r.randint(1,
        6))] for p in ps]
    return s.ch(f"Personalamt {s.off}, ELStAM-Abgleich", f"Wohngeldstelle, Datenabgleich",
        f"Familienkasse: fehlende Angaben") + f" {s.nd(0,'stand')}\n\n" + table(s,
            ["Name, Vorname"] + (["geb."] if gb else []) + [s.ch("IdNr.", "Steuer-ID", "Identifikationsnr.", "St.-IdNr."), s.ch("StKl",
                "Kz")], rows)

@doc(1.6, 2010)
def kassenanordnung(s):
    p = s.p(); b = s.p()
    rows = [("Empfänger", p.full() if s.r.random() < .6 else p.rev()), ("Anschrift", p.adr("komma")), ("IBAN", p.iban()), ("Betrag",
        f"{s.r.randint(20,4000)},{s.r.randint(10,99)} EUR"), ("Verwendungszweck", s.ch("Erstattung Fahrtkosten", "Kaution Wohnung",
            "Schulbedarf", "Pflegegeld") + s.ch("", " " + s.p(age=(2, 16), fam=p.f, org=p.o).giv())), ("Fällig", s.nd(0, "faellig")),
                ("HH-Stelle", N("steuer-id", "haushaltsstelle",
                    f"{s.r.randint(1,9)}.{s.r.randint(1000,9999)}.{s.r.randint(100000,999999)}")), ("Kassenzeichen", N("steuer-id",
                        "kassenzeichen", bad11(s)))]
    s.r.shuffle(rows) if s.r.random() < .3 else None
    st = s.r.randint(0, 2)
    f = "\n".join(f"{a}: {x}" if st == 0 else f"{a}{'.'*(22-len(a))}{x}" if st == 1 else pad(a, 20) + x for a, x in rows)
    return f"{s.off}\n{s.ch('Auszahlungsanordnung','Kassenanordnung','Allgemeine Auszahlungsanordnung')} Nr. {s.r.randint(1,9999)}/{s.y}\n\n{f}\n\nSachlich richtig: {b.fam()}    Anordnungsbefugt: {s.p().fam()}\n{s.nd(0,'datum')}"
def bad11(s):
    while 1:
        v = str(s.r.randint(10000000000, 99999999999))
        if not sid_ok(v): return v

@doc(1.5)
def teilnehmerliste(s):
    ps = [s.p() for _ in range(s.r.randint(5, 11))]
    ml = s.y > 2000
    rows = [[p.full(), s.ch("Kreisausschuss", "Gemeinde " + s.ch(*ORT)[2], "Polizei", "DRK", "Schulamt", s.firm()), p.tel(),
        p.omail() if ml and s.r.random() < .7 else p.mail() if ml else ""] for p in ps]
    return f"Anwesenheitsliste\n{s.ch('Arbeitskreis Sucht','Runder Tisch Integration','Bürgerversammlung','Fortbildung Datenschutz')} am {s.nd(0,'termin')}, {s.haus()}\n\n" + table(s, ["Name", "Institution", "Telefon"] + (["E-Mail"] if ml else []), [x[:4 if ml else 3] for x in rows])

@doc(.6)
def telefonliste(s):
    ps = [s.p() for _ in range(s.r.randint(6, 12))]; a = s.p()
    rows = [[p.fam("spalte"), p.giv("spalte"), s.ch("A 1.12", "B 204", "Zi. 7", "112"),
        p.tel(False) if s.r.random() < .4 else s.otel()] for p in ps]
    return f"Telefonverzeichnis {s.ch('Sozialamt','Bauamt','Schulamt')} - Stand {s.nd(0,'stand')}\n\n" + table(s, ["Name", "Vorname",
        "Raum", "Tel."], rows)

@doc(.7, 1987)
def hausliste_asyl(s):
    ps = [s.p(age=(0, 60), org=s.ch("ar", "tr", "ru", "vn", "su")) for _ in range(s.r.randint(5, 11))]
    rows = [[str(i), p.up(), p.giv("spalte"), p.geb(s.ch("voll", "jj"), "spalte"), s.ch("SYR", "TUR", "LBN", "VNM", "SRB", "UKR"), s.nd(1,
        "zuweisung", "voll")] for i, p in enumerate(ps, 1)]
    return f"Gemeinschaftsunterkunft {s.home[2]}\nBelegung am {s.nd(0,'stand')}\n\n" + table(s, ["Nr", "Name", "Vorname", "geb.", "StA",
        "Zuweisung"], rows, page=s.ch(None, 6)) + f"\n\nHausmeister: {s.p('m').fam()}, Tel. {s.p().tel()}"

@doc(1)
def geburtstagsliste(s):
    ps = [s.p(age=(70, 100)) for _ in range(s.r.randint(5, 10))]
    o = [f"{s.ch('*','am','')} {p.geb('voll','jubilar')}  {p.full()}, {p.adr('komma')} ({s.y-p.dob.year} J.)".strip() for p in ps]
    e = s.p("w"); 
    return f"Jubiläumsliste für {s.ch('Bürgermeister','Landrat')} {s.p('m').fam()} - Altersjubilare\n\n" + "\n".join(o) + f"\n\nGoldene Hochzeit: Eheleute {e.fam()}, Heirat {s.nd(50,'heirat')}\nDiamantene Hochzeit: Eheleute {s.p().fam()}, getraut {s.nd(60,'heirat')}"

@doc(1.2, 1988)
def personalbogen(s):
    p = s.p(age=(18, 62)); k = [s.p(age=(0, 17), fam=p.f, org=p.o) for _ in range(s.r.randint(0, 3))]
    L = [("Name", p.fam("feld")), ("Vorname", p.giv("feld")), (s.ch("geb. am", "Geburtsdatum", "Geburtstag"), p.geb(lab="feld")),
        ("Geburtsort", s.ch(*ORT)[2]), ("Anschrift", p.adr("komma")), ("Telefon", p.tel()), ("Eingestellt am", s.nd(4, "eintritt")),
            ("Probezeit bis", s.nd(3, "probe")), ("RV-Nummer", p.rv())]
    if s.y > 2008: L += [(s.ch("IdNr.", "Steuer-Identnummer"), p.sid()), ("Bankverbindung", p.iban(de=True) if s.y > 2010 else s.ch(*BANK))]
    if s.y > 2006: L += [("Krankenkasse", s.ch(*KK) + ", " + p.kv())]
    L += [(f"{i}. Kind", f"{x.giv()}, {x.geb(lab='kind')}") for i, x in enumerate(k, 1)]
    st = s.r.randint(0, 2)
    return f"{s.ch('Personalbogen','Stammblatt','Personalstammdaten')}   Pers.-Nr. {s.r.randint(10000,99999)}\n\n" + "\n".join(a + (": " if st == 0 else " " + "." * (24 - len(a)) + " " if st == 1 else "\n    ") + b for a, b in L)

@doc(1.2, 1995)
def edv_ausdruck(s):
    p = s.p(); e = s.p(fam=p.f, org=p.o, sex="w" if p.sex == "m" else "m")
    o = [f"PROSOZ/S  FALL {s.r.randint(10000,99999)}   SB {s.p().fam()}   DRUCK {s.nd(0,'druck','voll')}", "=" * 60]
    for i, q in enumerate((p, e), 1):
        o += [f"PERS {i:02d}  NAME {q.up()}  VORN {q.giv('feld')}  GEBDAT {q.geb(s.ch('voll','jj','iso'),'edv')}  GSL {q.sex.upper()}",
            f"         STR/ORT {q.adr('komma') if i == 1 else 'wie PERS 01'}",
              f"         RVNR {q.rv('eng') if s.r.random()<.8 else q.rv('eng', near=True)}" + (f"  KVNR {q.kv()}" if s.y > 2006 else "") + (f"  IDNR {q.sid('lang')}" if s.y > 2008 else "")]
        if s.y > 2012 and i == 1: o.append(f"         IBAN {q.iban('eng')}   ABW.KTOINH -")
        o.append(f"         ZUGANG {s.nd(1,'zugang','voll')}  ABGANG 00.00.0000")
    return "\n".join(o)

@doc(1, 1988)
def adressliste_verein(s):
    ps = [s.p() for _ in range(s.r.randint(4, 9))]
    return f"{s.ch('Schöffenvorschlagsliste','Wahlvorstand Wahlbezirk 4','Jagdpächter im Kreis','Pflegeeltern Bereitschaft','Kreisbrandmeister und Stellvertreter')}\n\n" + "\n".join(f"{i}. {p.rev()}, {s.ch(*PROF)}, {'geb. ' if s.r.random()<.5 else ''}{p.geb('voll','liste')}, {p.adr()}" + s.ch("", f", {p.tel()}") for i, p in enumerate(ps, 1)) + f"\n\nGegründet {s.nd(40,'gruendung')}; Satzung vom {s.nd(10,'satzung')}"

@doc(1, 1990)
def fuehrerschein_liste(s):
    ps = [s.p(age=(17, 70)) for _ in range(s.r.randint(4, 9))]
    rows = [[p.rev(), p.geb("voll", "spalte"), N("ausweis", "fs-nr", s.ch("F", "K",
        "B") + f"{s.r.randint(100,999)}{s.ch('A','C','R')}{s.r.randint(10000,99999)}{s.r.randint(0,9)}"[:10]), s.nd(2, "erteilt", "voll"),
            s.ch("B", "BE", "C1E", "A, B", "3")] for p in ps]
    return f"Fahrerlaubnisbehörde {s.off}\nUmtausch/Neuerteilung {s.y}\n\n" + table(s, ["Name", "geb. am", "FS-Nr.", "erteilt",
        "Klassen"], rows)
