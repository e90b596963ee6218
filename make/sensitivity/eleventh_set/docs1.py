"""Papers of social offices, cash offices, insurers."""
from .core import wrap, table, form
from .parts import doc, head, to, dear, sign, para, pick, fill, noise, clerk, amt
from .people import ibfmt, stfmt, rvfmt
from .places import KASSEN, BANKS, VILLAGES
from . import ids


@doc(1985, 2025)
def vermerk(c):
    p, q, k = c.P(), c.P(), clerk(c)
    a = c.o("Vermerk", "V e r m e r k", "Vfg.\n1. Vermerk:", "Aktenvermerk", "Gesprächsvermerk")
    b = "Am %s sprach %s, %s, hier vor. %s gab an, seit %s bei %s zu wohnen. %s" % (
        c.d("vorsprache"), p.hn(), ", ".join(pick(c, p, 2)), p.er(True), c.d("einzug"), q.hn("d"), fill(c))
    d = "%s wurde am %s telefonisch (%s) gehört und bestätigte die Angaben. %s. %s" % (
        q.h(), c.d("telefonat"), q.t(), noise(c, 2), c.o("Es ist ein Verfahren unter %s anhängig." % c.az(), "Gesehen: " +
            k.f("handzeichen")))
    return a + "\n" + c.geschz() + "\n\n" + para(c, b, d) + "\n\n" + c.o("2. z. d. A.", "2. Wv. 4 Wochen", "2. Wvl. " + c.d("wv", 1,
        90)) + sign(c, k)


@doc(1988, 2025)
def sozialbescheid(c):
    p = c.P()
    kids = [c.P(age=(1, 16), like=p) for _ in range(c.o(0, 1, 2, 2))]
    s = head(c) + "\n" + to(c, p) + "\n" + c.o("Leistungen nach dem BSHG" if c.y < 2005 else "Leistungen nach dem SGB XII",
        "Wohngeldbescheid",
                                              "Bescheid über Hilfe zum Lebensunterhalt") + "\n\n" + dear(c, p) + "\n\n"
    s += para(c, "auf Ihren Antrag vom %s bewillige ich Ihnen ab %s monatlich %s. %s" % (c.d("antrag"), c.d("beginn"), c.eur(1200),
        fill(c))) + "\n\n"
    if kids:
        s += "Bedarfsgemeinschaft:\n" + "\n".join("  - %s, %s, %s" % (x.n(), x.gb(), c.eur(400)) for x in kids) + "\n\n"
    s += para(c, "Die Zahlung erfolgt auf das Konto " + (p.ib() if c.y > 2009 else "bei der " + c.o(*BANKS)) + ". " + noise(c, 2) +
        ". " + fill(c, 1))
    return s + "\n" + sign(c)


@doc(2010, 2025)
def kassenanordnung(c):
    p, k, l = c.P(), clerk(c), clerk(c)
    rows = [("Haushaltsstelle", c.minus("telefon", "haushalt", "0%d/%s-%d" % (c.r.randint(200, 900), ids.dig(c.r, 4), c.r.randint(1,
        9)))),
            ("Betrag", c.eur()), ("Empfänger", p.any()), ("IBAN", p.ib()), ("Anschrift", p.a()), ("Grund", c.o(
                "Erstattung Fahrtkosten", "Rückzahlung Kaution", "Honorar VHS-Kurs", "Aufwandsentschädigung")), ("Bemerkung",
                    noise(c, 2))]
    if c.yes():
        rows.insert(4, ("Steuer-ID", p.st()))
    return c.o("AUSZAHLUNGSANORDNUNG", "Kassenanordnung (Auszahlung)",
        "Annahme- und Auszahlungsanordnung") + "  Nr. %d\n\n" % c.r.randint(100, 9999) + \
        form(c, rows) + "\n\nSachlich und rechnerisch richtig: %s\nAnordnungsberechtigt: %s\n%s" % (k.f("unterschrift"), l.i(), c.heute())


