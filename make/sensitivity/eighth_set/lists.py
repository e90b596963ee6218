"""Names and places; all persons are invented."""
FAM_DE = """Müller Müller Müller Schmidt Schmidt Schmidt Schneider Schneider Fischer Fischer Weber Weber Meyer Meyer Wagner Becker Becker Schulz Schulz Hoffmann Hoffmann
Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann
Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther
Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer
Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer
Ernst Hübner Kretschmer Ott Thiele Nagel Riedel Grimm Lindner Bock Dohm Wendt Rademacher Behrens Ehlers Harms Petersen Hansen Claußen Brodersen Tiedemann
Wiegand Knierim Umbach Siebert Emde Schäffer Trautmann Bachmann Nolte Kersten Rössler Reuter Mertens Kirchner Ebert Göbel Hellwig Rausch Steinmetz Zöllner
Ihde Ahrens Oehlmann Quast Uhlig Wünsche Zschoche Häßler Bölke Grünewald Obermaier Niedermeier Brunnhuber Hinterholzer Stadlbauer Gschwandtner Aigner
Dörr Eckhardt Fink Gerlach Hagemann Jost Kolbe Leist Mohr Nickel Opitz Preuß Rehm Sperling Tews Ulmer Veit Wehner Zander Löwe Jahr Lau Ude Ney Rau Rohde
Stöhr Theis Ullrich Wenzel Pape Küster Meinhardt Stroh Brückner Röhrig Ackermann Bierwirth Damm Freitag Gabriel Heise Kaufhold""".split()
FAM_DBL = ["Müller-Lüdenscheid", "Schmidt-Kowalski", "Becker-Thiel", "Hoffmann-Riem", "Meyer-Abich", "Yılmaz-Koch", "Krause-Vogt",
    "Schulte-Brinkmann", "Lange-Oertel"]
FAM_VON = ["von Bremen", "von der Heide", "zu Waldegg", "von Hagen", "vom Brocke", "von Rabenau", "Freiherr von Lüttwitz", "zur Mühlen",
    "von Plessow", "van den Berg"]
FAM = {
 "tr": "Yılmaz Kaya Demir Şahin Çelik Yıldız Yildirim Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek "
 "Polat Korkmaz Akbulut Güneş Bulut Aksoy Tekin".split(),
 "pl": "Kowalski Nowak Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Mazur "
 "Krawczyk Piotrowski Grabowski Nowakowski Pawlak Michalski Wrobel Adamczyk".split(),
 "ar": "Al-Hassan Haddad Khalil Al-Ahmad Ibrahim Mansour Hamdan Darwish Saleh Khoury El-Zein Alkhatib Najjar Omeirat Abdallah Barakat "
 "Othman Rahmani Ahmadi Hosseini".split(),
 "vn": "Nguyen Tran Le Pham Hoang Vu Dang Bui".split(),
 "ru": "Iwanow Petrow Smirnow Kusnezow Schewtschenko Melnyk Kowalenko Bondarenko Wolkow Sokolow Morosow Pawlow Dyck Wiebe Penner "
 "Friesen Rempel Ignatenko".split(),
 "su": "García Fernández López Pérez Rossi Russo Esposito Ferreira Silva Papadopoulos Jovanović Petrović Hadžić Krasniqi Gashi Hoxha "
 "Popescu Ionescu Horvat Marković".split()}
