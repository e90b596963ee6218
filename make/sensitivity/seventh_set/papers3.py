"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys
from .papers2 import *

@doc("Heimakte", 2)
def heim(s):
    officials(s)
    s.person("a", age=(8, 17))
    s.person("m", sex="f", kin="a", age=(28, 45))
    s.person("s1", kin="a", age=(1, 19)), s.person("s2", kin="a", age=(1, 19)), s.person("b", age=(8, 17)), s.person("c", age=(8, 17))
    s.w("<Kinderheim {place}|Jugendwerkhof {place}|Spezialkinderheim {place}> – Heimakte", "Kopf", False)
    s.w("{a.lf}, geb. {a.b}   Aufn. {~d}", "Aktendeckel", False)
    s.pool(["{a.f} wurde von {y.hn} (Jugendhilfe) gebracht.",
        "Die Mutter {m.fl}, {m.adr}, geb. {m.b}, ist mit der Erziehung überfordert.", "Vater: {m_v.fl}, z. Zt. in Haft, {gericht}.",
            "In der Gruppe hat {a.er} sich an {b.f} {b.l} angeschlossen.",
                "{a.l} entwich am {~d} gemeinsam mit {b.l} und {c.l}, Zuführung durch VP.",
            "Erzieher {w.l}: {a.f} lügt und stiehlt.", "Besuch der Oma, Frau {f_o.l}, am {~d}; Pakete wurden ausgegeben.",
                "Briefe an {m.hn} wurden einbehalten, {x.l}.", "{a.f} nahm am Pioniernachmittag teil und las aus {~werk}.",
                    "Schneidezahn abgebrochen, behandelt durch Dr. {u.l} im {~klinik}.",
            "Lehrstelle bei {~firma} ab {~d} vorgesehen.", "Entlassung nach {place} zu {f_o.hn}, {f_o.adr}.",
                "Geschwister: {s1.f} ({s1.b}), {s2.f} ({s2.b}).", "Die {~schule} meldet gute Noten.", "Prämie {eur}, quittiert: {a.l}"],
                    s.r.randint(5, 10), "Verlauf", join=s.r.random() < .5)
    schluss(s)


@doc("Lohnkarte", 1)
def lohn(s):
    s.person("a", age=(38, 63))
    s.person("k", kin="a", age=(1, 17))
    s.fstyle = s.r.choice(["pad", "bar", "dots", "under", "above"])
    s.w("LOHNKARTE {jahr}      <Betr.-Nr. {n}|Pers.-Nr. {n}{n}>", "Kopf", False)
    s.field("Name", "{a.l}")
    s.field("Vorname", "{a.f}")
    s.field("geb.", "{a.b}")
    s.field("Wohnort, Straße", "<{a.adr}|{a.ort}, {a.str}>")
    s.field("Vers.-Nr.", "{a.rv}")
    s.field("Steuer-ID", "{a.sid}")
    s.field("KV-Nr.", "{a.kv}")
    s.field("Konto", "{a.iban}")
    s.field("eingetreten", "{~dold}")
    s.field("Ehegatte", "{b.fl}")
    for m in MONTHS[:s.r.randint(2, 6)]:
        s.w("%s {eur} {eur} {eur}" % m.ljust(10), "Beträge", False)
    s.pool(["Pfändung zugunsten {c.gen} ({ag}, {gericht})", "Vorschuß {eur}, {x.l}", "geprüft: {x.l} {d}",
        "alte Vers.-Nr. {~rv} ungültig!", "Überweisung zurück: IBAN {~iban} falsch", "umgesetzt zu Mstr. {y.l} ab {~d}",
            "Kindergeld: {k.f}, geb. {k.b}"], s.r.randint(2, 4), "Randvermerk", join=False)


@doc("Bibliotheksmahnung")
def bibl(s):
    officials(s)
    s.person("a", age=(12, 80))
    s.w("Stadtbibliothek {place}\n\n{a.Herrn}\n<{a.fl}|{a.f} {a.l}>\n{a.adr2}\n".replace("{a.f} {a.l}", "{a.all}"), "Anschriftfeld", False)
    s.w("<1.|2.|3.> Mahnung      Leser-Nr. {n}{n}      {d}\n\n{a.geehrt} {a.l},", "Anrede", False)
    s.pool(["folgende Medien sind seit dem {~d} überfällig: {~werk}; {~werk}.", "das Buch {~werk} ist für {c.hn} vorgemerkt.",
        "bei Minderjährigen haften die Eltern, hier {b.hf}.", "Zahlbar bis {d} an die Kasse; zuletzt zahlten Sie von {a.iban}.",
            "Unser Automat ist unter {~tel} erreichbar.",
            "Eine Erinnerung an {a.mail} kam von {~mail} als unzustellbar zurück.", "Ihr Konto wurde von {x.hn} gesperrt.",
                "Fragen Sie nach {y.hn}.", "Leserausweis verloren gemeldet durch {b.fl}, {b.tel}.", "Benutzungsordnung § {k}, {~az}.",
                    "Die Fernleihe für {a.hn} (Reihe: {~werk}) liegt bereit."],
           s.r.randint(3, 6), "Mahntext")
    s.w("Ihre Bibliothek\ni. A. {x.l}", "Schluss", False)


