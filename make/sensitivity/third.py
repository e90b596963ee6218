#!/usr/bin/env python3
"""A third set of sheets for the search for personal data: third.py SEED PLANTS, printed as the first set is (viewer/sensitivity/gold/sheets).

Whole papers, not single sentences: notices, deeds, forms with the label above the value, boxed figures, registers with a heading far above the row, exports with
separators, minutes, mails with a signature, machine readable zones, Austrian papers, and the spacing that reading by machine leaves. Drawn from public
descriptions of the numbers and of what offices print, before the rules were read by this hand. At least PLANTS values and as many near misses stand in a set.
Whoever mends the rules mends a class of misses and draws new seeds; this file is not fitted to the rules.
"""
import json, random, sys

rnd = random.Random(int(sys.argv[1]) ^ 0x7A11D)
plants = int(sys.argv[2])
pick = rnd.choice

GIVEN = '''Alois Franziska Leopold Theresia Günther Brigitte Egon Ursula Bodo Ilse Hartmut Renate Wilfried Edeltraud Kurt Elfriede Sebastian Katharina Tobias Nadine Sven Mandy
Ronny Doreen Burak Zeynep Hakan Nurcan Andrzej Bożena Ioannis Despina Giovanni Concetta Milan Snežana Rahel Samuel Tuan Linh Abdul Mariam Vinzenz Notburga Xaver Kreszenz
Klaus-Dieter Marie-Luise Hans-Peter Änne Käthe Rolf Gerda Dagmar Eberhard Gisela'''.split()
FAMILY = '''Huber Steininger Oberlechner Kirchmayr Pichler Moosbrugger Zangerl Krause Lehmann Noack Kretzschmar Buschmann Harms Petersen Carstensen Jessen Feddersen Bergmann Tischler
Schuster Wagner König Richter Vogt Lange Kurz Braun Groß Sommer Winter Herbst Kaya Demir Yilmaz Papadopoulos Esposito Nowak Zielińska Horvat Marković Tran Rahimi Abendroth Bölsche Düsterhöft
Fürchtegott Gräfe Jährling Müßig Söhnlein Wüllenweber Ehrenreich Haßlinger Meier-Ewert Große-Wilde Schmidt-Rottluff'''.split()
PARTICLE = ['von der Heide', 'von Arnim', 'van den Berg', 'zu Putlitz', 'de Maizière']
TOWN = [('23552', 'Lübeck'), ('01662', 'Meißen'), ('94032', 'Passau'), ('59494', 'Soest'), ('38855', 'Wernigerode'), ('67346', 'Speyer'), ('25813', 'Husum'), ('36037', 'Fulda'), ('15890', 'Eisenhüttenstadt'),
        ('78050', 'Villingen-Schwenningen'), ('61348', 'Bad Homburg v. d. Höhe'), ('31134', 'Hildesheim'), ('98527', 'Suhl'), ('21335', 'Lüneburg')]
VIENNA = [('1030', 'Wien'), ('4020', 'Linz'), ('8010', 'Graz'), ('6900', 'Bregenz'), ('5700', 'Zell am See'), ('3100', 'St. Pölten')]
STREET = ['Lindenstraße', 'Bahnhofstr.', 'Kirchgasse', 'Am Sportplatz', 'Zum Alten Krug', 'Friedrich-Ebert-Straße', 'Hauptstraße', 'Dorfstr.', 'Wallgraben', 'Siedlerweg', 'Neuer Kamp', 'Lange Reihe', 'Bgm.-Smidt-Platz',
          'Mozartstraße', 'Bergstr.', 'An der Alten Ziegelei', 'Eichenhain', 'Feldrain', 'Schloßberg', 'Kornmarkt', 'Hohe Geest', 'Straße der Einheit', 'Sonnenhang', 'Werftufer']
LANE = ['Landstraßer Hauptstraße', 'Mariahilfer Straße', 'Wiedner Gürtel', 'Herrengasse', 'Klosterwiesgasse', 'Südtiroler Platz', 'Untere Donaulände', 'Seepromenade']
MONTH = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split()
ROMAN = 'I II III IV V VI VII VIII IX X XI XII'.split()

def num(n, first='0123456789'):
    return pick(first) + ''.join(pick('0123456789') for _ in range(n - 1))

def spoil(s, at):
    return s[:at] + pick([c for c in '0123456789' if c != s[at]]) + s[at + 1:]

# ---- numbers with a check digit ----
def iban():                                                                          # ISO 13616
    land, rest = pick([('DE', num(18))] * 4 + [('AT', num(16))] * 2 + [('LU', num(16)), ('DK', num(14)), ('IT', pick('ABCX') + num(22)), ('ES', num(20)), ('CZ', num(20))])
    n = int(''.join(str(int(c, 36)) for c in rest + land + '00'))
    return f'{land}{98 - n % 97:02d}{rest}'

def groups(s, n, sep=' '):
    return sep.join(s[i:i + n] for i in range(0, len(s), n))