GIV = {
 "de": ("""Hans Peter Wolfgang Klaus Michael Werner Thomas Jürgen Heinz Karl Manfred Uwe Günter Dieter Andreas Stefan Bernd Frank Helmut Rainer Gerhard Walter Horst
Martin Matthias Ralf Christian Jörg Herbert Rolf Kurt Holger Alexander Markus Joachim Norbert Jens Heinrich Dirk Torsten Friedrich Rudolf Volker Ulrich Kai Ole Jan Sven
Tobias Sebastian Florian Daniel Philipp Lukas Finn Leon Maximilian Jonas Karl-Heinz Hans-Georg Hans-Joachim Ernst Otto Wilhelm Johann Georg Alois Xaver Detlef Egon Kevin Marvin Justin Björn Götz Udo Veit""".split(),
 """Ursula Monika Petra Sabine Karin Renate Helga Brigitte Andrea Ingrid Susanne Gisela Maria Elisabeth Erika Claudia Birgit Christa Gabriele Elke Barbara Angelika Martina
Heike Anna Ilse Hannelore Stefanie Julia Kerstin Gerda Anja Silke Nicole Ute Jutta Hildegard Kathrin Annemarie Margarete Edith Irmgard Waltraud Rosemarie Anneliese Sandra
Melanie Katharina Lena Laura Sarah Lea Hannah Mia Emma Jana Tanja Cornelia Heidi Anke Marion Ruth Doris Anne-Kathrin Eva-Maria Käthe Frieda Elfriede Chantal Jacqueline Mandy Rieke Ulla""".split()),
 "tr": ("Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim Murat Emre Yusuf Ömer Serkan Cem Kemal".split(),
     "Fatma Ayşe Emine Hatice Zeynep Elif Meryem Gülsüm Özlem Sevgi Derya Aylin".split()),
 "pl": ("Jan Piotr Krzysztof Andrzej Tomasz Paweł Marek Zbigniew Jacek Grzegorz".split(),
     "Anna Agnieszka Katarzyna Małgorzata Ewa Barbara Joanna Danuta Halina Beata".split()),
 "ar": ("Mohammed Ahmad Omar Khaled Hassan Yousef Samir Bilal Mahmoud Reza Abbas".split(),
     "Fatima Amina Layla Mariam Nour Rania Zahra Samira Hanan Rim".split()),
 "vn": ("Van Minh,Duc Anh,Quoc Tuan,Thanh Long,Hung".split(","), "Thi Lan,Thi Hoa,Thu Ha,Ngoc Mai,Linh".split(",")),
 "ru": ("Sergej Dmitri Wladimir Alexej Iwan Oleksandr Viktor Nikolai Eugen Waldemar".split(),
     "Olga Natalja Swetlana Tatjana Irina Oksana Ljudmila Galina Iryna Lidia".split()),
 "su": ("José Carlos Antonio Giuseppe Francesco Dragan Goran Arben Ion Dimitrios".split(),
     "Carmen Rosa Lucia Maria Dragana Jelena Vjosa Elena Mirjana Ana".split())}
# old code, new code, place, dialling code
ORT = [("3500", "34117", "Kassel", "0561"), ("3540", "34497", "Korbach", "05631"), ("3550", "35037", "Marburg", "06421"), ("6430",
    "36251", "Bad Hersfeld", "06621"),
 ("3440", "37269", "Eschwege", "05651"), ("3400", "37073", "Göttingen", "0551"), ("3250", "31785", "Hameln", "05151"), ("4930", "32756",
     "Detmold", "05231"),
 ("8300", "84028", "Landshut", "0871"), ("8390", "94032", "Passau", "0851"), ("7980", "88212", "Ravensburg", "0751"), ("7400", "72070",
     "Tübingen", "07071"),
 ("2390", "24937", "Flensburg", "0461"), ("2250", "25813", "Husum", "04841"), ("2970", "26721", "Emden", "04921"), ("4400", "48143",
     "Münster", "0251"),
 ("5400", "56068", "Koblenz", "0261"), ("6500", "55116", "Mainz", "06131"), ("7500", "76131", "Karlsruhe", "0721"), ("8700", "97070",
     "Würzburg", "0931"),
 ("3579", "34613", "Schwalmstadt", "06691"), ("3590", "34537", "Bad Wildungen", "05621"), ("3548", "34454", "Bad Arolsen", "05691"),
     ("3490", "33014", "Bad Driburg", "05253"),
 ("3470", "37671", "Höxter", "05271"), ("3558", "35066", "Frankenberg (Eder)", "06451"), ("2000", "20095", "Hamburg", "040"), ("1000",
     "10115", "Berlin", "030"),
 ("8500", "90402", "Nürnberg", "0911"), ("5300", "53111", "Bonn", "0228"), ("7800", "79098", "Freiburg im Breisgau", "0761"), ("3538",
     "34431", "Marsberg", "02992"),
 ("2907", "26197", "Großenkneten", "04435"), ("8951", "87640", "Biessenhofen", "08341"), ("6434", "36272", "Niederaula", "06625")]
