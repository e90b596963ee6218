"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys
from .phrases import *

@doc("Sterbefallanzeige", 2)
def sterbefall(s):
    officials(s)
    a = s.person("a", age=(50, 98))
    s.person("b", kin="a", sex=s.r.choice("fm"))
    s.w("<Sterbefallanzeige|ANZEIGE EINES STERBEFALLES|Mündliche Sterbefallanzeige>\nStandesamt {place}   Reg.-Nr. {n}/{jahr}", "Kopf",
        False)
    s.field("Familienname", "{a.l}")
    if a.sex == "f":
        s.field("ggf. Geburtsname", "{a.maid}")
    s.field("Vornamen", "{a.fall}")
    s.field("geboren am", "{a.b}")
    s.field("geboren in", "{a.gort}")
    s.field("letzte Wohnung", "{a.adr}")
    s.field("verstorben am", "{~d}, {zeit}")
    s.field("Sterbeort", "<{~klinik}|in der Wohnung|Pflegeheim>")
    s.field("Anzeigende(r)", "<{b.fl}|{b.lf}|{b.L}, {b.f}|{b.hnf}>")
    s.field("ausgewiesen durch", "PA {b.aw}")
    s.w("", "")
    s.pool(["Der Verstorbene hinterläßt {b.hn} {b.f}, geb. {b.b}.".replace("{b.hn} {b.f}", "{b.fl}"),
            "Die Leichenschau nahm Dr. {c.l} am {~d} vor.", "Bestatter: {~firma}, Rechnung an {b.hn}.",
                "Der Tod wurde dem Nachlassgericht ({ag}, {gericht}) angezeigt.",
            "Angehörige lt. Kartei: {b.fl} ({b.tel}).", "Die Eheschließung am {~dold} in {place} wurde nicht nachgewiesen.",
            "Die Anzeigende erklärt, sie sei beim Ableben {a.gen} zugegen gewesen.", "Überführung nach {place} durch {~firma}.",
            "{a.tf} war zuletzt Leiter{a.in} der {~schule}.", "Rentenzahlstelle benachrichtigt, VSNR {a.rv}.",
                "Geb.-Eintrag: {a.l}, {a.fall}, {a.b:wort}, StA {a.gort} Nr. {n}."], s.r.randint(2, 5), "Vermerk")
    schluss(s)


@doc("Vormundschaftssache", 2)
def vormund(s):
    officials(s)
    a = s.person("a", age=(3, 16))
    s.person("b", sex="f", kin="a", age=(20, 40))
    kopf(s)
    s.w("Betr.: <Vormundschaft|Amtsvormundschaft|Pflegschaft> für {a.any}, geb. {a.b} in {a.gort}\n{ag}, {gericht}", "Betreff", False)
    s.pool(["Das Mündel {a.fl} lebt seit dem {~d} bei der Pflegemutter {c.hf} in {c.adr}.",
        "Kindesmutter ist die ledige {b.fl}, geboren am {b.b}, zuletzt {b.str} in {b.ort}.",
            "Als Kindesvater wurde {m_v.fl}, Kraftfahrer, geb. am {m_v.b}, benannt; er hat die Vaterschaft am {~d} anerkannt.",
                "Zum Vormund wird {c.hf}, wohnhaft {c.adr}, bestellt.",
            "{m_v.l} zahlt monatlich {eur} auf das Mündelkonto {a.iban}.", "Das Kind {a.f} besucht den Kindergarten {~kita}.",
                "Der Halbbruder {m_w.fl} ({m_w.b}) ist im Heim {~kita} untergebracht.",
            "In der Verhandlung vom {d} erschienen: 1. {b.hf}, 2. {m_v.hf}, 3. für das Jugendamt {x.h}.",
                "Der Vormund legte Rechnung für {vorjahr}; geprüft {y.l}.",
            "Gegen den Beschluß ({gericht}) hat {m_v.h} Beschwerde eingelegt.",
                "Die Großmutter, Frau {f_g.l}, {f_g.adr}, würde {a.f} aufnehmen.",
            "Verhandelt nach § 1773 BGB, vgl. {~bgbl}.", "{a.f} {a.l} hat sich gut eingelebt, berichtet die Fürsorgerin {f_y.l}."],
                s.r.randint(4, 8), "Bericht")
    s.pool(VERMERK, 2, "Vermerk")
    schluss(s)