@doc(2012, 2025)
def zahlungsliste(c):
    rows = []
    for i in range(c.r.randint(5, 14)):
        p = c.P()
        x = c.r.random()
        land = "DE" if c.yes(.85) else c.o(*sorted(ids.FOR))
        rows.append([str(i + 1), p.k() if c.yes(.8) else c.firm(), p.ib() if x > .2 else ibfmt(c, ids.iban_bad(c.r, land), lambda k, f,
            v: c.minus(k, "pruefziffer", v)),
                     c.eur(900), "" if x > .2 else c.o("Rückläufer", "IBAN prüfen!", "abgewiesen", "Prüfz.")])
    return c.o("Sammelüberweisung", "Zahlungslauf", "Auszahlungsliste Pflegegeld", "Ferienpass - Erstattungen") + " vom " + c.heute(
        ) + "\n" + amt(c) + "\n\n" + \
        table(c, ["Lfd.", "Empfänger", "IBAN", "Betrag", "Bem."], rows, page=c.o(0, 0, 5, 8), right=(3,)) + "\n\n" + c.o("geprüft: ",
            "Anw.: ") + clerk(c).f("unterschrift")


@doc(1995, 2025)
def rechnung(c):
    p, m = c.P(), c.P()
    s = c.o("%s\nInh. %s" % (c.firm(), m.n()), c.firm()) + "\n" + m.a(c.o(", ", "\n")) + "\nTel. " + m.t() + (
        "  " + m.m() if c.y > 2000 else "") + "\n\n" + to(c, p) + "\nRechnung Nr. %d   vom %s\n\n" % (c.r.randint(100, 99999), c.heute())
    rows = [[str(i + 1), c.o("Fensterflügel instandgesetzt", "Arbeitsstunden Geselle", "Anfahrt", "Material lt. Aufmaß", "Rohr DN 50"),
        c.eur(500)]
            for i in range(c.r.randint(2, 4))]
    s += table(c, ["Pos", "Leistung", "Betrag"], rows, "blank") + "\n\n"
    if c.y > 2009:
        s += "Bankverbindung: %s, %s\n" % (c.o(*BANKS), m.ib())
    return s + c.o("Ausgeführt am %s von Hrn. %s" % (c.d("leistung"), c.P(sex="m").f("herr-frau")),
        "Angenommen hat Ihre Frau Gemahlin.") + "\n" + noise(c, 2, "\n")


@doc(2009, 2025)
def steuerbescheid(c):
    p = c.P(age=(25, 80))
    q = c.P(like=p, sex="w" if p.sex == "m" else "m")
    x = [("Festsetzung für", p.n()), ("Identifikationsnummer", p.st())]
    if c.yes(.7):
        x += [("und Ehegatte", q.n()), (c.o("IdNr. Ehefrau" if q.sex == "w" else "IdNr. Ehemann", "Identifikationsnummer"), q.st())]
    x += [("Steuernummer", c.minus("steuer-id", "steuernummer", "%d/%03d/%05d" % (c.r.randint(10, 99), c.r.randint(1, 400),
        c.r.randint(1, 99999)))),
          ("Geburtsdatum", p.g(where="formular")), ("Erstattung auf", p.ib())]
    return "Finanzamt %s\n%s\n\n" % (c.ort(), c.amtadr()) + to(c, p) + "\nBescheid für %d über Einkommensteuer\n\n" % (c.y - 1) + form(
        c, x) + "\n\n" + \
        para(c, "Der Bescheid ergeht nach § 165 AO teilweise vorläufig. " + fill(c, 1) + " " + noise(c, 2) + ".")


