#!/usr/bin/env python3
"""Judges the whole search for personal data on files, not on text: carriers.py CLI SHEETS [--seeds N] [--plants N] [--scans N]

The letters of the gold set (program SHEETS, seeds drawn now) are written as text, docx, mail, PDF, scan with text layer (pdftoppm and tesseract) and scan
without one, taken in as a share and searched by the program; then the program has the scans without text read by its text recognition and searches them ("read"). What it names is held to what was planted, by carrier and kind; misses are listed by their form.
Numbers with a check digit are judged together (the nine signs of a card without it are not: docs/sensitivity.md).
A scan without text must yield nothing and be told as unread. Exit 1 where a carrier lies below what is asked.
"""
import argparse, collections, difflib, email.message, email.policy, html, json, os, random, re, shutil, subprocess, sys, tempfile, textwrap, zipfile

ap = argparse.ArgumentParser()
ap.add_argument('cli'); ap.add_argument('sheets'); ap.add_argument('--seeds', type=int, default=3); ap.add_argument('--plants', type=int, default=500)
ap.add_argument('--scans', type=int, default=50, help='sheets of each seed that are scanned')
ap.add_argument('--dpi', type=int, default=300, help='how finely they are scanned')
a = ap.parse_args()
KIND = {'iban': 'iban', 'steuer-id': 'tax-id', 'rentenversicherung': 'pension-id', 'krankenversicherung': 'health-id', 'ausweis': 'id-card', 'geburtsdatum': 'birth-date',
        'telefon': 'phone', 'e-mail': 'email', 'anschrift': 'address', 'gericht': 'court-file', 'name': 'name'}
PROVEN = 'with check digit'
CHECKED = ('iban', 'steuer-id', 'rentenversicherung', 'krankenversicherung', 'ausweis')
ASKED = {PROVEN: .99, 'geburtsdatum': .9, 'name': .8, 'anschrift': .8}
PRECISE = {'name': .7, 'anschrift': .7}
FALSE = {PROVEN: .01}                                                                        # of the near misses

