"""Lists and small helpers of the sixth set: what its papers draw from."""
import sys, json, random, re, datetime

RND = random.Random(0)
def W(s): return s.split()
def pick(x): return RND.choice(x)
def ch(p): return RND.random() < p
def ri(a, b): return RND.randint(a, b)

# ------------------------------------------------------------ family names
FAM_COMMON = W("""Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer
Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz
Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz
Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke
Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel
Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt
Sauer Arnold Wolff Pfeiffer Ernst Beyer Lindner Ullrich Mohr Jansen Hübner Nowak Hansen Marx Wenzel Barth""")
FAM_DE = W("""Abendroth Achterberg Adelmann Ahrens Altvater Amelung Angermeier Appelt Asbach Aschenbrenner Backhaus
Bartsch Bauernfeind Beckmesser Behnke Bierwirth Birkenfeld Blohm Bockelmann Bohnsack Bollmann Borchert Bosselmann
Brennecke Brinkmann Brockhoff Buchheister Bürger Butenschön Christiansen Clasen Cordes Dammann Dannenberg Deichmann
Detering Dingeldein Döbereiner Dorn Drechsler Dünnebier Ebbinghaus Eberle Eichelhardt Eickhoff Eisenreich Elbers
Engelhardt Erdmenger Eschenbach Ewald Faßbender Feddersen Fiedler Finkeldey Fleischhauer Frankfurter Freitag Frese
Fröhlich Fuhrmann Füllgrabe Gabriel Gehrke Geißler Gerlach Glöckner Göbel Gottschalk Grabowski Gräser Gronemeyer
Grünwald Haberkorn Hagedorn Hamburger Hannemann Harder Hasenclever Heidenreich Heitkamp Helmers Hentschel Herbst Heyde
Hilgers Hinrichs Hohlfeld Holzapfel Hoppenstedt Hülsmann Ihde Imhof Isenberg Jaeckel Jahnke Jessen Jochimsen Jürgens
Kaltenbach Kamphausen Karstens Kaufhold Kersting Kirchhoff Kleinschmidt Klingbeil Knabe Knoll Köpke Kortmann Kreutzer
Kriegeskorte Kümmel Kurz Küster Lampe Landgraf Lau Leidinger Leuschner Lichtenberg Lind Lohse Lübbers Lüdemann Maaß
Mahnke Mai März Matthiesen Mecklenbrauck Mehlhorn Meinecke Mertens Michaelis Mittendorf Möbius Muthesius Nagel
Nettelbeck Niehoff Niemeyer Nölting Oberländer Oelschläger Ohlsen Opitz Osterkamp Ostermann Overbeck Pape Paulsen
Petersen Pfannenstiel Pfister Piepenbrink Plate Poggensee Prell Quandt Quednau Rademacher Rauschenbach Reichelt
Reimers Rinke Ritter Rohwedder Rosenbaum Rosenthal Ruhnau Rüther Sachse Sasse Schauinsland Scherer Schicketanz
Schindelhauer Schirrmacher Schlüter Schnabel Schönfelder Schöttler Schrader Schüttpelz Schwab Schweinsberg Seiffert
Sendler Sievers Sonntag Spangenberg Specht Staudinger Steinbrecher Stellmacher Stichling Stolze Struckmeier Stübner
Süß Tegtmeier Thalheim Thiele Timmermann Tönnies Traub Trautwein Uhlig Unverricht Urban Utermöhlen Veit Viebrock
Volkmann Wachsmuth Wehmeyer Weichert Weidenfeller Wendt Westphal Wiechert Wiegand Wilke Windhorst Wittkowski
Wohlgemuth Wulff Wüstenberg Zabel Zander Zeisig Zenker Zietlow Zöllner Zumbusch Zwingenberger Löwenstein Silbermann
Grünspan Goldschmidt Katzenellenbogen Mandelbaum Hirschfeld Wertheimer Oppenheimer Blumenthal""")
FAM_COMPOUND = W("""Müller-Westerkamp Schmidt-Rottbach Meyer-Landrut Becker-Holthusen Leutheusser-Groß Hansen-Tiedke
Weber-Kostić Schulze-Dellwig Große-Oetringhaus Schulte-Vennbur Meier-Yıldız Klein-Altstedde Wolf-Nagy Richter-Abel
Neumann-Cosel Bauer-Ndiaye Vogel-Kellermann Lange-Asschenfeldt Hahn-Bödeker Krüger-Petrenko Kuhn-Lindqvist
Fischer-Appelhoff Engel-Rasmus Lorenz-Thurow Horn-Brettschneider""")
FAM_NOBLE = ["von Reitzenbach", "von der Osten-Warnow", "von Kalckstein", "zu Löwenberg", "von Bredow-Kleist",
 "von Trothe", "von und zu Egloffsheim", "vom Hagen", "von der Heide", "von Puttlitz", "von Arnsfeldt", "von Zitzewald",
 "zur Mühlen", "von dem Knesebruch", "von Wedelstedt", "von Hammerloh", "de Maizeroy", "von Oertzenhof", "von Stülpnau",
 "van der Velde", "van Laack", "ten Brink", "de Vries", "von Schönborn", "auf der Heyde", "von Kleistow", "von Rochowitz"]
