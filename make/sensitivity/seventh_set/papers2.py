"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys
from .papers1 import *

@doc("Personalratsprotokoll", 2)
def pr(s):
    officials(s)
    s.w("<Niederschrift über die|Protokoll der> {n}. Sitzung des Personalrates am {~d}", "Kopf")
    s.w("Anwesend: " + s.r.choice(["{a.l}, {b.l}, {c.l}, {v.l} (ab {zeit})", "{a.hf}, {b.hf}, {c.hf}",
        "Kolln. {a.l}, Koll. {b.l}, Koll. {c.l}", "{a.il}, {b.il}, {c.il}, {v.il}"]), "Anwesenheit")
    s.w("Entschuldigt: {w.hf}   Protokoll: {y.l}", "Anwesenheit")
    top = ["TOP {k}: {z.hf} soll zum {~d} in die E 9 höhergruppiert werden. {a.h} trägt vor, {b.l} äußert Bedenken.",
        "{c.l} fragt, warum {z.hn} die Stelle im {amt} nicht angeboten wurde.",
           "Kündigung {z.gen} (geb. {z.b}): Der PR stimmt nicht zu.",
               "Beim Arbeitsgericht {place} ist die Sache {z.l} unter {gericht} anhängig.",
                   "Der Betriebsausflug führt zur Freilichtbühne ({~werk}).", "{v.h} berichtet vom Gespräch mit Amtsleiter {x.l}.",
           "Dienstvereinbarung {~az} wird bei 1 Enthaltung ({b.l}) beschlossen.", "Umsetzung von {z.hn} in die {~schule}: zugestimmt.",
               "{a.f} dankt {w.hn} für 25 Jahre; Jubiläum ist der {~d}.",
                   "Antrag der Koll. {f_q.l} auf Teilzeit – sie betreut ihre Kinder {t.f} und {u.f}.",
           "Verschiedenes: Parkplätze {~platz}; Kantine {~firma} wird teurer.", "Schwerbehindertenvertreter{c.in} {c.l} ist anzuhören.",
               "Beschwerde über den Abteilungsleiter, Herrn Dr. {m_r.l}: {v.l} spricht mit ihm.",
                   "{f_d.md} (Betriebsärztin) stellte das BEM vor.",
           "Nächste Sitzung {d}, Einladung durch {y.hn} ({y.dmail})."]
    s.pool(top, s.r.randint(5, 10), "Verhandlungspunkt", join=s.r.random() < .4)
    s.w("{a.l}\t\t\t{y.l}\n(Vorsitz)\t\t(Protokoll)", "Unterschriften", False)


@doc("Beschwerdebrief", 2)
def beschwerde(s):
    officials(s)
    s.w(s.r.choice(["{a.fl}\n{a.adr2}\nTel. {a.tel}", "{a.fl}, {a.adr}", "Abs.: {a.fl} · {a.adr} · {a.mail}",
        "Familie\n{a.l}\n{a.adr2}"]), "Absender", False)
    s.w("\nAn das {amt}\n<z. Hd. {x.hn}|{x.Herrn} {x.l}|>\n\n{place}, den {d}\n\n<Beschwerde!|Betr.: Ihr Schreiben vom {~d}|Dienstaufsichtsbeschwerde gegen {y.hn}>\n", "Anschriftfeld", False)
    s.w("<{x.geehrt} {x.l},|Sehr geehrte Damen und Herren,|Werte{x.r} {x.Herr} {x.l},>".replace("Werte{x.r} ", "Werte/r "), "Anrede", False)
    s.pool(["seit Wochen läßt mein Nachbar {m_b.fl} seine Hunde bis nachts bellen.",
        "ich, {a.fl}, geboren am {a.b}, beziehe seit {vorjahr} Rente und lasse mir das nicht bieten!",
            "Ihre Mitarbeiterin Frau {f_w.l} hat am Telefon einfach aufgelegt.",
            "Das kann {c.hf} aus der {c.str} bezeugen.", "Ihr {y.l} hat mir gesagt, ich soll bei {~tel} anrufen, da geht keiner ran.",
                "Meine Frau {f_z.f} ist seitdem mit den Nerven am Ende.", "Das Lokal {~lokal} hält sich an keine Sperrzeit.",
            "Auch Familie {v.l} im Erdgeschoß hat sich schon beschwert.", "Sie verweisen auf Aktenzeichen {~az}, das sagt mir nichts.",
                "Mein Anwalt {c.fl} hat Klage eingereicht, VG {place}, {gericht}.",
                    "Bitte überweisen Sie die {eur} auf {a.iban}, nicht wie auf Ihrem Bescheid {~iban}.",
            "Schreiben Sie an {a.mail} oder rufen Sie an: {a.tel}.", "Am {~d} stand wieder alles voll, Gegend {~platz} bis zu uns.",
                "Der alte Herr {m_v.l} ({m_v.str}) ist deswegen gestürzt.", "Mein Sohn {m_u.f} geht in die {~schule}, da ist es dasselbe.",
            "Ich erwarte eine Antwort von {x.hn} persönlich und nicht von irgendeinem Herrn {m_w.l}."], s.r.randint(5, 10), "Brieftext")
    s.w(s.r.choice(["Hochachtungsvoll\n{a.fl}", "Mit freundlichen Grüßen\n{a.fl}", "{a.il}", "Ihr {a.fl}",
        "gez. {a.l}\n\nEingang {d}, {y.l}"]), "Unterschrift", False)


