#!/usr/bin/env python3
"""table.py CLI [OBJECTS]: the table of descriptions of an accession, out, edited as a person edits it, and in again: a third of the titles, periods and
closures changed, and back; then a fault in every fourth row, each named by its row and column and nothing else named, nothing read in. The table is read
and written by Python's csv from the published schema alone. Exit 1 on any difference. Every run draws another seed, unless LAUFZETTEL_SEED names one."""
import collections, csv, io, json, os, random, shutil, subprocess, sys, tempfile, time

cli, objects = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 200
seed = os.environ.get('LAUFZETTEL_SEED') or str(time.time_ns())
rnd = random.Random(seed)
base = tempfile.mkdtemp()
ws = base + '/ws'
env = dict(os.environ, HOME=base, LAUFZETTEL_PASSPHRASE='nur für die Prüfung', LAUFZETTEL_NEW_PASSPHRASE='nur für die Prüfung')
bad = []


def lz(*args, want=0):
    r = subprocess.run([cli, '--data', ws, '--person', 'M. Ahrens'] + list(args), capture_output=True, text=True, env=env, timeout=3000)
    if want is not None and r.returncode != want:
        bad.append('%s: exit %d, not %d: %s %s' % (' '.join(args), r.returncode, want, r.stdout[-400:], r.stderr[-400:]))
    return r


def js(*args, **how):
    try:
        return json.loads(lz(*args, '--json', **how).stdout.splitlines()[0])
    except (IndexError, ValueError):
        bad.append('%s: no JSON' % ' '.join(args))
        return {}


def must(what, ok, why=''):
    if not ok:
        bad.append('%s: %s' % (what, str(why)[:800]))


def read(name):
    with open(name, 'rb') as f:
        return f.read()


def rows(name):
    return list(csv.reader(io.StringIO(read(name).decode('utf-8-sig')), delimiter=';'))


def write(name, table, how='utf-8-sig'):
    out = io.StringIO()
    csv.writer(out, delimiter=';', lineterminator='\r\n').writerows(table)
    with open(name, 'wb') as f:
        f.write(out.getvalue().encode(how))
    return name


lz('settings', 'archive=Landesarchiv Musterland')
lz('generate', 'xdomea-0503', '--dossiers', '1', '--cases', str(objects), '--documents', '1', '--mix', 'txt', '--seed', '1', '--ratings', 'A', '--out', base + '/in')
parcel = [base + '/in/' + n for n in os.listdir(base + '/in')][0]
portion = js('receive', parcel)['id']
lz('receive', 'check', '--no-pdfa', portion)
lz('receive', 'accept', portion)
lz('appraise', portion, 'finish')
began = time.time()
lz('package', portion)
lz('descriptions', 'out', '2026/0001', '--out', base + '/aus.csv')
first = rows(base + '/aus.csv')
head = first[0]
at = {h: i for i, h in enumerate(head)}
must('rows', len(first) == objects + 1, len(first))
schema = json.loads(lz('descriptions', 'schema').stdout)
must('columns of the schema', set(schema['items']['properties']) == set(head), set(schema['items']['properties']) ^ set(head))

# ---- a third changed, and undone ---------------------------------------------------------------------------------------------
table = [list(r) for r in first]
changed = collections.Counter()
for i, r in enumerate(table[1:]):
    if i % 3 == 0:
        r[at['Titel']] = 'Ölmühle; „%s“ Nr. %d' % (r[at['Titel']], i)
        changed['Titel'] += 1
    elif i % 3 == 1:
        r[at['Laufzeit von']], r[at['Laufzeit bis']] = '1.2.1950', '2001'
        changed['Laufzeiten'] += 1
    else:
        r[at['geschlossen bis']], r[at['Rechtsgrundlage']] = '31.12.2090', 'Vertrag mit der Stelle'
        changed['Schutzfristen'] += 1
laws = json.loads(lz('closure', 'laws', '--json').stdout)
law = laws[0]['id'] if isinstance(laws, list) else laws['laws'][0]['id']
for r in table[1:]:
    if r[at['geschlossen bis']] == '31.12.2090' and not r[at['Gesetz']]:
        r[at['Gesetz']] = law
write(base + '/neu.csv', table)
seen = lz('descriptions', 'in', '2026/0001', base + '/neu.csv', '--preview')
must('preview', 'Titel %d' % changed['Titel'] in seen.stdout and 'Laufzeiten %d' % changed['Laufzeiten'] in seen.stdout, seen.stdout[:600])
lz('descriptions', 'in', '2026/0001', base + '/neu.csv')
lz('descriptions', 'out', '2026/0001', '--out', base + '/zweite.csv')
second = rows(base + '/zweite.csv')
must('titles as they were written', [r[at['Titel']] for r in second[1::3]] == [r[at['Titel']] for r in table[1::3]], '')
must('closures as they were written', all(r[at['geschlossen bis']].startswith('2090') for r in second[3::3]), second[3])

