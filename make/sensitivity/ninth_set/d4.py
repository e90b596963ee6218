"""Mail, notes, minutes, lists of all kinds, citizens' letters, near-miss papers."""
import datetime as D
from .reg import doc, kopf, anrede, empf, gruss, tab

@doc(1999, 2025, 1.5)
def email(d):
    a, b, c_, x = d.amt(), d.amt(), d.amt(), d.pers(); dom = d.odom(); hm = lambda: f"{d.n(7, 18):02d}:{d.n(0, 59):02d}"
    ad = lambda p: d.c(lambda: f"{d.full(p, 'mailkopf')} <{d.mail(p, dom)}>", lambda: f"{d.rev(p, 'mailkopf')} [mailto:{d.mail(p, dom)}]",
        lambda: f"\"{d.rev(p, 'mailkopf')}\" <{d.mail(p, dom)}>", lambda: d.rev(p, "mailkopf"))()
    t = f"Von: {ad(a)}\nGesendet: {d.c('Montag', 'Mittwoch', 'Freitag')}, {d.day(0, 0, mark=.8)} {hm()}\nAn: {ad(b)}\n" + (f"Cc: {ad(c_)}\n" if d.p(.4) else "") + f"Betreff: {d.c('AW:', 'WG:', 'Re:', '')} {d.c('Vorgang', 'Antrag', 'Sache')} {d.last(x, 'betreff')}{d.c('', ' - ' + d.ger(False))}\n"
    if d.p(.2): t += f"Message-ID: {d.X('e-mail', 'message-id', '<' + d.z(8) + '.' + d.z(5) + '@mail.' + dom + '>')}\n"
    t += f"\n{d.c('Hallo', 'Liebe/r', 'Moin')} {d.c(d.first(b, 'anrede-vorname'), ('Herr ' if b.sex == 'm' else 'Frau ') + d.last(b, 'anrede'))},\n\n" + d.w(f"anbei die Daten von {d.hr(x, 1)}: {d.full(x)}, {d.geb(x)}, {d.addr(x)}. {d.c('Steuer-ID ' + d.sid() + '.' if d.y > 2008 else '', 'KV-Nr. ' + d.kv() + '.' if d.y > 2006 else '', 'RV-Nr. ' + d.vs(x) + '.')} {d.c('Erreichbar unter ' + d.ph(x.pl) + '.', 'Mailadresse: ' + d.mail(x) + '.')} {d.neb(d.n(0, 2))}", 76)
    t += f"\n\n{d.c('Gruß', 'Viele Grüße', 'MfG', 'LG')}\n{d.c(d.full, d.first, d.init)(a, 'signatur') if 0 else d.full(a, 'signatur')}\n"
    if d.p(.6): t += f"-- \nFachdienst {d.n(10, 60)}\n{d.oaddr()}\nTel. {d.ph(mob=0)}\n"
    if d.p(.5): t += f"\n-----Ursprüngliche Nachricht-----\nVon: {ad(b)}\nGesendet: {d.day(-5, -1, mark=.6)} {hm()}\nAn: {ad(a)}\nBetreff: {d.last(x, 'betreff')}\n\n> Hallo {d.first(a, 'anrede-vorname')},\n> wer bearbeitet eigentlich den Fall {d.last(x, 'blosser-nachname')}?\n> Gruß {d.last(b, 'signatur')}\n"
    return t

