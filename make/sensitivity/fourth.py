#!/usr/bin/env python3
"""A fourth set of sheets: whole German papers of offices, courts, schools and builders, by a
hand that had read none of the rules, lists or earlier sets when it wrote them.

    fourth.py SEED PLANTS

prints sheets as second.py and third.py do: text, what is planted in it, what only looks like it.
Numbers are made up; check digits are reckoned here from the public descriptions (ISO 13616,
ISO 7064, VKVV § 4, the rules of the health insurers' numbers, ICAO 9303).
"""
import json, random, re, sys

rnd = random.Random(int(sys.argv[1]) ^ 0x4F0227)
plants = int(sys.argv[2])
pick, chance = rnd.choice, lambda p: rnd.random() < p
num = lambda n, of='0123456789': ''.join(pick(of) for _ in range(n))
groups = lambda s, n, by=' ': by.join(s[i:i + n] for i in range(0, len(s), n))

# --- a planted value, a near miss; both are taken out of the finished paper by their marks
plant = lambda kind, v: f'\x01+{kind}\x02{v}\x03'
miss = lambda kind, v: f'\x01-{kind}\x02{v}\x03'

# --- people
GIVEN_F = ('Adelheid Alwine Anke Annegret Ayşe Bärbel Bozena Brunhilde Carola Chiara Dagmar Dorothee Edeltraud Elfriede Emine Fatima Franziska '
           'Friederike Gerlinde Gisela Gudrun Hannelore Hedwig Heike Ilona Inge Irmgard Jekaterina Jule Käthe Katarzyna Kerstin Leila Leonie '
           'Lieselotte Magdalena Marlies Meike Mandy Nadja Olga Ottilie Peggy Roswitha Rukiye Saskia Sieglinde Svetlana Thi Ursula Valentina '
           'Waltraud Wiebke Xenia Yvonne Zuzana Marie-Luise Eva-Maria Anna-Lena').split()
GIVEN_M = ('Abdul Albrecht Alexej Arnulf Bartosz Benno Björn Burkhard Cem Claus Detlef Dragan Eberhard Egon Enrico Erwin Falk Ferdinand Frieder '
           'Gerhard Götz Günter Hagen Hartmut Heiner Henning Hinrich Ibrahim Ingolf Jannik Jörg Joachim Jürgen Karsten Knut Kurt Lothar Ludger '
           'Malte Manfred Mehmet Mirko Nguyen Norbert Olaf Ottokar Paweł Ralph René Ronny Rüdiger Sergej Siegfried Sönke Tariq Thilo Udo '
           'Volker Waldemar Wenzel Wilfried Winfried Yusuf Hans-Peter Karl-Heinz Klaus-Dieter').split()
FAMILY = ('Achterberg Adomeit Ahrendt Baranowski Bäumler Beyersdorf Birkholz Brüggemann Buchwald Czerny Dąbrowski Dietzel Dombrowsky Ebeling '
          'Eichstädt Erdoğan Fährmann Feuerbach Förster Gabler Garbrecht Gläser Grothe Güldner Haberkorn Hädrich Hauptmann Hülsmeier Iwanow '
          'Jänicke Jessen Kaczmarek Kästner Kirchhoff Klapproth Köpke Kretzschmar Kühnast Lachmann Lorenzen Lüttich Maaß Matthäus Mädler '
          'Nagy Neubauer Niemöller Nowotny Öztürk Oberländer Papadopoulos Pietsch Puhlmann Quandt Radtke Reiß Rößler Rühmkorf Sander Schädlich '
          'Schlüter Schönfelder Seyfarth Sievers Strauß Süßmilch Tetzlaff Thiele Tröger Uhlig Van Vetter Wächter Weißenborn Wiegand Wöhler '
          'Yıldız Zastrow Ziegenbalg Zöllner Petrović Al-Hamdi Kone Tran Schmidt Meyer Müller Krüger Hoffmann').split()
STEM = 'Ahl Bart Brink Dam Del Ehl Fel Gar Grim Hav Hel Hoy Kal Kers Lam Lim Mar Mül Ner Oster Pan Pörs Ran Roll Schar Sel Stein Tor Wal Wes Zim'.split()
TAIL = 'beck bring dorff eke feld gart haus hoff ing kamp ke mann meier ner ow rath ski sen stedt ters wald weg witz'.split()
PARTICLE = ['von ', 'von der ', 'zu ', 'von und zu ', 'van ', 'de ', 'Freiherr von ', 'Graf ', 'vom ', 'zur ', 'Edler von ']

def family(fancy=True):
    f = pick(FAMILY) if chance(.6) else pick(STEM) + pick(TAIL)
    if fancy and chance(.07):
        return f + '-' + pick(FAMILY)
    if fancy and chance(.05):
        return pick(PARTICLE) + f
    return f

woman = lambda: pick(GIVEN_F)
man = lambda: pick(GIVEN_M)
given = lambda: pick([woman, man])()
full = lambda: given() + (' ' + pick(['M.', 'A.', given()]) if chance(.08) else '') + ' ' + family()
turned = lambda: family() + ', ' + given()
initial = lambda: given()[0] + '. ' + family(False)
FORM = re.compile(r'^(?:(?:Frau|Herrn?|Fr\.|Hr\.|StR|StRin|RAin|Ing\.|Dr\.|Prof\.|Dipl\.-Ing\.|med\.) )+')

def N(v):                                                   # the form of address and the degree are not the name
    form = (FORM.match(v) or [''])[0]
    return form + plant('name', v[len(form):])

title = lambda: pick(['', '', '', 'Dr. ', 'Prof. Dr. ', 'Dipl.-Ing. ', 'Dr. med. '])

NAMELESS = ['Goethestraße', 'Ernst-Moritz-Arndt-Schule', 'Robert Bosch GmbH', 'Konrad-Adenauer-Stiftung', 'Käthe-Kollwitz-Ring', 'Carl Zeiss AG',
            'Wilhelm-Pieck-Allee', 'Autohaus Richter GmbH', 'Heinrich-Heine-Universität', 'Bäckerei Schröder OHG', 'Ludwig Beck Bau GmbH & Co. KG',
            'Max-Planck-Institut', 'Stadtwerke Halle', 'St.-Martin-Kirche', 'Freiwillige Feuerwehr Neustadt', 'Fritz-Reuter-Haus', 'Haus am See',
            'Sophie-Scholl-Gymnasium', 'Bertha-von-Suttner-Platz', 'Otto Versand GmbH', 'Möbel Walther AG', 'VEB Carl Schorlemmer', 'Robert-Koch-Klinik',
            'LPG Ernst Thälmann', 'Deutsche Rentenversicherung', 'Elektro Kaiser e. K.', 'Steuerbüro Hahn & Partner mbB', 'Hotel König Albert']
OFFICE = ['Ordnungsamt', 'Amt für Wohnungswesen', 'Bauaufsicht', 'Rat des Kreises', 'Amt 61', 'Kämmerei', 'Referat 32', 'Gemeindevorstand',
          'Standesamt I', 'Jobcenter', 'Jugendamt', 'Rechtsamt', 'Amtsverwaltung']
