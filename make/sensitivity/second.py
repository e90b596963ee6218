#!/usr/bin/env python3
"""A second set of sheets for the search for personal data: second.py SEED PLANTS, printed as the first set is (viewer/sensitivity/gold/sheets).

Drawn from public descriptions of the numbers (ISO 13616, ISO 7064 MOD 11,10, § 4 VKVV, § 290 SGB V, ICAO 9303), of the registers of the courts and of what
offices write: letters, forms, tables, mails, minutes, notes of telephone calls, lists, forms of registration. Written without the rules, their lists and the
first set at hand; it shares no sentence with them.
"""
import json, random, sys

rnd = random.Random(int(sys.argv[1]) ^ 0x5EC0)
plants = int(sys.argv[2])
pick = rnd.choice

GIVEN = '''Matthias Heike Jörg Silke Rüdiger Gudrun Torsten Birgit Volker Annegret Detlef Rosemarie Holger Waltraud Jens Cornelia Uwe Ingeborg Lothar Marlies
Mehmet Ayşe Cem Fatma Emre Elif Svetlana Dmitri Olga Sergej Agnieszka Krzysztof Małgorzata Piotr Nguyen Thu Amira Youssef Leyla Khaled Oluwaseun Chidi Ivana Goran
Lieselotte Hildegard Ottokar Friedhelm Kunigunde Hannelore Jonas Mia Finn Emilia Noah Lena Luca Marie Lea Ben Zoë Maximilian Karl-Heinz Hans-Jürgen Anna-Lena Eva-Maria'''.split()
FAMILY = '''Brinkmann Oelschläger Wiedemann Quast Hillebrandt Stellmacher Özdemir Yıldırım Kowalczyk Wiśniewska Petrenko Lindqvist Haddad Okafor Jovanović
Reinhardt Böttcher Kuhlmann Ziegenhagen Achterberg Tiedemann Pfannenstiel Rautenberg Schönfelder Dreyer Eickhoff Grünwald Hasselbach Immelmann Knüppel
Lachenmaier Meyer-Landrut Niederstraßer Obermüller Pape Rösch Strack Thiemann Ufer Vollmer Weichert Zipfel Nowotny Schulze-Boysen'''.split()
PLACES = [('17489', 'Greifswald'), ('99084', 'Erfurt'), ('24937', 'Flensburg'), ('86150', 'Augsburg'), ('04109', 'Leipzig'), ('66111', 'Saarbrücken'), ('49074', 'Osnabrück'),
          ('06484', 'Quedlinburg'), ('88212', 'Ravensburg'), ('26721', 'Emden'), ('03046', 'Cottbus'), ('54290', 'Trier')]
STREETS = ['Kastanienallee', 'Mühlenweg', 'Am Alten Bahnhof', 'Goethestr.', 'Hinter den Höfen', 'Breite Straße', 'Schillerplatz', 'Rosengasse', 'Unter den Linden', 'An der Wiek',
           'Dr.-Külz-Ring', 'Theodor-Heuss-Damm', 'Große Bleiche', 'Bleichstraße', 'Im Wiesengrund', 'Steinbecker Chaussee', 'Karl-Marx-Allee', 'Ziegeleiweg', 'Marktplatz']

def digits(n, first='0123456789'):
    return pick(first) + ''.join(pick('0123456789') for _ in range(n - 1))

def other(s, at):                                                                  # the same with another digit at one place
    return s[:at] + pick([d for d in '0123456789' if d != s[at]]) + s[at + 1:]

def iban():
    land, bban = pick([('DE', digits(18)), ('DE', digits(18)), ('DE', digits(18)), ('AT', digits(16)), ('CH', digits(17)), ('FR', digits(23)), ('NL', 'ABNA' + digits(10)), ('PL', digits(24)), ('BE', digits(12))])
    n = int(''.join(str(int(c, 36)) for c in bban + land + '00'))
    return land + f'{98 - n % 97:02d}' + bban