@doc(1985, 2025, 1)
def telefonnotiz(d):
    x, s = d.pers(), d.amt()
    return f"{d.c('Telefonnotiz', 'TELEFONVERMERK', 'Gesprächsnotiz', 'Tel.-Notiz')}\n\n{d.c('Anrufer', 'Gespräch mit')}: {d.ti(x)}{d.c(d.last, d.full)(x)}\n{d.c('Rückruf', 'Tel.', 'Nummer')}: {d.ph(x.pl)}\nDatum: {d.day(0, 0, mark=.8)}, {d.n(8, 16)}.{d.n(10, 59)} Uhr\n\n" + d.w(f"{d.c('Hat', 'Möchte', 'Bittet um')} {d.c('Auskunft wg. Bescheid', 'Sachstand', 'Rückruf')}. {d.c(d.last, d.hr)(x)} ist {d.c('umgezogen, neue Anschr.: ' + d.addr(x), 'geb. ' + d.bd(x), 'sehr ungehalten')}. {d.neb(d.n(0, 2))} {d.c('Konto neu: ' + d.iban() if d.y > 2008 else '', '', 'Vers.-Nr. ' + d.vs(x))}") + f"\n\n{d.c('', 'gez. ')}{d.last(s, 'unterschrift')}   z.d.A.\n"

@doc(2004, 2025, .7)
def sms(d):
    a, b = d.pers(a=15, b=50), d.pers(a=15, b=50); L = []
    for i in range(d.n(4, 8)):
        w = d.c(lambda: "bist du schon da", lambda: f"ruf mich an {d.ph(mob=1)}",
            lambda: f"der {d.first(d.pers('m'), 'vorname')} hat gesagt er kommt nicht",
                lambda: f"ok schick das geld auf {d.iban()}" if d.y > 2012 else "ok", lambda: f"adresse ist {d.addr(d.pers())}",
                    lambda: f"frag {d.full(d.pers())} wegen dem auto", lambda: f"mein bday is der {d.bd(a, 'd.m.Y')} du depp",
                        lambda: f"treffen bei {d.firma()}")()
        L.append(f"{i + 1:02d} {d.dx(d.heute - D.timedelta(days=d.n(0, 2)), '%d.%m.%Y', .5, 'sms')} {d.n(0, 23):02d}:{d.n(0, 59):02d}  {d.first(d.c(a, b), 'kontakt')}: {w}")
    return f"Auswertung Mobiltelefon (Asservat {d.n(1, 40)}), {d.ger(True)}\nNutzer: {d.full(a)}, {d.geb(a)}   IMEI {d.X('iban', 'imei', d.z(15))}\nGegenstelle: {d.ph(mob=1)} ({d.full(b)})\n\n" + "\n".join(L) + f"\n\nAusgewertet: {d.last(d.amt(), 'unterschrift')}, KOK\n"

@doc(1985, 2025, 1)
def protokoll(d):
    P = [d.amt() for _ in range(d.n(4, 8))]; s = P[0]
    return f"{d.c('Niederschrift', 'Protokoll', 'Ergebnisprotokoll')} über die {d.n(2, 60)}. Sitzung des {d.c('Personalrats', 'Fachbereichsrats', 'Ausschusses für Bau und Umwelt', 'Senats', 'Ortsrats')} am {d.day(0, 0, mark=1, f='sitzung')}\nOrt: {d.noname()}, {d.oaddr()}\n\n" + d.w("Anwesend: " + ", ".join(d.c(lambda: d.hr(p), lambda: p.t + d.full(p, "teilnehmer"), lambda: d.last(p, "teilnehmer"))() for p in P) + f". Entschuldigt: {d.last(d.amt(), 'teilnehmer')}, {d.last(d.amt(), 'teilnehmer')}.") + f"\n\nTOP 1  Genehmigung der Niederschrift vom {d.day(-60, -20, mark=.9)}\n" + d.w(f"{d.hr(s)} eröffnet die Sitzung. {d.last(P[1])} beantragt eine Änderung zu TOP 3.") + f"\n\nTOP 2  {d.c('Sanierung', 'Umbenennung', 'Ausbau')} {d.nstr()}\n" + d.w(f"{d.hr(P[2])} berichtet über das Angebot von {d.firma()}. {d.neb(d.n(1, 3), None)} {d.hr(P[3])} fragt nach den Kosten; die Verwaltung sagt Prüfung bis {d.day(20, 60, mark=1, f='frist')} zu.") + f"\n\nTOP 3  Personalangelegenheit (nichtöffentlich)\n" + d.w(f"Höhergruppierung {d.hr(d.pers())}: einstimmig. Einstellung {d.full(d.pers())}, {d.geb(d.pers())}: 3 Enthaltungen.") + f"\n\n{d.last(s, 'unterschrift')}                {d.last(P[-1], 'unterschrift')}\nVorsitz                 Protokoll\n"

