"""Registers, residents, foreigners, social and youth offices, schools."""
from .reg import doc, kopf, anrede, empf, gruss, tab

@doc(1985, 2025, 1.3)
def meldeauskunft(d):
    p = d.pers(); n = d.n(20, 28); f = lambda k, v: d.pad(k, n) + v
    t = f"{d.c('Einwohnermeldeamt', 'Bürgeramt', 'Meldebehörde')} {d.place[0]}     {d.c('Erweiterte Melderegisterauskunft', 'Auskunft aus dem Melderegister', 'EWO-Auskunft')}     {d.day(0, 0, mark=1)}\n\n"
    L = [f("Familienname", d.last(p, "formular")), f("Vornamen", d.first(p, "formular"))]
    if d.p(.3): L.append(f("fr. Name", d.last(d.pers(), "geburtsname")))
    L += [f("Geburtstag", d.bd(p)), f("Geburtsort", d.place[0]), f("Anschrift", d.addr(p)), f("Einzug", d.day(-3000, -30, mark=1,
        f="einzug"))]
    q = d.pers()
    if d.p(.6): L.append(f("vorige Anschrift", d.addr(q)))
    if d.p(.7): L.append(f("Pers.-Ausweis", d.aus() + " gültig bis " + d.day(300, 3000, mark=1, f="gueltig")))
    if d.y > 2008 and d.p(.6): L.append(f("Identifikationsnr.", d.sid()))
    if d.p(.4): L.append(f("Ehegatte", d.rev(d.pers(fam=p), "formular")))
    if d.p(.15):
        L.append(f("verstorben", d.tod()))
    s = "\n".join(L)
    return t + s + "\n\n" + (f"Sachbearb.: {d.last(d.amt(), 'unterschrift')}\n" if d.p(.6) else "")

@doc(1985, 2025, 1)
def standesamt(d):
    k, v, m = d.pers(a=0, b=30), d.pers("m", 30, 60), d.pers("f", 30, 60)
    k.ln = v.ln; x = d.n(0, 2)
    nr = d.X("gericht", "register", f"{d.n(1, 900)}/{d.y}")
    if x == 0: return f"Standesamt {d.place[0]}   Nr. {nr}\n\nGeburtsurkunde\n\n" + d.w(f"{d.full(k)} ist am {d.bd(k, d.c('dd. B Y', 'd. B Y', '%d.%m.%Y'))} um {d.n(0, 23)} Uhr {d.n(1, 59)} Minuten in {d.place[0]}, {d.noname()}, geboren. Vater: {d.full(v)}, {d.c('katholisch', 'evangelisch', 'ohne Bekenntnis')}, wohnhaft {d.addr(v)}. Mutter: {d.P('name', 'voll', m.fn + ' ' + v.ln)} geb. {d.last(m, 'geburtsname')}. Eheschließung der Eltern am {d.day(-9000, -7000, mark=1, f='heirat')} (Standesamt {d.place[0]}).") + f"\n\n{d.place[0]}, den {d.day(0, 0, mark=1)}\nDer Standesbeamte\n{d.last(d.amt('m'), 'unterschrift')}\n"
    if x == 1:
        p = d.pers(a=60, b=95)
        q = d.pers("f" if p.sex == "m" else "m", 55, 90)
        return f"Standesamt {d.place[0]}\n{d.c('Sterbeurkunde', 'Sterbeeintrag', 'Beglaubigte Abschrift - Sterbebuch')} Nr. {nr}\n\n" + d.w(f"{d.full(p)}, {d.c('evangelisch', 'röm.-kath.', 'ohne Angabe')}, wohnhaft {d.addr(p)}, ist am {d.tod()} um {d.n(0, 23)} Uhr {d.n(1, 59)} Minuten in {d.place[0]} verstorben. {'Der Verstorbene' if p.sex == 'm' else 'Die Verstorbene'} war geboren am {d.bd(p)} in {d.place[0]} und verheiratet mit {d.P('name', 'voll', q.fn + ' ' + p.ln)}. Eingetragen auf mündliche Anzeige {d.c('der Tochter ' + d.full(d.pers('f')), 'des Bestatters ' + d.full(d.pers('m')))}; der/die Anzeigende wies sich aus durch {d.ausw()}.") + f"\n\nDer Standesbeamte\n{d.last(d.amt('m'), 'unterschrift')}\n"
    return f"Heiratsregister {d.place[0]} Nr. {nr}\n\n" + d.w(f"Vor dem unterzeichneten Standesbeamten erschienen heute, am {d.day(0, 0, mark=1, f='heirat')}: 1. {d.full(v)}, {d.geb(v)} in {d.place[0]}, {d.addr(v)}, {d.ausw()}; 2. {d.full(m)}, {d.geb(m)}, {d.addr(m)}, ausgewiesen durch {d.ausw()}. Als Zeugen waren zugegen {d.full(d.pers(), 'zeuge')} und {d.full(d.pers(), 'zeuge')}. Ehename: {d.last(v, 'ehename')}.") + f"\n\nvorgelesen, genehmigt und unterschrieben\n{d.full(v, 'unterschrift')}\n{d.P('name', 'unterschrift', m.fn + ' ' + v.ln)} geb. {d.last(m, 'geburtsname')}\n"

