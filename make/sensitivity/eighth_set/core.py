"""Values with check digits, persons, marks and wrapping."""
import datetime, random, re
from .lists import *
A, B, C = "\ue000", "\ue001", "\ue002"
MARK = re.compile(A + "([PN]):([^:]*):([^" + B + "]*)" + B + "([^" + C + "]*)" + C)
def M(k, f, v): return f"{A}P:{k}:{f}{B}{v}{C}"
def N(k, f, v): return f"{A}N:{k}:{f}{B}{v}{C}"
def vis(s): return MARK.sub(lambda m: m.group(4), s)
def pad(s, n, right=False):
    k = max(0, n - len(vis(s)))
    return " " * k + s if right else s + " " * k
MON = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
MS = "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split()
def dfmt(d, f):
    if f == "iso": return d.isoformat()
    if f == "kurz": return f"{d.day}.{d.month}.{d.year}"
    if f == "jj": return d.strftime("%d.%m.%y")
    if f == "monat": return f"{d.day}. {MON[d.month-1]} {d.year}"
    if f == "monkurz": return f"{d.day}. {MS[d.month-1]} {d.year}"
    if f == "luft": return f"{d.day}. {d.month}. {d.year}"
    if f == "kjj": return f"{d.day}.{d.month}.{d.year % 100:02d}"
    if f == "null": return f"{d.day:02d}. {d.month:02d}. {d.year}"
    if f == "strich": return d.strftime("%d/%m/%Y")
    if f == "bind": return d.strftime("%d-%m-%Y")
    return d.strftime("%d.%m.%Y")
# ---- check digits
def iban_cs(cc, bban):
    n = "".join(str(int(c, 36)) for c in bban + cc + "00")
    return "%02d" % (98 - int(n) % 97)
def iban_ok(v):
    v = re.sub(r"\s", "", v).upper()
    return int("".join(str(int(c, 36)) for c in v[4:] + v[:4])) % 97 == 1
def sid_cs(t):
    p = 10
    for c in t:
        s = (int(c) + p) % 10 or 10
        p = 2 * s % 11
    return str((11 - p) % 10)
def sid_ok(v):
    v = re.sub(r"\D", "", v)
    c = sorted((v[:10].count(d) for d in set(v[:10])), reverse=True)
    return len(v) == 11 and v[0] != "0" and c[0] in (2, 3) and c[1] == 1 and sid_cs(v[:10]) == v[10]
def qs(n): return n // 10 + n % 10
def rv_cs(t):  # 2+6+letter+2
    z = t[:8] + "%02d" % (ord(t[8]) - 64) + t[9:11]
    return str(sum(qs(int(c) * w) for c, w in zip(z, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))) % 10)
def rv_ok(v):
    v = re.sub(r"[^0-9A-Z]", "", v)
    return len(v) == 12 and 1 <= int(v[2:4]) <= 31 and rv_cs(v[:11]) == v[11]
def kv_cs(t):
    z = "%02d" % (ord(t[0]) - 64) + t[1:9]
    return str(sum(qs(int(c) * w) for c, w in zip(z, (1, 2) * 5)) % 10)
def kv_ok(v):
    v = re.sub(r"\s", "", v)
    return len(v) == 10 and kv_cs(v[:9]) == v[9]
def pa_cs(t): return str(sum(int(c, 36) * w for c, w in zip(t, (7, 3, 1) * 3)) % 10)
def pa_ok(v):
    v = re.sub(r"\s", "", v)
    return len(v) == 9 or len(v) == 10 and pa_cs(v[:9]) == v[9]
assert rv_ok("65170839J003") and kv_ok("A123456780") and pa_ok("T220001293") and pa_ok("C01X00T478") and iban_ok("DE89370400440532013000") and sid_ok("86095742719")
def other(r, c): return r.choice([x for x in "0123456789" if x != c])