@doc(1988, 2025, 1.3)
def teilnehmerliste(d):
    rows = []; k = d.n(0, 2)
    for i in range(d.n(6, 18)):
        p = d.pers(a=18, b=70)
        rows.append([f"{i + 1}."] + ([d.last(p, "spalte"), d.first(p, "spalte")] if k == 0 else [d.c(d.rev, d.full)(p) if 0 else d.full(p,
            "liste")] if k == 1 else [d.rev(p, "liste")]) + [d.addr(p, ", ") if k == 2 else d.c("Hauptamt", "Polizei", "Stadt " + p.pl[0],
                "Uni"), (d.mail(p) if d.y > 2000 and d.p(.6) else d.ph(p.pl))])
    h = ["lfd."] + (["Name", "Vorname"] if k == 0 else ["Name"]) + ["Anschrift" if k == 2 else "Dienststelle",
        "Tel./E-Mail" if d.y > 2000 else "Telefon"]
    return f"{d.c('Teilnehmerliste', 'Anwesenheitsliste', 'Teilnahmeliste')} {d.c('Fortbildung', 'Lehrgang', 'Exkursion', 'Erste-Hilfe-Kurs')} {d.c(d.noname(), '')} am {d.day(0, 0, mark=1, f='veranstaltung')}\nLeitung: {d.full(d.amt(), 'amt')}\n\n" + tab(d, h, rows, page=d.c(0, 0, 8)) + "\n"

@doc(1985, 2025, 1)
def vollmacht(d):
    a, b = d.pers(a=30), d.pers(a=25)
    return "V O L L M A C H T\n\n" + d.w(f"Ich, {d.full(a)}, {d.geb(a)}, {d.addr(a)}, {d.ausw()}, bevollmächtige {d.c('', 'hiermit ')}{d.hn(b)} {d.full(b)}, {d.geb(b)}, {d.addr(b)}, {d.ausw()}, mich in allen Angelegenheiten gegenüber {d.c('der Stadt', 'der Rentenversicherung', 'dem Finanzamt', 'Behörden und Gerichten')} zu vertreten{d.c('', ' (' + d.ger(False) + ')')}. Die Vollmacht gilt ab {d.day(0, 3, mark=1, f='beginn')} und umfaßt auch das Konto {d.iban() if d.y > 2008 else d.X('iban', 'konto', d.z(10))}." if d.y > 0 else "") + f"\n\n{d.place[0]}, {d.day(0, 0, mark=.8)}\n\n{d.full(a, 'unterschrift')}\n"

@doc(1987, 2025, 1)
def bewerbung(d):
    p = d.pers(a=18, b=50)
    t = f"{d.full(p, 'briefkopf')}\n{d.addr(p, chr(10))}\nTel.: {d.ph(p.pl, .5)}\n" + (f"{d.mail(p)}\n" if d.y > 1999 else "") + f"\n\n{d.c('Universität', 'Stadt', 'Landkreis')} {d.place[0]}\nPersonalabteilung\nz. Hd. {d.hr(d.amt(), 1)}\n{d.oaddr(chr(10))}\n\n{d.day(0, 0)}\n\nBewerbung als {d.c('Verwaltungsfachangestellte/r', 'Bibliotheksassistent/in', 'Gärtner', 'Sachbearbeiterin')}, Kennziffer {d.X('gericht', 'kennziffer', f'{d.n(2, 90)}/{d.y}')}\n\n"
    t += d.w(f"Ihre Anzeige vom {d.day(-30, -3, mark=.7)} habe ich mit Interesse gelesen. Zur Zeit bin ich bei {d.firma()} tätig. Als Referenz nenne ich {d.full(d.pers(), 'referenz')}.")
    return t + f"\n\nMit freundlichen Grüßen\n{d.full(p, 'unterschrift')}\n\nLebenslauf\n\n" + "\n".join([d.pad("Name", 18) + d.full(p,
        "formular"), d.pad("geboren", 18) + d.bd(p) + " in " + p.pl[0], d.pad("Eltern", 18) + d.full(d.pers('m', 45, 75, fam=p),
            "formular") + ", Schlosser", d.pad(f"{p.b.year + 6}-{p.b.year + 16}", 18) + d.X("name", "schule",
                d.c("Albert-Schweitzer-Schule", "Otto-Hahn-Realschule", "Goethe-Gymnasium")), d.pad("ab " + d.day(-3000, -2000, mark=1,
                    f="beschaeftigung"), 18) + d.firma()]) + "\n"