@doc("E-Mail mit Verlauf", 2)
def email(s):
    officials(s)
    s.w(s.r.choice(["Von: {x.fl} <{x.dmail}>", "From: \"{x.lf}\" <{x.dmail}>", "Von: {x.lf} [mailto:{x.dmail}]",
        "Von: {x.lf} ({amt})"]) + "\nGesendet: {d} {zeit}\nAn: " +
        s.r.choice(["{y.lf}", "{y.fl} <{y.dmail}>", "{y.dmail}; {c.dmail}"]) + "\nBetreff: " + s.r.choice(["AW: {a.l}, {a.f}",
            "WG: Vorgang {~az}", "WG: Frau/Herr {a.l}", "Re: Rückfrage Antrag {a.gen}"]), "Mailkopf", False)
    s.w(s.r.choice(["\nHallo {y.f},", "\n{y.lieb} {y.f},", "\nGuten Tag {y.Herr} {y.l},", "\n{y.geehrt} {y.l},"]), "Anrede", False)
    s.pool(["anbei die Mail von {a.hn}, bitte übernimm du das.", "hat {c.l} sich schon gemeldet? Sonst rufe ich {c.ihn} an ({c.tel}).",
        "ich bin ab {d} im Urlaub, Vertretung macht {w.fl}.", "kannst du {a.l} (geb. {a.b}) mal im Register prüfen?",
            "{w.f} meint, das sei ein Fall für {~bgbl}.", "Die Rechnung von {~firma} lege ich {c.hn} auf den Tisch.",
                "Beratung trifft sich im Raum „{~r}“.".replace("„{~r}“", "214"), "unter {gericht} beim {ag} müsste das auch laufen"],
                    s.r.randint(1, 3), "Mailtext")
    s.w(s.r.choice(["Gruß\n{x.f}", "VG {x.f} {x.l}".replace("{x.f} {x.l}", "{x.fl}"), "MfG\n{x.l}",
        "Viele Grüße\n{x.fl}\n{amt}\n{x.dmail}"]), "Signatur", False)
    q = s.r.choice(["", "> ", "> ", ">> "])
    s.w(q + s.r.choice(["\n-----Ursprüngliche Nachricht-----", "Am {d} um {zeit} schrieb {a.fl} <{a.mail}>:",
        "--- Weitergeleitete Nachricht von {a.fl} ---"]).replace("\n", "\n" + q), "Zitatkopf", False)
    s.w(q + "Von: " + s.r.choice(["{a.fl} <{a.mail}>", "{a.mail}", "\"{a.lf}\" <{a.mail}>"]) + "\n" + q + "Message-ID: {~mail}\n" + q,
        "zitierter Mailkopf", False)
    body = ["Ich heiße {a.fl}, wohne {a.adr} und bin am {a.b} geboren.", "Meine IBAN ist {a.iban}, nicht {~iban}.",
        "Meine Versichertennummer bei der Kasse: {a.kv}.", "Ich habe mit Ihrer Kollegin Frau {f_w.l} gesprochen.",
            "Mein Betreuer {b.fl} hat die Nr. {b.tel}.",
            "Bitte schicken Sie die Unterlagen auch an {b.mail}.", "Am {~d} war ich bei Ihnen, Zimmer 3, Herr {m_v.l} war nicht da.",
                "Ich wohne gegenüber der {~schule}.", "Aktenzeichen: {~az}", "Danke sagt {a.fl}", "Unter {~tel} läuft nur Musik."]
    for t in s.r.sample(body, s.r.randint(3, 6)):
        s.w(q + t, "zitierter Text" + (" >" if q else ""), q == "")