@doc(1992, 2025, 1.3)
def auslaenderakte(d):
    o = d.c("tr", "ar", "yu", "ru", "vn", "pl", "ar"); p = d.pers(origin=o, a=18, b=55); q = d.pers(origin=o, a=18, b=55,
        sex="f" if p.sex == "m" else "m"); s = d.amt()
    t = f"{d.c('Ausländerbehörde', 'Ausländeramt', 'Fachdienst Ausländerrecht')} {d.place[0]}   {d.az()}\n\n{d.c('Vermerk', 'Aktenvermerk', 'V.')}\n\n" + d.w(
        f"{d.rev(p)}, {d.geb(p)}, StA: {d.c('türkisch', 'syrisch', 'serbisch', 'ungeklärt', 'vietnamesisch')}, {d.addr(p)}; Nationalpass {d.c('liegt in Kopie vor', 'nicht vorgelegt', 'verloren')}. {d.hr(p)} ist am {d.day(-3000, -400, mark=1, f='einreise')} eingereist. Asylantrag vom {d.day(-399, -300, mark=.8, f='antrag')} abgelehnt (BAMF-Gz. {d.X('gericht', 'bamf', f'{d.z(7)}-{d.z(3)}')}), Klage beim VG {d.place[0]} anhängig: {d.ger(False) if d.p(.4) else d.P('gericht', 'verwaltung', f'{d.n(1, 14)} A {d.n(20, 4000)}/{d.y % 100:02d}')}. Duldung gültig bis {d.day(20, 180, mark=1, f='gueltig')}. {'Ehefrau' if q.sex == 'f' else 'Ehemann'}: {d.full(q)}, {d.geb(q)}.")
    for _ in range(d.n(0, 3)): k = d.pers(origin=o, a=0, b=17, fam=p); t += f"\n- Kind {d.first(k, 'kind')}, {d.geb(k)}"
    if d.p(.4): x = d.pers("mf"[d.n(0, 1)],
        origin="de"); t += "\n" + d.w(f"Verpflichtungserklärung von {d.hr(x, 1)} {d.first(x) if 0 else ''}liegt vor ({d.ausw()}).".replace("  ", " "))
    return t + "\n\n" + d.w(d.neb(d.n(1, 2))) + f"\n\n{d.last(s, 'unterschrift')}\n"

