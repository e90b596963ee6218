"""Part of the sixth set of sheets (../sixth.py)."""
import datetime, json, random, re, sys
from .papers3 import *

# ------------------------------------------------------------ document types, part 4
@typ(5, 1950, 2022, "Lebenslauf")
def lebenslauf(d):
    d.l(pick(["Lebenslauf", "L e b e n s l a u f", "Mein Lebenslauf", "Tabellarischer Lebenslauf"]), "")
    if d.year < 1985 or ch(.35):
        d.p_(pick(["Ich, {A.vvn}, wurde am {A.gb} als {A?Sohn:Tochter} des {M.ber}s {M.vn} und seiner Ehefrau {Z.v} geb. {Z.bn} in {A.gort} geboren.", "Am {A.gb} wurde ich als {n}. Kind des {M.vn} in {A.gort} geboren.", "Mein Name ist {A.vn}. Ich bin am {A.gbw} in {A.gort} zur Welt gekommen.", "Ich bin am {A.gb} geboren. Mein Vater {M.v} war {M.ber}."]))
        d.paras(["Von {j0} an besuchte ich die {N.schule} in {N.ort}.", "Seit dem {N.dat0} bin ich bei der {N.firma} tätig.",
            "Am {N.dat0} heiratete ich {A?die Verkäuferin:den Schlosser} {B.vn}.", "Aus der Ehe gingen {K.v} und {L.v} hervor.",
                "Mein Meister war {C.HV}.", "In der Schule las ich gern, vor allem „{N.werk}“.", "{N.alter} verlor ich meinen Vater.",
                    "Nach der Kriegsgefangenschaft kam ich zu meiner Tante {Y.vn} nach {N.ort}.",
                        "Meine Schwester {W.v} ist als {N.jahrgang} die Jüngste.",
                            "Studium an der {N.inst}, Diplomarbeit bei Prof. {D.f}.", "Als Bürgen nenne ich {E.vn} und {F.kn}.",
                                "Seitdem wohne ich in der {A.st}."], ri(1, 3), 2, 4)
        d.l("", "{ort}, den {heute}", "{A.vn}")
    else:
        rows = [("Name", "{A.vn}"), ("Anschrift", "{A.an}"), ("Geburtsdatum", "{A.gb}"), ("Familienstand",
            "verheiratet mit {B.v}, ein Kind ({K.v})"), ("Telefon", "{A.tel}")] + ([("E-Mail",
                "{A.mail}")] if d.year > 1998 else []) + [("Schule", "{N.schule}, {N.ort}"), ("Ausbildung",
                    "{N.firma}, Abschluß {N.dat0}"), ("Wehrdienst", "{N.dat0} bis {d0}"), ("Seit {d0}", "Angestellter bei {N.firma}"),
                        ("Referenz", "{C.HV}, Tel. {C.tel}"), ("Ehrenamt", "Laienspiel („{N.werk}“)"), ("Eltern",
                            "{M.vn}, {M.ber}; {Z.vn} geb. {Z.bn}")]
        h = rows[:3]; t = RND.sample(rows[3:], ri(3, 7)); line_kv(d, h + t)
        d.l("", "{ort}, {heute}", opt(.6, "{A.vn}"))

@typ(4, 1950, 2021, "Arbeitszeugnis/Leumund")
def zeugnis(d):
    d.l(pick(["Zeugnis", "Arbeitszeugnis", "Dienstzeugnis", "Referenz", "Leumundszeugnis", "Empfehlungsschreiben"]), "")
    d.p_(pick(["{A.HV}, geboren am {A.gb} in {A.gort}, war vom {N.dat0} bis zum {N.dat} bei {N.firma} als {A.ber} beschäftigt.",
        "Herr/Frau {A.vn}, geb. {A.gb}, wohnhaft {A.an}, hat hier vom {N.dat0} an gearbeitet.",
            "Hiermit wird bescheinigt, dass {A.vvn}, geb. am {A.gb}, hier einen guten Leumund hat.",
                "Ich kenne {A.Hn} seit {j0} und kann nur Gutes sagen."]))
    d.paras(["{A.H} erledigte alle Arbeiten zu unserer vollsten Zufriedenheit.",
        "{A.fs} Verhalten gegenüber Vorgesetzten war einwandfrei.", "Unmittelbarer Vorgesetzter war {C.HV}.",
            "{A?Er:Sie} vertrat zeitweise unsere Prokuristin Frau {Z.f}.", "Wir bedauern {A.fs} Ausscheiden {N.monat}.",
                "Eine Fortbildung am {N.inst} in {N.ort} wurde abgeschlossen.", "Auch {E.H} von der Kirchengemeinde schätzt {A.vn} sehr.",
                    "Für Auskünfte steht {F.vn} unter {F.tel} bereit.", "Frau {Y.vn}, meine Vorgängerin, hat {A.vn} eingestellt.",
                        "Vom 1. Mai an war {A.f} in unserer Filiale am {N.platz} tätig.",
                            "{A?Herrn:Frau} {A.f} oblag die Betreuung der {N.gesetz}."], ri(1, 2), 2, 4)
    d.l("", "{ort}, den {heute}", pick(["{S.vn}\nGeschäftsführer", "ppa. {S.f}      i. V. {R.f}", "gez. {S.f}, Pfarrer",
        "{S.vn}, Bürgermeister"]))