@doc("Zeugenvernehmung", 2)
def zeuge(s):
    officials(s)
    s.w("<Zeugenvernehmung|Vernehmungsniederschrift|Befragung eines Zeugen>      {place}, {d}", "Kopf", False)
    s.field("Name", "{a.l}")
    s.field("Vornamen", "{a.fall}")
    s.field("Geb.-Datum/-ort", "{a.b} / {a.gort}")
    s.field("wohnhaft", "{a.adr}")
    s.field("ausgewiesen durch", "<BPA {a.aw}|RP {a.pass}>")
    s.field("erreichbar", "{a.tel}")
    s.field("in der Sache gegen", "{b.any}")
    s.w("")
    s.pool(["Auf Befragen: Ich kenne {b.den} {b.l} seit der Schulzeit.",
        "Frage: Wer war außer Ihnen noch im Raum? – Antwort: Der {c.l}, dem seine Schwester {f_v.f} und ein gewisser {m_w.l}.",
            "Mir wurde eröffnet, daß ich als Zeuge gegen {b.fl} gehört werden soll.",
            "Ich bin mit {b.hn} weder verwandt noch verschwägert.", "Am {~d} gegen {zeit} kam {c.fl} zu mir in die Wohnung ({a.str}).",
                "Wir haben im {~lokal} gegessen, bezahlt hat {m_w.l}.", "Der Wagen gehörte der Firma {~firma}.",
                    "Das Messer hatte {c.f}, nicht {b.f}.",
            "Vorhalt: Die Zeugin {f_v.l} hat das anders geschildert. – Da irrt Frau {f_v.l}.", "Die Nummer {b.tel} ist die von {b.f}.",
                "Wo der {m_w.l} wohnt, weiß ich nicht genau, wohl {m_w.adr}.",
                    "Das Verfahren {gericht} ist mir bekannt, dort war ich Geschädigter.",
            "Mehr kann ich nicht sagen.", "Wir standen Ecke {~platz}.",
                "Das Buch {~werk} hatte er in der Jacke, daran habe ich ihn erkannt."], s.r.randint(5, 10), "Aussage")
    s.w(s.r.choice(["geschlossen: {x.l}, KOK\nselbst gelesen und unterschrieben: {a.l}", "v. g. u.\n{a.fl}\n\n{x.l}, POM",
        "laut diktiert, genehmigt\n(Unterschrift {a.l})     {x.il}"]), "Unterschriften", False)


@doc("Ärztliches Gutachten")
def gutachten(s):
    officials(s)
    s.w("<Gesundheitsamt {place}|Fachärztliches Gutachten|Amtsärztliches Zeugnis>", "Kopf", False)
    s.w("über {a.hnf}, geb. {a.b}, {a.adr}\nerstattet im Auftrag des <{ag}|Sozialgerichts {place}>, Az. {gericht}", "Betreff")
    s.pool(["Die Untersuchung {a.gen} fand am {~d} im {~klinik} statt.", "{a.Er} wurde von {b.hn} begleitet.",
        "Vorbefund Dr. {c.l} vom {~d}: Verdacht auf {~begriff2}.".replace("{~begriff2}", "Bluthochdruck"),
            "Die Mutter, {f_w.geb}, starb an einem Herzleiden.",
            "Klinisch Zeichen eines Morbus {~x}.".replace("Morbus {~x}", "Lungenemphysems"),
                "{a.h} berichtet, {a.er} habe bis {vorjahr} bei {~firma} gearbeitet.", "Versichertennummer {a.kv}, Rentenvers. {a.rv}.",
                    "Der Hausarzt, {m_h.md}, hält {a.hn} für leistungsfähig.",
            "Testpsychologisch wurde der Text {~werk} vorgelegt.",
                "Zeitlich ist {a.l} nicht orientiert, als heutiges Datum nennt {a.er} den {~d}.",
                    "Zusammenfassend ist {a.hf} nicht in der Lage, {a.seine} Angelegenheiten zu besorgen.",
                        "Als Betreuer schlage ich {b.hn}, {b.adr}, vor.",
            "Literatur: Lehrbuch, 3. Aufl.; {~bgbl}.", "Begutachtet von {x.md} unter Mitwirkung von {y.hn}."], s.r.randint(5, 9),
                "Gutachtentext")
    s.w("{x.md}\nAmtsärztin/Amtsarzt", "Unterschrift", False)


