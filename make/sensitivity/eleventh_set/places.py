"""Places with postcode and dialling code, streets, firms, near misses of names."""

PLACES = [tuple(x.split("|")) for x in """30169|Hannover|0511
38100|Braunschweig|0531
26122|Oldenburg|0441
49074|Osnabrück|0541
37073|Göttingen|0551
31134|Hildesheim|05121
21335|Lüneburg|04131
27568|Bremerhaven|0471
28195|Bremen|0421
20355|Hamburg|040
24103|Kiel|0431
23552|Lübeck|0451
18055|Rostock|0381
19053|Schwerin|0385
10115|Berlin|030
12043|Berlin|030
14467|Potsdam|0331
03046|Cottbus|0355
39104|Magdeburg|0391
06108|Halle (Saale)|0345
04109|Leipzig|0341
01067|Dresden|0351
09111|Chemnitz|0371
99084|Erfurt|0361
07743|Jena|03641
34117|Kassel|0561
35037|Marburg|06421
60311|Frankfurt am Main|069
64283|Darmstadt|06151
55116|Mainz|06131
56068|Koblenz|0261
54290|Trier|0651
66111|Saarbrücken|0681
67655|Kaiserslautern|0631
68159|Mannheim|0621
70173|Stuttgart|0711
76133|Karlsruhe|0721
79098|Freiburg i. Br.|0761
89073|Ulm|0731
80331|München|089
86150|Augsburg|0821
90402|Nürnberg|0911
93047|Regensburg|0941
97070|Würzburg|0931
95444|Bayreuth|0921
50667|Köln|0221
53111|Bonn|0228
40213|Düsseldorf|0211
45127|Essen|0201
44135|Dortmund|0231
48143|Münster|0251
33602|Bielefeld|0521
33098|Paderborn|05251
52062|Aachen|0241
26506|Norden|04931
27283|Verden (Aller)|04231
31582|Nienburg/Weser|05021
29221|Celle|05141
21680|Stade|04141
49808|Lingen (Ems)|0591
37574|Einbeck|05561
31785|Hameln|05151
17489|Greifswald|03834
02625|Bautzen|03591
88045|Friedrichshafen|07541
83022|Rosenheim|08031""".split("\n")]

VILLAGES = [tuple(x.split("|")) for x in """29614|Soltau|05191
31008|Elze|05068
38350|Helmstedt|05351
31812|Bad Pyrmont|05281
27324|Eystrup|04254
49632|Essen (Oldb.)|05434
17258|Feldberger Seenlandschaft|039831
29308|Winsen (Aller)|05143
34497|Korbach|05631
84028|Landshut|0871
29525|Uelzen|0581
26789|Leer|0491
31515|Wunstorf|05031
21614|Buxtehude|04161
37520|Osterode am Harz|05522
72764|Reutlingen|07121
15890|Eisenhüttenstadt|03364
36037|Fulda|0661""".split("\n")]

STREETS = """Hauptstraße|Bahnhofstraße|Gartenstraße|Schulstraße|Dorfstraße|Goethestraße|Schillerstraße|Lindenstraße|Bergstraße|Kirchstraße
Waldstraße|Ringstraße|Birkenweg|Am Markt|Mühlenweg|Friedhofstraße|Feldstraße|Wiesenweg|Jahnstraße|Rosenweg|Blumenstraße
Ahornweg|Amselweg|Buchenweg|Mozartstraße|Beethovenstraße|Lessingstraße|Uhlandstraße|Poststraße|Kantstraße|Parkstraße|Lange Straße
Am Sportplatz|Im Winkel|Neue Straße|Kurze Straße|Marktstraße|Brunnenstraße|Tannenweg|Finkenweg|Am Bach|Hohe Straße|Steinweg
Breite Straße|Hinter der Mauer|Konrad-Adenauer-Allee|Friedrich-Ebert-Straße|August-Bebel-Str.|Thomas-Müntzer-Straße|Hermann-Löns-Weg
Robert-Koch-Str.|Karl-Marx-Allee|Gustav-Freytag-Str.|Hindenburgstr.|Bismarckstraße|Wilhelm-Busch-Weg|Sedanstr.|Königsberger Straße
Breslauer Str.|Stettiner Weg|Danziger Straße|Hannoversche Str.|Celler Heerstraße|Alte Landstraße|Zum Osterfeld|An der Worth|Auf dem Kamp
Kastanienallee|Eichendorffring|Georgswall|Kleiner Hagen|Pferdemarkt|Domplatz|Schlossplatz|Marienstraße|Nikolaistr.|Petersilienstr.
Lüerstraße|Podbielskistraße|Vahrenwalder Str.|In den Höfen|Unter den Eichen|Ostpreußendamm|Deichstraße|Fährweg|Moorstrich|Sandkamp
Klosterhof|Ziegeleiweg|Industriestr.|Gewerbering|Am Güterbahnhof|Werftstraße|Planckstraße|Leinstraße""".replace("\n", "|").split("|")

