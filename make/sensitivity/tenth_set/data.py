"""Lists of names, places and streets (all persons made of them are invented)."""
DE_COMMON = """Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf
Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann
Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn
Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann""".split()
DE_REST = """Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto
Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch
Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer Beyer Nagel Uhlig Barthel Hänel Oertel Kretzschmar Nestler
Weigelt Drechsler Zschoche Mehnert Rülke Göpfert Lötzsch Hempel Kunze Reichelt Gräfe Wünsche Seifert Fritzsche
Pietzsch Naumann Ullrich Hauswald Tröger Schädlich Meinel Glöckner Wappler Findeisen Kaden Lippold Bräuer Rudolph
Thiele Petzold Noack Lehnigk Krautz Nowka Mahling Budar Jahr Ott Abt Ey Rau Ihle Uhl Au Heyn Frenzel Grohmann
Hebestreit Apel Käsebier Kirchhübel Morgenroth Sonntag Montag Freitag Herbst März Ostermann Storch Rabe Kranich
Lindner Eichler Ahrens Behrens Claasen Petersen Jensen Hinrichs Janssen Brüggemann Tiedemann Oltmanns Thomsen
Westphal Niemeyer Kruse Lüders Harms Wiechmann Obermeier Niedermayr Stadler Eder Gruber Aigner Hölzl Zehetmair
Häberle Schäuffele Bäuerle Hägele Gmelin Dörr Weyrauch Emmerich Kreutz Esser Küppers Breuer Heinen Overath
Landgraf Zabel Quandt Queck Yxmann Bö Sachs Sachse Preuß Böhme Pohle Schwabe Frankenstein Altmann Jungnickel
Kleinschmidt Großmann Rothe Weißbach Bleyl Silbermann Kupfer Eisenreich Stahl Mosel Baum Birnbaum Rosenkranz
Veit Urban Clemens Jakob Philipp Matthes Mattheß Bartsch Tietze Hönisch Kästner Töpfer Wagenknecht Biermann""".split()
DE_OLD_M = """Karl Otto Hermann Wilhelm Friedrich Kurt Herbert Walter Erich Alfred Paul Fritz Max Rudolf Gerhard Helmut
Heinz Werner Günter Rolf Horst Siegfried Johannes Ernst Arno Willy Bruno Emil Ewald Oskar""".split()
DE_OLD_F = """Anna Martha Frieda Gertrud Erna Else Hildegard Charlotte Ilse Käthe Lieselotte Elfriede Irmgard Ruth
Ursula Gerda Edith Herta Marie Hedwig Johanna Margarete Elisabeth Helene Klara Emma Dora Selma Ella Magdalena""".split()
DE_MID_M = """Peter Klaus Hans Wolfgang Jürgen Manfred Uwe Bernd Dieter Frank Thomas Michael Andreas Rainer Joachim
Karl-Heinz Hans-Joachim Hans-Jürgen Harald Lothar Eberhard Steffen Matthias Holger Detlef Volker Gunter Roland
Ulrich Reinhard Jens Torsten Olaf Ralf Mario Gerd Eckhard Stefan Christian Jörg""".split()
DE_MID_F = """Renate Monika Karin Christa Brigitte Helga Gisela Ingrid Sabine Petra Gabriele Angelika Martina Heike
Kerstin Birgit Andrea Marion Cornelia Ute Silvia Simone Annett Anke Ines Susanne Claudia Barbara Regina Sigrid
Bärbel Christine Katrin Undine Carola Ramona Elke Heidemarie Anneliese Rosemarie""".split()
DE_NEW_M = """Lukas Leon Paul Felix Jonas Maximilian Tim Finn Ben Niklas Moritz Kevin Marcel Robin Tobias Florian Daniel
Philipp Sebastian Emil Oskar Theo Anton Jannik Til Ole Justin Pascal René Marvin""".split()
DE_NEW_F = """Anna Lea Lena Mia Emma Marie Laura Sophie Lisa Sarah Jennifer Julia Nele Frieda Clara Paula Leonie
Michelle Vanessa Celine Johanna Emilia Hanna Luise Maja Jasmin Svenja Nadine Mandy Franziska""".split()
FOREIGN = {
 'tr': ("Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Koç Kurt Özcan Güneş Bozkurt",
        "Mehmet Mustafa Ahmet Ali Hasan Hüseyin İbrahim Murat Emre Serkan",
            "Fatma Ayşe Emine Hatice Zeynep Elif Gülsüm Meryem Özlem Songül"),
 'pl': ("Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Mazur Krawczyk "
 "Piotrowski Grabowski Pawlak Michalski Jabłoński Wieczorek Sobczak",
        "Piotr Krzysztof Andrzej Tomasz Marek Paweł Grzegorz Zbigniew Jacek Stanisław",
            "Małgorzata Agnieszka Katarzyna Barbara Ewa Krystyna Danuta Joanna Beata Halina"),
 'ar': ("Al-Hassan Haddad Khalil Mansour Hussein Ibrahim Abdallah Al-Masri Darwish Nasser Saleh Hamdan Qasim Shehadeh Al-Ahmad Othman "
 "Suleiman Barakat",
        "Ahmad Mohammed Omar Khaled Yousef Mahmoud Samir Bilal Tarek Walid",
            "Fatima Aisha Layla Mariam Noor Rania Hanan Samira Amal Yasmin"),
 'vn': ("Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do", "Van Hung|Duc Minh|Quang Hai|Van Thanh|Tuan Anh|Xuan Binh|Huu Phuoc|Ngoc Son",
        "Thi Lan|Thi Huong|Thi Mai|Thu Ha|Thi Hoa|Bich Ngoc|Kim Chi|Thi Thuy"),
 'ru': ("Iwanow Petrow Smirnow Kusnezow Popow Wassiljew Sokolow Michailow Fedorow Morosow Wolkow Lebedew Kozlow Schewtschenko "
 "Kowalenko Bondarenko",
        "Wladimir Sergej Alexander Dmitri Andrej Iwan Nikolai Viktor Jurij Oleg",
            "Olga Natalia Irina Swetlana Tatjana Ludmila Galina Oksana Larissa Jelena"),
 'es': ("García Fernández González Rodríguez López Martínez Sánchez Pérez Romero Torres Rossi Esposito Ricci Marino Ferreira",
        "José Manuel Antonio Francisco Carlos Miguel Giuseppe Salvatore João Diego",
            "María Carmen Dolores Pilar Lucía Rosa Giulia Concetta Inés Isabel"),
 'ju': ("Jovanović Petrović Nikolić Horvat Kovačević Marković Babić Hoxha Krasniqi Berisha Gashi Papadopoulos Ionescu Popescu",
        "Dragan Zoran Milan Goran Besnik Arben Dimitrios Mihai Ivan Stjepan",
            "Ljiljana Snežana Jelena Marija Vjosa Blerta Eleni Elena Ivana Mirjana"),
}
NOBLE = ["von Bredow", "von der Heyden", "von Carlowitz", "zu Solms", "von Einsiedel", "van der Veen", "de Vries", "Freiherr von Rochow",
    "von Schönberg", "Edler von Planitz"]