X = lambda: miss('name', pick(NAMELESS))
XO = lambda: miss('name', pick(OFFICE))

# --- numbers
A2 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
LONG = {'DE': 22, 'AT': 20, 'CH': 21, 'FR': 27, 'NL': 18, 'PL': 28, 'IT': 27, 'GB': 22, 'ES': 24, 'TR': 26, 'BE': 16}

def iban(c=None):
    c = c or (pick('AT CH FR NL PL IT GB ES TR BE'.split()) if chance(.3) else 'DE')
    n = LONG[c] - 4
    body = {'NL': lambda: pick(['ABNA', 'INGB', 'RABO']) + num(10), 'GB': lambda: pick(['NWBK', 'BARC', 'LOYD']) + num(14),
            'IT': lambda: pick(A2) + num(22), 'FR': lambda: num(n), 'TR': lambda: num(5) + '0' + num(16)}.get(c, lambda: num(n))()
    check = 98 - int(''.join(str(int(x, 36)) for x in body + c + '00')) % 97
    return f'{c}{check:02d}{body}'

def tax():
    while True:
        ds = list('0123456789'); rnd.shuffle(ds)
        nine = ds[:9] + [pick(ds[:9])] if chance(.6) else ds[:8] + [ds[0], ds[0]]
        rnd.shuffle(nine)
        s = ''.join(nine)
        if s[0] == '0' or any(c * 3 in s for c in s):
            continue
        p = 10
        for c in s:
            p = ((int(c) + p) % 10 or 10) * 2 % 11
        return s + str((11 - p) % 10)

cross = lambda n: n // 10 + n % 10

def pension():
    area = pick('02 03 04 08 09 10 11 12 13 14 15 16 17 18 19 20 21 23 24 25 26 28 29 38 40 50 52 53 65 89'.split())
    d, m, y = day()
    s = f'{area}{d:02d}{m:02d}{y % 100:02d}{pick(A2)}{num(2)}'
    ds = s[:8] + f'{A2.index(s[8]) + 1:02d}' + s[9:]
    return s + str(sum(cross(int(a) * w) for a, w in zip(ds, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1])) % 10)

def health():
    s = pick(A2) + num(8)
    ds = f'{A2.index(s[0]) + 1:02d}' + s[1:]
    return s + str(sum(cross(int(a) * w) for a, w in zip(ds, [1, 2] * 5)) % 10)

CARD = '0123456789CFGHJKLMNPRTVWXYZ'
mrz = lambda s: str(sum(int(c, 36) * (7, 3, 1)[i % 3] for i, c in enumerate(s)) % 10)

def card():
    while True:
        s = pick('LMNPRTVWXY') + num(8, CARD) if chance(.75) else num(9)
        if sum(c.isdigit() for c in s) > 3:
            return s + mrz(s)

def spoil(s):                                              # another last digit: the check fails
    return s[:-1] + str((int(s[-1]) + rnd.randint(1, 9)) % 10)

def spoil_iban(s):
    return s[:4] + str((int(s[4]) + rnd.randint(1, 8)) % 10) + s[5:] if s[4].isdigit() else s[:-1] + str((int(s[-1]) + 1) % 10)

def shown_iban(s):
    return pick([s, groups(s, 4), groups(s, 4), groups(s, 4), s[:4] + '-\n' + s[4:], groups(s, 4, '-'), groups(s[:12], 4) + '\n' + groups(s[12:], 4),
                 groups(s, 4, '  '), s.lower() if chance(.2) else s, groups(s, 4, '\u00a0'), groups(s, 4, '.')])

shown_tax = lambda s: pick([s, f'{s[:2]} {s[2:5]} {s[5:8]} {s[8:]}', f'{s[:2]} {s[2:5]} {s[5:8]} {s[8:]}', f'{s[:2]}/{s[2:5]}/{s[5:8]}/{s[8:]}',
                            f'{s[:3]} {s[3:6]} {s[6:9]} {s[9:]}', f'{s[:2]}.{s[2:5]}.{s[5:8]}.{s[8:]}'])
shown_pension = lambda s: pick([s, f'{s[:2]} {s[2:8]} {s[8]} {s[9:]}', f'{s[:2]} {s[2:8]} {s[8]} {s[9:11]} {s[11]}', f'{s[:2]}-{s[2:8]}-{s[8]}-{s[9:]}',
                                f'{s[:2]} {s[2:4]}{s[4:6]}{s[6:8]} {s[8]} {s[9:]}', f'{s[:8]} {s[8]} {s[9:]}', f'{s[:8]}{s[8]}{s[9:]}'.lower() if chance(.2) else s])
shown_health = lambda s: pick([s, s, f'{s[0]} {s[1:]}', groups(s[0] + s[1:], 4), f'{s[0]}{s[1:4]} {s[4:7]} {s[7:]}', f'{s[0]}-{s[1:]}'])
shown_card = lambda s: pick([s, s, s[:9] + ' ' + s[9], s[:9] + '-' + s[9], s[:9] + '<' + s[9] + 'D<<', s + 'D', s[:4] + ' ' + s[4:]])
IB = lambda: plant('iban', shown_iban(iban()))
TX = lambda: plant('steuer-id', shown_tax(tax()))
RV = lambda: plant('rentenversicherung', shown_pension(pension()))
KV = lambda: plant('krankenversicherung', shown_health(health()))
PA = lambda: plant('ausweis', shown_card(card()))
xIB = lambda: miss('iban', shown_iban(pick([lambda: spoil_iban(iban('DE')), lambda: 'DE' + num(2) + 'ZZZ0000' + num(7), lambda: 'DE' + num(9)])()))
xTX = lambda: miss('steuer-id', pick([shown_tax(spoil(tax())), spoil(tax()), num(8) + ' ' + num(3), num(3) + '/' + num(3) + '/' + num(5), '0' + num(10)]))
xRV = lambda: miss('rentenversicherung', pick([shown_pension(spoil(pension())), num(2) + '3399' + num(2) + pick(A2) + num(3), num(8) + pick(A2) + num(2)]))
xKV = lambda: miss('krankenversicherung', pick([shown_health(spoil(health())), pick(A2) + num(7), pick(A2) + pick(A2) + num(8)]))
xPA = lambda: miss('ausweis', pick([spoil(card()), spoil((s := pick('ABDEIOQSU') + num(8)) + mrz(s)), spoil(card()) + 'D']))

# --- days
MONTH = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split()
SHORT = 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'.split()
ROMAN = 'I II III IV V VI VII VIII IX X XI XII'.split()
day = lambda lo=1908, hi=2009: (rnd.randint(1, 28), rnd.randint(1, 12), rnd.randint(lo, hi))

def shown(t, old=False):
    d, m, y = t
    return pick([f'{d:02d}.{m:02d}.{y}', f'{d:02d}.{m:02d}.{y}', f'{d}.{m}.{y}', f'{d}. {MONTH[m - 1]} {y}', f'{d:02d}.{m:02d}.{y % 100:02d}', f'{d}. {m}. {y}',
                 f'{d}.{ROMAN[m - 1]}.{y}' if old else f'{y}-{m:02d}-{d:02d}', f'{d}. {SHORT[m - 1]} {y}', f'{d}.{m}.{y % 100:02d}' if old else f'{d:02d}. {MONTH[m - 1]} {y}'])

