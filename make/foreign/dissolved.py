#!/usr/bin/env python3
"""dissolved.py CLI SHARED [JUDGE]: signatures inside PDFs taken out by `prepare register` (source 000, 2.3 and 3.3.3), judged by other programs: the signed files of
signed.py, and files of the PDF/A corpora (1a, 1b, 2a, 2b, 2u, 3b) signed here by a further revision, keys and signatures of openssl. Before and after have the same
text (pdftotext) and the same pages (pdftoppm), qpdf finds nothing wrong, no signature is left (pdfsig), and what veraPDF accepted before signing it accepts after
(JUDGE = ../shared/tools/pdfa-judge/judge.sh; left out without it). What cannot be dissolved is untouched and said. Imports nothing of the program."""
import csv, glob, hashlib, os, re, shutil, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
sys.dont_write_bytecode = True
import signed

cli, shared, judge = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ''
base = os.environ.get('DISSOLVED_OUT') or tempfile.mkdtemp()
os.makedirs(base, exist_ok=True)
env = dict(os.environ, HOME=base, LAUFZETTEL_DATA=base + '/ws')
bad, done = [], 0


def run(*args, **more):
    return subprocess.run(args, capture_output=True, **more)


def must(what, ok, why=''):
    global done
    done += 1
    if not ok:
        bad.append('%s: %s' % (what, str(why)[:400]))


def read(path):
    with open(path, 'rb') as f:
        return f.read()


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data if isinstance(data, bytes) else data.encode())


def signed_again(at, data):
    """A further revision with a signature over all of it; None where this simple reader does not find its way."""
    if b'/AcroForm' in data or b'/ObjStm' in data or b'/Encrypt' in data:
        return None
    trailer = re.findall(rb'trailer\s*(<<.*?>>)\s*startxref\s*(\d+)\s*%%EOF\s*$', data, re.S)
    if not trailer:
        return None
    root, size, ident = (re.search(p, trailer[-1][0], re.S) for p in (rb'/Root\s+(\d+)\s+0\s+R', rb'/Size\s+(\d+)', rb'/ID\s*\[.*?\]'))
    if not (root and size and ident):
        return None

    def obj(n):
        all = re.findall(rb'(?:^|[\r\n\s])%d\s+0\s+obj\s*(<<.*?)\s*endobj' % n, data, re.S)
        return all[-1] if all else None
    catalog = obj(int(root[1]))
    if not catalog or b'stream' in catalog or not catalog.endswith(b'>>'):
        return None
    n, page = None, catalog
    for key in (rb'/Pages\s+(\d+)\s+0\s+R',) + (rb'/Kids\s*\[\s*(\d+)\s+0\s+R',) * 4:
        found = re.search(key, page)
        if not found:
            break
        n, page = int(found[1]), obj(int(found[1]))
        if page is None:
            return None
    if not re.search(rb'/Type\s*/Page\b', page) or b'/Annots' in page or not page.endswith(b'>>'):
        return None
    first = int(size[1])
    sig = b'<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 ########## ########## ##########]/Contents<' + b'0' * signed.ROOM + b'>/M(D:20260701120000Z)>>'
    objects = {int(root[1]): catalog[:-2] + b'/AcroForm<</Fields[%d 0 R]/SigFlags 3>>>>' % first, n: page[:-2] + b'/Annots[%d 0 R]>>' % first,
               first: b'<</Type/Annot/Subtype/Widget/FT/Sig/T(Unterschrift)/F 132/Rect[0 0 0 0]/P %d 0 R/V %d 0 R/AP<</N %d 0 R>>>>' % (n, first + 1, first + 2),
               first + 1: sig, first + 2: b'<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 0>>\nstream\n\nendstream'}
    out, offs = bytearray(data if data.endswith(b'\n') else data + b'\n'), {}
    for k, body in objects.items():
        offs[k] = len(out)
        out += b'%d 0 obj\n%s\nendobj\n' % (k, body)
    table = len(out)
    out += b'xref\n' + b''.join(b'%d 1\n%010d 00000 n \n' % (k, offs[k]) for k in sorted(offs))
    out += b'trailer\n<</Size %d/Root %s 0 R/Prev %s%s>>\nstartxref\n%d\n%%%%EOF\n' % (first + 3, root[1], trailer[-1][1], ident[0], table)
    out = bytes(out)
    a = out.rindex(b'/Contents<' + b'0' * 100) + len(b'/Contents')
    b = out.index(b'>', a) + 1
    out = out.replace(b'########## ########## ##########', b'%010d %010d %010d' % (a, b, len(out) - b))
    made = signed.cms(at, 'eins', out[:a] + out[b:]).hex().encode()
    return out[:a + 1] + made + b'0' * (signed.ROOM - len(made)) + out[b - 1:]


def pages(path):
    at = tempfile.mkdtemp(dir=base)
    r = run('pdftoppm', '-r', '60', path, at + '/p')
    sums = [hashlib.sha256(read(p)).hexdigest() for p in sorted(glob.glob(at + '/p*'))]
    shutil.rmtree(at)
    return r.returncode, sums


def text(path):
    return run('pdftotext', '-layout', path, '-').stdout


