"""Check digits and the marking of values in a text."""
import re
S, M, Z, NB = '\ue000', '\ue001', '\ue002', '\ue003'   # start, index end, end of value, blank which is not broken
MARK = re.compile('\ue000[\U000f0000-\U000fffff]|\ue002')

def vlen(t):
    return len(MARK.sub('', t))

def pad(t, n):
    return t + ' ' * max(1, n - vlen(t))

# ---------------------------------------------------------------- check digits
def iban_ok(v):
    v = re.sub(r'\W', '', v).upper()
    if not re.fullmatch(r'[A-Z]{2}\d\d[A-Z0-9]{10,30}', v): return False
    if v[:2] == 'DE' and len(v) != 22: return False
    return int(''.join(str(int(c, 36)) for c in v[4:] + v[:4])) % 97 == 1

def iban_make(cc, bban):
    n = int(''.join(str(int(c, 36)) for c in bban + cc + '00'))
    return cc + '%02d' % (98 - n % 97) + bban

def sid_digit(d10):
    p = 10
    for c in d10:
        s = (int(c) + p) % 10 or 10
        p = 2 * s % 11
    return str((11 - p) % 10)

def sid_ok(v):
    v = re.sub(r'\D', '', v)
    if len(v) != 11 or v[0] == '0': return False
    cnt = sorted((v[:10].count(d) for d in set(v[:10])), reverse=True)
    if cnt[0] not in (2, 3) or (len(cnt) > 1 and cnt[1] > 1): return False
    return sid_digit(v[:10]) == v[10]

def cross(n):
    return n // 10 + n % 10

def rv_digit(v11):
    z = v11[:8] + '%02d' % (ord(v11[8]) - 64) + v11[9:11]
    return str(sum(cross(int(c) * w) for c, w in zip(z, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))) % 10)

def rv_ok(v):
    v = re.sub(r'[^A-Z0-9]', '', v.upper())
    if not re.fullmatch(r'\d{8}[A-Z]\d{3}', v): return False
    if not (1 <= int(v[2:4]) <= 31 and 1 <= int(v[4:6]) <= 12): return False
    return rv_digit(v[:11]) == v[11]

def kv_digit(v9):
    z = '%02d' % (ord(v9[0]) - 64) + v9[1:9]
    return str(sum(cross(int(c) * (1 + i % 2)) for i, c in enumerate(z)) % 10)

def kv_ok(v):
    v = re.sub(r'\W', '', v.upper())
    return bool(re.fullmatch(r'[A-Z]\d{9}', v)) and kv_digit(v[:9]) == v[9]

ALPH = 'CFGHJKLMNPRTVWXYZ0123456789'
def pa_digit(v9):
    return str(sum(int(c, 36) * (7, 3, 1)[i % 3] for i, c in enumerate(v9)) % 10)

def pa_ok(v):
    v = re.sub(r'\W', '', v.upper())
    if not re.fullmatch('[' + ALPH + ']{9}[0-9]?', v): return False
    return len(v) == 9 or pa_digit(v[:9]) == v[9]

OK = {'iban': iban_ok, 'steuer-id': sid_ok, 'rentenversicherung': rv_ok, 'krankenversicherung': kv_ok, 'ausweis': pa_ok}

# ---------------------------------------------------------------- wrapping
HYP = re.compile(r'(?<=[aeiouäöü])([bdfglmnprstz])(?=[bdfgklmnprtwz][aeiouäöü])')

def wrap(t, width, r, hyph=0.3, indent=''):
    out, line = [], indent
    for w in t.split(' '):
        if '\n' in w:
            pass
        n = vlen(line) - len(indent)
        if n and vlen(line) + 1 + vlen(w) > width:
            rest = width - vlen(line) - 2
            cut = None
            if rest > 4 and vlen(w) > 9 and w[0] != S and S not in w and Z not in w and r.random() < hyph:
                for m in HYP.finditer(w):
                    if 3 <= m.end() <= rest and len(w) - m.end() > 3: cut = m.end()
            if cut:
                out.append(line + ' ' + w[:cut] + '-'); line = indent + w[cut:]
            else:
                out.append(line); line = indent + w
        else:
            line = line + (' ' if n else '') + w
    out.append(line)
    return '\n'.join(out)

# ---------------------------------------------------------------- reading the marks
def parse(t, items):
    """marked text -> text, [(start, end, item)]"""
    out, stack, found, i, n = [], [], [], 0, 0
    while i < len(t):
        c = t[i]
        if c == S:
            stack.append((n, ord(t[i + 1]) - 0xf0000)); i += 2; continue
        if c == Z:
            a, k = stack.pop(); found.append((a, n, items[k])); i += 1; continue
        out.append(' ' if c == NB else c); n += 1; i += 1
    found.sort(key=lambda x: (x[0], x[1]))
    return ''.join(out), found
