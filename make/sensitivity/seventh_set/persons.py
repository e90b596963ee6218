"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys
from .numbers import *

# ------------------------------------------------------------------ dates in words
ONES = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()
TENS = {2: "zwanzig", 3: "dreißig", 4: "vierzig", 5: "fünfzig", 6: "sechzig", 7: "siebzig", 8: "achtzig", 9: "neunzig"}


def word100(n, last=True):
    if n < 20:
        return "eins" if n == 1 and last else ONES[n]
    t, o = divmod(n, 10)
    return (ONES[o] + "und" if o else "") + TENS[t]


def year_word(y):
    if y >= 2000:
        return "zweitausend" + (word100(y - 2000) if y > 2000 else "")
    h, e = divmod(y, 100)
    return ONES[h] + "hundert" + (word100(e) if e else "")


def day_word(d):
    irr = {1: "ersten", 3: "dritten", 7: "siebten", 8: "achten"}
    return irr.get(d) or (word100(d, False) + ("ten" if d < 20 else "sten"))


def date_text(r, ymd, style=None):
    y, m, d = ymd
    style = style or r.choices(["std", "lang", "kurz", "kurz2", "abk", "rom", "iso", "slash", "strich", "luft", "ohne", "wort"],
                               [30, 18, 8, 5, 6, 5, 4, 3, 3, 4, 3, 2])[0]
    t = {"std": "%02d.%02d.%d" % (d, m, y), "lang": "%d. %s %d" % (d, MONTHS[m - 1], y), "kurz": "%d.%d.%02d" % (d, m, y % 100),
         "kurz2": "%02d.%02d.%02d" % (d, m, y % 100), "abk": "%d. %s %d" % (d, MABBR[m - 1], y), "rom": "%d. %s. %d" % (d, ROMAN[m - 1], y),
         "iso": "%d-%02d-%02d" % (y, m, d), "slash": "%02d/%02d/%d" % (d, m, y), "strich": "%02d-%02d-%d" % (d, m, y),
         "luft": "%d. %d. %d" % (d, m, y), "ohne": "%d.%s %d" % (d, MONTHS[m - 1], y), "kompakt": "%d%02d%02d" % (y, m, d),
         "kasten": " ".join("%02d%02d%d" % (d, m, y)),
         "wort": "%s %s %s" % (day_word(d), MONTHS[m - 1], year_word(y))}[style]
    return t, style


# ------------------------------------------------------------------ persons
UML = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ş": "s", "ç": "c", "ğ": "g", "ı": "i", "ł": "l", "ń": "n", "ó": "o",
    "ż": "z", "ś": "s",
                     "ą": "a", "ę": "e", "á": "a", "é": "e", "è": "e", "ê": "e", "ã": "a", "ç": "c", "í": "i", "š": "s", "ž": "z",
                         "ć": "c", "č": "c", "đ": "d", "ó": "o", "ő": "o", "ű": "u", "ź": "z"})


def ascii_(t):
    t = t.lower().translate(UML)
    return "".join(c for c in t if c.isascii() and (c.isalnum() or c == "-"))


