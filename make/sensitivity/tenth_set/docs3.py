"""Sparkasse, chamber of crafts, personnel, courts, police."""
def kontoeroeffnung(b):
    b.setup(2011, 2025); p = b.pers(16, 80)
    return f'{b.c("Sparkasse", "Kreissparkasse")} {b.town[0]}   Legitimationsprüfung / Kontoeröffnung\n\n' + b.form([('Kontoinhaber',
        b.c(b.f, b.k)(p)), ('Geburtsdatum', b.g(p)), ('Geburtsort', b.ort()), ('Anschrift', b.a(p)), ('Telefon', b.tel()), ('E-Mail',
            b.mail(p)), ('Steuer-ID', b.sid()), ('Ausweisart', 'Personalausweis'), ('Ausweis-Nr.', b.pa('pa')), ('ausgestellt am',
                b.d('ausstellung', 2500)), ('IBAN neu', b.iban()), ('Referenzkonto', b.iban() if b.ch(.6) else b.ibn()),
                    ('TIN lt. Kunde (falsch)',
                        b.sidn())]) + f'\n\nBerater: {b.hl(b.official())}   {b.town[0]}, {b.d("datum")}\n' + b.c('Vollmacht an ',
                            'Verfügungsberechtigt: ') + (lambda q: b.f(q) + ', ' + b.geb(q) + ', Reisepass ' + b.pa('pass'))(b.pers(20, 70))

def freistellung(b):
    b.setup(2011, 2025); p = b.pers(25, 80); q = b.pers(25, 80, nn=p.nn, org=p.org)
    return b.para('Freistellungsauftrag für Kapitalerträge' + b.c('', ' (gemeinsam)'),
        f'an Sparkasse {b.town[0]}, {b.amt_addr()}') + '\n\n' + b.form([('Name, Vorname', b.k(p)), ('geb.', b.g(p)), ('Ident.-Nr.',
            b.sid()), ('Ehegatte/Lebenspartner', b.k(q)), ('geb. (Ehegatte)', b.g(q)), ('Identifikationsnummer',
                b.sid() if b.ch(.75) else b.sidn()), ('Anschrift', b.a(p)), ('für Konto', b.iban()), ('Gültig ab', b.future()),
                    ('Altauftrag Nr.', b.teln())]) + f'\n\n{b.d("unterschrift")}   {b.f(p)}    {b.f(q)}'

def sepa(b):
    b.setup(2013, 2025); p = b.pers(20, 80); gl = b.c(b.firm(), 'Stadtkasse ' + b.town[0], 'Zweckverband Abwasser ' + b.town[0])
    return b.c('SEPA-Lastschriftmandat', 'Erteilung eines SEPA-Basislastschriftmandats',
        'EINZUGSERMÄCHTIGUNG / '
        'SEPA') + f'\n\nGläubiger: {gl}\nGläubiger-Identifikationsnummer {b.n("iban", "glaeubiger", "DE%02dZZZ%011d" % (b.r.randint(10, 98), b.r.randint(10**5, 10**10)))}\nMandatsreferenz {b.n("krankenversicherung", "mandat", "M%08d" % b.r.randint(10**6, 10**8))}\n\n' + b.form([('Kontoinhaber', b.c(b.f, b.k)(p)), ('Straße und Hausnr., PLZ Ort', b.a(p)), ('IBAN', b.iban()), ('bisher', b.ibn())]) + f'\n\n{b.town[0]}, {b.d("unterschrift")}      {b.c("Unterschrift: ", "gez. ")}{b.c(b.f, b.i, b.l)(p)}'

