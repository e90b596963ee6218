"""Papers of schools, personnel offices, aliens offices, youth offices."""
from .core import wrap, table, form
from .parts import doc, head, to, dear, sign, para, pick, fill, noise, clerk, amt
from .places import LANDS, VILLAGES, JOBS, KASSEN
from . import ids

FACH = "Deutsch Mathematik Englisch Geschichte Erdkunde Biologie Physik Chemie Kunst Musik Sport Religion".split()


def relig(c):
    return c.o("ev.", "kath.", "o. B.", "isl.")


@doc(1985, 2025)
def anhoerung(c):
    p, n = c.P(), c.P()
    s = head(c) + "\n" + to(c, p) + "\nAnhörung gemäß § 28 VwVfG\n\n" + dear(c, p) + "\n\n"
    return s + para(c, "mir liegt eine Beschwerde von %s, %s, vor. Danach sollen Sie seit %s %s. %s" % (
        n.hn("d"), n.a(), c.d("beginn"), c.o("den Gehweg nicht gereinigt haben", "Bauschutt abgelagert haben",
            "ohne Erlaubnis Hühner halten"), fill(c, 1)),
        "Sie können sich bis zum %s äußern. %s." % (c.d("frist", 1, 60), noise(c, 2))) + sign(c)


@doc(1992, 2025)
def asylanhoerung(c):
    p = c.P(age=(18, 60), origin=c.o("ar", "ar", "tr", "ru", "yu"))
    d, e = c.P(), clerk(c)
    b = c.P(like=p, sex="w", age=(30, 60))
    s = "Bundesamt für %s\nAußenstelle %s\nGz.: %s\n\nNiederschrift über die Anhörung gemäß § 25 AsylVfG\n\n" % (
        "die Anerkennung ausländischer Flüchtlinge" if c.y < 2005 else "Migration und Flüchtlinge", c.ort(), c.minus(
            "steuer-id", "gz", "%d-%d" % (c.r.randint(1000000, 8999999), c.r.randint(100, 499))))
    s += para(c, "Es erscheint %s, %s, Staatsangehörigkeit: %s. Als Sprachmittler ist %s anwesend." % (p.n(), p.gb(), c.o(*LANDS), d.n()),
             "F: Nennen Sie bitte Ihre letzte Anschrift.\nA: Wir haben auf dem Dorf gelebt, eine Straße gab es nicht.",
             "F: Leben noch Verwandte im Heimatland?\nA: Mein Bruder %s und meine Tante %s. Mein Vater hieß %s, er ist am %s gestorben." % (
                 c.P(sex="m", like=p).first(), b.n(), c.P(sex="m", like=p, age=(60, 80)).first(), c.d("tod", 4000)),
             "F: Sind Sie in Deutschland untergebracht?\nA: Ja, %s. Meine Nummer ist %s." % (p.a(), p.t()),
             "%s Das Verfahren beim VG %s läuft unter %s." % (noise(c, 1) + ".", c.ort(), c.az("vg")))
    return s + "\n\n%s\nEinzelentscheider%s" % (e.f("unterschrift"), "in" if e.sex == "w" else "")


@doc(1988, 2025)
def auslaenderakte(c):
    p = c.P(origin=c.o("tr", "pl", "ar", "vn", "yu", "ru", "es"))
    q = c.P(like=p, sex="w" if p.sex == "m" else "m")
    kids = [c.P(like=p, age=(1, 17)) for _ in range(c.r.randint(1, 3))]
    x = [("Familienname", p.f("formular")), ("Vorname", p.v("formular")), ("geboren am / in", p.g(where="formular") + " / " +
        c.o(*LANDS)),
         ("Staatsangehörigkeit", c.o(*LANDS)), ("Anschrift", p.a()), ("eingereist am", c.d("einreise", 6000)), ("Ehegatte",
             q.n() + ", " + q.g(where="formular"))]
    for i, k in enumerate(kids):
        x.append(("%d. Kind" % (i + 1), k.first() + ", " + c.o("geb. ", "", "*") + k.g(where="formular")))
    x += [("Arbeitgeber", c.firm()), ("AE befristet bis", c.d("frist", 1, 900))]
    if c.yes(.5):
        x.append(("Rentenvers.-Nr.", p.rv()))
    return amt(c) + "\n" + c.o("Antrag auf Erteilung einer Aufenthaltserlaubnis", "Datenblatt Ausländerakte",
        "Antrag auf Verlängerung der Aufenthaltserlaubnis") + \
        "\n\n" + form(c, x) + "\n\n" + noise(c, 3, "\n") + "\n\n%s, %s   %s" % (c.ort(), c.heute(), p.n())


