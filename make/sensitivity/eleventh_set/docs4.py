"""Letters, mails, minutes and other papers."""
from .core import wrap, table, form
from .parts import doc, head, to, dear, sign, para, pick, fill, noise, clerk, amt
from .places import VILLAGES, JOBS
from . import ids


@doc(1999, 2025)
def mailthread(c):
    a, b = clerk(c), c.P()
    ma, mb = a.m(True), b.m()
    def hd(x, mx, y, my, re):
        f = c.o(lambda: "%s <%s>" % (x.n(False), mx), lambda: "%s [mailto:%s]" % (x.k(), mx), lambda: "\"%s\" <%s>" % (x.n(False), mx))()
        return c.o("Von: ", "From: ") + f + "\n" + c.o("Gesendet: ", "Datum: ") + c.heute() + " %02d:%02d\nAn: %s\nBetreff: %s" % (
            c.r.randint(7, 20), c.r.randint(0, 59), c.o(y.n(False), my), re)
    t = c.o("Kita-Platz", "Grabpflege", "Ihr Antrag", "Lärm Spielplatz", "Anmeldung VHS", "Unterlagen")
    s = hd(a, ma, b, mb, "AW: " + t) + "\n"
    if c.yes(.5):
        s += "Message-ID: <%s>\n" % c.minus("e-mail", "message-id", "%d.%s@mail%d.local" % (c.r.randint(10000, 99999), ids.dig(c.r, 6),
            c.r.randint(1, 9)))
    s += "\n" + dear(c, b) + "\n\n" + para(c, "danke für Ihre Nachricht. Zuständig ist %s (%s). %s. %s" % (clerk(c).h(), c.amtphone(),
        noise(c, 2), fill(c, 1))) + \
        "\n\nMit freundlichen Grüßen\n" + a.n() + "\n" + amt(c) + "\n" + c.o("Tel. " + c.amtphone(),
            c.amtadr()) + "\n\n-----Ursprüngliche Nachricht-----\n"
    q = hd(b, mb, a, ma, t) + "\n\n" + para(c, "Hallo %s,\nmeine Tochter %s (%s) soll ab %s angemeldet werden. Meine Daten: "
                                        "%s, %s, mobil %s.%s Viele Grüße" % (
        a.h(), c.P(like=b, sex="w", age=(2, 15)).first(), "geb. " + c.P(like=b, age=(2, 15)).g(), c.d("beginn", 1, 100), b.n(), b.a(),
            b.t(),
        " " + b.idv() + "." if c.y > 2008 else "")) + "\n" + c.o(b.first(), b.n(), b.i())
    return s + ("\n".join("> " + x for x in q.split("\n")) if c.yes(.4) else q)


@doc(1985, 2025)
def telefonnotiz(c):
    p, k, q = c.P(), clerk(c), c.P()
    lines = ["Anruf von: " + c.o(p.n(), p.h(), p.f()), "Tel.: " + p.t(), "am %s, %s" % (c.heute(), c.zeit()), "Betr.: " +
        c.o(q.k() + ", " + q.gb(), q.hn()),
             "bittet um Rückruf wg. " + c.o("Räumung", "Kindergeld", "Bescheid", "Termin") + ", " + noise(c, 1), c.o("", "Konto neu: " +
                 p.ib() if c.y > 2012 else ""),
             c.o("Az. beim Gericht: " + c.az(), noise(c, 1)), "aufgen. " + k.f("handzeichen")]
    return c.o("TELEFONNOTIZ", "Gesprächsnotiz", "Telefonvermerk") + "\n" + "\n".join(x for x in lines if x)


@doc(2002, 2025)
def sms(c):
    a, b, d = c.P(age=(14, 60)), c.P(age=(14, 60)), c.P()
    n1, n2 = a.t(), b.t()
    t = ["hi bist du schon bei %s?" % d.first(), "nee erst ab %s, ruf mich an %s" % (c.zeit(), c.phone(form="mobil")),
        "mama sagt %s kommt auch mit" % c.P().first(),
         "ok adresse is %s" % d.a(), "bring das geld mit sonst sag ich %s bescheid" % c.P().n(),
             "kannst auch überweisen %s" % b.ib() if c.y > 2013 else "hab kein geld mehr",
         "treffen an der %s" % c.minus("name", "strasse", c.o("Friedrich-Ebert-Straße", "Konrad-Adenauer-Allee",
             "Ernst-August-Galerie")), noise(c, 1)]
    s = "Anlage zum Auswertebericht - Chatverlauf%s\nGerät 1: %s (%s)\nGerät 2: %s (%s)\nVerfahren %s\n\n" % (c.o("", " (SMS)"), n1,
        a.n(), n2, b.n(), c.az("js"))
    return s + "\n".join("%s %02d:%02d %s: %s" % (c.d("nachricht", 20), c.r.randint(6, 23), c.r.randint(0, 59), c.o(a, b).first(),
        x) for x in c.r.sample(t, 6))