B = lambda old=False, lo=1925, hi=2008: plant('geburtsdatum', shown(day(lo, hi), old))
plain = lambda lo=1995, hi=2023: shown(day(lo, hi))
xB = lambda lo=1995, hi=2023: miss('geburtsdatum', plain(lo, hi))
born = lambda old=False: pick(['geb. am ', 'geb. ', 'geb.: ', 'geboren am ', '* ', '*', 'geb. a. ', 'geb. den ', 'geb ', 'Geb.-Dat.: ', 'Geburtsdatum ', 'Geb.datum ',
                               'Geb.-Tag: ', 'Geburtstag: ', 'geboren: ', 'geboren den ', 'geb.am ']) + B(old)

# --- places, telephones, mail
TOWN = [('06108', 'Halle (Saale)', '4020'), ('99084', 'Erfurt', '5020'), ('50937', 'Köln', '5000'), ('24937', 'Flensburg', '2390'), ('02826', 'Görlitz', '8900'),
        ('87435', 'Kempten (Allgäu)', '8960'), ('17489', 'Greifswald', '2200'), ('26721', 'Emden', '2970'), ('34117', 'Kassel', '3500'), ('39576', 'Stendal', '3500'),
        ('78462', 'Konstanz', '7750'), ('66111', 'Saarbrücken', '6600'), ('15230', 'Frankfurt (Oder)', '1200'), ('95444', 'Bayreuth', '8580'),
        ('59065', 'Hamm', '4700'), ('19322', 'Wittenberge', '2900'), ('67346', 'Speyer', '6720'), ('88214', 'Ravensburg', '7980'), ('38820', 'Halberstadt', '3600'),
        ('21762', 'Otterndorf', '2178'), ('01768', 'Glashütte', '8245'), ('73525', 'Schwäbisch Gmünd', '7070')]
STREET = ['Lindenstr.', 'Am Kirchberg', 'Bahnhofstraße', 'Alte Heerstraße', 'Rosa-Luxemburg-Str.', 'An der Bleiche', 'Mühlenweg', 'Kastanienallee', 'Schillerplatz',
          'Im Winkel', 'Fuchsgrund', 'Karl-Liebknecht-Straße', 'Obere Dorfstr.', 'Wiesengrund', 'Zum Sportplatz', 'Hinter den Höfen', 'Neuer Markt', 'Gartenstraße',
          'Feldstr.', 'Fichtenring', 'Unter den Eichen', 'Marienburger Chaussee', 'Sandkamp', 'Auf der Heide', 'Pestalozzistr.', 'Bergstrasse', 'Deichreihe',
          'Moorkoppel', 'Burgwall', 'Fährdamm', 'Schäfergasse', 'Am Alten Friedhof', 'Lange Zeile', 'Str. der Jugend', 'Steinufer', 'Hafenkai', 'Grüner Stieg', 'Amselsteig']
house = lambda: f'{rnd.randint(1, 168)}' + pick(['', '', '', '', ' a', 'b', '/2', '-5', ' c', ', 2. OG'])

def address(by=None, old=False):
    plz, town, before = pick(TOWN)
    s = f'{pick(STREET)} {house()}'
    if old:
        return pick([f'{before} {town}, {s}', f'{s}, {before} {town}', f'{town}, {s}', f'O-{before} {town}, {s}'])
    by = by or pick([', ', ', ', ', ', '\n', ' in ', '; ', ' - '])
    return pick([f'{s}{by}{plz} {town}', f'{s}{by}{plz} {town}', f'{s}{by}D-{plz} {town}', f'{plz} {town}, {s}', f'{plz} {town}, {s}', f'{plz} {town} - {s}'])

AD = lambda by=None, old=False: plant('anschrift', address(by, old))
town = lambda: pick(TOWN)[1]
OFFICES = ['Landratsamt', 'Finanzamt', 'Stadtverwaltung', 'Amtsgericht', 'Kreisverwaltung', 'Agentur für Arbeit', 'Staatsanwaltschaft', 'Schulamt', 'Katasteramt']
SEAT = ['Schloßplatz 1', 'Rathausplatz 2', 'Am Markt 1', 'Behördenzentrum 3', 'Domplatz 6', 'Justizzentrum 4']

def seat(by=', '):                                          # the address of an office is nobody's home
    plz, t, _ = pick(TOWN)
    return f'{pick(OFFICES)} {t}{by}' + miss('anschrift', f'{pick(SEAT)}{by}{plz} {t}')

NOPLACE = ['Flur 12, Flurstück 340/7', 'Gemarkung Ostheim, Blatt 2210', 'B 96 km 14,250', 'Raum 214, 2. OG', 'Kreuzung Hauptstraße/Mühlenweg', 'Haltestelle Schillerplatz',
           'Abschnitt 3 der Bahnhofstraße', 'Grabfeld 12, Reihe 4', 'L 1070, Abschnitt 120', 'Regal 14, Fach 3', 'Postfach 10 02 03', 'Baulos 7', 'Linie 5 Gartenstraße',
           'Anlage 4, Blatt 12', 'Plan 3 vom 12.04.', 'Bebauungsplan Nr. 17', 'Drucksache 12/4711', 'Haus 3, Zimmer 12345']
xAD = lambda: miss('anschrift', pick(NOPLACE))
AREA = ['0345', '0361', '0221', '0461', '03581', '0831', '04921', '0561', '07531', '0681', '0335', '0921', '06232', '033732', '0171', '0152', '0176', '0160']

def phone():
    a, n = pick(AREA), num(1, '23456789') + num(rnd.randint(4, 6))
    return pick([f'{a}/{n}', f'{a} {n}', f'{a}-{n}', f'({a}) {n}', f'+49 {a[1:]} {n}', f'0049 {a[1:]} {n}', f'{a} / {n}', f'({a}) {groups(n, 2)}', f'{a} {groups(n, 3)}',
                 f'+49 (0) {a[1:]} {n}', f'{a}/{groups(n, 2)}', f'+49 (0){a[1:]}/{n}', f'+48 {num(3, "123456789")} {num(3)} {num(3)}', f'0043 1 {n}'])

TEL = lambda: plant('telefon', phone())
telw = lambda: pick(['Tel.: ', 'Tel. ', 'Telefon ', 'Fon ', 'Mobil: ', 'Handy ', 'telefonisch unter ', 'tel. erreichbar: ', 'Tel. priv. ', 'Rufnr. ', 'Telefon-Nr.: ', 'Mobilnr. ', 'T: '])
xTEL = lambda: miss('telefon', pick([f'{num(2)}.{num(3)},{num(2)} EUR', f'{num(4)}-{num(4)}-{num(4)}', f'{rnd.randint(100, 999)}/{num(4)}/{num(2)}', f'{num(2)} x {num(3)} mm',
                                     f'III/{num(4)}', f'19{num(2)}/20{num(2)}', f'{rnd.randint(100, 999)}-{num(2)}-{num(5)}', f'{rnd.randint(100000, 999999)}/{num(2)}']))
