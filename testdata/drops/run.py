#!/usr/bin/env python3
"""run.py CLI BASE: drops as agencies leave them, built from the writer in BASE (../shared/tools/foreign/eakten), taken in by `receive`, compared with what must be
said. Imports nothing of the product. Exit 1 on any difference."""
import contextlib, io, json, os, re, shutil, subprocess, sys, tarfile, tempfile, zipfile, hashlib, copy
cli, tools = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, tools)
os.chdir(tools)
with contextlib.redirect_stdout(io.StringIO()):
    from base import *
OFFICE, KEY = 'Landratsamt Musterkreis', '09999'
root = tempfile.mkdtemp()
bad = n = 0


def akten(seed, rating='A'):
    R.seed(seed)
    out = base(seed, 3)
    for a in out:
        a['cases'] = [c for c in a['cases'] if c['art'] != 'V']
        for c in a['cases']:
            c['art'], c['konf'] = rating, None
        a['teil'] = []
    return [a for a in out if len(a['cases']) > 1]


def halves(ak):
    one, two = copy.deepcopy(ak), copy.deepcopy(ak)
    for a in one:
        a['cases'] = a['cases'][:1]
    for a in two:
        a['cases'] = a['cases'][1:]
    return one, two


def offer(d, proc, ak, name='anbietung.zip'):
    o = copy.deepcopy(ak)
    for a in o:
        for c in a['cases']:
            c['docs'], c['art'] = [], 'B'
    x, _ = message('3.0.0', '0501', proc, OFFICE, KEY, o)
    zipit(os.path.join(d, name), [(fname('3.0.0', '0501', proc), x)])


def part(d, proc, ak, name):
    x, f = message('3.0.0', '0503', proc, OFFICE, KEY, ak)
    zipit(os.path.join(d, name), [(fname('3.0.0', '0503', proc), x)] + sorted(f.items()))
    return os.path.join(d, name)


