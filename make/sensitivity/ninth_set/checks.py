"""Check digits, made and tested independently of each other."""
import re
ALPH = "CFGHJKLMNPRTVWXYZ0123456789"

def _num(s):
    return int("".join(str(int(c, 36)) for c in s))

def iban_make(cc, bban):
    return cc + "%02d" % (98 - _num(bban + cc + "00") % 97) + bban

def iban_ok(v):
    v = re.sub(r"\s", "", v).upper()
    return bool(re.fullmatch(r"[A-Z]{2}\d\d[A-Z0-9]{11,30}", v)) and _num(v[4:] + v[:4]) % 97 == 1

def _iso(digits):
    p = 10
    for c in digits:
        s = (int(c) + p) % 10 or 10
        p = s * 2 % 11
    return (11 - p) % 10

def sid_make(r):
    while True:
        ds = list("0123456789")
        r.shuffle(ds)
        if r.random() < .25:      # one digit three times, two missing
            d = ds[:8] + [ds[0]] * 2
        else:
            d = ds[:9] + [ds[0]]
        r.shuffle(d)
        s = "".join(d)
        if s[0] != "0" and not re.search(r"(\d)\1\1", s):
            return s + str(_iso(s))

def sid_ok(v):
    v = re.sub(r"[\s/.-]", "", v)
    if not re.fullmatch(r"[1-9]\d{10}", v):
        return False
    m = [v[:10].count(c) for c in "0123456789"]
    return sum(x > 1 for x in m) == 1 and max(m) <= 3 and not re.search(r"(\d)\1\1", v[:10]) and _iso(v[:10]) == int(v[10])

def _qs(ds, ws):
    return sum(sum(map(int, str(int(d) * w))) for d, w in zip(ds, ws)) % 10

def vs_digit(body):
    d = body[:8] + "%02d" % (ord(body[8]) - 64) + body[9:11]
    return _qs(d, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))

def vs_ok(v):
    v = re.sub(r"[\s/.-]", "", v)
    if not re.fullmatch(r"\d{8}[A-Z]\d{3}", v):
        return False
    return 1 <= int(v[2:4]) <= 31 and 1 <= int(v[4:6]) <= 12 and vs_digit(v) == int(v[11])

def kv_digit(body):
    return _qs("%02d" % (ord(body[0]) - 64) + body[1:9], (1, 2) * 5)

def kv_ok(v):
    v = re.sub(r"\s", "", v).upper()
    return bool(re.fullmatch(r"[A-Z]\d{9}", v)) and kv_digit(v) == int(v[9])

def aus_digit(b):
    return sum(int(c, 36) * w for c, w in zip(b, (7, 3, 1) * 3)) % 10

def aus_ok(v):
    v = re.sub(r"\s", "", v)
    if len(v) not in (9, 10) or any(c not in ALPH for c in v):
        return False
    return len(v) == 9 or (v[9].isdigit() and aus_digit(v[:9]) == int(v[9]))

OK = {"iban": iban_ok, "steuer-id": sid_ok, "rentenversicherung": vs_ok, "krankenversicherung": kv_ok, "ausweis": aus_ok}
assert vs_ok("65 170839 J 003") and kv_ok("A123456780") and aus_ok("T220001293") and iban_ok("DE89370400440532013000")
assert sid_ok("86095742719")