def shown_iban(s):
    return pick([groups(s, 4)] * 4 + [s, s[:2] + ' ' + groups(s[2:], 4), groups(s, 1), groups(s, 4, '  '), groups(s, 4, '\u202f'), s.lower(), groups(s, 4).replace(' ', '\n', 3).replace('\n', ' ', 2)])

def tax():                                                                           # § 139b AO, ISO 7064 MOD 11,10: one figure twice or thrice
    while True:
        kinds = rnd.sample('0123456789', 10)
        d = [kinds[0]] * 2 + kinds[1:9] if rnd.random() < .5 else [kinds[0]] * 3 + kinds[1:8]
        rnd.shuffle(d)
        if d[0] == '0' or any(d[i] == d[i + 1] == d[i + 2] for i in range(8)):
            continue
        p = 10
        for c in d:
            p = 2 * ((p + int(c)) % 10 or 10) % 11
        return ''.join(d) + str((11 - p) % 10)

def shown_tax(s):
    return pick([s] * 3 + [f'{s[:2]} {s[2:5]} {s[5:8]} {s[8:]}'] * 3 + [groups(s, 1), f'{s[:2]}  {s[2:5]}  {s[5:8]}  {s[8:]}', f'{s[:2]} {s[2:5]}\n{s[5:8]} {s[8:]}'])

def across(n):
    return n // 10 + n % 10

def pension():                                                                       # § 2 VKVV
    letter = pick('ABCDEFGHIKLMNPRSTUVWZ')
    head = pick(['03', '09', '12', '15', '20', '25', '29', '40', '49', '53', '60', '68', '78', '89']) + f'{rnd.randint(1, 28):02d}{rnd.randint(1, 12):02d}{rnd.randint(28, 99)}'
    serial = f'{rnd.randint(0, 99):02d}'
    line = head + f'{ord(letter) - 64:02d}' + serial
    return head + letter + serial + str(sum(across(int(c) * w) for c, w in zip(line, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))) % 10)

def shown_pension(s):
    return pick([s, s, f'{s[:2]} {s[2:8]} {s[8]} {s[9:]}', f'{s[:2]} {s[2:8]} {s[8]} {s[9:]}', f'{s[:2]} {s[2:4]} {s[4:6]} {s[6:8]} {s[8]} {s[9:11]} {s[11]}', f'{s[:2]}-{s[2:8]}-{s[8]}-{s[9:]}', groups(s, 1)])

def health():                                                                        # § 290 SGB V
    letter, body = pick('ABCDEGHKLMNPRSTVWXZ'), num(8)
    return letter + body + str(sum(across(int(c) * w) for c, w in zip(f'{ord(letter) - 64:02d}' + body, (1, 2) * 5)) % 10)

def shown_health(s):
    return pick([s] * 3 + [f'{s[0]} {s[1:]}', f'{s[:4]} {s[4:7]} {s[7:]}', groups(s, 1)])

def check731(s):                                                                     # ICAO Doc 9303
    return str(sum(int(c, 36) * w for c, w in zip(s, (7, 3, 1) * 4)) % 10)

def card():
    s = pick('CFGHJKLMNPRTVWXYZ') + ''.join(pick('0123456789CFGHJKLMNPRTVWXYZ') for _ in range(8))
    return s + check731(s)

def oldcard():                                                                       # issued before November 2010: office and count, ten figures
    s = num(9, '123456789')
    return s + check731(s)

# ---- what has no check digit ----
def day(lo, hi):
    return rnd.randint(1, 28), rnd.randint(1, 12), rnd.randint(lo, hi)

def shown(d, m, y):
    return pick([f'{d:02d}.{m:02d}.{y}'] * 4 + [f'{d}.{m}.{y}', f'{d}. {m}. {y}', f'{d}. {MONTH[m - 1]} {y}', f'{d}. {MONTH[m - 1]} {y}', f'{d:02d}.{m:02d}.{y % 100:02d}', f'{d:02d}-{m:02d}-{y}', f'{d}. {ROMAN[m - 1]}. {y}', f'{d}.{MONTH[m - 1]} {y}'])

def austrian(d, m, y):
    return f'{d}. {["Jänner", "Feber"][m - 1] if m < 3 else MONTH[m - 1]} {y}'

def birth():
    return shown(*day(1912, 2008))

def other_day():
    return shown(*day(1985, 2023))

def family():
    return pick(FAMILY) if rnd.random() < .93 else pick(PARTICLE)

def full():
    return f'{pick(GIVEN)} {family()}'

def person():
    return pick([full()] * 5 + [f'Dr. {full()}', f'{pick(GIVEN)} {pick(GIVEN)} {family()}', f'{full()}, geb. {pick(FAMILY)}'])

def street():
    return f'{pick(STREET)} {rnd.randint(1, 190)}{pick(["", "", "", "a", " b", "-" + str(rnd.randint(191, 199))])}'

def address(sep=', '):
    return street() + sep + ' '.join(pick(TOWN))

