"""Papers of registration offices, police and courts."""
from .core import wrap, table, form
from .parts import doc, head, to, dear, sign, para, pick, fill, noise, clerk, amt, NEARW
from .places import LANDS, VILLAGES, JOBS, STREETS
from . import ids


def bad_pa(c):
    return c.minus("ausweis", "pruefziffer", ids.ausweis_bad(c.r, c.y - 2))


@doc(1988, 2025)
def ausweisantrag(c):
    p, k = c.P(age=(16, 85)), clerk(c)
    ps = c.yes(.35)
    x = [("Familienname", p.f("formular")), ("Geburtsname", p.gn() if c.yes(.4) else "./."), ("Vorname(n)", p.v("formular")),
        ("Geburtstag und -ort", p.g(
        where="formular") + ", " + c.o(*VILLAGES)[1]), ("Anschrift", p.a()), ("Größe", "%d cm" % c.r.randint(155, 195)), ("Augenfarbe",
            c.o("blau", "braun", "grün")),
        ("Seriennummer des bisherigen Dokuments", p.pa(ps)), ("gültig bis", c.d("gueltig", 1, 3000))]
    return amt(c) + "\nAntrag auf Ausstellung eines " + ("Reisepasses" if ps else "Personalausweises") + "\n\n" + form(c,
        x) + "\n\n" + noise(c, 2, "\n") + \
        "\n\nAntragsteller/in: %s        aufgenommen: %s" % (p.n(), k.f("handzeichen"))


@doc(1988, 2025)
def passliste(c):
    rows = []
    wide = c.yes(.5)
    for i in range(c.r.randint(5, 15)):
        p = c.P(age=(16, 88))
        ps = c.yes(.3)
        b = c.yes(.22)
        s = c.minus("ausweis", "pruefziffer", ids.ausweis_bad(c.r, c.y - 2, ps)) if b else p.pa(ps)
        rows.append([str(i + 1), s] + ([p.k(), p.g("%d.%m.%Y", "spalte")] if wide else ["RP" if ps else "PA"]) + [
            c.d("ausgabe", 60), "Prüfz. falsch" if b else c.o("", "abgeholt", "entwertet")])
    heads = ["Nr.", c.o("Ausweis-Nr.", "Seriennummer", "Dokumentennr.", "Paß-/Ausweisnr." if c.y < 1999 else "Pass-/Ausweis-Nr.")]
    heads += (["Name", "geb."] if wide else ["Art"]) + ["Ausgabe", "Verm."]
    return c.o("Ausgabeliste Personalausweise und Pässe", "Liste der eingezogenen Ausweise",
        "Lieferschein Bundesdruckerei") + "\n" + amt(c) + ", " + \
        c.heute() + "\n\n" + table(c, heads, rows, page=c.o(0, 6, 9)) + "\n\n" + clerk(c).i()


@doc(1988, 2025)
def verlustanzeige(c):
    p, k = c.P(), clerk(c)
    s = head(c, k) + "\nVerlustanzeige\n\n"
    s += para(c, "%s, %s, %s, zeigt an, dass %s am %s in %s folgende Sachen abhanden gekommen sind: Geldbörse (schwarz), "
                 "Personalausweis Nr. %s, %s, %s. %s" % (
        p.hn(), p.gb(), "wohnhaft " + p.a(), "ihr" if p.sex == "w" else "ihm", c.d("verlust", 30), c.o("der Straßenbahn",
            "der Fußgängerzone", "einem Lokal"),
        p.pa(), "Reisepass " + p.pa(True) if c.yes(.3) else "Bankkarte", c.near("ausweis"), fill(c, 1)),
        "Finder: %s, Tel. %s. Es wurde belehrt: %s. %s" % (c.P().n(), c.phone(), c.d("belehrung", 20), noise(c, 1)))
    return s + "\n\n" + p.n() + "\n(Unterschrift)" + sign(c, k)


@doc(1985, 2025)
def meldeauskunft(c):
    p, k = c.P(), clerk(c)
    q = c.P(like=p, sex="w" if p.sex == "m" else "m")
    x = [("Familienname", p.f("formular")), ("Vornamen", p.v("formular")), ("Geburtsdatum", p.g(where="formular")), ("Anschrift",
        p.a()), ("Einzug", c.d("einzug", 4000)),
         ("frühere Anschrift", c.P().a()), ("Familienstand", c.o("ledig", "verh. seit " + c.d("heirat", 9000), "gesch.")), ("Ehegatte",
             q.k() + ", " + q.gb())]
    if c.y > 1990 and c.yes(.6):
        x.append(("Personalausweis", p.pa()))
    if c.y > 2009 and c.yes(.5):
        x.append(("Steuer-ID", p.st()))
    return head(c, k) + "\n" + c.o("Erweiterte Melderegisterauskunft", "Auskunft aus dem Melderegister",
        "Rückantwort EMA-Anfrage") + "\n\n" + form(c, x) + "\n\n" + \
        para(c, noise(c, 3, ". ") + ". " + fill(c, 1)) + sign(c, k)


