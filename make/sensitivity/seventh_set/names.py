"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys

# ------------------------------------------------------------------ names
GIVEN = {
 "de": ("Karla Ingeborg Hildegard Waltraud Gerda Erna Frieda Else Gisela Renate Monika Brigitte Ursula Helga Christa "
        "Petra Sabine Andrea Kerstin Silke Anke Heike Birgit Ulrike Susanne Claudia Martina Annett Mandy Cindy Jacqueline "
        "Jana Katrin Kathrin Antje Doreen Franziska Johanna Lena Leonie Mia Emilia Charlotte Wiebke Frauke Gesine Swantje "
        "Roswitha Edeltraud Irmgard Hannelore Elfriede Lieselotte Magdalena Walburga Kreszentia Veronika Theresia Philomena "
        "Adelheid Rosemarie Annemarie Marlies Sieglinde Dagmar Undine Mareike Svenja Nele Tabea Dorothea Hedwig Ottilie "
        "Klothilde Mechthild Ruth Judith Rahel Eva Marianne Ilse Käthe Änne Bärbel Jördis",
        "Karl Heinz Günter Horst Werner Manfred Klaus Jürgen Dieter Wolfgang Uwe Bernd Detlef Rainer Frank Torsten Thorsten "
        "Steffen Sven Jens Ronny Maik Mirko Enrico Danny Kevin Justin Finn Jonas Luca Moritz Anton Emil Oskar Friedrich "
        "Wilhelm Otto Hermann Ernst Paul Max Bruno Kurt Erich Rudolf Alfred Fritz Willi Egon Lothar Siegfried Gerhard Eberhard "
        "Ekkehard Gottfried Traugott Leberecht Hartmut Volkmar Ingo Falk Holger Olaf Hauke Fiete Ole Enno Tjark Korbinian "
        "Alois Xaver Sepp Vinzenz Ludwig Götz Jörg Björn Sören Carsten Malte Till Ruben Elias Jakob Konrad Ulrich Waldemar "
        "Reinhold Arthur Hans-Jürgen Karl-Heinz Hans-Peter Klaus-Dieter"),
 "tr": ("Ayşe Fatma Emine Zeynep Elif Hatice Gülsüm Meryem Özlem Sevgi Nurcan Şengül Derya Aylin Hülya Filiz Songül",
        "Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim Yusuf Ömer Emre Serkan Murat Cem Bülent Tuncay Erdoğan Kemal Özgür"),
 "pl": ("Katarzyna Agnieszka Małgorzata Barbara Ewa Zofia Jadwiga Danuta Bożena Grażyna Halina Beata Urszula Wiesława Kinga",
        "Piotr Krzysztof Andrzej Tomasz Paweł Zbigniew Stanisław Jerzy Wojciech Grzegorz Mirosław Kazimierz Łukasz Dariusz"),
 "ru": ("Olga Tatjana Swetlana Ludmila Natalja Irina Galina Valentina Larissa Jekaterina Nadeschda Oksana Ljubow Anastasia",
        "Sergej Wladimir Alexej Nikolai Dmitri Iwan Boris Jurij Viktor Andrej Anatolij Michail Waleri Gennadij Igor Pjotr"),
 "ar": ("Fatima Aisha Layla Nour Rania Samira Yasmin Khadija Hanan Amal Dalal Rim Zainab Iman Souad Nadia",
        "Mohammed Ahmad Omar Khaled Hassan Yousef Tarek Samir Bilal Anas Jamal Nabil Karim Walid Abdulrahman Faisal Ziad Rami"),
 "vi": ("Thi Hoa|Thi Lan|Thi Mai|Thu Huong|Thi Hong|Kim Anh|Thanh Thuy|Thi Ngoc|Bich Phuong|Thi Tuyet",
        "Van Hung|Duc Anh|Van Thanh|Quoc Viet|Minh Tuan|Xuan Hai|Huu Nghia|Van Long|Dinh Cuong|Trong Tin"),
 "pt": ("Maria Ana Catarina Fátima Conceição Beatriz Inês Lurdes Graça Teresa Isabel Filomena",
        "João José António Manuel Rui Nuno Paulo Tiago Joaquim Armando Vasco Duarte Hélder"),
 "it": ("Giulia Francesca Chiara Rosalia Concetta Carmela Lucia Paola Antonella Ornella",
        "Giuseppe Salvatore Antonio Luigi Calogero Vincenzo Domenico Gaetano Matteo Pasquale"),
 "gr": ("Eleni Despina Sofia Vasiliki Paraskevi Chrisoula", "Georgios Dimitrios Konstantinos Nikolaos Panagiotis Stavros"),
 "yu": ("Jelena Dragana Snežana Milica Vesna Ljiljana Mirjana Azra Emina Lejla",
     "Goran Dragan Zoran Milan Nenad Dejan Branko Slobodan Emir Samir Željko"),
 "hu": ("Zsuzsanna Erzsébet Ildikó Judit Piroska", "László István Ferenc Zoltán Gábor Sándor Tibor"),
 "fr": ("Solange Geneviève Odile Marie-Claire Aurélie", "Étienne Gérard Jean-Luc Thierry Yannick"),
 "nl": ("Marijke Anneke Hendrika Saskia", "Joost Pieter Willem Cornelis Sjoerd"),
 "af": ("Abena Adwoa Ngozi Chidinma Aminata Fatou", "Kwame Kofi Chukwuemeka Mamadou Ousmane Tesfaye Yohannes"),
 "ir": ("Shirin Parisa Maryam Farideh Nasrin Zahra", "Reza Behrouz Hossein Mehdi Farhad Kourosh Amir"),
}
FAMILY = {
 "de": "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder "
       "Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Schmid Schulze Maier Köhler "
       "Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller "
       "Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher "
       "Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel "
       "Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer Ritter Götz Kaufmann Lindner Beyer Kurz Ernst Frei Reich Stark Blum "
       "Ackermann Achterberg Ahrens Anschütz Apel Aßmann Backhaus Baierlein Bartholomäus Baumgärtel Bellmann Biedermann Birnstiel Blechschmidt "
       "Bockelmann Bornschein Brettschneider Brömme Buchholz Burkhardt Claußen Conradi Cramer Dathe Deichmann Döbereiner Dölling Drechsler "
       "Dürrschmidt Ebersbach Eggebrecht Ehrhardt Eichstädt Enderlein Erdmann Eschenbach Fährmann Feuerhahn Fiedler Flämig Frahm Freudenberg "
       "Fröhlich Füllgrabe Gabriel Gäbler Gehrke Gerlach Geyer Glöckner Göpfert Gottschalk Grabowski Griebsch Grünwald Gundermann Habermann "
       "Hädrich Hagedorn Hannemann Harnisch Häßler Heidenreich Heinemann Helbig Hengst Hergert Hesselbarth Heße Hieronymus Hinrichs Höhne "
       "Holtmann Hübenthal Hünerbein Igel Ihle Illgen Jablonski Jahnke Janßen Jeschke Jochmann Junghans Kahle Kämpfe Karstens Kästner Kegel "
       "Kellermann Kersten Kießling Kirchhoff Kittelmann Kleinschmidt Klingbeil Knabe Knobloch Köppe Körber Korthals Kratzsch Kretzschmar Kropp "
       "Kuhnt Kümmel Küster Lachmann Lammers Langguth Laubinger Lattermann Leuschner Lichtenberg Liebscher Lind Lippold Löffler Lohse Lüdecke Lüders "
       "Mahler Marquardt Matthes Mehlhorn Meinecke Meißner Mende Merker Mischke Mohr Mückenberger Mundt Nagel Naundorf Nebel Neubert Niemeyer "
       "Nitzsche Nöthlich Oehme Oertel Ohlendorf Opitz Ostermann Pabst Paschke Paulsen Petzold Pietsch Plänitz Pönitz Prahl Preuß Priebe "
       "Püschel Quandt Quellmalz Rabe Radtke Rauschenbach Rehbein Reichenbach Reinhardt Riedel Ringleb Rödiger Roßberg Rothe Rühlemann Ruppert "
       "Sachse Sänger Schaarschmidt Schellenberg Schimmelpfennig Schlegel Schlüter Schmiedel Schnabel Schöbel Schönherr Schottstädt Schramm Schütze "
       "Schwabe Seyfarth Sieber Söllner Spangenberg Sperling Stahlknecht Steinbrecher Stephan Stolze Strauß Stübner Süß Tänzer Tauscher "
       "Teichmann Thieme Tiedemann Töpfer Trautmann Trommler Uhlig Ulbricht Unger Urban Viehweg Vieweg Vollrath Wachsmuth Wagenknecht Walther "
       "Warnecke Weidlich Weigelt Wendler Wenzel Wetzstein Wiesner Wittig Wunderlich Wünsche Zacharias Zänker Zeidler Zellmer Zierold Zschoche "
       "Brodersen Petersen Jepsen Thomsen Hinrichsen Oltmanns Poppinga Frerichs Gschwendtner Obermayr Hintermeier Niedermaier Unterholzner "
       "Sonntag Freitag Herbst März Mai Abend Pfaff Bürger Schultheiß Amtmann Vormund Kläger Zeuge Straßburger Hamburger Bremer Wiener Leipziger "
       "Unruh Ohnesorge Habenicht Springsfeld Thunichtgut Kiesewetter Stöckigt Morgenstern Rosenbaum Löwenthal Goldschmidt Katzenstein",
 "tr": "Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Güneş Bozkurt",
 "pl": "Kowalski Nowak Wiśniewski Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Krawczyk Piotrowski Grabowski Pawłowski Wróbel Szczepański",
 "ru": "Petrow Iwanow Sidorow Smirnow Kusnezow Popow Wolkow Sokolow Morosow Lebedew Nowikow Pawlow Schewtschenko Bondarenko Kowalenko Tkatschenko Jegorow Nikitin Kalinin",
 "ar": "al-Masri al-Khatib El-Sayed Haddad Khoury Nasser Hamdan Ibrahim Saleh Mansour Al-Ahmad Abdallah Darwish Abu Zaid|Bakri Chehade Othman Ben Salah|Khalil",
 "vi": "Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do Ngo Duong",
 "pt": "Silva Pereira Ferreira da Silva Pereira|dos Santos|Rodrigues de Almeida|Carvalho Gonçalves Teixeira da Costa|Marques Magalhães Correia",
 "it": "Esposito Russo Bianchi Ricci Marino Greco Lo Presti|Di Stefano|Della Valle|Cammarata",
 "gr": "Papadopoulos Nikolaidis Georgiadis Karagiannis Tsakiris Vlachos",
 "yu": "Jovanović Petrović Marković Nikolić Kovačević Hadžić Begić Horvat Babić Đorđević",
 "hu": "Szabó Kovács Tóth Horváth Nagy Varga Farkas",
 "fr": "Lefèvre Dubois Moreau Girard Saint-Martin",
 "nl": "van den Berg|de Vries|van Dijk|Jansen Bakker ter Horst",
 "af": "Mensah Owusu Okonkwo Diallo Traoré Abebe Tekle",
 "ir": "Hosseini Ahmadi Rezaei Moradi Karimi Jafari",
}
MULTI = ["Abu Zaid", "Ben Salah", "da Silva Pereira", "dos Santos", "de Almeida", "da Costa", "Lo Presti", "Di Stefano",
         "Della Valle", "van den Berg", "de Vries", "van Dijk", "ter Horst"]