def grouped(s, n=4, sep=' '):
    return sep.join(s[i:i + n] for i in range(0, len(s), n))

def write_iban(s):
    return pick([s, grouped(s), grouped(s), grouped(s, sep='\u00a0'), s[:4] + ' ' + s[4:]])

def tax():
    while True:
        twice = rnd.sample('0123456789', 10)
        n = pick([2, 2, 3])
        rest = twice[1:1 + 10 - n]
        d = [twice[0]] * n + rest
        rnd.shuffle(d)
        s = ''.join(d)
        if s[0] == '0' or any(c * 3 in s for c in s):
            continue
        p = 10
        for c in s:
            p = ((int(c) + p) % 10 or 10) * 2 % 11
        return s + str((11 - p) % 10)

def write_tax(s):
    return pick([s, s, f'{s[:2]} {s[2:5]} {s[5:8]} {s[8:]}', f'{s[:2]}\u00a0{s[2:5]}\u00a0{s[5:8]}\u00a0{s[8:]}'])

def day(lo=1925, hi=2009):
    return rnd.randint(1, 28), rnd.randint(1, 12), rnd.randint(lo, hi)

def cross(n):
    return sum(int(c) for c in str(n))

def pension():
    d, m, y = day(1930, 1999)
    body = pick(['02', '04', '08', '10', '11', '13', '18', '24', '38', '52', '65', '82']) + f'{d:02d}{m:02d}{y % 100:02d}'
    letter, serial = pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), digits(2)
    full = body + f'{ord(letter) - 64:02d}' + serial
    s = sum(cross(int(c) * w) for c, w in zip(full, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)))
    return body + letter + serial + str(s % 10)

def write_pension(s):
    return pick([s, f'{s[:2]} {s[2:8]} {s[8]} {s[9:]}', f'{s[:2]} {s[2:8]} {s[8]} {s[9:11]} {s[11]}', f'{s[:8]} {s[8]} {s[9:]}'])

def health():
    letter, body = pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), digits(8)
    full = f'{ord(letter) - 64:02d}' + body
    return letter + body + str(sum(cross(int(c) * w) for c, w in zip(full, (1, 2) * 5)) % 10)

CARD = '0123456789CFGHJKLMNPRTVWXYZ'
def check731(s):
    return str(sum(int(c, 36) * w for c, w in zip(s, (7, 3, 1) * 5)) % 10)

def card():
    s = pick('LMNPRTVWXYCFGHJK') + ''.join(pick(CARD) for _ in range(8))
    return s + check731(s)

MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split()
def write_day(d, m, y):
    return pick([f'{d:02d}.{m:02d}.{y}', f'{d}.{m}.{y}', f'{d}. {MONTHS[m - 1]} {y}', f'{d:02d}.{m:02d}.{y % 100:02d}', f'{y}-{m:02d}-{d:02d}', f'{d:02d}/{m:02d}/{y}', f'{d:02d}. {m:02d}. {y}'])

def name():
    f = pick(FAMILY)
    return pick([f'{pick(GIVEN)} {f}', f'{pick(GIVEN)} {pick(GIVEN)} {f}', f'{pick(GIVEN)} von {f}', f'{f}, {pick(GIVEN)}', f])

def phone():
    a = pick(['030', '03834', '0361', '0461', '0821', '0341', '0681', '0541'])
    n = digits(pick([5, 6, 7]), '23456789')
    return pick([f'{a} {n}', f'{a}/{n}', f'{a}-{n}', f'({a}) {n}', f'+49 {a[1:]} {n}', f'0049 {a[1:]} {n}', f'{a} / {n[:3]} {n[3:]}', f'0{pick(["151", "160", "171", "176"])} {digits(7)}', f'+49 (0){a[1:]} {n}-{digits(2)}'])

