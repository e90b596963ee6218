"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys
from .persons import *

class Sheet:
    def __init__(self, r, doc, table=False):
        self.r, self.doc, self.table = r, doc, table
        lo, hi = SPAN.get(doc, (1900, 2100))
        ys = [y for y in YEARS if lo <= y <= hi]
        self.year = r.choices(ys, [2 if y >= 2007 else 1 for y in ys])[0]
        self.profile = r.choices(["clean", "wrap", "ocr", "spaced"], [30, 34, 11, 25])[0]
        self.width = r.randint(58, 80)
        self.marks, self.out, self.pp = [], [], {}
        self.ctx = ""
        self.fstyle = r.choice(["dots", "colon", "tab", "above", "under", "num", "bar", "pad", "dotsfar"])
        self.num = 0
        self.nowrap = table

    # -- marks
    def mark(self, plant, kind, form, value):
        self.marks.append((plant, kind, self.doc + ": " + (self.ctx + " / " if self.ctx else "") + form))
        return chr(0xF0000 + len(self.marks) - 1) + value + "\ue001"

    def soft(self, v, kind):
        r = self.r
        p = {"spaced": .16, "wrap": .02, "ocr": .07, "clean": .02}[self.profile]
        if " " in v and r.random() < p:
            i = r.choice([m.start() for m in re.finditer(" ", v)])
            how = r.choice(["\u00a0", "  ", "\u00a0", "  "] if self.table else ["\n", "\n", "\u00a0", "  ", " \n"])
            v = v[:i] + how + v[i + 1:]
        elif kind in ("name", "anschrift") and not self.table and self.profile != "clean" and r.random() < .018:
            c = [m.start() + 1 for m in re.finditer(r"(?<=[A-ZÄÖÜa-zäöü][a-zäöü])[bdfgklmnprstw](?=[bdfgklmnprstw][aeiouäöü][a-zäöü])", v)]
            if c:
                i = r.choice(c)
                v = v[:i] + "-\n" + v[i:]
        return v

    def plant(self, kind, value, form):
        return self.mark(True, kind, form, self.soft(value, kind))

    def near(self, kind, value, form):
        return self.mark(False, kind, form, value)

    # -- persons
    def person(self, key, **kw):
        kin = kw.pop("kin", None)
        if key[1:2] == "_" and key[0] in "fm":
            kw.setdefault("sex", key[0])
        if kin:
            kw["kin"] = self.p(kin)
        for _ in range(50):
            q = Person(self.r, self.year, **kw)
            if all(q.last != o.last or kin for o in self.pp.values()):
                break
        self.pp[key] = q
        return q

    def p(self, key):
        return self.pp.get(key) or self.person(key)

    def name(self, q, f):
        full = q.order(q.first, q.last)
        v = {"fl": full, "lf": q.last + ", " + q.first, "l": q.last, "L": q.last.upper(), "LF": q.last.upper() + ", " + q.first,
            "FL": q.order(q.first, q.last.upper()), "f": q.first,
             "il": q.first[0] + ". " + q.last, "all": q.order(q.all, q.last), "lall": q.last + ", " + q.all,
                 "lnc": q.last + " " + q.first, "fall": q.all, "maid": q.maiden,
             "UP": full.upper(), "li": q.last + ", " + q.first[0] + "."}[f]
        return self.plant("name", v, LABEL[f])

    def prop(self, key, f, arg):
        q, r = self.p(key), self.r
        if f in LABEL:
            return self.name(q, f)
        if f in GEN:
            return GEN[f][q.sex == "f"]
        if f in ("h", "hn", "hf", "hnf", "hall"):
            s = {"h": "Herr", "hf": "Herr"}.get(f, "Herrn") if q.sex == "m" else "Frau"
            t = q.title if r.random() < .12 else ""
            return s + " " + t + self.name(q, {"h": "l", "hn": "l", "hf": "fl", "hnf": "fl", "hall": "all"}[f])
        if f == "md":
            return r.choice(["Dr. ", "Dr. med. ", "Prof. Dr. "]) + self.name(q, "fl")
        if f == "tf":
            return q.title + self.name(q, "fl")
        if f == "gen":
            return ("von " + self.name(q, "fl")) if q.last[-1] in "szxß" or q.o == "vi" else self.name(q, "fl") + "s"
        if f == "geb":
            return self.name(q, "fl") + r.choice([" geb. ", ", geb. ", ", geborene ", " (geb. "][:3]) + self.name(q, "maid")
        if f == "lgeb":
            return self.name(q, "l") + " geb. " + self.name(q, "maid") + ", " + self.name(q, "f")
        if f == "any":
            return self.name(q, r.choice(["fl", "fl", "fl", "lf", "all", "FL", "il"]))
        if f == "b":
            t, st = date_text(r, q.birth, arg or None)
            while not arg and st == "wort" and not self.am:
                t, st = date_text(r, q.birth)
            return self.plant("geburtsdatum", t, "Schreibweise " + st)
        if f == "by":
            return str(q.birth[0])
        if f in ("adr", "adrz"):
            sep = r.choice([", ", ", ", ", ", "; ", " in ", " – "]) if f == "adr" else ", "
            return self.plant("anschrift", q.street() + sep + q.zip + " " + q.ort, "Straße Nr., PLZ Ort")
        if f == "adr2":
            return self.plant("anschrift", q.street() + "\n" + q.zip + " " + q.ort, "zweizeilig mit PLZ Ort")
        if f == "str":
            return self.plant("anschrift", q.street(), "nur Straße Nr.")
        if f == "ort":
            return q.ort
        if f == "zip":
            return q.zip
        if f == "gort":
            return q.get("gort", lambda: r.choice(FOREIGN) if q.o not in ("de", "noble") or r.random() < .15 else r.choice(PLACES)[1])
        if f == "tel":
            return self.plant("telefon", q.phone(), "Rufnummer")
        if f == "mail":
            m = q.mail()
            if r.random() < .05:
                m = m.replace("@", r.choice([" (at) ", "(at)"]))
            return self.plant("e-mail", m, "mit (at)" if "(at)" in m else "Adresse")
        if f == "dmail":
            return self.plant("e-mail", q.get("dm", lambda: ascii_(q.first.split()[0]) + "." + ascii_(q.last.replace(" ",
                "")) + "@" + self.domain()), "dienstliche Adresse")
        made = {"iban": lambda: make_iban(r), "sid": lambda: make_sid(r), "rv": lambda: make_rv(r, q.birth, q.initial(), q.sex),
            "kv": lambda: make_kv(r, q.initial()),
                "aw": lambda: make_aw(r, "perso", self.year), "pass": lambda: make_aw(r, "pass", self.year)}[f]
        kind = {"iban": "iban", "sid": "steuer-id", "rv": "rentenversicherung", "kv": "krankenversicherung", "aw": "ausweis",
            "pass": "ausweis"}[f]
        v = group(r, q.get(f, made), kind)
        if f == "iban" and r.random() < .02:
            v = v[:2].lower() + v[2:]
        return self.plant(kind, v, {"iban": v[:2].upper() + "-Konto", "sid": "Nummer", "rv": "Nummer", "kv": "Nummer",
            "aw": "Personalausweis", "pass": "Reisepass"}[f] +
                          (" gruppiert" if " " in v else " ohne Lücke"))

    def domain(self):
        if not hasattr(self, "_dom"):
            self._dom = self.r.choice(["stadt-", "lk-", "kreis-",
                "gemeinde-"]) + self.r.choice("elbaue moorbek sandhausen talheim nordlausitz wipperau heidetal oberfeld rehna ziesar".split()) + ".de"
        return self._dom

    def recent(self):
        r = self.r
        return (self.year, r.randint(1, 12), r.randint(1, 28))

    def special(self, t):
        r = self.r
        n, m, k = r.randint(11, 68), r.randint(102, 989), r.randint(2, 8)
        fill = dict(n=n, m=m, k=k, yy="%02d" % (self.year % 100), yyyy=self.year)
        if t in ("d", "~d"):
            v, st = date_text(r, self.recent(), r.choice(["std", "std", "lang", "kurz", "abk", "iso" if self.year > 1995 else "kurz2"]))
            return self.near("geburtsdatum", v, "anderes Datum, " + st) if t == "~d" or r.random() < .3 else v
        if t == "~dold":
            v, st = date_text(r, (r.randint(*((1950, 1989) if self.doc[:3] in ("Rüc", "Übe") else (self.year - 9,
                self.year - 1) if self.doc in ("Schülerbogen", "Heimakte") else (self.year - 18, self.year - 2))), r.randint(1, 12),
                    r.randint(1, 28)), r.choice(["std", "lang", "kurz2", "rom"]))
            return self.near("geburtsdatum", v, "älteres Datum, kein Geburtsdatum, " + st)
        if t[1:] in N_NAME:
            v = r.choice(N_NAME[t[1:]])
            while "{F}" in v:
                v = v.replace("{F}", r.choice(FAMILY["de"]), 1)
            v = v.replace("{G}", r.choice(GIVEN["de"][1]))
            return self.near("name", v, {"firma": "Firma", "schule": "Schule", "kita": "Kindergarten", "klinik": "Krankenhaus",
                "kirche": "Kirche", "lokal": "Gasthaus/Halle", "platz": "Straße/Platz ohne Nummer", "werk": "Werk", "ortn": "Ort",
                                         "begriff": "Begriff/Muster/Stiftung"}[t[1:]])
        if t == "~tel":
            return self.near("telefon", r.choice(N_TEL), "Hotline/Notruf")
        if t == "~mail":
            v = r.choice(N_MAIL).format(d=self.domain(), h="%X" % r.randrange(10 ** 8, 10 ** 10), y=self.year,
                t=self.domain().split(".")[0].replace("-", "_"))
            return self.near("e-mail", v, "Systempostfach/Muster/Message-ID")
        if t == "~flur":
            return self.near("anschrift", r.choice(["Flur {n}, Flurstück {m}/{k}", "Gemarkung Ostfeld, Blatt {m}", "Fl. {k} Nr. {m}",
                "Blatt {m}, lfd. Nr. {k}", "Grundbuch von Neudorf Bl. {m}"]).format(**fill), "Flurstück/Grundbuch")
        if t == "~grab":
            return self.near("anschrift", r.choice(["Block {k}, Reihe {n}", "Feld {n} Nr. {m}", "Abt. {k} Reihe {n}",
                "Urnenhain {n}"]).format(**fill), "Grabstelle")
        if t == "~adr":
            return self.near("anschrift", r.choice(N_ADR).format(**fill), "Lageangabe ohne Hausanschrift")
        if t in ("~az", "~bgbl"):
            pool = N_AZ if t == "~az" else N_BGBL
            return self.near("gericht", r.choice(pool).format(**fill), "Behördenzeichen/Fundstelle")
        if t in ("~iban", "~sid", "~rv", "~kv", "~aw"):
            q = self.p("_zz")
            mk = {"~iban": ("iban", lambda: make_iban(r)), "~sid": ("steuer-id", lambda: make_sid(r)), "~kv": ("krankenversicherung",
                lambda: make_kv(r, r.choice("ABEKMSZ"))),
                  "~rv": ("rentenversicherung", lambda: make_rv(r, q.birth, q.initial(), "f")), "~aw": ("ausweis", lambda: make_aw(r,
                      "perso", self.year))}[t]
            for _ in range(99):
                v = spoil(r, mk[1]())
                if not OK[mk[0]](v):
                    break
            return self.near(mk[0], group(r, v, mk[0]), "falsche Prüfziffer")
        if t == "~glid":
            return self.near("iban", "DE%02dZZZ%011d" % (r.randint(10, 97), r.randrange(10 ** 10)), "Gläubiger-ID")
        if t == "gericht":
            code = CODES.get(self.doc)
            v = r.choice([c for c in COURT if re.search(r"(^|\} )(%s) " % code,
                c)] if code and r.random() < .85 else COURT).format(z=r.randint(3, 2999), Y="%02d" % ((self.year - r.choice([0, 0, 1,
                    2])) % 100), s=r.randint(1, 48), fs=r.choice(["eA", "SO", "UG", "VKH"]), cc=r.choice(["HAL", "KO", "WI", "F"]),
                        n2=r.choice("ABKLMPW"))
            return self.plant("gericht", v, "Aktenzeichen, " + re.sub(r"\d+", "n", v))
        if t == "ag":
            return r.choice(["AG ", "Amtsgericht ", "AmtsG "]) + r.choice(PLACES)[1]
        if t == "place":
            return r.choice(PLACES)[1]
        if t == "amt":
            return r.choice(AEMTER)
        if t == "n":
            return str(r.randint(2, 60))
        if t == "k":
            return str(r.randint(2, 9))
        if t == "eur":
            return ("%d,%02d " % (r.randint(12, 940),
                r.randrange(100))) + ("EUR" if self.year > 2001 else ("M" if self.year < 1990 else "DM"))
        if t == "zeit":
            return "%d.%02d Uhr" % (r.randint(6, 22), r.randrange(0, 60, 5))
        if t == "jahr":
            return str(self.year)
        if t == "vorjahr":
            return str(self.year - 1)
        raise KeyError(t)

    def fill(self, t):
        r = self.r
        while True:
            t2 = re.sub(r"<([^<>{}|]*(?:\{[^{}]*\}[^<>{}|]*)*(?:\|[^<>|]*)+)>", lambda m: r.choice(m[1].split("|")), t)
            if t2 == t:
                break
            t = t2

        def one(m):
            self.am = m.string[:m.start()].endswith("am ")
            if m[1]:
                return self.prop(m[1], m[2], m[3])
            return self.special(m[4])
        return re.sub(r"\{(?:(\w+)\.(\w+)(?::(\w+))?|(~?\w+))\}", one, t)

    # -- output
    def w(self, t, ctx=None, wrap=True):
        if ctx is not None:
            self.ctx = ctx
        self.out.append((self.fill(t), wrap and not self.nowrap))

    def pool(self, pool, k, ctx=None, join=True):
        if ctx is not None:
            self.ctx = ctx
        pool = [t for t in pool if fits(t, self.year)]
        pick = sorted(self.r.sample(range(len(pool)), min(k, len(pool))))
        if pool and self.r.random() < .35:
            self.r.shuffle(pick)
        ts = [pool[i] for i in pick]
        if join:
            while ts:
                c = self.r.randint(1, 3)
                self.w(" ".join(ts[:c]))
                ts = ts[c:]
        else:
            for t in ts:
                self.w(t)

    def field(self, label, t, ctx=None):
        if not fits(t, self.year):
            return
        r, st = self.r, self.fstyle
        self.ctx = ctx or "Formular " + st
        v = self.fill(t)
        self.num += 1
        vis = len(label)
        if st == "dots":
            s = label + " " + "." * max(3, 26 - vis) + " " + v
        elif st == "dotsfar":
            s = label + "." * max(4, 34 - vis) + v + r.choice(["", "....", " ........"])
        elif st == "colon":
            s = label + ": " + v
        elif st == "tab":
            s = label + ":\t" + v
        elif st == "above":
            s = label + "\n" + v
        elif st == "under":
            s = label + ": " + "_" * r.randint(1, 4) + v + "_" * r.randint(3, 12)
        elif st == "num":
            s = "%d. %s: %s" % (self.num, label, v)
        elif st == "bar":
            s = "| " + label.ljust(24) + " | " + v + " |"
        else:
            s = (label + ":").ljust(28) + v
        self.out.append((s, False))

    def wrap(self, t):
        lines = []
        for para in t.split("\n"):
            line, n = "", 0
            for word in re.split(r" (?! )", para):
                k = len(re.sub("[\ue001\U000F0000-\U000FFFFD]", "", word))
                if line and n + 1 + k > self.width:
                    lines.append(line)
                    line, n = word, k
                else:
                    line, n = (line + " " + word, n + 1 + k) if line else (word, k)
            lines.append(line)
        return "\n".join(lines)

    OCR = {"l": "1", "ü": "ii", "ß": "B", "m": "rn", "e": "c", "ä": "a", "h": "b", "n": "u", "ö": "o", "t": "f", "i": "í", "B": "8",
        "S": "5", "f": "t"}

    def finish(self):
        text = "\n".join(self.wrap(t) if w and self.profile != "clean" else t for t, w in self.out)
        r, res, cur, spans, start = self.r, [], None, [], 0
        n, ocr = 0, self.profile == "ocr"
        for ch in text:
            o = ord(ch)
            if 0xF0000 <= o <= 0xFFFFD:
                cur, start = o - 0xF0000, n
                continue
            if ch == "\ue001":
                spans.append((cur, start, n))
                cur = None
                continue
            if ocr and ch in self.OCR and (cur is None or self.marks[cur][1] in ("name",
                "anschrift") and self.marks[cur][0]) and r.random() < .006:
                ch = self.OCR[ch]
            if ocr and ch == " " and cur is None and r.random() < .01:
                ch = "  "
            res.append(ch)
            n += len(ch)
        text = "".join(res)
        pl, ne, pos = [], [], {True: 0, False: 0}
        for i, a, b in spans:
            plant, kind, form = self.marks[i]
            v = text[a:b]
            if not v.strip() or text.find(v, pos[plant]) != a:
                return None                      # value would be found at a wrong place: draw the sheet anew
            pos[plant] = b
            (pl if plant else ne).append({"Kind": kind, "Form": form, "Value": v})
        self.rest = re.sub("", "", "".join(c for c in self._outside(text, spans)))
        return {"Text": text, "Plant": pl, "Near": ne}

    @staticmethod
    def _outside(text, spans):
        p = 0
        for _, a, b in spans:
            yield text[p:a] + "\u241f"
            p = b
        yield text[p:]