@doc("Jagdscheinakte")
def jagd(s):
    officials(s)
    s.person("a", sex=s.r.choice("mmf"))
    kopf(s)
    s.w("Antrag auf <Erteilung|Verlängerung> eines <Jahresjagdscheines|Dreijahresjagdscheines>", "Titel", False)
    s.field("Antragsteller", "{a.any}")
    s.field("geb.", "{a.b}, {a.gort}")
    s.field("Anschrift", "{a.adr}")
    s.field("Ausweis", "<{a.aw}|{a.pass}>")
    s.field("Fernsprecher", "{a.tel}")
    s.field("Revier", "{~flur}")
    s.w("")
    s.pool(["Die Zuverlässigkeit {a.gen} wurde geprüft; eine Eintragung zum Verfahren {gericht} ({ag}) liegt vor.",
        "Pächter des gemeinschaftlichen Jagdbezirks ist neben {a.hn} auch {c.hf}.",
            "Haftpflicht: {~firma} als Vermittler, Deckung bis {~d}.", "Büchse Kal. 8x57 von {c.lf}, {c.ort}, erworben am {~d}.",
                "Jägerprüfung bestanden am {~dold} vor dem Ausschuß unter {y.hn}.",
            "{a.h} bittet, den Schein {b.hn} auszuhändigen, {a.er} sei im Urlaub.", "Gebühr {eur} überwiesen von {a.iban}.",
                "Laut Hegering hat {a.l} den Abschußplan nicht erfüllt.",
            "Die Waffenbesitzkarte lautet noch auf den verstorbenen Vater {b.all}, geb. {b.b}.",
                "Der Jagdaufseher {c.l} meldete am {d} einen Schuß im Schutzgebiet."], s.r.randint(3, 6), "Vermerk")
    schluss(s)


@doc("Gewerbeanmeldung", 2)
def gewerbe(s):
    officials(s)
    a = s.person("a")
    s.fstyle = s.r.choice(["above", "num", "bar", "under", "colon"])
    s.w("GEWERBE-ANMELDUNG nach § 14 <GewO|der Gewerbeordnung>\n{amt} {place}", "Kopf", False)
    s.field("Im Handelsregister eingetragener Name", "<{~firma}|---|entfällt>")
    s.field("Familienname", "<{a.l}|{a.L}>")
    s.field("Vornamen", "{a.fall}")
    if a.sex == "f":
        s.field("Geburtsname", "{a.maid}")
    s.field("Geburtsdatum", "{a.b}" if s.r.random() < .8 else "{a.b:kasten}")
    s.field("Geburtsort und -land", "{a.gort}")
    s.field("Anschrift der Wohnung", "<{a.adr}|{a.adr2}>")
    s.field("Telefon / Telefax", "{a.tel} / –")
    s.field("E-Mail", "{a.mail}")
    s.field("Angemeldete Tätigkeit", "<Imbiß|Hausmeisterdienste|An- und Verkauf|Fußpflege|Änderungsschneiderei>")
    s.field("Beginn", "{~d}")
    s.field("Vertretungsberechtigte", "{b.lf}; {c.lf}")
    s.field("Steuer-Ident-Nr.", "{a.sid}")
    s.pool(["Ausweis lag vor: {a.aw}.", "Gewerbezentralregister: keine Eintragung zu {a.lf}.", "Vormieter war die {~firma}.",
        "Eigentümer des Ladens ist {c.hf}, {c.adr}, {c.tel}.",
            "Handwerkskarte fehlt, {a.h} reicht nach bis {d}.", "Gebühr {eur} bar erhalten, {x.l}"], s.r.randint(1, 3),
                "Bearbeitungsvermerk")
    schluss(s)