FOLD = str.maketrans({'ö': 'oe', 'ä': 'ae', 'ü': 'ue', 'ß': 'ss', 'Ö': 'Oe', 'ş': 's', 'Ş': 'S', 'ı': 'i', 'ł': 'l', 'ś': 's', 'ć': 'c', 'ë': 'e', 'ğ': 'g'})
def mail():
    g, f = pick(GIVEN).translate(FOLD).lower(), pick(FAMILY).translate(FOLD).lower()
    return pick([f'{g}.{f}', f'{g[0]}.{f}', f'{f}{rnd.randint(1, 99)}', f'{g}_{f}', f'{f}-{g}']) + '@' + pick(['posteo.example', 'kanzlei-' + f + '.example', 'mail.kreis-nord.example', 'stadtwerke.example'])

def address():
    z, o = pick(PLACES)
    h = pick([str(rnd.randint(1, 180)), f'{rnd.randint(1, 99)} {pick("abc")}', f'{rnd.randint(1, 99)}{pick("abc")}', f'{rnd.randint(1, 60)}-{rnd.randint(61, 99)}', f'{rnd.randint(1, 30)}/{rnd.randint(1, 9)}'])
    s = f'{pick(STREETS)} {h}'
    return pick([f'{s}, {z} {o}', f'{s}, {z} {o}', s, f'{s} in {z} {o}', f'{s}, D-{z} {o}'])

def court():
    n, y = rnd.randint(1, 2500), rnd.randint(1, 24)
    return pick([f'{rnd.randint(1, 40)} O {n}/{y:02d}', f'{rnd.randint(1, 90)} C {n}/{y:02d}', f'{rnd.randint(1, 30)} F {n}/{y:02d}', f'{rnd.randint(100, 400)} Js {n * 13}/{y:02d}', f'{rnd.randint(1, 20)} Ds {n}/{y:02d}',
                 f'VI ZR {n}/{y:02d}', f'{rnd.randint(1, 15)} K {n}/{y:02d}.{pick("GKF")}'.replace('.G', '.GI').replace('.K', '.KO').replace('.F', '.F'), f'S {rnd.randint(1, 30)} AS {n}/{y:02d}',
                 f'{rnd.randint(1, 9)} Ca {n}/{y:02d}', f'{rnd.randint(1, 30)} XVII {n}/{y:02d}', f'{rnd.randint(1, 12)} U {n}/{y:02d}', f'{rnd.randint(1, 9)} BvR {n}/{y:02d}', f'{rnd.randint(1, 12)} VI {n}/{y:02d}'])

def near_card():
    s = card()
    return other(s, 9)