@doc(1985, 2025)
def ratsprotokoll(c):
    ps = [clerk(c) for _ in range(c.r.randint(4, 9))]
    v = ps[0]
    f = c.o(lambda p: p.n(), lambda p: p.k(), lambda p: c.o("Ratsherr ", "Beigeordneter ", "RH ", "Ratsmitglied ") + p.f())
    s = "Niederschrift über die Sitzung des %s am %s\nOrt: %s\nBeginn: %s\n\nAnwesend: %s (Vorsitz)%s%s\nEntschuldigt: %s\n\n" % (
        c.o("Rates der Gemeinde", "Ortsrates", "Bauausschusses", "Jugendhilfeausschusses"), c.heute(), c.nearname("einrichtung",
            "schule"), c.zeit(), v.n(),
        c.o(", ", "\n- "), c.o(", ", "; ", "\n- ").join(f(p) for p in ps[1:]), c.P().h())
    s += para(c, "TOP 1: Genehmigung der Niederschrift vom %s. Einstimmig." % c.d("sitzung", 90),
             "TOP 2: %s. %s fragt nach den Kosten. %s erläutert, %s habe ein Angebot über %s abgegeben. %s" % (
                 c.nearname(), ps[1].h(), v.h(), c.firm(), c.eur(), fill(c, 1)),
             "TOP 3: Ehrungen. %s (%s) wird zum 80. Geburtstag gratuliert. %s. %s bedankt sich bei %s." % (c.P().hn("d"),
                 "*" + c.P(age=(79, 80)).g(), noise(c, 2), ps[2].h(), v.h("d")))
    return s + "\n\n%s          %s\nVorsitz          Protokoll" % (v.f("unterschrift"), clerk(c).n())


@doc(1988, 2025)
def teilnehmer(c):
    rows = []
    for i in range(c.r.randint(6, 15)):
        p = c.P()
        rows.append([str(i + 1), c.o(p.k, p.n)(), c.o(amt(c), c.firm(), c.ort()), p.t() if c.yes(.5) else "",
            p.m() if c.y > 2000 and c.yes(.6) else "", c.o("ja", "nein", "vegetarisch")])
    return c.o("Teilnehmerliste", "Anwesenheitsliste", "Liste der Teilnehmer") + " - " + c.o("Erste-Hilfe-Lehrgang",
        "Seminar Vergaberecht", "Workshop Digitalisierung", "Gesundheitstag") + \
        "\n" + c.heute() + ", " + c.nearname("einrichtung", "ort") + "\n\n" + table(c, ["Nr.", "Name", "Dienststelle", "Telefon",
            "E-Mail" if c.y > 2000 else "FAX", "Essen"], rows, page=c.o(0, 0, 7)) + \
        "\n\nLeitung: " + clerk(c).n() + "\n" + noise(c, 2, "\n")


@doc(1988, 2025)
def vollmacht(c):
    p, q = c.P(), c.P()
    s = c.o("Vollmacht", "V o l l m a c h t", "Vorsorgevollmacht") + "\n\n"
    s += para(c, "Ich, %s, %s, wohnhaft %s, %s, bevollmächtige hiermit %s, %s, %s, mich in allen Angelegenheiten gegenüber %s "
                 "zu vertreten." % (
        p.n(), p.gb(), p.a(), c.o("ausgewiesen durch Personalausweis Nr. " + p.pa(), "Personalausweis " + p.pa()), q.hn("d"), q.gb(),
            "wohnhaft " + q.a(), c.o("Behörden", c.firm())),
        "Die Vollmacht gilt ab %s. %s. %s" % (c.d("beginn", 1, 40), noise(c, 2), c.o("Sie gilt auch im Verfahren %s." % c.az(),
            fill(c, 1))))
    return s + "\n\n%s, %s\n\n%s\n(Unterschrift)" % (c.ort(), c.heute(), p.n())