# shorter closures: refused without a reason, then listed
short = [list(r) for r in second]
for r in short[3::3]:
    r[at['geschlossen bis']] = '31.12.2050'
write(base + '/kurz.csv', short)
r = lz('descriptions', 'in', '2026/0001', base + '/kurz.csv', want=2)
must('shorter closures ask for a reason', 'kürzer' in r.stderr and 'egründ' in r.stderr, r.stderr)
lz('descriptions', 'out', '2026/0001', '--out', base + '/unver.csv')
must('and changed nothing', read(base + '/unver.csv') == read(base + '/zweite.csv'))

# ---- a fault in every fourth row ----------------------------------------------------------------------------------------------
faults = {
    'Titel': ['', 'x' * 4001, 'Titel\x07mit Klingel', 'MÃ¼hlgraben und WÃ¤sserung', 'M�hlgraben'],
    'Laufzeit von': ['31.02.1990', 'irgendwann', '1990-13-01', '32874'],
    'Laufzeit bis': ['1066', '30.02.2001', '??'],
    'geheim': ['vielleicht', '1x'],
    'personenbezogen': ['jein'],
    'geschlossen bis': ['bald', '31.02.2050'],
    'Gesetz': ['Hausordnung'],
    'Kennung': ['urn:uuid:fremd', ''],
}
flat = [(c, v) for c, all in faults.items() for v in all]
table = [list(r) for r in second]
planted = {}
for n, i in enumerate(range(2, len(table), 4)):
    column, value = flat[n % len(flat)] if n < len(flat) else rnd.choice(flat)
    if table[i][at[column]] == value:
        continue
    if column == 'geschlossen bis' and not table[i][at['Gesetz']]:
        table[i][at['Gesetz']] = law
    if value == '1066' and not table[i][at['Laufzeit von']]:
        continue
    table[i][at[column]] = value
    planted[i + 1] = column
write(base + '/falsch.csv', table)
told = js('descriptions', 'in', '2026/0001', base + '/falsch.csv', want=1)
named = {}
for f in told.get('faults', []):
    named.setdefault(f['row'], []).append(f.get('column', ''))
    must('remedy in row %d' % f['row'], 'itte' in f.get('says', f.get('text', json.dumps(f, ensure_ascii=False))), f)
must('every fault is named, by row and column', all(planted[i] in named.get(i, []) for i in planted),
     [(i, planted[i], table[i - 1][at[planted[i]]][:30], named.get(i)) for i in planted if planted[i] not in named.get(i, [])])
must('nothing else is', all(i in planted for i in named), {i: named[i] for i in named if i not in planted})
lz('descriptions', 'out', '2026/0001', '--out', base + '/dritte.csv')
must('nothing was read in', read(base + '/dritte.csv') == read(base + '/zweite.csv'))

# cut rows, a column gone, another character set, the same row twice
for what, change, want in (('a short row', lambda t: t[5].pop(), 1), ('a column gone', lambda t: [r.pop(3) for r in t], 1), ('a row twice', lambda t: t.append(t[7]), 1)):
    t = [list(r) for r in second]
    change(t)
    write(base + '/x.csv', t)
    lz('descriptions', 'in', '2026/0001', base + '/x.csv', want=want)
t = [list(r) for r in second]
t[4][at['Titel']] = 'Grüße aus Östlich'
write(base + '/cp.csv', t, 'cp1252')
lz('descriptions', 'in', '2026/0001', base + '/cp.csv')
lz('descriptions', 'undo', '2026/0001')
lz('descriptions', 'undo', '2026/0001', '--reason', 'Probe')
lz('descriptions', 'out', '2026/0001', '--out', base + '/zuletzt.csv')
last = rows(base + '/zuletzt.csv')
must('undone: as at first', [[c for j, c in enumerate(r) if head[j] != 'Stand'] for r in last] == [[c for j, c in enumerate(r) if head[j] != 'Stand'] for r in first],
     [(a, b) for a, b in zip(last, first) if a != b][:2])
print('\n'.join(bad))
print('seed %s: table of %d objects, %d faults planted, %d rows named, %d not as expected' % (seed, objects, len(planted), len(named), len(bad)))
shutil.rmtree(base, True)
sys.exit(1 if bad else 0)