def austrian_address(sep=', '):
    house = f'{pick(LANE)} {rnd.randint(1, 99)}' + pick(['', f'/{rnd.randint(1, 5)}/{rnd.randint(1, 30)}', f'/Top {rnd.randint(1, 20)}', f'/{rnd.randint(1, 40)}'])
    code, town = pick(VIENNA)
    return pick([f'{code} {town}{sep}{house}', f'{house}{sep}{pick(["", "", "A-"])}{code} {town}'])

def phone():
    area, n = pick(['030', '0451', '03521', '0851', '02921', '06232', '0175', '0160', '01522', '089']), num(rnd.randint(5, 7), '123456789')
    return pick([f'{area}/{n}', f'({area}) {n}', f'{area} - {n}', f'{area} {groups(n, 2)}', f'+49 {area[1:]} {n}', f'+49 (0) {area[1:]} / {n}', f'{area}-{n}', f'{area} / {groups(n, 3)}-0', f'+43 {pick(["1", "732", "664"])} {n}', f'{area}{n}'])

def mail():
    plain = str.maketrans({'ä': 'ae', 'ö': 'oe', 'ü': 'ue', 'ß': 'ss', 'Ä': 'Ae', 'ż': 'z', 'ž': 'z', 'ń': 'n', 'ć': 'c', ' ': '.'})
    return (pick(GIVEN) + pick(['.', '_', '-', '']) + family()).translate(plain).lower() + pick(['', '', str(rnd.randint(1, 99))]) + '@' + pick(['web-post.example', 'stadt-nord.example', 'kreis.hinterland.example', 'uni.example', 'mail.example.at'])

def court():
    n, y = rnd.randint(1, 4999), rnd.randint(70, 99) if rnd.random() < .4 else f'{rnd.randint(0, 23):02d}'
    return pick([f'{rnd.randint(1, 40)} {pick(["O", "C", "F", "Ls", "Ds", "Cs", "Js", "M", "T", "U", "Ca", "Sa", "XVII", "K", "L", "B", "UR II", "OWi", "StVK"])} {n}/{y}', f'S {rnd.randint(1, 40)} {pick(["AS", "R", "KR", "SO", "U"])} {n}/{y}',
                 f'{rnd.randint(100, 900)} Js {n}/{y}', f'{rnd.randint(1, 40)} {pick(["Cg", "Ob", "Os", "Hv"])} {n}/{y}{pick("abdfhikmpstvwxyz")}', f'{pick(["I", "II", "IV", "VIII"])} ZR {n}/{y}'])

# ---- near misses: what looks like it and is not ----
NAMELESS = ['Robert-Koch-Institut', 'Fritz-Reuter-Schule', 'Obere Wasserbehörde', 'Freiwillige Feuerwehr', 'Alter Schlachthof', 'Bayerische Versicherungskammer', 'Kloster Lehnin', 'Schloss Sanssouci', 'Bad Segeberg', 'Hamburger Hafen',
            'Amt Neuhaus', 'Grüner Punkt', 'Technische Werke', 'Arbeiter-Samariter-Bund', 'Gemeinde Bergen', 'Kleiner Saal', 'Ältestenrat', 'Norddeutscher Rundfunk', 'Städtisches Klinikum', 'Runder Tisch']
NOPLACE = ['§ 14 Absatz 3', 'Band 12 Blatt 345', 'Zimmer 12, 3. Stock', 'DIN 18040-2', 'Bundesautobahn 24', 'Haltestelle 4', 'Kapitel 12 Titel 68', 'Block 3', 'Turm 2', 'Los 4, Bauabschnitt 2', 'Buslinie 17', 'Tor 3', 'Formular 17 a', 'Modell 12',
           'Abteilung 5', 'Gemarkung Neuhof, Flur 4, Flurstück 112/7']
NOPHONE = ['BGBl. I S. 1842', '50-1234/07', 'HRB 4711', '12.450,80', '1.234.567', 'Art.-Nr. 4003301-12', '2004/18', '1998-2004', '4.711/12', '03/2007', '45 000 EUR', '112/7']
NOMAIL = ['@stadtarchiv', 'www.kreis.example', '3 @ 12,00', 'ftp://ablage.example/a', 'knoten@', 'C:\\Akten\\@alt']
NOCOURT = ['BT-Drs. 14/1234', '4 kg 12/04', 'LT-Drs. 5/678', '12 Stk 4/99', 'Nr. 3/17', 'Blatt 12/345', 'II/12-94', '20 kV 12/98', '3 Kfz 12/07', '5 ha 3/11']

class Sheet:
    def __init__(self):
        self.text, self.plant, self.near = '', [], []
    def say(self, *parts):
        self.text += ''.join(parts)
        return self
    def p(self, kind, form, value):
        self.plant.append({'Kind': kind, 'Form': form, 'Value': value})
        return value
    def n(self, kind, form, value):
        self.near.append({'Kind': kind, 'Form': form, 'Value': value})
        return value