class Person:
    def __init__(self, r, year, sex=None, age=None, kin=None):
        self.r = r
        self.sex = sex or r.choice("fm")
        self.kin = kin
        o = kin.o if kin else r.choice(ORIGIN)
        if not kin and r.random() < .06:
            o = "noble"
        self.o = o
        g = GIVEN["de" if o == "noble" else o][0 if self.sex == "f" else 1]
        self.first = r.choice(g)
        if kin:
            while self.first == kin.first:
                self.first = r.choice(g)
        second = r.choice(g)
        self.all = self.first + (" " + second if r.random() < .5 and o not in ("vi", "tr") and second != self.first else "")
        if kin:
            base = kin.base
        elif o == "noble":
            base = r.choice(NOBLE)
        else:
            base = r.choice(FAMILY[o])
            if o == "de" and r.random() < .09:
                b2 = r.choice(FAMILY["de"])
                base = base + "-" + b2 if b2 != base else base
            elif o != "de" and r.random() < .06 and " " not in base:
                base = base + "-" + r.choice(FAMILY["de"])
        self.base = base
        self.last = self.bend(base)
        self.maiden = self.bend(r.choice(FAMILY["de" if o == "noble" else o]))
        if self.maiden == self.last:
            self.maiden = "Zellweger"
        lo, hi = age or (19, 84)
        self.birth = (year - r.randint(lo, hi) - 1, r.randint(1, 12), r.randint(1, 28))
        self.title = r.choice(TITLES)
        self.zip, self.ort = kin.zip_ort if kin else r.choice(PLACES)
        self.zip_ort = (self.zip, self.ort)
        self.cache = {}

    def bend(self, b):
        if self.sex == "f":
            if self.o == "ru" and re.search(r"(ow|ew|in)$", b):
                return b + "a"
            if self.o == "pl" and b.endswith("ki"):
                return b[:-1] + "a"
        return b

    def order(self, first, last):
        return last + " " + first if self.o == "vi" else first + " " + last

    def initial(self):
        return ascii_(self.last.split()[-1].replace("-", ""))[:1].upper() or "X"

    def get(self, key, make):
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]

    def street(self):
        def make():
            r = self.r
            if r.random() < .04:
                return r.choice("CDEFGHKLMNPQ") + " " + str(r.randint(1, 7)) + ", " + str(r.randint(1, 30))
            n = str(r.randint(1, 180)) + r.choice([""] * 8 + [" a", "b", " c", "-" + "", "/3", " d"])
            n = n.rstrip("-")
            return r.choice(STREETS) + " " + n
        return self.kin.street() if self.kin else self.get("street", make)

    def phone(self):
        def make():
            r = self.r
            dg = lambda n: "".join(r.choice("0123456789") for _ in range(n))
            area = r.choice(["345", "391", "361", "341", "351", "371", "381", "385", "331", "335", "40", "421", "441", "541", "551",
                "531", "201", "231",
                             "34955", "36071", "38326", "7531", "8231", "5751", "2761", "3641"])
            s = r.choice("23456789") + dg(r.choice([4, 5, 6]))
            pair = re.sub(r"(\d\d)(?=\d)", r"\1 ", s)
            mob = r.choice(["171", "160", "151", "176", "172", "1522", "177", "174"])
            ms = r.choice("23456789") + dg(r.choice([6, 6, 7]))
            return r.choice(["0%s/%s" % (area, s), "0%s / %s" % (area, pair), "(0%s) %s" % (area, pair), "(0%s) %s" % (area, s),
                "0%s-%s" % (area, s),
                             "0%s %s" % (area, s), "+49 %s %s" % (area, s), "+49 (0)%s %s" % (area, s), "0049 %s %s" % (area, s),
                                 "0%s%s" % (area, s),
                             "0%s/%s" % (mob, ms), "0%s %s" % (mob, ms), "0%s-%s %s" % (mob, ms[:3], ms[3:]), "+49%s%s" % (mob, ms),
                                 "0%s%s" % (mob, ms),
                             "+49 %s / %s %s" % (mob, ms[:3], ms[3:])])
        return self.get("tel", make)

    def mail(self):
        def make():
            r = self.r
            f, l = ascii_(self.first.split()[0]), ascii_(self.last.replace(" ", ""))
            loc = r.choice([f + "." + l, f[:1] + "." + l, l + str(self.birth[0])[2:], f + "_" + l, l + "." + f, f + l,
                f[:1] + l + str(r.randint(1, 99)), "familie-" + l])
            return loc + "@" + r.choice(["web.de", "gmx.de", "gmx.net", "t-online.de", "freenet.de", "gmail.com", "yahoo.de", "arcor.de",
                "posteo.de", "hotmail.com", "outlook.de"])
        return self.get("mail", make)


