"""Part of the sixth set of sheets (../sixth.py)."""
import datetime, json, random, re, sys
from .places import *

# ------------------------------------------------------------ numbers with check digits
def letnum(c):
    c = {"Ä": "A", "Ö": "O", "Ü": "U", "Ş": "S", "Ç": "C", "İ": "I", "Ś": "S", "Ł": "L", "Ż": "Z"}.get(c.upper(), c.upper())
    return c if "A" <= c <= "Z" else "X"
def mk_iban(land="DE"):
    if land == "DE": b = "%08d%010d" % (ri(10000000, 87999999), ri(1000, 9999999999))
    elif land == "AT": b = "%05d%011d" % (ri(10000, 60000), ri(1000, 99999999999))
    elif land == "CH": b = "%05d%012d" % (ri(100, 9000), ri(1000, 999999999999))
    else: b = "%08d%016d" % (ri(10100000, 24999999), ri(1, 10**15))          # PL
    z = b + "".join(str(ord(c) - 55) for c in land) + "00"
    return land + "%02d" % (98 - int(z) % 97) + b
def iban_ok(s):
    s = re.sub(r"\s", "", s); r = 0
    for c in s[4:] + s[:4]:
        for d in str(int(c, 36)): r = (r * 10 + int(d)) % 97
    return r == 1 and len(s) == {"DE": 22, "AT": 20, "CH": 21, "PL": 28}[s[:2]]
def iban_fmt(s):
    k = RND.random()
    if k < .6: return " ".join(s[i:i + 4] for i in range(0, len(s), 4))
    if k < .72: return "\u00a0".join(s[i:i + 4] for i in range(0, len(s), 4))
    return s
def mod1110(ds):
    p = 10
    for d in ds:
        t = (int(d) + p) % 10 or 10
        p = t * 2 % 11
    return str((11 - p) % 10)
def mk_steuer():
    while True:
        ds = list("0123456789"); RND.shuffle(ds)
        n = 2 if ch(.75) else 3
        a = ds[:10 - (n - 1)] + [ds[0]] * (n - 1); RND.shuffle(a)
        s = "".join(a)
        if s[0] == "0" or re.search(r"(\d)\1\1", s): continue
        return s + mod1110(s)
def steuer_ok(s):
    s = re.sub(r"\s", "", s)
    if not re.fullmatch(r"[1-9]\d{10}", s): return False
    c = sorted(s[:10].count(d) for d in "0123456789")
    if c not in ([0] + [1] * 8 + [2], [0, 0] + [1] * 7 + [3]): return False
    m = 10                                            # second way: whole string must leave 1
    for d in s[:10]:
        m = (m + int(d)) % 10
        m = (20 if m == 0 else 2 * m) % 11
    return (m + int(s[10])) % 10 == 1
def steuer_fmt(s):
    return s if ch(.45) else " ".join((s[:2], s[2:5], s[5:8], s[8:]))
BEREICH = "02 03 04 08 09 10 11 12 13 14 15 16 17 18 19 20 21 23 24 25 26 28 29 38 39 40 42 43 44 48 49 50 51 52 53 54 56 57 60 61 62 63 64 65 66 67 68 69".split()
def qs(n): return sum(int(c) for c in str(n))
def rv_digit(s):
    z = s[:8] + "%02d" % (ord(s[8]) - 64) + s[9:11]
    return str(sum(qs(int(a) * b) for a, b in zip(z, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))) % 10)
def mk_rv(birth, letter, female):
    s = pick(BEREICH) + birth.strftime("%d%m") + "%02d" % (birth.year % 100) + letter + "%02d" % (ri(50, 99) if female else ri(0, 49))
    return s + rv_digit(s)