class P:
    def __init__(s, S, sex=None, age=None, org=None, fam=None):
        r = S.r; s.S = S; s.r = r
        s.sex = sex or r.choice("mw")
        s.o = org or r.choices(["de", "tr", "pl", "ar", "vn", "ru", "su"], [70, 7, 6, 6, 2, 5, 4])[0]
        if fam: s.f = fam
        elif s.o == "de":
            x = r.random()
            s.f = r.choice(FAM_DBL) if x < .04 else r.choice(FAM_VON) if x < .07 else r.choice(FAM_DE)
        else: s.f = r.choice(FAM[s.o])
        if s.o == "pl" and s.sex == "w" and s.f.endswith("ski") and r.random() < .6: s.f = s.f[:-1] + "a"
        s.g = r.choice(GIV[s.o][s.sex == "w"])
        if r.random() < .08 and s.o == "de": s.g += " " + r.choice([x for x in GIV["de"][s.sex == "w"] if "-" not in x])
        a = age or (18, 80)
        s.dob = datetime.date(S.y - r.randint(*a), r.randint(1, 12), r.randint(1, 28))
        if S.y - s.dob.year < 1: s.dob = datetime.date(S.y - 1, s.dob.month, s.dob.day)
        if s.o == "de" and s.dob.year > 1986 and r.random() < .85: s.g = r.choice(JUNG[s.sex == "w"])
        s.ort = S.home if r.random() < .6 else r.choice(ORT)
        s.str = r.choice(STR); s.nr = str(r.randint(1, 99)) + r.choice(["", "", "", "", " a", "b", "/2"])
        s.herr = "Herr" if s.sex == "m" else "Frau"; s.herrn = "Herrn" if s.sex == "m" else "Frau"
        s.er = "er" if s.sex == "m" else "sie"; s.der = "der" if s.sex == "m" else "die"
        s.sein = "sein" if s.sex == "m" else "ihr"; s.In = "" if s.sex == "m" else "in"
    @property
    def short(s): return s.f.split(" ")[-1] if s.f.startswith("Freiherr") else s.f
    def full(s, f="voll"): return M("name", f, f"{s.g} {s.f}")
    def rev(s, f="komma"):
        if s.r.random() < .05 and " " not in s.f: return M("name", "nachvor", f"{s.f} {s.g}")
        return M("name", f, f"{s.f}, {s.g}")
    def fam(s, f="nach"): return M("name", f, s.f)
    def up(s): return M("name", "gross", s.f.upper().replace("SS", "SS"))
    def upfull(s):
        return M("name", "vollgross", f"{s.g} {s.f.upper()}" if s.r.random() < .5 else f"{s.f.upper()}, {s.g}")
    def giv(s, f="vor"): return M("name", f, s.g)
    def fr(s): return f"{s.herr} {s.fam()}"
    def frn(s): return f"{s.herrn} {s.fam()}"
    def geb(s, f=None, lab="frei"):
        f = f or s.S.df
        return M("geburtsdatum", lab + "-" + f, dfmt(s.dob, f))
    def plz(s): return s.ort[0] if s.S.y < 1993 or (s.S.y == 1993 and s.r.random() < .5) else s.ort[1][:3] + "%02d" % ((int(s.ort[1][3:]) + len(s.str)) % 100)
    def adr(s, f=None):
        f = f or s.r.choice(["komma", "komma", "komma", "in", "ohne"])
        st = f"{s.str} {s.nr}"; pl = s.plz()
        if s.S.y < 1993 and s.r.random() < .2: return M("anschrift", "ortkomma", f"{st}, {s.ort[2]}")
        if f == "in": return M("anschrift", "inort", f"{st} in {pl} {s.ort[2]}")
        if f == "ohne": return M("anschrift", "ohnekomma", f"{st} {pl} {s.ort[2]}")
        if f == "D": return M("anschrift", "D-", f"{st}, D-{pl} {s.ort[2]}")
        return M("anschrift", "komma", f"{st}, {pl} {s.ort[2]}")
    def block(s, ind="", gap=False):
        return M("anschrift", "fenster", f"{s.str} {s.nr}\n" + ("\n" if gap else "") + f"{ind}{s.plz()} {s.ort[2]}")
    def tel(s, mob=None):
        r = s.r
        if mob is None: mob = s.S.y > 1997 and r.random() < .5
        n = "".join(r.choice("23456789") if i == 0 else r.choice("0123456789") for i in range(r.choice([4, 5, 5, 6])))
        if mob:
            v = r.choice(["0151", "0160", "0170", "0171", "0172", "0175", "0176", "0179"]); n = n[:3].ljust(3,
                "4") + "%04d" % r.randint(0, 9999)
            return M("telefon", "mobil", r.choice([f"{v}/{n}", f"{v} {n}", f"{v}-{n}", f"{v}{n}", f"+49 {v[1:]} {n}",
                f"{v} / {n[:3]} {n[3:]}"]))
        v = s.ort[3]
        if len(v) == 3: n += "41"
        g = f"{n[:-2]} {n[-2:]}"
        return M("telefon", "fest", r.choice([f"{v}/{n}", f"{v}/{n}", f"{v} / {g}", f"({v}) {n}", f"{v} {n}",
            f"{v}-{n}"] + ([f"+49 {v[1:]} {n}"] if s.S.y > 1995 else [])))
    def mail(s):
        t = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ı": "i", "ş": "s", "Ş": "s", "ç": "c", "Ç": "c", "ğ": "g",
            "ł": "l", "ń": "n", "ś": "s", "ź": "z", "ó": "o", "é": "e", "í": "i", "ć": "c", "ž": "z", "á": "a", "Ö": "oe", "Ü": "ue",
                "Ä": "ae", "İ": "i", " ": "", "ą": "a", "ę": "e"})
        a, b = s.g.split(" ")[0].translate(t).lower(), s.f.translate(t).lower()
        d = s.r.choice(["t-online.de", "gmx.de", "web.de", "gmail.com", "freenet.de", "outlook.de", "arcor.de"])
        return M("e-mail", "privat", s.r.choice([f"{a}.{b}@{d}", f"{b}{s.dob.year % 100:02d}@{d}", f"{a[0]}.{b}@{d}", f"{a}_{b}@{d}",
            f"fam-{b}@{d}"]))
    def omail(s):
        v = vis(s.mail()); return M("e-mail", "amt", s.S.slug and (re.sub(r"[^a-z-]", "", v.split("@")[0].replace("fam-",
            "")).strip("-") or "post") + "@" + s.S.slug)
    # checked numbers; near=True makes the wrong one
    def iban(s, form=None, near=False, de=None):
        r = s.r; D = lambda n: "".join(r.choice("0123456789") for _ in range(n))
        cc = "DE" if de or r.random() < .85 else r.choice(["AT", "CH", "NL", "PL", "TR", "LU", "BE"])
        b = {"DE": lambda: r.choice(["52050353", "52350005", "53350000", "37040044", "50010517", "70150000",
            "25010030"]) + "%010d" % r.randint(10000, 9999999999),
             "AT": lambda: D(16), "CH": lambda: "00" + D(15), "NL": lambda: r.choice(["ABNA", "INGB", "RABO"]) + D(10),
                 "PL": lambda: D(24), "TR": lambda: "000" + D(2) + "0" + D(16), "LU": lambda: D(16), "BE": lambda: D(12)}[cc]()
        c = iban_cs(cc, b)
        if near: c = "%02d" % ((int(c) + r.choice([1, 10, 9,
            27])) % 97 + 2) if r.random() < .3 else c[::-1] if c[0] != c[1] else "%02d" % ((int(c) + 3) % 97)
        v = cc + c + b
        if near and iban_ok(v): v = cc + "%02d" % ((int(c) + 5) % 97) + b
        form = form or r.choices(["vier", "eng", "nbsp", "klein"], [60, 32, 6, 2])[0]
        g = " ".join(v[i:i+4] for i in range(0, len(v), 4))
        o = {"vier": g, "nbsp": g.replace(" ", "\u00a0"), "klein": v[:2].lower() + g[2:], "eng": v}[form]
        return (N if near else M)("iban", form + ("" if cc == "DE" else "-ausl"), o)
    def sid(s, form=None, near=False):
        r = s.r
        while 1:
            ds = list("0123456789"); r.shuffle(ds)
            if s.S.y < 2016 or r.random() < .6: t = ds[:9] + [ds[r.randrange(9)]]
            else: t = ds[:8] + [ds[0]] * 2
            r.shuffle(t); t = "".join(t)
            if t[0] != "0" and not re.search(r"(.)\1\1", t): break
        c = sid_cs(t)
        if near: c = other(r, c)
        v = t + c; form = form or r.choices(["lang", "zwei-drei", "nbsp"], [45, 50, 5])[0]
        g = f"{v[:2]} {v[2:5]} {v[5:8]} {v[8:]}"
        return (N if near else M)("steuer-id", form, {"lang": v, "zwei-drei": g, "nbsp": g.replace(" ", "\u00a0")}[form])
    def rv(s, form=None, near=False):
        r = s.r; d = s.dob.strftime("%d%m%y")
        if near == "tag": d = str(r.randint(32, 49)) + d[2:]
        i = s.f.upper().replace("FREIHERR ", "").replace("VON DER ", "").replace("VON ", "").replace("VOM ", "").replace("ZU ",
            "").replace("ZUR ", "").replace("VAN DEN ", "")[0]
        i = {"Ö": "O", "Ü": "U", "Ä": "A", "Ş": "S", "Ç": "C"}.get(i, i)
        t = r.choice(["02", "10", "11", "12", "13", "16", "18", "19", "20", "23", "24", "25", "29", "52", "53",
            "65"]) + d + i + "%02d" % (r.randint(0, 49) + 50 * (s.sex == "w"))
        c = rv_cs(t)
        if near and near != "tag": c = other(r, c)
        v = t + c; form = form or r.choices(["gruppen", "eng", "fein"], [60, 30, 10])[0]
        o = {"gruppen": f"{v[:2]} {v[2:8]} {v[8]} {v[9:]}", "eng": v, "fein": f"{v[:2]} {v[2:4]}{v[4:6]}{v[6:8]} {v[8:]}"}[form]
        return (N if near else M)("rentenversicherung", form, o)
    def kv(s, near=False):
        r = s.r; t = r.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "%08d" % r.randint(10000000, 99999999); c = kv_cs(t)
        if near: c = other(r, c)
        v = t + c
        if r.random() < .15: return (N if near else M)("krankenversicherung", "gruppe", f"{v[0]} {v[1:4]} {v[4:7]} {v[7:]}")
        return (N if near else M)("krankenversicherung", "eng", v)
    def pa(s, near=False, pas=False):
        r = s.r; al = "CFGHJKLMNPRTVWXYZ0123456789"
        while 1:
            if s.S.y < 2009: t = "%04d%05d" % (r.randint(1100, 9899), r.randint(10000, 99999)); fo = "alt"
            else:
                t = r.choice("CFGHJK" if pas else "LMNPRTVWXY") + "".join(r.choice(al) for _ in range(8)); fo = "neu"
            if fo == "alt" or sum(c.isdigit() for c in t) >= 2: break
        if near: return N("ausweis", "pz-falsch", t + other(r, pa_cs(t)))
        if r.random() < .35 or fo == "alt" and r.random() < .6: return M("ausweis", fo + "10", t + pa_cs(t))
        return M("ausweis", fo + "9", t)