@typ(3, 1951, 2023, "Rundschreiben")
def rund(d):
    head(d, pick(["Hauptamt", "Personalamt", "Organisationsamt", "Schulamt"]))
    d.l("Rundschreiben Nr. {n}/{j}", "An alle Ämter und Dienststellen", "")
    d.paras(GEN_N + ["Die Feier zum Geburtstag von {N.inst} findet {N.monat} statt.", "Ansprechpartner ist {S.HV}.",
        "Die Stelle von {R.HV} wird neu besetzt.", "Das Theater zeigt „{N.werk}“ für Bedienstete.",
            "Geschäftsverteilung: {C.f} übernimmt die Aufgaben von {E.f}.", "In den Ruhestand tritt {F.HV}.",
                "Dienstfahrten nach {N.ort} sind anzumelden; die {N.strecke} ist gesperrt.",
                    "Der Umzug in das Gebäude {N.platz} beginnt am {N.dat}.", "Material von {N.firma} ist zu bestellen.",
                        "Die Inventarnummern {N.aw} und {N.aw} sind auszutragen.", "Störungen meldet man unter {N.tel}."], ri(2, 4), 2, 4)
    sign(d)

@typ(5, 1948, 1990, "Handschrift-Transkription")
def hand(d):
    d.l(pick(["[Transkription, Bl. {n}r]", "(handschriftlich)", "[Abschrift eines Briefes]", "Randnotiz, Bleistift:"]), "")
    d.width = pick([38, 44, 48, 54]); d.wrapon = True
    d.l(pick(["{ort}, d. {heute}", "{ort}, im Herbst {j}", ""]), pick(["Lieber {C.v}!", "Werter Herr {C.f}!", "An das Amt",
        "Liebe {Z.v},"]))
    d.paras(["Habe gestern mit dem alten {E.f} gesprochen, er weiß von nichts.",
        "Die {Z.f} hat ihre Kinder {K.v} und {L.v} zu den Großeltern gegeben.", "Mein Mann {U.v} ist [unleserlich] gefallen.",
            "{E.v} {N.monat} wieder zurück aus {N.ort}.", "Unsere {W.v} hat am {W.gb} das Licht der Welt erblickt.",
                "Der Lehrer {F.f} sagt, {K.v} sei fleißig.", "Sie wohnen jetzt {A.st} bei {A.f}.",
                    "Ich, {A.vn}, geb. {A.gb}, bitte höflichst um Bescheid.", "Grüße auch an {F.v} und Tante {Y.v}.",
                        "{H.f} Bürgermeister sagt, das geht nicht [?].", "Wir haben „{N.werk}“ im Theater gesehen.",
                            "Für {N.firma} habe ich 12 Jahre geschafft.", "Es war am {N.dat}, das weiß ich genau.",
                                "Dr. {D.f} war da, {N.med}, sagt er.", "Der Wilhelmsplatz heißt jetzt {N.platz}.",
                                    "Fr. {X.f} (geb. {X.bn}) soll Ausk. geben.", "N.B.: {G.f} zahlt nicht!",
                                        "mit {T.f}s Fuhrwerk nach {N.ort} gefahren"][:], ri(1, 3), 2, 5)
    d.l(pick(["Dein {A.v}", "Hochachtungsvoll {A.vn}", "Ihr erg. {A.f}", "Es grüßt {A.kn}", "Frau {Y.vn}"]))

