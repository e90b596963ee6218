"""Courts, prosecution, police."""
from .reg import doc, kopf, anrede, empf, gruss, tab

@doc(1985, 2025, 1)
def urteil(d):
    a, b, r1, r2 = d.pers(), d.pers(), d.amt(), d.amt()
    ra = d.amt()
    t = f"{d.gz(d.c(*'OCSC'))}\nVerkündet am {d.day(-20, 0, mark=1, f='verkuendung')}\n{d.last(d.amt(), 'unterschrift')}, {d.c('Justizangestellte', 'JOS', 'Justizsekretärin')} als Urkundsbeamtin der Geschäftsstelle\n\n{d.c('Amtsgericht', 'Landgericht')} {d.place[0]}\n\nIM NAMEN DES VOLKES\n\nU R T E I L\n\nIn dem Rechtsstreit\n\n"
    t += d.w(f"{d.c('des', 'der') if 0 else ('des' if a.sex == 'm' else 'der')} {d.full(a)}, {d.addr(a)},", 66,
        "    ") + f"\n\n{'Klägers' if a.sex == 'm' else 'Klägerin'},\n\n- Prozessbevollmächtigte: {d.X('name', 'kanzlei', 'Rechtsanwälte ' + ra.ln + ' & Partner')}, {d.oaddr()} -\n\ngegen\n\n" + d.w(f"{'den' if b.sex == 'm' else 'die'} {d.full(b)}" + d.c("", f", {d.geb(b)}") + f", {d.addr(b)},", 66, "    ") + f"\n\n{'Beklagten' if b.sex == 'm' else 'Beklagte'},\n\n"
    t += d.w(f"hat die {d.n(1, 14)}. Zivilkammer auf die mündliche Verhandlung vom {d.day(-40, -20, mark=.8, f='verhandlung')} durch {d.c('den Richter am Landgericht', 'die Richterin am Amtsgericht', 'Vors. Richter am LG')} {d.t_last(r1)} für Recht erkannt:") + "\n\nDie Klage wird abgewiesen.\n\nTatbestand\n\n"
    t += d.w(f"Die Parteien streiten um Schadensersatz aus einem Vertrag vom {d.day(-900, -300, mark=.7, f='vertrag')}. {d.neb(1, 'name')} Der Zeuge {d.last(d.pers('m'), 'zeuge')} hat bekundet, er habe die Parteien gesehen. Der Beklagte beruft sich auf BGH, Urteil vom {d.day(-4000, -900)} - {d.P('gericht', 'bund', f'{d.c(*[x for x in (chr(73)*2, chr(73)+chr(88), chr(86)+chr(73))])} ZR {d.n(5, 390)}/{d.n(85, 99)}')} -.")
    return t + f"\n\n{d.last(r1, 'unterschrift')}          {d.last(r2, 'unterschrift')}\n"

@doc(1988, 2025, 1.2)
def anklage(d):
    p, z = d.pers(a=18, b=60), [d.pers() for _ in range(d.n(1, 3))]
    t = f"Staatsanwaltschaft {d.place[0]}\n{d.P('gericht', 'straf', f'{d.n(1, 990)} Js {d.n(10, 9000)}/{d.y % 100:02d}')}\n\nAn das Amtsgericht - {d.c('Strafrichter', 'Schöffengericht', 'Jugendrichter')} -\n{d.place[0]}\n\nA n k l a g e s c h r i f t\n\n"
    t += d.w(f"{d.c('Der', 'Die') if 0 else ('Der' if p.sex == 'm' else 'Die')} {d.c('Arbeiter', 'Rentner', 'Verkäufer', 'Student') if p.sex == 'm' else d.c('Verkäuferin', 'Rentnerin', 'Schülerin')} {d.full(p)}, geboren am {d.bd(p)} in {d.place[0]}, {d.c('Staatsangehörigkeit deutsch, ', 'ledig, ', 'verh., ')}wohnhaft {d.addr(p)}, wird angeklagt, in {d.place[0]} am {d.day(mark=.9, f='tatzeit')} fremde bewegliche Sachen einem anderen in der Absicht weggenommen zu haben, sich diese rechtswidrig zuzueignen.")
    t += "\n\n" + d.w(f"Dem/Der Angeschuldigten wird zur Last gelegt: Im Geschäft {d.firma()} entnahm {d.er(p)} Waren im Wert von {d.dm(20, 900)}. {d.neb(d.n(0, 1))} Das Verfahren {d.ger(True)} wurde verbunden.") + "\n\nBeweismittel:\nZeugen:\n"
    for i, x in enumerate(z): t += f"{i + 1}. {d.full(x, 'zeuge')}, {d.addr(x)}\n"
    return t + f"\n{d.last(d.amt(), 'unterschrift')}\n{d.c('Staatsanwältin', 'Oberamtsanwalt', 'Staatsanwalt')}\n"

