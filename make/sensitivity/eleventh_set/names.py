"""Lists of names; the order is roughly the frequency."""

GERMAN = """Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann Schmid
Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel
Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus
Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler
Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer Ernst Lindner Hübner Kramer Franz Beyer Wenzel
Nowak Ott Haase Riedel Thiel Barth Kröger Petersen Wilhelm Hesse Kunz Lutz Kirchner Fritz Seifert Bachmann Dietz Ebert Paul
Urban Brinkmann Hein Böttcher Kessler Schilling Rose Fröhlich Eckert Göbel Marx Blum Jahn Moser Steiner Hammer Reuter Bock
Kurz Heinze Bender Schlüter Lenz Hermann Mertens Rauch Gerlach Heller Bauermeister Ahlers Ahrens Behrens Claasen Dreyer
Eickhoff Eilers Finke Gieseke Grothe Hagemann Hinrichs Isermann Janssen Kloppenburg Kruse Lüdemann Meinecke Niemann Oltmanns
Pape Quast Rademacher Siebert Tietjen Uhlig Vehling Wiegand Zander Aumüller Bichlmeier Donaubauer Eberl Gschwendtner Hierl
Obermaier Rieger Stadler Wimmer Zollner Bößenecker Häberle Kübler Pfleiderer Schäuffele Strohmaier Zwickl Abel Bär Dorn Ihde
Jahr Kalb Loos Mai März Nagel Ohm Post Rabe Sturm Teich Uhl Voss Wild Zorn Freitag Sonntag Herbst Montag Lamm Ast Ey Uth
Bülow Düwel Kossatz Noack Lehnigk Mrosk Pawelke Sobotta Wieczorek Kaczmarek Grabowski Schikora Zielinski Dombrowski""".split()

FOREIGN = {
    "tr": """Yılmaz Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek
Polat Korkmaz Karaca Güneş Erdoğan Aksoy Bulut Taş Tekin Yavuz Acar Bozkurt Ünal Güler Akın Uçar""".split(),
    "pl": """Kowalski Kowalczyk Wiśniewski Wójcik Kamiński Lewandowski Szymański Woźniak Dąbrowski Mazur Krawczyk Piotrowski Nowicki
Pawłowski Michalski Zając Król Wróbel Jabłoński Majewski Stępień Malinowski Jaworski Gorski Sikora""".split(),
    "ar": """Al-Hassan Haddad Khalil Mansour Saleh Hamdan Nasser El-Amin Abdallah Darwish Hussein Ibrahim Karimi Rahimi Ahmadi
Youssef Bakr Al-Khatib Sabbagh Tahan Osman Chaaban Ben-Salah Benali Zidane""".split(),
    "ru": """Iwanow Petrow Smirnow Kusnezow Wolkow Sokolow Popow Lebedew Nowikow Morosow Fedorow Pawlow Schewtschenko Kowalenko Bondarenko
Melnik Tkatschenko Wassiljew Romanow Klimenko""".split(),
    "vn": "Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do Ngo Duong Ly".split(),
    "es": """García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Ruiz Rossi Russo Ferrari Esposito Romano Marino
Greco Conti Santos Ferreira Costa Papadopoulos Nikolaidis Georgiadis""".split(),
    "yu": """Jovanović Petrović Nikolić Marković Đorđević Stojanović Kovačević Horvat Babić Marić Novak Hodžić Krasniqi Gashi Berisha
Hoxha Shala Popescu Ionescu Dimitrov Nagy Szabó""".split(),
}
NOBLE = """von Bergen|von der Heyde|von Stetten|von Kleist|von Rohden|zu Salm|von Arnsberg|von dem Hagen|zur Mühlen|vom Brocke|van Dyk
de Vries|von Oertzen|Freiherr von Lahnstein|Graf von Hohenau|ten Brink|von Wedel|zum Felde|am Ende|Auf der Heide""".replace("\n",
    "|").split("|")

