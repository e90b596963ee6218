"""Part of the sixth set of sheets (../sixth.py)."""
import datetime, json, random, re, sys
from .names import *

# ------------------------------------------------------------ places, streets, near misses
ORTE = [("Hamburg", "20", "2000"), ("Köln", "50", "5000"), ("Kassel", "34", "3500"), ("Lüneburg", "21", "2120"),
 ("Bamberg", "96", "8600"), ("Trier", "54", "5500"), ("Görlitz", "02", "8900"), ("Stralsund", "18", "2300"),
 ("Ravensburg", "88", "7980"), ("Offenburg", "77", "7600"), ("Detmold", "32", "4930"), ("Bochum", "44", "4630"),
 ("Celle", "29", "3100"), ("Wismar", "23", "2400"), ("Zwickau", "08", "9500"), ("Gera", "07", "6500"),
 ("Fulda", "36", "6400"), ("Speyer", "67", "6720"), ("Landshut", "84", "8300"), ("Ulm", "89", "7900"),
 ("Münster", "48", "4400"), ("Emden", "26", "2970"), ("Husum", "25", "2250"), ("Nordhausen", "99", "5500"),
 ("Saarlouis", "66", "6630"), ("Solingen", "42", "5650"), ("Kempten (Allgäu)", "87", "8960"), ("Hameln", "31", "3250"),
 ("Halle (Saale)", "06", "4020"), ("Freiburg i. Br.", "79", "7800"), ("Bad Hersfeld", "36", "6430"), ("Neuwied", "56", "5450"),
 ("Marburg", "35", "3550"), ("Rottweil", "78", "7210"), ("Pirna", "01", "8300"), ("Cottbus", "03", "7500"),
 ("Eberswalde", "16", "1300"), ("Hofgeismar", "34", "3520"), ("Wetzlar", "35", "6330"), ("Ahaus", "48", "4422")]
GEB_ORTE = W("""Breslau Königsberg Danzig Stettin Köln Hannover Ankara Izmir Krakau Kattowitz Omsk Karaganda Aleppo Beirut
Hanoi Temeswar Hermannstadt Lodz Posen Insterburg Allenstein Reichenberg Karlsbad Eger Budapest Wien Linz Athen Neapel Sarajevo
Tilsit Liegnitz Gleiwitz Oppeln Glogau Chemnitz Magdeburg Rostock Erfurt Dresden Leipzig Kiel Flensburg Aachen""")
VOR = W("""Linden Birken Bahnhof Garten Schul Kirch Mühlen Feld Wald Berg Eichen Rosen Wiesen Ziegel Brunnen Haupt Hafen
Kloster Markt Schützen Post Burg Tal Sonnen Amsel Ulmen Kapellen Flieder Bleich Gerber Töpfer Salz Königs Kasernen Parade Deich
Moor Heide Kreuz Turm Reuter Schiller Goethe Bismarck Hindenburg Blücher Lessing Stresemann""")
GRUND = ["straße", "str.", "straße", "str.", "weg", "weg", "gasse", "allee", "platz", "ring", "damm", "stieg", "ufer", "strasse", "kamp"]
STRASSEN2 = ["Am Bach", "Im Winkel", "An der Alten Mühle", "Hinterm Deich", "Unter den Linden", "Karl-Marx-Allee",
 "Straße der Jugend", "Auf dem Sand", "Zum Steinbruch", "Lange Reihe", "Kleine Gasse", "Neuer Wall", "Am Sportplatz",
 "Gerhart-Hauptmann-Str.", "Ernst-Thälmann-Straße", "Kaiser-Wilhelm-Ring", "Albert-Schweitzer-Str.", "Alter Postweg",
 "Große Ulrichstr.", "In den Gärten", "Obere Torstraße", "Hohe Straße", "Im Brühl", "Am Kalkofen", "Platz der Einheit",
 "Otto-Hahn-Weg", "Sudetenstraße", "Ostpreußenweg", "Käthe-Kollwitz-Str.", "Schwarzer Weg", "Mittlerer Hasenpfad", "An den Drei Eichen",
 "Vor dem Tore", "St.-Georg-Straße", "Berliner Str.", "Kasseler Landstr.", "Alte Poststr.", "Bei der Kirche", "Rudolf-Breitscheid-Str."]
