"""python3 ninth.py SEED PLANTS: gold sheets as JSON; ninth.py --test SEED PLANTS checks them."""
import json
import random
import re
import sys
from ninth_set import checks as C, d1, d2, d3, d4, d5  # noqa: F401
from ninth_set.nums import Sheet
from ninth_set.reg import DOCS

GOAL = {"name": .36, "geburtsdatum": .12, "anschrift": .10, "iban": .06, "steuer-id": .06, "rentenversicherung": .06,
        "krankenversicherung": .06, "ausweis": .06, "telefon": .045, "e-mail": .025, "gericht": .04}

def one(rng, entry):
    name, f, y0, y1, _ = entry
    d = Sheet(random.Random(rng.getrandbits(48)), y0, y1)
    t = f(d)
    if d.p(.6):
        t = t.rstrip("\n") + "\n\n" + d.w(d.c("Vermerk: ", "(handschr.:) ", "Hinweise: ", "Registraturvermerk: ", "Randnotiz: ",
            "") + d.neb(d.n(1, 4))) + "\n"
    if entry[0] in ("meldeauskunft", "versicherungsverlauf", "schuelerliste", "grundbuch", "patientenliste") and d.y < 2008 and d.p(.35):
        t = t.upper()
    sh = d.done(re.sub(r"[ \t]+\n", "\n", t))
    sh["Typ"] = name
    return sh

def build(seed, plants):
    rng = random.Random(f"ninth-{seed}")
    cnt, near, sheets, used = {k: 0 for k in GOAL}, 0, [], {}
    while sum(cnt.values()) < plants:
        best = None
        for _ in range(14):
            e = rng.choices(DOCS, [x[4] / (1 + used.get(x[0], 0)) for x in DOCS])[0]
            sh = one(rng, e)
            c2 = dict(cnt)
            for p in sh["Plant"]: c2[p["Kind"]] += 1
            s = sum(c2.values()) or 1
            err = sum(abs(c2[k] / s - g) * (2 if k == "name" else 1) / g ** .6 for k,
                g in GOAL.items()) + 1.6 * abs(1 - (near + len(sh["Near"])) / s) + .03 * used.get(e[0], 0) * 90 / (len(sheets) + 30)
            if best is None or err < best[0]: best = (err, sh, c2, e[0])
        _, sh, cnt, nm = best
        near += len(sh["Near"]); used[nm] = used.get(nm, 0) + 1
        sheets.append(sh)
    return sheets

def test(sheets):
    bad = []
    for i, s in enumerate(sheets):
        t = s["Text"]
        if re.search("[\ue000-\uf8ff]|None|\\{|\\}|lambda|<function", t): bad.append((i, "Rest", s["Typ"]))
        for lst in ("Plant", "Near"):
            at = 0
            for p in s[lst]:
                j = t.find(p["Value"], at)
                if j < 0: bad.append((i, "Reihenfolge", p))
                at = max(at, j + len(p["Value"])) if lst == "Plant" else max(at, j + len(p["Value"]))
                ok = C.OK.get(p["Kind"])
                if ok and ok(p["Value"]) != (lst == "Plant") and not (p["Kind"] == "ausweis" and p["Form"] != "pruefziffer" and lst == "Near"): bad.append((i, lst, p))
        if not s["Plant"]: bad.append((i, "leer", s["Typ"]))
    return bad

if __name__ == "__main__":
    a = sys.argv[1:]
    tst = a and a[0] == "--test"
    if tst: a = a[1:]
    sh = build(int(a[0]), int(a[1]))
    if tst:
        from collections import Counter
        n = Counter(p["Kind"] for s in sh for p in s["Plant"]); m = Counter(p["Kind"] for s in sh for p in s["Near"])
        for k in GOAL: print(k, n[k], round(n[k] / sum(n.values()), 3), "near", m[k])
        print(len(sh), "sheets", sum(n.values()), sum(m.values()), "types", len({s["Typ"] for s in sh}), "of", len(DOCS))
        for b in test(sh): print("BAD", b)
    else:
        for s in sh: del s["Typ"]
        json.dump(sh, sys.stdout, ensure_ascii=False, indent=1)
        print()