class S:
    def __init__(s, r, ymin=1985, ymax=2025):
        s.r = r; s.y = r.randint(ymin, ymax); s.home = r.choice(ORT)
        i = r.randrange(len(OFF_NAMES)); s.off = OFF_NAMES[i]; s.slug = SLUGS[i]
        s.df = r.choices(["voll", "kurz", "jj", "kjj", "monat", "iso", "luft", "monkurz", "null"], [46, 17, 9, 5, 10, 2, 3, 3, 2])[0]
        s.w = r.choice([66, 70, 74, 78, 84, 100]); s.hy = r.random() < .35
    def p(s, *a, **k): return P(s, *a, **k)
    def ch(s, *a): return s.r.choice(a)
    def day(s, back=0, span=1):
        y = s.y - back - s.r.randint(0, span) * (span > 1)
        return datetime.date(y, s.r.randint(1, 12), s.r.randint(1, 28))
    def nd(s, back=0, lab="datum", f=None, span=1): 
        f = f or s.r.choice(["voll", s.df, s.df])
        return N("geburtsdatum", lab, dfmt(s.day(back, span), f))
    def az(s, regs=None):
        r = s.r; n = r.randint(3, 1999); y = "%02d" % ((s.y - r.randint(0, 2)) % 100)
        c = r.choice([f"{r.randint(1,40)} {x} {n}/{y}" for x in ("O", "C", "F", "Js", "Js", "Ds", "Cs", "Ls", "XVII", "M", "S", "T", "AR",
            "VI", "IV", "K", "L", "UF")] + [f"S {r.randint(1,30)} AS {n}/{y}" , f"S {r.randint(1,20)} SO {n}/{y} ER",
                f"{r.randint(100,900)} Js {n*7}/{y}", f"{r.randint(2,9)} K {n}/{y}.A", f"L {r.randint(2,9)} R {n}/{y}",
                    f"{r.randint(1,12)} Ca {n}/{y}", f"{r.randint(20,80)} OWi {n}/{y}"])
        if regs:
            g = r.choice(regs.split(",")); c = f"{r.randint(1,40)} {g} {n}/{y}"
            if g == "Js": c = f"{r.choice([r.randint(2,60), r.randint(100,900)])} Js {r.randint(300,39999)}/{y}"
            if g == "SG": c = f"S {r.randint(1,30)} {r.choice(['AS', 'SO', 'R', 'KR', 'SB', 'AL'])} {n}/{y}" + r.choice(["", "", " ER"])
            if g == "A": c = f"{r.randint(1,9)} {r.choice('KEL')} {n}/{y}.A"
        return M("gericht", "az", c)
    def oaz(s):
        r = s.r; y = "%02d" % (s.y % 100)
        return N("gericht", "amt-az", r.choice([f"{r.randint(10,66)}.{r.randint(1,5)}-{r.randint(100,9999)}/{y}",
            f"III/{r.randint(2,6)}-{r.randint(100,999)}-{r.randint(1,60)}/{y}",
                f"{r.randint(20,63)} {r.randint(10,99)} {r.randint(1,9):02d}/{y}", f"Abt. 5-{r.randint(100,999)}.{r.randint(1,99)}/{y}",
                    f"BA-{r.randint(100,2000)}/{y}-B"]))
    def firm(s): return N("name", "firma", s.r.choice(FIRM))
    def sch(s): return N("name", "schule", s.r.choice(SCH))
    def haus(s): return N("name", "haus", s.r.choice(HAUS))
    def nn(s): return N("name", "einrichtung", s.r.choice(NEAR_NAME))
    def oadr(s):
        p = s.p(); p.ort = s.home; return p.adr("komma")
    def otel(s, fax=False):
        r = s.r; v = s.home[3]; a = r.randint(10, 99); b = r.randint(100, 999)
        return M("telefon", "amtfax" if fax else "amt", r.choice([f"{v}/{a}-{b}", f"({v}) {a}-{b}", f"{v} {a}{b}", f"{v} / {a} - {b}"]))
    def head(s, amt):
        r = s.r; sb = s.p(); s.sb = sb
        k = r.random()
        if k < .35:
            return (f"{s.off}\n- {amt} -\n\n{s.oadr()}\nAuskunft erteilt: {sb.fr()}\nTelefon: {s.otel()}\n" + (f"Telefax: {s.otel(True)}\n" if r.random() < .4 else "")
              + (f"E-Mail: {sb.omail()}\n" if s.y > 2001 and r.random() < .6 else "") + f"Mein Zeichen: {s.oaz()}\nDatum: {s.nd(0,'brief')}\n")
        if k < .7:
            return f"{s.off.upper()}\n{amt}\n\nAz.: {s.oaz()}" + " " * 20 + f"{s.home[2]}, {s.ch('den ','')}{s.nd(0,'brief')}\nSachbearb.: {sb.full() if r.random()<.5 else sb.fam()}, {s.ch('App. ','Zi. ')}{r.randint(100,420)}\n"
        return f"{s.off}\n{amt}\n{s.home[2]}, {s.nd(0,'brief')}\n"
    def foot(s):
        sb = getattr(s, "sb", None) or s.p(); r = s.r
        k = [f"Sprechzeiten: Mo-Fr {N('telefon','uhrzeit','08.00 - 12.00')} Uhr",
            f"Postanschrift: {N('anschrift','postfach', f'Postfach {r.randint(10,99)} {r.randint(10,99)}, {s.home[0] if s.y < 1993 else s.home[1]} {s.home[2]}')}", f"Konto der Kreiskasse: {N('iban','konto', str(r.randint(100000, 99999999)))} (BLZ {N('iban','blz', r.choice(['520 503 53', '52350005', '533 500 00']))})" if s.y < 2013 else f"Gläubiger-ID: {N('iban','glaeubiger','DE' + '%02d' % r.randint(10, 97) + 'ZZZ000' + '%08d' % r.randint(10000, 99999999))}"]
        if s.y > 1999: k.append(f"Internet: {N('e-mail','web','www.' + s.slug)}")
        tail = "\n\n" + "\n".join(r.sample(k, 2)) if r.random() < .45 else ""
        return s._foot(sb) + tail
    def _foot(s, sb):
        return s.ch(f"Im Auftrag\n\n{sb.fam()}", f"Im Auftrag\n\n{M('name', 'initial', sb.g[0] + '. ' + sb.f)}",
            f"I.A.\n\ngez. {sb.fam()}", f"Mit freundlichen Grüßen\nIm Auftrag\n\n{sb.full()}",
                f"i. A.\n({sb.fam()})\n{s.ch('Verw.-Angestellte','Kreisoberinspektor','VAe','Amtmann')}")
    def wr(s, t): return "\n".join(wrap(x, s.w, s.hy, s.r) for x in t.split("\n"))