DORF = W("Oberbach Niedersulm Kleinhagen Altendorf Großmölsen Hinterzarten Wüstenrode Steinfeld Neuholz Ahrenshoop Dietersrode Schwarzenau")
BERUFE = W("""Schlosser Maurer Schreiner Landwirt Kaufmann Bergmann Bäcker Elektriker Kraftfahrer Angestellter Lehrer Ingenieur
Rentner Dreher Buchhalter Tischler Friseur Gärtner Weber Former Hilfsarbeiter Verkäufer Krankenpfleger Student""")
NEAR = {
 "ort": ("name", ["Bernau", "Bad Ems", "Ludwigsburg", "Karlsruhe", "Wilhelmshaven", "Friedrichshafen", "Siegen", "Hagen",
     "Georgsmarienhütte",
   "Peine", "Heide", "Marienberg", "Leer", "Oelde", "Selm", "Bernburg", "Annaberg", "Werne", "Brandis", "St. Georgen", "Ottobrunn",
       "Karlshorst", "Rüdesheim"]),
 "platz": ("name", ["Goetheplatz", "Schillerstraße", "Konrad-Adenauer-Ufer", "Willy-Brandt-Platz", "Robert-Schumann-Allee",
     "Clara-Zetkin-Park",
   "Ernst-Reuter-Platz", "Kurt-Schumacher-Brücke", "Friedrich-Engels-Ring", "Theodor-Heuss-Allee", "Rosa-Luxemburg-Platz",
   "Max-Planck-Ring", "Geschwister-Scholl-Straße", "Johannisplatz", "Sankt-Anna-Gasse", "Käthe-Kollwitz-Ufer", "Ebertplatz"]),
 "inst": ("name", ["Robert-Koch-Institut", "Max-Planck-Gesellschaft", "Friedrich-Ebert-Stiftung", "Konrad-Adenauer-Stiftung",
   "Fritz-Bauer-Institut", "Paul-Ehrlich-Institut", "Albert-Schweitzer-Schule", "Justus-Liebig-Universität", "Sankt-Josef-Krankenhaus",
   "Carl-Zeiss-Stiftung", "Kreiskrankenhaus Siegen", "Gebrüder-Grimm-Schule", "Elisabeth-Krankenhaus", "Johann Wolfgang Goethe-Universität",
   "Karl-Marx-Universität", "Geschwister-Scholl-Gymnasium", "Annette-von-Droste-Hülshoff-Schule", "Kolpinghaus", "Goethe-Institut",
   "Bodelschwinghsche Anstalten", "Hermann-Lietz-Schule", "Wichernhaus", "Marienhospital"]),
 "werk": ("name", ["Effi Briest", "Nathan der Weise", "Wilhelm Tell", "Maria Stuart", "Die Buddenbrooks", "Don Carlos", "Emilia Galotti",
   "Jettchen Gebert", "Anna Karenina", "Max und Moritz", "Hänsel und Gretel", "Des Teufels General", "Der Hauptmann von Köpenick",
       "Peter Schlemihl",
   "Pippi Langstrumpf", "Woyzeck", "Katharina Blum", "Michael Kohlhaas"]),
 "monat": ("name", ["im August", "Ende Mai", "Anfang August", "im März", "im Mai", "Mitte August", "im Juli", "Ende April", "im Juni"]),
 "gesetz": ("name", ["Düsseldorfer Tabelle", "Hartz IV", "Riester-Rente", "Königsteiner Schlüssel", "Genfer Konvention",
     "Bundesvertriebenengesetz",
   "Haager Abkommen", "Wiener Übereinkommen", "Lex Krupp", "Frankfurter Tabelle", "Kölner Modell", "Stein-Hardenbergsche Reform"]),
 "med": ("name", ["Morbus Crohn", "Morbus Bechterew", "Parkinson", "Hodgkin-Lymphom", "Rorschach-Test", "Basedow", "Colles-Fraktur",
   "Cushing-Syndrom", "Alzheimer", "Babinski", "Lasègue", "Bobath-Therapie", "Montessori-Kindergarten", "Röntgen-Thorax"]),
 "sache": ("name", ["Frau Holle", "Otto Normalverbraucher", "Vater Staat", "Firma und Sohn", "Heinrich-Lanz-Bulldog", "Opel Rekord",
     "Mercedes",
   "Winkhaus-Schloss", "Diesel", "Aktion Sühnezeichen", "Bosch-Hammer", "Graf-Zeppelin-Halle", "Agfa Clack", "Deutz-Schlepper"]),
 "tel": ("telefon", ["110", "112", "115", "0800 1110111", "0800/4 5555 00", "01805 / 33 44 55", "0180 5 212223", "0800 1000 480 15",
     "116 117", "0900 5 123456", "116 116"]),
 "mail": ("e-mail", ["poststelle@{o}.de", "info@{o}.de", "sozialamt@{o}.de", "buergerbuero@{o}.de", "noreply@{o}.de", "service@{o}.de",
     "kanzlei@{o}.de"]),
 "lit": ("gericht", ["BGBl. I S. 1253", "BGBl. 1953 I S. 201", "BGHZ 45, 123", "NJW 1998, 1234", "BT-Drs. 12/4152", "RGBl. 1939 I S. 1097",
   "BVerfGE 65, 1", "GVBl. S. 412/413", "FamRZ 1986, 783", "MBl. NW. S. 1412", "RdErl. IV A 4 - 12/76", "DIN 18960/1",
       "BGBl. II 1955 S. 405", "ABl. EG Nr. L 281/31"]),
 "strecke": ("anschrift", ["Bundesstraße 7", "Landesstraße 412", "Kreisstraße 14", "Autobahn 44", "Bundesstraße 252", "Kreisstraße 3",
     "Landstraße II. Ordnung 51", "Bundesstraße 3"]),
 "flur": ("anschrift", ["Flur 12, Flurstück 34/5", "Band 12 Blatt 345", "Gemarkung Altendorf, Flur 3", "Flur 3 Parzelle 118",
     "Grundbuch Blatt 1412", "Blatt 77", "Flurstück 218/4"]),
 "raum": ("anschrift", ["Zimmer 214", "Saal 3", "Haus 2", "Block 4", "Postfach 12 34", "Postfach 10 04 20", "Gang 5", "Regal 12",
     "Tor 12", "Kasten 48", "Karton 7"]),
 "schule": ("name", ["Albert-Schweitzer-Schule", "Gebrüder-Grimm-Schule", "Geschwister-Scholl-Schule",
     "Annette-von-Droste-Hülshoff-Schule", "Hermann-Lietz-Schule",
   "Pestalozzischule", "Bertha-von-Suttner-Realschule", "Käthe-Kollwitz-Oberschule", "Ernst-Thälmann-Oberschule",
       "Bischof-Ketteler-Schule", "Fröbel-Grundschule", "Kurt-Tucholsky-Schule"]),
}
FIRMA = ["Autohaus {f} GmbH", "{f} & Söhne KG", "Gebr. {f} OHG", "{f} Bau AG", "Möbel-{f} GmbH & Co. KG", "{f}-Werke AG",
 "Druckerei {f} & Co.", "Spedition {f} GmbH", "Maschinenfabrik {f} AG", "Kaufhaus {f} GmbH", "{f} Hausverwaltung GmbH", "VEB {f}-Werk",
     "Brauerei {f} AG"]