@doc("Ticketsystem-Export", 2, table=True)
def ticket(s):
    mode = s.r.choice(["json", "csv", "log", "kv"])
    s.w({"json": "[", "csv": "ID;Erstellt;Melder;Mail;Text;Bearbeiter", "log": "# Export Helpdesk {jahr}",
        "kv": "=== Ticketverlauf ==="}[mode], "Kopf " + mode)
    txt = ["Anrufer {K.l} kann sich nicht anmelden", "bitte Postfach von {O.fl} an {K.fl} übergeben",
        "Drucker in der {~schule} ohne Funktion", "Rückruf {K.tel} erbeten", "Kunde {O.l}, {O.b}, doppelt angelegt",
            "Stammdaten: {O.adrz} geändert von {K.l}", "IBAN {O.iban} wird abgelehnt", "IBAN {~iban} wird abgelehnt",
           "Steuer-ID {O.sid} fehlt bei {O.lf}", "Versand an {~mail} gescheitert",
               "Namensänderung {K.f} {K.l} nach Heirat, vorher {K.maid}", "Vorgang {~az} gesperrt", "Hotline {~tel} nicht erreichbar",
                   "KV-Nr {O.kv} wird als {~kv} angezeigt", "Ausweis {O.aw} läuft ab, Prüfziffer bei {~aw} falsch",
           "Akte {gericht} nicht im DMS", "Rentenvers.nr {O.rv} nicht übernommen", "Kollege {O.l} ausgeschieden, Konto löschen"]
    for i in range(s.r.randint(4, 8)):
        k, o, z = "h%d" % i, "o%d" % i, "z%d" % (i % 2)
        s.person(k, age=(22, 63)), s.person(o)
        t = s.r.choice(txt)
        s.nowrap = True
        row = {"json": '  {ob}"id": %d, "reporter": "{K.fl}", "mail": "{K.dmail}", "text": "%s", "owner": "{Z.l}"{cb},',
            "csv": '%d;{d};"{K.lf}";{K.dmail};"%s";{Z.l}', "log": "#%d {d} [{K.fl}] %s -> {Z.l}",
               "kv": "Ticket %d\nMelder={K.fl}\nMail={K.dmail}\nText=%s\nBearbeiter={Z.fl}\n--"}[mode] % (40210 + 7 * i, t)
        row = row.replace("{ob}", "\x02").replace("{cb}", "\x03").replace("K.", k + ".").replace("O.", o + ".").replace("Z.", z + ".")
        row = row.replace('"{%s.lf}"' % k, '"{%s.lf}"' % k)
        s.ctx = "Zeile " + mode
        s.out.append((s.fill(row).replace("\x02", "{").replace("\x03", "}"), False))
    if mode == "json":
        s.w("]", "")


@doc("Wahlhelferliste", 1, table=True)
def wahl(s):
    s.w("Wahlvorstände <Kommunalwahl|Volkskammerwahl|Bundestagswahl|Landtagswahl> {jahr}", "Kopf")
    for b in range(s.r.randint(1, 3)):
        s.w("Wahlbezirk {n} – Wahllokal " + s.r.choice(["{~schule}", "{~kita}", "{~lokal}"]), "Bezirk")
        for i in range(s.r.randint(3, 6)):
            k = "w%d%d" % (b, i)
            t = s.r.choice(["{K.lf}\t{K.b}\t{K.adrz}", "{K.l}\t{K.f}\t{K.str}\t{K.tel}", "{K.fl}, {K.b}, {K.mail}", "Beisitzer: {K.fl}",
                "Schriftf.  {K.lf}, Tel. {K.tel}", "{K.LF} - {K.adrz} - Erfrischungsgeld {eur} auf {K.iban}",
                    "Wahlvorsteher{K.in} {K.hf}", "{K.lnc}  {K.b:kurz2}  {K.str}"])
            s.w(t.replace("K.", k + "."), "Listenzeile")