@typ(6, 1955, 2023, "Vermerk mit Verfügung")
def vermerk(d):
    d.l(pick(["Ref. {n}", "Abt. I/{n}", "- 3{n} -", "Dez. {n}"]) + pick(["        {ort}, {heute}", " / {heute}", "    {heute}"]), "",
        pick(["Vermerk:", "V.", "Betr.: Eingabe {A.nv}", "Betr.: Vorgang {A.f} ./. {C.f}; {g}",
            "Betr.: Grundstücksangelegenheit Eheleute {A.v} und {B.vn}"]), "")
    d.paras(GEN_P[3:] + ["{A.H} sprach heute vor und erklärte, {C.f} habe ihn nicht unterrichtet.",
        "Die Eheleute {A.v} u. {B.v} {A.f} bestehen auf Einsicht.", "MdL {E.f} hat sich für {A.Hn} verwendet.",
            "RR {R.f} bat um Prüfung, ob {A.fs} Antrag Erfolg hat.", "Besprechung mit ORR Dr. {D.f} und Ang. {F.f} am {N.dat}.",
                "{A.H} ist {N.jahrgang} und hat keinen Anspruch.", "Die Obengenannte{A?r:} ist verzogen nach {A.an}.",
                    "Nach tel. Rückspr. mit {F.Hn} ({F.tel}) wird der Betrag gestundet.",
                        "Die Eingabe der Frau {Z.f}, geb. {Z.gb}, ist unbegründet.",
                            "Vorgänge {C.nv}, {E.nv} und {G.nv} sind beizuziehen.", "Der Name {A.f} taucht auch im Verfahren {g2} auf.",
                                "Herr/Frau {U.f} (wohl identisch mit {U.nv}, {U.gbk}) bleibt unerwähnt."] + GEN_N[:9], ri(1, 3), 2, 4)
    verf(d)
    d.l("", pick(["{S.f}", "gez. {S.f}", "i. A. {S.kn}", "{S.f}   {R.f}   {heute}"]))

@typ(4, 1952, 1989, "Kaderakte (DDR)")
def kader(d):
    d.kw["A"] = dict(age=ri(22, 60), orig="de")
    d.l(pick(["Rat des Kreises {ort}", "VEB Kombinat - Kaderabteilung -", "Volkspolizei-Kreisamt {ort}"]), pick(["Kaderspiegel",
        "Beurteilung", "Einschätzung", "Protokoll der Aussprache", "Auskunftsbericht"]), "")
    line_kv(d, [("Name, Vorname", "{A.nv}"), ("geb. am", "{A.gb} in {A.gort}"), ("wohnhaft", "{A.an}")] + RND.sample([("Tätigkeit",
        "{A.ber}"), ("Ehepartner", "{B.vn}, geb. {B.gb}"), ("Schule", "{N.schule}"), ("Mitglied der FDJ seit", "{N.dat0}"),
            ("Verwandte in der BRD", "Onkel {E.vn}, {N.ort}"), ("Betrieb", "{N.firma}"), ("PA-Nr.", "siehe Kartei")], ri(1, 4)))
    d.l("")
    d.paras(["Kollege {A.f} leistet im Kollektiv eine gute Arbeit.", "Gen. {R.f} schätzte ein, daß {A.f} politisch schwankend ist.",
        "An der Aussprache nahmen teil: Gen. {S.f}, Koll. {C.f}, Kolln. {Z.f}.", "Der Brigadier {C.vn} bürgt für {A.Hn}.",
            "Der Sohn {L.v} besucht die {N.schule}.", "Die Brigade „{N.werk}“ ist zu verstärken.",
                "Am {N.dat} stellte {A.f} Antrag auf ständige Ausreise nach {N.ort}.", "{A.fs} Westverwandtschaft: {E.nv}, *{E.gb}.",
                    "Der ABV Meister d. VP {F.f} wurde verständigt.", "Hausgemeinschaftsleiter{G?:in} {G.f}, {G.st}, gibt Auskunft.",
                        "Der Bürger {A.vvn} ist in der HO am {N.platz} beschäftigt.", "Die Mutter {Z.v} ist Rentnerin."], ri(1, 3), 2, 4)
    d.l("", pick(["{S.f}\nKaderleiter{S?:in}", "mit soz. Gruß\n{S.vn}", "gez. {S.f}, Hptm."]))

