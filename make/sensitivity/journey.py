#!/usr/bin/env python3
"""One marked word on the whole way: journey.py CLI

A delivery with a word in a document that is kept and another in a document that is destroyed goes through map, dismissal, closure, blackening (marked by one
person, passed and given out by another), sample, release, sending, order, destruction and closing. Then every file is read byte for byte, also what is
packed in it (zip, gzip, zlib streams, base64, UTF-16), and every name of a file: after giving out and sampling the words may stand in the delivery, in
the sealed packages and in the index of words of the own workspace (its database in no other table), never in log, orders, certificates, papers, support file, receipts of others or names of files; after
closing the second word stands nowhere at all and the first nowhere but at the receiver, which keeps the package.
"""
import base64, gzip, io, json, os, re, shutil, socket, sqlite3, subprocess, sys, tempfile, time, zipfile, zlib

cli = os.path.abspath(sys.argv[1])
KEPT, GONE, IBAN = 'Quittenbaumer', 'Zwetschgenauer', 'DE89370400440532013000'
root = tempfile.mkdtemp(prefix='journey-')
env = dict(os.environ, LAUFZETTEL_DATA=root + '/ws', LAUFZETTEL_PERSON='M. Ahrens', LAUFZETTEL_PASSPHRASE='nur zur Probe', LANG='de_DE.UTF-8')
bad = []

def lz(*args, want=(0,), person=None, **more):
    e = dict(env, **more)
    if person:
        args = args + ('--person', person)
    p = subprocess.run([cli, *args], env=e, capture_output=True, text=True, cwd=root, timeout=900)
    for out in (p.stdout, p.stderr):
        said.append((' '.join(a for a in args if KEPT not in a and GONE not in a), out))
    if p.returncode not in want:
        sys.exit(f'{args}: {p.returncode}\n{p.stdout[-1500:]}\n{p.stderr[-1500:]}')
    return p

said = []
js = lambda *a, **k: json.loads(lz(*a, '--json', **k).stdout)

def forms(word):
    b = word.encode()
    out = {b, word.encode('utf-16-le'), word.encode('utf-16-be'), word.lower().encode(), word.upper().encode(), b.hex().encode(), b.hex().upper().encode()}
    for shift in range(3):                                                           # base64 at each of its three phases
        e = base64.b64encode(b'\0' * shift + b)
        out.add(e[{0: 0, 1: 2, 2: 3}[shift]:len(e) - 4])
    return out

def layers(data, depth=0):
    """The bytes themselves and what is packed in them."""
    yield data
    if depth > 3 or len(data) < 4:
        return
    if data[:2] == b'PK' or b'PK\x05\x06' in data[-70000:]:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as z:
                for i in z.infolist():
                    yield i.filename.encode()
                    yield from layers(z.read(i), depth + 1)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error):
            pass
    if data[:2] == b'\x1f\x8b':
        try:
            yield from layers(gzip.decompress(data), depth + 1)
        except (OSError, EOFError, zlib.error):
            pass
    for m in re.finditer(rb'stream\r?\n', data):
        try:
            yield zlib.decompressobj().decompress(data[m.end():])
        except zlib.error:
            pass
    for m in re.finditer(rb'[A-Za-z0-9+/]{60,}={0,2}', data):
        try:
            yield base64.b64decode(m.group() + b'=' * (-len(m.group()) % 4))
        except ValueError:
            pass

def where(word, top):
    found = []
    needles = forms(word)
    for base, dirs, files in os.walk(top):
        for name in dirs + files:
            if word.lower() in name.lower():
                found.append('NAME ' + os.path.relpath(os.path.join(base, name), root))
        for name in files:
            path = os.path.join(base, name)
            with open(path, 'rb') as f:
                data = f.read()
            if any(n in layer for layer in layers(data) for n in needles):
                found.append(os.path.relpath(path, root))
    return found

def told(word):
    """Where a workspace's database says a word beside its index of words, which holds what the records say and goes with them."""
    db = sqlite3.connect(f'file:{root}/ws/laufzettel.db?mode=ro', uri=True)
    out = []
    try:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'fulltext_%'").fetchall():
            for row in db.execute(f'SELECT * FROM "{table}"'):
                for cell in row:
                    data = cell if isinstance(cell, bytes) else str(cell).encode()
                    if any(n in layer for layer in layers(data) for n in forms(word)):
                        out.append(f'database, table {table}')
    finally:
        db.close()
    return out