def kredit(b):
    b.setup(1993, 2024); p, o = b.pers(25, 65), b.official(); ag = b.firm()
    return b.para(f'Aktenvermerk Kreditabteilung, {b.d("vermerk")}',
        f'Kunde {b.k(p)}, {b.geb(p)}, {b.a(p)}, sprach heute vor und bittet um Stundung der Raten für {b.c("Mai und Juni", "drei Monate")}. {"Er" if p.sex == "m" else "Sie"} ist seit {b.d("eintritt", 4000)} bei {ag} beschäftigt, Tel. {b.tel()}. Grundschuld eingetragen im Grundbuch von {b.ort()} Blatt {b.r.randint(100, 4000)} ({b.zn()}).', f'Pfändung des Finanzamts liegt vor, ferner Vollstreckungsbescheid {b.az()}' + (f'; Gehaltskonto {b.iban()}.' if b.year > 2010 else '.') + f' Mitschuldner ist {b.hf(b.pers(25, 65))}. {b.hl(p)} legt den Ausweis Nr. {b.pa("pa")} vor; der Reisepass ({b.pan()}) ist nach Auskunft ungültig.', f'Entscheidung durch {b.hl(b.official())}.', b.c(b.l, b.i)(o))

def nachlasskonto(b):
    b.setup(2010, 2025); t, e, f = b.pers(60, 95), b.pers(30, 70), b.pers(30, 70)
    return b.para('Nachlassbearbeitung Sparkasse ' + b.town[0],
        f'Erblasser: {b.k(t)}, {b.geb(t)}, verst. {b.d("tod", 200)}, zuletzt {b.a(t)}',
            f'Erben lt. Erbschein des Amtsgerichts ({b.az()}): a) {b.f(e)}, {b.geb(e)}, St.-IdNr. {b.sid()}, Konto {b.iban()}; b) {b.f(f)}, {b.geb(f)}, St.-IdNr. {b.sid()}, Konto {b.iban()}. Ausweis zu a) {b.c("PA-Nr.", "Personalausweis")} {b.pa("pa")}, Ausweis zu b) {b.c("Reisepass", "Pass-Nr.")} {b.pa("pass")}.', f'Die von {b.hl(f)} zuerst angegebene IBAN {b.ibn()} und die IdNr. {b.sidn()} waren unrichtig. Notar Dr. {b.l(b.official())}, UR vom {b.d("urkunde", 90)}. Sparbuch {b.teln()} aufgelöst.')

def handwerksrolle(b):
    b.setup(1990, 2024); p, m = b.pers(25, 60), b.pers(28, 60)
    return b.head('Handwerkskammer %\nHandwerksrolle',
        'HWK %, Abt. Handwerksrolle') + '\n\n' + b.block(p) + '\n\n' + b.para(b.c('Eintragung in die Handwerksrolle',
            'Handwerkskarte Nr. ' + b.teln(), 'Löschung von Amts wegen'), b.gruss(p),
                f'der Betrieb {b.firm(p.nn)} wurde am {b.d("eintrag", 20)} mit dem {b.c("Maler- und Lackierer", "Bäcker", "Dachdecker", "Elektrotechniker")}-Handwerk eingetragen. Betriebsleiter ist {b.c(b.f, b.k)(m)}, {b.geb(m)}, Meisterprüfung am {b.d("pruefung", 9000)}, RV-Nr. {b.rv(m)}. Die in der Anmeldung genannte Versicherungsnummer {b.rvn(m)} konnte nicht zugeordnet werden.', f'Gründungstag des Betriebes: {b.d("gruendung", 20000)}. Rückfragen an {b.hl(b.official())}.') + '\n\n' + b.sign(b.official())

def lehrlingsrolle(b):
    b.setup(1992, 2024); ps = [b.pers(16, 22) for _ in range(b.r.randint(5, 10))]
    return f'{b.c("Lehrlingsrolle", "Verzeichnis der Berufsausbildungsverhältnisse", "Teilnehmer Gesellenprüfung Teil II")}   HWK {b.town[0]}, {b.d("stand")}\n\n' + b.tab(['Nr', 'Lehrling', 'geb.', 'SV-Nr.', 'Betrieb', 'Lehrzeitende'], [[str(i + 1), b.c(b.k, b.k, b.u)(p), b.g(p), b.rv(p) if b.ch(.8) else b.rvn(p), b.firm(), b.future(900, 'lehrzeit')] for i, p in enumerate(ps)], b.c(None, 4)) + f'\n\nVorsitzender des Prüfungsausschusses: {b.c("Obermeister ", "OM ")}{b.f(b.pers(40, 65))}'