flat = lambda s: s.lower().translate(str.maketrans({'ä': 'ae', 'ö': 'oe', 'ü': 'ue', 'ß': 'ss', 'ş': 's', 'ğ': 'g', 'ı': 'i', 'ł': 'l', 'ą': 'a', 'ć': 'c', 'é': 'e', ' ': '-'}))
HOST = ['example.org', 'example.com', 'mail.example.net', 'post.example.de', 'web.example.de', 'uni-x.example']

def mail(g=None, f=None):
    g, f = flat(g or given()), flat(f or family(False))
    return pick([f'{g}.{f}', f'{f}.{g}', f'{g[0]}.{f}', f'{g}_{f}{rnd.randint(1, 99)}', f'{f}{rnd.randint(1950, 2004)}', f'{g}-{f}', f'{g}+{f}']) + '@' + pick(HOST)

EM = lambda: plant('e-mail', mail())
xEM = lambda: miss('e-mail', pick(['@Referat', 'poststelle(at)', 'Preis @ 3,50', 'user@', 'www.example.org', 'de-mail', '@media', 'example.org/a']))

# --- files of courts
REG = {'AG': ['C', 'Ls', 'Ds', 'Cs', 'F', 'M', 'K', 'VI', 'XVII', 'IN', 'OWi', 'UR II', 'Gs', 'X', 'IK', 'IV'], 'LG': ['O', 'S', 'T', 'KLs', 'Ks', 'Ns', 'OH', 'Qs'], 'OLG': ['U', 'W', 'UF', 'WF', 'Ss', 'Ws'],
       'VG': ['K', 'L', 'B', 'A', 'E'], 'SG': ['AS', 'R', 'KR', 'SO', 'U', 'AL'], 'ArbG': ['Ca', 'BV', 'Ga'], 'StA': ['Js', 'UJs', 'Gs']}
REG_LONG = {'AG': 'Amtsgericht', 'LG': 'Landgericht', 'OLG': 'Oberlandesgericht', 'VG': 'Verwaltungsgericht', 'SG': 'Sozialgericht', 'ArbG': 'Arbeitsgericht', 'StA': 'Staatsanwaltschaft'}

def court(k=None):
    k = k or pick(list(REG))
    n, y = rnd.randint(1, 2900), rnd.randint(0, 99)
    if k in ('SG',):
        return f'S {rnd.randint(1, 40)} {pick(REG[k])} {n}/{y:02d}' + pick(['', ' ER'])
    if k == 'VG':
        return f'{rnd.randint(1, 26)} {pick(REG[k])} {n}/{y:02d}' + pick(['', '.' + pick(['A', 'GE', 'KS'])])
    if k == 'StA':
        return f'{rnd.randint(100, 990)} {pick(REG[k])} {rnd.randint(10, 99999)}/{y:02d}'
    return f'{rnd.randint(1, 60)}' + pick(['', 'a', 'b']) * chance(.15) + f' {pick(REG[k])} {n}/{y:02d}' + pick(['', '', ' (2)', f'-{rnd.randint(1, 9)}'])

CT = lambda k=None: plant('gericht', court(k))
xCT = lambda: miss('gericht', pick([f'{num(2)}.{num(2)}-{num(3)}/{num(2)}', f'III {pick(A2)} {num(1)} - {num(4)}', f'{num(2)}/{num(3)}/2019', f'BGBl. I S. {num(4)}', f'§ {num(2)} K {num(1)}',
                                    f'DIN EN {num(4)}/{num(1)}', f'{num(2)} Stück {num(3)}', f'Ausgabe {num(2)}/{num(2)}', f'TOP {num(1)} 12/19', f'Vorlage {num(3)}/{num(2)}']))
LAW = ['§ 28 Abs. 1 VwVfG', '§ 45 SGB X', '§§ 34, 35 BauGB', 'Art. 6 DSGVO', '§ 5 Abs. 2 Nr. 3 AufenthG', 'BGBl. I 2019 S. 1626', '§ 1666 BGB', 'GVBl. LSA 1994, S. 568', '§ 19 SGB XII']

# --- the papers
def decree():                                               # decision of a social office, DIN 5008
    f, g = family(), given()
    fem = g in GIVEN_F
    return (f'{seat(chr(10))}\n\nAuskunft erteilt: {N(pick(["Frau ", "Herr "]) + family())}\nServicetelefon: {miss("telefon", "115")}\nMein Zeichen: {xCT()}\n\n'
            f'{"Frau" if fem else "Herrn"}\n{N(f"{g} {f}")}\n{AD(chr(10))}\n\n{town()}, {xB()}\n\nBewilligungsbescheid über Leistungen zum Lebensunterhalt\n'
            f'Ihr Antrag vom {xB()}\n\nSehr {"geehrte Frau" if fem else "geehrter Herr"} {N(f)},\n\nauf Ihren Antrag bewillige ich Ihnen nach {pick(LAW)} '
            f'für die Zeit vom {xB()} bis {xB()} monatlich {num(3)},{num(2)} EUR. Der Betrag wird auf das Konto {IB()} bei der {miss("name", "Sparkasse Mittelland")} überwiesen. '
            f'Ihre Bedarfsgemeinschaft: {N(full())} ({born()}), {N(given() + " " + f)} ({born()}). Die Beiträge zur Krankenversicherung (Vers.-Nr. {KV()}) '
            f'trägt der Landkreis. Verwendungszweck: {xTX()}, Debitor {xKV()}.\n\nRechtsbehelfsbelehrung\nGegen diesen Bescheid kann innerhalb eines Monats Widerspruch erhoben werden.\n\n'
            f'Mit freundlichen Grüßen\nIm Auftrag\n\n{N(family())}\n')

def personnel():                                            # sheet of a personnel file
    f = family()
    return (f'P e r s o n a l b o g e n\n\n1. Familienname: {N(f)}\n   ggf. Geburtsname: {N(family(False))}\n2. Vornamen (Rufname unterstreichen): {N(given() + " " + given())}\n'
            f'3. Tag und Ort der Geburt: {B()}, {town()}\n4. Familienstand: verh. seit {xB()}\n5. Wohnung: {AD()}\n   Fernsprecher: {TEL()}\n6. Ehegatte: {N(given() + " " + f)}, {born()}\n'
            f'7. Kinder: a) {N(given())}, geb. {B()}   b) {N(given())}, geb. {B()}\n8. Rentenvers.-Nr.: {RV()}\n9. Krankenkasse: AOK, Mitgl.-Nr. {KV()}\n10. Identifikationsnummer (§ 139b AO): {TX()}\n'
            f'11. Bankverbindung: {IB()}\n12. Ausweis: {PA()}, ausgestellt am {xB()}\n13. Schulbildung: {X()}, Abschluss {xB()}\n14. Diensteid geleistet am {xB()}, Besoldungsgruppe A 11, '
            f'Personalnr. {xTX()}\n\nDie Richtigkeit bescheinigt: {N(full())}, Personalsachbearbeiter{pick(["", "in"])}\n')