@doc(1988, 2025, 1)
def einwohneranfrage(d):
    ps = [d.pers() for _ in range(d.n(1, 4))]
    return kopf(d, d.c("Sozialamt", "Gerichtskasse", "Kreiskasse",
        "Versorgungsamt") + " " + d.place[0]) + f"\nEinwohnermeldeamt\n{d.oaddr(chr(10))}\n\nErsuchen um Aufenthaltsermittlung\n\nEs wird um Mitteilung der jetzigen Anschrift gebeten:\n\n" + "\n".join(f"{d.c('-', '*) ' if 0 else '-')} {d.rev(p, 'liste')}, {d.geb(p)}, letzte bek. Anschrift: {d.addr(p)}" for p in ps) + "\n\n" + d.w(d.neb(d.n(0, 1)) + f" Az. des Gerichts: {d.ger()}.") + "\n\n" + gruss(d) + "\n\nUrschriftlich zurück: " + d.w(f"{d.last(ps[0])} ist am {d.day(-200, -10, mark=1, f='wegzug')} verzogen nach {d.addr(d.pers())}.") + "\n"

@doc(1985, 2025, 1)
def gutachten(d):
    p, g = d.pers(), d.amt()
    g.t = "Dr. "
    return f"Dr. med. {d.full(g, 'briefkopf')}\nArzt für {d.c('Psychiatrie', 'Orthopädie', 'Neurologie')}\n{d.addr(g)}\n\nAn das Sozialgericht {d.place[0]}\n\nG u t a c h t e n\nin dem Rechtsstreit {d.last(p, 'rubrum')} ./. {d.c('DRV Bund', 'BfA', 'Land Hessen', 'LVA')}    Az.: {d.gz('S')}\n\n" + d.w(f"über {d.hn(p)} {d.full(p)}, {d.geb(p)}, {d.addr(p)}, VSNR {d.vs(p)}{d.c(', KV-Nr. ' + d.kv() if d.y > 2006 else '', '')}. Identität: {d.ausw()}. Ambulante Untersuchung am {d.day(-30, -3, mark=1, f='untersuchung')}. {d.hr(p)} berichtet, {d.er(p)} sei seit {d.day(-2000, -500, mark=.9, f='unfall')} krank. Der Hausarzt Dr. {d.last(d.pers(), 'anrede')} habe {d.c('Tabletten', 'Krankengymnastik')} verordnet. Testverfahren: {d.X('name', 'test', d.c('Rorschach-Test', 'Hamilton-Skala', 'Beck-Depressions-Inventar', 'Lasègue', 'Romberg'))}. {d.neb(d.n(0, 1), 'name')}") + f"\n\nDr. {d.last(g, 'unterschrift')}\n"