@doc(1985, 2025)
def geburtseintrag(c):
    k = c.P(age=(0, 70))
    a = c.y - k.dob.year
    v, m = c.P(like=k, sex="m", age=(a + 20, a + 42)), c.P(like=k, sex="w", age=(a + 19, a + 38))
    s = "Standesamt %s\n%s\n\n" % (c.ort(), c.o("Beglaubigte Abschrift aus dem Geburtenbuch", "Auszug aus dem Geburtsregister",
        "Geburtsurkunde")) + \
        "Nr. %s\n\n" % c.minus("gericht", "registernr", "%d/%d" % (c.r.randint(10, 2000), k.dob.year))
    if c.yes():
        s += form(c, [("Kind", k.n()), ("Geburtstag", k.g(where="formular")), ("Geburtsort", c.ort()), ("Vater", v.n()),
            ("Mutter", m.n() + " geb. " + m.gn()),
                      ("Eingetragen am", c.d("eintrag", 9000))])
    else:
        s += para(c, "%s, %s, wohnhaft in %s, %s, Ehefrau des %s, hat am %s um %s %s geboren. Das Kind hat den Vornamen "
                     "%s erhalten." % (
            m.n(), "geborene " + m.gn(), m.a(), c.o("evangelisch", "katholisch", "ohne Bekenntnis"), v.n(), k.g(where="register"),
                c.zeit(),
            "ein Mädchen" if k.sex == "w" else "einen Knaben", k.v()),
                "Eingetragen auf mündliche Anzeige. Die Eheschließung der Eltern am %s ist belegt. %s" % (
            c.d("heirat", 20000), noise(c, 1)))
    return s + "\n\n" + c.ort() + ", " + c.heute() + "\nDer Standesbeamte\n" + clerk(c).f("unterschrift")


@doc(1985, 2025)
def sterbefall(c):
    p = c.P(age=(55, 96))
    q = c.P(like=p, age=(30, 80))
    x = c.minus("geburtsdatum", "tod", c.fmt(c.date(30)))
    s = "Sterbefallanzeige\nBestatter: %s\n\n" % c.firm() + form(c, [
        ("Name, Vorname", p.k()), ("Geburtsname", p.gn()), ("geboren am", p.g(where="formular")), ("verstorben am", x),
            ("letzte Anschrift", p.a()),
        ("verheiratet seit", c.d("heirat", 20000)), ("Anzeigende/r", q.n() + ", Tel. " + q.t())] +
            ([("Rentenvers.-Nr.", p.rv())] if c.yes(.6) else [])) + "\n\n"
    return s + para(c, noise(c, 2) + ". " + c.o("Testament beim AG hinterlegt unter %s." % c.plus("gericht", "iv",
        "%d IV %d/%02d" % (c.r.randint(1, 40), c.r.randint(10, 900), c.y % 100)),
        fill(c, 1))) + "\nAufgenommen: " + clerk(c).f("handzeichen")


@doc(1985, 2025)
def grundbuch(c):
    p, m = c.P(), c.P()
    q = c.P(like=p)
    s = "Amtsgericht %s\nGrundbuch von %s   Blatt %s\n\n" % (c.ort(), c.o(*VILLAGES)[1], c.minus("gericht", "blatt",
        str(c.r.randint(100, 9999)) + "/1"))
    rows = [["1", "%s, %s" % (p.n(), p.gb()), "1/2"], ["2", "%s geb. %s, %s" % (q.n(), q.gn(), q.gb()), "1/2"]]
    s += "Erste Abteilung\n" + table(c, ["Nr.", "Eigentümer", "Anteil"], rows, c.o("blank", "pipe")) + "\n" + wrap(
        c, "Aufgelassen am %s und eingetragen am %s. %s" % (c.d("auflassung", 9000), c.d("eintrag", 200), m.f("unterschrift"))) + "\n\n"
    s += "Zweite Abteilung\n" + wrap(c, "Wohnungsrecht für %s, %s, bezugnehmend auf die Bewilligung vom %s (%s). "
                                        "Zwangsversteigerung ist angeordnet (%s)." % (
        c.P().n(), m.gb(), c.d("bewilligung", 9000), "Notar " + clerk(c).f("titel") + ", UR-Nr. 12/%02d" % (c.y % 100),
            c.az("zwangsverst")))
    return s + "\n\nDritte Abteilung\n" + wrap(c, "Grundschuld zu %s für die %s. %s" % (c.eur(), c.o("Sparkasse", "Volksbank"),
        noise(c, 2)))