@typ(3, 1951, 2022, "Nachlasssache")
def nachlass(d):
    d.l("Amtsgericht {ort} - Nachlassgericht -", pick(["{g}", "Geschäfts-Nr.: {g}"]), "", pick(["Erbschein", "Eröffnungsprotokoll",
        "Testament (Abschrift)", "Niederschrift über eine Ausschlagung"]), "")
    d.p_(pick(["{A?Der:Die} am {A.gb} geborene und am {N.dat} verstorbene {A.vvn}, zuletzt wohnhaft {A.an}, ist beerbt worden von",
        "Nach dem am {N.dat} verstorbenen {A.ber} {A.vn}, geb. am {A.gb}, sind Erben geworden:",
            "In der Nachlasssache {A.nv}, geb. {A.gb}, verst. {N.dat}, erscheinen:"]))
    for i, L in enumerate("BCE"[:ri(1, 3)]): d.l(pick(["%d. {%s.vn}, geb. {%s.gb}, {%s.an} zu 1/%d",
        "%d) {%s.nv}, %s{%s.gb}, zu 1/%d" .replace("%s{", "{", 1).replace("{%s.gb}", "geb. {%s.gb}"),
            "%d. {%s?dessen Bruder:deren Schwester} {%s.vn} geb. {%s.bn}, zu 1/%d"]).replace("%s", L).replace("%d", str(i + 1),
                1).replace("%d", str(ri(2, 6))))
    d.paras(["Testamentsvollstrecker ist Rechtsanwalt {V.vn}.", "Mein Haus {A.st} soll meine Nichte {Z.vn} erhalten.",
        "Die Enkel {K.v} und {L.v} erhalten je {geld}.", "Nachlaßpfleger{G?:in} {G.f} hat das Verzeichnis eingereicht.",
            "Das Grundstück {N.flur} ist verkauft an {N.firma}.", "{F.H} schlägt die Erbschaft aus allen Gründen aus.",
                "Notar {H.f} hat die Urkunde am {N.dat0} errichtet.", "Die Bibliothek ({N.werk}, Erstausgabe) geht an die {N.inst}.",
                    "Ausgewiesen durch Kenntnis der Person: {E.vn}.", "Vgl. {N.lit}."], ri(1, 2), 2, 4)
    d.l("", "{S.f}, Rechtspfleger{S?:in}" if ch(.6) else "gez. {S.f}    gez. {R.f}")

@typ(6, 1968, 2024, "Renten-/Krankenversicherungsakte")
def rente(d):
    d.l(pick(["Landesversicherungsanstalt",
        "Deutsche Rentenversicherung" if d.year > 2005 else "Bundesversicherungsanstalt für Angestellte", "Knappschaft",
            "Allgemeine Ortskrankenkasse {ort}"]), "")
    d.l(pick(["Versicherungsnummer: {A.rv}", "VSNR {A.rv}", "Vers.-Nr. {A.rv}    Kennzeichen 4{n}", "Bitte stets angeben: {A.rv}"]))
    if d.year >= 2008: d.l(pick(["Krankenversichertennummer: {A.kv}", "KV-Nr. {A.kv}; IdNr. {A.si}", "IBAN: {A.iban}",
        "Kontoverbindung: {A.iban} (Kontoinh.: {A.nv})"]))
    addressee(d)
    d.paras(["Ihr Rentenantrag vom {N.dat} ist eingegangen.", "Der Versicherungsverlauf ({A.nv}, {A.gb}) weist Lücken auf.",
        "Zeiten bei {N.firma} vom {N.dat0} an sind glaubhaft gemacht.", "Die Hinterbliebenenrente nach {C.HVn} (Vers.-Nr. {C.rv}) ruht.",
            "Bei der Ehefrau bzw. dem Ehemann {B.vn} ist die Nr. {B.rv} maßgebend.",
                "Für die Erziehung des Kindes {K.v}, geb. {K.gb}, wurden Zeiten vorgemerkt.",
                    "@2008- Die Rente wird auf das Konto {A.iban} gezahlt.", "@2008- Familienversichert ist {K.vn}, KVNR {K.kv}.",
                        "Die Formularnummer {N.rv} bitte nicht verwenden.", "@2005- Die Antragskennung {N.kv} dient der Bearbeitung.",
                            "Gutachter Dr. {D.f} hat am {N.dat} untersucht.", "Klage beim Sozialgericht: {g}.",
                                "Rückfragen an {S.Hn} oder kostenfrei {N.tel}.", "Rechtsgrundlage {N.lit}.",
                                    "{A.H} ist telefonisch unter {A.tel} erreichbar.", "@1990- Ausgewiesen mit Personalausweis {A.aw}.",
                                        "@2008- Zahlungsempfänger: {E.nv}, {E.iban}."], ri(2, 3), 2, 4)
    sign(d)

