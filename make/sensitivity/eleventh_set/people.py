"""The context of one sheet and the persons in it."""
import datetime
from . import ids, names
from .core import mark, SOFT
from .places import PLACES, VILLAGES, STREETS, NEAR_NAME, FIRM, COURTS
from .dates import AZFORM, DOBF, FNAME, TR, datum, ibfmt, rvfmt, stfmt, zipf


class Ctx:
    def __init__(self, r, lo, hi):
        self.r = r
        self.y = r.randint(lo, hi)
        self.day = datetime.date(self.y, r.randint(1, 12), r.randint(1, 28))
        self.width = r.choice((68, 72, 76, 80, 84, 90, 100))
        self.hyphen = r.random() < .4
        self.typos = r.choice((0, 0, 0, .004, .015))
        self.edv = (1 if r.random() < .7 else 2) if self.y < 2003 and r.random() < .1 else 0
        self.pl = r.choice(PLACES)
        self.dobf = self.dform(r.choice(DOBF))
        self.neard = self.dform(r.choice(DOBF))
        self.idcount = 0
        self.office_street = r.choice(STREETS[:60]) + " %d" % r.randint(1, 60)

    def o(self, *x):
        return self.r.choice(x)

    def dform(self, f):
        return "k" if f == "roem" and self.y > 2000 else f

    def yes(self, p=.5):
        return self.r.random() < p

    def ort(self):
        return self.pl[1]

    def P(self, *a, **k):
        return Person(self, *a, **k)

    def plus(self, kind, form, v):
        if kind not in ("name", "anschrift") and self.r.random() < .8:
            v = v.replace(" ", SOFT)
        return mark("+", kind, form, v)

    def minus(self, kind, form, v):
        return mark("-", kind, form, v)

    # dates which are no birth dates
    def date(self, back=400, ahead=0):
        return self.day - datetime.timedelta(self.r.randint(1, back)) + datetime.timedelta(self.r.randint(0, ahead) if ahead else 0)

    def fmt(self, d):
        f = self.neard if self.yes(.7) else self.dform(self.r.choice(DOBF))
        return datum(d, f)

    def d(self, form="datum", back=400, ahead=0):
        s = self.fmt(self.date(back, ahead)).replace(" ", SOFT)
        return self.minus("geburtsdatum", form, s) if self.yes(.8) else s

    def heute(self):
        s = self.fmt(self.day)
        return self.minus("geburtsdatum", "briefdatum", s) if self.yes(.25) else s

    def zeit(self):
        return "%d%s%02d Uhr" % (self.r.randint(6, 22), self.o(":", ".", ":"), self.r.randint(0, 59))

    def eur(self, hi=3000):
        v = self.r.randint(500, hi * 100) / 100
        s = ("%.2f" % v).replace(".", ",")
        if v >= 1000:
            s = s[:-6] + "." + s[-6:]
        return s + (self.o(" DM", " DM", " DM") if self.y < 2002 else self.o(" EUR", " €", " Euro"))

    # court files
    def az(self, *only):
        r, y2 = self.r, "%02d" % (self.y % 100)
        n, k = r.randint(1, 2200), r.randint(1, 40)
        if r.random() < .3:
            y2 = "%02d" % ((self.y - 1) % 100)
        t, f = self.azform()
        while only and f not in only:
            t, f = self.azform()
        if " Js " in t or "UJs" in t:
            n, k = r.randint(100, 78000), r.randint(1, 999)
        if t.startswith("%d Ds") or t.startswith("%d Cs"):
            n = r.randint(1, 900)
        return self.plus("gericht", f, t % (k, n, y2))

    def geschz(self):
        """The file number of an office: no court file."""
        r, y2 = self.r, "%02d" % (self.y % 100)
        s = self.o("%d.%d-%d/%s" % (r.randint(10, 66), r.randint(1, 9), r.randint(2, 999), y2), "%d/%d-%s" % (r.randint(10, 66),
            r.randint(1, 99), y2),
                   "%s %d - %d/%s" % (self.o("II", "III", "IV", "Z"), r.randint(1, 9), r.randint(10, 9999), y2),
                   "%d %02d %02d / %d" % (r.randint(10, 66), r.randint(1, 99), r.randint(1, 20), r.randint(1, 400)),
                   "FB %d-%d.%d" % (r.randint(1, 6), r.randint(10, 66), r.randint(1, 99)))
        return self.minus("gericht", "geschz", s) if self.yes(.85) else s

    def azform(self):
        return self.o(*AZFORM)

    def courtaz(self):
        """A court and a file number of a kind it has."""
        w, *forms = self.o(("Amtsgericht", "zivil-c"), ("Landgericht", "zivil-o"),
            ("AG", "zivil-c"),
                           ("Arbeitsgericht", "arbeit"), ("Sozialgericht", "sozial"), ("Verwaltungsgericht", "vg"),
                               ("Oberlandesgericht", "zivil-u"))
        return w + " " + self.ort(), self.az(*forms)

    # names and firms
    def nearname(self, *only):
        f, v, t = self.r.choice([x for x in NEAR_NAME if not only or x[0] in only])
        return t.replace("%s", self.minus("name", f, v))

    def firm(self):
        a, b, e = self.r.choice(FIRM)
        b = b.replace("%n", zipf(self.r, names.GERMAN[:120])).replace("%v", self.r.choice(names.M_MID))
        if "%m" in e:
            e = e.replace("%m", self.minus("name", "firma", self.r.choice(names.GERMAN[120:200])))
        return a + self.minus("name", "firma", b) + e

    # numbers of nobody or of offices
    def phone(self, pl=None, form="fest"):
        r, pl = self.r, pl or self.pl
        n = "%d%s" % (r.randint(2, 9), ids.dig(r, r.choice((4, 5, 6)) if len(pl[2]) > 3 else r.choice((6, 7))))
        if form == "mobil":
            v = self.o("0151", "0160", "0170", "0171", "0172", "0175", "0176", "0152", "0179", "0163")
            n = str(r.randint(2, 9)) + ids.dig(r, r.choice((6, 7)))
        else:
            v = pl[2]
        s = self.o("%s/%s", "%s / %s", "%s %s", "%s-%s", "(%s) %s", "%s/%s", "%s %s", "plus", "luft", "glatt")
        if s == "plus":
            s = self.o("+49 %s %s", "+49 (0) %s %s", "0049 %s %s", "+49-%s-%s") % (v[1:], n)
        elif s == "luft":
            s = v + self.o(" ", "/", " / ") + " ".join(n[i:i + 2] for i in range(0, len(n), 2))
        elif s == "glatt":
            s = v + n if len(v + n) != 11 or not ids.st_ok(v + n) else v + "/" + n
        else:
            s = s % (v, n)
        return self.plus("telefon", form, s)

    def amtphone(self):
        r = self.r
        t = self.o("%s %s-%s", "%s/%s-%s", "(%s) %s - %s", "%s / %s-%s")
        s = t % (self.pl[2], r.choice(("168", "470", "91", "3030", "88")), ids.dig(r, 4).replace("0", "3"))
        return self.plus("telefon", "durchwahl", s)

    def plz(self, pl):
        z = pl[0]
        return z if self.y > 1993 else z[:4].replace("0", "3", 1) if z[0] == "0" else z[:2] + "00"

    def amtadr(self, sep=", "):
        return self.plus("anschrift", "amt", self.office_street + sep + self.plz(self.pl) + " " + self.pl[1])

    def amtmail(self):
        s = self.o("info", "poststelle", "ordnungsamt", "buergerbuero", "sozialamt", "kasse", "service") + "@" + \
            self.o("stadt-", "lk-", "kreis-", "rathaus-", "sg-") + self.pl[1].split()[0].split("/")[0].lower().translate(TR) + ".de"
        return self.plus("e-mail", "amt", s)

    def near(self, kind):
        """A near miss with the words it stands in."""
        from .misses import miss
        return miss(self, kind)

    def court(self):
        t = self.r.choice(COURTS)
        n = {"AG": "Amtsgericht", "LG": "Landgericht", "SG": "Sozialgericht", "VG": "Verwaltungsgericht", "ArbG": "Arbeitsgericht",
             "OLG": "Oberlandesgericht", "StA": "Staatsanwaltschaft"}[t]
        return (n if self.yes(.7) else t) + " " + self.ort()