@doc("Wohngeldakte", 2)
def wohngeld(s):
    officials(s)
    s.person("a")
    s.person("b", kin="a", age=(1, 17))
    s.person("d1", kin="a", age=(1, 17))
    kopf(s)
    s.w("{a.Herrn}\n{a.fl}\n{a.adr2}\n", "Anschriftfeld", False)
    s.w("Ihr Antrag auf Wohngeld vom {d}\n\n{a.geehrt} {a.l},", "Anrede", False)
    s.pool(["auf Ihren Antrag vom {~d} bewilligen wir Ihnen Wohngeld in Höhe von monatlich {eur}.",
        "Bei der Berechnung wurden berücksichtigt: {a.fl} ({a.b}), {b.fl} ({b.b}) sowie {d1.f} ({d1.b}).",
            "Vermieter ist {c.hf}, {c.adr}; die Miete geht auf das Konto {c.iban}.",
                "Die Überweisung erfolgt auf Ihr Konto IBAN {a.iban}.", "Die von Ihnen mitgeteilte IBAN {~iban} ist ungültig.",
            "Ihre Steuer-Identifikationsnummer {a.sid} haben wir vermerkt.",
                "Unterhalt für {b.f} ist durch den Beschluss {gericht} des {ag} festgesetzt.",
            "Bitte legen Sie die Lohnbescheinigung der Firma {~firma} vor.", "Das Wohngeldgesetz vom {~d} ({~bgbl}) sieht dies so vor.",
                "Der Rentenbescheid zur Vers.-Nr. {a.rv} ging am {d} ein.",
            "Sollten {b.f} oder {d1.f} ausziehen, ist dies {x.hn} unverzüglich mitzuteilen.",
                "Hilfe zu Hartz IV erhalten Sie unter {~tel}.", "Auskunft gibt Ihnen gern {y.hf} ({y.dmail})."], s.r.randint(4, 8),
                    "Bescheid")
    s.pool(VERMERK, 1, "Aktenvermerk")
    schluss(s)


@doc("Kindergartenanmeldung", 2)
def kita(s):
    officials(s)
    a = s.person("a", age=(0, 5))
    s.person("m", sex="f", kin="a", age=(20, 42))
    s.person("v", sex="m", kin="a" if s.r.random() < .7 else None, age=(20, 45))
    s.person("f_o", age=(48, 80)), s.person("g", kin="a", age=(1, 6))
    s.w("Anmeldung in der Einrichtung Kita {~kita}", "Kopf", False)
    s.field("Name des Kindes", "<{a.lf}|{a.fl}|{a.all}|{a.LF}>")
    s.field("geb. am", "{a.b}")
    s.field("Anschrift", "{a.adr}")
    s.field("Mutter", "<{m.geb}|{m.fl}|{m.lf}>")
    s.field("Tel. Mutter", "{m.tel}")
    s.field("Vater", "{v.any}")
    s.field("Tel. Vater", "{v.tel}")
    s.field("Mail", "{m.mail}")
    s.field("Krankenkasse, KV-Nr.", "<AOK|Barmer|IKK|TK> {a.kv}")
    s.field("Hausarzt", "Dr. {c.l}, {c.tel}")
    s.field("Abholberechtigt", "Oma {f_o.fl}, {f_o.tel}")
    s.field("Einzug der Beiträge von", "{m.iban} (Kontoinh. {m.fl})")
    s.field("unsere Gläubiger-ID", "{~glid}")
    s.w("")
    s.pool(["Das Geschwisterkind {g.f} besucht bereits die Gruppe „Mäuse“.", "Eingewöhnung mit Erzieherin {y.l} ab {~d}.",
        "Mutter arbeitet bei {~firma}, Vater sucht Arbeit.",
            "{a.f} ist gegen Nüsse allergisch!", "Sorgerecht allein Frau {m.l} ({gericht}).", "Impfausweis gesehen am {~d}, {x.l}.",
                "Bitte nicht an {v.hn} herausgeben.", "Nach der Vorlesestunde {~werk} wird {a.f} von {f_o.hn} geholt."],
           s.r.randint(2, 5), "Notizen")