def lehrvertrag(b):
    b.setup(1991, 2023); p = b.pers(16, 20); e = b.pers(38, 55); e.nn = p.nn; m = b.pers(30, 60)
    return 'Berufsausbildungsvertrag (§§ 10, 11 BBiG)\n\n' + b.para(f'Zwischen {b.firm(m.nn)}, Inh. {b.f(m)}, {b.a(m)}, und dem Lehrling {b.f(p)}, {b.geb(p)}, wohnhaft {b.a(p)}, gesetzlich vertreten durch {b.f(e)}, wird der Vertrag zur Ausbildung im Beruf {b.c("Tischler", "Friseurin", "Kfz-Mechatroniker", "Fleischer", "Maurer")} geschlossen.', f'Beginn {b.future()}, Probezeit 3 Monate. SV-Nummer {b.rv(p)}' + (f', steuerl. IdNr. {b.sid()}, Krankenkasse-Mitgl. {b.kv()}.' if b.year > 2009 else '.'), f'Betriebsnummer {b.n("steuer-id", "betriebsnr", "%08d" % b.r.randint(10**7, 10**8))}; Betrieb Tel. {b.tel()}.') + f'\n\n{b.ort()}, {b.d("vertrag")}\n{b.f(m)}    {b.v(p)} {b.l(p)}    {b.i(e)}\nEingetragen: HWK, {b.l(b.official())}, {b.d("eintrag")}'

def personalbogen(b):
    b.setup(2009, 2025); p = b.pers(20, 62); n = b.pers(20, 65)
    return b.c('Personalbogen', 'PERSONALFRAGEBOGEN', 'Stammdaten Neueinstellung') + f'\n{b.inst()}\n\n' + b.form([('Name', b.fl(p)),
        ('Vorname', b.fv(p)), ('geb. am', b.g(p)), ('Anschrift', b.a(p)), ('Tel.', b.tel()), ('Mail', b.mail(p)), ('SV-Nr.', b.rv(p)),
            ('IdNr. (Steuer)', b.sid()), ('Krankenversicherung KVNR', b.kv()), ('IBAN', b.iban()), ('Eintritt', b.d('eintritt')),
                ('Personalnr.', b.teln()), ('Notfallkontakt', b.f(n) + ' ' + b.tel()), ('Vorherige SV-Nr.',
                    b.rvn(p))]) + f'\n\nGeprüft: {b.c(b.l, b.i)(b.official())}, {b.d("pruefung")}'

def lohnliste(b):
    b.setup(2011, 2024); ps = [b.pers(20, 64) for _ in range(b.r.randint(5, 10))]
    return f'Lohnkonten {b.firm()}  Abrechnungsmonat {b.c("März", "August", "Jahr")} {b.year}   erstellt {b.d("stand")}\n\n' + b.tab(['Pers.-Nr.', 'Name', 'Geb.', 'SV-Nummer', 'Steuer-ID', 'IBAN'], [['%05d' % b.r.randint(100, 9999), b.k(p), b.g(p), b.rv(p) if b.ch(.85) else b.rvn(p), b.sid() if b.ch(.85) else b.sidn(), b.iban() if b.ch(.85) else b.ibn()] for p in ps], b.c(None, 4), 'Lohnkonten')