def head(s):
    if rnd.random() < .35:
        s.say(pick(['Der Landrat des Kreises Hinterland', 'STADTVERWALTUNG NEUHOF', 'Magistrat der Stadt Oberau', 'Amtsgericht Nebelstein', 'Jobcenter Westland']), '\n', pick(['Am Rathaus 1', 'Kreishaus, Schloßplatz 2', 'Postfach 12 34']), pick(['\n', ' · ']), '12345 Neuhof\n\n')

def no_iban():
    s = iban()
    return shown_iban(spoil(s, rnd.randint(6, len(s) - 1)) if s[2:4].isdigit() and s[7:].isdigit() else s[:-1] + str((int(s[-1]) + 1) % 10))

def notice(s):                                                                       # a notice with the address of the person addressed
    head(s)
    who, salute = full(), pick(['Herrn', 'Frau', 'Herr'])
    s.say(salute, '\n', s.p('name', 'Anschriftenfeld ' + salute, who), '\n', s.p('anschrift', 'Anschriftenfeld, zwei Zeilen', address('\n')), '\n\n')
    s.say('Neuhof, den ', s.n('geburtsdatum', 'Neuhof, den …', other_day()), '\n', pick(['Bußgeldbescheid', 'Bewilligungsbescheid über Wohngeld', 'Aufforderung zur Mitwirkung', 'Widerspruchsbescheid']), '\n\n')
    s.say('Sehr geehrte', {'Herrn': 'r Herr ', 'Herr': 'r Herr ', 'Frau': ' Frau '}[salute], s.p('name', 'Sehr geehrte …', who.split(' ', 1)[1]), ',\n\n')
    s.say('auf Ihren Antrag vom ', s.n('geburtsdatum', 'Ihren Antrag vom', other_day()), pick([', hier eingegangen am ', ', ergänzt am ']), s.n('geburtsdatum', 'eingegangen / ergänzt am', other_day()), ', ergeht folgende Entscheidung:\n')
    if rnd.random() < .6:
        s.say('Ihnen wird zur Last gelegt, mit dem Kraftfahrzeug auf der ', s.n('anschrift', 'auf der', pick(['Bundesautobahn 24', 'Kreisstraße 12', 'Bundesstraße 104'])), ' die zulässige Geschwindigkeit überschritten zu haben.\nZeuge: ', s.p('name', 'Zeuge:', pick(['POM ', 'PHK ', 'KOK ', '']) + full()), '\n')
    s.say('Der Betrag von 312,40 EUR wird auf das von Ihnen benannte Konto ', s.p('iban', 'auf das benannte Konto', shown_iban(iban())), ' überwiesen.\n')
    s.say('Buchungszeichen: ', s.n('steuer-id', 'Buchungszeichen:', spoil(tax(), 10)), '; Rechtsgrundlage: ', s.n('telefon', 'Rechtsgrundlage:', pick(NOPHONE)), '\n')
    s.say('Das Verfahren ', s.p('gericht', 'Das Verfahren … bleibt', court()), ' bleibt unberührt, ebenso ', s.n('gericht', 'ebenso', pick(NOCOURT)), '.\n\nIm Auftrag\n\n', s.p('name', 'Im Auftrag', person()), '\n')

def deed(s):                                                                         # before a notary
    s.say('URNr. 1', num(3), '/', num(4, '12'), '\n\nVerhandelt zu Nebelstein am ', s.n('geburtsdatum', 'Verhandelt zu … am', other_day()), '\n\nVor mir, dem unterzeichnenden Notar\n', s.p('name', 'Notar, eigene Zeile', full()), '\nerschienen heute:\n\n')
    for n in range(rnd.randint(1, 3)):
        s.say(f'{n + 1}. ', pick(['Herr ', 'Frau ', 'die Rentnerin ', 'der Landwirt ']), s.p('name', 'Erschienene, Aufzählung', full()), pick([', geb. am ', ', geboren am ', ',\ngeboren am ', ', geb. ']), s.p('geburtsdatum', 'Erschienene, geboren', birth()),
              pick([', wohnhaft ', ', wohnhaft in ', ',\nwohnhaft: ']), s.p('anschrift', 'Erschienene, wohnhaft', pick([address(), ' '.join(pick(TOWN)) + ', ' + street()])), pick([', ausgewiesen durch Personalausweis Nr. ', ', Ausweis-Nr. ', ', dem Notar ausgewiesen durch gültigen\nReisepass der Bundesrepublik Deutschland Nr. ']),
              s.p('ausweis', 'Erschienene, ausgewiesen', card()), ', Steuer-Identifikationsnummer ', s.p('steuer-id', 'Erschienene, Steuer-Identifikationsnummer', shown_tax(tax())), '.\n')
    s.say('\nIm Grundbuch von Neuhof, ', s.n('anschrift', 'Grundbuch', 'Band 12 Blatt 345'), ', ist eingetragen: ', s.n('anschrift', 'eingetragen', 'Gemarkung Neuhof, Flur 4, Flurstück 112/7'), '.\nDer Kaufpreis ist zahlbar bis zum ', s.n('geburtsdatum', 'zahlbar bis zum', other_day()),
          ' auf das Konto IBAN ', s.p('iban', 'Konto IBAN', shown_iban(iban())), ' bei der Sparkasse.\nZählernummer der Heizung: ', s.n('iban', 'Zählernummer', no_iban()), '\n')

