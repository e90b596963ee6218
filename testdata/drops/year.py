#!/usr/bin/env python3
"""year.py CLI TOOLS SCHEMAS: a year of an archive with two offices, from messages that foreign scripts made (TOOLS/eakten/year.py) to closing, by the command line alone. One
office offers, delivers something else, and delivers again (xdomea 3.0.0, four stages); the other announces by slip and list and delivers (4.0.0, two stages). What
must happen stands beside each step; every XML that leaves is held against its schema (SCHEMAS = the folder with xdomea and schemata, xmllint). Exit 1 on any difference."""
import atexit, glob, json, os, re, shutil, socket, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
cli, tools, schemas = map(os.path.abspath, sys.argv[1:4])
own = os.path.join(here, '../../assets/schemas')
root = os.environ.get('YEAR_OUT') or tempfile.mkdtemp()
os.makedirs(root, exist_ok=True)
material, ws, out = root + '/in', root + '/ws', root + '/out'
env = dict(os.environ, HOME=root, LAUFZETTEL_PASSPHRASE='nur zum Versuch', LANG='de_DE.UTF-8')
done, bad = 0, 0


def lz(*args, person='M. Ahrens', want=0, folder=ws):
    r = subprocess.run([cli, '--data', folder, '--person', person] + list(args), capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL, timeout=300, cwd=root)
    must(' '.join(args[:4]), r.returncode == want, 'exit %d, want %d: %s' % (r.returncode, want, (r.stdout[-600:] + r.stderr[-600:]).strip()))
    return r.stdout, r.stderr


def js(*args, **how):
    text, err = lz(*args, '--json', **how)
    try:
        return json.loads(text)
    except ValueError:
        lines = [json.loads(x) for x in text.splitlines() if x.startswith('{')]
        return lines[0] if lines else {}


def must(what, ok, why=''):
    global done, bad
    done += 1
    if not ok:
        bad += 1
        print('%s: %s' % (what, why), flush=True)


def says(what, text, *exprs):
    for e in exprs:
        must(what, re.search(e, text, re.S), 'says nothing of /%s/: %s' % (e, text[-900:]))


def valid(path, xsd, catalog=None):
    e = dict(env, XML_CATALOG_FILES=catalog) if catalog else env
    r = subprocess.run(['xmllint', '--nonet', '--noout', '--schema', xsd, path], capture_output=True, text=True, env=e)
    must(os.path.basename(path) + ' against ' + os.path.basename(xsd), r.returncode == 0, r.stderr[-700:])


def message(version):
    d = schemas + '/xdomea/xsd/' + version
    return d + '/xdomea-Nachrichten-AussonderungDurchfuehren.xsd', d + '/catalog.xml' if os.path.exists(d + '/catalog.xml') else None


# ---- the house: persons with keys, profiles, a receiver -----------------------------------------------------------------
process = subprocess.run([sys.executable, '-B', tools + '/eakten/year.py'], cwd=tools + '/eakten', env=dict(os.environ, FOREIGN_OUT=material), capture_output=True, text=True, check=True).stdout.split()[-1]
lz('settings', 'archive=Landesarchiv Musterland')
lz('keys', 'new', '--store', 'file')
for p in ({'id': 'lrm', 'agency': 'Landratsamt Musterkreis', 'agencyId': '09999', 'referenceCode': {'pattern': 'LRM/{n}', 'from': 1, 'to': 99}, 'deadlines': {'appraisalDays': 183, 'redeliveryDays': 30, 'transferDays': 60}},
          {'id': 'gem', 'agency': 'Gemeinde Großröhrsdorf', 'agencyId': '14625', 'referenceCode': {'pattern': 'GEM/{n}', 'from': 1, 'to': 99}, 'deadlines': {'appraisalDays': 183, 'transferDays': 60}}):
    with open(root + '/' + p['id'] + '.json', 'w') as f:
        json.dump(p, f)
    lz('profile', 'add', root + '/' + p['id'] + '.json')
lz('schemas', 'add', schemas + '/xdomea/xsd')
lz('people', 'key', 'M. Ahrens', '--confirm')
lz('people', 'add', 'J. Beyer', '--roles', 'second')
lz('people', 'key', 'J. Beyer', '--confirm')
with socket.socket() as s:
    s.bind(('127.0.0.1', 0))
    port = s.getsockname()[1]
log = open(root + '/archive.log', 'w')
server = subprocess.Popen([cli, 'archive', 'serve', '--addr', '127.0.0.1:%d' % port, '--store', root + '/store', '--db', root + '/archive.db', '--name', 'Endarchiv', '--key-store', 'file'], stdout=log, stderr=log, env=env)