def _fam(text):
    out = []
    for m in MULTI:
        if m in text:
            out.append(m)
            text = text.replace(m, " ")
    return out + text.replace("|", " ").split()


def _giv(text):
    return text.split("|") if "|" in text else text.split()


GIVEN = {k: (_giv(a), _giv(b)) for k, (a, b) in GIVEN.items()}
FAMILY = {k: _fam(v) for k, v in FAMILY.items()}
NOBLE = ["von Berlepsch", "von der Heyde", "von Wietersheim", "Freiherr von Seckenberg", "Graf von Lahnstein-Udde", "von und zu Rottmar",
         "Edler von Kranz", "zur Nieden", "von dem Bussche-Ahrbeck", "vom Hofe", "von Trotha-Lebus", "zum Winkel", "am Ende",
             "von Kalckberg"]
assert len({g for a, b in GIVEN.values() for g in a + b}) >= 300, "given"
assert len({f for v in FAMILY.values() for f in v}) >= 400, "family"
ORIGIN = ["de"] * 56 + ["tr"] * 8 + ["pl"] * 7 + ["ru"] * 7 + ["ar"] * 5 + ["vi"] * 4 + ["pt"] * 3 + ["it"] * 3 + \
    ["gr", "yu", "yu", "hu", "fr", "nl", "af", "ir"]
