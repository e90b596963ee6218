"""Lists with few names, and the notes which clerks put below a paper."""
from .core import wrap, table
from .parts import doc, head, sign, para, fill, noise, clerk, amt, allowed
from .people import ibfmt
from . import ids

NUM = ["iban", "steuer-id", "rentenversicherung", "krankenversicherung", "ausweis"]
SHORT = {"iban": "ib", "steuer-id": "st", "rentenversicherung": "rv", "krankenversicherung": "kv", "ausweis": "pa"}


def num(c):
    ks = [k for k in NUM if allowed(c, k)]
    return c.r.choice(ks)


def tail(c):
    """Notes, enclosures, stamps at the end of a paper: mostly near misses, now and then a true number."""
    n = c.r.randint(4, 9)
    items = []
    while len(items) < n:
        x = c.r.random()
        if x < .32 and c.y > 1986:
            items.append(c.P().idv(SHORT[num(c)]))
        elif x < .5:
            items.append(c.near(num(c)))
        else:
            items.append(noise(c, 1))
    h = c.o("Anlagen:", "Anmerkungen der Registratur:", "Vfg.", "Nachträge:", "Notizen", "Randvermerke:", "Bearbeitungsvermerke",
        "Sonstiges:", "Verfügung:")
    s = c.o("num", "minus", "text", "dot", "klammer")
    if s == "text":
        return h + "\n" + wrap(c, "; ".join(items) + ".")
    f = {"num": "%d. %s", "minus": "- %s", "dot": "• %s", "klammer": "%d) %s"}[s]
    return h + "\n" + "\n".join(f % ((i + 1, x) if "%d" in f else x) for i, x in enumerate(items))


@doc(2013, 2025)
def ruecklaeufer(c):
    rows = []
    for i in range(c.r.randint(6, 14)):
        land = "DE" if c.yes(.8) else c.o(*sorted(ids.FOR))
        b = c.yes(.45)
        v = ibfmt(c, ids.iban_bad(c.r, land), lambda k, f, v: c.minus(k, "pruefziffer", v)) if b else c.P().ib()
        rows.append([c.near("telefon").split()[-1], v, c.eur(400), c.o("IBAN ungültig", "Prüfziffer") if b else c.o("Konto erloschen",
            "gebucht", "ok")])
    return head(c) + "\n" + c.o("Rückläufer Lastschriften", "Umstellung der Kontoverbindungen auf SEPA",
        "Abgleich Dauerauszahlungen") + "\n\n" + \
        table(c, ["Kassenzeichen", "IBAN", "Betrag", "Status"], rows, page=c.o(0, 6)) + "\n" + sign(c)


@doc(1988, 2025)
def sperrliste(c):
    rows = []
    for i in range(c.r.randint(5, 12)):
        b = c.yes(.45)
        ps = c.yes(.3)
        v = c.minus("ausweis", "pruefziffer", ids.ausweis_bad(c.r, c.y - 2, ps)) if b else c.P().pa(ps)
        rows.append([str(i + 1), v, "Reisepass" if ps else "BPA", c.d("verlust", 90), "Prüfziffer unstimmig, Rückfrage" if b else c.o(
            "Verlust", "Diebstahl", "wieder da")])
    heads = ["Nr", c.o("Ausweisnummer", "Serien-Nr. Ausweis", "Dokumenten-Nr.", "Nr. des Ausweises"), "Art", "Meldung", "Grund"]
    return c.o("Sachfahndung - abhanden gekommene Ausweise", "Sperrliste Ausweisdokumente", "Fundsachen: Ausweispapiere") + "\n" + amt(
        c) + "\n\n" + \
        table(c, heads, rows, page=c.o(0, 5)) + "\n\nsonstige Karten: " + c.near("ausweis") + "\n" + clerk(c).f("handzeichen")


