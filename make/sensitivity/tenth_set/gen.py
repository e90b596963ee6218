"""Makes the sheets, and tests them."""
import collections, json, random, re, sys
from . import core, docs1, docs2, docs3, docs4, docs5
from . import data as D
from .vals import V
DOCS = [x for m in (docs1, docs2, docs3, docs4, docs5) for x in m.DOCS]
UML = str.maketrans({'ä': 'ae', 'ö': 'oe', 'ü': 'ue', 'ß': 'ss', 'Ä': 'Ae', 'Ö': 'Oe', 'Ü': 'Ue'})
ALLN = set(D.DE_COMMON + D.DE_REST) | {x for t in D.FOREIGN.values() for x in t[0].split()}

def sheet(seed, fn):
    """one sheet, or None where a value would be found at another place than meant"""
    b = V(seed); t = fn(b)
    if not b.ddr and b.r.random() < .8: t += '\n\n' + b.c('', '____________________\n', '---\n') + docs5.foot(b)
    q = b.r.random()
    if q < .04 and b.year < 2005: t = t.translate(UML)
    elif q < .06 and b.year < 2005: t = t.translate(UML).upper()
    elif q < .08: t = re.sub(r'\n', '\n  ', '  ' + t)
    elif q < .10: t = t.replace('\n\n', '\n')
    text, found = core.parse(t, b.items)
    text = re.sub(r'[\ue000-\uf8ff]', '?', text)
    P, N, pos = [], [], {'P': 0, 'N': 0}
    for a, e, (t_, k, f) in found:
        v = text[a:e]
        if t_ == 'N' and pos['N'] > a: return None
        if text.find(v, pos[t_]) != a: return None
        pos[t_] = e
        (P if t_ == 'P' else N).append({'Kind': k, 'Form': f, 'Value': v})
    free = list(text)
    for a, e, _ in found: free[a:e] = '#' * (e - a)
    return {'Text': text, 'Plant': P, 'Near': N}, ''.join(free), fn.__name__

def sheets(seed, plants):
    r = random.Random('tenth/%s' % seed); n = 0; bag = []
    while n < plants:
        if not bag:
            bag = [f for f, w in DOCS for _ in range(w)]; r.shuffle(bag)
        f = bag.pop()
        for _ in range(20):
            s = sheet(r.randrange(1 << 60), f)
            if s: break
        else: continue
        n += len(s[0]['Plant']); yield s

def test(ss):
    bad = 0; C, N = collections.Counter(), collections.Counter(); types = set()
    for i, (s, free, name) in enumerate(ss):
        types.add(name)
        for key in ('Plant', 'Near'):
            p = 0
            for x in s[key]:
                q = s['Text'].find(x['Value'], p)
                if q < 0: print('ORDER', i, name, x); bad += 1
                p = q + len(x['Value']); (C if key == 'Plant' else N)[x['Kind']] += 1
                ok = core.OK.get(x['Kind'])
                if ok and key == 'Plant' and not ok(x['Value']): print('WRONG', i, name, x); bad += 1
                if ok and key == 'Near' and x['Form'] not in ('karte', 'alt', 'lanr', 'ddr', 'ddr/alt',
                    'rahmen') and ok(x['Value']): print('RIGHT', i, name, x); bad += 1
                if not x['Value'].strip() or x['Value'] != x['Value'].strip(): print('BLANK', i, name, x); bad += 1
        for w in re.findall(r"[A-ZÄÖÜ][\wäöüß'’-]+", free):
            if w in ALLN and w not in ('Jahr', 'Au', 'März', 'Abt', 'Richter', 'Neumarkt', 'Berger', 'Jung', 'Herbst', 'Baum',
                'Stahl'): print('NAME?', i, name, w); bad += 1
        for m in re.finditer(r'\d{1,2}\.\s?\d{1,2}\.\s?(\d{4}|\d\d)\b|[\w.]+@[\w.-]+|\b0\d{3,4}[ /-]\d{4,}|\{|\}|None|[\ue000-\uf8ff]',
            free): print('FREE', i, name, repr(m.group())); bad += 1
    print(len(ss), 'sheets', len(types), 'of', len(DOCS), 'types', 'bad', bad)
    t = sum(C.values())
    for k in sorted(C): print('%-20s %5d %5.1f %%   near %d' % (k, C[k], 100 * C[k] / t, N[k]))
    print(t, sum(N.values()))

def main(argv):
    if argv and argv[0] == '--test': return test(list(sheets(argv[1], int(argv[2]))))
    json.dump([s[0] for s in sheets(argv[0], int(argv[1]))], sys.stdout, ensure_ascii=False, indent=1); print()