@typ(5, 1952, 2022, "Eingabe eines Bürgers")
def eingabe(d):
    d.l("{A.vn}", "{A.an2}", opt(.6, "Tel. {A.tel}"), opt(.5, "E-Mail: {A.mail}") if d.year > 1999 else "", "",
        "An den Herrn {V.f}" if ch(.2) else "An die Stadtverwaltung {ort}", "{heute}", "", pick(["Betr.: Beschwerde über {C.Hn}",
            "Betreff: Ihr Schreiben vom {N.dat}", "Betr.: Wohnungsgesuch"]), "")
    d.paras(["hiermit erhebe ich Einspruch gegen den Bescheid vom {N.dat}.", "Ihr Sachbearbeiter {S.f} hat mich abgewiesen.",
        "Ich bin {N.jahrgang} und kriegsbeschädigt.", "Mein Nachbar {C.vn}, {C.st}, macht jede Nacht Lärm.",
            "Zeugen sind {E.vn} und die Familie {F.f}.", "Meine Tochter {W.v} ist am {W.gb} geboren und schläft noch bei uns.",
                "Schon {G.H} hatte mir am {N.dat} etwas anderes gesagt.", "Die {N.firma} zahlt keinen Lohn.",
                    "@2008- Bitte überweisen Sie auf {A.iban}.", "@1988- Meine Ausweisnummer ist {A.aw}.",
                        "Mein Mann {U.v} arbeitet am {N.platz}.", "Unser Hausarzt Dr. {D.f} bescheinigt {N.med}.",
                            "Ich berufe mich auf {N.lit}.", "Unter {N.tel} ging niemand ans Telefon.",
                                "Ich möchte nach {N.ort} ziehen, am liebsten {N.monat}.",
                                    "Geboren bin ich am {A.gb}, nicht wie {S.f} schreibt.",
                                        "Meine Schwiegermutter {Y.vn} (*{Y.gb}) ist bettlägerig.", "Die Sache {g} läuft noch."], ri(1, 3),
                                            2, 4)
    d.l("", pick(["Hochachtungsvoll", "Mit freundlichem Gruß", "MfG"]), pick(["{A.vn}", "{A.f}", "{A.kn}", "{A.v} u. {B.vn}"]))
    if ch(.4): d.l("", pick(["[Eingangsvermerk: {N.dat}, {S.f}]", "hs.: {S.f} bitte antworten! {R.f} {d}", "Notiz: tel. erledigt, {R.kn}"]))

@typ(4, 1975, 2023, "Anhörung/Karteikarte")
def kartei(d):
    d.l(pick(["Karteikarte", "Anhörung im Bußgeldverfahren", "Gewerbeanmeldung", "Führerscheinkartei", "Stammblatt Einwohner"]), "")
    rows = [("Name", "{A.f}"), ("Vorname", "{A.v2}"), ("Geburtsdatum/-ort", "{A.gb} {A.gort}"), ("Anschrift", "{A.an}"), ("Ausstellung",
        "{N.dat0}")]
    o = [("Tel.", "{A.tel}"), ("Geb.-Name", "{A.bn}"), ("Arbeitgeber", "{N.firma}"), ("Tatort", "{N.strecke}, Abschn. {n}"), ("Tatzeit",
        "{N.dat}, {h}"), ("Zeuge", "POM {C.f}"), ("Halter", "{E.nv}, {E.st}"), ("Aktenzeichen", "{N.az}"), ("Gericht", "{g}"),
            ("Fahrlehrer", "{F.f}"), ("Geräte-Nr.", "{N.aw}")]
    if d.year >= 1988: o += [("Ausweis-Nr.", "{A.aw}"), ("Reisepaß", "{A.rp}")] * 1
    if d.year >= 2000: o += [("E-Mail", "{A.mail}"), ("Auskunft", "{N.mail}")]
    if d.year >= 2008: o += [("Steuer-ID", "{A.si}"), ("Bankverbindung", "{A.iban}"), ("Kassenzeichen", "{N.si}"), ("Krankenvers.",
        "{A.kv}")]
    line_kv(d, rows + RND.sample(o, min(len(o), ri(4, 8)))); d.l("")
    if ch(.7): d.p_(*d.pool(["Dem Betroffenen {A.f} wird zur Last gelegt, am {N.dat} zu schnell gefahren zu sein.",
        "Nach Angaben {E.vns} fuhr {A.f}.", "Akte an {R.f} abgegeben.", "Karte angelegt {N.dat0} durch {S.f}.",
            "Fahrer war mein Sohn {L.v}, geb. {L.gb}.", "Neue Anschr. lt. {C.Hn}: {A.st}", "Bei Fragen {N.tel}."], 1, 3))
    if ch(.5): d.l("{S.f}")