run(sys.executable, '-B', here + '/signed.py', base + '/signed', check=True)
pki = base + '/signed/pki'
material = []  # (name, flavour or '', original or None, signed, what becomes of it)
for line in open(base + '/signed/expected.txt'):
    name, becomes = line.split('\t')[:2]
    if becomes.startswith(('dissolved', 'stays')):
        material.append((name, '1b', None, read(base + '/signed/' + name), becomes))
for flavour in ('1a', '1b', '2a', '2b', '2u', '3b'):
    n = 0
    for path in sorted(glob.glob(f'{shared}/testdata/pdfa/verapdf/PDF_A-{flavour}/*pass*.pdf')):
        data = signed_again(pki, read(path))
        if data and n < 6:
            n += 1
            material.append((os.path.basename(path), flavour, path, data, 'dissolved 1'))
src = base + '/quelle'
index = 'Nummer;Verfügungsnummer;Signierender;Signaturdatum\n'
for i, (name, _, _, data, _) in enumerate(material, 1):
    write(f'{src}/623456-S-1989-{i}-U0.pdf', data)
    write(f'{src}/623456-S-1989-{i}-U0.xml', f'<Beurkundung><Eintrag>{i}</Eintrag><Familienname>Muster</Familienname></Beurkundung>')
    index += f'{i};V-{i};Erika Musterfrau;1.7.2026\n'
write(src + '/index.csv', index)


def lz(*args):
    return subprocess.run([cli, '--person', 'K. Berger'] + list(args), capture_output=True, text=True, env=env, timeout=1200)


must('issuer', lz('trust', 'add', pki + '/ca.pem').returncode == 0)
sets = []
for k, v in {'Standesamt': 'Standesamt Musterstadt', 'Verantwortliche Person': 'K. Berger', 'Datenhaltende Stelle': 'Rechenzentrum', 'Anschrift der datenhaltenden Stelle': 'Weg 1',
             'Archiv für das Erstregister': 'Stadtarchiv', 'Archiv für das Sicherungsregister': 'Landesarchiv', 'Datum des Abschlussvermerks': '31.12.1989', 'Registerverfahren': 'AutiSta',
             'Version des Registerverfahrens': '9'}.items():
    sets += ['--set', k + '=' + v]
r = lz('prepare', 'register', '--from', src, '--out', base + '/portion', *sets)
out = next(iter(sorted(glob.glob(base + '/portion/**/623456-S-1989-1-U0.pdf', recursive=True)) + sorted(glob.glob(base + '/ws/**/623456-S-1989-1-U0.pdf', recursive=True))), None)
must('the portion is there', out, r.stdout[-1500:] + r.stderr[-1500:])
if out:
    folder, kept, gone, listed = os.path.dirname(out), 0, 0, ''
    for p in glob.glob(folder + '/**/*', recursive=True):
        if p.lower().endswith(('.csv', '.xml')) and 'U0' not in os.path.basename(p):
            listed += read(p).decode('utf8', 'replace')
    listed += read(folder + '.signaturen.csv').decode('utf8')  # beside the portion: what the office attests
    for i, (name, flavour, original, data, becomes) in enumerate(material, 1):
        at, before = f'{folder}/623456-S-1989-{i}-U0.pdf', f'{src}/623456-S-1989-{i}-U0.pdf'
        now = read(at) if os.path.exists(at) else b''
        if becomes == 'stays':
            kept += 1
            must(name + ' is untouched', now == data)
            must(name + ' is told', os.path.basename(at) in r.stdout + r.stderr, r.stdout[-600:])
            continue
        gone += 1
        must(name + ' was written anew', now and now != data and b'/ByteRange' not in now, len(now))
        must(name + ': text', text(at) == text(before) and (not original or text(at) == text(original)))
        must(name + ': pages', pages(at) == pages(before) and (not original or pages(at) == pages(original)), (pages(at), pages(before)))
        q = run('qpdf', '--check', at)
        must(name + ': qpdf', q.returncode == 0 or run('qpdf', '--check', original or before).returncode == q.returncode, q.stderr.decode()[:300] + q.stdout.decode()[-200:])
        must(name + ': pdfsig', b'does not contain any signatures' in (lambda p: p.stdout + p.stderr)(run('pdfsig', at)))
        must(name + ': both digests are listed', hashlib.sha512(data).hexdigest() in listed.lower() and hashlib.sha512(now).hexdigest() in listed.lower())
    for flavour in sorted({m[1] for m in material}) if judge else []:
        files = {f'{folder}/623456-S-1989-{i}-U0.pdf': m for i, m in enumerate(material, 1) if m[1] == flavour and m[4] != 'stays'}
        for line in run('bash', judge, flavour, *files).stdout.decode().splitlines():
            cells = line.split('\t')
            if cells[0] in files:
                must('veraPDF %s %s' % (flavour, files[cells[0]][0]), cells[2] == 'PASS', line)
    print('%d files: %d dissolved, %d left as they are' % (len(material), gone, kept))
print('\n'.join(bad))
print('signatures dissolved, judged by others: %d statements, %d not as expected' % (done, len(bad)))
if 'DISSOLVED_OUT' not in os.environ:
    shutil.rmtree(base, True)
sys.exit(1 if bad else 0)
