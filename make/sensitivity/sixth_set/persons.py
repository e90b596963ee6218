"""Part of the sixth set of sheets (../sixth.py)."""
import datetime, json, random, re, sys
from .numbers import *

# ------------------------------------------------------------ persons
import unicodedata
def ascii_(s):
    for a, b in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("ı", "i"), ("ł", "l"), ("Ä", "ae"), ("Ö", "oe"), ("Ü",
        "ue")): s = s.replace(a, b)
    s = unicodedata.normalize("NFD", s)
    return re.sub(r"[^a-z\-]", "", "".join(c for c in s if not unicodedata.combining(c)).lower().replace(" ", "-")).strip("-")

class Person:
    def __init__(self, year, age=None, fam=None, sex=None, doctor=False, orig=None, born=None):
        self.sex = sex or pick("mw")
        self.year = year
        if age is None: age = ri(21, 79)
        self.b = born or rdate(year - age - 1, year - age - 1)
        if orig is None:
            r = RND.random(); late = year >= 1970
            orig = "de"
            if r < (.30 if late else .10): orig = pick(["tr", "pl", "ru", "ar", "vn", "so"] if late else ["pl", "so", "pl", "ru"])
        self.orig = orig; self.praed = ""
        if orig == "de":
            y = self.b.year
            key = 1900 if y < 1925 else 1925 if y < 1943 else 1945 if y < 1960 else 1965 if y < 1983 else 1988
            g = (GM if self.sex == "m" else GF)[key]
            self.given = [pick(g)]
            r = RND.random()
            self.fam = fam or (pick(FAM_COMMON) if r < .34 else pick(FAM_DE) if r < .88 else pick(FAM_COMPOUND) if r < .94 and year > 1958 else pick(FAM_NOBLE) if r > .955 else pick(FAM_DE))
            if ch(.22): 
                z = pick(EXTRA2[self.sex])
                if z != self.given[0] and "-" not in self.given[0]: self.given.append(z)
            if self.fam.startswith("von ") and ch(.3) and not fam: self.praed = pick(["Freiherr",
                "Graf"]) if self.sex == "m" else pick(["Freifrau", "Gräfin"])
        else:
            self.given = [pick(GIV[orig][0 if self.sex == "m" else 1])]
            L = {"tr": FAM_TR if ch(.75) else FAM_TR_ASCII, "pl": FAM_PL, "ru": FAM_RU, "ar": FAM_AR, "vn": FAM_VN, "so": FAM_SO}[orig]
            self.fam = fam or pick(L)
            if not fam and self.sex == "w" and ch(.6):
                if orig == "pl" and self.fam.endswith("ski"): self.fam = self.fam[:-1] + "a"
                if orig == "ru" and re.search("(ow|ew|jow|in)$", self.fam): self.fam += "a"
        self.title = ""
        a = year - self.b.year
        if doctor: self.title = pick(["Dr.", "Dr. med.", "Dr.", "Prof. Dr."])
        elif a > 30 and ch(.05): self.title = pick(["Dr.", "Dr. jur.", "Dipl.-Ing.", "Dr."])
        self.bn = pick(FAM_DE + FAM_COMMON) if orig == "de" else pick({"tr": FAM_TR, "pl": FAM_PL, "ru": FAM_RU, "ar": FAM_AR,
            "vn": FAM_VN, "so": FAM_SO}[orig])
        self.ber = pick(BERUFE); self.gort = pick(GEB_ORTE)
        self.street = self.plz = None; self.ids = {}

def mk_street():
    if ch(.6):
        v, g = pick(VOR), pick(GRUND)
        s = v + g
        if v.endswith(("t", "f")) and g[0] == "s" and False: s = v + g
    else: s = pick(STRASSEN2)
    n = str(ri(1, 148) if ch(.8) else ri(1, 20))
    if ch(.14): n += pick([" a", "a", " b", "b", "c", " d"])
    elif ch(.06): n += pick(["/", "-", " - "]) + str(int(n) + 2)
    elif ch(.03): n += pick([" II", " I", " Hhs."])
    if ch(.03): n = "Nr. " + n
    return s + " " + n

def fam_for(f, sex):
    """Slavonic family names follow the sex of the bearer"""
    if sex == "m": return re.sub("ska$", "ski", re.sub("(ow|ew)a$", r"\1", f))
    return f