@typ(3, 1955, 2023, "Zeitungsausschnitt/Jubilare")
def zeitung(d):
    d.l(pick(["Amtsblatt der Gemeinde", "Wir gratulieren", "Zeitungsausschnitt, {d}", "Familiennachrichten", "Altersjubilare {N.monat}"]),
        "")
    for i in range(ri(3, 8)):
        p = d.new(age=ri(70, 96)); d.p["J"] = p
        d.l(pick(["{J.HVn} zum {nn2}. Geburtstag", "{J.vn} ({J.gbk}), {J.st}", "{J.fv}, geb. {J.gb}", "{J.nv}, * {J.gb}",
            "am 3. {J.vn}, {J.st}, zum " + "%d. Geburtstag" % ri(70, 96)]).replace("{nn2}", str(ri(70, 96))))
    d.p_(*d.pool(["Goldene Hochzeit feiern die Eheleute {A.v} und {B.vn}, {A.st}.", "Es spielt der Chor der {N.schule}.",
        "Bürgermeister {S.f} überbrachte Glückwünsche.", "Der Film „{N.werk}“ läuft am {N.dat}.",
            "Nach langer Krankheit verstarb {C.vn} {N.alter}; es trauern {E.vn} und {F.v}.", "Sperrmüll: {N.platz}, {N.dat}.",
                "Ärztlicher Notdienst {N.tel}.", "Karten bei {N.firma} oder {G.vn}, Tel. {G.tel}."], 2, 4))

@typ(10, 2008, 2024, "Beihilfe-/Zahlungsantrag")
def zahlung(d):
    d.l(pick(["Antrag auf Beihilfe", "SEPA-Lastschriftmandat", "Antrag auf Kindergeld", "Personalstammdaten Lohnabrechnung",
        "Antrag auf Elterngeld", "Reisekostenabrechnung"]), "")
    rows = [("Name, Vorname", "{A.nv}"), ("Geburtsdatum", "{A.gb}"), ("Anschrift", "{A.an}")]
    rows += RND.sample([("Steuer-ID", "{A.si}"), ("Steuerliche IdNr. des Kindes {K.v}", "{K.si}"), ("IBAN", "{A.iban}"), ("IBAN",
        "{A.iban}"), ("Krankenversicherungsnr.", "{A.kv}"), ("Sozialversicherungsnr.", "{A.rv}"), ("Personalausweis", "{A.aw}"),
            ("Telefon (freiwillig)", "{A.tel}"), ("E-Mail", "{A.mail}"), ("Ehegatte", "{B.vn}, IdNr. {B.si}"), ("Kontoinhaber",
                "{B.nv}, {B.iban}"), ("Familienkasse, Az.", "{N.az}"), ("Gläubigervorgang", "{N.iban}"), ("Rechnungsnr.", "{N.si}"),
                    ("Chargennr.", "{N.kv}"), ("Beleg-Nr.", "{N.rv}"), ("Eintrittsdatum", "{N.dat0}")], ri(6, 10))
    line_kv(d, rows); d.l("")
    d.p_(*d.pool(["Die Rechnung des {N.inst} vom {N.dat} ist beigefügt.", "Erstattung bitte auf {A.iban}.",
        "Der Beleg betrifft {K.vn}, geb. {K.gb}, KVNR {K.kv}.", "Die Referenz {N.iban} ist keine Bankverbindung.",
            "Die IdNr. von {B.v} lautet {B.si}.", "Behandelnde{D?r Arzt:r Arzt} ist Dr. {D.f}, Diagnose {N.med}.",
                "Rückfragen an {S.dmail} ({S.vn}) oder {N.mail}.", "Mandatsreferenz {N.si}, Zahlung an {N.firma}."], 1, 3))
    d.l("", pick(["{ort}, {heute}   {A.vn}", "gez. {A.f}", "geprüft: {S.f} / {R.f}"]))