TITLES = ["Dr. ", "Dr. med. ", "Prof. Dr. ", "Dipl.-Ing. ", "Dr. jur. ", "Dr.-Ing. ", "Dipl.-Soz.päd. ", "Prof. em. Dr. Dr. h. c. ",
          "MR Dr. ", "StR ", "Pfr. ", "OStR ", "Mag. "]

PLACES = [("06108", "Halle (Saale)"), ("39104", "Magdeburg"), ("99084", "Erfurt"), ("04105", "Leipzig"), ("01097", "Dresden"), ("09111",
    "Chemnitz"),
          ("18055", "Rostock"), ("19053", "Schwerin"), ("14467", "Potsdam"), ("15230", "Frankfurt (Oder)"), ("10317", "Berlin"), ("22767",
              "Hamburg"),
          ("28195", "Bremen"), ("26122", "Oldenburg"), ("49074", "Osnabrück"), ("37073", "Göttingen"), ("38100", "Braunschweig"),
              ("45127", "Essen"),
          ("44137", "Dortmund"), ("33602", "Bielefeld"), ("53111", "Bonn"), ("52062", "Aachen"), ("54290", "Trier"), ("66111",
              "Saarbrücken"),
          ("67059", "Ludwigshafen"), ("76133", "Karlsruhe"), ("79098", "Freiburg i. Br."), ("72070", "Tübingen"), ("89073", "Ulm"),
              ("86150", "Augsburg"),
          ("93047", "Regensburg"), ("94032", "Passau"), ("95444", "Bayreuth"), ("97070", "Würzburg"), ("36037", "Fulda"), ("34117",
              "Kassel"),
          ("06886", "Lutherstadt Wittenberg"), ("39576", "Stendal"), ("03046", "Cottbus"), ("02826", "Görlitz"), ("17489", "Greifswald"),
          ("08523", "Plauen"), ("07743", "Jena"), ("98527", "Suhl"), ("23966", "Wismar"), ("25813", "Husum"), ("27472", "Cuxhaven"),
              ("31785", "Hameln"),
          ("59065", "Hamm"), ("57072", "Siegen"), ("65549", "Limburg"), ("63739", "Aschaffenburg"), ("87435", "Kempten (Allgäu)"),
              ("83022", "Rosenheim"),
          ("88212", "Ravensburg"), ("78050", "Villingen-Schwenningen"), ("74072", "Heilbronn"), ("06484", "Quedlinburg"), ("16909",
              "Wittstock/Dosse"),
          ("29410", "Salzwedel"), ("04668", "Grimma"), ("99974", "Mühlhausen/Thür.")]
