"""Own lists of names, places and streets (all persons invented)."""
DE1 = """Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann Schmid
Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel
Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter
Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich
Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer""".split()
DE2 = """Achterberg Ahlers Altmeyer Amelung Bachmaier Behnke Bittner Blohm Bödeker Brinkmann Brüggemann Buchholz Claußen
Cordes Dahlke Deppe Dierks Dreyer Ebeling Eickhoff Eilers Engelhardt Erdmann Ewert Feddersen Fenske Fiedler Fröhlich Gäbler
Gehrke Gerdes Gieseke Göbel Gottschalk Grabowski Greve Grimm Gröning Grützmacher Haberland Hansen Harms Hebestreit Heinemann
Hellwig Henke Hennig Hering Heuer Hinrichs Hölscher Holthaus Hübner Ihde Jahn Jahnke Janßen Jessen Jürgens Kaminski Karsten
Kersten Kirchner Klages Kleinschmidt Klüver Knappe Kniep Köster Kolbe Kortmann Kröger Kunze Lindner Lohse Lübke Lüdemann
Lüders Mahlke Marquardt Mertens Michaelis Moritz Nagel Niemeyer Nolte Oelkers Ohlendorf Opitz Osterloh Pape Paulsen Petersen
Pfaff Piepenbrink Plate Prüfer Quast Rademacher Rathke Rehbein Reimers Reinhardt Rieger Rohde Röhrig Ruppert Sander Sattler
Schlüter Schönfeld Schrader Schüler Schünemann Seifert Siebert Sievers Stahlhut Steffens Stolte Struck Strümpel Tegtmeier
Thiele Thomsen Tietz Uhlig Ulbricht Unger Urban Vahlbruch Vollmer Vorwerk Wedekind Wegener Wendt Westphal Wichmann Wiegand
Wiese Wittenberg Wolter Wulf Zander Zellmer Zeidler Zeh Ott Rau Ey Ohm Lau Abt Uhl Noll Jahr Freitag Mai Herbst Sonntag
Kurz Kaufmann Fromm""".split()
HY = """von Bülow|von der Heide|zu Eltz|von Stetten|van der Velde|de Vries|Freiherr von Hagenow|vom Brocke|Zur Mühlen|von Ahlefeld
Müller-Lüdenscheidt|Meyer-Borchers|Schulze Wierling|Schmidt-Kallweit|Weber-Nagy|Krause-Aydin|Hoffmann-Reuß|Klein-Ilbeck
Große-Kampmann|Lütke Westhues""".replace("\n", "|").split("|")
GM = """Hans Karl Heinz Werner Günter Gerhard Horst Helmut Walter Kurt Rolf Manfred Klaus Jürgen Dieter Peter Wolfgang Uwe
Bernd Michael Thomas Andreas Frank Stefan Martin Ralf Jörg Holger Dirk Torsten Sven Markus Christian Matthias Alexander Jan
Daniel Sebastian Florian Tobias Patrick Kevin Marcel Dennis Lukas Leon Finn Jonas Paul Felix Maximilian Elias Ludger Friedhelm
Eckart Volker Detlef Hartmut Ulrich Norbert Heinrich Otto Hermann Ernst Alfred Siegfried Fiete Ole Veit Gernot Hans-Peter
Karl-Heinz Klaus-Dieter Hans-Jürgen Franz-Josef Wolf-Dieter Jens-Uwe""".split()
GF = """Ursula Ingrid Helga Renate Gisela Karin Monika Christa Elke Brigitte Hannelore Erika Gertrud Ilse Edith Elfriede
Hildegard Irmgard Margarete Käthe Anneliese Waltraud Petra Sabine Susanne Gabriele Martina Andrea Birgit Claudia Anja Heike
Silke Katrin Nicole Stefanie Melanie Sandra Daniela Julia Anna Sarah Laura Lisa Lena Marie Mia Emma Hannah Charlotte Johanna
Ute Angelika Bärbel Roswitha Doris Jutta Marianne Rosemarie Cornelia Kerstin Mandy Jacqueline Chantal Vanessa Antje Frauke
Wiebke Beate Annegret Anna-Lena Eva-Maria Ann-Kathrin Marie-Luise Hannah-Sophie Hans-Christine""".replace("Hans-Christine", "Dörte").split()
F = {
 "tr": ("Yılmaz Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek "
        "Polat Korkmaz Güneş Erdoğan Bulut Aksoy Karataş Tekin",
        "Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim Murat Emre Burak Cem Kemal Osman Yusuf",
        "Fatma Ayşe Emine Hatice Zeynep Elif Meryem Gülsüm Nurcan Sevim Ebru Özlem Songül"),
 "pl": ("Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski "
        "Jankowski Mazur Krawczyk Piotrowski Grabowska Pawlak Michalski Zając Wróbel Sikora",
        "Piotr Krzysztof Andrzej Tomasz Jan Paweł Marcin Grzegorz Jerzy Zbigniew",
        "Katarzyna Małgorzata Agnieszka Barbara Ewa Elżbieta Joanna Zofia Danuta"),
 "ar": ("Al-Hassan Haddad Khalil Mansour Ibrahim Saleh El-Khatib Al-Masri Nasser Abdallah Hamdan Darwish Said Omar Al-Ahmad "
        "Aziz Barakat Rahmani",
        "Mohammed Ahmad Omar Khaled Hassan Youssef Karim Tarek Bilal Mahmoud",
        "Fatima Amina Leila Rania Noor Samira Hanan Zahra Mariam"),
 "vn": ("Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do", "Van Hung|Minh Tuan|Duc Anh|Quang Huy|Van Thanh",
        "Thi Lan|Thi Hoa|Thu Huong|Thi Mai|Ngoc Anh"),
 "ru": ("Iwanow Petrow Smirnow Kusnezow Popow Sokolow Lebedew Nowikow Morosow Wolkow Schewtschenko Bondarenko Kowalenko "
        "Iwanowa Petrowa Smirnowa Melnyk Tkatschuk", "Sergej Wladimir Alexej Dmitri Nikolai Viktor Igor Oleg Eugen Waldemar",
        "Olga Natalia Swetlana Irina Ludmila Tatjana Galina Oksana Valentina"),
 "es": ("García Fernández López Martínez Sánchez Pérez Gómez Rossi Russo Ferrari Esposito Romano Bianchi Silva Santos Pereira "
        "Ferreira Costa", "José Antonio Manuel Francisco Carlos Giuseppe Salvatore Marco João Luís",
        "María Carmen Dolores Ana Giulia Rosaria Concetta Teresa Lucia"),
 "yu": ("Jovanović Petrović Nikolić Hodžić Kovačević Begović Marković Krasniqi Berisha Gashi Papadopoulos Georgiou Nagy Szabó "
        "Popescu Ionescu Novák Svoboda", "Dragan Zoran Milan Goran Ivan Arben Nikos Georgios László Ion Pavel",
        "Dragana Jasmina Snežana Vesna Ljiljana Elena Katalin Ioana Maria Jana"),
}
def _s(x): return x.split("|") if "|" in x else x.split()
FOREIGN = {k: tuple(_s(y) for y in v) for k, v in F.items()}
# place, 5-digit, old 4-digit form, dialling code
PLACES = [l.split("|") for l in """Braunschweig|38100|3300 Braunschweig|0531
Salzgitter|38226|3320 Salzgitter 1|05341
Hannover|30159|3000 Hannover 1|0511
Göttingen|37073|3400 Göttingen|0551
Celle|29221|3100 Celle|05141
Oldenburg|26121|2900 Oldenburg|0441
Bremen|28195|2800 Bremen 1|0421
Hamburg|20355|2000 Hamburg 36|040
Kiel|24103|2300 Kiel 1|0431
Lübeck|23552|2400 Lübeck|0451
Schwerin|19053|O-2750 Schwerin|0385
Rostock|18055|O-2500 Rostock|0381
Berlin|10585|1000 Berlin 10|030
Potsdam|14467|O-1560 Potsdam|0331
Magdeburg|39104|O-3010 Magdeburg|0391
Halle (Saale)|06108|O-4020 Halle (Saale)|0345
Leipzig|04109|O-7010 Leipzig|0341
Dresden|01067|O-8010 Dresden|0351
Erfurt|99084|O-5020 Erfurt|0361
Kassel|34117|3500 Kassel|0561
Marburg|35037|3550 Marburg|06421
Frankfurt am Main|60311|6000 Frankfurt 1|069
Wiesbaden|65183|6200 Wiesbaden|0611
Mainz|55116|6500 Mainz 1|06131
Koblenz|56068|5400 Koblenz|0261
Trier|54290|5500 Trier|0651
Saarbrücken|66111|6600 Saarbrücken|0681
Köln|50667|5000 Köln 1|0221
Bonn|53111|W-5300 Bonn 1|0228
Düsseldorf|40213|4000 Düsseldorf 1|0211
Duisburg|47051|4100 Duisburg 1|0203
Münster|48143|4400 Münster|0251
Bielefeld|33602|4800 Bielefeld 1|0521
Stuttgart|70173|7000 Stuttgart 1|0711
Karlsruhe|76133|7500 Karlsruhe 1|0721
Freiburg i. Br.|79098|7800 Freiburg|0761
Tübingen|72070|7400 Tübingen|07071
Ulm|89073|7900 Ulm|0731
Augsburg|86150|8900 Augsburg|0821
München|80331|8000 München 2|089
Nürnberg|90402|8500 Nürnberg|0911
Regensburg|93047|8400 Regensburg|0941
Würzburg|97070|8700 Würzburg|0931
Passau|94032|8390 Passau|0851
Bad Harzburg|38667|3388 Bad Harzburg 1|05322
Wolfenbüttel|38300|3340 Wolfenbüttel|05331
Peine|31224|3150 Peine|05171
Hoya|27318|2812 Hoya|04251
Bad Segeberg|23795|2360 Bad Segeberg|04551
Schwäbisch Hall|74523|7170 Schwäbisch Hall|0791
Mühldorf a. Inn|84453|8260 Mühldorf|08631
Neuburg a.d. Donau|86633|8858 Neuburg|08431
Lutherstadt Wittenberg|06886|O-4600 Wittenberg|03491
Aue|08280|O-9400 Aue|03771""".split("\n")]
STREETS = """Hauptstraße|Hauptstr.|Bahnhofstraße|Bahnhofstr.|Gartenstraße|Gartenweg|Schulstraße|Schulstr.|Dorfstraße|Dorfstr.
Kirchstraße|Kirchweg|Lindenstraße|Birkenweg|Am Anger|Am Sportplatz|Auf dem Kamp|An der Bleiche|Im Wiesengrund|Lange Reihe
Wilhelmstr.|Goethestraße|Schillerstr.|Mozartstraße|Beethovenstr.|Konrad-Adenauer-Straße|Friedrich-Ebert-Str.|Ernst-Thälmann-Str.
Karl-Marx-Straße|Theodor-Heuss-Allee|Rosa-Luxemburg-Platz|Albert-Schweitzer-Weg|Johann-Sebastian-Bach-Str.|Kurt-Schumacher-Ring
Heinrich-Heine-Straße|Berliner Str.|Hannoversche Straße|Breslauer Straße|Königsberger Str.|Danziger Weg|Alte Dorfstraße
Neuer Weg|Mühlenweg|Mühlgasse|Steinweg|Marktplatz|Markt|Rathausplatz|Burgwall|Schloßstr.|Schlossallee|Ringstraße|Ostring
Zum Sandfeld|Unter den Eichen|Am Alten Markt|Hinter der Mauer|Große Klausstraße|Kl. Ritterstr.|Domfreiheit|Wallstr.
Ziegeleiweg|Eichendorffstr.|Tannenweg|Amselweg|Finkenschlag|Heidkoppel|Deichstraße|Industriestraße|Gerberstraße|Poststr.
Bgm.-Müller-Str.|Pfarrer-Kneipp-Weg|St.-Martin-Str.|Johannisstraße""".replace("\n", "|").split("|")
FIRMS = """Autohaus {n} GmbH|{n} Bau GmbH & Co. KG|Bäckerei {n}|Malerbetrieb {n} e.K.|{n} & Söhne OHG|Elektro {n}|Spedition {n} GmbH
Gasthaus {n}|Fa. {n} Sanitärtechnik|Apotheke {n}|Möbelhaus {n} KG|{n} Maschinenbau AG|Druckerei {n} GmbH|Tischlerei {n}
Reisebüro {n}|Heizungsbau {n} GmbH|Modehaus {n}""".replace("\n", "|").split("|")
NOPERS = """Albert-Schweitzer-Schule|Martin-Luther-Kirche|St. Martin|Johannistag|Peter-und-Paul-Tag|Fleißiges Lieschen|Morbus Crohn
Parkinson|Hartz IV|Riester-Rente|Otto-Motor|Heidelberger Tiegel|Lanz Bulldog|Orkan Kyrill|Tief Xaver|Heinrich-Böll-Gesamtschule
Sophie-Scholl-Gymnasium|Michaeli|Martini|St. Elisabeth-Krankenhaus|Haus Abraham|Ludwigshafen|Karlsruhe|Wilhelmshaven
Bad Liebenwerda|Johann Wolfgang Goethe-Universität|Georg-August-Universität|Zeppelin|Ludwigslust|Friedrichshafen|Schwarze Susanne
Männertreu|Rosa Kartoffel Linda|Konrad-Zuse-Haus|Robert Koch-Institut|Max-Planck-Institut|Kaiser-Wilhelm-Kanal|Adolfseiche
Sankt Nikolaus|Jakobi-Gemeinde|Lambertikirche|Caritashaus St. Anna|MS Helene|Dietrich-Bonhoeffer-Haus|Elbe-Werra|Anna-Seiler-Stift
Bundesgesetzblatt|Siemens|Bosch|Daimler-Benz|Porsche|Melitta""".replace("\n", "|").split("|")