def arbeitszeugnis(b):
    b.setup(1990, 2024); p, o = b.pers(25, 65), b.official()
    return f'{b.firm()}\n\n{b.c("Arbeitszeugnis", "Zwischenzeugnis", "Dienstzeugnis")}\n\n' + b.para(f'{b.hf(p)}, {b.c("geboren am", "geb. am", "geb.")} {b.g(p)} in {b.ort()}, war vom {b.d("eintritt", 6000)} bis zum {b.d("austritt", 30)} in unserem Hause als {b.c("Sachbearbeiter", "Schlosser", "Kraftfahrer", "Buchhalter")}{"" if p.sex == "m" else "in"} beschäftigt.', f'{b.hl(p)} hat die übertragenen Aufgaben stets zu unserer {b.c("vollen", "vollsten")} Zufriedenheit erledigt. Das Verhalten gegenüber Vorgesetzten, insbesondere {b.an(o).replace("Hr. ", "Herrn ").replace("Herr ", "Herrn ")}{b.l(o)}, war einwandfrei.', f'Wir wünschen {b.hl(p, True)} alles Gute.') + f'\n\n{b.town[0]}, {b.d("zeugnis")}\n{b.c(b.f, b.i)(o)}'

def urteil(b):
    b.setup(1988, 2024); k, q, ri, z, ra = b.pers(), b.pers(), b.official(), b.pers(), b.official()
    return f'{b.c("Amtsgericht", "Landgericht", "Arbeitsgericht")} {b.town[0]}\nGeschäftsnummer: {b.az()}\nVerkündet am {b.d("urteil")}\n{b.l(b.official())}, {b.c("JAng.", "Justizsekretärin als UdG", "Urkundsbeamter der Geschäftsstelle")}\n\nIM NAMEN DES VOLKES\n{b.c("URTEIL", "Urteil", "Versäumnisurteil")}\n\n' + b.para(f'In dem Rechtsstreit\n{b.hf(k, True)}, {b.a(k)},', '- Kläger/in -', f'Prozeßbevollmächtigte: {b.n("name", "kanzlei", "Rechtsanwälte " + b.family("de") + " & Partner")}, {b.amt_addr()},', f'gegen\n{b.hf(q, True)}, {b.a(q)}, - Beklagte/r -, Prozeßbevollmächtigter: RA {b.f(ra)}', f'hat das Gericht durch {b.c("den Richter am Amtsgericht", "Richterin", "Vors. Richter am LG")} {b.l(ri)} auf die mündliche Verhandlung vom {b.d("verhandlung", 30)} für Recht erkannt: Die Klage wird abgewiesen.', f'Tatbestand: Die Parteien streiten um einen Gebrauchtwagen, Fahrgestell-Nr. {b.n("iban", "fin", "WVWZZZ1JZ%dW%06d" % (b.r.randint(1, 9), b.r.randint(10**5, 10**6 - 1)))}, erworben am {b.d("kauf", 900)} bei {b.firm()}. Der Zeuge {b.l(z)} hat bekundet, {b.l(k)} habe den Schaden gekannt. Auf die beigezogene Akte {b.az()} wird Bezug genommen (vgl. {b.n("name", "kommentar", b.c("Palandt", "Thomas/Putzo", "Zöller"))}, § 434 Rn. 12).') + '\n\n' + b.l(ri)

def strafanzeige(b):
    b.setup(1991, 2024); g, t, z, o = b.pers(16, 80), b.pers(16, 50), b.pers(), b.official()
    return f'Polizeirevier {b.town[0]}   Vorgangsnr. {b.n("steuer-id", "vorgang", "%d/%02d/%06d" % (b.r.randint(100, 999), b.year % 100, b.r.randint(10**5, 10**6 - 1)))}\n{b.c("Strafanzeige", "Anzeigenaufnahme", "Vernehmungsprotokoll Zeuge")}: {b.c("Körperverletzung", "Diebstahl Fahrrad", "Betrug", "Sachbeschädigung")}\nTatort: {b.str_()}   Tatzeit: {b.d("tat", 8)} {b.r.randint(0, 23)}:30\n\n' + b.para(f'Geschädigte/r: {b.c(b.k, b.u, b.f)(g)}, {b.c("*", "geb.", "geb. am")} {b.g(g)}, {b.a(g)}, Tel. {b.tel()}, ausgewiesen mit {b.c("BPA", "Personalausweis", "PA")} {b.pa("pa")}', f'Besch.: {b.c(b.k, b.f)(t)}, {b.c("*", "geb.")} {b.g(t)}, {b.c("o. f. W.", b.a(t))}, Ausweisdokument {b.pan()} (Nr. nicht plausibel)', f'Sachverhalt: {b.l(g)} gab an, am Eingang ({b.inst()}) von {b.l(t)} angesprochen worden zu sein. Hr. {b.l(z)} {b.c("will das beobachtet haben", "kam hinzu")}. Entwendet wurde ein Rad, Rahmen-Nr. {b.n("ausweis", "rahmen", "%s%08d" % (b.c("T", "L", "R"), b.r.randint(10**6, 10**8 - 1)))}. Weitergabe an StA, dort {b.az()}.') + f'\n\n{b.l(o)}, {b.c("POM", "PHM", "KOK", "PK")}'