DOCS = []
YEARS = [1958, 1966, 1973, 1979, 1984, 1988, 1991, 1992, 1994, 1996, 1998, 2000, 2003, 2005, 2007, 2008, 2009, 2010, 2011, 2012, 2013,
    2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023]
SPAN = {"Rückübertragungsantrag": (1991, 2008), "Überprüfung nach StUG": (1992, 2012), "Heimakte": (1958, 1988),
    "Einbürgerungsantrag": (1984, 2023), "Wohngeldakte": (1966, 2023), "E-Mail mit Verlauf": (1998, 2023),
        "Ticketsystem-Export": (2005, 2023), "Kindergartenanmeldung": (1994, 2023), "Gewerbeanmeldung": (1991, 2023)}
ERA = [(r"\{(\w+\.iban|~iban|~glid)\}", 2008), (r"\{(\w+\.d?mail|~mail)\}", 1996), (r"\{(\w+\.sid|~sid)\}", 2007), (r"\{(\w+\.kv|~kv)\}",
    1994), (r"\{(\w+\.(aw|pass)|~aw)\}", 1987), (r"\{(\w+\.rv|~rv)\}", 1964), (r"Hartz", 2005)]


def fits(t, year):
    return all(year >= y for rx, y in ERA if re.search(rx, t))




def doc(name, weight=1, table=False):
    def deco(f):
        DOCS.append((name, weight, table, f))
        return f
    return deco
