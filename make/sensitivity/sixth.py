#!/usr/bin/env python3
"""sixth.py SEED PLANTS prints the sixth set of sheets, by a hand that had seen neither the rules nor the other sets.

All of it is invented and drawn; check digits are reckoned from the public descriptions.
"""
import json, sys
from sixth_set.papers4 import *

# ------------------------------------------------------------ main
def make(label_i):
    w, y0, y1, label, fn, kw = TYPES[label_i]
    if y1 > 2012 and ch(.35): y0 = max(y0, 2008)        # enough sheets from the years of IBAN, IdNr. and KVNR
    while True:
        d = Doc(label, y0, y1, **{k: dict(v) for k, v in kw.items()})
        fn(d)
        r = d.render()
        if all(unambiguous(r[0], L) for L in r[1:]): return r

def unambiguous(text, L):
    """does text.find(value, end of the value before) lead to the place that is meant?"""
    pos = 0
    for e in L:
        if text.find(e["Value"], pos) != e["_at"]: return False
        pos = e["_at"] + len(e["Value"])
    return True

def check(sheet):
    """every value in order; every check digit by the second small function; near misses are wrong"""
    pos = 0
    for e in sheet["Plant"]:
        at = sheet["Text"].find(e["Value"], pos)
        assert at >= 0 and e["Value"].strip(), (e, sheet["Text"])
        pos = at + len(e["Value"])
        if e["Kind"] in CHECK: assert CHECK[e["Kind"]](e["Value"]), e
    pos = 0
    for e in sheet["Near"]:
        at = sheet["Text"].find(e["Value"], pos)
        assert at >= 0, (e, sheet["Text"])
        pos = at + len(e["Value"])
        if e["Kind"] in CHECK: assert not CHECK[e["Kind"]](e["Value"]), e

KINDS = {"iban", "steuer-id", "rentenversicherung", "krankenversicherung", "ausweis", "geburtsdatum", "telefon", "e-mail", "anschrift",
    "gericht", "name"}
def build(seed, plants):
    RND.seed(seed)
    order = list(range(len(TYPES))); RND.shuffle(order)
    out, n = [], 0
    while n < plants:
        i = order.pop() if order else RND.choices(range(len(TYPES)), [t[0] for t in TYPES])[0]
        text, plant, near = make(i)
        for L in (plant, near):
            for e in L:
                assert text[e["_at"]:e["_at"] + len(e["Value"])] == e["Value"] and e["Kind"] in KINDS; del e["_at"]
        s = {"Text": text, "Plant": plant, "Near": near}; check(s)
        out.append(s); n += len(plant)
    RND.shuffle(out)
    return out

def main():
    if len(sys.argv) != 3: sys.exit("usage: sixth.py SEED PLANTS")
    out = build(int(sys.argv[1]), int(sys.argv[2]))
    js = json.dumps(out, ensure_ascii=False, indent=1)
    assert json.loads(js) == out
    sys.stdout.reconfigure(encoding="utf-8")
    try: print(js)
    except BrokenPipeError: sys.stderr.close()

if __name__ == "__main__": main()