@doc(1985, 2025, 1.4)
def strafanzeige(d):
    a, s, b = d.pers(), d.pers(), d.amt()
    n = 24; f = lambda k, v: d.pad(k, n) + v
    t = f"{d.c('Polizeiinspektion', 'Polizeistation', 'Polizeirevier', 'PASt')} {d.place[0]}\nVorgangs-Nr. {d.X('gericht', 'vorgang', f'{d.y}00{d.z(6)}' if d.y > 1999 else f'{d.n(100, 9999)}/{d.y % 100}')}          {d.day(0, 0)}\n\nS T R A F A N Z E I G E\n\n"
    for tit, p in (("Anzeigende Person / Geschädigte(r)", a), (d.c("Beschuldigter", "Tatverdächtige Person"), s)):
        t += tit + "\n" + f("  Name:", d.last(p, "formular")) + "\n"
        if p.sex == "f" and d.p(.25): t += f("  Geburtsname:", d.last(d.pers(), "geburtsname")) + "\n"
        t += f("  Vorname:", d.first(p, "formular")) + "\n" + f(d.c("  Geb.-Datum/-Ort:", "  geboren:"), d.bd(p) + d.c("",
            " / " + d.place[0], " in " + d.place[0])) + "\n" + f("  Anschrift:", d.addr(p)) + "\n"
        if d.p(.5): t += f("  Tel.:", d.ph(p.pl)) + "\n"
        if d.p(.75): t += f(d.c("  Personalausweis-Nr.:", "  Ausgewiesen durch:"), d.c("PA ", "BPA Nr. ",
            "Personalausweis ") + d.aus()) + "\n"
        t += "\n"
    t += f("Tatzeit:", d.day(-20, 0, mark=1, f="tatzeit") + f", gg. {d.n(1, 23)}.{d.n(10, 59)} Uhr") + "\n" + f("Tatort:",
        d.c(d.place[0] + ", " + d.nstr(), "Parkplatz " + d.firma())) + "\n\nSachverhalt:\n"
    t += d.w(f"{d.hr(a)} erschien auf der Wache und erstattete Anzeige wegen {d.c('Diebstahls eines Fahrrades', 'Betruges', 'Sachbeschädigung', 'Beleidigung')}. {d.c('Das Rad trägt die Rahmennummer ' + d.X('ausweis', 'rahmen', d.c('WT', 'LK', 'CH') + d.z(7)) + '.', 'Geld wurde auf das Konto ' + d.iban() + ' überwiesen.' if d.y > 2008 else '')} {d.hr(s)} ist hier bereits bekannt. {d.neb(d.n(0, 2))}")
    return t + f"\n\n{d.last(b, 'unterschrift')}, {d.c('POK', 'PHM', 'PK', 'KHK', 'PHK')}\n"