@doc(1985, 2025)
def buergerbrief(c):
    p, q = c.P(), c.P()
    s = "%s\n%s\n%s\n\nAn\n%s\n%s\n\n%s\n\n" % (p.n(), p.a("\n"), c.o("Tel. " + p.t(), ""), amt(c), c.amtadr("\n"), c.heute())
    s += c.o("Betr.: Straßenlaterne vor unserem Haus", "Beschwerde", "Widerspruch gegen den Bescheid vom " + c.d("bescheid",
        60)) + "\n\n" + c.o("Sehr geehrte Damen und Herren,", dear(c, q)) + "\n\n"
    s += para(c, "schon am %s habe ich mit %s aus Ihrem Hause gesprochen und bis heute ist nichts passiert. Mein Nachbar, %s, "
                 "kann das bestätigen. %s" % (
        c.d("gespraech", 90), c.P().h("d"), c.o(c.P(sex="m").hn(), c.P(sex="m").n()), fill(c, 1)),
        "Ich bin am %s geboren, Rentner%s und kann so nicht leben. Die Fa. %s wollte schon zu %s kommen. %s." % (
            p.g(), "in" if p.sex == "w" else "", c.minus("name", "firma", c.o("Krause", "Meier", "Thiele", "Lüders")), c.o("Ostern",
                "Pfingsten", c.minus("name", "tag", "Martini")), noise(c, 2)))
    return s + "\n\n" + c.o("Hochachtungsvoll", "Mit freundlichen Grüßen", "Gruß") + "\n" + c.o(p.n(), p.i(), p.f("unterschrift"))


@doc(1988, 2025)
def mietvertrag(c):
    v, m = c.P(age=(35, 85)), c.P()
    n = c.P(like=m)
    s = "Mietvertrag\n\nzwischen\n%s, %s (Vermieter)\nund\n%s, %s, und %s, %s, derzeit %s (Mieter)\n\n" % (v.n(), v.a(), m.n(), m.gb(),
        n.n(), n.gb(), m.a())
    s += "\n".join(wrap(c, x) for x in (
        "§ 1 Vermietet wird die Wohnung %s, 2. OG links, Schlüssel %s." % (c.P().a(), c.near("ausweis")),
            "§ 2 Das Mietverhältnis beginnt am %s." % c.d("beginn", 1, 60),
        "§ 3 Die Miete beträgt %s, zahlbar auf %s." % (c.eur(900), "IBAN " + v.ib() if c.y > 2011 else "das bekannte Konto"),
        "§ 4 Hausmeister: %s, Tel. %s. %s." % (c.P(sex="m").h(), c.phone(), noise(c, 2)), "§ 5 " + fill(c, 1)))
    return s + "\n\n%s, den %s\n\n%s          %s" % (c.ort(), c.heute(), v.f("unterschrift"), c.o(m.n(), m.f("unterschrift")))


@doc(1987, 2025)
def gewerbe(c):
    p = c.P(age=(20, 65))
    x = [("1 Firma", c.firm()), ("3 Name", p.f("formular")), ("4 Vornamen", p.v("formular")), ("6 Geburtsdatum", p.g(where="formular")),
        ("7 Geburtsort", c.o(*VILLAGES)[1]),
         ("9 Anschrift der Wohnung", p.a()), ("10 Telefon", p.t()), ("12 Betriebsstätte", c.amtadr()), ("15 Tätigkeit",
             c.o("Änderungsschneiderei", "Imbiss", "Trockenbau", "Handel mit Kfz-Teilen")),
         ("16 Beginn", c.d("beginn", 60))]
    if c.yes(.5):
        x.append(("17 Personalausweis", p.pa()))
    if c.y > 2000:
        x.append(("18 E-Mail", p.m()))
    return "Gewerbe-%s (GewA 1)\n%s\n\n" % (c.o("Anmeldung", "Abmeldung", "Ummeldung"), amt(c)) + form(c, x) + "\n\n" + noise(c, 3,
        "\n") + "\nBescheinigt: %s %s" % (c.heute(), clerk(c).f("handzeichen"))


@doc(1985, 2025)
def baugenehmigung(c):
    p, a, k = c.P(age=(25, 80)), clerk(c), clerk(c)
    s = head(c, k) + "\n" + to(c, p) + "\n" + c.o("Baugenehmigung", "Bauvorbescheid") + "\n\n" + form(c, [
        ("Bauherr", c.o(p.n, p.k)()), ("Entwurfsverfasser", "Dipl.-Ing. " + a.n(False) + ", " + a.a()), ("Grundstück",
            c.near("anschrift")), ("Vorhaben", c.o("Carport", "Einfamilienhaus", "Dachgaube"))]) + "\n\n"
    return s + para(c, "Aufgrund Ihres Antrages vom %s wird die Genehmigung erteilt. Nachbar %s hat am %s zugestimmt. %s. Der "
                       "Einspruch von %s ist erledigt. %s" % (
        c.d("antrag"), c.P(sex="m").f(), c.d("zustimmung"), noise(c, 2), c.P().hn("d"), fill(c, 1))) + sign(c, k)