@doc(1990, 2025)
def handelsregister(c):
    rows = []
    for i in range(c.r.randint(2, 4)):
        p = c.P(age=(25, 75))
        rows.append("%d. %s, %s, %s, %s" % (i + 1, p.k(), c.o(*VILLAGES)[1], c.o("*", "* ", "geb. ") + p.g(where="register"), c.o(
            "einzelvertretungsberechtigt", "Prokura erloschen", "Geschäftsführer", "Gesamtprokura")))
    return "Amtsgericht %s - Registergericht -\n%s\n\nFirma: %s\nSitz: %s\n%s\n\nVertretung:\n%s\n\n" % (
        c.ort(), c.minus("gericht", "hrb", "HRB %d" % c.r.randint(100, 90000)), c.firm(), c.ort(), "Gesellschaftsvertrag vom " +
            c.d("gruendung", 20000),
        "\n".join(wrap(c, x) for x in rows)) + noise(c, 2, "\n") + "\nTag der Eintragung: %s\n%s" % (c.d("eintrag"),
            clerk(c).f("unterschrift"))


@doc(1985, 2025)
def urteil(c):
    k, b, ra, ra2 = c.P(), c.P(), clerk(c), clerk(c)
    j = [clerk(c) for _ in range(3)]
    s = "%s\n%s\n\nIM NAMEN DES VOLKES\nU r t e i l\n\nIn dem Rechtsstreit\n\n" % c.courtaz()
    s += "%s %s, %s,\n    Kläger%s,\nProzessbevollmächtigte: RAe %s u. a.,\n\ngegen\n\n%s, %s,\n    Beklagte%s,\n\n" % (
        "der" if k.sex == "w" else "des", k.n(), k.a(), "in" if k.sex == "w" else "", ra.f("titel"), b.n(), b.a(),
            "" if b.sex == "w" else "r")
    s += para(c, "hat das Gericht auf die mündliche Verhandlung vom %s durch %s Dr. %s, %s %s und %s für Recht erkannt:" % (
        c.d("verhandlung", 60), c.o("den Vorsitzenden Richter", "die Vorsitzende Richterin"), j[0].f("titel"), "Richter",
            j[1].f("titel"), "Richterin " + j[2].f("titel")),
        "1. Die Klage wird abgewiesen.\n2. Die Kosten trägt %s.\n3. Das Urteil ist vorläufig vollstreckbar." % (
            "die Klägerin" if k.sex == "w" else "der Kläger"),
        "Tatbestand", "Die Parteien streiten um Schadensersatz. Die Zeugin %s bekundete, sie habe am %s beobachtet, wie %s "
                      "das Haus verließ. %s" % (
            c.P(sex="w").n(), c.d("vorfall"), c.o(b.h(), b.h()), fill(c)), "Die Akte %s (StA %s) wurde beigezogen. %s." % (c.az("js"),
            c.ort(), noise(c, 2)))
    return s + "\n\n" + "        ".join(x.f("unterschrift") for x in j)


@doc(1985, 2025)
def staverfuegung(c):
    b, z = c.P(age=(15, 70)), c.P()
    s = "Staatsanwaltschaft %s\n%s %s\n\n%s\n\n" % (c.ort(), c.o("Geschäftsnummer:", "Az.:", ""), c.az("js"), c.o("Anklageschrift",
        "Verfügung", "Strafbefehlsantrag"))
    s += para(c, "%s, %s, %s in %s, %s, %s" % (c.o(b.k, b.n)(), b.gb(), c.o("ledig", "verheiratet"), c.ort(), "wohnhaft " + b.a(),
        c.o("Deutscher", "Staatsangehörigkeit ungeklärt")),
             "wird angeklagt, in %s am %s fremde bewegliche Sachen weggenommen zu haben. %s" % (c.ort(), c.d("tat"), noise(c, 1)),
             "Beweismittel:\n1. Zeugin %s, %s\n2. POK %s, PI %s\n3. Beiakte %s" % (z.n(), z.a(), clerk(c).f("titel"), c.ort(),
                 c.az("js", "straf")),
             "Vorstrafen: durch Urteil des AG %s vom %s (%s). %s" % (c.ort(), c.d("urteil", 2000), c.az("straf"), fill(c, 1)))
    return s + "\n\n" + c.o("Staatsanwältin\n", "Oberstaatsanwalt\n", "") + clerk(c).f("unterschrift")