@doc(1985, 2025, 1)
def inventar(d):
    rows = []
    for i in range(d.n(6, 12)):
        rows.append([d.X("steuer-id", "inventar", d._flip(__import__("ninth_set.checks", fromlist=["x"]).sid_make(d.r),
            __import__("ninth_set.checks", fromlist=["x"]).sid_ok)), d.c("Schreibtisch", "Drucker", "Stuhl " + d.X("name", "modell",
                d.c("Ludwig", "Anton", "Billy", "Karl")), "Telefax", "Zeichenmaschine " + d.X("name", "geraet", d.c("Isis", "Kuhlmann")),
                    "Druckmaschine " + d.X("name", "geraet", "Heidelberger Tiegel")), d.X("krankenversicherung", "geraet",
                        d.c(*"ABSK") + d.z(8) + "x") if 0 else d.c("R ", "Z ") + str(d.n(1, 300)), d.day(-3000, -10, "%d.%m.%Y", .8,
                            "anschaffung"), d.firma() if d.p(.5) else d.noname()])
    return f"Inventarverzeichnis {d.c('Dekanat', 'Amt 10', 'Katasteramt', 'Bauhof')} {d.place[0]}\n\n" + tab(d, ["Inv.-Nr.", "Gegenstand",
        "Raum", "Zugang", "Lieferant/Standort"], rows, page=d.c(0,
            6)) + f"\n\nAufgenommen: {d.last(d.amt(), 'unterschrift')}, {d.day(0, 0)}   Rückfragen {d.ph(mob=0)}\n"

@doc(1985, 2025, 1.2)
def vereinsliste(d):
    rows = [[d.rev(p, "liste"), d.bd(p, "%d.%m.%Y" if i else None) if 0 else d.bd(p, d.c("%d.%m.%y", "%d.%m.%Y")),
        d.dx(p.b + D.timedelta(days=365 * d.n(8, 17)), "%d.%m.%y", .9, "eintritt"), d.addr(p, ", ")] for i, p in enumerate(d.pers(a=18,
            b=85) for _ in range(d.n(5, 14)))]
    return f"{d.X('name', 'verein', d.c('Kleingartenverein Erholung', 'TSV Jahn', 'Schützengilde St. Sebastian', 'Turnverein Friesen'))} {d.place[0]}, gegr. {d.dx(D.date(d.n(1880, 1965), d.n(1, 12), d.n(1, 28)), None, 1, 'gruendung')}\n{d.c('Mitgliederliste', 'Jubilare und Geburtstage', 'Ehrungsliste')} Stand {d.day(0, 0, mark=1)}\n\n" + tab(d, ["Name", d.c("Geb.", "geboren", "Geburtstag"), "Eintritt", "Anschrift"], rows, page=d.c(0, 7)) + "\n"

@doc(1990, 2025, 1.4)
def ausweisliste(d):
    rows = []; pas = d.y > 2007 and d.p(.4)
    for i in range(d.n(5, 12)):
        p = d.pers(a=16, b=85); rows.append([d.rev(p, "liste"), d.bd(p, "%d.%m.%Y"), d.aus(pas=pas, bad=.2), d.day(-30, 0, "%d.%m.%Y", .6,
            "ausstellung"), d.c("ausgehändigt", "Verlust", "ungültig", "gefunden")])
    return f"{d.c('Paßstelle', 'Bürgeramt', 'Pass- und Ausweisregister')} {d.place[0]}    Liste {d.c('der Verlustmeldungen', 'ausgehändigter Dokumente', 'eingezogener Ausweise')}\n\n" + tab(d, [d.c("Name, Vorname", "Inhaber"), "Geburtsdatum", d.c("Pass-Nr.", "Reisepass", "Seriennummer Pass") if pas else d.c("Ausweis-Nr.", "Personalausweis", "Seriennummer PA", "PA-Nr."), "Datum", "Vermerk"], rows, page=d.c(0, 6)) + f"\n\n{d.last(d.amt(), 'unterschrift')}\n"