NEAR_NAME = [tuple(x.split("=")) for x in """strasse=Friedrich-Ebert-Straße=Einmündung %s
strasse=Konrad-Adenauer-Allee=Ausbau der %s, 2. Bauabschnitt
strasse=Thomas-Müntzer-Platz=Sperrung %s
strasse=Ernst-August-Platz=Haltestelle %s
strasse=Dr.-Schmidt-Weg=Widmung des %s
ort=Sankt Augustin=Betriebsstätte %s
ort=Königs Wusterhausen=Außenstelle %s
ort=Annaberg-Buchholz=Dienstreise nach %s
ort=Neustadt am Rübenberge=Forstamt %s
ort=Bad Karlshafen=Kur in %s
ort=Wilhelmshaven=Dienststelle %s
ort=Ludwigslust=Nebenstelle %s
ort=Marienhafe=Grundschule %s
ort=Klein Berßen=Gemarkung %s
schule=Albert-Schweitzer-Schule=%s, Klassen 5 bis 10
schule=Geschwister-Scholl-Gymnasium=Aula des %s
schule=Käthe-Kollwitz-Schule=Schulbezirk %s
schule=Hermann Billung=Gymnasium %s
einrichtung=Henriettenstift=Pflegedienst %s
einrichtung=Friedrich-Ebert-Stiftung=Seminar der %s
einrichtung=Christopherus-Haus=Aufnahme im %s
einrichtung=St. Bernward=Krankenhaus %s
einrichtung=Paul-Gerhardt-Gemeinde=Saal der %s
tag=Martini=Pacht fällig zu %s
tag=Johannis=Termin: %s, wie im Vorjahr
tag=Mariä Himmelfahrt=kein Dienst an %s
tag=Peter und Paul=Markt an %s
tag=St. Nikolaus=Feier zu %s
tag=Michaelis=Beginn des Schuljahres zu %s
pflanze=Fleißiges Lieschen=20 Stck. %s für die Kästen
pflanze=Gräfin von Paris=1 Birnbaum "%s", Hochstamm
pflanze=Cox Orange=3 Bäume %s
pflanze=Gloria Dei=Rosen, Sorte %s
pflanze=Prinz Albrecht von Preußen=1 Apfel, Sorte %s
pflanze=Gute Luise=1 Spalierbirne (%s)
pflanze=Tränendes Herz=Staudenbeet: %s, Akelei, Phlox
maschine=Hanomag Henschel=LKW %s, Bj. 1971
maschine=Heinrich Lanz=Schlepper %s, abgemeldet
maschine=Otto Hydraulik=Presse %s
maschine=Magirus Deutz=Drehleiter %s
schiff=Gustav Adolf=Motorschiff "%s", Liegeplatz 4
schiff=Frisia=Fähre "%s"
schiff=Anna Elisabeth=Kutter "%s"
wetter=Lothar=Sturmschaden durch Orkan %s
wetter=Kyrill=Windwurf nach Orkan %s
krankheit=Parkinson=Z. n. Sturz, V. a. %s-Syndrom
krankheit=Bechterew=Morbus %s, gesichert
krankheit=Crohn=Morbus %s seit Jahren bekannt
krankheit=Alzheimer=Demenz vom %s-Typ
begriff=Hartz IV=Leistungen nach %s, Anrechnung
begriff=Riester=Zulage %s, Vertrag ruht
begriff=Duden=Schreibweise nach %s
monat=Mai=Abschlag für %s nachgezahlt
monat=März=Übertrag aus %s
tag=Freitag=Sprechtag jeden %s
wort=Engel=Gasthaus "Zum %s", Nebenraum
wort=Hirsch=Apotheke "Zum %s"
denkmal=Kaiser Wilhelm=Standbild %s, Sockel gerissen
denkmal=Roland=Reinigung des %s vor dem Rathaus
gebaeude=Haus Siegfried=Umzug in %s, 2. OG""".split("\n")]

FIRM = [x.split("|") for x in """Autohaus |%v %n| GmbH
Elektro |%n| KG
Fa. |%n| Bau GmbH
Bäckerei |%n|
Tischlerei |%v %n| e. K.
Spedition |%n| & Söhne
Gebr. |%n| OHG
Fahrschule |%n|
Heinrich-|%n|-Stiftung
Bestattungen |%n|
Sanitär |%n| GmbH & Co. KG
Buchhandlung |%v %n|
Brauerei |%n| AG
Gärtnerei |%n|
Apotheke |%n|
RAe |%n|, %m & Partner mbB""".split("\n") if x.count("|") == 2]

COURTS = "AG LG SG VG ArbG OLG StA".split()
KASSEN = "AOK|Barmer|DAK|TK|IKK classic|KKH|BKK Mobil Oil|Knappschaft|hkk".split("|")
BANKS = """Sparkasse|Volksbank eG|Postbank|Commerzbank|Deutsche Bank|Kreissparkasse|Raiffeisenbank|ING-DiBa|DKB|Landesbank""".split("|")
LANDS = "Türkei|Polen|Syrien|Irak|Vietnam|Ukraine|Kasachstan|Kosovo|Marokko|Libanon|Afghanistan|Iran|Spanien|Italien".split("|")
JOBS = """Kraftfahrer|Verkäuferin|Schlosser|Rentner|Hausfrau|Bäcker|Studentin|Maurer|kfm. Angestellte|Landwirt|Erzieherin|arbeitslos
Krankenschwester|Elektriker|Lagerist|Lehrerin|Beamter|Tischler|Reinigungskraft|Schüler""".replace("\n", "|").split("|")