# kind: (planted value, sentences with {}), (near miss, sentences with {})
PLANT = {
    'iban': (lambda: write_iban(iban()), ['Die Erstattung soll auf das Konto {} gehen.', 'Kontoverbindung\t{}\tGirokonto', 'Zahlbar auf {} unter Angabe des Zeichens.', 'IBAN.......: {}', 'Abbuchung von {} ist fehlgeschlagen.', '| Überweisung | {} | 3 Raten |']),
    'steuer-id': (lambda: write_tax(tax()), ['IdNr. {} des Haushaltsvorstands', 'Laut ELStAM ({}) Klasse III.', 'Identifikationsnummer nach § 139b AO: {}', '{} - so beim Bundeszentralamt gespeichert.', 'steuerliche IdNr\t{}', 'Für {} liegt kein Freistellungsauftrag vor.']),
    'rentenversicherung': (lambda: write_pension(pension()), ['VSNR {}, Kontenklärung läuft.', 'Sozialversicherungsnr.: {}', 'RV-Nummer\t{}\tAltersrente', 'Bei der DRV unter {} geführt.', 'Versicherungsnummer des Ausgeschiedenen lautet {}.']),
    'krankenversicherung': (health, ['KVNR: {}', 'eGK {} gesperrt seit gestern', 'Versicherten-Nr.\t{}\tfamilienversichert', 'Die Kasse führt ihn als {}.', 'Rezept ohne Angabe von {} zurück.']),
    'ausweis': (card, ['ausgewiesen durch BPA {}', 'Seriennummer des Personalausweises: {}', 'Reisepass {} vorgelegt', 'Pass-Nr.\t{}\tgültig', 'legitimiert mit Ausweis Nr. {} der Stadt']),
    'geburtsdatum': (lambda: write_day(*day()), ['geboren am {} in Stralsund', '* {} (Wolgast)', 'Geb.-Datum\t{}', 'geb. {}, ledig', 'Tag der Geburt: {}', 'Geburtstag des Kindes ist der {}.', 'Das Kind wurde am {} geboren.', 'geboren: {}']),
    'telefon': (phone, ['erreichbar unter {} ab mittags', 'Fon: {}', 'Tel. dienstl.\t{}', 'Rückruf erbeten: {}', 'Mobil {}', 'Fax {} (Vorzimmer)', 'ruft von {} aus an']),
    'e-mail': (mail, ['Antwort bitte an {}', 'E-Mail: {}', 'Cc: <{}>', 'schreibt von {}; Lesebestätigung liegt vor', 'Kontakt\t{}']),
    'anschrift': (address, ['wohnhaft {}', 'zog um nach {}.', 'Anschrift: {}', 'Meldeadresse\t{}', 'Tatort: {}', 'Das Grundstück {} ist unbebaut.', 'gemeldet unter {}']),
    'gericht': (court, ['Az. {} anhängig', 'Verfahren {} ist eingestellt.', 'vgl. Beschluss {} vom Vorjahr', 'Geschäftsnummer: {}', 'Das Gericht führt die Sache unter {}.', 'Strafsache {}']),
    'name': (name, ['Herr {} sprach vor.', 'Frau {} hat widersprochen.', 'Name: {}', 'Antragstellerin: {}', 'Zeuge {} wurde vernommen.', 'Bearbeiter: {}', 'Die Klägerin {} trägt vor, ...', 'gez. {}', 'Teilnehmer: {} (Bauamt)', 'Sehr geehrter Herr {},', 'Eigentümer {} stimmt zu.', 'Betreuerin: {}', 'Mit freundlichen Grüßen\n{}', 'Herrn\n{}']),
}
NEAR = {
    'iban': (lambda: write_iban(other(iban(), 9)), ['Kundenkonto {} der Stadtwerke', 'Muster einer IBAN: {}', 'Vertragskonto {}']),
    'steuer-id': (lambda: pick([other(tax(), 10), other(tax(), 10), '11111111111', '12345678901']), ['Zählernummer {}', 'Kassenzeichen {}', 'Sendungsnr. {}', 'Inventar {}']),
    'rentenversicherung': (lambda: write_pension(other(pension(), 11)), ['Gerätenummer {}', 'Bestellzeichen {}', 'VSNR-Muster {}']),
    'krankenversicherung': (lambda: other(health(), 9), ['Bauteil {}', 'Signatur {}', 'Kundennr. {}']),
    'ausweis': (near_card, ['Los {}', 'Inventarnummer {}', 'Gerät {} ausgesondert']),
    'geburtsdatum': (lambda: write_day(*day(1990, 2024)), ['Bescheid vom {}', 'Sitzung am {}', 'Frist läuft am {} ab', 'Stand: {}', 'in Kraft seit {}', 'zugestellt am {}']),
    'telefon': (lambda: pick([f'{rnd.randint(10, 99)}.{rnd.randint(100, 999)}', f'{digits(4, "123456789")}.{digits(5)}', f'{digits(2, "123")}/{digits(4, "123456789")}', f'{digits(3, "123456789")}-{digits(2)}/{digits(4, "123456789")}']), ['Haushaltsstelle {}', 'Vorlage {}', 'Flurstück {}', 'Buchung {}']),
    'e-mail': (lambda: pick(['@kreis_nord', 'benutzer@rechner', '12 Stück @ 4,50']), ['Hinweis auf {}', 'Eintrag {}']),
    'anschrift': (lambda: pick(['Bundesstraße 96', 'Landesstraße L 212', 'Raum 214', 'Gleis 7', 'Kreisstraße 12', 'Seite 17', 'Flur 3', 'Artikel 12', 'Anlage 4', 'Haushaltstitel 51']), ['Ausbau der {}', 'siehe {}', 'Treffpunkt {}', 'laut {}']),
    'gericht': (lambda: pick([f'{rnd.randint(1, 9)} QZ {rnd.randint(1, 900)}/{rnd.randint(10, 24)}', f'III-{rnd.randint(10, 90)}.{rnd.randint(1, 9)}', f'DS {rnd.randint(1, 9)}/{rnd.randint(100, 900)}', f'{rnd.randint(10, 90)} {pick(["kW", "km", "kg"])} {rnd.randint(10, 90)}/{rnd.randint(10, 24)}']), ['Drucksache {}', 'Vorlage {}', 'Angabe {}']),
    'name': (lambda: pick(['Haus der Kunst', 'Neue Schule', 'Goethe-Gymnasium', 'Rotes Kreuz', 'Evangelische Gemeinde', 'Bau und Verkehr', 'Rathaus Mitte', 'Alte Feuerwache', 'Deutsche Bahn', 'Untere Denkmalbehörde', 'Stadtwerke Nord', 'Freie Wähler']), ['Ortstermin {}', 'Der Antrag {} ruht.', 'Beteiligt: {}', 'Zuständig ist {}.', 'Schreiben an {} ist raus.', 'Der Zuschuss für {} entfällt.']),
}
FILL = ['Der Vorgang wird zur Sitzung im Herbst vorgelegt.', 'Die Unterlagen sind vollständig; es fehlt die Stellungnahme des Fachdienstes.', 'Wiedervorlage in vier Wochen.', 'Auf das Gespräch in der vergangenen Woche wird Bezug genommen.',
        'Haushaltsmittel stehen in diesem Jahr nicht mehr zur Verfügung.', 'Im Übrigen verweisen wir auf unser Schreiben aus dem Vormonat.', 'Die Baumaßnahme umfasst 3 Bauabschnitte auf 1.240 qm.', 'Der Ausschuss nimmt Kenntnis.',
        'z. d. A.', 'Es gilt die Satzung in der Fassung von 1998.', 'Gegen die Planung bestehen aus Sicht der Wasserbehörde keine Bedenken.', 'Anlagen: 2 Pläne, 1 Lichtbild.', 'Die Akte umfasst 214 Blatt.', 'Kosten: 12.450,80 EUR (netto).']