def finish():
    server.terminate()
    server.wait(20)
    if 'YEAR_OUT' not in os.environ:
        shutil.rmtree(root, True)


atexit.register(finish)
for _ in range(200):
    try:
        socket.create_connection(('127.0.0.1', port), 1).close()
        break
    except OSError:
        time.sleep(0.1)
e = js('enrol', 'http://127.0.0.1:%d' % port)
lz('archive', 'confirm', e['code'], '--db', root + '/archive.db', '--fingerprint', e['fingerprint'], '--role', 'deliver', '--role', 'read')


def newest():
    return json.loads(lz('list', '--json')[0])[0]


def checked(id, want):
    return js('receive', 'check', id, want=want)


# ---- January: the district offers down to the Vorgang --------------------------------------------------------------------
offer = js('receive', material + '/1')
rep = checked(offer['id'], 0)
must('offer', rep['verdict'] == 'accepted' and rep['objects']['appraise'] > 0, json.dumps(rep['objects']))
lz('receive', 'accept', offer['id'])
units = js('appraise', offer['id'], 'list')['objects']
says('deadline of the appraisal', lz('accession', 'show', '2026/0001')[0], 'Bewertung')
doomed = [u for u in units if u.get('reference') in ('63.2-0147/03', '63.2-0200/01')]
must('units of the offer', len(doomed) == 2, json.dumps([u.get('reference') for u in units]))
rest = [u['id'] for u in units if u['id'] not in [d['id'] for d in doomed]]
lz('appraise', offer['id'], 'set', *rest, 'a', '--reason', 'Von bleibendem Wert')
lz('appraise', offer['id'], 'set', *[d['id'] for d in doomed], 'v', '--reason', 'Ohne bleibenden Wert')
lz('answer', offer['id'], '0502', '--out', out + '/entwurf')   # before the finish it is a draft, in name and content (E6)
must('draft of the 0502', not [n for n in os.listdir(out + '/entwurf') if '0502' in n and not n.startswith('ENTWURF_')] and glob.glob(out + '/entwurf/ENTWURF_*0502*'), str(os.listdir(out + '/entwurf')))
lz('appraise', offer['id'], 'finish', want=2)                 # V waits for the second person
lz('appraise', offer['id'], 'release', person='J. Beyer')
lz('appraise', offer['id'], 'finish')
for code in ('0502', '0504'):
    lz('answer', offer['id'], code, '--out', out + '/1')
for name in glob.glob(out + '/1/*.xml'):
    valid(name, *message('3.0.0'))
must('answers to the offer', len(glob.glob(out + '/1/*.xml')) == 2, str(glob.glob(out + '/1/*')))

# ---- April: something else is delivered; every deviation is named, and it goes back ---------------------------------------
lz('receive', '--yes', material + '/2')
second = newest()
must('one accession', second['accession'] == offer['accession'], second['accession'])
rep = checked(second['id'], 1)
codes = {f['code'] for f in rep['findings']}
must('deviations', {'XDO-060', 'XDO-061', 'XDO-062', 'XDO-063', 'XDO-064'} <= codes, str(sorted(codes)))
lz('receive', 'accept', second['id'], want=2)
lz('receive', 'return', second['id'], '--confirm')
letters = glob.glob(ws + '/letters/' + second['id'] + '/*.pdf')
must('claim letter', letters, '')

# ---- May: delivered again, as decided --------------------------------------------------------------------------------------
lz('receive', '--yes', material + '/3')
third = newest()
must('redelivery', third.get('redelivery') == second['id'], json.dumps(third))
rep = checked(third['id'], 0)
must('nothing refused', not [f for f in rep['findings'] if f['severity'] == 'error'], json.dumps([f for f in rep['findings'] if f['severity'] == 'error'], ensure_ascii=False))
lz('receive', 'accept', third['id'])


def steps(id, most=6):
    """What next does by a yes, until a person must act."""
    for n in range(1, 12):
        v = js('next', id, '--yes') if plain(id) else None
        if v is None:
            return n - 1
    return 12


def plain(id):
    return js('next', id)['plain']


def appraised(id):
    todo = [u['id'] for u in js('appraise', id, 'list')['objects'] if u.get('rating') not in ('A', 'V') or u.get('open')]
    if todo:
        lz('appraise', id, 'set', *todo, 'a', '--reason', 'Von bleibendem Wert')
    lz('appraise', id, 'finish')