def unfall(b):
    b.setup(1988, 2023); x, y, z = b.pers(18, 80), b.pers(18, 80), b.pers()
    return f'Verkehrsunfallmitteilung   {b.town[0]}, {b.d("unfall")}\n\nUnfallort: {b.str_()} Ecke Bahnhofstraße\n\n' + b.tab(['',
        'Beteiligter 01', 'Beteiligter 02'], [['Name', b.k(x), b.k(y)], ['geb.', b.g(x), b.g(y)], ['Anschrift', b.a(x, ', '), b.a(y,
            ', ')], ['Tel.', b.tel(), b.tel()], ['Versicherung', b.n('rentenversicherung', 'vsnr', '%08d%s%d' % (b.r.randint(10**7,
                10**8 - 1), b.c('K', 'H'), b.r.randint(100, 999))), b.teln()], ['Führerschein v.', b.d('fs', 9000), b.d('fs',
                    9000)]]) + '\n\n' + b.para(f'01 befuhr die Straße Richtung {b.ort()} und übersah 02. {b.hl(y)} leicht verletzt, Transport: {b.kh()}. Zeuge: {b.f(z)}, {b.a(z)}. Abschlepper Fa. {b.firm()}. Verwarngeld 35,- angenommen.') + '\n' + b.l(b.official()) + ', PM'

def betreuung(b):
    b.setup(1992, 2024); p, q, ri = b.pers(50, 92), b.pers(30, 65), b.official()
    return f'Amtsgericht {b.town[0]} - Vormundschafts-/Betreuungsgericht -\n{b.az()}\n\nBeschluss vom {b.d("beschluss")}\n\n' + b.para(f'In der Betreuungssache für {b.hf(p, True)}, geb. am {b.g(p)}, wohnhaft {b.a(p)}, z. Z. {b.kh()}, wird {b.hf(q)}, {b.c("berufsmäßig", "ehrenamtlich", "Betreuungsverein e. V.")}, {b.a(q)}, Telefon {b.tel()}, zum Betreuer bestellt.', f'Das Gutachten des Sachverständigen Dr. {b.l(b.official())} vom {b.d("gutachten", 60)} lag vor. {b.hl(p)} wurde am {b.d("anhoerung", 30)} angehört. Überprüfung spätestens {b.future(90)}.', f'Rentenversicherungsnummer {b.rv(p)}, {b.c("Krankenkasse KVNR", "Versichertennr. der KK")} {b.kv() if b.year > 2005 else b.kvn()}.' , f'Vermögen: Sparbuch {b.teln()}' + (f', Girokonto {b.iban()}.' if b.year > 2009 else '.')) + f'\n\n{b.l(ri)}\nRichter(in) am Amtsgericht'