ROLES = {"D": dict(doctor=True), "B": "spouse", "K": "child", "L": "child", "M": "parent"}
TAG = re.compile("\x01(\\d+)\x02(.*?)\x03", re.S)
OPEN = re.compile("\x01\\d+\x02|\x03")
PH = re.compile(r"\{([A-Z])\?([^{}:]*):([^{}]*)\}|\{([A-Z])\.(\w+)\}|\{([a-z]\w*)\}")
def vis(s): return OPEN.sub("", s)

class Doc:
    def __init__(self, typ, y0, y1, **kw):
        self.typ = typ; self.year = ri(y0, y1); self.p = {}; self.meta = []; self.items = []
        o = pick(ORTE); self.ort = o[0]; self._o = o
        self.plz5 = o[1] + "%03d" % ri(1, 799); self.plz4 = o[2]
        self.court = None; self.date = rdate(self.year, self.year)
        self.gbstyle = None; self.kw = kw
        self.off = "%02d" % ri(10, 80)
        self.noisy = ch(.35); self.nb = ch(.3)
        self.width = pick([58, 64, 68, 72, 76, 80, 86])
        self.wrapon = ch(.75) if self.year < 1998 else ch(.45)
    # -- marking
    def m(self, near, kind, ctx, val):
        self.meta.append((near, kind, self.typ + ": " + ctx))
        return "\x01%d\x02%s\x03" % (len(self.meta) - 1, val)
    def P(self, kind, ctx, val): return self.m(False, kind, ctx, val)
    def N(self, kind, ctx, val): return self.m(True, kind, ctx, val)
    def per(self, L):
        if L not in self.p:
            r = ROLES.get(L)
            if r == "spouse":
                a = self.per("A"); x = Person(self.year, age=max(20, self.year - a.b.year - 1 + ri(-5, 5)), fam=fam_for(a.fam,
                    "w" if a.sex == "m" else "m"), sex="w" if a.sex == "m" else "m", orig=a.orig); x.title = ""
                x.praed = {"Freiherr": "Freifrau", "Graf": "Gräfin", "Freifrau": "Freiherr", "Gräfin": "Graf", "": ""}[a.praed]
                x.street = self.street(a); self.p[L] = x
            elif r == "child":
                a = self.per("A"); age = min(ri(1, 17), max(1, self.year - a.b.year - 19))
                x = Person(self.year, age=age, sex="m" if L == "L" else pick("mw"), fam=a.fam, orig=a.orig); x.fam = fam_for(x.fam,
                    x.sex); x.street = self.street(a); x.title = ""; self.p[L] = x
                for q in self.p.values():
                    if q is not x and q.fam == x.fam and q.given[0] == x.given[0]: x.given[0] = pick((GM if x.sex == "m" else GF)[1965])
            elif r == "parent":
                a = self.per("A"); self.p[L] = Person(self.year, age=self.year - a.b.year + ri(20, 35), fam=fam_for(a.fam, "m"), sex="m",
                    orig=a.orig)
            elif r: self.p[L] = Person(self.year, age=ri(32, 64), **r)
            elif L in "SRQ": self.p[L] = Person(self.year, age=ri(25, 62))
            else:
                kw = dict(self.kw.get(L, {}))
                if L in "ZWY": kw.setdefault("sex", "w")
                self.p[L] = Person(self.year, **kw)
        return self.p[L]
    def new(self, **kw): return Person(self.year, **kw)
    def street(self, p):
        if not p.street: p.street = mk_street()
        return p.street
    def plz(self): 
        return "" if self.year < 1962 else self.plz4 if self.year < 1994 else self.plz5
    # -- birth dates
    def gb(self, p, style=None, ctx="Datum"):
        if style is None:
            style = self.gbstyle
            if style is None:
                self.gbstyle = style = pick("vvvvvkkmmmyYsa" + ("rr" if self.year < 1975 else "") + "M")
                if self.gbstyle in "yY" and self.year > 2005: self.gbstyle = style = "v"
        return self.P("geburtsdatum", ctx + {"w": " (Tag in Worten)", "W": " (ganz in Worten)", "i": " ISO", "y": " zweistelliges Jahr",
            "Y": " zweistelliges Jahr", "r": " röm. Monat"}.get(style, ""), dfmt(p.b, style))
    # -- numbers
    def num(self, p, k):
        if k not in p.ids:
            p.ids[k] = {"iban": lambda: iban_fmt(mk_iban("DE" if ch(.9) else pick(["AT", "CH", "PL"]))),
                "si": lambda: steuer_fmt(mk_steuer()),
              "rv": lambda: rv_fmt(mk_rv(p.b,
                  letnum(re.sub(r"^(von der |von dem |von und zu |von |van der |van |zu |zur |vom |de |ten |auf der |Al-|El-|El |Al )",
                      "", p.bn if p.sex == "w" else p.fam)[0]), p.sex == "w")),
              "kv": lambda: kv_fmt(mk_kv()), "aw": lambda: aw_fmt(mk_aw(self.year)), "rp": lambda: aw_fmt(mk_aw(self.year, True)),
                  "tel": lambda: mk_tel(self.year), "mail": lambda: self.mkmail(p)}[k]()
        return p.ids[k]
    def mkmail(self, p):
        v, f = ascii_(p.given[0]), ascii_(p.fam)
        return pick([v + "." + f, v[0] + "." + f, f, v + "_" + f, f + str(p.b.year % 100), v + f, f + "." + v,
            v + str(p.b.year)]) + "@" + pick(
            ["t-online.de", "gmx.de", "web.de", "gmx.net", "aol.com", "freenet.de", "arcor.de", "googlemail.com", "posteo.de",
                "hotmail.com"])
    def dienstmail(self, p):
        return ascii_(p.given[0])[:1] + "." + ascii_(p.fam) + "@" + pick(["stadt-", "kreis-", "lk-", "uni-"]) + ascii_(re.sub(r"[ (].*",
            "", self.ort)) + ".de"
    # -- person attributes
    def attr(self, L, a):
        p = self.per(L); P = self.P; f = p.fam; v = p.given[0]; m = p.sex == "m"
        t = p.title + " " if p.title else ""
        pr = p.praed + " " if p.praed else ""
        full = v + " " + pr + f
        gs = lambda s: "s" if s[-1].lower() not in "sßxzş" else "'"
        if a == "f": return P("name", "Familienname allein", f)
        if a == "fs": return P("name", "Familienname im Genitiv", f) + gs(f)
        if a == "v": return P("name", "Vorname allein", v)
        if a == "vs": return P("name", "Vorname im Genitiv", v) + gs(v)
        if a == "v2": return P("name", "alle Vornamen", " ".join(p.given))
        if a == "bn": return P("name", "Geburtsname", p.bn)
        if a == "vn": return t + P("name", "Vorname Familienname", full)
        if a == "vvn": return t + P("name", "alle Vornamen + Familienname", " ".join(p.given) + " " + pr + f)
        if a == "vns": return t + P("name", "voller Name im Genitiv", full) + gs(f)
        if a in ("nv", "NV", "nvv"):
            g = " ".join(p.given) if a == "nvv" else v
            mm = re.match(r"((?:von und zu|von der|von dem|van der|auf der|von|vom|van|zu|zur|de|ten) )(.*)", f)
            F = f.upper().replace("SS", "SS") if a == "NV" else f
            val = F + ", " + g + (" " + p.praed if p.praed else "")
            if mm and a != "NV" and ch(.6): val = mm.group(2) + ", " + g + " " + pr + mm.group(1).strip()
            return P("name", "Familienname, Vorname" + (" (Versalien)" if a == "NV" else ""), val)
        if a == "fv": return P("name", "Familienname Vorname ohne Komma", f + " " + v)
        if a == "U": return P("name", "Versalien", f.upper())
        if a == "kn": return P("name", "Initiale + Familienname", v[0] + ". " + (f.replace("von ", "v. ") if ch(.5) else f))
        if a == "ini2": return P("name", "Initialen + Familienname", ". ".join(x[0] for x in re.split("[- ]",
            " ".join(p.given))) + ". " + f)
        if a == "H": return ("Herr " if m else "Frau ") + t + P("name", "Anrede + Familienname", f)
        if a == "Hn": return ("Herrn " if m else "Frau ") + t + P("name", "Anrede + Familienname", f)
        if a == "Hs": return ("Herrn " if m else "Frau ") + t + P("name", "Anrede + Familienname im Genitiv", f) + gs(f)
        if a == "HV": return ("Herr " if m else "Frau ") + t + P("name", "Anrede + voller Name", full)
        if a == "HVn": return ("Herrn " if m else "Frau ") + t + P("name", "Anrede + voller Name", full)
        if a == "Fr": return ("Hr. " if m else "Fr. ") + P("name", "abgekürzte Anrede + Familienname", f)
        if a == "gb": return self.gb(p)
        if a == "gbw": return self.gb(p, "w")
        if a == "gbW": return self.gb(p, "W")
        if a == "gbi": return self.gb(p, "i")
        if a == "gbm": return self.gb(p, "m")
        if a == "gbk": return self.gb(p, "y" if self.year < 2000 else "k", "in Klammern nach Namen")
        if a == "jg": return self.N("geburtsdatum", "Jahrgang", str(p.b.year))
        if a == "alt": return str(self.year - p.b.year)
        if a == "st": self.street(p); return P("anschrift", "Straße + Nr.", p.street)
        if a == "an":
            s = self.street(p); z = self.plz(); o = self.ort
            if z:
                k = RND.random()
                if k < .5: return P("anschrift", "Straße, PLZ Ort", "%s, %s %s" % (s, z, o))
                if k < .7: return P("anschrift", "PLZ Ort, Straße", "%s %s, %s" % (z, o, s))
            if ch(.06):
                p.street = pick(DORF) + pick([" Nr. ", " Haus-Nr. ", " "]) + str(ri(1, 90)); return P("anschrift", "Dorf + Hausnummer",
                    p.street)
            return pick([o + ", ", ""]) + P("anschrift", "Straße + Nr.", s)
        if a == "an2":
            s = self.street(p); z = self.plz()
            if not z: return P("anschrift", "Anschriftenfeld ohne PLZ", s) + "\n" + pick(["", "(%d%s) " % (ri(13, 24),
                pick("ab"))]) + self.ort
            return P("anschrift", "Anschriftenfeld mehrzeilig", s + pick(["\n", "\n", "\n\n"] if ch(.1) else ["\n"]) + z + " " + self.ort)
        KK = {"tel": "telefon", "mail": "e-mail", "rv": "rentenversicherung", "kv": "krankenversicherung", "si": "steuer-id",
            "iban": "iban", "aw": "ausweis", "rp": "ausweis"}
        if a in KK: return P(KK[a], {"rp": "Reisepass", "aw": "Personalausweis"}.get(a, "Angabe"), self.num(p, a))
        if a == "dmail": return P("e-mail", "Dienstadresse einer Person", self.dienstmail(p))
        if a in ("ber", "gort"): return getattr(p, a)
        raise KeyError(a)
    def near(self, a):
        N = self.N
        if a in NEAR:
            k, L = NEAR[a]; v = pick(L)
            if a == "monat": x, v = v.split(" "); return x + " " + N(k, "Monat", v)
            if a == "tel" and v in ("115", "116 117", "116 116", "0900 5 123456") and self.year < 1995: v = "110"
            if a == "mail": v = v.format(o=pick(["stadt-", "kreis-", ""]) + ascii_(re.sub(r"[ (].*", "", self.ort)))
            return N(k, {"ort": "Ortsname", "platz": "Straße/Platz nach Person", "inst": "Einrichtung nach Person", "werk": "Werktitel",
                "monat": "Monat", "gesetz": "Gesetz/Begriff", "med": "med. Begriff", "sache": "Sache/Redensart", "tel": "Hotline/Notruf",
                    "mail": "Funktionspostfach", "lit": "Fundstelle", "strecke": "klassifizierte Straße", "flur": "Kataster/Grundbuch",
                        "raum": "Raum/Postfach", "schule": "Schule nach Person"}[a], v)
        if a == "firma":
            used = {p.fam for p in self.p.values()}
            f = pick([x for x in FAM_DE + FAM_COMMON if x not in used]); return N("name", "Firma", pick(FIRMA).format(f=f))
        if a == "iban": return N("iban", "falsche Prüfziffer", iban_fmt(spoil(mk_iban())))
        if a == "si": return N("steuer-id", "falsche Prüfziffer", steuer_fmt(spoil(mk_steuer())))
        if a == "rv": return N("rentenversicherung", "falsche Prüfziffer", rv_fmt(spoil(mk_rv(rdate(1920, 1999),
            pick("ABCDEFGHKLMNPRSTW"), ch(.5)))))
        if a == "kv": return N("krankenversicherung", "falsche Prüfziffer", kv_fmt(spoil(mk_kv())))
        if a == "aw": return N("ausweis", "falsche Prüfziffer", spoil(mk_aw(self.year)))
        if a == "dat": return N("geburtsdatum", "anderes Datum", dfmt(rdate(self.year - 3, self.year), None, self.year))
        if a == "dat0": return N("geburtsdatum", "anderes Datum", dfmt(rdate(self.year - 28, self.year - 4), None, self.year))
        if a == "jahrgang": return N("geburtsdatum", "Jahrgang", "Jahrgang " + str(self.year - ri(10, 70)))
        if a == "alter": return N("geburtsdatum", "Altersangabe", pick(["im Alter von %d Jahren", "mit %d Jahren",
            "im %d. Lebensjahr"]) % ri(6, 91))
        if a == "az":
            n, y = ri(11, 980), self.year % 100
            return N("gericht", "Behörden-Aktenzeichen", pick(["%d-%d/%02d" % (ri(10, 66), n, y), "II B %d - %d/%02d" % (ri(1, 9), n, y),
                "Drs. %d/%02d" % (n, y), "Tgb.-Nr. %d/%02d" % (n, y), "Reg.-Nr. %d/%d" % (n, self.year), "%d-S-%d/%02d" % (ri(10, 66), n,
                    y), "HRB %d" % ri(100, 9999), "VR %d" % ri(100, 3999), "Erl. III/%d" % n]))
        raise KeyError(a)
    def plain(self, a):
        if a == "d": return dfmt(rdate(self.year - 1, self.year), pick("vvkm"), self.year)
        if a == "d0": return dfmt(rdate(self.year - 20, self.year - 2), pick("vvkm"), self.year)
        if a == "heute": return dfmt(self.date, pick("vmk"), self.year)
        if a == "ort": return self.ort
        if a == "ort2": return pick(["Kassel", "Hannover", "Stuttgart", "Düsseldorf", "Mainz", "Wiesbaden", "Magdeburg", "Schwerin"])
        if a == "j": return str(self.year)
        if a == "j0": return str(self.year - ri(2, 25))
        if a == "geld": return "%d,%02d %s" % (ri(12, 4200), ri(0, 99), "DM" if self.year < 2002 else "EUR")
        if a == "n": return str(ri(2, 12))
        if a == "nn": return str(ri(13, 400))
        if a == "h": return pick(["%d.%02d Uhr", "%d:%02d Uhr"]) % (ri(7, 22), pick([0, 10, 15, 30, 45, 50]))
        if a == "pf": return "Postfach %d %02d %02d" % (ri(1, 9), ri(1, 99), ri(10, 99))
        if a == "g":
            if not self.court: self.court = mk_court(self.year)
            return self.P("gericht", "Aktenzeichen des Verfahrens", self.court)
        if a == "g2": return self.P("gericht", "weiteres Gerichtsaktenzeichen", mk_court(self.year - ri(0, 4)))
        if a == "az": return pick(["%s.%d-%s-%d" % (self.off, ri(1, 19), pick("ABHKLM"), ri(1000, 9999)), "%s %02d %02d" % (self.off,
            ri(1, 40), ri(1, 40)), pick(["Abt. ", "Ref. "]) + pick(ROM[:9]) + "/" + str(ri(1, 9))])
        raise KeyError(a)
    def T(self, s):
        def r(mo):
            if mo.group(1): return mo.group(2) if self.per(mo.group(1)).sex == "m" else mo.group(3)
            if mo.group(4): return self.near(mo.group(5)) if mo.group(4) == "N" else self.attr(mo.group(4), mo.group(5))
            return self.plain(mo.group(6))
        old = None
        while old != s: old, s = s, PH.sub(r, s)
        return s
    # -- layout: p = paragraph (wrapped), l = line(s) with noise, t = table line(s) untouched
    def p_(self, *ss): self.items.append(("p", " ".join(self.T(s) for s in ss))); return self
    def l(self, *ss):
        for s in ss: self.items.append(("l", self.T(s)))
        return self
    def t(self, s): self.items.append(("t", s)); return self
    def pool(self, P, a, b=None):
        """a..b sentences out of pool P; '@1970-1999 ...' limits the years"""
        c = []
        for s in P:
            mo = re.match(r"@(\d{4})?-(\d{4})? ", s)
            if mo:
                if mo.group(1) and self.year < int(mo.group(1)) or mo.group(2) and self.year > int(mo.group(2)): continue
                s = s[mo.end():]
            c.append(s)
        n = min(len(c), ri(a, b or a)); idx = RND.sample(range(len(c)), n)
        return [c[i] for i in idx]
    def paras(self, P, n, a, b=None):
        """n paragraphs of a..b sentences each, no sentence twice"""
        ss = self.pool(P, 99)
        for _ in range(n):
            k = ri(a, b or a)
            if ss: self.p_(*ss[:k]); ss = ss[k:]
        return self
    # -- rendering with wrap and noise
    def wrap(self, s):
        out = []
        for para in s.split("\n"):
            cur, n = "", 0
            for w in para.split(" "):
                k = len(vis(w))
                if cur and n + 1 + k > self.width:
                    room = self.width - n - 2
                    hy = None
                    if "\x01" in w and room >= 3 and ch(.25): hy = hyphenate(w, room)
                    if hy: out.append(cur + " " + hy[0]); cur = hy[1]; n = len(vis(cur))
                    else: out.append(cur); cur, n = w, k
                else:
                    cur = cur + " " + w if (cur or n) else w; n = len(vis(cur))
            out.append(cur)
        return "\n".join(out)
    def noise(self, s):
        """blanks: double, no-break, missing; letter noise only outside of values"""
        res, inside, i = [], False, 0
        while i < len(s):
            c = s[i]
            if c == "\x01":
                j = s.index("\x02", i); res.append(s[i:j + 1]); i = j + 1; inside = True; continue
            if c == "\x03": inside = False
            if c == " ":
                pv = s[i - 1] if i else "\n"
                r = RND.random()
                if self.nb and r < (.12 if inside or s[:i].endswith(("geb.", "Herrn", "Frau", "Herr", "Tel.", "Dr.",
                    "Nr.")) else .01): c = "\u00a0"
                elif self.noisy and pv not in " \n":
                    if r < .018: c = "  "
                    elif r < (.05 if not inside else .0) and pv in ",.": c = ""
                    elif r < .033 and inside and pv == ",": c = ""
                    elif r < .03 and not inside and s[:i].endswith(("Herr", "Herrn", "Frau", "Fr.", "geb.", "wohnh.")): c = ""
            elif self.noisy and not inside and RND.random() < .0025:
                c = {"l": "1", "ü": "u", "e": "c", "ö": "o", "i": "í", "n": "u", "rn": "m"}.get(c, c)
            res.append(c); i += 1
        return "".join(res)
    def render(self):
        parts = []
        for k, s in self.items:
            if k == "p" and self.wrapon: s = self.wrap(s)
            if k != "t": s = self.noise(s)
            parts.append(s)
        s = "\n".join(parts)
        text, plant, near, pos = "", [], [], 0
        for mo in TAG.finditer(s):
            text += s[pos:mo.start()]; pos = mo.end()
            nr, kind, form = self.meta[int(mo.group(1))]
            v = mo.group(2)
            if "\n" in v and "mehrzeilig" not in form: form += ", Zeilenumbruch"
            (near if nr else plant).append({"Kind": kind, "Form": form, "Value": v, "_at": len(text)})
            text += v
        text += s[pos:]
        assert not re.search("[\x01\x02\x03]|\\{[A-Za-z]\\W|\\{[A-Z]\\.", text), text
        return text, plant, near

def hyphenate(w, room):
    """split a long word of a name value at a syllable or at its own hyphen; None when it does not fit"""
    mo = re.fullmatch("(\\W*(?:\x01\\d+\x02)?\\W*)([A-Za-zÄÖÜäöüß\\-]{7,})(.*)", w, re.S)
    if not mo: return None
    a, x, z = mo.groups(); best = None
    for i in range(3, min(len(x) - 2, room - len(vis(a)))):
        if x[i - 1] == "-": best = (x[:i], x[i:])
        elif re.match("[bdfgklmnprstwz][aeiouäöü]", x[i:]) and "-" not in x[i-2:i+2] and re.search("[aeiouyäöü]",
            x[:i].lower()) : best = (x[:i] + "-", x[i:])
    return (a + best[0], best[1] + z) if best else None