def school():                                               # sheet of a pupil
    a = family()
    return (f'{X()}\nSchülerbogen Nr. {num(4)}\n\nName des Schülers/der Schülerin: {N(a + ", " + given())}\ngeboren am: {B(lo=1985)} in {town()}\nBekenntnis: ohne\nErziehungsberechtigte:\n'
            f'  Mutter: {N(woman() + " " + a)}, tagsüber {TEL()}\n  Vater: {N(man() + " " + family())}, Notfallnummer {TEL()}\nAnschrift: {AD()}\nE-Mail der Eltern: {EM()}\nAufnahme: {xB()}   Entlassung: {xB()}\n'
            f'Klassenleitung: {N(pick(["Fr. ", "Hr. "]) + family())}\n\nBemerkungen: Am {xB()} Gespräch mit der Mutter. {N(given())} stört den Unterricht; die Mitschüler {N(full())} und {N(full())} wurden gehört. '
            f'Schulpsychologin {N("Dr. " + family())} empfiehlt Klassenwechsel. Klassenfahrt nach {town()} vom {xB()} bis {xB()}. Inventarnr. der Bücher {xKV()}, Ausweis Bücherei {xPA()}.\n')

def builder():                                              # file of a building
    a = full()
    return (f'Bauakte {num(4)}/{num(2)}\nBauvorhaben: Errichtung eines Carports\nBaugrundstück: {xAD()}\nBauherr: {N(a)}\n{AD()}\n{telw()}{TEL()}\nEntwurfsverfasser: {N(title() + full())}, '
            f'{miss("name", "Architekturbüro Planwerk GmbH")}\nStatiker: {N("Ing. " + family())}\nEigentümer der Nachbargrundstücke: {"Eheleute " + N(man()) + " und " + N(woman() + " " + family())}; {N(turned())}\n\n'
            f'Niederschrift über die Ortsbesichtigung am {xB()}\nErschienen sind: der Bauherr, dessen Bruder {N(full())} sowie als Vertreter der Bauaufsicht BOAR {N(family())} und TA {N(family())}. '
            f'Der Nachbar {N(family())} erklärt, mit der Grenzbebauung nicht einverstanden zu sein. Die Abstandsfläche beträgt 2,{num(2)} m ({pick(LAW)}). Rohbauabnahme {xB()}, Ausführung durch {X()}.\n'
            f'Gebühr: {xTEL()}, Kassenzeichen {xTX()}\n\nv. g. u.\n\ngez. {N(family())}          gez. {N(initial())}\n')

def foreigner():                                            # file of an office for foreigners
    f, g = pick(['Nguyen', 'Haddad', 'Owusu', 'Petrenko', 'Rahimi', 'Traoré', 'Kovačević', 'Shevchenko', 'Abdullahi', 'Demirtaş']), given()
    return (f'Ausländerbehörde                                   Ausländerakte\n\nName          : {N(f)}\nVorname       : {N(g)}\nAliasname     : {N(f + " " + given())}\ngeb. am/in    : {B()} / {pick(["Aleppo", "Hanoi", "Kyjiw", "Accra"])}\n'
            f'Staatsangeh.  : ungeklärt\nZuzug         : {xB()}\nAZR-Nr.       : {xTX()}\nwohnhaft      : {AD(", ")}\n\nVermerk:\nD. Betr. sprach heute in Begleitung des Dolmetschers {N(full())} vor. Er legte einen Nationalpass, gültig bis {xB(2010, 2030)}, vor. '
            f'Der Bruder des Antragstellers, {N(given() + " " + f)} ({born()}), lebt unter der Anschrift {AD()}. Bevollmächtigt: RAin {N(family())}, {telw()}{TEL()}. Asylantrag vom {xB()} abgelehnt, '
            f'Klage anhängig beim VG {town()} ({CT("VG")}). Strafverfahren StA {town()} Az. {CT("StA")} eingestellt. Aufenthaltsgestattung Nr. {xPA()} nach {pick(LAW)}.\n\nWv. {xB()}\n\n{N(family())}, {xB()}\n')

def ruling():                                               # letter and judgment of a court
    k = pick(['AG', 'LG', 'OLG', 'VG', 'SG', 'ArbG'])
    p, d = full(), full()
    return (f'{CT(k)}\n\n{REG_LONG[k]} {town()}\n\nIm Namen des Volkes\nUrteil\n\nIn dem Rechtsstreit\n\ndes {N(p)},\n{AD(", ")},\n- Klägers -\nProzessbevollmächtigte: Rechtsanwälte {miss("name", "Kanzlei am Dom PartG mbB")}\n\ngegen\n\n'
            f'{N(d)}, {AD(", ")},\n- Beklagte -\n\nwegen Räumung\n\nhat das {REG_LONG[k]} durch den Richter am {REG_LONG[k]} {N(title() + family())} und die ehrenamtlichen Richter {N(family())} und {N(family())} '
            f'auf die mündliche Verhandlung vom {xB()} für Recht erkannt:\n\nDie Klage wird abgewiesen.\n\nTatbestand\nDer am {B()} geborene Kläger mietete mit Vertrag vom {xB()} eine Wohnung. Der Zeuge {N(family())} hat bekundet, die Zeugin '
            f'{N(full())} sei dabei gewesen. Auf das Urteil des BGH ({miss("gericht", "NJW 2011, 1234")}) und {pick(LAW)} wird verwiesen. Streitwert: {xTEL()}.\n\n{N(family())}\n\nAusgefertigt: {N(family())}, Justizangestellte als Urkundsbeamtin der Geschäftsstelle\n')

def gdr():                                                  # a record of the eighties, typed
    return (f'Rat des Kreises\nAbt. Inneres\n\n{pick(["Kreisstadt", "Bezirksstadt"])}, den {xB(1961, 1989)}\n\nA k t e n v e r m e r k\n\nBetr.: Antrag des Bürgers {N(full())}, {born(True)}, wohnhaft {AD(old=True)}\n'
            f'Beschäftigt: {X()}, Brigade "{miss("name", "Hans Beimler")}"\n\nBei der Aussprache am {xB(1961, 1989)} waren anwesend: Gen. {N(family())}, Kollege {N(family())} (BGL), Genn. {N(family())} sowie der ABV Ltn. {N(family())}. '
            f'Der B. {N(family())} äußerte, seine Ehefrau {N(woman() + " " + family())}, geb. {N(family(False))}, {born(True)}, habe bereits Kontakt zu ihrem Onkel in der BRD, {AD(old=True)}. PKZ und Personalausweis wurden eingezogen. '
            f'Er wurde auf {miss("name", "Beschluß des Ministerrates")} hingewiesen. Dienstreise {xB(1961, 1989)}, Konto {miss("telefon", f"{rnd.randint(1000, 9999)}-{num(2)}-{num(4)}")}.\n\ngez. {N(family())}\nOberreferent\n')