class Person:
    def __init__(self, c, age=None, sex=None, origin=None, family=None, like=None):
        r = c.r
        self.c = c
        self.sex = sex or r.choice("mw")
        a = r.randint(*(age or (18, 88)))
        self.dob = datetime.date(c.y - a - 1, r.randint(1, 12), r.randint(1, 28))
        if r.random() < .05 and self.dob.month in (1, 3, 5, 7, 8, 10, 12):  # the last day of a month
            self.dob = self.dob.replace(day=31)
        if like:
            origin, family = like.origin, like.family
        self.origin = origin or r.choices(["de", "tr", "pl", "ar", "ru", "vn", "es", "yu"], (77, 6, 5, 4, 3, 1, 2, 2))[0]
        w = self.sex == "w"
        de = self.origin == "de" or self.origin in "tr pl ru yu es".split() and r.random() < .1
        if de:
            b = self.dob.year
            lst = (names.F_OLD if w else names.M_OLD) if b < 1938 else (names.F_MID if w else names.M_MID) if b < 1972 else \
                (names.F_NEW if w else names.M_NEW)
            self.given = zipf(r, lst)
            if r.random() < .1:
                x = r.choice(lst)
                self.given += "" if x in self.given or self.given in x else " " + x
        else:
            self.given = r.choice(names.GIVEN[self.origin][w])
        if family:
            self.family = family
        elif self.origin == "de":
            x = r.random()
            self.family = zipf(r, names.GERMAN) if x < .9 else r.choice(names.NOBLE) if x < .93 else \
                zipf(r, names.GERMAN) + "-" + zipf(r, names.GERMAN)
        else:
            self.family = r.choice(names.FOREIGN[self.origin])
            if self.origin == "pl" and w and self.family.endswith("ski"):
                self.family = self.family[:-1] + "a"
            if self.origin == "ru" and w and self.family.endswith(("ow", "ew")):
                self.family += "a"
        while self.family in self.given.split() or self.given in self.family.split():
            self.family = r.choice(names.GERMAN[:60])
        self.birthname = zipf(r, names.GERMAN)
        self.pl = like.pl if like else c.pl if r.random() < .65 else r.choice(VILLAGES)
        self.street = like.street if like else r.choice(STREETS) + " " + str(r.randint(1, 140)) + (r.choice(("a", " b", "c", "/2",
            " A")) if r.random() < .1 else "")
        self.title = r.choice(("Dr.", "Dr. med.", "Prof. Dr.", "Dipl.-Ing.")) if r.random() < .04 else ""
        self.job = ""

    # names
    def _m(self, form, v):
        return mark("+", "name", form, v)

    def n(self, title=True):
        v = self.given + " " + self.family
        return (self.title + " " if self.title and title else "") + self._m("voll", v)

    def k(self):
        return self._m("komma", self.family + ", " + self.given)

    def u(self):
        return self._m("versal", self.o_upper(self.family) + ", " + self.given)

    @staticmethod
    def o_upper(s):
        return s.upper().replace("ß", "SS")

    def f(self, form="familienname"):
        return self._m(form, self.family)

    def v(self, form="vorname"):
        return self._m(form, self.given)

    def first(self):
        return self._m("vorname", self.given.split()[0])

    def i(self):
        return self._m("initial", self.given[0] + ". " + self.family)

    def gn(self):
        return self._m("geburtsname", self.birthname)

    def h(self, case="n"):
        a = "Frau" if self.sex == "w" else "Herr" if case == "n" else "Herrn"
        if self.c.yes(.08):
            a = "Fr." if self.sex == "w" else "Hr." if case == "n" else "Hrn."
        return a + " " + (self.title + " " if self.title else "") + self.f("herr-frau")

    def hn(self, case="n"):
        return ("Frau" if self.sex == "w" else "Herr" if case == "n" else "Herrn") + " " + self.n()

    def er(self, big=False):
        s = "sie" if self.sex == "w" else "er"
        return s.capitalize() if big else s

    def any(self):
        return self.c.o(self.n, self.n, self.k, self.u)()

    # other data
    def g(self, f=None, where="text"):
        f = f or (self.c.dobf if self.c.yes(.8) else self.c.dform(self.c.r.choice(DOBF)))
        return self.c.plus("geburtsdatum", where + "-" + FNAME.get(f, f.strip("%")), datum(self.dob, f))

    def gb(self):
        c = self.c
        return c.o("geb. am ", "geb. ", "geboren am ", "*", "* ", "geb. ", "geb. am ", "geb. ", "geb. am ", "geb.: ", c.o("Geb.-Dat. ",
            "GebDat: ", "geb. ")) + self.g() + \
            (c.o(" in ", " zu ", " in ") + c.r.choice(VILLAGES)[1] if c.yes(.2) else "")

    def a(self, sep=", ", place=True):
        c = self.c
        s = self.street
        if c.yes(.12):
            s = s.replace("straße", "str.").replace("Straße", "Str.")
        if not place:
            return c.plus("anschrift", "ohne-ort", s)
        z = c.plz(self.pl)
        x = c.r.random()
        if sep == ", " and x > .95:
            return c.plus("anschrift", "in", s + " in " + z + " " + self.pl[1])
        if sep == ", " and x < .12:
            return c.plus("anschrift", "plz-d", s + ", D-" + z + " " + self.pl[1])
        if sep == ", " and x < .2:
            return c.plus("anschrift", "ohne-plz", s + ", " + self.pl[1])
        return c.plus("anschrift", "block" if "\n" in sep else "zeile", s + sep + z + " " + self.pl[1])

    def t(self):
        c = self.c
        return c.phone(self.pl, "mobil" if c.y > 1998 and c.yes(.45) else "fest")

    def m(self, work=False):
        c, tr = self.c, lambda s: s.lower().translate(TR).replace("i̇", "i")
        g, f = tr(self.given.split()[0]), tr(self.family)
        loc = c.o(g + "." + f, g[0] + "." + f, f, g + "_" + f, g + f + str(c.r.randint(1, 99)), f + "." + g, g + "." + f)
        dom = ("stadt-" + tr(c.pl[1].split()[0].split("/")[0]) + ".de") if work else c.o("web.de", "gmx.de", "t-online.de", "gmx.net",
            "gmail.com",
                                                                            "yahoo.de", "freenet.de", "online.de", "aol.com", "posteo.de")
        return c.plus("e-mail", "person", loc + "@" + dom)

    def rv(self):
        s = ids.rv(self.c.r, self.dob, self.birthname if self.sex == "w" and self.c.yes(.4) else self.family, self.sex)
        return rvfmt(self.c, s, self.c.plus, "")

    def kv(self):
        s = ids.kv(self.c.r)
        if self.c.yes(.15):
            return self.c.plus("krankenversicherung", "gruppen", s[0] + " " + s[1:4] + " " + s[4:7] + " " + s[7:])
        return self.c.plus("krankenversicherung", "glatt", s)

    def st(self):
        return stfmt(self.c, ids.steuer(self.c.r), self.c.plus)

    def ib(self):
        r = self.c.r
        return ibfmt(self.c, ids.iban(r, "DE" if r.random() < .88 else r.choice(sorted(ids.FOR))), self.c.plus)

    def pa(self, pass_=False):
        c = self.c
        s = ids.ausweis(c.r, c.y - 2, pass_)
        w = "pass" if pass_ else "pa"
        if c.yes(.35):
            return c.plus("ausweis", w + "-10", s + ids.pa_check(s))
        return c.plus("ausweis", w + ("-alt" if s.isdigit() else "-9"), s)

    def idv(self, kind=None):
        """A number of the person that fits the time, with its word."""
        c = self.c
        ks = ["rv"] + (["pa"] if c.y > 1987 else []) + (["kv"] * 2 if c.y > 2006 else []) + (["st"] * 2 if c.y > 2008 else []) + \
            (["ib"] * 2 if c.y > 2009 else [])
        return tagged(self, kind or c.r.choice(ks))


