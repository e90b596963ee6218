#!/usr/bin/env python3
"""seventh.py SEED PLANTS prints the seventh set of sheets, by a hand that had seen neither the rules nor the other sets.

All persons, numbers and addresses are invented and drawn.
"""
import json
import random
import re
import sys

from seventh_set.papers3 import *

DECK = []


def draw(r):
    """document types come from a shuffled deck, so that each one is met; a sheet which fails is drawn anew with the same type"""
    if not DECK:
        DECK.extend(d for d in DOCS for _ in range(d[1]))
        r.shuffle(DECK)
    name, _, table, f = DECK.pop()
    while True:
        STAT[name] = STAT.get(name, 0) + 1
        s = Sheet(r, name, table)
        f(s)
        out = s.finish()
        if out and out["Plant"]:
            return s, out


STAT = {}


def check(sheet):
    for lst in ("Plant", "Near"):
        p = 0
        for v in sheet[lst]:
            i = sheet["Text"].find(v["Value"], p)
            assert i >= 0, (lst, v)
            p = i + len(v["Value"])
            if v["Kind"] in OK:
                good = OK[v["Kind"]](v["Value"])
                assert good == (lst == "Plant"), (lst, v)
    assert not re.search("[\ue000-\uf8ff\U000F0000-\U000FFFFD]", sheet["Text"])
    assert not re.search(r"\{~?\w+(\.\w+)?\}", sheet["Text"]), sheet["Text"]


def main():
    seed = sys.argv[1] if len(sys.argv) > 1 else "7"
    want = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    r = random.Random("seventh/" + seed)
    sheets, n, lint = [], 0, {}
    words = {w for v in FAMILY.values() for x in v for w in re.findall(r"\w{4,}", x)} | {w for a,
        b in GIVEN.values() for x in a + b for w in re.findall(r"\w{4,}", x)}
    while n < want:
        s, out = draw(r)
        check(out)
        sheets.append(out)
        n += len(out["Plant"])
        if "--lint" in sys.argv:
            for m in re.finditer(r"\w+", s.rest):
                if m[0] in words or m[0].capitalize() in words and m[0].isupper():
                    k = (out["Plant"][0]["Form"].split(":")[0], s.rest[max(0, m.start() - 30):m.end() + 25])
                    lint.setdefault(m[0], k)
    if "--lint" in sys.argv:
        for k, v in sorted(lint.items()):
            print(k, v, file=sys.stderr)
    if "--count" in sys.argv:
        for lst in ("Plant", "Near"):
            c = {}
            for sh in sheets:
                for v in sh[lst]:
                    c[v["Kind"]] = c.get(v["Kind"], 0) + 1
            print(lst, c, file=sys.stderr)
        c = {}
        for sh in sheets:
            d = sh["Plant"][0]["Form"].split(":")[0]
            c[d] = c.get(d, 0) + 1
        print("draws", STAT, file=sys.stderr)
        print(len(sheets), "sheets", c, file=sys.stderr)
    json.dump(sheets, sys.stdout, ensure_ascii=False, indent=1)
    print()


if __name__ == "__main__":
    main()