# name, new post code, old post code, area code, east
PLACES = [("Freiberg", "09599", "9200", "03731", 1), ("Pirna", "01796", "8300", "03501", 1), ("Görlitz", "02826", "8900", "03581", 1),
 ("Bautzen", "02625", "8600", "03591", 1), ("Plauen", "08523", "9900", "03741", 1), ("Gera", "07545", "6500", "0365", 1),
 ("Torgau", "04860", "7290", "03421", 1), ("Stendal", "39576", "3500", "03931", 1), ("Güstrow", "18273", "2600", "03843", 1),
 ("Wismar", "23966", "2400", "03841", 1), ("Guben", "03172", "7560", "03561", 1), ("Meißen", "01662", "8250", "03521", 1),
 ("Riesa", "01587", "8400", "03525", 1), ("Annaberg-Buchholz", "09456", "9300", "03733", 1), ("Döbeln", "04720", "7300", "03431", 1),
 ("Oschatz", "04758", "7260", "03435", 1), ("Sömmerda", "99610", "5230", "03634", 1), ("Naumburg (Saale)", "06618", "4800", "03445", 1),
 ("Zittau", "02763", "8800", "03583", 1), ("Brand-Erbisdorf", "09618", "9230", "037322", 1), ("Leipzig", "04109", "7010", "0341", 1),
 ("Dresden", "01097", "8060", "0351", 1), ("Frankenberg", "09669", "9262", "037206", 1), ("Jena", "07743", "6900", "03641", 1),
 ("Hof", "95028", "8670", "09281", 0), ("Celle", "29221", "3100", "05141", 0), ("Lüneburg", "21335", "2120", "04131", 0),
 ("Goslar", "38640", "3380", "05321", 0), ("Fulda", "36037", "6400", "0661", 0), ("Marburg", "35037", "3550", "06421", 0),
 ("Siegen", "57072", "5900", "0271", 0), ("Soest", "59494", "4770", "02921", 0), ("Kempten (Allgäu)", "87435", "8960", "0831", 0),
 ("Aalen", "73430", "7080", "07361", 0), ("Rottweil", "78628", "7210", "0741", 0), ("Trier", "54290", "5500", "0651", 0),
 ("Uelzen", "29525", "3110", "0581", 0), ("Bad Kissingen", "97688", "8730", "0971", 0), ("Coburg", "96450", "8630", "09561", 0),
 ("Einbeck", "37574", "3352", "05561", 0), ("Frankfurt am Main", "60311", "6000", "069", 0), ("Köln", "50667", "5000", "0221", 0)]