HEADS = ['Stadt am Bodden - Fachdienst Ordnung', 'V e r m e r k', 'Niederschrift über den Ortstermin', 'ANMELDUNG (in Druckschrift ausfüllen)', 'Betreff: AW: Ihre Nachfrage', 'Telefonnotiz', 'Liste der Beteiligten (Auszug)', 'Protokoll der Anhörung',
         'Landkreis Nordland, Jugendamt', 'Aufnahmebogen']

def item(kind, spec):
    value, said = spec[0](), pick(spec[1])
    return said.format(value), {'Kind': kind, 'Form': said.replace('\n', ' / ')[:40], 'Value': value}

kinds = list(PLANT)
lines = []
for i in range(plants):
    k = kinds[i % len(kinds)]
    lines.append(('Plant',) + item(k, PLANT[k]))
    lines.append(('Near',) + item(k, NEAR[k]))
rnd.shuffle(lines)
sheets = []
while lines:
    s = {'Text': pick(HEADS) + '\n\n', 'Plant': [], 'Near': []}
    for _ in range(min(len(lines), rnd.randint(6, 12))):
        what, line, it = lines.pop()
        if rnd.random() < .6:
            s['Text'] += pick(FILL) + pick(['\n', ' ', '\n\n'])
        s['Text'] += line + '\n'
        s[what].append(it)
    s['Text'] += '\n' + pick(FILL) + '\n'
    sheets.append(s)
json.dump(sheets, sys.stdout, ensure_ascii=False)