def typed():                                                # letter of the fifties
    return (f'Der Oberkreisdirektor                              {town()}, den {xB(1949, 1969)}\nI/3 - {num(3)} -\n\nAn\ndie Witwe {N(woman() + " " + family())}\nin {AD(", ", True)}\n\nBetrifft: Ihr Gesuch um Unterhaltsbeihilfe\n\n'
            f'Sehr geehrte Frau {N(family())}!\n\nAuf Ihr Schreiben vom {xB(1949, 1969)} teile ich Ihnen mit, daß Ihr am {B(True, 1890, 1920)} geborener Ehemann, der Obergefreite {N(man() + " " + family())}, seit {xB(1942, 1945)} als vermißt gilt. '
            f'Nach Auskunft des Kriegskameraden {N(family())}, {AD(", ", True)}, wurde er zuletzt bei {pick(["Welikije Luki", "Budapest"])} gesehen. Ihr Frl. Tochter {N(woman())} ({born(True)}) mag hier vorsprechen. '
            f'Die Bescheinigung der {miss("name", "Wilhelm Schmidt & Söhne KG")} ist beizufügen, s. {pick(LAW)}.\n\nI. A.\n\n{N(family())}\nKreisinspektor\n')

def email():                                                # thread of mails
    a, b = (given(), family(False)), (given(), family(False))
    A, Bm = mail(*a), mail(*b)
    return (f'Von: {N(f"{a[1]}, {a[0]}")} <{plant("e-mail", A)}>\nGesendet: {pick(["Montag", "Mittwoch", "Freitag"])}, {xB()} 09:{num(1, "012345")}{num(1)}\nAn: {N(" ".join(b))} <{plant("e-mail", Bm)}>; {miss("name", "Verteiler Bauamt")}\nCc: {N(turned())}\n'
            f'Betreff: AW: WG: Vorgang {xCT()}\n\n{pick(["Hallo", "Liebe", "Lieber", "Guten Morgen", "Moin"])} {N(b[0])},\n\nbitte bei Frau {N(family())} nachhaken - Herr {N(family())} ist bis {xB()} im Urlaub. Die Kontonummer von {N(family())} lautet {IB()}, die Steuer-Nr. {xTX()}. '
            f'Sonst {telw()}{TEL()}.\n\n{pick(["Viele Grüße", "Beste Grüße", "LG", "MfG", "Mit besten Grüßen", "Schöne Grüße"])}\n{N(" ".join(a))}\n\n-- \n{N(" ".join(a))}\nSachgebietsleitung\n{seat()}\nZentrale {miss("telefon", "116 117")}\n\n'
            f'> -----Ursprüngliche Nachricht-----\n> Von: {N(" ".join(b))} [mailto:{plant("e-mail", Bm)}]\n> Die Mutter, {N("Fr. " + family())}, {born()}, bittet um Rückruf.\n> Danke\n> {N(b[0])}\n')

def csv():                                                  # export of a table
    sep = pick([';', ';', '\t', ','])
    head = sep.join(['lfd. Nr.', 'Nachname', 'Vorname', 'GebDat', 'Straße', 'PLZ', 'Ort', 'Telefon', 'Mail', 'IBAN', 'SteuerID', 'Eintritt'])
    out = [head]
    q = pick(['', '"'])
    for i in range(rnd.randint(3, 6)):
        plz, t, _ = pick(TOWN)
        out.append(sep.join([f'{i + 1}', N(f'{q}{family()}{q}{sep}{q}{given()}{q}'), B(), plant('anschrift', f'{q}{pick(STREET)} {rnd.randint(1, 90)}{q}{sep}{plz}{sep}{q}{t}{q}'), TEL(), EM(),
                             plant('iban', iban()), plant('steuer-id', tax()), xB()]))
    return '\n'.join(out) + f'\n;;;Summe;{xTEL()};;{xIB()};{xTX()};\n'

def roster():                                               # a list in columns
    out = [pick(['Teilnehmerliste', 'Anwesenheitsliste', 'Wählerverzeichnis', 'Wahlhelfer', 'Namensliste der Umsiedler', 'Belegungsliste']), '', 'Nr.  Name, Vorname                 geb.         Wohnung']
    out[2] = pick([out[2], 'Lfd.Nr. | Name | Geb.-Datum | Anschrift', 'Nr\tName\tGeburtstag\tWohnort'])
    bar = ' | ' if '|' in out[2] else '\t' if '\t' in out[2] else '   '
    for i in range(rnd.randint(4, 8)):
        n = turned()
        out.append(bar.join([f'{i + 1:3d}.', N(n) + (' ' * max(0, 26 - len(n)) if bar == '   ' else ''), B(), AD(', ')]))
    return '\n'.join(out) + f'\n\nAufgestellt: {xB()}, {N(initial())}\nFür die Richtigkeit: {N(family())}\nBlatt {miss("anschrift", "3 von 12")}, {xAD()}, Reg.-Nr. {xPA()}, Charge {xRV()}\n'

def minutes():                                              # minutes of a council
    sep = pick([', ', '; ', '\n- '])
    return (f'Niederschrift über die {num(1, "23456789")}. Sitzung des Ausschusses für Bildung am {xB()}\n\nAnwesend:\nVorsitzender: Stadtrat {N(family())}\nMitglieder: {sep.join(N(pick(["StR ", "StRin ", "Frau ", "Herr "]) + family()) for _ in range(4))}\n'
            f'Entschuldigt: Stadträtin {N(family())}\nVerwaltung: Beigeordneter {N(title() + family())}, Amtsleiterin {N(family())}\nSchriftführung: {N(full())}\nGäste: {N(full())} (Elternrat), {X()}\n\nTOP 1  Feststellung der Tagesordnung\nTOP 2  Umbenennung der {miss("name", "Karl-Marx-Straße")}\n'
            f'{N("Herr " + family())} beantragt, die Straße nach {miss("name", "Mutter-Teresa-Weg")} zu benennen. {N("Frau " + family())} weist auf {pick(LAW)} hin. Auf Nachfrage von {N(full())} erklärt die Verwaltung, die Kosten betrügen {xTEL()} (Vorlage {xCT()}). '
            f'{X()} liefert bis {xB()}, Auftragsnr. {xTX()}.\nBeschluss: einstimmig.\n\n{N(family())}                      {N(initial())}\nVorsitzender                    Schriftführerin\nnächste Sitzung {xB()}\n')

def police():                                               # questioning of a witness
    return (f'Polizeirevier {town()}\nVorgangsnr. {xTEL()}\n\nZeugenvernehmung\n\nZur Person:\nName: {N(family())}   Vorname: {N(given())}   Geburtsname: {N(family(False))}\nGeb. am: {B()}   Ort: {town()}\nWohnhaft: {AD()}\nErreichbarkeit: {TEL()}\nAusgewiesen durch: BPA {PA()}\n\nZur Sache:\n'
            f'Ich heiße {N(full())} und kenne den Beschuldigten {N(family())} seit der Schulzeit. Am {xB()} gegen 22.15 Uhr stand ich mit meiner Bekannten {N(given())} {pick(["vor", "hinter"])} dem {miss("name", "Hotel König Albert")}, als {N(full())} mit dem Pkw {miss("ausweis", "HAL-XY " + num(3))} vorfuhr. Den Fahrer, einen gewissen '
            f'{N(family())}, habe ich erkannt. Geschädigt ist die {X()}, Schaden {num(3)} EUR.\n\nSelbst gelesen, genehmigt und unterschrieben\n{N(full())}\n\nAufgenommen: POM {N(family())}      Az. StA: {CT("StA")}   Rahmen-Nr. {xPA()}\n')

