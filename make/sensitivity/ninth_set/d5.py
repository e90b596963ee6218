"""Lists of numbers, hardly any names; papers of look-alikes; telephone and file registers."""
from . import checks as C
from .core import H
from .reg import doc, kopf, gruss, tab, anrede, empf

@doc(2009, 2025, 1.5)
def pruefprotokoll(d):
    L = []
    for i in range(d.n(8, 18)):
        k = d.n(0, 4)
        w = [lambda: f"IBAN {d.iban(.35)}", lambda: f"IdNr {d.sid(.35)}", lambda: f"VSNR {d.vs(d.pers(), .35)}",
            lambda: f"KVNR {d.kv(.35)}", lambda: f"Personalausweis {d.aus(.4)}"][k]()
        L.append(f"{i + 1:04d}  Satz {d.z(5)}  {w}  {d.c('gelesen', 'übernommen', 'Rückfrage', 'prüfen')}")
    return f"{d.c('Verarbeitungsprotokoll', 'Fehlerprotokoll Datenübernahme', 'Einlesebericht')}  {d.c('Rechenzentrum', 'Dataport', 'krz')}   {d.day(0, 0, mark=1)}\n\n" + "\n".join(L) + f"\n\nVerarbeitet: {len(L)}; {d.neb(d.n(1, 3))}\n"

@doc(2009, 2025, 1.5)
def vordruck(d):
    p = d.pers(a=18, b=70)
    q = [("Name, Vorname", d.rev(p, "formular")), ("Steuer-ID", d.sid(.25)), ("Sozialversicherungsnr.", d.vs(p, .25)),
        ("Krankenversichertennr.", d.kv(.25)), ("IBAN", d.iban(.25)), ("Personalausweisnr.", d.aus(.3)), ("Mobil", d.ph(mob=.9)),
            ("E-Mail", d.mail(p)), ("geb. am", d.bd(p)), ("Datum des Eintritts", d.day(1, 90, mark=1, f="eintritt"))]
    q = q[:1] + d.r.sample(q[1:], d.n(6, 9))
    k = d.n(0, 2)
    return d.c("Erklärungsbogen für geringfügig Beschäftigte", "Stammdatenbogen", "Einstellungsunterlagen stud. Hilfskraft",
        "Angaben für die Lohnabrechnung") + "\n\n" + "\n".join((a + ":\n   "
        "" + b) if k == 0 else (a + " " + "." * (30 - len(a)) + " " + b) if k == 1 else d.pad(a, 26) + "| "
        "" + b for a, b in q) + "\n\n" + d.w(d.neb(d.n(1, 2))) + "\n"

@doc(2006, 2025, 1.3)
def abrechnung_praxis(d):
    rows = [[str(i + 1), d.kv(.25), d.day(-90, 0, "%d.%m.%y", .5, "behandlung"), d.c("03003", "18311", "01430"),
        d.X("krankenversicherung", "artikel", d.c(*"ABCHX") + d.z(8)) if d.p(.4) else "-", d.dm(8, 90)] for i in range(d.n(6, 16))]
    return f"{d.c('Abrechnung Heilmittel', 'Sammelabrechnung', 'Regreßprüfung')} Quartal {d.n(1, 4)}/{d.y}   IK {d.X('ausweis', 'ik', '26' + d.z(7))}\n\n" + tab(d, ["lfd", d.c("Versicherten-Nr.", "KVNR"), "Datum", "GOP", "Hilfsmittel-Art.", "Betrag"], rows) + "\n\n" + d.w(d.neb(d.n(0, 2))) + "\n"

@doc(1990, 2025, 1.2)
def telefonverzeichnis(d):
    rows = []
    for i in range(d.n(6, 14)):
        p = d.amt(); st = d.p(.2); rows.append([d.c("Poststelle", "Pforte", "Registratur") if st else d.last(p, "spalte"), d.c("Zi. ",
            "") + str(d.n(1, 400)), d.ph(mob=.15)] + ([d.mail(None if st else p, d.odom())] if d.y > 1999 else [d.c("Registratur",
                "Amtsleitung", "Kasse")]))
    return f"{d.c('Fernsprechverzeichnis', 'Telefonliste', 'Erreichbarkeiten')} {d.c('Landratsamt', 'Regierungspräsidium', 'Polizeidirektion')} {d.place[0]}\n{d.oaddr()}   Stand: {d.day(0, 0, mark=1)}\n\n" + tab(d, ["Name", "Raum", "Telefon", "E-Mail" if d.y > 1999 else "Bereich"], rows) + "\n\n" + d.neb(1, "tel") + "\n"