@doc("Standesamtlicher Randvermerk")
def rand(s):
    officials(s)
    s.person("a", age=(20, 70))
    s.person("v", sex="m", kin="a", age=(60, 100))
    s.person("m", sex="f", kin="a", age=(60, 99))
    s.w("Geburtsregister Nr. {n}\n{place}, am {~dold}", "Kopf", False)
    s.pool(["Vor dem unterzeichneten Standesbeamten erschien heute, der Persönlichkeit nach bekannt, der Maurer {v.fl}, wohnhaft zu {v.ort}, {v.str}, und zeigte an, daß von der {m.geb}, seiner Ehefrau, am {a.b:wort} ein Kind geboren worden sei, welches den Vornamen {a.f} erhalten habe.",
            "Auf Anzeige der Hebamme {f_b.l} wird eingetragen, daß {m.geb} am {a.b:wort} zu {place} von einem Kinde entbunden worden ist, das den Namen {a.all} führt.",
            "{a.all}, geboren am {a.b:lang}, Eltern: {v.fl} und {m.fl}, geborene {m.maid}."], 1, "Haupteintrag")
    s.pool(["Randvermerk: {a.f} heiratete am {~dold} in {place} {b.fl}.".replace("{b.fl}", "den Tischler {m_c.fl}"),
        "Der Name wurde durch Verfügung {~az} in {a.maid} geändert.",
            "Vaterschaft anerkannt durch {m_w.fl}, geb. {m_w.b:lang}, Urteil {gericht}.", "Gestorben am {~dold}, StA {place} Nr. {n}.",
            "Berichtigt: Der Familienname lautet richtig {a.L}.", "Vorgelesen, genehmigt und unterschrieben: {v.fl}",
                "Der Standesbeamte {x.l}", "Abschrift erteilt an {c.hn}, {c.adr}, am {~d}.", "Wiederverheiratet mit {f_z.geb}, {~dold}.",
                    "Adoptiert von den Eheleuten {m_u.fl} und {f_q.f} {f_q.l}; Beschluß {gericht}."],
           s.r.randint(3, 6), "Randvermerke", join=False)


@doc("Vollstreckungsauftrag")
def voll(s):
    officials(s)
    s.fstyle = s.r.choice(["colon", "above", "pad", "num"])
    kopf(s)
    s.w("<Vollstreckungsauftrag|Pfändungs- und Einziehungsverfügung|Amtshilfeersuchen>", "Titel", False)
    s.field("Schuldner", "<{a.lf}|{a.fl}|{a.hnf}>")
    s.field("geboren", "{a.b}")
    s.field("Anschrift", "<{a.adr}|{a.adr2}>")
    s.field("IdNr.", "{a.sid}")
    s.field("Drittschuldner", "{~firma}")
    s.field("Konto", "{a.iban}")
    s.field("Forderung", "{eur} zzgl. Säumnis")
    s.w("")
    s.pool(["Der Vollziehungsbeamte {y.l} traf am {~d} niemanden an.",
        "{a.h} hat am {~d} beim {ag} ({gericht}) die Vermögensauskunft abgegeben.", "Mit im Haushalt lebt {b.hf}, geb. {b.b}.",
            "Gläubiger-ID {~glid} nicht mit Kontonummer verwechseln.",
                "Nachbar {c.l} sagt, {a.l} sei Auto {~adr} abgestellt.".replace(" Auto {~adr} abgestellt", " ausgezogen"),
            "Das Insolvenzverfahren {gericht} wurde eröffnet, Verwalter{c.in}: {c.fl}, {c.tel}.",
                "Ratenzahlung mit {x.hn} vereinbart, erste Rate {d}.", "Lohnpfändung beim Autohaus abgelehnt; VSNR {a.rv}.",
                    "Kassenzeichen {~az}, Mahnung vom {~d}."], s.r.randint(3, 6), "Vermerk")
    schluss(s)


@doc("Nachlassverzeichnis")
def nachlass(s):
    officials(s)
    s.person("a", age=(55, 96))
    s.person("b", kin="a")
    s.w("Nachlaß {a.fl}, verst. {~d}\n{ag}, {gericht}", "Kopf", False)
    s.pool(["Erblasser{a.in}: {a.lgeb}, geb. {a.b}, zuletzt {a.adr}.", "Testament vom {~dold} zugunsten {c.gen}.",
        "Enterbt ist {b.fl}, {b.adr}.", "1 Bild „Dorfstraße“, Öl, gestiftet an {~kirche}.", "Bücher: {~werk}, {~werk} u. a., zus. {eur}.",
            "Sparkonto {a.iban}, Guthaben {eur}.", "Vollmacht: {c.hf}, Tel. {c.tel}.",
            "Nachlaßpfleger{w.in}: {w.fl}, {w.mail}", "Die Brüder {m_v.f} und {m_u.f} sind im Krieg geblieben.",
                "Taxe durch {~firma} am {~d}.", "Schlüssel bei Nachbarin {f_z.l}, {f_z.str}.",
                    "Wehrpaß, Ausweis {a.aw}, Sparbuch – an {b.hn} übergeben.", "Grundbesitz {~flur}, Wert unbekannt.",
                        "Grabpflege: {~firma}."], s.r.randint(5, 9), "Aufstellung", join=False)
    schluss(s)


# ------------------------------------------------------------------ main