@doc("Führerscheinentzug", 2)
def fuehrer(s):
    officials(s)
    a = s.person("a", age=(18, 80))
    kopf(s)
    s.w("<Entziehung der Fahrerlaubnis|Entzug der Fahrerlaubnis; Anhörung|Ordnungsverfügung>", "Titel", False)
    s.pool(["{a.hf}, geb. {a.b}, wohnhaft {a.adr}, wurde am {~d} gegen {zeit} mit 1,84 Promille in Höhe {~platz} angetroffen.",
        "Das {ag} hat {a.hn} mit Urteil vom {~d} ({gericht}) die Fahrerlaubnis entzogen.",
            "Der Führerschein ist binnen drei Tagen nach Zustellung abzugeben, andernfalls wird er durch {y.hn} eingezogen.",
                "Mitfahrerin war {f_b.hf}, {f_b.adr}.", "Die MPU bei Dr. {c.l} endete mit negativem Ergebnis.",
            "Zeuge PHM {z.l} schilderte, {a.l} habe stark geschwankt.",
                "Gegen die Verfügung hat {a.Herr} {a.l} durch RAin {f_c.fl} Widerspruch erheben lassen.",
                    "Fahrerlaubnis Kl. B, erteilt am {~dold}.",
            "Halter des Pkw ist die {~firma}.", "{a.l} gibt an, {a.er} habe nur {z.hn} heimfahren wollen.",
                "Rechtsbehelf: § 3 StVG in der Fassung vom {~d}, {~bgbl}.", "Ausweis-Nr. bei Kontrolle: {a.aw}.",
            "Unter dem Az. {gericht} lief bereits {vorjahr} ein Verfahren.",
                "Der Unfallgegner {z.fl} (geb. {z.b}) wurde im {~klinik} behandelt.", "Gebühren: {eur}, Kassenzeichen {~az}."],
                    s.r.randint(5, 9), "Begründung")
    s.pool(VERMERK, 2, "Vermerk")
    schluss(s)


@doc("Hundesteuerliste", 1, table=True)
def hund(s):
    sep = s.r.choice([";", "\t", " | "])
    s.w("Hundesteuer {jahr} – Auszug Veranlagung", "Kopf")
    cols = s.r.choice([["Kassenz.", "Halter", "Anschrift", "Hund", "IBAN"], ["Nr", "Name", "Vorname", "geb", "Straße", "Rasse", "Betrag"],
        ["Halter", "Tel", "Wohnung", "Rufname", "angemeldet"]])
    s.w(sep.join(cols), "Tabellenkopf")
    for i in range(s.r.randint(4, 10)):
        s.person("h%d" % i)
        k = "{h%d." % i
        cell = {"Kassenz.": "{~az}", "Halter": k + s.r.choice(["lf}", "lf}", "fl}", "lnc}"]), "Anschrift": k + "adrz}",
            "Hund": "<Dackel|Mischling|DSH|Pudel>", "IBAN": k + "iban}", "Nr": str(1000 + i),
                "Name": k + "l}", "Vorname": k + "f}", "geb": k + "b}", "Straße": k + "str}", "Rasse": "<Boxer|Mops|Collie>",
                    "Betrag": "{eur}", "Tel": k + "tel}", "Wohnung": k + "adrz}",
                "Rufname": "<Rex|Bello|Hasso|Waldi|Struppi>", "angemeldet": "{~d}"}
        s.w(sep.join(cell[c] for c in cols), "Tabellenzeile" + {";": " ;", "\t": " Tab"}.get(sep, " Strich"))
        if s.r.random() < .2:
            s.w("  Bem.: " + s.r.choice(["abgemeldet durch {n%d.hn}" % i, "verzogen zu Fam. {n%d.l}, {n%d.ort}" % (i, i),
                "Hund an {n%d.fl} abgegeben" % i, "Mahnung lt. {~az}"]), "Bemerkung")