STR = """Hauptstraße Bahnhofstr. Schulstraße Gartenstr. Kirchweg Dorfstraße Bergstr. Lindenallee Goethestraße Schillerstr. Friedhofsweg Mühlenweg Am_Anger Im_Winkel An_der_Bleiche
Lange_Straße Kasseler_Str. Frankfurter_Straße Unter_den_Eichen Zum_Sportplatz Alte_Poststraße Ringstr. Waldstr. Feldstraße Rosenweg Tannenweg Eichendorffstr. Mozartstr.
Konrad-Adenauer-Straße Willy-Brandt-Allee Graf-Stauffenberg-Str. Dr.-Robert-Koch-Str. Bürgermeister-Ebert-Platz Marktplatz Obergasse Untergasse Hinterm_Deich Achtern_Höven
Breslauer_Str. Königsberger_Weg Sudetenstraße Steinweg Brunnengasse Burgstraße Neue_Reihe Auf_der_Heide Hohlweg Nordring Siedlung Industriestr. Wiesengrund St.-Martin-Straße""".replace("\n", " ").split()
STR = [x.replace("_", " ") for x in STR]
OFF_NAMES = ["Landkreis Lindenau", "Kreis Herzogenfeld", "Landratsamt Steinachtal", "Landkreis Ederau", "Landkreis Wümmeland",
    "Landkreis Hohenwald", "Landkreis Altenberg-Land", "Landkreis Diemelgrund"]
FIRM = ["Autohaus Krüger GmbH", "Bäckerei Siebert GmbH & Co. KG", "Spedition Hartmann GmbH", "Karl Wendt Tiefbau GmbH",
    "Dachdeckerei Nolte GmbH", "Möbel-Schuster KG", "Kaufhold & Söhne OHG",
 "Heinrich Brandt AG", "Elektro-Rausch GmbH", "Sägewerk Umbach KG", "Ingenieurbüro Thiele & Partner", "Getränke Mohr GmbH",
     "Fleischerei Emde GmbH", "Reifen-Voigt GmbH", "Optik Lindner GmbH"]
NEAR_NAME = ["Albert-Schweitzer-Schule", "Konrad-Duden-Gymnasium", "St. Elisabeth-Krankenhaus", "Anne-Frank-Haus", "Otto-Hahn-Schule",
    "Martin-Luther-Kirche", "Kindergarten St. Josef",
 "Haus Maria Hilf", "Bodelschwingh-Heim", "Brüder-Grimm-Schule", "Hans-Sachs-Halle", "Heinrich-Heine-Platz", "Theodor-Heuss-Ring",
     "Peter-und-Paul-Fest", "Fleißiges Lieschen", "Schwarzer Peter",
 "Martinimarkt", "Johannistag", "Philipp-Melanchthon-Haus", "Robert-Bosch-Berufskolleg", "Kreiskrankenhaus Sachsenhausen",
     "Haus Bergfrieden", "Käthe-Kollwitz-Schule", "Ludwig-Erhard-Halle"]
PROF = ["Maurer", "Kraftfahrer", "Verkäuferin", "Schlosser", "Rentner", "Hausfrau", "Altenpfleger", "Landwirt", "Kfm. Angestellte",
    "ohne Beruf", "Schüler", "Bürokauffrau", "Lagerarbeiter", "Dreher"]
KK = ["AOK Hessen", "Barmer", "DAK", "Techniker Krankenkasse", "IKK classic", "BKK Wirtschaft", "KKH"]
BANK = ["Kreissparkasse", "Volksbank eG", "Raiffeisenbank", "Postbank", "Sparkasse", "Commerzbank"]
SLUGS = ["lk-lindenau.de", "kreis-herzogenfeld.de", "lra-steinachtal.de", "landkreis-ederau.de", "wuemmeland.de", "kreis-hohenwald.de",
    "altenberg-land.de", "lkdiemelgrund.de"]
SCH = ["Albert-Schweitzer-Schule", "Otto-Hahn-Schule", "Brüder-Grimm-Schule", "Käthe-Kollwitz-Schule", "Georg-Büchner-Schule",
    "Astrid-Lindgren-Schule", "Heinrich-von-Kleist-Schule", "Elisabethschule", "Ludwig-Erhard-Schule", "Philipp-Melanchthon-Grundschule"]
HAUS = ["St. Elisabeth-Krankenhaus", "Anne-Frank-Haus", "Haus Maria Hilf", "Bodelschwingh-Heim", "Philipp-Melanchthon-Haus",
    "Haus Bergfrieden", "Paul-Gerhardt-Stift", "Kreiskrankenhaus Sachsenhausen", "Kinderheim St. Josef", "Albert-Schweitzer-Kinderdorf",
        "Friedrich-Ebert-Haus", "Klinikum Karl-Marien-Stift"]
JUNG = ["Leon Finn Lukas Jonas Maximilian Kevin Justin Marvin Tim Niklas Noah Paul Ben Luca Dominik Pascal Fabian Marcel Felix Moritz "
    "Jannik Elias".split(), "Lena Laura Sarah Lea Hannah Mia Emma Jana Chantal Jacqueline Mandy Rieke Sophie Marie Celine Vanessa "
    "Michelle Emily Lara Nele Johanna Charlotte".split()]