@doc(1985, 2025)
def personalbogen(c):
    p = c.P(age=(18, 62))
    k = c.P(like=p, age=(0, 20))
    x = [("Name", p.f("formular")), ("Vorname", p.v("formular")), ("Geburtstag", p.g(where="formular")), ("Geburtsort",
        c.o(*VILLAGES)[1]), ("Konfession", relig(c)),
         ("Wohnung", p.a()), ("Fernsprecher" if c.y < 1995 else "Telefon", p.t()), ("Diensteintritt", c.d("eintritt", 9000)),
             ("Kinder", k.first() + ", " + k.g(where="formular")),
         ("RV-Nummer", p.rv()), ("Im Notfall zu benachrichtigen", c.P(like=p).n() + ", " + c.phone())]
    if c.y > 2009:
        x += [("Steuerliche IdNr.", p.st()), ("IBAN", p.ib()), ("Krankenversicherung", c.o(*KASSEN) + ", " + p.kv())]
    return c.o("Personalbogen", "Personalfragebogen", "Stammblatt") + "\n" + amt(c) + "\n\n" + form(c, x) + "\n\n" + noise(c, 2,
        "\n") + "\nAufgestellt: " + clerk(c).i()


@doc(1985, 2025)
def arbeitszeugnis(c):
    p, k = c.P(age=(20, 64)), clerk(c)
    s = c.o(amt(c), c.firm()) + "\n" + c.amtadr() + "\n\n" + c.o("Zeugnis", "Z w i s c h e n z e u g n i s", "Dienstzeugnis") + "\n\n"
    s += para(c, "%s, %s, war vom %s bis zum %s als %s bei uns beschäftigt. Zu den Aufgaben gehörte der Schriftverkehr mit %s." % (
        p.hn(), p.gb(), c.d("zeitraum", 5000), c.d("zeitraum", 300), c.o(*JOBS), c.firm()),
        "%s hat die übertragenen Arbeiten stets zu unserer vollen Zufriedenheit erledigt. %s. Das Verhalten gegenüber "
        "Vorgesetzten und Kollegen war einwandfrei." % (
            p.h(), noise(c, 2)), "Wir danken %s und wünschen alles Gute." % p.h("d"))
    return s + "\n\n%s, %s\n\n%s\n%s" % (c.ort(), c.heute(), k.n(), c.o("Personalleitung", "Amtsleiter", "Prokurist"))


@doc(1985, 2025)
def schulzeugnis(c):
    p, a, b = c.P(age=(9, 19)), clerk(c), clerk(c)
    s = c.nearname("schule") + "\nZeugnis   Schuljahr %d/%02d   Klasse %d%s\n\n" % (c.y - 1, c.y % 100, c.r.randint(5, 10), c.o(*"abc"))
    s += c.o("%s, %s" % (p.n(), p.gb()), "Vor- und Zuname: %s\nGeburtsdatum: %s" % (p.n(), p.g(where="formular"))) + "\n\n"
    s += "\n".join("%-14s %s" % (f, c.o("gut", "befriedigend", "ausreichend", "sehr gut")) for f in c.r.sample(FACH, 7)) + "\n\n"
    s += wrap(c, "Bemerkungen: %s nahm an der AG Chor teil. %s." % (p.first(), noise(c, 2)))
    return s + "\n\n%s, %s\n\n%s            %s\nSchulleiter/in      Klassenlehrer/in" % (c.ort(), c.heute(), a.f("unterschrift"), b.n())


@doc(1985, 2025)
def schuelerliste(c):
    rows = []
    split = c.yes(.5)
    for i in range(c.r.randint(6, 18)):
        p = c.P(age=(6, 18))
        rows.append([str(i + 1)] + ([p.f("spalte"), p.v("spalte")] if split else [p.k()]) + [p.g("%d.%m.%Y" if c.yes(.7) else None,
            "spalte"), p.a(place=c.yes(.8)) if c.yes(
            .6) else c.o("s. Heim", "unbekannt"), p.t() if c.yes(.5) else "", relig(c)])
    hd = ["Nr."] + (["Name", "Vorname"] if split else ["Name, Vorname"]) + [c.o("geb.", "Geburtsdatum", "Geb.-Tag", "geb. am"),
        "Anschrift", "Telefon", "Rel."]
    return "%s\nKlassenliste %d%s - Klassenlehrer: %s\n\n" % (c.nearname("schule"), c.r.randint(1, 10), c.o(*"abcd"),
        clerk(c).h()) + table(
        c, hd, rows, page=c.o(0, 0, 8, 10)) + "\n\n" + noise(c, 3, "\n")


