"""A sheet under way: marks round values, persons, numbers, wrapping."""
import datetime as D
import re
from . import names as N
from . import checks as C
A, Z, H = "\ue010", "\ue011", "\ue002"
MON = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
MARK = re.compile(A + "(?s:.)|" + Z)

def vis(s):
    return MARK.sub("", s)

class Person:
    pass

class Doc:
    def __init__(self, r, y0=1985, y1=2025):
        self.r, self.items = r, []
        self.heute = D.date(r.randint(y0, y1), r.randint(1, 12), r.randint(1, 28))
        self.y = self.heute.year
        self.nb = r.random() < .06
        self.typos = r.random() < .15
        self.ae = self.y < 2005 and r.random() < .06
        self.place = r.choice(N.PLACES)
        self.dst = self._w([("%d.%m.%Y", 5), ("d.m.Y", 3), ("d. B Y", 2)])

    # -- marks
    def _mk(self, plant, kind, form, v):
        self.items.append((plant, kind, form))
        return A + chr(0xe100 + len(self.items) - 1) + v + Z
    def P(self, k, f, v): return self._mk(1, k, f, v)
    def X(self, k, f, v): return self._mk(0, k, f, v)
    def done(self, t):
        if self.ae:
            for a, b in zip("äöüÄÖÜß", ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss")):
                t = t.replace(a, b)
        t = t.replace(H, "\u00a0" if self.nb else " ")
        out, st, res, i, n = [], [], [], 0, 0
        while i < len(t):
            c = t[i]
            if c == A:
                st.append((n, ord(t[i + 1]) - 0xe100)); i += 2; continue
            if c == Z:
                s, k = st.pop(); res.append((s, n, k)); i += 1; continue
            out.append(c); n += 1; i += 1
        t = "".join(out)
        res.sort(key=lambda x: (x[0], -x[1]))
        sh = {"Text": t, "Plant": [], "Near": []}
        for s, e, k in res:
            pl, kind, form = self.items[k]
            v = t[s:e]
            if "\n" in v and "zweizeilig" not in form: form += "-umbruch"
            sh["Plant" if pl else "Near"].append({"Kind": kind, "Form": form, "Value": v})
        return sh

    # -- chance
    def c(self, *a): return self.r.choice(a)
    def p(self, x): return self.r.random() < x
    def _w(self, l): return self.r.choices([x for x, _ in l], [w for _, w in l])[0]
    def n(self, a, b): return self.r.randint(a, b)
    def z(self, k): return "".join(self.r.choice("0123456789") for _ in range(k))
    def dm(self, a=40, b=2500):
        x = "%d,%02d" % (self.n(a, b), self.c(0, 0, 50, self.n(0, 99)))
        if len(x) > 6: x = x[:-6] + "." + x[-6:]
        return x + (" DM" if self.y < 2002 else self.c(" EUR", " €", " Euro"))

    # -- layout
    def pad(self, s, n): return s + " " * max(1, n - len(vis(s)))
    def w(self, t, width=72, ind=""):
        lines, cur = [], ind
        depth = 0
        for tok in t.split(" "):
            d0 = depth
            depth += tok.count(A) - tok.count(Z)
            free = not d0 and A not in tok
            if self.typos and free and len(tok) > 6 and tok.isalpha() and self.p(.02):
                k = self.n(2, len(tok) - 3)
                tok = tok[:k] + tok[k + 1] + tok[k] + tok[k + 2:]
            L = len(vis(tok))
            if len(vis(cur)) + 1 + L > width and cur.strip():
                room = width - len(vis(cur)) - 2
                m = None
                if L >= 9 and (free or (len(self.items) and self.p(.08) and tok.count(A) <= 1 and vis(tok).isalpha())):
                    for mm in re.finditer(r"(?<=[aeiouäöü])(?=[bdfgklmnprtwz][aeiouäöü])", tok):
                        if 3 <= len(vis(tok[:mm.start()])) <= room and len(tok) - mm.start() > 3: m = mm.start()
                if m and self.p(.7):
                    lines.append(cur + (" " if cur.strip() else "") + tok[:m] + "-")
                    tok = tok[m:]
                else:
                    lines.append(cur)
                cur = ind + tok
            else:
                cur = cur + (" " if cur.strip() else "") + tok
        return "\n".join(lines + [cur])

    # -- persons
    def pers(self, sex=None, a=18, b=80, origin=None, fam=None):
        p, r = Person(), self.r
        p.sex = sex or r.choice("mf")
        o = origin or (fam.o if fam and self.p(.8) else None) or self._w([("de", 76), ("tr", 6), ("pl", 4), ("ru", 4), ("ar", 4), ("yu",
            3), ("es", 2), ("vn", 1)])
        p.o = o
        p.b = D.date(max(1, self.y - r.randint(a, b)), r.randint(1, 12), r.randint(1, 28))
        if o == "de":
            p.ln = r.choices((r.choice(N.DE1[:r.choice((20, 50, 200))]), r.choice(N.DE2), r.choice(N.HY)), (62, 33, 4))[0]
            G = N.GM if p.sex == "m" else N.GF
            k = 58 if p.sex == "m" else 68
            p.fn = G[min(k - 1, max(0, int((p.b.year - 1918) / 95 * k + r.gauss(0, 6))))] if self.p(.85) else r.choice(G[k:])
            if self.p(.07) and "-" not in p.fn: p.fn += " " + r.choice([g for g in G if "-" not in g and g != p.fn])
        else:
            f = N.FOREIGN[o]
            p.ln = r.choice(f[0]); p.fn = r.choice(f[1 if p.sex == "m" else 2])
            if self.y < 2000 and o in ("tr", "pl") and self.p(.6):
                for x, y in zip("ışğçİŞÇśńąęłóżźć", "isgcISCsnaelozzc"):
                    p.ln = p.ln.replace(x, y); p.fn = p.fn.replace(x, y)
        if fam: p.ln = fam.ln
        if self.p(.05): p.b = p.b.replace(day=1, month=1) if o in ("tr", "ar") else p.b
        p.pl = self.place if self.p(.65) else r.choice(N.PLACES)
        p.t = ""
        p.addr0 = self._street(), self._plz(p.pl)
        return p
    def ti(self, p):
        return ("Herr" if p.sex == "m" else "Frau") + " " + p.t
    def hn(self, p): return "Herrn" if p.sex == "m" else "Frau"
    def er(self, p): return "er" if p.sex == "m" else "sie"
    def full(self, p, f="voll"): return self.P("name", f, p.fn + " " + p.ln)
    def rev(self, p, f="nach-komma"): return self.P("name", f, p.ln + ", " + p.fn)
    def last(self, p, f="nachname"): return self.P("name", f, p.ln)
    def first(self, p, f="vorname"): return self.P("name", f, p.fn)
    def hr(self, p, dat=False):
        h = self.hn(p) if dat else ("Herr" if p.sex == "m" else "Frau")
        if dat and self.p(.1) or self.p(.05): h = "Hr." if p.sex == "m" else "Fr."
        return h + " " + p.t + self.last(p, "anrede")
    def t_last(self, p): return p.t + self.last(p, "amt")
    def init(self, p): return self.P("name", "initial", p.fn[0] + ". " + p.ln)
    def amt(self, sex=None):
        p = self.pers(sex, 25, 64)
        if self.p(.12): p.t = self.c("Dr. ", "Dr. ", "Prof. Dr. ")
        return p

    # -- dates
    def fmt(self, d, s):
        if s == "d.m.Y": return f"{d.day}.{d.month}.{d.year}"
        if s == "d.m.y": return f"{d.day}.{d.month}.{d.year % 100:02d}"
        if s == "d. B Y": return f"{d.day}.{H}{MON[d.month - 1]} {d.year}"
        if s == "dd. B Y": return f"{d.day:02d}.{H}{MON[d.month - 1]}{H}{d.year}"
        if s == "d. b Y": return f"{d.day}. {MON[d.month - 1][:3]}. {d.year}"
        if s == "d. m. Y": return f"{d.day}.{H}{d.month}.{H}{d.year}"
        if s == "d.R.Y": return f"{d.day}.{'I II III IV V VI VII VIII IX X XI XII'.split()[d.month - 1]}.{d.year}"
        return d.strftime(s)
    def bst(self):
        return self._w([("%d.%m.%Y", 42), ("d.m.Y", 20), ("%d.%m.%y", 11), ("d. B Y", 11), ("d.m.y", 4), ("d. m. Y", 4),
                        ("%Y-%m-%d", 3), ("dd. B Y", 2), ("d. b Y", 1), ("d.R.Y", .7), ("%d/%m/%Y", .7), ("%d-%m-%Y", .6)])
    def bd(self, p, s=None, f=""):
        s = s or self.bst()
        return self.P("geburtsdatum", f or s.replace("%", ""), self.fmt(p.b, s))
    def geb(self, p, **k):
        return self._w([("geb. ", 30), ("geb. am ", 18), ("geboren am ", 22), ("*", 3), ("* ", 5), ("geb.: ", 4), ("Geb.-Dat. ", 3),
                        ("Geburtsdatum ", 4), ("geb. d. ", 1), ("Geb.-Tag: ", 2), ("geb ", 2), ("geb. den ", 1)]) + self.bd(p, **k)
    def day(self, a=-400, b=0, s=None, mark=.4, f="datum"):
        d = self.heute + D.timedelta(days=self.n(a, b))
        return self.dx(d, s, mark, f)
    def dx(self, d, s=None, mark=.4, f="datum"):
        v = self.fmt(d, s or self.dst)
        return self.X("geburtsdatum", f, v) if self.p(mark) else v
    def tod(self, s=None): return self.day(-300, -2, s, .9, "anderes-datum")

    # -- addresses
    def _street(self):
        h = self._w([(str(self.n(1, 99)), 60), (str(self.n(1, 250)), 10), (f"{self.n(1, 60)}{self.c(*'abcd')}", 14),
                     (f"{self.n(1, 60)} {self.c(*'abc')}", 6), (f"{self.n(1, 30) * 2 - 1}-{self.n(31, 40) * 2 - 1}", 2)])
        return self.r.choice(N.STREETS) + H + h
    def _plz(self, pl):
        if self.y < 1990: return pl[2].replace("O-", "").replace("W-", "")
        if self.y < 1993: return pl[2]
        x = pl[1] if self.p(.2) else pl[1][:3] + self.z(2)
        return x + " " + pl[0]
    def addr(self, p, sep=None, f=None):
        s, o = p.addr0
        if sep is None: sep = self._w([(", ", 80), (" in ", 9), (" · ", 2), ("; ", 3), (" - ", 3)])
        if sep == " in " and self.p(.5): o = o.split(" ", 1)[1] if self.y >= 1993 else o
        if self.y >= 1993 and sep == ", " and self.p(.04): o = "D-" + o
        f = f or ("zweizeilig" if "\n" in sep else "plz4" if self.y < 1993 else "zeile" if sep == ", " else "andere-trennung")
        return self.P("anschrift", f, s + sep + o)
    def street(self, p): return self.P("anschrift", "nur-strasse", p.addr0[0])
    def oaddr(self, sep=", "):
        return self.P("anschrift", "amt" if "\n" not in sep else "amt-zweizeilig", self._street() + sep + self._plz(self.place))
    def pf(self):
        return self.X("anschrift", "postfach", f"Postfach {self.n(10, 99)} {self.n(10, 99)}, {self._plz(self.place)}")
    def ph(self, pl=None, mob=.25):
        if self.y > 1995 and self.p(mob):
            a = self.c("0171", "0172", "0160", "0151", "0176", "0163", "0179", "0157")
            v = self._w([(a + H + self.z(7), 4), (a + "/" + self.z(7), 4), (a + self.z(7), 3), (f"{a}-{self.z(7)}", 2),
                         (f"+49 {a[1:]} {self.z(3)} {self.z(4)}".replace(" ", H), 2),
                             (f"{a} {self.z(3)} {self.z(2)} {self.z(2)}".replace(" ", H), 1)])
            return self.P("telefon", "mobil", v)
        v = (pl or self.place)[3]
        x = str(self.n(2, 9)) + self.z(self.n(3, 6))
        e = "-" + self.z(self.n(2, 4)) if self.p(.3) else ""
        gr = " ".join(re.findall(r"..?", x[::-1]))[::-1]
        vg = " ".join(re.findall(r"..?", v[::-1]))[::-1]
        f, t = self._w([(("schraeg", f"{v}/{x}{e}"), 5), (("leer", f"{v} {x}{e}"), 5), (("klammer", f"({v}) {x}{e}"), 3),
                        (("gruppen", f"({vg}) {gr}{e}"), 3), (("plus49", f"+49 {v[1:]} {x}{e}"), 2),
                        (("gruppen", f"{v} / {gr}"), 2), (("din", f"{v} - {gr}"), 1)])
        return self.P("telefon", f, t.replace(" ", H))
    def mail(self, p=None, dom=None):
        t = lambda s: re.sub(r"[^a-z.-]", "", "".join({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ı": "i", "ş": "s", "ğ": "g", "ç": "c",
            "ł": "l", "ó": "o",
                      "ń": "n", "ś": "s", "ć": "c", "í": "i", "é": "e", "á": "a", "ž": "z", "č": "c", "ą": "a"}.get(c,
                          c) for c in s.lower().replace("̇", "")).replace(" ", ""))
        dom = dom or self.c("gmx.de", "web.de", "t-online.de", "gmail.com", "yahoo.de", "freenet.de", "outlook.de", "arcor.de")
        if p is None: return self.P("e-mail", "amt", self.c("poststelle", "info", "verwaltung", "buergerbuero") + "@" + dom)
        f, l = t(p.fn), t(p.ln)
        return self.P("e-mail", "person", self.c(f"{f}.{l}", f"{f[0]}.{l}", f"{l}{self.n(1, 99)}", f"{f}_{l}",
            f"{f}{p.b.year % 100:02d}") + "@" + dom)
    def odom(self): return self.c("stadt-", "lk-", "kreis-", "vg-") + re.sub("[^a-z]", "", self.place[0].lower().replace("ü",
        "ue").replace("ö", "oe").replace("ä", "ae")[:12]) + ".de"
