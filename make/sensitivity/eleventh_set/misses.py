"""Near misses, each with the words that tell a reader it is none of the kind."""
from . import ids
from .people import ibfmt, stfmt, rvfmt


def miss(c, kind):
    r, m, y2 = c.r, c.minus, "%02d" % (c.y % 100)
    if kind == "iban":
        if c.yes(.7):
            s = ids.iban_bad(r, "DE" if c.yes(.85) else r.choice(sorted(ids.FOR)))
            return c.o("Rückläufer, IBAN ungültig: ", "Prüfziffer falsch: ", "Zahlung an ", "IBAN lt. Antrag (fehlerhaft) ", "IBAN ") + \
                ibfmt(c, s, lambda k, f, v: m(k, "pruefziffer", v))
        w, s = c.o(("USt-IdNr. ", "DE" + ids.dig(r, 9)), ("Gläubiger-ID ", "DE" + ids.dig(r, 2) + "ZZZ0" + ids.dig(r, 10)),
                   ("Sendungsverfolgung ", "00" + ids.dig(r, 18)), ("Mandatsreferenz ", "MR" + ids.dig(r, 16)))
        return w + m("iban", "kennung", s)
    if kind == "steuer-id":
        if c.yes(.6):
            return c.o("IdNr. (Rückmeldung BZSt: unbekannt) ", "IdNr. ", "Steuer-ID laut Fragebogen ", "Identifikationsnr. ") + \
                stfmt(c, ids.steuer(r, True), lambda k, f, v: m(k, "pruefziffer", v))
        while True:
            s = str(r.randint(1, 9)) + ids.dig(r, 10)
            if not ids.st_ok(s):
                break
        return c.o("Inventar-Nr. ", "Zählernummer ", "Vorgangsnr. ", "Kassenzeichen ", "Sendungsnr. ", "Auftrag ", "Kundennr. ") + \
            m("steuer-id", "elfstellig", s)
    if kind == "rentenversicherung":
        p = c.P()
        b = c.o("ziffer", "ziffer", "tag")
        return c.o("RV-Nr. (unstimmig) ", "VSNR ", "angegebene Vers.-Nr. ", "SV-Nr. lt. Karte ") + \
            rvfmt(c, ids.rv(r, p.dob, p.family, p.sex, b), m, "pruefziffer" if b == "ziffer" else "tag")
    if kind == "krankenversicherung":
        return c.o("Artikel-Nr. ", "Bestell-Nr. ", "KVNR (Lesefehler) ", "Vers.-Nr. ", "Serien-Nr. ", "Gerät ", "Teile-Nr. ",
            "Charge ") + \
            m("krankenversicherung", "pruefziffer", ids.kv(r, True))
    if kind == "ausweis":
        x = r.random()
        if x < .5:
            ps = c.yes(.3)
            return (c.o("Reisepass-Nr. ", "Pass ") if ps else c.o("Personalausweis ", "Ausweis-Nr. ", "PA ")) + \
                m("ausweis", "pruefziffer", ids.ausweis_bad(r, c.y - 2, ps))
        if x < .8:
            s = r.choice("LTCKMNR") + "".join(r.choice(ids.ALPHA) for _ in range(8))
            return c.o("Kundenkarte ", "Bibliothekskarte ", "Tankkarte ", "Schließkarte Nr. ", "Parkkarte ",
                "Zählpunkt ") + m("ausweis", "karte", s)
        return c.o("Führerschein Nr. ", "Fahrgestell-Nr. ", "FS-Nr. ") + \
            m("ausweis", "fuehrerschein", r.choice("BJKNR") + ids.dig(r, 2) + r.choice("0123RHLX") + ids.dig(r, 4) + r.choice("LRIX") +
                ids.dig(r, 2))
    if kind == "geburtsdatum":
        far = c.yes(.4)
        d = c.date(30000 if far else 900)
        w = c.o("gegründet am ", "eingetragen am ", "Gründung der Firma: ", "in Kraft seit ", "Satzung vom ", "errichtet ",
            "erbaut, Abnahme ") if far \
            else c.o("Eingang: ", "Beschluss vom ", "gültig bis ", "verstorben am ", "Eheschließung am ", "eingestellt am ", "Einzug: ",
                "Bescheid vom ",
                     "ausgestellt am ", "zuletzt vorgesprochen am ", "Termin: ", "rechtskräftig seit ", "* gültig ab ")
        return w + m("geburtsdatum", "gruendung" if far else "andere", c.fmt(d))
    if kind == "anschrift":
        s = c.o("Postfach %d %02d %02d, %s %s" % (r.randint(1, 9), r.randint(1, 60), r.randint(1, 99), c.pl[0][:3] + "02", c.pl[1]),
            c.pl[0] + " " + c.pl[1],
                "Flur %d, Flurstück %d/%d" % (r.randint(1, 30), r.randint(1, 400), r.randint(1, 40)), "Landesstraße %d, km %d,%d" %
                (r.randint(100, 499), r.randint(1, 40), r.randint(1, 9)))
        return c.o("Lage: ", "Ort: ", "betr. ", "Bereich ") + m("anschrift", "ohne-strasse", s)
    if kind == "telefon":
        s = c.o("%s/%s" % (ids.dig(r, 4).replace("0", "4"), ids.dig(r, 5)), "0%d/%s-%s" % (r.randint(100, 999), ids.dig(r, 3), y2),
            "%d-%d" %
                (r.randint(1000, 9999), r.randint(10000, 99999)), "0" + ids.dig(r, 9))
        return c.o("Buchungsstelle ", "Rechnung Nr. ", "Kassenzeichen ", "Beleg ", "Haushaltsstelle ", "Vertragskonto ") + m("telefon",
            "nummer", s)
    if kind == "e-mail":
        p = c.pl[1].split()[0].split("/")[0].lower().replace("ü", "ue").replace("ö", "oe")
        return c.o("Internet: ", "siehe ", "Informationen unter ") + m("e-mail", "web", c.o("www.stadt-%s.de", "www.%s.de/buergerservice",
                                                                                           "http://www.kreis-%s.de",
                                                                                               "www.landkreis-%s.de") % p)
    if kind == "gericht":
        s = c.o("BGBl. I %d/%s" % (r.randint(10, 400), y2), "Drs. %d/%d" % (r.randint(10, 19), r.randint(100, 9999)),
            "UR-Nr. %d/%s" % (r.randint(10, 2000), y2),
                "TB-Nr. %d/%s" % (r.randint(10, 9000), y2), "HRB %d" % r.randint(300, 90000), "Vorlage %d/%s" % (r.randint(1, 400), y2),
                "Bauschein %d/%s" % (r.randint(1, 900), y2), "DR II %d/%s" % (r.randint(10, 2000), y2))
        return c.o("vgl. ", "s. ", "Bezug: ", "nach ") + m("gericht", s.split()[0].lower().strip("."), s)
    return c.nearname()