@doc(1993, 2025, .9)
def asylanhoerung(d):
    p = d.pers(origin=d.c("ar", "tr", "ru", "yu")); dm = d.pers(); br = d.pers('m', origin=p.o)
    return f"Bundesamt für {'die Anerkennung ausländischer Flüchtlinge' if d.y < 2005 else 'Migration und Flüchtlinge'}\nAußenstelle {d.place[0]}     Gesch.-Z.: {d.X('gericht', 'bamf', f'{d.z(7)} - {d.z(3)}')}\n\nNiederschrift über die Anhörung im Asylverfahren\n\n" + d.w(f"Es erscheint am {d.day(0, 0, mark=1, f='anhoerung')} {d.full(p)}, {d.geb(p)} in {d.c('Aleppo', 'Diyarbakır', 'Grosny', 'Priština')}. Als Sprachmittler ist anwesend: {d.c(d.rev, d.full)(dm)}.") + "\n\n" + f"Frage: Wer von Ihrer Familie lebt noch im Heimatland?\n" + d.w(f"Antwort: Mein Bruder {d.first(br, 'vorname')} und meine Eltern. Mein Onkel {d.full(d.pers('m', origin=p.o))} wohnt in Deutschland, {d.addr(d.pers())}.") + "\n\nFrage: Wann haben Sie Ihr Land verlassen?\n" + d.w(f"Antwort: Am {d.day(-400, -60, mark=1, f='ausreise')}, mit einem Schlepper, er hieß {d.first(d.pers('m', origin=p.o))}. {d.c('Ich habe 4.000 Dollar bezahlt.', 'Das Geld hat meine Familie gegeben.')}") + f"\n\nRückübersetzt und genehmigt.\n{d.last(d.amt(), 'unterschrift')} (Einzelentscheider/in)\n"

@doc(1985, 2025, 1.2)
def sozialbericht(d):
    m = d.pers("f", 22, 45); k = [d.pers(a=1, b=17, fam=m) for _ in range(d.n(1, 4))]; v = d.pers("m", 24, 50); s = d.amt("f")
    t = f"{d.c('Jugendamt', 'Allgemeiner Sozialer Dienst', 'Stadtjugendamt')} {d.place[0]}\n{d.az()}   {d.day(0, 0)}\n\n{d.c('Sozialbericht', 'Psychosozialer Bericht', 'Bericht der Sozialpädagogischen Familienhilfe')}\n\n" + d.w(f"Kindesmutter: {d.full(m)}, {d.geb(m)}, {d.addr(m)}{d.c('', ', Tel. ' + d.ph(m.pl))}. Kindesvater: {d.full(v)}, {d.geb(v)}, Aufenthalt unbekannt.") + "\nKinder:\n"
    for x in k: t += f"{d.c('- ')}{d.c(d.first, d.first, d.full)(x, 'kind')}, {d.geb(x)}\n"
    a = k[0]
    t += "\n" + d.w(f"Der Hausbesuch fand am {d.day(-20, -1, mark=.8, f='besuch')} statt. {d.hr(m)} öffnete erst nach mehrmaligem Klingeln. {d.first(a, 'kind')} besucht die {d.noname() if 0 else d.X('name', 'schule', d.c('Albert-Schweitzer-Schule', 'Astrid-Lindgren-Schule', 'Anne-Frank-Schule', 'Pestalozzischule', 'Kita St. Josef'))} und fällt dort durch häufiges Fehlen auf. Die Klassenlehrerin, Frau {d.last(d.pers('f'), 'anrede')}, berichtet, {d.first(a, 'kind')} komme ohne Frühstück. Der Vater, {d.hr(v)}, zahlt keinen Unterhalt ({d.gz('F')}). Die Großmutter {d.full(d.pers('f', 50, 80))} hilft gelegentlich aus. {d.neb(d.n(0, 1), 'name')}")
    return t + f"\n\n{d.full(s, 'unterschrift')}\nDipl.-Sozialpädagogin\n"

@doc(1985, 2025, 1.2)
def schuelerliste(d):
    n = d.n(10, 24); bl = d.bst(); rows = []; form = d.n(0, 2)
    for i in range(n):
        p = d.pers(a=7, b=18)
        nm = [d.last(p, "spalte"), d.first(p, "spalte")] if form == 0 else [d.rev(p, "liste")]
        rows.append([str(i + 1)] + nm + [d.bd(p, bl)] + ([d.addr(p, ", ")] if form == 2 else [d.c("ev", "rk", "isl", "-")]))
    h = ["Nr"] + (["Name", "Vorname"] if form == 0 else [d.c("Name, Vorname", "Schüler/in")]) + [d.c("geb.", "Geburtsdatum",
        "Geb.-Tag")] + (["Anschrift"] if form == 2 else ["Bek."])
    return f"{d.X('name', 'schule', d.c('Albert-Schweitzer-Schule', 'Geschwister-Scholl-Gymnasium', 'Wilhelm-Raabe-Schule', 'Käthe-Kollwitz-Schule', 'Heinrich-Heine-Realschule'))} {d.place[0]}\nKlassenliste {d.n(1, 10)}{d.c(*'abc')}  Schuljahr {d.y}/{(d.y + 1) % 100:02d}   Klassenlehrer/in: {d.c('Hr. ', 'Fr. ', 'StR ', '')}{d.last(d.amt(), 'amt')}   Stand {d.day(0, 0, mark=1)}\n\n" + tab(d, h, rows, page=d.c(0, 0, 12)) + "\n"