@doc(1985, 2025, 1.3)
def js_register(d):
    rows = []
    for i in range(d.n(6, 14)):
        rows.append([str(i + 1), d.ger(), d.az(.9) if d.p(.6) else d.X("gericht", "tagebuch", f"{d.n(100, 9900)}/{d.y % 100:02d}"),
            d.day(-300, 0, "%d.%m.%y", .5, "eingang"), d.c(d.last(d.pers(), "liste"), d.rev(d.pers(), "liste"), d.firma(),
                d.c("Unbekannt", "Stadt " + d.place[0]))])
    return f"{d.c('Prozeßregister', 'Aktenaussonderung', 'Verfahrensliste', 'Abgabeliste')} {d.c('Rechtsamt', 'Staatsanwaltschaft', 'Landesjustizkasse', 'Rechtsreferat')} {d.place[0]}\n\n" + tab(d, ["Nr.", "Az. Gericht/StA", "hiesiges Zeichen", "Eingang", "Betreff"], rows, page=d.c(0, 6)) + "\n"

@doc(1985, 2025, 1.5)
def lieferanten(d):
    rows = []
    for i in range(d.n(5, 12)):
        rows.append([d.X("telefon", "kunde", "0" + d.z(4) + "-" + d.z(4)), d.firma(), d.dx(d._alt(), "%d.%m.%Y", .9, "gruendung"),
            d.X("anschrift", "postfach", f"Postfach {d.n(10, 99)} {d.n(10, 99)}, {d._plz(d.place)}") if d.p(.5) else d.oaddr(),
                d.X("iban", "lange-nummer", "DE" + d.z(9)) if d.y > 1995 else "-"])
    return f"{d.c('Lieferantenverzeichnis', 'Gewerbeliste', 'Bieterverzeichnis')} {d.c('Hochbauamt', 'Beschaffungsstelle', 'Studentenwerk')} {d.place[0]}   {d.day(0, 0, mark=1)}\n\n" + tab(d, ["Kd.-Nr.", "Firma", "gegr.", "Anschrift", "USt-IdNr."], rows) + f"\n\nerstellt: {d.last(d.amt(), 'unterschrift')}\n"

@doc(1985, 2025, 1.5)
def wegeliste(d):
    rows = []
    for i in range(d.n(6, 14)):
        rows.append([str(i + 1), d.nstr(), d.X("anschrift", "flur", f"Flur {d.n(1, 20)}, Flst. {d.n(1, 400)}/{d.n(1, 40)}"),
            d.dx(d._alt(), "%d.%m.%Y", .8, "widmung"), d.noname()])
    return f"{d.c('Bestandsverzeichnis der Gemeindestraßen', 'Winterdienstplan', 'Umbenennungsvorschläge')} {d.place[0]}\n\n" + tab(d,
        ["Nr", "Straße", "Lage", "gewidmet", "Bemerkung"],
            rows) + f"\n\n{d.c('Bauamt', 'Tiefbauamt')}, {d.last(d.amt(), 'unterschrift')}, Tel. {d.ph(mob=0)}\n"

@doc(1985, 2025, 1.4)
def verfuegung(d):
    p = d.pers()
    q = [lambda: d.neb(1) for _ in range(d.n(3, 6))]
    return f"{d.az()}{' ' * 30}{d.day(0, 0)}\n\nVfg.\n\n" + "\n".join(d.w(f"{i + 1}. {x()}") for i,
        x in enumerate(q)) + f"\n{len(q) + 1}. " + d.c(f"Schreiben an {d.hr(p, 1)}, {d.addr(p)}.", f"Kopie an RAin {d.last(p)}.",
            f"{d.hr(p)} m.d.B. um Kenntnisnahme.",
                f"Akte {d.ger()} beiziehen.") + f"\n{len(q) + 2}. Wv.\n\n{d.last(d.amt(), 'unterschrift')}\n"