@doc(1986, 2025)
def wahlhelfer(c):
    rows = []
    for i in range(c.r.randint(5, 12)):
        p = c.P(age=(18, 75))
        rows.append([c.o("Vorst.", "Beis.", "Schriftf.", "Stellv."), p.f("spalte"), p.v("spalte"),
            str(p.dob.year) if c.yes(.2) else p.g(None, "spalte"), p.a(place=c.yes(.8)), p.t() if c.yes(.6) else "-"])
    w = c.o("Landtagswahl", "Kommunalwahl", "Europawahl", "Bundestagswahl")
    return "%s %d - %s\nWahlbezirk %03d, %s\nWahltag: %s\n\n" % (w, c.y, c.o("Wahlvorstand", "Wahlvorschlag der Wählergemeinschaft"),
        c.r.randint(1, 90), c.nearname("schule", "einrichtung"), c.d("wahltag", 1, 60)) + table(
        c, ["Funktion", "Name", "Vorname", c.o("geb.", "Geburtsdatum"), "Wohnung", "Telefon"], rows, page=c.o(0, 6)) + "\n\n" + noise(c,
            2, "\n")


@doc(1985, 2025)
def einsatz(c):
    p = c.P()
    ms = [clerk(c) for _ in range(4)]
    s = "Freiwillige Feuerwehr %s\nEinsatzbericht Nr. %s\n\n" % (c.ort(), c.minus("gericht", "einsatznr", "%d/%02d" % (c.r.randint(1,
        300), c.y % 100)))
    s += form(c, [("Alarm", c.d("alarm", 20) + ", " + c.zeit()), ("Einsatzstelle", c.nearname("strasse", "ort")), ("Eigentümer",
        p.n() + ", " + p.a()), ("Anrufer", c.P().h() + ", Tel. " + c.phone()),
                  ("Einsatzleiter", c.o("BM ", "HBM ", "OLM ") + ms[0].f("titel"))]) + "\n\n"
    s += wrap(c, "Eingesetzt: %s. Fahrzeug: %s. %s. Verletzt wurde %s (%s), RTW ins Klinikum. %s" % (
        ", ".join(c.o("FM ", "OFM ", "") + x.f("titel") for x in ms[1:]), c.nearname("maschine"), noise(c, 2), c.P().n(), c.P().gb(),
            fill(c, 1)))
    return s + "\n\n" + ms[0].i()


@doc(1988, 2025)
def notarvertrag(c):
    n, a, b = clerk(c), c.P(), c.P()
    b2 = c.P(like=b)
    s = "UR-Nr. %s\n\nVerhandelt zu %s am %s\n\nVor mir, dem Notar Dr. %s\nerschienen:\n\n" % (
        c.minus("gericht", "urnr", "%d/%d" % (c.r.randint(10, 2000), c.y)), c.ort(), c.heute(), n.n(False))
    s += para(c, "1. %s, %s, wohnhaft %s, ausgewiesen durch %s," % (a.hn(), a.gb(), a.a(), "Personalausweis Nr. " + a.pa()),
             "2. %s und %s, geb. %s, %s bzw. %s, beide %s, %s." % (b.n(), b2.n(), b2.gn(), b.gb(), b2.gb(), b.a(),
                 c.o("persönlich bekannt", "Reisepass " + b.pa(True))),
             "Der Kaufpreis von %s ist zahlbar auf %s. Die Steuer-Identifikationsnummern lauten: %s. %s. %s" % (
                 c.eur(), "das Konto IBAN " + a.ib() if c.y > 2010 else "Notaranderkonto",
                     a.st() + " (Verkäufer)" if c.y > 2009 else "entfällt", noise(c, 2), fill(c, 1)))
    return s + "\n\n" + "\n".join(("gez. " if c.yes() else "") + x.n(False) for x in (a, b, b2)) + "\ngez. Dr. " + n.f(
        "unterschrift") + ", Notar"


@doc(1985, 2025)
def graeberliste(c):
    rows = []
    for i in range(c.r.randint(5, 12)):
        p = c.P(age=(50, 95))
        t = c.date(9000)
        rows.append(["%s-%d" % (c.o(*"ABC"), c.r.randint(1, 300)), c.o(p.k, p.n)(), p.g(None, "spalte"), c.minus("geburtsdatum", "tod",
            c.fmt(t)), c.P(like=p).n() if c.yes(.6) else "", str(t.year + 30)])
    return "Friedhofsverwaltung %s\n%s\n\n" % (c.ort(), c.o("Gräberverzeichnis", "Abgelaufene Nutzungsrechte")) + table(c,
        ["Grab", "Verstorbene/r", c.o("geb.", "*", "geboren"), c.o("gest.", "verst.", "Todestag"),
                "Nutzungsber.",
                "Ablauf"], rows,
                page=c.o(0,
                6)) + "\n\n" + noise(c, 2, "\n")