def pensioner():                                            # letter of a pension insurer, clinic
    return (f'{miss("name", "Deutsche Rentenversicherung Mitteldeutschland")}\nVersicherungsnummer\n{RV()}\nKennzeichen {xRV()}\n\n{N(pick(["Frau ", "Herrn "]) + full())}\n{AD(chr(10))}\n\nRentenbescheid vom {xB()}\n\n{pick(["Sehr geehrter Herr ", "Sehr geehrte Frau "])}{N(family())},\n\n'
            f'Sie erhalten Altersrente ab {xB()}. In der Krankenversicherung der Rentner sind Sie unter {KV()} gemeldet; dem Finanzamt wird zur IdNr. {TX()} gemeldet. Der Zahlbetrag geht auf {IB()}. Ihre Frau {N(woman() + " " + family())} '
            f'(VSNR {RV()}, {born()}) erhält gesonderten Bescheid. Den Entlassungsbericht der {miss("name", "Robert-Koch-Klinik")}, Aufnahme-Nr. {xKV()}, Chefarzt {N("Dr. med. " + family())}, fügen wir bei. Formular {miss("rentenversicherung", "R0100-" + num(2))}, Druckstück {xRV()}, Beleg {xKV()}, Los {xPA()}.\n'
            f'\nRückfragen: {miss("telefon", "0800 1000 4800")}\n')

def deposit():                                              # estate and guardianship
    d = full()
    return (f'Amtsgericht {town()} - Nachlassgericht -\nGeschäftsnummer: {CT("AG")}\n\nIn der Nachlasssache nach {N(d)}, {pick(["geb. am ", "geboren am "])}{B(True, 1900, 1950)}, gest. am {xB(1990, 2020)}, zuletzt wohnhaft {AD()}\n\nerschienen:\n'
            f'1. {N(full())}, {born()}, {AD()}, ausgewiesen durch Personalausweis Nr. {PA()},\n2. {N("Herr " + full())}, von Person bekannt,\n3. für die unbekannten Erben der Nachlasspfleger RA {N(title() + family())}.\n\n'
            f'Der Erblasser war verheiratet mit {N(woman() + " " + family())} geb. {N(family(False))}, verstorben am {xB(1980, 2015)}. Aus der Ehe sind hervorgegangen: {N(full())}, {N(full())}. Zum Nachlass gehört das Konto {IB()} sowie das Grundstück {xAD()}. Der Betreuer {N(family())} '
            f'legte die Akte {CT("AG")} vor. Sparbuch {xIB()}, Police {xRV()}, UR-Nr. {miss("gericht", num(3) + "/2018")}.\n\nvorgelesen, genehmigt und unterschrieben\n\n{N(family())}   {N(family())}\n{N(family())}, Rechtspfleger{pick(["", "in"])}\n')

def note():                                                 # short notes, many shapes of birth and names
    f = family()
    lines = [f'{pick(["Tel.-Notiz", "Vermerk", "Notiz f. d. Akte", "Verfügung"])} {xB()}', '',
             pick([f'Es ruft an: {N(full())}, {telw()}{TEL()}.', f'Anruf Fam. {N(f)}, Rückruf erbeten {TEL()}.', f'Vorsprache d. Hr. {N(f)} u. Ehefrau.', f'{N("Herr " + full())} war heute hier.']),
             pick([f'Kind {N(given())} ist am {B(lo=1990)} in {town()} zur Welt gekommen.', f'Das Mädchen wurde am {B(lo=1980)} im Kreiskrankenhaus geboren.', f'Tochter {N(woman())} (* {B(lo=1980)}).',
                   f'Geburt: {B()} in {town()}.', f'Beide Söhne, {N(man())} ({born()}) und {N(man())} ({born()}), sind fremduntergebracht.', f'Er gibt an, am {B()} geboren zu sein.',
                   f'Date of birth: {B()}', f'Geb.-Datum/-Ort: {B()}, {town()}', f'Im {town()}er Register als geboren unter dem {B(True, 1890, 1940)} verzeichnet.', f'Mdj. {N(given() + " " + f)}, {B(lo=1990)} geb.']),
             pick([f'KM: {N(woman() + " " + f)}, KV: {N(full())}, Umgang strittig (AG {town()} {CT("AG")}).', f'Zuständig Fr. {N(family())}, Vertr. Hr. {N(family())}.', f'Vormund ist {N(full())}, {AD()}.', f'Kindesvater unbekannt verzogen, letzte Adr. {AD()}.',
                   f'Bekannte Anschriften: {AD()} sowie {AD()}']),
             pick([f'St.-ID {TX()}, SV-Nr. {RV()}', f'SVNR: {RV()}', f'IdNr {TX()}', f'Pers.ausw. {PA()}', f'PA-Nr.: {PA()}', f'Kontoverb.: {IB()}', f'Versichertennr. {KV()}', f'eGK {KV()}']),
             pick([f'Zähler {xTX()}', f'Sendungsnr. {xTX()}', f'Gläubiger-ID {xIB()}', f'Fahrgestell {xPA()}', f'Kundennr. {xKV()}', f'Art.-Nr. {xRV()}', f'USt-ID {miss("iban", "DE" + num(9))}']),
             pick([f'Ortstermin {xAD()}', f'Gesprächspartner bei {X()}: {N(family())}', f'Bestellung bei {X()} am {xB()}', f'Rundmail {xEM()}', f'Teilnahme {XO()} am {xB()}']),
             pick([f'1. Frau {N(family())} z. K.\n2. Herrn {N(family())} m. d. B. um Mitzeichnung\n3. {XO()} n. R.\n4. z. d. A.', f'Verteiler: {N(family())}, {N(family())}, {XO()}', f'i. A. {N(family())}', f'gez. {N(full())}', f'({N(family())})', f'{N(initial())}, {XO()}'])]
    body = lines[2:-1]
    rnd.shuffle(body)
    return '\n'.join(lines[:2] + body + lines[-1:]) + '\n'

def business():                                             # a paper full of what is nobody's
    return (f'{X()}\n{miss("anschrift", pick(["Industriepark 7, Halle 3", "Gewerbegebiet Nord, Los 4", "Werk II, Tor 5"]))}\nInfo: {xEM()}, HRB {num(5)}, USt-IdNr. {miss("iban", "DE" + num(9))}\n\nAngebot {xCT()} vom {xB()}\n\nPos. Artikel             Menge   Preis\n001  Dübel {num(2)}x{num(3)}       200    {xTEL()}\n002  Profil {xPA()}   12     {num(3)},{num(2)}\n003  EAN {miss("steuer-id", num(13))}\n'
            f'Charge {xRV()} / Modell {xKV()}\nSteuernummer {xTX()}\nMandat {xIB()}\nLieferung an {xAD()}, frei {miss("name", "Baustelle Am Ring")}, bis {xB()}. Es gelten {pick(LAW)} und DIN 18{num(3)}. Gewähr bis {xB(2020, 2035)}. Gründung der Firma am {xB(1900, 1990)}. Hergestellt am {xB()}, '
            f'eingebaut {xB()}. Hinweis: {miss("name", "Herr der Lage bleibt der Auftraggeber")}; {miss("name", "gez. Unterschrift unleserlich")}.\nRef. {xTX()}, {xKV()}, {xRV()}, {xPA()}, {xIB()}\n')