@doc(2011, 2025)
def elstam(c):
    rows = []
    for i in range(c.r.randint(5, 15)):
        p = c.P(age=(18, 64))
        b = c.yes(.22)
        rows.append([ids.dig(c.r, 5), p.k() if c.yes(.45) else c.o("Personalfall", "Aushilfe", "Beamte/r", "TVöD"), stfmt(
            c, ids.steuer(c.r, True), lambda k, f, v: c.minus(k, "pruefziffer", v)) if b else p.st(), p.g("%d.%m.%Y",
                "spalte") if c.yes(.4) else "", "IV/%d" % c.r.randint(0, 3),
            "unbekannt" if b else c.o("ok", "", "gemeldet")])
    return c.o("ELStAM-Änderungsliste", "Lohnsteuer-Anmeldung, Anlage Beschäftigte",
        "Abgleich Steuerkarten / Identifikationsnummern") + " %02d/%d\n" % (
        c.r.randint(1, 12), c.y) + "Arbeitgeber: " + amt(c) + "\n\n" + table(c, [c.o("PersNr", "Pers.-Nr."), "Name", c.o("IdNr.",
            "Steuer-ID", "Ident-Nr."), "Geb.", "StKl",
                                                                               "Status"], rows, page=c.o(0, 6, 10))


@doc(1986, 2025)
def rentenkonto(c):
    p, k = c.P(age=(40, 70)), clerk(c)
    s = c.o("Deutsche Rentenversicherung", "Bundesversicherungsanstalt für Angestellte" if c.y < 2005 else "DRV Bund",
        "LVA " + c.ort() if c.y < 2005 else "DRV Nord") + "\n"
    s += form(c, [(c.o("Versicherungsnummer", "Vers.-Nr.", "Kennzeichen"), p.rv()), ("Name", p.n()), ("Geburtsdatum",
        p.g(where="formular"))]) + "\n\n" + to(c, p)
    s += "\n" + c.o("Versicherungsverlauf", "Kontenklärung", "Rentenauskunft") + "\n\n" + table(c, ["vom", "bis", "Art",
        "DM" if c.y < 2002 else "EUR"], [
        [c.d("zeitraum", 12000), c.d("zeitraum", 8000), c.o("Pflichtbeitrag", "Wehrdienst", "Arbeitslosigkeit", "Kindererziehung"),
            c.eur().split(" ")[0]] for _ in range(4)])
    return s + "\n\n" + para(c, fill(c) + " " + noise(c, 2) + ". Beschäftigt bei " + c.firm() + ".") + sign(c, k)


@doc(1990, 2025)
def deuev(c):
    rows = []
    for i in range(c.r.randint(5, 14)):
        p = c.P(age=(17, 64))
        x = c.r.random()
        if x < .25:
            v = rvfmt(c, ids.rv(c.r, p.dob, p.family, p.sex, c.o("ziffer", "tag")), c.minus, "unstimmig")
        else:
            v = p.rv()
        rows.append([v, p.u() if c.yes(.35) else "PNr " + ids.dig(c.r, 5), c.o("10", "30", "50", "13"), c.d("meldezeit"),
            "FEHLER DSVSNR" if x < .25 else ""])
    return c.o("Protokoll der Meldungen zur Sozialversicherung", "DEÜV-Jahresmeldungen",
        "Meldungen nach DÜVO / Rückmeldung") + "\nBetriebsnummer %s   %s\n\n" % (
        ids.dig(c.r, 8), amt(c)) + table(c, [c.o("VSNR", "Vers.-Nr.", "SV-Nummer"), "Beschäftigte/r", "GdA", "seit", "Hinweis"], rows,
            page=c.o(0, 6, 9))


@doc(2007, 2025)
def kassenbrief(c):
    p, k = c.P(), clerk(c)
    s = "%s - Die Gesundheitskasse\n%s\n" % (c.o(*KASSEN), c.amtadr()) + to(c, p) + "\n" + c.o("Ihre Versichertennummer: ", "KV-Nr.: ",
        "Versicherten-Nr. ") + p.kv() + \
        c.o("", ", RV-Nr. " + p.rv()) + "\n\n" + dear(c, p) + "\n\n"
    kid = c.P(age=(0, 17), like=p)
    s += para(c, "wir haben die Familienversicherung für %s (%s, %s) ab %s eingetragen. %s" % (kid.n(), kid.gb(), "Nr. " + kid.kv(),
        c.d("beginn"), fill(c, 1)),
              "Für die Erstattung des Hilfsmittels (%s) benötigen wir Ihre Bankverbindung. Bisher: %s. %s." % (
                  c.near("krankenversicherung"), p.ib() if c.y > 2010 else "keine", noise(c, 1)))
    return s + sign(c, k)