@doc(1985, 2025, 1.2)
def vernehmung(d):
    p, k = d.pers(), d.amt(); x = d.pers('m'); kind = d.pers('f', 1, 16)
    t = f"{d.c('Kriminalkommissariat', 'FK', 'K')} {d.n(1, 34)}, {d.place[0]}, {d.day(0, 0, mark=.7)}\n\n{d.c('Zeugenvernehmung', 'Beschuldigtenvernehmung', 'Anhörung')}\n\n"
    t += d.w(f"Auf Vorladung erscheint {d.ti(p)}{d.full(p)}, {d.geb(p)}{d.c(' in ' + d.place[0], '')}, {d.c('wh.', 'wohnh.', 'wohnhaft')} {d.addr(p)}, {d.c('Tel. ' + d.ph(p.pl) + ', ', '')}ausgewiesen durch {d.ausw()}, und erklärt nach Belehrung:")
    t += "\n\n" + d.w(f"Ich kenne {d.hr(x, 1)} seit der Schulzeit. Am {d.day(-60, -1, mark=.8, f='tatzeit')} war ich mit meiner Tochter {d.first(kind, 'kind')} bei {d.firma()}. Dann kam der {d.last(x, 'blosser-nachname')} herein und schrie herum. {d.c('Meine Nachbarin, die ' + d.full(d.pers('f')) + ', kann das bestätigen.', 'Sonst war niemand da.')} {d.first(kind, 'kind') if 0 else ''}Mehr kann ich dazu nicht sagen. {d.neb(1, 'name') if d.p(.4) else ''}")
    return t + f"\n\nFrage: Kennen Sie {d.full(d.pers())}?\nAntwort: {d.c('Nein.', 'Nur vom Sehen.', 'Ja, leider.')}\n\nselbst gelesen, genehmigt und unterschrieben\n\n{d.c('gez. ', '')}{d.full(p, 'unterschrift')}      geschlossen: {d.last(k, 'unterschrift')}, {d.c('KOK', 'KHM', 'KOKin')}\n"

@doc(1990, 2025, 1.2)
def verkehrsunfall(d):
    a, b, z = d.pers(), d.pers(), d.pers()
    t = f"Verkehrsunfallanzeige    {d.c('PI', 'Polizeistation')} {d.place[0]}    Tgb.-Nr. {d.X('gericht', 'tagebuch', f'{d.n(10, 4000)}/{d.y % 100:02d}')}\nUnfallzeit: {d.day(-3, 0, mark=1, f='unfall')}, {d.n(0, 23)}:{d.n(10, 59)}   Ort: {d.nstr() if d.p(.5) else d.X('anschrift', 'strasse-km', f'B {d.n(1, 500)}, km {d.n(1, 99)},{d.n(1, 9)}')}\n\n"
    for i, p in ((1, a), (2, b)):
        kz = d.c("BS", "SZ", "H", "GÖ", "M", "B") + "-" + d.c("AB", "KM", "TR") + " " + str(d.n(1, 999))
        t += f"0{i}  {d.rev(p, 'formular')}, {d.bd(p)}, {d.addr(p)}\n    Kennz. {kz}, FS-Nr. {d.X('ausweis', 'fuehrerschein', d.c(*'BJN') + d.z(3) + 'RRE' + d.z(1) + 'I' + d.z(2))}, {d.ausw() if d.p(.6) else 'kein Ausweis mitgeführt'}\n    Versicherung: {d.c('HUK', 'VGH', 'Allianz', 'LVM')}, Schein {d.X('iban', 'lange-nummer', d.z(12))}\n"
    return t + f"Zeuge: {d.full(z, 'zeuge')}, Tel. {d.ph(z.pl)}\n\n" + d.w(f"01 bog vom Parkplatz {d.firma()} nach links ab und übersah 02. {d.hr(b)} wurde leicht verletzt ({d.noname() if d.p(.3) else 'Kreiskrankenhaus'}). Verwarnung {d.dm(20, 60)}.") + f"\n\n{d.last(d.amt(), 'unterschrift')}, PM\n"

@doc(1985, 2025, 1)
def ladung(d):
    p, g = d.pers(), d.pers()
    ct, sg = d.c(("Amtsgericht", "C"), ("Landgericht", "O"), ("Verwaltungsgericht", "A"), ("Arbeitsgericht", "Ca"), ("Sozialgericht", "S"))
    return kopf(d, ct + " " + d.place[0], False) + f"\nGeschäfts-Nr.: {d.gz(sg)}\n\n" + empf(d,
        p) + f"\n{d.c('Ladung', 'L a d u n g', 'Ladung zum Termin')}\n\n{anrede(d, p)}\n\n" + d.w(f"in {d.c('dem Rechtsstreit', 'der Sache', 'Sachen')} {d.last(p, 'rubrum')} {d.c('./.', 'gegen', 'gg.')} {d.c(d.last, d.full)(g, 'rubrum')} werden Sie zum Termin am {d.day(10, 90, mark=1, f='termin')}, {d.n(8, 15)}.30 Uhr, Saal {d.n(1, 240)}, {d.oaddr()}, geladen. {d.neb(d.n(0, 1))} Bringen Sie bitte dieses Schreiben und einen gültigen Ausweis mit.") + f"\n\nAuf Anordnung\n{d.last(d.amt(), 'unterschrift')}, {d.c('Justizangestellte', 'JHSin')}\n"

