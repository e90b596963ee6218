"""Values with check digits, true and false."""
ALPHA = "0123456789CFGHJKLMNPRTVWXYZ"
BER = ("02 03 04 08 09 10 11 12 13 14 15 16 17 18 19 20 21 23 24 25 26 28 29 38 39 40 42 43 44 45 46 47 48 49 50 51 52 53 54 55 "
       "56 57 58 59 60 61 62 63 64 65 66 67 68 69").split()
FOR = {"AT": "nnnnnnnnnnnnnnnn", "CH": "nnnnnnnnnnnnnnnnn", "NL": "aaaannnnnnnnnn", "PL": "n" * 24, "TR": "0000n0" + "n" * 16,
       "FR": "n" * 23, "ES": "n" * 20, "LU": "n" * 16, "CZ": "n" * 20, "DK": "n" * 14, "LT": "n" * 16}


def dig(r, n):
    return "".join(r.choice("0123456789") for _ in range(n))


def num(s):
    return int("".join(str(int(c, 36)) for c in s))


def iban_ok(v):
    s = "".join(v.split()).replace("-", "").upper()
    return len(s) > 14 and num(s[4:] + s[:4]) % 97 == 1


def iban(r, land="DE"):
    if land == "DE":
        b = r.choice("25050180 25190001 27020300 10050000 37050198 76050101 50010517 12030000 25010030 44050199 20050550 70150000 "
                     "26551540 28050100 39050000 85050300 86055592 60050101 29050101 30050110".split())
        body = b + (dig(r, 10) if r.random() < .4 else "0" * r.choice((1, 2, 3)) + dig(r, 9))[:10].ljust(10, "7")
    else:
        body = "".join(r.choice("ABNGIRSTU") if c == "a" else dig(r, 1) if c == "n" else c for c in FOR[land])
        if land == "NL":
            body = r.choice(("INGB", "ABNA", "RABO")) + body[4:]
    return land + "%02d" % (98 - num(body + land + "00") % 97) + body


def iban_bad(r, land="DE"):
    s = iban(r, land)
    while iban_ok(s):
        i = r.randrange(4, len(s))
        s = (s[:2] + dig(r, 2) + s[4:]) if r.random() < .4 else s[:i] + dig(r, 1) + s[i + 1:]
    return s


def four(s, sep=" "):
    return sep.join(s[i:i + 4] for i in range(0, len(s), 4))


def st_check(t):
    p = 10
    for c in t[:10]:
        s = (int(c) + p) % 10 or 10
        p = s * 2 % 11
    return str((11 - p) % 10)


def st_ok(v):
    s = "".join(c for c in v if c.isdigit())
    if len(s) != 11 or s[0] == "0" or st_check(s) != s[10]:
        return False
    n = sorted(s[:10].count(c) for c in set(s[:10]))
    return n in ([1] * 8 + [2], [1] * 7 + [3]) and not any(c * 3 in s[:10] for c in "0123456789")


def steuer(r, bad=False):
    while True:
        d = list("0123456789")
        r.shuffle(d)
        d = d[:8] + [d[0]] * 2 if r.random() < .25 else d[:9] + [d[0]]
        r.shuffle(d)
        s = "".join(d)
        s += st_check(s)
        if bad:
            s = s[:10] + str((int(s[10]) + r.randint(1, 9)) % 10)
        if s[0] != "0" and st_ok(s) != bad:
            return s


def quer(ds, ws):
    return sum(sum(map(int, str(int(d) * w))) for d, w in zip(ds, ws)) % 10


def rv_check(s):
    return str(quer(s[:8] + "%02d" % (ord(s[8]) - 64) + s[9:11], (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)))


def rv(r, dob, fam, sex, bad=None):
    f = fam.upper().translate(str.maketrans("ÄÖÜÇŞİĐČŁŚŻÖÁÉÍÓ", "AOUCSIDCLSZOAEIO"))
    f = [c for c in f.split()[-1] if "A" <= c <= "Z"][:1] or ["X"]
    d = dob.strftime("%d%m%y")
    if bad == "tag":
        d = r.choice(("%02d" % r.randint(72, 98) + d[2:], d[:2] + "%02d" % r.randint(13, 19) + d[4:]))
    s = r.choice(BER) + d + f[0] + "%02d" % (r.randint(0, 49) + (50 if sex == "w" else 0))
    c = rv_check(s)
    return s + (str((int(c) + r.randint(1, 9)) % 10) if bad == "ziffer" else c)


def kv_check(s):
    return str(quer("%02d" % (ord(s[0]) - 64) + s[1:9], (1, 2) * 5))


def kv(r, bad=False):
    s = r.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + dig(r, 8)
    c = kv_check(s)
    return s + (str((int(c) + r.randint(1, 9)) % 10) if bad else c)


def pa_check(s):
    return str(sum(int(c, 36) * w for c, w in zip(s[:9], (7, 3, 1) * 3)) % 10)


def ausweis(r, year, pass_=False):
    if year < 2011 and not (pass_ and year >= 2008):
        return str(r.randint(1, 8)) + dig(r, 8)
    while True:
        s = r.choice("CFGHJK" if pass_ else "LMNPRTVWXYZ") + "".join(r.choice(ALPHA) for _ in range(8))
        if sum(c.isdigit() for c in s) >= 3:
            return s


def ausweis_bad(r, year, pass_=False):
    s = ausweis(r, year, pass_)
    return s + str((int(pa_check(s)) + r.randint(1, 9)) % 10)