@doc(1986, 2025)
def versnrliste(c):
    kv = c.y > 2007 and c.yes(.55)
    rows = []
    for i in range(c.r.randint(6, 14)):
        b = c.yes(.4)
        p = c.P()
        k = "krankenversicherung" if kv else "rentenversicherung"
        if b and kv:
            v = c.minus(k, "pruefziffer", ids.kv(c.r, True))
        elif b:
            v = c.minus(k, "unstimmig", fmt_rv(c, ids.rv(c.r, p.dob, p.family, p.sex, c.o("ziffer", "tag"))))
        else:
            v = p.kv() if kv else p.rv()
        rows.append([ids.dig(c.r, 6), v, c.d("stichtag", 300), c.o("abgewiesen", "Nr. unstimmig") if b else c.o("übernommen", "o. B.",
            "")])
    t = "Krankenkasse" if kv else "Rentenversicherung"
    return head(c) + "\nBeitragsnachweis / Abgleich mit der %s\n\n" % t + table(
        c, ["Fall", c.o("Vers.-Nr.", "Versichertennr.", "VNR"), "Stichtag", "Ergebnis"], rows, page=c.o(0, 7)) + "\n" + sign(c)


def fmt_rv(c, s):
    return s if c.yes(.3) else " ".join((s[:2], s[2:8], s[8], s[9:]))


@doc(2009, 2025)
def idnrabgleich(c):
    rows = []
    for i in range(c.r.randint(6, 14)):
        b = c.yes(.4)
        if b:
            s = ids.steuer(c.r, True)
            v = c.minus("steuer-id", "pruefziffer", s if c.yes() else " ".join((s[:2], s[2:5], s[5:8], s[8:])))
        else:
            v = c.P().st()
        rows.append(["2%s" % ids.dig(c.r, 5), v, c.d("meldung", 300), c.o("IdNr. nicht vergeben",
            "Fehler 44") if b else c.o("zugeordnet", "", "ok")])
    return c.o("Rentenbezugsmitteilungen - Protokoll", "Kindergeld: Abgleich der IdNr.",
        "Hundesteuer, Abgleich Bundeszentralamt") + "\n" + amt(c) + "\n\n" + \
        table(c, ["Vorgang", c.o("IdNr.", "Steuer-ID", "St.-IdNr."), "gemeldet", "Antwort"], rows, page=c.o(0, 7)) + "\n\n" + wrap(c,
            fill(c)) + \
        "\nErstellt: " + clerk(c).i()


@doc(1985, 2025)
def strassenliste(c):
    """Works on streets, schools, plants: hardly a person in it."""
    rows = [["%d" % (i + 1), c.nearname("strasse", "ort", "schule", "einrichtung", "wetter", "denkmal", "pflanze", "gebaeude"),
        c.near("anschrift"), c.eur(90000)] for i in range(c.r.randint(4, 8))]
    return head(c) + "\n" + c.o("Bauunterhaltung, Maßnahmenliste", "Grünflächen und Wege - Programm",
        "Mittelanmeldung") + " %d\n\n" % c.y + table(
        c, ["Nr.", "Maßnahme", "Lage", "Ansatz"], rows, page=c.o(0, 5)) + "\n\n" + para(c, fill(c), noise(c, 3, ". ") + ".") + sign(c)


@doc(1992, 2025)
def pressespiegel(c):
    """Notes on the town's dates and firms with one or two persons."""
    p = c.P()
    x = ["%s: %s; %s" % (c.d("termin", 1, 60), c.nearname(), c.firm()) for _ in range(c.r.randint(3, 6))]
    return c.o("Veranstaltungskalender", "Rundschreiben", "Mitteilungsblatt") + " " + amt(c) + "\n\n" + "\n".join(x) + "\n\n" + para(
        c, "Auskünfte: %s, %s%s. %s." % (p.hn(), c.amtphone(), ", " + p.m(True) if c.y > 2000 else "", noise(c, 3)))