def hold(what, found, allowed):
    wrong = [f for f in found if f.startswith('NAME') or not re.search(allowed, f)]
    print(f'{what}: in {len(found)} places, {len(wrong)} of them where it must not stand')
    for f in found:
        print('  ' + ('!! ' if f in wrong else '   ') + f)
    bad.extend(wrong)

# ---- the delivery: the first document gets one word, a document of the Vorgang to destroy the other
lz('settings', 'archive=Landesarchiv Musterland', 'key-store=file')
lz('keys', 'new')
lz('people', 'add', 'J. Beyer', '--roles', 'archivist,second', LAUFZETTEL_NEW_PASSPHRASE='nur zur Probe')
lz('generate', 'xdomea-0503', '--dossiers', '1', '--cases', '4', '--documents', '1', '--mix', 'txt', '--ratings', 'B', '--seed', '5', '--out', 'in')
parcel = next(f for f in os.listdir(root + '/in') if f.endswith('.zip'))
folder = root + '/in/' + parcel[:-4]
with zipfile.ZipFile(root + '/in/' + parcel) as z:
    z.extractall(folder)
os.remove(root + '/in/' + parcel)
texts = sorted(os.path.join(b, f) for b, _, fs in os.walk(folder) for f in fs if f.endswith('.txt'))
def put(path, word):
    with open(path, 'w', encoding='utf-8') as f:
        f.write(f'Antrag der Frau Xenia {word}, geboren am 12.03.1954, wohnhaft Lindenstraße 12.\n\nErstattung an DE89 3704 0044 0532 0130 00 bitte.\n\nDer Rat tagt am Dienstag.\n')
put(texts[0], KEPT)
put(texts[-1], GONE)
ID = js('receive', 'in/' + parcel[:-4])['id']
lz('receive', 'check', '--json', '--no-pdfa', ID, want=(0, 1))
lz('receive', 'accept', ID)

# ---- map, confirmations and dismissals
lz('sensitive', 'map', ID)
places = js('sensitive', 'list', ID, '--all')['places']
print(f'map: {len(places)} places, kinds {sorted({p["kind"] for p in places})}')
number = next(k for k in ('number', 'id') if k in places[0])
lz('sensitive', 'confirm', ID, str(places[0][number]))
lz('sensitive', 'dismiss', ID, *[str(p[number]) for p in places[1:3]])

# ---- appraisal with a sample
objects = js('appraise', ID, 'list')['objects']
def holds(o, word):
    return any(x['id'] == o['id'] for x in js('appraise', ID, 'list', '--word', word)['objects'])
lz('appraise', ID, 'index')
doomed = next(o['id'] for o in objects if holds(o, GONE))
lz('appraise', ID, 'set', doomed, 'v', '--reason', 'Bagatelle')
lz('appraise', ID, 'set', *[o['id'] for o in objects if o['id'] != doomed], 'a', '--reason', 'Leitakte')
drawn = js('appraise', ID, 'sample', 'begin')['looks'][0]['object']
shown = lz('appraise', ID, 'sample', 'next', person='J. Beyer').stdout
if 'Bagatelle' in shown:
    bad.append('the sample shows the first decision')
lz('appraise', ID, 'sample', 'look', drawn, 'v', person='J. Beyer')
lz('appraise', ID, 'release', person='J. Beyer')
lz('appraise', ID, 'finish')
packages = js('package', ID)

# ---- closure by evidence
def document():
    for pid in (p['pid'] for p in packages):
        for d in js('sensitive', 'package', pid, '--purpose', 'Anfrage 12').get('documents') or []:
            if 'name' in d['kinds'] and 'iban' in d['kinds']:
                return pid, d['number']
    sys.exit('no document with places')