STREETS = """Hauptstraße Bahnhofstraße Gartenstraße Schulstraße Dorfstraße Lindenstraße Bergstraße Waldstraße Kirchgasse Ringstraße
Feldstraße Wiesenweg Mühlgasse Marktgasse Poststraße Talstraße Amselweg Birkenweg Rosenweg Fliederweg Mittelstraße Parkstraße
Burgstraße Nordstraße Südstraße Obermarkt Untermarkt Neumarkt Schloßplatz Kesselgasse Nonnengasse Färberstraße Gerbergasse
Hornstraße Silberhofstraße Waisenhausstraße Erlenbruch Kastanienallee Chausseestraße Ziegeleiweg Steinstraße Uferstraße
Siedlerweg Bachgasse Meisenstieg Krumme_Gasse Am_Anger Am_Bahnhof Am_Mühlteich An_der_Bleiche Hinter_der_Mauer Auf_dem_Kamp
Alte_Poststraße Lange_Straße Breite_Straße Zum_Hutberg Unterer_Graben Neue_Gasse""".replace('\n', ' ').split()
PSTREETS = """Goethestraße Schillerstraße Lessingstraße Mozartstraße Thälmannstraße Humboldtstraße Bebelstraße Körnerstraße
Clara-Zetkin-Straße Karl-Marx-Straße Ernst-Thälmann-Straße Rosa-Luxemburg-Straße August-Bebel-Straße Wilhelm-Pieck-Straße
Robert-Koch-Straße Albert-Schweitzer-Straße Geschwister-Scholl-Straße Heinrich-Heine-Weg Käthe-Kollwitz-Straße
Friedrich-Ebert-Straße Otto-Nuschke-Straße Johann-Sebastian-Bach-Straße Rudolf-Breitscheid-Straße Bismarckstraße""".split()
FIRMT = ["Bäckerei {}", "Autohaus {} GmbH", "{} & Sohn OHG", "Elektro-{} GmbH", "Möbelhaus {}", "Bestattungshaus {}",
    "{} Bau GmbH & Co. KG",
 "Fleischerei {}", "Gebr. {} KG", "Dachdeckerei {} GmbH", "Hausverwaltung {} GmbH", "Tischlerei {}", "Sanitär {} GmbH", "Spedition {}",
     "Gärtnerei {}"]
ORTE = "Marienberg Karlsruhe Ludwigshafen Friedrichshafen Wilhelmshaven Peterswaldau Johanngeorgenstadt Heinrichsthal Georgenthal Bernsdorf Paulinzella Karlsfeld Hermsdorf Ottendorf Königstein Lengefeld Annaburg Mariental Wolfsburg Hermannstadt Ulrichshalben Konradsreuth Weißenfels Schwarzenberg Hartmannsdorf Seidewitz Kleinwaltersdorf Kunnersdorf Bad_Peterstal St._Egidien Petersberg Dietrichsroda Arnoldsgrün Katharinenberg Großhartmannsdorf Neustadt".split()
INST = ["Kreiskrankenhaus St. Elisabeth", "Pestalozzischule", "Gymnasium „Geschwister Scholl“", "Albert-Schweitzer-Grundschule",
    "Kita „Pippi Langstrumpf“", "Haus Anna", "Martin-Luther-Gemeindehaus",
 "Werner-Seelenbinder-Halle", "Diakoniewerk Martin Luther", "Paul-Gerhardt-Stift", "Käthe-Kollwitz-Schule", "St. Joseph-Stift",
     "Jakobikirche", "St.-Petri-Kirche", "Pflegeheim Barbara Uthmann", "Clara-Zetkin-Heim", "Robert-Koch-Klinik", "Kolpinghaus",
         "Kita Max und Moritz", "Fontane-Apotheke"]
FH = ["Johannisfriedhof", "Nikolaifriedhof", "Donatsfriedhof", "Friedhof St. Jakobi", "Annenfriedhof", "Katharinenfriedhof",
    "Friedhof Kleinwaltersdorf", "St.-Michaelis-Friedhof", "Martinsfriedhof"]