@doc(1985, 2025, 1)
def betreuung(d):
    p, b, r = d.pers(a=60, b=94), d.pers(a=30, b=65), d.amt()
    return f"{d.c('Amtsgericht', 'AG')} {d.place[0]}\n- {'Vormundschaftsgericht' if d.y < 2009 else 'Betreuungsgericht'} -\n{d.P('gericht', 'amtsgericht', f'{d.n(1, 60)} XVII {d.n(10, 900)}/{d.y % 100:02d}')}\n\nB e s c h l u s s\n\n" + d.w(f"In dem Verfahren betreffend {d.full(p)}, {d.geb(p)}, {d.c('wohnhaft', 'zurzeit', 'z.Zt.')} {d.c('Seniorenheim ' + d.noname() + ', ', '')}{d.addr(p)}, - {'Betroffener' if p.sex == 'm' else 'Betroffene'} - wird {d.full(b)}, {d.addr(b)}{d.c('', ', Tel. ' + d.ph(b.pl))}, zum/zur Betreuer/in bestellt. Aufgabenkreis: Vermögenssorge, Gesundheitsfürsorge. Überprüfungsfrist: {d.day(1000, 2500, mark=1, f='frist')}.") + "\n\nGründe\n\n" + d.w(f"Nach dem Gutachten {d.c('der Sachverständigen', 'des')} Dr. {d.last(d.pers(), 'anrede')} vom {d.day(-90, -5)} leidet {d.hr(p)} an einer {d.c('Demenz vom Alzheimer-Typ', 'senilen Demenz', 'Psychose')}. Die Anhörung fand am {d.day(-30, -1, mark=.7, f='anhoerung')} statt.") + f"\n\n{d.last(r, 'unterschrift')}\n{d.c('Richterin am Amtsgericht', 'Richter', 'Notariatsdirektor')}\n"

@doc(1985, 2025, 1)
def scheidung(d):
    m, f = d.pers("m", 22, 65), d.pers("f", 22, 65)
    k = [d.pers(a=1, b=16, fam=m) for _ in range(d.n(0, 3))]
    t = f"{d.X('name', 'kanzlei', 'Rechtsanwälte ' + d.amt().ln + ' pp.')}\n{d.oaddr()}\n\nAn das\nAmtsgericht - Familiengericht -\n{d.place[0]}\n\n{d.day(0, 0, mark=.7)}\n\n" + d.w(f"Antrag auf Ehescheidung der {d.P('name', 'voll', f.fn + ' ' + m.ln)}, geb. {d.last(f, 'geburtsname')}, {d.geb(f)}, {d.addr(f)}, gegen {d.full(m)}, {d.geb(m)}, {d.addr(m)}")
    t += "\n\n" + d.w(f"Die Parteien haben am {d.day(-6000, -1500, mark=1, f='heirat')} vor dem Standesamt {d.place[0]} die Ehe geschlossen (Heiratsregister Nr. {d.X('gericht', 'register', f'{d.n(1, 400)}/{d.y - d.n(5, 17)}')}). Sie leben seit dem {d.day(-800, -370, mark=.8, f='trennung')} getrennt." + (" Aus der Ehe " + ("ist das Kind " if len(k) == 1 else "sind die Kinder ") + " und ".join(d.first(x, "kind") + ", " + d.geb(x) for x in k) + " hervorgegangen." if k else " Die Ehe ist kinderlos.") + f" Versorgungsausgleich: Antragstellerin VSNR {d.vs(f)}, Antragsgegner {d.vs(m)}. Das Verfahren {d.gz('F')} ist beigezogen.")
    return t + f"\n\n{d.last(d.amt(), 'unterschrift')}\nRechtsanwalt\n"

