#!/usr/bin/env python3
"""A file share as offices leave it, with a table of what is true of it: share.py OUT TRUTH.json [--files N] [--folders N] [--levels N] [--seed S]

The bytes are those of real files of this machine (and of --from), each made distinct; names and trees are drawn. Planted are twelve kinds of truths:
a copied tree, a tree moved under another name, a tree inside a ZIP, a tree contained in another, chains of drafts (1 to 20 % of the words changed, also
in another format), litter of every rule, empty folders, paths over 260 characters, names that clash, protected files, a mailbox, a database. Beside them
lie traps that are none of it. It was written from public descriptions of file shares alone; it knows nothing of the program that is judged by it.
"""
import argparse, io, json, os, random, re, sqlite3, struct, sys, unicodedata, zipfile, zlib

ap = argparse.ArgumentParser()
ap.add_argument('out'); ap.add_argument('truth')
ap.add_argument('--files', type=int, default=30829); ap.add_argument('--folders', type=int, default=5048); ap.add_argument('--levels', type=int, default=13)
ap.add_argument('--seed', type=int, default=None); ap.add_argument('--chains', type=int, default=0, help='0 = 200, in a small share fewer')
ap.add_argument('--from', dest='src', action='append', default=[]); ap.add_argument('--max', type=int, default=48 << 10)
a = ap.parse_args()
seed = a.seed if a.seed is not None else int.from_bytes(os.urandom(4), 'big')
rnd = random.Random(seed)
small = a.files < 10000
chains = a.chains or (40 if small else 200)
os.makedirs(a.out)

# ---- material -------------------------------------------------------------------------------------------------------------------------------
POOL = {}
for root in a.src or ['/usr/share', '/usr/include', '/usr/lib/python3', '/usr/local/go/src']:
    for d, ds, fs in os.walk(root):
        ds.sort()
        for f in sorted(fs):
            e = os.path.splitext(f)[1].lower()
            p = os.path.join(d, f)
            if e in ('.txt', '.html', '.xml', '.pdf', '.png', '.jpg', '.svg', '.json', '.csv', '.md', '.h', '.gif', '.tif') and not os.path.islink(p):
                s = os.path.getsize(p)
                if 60 < s <= a.max:
                    POOL.setdefault(e, []).append(p)
    if sum(map(len, POOL.values())) > 60000:
        break
for e in POOL:
    rnd.shuffle(POOL[e])
    POOL[e] = POOL[e][:3000]
EXT = [e for e in POOL if POOL[e]]
WEIGHT = [{'.txt': 20, '.html': 8, '.xml': 8, '.pdf': 25, '.png': 8, '.jpg': 10}.get(e, 3) for e in EXT]
serial = [0]