appraised(third['id'])
steps(third['id'])
must('confirmed', [p for p in json.loads(lz('list', '--json')[0]) if p['id'] == third['id']][0]['state'] == 'confirmed', lz('next')[0])
for code in ('0506', '0507'):
    lz('answer', third['id'], code, '--out', out + '/3')
for name in glob.glob(out + '/3/*.xml'):
    valid(name, *message('3.0.0'))

# ---- the municipality announces by slip and list: control list, codes and packages come with the offer (A4) ---------------
announced = js('accession', 'offer', material + '/4o')
control = glob.glob(ws + '/letters/' + announced['id'] + '/*ontrol*') + glob.glob(ws + '/letters/**/Kon_Lis*.xml', recursive=True)
must('control list with the offer', control, str(glob.glob(ws + '/letters/' + announced['id'] + '/*')))
for name in control:
    if name.endswith('.xml'):
        valid(name, own + '/laufzettel-control.xsd')
        says('codes with the offer', open(name, encoding='utf8').read(), 'GEM/1')
slips = [n for n in glob.glob(ws + '/letters/' + announced['id'] + '/*.xml') if 'Laufzettel' in open(n, encoding='utf8').read()[:400]]
must('confirmed slip', slips, '')
for name in slips:
    valid(name, own + '/laufzettel-slip.xsd')
    says('slip with Ü-ID and deadline', open(name, encoding='utf8').read(), '<UebernahmeID>[0-9a-f]{64}', 'Frist')
lz('accession', 'offer', material + '/4o', want=2)            # the same list is in progress (A2)

lz('receive', '--yes', material + '/4')
fourth = newest()
must('delivery to its offer', fourth['accession'] == announced['id'], fourth['accession'])
rep = checked(fourth['id'], 0)
must('nothing refused of the second office', rep['verdict'] == 'accepted', json.dumps([f for f in rep['findings'] if f['severity'] == 'error'], ensure_ascii=False))
lz('receive', 'accept', fourth['id'])
appraised(fourth['id'])
steps(fourth['id'])
codes = {p['referenceCode'] for p in js('show', fourth['id'])['packages'] if p.get('referenceCode')}
must('codes of the office', {c for c in codes if not c.startswith('Z')} == {'GEM/%d' % n for n in range(1, 8)}, str(codes))
for code in ('0506',):
    lz('answer', fourth['id'], code, '--out', out + '/4')
for name in glob.glob(out + '/4/*.xml'):
    valid(name, *message('4.0.0'))

# ---- what is kept: packages, finding aids -----------------------------------------------------------------------------------
tars = glob.glob(ws + '/packages/**/*.tar', recursive=True)
must('packages', len(tars) > 8, str(len(tars)))
lz('aip', 'check', *tars)
premis = schemas + '/schemata/premis-v3-0.xsd'
for tar in tars:
    at = tempfile.mkdtemp(dir=root)
    subprocess.run(['tar', '-xf', tar, '-C', at], check=True)
    for name in glob.glob(at + '/**/premis*.xml', recursive=True):
        valid(name, premis)
    for name in glob.glob(at + '/**/METS.xml', recursive=True):
        valid(name, own + '/aip-mets.xsd')
lz('descriptions', '--form', 'ead', '--out', out + '/findbuch.xml', '--fonds', 'Landratsamt Musterkreis', '--isil', 'DE-Mu1')
says('finding aid', open(out + '/findbuch.xml', encoding='utf8').read(), '<ead', 'LRM/1', 'GEM/1')   # its schemas do not compile with xmllint; the tests of findingaid hold it against them

# ---- the end of the year: clearance, deletion, closing; what is closed hinders nobody (E5) ---------------------------------
for n, (acc, portion) in enumerate(((offer['accession'], third), (announced['id'], fourth))):
    lz('accession', 'receipt', portion['id'])
    lz('accession', 'clear', acc, '--confirm')
    lz('accession', 'deleted', acc, '--note', 'Schreiben vom 1.12.2026', '--confirm')
    lz('accession', 'close', acc, '--confirm')
    for args in (('formats', 'inventory'), ('formats', 'plan', 'fmt/95'), ('catalog', 'rebuild'), ('log', 'verify'), ('accession', 'list')):
        lz(*args)
    says('closed', lz('accession', 'show', acc)[0], 'Abgeschlossen')
left = [d for _, _, fs in os.walk(ws + '/inbox') for d in fs]
must('no delivery is left', not left, str(left[:4]))
lz('accession', 'year', '--year', time.strftime('%Y'), '--out', out + '/jahr')
must('yearly list', glob.glob(out + '/jahr/*'), '')
lz('next')
print('%d statements on a year of two offices, %d not as expected' % (done, bad))
sys.exit(1 if bad else 0)