@doc("Unfallbericht")
def unfall(s):
    officials(s)
    s.w("<Unfallmeldung|Unfallanzeige|Bericht über einen Arbeitsunfall>  {~az}", "Kopf", False)
    s.field("Verletzte(r)", "{a.any}")
    s.field("geb.", "{a.b}")
    s.field("Anschrift", "{a.adr}")
    s.field("Kasse/Nr.", "{a.kv}")
    s.field("Unfalltag", "{~d}, {zeit}")
    s.field("Unfallort", "<{~adr}|{~platz}>")
    s.field("Zeugen", "<{b.fl}, {c.fl}|1. {b.lf} 2. {c.lf}|{b.l} und {c.l}>")
    s.w("")
    s.pool(["Beim Streuen rutschte {a.l} auf der Rampe aus und fiel auf {b.hn}.", "{c.h} leistete erste Hilfe und rief {~tel}.",
        "D-Arzt war Dr. {w.l}, {~klinik}.", "{a.h} ist seit {~dold} im Betrieb.", "Der Meister {x.l} hatte den Bereich nicht gesperrt.",
            "Die Leiter stammt von {~firma}.", "Angehörige verständigt: {v.fl}, {v.tel}.", "Schaden: {eur}; Versicherungsnummer {a.rv}.",
                "Zeuge/Zeugin {b.l} gibt an, {a.f} {a.l} habe keine Sicherheitsschuhe getragen.",
                    "Die Gegenseite, {v.hf}, {v.adr}, fuhr einen Opel.",
            "Sicherheitsbeauftragter: {y.fl}, {y.dmail}"], s.r.randint(3, 6), "Hergang")
    schluss(s)


@doc("Schülerbogen", 2)
def schueler(s):
    officials(s)
    s.person("a", age=(6, 17))
    s.person("v", sex="m", kin="a", age=(28, 50))
    s.person("m", sex="f", kin="a", age=(26, 48))
    s.person("b", age=(6, 17)), s.person("c", age=(6, 17))
    s.w("Schülerbogen   <{~schule}|POS „Wilhelm Pieck“|Grundschule {place}>   Kl. {k}".replace("POS „Wilhelm Pieck“", "POS IV"), "Kopf",
        False)
    s.field("Name", "<{a.lf}|{a.l}, {a.fall}|{a.L}  {a.f}>")
    s.field("geb.", "{a.b} in {a.gort}")
    s.field("Vater, Beruf", "{v.f}, <Schlosser|Kraftfahrer|Agronom|arbeitslos>")
    s.field("Mutter", "<{m.f}, geb. {m.maid}|{m.fl}>")
    s.field("Wohnung", "{a.str}")
    s.field("Tel.", "{v.tel}")
    s.field("eingeschult", "{~dold}")
    s.w("")
    s.pool(["{a.f} ist ein ruhiger Schüler, der durch {b.fl} abgelenkt wird.".replace("ein ruhiger Schüler, der",
        "ruhig, wenn {a.er} nicht"), "Elterngespräch mit {m.hn} am {~d}: {a.f} soll die Klasse wiederholen.",
            "Mit {b.f} und {c.f} schwänzte {a.f} am {~d}.", "Lektüre im 2. Halbjahr: {~werk}.",
            "Klassenlehrer{x.in}: {x.l}", "Wechsel an die {~schule} zum {~d}.", "Der Vater, Herr {v.l}, verweigert das Gespräch.",
                "Schulärztin Dr. {w.l}: Brille verordnet.", "Beim Sportfest im {~lokal} 2. Platz.",
                    "Zuständig im Jugendamt: {y.hf}, {y.dmail}.",
            "{a.l} bekam einen Tadel, weil {a.er} {c.fl} schlug.", "Kopfnoten: Betragen 3 ({x.l})",
                "Begabung in Musik; Klavierunterricht bei Frau {f_w.l}, {f_w.str}.", "Abmeldung durch die Mutter {m.fl}, {m.mail}."],
                    s.r.randint(4, 8), "Beobachtungen")