def mahnbescheid(b):
    b.setup(2009, 2024); p = b.pers(20, 65); o = b.official()
    return b.para(f'{b.c("Pfändungs- und Überweisungsbeschluss", "Antrag auf Erlass eines Vollstreckungsbescheids", "Vermögensauskunft, DR II %d/%02d" % (b.r.randint(10, 900), b.year % 100))}', f'Amtsgericht {b.town[0]}, {b.az()}, {b.d("antrag")}', f'Schuldner: {b.c(b.f, b.k)(p)}, {b.geb(p)}, {b.a(p)}', f'Gläubiger: {b.firm()}, {b.amt_addr()}', f'Drittschuldner: Sparkasse {b.town[0]}, Konto {b.iban()}; weitere Konten {b.iban()} und {b.ibn()}; Rentenversicherung, Vers.-Nr. {b.rv(p)}; Finanzamt, IdNr. {b.sid()}.', f'Die Schuldnerin / der Schuldner {b.l(p)} {b.c("wurde nicht angetroffen", "gab die Vermögensauskunft ab")}. Aktenzeichen des Gläubigers {b.zn()}.', f'{b.c("Obergerichtsvollzieher ", "OGVin ", "Rechtspflegerin ")}{b.l(o)}, Tel. {b.tel()}')

def grundbuch(b):
    b.setup(1991, 2022); p = b.pers(40, 80); q = b.pers(30, 70); q.nn = p.nn
    return f'Amtsgericht {b.town[0]}   Grundbuch von {b.ort()}   Blatt {b.r.randint(10, 4000)}   Erste Abteilung\n\n' + b.tab(['lfd. Nr.',
        'Eigentümer', 'Grundlage der Eintragung'], [['1', b.f(p) + ', geb. am ' + b.g(p) + ', ' + p.place[0],
            'Auflassung vom ' + b.d('auflassung', 9000) + ', eingetragen am ' + b.d('eintrag', 8000)], ['2a',
                b.f(q) + (', ' + b.gn() if q.sex == 'f' else '') + ', geb. ' + b.g(q),
                    'Erbschein ' + b.az() + '; eingetragen ' + b.d('eintrag', 300)], ['2b', b.k(b.pers(30, 70)) + ', ' + b.a(q),
                        'wie vor']]) + f'\n\nAbt. III: Grundschuld 80.000 DM für {b.firm()}, Urkunde des Notars {b.f(b.official())} vom {b.d("urkunde", 3000)} ({b.zn()}). Flurstück {b.teln()}.\n{b.l(b.official())}'

def handelsreg(b):
    b.setup(1991, 2024); p = b.pers(30, 65); q = b.pers(28, 60); x = b.family('de')
    return f'Handelsregister B des Amtsgerichts {b.town[0]}   Abruf vom {b.d("abruf")}   {b.n("gericht", "hrb", "HRB %d" % b.r.randint(100, 29999))}\n\n' + b.form([('2 a) Firma', b.firm(x)), ('b) Sitz', b.town[0]), ('Geschäftsanschrift', b.amt_addr()), ('3 Stammkapital', '25.000,00 EUR' if b.year > 2001 else '50.000 DM'), ('4 Geschäftsführer', b.k(p) + ', ' + p.place[0] + ', *' + b.g(p, '0')), ('5 Prokura', b.k(q) + ', ' + b.ort() + ', *' + b.g(q, '0')), ('6 Gesellschaftsvertrag vom', b.d('gruendung', 5000)), ('7 Tag der Eintragung', b.d('eintrag', 90) + '  ' + b.l(b.official()))]) + f'\nInsolvenzverfahren: {b.az()}   USt-IdNr. {b.n("iban", "ustid", "DE%09d" % b.r.randint(10**8, 10**9 - 1))}'

DOCS = [(kontoeroeffnung, 5), (freistellung, 4), (sepa, 3), (kredit, 2), (nachlasskonto, 4), (handwerksrolle, 3), (lehrlingsrolle, 3),
    (lehrvertrag, 3), (personalbogen, 4), (lohnliste, 3), (arbeitszeugnis, 1), (urteil, 2), (strafanzeige, 4), (unfall, 2), (betreuung,
        4), (mahnbescheid, 4), (grundbuch, 1), (handelsreg, 1)]