@doc(1985, 2025, 1.3)
def buergerbrief(d):
    p, s = d.pers(a=20, b=85), d.amt(); x = d.pers()
    t = f"{d.full(p, 'briefkopf')}\n{d.addr(p, chr(10))}\n\n{d.c('An das', 'An die', '')}\n{d.c('Rathaus', 'Stadtverwaltung', 'Rentenanstalt', 'Finanzamt')}\n{d.place[0]}\n\n{d.place[0]}, den {d.day(0, 0, mark=.7)}\n\nBetr.: Ihr Schreiben vom {d.day(-30, -4, mark=.7)}, {d.az()}\n\nSehr geehrte Damen und Herren,\n\n"
    return t + d.w(f"gegen Ihren Bescheid lege ich Widerspruch ein. {d.c('Herr', 'Ihr Kollege Herr')} {d.last(s, 'anrede')} hat mir am Telefon etwas anderes gesagt. Mein Nachbar {d.last(x, 'blosser-nachname')} hat das Geld auch bekommen. {d.c('Meine Rentennummer ist ' + d.vs(p) + '.', 'Meine Steuernummer (die neue) ist ' + d.sid() + '.' if d.y > 2008 else '', 'Mein Konto ist ' + d.iban() + '.' if d.y > 2012 else '', 'Bei der Krankenkasse bin ich unter ' + d.kv() + ' versichert.' if d.y > 2006 else '')} Ich bin am {d.bd(p)} geboren und habe {d.n(30, 45)} Jahre gearbeitet, zuletzt bei {d.firma()}. {d.neb(d.n(0, 1), 'name')} Rufen Sie mich an: {d.ph(p.pl)}.") + f"\n\n{d.c('Hochachtungsvoll', 'Mit freundlichen Grüssen', 'Gruß')}\n\n{d.c(d.full, d.init)(p)}\n"

@doc(2009, 2025, 1.3)
def abgleichliste(d):
    rows = []
    for i in range(d.n(6, 15)):
        p = d.pers(a=20, b=80); rows.append([d.vs(p, .15), d.sid(.15), d.rev(p, "liste"), d.bd(p, "%Y-%m-%d" if d.p(.0) else "%d.%m.%Y"),
            d.kv(.15)])
    return f"{d.c('ZfA-Abgleich Riester-Zulage', 'Rentenbezugsmitteilungen', 'Versorgungskasse: Bestandsabgleich')}  Lauf {d.day(0, 0, mark=1)}  Satzart 04\n\n" + tab(d, ["VSNR", "IdNr", "Name", "GebDat", "KVNR"], rows, d.c(";", "|", "\t", "  ", ";"), page=d.c(0, 0, 9)) + f"\n\nSumme Sätze {len(rows)}; Hinweis: {d.neb(1)}\n"

@doc(1985, 2025, .9)
def dienstunfall(d):
    p, z = d.pers(a=20, b=62), d.pers()
    return f"{d.c('Unfallanzeige', 'Dienstunfallanzeige', 'Unfallmeldung an die Unfallkasse')}\n\n1 Name, Vorname des Versicherten ........ {d.rev(p, 'formular')}\n2 Geburtsdatum .......................... {d.bd(p)}\n3 Straße, PLZ, Ort ...................... {d.addr(p)}\n4 Krankenkasse .......................... {d.c('AOK', 'DAK', 'TK')}{', Nr. ' + d.kv() if d.y > 2006 else ''}\n5 RV-Nummer ............................. {d.vs(p)}\n6 Unfallzeitpunkt ....................... {d.day(-9, 0, mark=1, f='unfall')}, {d.n(6, 20)}.15 Uhr\n7 Unfallstelle .......................... {d.nstr()}\n8 Zeuge ................................. {d.full(z, 'zeuge')}, {d.ph(z.pl)}\n9 Hergang:\n" + d.w(f"{d.last(p, 'blosser-nachname')} rutschte beim Entladen der Lieferung von {d.firma()} aus. Maschine: {d.noname()}. Erstversorgung durch Dr. {d.last(d.pers(), 'anrede')}. {d.neb(d.n(0, 1))}") + f"\n\n{d.day(0, 0)}   {d.last(d.amt(), 'unterschrift')} (Dienststellenleiter)   {d.last(d.amt(), 'unterschrift')} (Personalrat)\n"