@doc(2007, 2025)
def patientenliste(c):
    rows = []
    for i in range(c.r.randint(5, 16)):
        p = c.P(age=(1, 95))
        b = c.yes(.2)
        rows.append([c.o(p.k, p.u)() if c.yes(.5) else "Fall %d" % c.r.randint(1000, 99999), p.g(None, "spalte") if c.yes(.5) else "",
            c.minus(
            "krankenversicherung", "pruefziffer", ids.kv(c.r, True)) if b else p.kv(), c.o(*KASSEN), c.o("I10.90", "M54.5", "F32.1",
                "E11.9", "Z01.7"), "Karte?" if b else ""])
    return c.o("Abrechnungsliste Quartal", "Patientenliste Impfaktion", "Belegungsliste Station 4",
        "Kartenlesegerät - Tagesprotokoll") + " %d/%d\n" % (
        c.r.randint(1, 4), c.y) + "\n" + table(c, [c.o("Patient", "Name"), c.o("geb.", "Geb.-Dat.", "GebDatum"), c.o("Vers.-Nr.",
            "KVNR", "Versichertennr."), "Kasse", "ICD", "Bem"],
                                               rows, page=c.o(0, 0, 7)) + "\n" + noise(c, 2, "\n")


@doc(1987, 2025)
def arztbrief(c):
    p, a, b = c.P(age=(20, 92)), clerk(c), clerk(c)
    kr = c.o("Kreiskrankenhaus", "Städt. Klinikum", "Fachklinik", "Krankenhaus St. Josef") + " " + c.ort()
    s = kr + "\nChefarzt " + c.o("Dr. med. ", "Prof. Dr. med. ", "Dr. ") + a.n(False) + "\n" + c.amtadr(
        ) + "\n\nHerrn/Frau Dr. med. " + b.n(False) + "\n" + b.a("\n") + "\n\n"
    s += "Patient%s: %s, %s, %s\n" % ("in" if p.sex == "w" else "", c.o(p.n, p.k)(), p.gb(),
        c.o(p.a(), p.idv("kv") if c.y > 2007 else p.a()))
    s += "Sehr geehrte/r Kollege/in " + b.f("anrede") + ",\n\n"
    s += para(c, "wir berichten über o. g. Pat., %s sich vom %s bis %s in unserer stationären Behandlung befand. Diagnosen: "
                 "%s; arterielle Hypertonie. %s" % (
        "die" if p.sex == "w" else "der", c.d("aufnahme", 60), c.d("entlassung", 20), c.nearname("krankheit"),
            c.o("Z. n. Appendektomie.", "Nichtraucher.", "Allergien: keine.")),
        "%s ist orientiert, RR 140/85. Ein Konsil (Dr. %s) erfolgte am %s. Angehörige: %s, Tel. %s. %s" % (
            p.h(), c.P().f("titel"), c.d("konsil", 40), c.P(like=p).n(), p.t(), noise(c, 1)))
    return s + "\n\nMit kollegialen Grüßen\n\n" + a.f("unterschrift") + "          " + clerk(c).n() + "\nChefarzt          Stationsarzt"