PID, n = document()
lz('closure', 'propose', PID, '--law', 'bund', '--purpose', 'Anfrage 12', '--personal', '--take')
shut = js('closure', 'show', PID).get('closed')
# ---- a blackened copy of that document
lz('closure', 'set', PID, '--law', 'bund', '--end', '1901-01-01')                    # given out to everybody: the way without an application
lz('blacken', 'begin', PID, str(n))
for hit in re.findall(r'^\s*(\d+)', lz('blacken', 'find', '1').stdout, re.M):
    lz('blacken', 'hit', '1', hit, '--reason', 'person', '--law', '§ 11 BArchG', want=(0, 2))
subprocess.run([cli, 'blacken', 'word', '1', '-', '--reason', 'person', '--law', '§ 11 BArchG'], env=env, cwd=root, input=KEPT, text=True, check=True, capture_output=True)
lz('blacken', 'make', '1')
pages = int(js('blacken', 'show', '1').get('pages') or 1)
for page in range(1, pages + 1):
    lz('blacken', 'look', '1', str(page), '--out', f'seite-{page}.png', person='J. Beyer')
    lz('blacken', 'seen', '1', str(page), person='J. Beyer')
lz('blacken', 'give', '1', '--to', 'aus', person='J. Beyer')
lz('support', '--out', 'hilfe.zip')
lz('log', 'verify')

# ---- sent, ordered, destroyed, closed
with socket.socket() as s:
    s.bind(('127.0.0.1', 0)); port = s.getsockname()[1]
server = subprocess.Popen([cli, 'archive', 'serve', '--addr', f'127.0.0.1:{port}', '--store', root + '/store', '--db', root + '/archiv.db', '--name', 'Musterarchiv', '--key-store', 'file'],
                          env=dict(env, LAUFZETTEL_DATA=root + '/theirs'), stdout=open(root + '/serve.log', 'wb'), stderr=subprocess.STDOUT)
try:
    for _ in range(200):
        try:
            socket.create_connection(('127.0.0.1', port), 1).close(); break
        except OSError:
            time.sleep(.1)
    asked = js('enrol', f'http://127.0.0.1:{port}')
    lz('archive', 'confirm', asked['code'], '--db', 'archiv.db', '--fingerprint', asked['fingerprint'], '--role', 'deliver')
    lz('send', ID)
    hold('kept word, before the destruction', where(KEPT, root) + told(KEPT), r'^(in|store)/|^ws/(inbox|packages)/|^ws/laufzettel\.db(-wal)?$')
    hold('destroyed word, before the destruction', where(GONE, root) + told(GONE), r'^in/|^ws/inbox/|^ws/laufzettel\.db(-wal)?$')
    lz('order', 'make', ID, '--basis', 'Archivgesetz')
    lz('order', 'make', ID, person='J. Beyer')
    lz('destroy', ID, '--basis', 'Archivgesetz', '--confirm')
    lz('closure', 'tell'); lz('send')
    acc = js('accession', 'list')[0]
    acc = acc.get('number') or acc['id']
    lz('accession', 'clear', acc, '--confirm')
    lz('accession', 'deleted', acc, '--note', 'Schreiben vom 20.11.2026', '--confirm')
    for c in js('accession', 'copies', acc):
        if c['kind'] in ('export', 'loan') and not c.get('gone', '').strip('0001-:TZ'):
            lz('accession', 'gone', str(c['id']), '--note', 'Ordner gelöscht', '--confirm')
    lz('accession', 'folder', acc, '--out', 'mappe')
    lz('accession', 'close', acc, '--confirm')
    lz('support', '--out', 'hilfe2.zip')
    lz('log', 'verify')
finally:
    server.terminate(); server.wait(20)
shutil.rmtree(root + '/in')                                                          # the agency has deleted
hold('destroyed word, after closing', where(GONE, root), r'^$')
hold('kept word, after closing', where(KEPT, root), r'^store/')
hold('IBAN, after closing', where(IBAN, root) + where('DE89 3704 0044 0532 0130 00', root), r'^store/')
for word in (KEPT, GONE):
    for args, out in said:
        if word in out and not args.startswith(('sensitive list', 'blacken find', 'appraise')):
            bad.append(f'{word} is in the output of {args}')
print('closed by evidence before:', shut, '· pages passed by the second person:', pages)
for b in bad:
    print('!!', b)
shutil.rmtree(root, ignore_errors=True)
sys.exit(1 if bad else 0)