def lz(ws, *args):
    r = subprocess.run([cli, '--data', ws, '--person', 'M. Ahrens'] + list(args), capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
    return r.returncode, r.stdout, r.stderr


def want(case, got, expr, why=''):
    global bad, n
    n += 1
    if not re.search(expr, got, re.S):
        bad += 1
        print('%s: want /%s/, got %r %s' % (case, expr, got[-600:], why))


def never(case, got, expr):
    global bad, n
    n += 1
    if re.search(expr, got, re.S):
        bad += 1
        print('%s: must not say /%s/: %r' % (case, expr, got[:900]))


def place(case):
    return os.path.join(root, case), os.path.join(root, case + '-ws')


def portions(ws):
    return json.loads(lz(ws, 'list', '--json')[1] or '[]')


# 1. An offer, a delivery in two parts, slip and list; the list names one Vorgang more.
def parts(case, more):
    d, ws = place(case)
    ak, proc = akten(909), uid()
    one, two = halves(ak)
    offer(d, proc, ak)
    a, b = part(d, proc, one, proc + '_1.zip'), part(d, proc, two, proc + '_2.zip')
    listed = copy.deepcopy(ak)
    if more:
        listed[0]['cases'].append(case_more())
    slip(d, OFFICE, KEY, 'lrm', listed, a, status='Anbietung')
    s = open(d + '/el_Lauf.xml', encoding='utf8').read()
    add = '<Container name="%s" verfahren="SHA-256" pruefsumme="%s"></Container></Laufzettel>' % (os.path.basename(b), hashlib.sha256(open(b, 'rb').read()).hexdigest())
    open(d + '/el_Lauf.xml', 'w', encoding='utf8').write(s.replace('</Laufzettel>', add))
    return d, ws, proc


def case_more():
    return case('63.2-9999/99', 'Nur in der Liste', [], 'A')


d, ws, proc = parts('teile', True)
rc, out, err = lz(ws, 'receive', d)
want('Teile, Liste nennt mehr', err, '0501 und 0503 Teil 1 und 2 zu Verfahren ' + proc + '; die Abgabeliste nennt einen Vorgang mehr')
want('Teile, Liste nennt mehr: nichts übernommen', '%d %d' % (rc, len(portions(ws))), '^2 0$')
rc, out, err = lz(ws, 'receive', '--yes', d)
got = portions(ws)
want('Teile bestätigt', '%d %d %d' % (rc, len(got), len({p['accession'] for p in got})), '^0 3 1$', err)
rc, out, err = lz(ws, 'receive', '--propose', '--json', d)
want('Gleiche Einlieferung noch einmal', out, r'schon am .* eingegangen')

d, ws, proc = parts('teile-stimmig', False)
rc, out, err = lz(ws, 'receive', d)
want('Teile ohne Widerspruch', '%d %s' % (rc, err), '^0 .*0501 und 0503 Teil 1 und 2 zu Verfahren ' + proc + r'\.')
for p in portions(ws):
    rc, out, err = lz(ws, 'receive', 'check', '--json', '--no-pdfa', p['id'])
    r = json.loads(out)
    never('Prüfung der Teile ' + p['kind'], json.dumps(r['findings']), 'SLP-01[0-9]|XDO-06')
rc, out, err = lz(ws, 'check', '--json', '--no-pdfa', d)
never('check der Teile', out.split('\n')[0], 'SLP-01[0-9]|XDO-06')
rc, out, err = lz(ws, 'accession', 'list', '--json')
want('eine Zugangsnummer', str(len(json.loads(out))), '^1$')

# 2. FOLDER/*: slip and list are no deliveries.
d, ws, proc = parts('sterne', False)
rc, out, err = lz(ws, 'receive', *[os.path.join(d, x) for x in sorted(os.listdir(d))])
want('FOLDER/*', '%d %d' % (rc, len(portions(ws))), '^0 3$', err)

# 3. Slip and list above, the container in a folder below; letter and checksum list beside.
d, ws = place('unterordner')
ak, proc = akten(11), uid()
z = part(os.path.join(d, 'daten'), proc, ak, proc + '.zip')
slip(d, OFFICE, KEY, 'lrm', ak, z)
open(d + '/Anschreiben.txt', 'w').write('Anbei die Akten.')
rc, out, err = lz(ws, 'receive', d)
got = portions(ws)
want('Unterordner', '%d %d' % (rc, len(got)), '^0 1$', err)
if got:
    beside = sorted(os.listdir(os.path.join(ws, 'inbox', got[0]['id'])))
    want('Papiere im Eingang', ' '.join(beside), 'Ab_Lis.xml.*Anschreiben.txt.*el_Lauf.xml')
    rc, out, err = lz(ws, 'receive', 'check', '--json', '--no-pdfa', got[0]['id'])
    never('Unterordner geprüft', json.dumps(json.loads(out)['findings']), 'SLP-01|VOL-00|KND-')

# 4. TAR in ZIP and ZIP in ZIP.
for inner in ('tar', 'zip'):
    d, ws = place(inner + '-in-zip')
    ak, proc = akten(12), uid()
    z = part(d + '-bau', proc, ak, proc + '.zip')
    if inner == 'tar':
        t = d + '-bau/' + proc + '.tar'
        with zipfile.ZipFile(z) as src, tarfile.open(t, 'w') as dst:
            for name in src.namelist():
                i = tarfile.TarInfo(name)
                i.size = len(src.read(name))
                dst.addfile(i, io.BytesIO(src.read(name)))
        z = t
    os.makedirs(d)
    with zipfile.ZipFile(d + '/paket.zip', 'w') as o:
        o.write(z, 'in/' + os.path.basename(z))
    rc, out, err = lz(ws, 'receive', '--check', '--json', d + '/paket.zip')
    got = portions(ws)
    want(inner + ' in ZIP', '%d %s' % (len(got), got and got[0]['kind']), '^1 xdomea-0503$', err)

# 5. Two procedures in one folder: a person is asked, then each gets its accession; one piece can be left out.
d, ws = place('zwei-verfahren')
p1, p2 = uid(), uid()
part(d, p1, akten(13), 'a.zip')
part(d, p2, akten(14), 'b.zip')
rc, out, err = lz(ws, 'receive', d)
want('zwei Verfahren gefragt', '%d %d %s' % (rc, len(portions(ws)), err), '^2 0 .*0503 zu Verfahren .*; 0503 zu Verfahren')
rc, out, err = lz(ws, 'receive', '--assign', 'b.zip=-', d)
want('ein Teil weggelassen', '%d %d' % (rc, len(portions(ws))), '^0 1$', err)
rc, out, err = lz(ws, 'receive', '--assign', 'nix.zip=neu', d)
want('unbekannter Teil', '%d %s' % (rc, err), '^2 .*nix.zip')

# 6. A container nobody opens is told.
d, ws = place('siebenzip')
part(d, uid(), akten(15), 'a.zip')
open(d + '/b.7z', 'wb').write(bytes.fromhex('377abcaf271c0004') + b'\0' * 64)
rc, out, err = lz(ws, 'receive', d)
want('7z genannt', '%d %s' % (rc, err), '^2 .*b.7z')

# 7. Wrong intake: discarded before acceptance, number and reason stay; the next number follows without a gap.
d, ws = place('verworfen')
z = part(d, uid(), akten(16), 'a.zip')
lz(ws, 'receive', z)
p = portions(ws)[0]
rc, out, err = lz(ws, 'receive', 'discard', p['id'], '--reason', 'falscher Stick', '--confirm')
want('ohne Verbleib', '%d' % rc, '^2$')
rc, out, err = lz(ws, 'receive', 'discard', p['id'], '--reason', 'falscher Stick', '--medium', 'an die Stelle zurück', '--confirm')
want('verworfen', '%d %s' % (rc, out + err), '^0 .*Verworfen')
want('Kopie weg', str(os.path.exists(os.path.join(ws, 'inbox', p['id']))), 'False')
rc, out, err = lz(ws, 'accession', 'list', '--json')
want('Nummer bleibt', out, '"state": ?"discarded".*falscher Stick.*an die Stelle')
rc, out, err = lz(ws, 'receive', z)
never('nach dem Verwerfen', err, 'schon am')
rc, out, err = lz(ws, 'log', 'verify', '--json')
want('Protokoll', '%d' % rc, '^0$', out + err)
rc, out, err = lz(ws, 'receive', z)
want('gleicher Inhalt gesagt', '%d %s' % (rc, err), '^0 .*schon am .* eingegangen')

# 8. Two messages of one process with other content, one after the other (pair 06): told before the second is taken, told when it is checked.
d, ws = place('paar-06')
proc = uid()
a, b = part(d + '/a', proc, akten(6), 'a.zip'), part(d + '/b', proc, akten(66), 'b.zip')
lz(ws, 'receive', a)
lz(ws, 'receive', b)
for p in portions(ws) * 2:      # the one read first knows of no other yet
    lz(ws, 'receive', 'check', '--json', '--no-pdfa', p['id'])
for p in portions(ws):
    rc, out, err = lz(ws, 'report', p['id'], '--format', 'json')
    want('Paar 06, ' + p['id'], out, '"XDO-07[34]"')
want('Paar 06, ein Verfahren', str(len({p['accession'] for p in portions(ws)})), '^1$')

# 9. The four-stage exchange: an offer down to the Vorgang, then what was decided; nothing is refused.
d, ws = place('vierstufig')
subprocess.run([sys.executable, '-B', tools + '/fourstage.py'], cwd=tools, env=dict(os.environ, FOREIGN_OUT=d), check=True, stdout=subprocess.DEVNULL)
rc, out, err = lz(ws, 'receive', d + '/1')
want('Anbietung', '%d %s' % (rc, err), '^0 .*0501 zu Verfahren')
offer = portions(ws)[0]['id']
for step in (['receive', 'check', offer], ['receive', 'accept', offer]):
    want('Anbietung ' + step[1], '%d' % lz(ws, *step)[0], '^0$')
units = [u['id'] for u in json.loads(lz(ws, 'appraise', offer, 'list', '--json')[1])['objects']]
want('Anbietung bewertet', '%d' % lz(ws, 'appraise', offer, 'set', *units, 'a', '--reason', 'Leitakte')[0], '^0$')
want('Bewertung abgeschlossen', '%d' % lz(ws, 'appraise', offer, 'finish')[0], '^0$')
rc, out, err = lz(ws, 'receive', d + '/2')
want('Aussonderung', '%d %s' % (rc, err), r'^0 .*0503 zu Verfahren .* \(Akzession 20../0001\)')
got = [p for p in portions(ws) if p['id'] != offer]
rc, out, err = lz(ws, 'receive', 'check', '--json', '--no-pdfa', got[0]['id'])
want('Aussonderung geprüft', '%d' % rc, '^0$', out[-300:])
never('Aussonderung geprüft', json.dumps(json.loads(out)['findings']), 'XDO-06')

# 10. The hand-over folder of the program itself.
if os.environ.get('HANDOVER'):
    d, ws = place('uebergabe')
    rc, out, err = lz(ws, 'receive', os.environ['HANDOVER'])
    want('Übergabeordner', '%d %d' % (rc, len(portions(ws))), '^0 1$', err)

shutil.rmtree(root, True)
print('%d statements on drops, %d not as expected' % (n, bad))
sys.exit(1 if bad else 0)