# ------------------------------------------------------------------ near misses
N_NAME = {  # {F} family name, {G} given name, drawn anew
    "firma": ["{F} & Söhne KG", "Autohaus {F} GmbH", "Bäckerei {F} OHG", "{G} {F} GmbH & Co. KG", "Spedition {F} AG",
        "Baugeschäft {F} & {F} GbR", "Apotheke {F}", "Robert Bosch GmbH", "VEB Ernst Thälmann", "LPG „Florian Geyer“",
            "Kombinat „Otto Grotewohl“",
              "Fa. {F}", "Tischlerei {F} e. K.", "Kanzlei {F} & Partner", "Elektro-{F} GmbH", "Bestattungshaus {F}",
                  "Verlag {G} {F} Nachf.", "{F}bräu AG"],
    "schule": ["Anne-Frank-Schule", "Geschwister-Scholl-Gymnasium", "Grundschule „Astrid Lindgren“",
        "Sekundarschule August Hermann Francke", "Heinrich-Heine-Oberschule", "Volkshochschule Adolf Reichwein", "Pestalozzi-Schule",
            "Wilhelm-Raabe-Schule",
               "Gymnasium Ernestinum", "POS „Juri Gagarin“", "Lessing-Realschule", "Fröbelschule"],
    "kita": ["„Pumuckl“", "St. Elisabeth", "„Janusz Korczak“", "„Friedrich Fröbel“", "„Ronja Räubertochter“", "St. Nikolaus"],
    "klinik": ["Klinikum Ernst von Bergmann", "Carl-von-Basedow-Klinikum", "Krankenhaus St. Barbara", "St.-Josef-Krankenhaus",
        "Robert-Koch-Krankenhaus", "Sana-Klinik Dr. Heim"],
    "kirche": ["Kirche St. Moritz", "St.-Laurentius-Kirche", "Paul-Gerhardt-Gemeinde", "Dietrich-Bonhoeffer-Kirche",
        "Pfarrei St. Franziskus"],
    "lokal": ["Gasthof {F}", "Hotel Kaiserhof", "Café {F}", "Friedrich-Engels-Haus", "Willy-Brandt-Halle", "Walter-Ulbricht-Stadion",
        "Pension „Haus {G}“", "Gasthaus „Zum Wilden Mann“", "Restaurant Da Mario"],
    "platz": ["Rosa-Luxemburg-Platz", "Lenin-Allee", "Bertolt-Brecht-Straße", "Karl-Liebknecht-Straße", "Kurt-Schumacher-Brücke",
        "Dietrich-Bonhoeffer-Allee", "Albert-Einstein-Straße", "Käthe-Kollwitz-Straße", "Bismarckallee", "Ernst-Abbe-Siedlung"],
    "werk": ["„Effi Briest“", "„Nathan der Weise“", "„Emil und die Detektive“", "„Professor Unrat“", "„Wilhelm Tell“", "„Doktor Faustus“",
        "„Anna Karenina“", "„Momo“", "„Die Buddenbrooks“", "„Die Leiden des jungen Werthers“", "„Minna von Barnhelm“",
             "„Onkel Toms Hütte“", "„Pippi Langstrumpf“", "„Michael Kohlhaas“", "„Tom Sawyer“"],
    "ortn": ["Frankenberg", "Bernburg", "Wolfsburg", "Marienthal", "Friedrichroda", "Ludwigslust", "Karlshof", "Heinrichsberg",
        "Hermsdorf", "Georgenthal", "Annaberg", "Karl-Marx-Stadt", "Wilhelm-Pieck-Stadt Guben"],
    "begriff": ["Hartz IV", "Riester-Rente", "Morbus Parkinson", "Alzheimer-Demenz", "Morbus Crohn", "Röntgen", "Max-Planck-Institut",
        "Konrad-Adenauer-Stiftung", "Otto Normalverbraucher", "Max Mustermann", "Erika Mustermann", "Bosch", "Martin-Luther-Universität",
                "Carl-Zeiss-Stiftung", "MS „Wilhelm Bauer“", "Karl-May-Festspiele", "Duden", "Schönfelder", "Palandt", "Sankt Martin",
                    "Otto-Motor"]}
N_TEL = ["0800 1110111", "0800 111 0 222", "116 117", "115", "112", "110", "01805 / 30 40 50", "0180 2 334455", "116 123",
    "0900 5 123 456", "116 116", "0137 55 00 11"]
N_MAIL = ["noreply@{d}", "no-reply@{d}", "mailer-daemon@{d}", "vorname.nachname@{d}", "<{h}.{y}@{d}>", "@{t}_aktuell", "newsletter@{d}",
    "postmaster@{d}", "ihr.name@anbieter.de"]
N_ADR = ["Flur {n}, Flurstück {m}/{k}", "Gemarkung Ostfeld, Blatt {m}", "Parkplatz {n}", "Block {k}, Reihe {n}", "Feld {n} Nr. {m}",
    "B {m}, km {n},{k}", "Zimmer {m}", "Haus {k}, Zimmer {n}",
         "Bahnhofstraße Ecke Steinweg", "Lindenallee / Schulstraße", "Straße des 17. Juni", "Platz der Einheit", "Halle {k}, Tor {n}",
             "Buslinie {n} Richtung Markt", "Quartier {n} / Los {k}",
         "Kapitel {n} {m} Titel {m} 01", "§ {n} Abs. {k}", "L {m} Abschnitt {n}", "Bahnsteig {k}", "Waldweg beim Jagen {m}"]
N_AZ = ["32.1-{m}/{n}", "Az. 50-{m}.{n}/{yy}", "II/{k} – {n} – {m}", "10.2/{m}-{yy}", "FD 51.{k}/{n}-{m}", "Jug {m}/{yy}",
    "OA/{n}/{yy}/{m}", "KFZ-{m}-{n}", "Vorl.-Nr. {m}/{yy}", "BV/{m}/{yyyy}", 
        "Reg. Nr. {m}/{k}/{yy}", "Beschluss Nr. {n}/{yy}", "AU {m}/{yyyy}", "K {m}"]
N_BGBL = ["GVBl. S. {m}", "BGBl. I S. {m}", "BGBl. {yyyy} I Nr. {n}", "BGBl. I {yyyy}, {m}", "MBl. {n}/{yy}", "Drs. {n}/{m}",
    "Rdschr. {n}/{yy}", "GBl. I Nr. {n} S. {m}", "ABl. {n}/{yyyy}"]