@doc(1987, 2025)
def strafanzeige(c):
    g, b, k = c.P(), c.P(age=(15, 60)), clerk(c)
    lab = c.o("Geschädigte/r", "Anzeigende/r")
    s = "Polizeiinspektion %s\nVorgangsnummer %s\n\nStrafanzeige - %s\n\n" % (
        c.ort(), c.minus("steuer-id", "vorgang", "%d0%s" % (c.y, ids.dig(c.r, 6)) + "-1"), c.o("Diebstahl", "Sachbeschädigung",
            "Körperverletzung", "Betrug"))
    for p, l in ((g, lab), (b, "Beschuldigte/r")):
        x = [("Name", c.o(p.k, p.u)()), ("Geb.-Dat./-Ort", p.g(where="formular") + " / " + c.o(*VILLAGES)[1]), ("Wohnung", p.a()),
            ("Erreichbarkeit", p.t())]
        if c.yes(.5):
            x.append(("Ausweis-Nr.", p.pa() if c.yes(.7) else bad_pa(c) + " (Prüfziffer stimmt nicht)"))
        s += l + "\n" + form(c, x) + "\n\n"
    return s + para(c, "Tatzeit: %s, %s. %s erschien auf der Wache und gab an, %s habe %s mehrfach beleidigt. %s. %s" % (
        c.d("tatzeit", 20), c.zeit(), g.h(), b.h(), "sie" if g.sex == "w" else "ihn", noise(c, 1), fill(c, 1))) + "\n\n%s, %s" % (
            k.f("unterschrift"), c.o("PHK", "POM", "KOK'in"))


@doc(1986, 2025)
def unfall(c):
    a, b, z, k = c.P(), c.P(), c.P(), clerk(c)
    s = c.o("Verkehrsunfallanzeige", "VU-Bericht", "Unfallmitteilung") + "\nPSt %s   Tgb.-Nr. %s\nUnfallort: %s   Zeit: %s, %s\n\n" % (
        c.ort(), c.minus("gericht", "tgb", "%d/%02d" % (c.r.randint(100, 9999), c.y % 100)), c.nearname("strasse"), c.d("unfall", 30),
            c.zeit())
    rows = [[o, p.k(), p.g(None, "spalte"), p.a(), c.o("PKW", "Rad", "Krad", "LKW")] for o, p in (("01", a), ("02", b))]
    s += table(c, ["ON", "Beteiligte/r", "geb.", "Anschrift", "Fz"], rows) + "\n\n"
    s += para(c, "%s befuhr mit dem %s die Hauptfahrbahn. %s kam aus der Einfahrt und übersah den Vorrang. Zeuge: %s, Tel. %s. %s. %s" % (
        "01 (" + a.f() + ")", c.nearname("maschine"), b.h(), z.n(), z.t(), c.near("ausweis"), fill(c, 1)))
    return s + "\n\nVersicherung: %s\nAufgenommen: %s" % (noise(c, 1), k.i())


@doc(1985, 2025)
def vernehmung(c):
    z, b, k = c.P(), c.P(), clerk(c)
    ki = c.P(age=(4, 17), like=b)
    s = c.o("Zeugenvernehmung", "Vernehmungsniederschrift", "Beschuldigtenvernehmung") + "\nDienststelle: %s\nZum Vorgang: %s\n\n" % (
        c.ort(), c.o(c.az("js"), c.geschz()))
    s += form(c, [("Zur Person", z.n()), ("geb.", z.g(where="formular")), ("Beruf", c.o(*JOBS)), ("wohnhaft", z.a()),
        ("Tel.", z.t())]) + "\n\nZur Sache:\n"
    s += para(c, "Ich kenne %s seit der Schulzeit. Am %s kam %s mit %s zu mir in die Wohnung. %s hatte getrunken. Ich habe "
                 "dann bei %s angerufen, aber da ging keiner ran." % (
        b.h("d"), c.d("vorfall", 90), b.er(), ki.first(), b.er(True), c.P(like=b).h("d")),
        "Frage: Wann haben Sie %s zuletzt gesehen?\nAntwort: Das war %s, kurz nach %s. %s hat noch gewunken." % (ki.first(),
            c.o("an einem Freitag", "im Mai"), c.zeit(), ki.first()),
        "Frage: Sagt Ihnen der Name %s etwas?\nAntwort: Nein. %s" % (c.P().n(), noise(c, 1)))
    return s + "\n\nselbst gelesen, genehmigt und unterschrieben\n\n%s          %s" % (z.n(), k.f("unterschrift"))