@doc(1990, 2025)
def bewerbung(c):
    p, k = c.P(age=(17, 58)), clerk(c)
    s = p.n() + "\n" + p.a("\n") + "\nTel.: " + p.t() + ("\n" + p.m() if c.y > 1999 else "") + "\n\n" + amt(c) + "\n" + c.o("z. Hd. " +
        k.hn("d"), "Personalabteilung") + \
        "\n" + c.amtadr("\n") + "\n\n" + c.heute() + "\n\nBewerbung als %s\n\n" % c.o("Sachbearbeiter/in", "Hausmeister", "Erzieher/in",
            "Schulsekretärin", "Auszubildender") + dear(c, k) + "\n\n"
    s += para(c, "mit großem Interesse habe ich Ihre Anzeige vom %s gelesen. Derzeit bin ich bei der Firma %s tätig. %s." % (
        c.d("anzeige", 40), c.firm(), noise(c, 1)))
    v, m = c.P(like=p, sex="m", age=(50, 80)), c.P(like=p, sex="w", age=(50, 80))
    return s + "\n\nMit freundlichen Grüßen\n" + p.n() + "\n\nL e b e n s l a u f\n\n" + form(c, [
        ("Name", p.n()), ("Geburtsdatum", p.g(where="formular")), ("Geburtsort", c.o(*VILLAGES)[1]),
            ("Eltern", "%s, %s, geb. %s" % (v.n(), m.n(), m.gn())),
        ("Schulbesuch", c.nearname("schule")), ("Prüfung", c.d("pruefung", 4000)), ("Referenzen", clerk(c).n() + ", " + c.phone())])


@doc(1985, 2025)
def sozialbericht(c):
    k, m, v = c.P(age=(3, 17)), None, None
    m, v, sb = c.P(like=k, sex="w", age=(25, 48)), c.P(sex="m", age=(25, 55)), clerk(c)
    g = c.P(like=k, age=(1, 17))
    s = "Jugendamt %s - Allgemeiner Sozialer Dienst\n%s\n\nBericht%s betr. %s, %s\n\n" % (c.ort(), c.geschz(),
        c.o("", " gem. § 50 SGB VIII"), c.o(k.n, k.k)(), k.gb())
    s += para(c, "Personalien: Mutter %s (%s), wohnhaft %s; Vater %s, %s; Geschwister %s, %s." % (m.n(), m.gb(), m.a(), v.n(), v.gb(),
        g.first(), g.gb()),
             "Beim Hausbesuch am %s wirkte %s zurückgezogen. %s berichtet, %s schlafe schlecht und wolle nicht zum Vater. %s. %s" % (
                 c.d("hausbesuch", 60), k.first(), m.h(), k.first(), noise(c, 1), fill(c, 1)),
             "Die Lehrerin, %s (%s), beschreibt %s als freundlich. %s ist telefonisch unter %s erreichbar. Beim "
             "Familiengericht ist das Verfahren %s anhängig." % (
                 c.P(sex="w", age=(25, 60)).h(), c.nearname("schule"), k.first(), v.h(), v.t(), c.az("familie")),
             "%s besucht seit %s die Gruppe, %s hat %s am %s abgeholt." % (g.first(), c.d("beginn", 800), m.h(), g.first(),
                 c.d("abholung", 50)))
    return s + sign(c, sb)


@doc(1985, 2025)
def gutachten(c):
    p, a = c.P(age=(18, 70)), clerk(c)
    son = c.P(sex="m", like=p, age=(4, 17))
    s = "Dr. med. %s\nFacharzt für Psychiatrie\n%s\n\nAn das %s\nzu %s\n\n" % (a.n(False), a.a(), *c.courtaz())
    s += "Psychiatrisches Gutachten über %s, %s\n\n" % (p.hn("d") if p.sex == "m" else p.hn(), p.gb())
    s += para(c, "%s wurde am %s untersucht. Grundlage sind die Akten und ein Gespräch mit der Schwester, %s." % (p.h(),
        c.d("untersuchung", 90), c.P(like=p, sex="w").hn()),
             c.o("Biographie: als zweites Kind in %s geboren. " % c.o(*VILLAGES)[1],
                 "Biographie: %s wurde am %s als zweites Kind in %s geboren. " % (p.er(True), p.g(), c.o(*VILLAGES)[1])) +
             "Der Vater %s sei streng gewesen. Die Ehe mit %s wurde am %s geschieden. Der Sohn %s (%s) lebe bei der Mutter." % (
                 c.P(sex="m", like=p, age=(60, 88)).first(), c.P().n(), c.d("scheidung", 4000), son.first(), son.gb()),
             "Befund: bewusstseinsklar, kein Hinweis auf %s. %s %s" % (c.nearname("krankheit"), noise(c, 2) + ".", fill(c, 1)))
    return s + "\n\n" + c.heute() + "\n" + c.o(a.f("unterschrift"), "Dr. " + a.f("unterschrift"))