@doc(1985, 2025, .8)
def schulzeugnis(d):
    p = d.pers(a=8, b=20)
    return f"{d.X('name', 'schule', d.c('Gymnasium am Kattenberge', 'Sophie-Scholl-Schule', 'Ricarda-Huch-Schule', 'Freiherr-vom-Stein-Gymnasium'))}\n{d.place[0]}\n\n{d.c('ABGANGSZEUGNIS', 'Zeugnis', 'ZEUGNIS DER ALLGEMEINEN HOCHSCHULREIFE')}\n\n{d.full(p)}\n{d.c('geboren am', 'geb. am')} {d.bd(p, d.c('d. B Y', 'dd. B Y', '%d.%m.%Y'))} in {d.place[0]}\n\nDeutsch .......... {d.n(1, 5)}\nMathematik ....... {d.n(1, 5)}\nEnglisch ......... {d.n(1, 5)}\nReligion ......... {d.n(1, 4)}\n\n" + d.w(f"Bemerkungen: {d.first(p)} nahm an der AG {d.noname()} teil. Konferenzbeschluss vom {d.day(-12, -2, mark=1, f='konferenz')}.") + f"\n\n{d.place[0]}, {d.day(0, 0, mark=1)}\n\n{d.last(d.amt(), 'unterschrift')}                    {d.last(d.amt(), 'unterschrift')}\nSchulleiter                 Klassenlehrerin\n"

@doc(2005, 2025, 1.4)
def jobcenter(d):
    p = d.pers(a=18, b=62); 
    t = kopf(d, d.c("Jobcenter", "ARGE SGB II", "Agentur für Arbeit") + " " + d.place[0]) + "\n" + empf(d,
        p) + f"\nBG-Nr. {d.X('steuer-id', 'bg-nummer', d.z(5) + 'BG' + d.z(7))}   Kundennr. {d.X('telefon', 'kunde', d.z(3) + 'A' + d.z(6))}\n\n{d.c('Änderungsbescheid', 'Bewilligung', 'Einladung')} {d.c('Arbeitslosengeld II', 'Leistungen zur Sicherung des Lebensunterhalts')}\n\n{anrede(d, p)}\n\n"
    t += d.w(f"für die Zeit vom {d.day(1, 20, mark=.8, f='zeitraum')} bis {d.day(150, 200, mark=.8, f='zeitraum')} werden Ihnen und den mit Ihnen in der Bedarfsgemeinschaft lebenden Personen {d.dm(300, 1700)} monatlich bewilligt. {d.neb(d.n(0, 1))}") + "\n\n"
    rows = []
    for i in range(d.n(1, 4)):
        x = p if i == 0 else d.pers(a=1, b=50, fam=p); rows.append([d.rev(x, "liste"), d.bd(x), d.c(d.vs(x), "-") if i else d.vs(x),
            d.kv()])
    t += tab(d, ["Name", "geb. am", "RV-Nummer", "KV-Nummer"], rows, d.c("  ", "\t")) 
    if d.y > 2008: t += f"\n\nZahlung an {d.full(p, 'zahlung')}, {d.c('IBAN', 'IBAN:')} {d.iban()}"
    return t + "\n\n" + gruss(d) + "\n"