M_OLD = """Karl Heinrich Wilhelm Hans Otto Hermann Friedrich Walter Paul Kurt Ernst Willi Werner Herbert Erich Alfred Gerhard Fritz
Rudolf Josef Franz Johann Georg Richard Max August Bruno Emil Adolf Gustav Helmut Heinz Horst Günter Karl-Heinz Rolf Theodor
Anton Ludwig Alois Xaver Konrad Ewald Arthur Siegfried""".split()
F_OLD = """Anna Martha Frieda Erna Gertrud Emma Elisabeth Else Maria Margarete Hildegard Ilse Herta Irmgard Elfriede Lieselotte Edith
Charlotte Käthe Hedwig Luise Berta Minna Ida Klara Johanna Ruth Ursula Ingeborg Gerda Waltraud Helga Anneliese Rosa Paula
Walburga Kreszenz Theresia Wilhelmine""".split()
M_MID = """Peter Michael Thomas Klaus Wolfgang Jürgen Bernd Andreas Uwe Dieter Manfred Frank Ralf Rainer Stefan Günther Joachim Detlef
Holger Norbert Volker Harald Reinhard Matthias Bernhard Martin Jörg Hans-Jürgen Hartmut Ulrich Axel Lothar Roland Eckhard
Gerd Burkhard Winfried Hans-Peter Dirk Olaf Torsten Carsten Jens Heiko Udo Ingo""".split()
F_MID = """Renate Monika Karin Ursula Brigitte Petra Sabine Gabriele Angelika Susanne Birgit Christa Andrea Barbara Ingrid Martina
Claudia Heike Marion Ute Elke Cornelia Gisela Christine Jutta Regina Sigrid Marlies Kerstin Anja Silke Bärbel Roswitha
Anne-Marie Dagmar Doris Hannelore Heidrun Katrin Simone Britta Ines Ramona Sylvia Iris""".split()
M_NEW = """Christian Daniel Sebastian Alexander Florian Tobias Patrick Marcel Kevin Dennis Philipp Jan Tim Lukas Leon Felix Jonas Finn
Maximilian Niklas Paul Ben Luca Elias Noah Moritz Marvin Pascal Robin Dominik Nico Benjamin Simon Julian Fabian Timo Björn
Sven Lasse Jannik Till Marc-André Jan-Philipp""".split()
F_NEW = """Julia Stefanie Nicole Katharina Sarah Melanie Jennifer Laura Lisa Anna Lena Lea Hannah Mia Emma Sophie Marie Jana Vanessa
Jessica Nadine Janina Franziska Christina Johanna Svenja Celina Chantal Leonie Emily Lara Nele Pia Antonia Miriam Carolin
Wiebke Swantje Anna-Lena Michelle Mandy Peggy Yvonne Tanja""".split()

GIVEN = {
    "tr": ("Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim Murat Emre Yusuf Osman Kemal Can Burak Serkan Cem".split(),
           "Fatma Ayşe Emine Hatice Zeynep Elif Meryem Gül Sevgi Hülya Derya Aylin Esra Songül Yasemin Leyla".split()),
    "pl": ("Piotr Krzysztof Andrzej Tomasz Jan Paweł Marcin Michał Jerzy Zbigniew Stanisław Adam".split(),
           "Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Elżbieta Zofia Danuta Joanna Grażyna".split()),
    "ar": ("Mohammed Ahmad Omar Khaled Hassan Youssef Mahmoud Samir Tarek Bilal Abdul Rami Nabil Reza".split(),
           "Fatima Amina Layla Nour Samira Rania Maryam Zahra Hala Salma Yasmin".split()),
    "ru": ("Sergej Alexej Dimitri Wladimir Igor Nikolaj Viktor Eugen Oleg Andrej Waldemar".split(),
           "Olga Natalia Swetlana Irina Tatjana Ludmila Galina Elena Oksana Valentina".split()),
    "vn": ("Van Hung|Minh|Duc|Van Thanh|Quang|Tuan|Hai".split("|"), "Thi Lan|Thi Hoa|Mai|Linh|Thi Huong|Thu Trang".split("|")),
    "es": ("José Manuel Antonio Carlos Luis Giuseppe Giovanni Salvatore Marco Dimitrios Nikos João".split(),
           "Carmen Dolores Pilar Ana Giulia Rosaria Concetta Eleni Sofia Lucia".split()),
    "yu": ("Dragan Zoran Milan Goran Nenad Ivan Arben Agim Ion László Bojan Emir".split(),
           "Milena Jelena Dragana Vesna Snežana Ivana Mirela Elena Ilona Valbona".split()),
}