def rv_ok(s):
    s = re.sub(r"\s", "", s)
    if not re.fullmatch(r"\d{8}[A-Z]\d{3}", s): return False
    n = str("ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(s[8]) + 1).zfill(2)
    t, w = 0, "212571212121"
    for i, c in enumerate(s[:8] + n + s[9:11]):
        p = int(c) * int(w[i]); t += p // 10 + p % 10
    return t % 10 == int(s[11])
def rv_fmt(s):
    k = RND.random()
    if k < .4: return "%s %s %s %s" % (s[:2], s[2:8], s[8], s[9:])
    if k < .55: return "%s %s %s %s %s" % (s[:2], s[2:8], s[8], s[9:11], s[11])
    return s
def kv_digit(s):
    z = "%02d" % (ord(s[0]) - 64) + s[1:9]
    return str(sum(qs(int(a) * (1 + i % 2)) for i, a in enumerate(z)) % 10)
def mk_kv():
    s = pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "%08d" % ri(1000000, 99999999)
    return s + kv_digit(s)
def kv_ok(s):
    s = re.sub(r"\s", "", s)
    if not re.fullmatch(r"[A-Z]\d{9}", s): return False
    t, d = 0, [int(c) for c in str(int(s[0], 36) - 9).zfill(2) + s[1:9]]
    for a, b in zip(d[::2], d[1::2]):
        t += a + (2 * b if b < 5 else 2 * b - 9)
    return t % 10 == int(s[9])
def kv_fmt(s): return s if ch(.7) else s[0] + " " + s[1:4] + " " + s[4:7] + " " + s[7:]
AWCH = "CFGHJKLMNPRTVWXYZ0123456789"
def aw_digit(s): return str(sum(int(c, 36) * (7, 3, 1)[i % 3] for i, c in enumerate(s)) % 10)
def mk_aw(year, passp=False):
    if year < 2010: s = "%04d%05d" % (ri(1001, 9799), ri(1, 99999))
    else: s = pick("CFGHJK" if passp else "LMNPRTVWXY") + "".join(pick(AWCH) for _ in range(8))
    return s + aw_digit(s)
def aw_ok(s):
    s = re.sub(r"[\s<]", "", s); t = 0
    if len(s) != 10: return False
    for i in range(0, 9, 3):
        a, b, c = ["0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(x) for x in s[i:i + 3]]
        t += 7 * a + 3 * b + c
    return t % 10 == int(s[9])
def aw_fmt(s): return s if ch(.75) else s[:9] + " " + s[9]
def spoil(s):                                   # another last digit -> wrong check digit
    return s[:-1] + str((int(s[-1]) + ri(1, 9)) % 10)
CHECK = {"iban": iban_ok, "steuer-id": steuer_ok, "rentenversicherung": rv_ok, "krankenversicherung": kv_ok, "ausweis": aw_ok}
assert rv_ok("65170839J003") and kv_ok("A123456780") and aw_ok("L01X00T471") and aw_ok("1220001297")
assert iban_ok("DE89370400440532013000")

def mk_court(year):
    yy = "%02d" % ((year - ri(0, 1)) % 100)
    n, k = ri(3, 980), ri(1, 24)
    f = ["{k} C {n}/{y}", "{k} F {n}/{y}", "{k} O {n}/{y}", "{k} Ds {b} Js {m}/{y}", "{b} Js {m}/{y}", "{k} XVII {n}/{y}", "{k} VI {n}/{y}",
         "{k} M {n}/{y}", "{k} S {n}/{y}", "{k} Ca {m}/{y}", "S {k} KR {n}/{y}", "S {k} RJ {n}/{y}", "{k} K {m}/{y}", "VG {k} A {n}.{y}",
         "{k} U {n}/{y}", "{k} UF {n}/{y}", "{k} Ls {n}/{y}", "{k} Cs {b} Js {m}/{y}", "{k} T {n}/{y}", "{k} X {n}/{y}",
             "{k} KLs {n}/{y}", "L {k} AL {n}/{y}"]
    if year < 1970: f = ["{k} C {n}/{y}", "{k} O {n}/{y}", "{k} R {n}/{y}", "{k} Ms {n}/{y}", "{k} VI {n}/{y}", "{k} VII {n}/{y}",
        "{k} O (Entsch.) {n}/{y}",
         "{k} WGA {m}/{y}", "{k} U {n}/{y}", "{k} Ls {n}/{y}", "{k} S {n}/{y}", "{k} X {n}/{y}", "{b} Js {m}/{y}"]
    return pick(f).format(k=k, n=n, y=yy, b=ri(10, 420), m=ri(100, 39999))
def mk_tel(year):
    v = pick(["0221", "0561", "04131", "0951", "0651", "03581", "03831", "0751", "0781", "05231", "0234", "05141", "0661", "06232",
        "0871", "0251", "040", "030"])
    n = str(ri(20000, 9999999))
    if year < 1966 and ch(.6): return pick([n[:5], n[:2] + " " + n[2:4] + " " + n[4:6], n[0] + " " + n[1:3] + " " + n[3:5]]).strip()
    if year > 1996 and ch(.4):
        m = pick(["0171", "0172", "0160", "0151", "0176", "0179", "01577"]); q = str(ri(1000000, 99999999))
        return pick([m + "/" + q, m + "-" + q, m + " " + q, m + q, "+49 " + m[1:] + " " + q, m + " " + q[:3] + " " + q[3:5] + " " + q[5:],
            "0049 " + m[1:] + q])
    g = " ".join(re.findall("..?", n))
    return pick([v + "/" + n, v + " / " + g, v + "-" + n, "(" + v + ") " + g, v + " " + n] + (["+49 (0)" + v[1:] + " " + n,
        "+49 " + v[1:] + " " + n] if year > 1995 else []))