COURT = [  # {z} number, {Y} two-digit year, {s} senate
    "{s} C {z}/{Y}", "{s} F {z}/{Y}", "{s} F {z}/{Y} {fs}", "{s} VI {z}/{Y}", "XVII {z}/{Y}", "{s} XVII {z}/{Y}", "{s} M {z}/{Y}",
        "{s} K {z}/{Y}", "{s} IN {z}/{Y}", "{s} IK {z}/{Y}",
    "{s} Ds {z}/{Y}", "{s} Cs {z}/{Y}", "{s} OWi {z}/{Y}", "{s} Ls {z}/{Y}", "{s} Ca {z}/{Y}", "{s} O {z}/{Y}", "{s} S {z}/{Y}",
        "{s} U {z}/{Y}", "{s} A {z}/{Y}", "{s} B {z}/{Y}",
    "S {s} AS {z}/{Y}", "S {s} KR {z}/{Y}", "S {s} R {z}/{Y}", "L {s} SB {z}/{Y}", "S {s} SO {z}/{Y} ER", "{s} T {z}/{Y}",
        "{s} K {z}/{Y}.{cc}", "{s} X {z}/{Y}", "{s} VII {z}/{Y}", "VII {n2} {z}/{Y}",
    "{s} IV {z}/{Y}", "{s} E {z}/{Y}", "{s} L {z}/{Y}", "{s} StVK {z}/{Y}", "{s} Qs {z}/{Y}", "{s} UF {z}/{Y}", "{s} Sa {z}/{Y}"]
CODES = {"Vormundschaftssache": "VII|X|F|XVII", "Führerscheinentzug": "Ds|Cs|OWi|Ls", "Nachlassverzeichnis": "VI|IV",
    "Rückübertragungsantrag": "VI|K|A", "Sterbefallanzeige": "VI|IV", "Wohngeldakte": "F|UF|C",
         "Ärztliches Gutachten": "XVII|X|T|O", "Vollstreckungsauftrag": "M|IN|IK|K", "Personalratsprotokoll": "Ca|Sa",
             "Überprüfung nach StUG": "Ca|Sa|K", "Beschwerdebrief": "A|K|B|L|E", "Kindergartenanmeldung": "F|UF",
                 "Einbürgerungsantrag": "Ds|Cs",
         "Heimakte": "Ls|Ds", "Zeugenvernehmung": "Ds|Ls|Cs|C", "Standesamtlicher Randvermerk": "F|X|C", "Lohnkarte": "M|C",
             "Jagdscheinakte": "Ds|Cs|OWi"}
AEMTER = ["Landratsamt", "Kreisverwaltung", "Ordnungsamt", "Bürgeramt", "Standesamt", "Sozialamt", "Jugendamt", "Gewerbeamt",
    "Stadtverwaltung", "Rechtsamt", "Personalamt", "Landesverwaltungsamt",
          "Bezirksamt", "Samtgemeinde", "Verwaltungsgemeinschaft", "Fachdienst 32", "Amt für offene Vermögensfragen", "Steueramt",
              "Schulverwaltungsamt", "Kämmerei", "Bauhof", "Ausländerbehörde"]
LABEL = {"fl": "Vor- und Familienname", "lf": "Familienname, Vorname", "l": "Familienname allein", "L": "FAMILIENNAME allein",
    "LF": "FAMILIENNAME, Vorname", "FL": "Vorname FAMILIENNAME",
         "f": "Vorname allein", "il": "Initiale Familienname", "all": "alle Vornamen und Familienname",
             "lall": "Familienname, alle Vornamen", "lnc": "Familienname Vorname ohne Komma", "fall": "alle Vornamen allein",
         "maid": "Geburtsname allein", "UP": "ALLES GROSS", "li": "Familienname, Initiale"}
GEN = {  # (male, female)
    "Herr": ("Herr", "Frau"), "Herrn": ("Herrn", "Frau"), "er": ("er", "sie"), "Er": ("Er", "Sie"), "sein": ("sein", "ihr"),
        "seine": ("seine", "ihre"), "seiner": ("seiner", "ihrer"), "seinen": ("seinen", "ihren"),
    "seinem": ("seinem", "ihrem"), "ihm": ("ihm", "ihr"), "ihn": ("ihn", "sie"), "der": ("der", "die"), "Der": ("Der", "Die"),
        "des": ("des", "der"), "dem": ("dem", "der"), "den": ("den", "die"),
    "in": ("", "in"), "r": ("r", ""), "mw": ("m", "w"), "maennl": ("männlich", "weiblich"), "sohn": ("Sohn", "Tochter"),
        "vater": ("Vater", "Mutter"), "geehrt": ("Sehr geehrter Herr", "Sehr geehrte Frau"),
    "lieb": ("Lieber", "Liebe"), "ein": ("ein", "eine"), "bruder": ("Bruder", "Schwester"), "s": ("s", "r"), "n": ("n", "")}