@doc("Kirchenaustritt")
def kirche(s):
    officials(s)
    a = s.person("a", age=(30, 80))
    s.person("b", kin="a", age=(1, 13))
    s.w("<Niederschrift über den Austritt aus der Kirche|Kirchenaustrittserklärung>", "Titel", False)
    s.pool(["Vor dem unterzeichneten Standesbeamten erschien heute {a.Herr} {a.all}, geboren am {a.b} in {a.gort}, wohnhaft {a.adr}.", ],
        1, "Verhandlung")
    s.pool(["{a.Der} Erschienene wies sich aus durch Personalausweis {a.aw}.",
        "{a.Er} erklärte: Ich trete mit Wirkung vom heutigen Tage aus der Ev. Landeskirche aus.", "Getauft am {~dold} in der {~kirche}.",
            "Der Austritt erstreckt sich auf das Kind {b.f}, geb. {b.b}.",
            "Verheiratet mit {c.fl} seit {~dold}.", "Mitteilung an das Pfarramt, Pfr. {w.l}.",
                "Finanzamt unterrichtet, Identifikationsnummer {a.sid}.", "Gebühr {eur} gezahlt; Beleg {~az}.",
                    "Bescheinigung auf Wunsch per Mail an {a.mail}.",
            "Kirchenaustrittsgesetz vom {~d}, {~bgbl}."], s.r.randint(3, 7), "Erklärung")
    s.w(s.r.choice(["Vorgelesen, genehmigt und unterschrieben\n{a.fl}\nDer Standesbeamte\n{x.l}", "{a.all}\n\nBeglaubigt: {x.fl}"]),
        "Unterschriften", False)


@doc("Rückübertragungsantrag", 2)
def rueck(s):
    officials(s)
    s.person("a")
    s.person("b", kin="a", age=(60, 110))
    kopf(s)
    s.w("Antrag nach dem VermG – Grundstück {~flur}", "Betreff")
    s.pool(["Antragsteller{a.in} ist {a.hf}, {a.adr}, erbberechtigt nach {b.all}, verst. {~dold}.",
        "Eigentümer lt. Grundbuch war bis zur Enteignung {b.lf}, geb. {b.b}.",
            "Die Erbfolge ist belegt durch Erbschein des {ag}, {gericht}.",
                "Miterben sind {c.fl} ({c.adr}) und {w.fl}, letztere{w.r} unbekannten Aufenthalts.",
            "Verwalter war von {~dold} an der VEB Gebäudewirtschaft, danach die {~firma}.",
                "Das Wohnhaus wird von Familie {m_v.l} bewohnt.", "Bevollmächtigt ist RA Dr. {z.l}, {z.adr}, {z.tel}.",
                    "Nach § 1 Abs. 1 VermG ({~bgbl}) ist der Anspruch angemeldet.", "{b.l} verließ die DDR am {~dold} ohne Genehmigung.",
            "Der Kaufvertrag mit den Eheleuten {m_v.fl} und {f_u.f} {f_u.l} datiert vom {~dold}.",
                "Gegen den Bescheid hat {m_v.h} Klage erhoben, VG {place}, {gericht}.", "Entschädigung auf Konto {a.iban}.",
                    "Das Gut derer {q.l} lag bei {place}.".replace("derer {q.l}", "der Frau {f_q.l}"),
            "Anhörung am {~d}: {a.h} erschien mit {z.hn}."], s.r.randint(5, 9), "Sachverhalt")
    schluss(s)


@doc("Überprüfung nach StUG", 2)
def stasi(s):
    officials(s)
    s.person("a", age=(32, 66))
    kopf(s)
    s.w("Auskunft des <BStU|Bundesbeauftragten> zu {a.LF}, geb. {a.b}", "Betreff")
    s.pool(["Zu {a.hn} liegen Hinweise auf eine inoffizielle Tätigkeit als IM „{~imn}“ vor.".replace("IM „{~imn}“", "IM"),
        "PKZ-Abgleich anhand Geburtsdatum {a.b} und Wohnort {a.gort} erfolgt.", "Führungsoffizier war Ltn. {b.l}, KD {place}.",
            "Der Bericht vom {~dold} betrifft den Kollegen {c.fl} aus der {c.str}.",
            "{a.l} erklärte im Gespräch am {~d}, {a.er} habe {c.hn} nie geschadet.",
                "Anwesend: {x.hf}, {y.hf} und für den Personalrat {w.hf}.", "Verpflichtung handschriftlich am {~dold}.",
                    "Treffs fanden in der KW „{~kw}“ statt.".replace("KW „{~kw}“", "KW am Markt"),
                        "Opfer des Vorgangs war auch die Pastorin {f_v.l}, geb. {f_v.b}.",
            "Tätig war {a.er} damals am {~begriff}.", "StUG vom {~dold}, {~bgbl}.",
                "Ein Arbeitsgerichtsverfahren ({gericht}) endete durch Vergleich.", "{a.tf} lehrte an der {~schule}.",
                    "Reg.-Nr. {~az}; Deckname nicht mit Klarnamen identisch.", "Aussage {c.gen}: Ich habe {a.f} vertraut.",
            "Die Kommission empfiehlt mit den Stimmen von {x.l} und {w.l}, {a.hn} weiterzubeschäftigen."], s.r.randint(5, 10),
                "Prüfbericht")
    schluss(s)