@doc(1990, 2025, 1)
def einbuergerung(d):
    p = d.pers(origin=d.c("tr", "pl", "ru", "ar", "vn", "yu", "es")); n = 30; f = lambda i, k, v: d.pad(f"{i}. {k}", n) + v
    L = ["Antrag auf Einbürgerung", "(bitte in Druckbuchstaben ausfüllen)", "", f(1, "Familienname", d.P("name", "grossbuchstaben",
        p.ln.upper() if p.o not in ("tr",) else p.ln)), f(2, "Vornamen", d.first(p, "formular")), f(3, "geboren am", d.bd(p)), f(4,
            "Staatsangehörigkeit", d.c("türkisch", "polnisch", "russisch", "syrisch")), f(5, "Anschrift", d.addr(p)), f(6, "Tel.",
                d.ph(p.pl)), f(7, "in Deutschland seit", d.day(-7000, -3000, mark=1, f="einreise")), f(8, "Ehegatte (Name, Vorname)",
                    d.rev(d.pers(fam=p), "formular")), f(9, "eheschließung am", d.day(-5000, -1000, mark=1, f="heirat")), f(10,
                        "Arbeitgeber", d.firma()), f(11, "Rentenvers.-Nr.", d.vs(p))]
    if d.y > 2008: L.append(f(12, "Steuer-IdNr.", d.sid()))
    if d.y > 2001: L.append(f(13, "E-Mail", d.mail(p)))
    return "\n".join(L) + f"\n\n{d.place[0]}, {d.day(0, 0, mark=1)}   {d.full(p, 'unterschrift')}\n\nVermerk der Behörde: Anfrage an StA {d.place[0]} ergab {d.c('keine Erkenntnisse', 'Verfahren ' + d.ger(True) + ', eingestellt')}. {d.last(d.amt(), 'unterschrift')}\n"

@doc(1985, 2025, 1)
def nachlass(d):
    e, s, w = d.pers(a=60, b=95), d.pers(a=30, b=70), d.amt()
    return f"Amtsgericht {d.place[0]}\n- Nachlassgericht -\n{d.P('gericht', 'nachlass', f'{d.n(1, 60)} {d.c(chr(86) + chr(73), chr(73) + chr(86))} {d.n(1, 900)}/{d.y % 100:02d}')}\n\nNiederschrift vom {d.day(0, 0, mark=1)}\n\n" + d.w(f"Gegenwärtig: {d.c('Rechtspfleger', 'Rechtspflegerin')} {d.last(w, 'amt')}. Es erscheint {d.ti(s)}{d.full(s)}, {d.geb(s)}, {d.addr(s)}, ausgewiesen durch {d.ausw()}, und erklärt: Am {d.tod()} verstarb in {d.place[0]} {d.full(e)}, geboren am {d.bd(e)}, zuletzt wohnhaft {d.addr(e)}. Der Erblasser hat ein Testament vom {d.day(-4000, -500, mark=1, f='testament')} hinterlassen. {d.neb(1)} Zum Nachlass gehört {d.c('ein Sparbuch', 'das Konto ' + d.iban()) if d.y > 2008 else 'ein Sparbuch Nr. ' + d.X('iban', 'sparbuch', d.z(10))}. Weitere Miterben: {d.full(d.pers())}, {d.full(d.pers())}.") + f"\n\nv.g.u.\n\n{d.full(s, 'unterschrift')}\n{d.last(w, 'unterschrift')}, Rechtspfl.\n"

@doc(2005, 2025, 1.5)
def elternbeitrag(d):
    m, v = d.pers("f", 25, 45), d.pers("m", 25, 50); k = d.pers(a=0, b=6, fam=v); L = []
    for t_, p in (("Mutter", m), ("Vater", v)):
        L += [f"{t_}: {d.rev(p, 'formular')}   geb. {d.bd(p)}", f"   {d.addr(p)}   {d.c('Tel.', 'Handy', 'Mobil:')} {d.ph(p.pl, .6)}"]
        if d.y > 2008: L.append(f"   Steuer-ID: {d.sid()}")
    return f"{d.c('Antrag auf Elterngeld', 'Aufnahmeantrag Kindertagesstätte', 'Antrag auf Kindergeld')}\n\nKind: {d.rev(k, 'formular')}   geb. {d.bd(k)}   KV-Nr. {d.kv()}\n" + "\n".join(L) + (f"\nKontoverbindung: {d.iban()}, Kontoinhaber {d.full(d.c(m, v), 'formular')}" if d.y > 2008 else "") + f"\nBetreuung ab: {d.day(10, 200, mark=1, f='beginn')}\nAufnahme geprüft: {d.c('ja', 'nein')}, {d.day(0, 0)}, {d.last(d.amt(), 'unterschrift')}\n"