def form(s):                                                                         # the label stands above the value
    s.say(pick(['Antrag auf Erteilung eines Führerscheins', 'ANMELDUNG BEI DER MELDEBEHÖRDE', 'Gewerbe-Anmeldung nach § 14 GewO', 'PERSONALBOGEN', 'Erklärung zum Familienstand']), '\n\n')
    f, g = family(), pick(GIVEN)
    rows = [('Familienname', s.p('name', 'Familienname / Wert darunter', f)), ('Vornamen', s.p('name', 'Vornamen / Wert darunter', g)), (pick(['Geburtsdatum', 'Tag der Geburt', 'Geburtsdatum (TT.MM.JJJJ)', 'geboren am']), s.p('geburtsdatum', 'Feld / Wert darunter', shown(*day(1920, 2006)))), ('Geburtsort', pick(TOWN)[1]),
            (pick(['Straße, Hausnummer, PLZ, Ort', 'Anschrift der Wohnung', 'Derzeitige Anschrift']), s.p('anschrift', 'Feld / Wert darunter', address())), (pick(['Telefon (freiwillig)', 'Rufnummer', 'tagsüber zu erreichen unter']), s.p('telefon', 'Feld / Wert darunter', phone())),
            (pick(['IBAN', 'Bankverbindung (IBAN)']), s.p('iban', 'Feld / Wert darunter', shown_iban(iban()))), (pick(['Identifikationsnummer', 'Steuerliche Identifikationsnummer (11-stellig)']), s.p('steuer-id', 'Feld / Wert darunter', shown_tax(tax()))),
            (pick(['Rentenversicherungsnummer', 'Versicherungsnummer lt. Sozialversicherungsausweis']), s.p('rentenversicherung', 'Feld / Wert darunter', shown_pension(pension()))), (pick(['Krankenversichertennummer', 'Versicherten-Nr. der Krankenkasse']), s.p('krankenversicherung', 'Feld / Wert darunter', shown_health(health()))),
            (pick(['Personalausweis-Nr.', 'Ausweisnummer', 'Seriennummer des Ausweises']), s.p('ausweis', 'Feld / Wert darunter', pick([card(), card(), oldcard()]))), ('Ausgestellt am', s.n('geburtsdatum', 'Ausgestellt am / darunter', other_day())), ('Gültig bis', s.n('geburtsdatum', 'Gültig bis / darunter', other_day())),
            ('Kundennummer des Betriebs', s.n('rentenversicherung', 'Kundennummer', spoil(pension(), 11))), ('Betriebsnummer', s.n('krankenversicherung', 'Betriebsnummer', spoil(health(), 9))), ('Raum', s.n('anschrift', 'Raum / darunter', pick(NOPLACE))), ('Gerätenummer', s.n('ausweis', 'Gerätenummer', spoil(card(), 9)))]
    sep = pick(['\n', '\n', '\n    ', ': ', ':\n'])
    gap = pick(['\n', '\n\n'])
    s.say(gap.join(f'{i + 1}  {k}{sep}{v}' for i, (k, v) in enumerate(rows)), '\n')

def register(s):                                                                     # the heading stands far above the row
    sep = pick([';', '\t', ' | ', ';'])
    cols = ['Lfd. Nr.', pick(['Name, Vorname', 'Name']), pick(['Geburtsdatum', 'geb. am', 'Geb.-Dat.', 'GEBDAT']), pick(['Anschrift', 'Wohnort und Straße', 'Adresse']), pick(['Eingang', 'Antrag vom', 'erledigt am']), pick(['Telefon', 'Tel.']), pick(['Aktenzeichen', 'Gz.'])]
    s.say(pick(['Verzeichnis der Antragsteller', 'Kinderkartei 1. Quartal', 'Liste der Wahlhelfer', 'Export Fachverfahren']), '\n\n', sep.join(cols), '\n')
    for n in range(rnd.randint(4, 7)):
        d, e = day(1920, 2012), day(2013, 2023)
        iso = rnd.random() < .3
        w = (lambda x: f'{x[2]}-{x[1]:02d}-{x[0]:02d}') if iso else (lambda x: f'{x[0]:02d}.{x[1]:02d}.{x[2]}')
        s.say(sep.join([str(n + 1), s.p('name', 'Spalte Name', f'{family()}, {pick(GIVEN)}'), s.p('geburtsdatum', 'Spalte ' + cols[2], w(d)), s.p('anschrift', 'Spalte Anschrift', address(', ')), s.n('geburtsdatum', 'Spalte ' + cols[4], w(e)), s.p('telefon', 'Spalte Telefon', phone()), s.n('telefon', 'Spalte Aktenzeichen', pick(NOPHONE))]), '\n')