@doc("Ordensverleihung")
def orden(s):
    officials(s)
    kopf(s)
    s.w("Vorschlag zur Verleihung <des Bundesverdienstkreuzes am Bande|der Ehrennadel|der Medaille „Banner der Arbeit“|der Ehrenbürgerwürde>", "Titel")
    s.w("für {a.hnf}, geb. am {a.b} in {a.gort}, wohnhaft {a.adr}", "Betreff")
    s.pool(["{a.tf} leitet seit {vorjahr} den Chor der {~kirche}.",
        "Angeregt wurde die Ehrung durch {b.hn}, Vorsitzende{b.r} des Heimatvereins, und durch Pfarrer {c.l}.",
            "{a.h} wuchs als {a.sohn} des Bergmanns {m_v.fl} auf.",
            "Von {~dold} an wirkte {a.er} an der {~schule}.",
                "Besonders hervorzuheben ist {a.seine} Bearbeitung von {~werk} für Laienspieler.", "Die Laudatio soll {y.hf} halten.",
                    "Vorstrafen liegen lt. Auszug vom {~d} nicht vor.",
            "{b.h} ({b.tel}, {b.mail}) steht für Rückfragen bereit.",
                "Auch {w.hf}, Träger{w.in} derselben Auszeichnung seit {~dold}, befürwortet den Vorschlag.",
                    "Einladung der Ehefrau {f_z.f} {f_z.l} nicht vergessen.",
            "Der Festakt findet in der {~kirche} statt.", "Mit {a.l} würde eine Persönlichkeit geehrt, die {place} geprägt hat.",
                "Stellungnahme {c.gen}: keine Bedenken."], s.r.randint(5, 9), "Begründung")
    schluss(s)


@doc("Einbürgerungsantrag", 2)
def einb(s):
    officials(s)
    a = s.person("a", age=(20, 60))
    while a.o in ("de", "noble"):
        a = s.person("a", age=(20, 60))
    s.person("b", kin="a", sex="f" if a.sex == "m" else "m")
    s.person("k", kin="a", age=(1, 15))
    kopf(s)
    s.w("Antrag auf Einbürgerung", "Titel", False)
    s.field("Familienname", "{a.l}")
    s.field("frühere Namen", "<{a.maid}|keine>")
    s.field("Vorname(n)", "{a.fall}")
    s.field("Geburtstag", "{a.b}")
    s.field("Geburtsort", "{a.gort}")
    s.field("Wohnanschrift", "{a.adr}")
    s.field("Nationalpass", "{a.pass}")
    s.field("Ehegatte", "{b.fl}, geb. {b.b}")
    s.field("Kinder", "{k.f} ({k.b})")
    s.field("Arbeitgeber", "{~firma}")
    s.field("Mobil", "{a.tel}")
    s.w("")
    s.pool(["{a.hf} lebt seit dem {~dold} rechtmäßig im Bundesgebiet.", "Einbürgerungstest bestanden am {~d} ({~az}).",
        "Der Sicherheitsabgleich ergab: Verfahren {gericht}, eingestellt.", "Im Pass lautet der Name abweichend {a.UP}.",
            "{b.h} bezieht Leistungen, RV-Nr. {b.rv}.", "Dolmetscher war {c.hf}, {c.tel}.",
                "Urkunde ausgehändigt durch {y.hn} am {~d} im Beisein von {c.hn}.", "Arbeitsvertrag mit {~firma} unbefristet.",
            "Das Kind {k.f} wird miteingebürgert.", "§ 10 StAG i. d. F. vom {~d}, {~bgbl}.", "Sprachkurs an der VHS {place}.",
                "Steuer-ID {a.sid}; Bescheinigung des Finanzamts anbei."],
           s.r.randint(4, 7), "Vermerk")
    schluss(s)