MON = W("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")
MONK = ["Jan.", "Febr.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."]
ROM = W("I II III IV V VI VII VIII IX X XI XII")
ORD = W("""ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten vierzehnten
fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten
vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten""")
_E = W("null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn")
_Z = ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
def zahlwort(n):
    if n == 1: return "eins"
    if n < 20: return _E[n]
    e, z = n % 10, n // 10
    return (_E[e] + "und" if e else "") + _Z[z]
def jahrwort(y):
    if y >= 2000: return "zweitausend" + (zahlwort(y - 2000) if y > 2000 else "")
    return _E[y // 100] + "hundert" + (zahlwort(y % 100) if y % 100 else "")

def rdate(y0, y1): return datetime.date(ri(y0, y1), ri(1, 12), ri(1, 28))
def dfmt(d, style=None, year=1990):
    """a date in one of the usual spellings"""
    if style is None:
        st = ["v"] * 9 + ["k"] * 4 + ["m"] * 4 + ["y"] * 2 + ["s"] + (["r"] * 2 if year < 1975 else []) + ["a"]
        style = pick(st)
    if style == "v": return d.strftime("%d.%m.") + str(d.year)
    if style == "k": return "%d.%d.%d" % (d.day, d.month, d.year)
    if style == "m": return "%d. %s %d" % (d.day, MON[d.month - 1], d.year)
    if style == "M": return "%02d. %s %d" % (d.day, MON[d.month - 1], d.year)
    if style == "a": return "%d. %s %d" % (d.day, MONK[d.month - 1], d.year)
    if style == "y": return "%d.%d.%02d" % (d.day, d.month, d.year % 100)
    if style == "Y": return "%02d.%02d.%02d" % (d.day, d.month, d.year % 100)
    if style == "s": return "%d. %d. %d" % (d.day, d.month, d.year)
    if style == "r": return "%d.%s.%d" % (d.day, ROM[d.month - 1], d.year)
    if style == "i": return d.isoformat()
    if style == "/": return "%02d/%02d/%d" % (d.day, d.month, d.year)
    if style == "w": return "%s %s %d" % (ORD[d.day - 1], MON[d.month - 1], d.year)
    if style == "W": return "%s %s %s" % (ORD[d.day - 1], MON[d.month - 1], jahrwort(d.year))
    raise ValueError(style)