@doc(1985, 2025, .8)
def pruefungsakte(d):
    p = d.pers(a=22, b=38); a, b = d.amt(), d.amt(); a.t = b.t = "Prof. Dr. "
    rows = [[d.z(6), d.rev(x, "liste"), d.bd(x, "%d.%m.%y"), d.c("1,3", "2,0", "3,7", "n.b.")] for x in (d.pers(a=20,
        b=32) for _ in range(d.n(3, 10)))]
    return f"Universität {d.place[0]} - {d.c('Prüfungsamt', 'Dekanat')}\n\nProtokoll der {d.c('Disputation', 'mündlichen Prüfung', 'Diplomprüfung')} von {d.full(p)}, {d.geb(p)}, Matr.-Nr. {d.X('telefon', 'matrikel', '0' + d.z(6))}, am {d.day(0, 0, mark=1, f='pruefung')}\nPrüfer: {a.t}{d.last(a, 'amt')}, {b.t}{d.full(b, 'amt')}; Protokoll: {d.init(d.amt())}\n\n" + d.w(f"Frage {d.last(a, 'amt')}: {d.X('name', 'lehrsatz', d.c('Satz des Pythagoras', 'Gauß-Verteilung', 'Planck-Konstante', 'Keynesianismus', 'Marxismus'))}; gut beantwortet. Nachweis durch Studierendenausweis {d.X('ausweis', 'studierendenausweis', d.z(7))}.") + "\n\nNotenliste Klausur\n" + tab(d, ["Matr.", "Name", "geb.", "Note"], rows) + "\n"

@doc(1995, 2025, .8)
def pressestelle(d):
    b = d.amt()
    return f"P R E S S E M I T T E I L U N G   Nr. {d.X('gericht', 'nummer', f'{d.n(1, 200)}/{d.y}')}\n{d.place[0]}, {d.day(0, 0, mark=1)}\n\n" + d.w(f"{d.c('Bürgermeister', 'Landrat')} {d.full(d.pers('m'), 'amt')} hat am {d.day(-3, 0, mark=1)} die {d.noname()} besucht. Die Feier zu {d.X('name', 'fest', d.c('Mariä Himmelfahrt', 'St. Martin', 'Nikolaus', 'Peter und Paul'))} findet an der {d.nstr()} statt. Gesponsert von {d.firma()} und {d.firma()}. Leiter {d.last(b, 'amt')} dankte den Helfern. {d.neb(d.n(2, 4))}") + f"\n\nV.i.S.d.P.: {d.full(b, 'unterschrift')}, {d.oaddr()}, Tel. {d.ph(mob=0)}" + (f", {d.mail(b, d.odom())}" if d.y > 1999 else "") + "\n"

@doc(1988, 2025, 1)
def pfaendung(d):
    g, s = d.pers(), d.pers()
    return f"{d.c('Gerichtsvollzieher', 'Obergerichtsvollzieherin')} {d.full(d.pers(), 'briefkopf')}\n{d.oaddr()}\nDR {d.X('gericht', 'dr-nummer', f'II {d.n(10, 2000)}/{d.y % 100:02d}')}   Tel. {d.ph(mob=.1)}\n\n{d.c('Vermögensverzeichnis', 'Pfändungsprotokoll', 'Eidesstattliche Versicherung')}\n\n" + d.w(f"Gläubiger: {d.c(d.firma(), d.full(g))}. Schuldner: {d.full(s)}, {d.geb(s)}, {d.addr(s)}, {d.ausw()}. Titel: {d.c('Vollstreckungsbescheid', 'Urteil')} AG {d.place[0]} vom {d.day(-900, -90, mark=.9)}, {d.gz('C')}. Angetroffen wurde {d.c('die Tochter ' + d.first(d.pers('f', fam=s), 'vorname'), 'der Sohn ' + d.first(d.pers('m', fam=s), 'vorname'))}. Konto: {d.iban() if d.y > 2008 else d.X('iban', 'konto', d.z(10))}. Arbeitgeber: {d.firma()}. Rentenversicherung: {d.vs(s)}. {d.neb(d.n(0, 1))}") + f"\n\n{d.day(0, 0)}   {d.c('gez. ', '')}{d.last(s, 'unterschrift')}\n"