FAM_TR = W("""Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç
Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Akın Aksoy Bulut Güneş Karataş Tekin Taş Ünal Bozkurt Keskin Turan Gül
Sarı Ateş Avcı Ceylan Yavuz Karaca Oğuz Uçar Bayram Tunç""")
FAM_TR_ASCII = W("""Yilmaz Celik Sahin Oeztuerk Aydin Dogan Cetin Simsek Guenes Oezkan Erdogan Uenal Kilic Yildirim""")
FAM_PL = W("""Kowalski Wiśniewski Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski
Mazur Wojciechowski Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowsky Pawłowski Michalski Zając Król Wieczorek
Jabłoński Wróbel Nowakowski Majewski Olszewski Stępień Malinowski Jaworski Adamczyk Dudek Nowicki Pawlak Górski
Sikora Walczak Rutkowski Szczepaniak Czerwinski Przybylski Mielcarek Brzezinski""")
FAM_RU = W("""Iwanow Petrow Smirnow Kusnezow Popow Sokolow Lebedew Koslow Nowikow Morosow Wolkow Solowjow Wassiljew
Saizew Pawlow Semjonow Golubew Winogradow Bogdanow Worobjow Fjodorow Michailow Beljajew Tarassow Below Komarow
Orlow Kisseljow Makarow Andrejew Kowaljow Schukow Frolow Gussew Tichonow""") + W("""Shevchenko Bondarenko Kovalenko
Tkachenko Kravchenko Melnyk Petrenko Lysenko""")
FAM_AR = ["Al-Hamdan", "El-Sayed", "Haddad", "Khalil", "Al Masri", "Hussein", "Ibrahim", "Mansour", "Nasser", "Saleh",
 "Abdallah", "Darwish", "Al-Khatib", "El Amrani", "Benali", "Bouazza", "Chaabane", "Hamidi", "Karimi", "Rahimi", "Ahmadi",
 "Hosseini", "Mohammadi", "Nazari", "Sultani", "Qasemi", "Barakat", "Najjar", "Shaheen", "Al-Zoubi", "Sabbagh", "Ben Salah",
 "Hashemi", "Osman", "Tesfay", "Gebremedhin", "Mensah", "Okafor", "Diallo", "Traoré"]
FAM_VN = W("Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do Ho Ngo Duong Ly Dinh")
FAM_SO = W("""Rossi Esposito Romano Colombo Ricci Marino Greco Bruno Gallo Conti Mancini Costa Rizzo Lombardi Moretti
Papadopoulos Georgiou Nikolaidis Dimitriadis Karagiannis Pappas Vlachos Jovanović Petrović Nikolić Marković Ilić
Pavlović Horvat Kovačević Babić Marić Jurić Hodžić Begić García Fernández López Martínez Pereira Ferreira Silva Horváth
Szabó Nagy Popescu Ionescu Dumitru Radu Novák Svoboda Dvořák Berisha Krasniqi Hoxha""")