@doc(1990, 2025, 1.4)
def zimmerbelegung(d):
    rows = []
    pas = d.y >= 2008
    for i in range(d.n(5, 12)):
        p = d.pers(a=18, b=70, origin=d.c(None, None, None, "de"))
        rows.append([d.day(-6, 0, "%d.%m.", 0), d.last(p, "spalte"), d.bd(p, d.c("%d.%m.%y", "d.m.Y")), d.aus(pas=pas and d.p(.3),
            bad=.2), d.street(p) if 0 else d.addr(p, ", ")])
    return f"{d.c('Fremdenbuch', 'Besucherbuch Pforte', 'Meldescheine Jugendherberge')} {d.noname() if d.p(.4) else d.place[0]}  {d.y}\n\n" + tab(d, ["Tag", "Name", "geb.", d.c("Ausweis-Nr.", "Personalausweis/Paß", "Ausweis/Pass Nr."), "Anschrift"], rows, d.c(" | ", "  ", "\t", ";")) + "\n"

@doc(1985, 2025, 1.2)
def rentenliste(d):
    rows = [[d.vs(d.pers(a=60, b=85), .25), d.X("rentenversicherung", "betriebsnummer", d.z(8)), d.day(-900, 0, "%m/%Y", 0), d.dm(200,
        1800)] for i in range(d.n(6, 15))]
    return f"{d.c('Rentenanpassung', 'Beitragsnachweis', 'Betriebsprüfung § 28p SGB IV')} {d.c('LVA', 'Versorgungswerk', 'Knappschaft')} - Stichprobe {d.day(0, 0, mark=1)}\n\n" + tab(d, [d.c("Vers.-Nr.", "VSNR", "Versicherungsnummer"), "Betr.-Nr.", "Monat", "Betrag"], rows) + "\n\n" + d.w(d.neb(d.n(0, 2))) + f"\n{d.last(d.amt(), 'unterschrift')}\n"

@doc(1992, 2025, 1.5)
def vernichtung(d):
    rows = []; pas = d.y >= 2008 and d.p(.4)
    for i in range(d.n(7, 18)):
        rows.append([str(i + 1), d.aus(.3, pas), d.day(-900, 0, "%d.%m.%Y", .4, "ablauf"), d.c("abgelaufen", "Fundsache", "ungültig",
            "beschädigt"), d.X("ausweis", "beutel", d.c("FB", "SK") + d.z(6)) if d.p(.0) else d.c("Kiste 1", "Kiste 2")])
    return f"{d.c('Vernichtungsprotokoll', 'Einzugsliste', 'Fundbüro - Liste')} {d.c('Reisepässe' if pas else 'Personalausweise', 'Ausweisdokumente')}   {d.place[0]}, {d.day(0, 0, mark=.5)}\n\n" + tab(d, ["Nr.", d.c("Reisepass-Nr.", "Seriennummer Pass") if pas else d.c("Personalausweis-Nr.", "Ausweisnummer", "Seriennr. PA"), "gültig bis", "Grund", "Ablage"], rows) + f"\n\nZeuge der Vernichtung: {d.last(d.amt(), 'unterschrift')}\n"

@doc(2009, 2025, 1.5)
def rueckrechnung(d):
    rows = [[d.z(6), d.iban(.25), d.sid(.25) if d.p(.8) else "-", d.dm(10, 900), d.c("AC01", "gebucht", "MD06",
        "Klärung")] for _ in range(d.n(6, 15))]
    return f"{d.c('Zahllauf', 'Rücklauferliste', 'Kontenabruf-Abgleich')} {d.c('Landeskasse', 'Familienkasse', 'Finanzkasse')} {d.place[0]}   {d.day(0, 0, mark=1)}\n\n" + tab(d, ["Beleg", "IBAN", d.c("IdNr.", "Steuer-ID"), "Betrag", "Status"], rows, page=d.c(0, 8)) + f"\n\nRückfragen: {d.ph(mob=0)}, {d.mail(None, d.odom())}\n"
