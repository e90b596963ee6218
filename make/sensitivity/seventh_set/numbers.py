"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys
from .names import *

# ------------------------------------------------------------------ numbers (making)
def make_iban(r):
    c = r.choices(["DE", "AT", "NL", "CH", "FR", "TR", "PL"], [88, 3, 2, 2, 2, 1, 2])[0]
    dg = lambda n: "".join(r.choice("0123456789") for _ in range(n))
    bban = {"DE": lambda: r.choice("12345678") + dg(7) + r.choice([dg(10), "0" + dg(9), "000" + dg(7)]), "AT": lambda: dg(16),
            "NL": lambda: r.choice(["INGB", "ABNA", "RABO"]) + dg(10), "CH": lambda: dg(17), "FR": lambda: dg(23),
            "TR": lambda: dg(22), "PL": lambda: dg(24)}[c]()
    num = "".join(str(int(ch, 36)) for ch in bban + c + "00")
    return c + "%02d" % (98 - int(num) % 97) + bban


def mod11_10(d):
    p = 10
    for ch in d:
        s = (int(ch) + p) % 10 or 10
        p = s * 2 % 11
    return (11 - p) % 10


def make_sid(r):
    while True:
        ds = r.sample("0123456789", 9)
        if r.random() < .3:
            ds = ds[:8]
            ds += [ds[0], ds[0]]
        else:
            ds += [ds[0]]
        r.shuffle(ds)
        s = "".join(ds)
        if s[0] != "0" and not re.search(r"(\d)\1\1", s):
            return s + str(mod11_10(s))


def rv_digit(body):
    d = body[:8] + "%02d" % (ord(body[8]) - 64) + body[9:11]
    t = 0
    for x, w in zip(d, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)):
        q = int(x) * w
        t += q // 10 + q % 10
    return t % 10


def make_rv(r, birth, initial, sex):
    y, m, d = birth
    area = r.choice(["02", "03", "04", "08", "09", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "23", "24", "25",
                     "26", "28", "29", "38", "39", "40", "42", "44", "48", "50", "52", "53", "56", "58", "61", "65", "68", "80", "89"])
    b = area + "%02d%02d%02d" % (d, m, y % 100) + initial + "%02d" % (r.randrange(2, 49) + (50 if sex == "f" else 0))
    return b + str(rv_digit(b))


def make_kv(r, initial):
    b = "".join(r.choice("0123456789") for _ in range(8))
    d = "%02d" % (ord(initial) - 64) + b
    t = 0
    for i, x in enumerate(d):
        q = int(x) * (1 + i % 2)
        t += q if q < 10 else q - 9
    return initial + b + str(t % 10)


def icao(s):
    return sum(int(c, 36) * (7, 3, 1)[i % 3] for i, c in enumerate(s)) % 10


def make_aw(r, kind, year):
    if year < 2010:
        if kind == "pass" and r.random() < .3:
            s = r.choice("CFGHJK") + "".join(r.choice("0123456789CFGHJKLMNPRTVWXYZ") for _ in range(8))
        else:
            s = r.choice("123456789") + "".join(r.choice("0123456789") for _ in range(8))
    else:
        s = r.choice("CFGHJK" if kind == "pass" else "LMNPRTVWXY") + "".join(r.choice("0123456789CFGHJKLMNPRTVWXYZ") for _ in range(8))
    return s + str(icao(s))


# ------------------------------------------------------------------ numbers (second, independent checks)
def strip(v):
    return re.sub(r"[\s\u00a0.\-/]", "", v).upper()


def ok_iban(v):
    v = strip(v)
    if not re.fullmatch(r"[A-Z]{2}\d\d[A-Z0-9]{11,30}", v) or (v[:2] == "DE" and len(v) != 22):
        return False
    rem = 0
    for ch in v[4:] + v[:4]:
        for x in (ch if ch.isdigit() else str(ord(ch) - 55)):
            rem = (rem * 10 + int(x)) % 97
    return rem == 1


def ok_sid(v):
    v = strip(v)
    if not re.fullmatch(r"[1-9]\d{10}", v):
        return False
    cnt = sorted(v[:10].count(d) for d in "0123456789")
    if not (cnt == [0] + [1] * 8 + [2] or cnt == [0, 0] + [1] * 7 + [3]):
        return False
    p = 10                                   # pure recursive form of ISO 7064 MOD 11,10
    for ch in v[:-1]:
        p = ((p + int(ch)) % 10 or 10) * 2 % 11
    return (p + int(v[-1])) % 10 == 1


def ok_rv(v):
    v = strip(v)
    m = re.fullmatch(r"(\d{8})([A-Z])(\d\d)(\d)", v)
    if not m:
        return False
    digits = [int(c) for c in m[1]] + list(divmod("ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(m[2]) + 1, 10)) + [int(c) for c in m[3]]
    return sum(sum(map(int, str(a * b))) for a, b in zip(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1])) % 10 == int(m[4])


def ok_kv(v):
    v = strip(v)
    if not re.fullmatch(r"[A-Z]\d{9}", v):
        return False
    ds = list(map(int, str(ord(v[0]) - 64).zfill(2) + v[1:9]))
    return sum(sum(map(int, str(a * b))) for a, b in zip(ds, [1, 2] * 5)) % 10 == int(v[9])


def ok_aw(v):
    v = strip(v)
    if not re.fullmatch(r"[0-9A-Z]{9}\d", v):
        return False
    tab = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    t = 0
    for start, w in ((0, 7), (1, 3), (2, 1)):
        t += w * sum(tab.index(c) for c in v[:9][start::3])
    return t % 10 == int(v[9])


OK = {"iban": ok_iban, "steuer-id": ok_sid, "rentenversicherung": ok_rv, "krankenversicherung": ok_kv, "ausweis": ok_aw}
assert ok_kv("A123456780") and ok_rv("15070649C103") and ok_aw("T220001293") and ok_iban("DE89370400440532013000")


def spoil(r, v):
    """another last digit (for IBAN: the check digits) so that the number is wrong"""
    i = 3 if re.match(r"[A-Z]{2}\d\d\d", v) and len(v) > 14 else len(v) - 1
    return v[:i] + str((int(v[i]) + r.randrange(1, 9)) % 10) + v[i + 1:]


def group(r, v, kind):
    """usual ways of writing a number"""
    if kind == "iban":
        k = r.random()
        if k < .6:
            return re.sub(r"(.{4})(?=.)", r"\1 ", v)
        if k < .9:
            return v
        return v[:4] + " " + v[4:12] + " " + v[12:] if v[:2] == "DE" else v
    if kind == "steuer-id":
        return r.choice([v, "%s %s %s %s" % (v[:2], v[2:5], v[5:8], v[8:]), "%s %s %s %s" % (v[:2], v[2:5], v[5:8], v[8:]),
            v[:3] + " " + v[3:6] + " " + v[6:9] + " " + v[9:]])
    if kind == "rentenversicherung":
        return r.choice([v, v[:2] + " " + v[2:8] + " " + v[8] + " " + v[9:],
            v[:2] + " " + v[2:4] + " " + v[4:6] + " " + v[6:8] + " " + v[8] + " " + v[9:],
                         v[:8] + " " + v[8:], v[:2] + " " + v[2:8] + v[8:]])
    if kind == "krankenversicherung":
        return r.choice([v, v, v[0] + " " + v[1:], v[0] + v[1:4] + " " + v[4:7] + " " + v[7:]])
    if kind == "ausweis":
        return r.choice([v, v, v, v[:9] + " " + v[9]])
    return v