def distinct(b, e):
    """The same file, another one by its digest: a mark at its end, as every format here bears it."""
    serial[0] += 1
    mark = f'{seed:x}-{serial[0]:x}'.encode()
    if e in ('.html', '.xml', '.svg'):
        return b.rstrip() + b'\n<!-- ' + mark + b' -->\n'
    if e == '.json':
        return b.rstrip() + b' ' * (serial[0] % 97) + b'\n' * (1 + serial[0] // 97)
    if e in ('.png', '.jpg', '.gif', '.tif'):
        return b + mark
    if e == '.pdf':
        return b + b'\n%' + mark + b'\n'
    return b + b'\n' + mark + b'\n'

def material():
    """A file of the share's body. Texts are made of sentences, each used once: real ones are copies of one another (licences), and nobody could say which."""
    e = rnd.choices(EXT, WEIGHT)[0]
    if e in ('.txt', '.pdf'):
        e = rnd.choice(list(FORMS))
        return FORMS[e](text(rnd.randint(40, 400))), e
    with open(rnd.choice(POOL[e]), 'rb') as f:
        return distinct(f.read(), e), e

SENTENCES = []
for p in POOL.get('.txt', []) + POOL.get('.md', []) + POOL.get('.html', []):
    with open(p, 'rb') as f:
        t = re.sub(r'<[^>]*>', ' ', f.read().decode('utf-8', 'replace'))
    for s in re.split(r'(?<=[.!?])\s+', re.sub(r'\s+', ' ', t)):
        w = re.findall(r"[A-Za-zÄÖÜäöüß]{2,}", s)
        if 7 <= len(w) <= 30 and len(set(w)) > 5:
            SENTENCES.append(' '.join(w))
SENTENCES = sorted(set(SENTENCES))
rnd.shuffle(SENTENCES)
if len(SENTENCES) < 4000:
    sys.exit(f'too little text on this machine: {len(SENTENCES)} sentences')
WORDS = sorted({w for s in SENTENCES[:20000] for w in s.split()})
at = [0]

def text(words):
    """A text nobody else in the share has: sentences are used once, then drawn again in another order."""
    out = []
    while sum(len(s.split()) for s in out) < words:
        if at[0] == len(SENTENCES):
            at[0] = 0
            rnd.shuffle(SENTENCES)
        out.append(SENTENCES[at[0]] + '.')
        at[0] += 1
    return out

def changed(lines, share):
    """The same text with a share of its words another: replaced, left out, put in, a sentence at a time as people do."""
    words = [(i, w) for i, l in enumerate(lines) for w in l.split()]
    n = max(1, round(len(words) * share))
    while n > 0:
        k = min(n, rnd.randint(1, 9))
        p = rnd.randrange(max(1, len(words) - k))
        how = rnd.random()
        if how < .6:
            for j in range(p, min(p + k, len(words))):
                words[j] = (words[j][0], rnd.choice(WORDS))
        elif how < .8 and len(words) > 4 * k:
            del words[p:p + k]
        else:
            words[p:p] = [(words[p][0], rnd.choice(WORDS)) for _ in range(k)]
        n -= k
    out = {}
    for i, w in words:
        out.setdefault(i, []).append(w)
    return [' '.join(out[i]) for i in sorted(out)]

def zipped(members):
    b = io.BytesIO()
    with zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED) as z:
        for n, c in members:
            z.writestr(n, c)
    return b.getvalue()

