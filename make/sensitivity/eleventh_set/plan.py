"""Choice of the papers so that the shares come near the plan."""
import random
from collections import Counter
from . import docs1, docs2, docs3, docs4, docs5  # noqa: F401  (fill DOCS)
from .core import finish, sheet
from .parts import DOCS
from .people import Ctx

SHARE = {"name": .35, "geburtsdatum": .12, "anschrift": .10, "iban": .065, "steuer-id": .06, "rentenversicherung": .06,
    "krankenversicherung": .055,
         "ausweis": .06, "telefon": .06, "e-mail": .035, "gericht": .035}


def one(r, f, lo, hi):
    for _ in range(12):
        c = Ctx(random.Random(r.getrandbits(60)), lo, hi)
        raw = f(c)
        if c.yes(.6):
            raw += "\n\n" + docs5.tail(c)
        s = sheet(*finish(c, raw))
        if s:
            return s
    return None


def off(have, plan):
    n = sum(have.values()) or 1
    return sum((have[k] / n - v) ** 2 / v for k, v in plan.items())


def build(seed, plants):
    r = random.Random("eleventh-%s" % seed)
    out, have, near, used, types = [], Counter(), 0, Counter(), []
    while sum(have.values()) < plants:
        low = min(used[d[0]] for d in DOCS)
        cand = [d for d in DOCS if used[d[0]] <= low + 8]
        best = None
        for d in r.sample(cand, min(6, len(cand))):
            s = one(r, *d[1:])
            if not s:
                continue
            h = have + Counter(x["Kind"] for x in s["Plant"])
            b = off(h, SHARE) + .003 * (used[d[0]] - low)
            if best is None or b < best[0]:
                best = (b, d[0], s, h)
        if best:
            _, t, s, have = best
            used[t] += 1
            near += len(s["Near"])
            out.append(s)
            types.append(t)
    return out, types