# ------------------------------------------------------------ given names
GM = {1900: W("""Karl Wilhelm Friedrich Heinrich Otto Hermann Paul Franz Johann Josef August Georg Ernst Gustav Emil
Adolf Richard Max Albert Anton Fritz Erich Theodor Ludwig Jakob Alois Xaver Ferdinand Eduard Konrad Arthur Eugen Hugo Siegmund
Isidor Leopold"""),
 1925: W("""Hans Günter Heinz Werner Walter Helmut Gerhard Kurt Herbert Horst Rudolf Willi Alfred Karl-Heinz Erwin Egon
Rolf Siegfried Bruno Harald Lothar Edgar Hans-Joachim Gottfried Johannes Reinhold Ewald Manfred Arno Waldemar Eckhard"""),
 1945: W("""Peter Klaus Wolfgang Jürgen Dieter Uwe Bernd Manfred Rainer Detlef Hans-Jürgen Gerd Joachim Hartmut Volker Norbert
Reinhard Dietmar Ulrich Michael Thomas Ralf Günther Wilfried Karl-Friedrich Hans-Peter Heiner Burkhard Bodo Winfried Eberhard"""),
 1965: W("""Stefan Andreas Frank Martin Christian Matthias Markus Jörg Sven Torsten Dirk Oliver Jens Carsten Holger Alexander
Daniel Sebastian Jan Marco Kai Heiko Mario Björn Tobias René Ingo Steffen Patrick Olaf Guido Axel Enrico Ronny Maik"""),
 1988: W("""Kevin Lukas Leon Finn Jonas Tim Niklas Philipp Felix Maximilian Luca Elias Noah Ben Paul Julian Moritz Jannik
Dennis Marvin Justin Til Fabian Simon Linus Mats Emil Oskar Jakob Anton Henry Theo Levin Robin Pascal Timo""")}
GF = {1900: W("""Anna Marie Emma Bertha Martha Frieda Elisabeth Minna Else Margarethe Auguste Wilhelmine Hedwig Luise
Johanna Katharina Gertrud Pauline Clara Rosa Selma Helene Maria Theresia Käthe Ottilie Erna Meta Alma Dora Henriette Rahel
Franziska Walburga Kreszentia"""),
 1925: W("""Ursula Ilse Hildegard Gerda Irmgard Edith Lieselotte Ingeborg Elfriede Ruth Waltraud Charlotte Hannelore Erika
Herta Lotte Margot Christa Eva Ingrid Gisela Anneliese Thea Marianne Rosemarie Hannchen Elli Hildegund Traute Annemarie"""),
 1945: W("""Renate Monika Karin Brigitte Helga Barbara Sabine Angelika Gabriele Jutta Ute Bärbel Heike Petra Christine
Marlies Elke Sigrid Heidemarie Gudrun Doris Roswitha Cornelia Martina Birgit Hannelore Regina Ulrike Silke Beate Marion
Rita Anke Margit Dagmar"""),
 1965: W("""Susanne Andrea Nicole Claudia Stefanie Katrin Tanja Anja Melanie Kerstin Simone Sandra Daniela Michaela Bettina
Christiane Yvonne Silvia Manuela Nadine Katja Alexandra Ines Antje Diana Mandy Britta Karla Katharina Peggy Doreen
Tatjana Maren Wiebke Imke"""),
 1988: W("""Laura Lisa Julia Sarah Lea Hannah Lena Anna Jessica Vanessa Michelle Jacqueline Sophie Marie Mia Emma Leonie
Emilia Lina Amelie Johanna Charlotte Nele Chantal Celina Pia Merle Frida Mathilda Carlotta Greta Ronja Luisa Jana Franka""")}
GIV = {
 "tr": (W("Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim Osman Murat Emre Cem Kemal Yusuf Serkan Deniz Burak Orhan Halil"),
        W("Fatma Ayşe Emine Hatice Zeynep Elif Meryem Gülsüm Sevgi Esra Özlem Nurcan Hülya Dilek Filiz Gönül Aylin Songül")),
 "pl": (W("Andrzej Krzysztof Tomasz Jan Piotr Marek Zbigniew Stanisław Jerzy Tadeusz Kazimierz Leszek Paweł Wojciech"),
        W("Katarzyna Małgorzata Agnieszka Barbara Ewa Elżbieta Krystyna Danuta Halina Jadwiga Zofia Beata Grażyna Magdalena")),
 "ru": (W("Wladimir Sergej Alexej Dmitri Iwan Nikolai Viktor Igor Oleg Juri Andrej Waldemar Eugen Pawel Artur"),
        W("Olga Natalja Irina Swetlana Tatjana Ljudmila Galina Jelena Nadeschda Wera Valentina Oksana Larissa Nina")),
 "ar": (W("Mohammed Ahmad Ali Omar Khaled Hassan Mahmoud Youssef Bilal Tarek Samir Karim Amir Rashid Walid Abdul"),
        W("Fatima Aisha Mariam Layla Amina Nour Khadija Samira Yasmin Rania Zahra Hanan Salma Huda")),
 "vn": (["Van Hung", "Minh Tuan", "Duc Anh", "Quang", "Van Thanh", "Hoang Nam", "Xuan Truong", "Cong Minh"],
        ["Thi Hoa", "Thi Lan", "Thu Huong", "Ngoc Anh", "Thi Mai", "Kim Lien", "Thanh Ha", "Thi Bich"]),
 "so": (W("Giovanni Giuseppe Antonio Salvatore Luigi Dragan Zoran Milan Ivan Goran Dimitrios Georgios Konstantinos José Manuel Ion László Arben"),
        W("Giulia Francesca Rosaria Concetta Milica Jelena Vesna Snežana Marija Eleni Sofia Despina Carmen Lucía Ileana Ilona Drita Mirjana")),
}
EXTRA2 = {"m": W("Heinrich Wilhelm Georg Maria Friedrich Alexander Johannes Erich Josef Michael"),
          "w": W("Maria Elisabeth Anna Luise Sophie Christine Margarete Katharina Johanna Eva")}
_allfam = set(FAM_COMMON + FAM_DE + FAM_COMPOUND + FAM_NOBLE + FAM_TR + FAM_TR_ASCII + FAM_PL + FAM_RU + FAM_AR + FAM_VN + FAM_SO)
_allgiv = set(sum(list(GM.values()) + list(GF.values()), [])) | set(sum([a + b for a, b in GIV.values()], []))
assert len(_allfam) >= 400 and len(_allgiv) >= 300, (len(_allfam), len(_allgiv))