@doc(1985, 2025)
def haftbogen(c):
    p = c.P(age=(18, 60), sex="m")
    x = [("Buch-Nr.", c.near("gericht")), ("Name", p.u()), ("geb.", p.g(where="formular")), ("Aktenzeichen", c.az("js")),
        ("Zugang", c.d("zugang", 60)), ("Strafende", c.d("strafende", 1, 900)),
         ("letzte Anschrift", p.a()), ("Angehörige", c.P(like=p, sex="w").n() + ", " + c.phone()), ("SV-Nr.", p.rv())]
    if c.yes(.5):
        x.append(("Personalausweis", p.pa()))
    t = "\n".join("%s  %s" % (c.d("eintrag", 60), y) for y in (
        wrap(c, "Gespräch mit %s (Sozialdienst), %s wirkt angepasst." % (clerk(c).h("d"), p.f())), "Besuch: " + c.P(like=p,
            sex="w").n() + ", " + c.near("ausweis")))
    return "JVA %s\nGefangenenpersonalbogen\n\n" % c.ort() + form(c, x) + "\n\n" + t + "\n" + noise(c, 1)


@doc(2009, 2025)
def csvexport(c):
    n = c.r.randint(6, 14)
    kinds = c.r.sample(["iban", "st", "rv", "kv", "pa"], 3)
    heads = ["ID", "NACHNAME", "VORNAME", "GEBDAT"] + [{"iban": "IBAN", "st": "STEUERID", "rv": "RVNR", "kv": "KVNR",
        "pa": "AUSWEISNR"}[k] for k in kinds] + ["ERFASST"]
    rows = []
    named = c.yes(.5)
    if not named:
        heads[1:4] = ["PERSNR"]
    for i in range(n):
        p = c.P()
        v = [{"iban": p.ib, "st": p.st, "rv": p.rv, "kv": p.kv, "pa": p.pa}[k]() for k in kinds]
        if c.yes(.4):
            j = c.r.randrange(3)
            b = {"iban": ("iban", ids.iban_bad(c.r)), "st": ("steuer-id", ids.steuer(c.r, True)), "rv": ("rentenversicherung", ids.rv(
                c.r, p.dob, p.family, p.sex, c.o("ziffer", "tag"))), "kv": ("krankenversicherung", ids.kv(c.r, True)), "pa": ("ausweis",
                    ids.ausweis_bad(c.r, c.y - 2))}[kinds[j]]
            v[j] = c.minus(b[0], "pruefziffer", b[1])
        rows.append([str(3000 + i)] + ([p.f("spalte"), p.v("spalte"), p.g(c.o("iso", "%d.%m.%Y"), "spalte")] if named else [ids.dig(c.r,
            6)]) + v + [c.d("erfasst", 900)])
    return c.o("", "# Export %s\n" % c.day.isoformat(), "Datenbankauszug, Fachverfahren LOGA\n") + table(c, heads, rows,
        c.o("semi", "semi", "tab", "pipe"))


@doc(2009, 2025)
def rueckmeldung(c):
    """Running text with many numbers of few persons."""
    ps = [c.P() for _ in range(3)]
    s = head(c) + "\n" + c.o("Abgleich der Stammdaten", "Unstimmige Meldedaten", "Rückfrage zu Ihren Meldungen") + "\n\n"
    x = ["zu %s, %s, fehlt uns noch der Nachweis. Gemeldet wurde %s; %s. Ferner %s." % (p.h("d"), p.gb(), p.idv(), p.idv(),
        noise(c, 1)) for p in ps]
    return s + para(c, *(["Sehr geehrte Damen und Herren,"] + x + [fill(c, 1) + " " + noise(c, 2) + "."])) + sign(c)