def minutes(s):
    s.say('Niederschrift über die ', str(rnd.randint(1, 40)), '. Sitzung des ', pick(['Bauausschusses', 'Jugendhilfeausschusses', 'Gemeinderats']), ' am ', s.n('geburtsdatum', 'Sitzung am', other_day()), '\nOrt: ', s.n('name', 'Ort:', pick(NAMELESS)), ', ', s.n('anschrift', 'Ort', pick(['Zimmer 12, 3. Stock', 'Block 3', 'Turm 2'])), '\n\n')
    s.say(pick(['Anwesend:', 'Teilnehmende', 'Anwesend waren:']), '\n')
    for _ in range(rnd.randint(2, 5)):
        s.say(pick(['- Herr ', '- Frau ', 'Ratsmitglied ', 'Stadtverordneter ', 'Stadträtin ', 'Vorsitzender ', 'Schriftführerin ']), s.p('name', 'Anwesenheit', full()), pick(['', ' (FWG)', ' (ab TOP 3)', ', entschuldigt']), '\n')
    s.say('\nTOP 1: ', 'Der Antrag der ', s.n('name', 'Antrag der', pick(NAMELESS)), ' wird zurückgestellt.\nTOP 2: ', pick(['Bürgermeister ', 'Stadtrat ', 'Ausschussmitglied ']), s.p('name', 'Amt vor dem Namen', family()), ' fragt nach dem Grundstück ', s.p('anschrift', 'Grundstück', street() + ' in ' + pick(TOWN)[1]), '. Siehe ',
          s.n('gericht', 'Siehe', pick(NOCOURT)), ' und ', s.n('telefon', 'und', pick(NOPHONE)), '.\nTOP 3: Bericht ', s.n('name', 'Bericht', pick(NAMELESS)), '.\n\nFür die Richtigkeit:\n', s.p('name', 'Für die Richtigkeit', full()), '\n')

def letter_mail(s):
    who = full()
    s.say('Von: ', s.p('name', 'Von:', who), ' <', s.p('e-mail', 'Von: <…>', mail()), '>\nGesendet: Mittwoch, ', s.n('geburtsdatum', 'Gesendet:', other_day()), ' 11:42\nAn: ', s.p('e-mail', 'An:', mail()), '\nBetreff: ', pick(['WG: Kindergeld', 'Re: Termin', 'Aktenanforderung']), '\n\n',
          pick(['Hallo Frau ', 'Guten Tag Herr ', 'Liebe Frau ', 'Sehr geehrte Frau Dr. ']), s.p('name', 'Anrede', family()), ',\n\n')
    s.say('anbei die Unterlagen des ', pick(['Herrn ', 'Kindes ', 'Verstorbenen ', 'Schülers ']), s.p('name', 'des …', full()), pick([' (geb. ', ' (* ', ', geb. am ']), s.p('geburtsdatum', 'in Klammern', birth()), '). Die Versichertennummer ist ', s.p('krankenversicherung', 'Versichertennummer ist', shown_health(health())),
          ', die VSNR ', s.p('rentenversicherung', 'die VSNR', shown_pension(pension())), '.\nBitte nicht an ', s.n('e-mail', 'nicht an', pick(NOMAIL)), ' weiterleiten; die Ablage ', s.n('e-mail', 'Ablage', pick(NOMAIL)), ' ist voll.\nDas Paket ', s.n('krankenversicherung', 'Das Paket', spoil(health(), 9)), ' und Sendung ', s.n('rentenversicherung', 'Sendung', spoil(pension(), 11)), ' fehlen.\n\n')
    s.say(pick(['Mit freundlichem Gruß', 'Viele Grüße', 'MfG', 'Freundliche Grüße']), '\n', s.p('name', 'Gruß / Zeile darunter', who), '\n\n', pick(['Tel. ', 'T ', 'Durchwahl: ', 'Fernruf ']), s.p('telefon', 'Signatur', phone()), '\n', pick(['mobil: ', 'Fax: ']), s.p('telefon', 'Signatur', phone()), '\n', s.p('e-mail', 'Signatur, ohne Feld', mail()), '\n')