def docx(path, text):
    w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    leaf = '</w:t><w:br w:type="page"/><w:t xml:space="preserve">'                    # a form feed must not stand in XML
    body = ''.join(f'<w:p><w:r><w:t xml:space="preserve">{html.escape(line)}</w:t></w:r></w:p>' for line in text.split('\n')).replace('\f', leaf)
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
        z.writestr('[Content_Types].xml', '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>')
        z.writestr('_rels/.rels', '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')
        z.writestr('word/document.xml', f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="{w}"><w:body>{body}</w:body></w:document>')

def eml(path, text):
    m = email.message.EmailMessage(policy=email.policy.SMTP)
    m['From'], m['To'], m['Subject'], m['Date'] = 'absender@stelle.example', 'empfaenger@stelle.example', 'Vorgang', 'Mon, 04 Mar 2019 10:00:00 +0100'
    m.set_content(text)
    with open(path, 'wb') as f:
        f.write(bytes(m))

def assemble(objects):
    out, at = b'%PDF-1.4\n', []
    for i, o in enumerate(objects, 1):
        at.append(len(out)); out += b'%d 0 obj\n' % i + o + b'\nendobj\n'
    start = len(out)
    out += b'xref\n0 %d\n0000000000 65535 f \n' % (len(objects) + 1) + b''.join(b'%010d 00000 n \n' % x for x in at)
    return out + b'trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n' % (len(objects) + 1, start)

def set_out(line):
    """Nobody breaks a line of a table: it is printed smaller."""
    return '\t' in line or '   ' in line.strip() or line.count('|') > 2 or line.count(';') > 2

def stops(lines):
    """Where the cells of each line with tabs begin and how high its letters are: those of one table stand below each other, as wide as its widest cells."""
    out, i = {}, 0
    while i < len(lines):
        k = i
        while k < len(lines) and '\t' in lines[k]:
            k += 1
        rows = [l.split('\t') for l in lines[i:k]]
        wide = [max(len(r[c]) for r in rows if c < len(r)) * 8 + 12 for c in range(max(map(len, rows), default=0))]
        size = 11 * min(1, 500 / max(1, sum(wide)))
        for n, _ in enumerate(rows):
            out[i + n] = ([50 + sum(wide[:c]) * size / 11 for c in range(len(wide))], size)
        if k == i and len(lines[i]) > 88:                                                   # set out by blanks or marks, too long for its line
            out[i] = ([50], 11 * 88 / len(lines[i]))
        i = max(k, i + 1)
    return out

def pdf(path, text):
    lines = [part for line in text.split('\n') for part in ([line] if set_out(line) else textwrap.wrap(line, 88, break_long_words=False, break_on_hyphens=False, drop_whitespace=True) or [''])]
    at = stops(lines)
    pages = [range(i, min(i + 52, len(lines))) for i in range(0, len(lines), 52)]
    objs = [b'<</Type/Catalog/Pages 2 0 R>>', b'<</Type/Pages/Kids[%s]/Count %d>>' % (b' '.join(b'%d 0 R' % (4 + 2 * i) for i in range(len(pages))), len(pages)),
            b'<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>']
    escape = lambda x: re.sub(r'([\\()])', r'\\\1', x)
    for i, p in enumerate(pages):
        s = 'BT /F 11 Tf\n'
        for row, n in enumerate(p):
            places, size = at.get(n, ([50], 11))
            for x, cell in zip(places, lines[n].split('\t')):
                s += f'/F {size:.2f} Tf 1 0 0 1 {x:.1f} {790 - 14 * row} Tm ({escape(cell)}) Tj\n'
        s += 'ET'
        raw = s.translate({0x2009: 32, 0x202f: 0xa0, 0x2007: 32}).encode('cp1252', 'replace')
        objs += [b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>' % (5 + 2 * i), b'<</Length %d>>stream\n' % len(raw) + raw + b'\nendstream']
    with open(path, 'wb') as f:
        f.write(assemble(objs))

def scanned(path, source, readable, dir):
    """Scans a file of pages: as pictures, or with the text layer tesseract sets behind them."""
    base = os.path.join(dir, 'seite')
    subprocess.run(['pdftoppm', '-r', str(a.dpi), '-gray', '-png' if readable else '-jpeg', source, base], check=True)
    pages = sorted(os.path.join(dir, n) for n in os.listdir(dir) if n.startswith('seite-'))
    try:
        if readable:
            with open(base + '.txt', 'w', encoding='utf-8') as f:
                f.write('\n'.join(pages))
            subprocess.run(['tesseract', base + '.txt', path[:-4], '-l', 'deu', 'pdf'], check=True, stderr=subprocess.DEVNULL)
            return
        objs = [b'<</Type/Catalog/Pages 2 0 R>>', b'<</Type/Pages/Kids[%s]/Count %d>>' % (b' '.join(b'%d 0 R' % (3 + 3 * i) for i in range(len(pages))), len(pages))]
        draw = b'q 595 0 0 842 0 0 cm /I Do Q'
        for i, page in enumerate(pages):
            with open(page, 'rb') as f:
                jpg = f.read()
            m = re.search(rb'\xff[\xc0\xc2]\x00.\x08(..)(..)(.)', jpg, re.S)
            h, w, colours = (int.from_bytes(x, 'big') for x in m.groups())
            objs += [b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I %d 0 R>>>>/Contents %d 0 R>>' % (5 + 3 * i, 4 + 3 * i),
                b'<</Length %d>>stream\n' % len(draw) + draw + b'\nendstream',
                b'<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/Device%s/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n'
                % (w, h, b'Gray' if colours == 1 else b'RGB', len(jpg)) + jpg + b'\nendstream']
        with open(path, 'wb') as f:
            f.write(assemble(objs))
    finally:
        for page in pages:
            os.remove(page)

flat = lambda s: re.sub(r'[\s\u00ad\u2010\u2011-]+', '', s).casefold()

def classes(item):
    holds = item['Kind'] in CHECKED and (item['Kind'] != 'ausweis' or len(re.sub(r'[\W_]', '', item['Value'])) > 9)
    return [item['Kind']] + [PROVEN] * holds

def covers(hit, value, read=False):
    """Whether a hit is the planted value. What was read from a picture may differ in a sign or two: the place is found, its word is as it was read; a stroke is a stroke."""
    h, v = flat(hit), flat(value)
    if read:
        h, v = (re.sub('[il|]', '1', x) for x in (h, v))
    if v in h or h in v and 2 * len(h) >= len(v):
        return True
    return read and len(v) > 3 and any(difflib.SequenceMatcher(None, h[k:k + len(v)], v, False).ratio() >= .8 for k in range(max(1, len(h) - len(v) + 1)))

READ = ('scan', 'read')                                                                      # by a text recognition: signs may be wrong

def hold(s, hits, total, read):
    """Holds what was found in a file to what its sheet plants and what is near."""
    used = set()
    for what, items in (('plant', s['Plant']), ('near', s['Near'] or [])):
        for i in items:
            found = [x for x, h in enumerate(hits) if h['kind'] == KIND[i['Kind']] and covers(h['word'], i['Value'], read)]
            used |= set(found)
            for sc in (total[c] for c in classes(i)):
                sc[what] += 1
                if what == 'plant' and not found:
                    sc['missed'][i['Form']] += 1
                    sc['words'].append(i['Value'])
                if what == 'plant' and found:
                    sc['found'] += 1
                if what == 'near' and found:
                    sc['taken'] += 1
    for x, h in enumerate(hits):
        if x not in used:
            total[next(g for g, r in KIND.items() if r == h['kind'])]['other'] += 1

def one(seed, dir, total):
    program = [sys.executable, '-B', a.sheets] if a.sheets.endswith('.py') else [a.sheets]
    sheets = json.loads(subprocess.run([*program, str(seed), str(a.plants)], check=True, capture_output=True, text=True).stdout)
    share = os.path.join(dir, 'Akten')
    truth = {}
    for n, s in enumerate(sheets):
        name = f'Blatt {n:03d}'
        kinds = ['txt', 'docx', 'eml', 'pdf'] + (['scan'] if n < a.scans and shutil.which('tesseract') else []) + (['bild'] if n < a.scans else [])
        for k in kinds:
            folder = os.path.join(share, k); os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, name + {'scan': '.pdf', 'bild': '.pdf'}.get(k, '.' + k))
            if k == 'txt':
                with open(path, 'w', encoding='utf-8', newline='') as f:
                    f.write(s['Text'])
            elif k in ('scan', 'bild'):
                scanned(path, os.path.join(share, 'pdf', name + '.pdf'), k == 'scan', dir)
            else:
                {'docx': docx, 'eml': eml, 'pdf': pdf}[k](path, s['Text'])
            truth[os.path.relpath(path, share)] = (k, s)
    env = dict(os.environ, LAUFZETTEL_DATA=os.path.join(dir, 'ws'), LAUFZETTEL_PERSON='M. Ahrens', LAUFZETTEL_PASSPHRASE='nur zur Probe', LAUFZETTEL_PERSON_PASSPHRASE='nur zur Probe', LAUFZETTEL_NEW_PASSPHRASE='nur zur Probe')
    def lz(*args, ok=(0,)):
        p = subprocess.run([a.cli, *args, '--json'], env=env, capture_output=True, text=True)
        if p.returncode not in ok:
            sys.exit(f'{args}: {p.returncode}\n{p.stdout[-2000:]}\n{p.stderr[-2000:]}')
        return json.loads(p.stdout) if p.stdout.strip() else None
    lz('settings', 'archive=Landesarchiv', 'key-store=file')
    id = lz('receive', share)['id']
    lz('receive', 'check', '--no-pdfa', '--kind', 'files', id, ok=(0, 1, 3, 4))
    about = lz('sensitive', 'map', id, '--by', 'folder')
    def judge(wanted, called=lambda k: k):
        hits = collections.defaultdict(list)
        for p in lz('sensitive', 'list', id, '--all', '--limit', '1000000')['places']:
            hits[p['path']].append(p)
        for path, (k, s) in truth.items():
            if wanted(k):
                hold(s, hits[path], total[called(k)], called(k) in READ)
    judge(lambda k: True)
    if any(k == 'bild' for k, _ in truth.values()) and shutil.which('tesseract'):
        done = lz('sensitive', 'recognise', id)
        print(f'read by text recognition: {done["pages"]} pages of {done["files"]} files, {done["words"]} words, {done["failed"]} failed', flush=True)
        judge(lambda k: k == 'bild', lambda k: 'read')
    blank = sum(1 for k, _ in truth.values() if k == 'bild')
    print(f'seed {seed}: {len(sheets)} sheets in {len(truth)} files, {about["unread"]} told as without readable text ({blank} scans without text layer)', flush=True)
    return about['unread'] == blank

new = lambda: {'plant': 0, 'found': 0, 'near': 0, 'taken': 0, 'other': 0, 'missed': collections.Counter(), 'words': []}
total = collections.defaultdict(lambda: collections.defaultdict(new))
bad = 0
for _ in range(a.seeds):
    dir = tempfile.mkdtemp(prefix='carriers-')
    try:
        bad += not one(random.SystemRandom().getrandbits(32), dir, total)
    finally:
        shutil.rmtree(dir, ignore_errors=True)
print(f'{"carrier":6} {"kind":20} {"planted":>7} {"found":>6} recall {"near":>5} {"taken":>5} {"else":>5} precision')
for k, kinds in total.items():
    for kind, s in kinds.items():
        recall = s['found'] / s['plant'] if s['plant'] else 1
        precision = s['found'] / max(1, s['found'] + s['taken'] + s['other'])
        mark = ''
        if k == 'bild':
            mark = '' if not (s['found'] + s['taken'] + s['other']) else '  <== found where no text is'
        elif (recall < ASKED.get(kind, 0) or precision < PRECISE.get(kind, 0) or s['taken'] > FALSE.get(kind, 1) * s['near']):
            mark = '  <== below what is asked'
        bad += bool(mark)
        print(f'{k:6} {kind:20} {s["plant"]:7} {s["found"]:6} {recall:6.1%} {s["near"]:5} {s["taken"]:5} {s["other"]:5} {precision:8.1%}{mark}')
        if s['words'] and k in READ and (kind == PROVEN or kind == 'geburtsdatum'):
            print('       not found: ' + ', '.join(s['words'][:40]))
        if s['missed'] and k != 'bild':
            print('       missed: ' + ', '.join(f'{f} ×{n}' for f, n in s['missed'].most_common(8)))
sys.exit(1 if bad else 0)