def docx(lines):
    body = ''.join(f'<w:p><w:r><w:t xml:space="preserve">{l}</w:t></w:r></w:p>' for l in lines)
    return zipped([('[Content_Types].xml', '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'),
        ('_rels/.rels', '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'),
        ('word/document.xml', f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>')])

def odt(lines):
    body = ''.join(f'<text:p>{l}</text:p>' for l in lines)
    return zipped([('mimetype', 'application/vnd.oasis.opendocument.text'),
        ('META-INF/manifest.xml', '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'),
        ('content.xml', f'<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:text>{body}</office:text></office:body></office:document-content>')])

def pdf(lines, encrypt=False):
    flow, pages = [], []
    for l in lines:
        while l:
            cut = l if len(l) <= 88 else l[:l.rfind(' ', 0, 88)]
            flow.append(cut); l = l[len(cut):].strip()
    for i in range(0, len(flow), 55):
        pages.append('BT /F1 10 Tf 50 790 Td 13 TL\n' + ''.join('(' + s.replace('\\', '\\\\').replace('(', '\\(').replace(')', '\\)') + ") Tj T*\n" for s in flow[i:i + 55]) + 'ET')
    objs = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count %d/Kids[%s]>>' % (len(pages), ' '.join(f'{4 + 2 * i} 0 R' for i in range(len(pages)))),
            '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>']
    objs = [o.encode() for o in objs]
    for i, p in enumerate(pages):
        c = zlib.compress(p.encode('cp1252', 'replace'))
        objs.append(b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>' % (5 + 2 * i))
        objs.append(b'<</Length %d/Filter/FlateDecode>>stream\n' % len(c) + c + b'\nendstream')
    trailer = b''
    if encrypt:
        objs.append(b'<</Filter/Standard/V 2/R 3/Length 128/P -3904/O<' + rnd.randbytes(32).hex().encode() + b'>/U<' + rnd.randbytes(32).hex().encode() + b'>>>')
        trailer = b'/Encrypt %d 0 R/ID[<%s><%s>]' % (len(objs), b'0' * 32, b'0' * 32)
    out, places = bytearray(b'%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'), []
    for i, o in enumerate(objs):
        places.append(len(out)); out += b'%d 0 obj\n' % (i + 1) + o + b'\nendobj\n'
    x = len(out)
    out += b'xref\n0 %d\n0000000000 65535 f \n' % (len(objs) + 1) + b''.join(b'%010d 00000 n \n' % p for p in places)
    return bytes(out + b'trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n' % (len(objs) + 1, trailer, x))

FORMS = {'.txt': lambda l: ('\r\n'.join(l) + '\r\n').encode(), '.docx': docx, '.odt': odt, '.pdf': pdf}

def zipcrypto(name, data, password=b'geheim'):
    """One entry under the password of PKZIP (APPNOTE 6.1)."""
    table = [0] * 256
    for i in range(256):
        c = i
        for _ in range(8):
            c = c >> 1 ^ (0xEDB88320 if c & 1 else 0)
        table[i] = c
    k = [0x12345678, 0x23456789, 0x34567890]
    def step(b):
        k[0] = table[(k[0] ^ b) & 255] ^ k[0] >> 8
        k[1] = ((k[1] + (k[0] & 255)) * 134775813 + 1) & 0xffffffff
        k[2] = table[(k[2] ^ k[1] >> 24) & 255] ^ k[2] >> 8
    for b in password:
        step(b)
    crc, out = zlib.crc32(data), bytearray()
    for b in rnd.randbytes(11) + bytes([crc >> 24 & 255]) + data:
        t = k[2] | 2
        out.append(b ^ (t * (t ^ 1) >> 8 & 255)); step(b)
    n = name.encode()
    h = struct.pack('<HHHHHIIIHH', 20, 1, 0, 0, 0x5821, crc, len(out), len(data), len(n), 0)
    c = b'PK\1\2' + struct.pack('<H', 20) + h + struct.pack('<HHHII', 0, 0, 0, 0, 0) + n
    first = b'PK\3\4' + h + n + out
    return bytes(first + c + b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, 1, 1, len(c), len(first), 0))

# ---- the tree -------------------------------------------------------------------------------------------------------------------------------
NOUN = 'Bauamt Haushalt Personal Sitzung Rat Schule Straße Vertrag Gutachten Protokoll Einladung Rechnung Friedhof Wasser Presse Satzung Jubiläum Partnerschaft Archiv Bibliothek Feuerwehr Markt Forst Umwelt Kultur Sport Jugend Soziales Ordnung Wahl Brücke Kanal Statistik Bericht Planung Antrag Bescheid Förderung Kita Museum'.split()
files, folders, truth, taken = {}, [''], {}, set()
START = 820454400                                   # 1996

def stamp():
    return START + rnd.randrange(900_000_000)

def key(p):
    return unicodedata.normalize('NFC', p).casefold()

def name(base=''):
    return f"{rnd.choice(NOUN)}{rnd.choice([' ', '_', '-', ''])}{rnd.choice([rnd.choice(NOUN), str(rnd.randint(1990, 2024)), 'alt', 'Kopie von 2011', 'Ablage', 'Müller', 'neu'])}{base}"

def free(folder, make):
    for i in range(10000):
        n = make() if i < 5 else make() + f' {i}'
        p = f'{folder}/{n}'.lstrip('/')
        if key(p) not in taken:
            taken.add(key(p))
            return p
    raise SystemExit('no free name')

def put(folder, make, content, when=None):
    e = ''
    if isinstance(make, tuple):
        make, e = make
    for i in range(10000):
        n = make() + (f' {i}' if i > 4 else '') + e
        p = f'{folder}/{n}'.lstrip('/')
        if key(p) not in taken:
            break
    taken.add(key(p)); files[p] = (content, when or stamp())
    return p

def grow(n, levels):
    """Folders as they grow: most low, some chains down to the last level."""
    made = ['']
    spine = ''
    for _ in range(levels):
        spine = free(spine, name); made.append(spine)
    depth = {'': 0}
    for p in made[1:]:
        depth[p] = p.count('/') + 1
    while len(made) < n:
        up = rnd.choice(made if rnd.random() < .7 else made[-60:])
        if depth[up] >= levels - 1 or len(up) > 130:
            continue
        p = free(up, name); depth[p] = depth[up] + 1; made.append(p)
    return made

def mkdirs(p):
    while p and p not in dirs:
        dirs.add(p); p = os.path.dirname(p)

dirs = set()
planted_folders = 60 + 30 + 200
body = grow(max(20, a.folders - (120 if small else planted_folders + 150)), a.levels)
for p in body:
    mkdirs(p)
usual = [p for p in body if len(p) < 140 and p.count('/') < a.levels - 3] or ['']

def tree(root, n, subs=3):
    """A tree of its own, files of its own: at least two in its top folder."""
    places = [root] + [free(root, name) for _ in range(subs)]
    for i in range(n):
        b, e = material()
        at = places[min(i, 1 + i % subs) if i > 1 else 0]
        mkdirs(at)                                    # no folder without a file: it would be filled later, when the tree is a truth already
        put(at, (name, e), b)
    return sorted(p for p in files if p.startswith(root + '/'))

def copy(root, to):
    mkdirs(to)
    for p in [p for p in list(files) if p.startswith(root + '/')]:
        q = to + p[len(root):]
        files[q] = files[p]; taken.add(key(q)); mkdirs(os.path.dirname(q))

def fresh(suffix=''):
    return free(rnd.choice(usual), lambda: name(suffix))

many = 3 if small else 12
# 1 copied: the same tree a second time; 2 moved: the same under another name, deeper or higher
truth['copied'], truth['moved'], truth['zip'], truth['contained'] = [], [], [], []
for _ in range(many):
    r = fresh(); tree(r, rnd.randint(6, 30)); c = free(os.path.dirname(r), lambda: os.path.basename(r) + ' - Kopie'); copy(r, c); truth['copied'].append([r, c])
for _ in range(many):
    r = fresh(); tree(r, rnd.randint(6, 30)); c = fresh(); copy(r, c); truth['moved'].append([r, c])
# 3 a ZIP that holds a tree; a trap: a ZIP with one file of it another
for i in range(many):
    r = fresh(); own = tree(r, rnd.randint(5, 20))
    top = os.path.basename(r) + '/' if rnd.random() < .5 else ''
    z = put(rnd.choice(usual), ((lambda: name()), '.zip'), zipped([(top + p[len(r) + 1:], files[p][0]) for p in own])); truth['zip'].append([z, r])
    put(rnd.choice(usual), ((lambda: name('sicherung')), '.zip'), zipped([(top + p[len(r) + 1:], files[p][0] if j else b'anderes') for j, p in enumerate(own)]))
# 4 contained: all of one lies in the other, which holds more
for _ in range(many):
    r = fresh(); tree(r, rnd.randint(6, 20)); c = fresh(); copy(r, c)
    for _ in range(rnd.randint(2, 6)):
        b, e = material(); put(c, (name, e), b)
    truth['contained'].append([r, c])
# a trap: two trees that share most files but each has one of its own
truth['trap-alike'] = []
for _ in range(many):
    r = fresh(); own = tree(r, 12); c = fresh(); copy(r, c)
    b, e = material(); put(r, (name, e), b)
    b, e = material(); put(c, (name, e), b)
    truth['trap-alike'].append([r, c])
# 5 chains of drafts
truth['chains'] = []
MARK = ['_v{n}', ' v{n}', '_V{n}', ' Entwurf {n}', '_Entwurf_v{n}', ' ({n})', '_alt{n}', '-{n}']
for _ in range(chains):
    t, stem, folder, mark = text(rnd.randint(120, 700)), name(), rnd.choice(usual), rnd.choice(MARK)
    when, chain, form = stamp(), [], rnd.choice(list(FORMS))
    for n in range(1, rnd.randint(2, 6) + 1):
        label = stem + mark.format(n=n)
        if rnd.random() < .25:
            label = stem + rnd.choice(['_final', '_final2', ' endgültig', '_Reinschrift', ' - Kopie', '_korr', '_neu', '_abgestimmt'])
        if rnd.random() < .3:
            form = rnd.choice(list(FORMS))
        chain.append(put(folder if rnd.random() < .85 else rnd.choice(usual), ((lambda: label), form), FORMS[form](t), when))
        t = changed(t, rnd.uniform(.01, .20)); when += rnd.randrange(600, 2_000_000)
    truth['chains'].append(chain)
# traps: names like drafts with a text of their own; letters out of one form (half the words the same)
for _ in range(chains // 2):
    stem, folder = name(), rnd.choice(usual)
    for n in (1, 2):
        form = rnd.choice(list(FORMS)); put(folder, ((lambda: f'{stem}_v{n}'), form), FORMS[form](text(rnd.randint(120, 500))))
frame = text(150)
for n in range(chains // 4):
    put(rnd.choice(usual), ((lambda: f'Bescheid {n}'), '.docx'), docx(frame + text(160)))
# 6 litter
L = truth['litter'] = {}
def litter(rule, p):
    L.setdefault(rule, []).append(p)
k = 4 if small else 25
for i in range(k):
    spots = rnd.sample(usual, min(12, len(usual)))
    def lay(rule, n, content, folder=None):
        p = f'{folder if folder is not None else spots.pop()}/{n}'.lstrip('/')
        if key(p) in taken:
            return
        taken.add(key(p)); files[p] = (content, stamp()); mkdirs(os.path.dirname(p)); litter(rule, p)
    lay('thumbs', 'Thumbs.db', b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' + rnd.randbytes(1500))
    lay('desktop-ini', 'desktop.ini', b'[.ShellClassInfo]\r\nIconResource=%d\r\n' % i)
    lay('ds-store', '.DS_Store', b'\0\0\0\1Bud1' + rnd.randbytes(500))
    lay('apple-double', '._' + name('.docx'), b'\0\5\x16\7\0\2\0\0' + rnd.randbytes(300))
    lay('office-lock', '~$' + name('.docx'), b'\x07Sachbea' + rnd.randbytes(150))
    lay('tmp', name('.tmp'), rnd.randbytes(400))
    lay('lnk', name('.lnk'), b'L\0\0\0\1\x14\2\0\0\0\0\0\xc0\0\0\0\0\0\0F' + rnd.randbytes(300))
    lay('empty', name('.doc'), b'')
    if i < (1 if small else 5):
        r = spots.pop()
        for j in range(6):
            lay('node-modules', f'node_modules/paket{j}/index.js', b'module.exports=%d;' % rnd.getrandbits(60), r)
        r = f'{spots.pop()}/{name(" Treiber")}'.lstrip('/')
        for n in ('setup.inf', 'geraet.sys', 'geraet.cat', 'geraet.dll'):
            lay('drivers', n, (b'[Version]\r\nSignature="$Windows NT$"\r\n' if n.endswith('.inf') else b'MZ') + rnd.randbytes(900), r)
        r = f'{spots.pop()}/{name(" Programm")}'.lstrip('/')
        for n in ('anwendung.exe', 'kern.dll', 'hilfe.dll', 'unins000.exe', 'unins000.dat'):
            lay('programs', n, b'MZ' + rnd.randbytes(2000), r)
        r = spots.pop()
        for j in range(4):
            lay('caches', f'Temporary Internet Files/Content.IE5/A{j}/seite[{j}].htm', b'<html>%d</html>' % rnd.getrandbits(60), r)
traps = ['Vorlage.tmpl', 'Messwerte tmp.txt', 'desktop.ini.txt', 'Lnk-Liste.txt', 'Thumbs.docx.txt', 'Treiberprüfung 2004.txt', 'Programm der Festwoche.txt', 'Cache-Konzept.txt']
truth['trap-litter'] = [put(rnd.choice(usual), (lambda: t), ('\n'.join(text(60)) + '\n').encode()) for t in traps]
# 7 empty folders
truth['empty'] = []
for _ in range(12 if small else 60):
    p = free(rnd.choice(usual), lambda: name(' leer')); mkdirs(p); truth['empty'].append(p)
# 8 paths over 260
truth['long'] = []
for _ in range(6 if small else 30):
    folder = rnd.choice(usual)
    while len(folder) < 200:
        folder = (folder + '/' + (name() + ' ' + name() + ' zur Vorlage')[:60].strip()).lstrip('/')
    b, e = material()
    p = f'{folder}/{"Stellungnahme zum Entwurf der Vereinbarung über " + name()} {rnd.randint(1, 9)}'
    p += 'x' * max(0, 262 - len(p)) + e
    taken.add(key(p)); files[p] = (b, stamp()); mkdirs(folder); truth['long'].append(p)
# 9 names that clash: by case, by the form of an umlaut
truth['clash'] = []
for i in range(2 if small else 6):
    folder = rnd.choice(usual)
    n = f'Übersicht {i} ' + name('.txt')
    other = n.upper() if i % 2 == 0 else unicodedata.normalize('NFD', n)
    if key(f'{folder}/{n}') in taken:
        continue
    pair = [f'{folder}/{x}'.lstrip('/') for x in (n, other)]
    for p in pair:
        taken.add(key(p)); files[p] = (('\n'.join(text(50)) + '\n').encode(), stamp())
    truth['clash'].append(pair)
# 10 protected, 11 a mailbox, 12 a database
truth['protected'] = [put(rnd.choice(usual), (name, '.pdf'), pdf(text(200), True)) for _ in range(3)] + [put(rnd.choice(usual), (name, '.zip'), zipcrypto('geheim.txt', '\n'.join(text(80)).encode())) for _ in range(2)]
mails = ''.join(f"From amt@example.org Mon Mar  {1 + i % 9} 10:00:00 2004\nFrom: amt@example.org\nTo: rat@example.org\nDate: Mon, {1 + i % 9} Mar 2004 10:00:00 +0100\nSubject: {name()}\nMessage-ID: <{i}@example.org>\n\n" + '\n'.join(text(40)) + '\n\n' for i in range(25))
truth['mailbox'] = [put(rnd.choice(usual), (name, '.mbox'), mails.encode()), put(rnd.choice(usual), (name, '.pst'), b'!BDN' + struct.pack('<IHHHBB', 0, 0x4d53, 23, 19, 1, 1) + rnd.randbytes(8000))]
tmp = a.truth + '.sqlite'
db = sqlite3.connect(tmp); db.execute('CREATE TABLE fall (nr INTEGER PRIMARY KEY, name TEXT)')
db.executemany('INSERT INTO fall (name) VALUES (?)', [(name(),) for _ in range(300)]); db.commit(); db.close()
truth['database'] = [put(rnd.choice(usual), (name, '.sqlite'), open(tmp, 'rb').read()), put(rnd.choice(usual), (name, '.mdb'), b'\0\1\0\0Standard Jet DB\0\1\0\0\0' + rnd.randbytes(4000))]
os.remove(tmp)

# ---- the rest of the files, and all onto the disk -------------------------------------------------------------------------------------------
held = set()                                          # no folder empty by chance
for p in files:
    while p:
        p = os.path.dirname(p); held.add(p)
for p in sorted(dirs):
    if p not in held and p not in truth['empty']:
        b, e = material(); q = put(p, (name, e), b)
        while q:
            q = os.path.dirname(q); held.add(q)
places = [p for p in body if len(p) < 180]
same = 0
truth['equal'] = []
while len(files) < a.files:
    b, e = material(); p = put(rnd.choice(places), (name, e), b)
    if same < (20 if small else 800) and len(files) < a.files:   # copies of single files
        same += 1; truth['equal'].append([p, put(rnd.choice(places), (lambda: os.path.basename(p)[:-len(e)] + rnd.choice(['', ' (2)', ' - Kopie']), e), b)])
for p in sorted(dirs):
    os.makedirs(os.path.join(a.out, p), exist_ok=True)
for p, (b, when) in files.items():
    q = os.path.join(a.out, p)
    os.makedirs(os.path.dirname(q), exist_ok=True)
    with open(q, 'xb') as f:
        f.write(b)
    os.utime(q, (when, when))
total, levels, count = 0, 0, 0
for d, ds, fs in os.walk(a.out, topdown=False):
    os.utime(d, (stamp(),) * 2)
    if d != a.out:
        total += 1; levels = max(levels, os.path.relpath(d, a.out).count(os.sep) + 1)
    count += len(fs)
truth['seed'], truth['files'], truth['folders'], truth['levels'] = seed, count, total, levels
with open(a.truth, 'w') as f:
    json.dump(truth, f, ensure_ascii=False, indent=1)
print(f'seed {seed}: {count} files, {total} folders, {levels} levels, {sum(len(b) for b, _ in files.values()) / 1e6:.0f} MB')