def hearing(s):                                                                      # police, court
    s.say('Polizeiinspektion Neuhof\nVernehmungsprotokoll\n\nEs erscheint ', pick(['die Zeugin', 'der Beschuldigte', 'die Geschädigte']), ' ', s.p('name', 'Es erscheint', full()), ' und erklärt:\nZur Person: Ich heiße ', s.p('name', 'Ich heiße', full()), ', bin am ', s.p('geburtsdatum', 'bin am … geboren', birth()), ' in ', pick(TOWN)[1], ' geboren, ',
          pick(['verheiratet', 'ledig']), ', von Beruf ', pick(['Maurer', 'Köchin', 'Tischler']), ' und wohne in der ', s.p('anschrift', 'und wohne in der', address()), '.\nZur Sache: Am ', s.n('geburtsdatum', 'Zur Sache: Am', other_day()), ' traf ich meinen Nachbarn ', s.p('name', 'meinen Nachbarn', full()), '. Seine Telefonnummer lautet ', s.p('telefon', 'Telefonnummer lautet', phone()),
          '.\nDer Ausweis ', s.p('ausweis', 'Der Ausweis … wurde vorgelegt', card()), ' wurde vorgelegt.\nMRZ: IDD<<', s.p('ausweis', 'maschinenlesbare Zone', card()), '<<<<<<<<<<<<<<<\nAsservat ', s.n('ausweis', 'Asservat', spoil(card(), 9)), ', Spurenkarte ', s.n('ausweis', 'Spurenkarte', spoil(card(), 9)), ', Fundort ', s.n('anschrift', 'Fundort', pick(NOPLACE)), '.\n')
    s.say('StA Nebelstein, Az.: ', s.p('gericht', 'StA, Az.:', court()), '; AG ', pick(TOWN)[1], ' - ', s.p('gericht', 'AG … -', court()), '; vgl. ', s.n('gericht', 'vgl.', pick(NOCOURT)), '\n\ngeschlossen:\n', s.p('name', 'geschlossen:', full() + pick(['', ', KHK'])), '\n')

def austria(s):
    s.say(pick(['Meldezettel', 'MAGISTRAT DER STADT · Bürgerservice', 'Bezirkshauptmannschaft · Aktenvermerk']), '\n\nFamilienname oder Nachname: ', s.p('name', 'Familienname oder Nachname:', family()), '\nVorname laut Geburtsurkunde: ', s.p('name', 'Vorname laut Geburtsurkunde:', pick(GIVEN)), '\nGeburtsdatum: ', s.p('geburtsdatum', 'Geburtsdatum, österreichisch', austrian(*day(1920, 2010))),
          '\nGeburtsurkunde ausgestellt am ', s.n('geburtsdatum', 'Geburtsurkunde ausgestellt am', austrian(*day(1990, 2022))), '\nHauptwohnsitz: ', s.p('anschrift', 'Hauptwohnsitz:', austrian_address()), '\nVerzogen nach: ', s.p('anschrift', 'Verzogen nach:', austrian_address()), '\nUnterkunftgeber: ', s.p('name', 'Unterkunftgeber:', pick(['Mag. ', 'Dipl.-Ing. ', '']) + full()),
          '\nTel.: ', s.p('telefon', 'Tel.:', phone()), '\nKonto: ', s.p('iban', 'Konto:', shown_iban(iban())), '\nVertrag ', s.n('iban', 'Vertrag', no_iban()), '\nBH Zell am See, Zl. ', s.n('gericht', 'Zl.', pick(NOCOURT)), '; LG Linz ', s.p('gericht', 'LG Linz', f'{rnd.randint(1, 40)} Cg {rnd.randint(1, 300)}/{rnd.randint(10, 23)}{pick("abdfhik")}'), '\nDie Sitzung im ', s.n('name', 'Sitzung im', pick(NAMELESS)),
          ' entfällt. ', pick(['Hofrat ', 'Amtsleiterin ', 'Herr Ing. ', 'Frau Mag. ']), s.p('name', 'Amt oder Grad vor dem Namen', full()), ' ist verständigt.\n')

def noted(s):                                                                        # a note of the desk, much in a few words
    s.say(pick(['Vermerk', 'Gesprächsnotiz', 'Aktennotiz']), ' v. ', s.n('geburtsdatum', 'Vermerk v.', other_day()), '\n\nAnruf ', pick(['von Frau ', 'des Herrn ', 'der Eheleute ', 'Fam. ']), s.p('name', 'Anruf von', family()), '. Es geht um ', pick(['den Sohn ', 'die Tochter ', 'ihren Mann ', 'seine Ehefrau ']), s.p('name', 'Angehörige', full()), pick([', geb. ', ', geb.', ', * ', ', geboren ', ', Geb.: ', ', geb. am ']),
          s.p('geburtsdatum', 'im Vermerk', birth()), '. StID: ', s.p('steuer-id', 'StID:', shown_tax(tax())), ', RV-Nr. ', s.p('rentenversicherung', 'RV-Nr.', shown_pension(pension())), ', KV-Nr. ', s.p('krankenversicherung', 'KV-Nr.', shown_health(health())), '. Neue Adresse: ', s.p('anschrift', 'Neue Adresse:', address()), '. Rückruf ', s.p('telefon', 'Rückruf', phone()), ' oder ', s.p('e-mail', 'oder', mail()),
          '.\nKassenzeichen ', s.n('steuer-id', 'Kassenzeichen', spoil(tax(), 10)), ', Sendungsverfolgung ', s.n('steuer-id', 'Sendungsverfolgung', num(11, '123456789')[:10] + 'X'), ', Kd-Nr. ', s.n('krankenversicherung', 'Kd-Nr.', spoil(health(), 9)), ', Lieferschein ', s.n('rentenversicherung', 'Lieferschein', spoil(pension(), 11)), '.\nUnterlagen an ', s.n('name', 'Unterlagen an', pick(NAMELESS)), ' und ', s.n('name', 'und', pick(NAMELESS)), ' (',
          s.n('e-mail', 'in Klammern', pick(NOMAIL)), ') abgegeben, Altkonto ', s.n('iban', 'Altkonto', no_iban()), '.\ngez. ', s.p('name', 'gez.', pick([family(), full()])), '\n')