def petition():                                             # letter from a citizen
    a = full()
    return (f'{N(a)}\n{AD(chr(10))}\n{telw()}{TEL()}\n{EM()}\n\nAn das\n{pick(OFFICE)} {town()}\n\n{town()}, {xB()}\n\nWiderspruch gegen Ihren Bescheid vom {xB()}, Az. {xCT()}\n\nSehr geehrte Damen und Herren,\n\nhiermit lege ich Widerspruch ein. Ihre Kollegin Frau {N(family())} hatte mir zugesagt, '
            f'dass mein Sohn {N(man())} ({born()}) einen Platz erhält. Mein Nachbar {N(full())}, {AD(", ")}, kann das bezeugen. Ich bin am {B()} geboren und schwerbehindert (Merkzeichen G). Hausarzt: {N("Dr. " + family())}. Meine Vollmacht hat {N("Frau RAin " + full())}. Überweisen Sie bitte auf {IB()}. '
            f'Mein Personalausweis trägt die Nummer {PA()}, die Steueridentifikationsnummer lautet {TX()}. Anbei Rechnung {xTX()} der {X()}.\n\n{pick(["Hochachtungsvoll", "Mit freundlichem Gruß", "Mit vorzüglicher Hochachtung"])}\n\n{N(a)}\n\nAnlagen: Kopie Vollmacht, Foto {xAD()}\n')

def passport_form():                                        # boxes of a form, label above value
    return (f'ANTRAG AUF WOHNGELD - Bitte in Druckschrift ausfüllen!\n\n(1) Antragsteller/in  Familienname\n{N(family().upper())}\nVorname(n)\n{N(given().upper())}\nGeburtsdatum (TT.MM.JJJJ)\n{B()}\nStraße, Hausnummer, PLZ, Ort\n{AD(", ")}\nTelefon (freiwillig)\n{TEL()}\n'
            f'(2) Weitere Haushaltsmitglieder\nName              Geburtsdatum      Verwandtschaft\n{N(full())}     {B()}     Ehegatte\n{N(full())}     {B()}     Kind\n(3) Bankverbindung  IBAN\n{IB()}\nKontoinhaber: {N(turned())}\nSteuer-Identifikationsnummer\n{TX()}\nRentenversicherungsnummer\n{RV()}\nKrankenversichertennummer\n{KV()}\n'
            f'Personalausweisnummer\n{PA()}\n(4) Vermieter: {X()}\nMietbeginn\n{xB()}\nAktenzeichen Wohngeldstelle\n{xCT()}\nAblage-Nr.\n{xTX()}\nBarcode\n{miss("ausweis", num(10, "ABCDEF") )}\nGültig bis\n{xB()}\n')

# --- what happens to a paper afterwards
VALUE = re.compile('\x01([+-])([a-z-]+)\x02(.*?)\x03', re.S)

def wrapped(t):                                             # narrow columns: a line may break inside a value
    width, out = rnd.randint(44, 74), []
    for line in t.split('\n'):
        n, cur = 0, []
        for w in line.split(' '):
            seen = re.sub('\x01[+-][a-z-]+\x02|\x03', '', w)
            if n and n + 1 + len(seen) > width:
                cur.append('\n'); n = 0
            elif cur:
                cur.append(' '); n += 1
            cur.append(w); n += len(seen)
        out.append(''.join(cur))
    return '\n'.join(out)

def ascii_typed(t):                                         # a machine without Umlaute
    parts = re.split('(\x01[+-][a-z-]+\x02)', t)
    tr = str.maketrans({'ä': 'ae', 'ö': 'oe', 'ü': 'ue', 'Ä': 'Ae', 'Ö': 'Oe', 'Ü': 'Ue', 'ß': 'ss', 'ş': 's', 'ğ': 'g', 'ı': 'i', 'ł': 'l', 'ą': 'a', 'é': 'e', 'ć': 'c', '§': 'Par.'})
    return ''.join(p if p.startswith('\x01') else p.translate(tr) for p in parts)

def recognised(t):                                          # noise of reading a scan, outside numbers
    def noise(m):
        kind, v = m.group(2), m.group(3)
        if kind in ('geburtsdatum',) and chance(.4):
            v = pick([v.replace('.', '. ', 1), v.replace('.', ' .', 1), v.replace(' ', '  ')])
        elif kind in ('iban', 'steuer-id', 'rentenversicherung') and chance(.3):
            v = v.replace(' ', '  ', 1)
        elif kind in ('name', 'anschrift') and chance(.15):
            v = v.replace('ü', 'ii', 1) if chance(.3) else v.replace('ß', 'B', 1)
        return f'\x01{m.group(1)}{kind}\x02{v}\x03'
    t = VALUE.sub(noise, t)
    for a, b, p in [('geb. ', 'geb . ', .2), ('Frau ', 'Frau  ', .3), (':', ' :', .2), ('wohnhaft', 'wohn-\nhaft', .3), ('Herrn', 'Herrn', 0), ('\n\n', '\n', .3), ('Tel.', 'TeI.', .1)]:
        if chance(p):
            t = t.replace(a, b)
    return pick(['', '. \' ,\n', '~ I\n']) + t

PAPERS = [decree, personnel, school, builder, foreigner, ruling, gdr, typed, email, csv, roster, minutes, police, pensioner, deposit, note, note, note, business, business, petition, passport_form]

def sheet(make):
    t = make()
    if make not in (csv, roster):
        if chance(.25):
            t = wrapped(t)
        if chance(.3 if make in (gdr, typed) else .05):
            t = ascii_typed(t)
    if chance(.12):
        t = recognised(t)
    text, items, at = '', {'+': [], '-': []}, 0
    for m in VALUE.finditer(t):
        text += t[at:m.start()]
        before = re.sub(r'\s+', ' ', text[-18:])
        items[m.group(1)].append(({'Kind': m.group(2), 'Form': f'{make.__name__}: {before}', 'Value': m.group(3)}, len(text)))
        text += m.group(3)
        at = m.end()
    text += t[at:]
    for list_ in items.values():                            # the reader looks behind the item before: that must be the place meant
        end = 0
        for it, where in list_:
            if text.find(it['Value'], end) != where:
                return None
            end = where + len(it['Value'])
    return {'Text': text, 'Plant': [i for i, _ in items['+']], 'Near': [i for i, _ in items['-']]}

sheets, planted, near, turn = [], 0, 0, 0
while planted < plants or near < plants:
    s = sheet(PAPERS[turn % len(PAPERS)])
    if s is None:
        continue
    turn += 1
    sheets.append(s)
    planted, near = planted + len(s['Plant']), near + len(s['Near'])
json.dump(sheets, sys.stdout, ensure_ascii=False)