@doc(1996, 2025)
def bussgeld(c):
    p, k = c.P(), clerk(c)
    s = head(c, k) + "\n" + to(c, p) + "\nBußgeldbescheid\n\n" + dear(c, p) + "\n\n"
    s += para(c, "Ihnen wird zur Last gelegt, am %s um %s in %s, %s, als Führer des PKW die zulässige Höchstgeschwindigkeit "
                 "überschritten zu haben." % (
        c.d("tat", 90), c.zeit(), c.ort(), c.nearname("strasse", "ort")), "Personalien: %s, %s. Zeuge: %s, Messgerät %s." % (
        p.k(), p.gb(), clerk(c).f("titel"), c.near("krankenversicherung")), "Zahlung unter Angabe des Kassenzeichens. %s. %s" % (
            noise(c, 2), fill(c, 1)))
    return s + sign(c, k)


@doc(1992, 2025)
def betreuung(c):
    p, b, j = c.P(age=(20, 95)), c.P(), clerk(c)
    s = "Amtsgericht %s\n- Betreuungsgericht -\n%s\n\nBeschluss\n\n" % (c.ort(), c.plus("gericht", "betreuung", "%d XVII %s %d/%02d" % (
        c.r.randint(2, 90), p.family[0], c.r.randint(10, 900), c.y % 100) if c.yes(.3) else "%d XVII %d/%02d" % (c.r.randint(2, 90),
            c.r.randint(10, 900), c.y % 100)))
    s += para(c, "In dem Betreuungsverfahren für %s, %s, wohnhaft %s," % (p.n(), p.gb(), p.a()),
        "- Betroffene%s -" % ("" if p.sex == "w" else "r"),
              "wird %s, %s, Tel. %s, zum Betreuer mit dem Aufgabenkreis Vermögenssorge bestellt. %s" % (b.n(), b.a(), b.t(), fill(c, 1)),
              "Gründe: %s leidet an einer %s. Die Anhörung fand am %s statt. %s. Das Verfahren %s ist erledigt." % (
                  p.h(), c.nearname("krankheit"), c.d("anhoerung", 60), noise(c, 1), c.az("zivil-c", "familie", "betreuung")))
    return s + "\n\n%s\nRichter%s am Amtsgericht" % (j.n(), "in" if j.sex == "w" else "")


@doc(2000, 2025)
def vollstreckung(c):
    g, s2 = c.firm(), c.P()
    x = c.az("zv")
    s = "Amtsgericht %s - Vollstreckungsgericht -\nGeschäftsnummer: %s\n\nPfändungs- und Überweisungsbeschluss\n\n" % (c.ort(), x)
    s += form(c, [("Gläubiger", g), ("Schuldner/in", s2.n()), ("geb. am", s2.g(where="formular")), ("wohnhaft", s2.a()),
        ("Drittschuldner", c.o("Sparkasse", "Volksbank eG")),
                  ("Konto", s2.ib() if c.y > 2010 else "1200345"), ("Forderung", c.eur()), ("Bemerkung", noise(c, 2))]) + "\n\n"
    return s + para(c, fill(c, 1) + " Obergerichtsvollzieher %s, Büro: %s, Tel. %s, hat am %s zugestellt." % (
        clerk(c).f("titel"), c.P().a(), c.phone(), c.d("zustellung", 30))) + "\n\n%s\nRechtspfleger" % clerk(c).f("unterschrift")


@doc(1990, 2025)
def aktenliste(c):
    rows = []
    for i in range(c.r.randint(6, 14)):
        p = c.P()
        x = c.r.random()
        t = p.k() + (", " + c.o("*", "geb. ") + p.g(None, "liste") if x < .5 else "")
        if x > .86:
            t = c.nearname()
        rows.append([str(1000 + i), c.az() if c.yes(.7) else c.near("gericht"), t, "%d-%d" % (c.y - 12, c.y - 10)])
    return c.o("Abgabeliste", "Aussonderungsverzeichnis", "Verzeichnis der Strafakten") + "\nAbgebende Stelle: %s\n\n" % c.court(
        ) + table(
        c, ["Lfd.Nr.", "Aktenzeichen", "Betreff", "Laufzeit"], rows, page=c.o(0, 5, 8)) + "\n\nübergeben: %s   übernommen: %s" % (
        clerk(c).f("unterschrift"), clerk(c).f("unterschrift"))