def death(s):                                                                        # dates beside "geb." that are no birth
    a, b = pick(FAMILY), pick(FAMILY)
    s.say('Sterbefallanzeige\n\nVerstorben ist ', s.p('name', 'Verstorben ist', f'{pick(GIVEN)} {a}'), ' geb. ', b, ', verstorben am ', s.n('geburtsdatum', 'verstorben am', other_day()), pick([' um 4.20 Uhr', '']), ', geboren am ', s.p('geburtsdatum', 'geboren am', shown(*day(1912, 1960))), '.\nLetzte Wohnung: ', s.p('anschrift', 'Letzte Wohnung:', address()), '.\nEheschließung am ', s.n('geburtsdatum', 'Eheschließung am', other_day()),
          ' mit ', s.p('name', 'Eheschließung mit', full()), '.\nAnzeigender: ', s.p('name', 'Anzeigender:', full()), ', Bestatter; ', s.p('telefon', 'ohne Feld', phone()), '\nRentenzeichen der DRV: ', s.p('rentenversicherung', 'Rentenzeichen der DRV:', shown_pension(pension())), '\nGebühr überwiesen von ', s.p('iban', 'überwiesen von', shown_iban(iban())), '\nGrabnummer ', s.n('anschrift', 'Grabnummer', pick(NOPLACE)), ', Kassenbeleg ', s.n('steuer-id', 'Kassenbeleg', spoil(tax(), 10)), ', Urne ', s.n('ausweis', 'Urne', spoil(card(), 9)), '\n')

def mandate(s):                                                                      # a printed form with boxes
    s.say('SEPA-Lastschriftmandat\nGläubiger-Identifikationsnummer ', s.n('iban', 'Gläubiger-Identifikationsnummer', 'DE' + num(2) + 'ZZZ' + num(11)), '\nMandatsreferenz ', s.n('steuer-id', 'Mandatsreferenz', spoil(tax(), 10)), '\n\nKontoinhaber (Name, Vorname)\n', s.p('name', 'Kontoinhaber / darunter', f'{family()}, {pick(GIVEN)}'), '\nStraße und Hausnummer\n', '{A}', '\nIBAN\n', s.p('iban', 'Kästchen', pick([groups(iban(), 1), groups(iban(), 4, ' | '), groups(iban(), 4)])),
          '\nSteuer-ID\n', s.p('steuer-id', 'Kästchen', pick([groups(tax(), 1), shown_tax(tax())])), '\nVersichertennummer\n', s.p('krankenversicherung', 'Kästchen', pick([groups(health(), 1), health()])), '\nAusweisnummer\n', s.p('ausweis', 'Kästchen', pick([groups(card(), 1), card()])), '\n\n', pick(TOWN)[1], ', den ', s.n('geburtsdatum', 'Ort, den', other_day()), '\n')
    a = address('\nPLZ und Ort\n')
    s.text = s.text.replace('{A}', a)
    s.p('anschrift', 'Straße / PLZ und Ort, getrennte Felder', a.split('\n')[0])

def read_by_machine(s):                                                              # the spacing that reading a scan leaves
    whole = s.text
    for it in s.plant + s.near:
        if it['Kind'] in ('name', 'anschrift', 'e-mail', 'telefon', 'gericht'):
            continue
        v = it['Value']
        if v in whole and rnd.random() < .3:
            w = pick([v.replace('.', ' .', 1) if it['Kind'] == 'geburtsdatum' else v.replace(' ', '  '), v.replace('.', '. ') if it['Kind'] == 'geburtsdatum' else v, v])
            whole = whole.replace(v, w, 1)
            it['Value'] = w
            it['Form'] += ' (gelesen)'
    s.text = whole.replace('geboren am', pick(['geboren am', 'geboren  am', 'ge\u00adboren am', 'geboren a m']), 1)

PAPERS = [notice, deed, form, register, minutes, letter_mail, hearing, austria, noted, death, mandate]
sheets, planted, near = [], 0, 0
while planted < plants or near < plants:
    s = Sheet()
    PAPERS[len(sheets) % len(PAPERS)](s)
    if rnd.random() < .15:
        read_by_machine(s)
    sheets.append({'Text': s.text, 'Plant': s.plant, 'Near': s.near})
    planted, near = planted + len(s.plant), near + len(s.near)
json.dump(sheets, sys.stdout, ensure_ascii=False)