@doc("Bestattungsliste", 1, table=True)
def bestatt(s):
    s.w("<Beisetzungen Neuer Friedhof|Friedhofsverwaltung – Belegung|Bestattungsbuch> {jahr}", "Kopf")
    wide = s.r.random() < .6
    s.w("Nr.  Name                          geb.            beigesetzt    Grabstelle" if wide else "Nr|Verstorbene/r|geb.|best.|Feld|Nutzungsber.", "Tabellenkopf")
    for i in range(s.r.randint(4, 10)):
        s.person("h%d" % i, age=(40, 97))
        s.person("e%d" % i, kin="h%d" % i)
        nm = s.r.choice(["{h%d.lf}", "{h%d.lf}", "{h%d.lgeb}", "{h%d.fl}", "{h%d.LF}"]) % i
        bt = s.r.choice(["{h%d.b:std}", "{h%d.b:kurz2}", "{h%d.b:rom}", "{h%d.b}"]) % i
        if wide:
            raw = s.ctx = "Spalten fester Breite"
            a, b = s.fill(nm), s.fill(bt)
            L = lambda t: len(re.sub("[\ue001\U000F0000-\U000FFFFD]", "", t))
            s.out.append(("%-4d " % (i + 1) + a + " " * max(2, 30 - L(a)) + b + " " * max(2, 16 - L(b)) + s.fill("{~d}  {~grab}"), False))
            if s.r.random() < .5:
                s.w("     Angeh.: " + s.r.choice(["{e%d.fl}, {e%d.tel}", "{e%d.l}, {e%d.adrz}", "{e%d.hnf}",
                    "{e%d.lf}  RG {eur}"]).replace("%d", str(i)), "Folgezeile")
        else:
            s.w("%d|%s|%s|{~d}|{n}|%s" % (i + 1, nm, bt, ("{e%d.fl}, {e%d.adrz}" % (i, i))), "Tabellenzeile Strich")


@doc("Notfallkontakte", 1, table=True)
def notfall(s):
    s.w("<Notfall- und Alarmliste|Telefonkette Winterdienst|Erreichbarkeit Katastrophenschutzstab|Rufbereitschaft>  Stand {d}", "Kopf")
    s.w("Notruf {~tel}   Giftnotruf / Seelsorge {~tel}", "Kopf")
    for i in range(s.r.randint(5, 11)):
        k = "h%d" % i
        s.person(k, age=(22, 63))
        t = s.r.choice(["{K.lf}: {K.tel}", "{K.fl} – {K.tel}, privat {K.adrz}", "{K.l}, Bauhof ........ {K.tel}",
            "{K.FL}\t{K.tel}\t{K.dmail}", "- Koll. {K.l}  Handy {K.tel}", "{K.li} ({amt})  {K.tel}",
                        "* {K.fl}, Ersatz für {L.l}: {K.tel}", "{K.lnc}  d. {K.dmail}  p. {K.mail}",
                            "Im Notfall benachrichtigen für {K.fl}: {L.fl}, {L.tel}", "{K.hf}, {K.tel} (nicht vor 6 Uhr)",
                        "Schlüssel {~lokal}: {K.l}, {K.str}, {K.tel}"])
        s.w(t.replace("K.", k + ".").replace("L.", "j%d." % i), "Listenzeile")


@doc("Dienstreiseabrechnung")
def reise(s):
    officials(s)
    s.person("a", age=(24, 63))
    s.w("<Reisekostenabrechnung|Dienstreiseabrechnung|Abrechnung der Dienstreise>   {amt}", "Kopf", False)
    s.field("Name, Vorname", "<{a.lf}|{a.LF}|{a.lnc}>")
    s.field("Wohnung", "{a.adr}")
    s.field("Bankverbindung", "{a.iban}")
    s.field("Reiseziel", "{~ortn}, {~schule}")
    s.field("Beginn / Ende", "{~d} {zeit} – {~d} {zeit}")
    s.field("Mitreisende", "{b.l}, {c.l}")
    s.field("genehmigt durch", "{x.hnf}")
    s.w("")
    s.pool(["Übernachtung im {~lokal}, Beleg {n}.", "Mitgenommen im Dienst-Kfz: {b.hf} und {c.hf}.",
        "Das Taxi wurde zunächst von {b.hn} verauslagt.", "Teilnahme an der Tagung „Archiv und Recht“, Referent Prof. {w.l}.",
            "Festgestellt: {eur}, {y.l}", "Sachlich richtig: {x.l}", "Rückfragen an {a.dmail}.",
                "{a.h} fuhr entgegen der Genehmigung über {place}.", "BRKG vom {~d}, {~bgbl}.",
                    "Anruf unter {a.tel} ergab: Beleg verloren."],
           s.r.randint(3, 6), "Erläuterung")