FOREIGN = ["Izmir", "Kayseri", "Lublin", "Gleiwitz", "Breslau", "Karaganda", "Omsk", "Hanoi", "Aleppo", "Damaskus", "Porto", "Braga",
    "Catania",
           "Sarajevo", "Königsberg/Pr.", "Tilsit", "Stettin", "Reichenberg", "Hermannstadt", "Teheran", "Accra", "Bilbao"]
STREETS = ["Lindenstraße", "Bahnhofstraße", "Hauptstraße", "Dorfstraße", "Gartenweg", "Am Anger", "Lange Straße", "Mühlgasse",
    "Schulstr.", "Kirchplatz",
           "An der Ziegelei", "Feldrain", "Steinweg", "Hohe Str.", "Breite Straße", "Goethestraße", "Schillerstr.", "Rosa-Luxemburg-Straße",
           "Ernst-Thälmann-Str.", "Karl-Marx-Allee", "Clara-Zetkin-Straße", "Geschwister-Scholl-Str.", "Gerhart-Hauptmann-Weg",
               "Straße der Jugend",
           "Straße des Friedens", "Zum Wasserturm", "Im Winkel", "Unter den Eichen", "Bergmannsring", "August-Bebel-Platz", "Rotdornweg",
           "Hinter der Mauer", "Neuer Markt", "Große Klausstr.", "Kleine Ulrichstraße", "Theodor-Storm-Str.", "Robert-Koch-Straße",
               "Wilhelmstraße",
           "Albert-Schweitzer-Ring", "Am Kapellenberg", "Kastanienallee", "Plauensche Straße", "Merseburger Straße", "Siedlung Einheit",
               "Auf dem Brink",
           "Deichreihe", "Gänseanger", "Oberer Graben", "Käthe-Kollwitz-Str.", "Otto-Lilienthal-Weg", "Fritz-Reuter-Str.",
               "Heinrich-Heine-Platz",
           "St.-Georgen-Str.", "Weg zum Sportplatz", "Industriestraße", "Pestalozzistraße", "Friedrich-Ebert-Str.", "Max-Planck-Straße"]
MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
MABBR = ["Jan.", "Febr.", "Mrz.", "Apr.", "Mai", "Jun.", "Jul.", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."]
ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
CHECKED = ("iban", "steuer-id", "rentenversicherung", "krankenversicherung", "ausweis")