@doc(2008, 2025)
def sepamandat(c):
    p = c.P()
    x = [("Gläubiger-Identifikationsnummer", c.minus("iban", "glaeubiger", "DE%02dZZZ0%s" % (c.r.randint(10, 98), ids.dig(c.r, 10)))), (
        "Kontoinhaber", c.o(p.n, p.k)()), ("Straße, Ort", p.a()), ("IBAN", p.ib()), ("Geburtsdatum", p.g(where="formular")),
            ("Telefon", p.t()), ("E-Mail", p.m()),
        ("Kassenzeichen", noise(c, 1))]
    c.r.shuffle(x)
    k = c.P(like=p, age=(1, 12))
    return amt(c) + "\nSEPA-Lastschriftmandat\n\n" + wrap(c, "Ich ermächtige die Stadtkasse, Zahlungen für " +
        c.o("die Kita-Gebühren meines Kindes %s" % k.n(),
        "die Hundesteuer", "Grundbesitzabgaben") + " mittels Lastschrift einzuziehen.") + "\n\n" + form(c,
            x) + "\n\nOrt, Datum: %s, %s\nUnterschrift: %s" % (
        c.ort(), c.heute(), c.o(p.n, p.f, p.i)())


@doc(1995, 2025)
def gehalt(c):
    p = c.P(age=(18, 64))
    x = [("Pers.-Nr.", ids.dig(c.r, 6)), ("SV-Nummer", p.rv()), ("Geburtsdatum", p.g(where="formular")), ("Eintritt", c.d("eintritt",
        6000))]
    if c.y > 2009:
        x += [("Steuer-ID", p.st()), ("Überweisung", p.ib())]
    x += [("Kinderfreibetrag", "0,5"), ("Krankenkasse", c.o(*KASSEN))]
    return c.o("Bezügemitteilung", "Entgeltabrechnung", "Lohn-/Gehaltsabrechnung") + " %02d.%d\n%s\n\n" % (c.r.randint(1, 12), c.y,
        c.o(amt(c), c.firm())) + to(c, p) + "\n" + \
        form(c, x) + "\n\nBrutto %s\nNetto %s\n%s" % (c.eur(), c.eur(2000), noise(c, 2, "\n"))


@doc(1987, 2025)
def beihilfe(c):
    p = c.P(age=(25, 85))
    q, k = c.P(like=p, sex="w" if p.sex == "m" else "m"), c.P(like=p, age=(1, 17))
    x = [("Familienname, Vorname", p.k()), ("geboren am", p.g(where="formular")), ("Dienststelle", amt(c)), ("Wohnung", p.a()),
        ("Ehegatte", "%s, %s" % (q.n(), q.gb())),
         ("Kinder", "%s, geb. %s" % (k.first(), k.g(where="formular")))]
    if c.y > 2009:
        x += [("IBAN", p.ib()), ("KVNR Kind", k.kv())]
    return c.o("Antrag auf Gewährung einer Beihilfe", "Beihilfeantrag (Kurzantrag)") + "\n\n" + form(c, x) + "\n\nBelege:\n" + table(
        c, ["Nr", "Rechnung vom", "Aussteller", "Betrag"], [[str(i + 1), c.d("beleg"), c.o("Dr. " + c.P().f("titel"), c.firm(),
            "Klinikum"), c.eur(400)] for i in range(4)]) + \
        "\n\n" + noise(c, 2, "\n") + "\nDatum, Unterschrift: %s %s" % (c.heute(), p.f("unterschrift"))


@doc(2008, 2025)
def pflegeliste(c):
    rows = []
    for _ in range(c.r.randint(4, 9)):
        p = c.P(age=(65, 97))
        rows.append([c.o(p.f, p.k, p.k)(), p.kv(), p.rv() if c.yes(.4) else "-", "PG %d" % c.r.randint(1, 5), c.o("Mo/Mi/Fr", "tägl.",
            "Di")])
    return "Pflegedienst " + c.o("Sonnenschein", "Am Stadtwald", "Lebenswert") + " - Tourenplan / Versichertendaten\nStand " + c.heute(
        ) + "\n\n" + table(
        c, ["Klient", "Vers.-Nr. (KV)", "Rentenvers.-Nr.", "Grad", "Tage"], rows) + "\n\nLeitung: %s, %s\n%s" % (clerk(c).n(),
            c.phone(), noise(c, 2, "\n"))