@doc(1985, 2025, .9)
def jva(d):
    p = d.pers('m', 18, 60); s = d.amt()
    return f"Justizvollzugsanstalt {d.place[0]}\nVollzugsabteilung {d.n(1, 8)}\n\nStellungnahme zur {d.c('vorzeitigen Entlassung', 'Lockerung', 'Verlegung')}\n\n" + d.w(f"Gefangener: {d.rev(p)}, {d.geb(p)}, Buch-Nr. {d.X('gericht', 'gefangenenbuch', f'{d.n(10, 2000)}/{d.y % 100:02d}/{d.n(0, 9)}')}. Der Gefangene {d.last(p, 'blosser-nachname')} verbüßt eine Freiheitsstrafe aus dem Urteil des AG {d.place[0]} vom {d.day(-900, -200, mark=.6)} ({d.ger(True)}). Strafende: {d.day(100, 900, mark=1, f='strafende')}. Er arbeitet in der {d.c('Schlosserei', 'Küche', 'Wäscherei')}. Besuch erhält er von {d.c('seiner Mutter', 'seiner Schwester')}, Frau {d.full(d.pers('f', fam=p))}, {d.addr(d.pers())}. {d.neb(d.n(0, 1))}") + f"\n\n{d.last(s, 'unterschrift')}, {d.c('RR', 'ORR', 'JVOI', 'Dipl.-Sozialpäd.')}\n"

@doc(1985, 2025, .8)
def grundbuch(d):
    a, b = d.pers(a=30), d.pers(a=30)
    t = f"Amtsgericht {d.place[0]}\nGrundbuch von {d.place[0]}  Blatt {d.X('telefon', 'blatt', d.z(5))}\n\nErste Abteilung\n\nlfd. Nr.   Eigentümer                     Grundlage der Eintragung\n"
    t += d.w(f"1   {d.full(a)}, geb. am {d.bd(a)}, {d.place[0]} -- aufgelassen am {d.day(-5000, -3000, mark=1, f='auflassung')}, eingetragen am {d.day(-2900, -2500, mark=1, f='eintragung')}. {d.last(d.amt(), 'unterschrift')}") + "\n" + d.w(f"2   a) {d.full(b)}, {d.geb(b)}, {d.addr(b)} - zu 1/2 - b) {d.P('name', 'voll', d.pers().fn + ' ' + b.ln)} - zu 1/2 -; Erbschein AG {d.place[0]} vom {d.day(-900, -700)} ({d.P('gericht', 'nachlass', f'{d.n(1, 60)} VI {d.n(1, 900)}/{d.y % 100:02d}')}); eingetragen am {d.day(-300, 0, mark=1, f='eintragung')}. {d.last(d.amt(), 'unterschrift')}") + "\n\nZweite Abteilung\n" + d.w(f"Wegerecht für den jeweiligen Eigentümer von {d.X('anschrift', 'flur', f'Flur {d.n(1, 30)} Flurstück {d.n(1, 300)}/{d.n(1, 30)}')}; Bewilligung vom {d.day()} (UR-Nr. {d.X('gericht', 'urkundenrolle', f'{d.n(10, 990)}/{d.y}')} Notar {d.last(d.pers('m'), 'blosser-nachname')}).")
    return t + "\n"

@doc(1990, 2025, .9)
def handelsregister(d):
    rows = []
    fn = d.firma()
    t = f"Amtsgericht {d.place[0]}      Handelsregister B      {d.X('gericht', 'register', f'HRB {d.n(100, 99999)}')}\nAbruf vom {d.day(0, 0, mark=1)}\n\n1. Firma: {fn}\n   Sitz: {d.place[0]}; Geschäftsanschrift: {d.oaddr()}\n2. Stammkapital: 25.000,00\n3. Geschäftsführer:\n"
    for _ in range(d.n(1, 4)):
        p = d.pers(a=28, b=70); t += f"   {d.rev(p, 'register')}, {d.c(p.pl[0], d.place[0])}, *{d.bd(p, '%d.%m.%Y')}\n"
    if d.p(.5): q = d.pers(); t += f"   Prokura: {d.rev(q, 'register')}, {d.place[0]}, {d.geb(q)}\n   nicht mehr Geschäftsführer: {d.rev(d.pers(), 'register')}\n"
    return t + f"4. Gesellschaftsvertrag vom {d.day(-6000, -3000, mark=1, f='gruendung')}, zuletzt geändert am {d.day(mark=1, f='satzung')}\n5. Tag der Eintragung: {d.day(-100, 0, mark=1, f='eintragung')}   {d.last(d.amt(), 'unterschrift')}\n"