def hyp(w):
    vo = "aeiouäöü"
    return [i for i in range(3, len(w) - 2) if w[i].lower() in "bdfgklmnprtwz" and w[i+1] in vo and w[i-1] not in "cs" and w[i-1:i+1] not in ("ph", "th")
            and not (w[i] in "lrw" and w[i-1].lower() in "bdfgkpth") and re.search("[aeiouyäöü]", w[:i].lower())]
TOK = re.compile("(" + A + "[^" + B + "]*" + B + r"|[(„\"]*)([A-Za-zäöüÄÖÜß]{7,})(" + C + r"?[.,;:)]*)")
def wrap(t, width, hy, r):
    if len(vis(t)) <= width: return t
    # spaces inside a mark head do not occur; a value may break at its spaces
    toks = t.split(" "); out, line, n = [], [], 0
    def L(x): return len(re.sub(A + "[^" + B + "]*" + B + "|" + C, "", x))
    for x in toks:
        l = L(x)
        if line and n + 1 + l > width:
            m = TOK.fullmatch(x) if hy else None
            room = width - n - 2
            if m and (not m.group(1).startswith(A) or (":name:" in m.group(1) and r.random() < .4)):
                c = [i for i in hyp(m.group(2)) if i <= room]
                if c:
                    i = c[-1]; h = m.group(1)
                    if h.startswith(A): h = h[:-1] + "-trenn" + B
                    line.append(h + m.group(2)[:i] + "-"); out.append(" ".join(line)); x = m.group(2)[i:] + m.group(3)
                    line, n = [x], L(x); continue
            out.append(" ".join(line)); line, n = [x], l
        else:
            n += l + (1 if line else 0); line.append(x)
    out.append(" ".join(line))
    return "\n".join(out)