def tagged(p, k):
    c = p.c
    if k == "rv":
        return c.o("RV-Nr. ", "VSNR ", "Rentenvers.-Nr.: ", "Versicherungsnummer ", "RVNR: ", "SV-Nr. ", "Vers.-Nr. ",
            "Sozialversicherungsnr. ") + p.rv()
    if k == "kv":
        return c.o("KVNR ", "Vers.-Nr. ", "Versichertennummer: ", "KV-Nr. ", "Krankenversichertennr. ", "eGK-Nr. ", "Vers.Nr.: ") + p.kv()
    if k == "st":
        return c.o("IdNr. ", "Steuer-ID ", "Steuer-IdNr.: ", "Identifikationsnummer ", "St.-ID: ", "steuerl. IdNr. ", "IdNr: ",
            "TIN ") + p.st()
    if k == "ib":
        return c.o("IBAN ", "IBAN: ", "Konto ", "Bankverbindung: ", "Kto. ", "IBAN ", "Kontoverbindung ") + p.ib()
    x = c.yes(.25)
    return (c.o("Reisepass Nr. ", "Reisepaß-Nr. " if c.y < 1999 else "Pass-Nr. ", "Pass ", "RP-Nr. ") if x else
            c.o("Personalausweis Nr. ", "PA-Nr. ", "BPA Nr. ", "Ausweis-Nr.: ", "Personalausweis ", "PA ", "Ausweisnummer ",
                "Pers.-Ausw. ")) + p.pa(x)
