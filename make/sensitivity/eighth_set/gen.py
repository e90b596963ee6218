"""Choice of papers, marks taken off, self test of each sheet."""
import random, re
from .core import *
from . import docs1, docs2, docs3, docs4, docs5
DOCS = docs1.DOCS + docs2.DOCS + docs3.DOCS + docs4.DOCS + docs5.DOCS
OLD = [("dass ", "daß "), ("muss ", "muß "), ("Prozess", "Prozeß"), ("Anschluss", "Anschluß"), ("ausschuss", "ausschuß"), ("Reisepass",
    "Reisepaß"), ("Beschluss", "Beschluß"), ("Unterhaltsvorschusskasse", "Unterhaltsvorschußkasse")]
OK = {"iban": iban_ok, "steuer-id": sid_ok, "rentenversicherung": rv_ok, "krankenversicherung": kv_ok, "ausweis": pa_ok}

def typos(t, r):
    def f(m):
        w = m.group(0)
        if r.random() > .02: return w
        i = r.randrange(2, len(w) - 2); k = r.randrange(3)
        return w[:i] + w[i+1] + w[i] + w[i+2:] if k == 0 else w[:i] + w[i+1:] if k == 1 else w[:i] + w[i] + w[i:]
    return re.sub(r"(?<![\w@.ßäöü-])[a-zäöüß]{7,}(?![\w@.])", f, t)

def outside(t, fn):
    o, e = [], 0
    for m in MARK.finditer(t):
        o += [fn(t[e:m.start()]), m.group(0)]; e = m.end()
    return "".join(o + [fn(t[e:])])

def sheet(fn, r, lo, hi):
    s = S(r, lo, hi); t = fn(s)
    if s.y < 1998:
        for a, b in OLD: t = outside(t, lambda x: x.replace(a, b))
    if r.random() < .2: t = outside(t, lambda x: typos(x, r))
    t = re.sub(r"[ \t]+(?=\n|$)", lambda m: m.group(0) if "\t" in m.group(0) else "", t)
    text, pl, ne, e = "", [], [], 0
    for m in MARK.finditer(t):
        text += t[e:m.start()]; pos = len(text); e = m.end()
        (pl if m.group(1) == "P" else ne).append((pos, {"Kind": m.group(2), "Form": m.group(3), "Value": m.group(4)}))
        text += m.group(4)
    text += t[e:] + "\n"
    return text, pl, ne

def check(text, pl, ne):
    bad = []
    if re.search("[\ue000-\ue002{}]|None|True|False|<eighth", text): bad.append("rest")
    for lst in (pl, ne):
        e = 0
        for pos, x in lst:
            if text.find(x["Value"], e) != pos: bad.append("order " + x["Value"])
            e = pos + len(x["Value"])
            k = OK.get(x["Kind"])
            if k and lst is pl and not k(x["Value"]): bad.append("digit " + x["Value"])
    for pos, x in ne:
        k = OK.get(x["Kind"])
        if k:
            try:
                if k(x["Value"]) and (x["Kind"] != "ausweis" or x["Form"] == "pz-falsch"): bad.append("near is true " + x["Value"])
            except (ValueError, IndexError, TypeError): pass
    cov = [(p, p + len(x["Value"])) for p, x in pl + ne]
    fams = {w for _, x in pl if x["Kind"] == "name" for w in re.findall(r"\w{3,}", x["Value"])} - {"von", "der", "van", "den", "vom",
        "zur", "Thi", "Van", "Freiherr", "Heide"}
    for w in fams:
        for m in re.finditer(r"\b" + re.escape(w) + r"\b", text):
            if not any(a <= m.start() < b for a, b in cov): bad.append("unplanted " + w)
    c2 = sorted(cov)
    if any(a[1] > b[0] for a, b in zip(c2, c2[1:])): bad.append("overlap")
    return bad

def sheets(seed, plants, names=False, log=None):
    r = random.Random(seed); out, n, bag = [], 0, []
    while n < plants:
        if not bag:
            bag = [d for d in DOCS for _ in range(max(1, round(d[1] * 2)))]; r.shuffle(bag)
        fn, _, lo, hi = bag.pop()
        for _ in range(30):
            text, pl, ne = sheet(fn, r, lo, hi); bad = check(text, pl, ne)
            if not bad: break
            if log is not None: log.append((fn.__name__, bad))
        else: continue
        n += len(pl)
        d = {"Text": text, "Plant": [x for _, x in pl], "Near": [x for _, x in ne]}
        if names: d["Doc"] = fn.__name__
        out.append(d)
    return out