@doc(1995, 2025)
def telefonverzeichnis(c):
    rows = []
    for i in range(c.r.randint(6, 14)):
        p = clerk(c)
        rows.append([c.o(p.f("spalte") + (" (Dr.)" if p.title else ""), p.k()), c.o("101", "2.14", "E 07", "312"), c.amtphone(),
            p.m(True) if c.y > 1999 and c.yes(.7) else "-", c.o("Kasse", "Soziales", "Archiv", "Bau")])
    return c.o("Telefonverzeichnis", "Geschäftsverteilung", "Hausverzeichnis") + " " + amt(c) + "\n" + c.o(c.amtadr(), "Zentrale " +
        c.amtphone()) + "\nStand: " + c.heute() + "\n\n" + table(
        c, ["Name", "Raum", "Telefon", "E-Mail", "Bereich"], rows, page=c.o(0, 7)) + "\n" + noise(c, 3, "\n")


@doc(1990, 2025)
def inventar(c):
    rows = []
    for i in range(c.r.randint(5, 10)):
        rows.append([c.minus("steuer-id", "elfstellig", bad11(c)) if c.yes(.6) else c.near("krankenversicherung").split()[-1],
            c.o(c.nearname(), c.o("Stuhl", "Drucker", "Regal")), c.d("anschaffung", 4000), c.eur(900)])
    return amt(c) + "\n" + c.o("Inventarverzeichnis", "Bestellung", "Lieferschein") + "\n\n" + table(c,
        [c.o("Inventar-Nr.", "Artikel-Nr."), "Bezeichnung", "Datum", "Wert"], rows) + "\n\nverantwortlich: " + clerk(c).h(
            ) + ", " + c.amtphone()


def bad11(c):
    while True:
        s = str(c.r.randint(1, 9)) + ids.dig(c.r, 10)
        if not ids.st_ok(s):
            return s


@doc(1985, 2025)
def vereinsregister(c):
    ps = [c.P(age=(25, 80)) for _ in range(3)]
    s = "Kleingartenverein \"%s\" e. V.\ngegründet am %s\n\nProtokoll der Jahreshauptversammlung vom %s\n\n" % (c.o("Abendfrieden",
        "Sonnenland", "Erholung"), c.minus("geburtsdatum", "gruendung", c.fmt(c.date(30000))), c.heute())
    s += para(c, "Vorsitzender %s begrüßt die Mitglieder. Kassenwart %s berichtet. %s. %s." % (ps[0].f("titel"), ps[1].n(),
        c.nearname("pflanze"), c.nearname("pflanze", "tag")),
             "Gewählt wurden: 1. %s, %s, %s; 2. %s, %s, %s. %s" % (ps[1].n(), ps[1].gb(), ps[1].a(), ps[2].n(), ps[2].gb(), c.o(*JOBS),
                 noise(c, 2)))
    return s + "\n\nVereinskonto: %s\n%s     %s" % (ps[0].ib() if c.y > 2011 else "Sparkasse", ps[0].i(), ps[2].f("unterschrift"))


@doc(2011, 2025)
def stichprobe(c):
    """A list of unnamed cases with many numbers, printed for a check."""
    rows = []
    for i in range(c.r.randint(6, 16)):
        k = c.o("iban", "steuer-id", "rentenversicherung", "krankenversicherung", "ausweis")
        p = c.P()
        if c.yes(.3):
            t = c.near(k)
        else:
            t = p.idv({"iban": "ib", "steuer-id": "st", "rentenversicherung": "rv", "krankenversicherung": "kv", "ausweis": "pa"}[k])
        rows.append("%s%d%s %s%s" % (c.o("Fall ", "lfd. Nr. "), i + 1, c.o(":", ")", " -"), t, c.o("", "", ", erledigt", ", Rückfrage",
            ", s. Bl. %d" % c.r.randint(1, 90))))
    return c.o("Prüfbericht Rechnungsprüfungsamt", "Stichprobe Datenqualität", "Fehlerprotokoll Migration Fachverfahren") + "\n" + amt(
        c) + ", " + c.heute() + "\n\n" + "\n".join(rows) + \
        "\n\n" + wrap(c, fill(c)) + "\nPrüfer: " + clerk(c).i()
