#!/usr/bin/env python3
"""whole.py CLI SHARED: what holds for every step, shown once on the whole path, by the command line alone, on material of other hands (SHARED = ../shared: a share of
real files drawn by tools/portion.py, an e-Akten message by tools/foreign/eakten). Imports nothing of the program. Exit 1 on any difference.
G6   the office checks by the rules of the archive before it sends; the archive finds the same, and names what differs: another state of the profile, a changed rule,
     a file changed on the way, a report nobody signed.
G11  every command that takes a while says phase, done of total, rate and time left to who watches; what it says never runs backwards or beyond its total; asked to stop
     it ends with 4, and the same command given again ends the work, nothing done twice.
G12  no command of the path takes more than 400 MB, and a portion several times as large hardly more than a small one.
Sizes: WHOLE_FILES (2400), WHOLE_DOCUMENTS (9000), the small ones a sixth of them. SEED=N draws the same share again. WHOLE_OUT=DIR keeps what was made."""
import base64, collections, contextlib, glob, io, json, os, pty, random, re, select, signal, subprocess, sys, tempfile, time, zipfile

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
cli, shared = map(os.path.abspath, sys.argv[1:3])
FILES, DOCUMENTS = int(os.environ.get('WHOLE_FILES', 2400)), int(os.environ.get('WHOLE_DOCUMENTS', 9000))
SEED = int(os.environ.get('SEED') or random.SystemRandom().randrange(10 ** 6))
BOUND, SLACK, QUIET = 400 << 20, 120 << 20, 20  # bytes, bytes, seconds
root = os.environ.get('WHOLE_OUT') or tempfile.mkdtemp()
os.makedirs(root, exist_ok=True)
env = dict(os.environ, HOME=root, LAUFZETTEL_PASSPHRASE='nur zum Versuch', LANG='de_DE.UTF-8', TERM='xterm')
draw = random.Random(SEED)
done, bad = 0, 0
peaks = {}      # (portion, step) → bytes
silent = [0.0, '']

eakten = shared + '/tools/foreign/eakten'
sys.path.insert(0, eakten)
with contextlib.redirect_stdout(io.StringIO()):
    from deliveries import R, case, delivery, doc, dossier, uid
import endarchiv  # of this folder
from material import pdf


def must(what, ok, why=''):
    global done, bad
    done += 1
    if not ok:
        bad += 1
        print('%s: %s' % (what, str(why)[:900]), flush=True)
    return ok


# ---- one command, watched ------------------------------------------------------------------------------------------------
class Said:
    """What a command said, and what it took. stages: what its line of progress said, one after the other, with the second it was said at."""

    def __init__(self, code, out, err, peak, took, stages, stopped):
        self.code, self.out, self.err, self.peak, self.took, self.stages, self.stopped = code, out, err, peak, took, stages, stopped

    def js(self):
        """The JSON object or list of what it printed; of several lines the last."""
        try:
            return json.loads(self.out)
        except ValueError:
            lines = [json.loads(x) for x in self.out.splitlines() if x.startswith('{')]
            return lines[-1] if lines else {}


def run(*args, ws='ws', person='M. Ahrens', want=0, watch=False, stop_when=None):
    """Runs the program; watch: a terminal on its errors. stop_when(stage) true: asks it to stop, once."""
    begun = time.monotonic()
    argv = [cli, '--data', root + '/' + ws, '--person', person] + list(args)
    errors, slave = pty.openpty() if watch else os.pipe()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=slave, env=env, cwd=root)
        os.close(slave)
        raw, stages, stopped, last = b'', [], 0.0, begun
        while True:
            if select.select([errors], [], [], 600)[0]:
                try:
                    part = os.read(errors, 1 << 16)
                except OSError:
                    part = b''
                if not part:
                    break
            else:
                child.kill()
                break
            now = time.monotonic()
            raw += part
            for line in re.findall(r'\x1b\[K([^\x1b\r\n]+)', part.decode('utf8', 'replace')):
                s = stage_of(line, now - begun)
                if s:
                    stages.append(s)
                    last = now
                    if stop_when and not stopped and stop_when(s):
                        child.send_signal(signal.SIGINT)
                        stopped = now
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        os.close(errors)
        out.seek(0)
        said = out.read().decode('utf8', 'replace')
    end = time.monotonic()
    x = Said(child.returncode, said, raw.decode('utf8', 'replace'), usage.ru_maxrss << 10, end - begun, stages, end - stopped if stopped else 0)
    must(' '.join(args[:3]), want is None or x.code in (want if isinstance(want, tuple) else (want,)),
         'exit %d, want %s: %s' % (x.code, want, (x.out[-400:] + x.err[-500:]).strip()))
    return x


Stage = collections.namedtuple('Stage', 'at phase done total rate left line')
NUMBER = r'\d[\d.\u00a0\u202f]*(?:,\d+)?'
UNITS = {'B': 1, 'kB': 1e3, 'MB': 1e6, 'GB': 1e9}


def figure(text, unit):
    return float(re.sub(r'[.\u00a0\u202f]', '', text).replace(',', '.')) * UNITS.get(unit or 'B', 1)


def stage_of(line, at):
    """A line of progress, None for any other: NAME: phase, Phase 1 von 3, 12 von 400, 30 Dateien/s, noch etwa 5 s."""
    name, colon, rest = line.rpartition(': ')
    if not colon:
        return None
    phase = rest.split(', ')[0]
    rest = re.sub(r'Phase \d+ von \d+', '', rest)
    of = re.search(r'(%s)(?: (k?B|MB|GB))? von (%s)(?: (k?B|MB|GB))?' % (NUMBER, NUMBER), rest)
    return Stage(at, phase, figure(of[1], of[2]) if of else None, figure(of[3], of[4]) if of else None, bool(re.search(r'/s\b', rest)), 'noch' in rest, line)


def honest(what, x, long=6.0):
    """G11 on what a watched command said."""
    if x.took < 6:
        return  # short: the program itself tells no time left before five seconds
    if not must(what + ': says how far it is', x.stages, 'took %.1f s and said nothing' % x.took):
        return
    before = None
    for s in x.stages:
        if s.total:
            must_quietly(what + ': beyond its total', s.done <= s.total, s.line)
            if before and before.phase == s.phase and before.total == s.total and before.done is not None:
                must_quietly(what + ': backwards', s.done >= before.done, before.line + ' | ' + s.line)
        before = s
    counted = [s for s in x.stages if s.total]
    must(what + ': done of total', counted, x.stages[-1].line)
    began = {}
    for s in x.stages:
        began.setdefault(s.phase, s.at)
    slow = [s for s in counted if s.at - began[s.phase] > long and 0 < s.done < s.total]
    if slow:
        must(what + ': time left of a long phase', any(s.left for s in slow), slow[-1].line)
    times = [0.0] + [s.at for s in x.stages] + [x.took]
    gap = max(b - a for a, b in zip(times, times[1:]))
    if gap > silent[0]:
        silent[:] = [gap, what]
    must(what + ': never silent for long', gap < QUIET, '%.1f s without a word' % gap)


def must_quietly(what, ok, why):
    global done
    if ok:
        done += 1
    else:
        must(what, ok, why)


def bounded(portion, step, x):
    peaks[portion, step] = x.peak
    must('%s, %s: memory' % (portion, step), x.peak <= BOUND, '%d MB, at most %d' % (x.peak >> 20, BOUND >> 20))


# ---- material ------------------------------------------------------------------------------------------------------------
def share(n, name):
    at = root + '/' + name
    subprocess.run([sys.executable, '-B', shared + '/tools/portion.py', at, str(n), '--seed', str(SEED), '--from', shared + '/testdata/formate', '--max', '4000000',
                    '--total', '600000000'], check=True, stdout=subprocess.DEVNULL)
    return at


def records(n, at, process=None, agency='Tiefbauamt Nordhafen', key='05711', when='2026-03-02T09:00:00'):
    """A 0503 of n documents of two pages of text each, ten to a Vorgang, fifty Vorgänge to an Akte; gives where it lies."""
    R.seed('%d %s' % (SEED, os.path.basename(os.path.dirname(at + '/'))) + str(n) + when)
    words = 'Antrag Bescheid Anhörung Prüfung Gelände Straße Böschung Vergabe Aufmaß Abnahme'.split()
    akten, cases = [], []
    for k in range(0, n, 10):
        docs = [doc('%s %d' % (draw.choice(words), k + j), uid() + '_Vermerk.txt', ('%d %s\n' % (k + j, ' '.join(draw.choices(words, k=260)))).encode(), '2019-05-04',
                    orig='Vermerk.txt', code='025', ver='1.0') for j in range(min(10, n - k))]
        cases.append(case('66-%04d/%02d' % (k // 500 + 1, k // 10 % 50 + 1), '%s %d' % (draw.choice(words), k), docs, 'A'))
    for k in range(0, len(cases), 50):
        akten.append(dossier('66-%04d' % (k // 50 + 1), 'Ausbau, Abschnitt %d' % (k // 50 + 1), cases[k:k + 50], plan='66'))
    return delivery(at, '3.0.0', process or uid(), agency, key, akten, when=when)


# ---- the house -----------------------------------------------------------------------------------------------------------
run('settings', 'archive=Landesarchiv Musterland')
run('keys', 'new', '--store', 'file')
PROFILE = {'id': 'tba', 'agency': 'Tiefbauamt Nordhafen', 'agencyId': '05711', 'referenceCode': {'pattern': 'TBA/{n}', 'from': 1, 'to': 99999}, 'deadlines': {'transferDays': 60}}


def profile(more):
    with open(root + '/tba.json', 'w') as f:
        json.dump(dict(PROFILE, **more), f)
    run('profile', 'add', root + '/tba.json')


profile({})
run('schemas', 'add', shared + '/testdata/xdomea/xsd')
address, register = endarchiv.serve(cli, root, env, keep='WHOLE_OUT' in os.environ)
e = run('enrol', address, '--json').js()
run('archive', 'confirm', e['code'], '--db', register, '--fingerprint', e['fingerprint'], '--role', 'deliver', '--role', 'read')


def portions(ws='ws'):
    return json.loads(run('list', '--json', ws=ws).out or '[]')


# ---- the whole path ------------------------------------------------------------------------------------------------------
def path(name, source, receive, exception=False, stop=False):
    """From taking in to closing; stop: each long step is asked to stop once and given again."""
    def step(what, *args, want=0):
        if stop:
            # The last third of a step is its own end; a stop there may come too late.
            asked = run(*args, watch=True, want=None, stop_when=lambda s: s.total and 0 < s.done < 0.6 * s.total)
            if asked.stopped:
                must('%s, %s: stops' % (name, what), asked.code == 4, 'exit %d after %.1f s: %s' % (asked.code, asked.stopped, asked.err[-300:]))
                must('%s, %s: stops soon' % (name, what), asked.stopped < 15, '%.1f s' % asked.stopped)
                print('  %s, %s: asked to stop at „%s“, ended after %.1f s' % (name, what, asked.stages[-1].line.strip(), asked.stopped), flush=True)
        # A step that was done before anybody could ask is not given again.
        over = stop and not asked.stopped and asked.code in (want if isinstance(want, tuple) else (want,))
        x = asked if over else run(*args, watch=True, want=want)
        honest('%s, %s' % (name, what), x)
        bounded(name, what, x)
        return x

    had = {p['id'] for p in portions()}
    step('receive', 'receive', *receive, source, want=(0, 1))
    new = [p for p in portions() if p['id'] not in had]
    must(name + ': taken in once', len(new) == 1, [p['id'] for p in new])
    id, number = new[0]['id'], new[0]['accession']
    if '--kind' not in receive:
        step('check', 'receive', 'check', id)
    run('receive', 'accept', id, *(('--exception', '--reason', 'Ablage, wie sie lag') if exception else ()))
    units = [u['id'] for u in run('appraise', id, 'list', '--json').js()['objects'] if u.get('rating') != 'A']
    if units:
        step('appraise', 'appraise', id, 'set', *units[:1000], 'a', '--reason', 'Von bleibendem Wert')
    step('finish', 'appraise', id, 'finish')
    step('package', 'package', id)
    made = run('show', id, '--json').js()['packages']
    must(name + ': each package once', made and len({p['pid'] for p in made}) == len(made), [p['pid'] for p in made][:5])
    tars = [root + '/ws/' + p['path'] for p in made]
    x = run('aip', 'check', *tars[:200])
    bounded(name, 'aip check', x)
    step('send', 'send', id)
    must(name + ': confirmed', [p for p in portions() if p['id'] == id][0]['state'] == 'confirmed', id)
    receipts = sorted(glob.glob('%s/ws/packages/%s/*.quittung.json' % (root, id)))
    must(name + ': a receipt for each package and that of the accession', len(receipts) == len(made) + 1, '%d for %d' % (len(receipts), len(made)))
    x = run('receipts', 'verify', '--key', root + '/ws/receipts/archiv-schluessel.json', *receipts[:200])
    bounded(name, 'receipts verify', x)
    run('accession', 'receipt', id)
    run('accession', 'clear', number, '--confirm')
    run('accession', 'deleted', number, '--note', 'Schreiben vom 1.12.2026', '--confirm')
    step('close', 'accession', 'close', number, '--confirm')
    must(name + ': closed', 'Abgeschlossen' in run('accession', 'show', number).out, number)
    left = [f for _, _, fs in os.walk('%s/ws/inbox/%s' % (root, id)) for f in fs]
    must(name + ': no copy is left', not left, left[:4])
    print('%s: %d packages, %s' % (name, len(made), ', '.join('%s %d MB' % (s, p >> 20) for (n, s), p in peaks.items() if n == name)), flush=True)


print('seed %d: share of %d and %d files, messages of %d and %d documents' % (SEED, FILES // 6, FILES, DOCUMENTS // 6, DOCUMENTS), flush=True)
path('share, small', share(FILES // 6, 'ablage-klein'), ['--kind', 'files'], exception=True)
path('share', share(FILES, 'ablage'), ['--kind', 'files'], exception=True, stop=True)
path('records, small', records(DOCUMENTS // 6, root + '/akten-klein'), [])
path('records', records(DOCUMENTS, root + '/akten'), [], stop=True)
for kind in ('share', 'records'):
    for (name, what), peak in list(peaks.items()):
        small = peaks.get((kind + ', small', what))
        if name == kind and small:
            must('%s, %s: flat' % (name, what), peak <= small + SLACK, '%d MB, small %d MB' % (peak >> 20, small >> 20))
run('log', 'verify')
must('what the receiver holds', run('archive', 'check', '--store', root + '/store', '--db', register).code == 0, '')


# ---- G6: the office checks first -------------------------------------------------------------------------------------------
def unpack(container, to):
    with zipfile.ZipFile(container) as z:
        z.extractall(to)
    return to


def handed(name, change=None, rules=None, signed=True):
    """A delivery the office prepares from the message of a foreign system, checks and hands over; then what the archive says. rules: the profile of the archive becomes
    this after the office had checked. change(folder): what happens on the way."""
    profile({})
    office = 'amt-' + name
    run('profile', 'export', 'tba', '--out', root + '/profil.json')
    run('settings', 'archive=Tiefbauamt Nordhafen', ws=office, person='K. Weiß')
    if signed:
        run('keys', 'new', '--store', 'file', ws=office, person='K. Weiß')
    print_ = json.loads(run('keys', 'show', '--json').out)
    key = print_[0]['fingerprint'] if isinstance(print_, list) else print_['fingerprint']
    run('profile', 'import', root + '/profil.json', '--fingerprint', key, ws=office, person='K. Weiß')
    run('schemas', 'add', shared + '/testdata/xdomea/xsd', ws=office, person='K. Weiß')
    if signed and name == 'same':
        run('clerks', 'card', '--out', root + '/karte.json', '--office', 'Tiefbauamt Nordhafen', '--agency', '05711', ws=office, person='K. Weiß')
        with open(root + '/karte.json') as f:
            card = re.search(r'"fingerprint": ?"([^"]+)"', f.read())
        mine = json.loads(run('keys', 'show', '--json', ws=office, person='K. Weiß').out)
        run('clerks', 'add', root + '/karte.json', '--fingerprint', card[1] if card else (mine[0] if isinstance(mine, list) else mine)['fingerprint'])
    source = unpack(records(40, root + '/' + name + '/bau', when='2026-03-%02dT09:00:00' % (2 + len(name))), root + '/' + name + '/material')
    with open(root + '/angaben.txt', 'w') as f:
        f.write('Profilkennung: tba\nVerantwortliche Person: K. Weiß\n')
    x = run('prepare', 'xdomea', '--from', source, '--meta', root + '/angaben.txt', '--out', root + '/' + name + '/ausgang', '--json', ws=office, person='K. Weiß')
    number = json.loads(run('prepare', 'list', '--json', ws=office, person='K. Weiß').out)[0]['id']
    stick = root + '/' + name + '/stick'
    os.makedirs(stick)
    run('prepare', 'handover', number, '--to', stick, ws=office, person='K. Weiß')
    folder = stick
    while len(os.listdir(folder)) == 1:
        folder += '/' + os.listdir(folder)[0]
    if change:
        change(folder)
    if rules:
        profile(rules)
    had = {p['id'] for p in portions()}
    run('receive', '--yes', folder)
    new = [p for p in portions() if p['id'] not in had]
    must('G6 %s: taken in as one' % name, len(new) == 1, [(p['id'], p['kind'], p['name']) for p in new])
    rep = run('receive', 'check', '--json', new[0]['id'], want=None).js()
    return rep, folder


def codes(rep):
    return sorted((f['code'], f['severity']) for f in rep['findings'] if f['code'].startswith('PRE'))


def own_findings(folder):
    """What the office found, out of its report that travels along."""
    name = glob.glob(folder + '/*.selbstpruefung.json')[0]
    with open(name) as f:
        data = json.load(f)
    if 'payload' in data:
        data = json.loads(base64.b64decode(data['payload']))
    return data


rep, folder = handed('same')
self = [c for c in rep['checks'] if c['name'] == 'self-check']
must('G6 same: compared', len(self) == 1 and self[0]['state'] == 'done', self)
must('G6 same: no difference', rep['verdict'] == 'accepted' and not [c for c in codes(rep) if c[1] != 'note'], codes(rep))
data = own_findings(folder)
theirs = data.get('findings') or data.get('report', {}).get('findings') or []
must('G6 same: the findings are those of the office', {(f['code'], f.get('path', '')) for f in theirs} ==
     {(f['code'], f.get('path', '')) for f in rep['findings'] if not f['code'].startswith(('PRE', 'SLP'))},
     '%s | %s' % (sorted({f['code'] for f in theirs}), sorted({f['code'] for f in rep['findings']})))

rep, _ = handed('profile', rules={'deadlines': {'transferDays': 90}})
must('G6 profile: another state is named', 'PRE-020' in [c for c, _ in codes(rep)], codes(rep))

rep, _ = handed('rules', rules={'formats': ['fmt/95', 'fmt/354']})
must('G6 rules: another state is named', 'PRE-020' in [c for c, _ in codes(rep)], codes(rep))
must('G6 rules: what the archive alone refuses', [f for f in rep['findings'] if f['code'].startswith('FMT')], sorted({f['code'] for f in rep['findings']}))


def one_byte(folder):
    """A text inside the container is another, the container whole and with right check sums of its own."""
    name = glob.glob(folder + '/*.zip')[0]
    with zipfile.ZipFile(name) as z:
        entries = [(i, z.read(i)) for i in z.infolist()]
    k = next(k for k, (i, _) in enumerate(entries) if i.filename.endswith('.txt'))
    with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as z:
        for n, (i, data) in enumerate(entries):
            z.writestr(i, data[:-2] + b'X\n' if n == k else data)


rep, _ = handed('changed', change=one_byte)
must('G6 changed: named as changed on the way', 'PRE-022' in [c for c, _ in codes(rep)], codes(rep))
must('G6 changed: refused', rep['verdict'] == 'rejected', rep['verdict'])


def unsigned(folder):
    """The report says the same, its signature is gone."""
    name = glob.glob(folder + '/*.selbstpruefung.json')[0]
    data = own_findings(folder)
    with open(name, 'w') as f:
        json.dump(data, f, ensure_ascii=False)


rep, _ = handed('unsigned', change=unsigned)
must('G6 unsigned: told', 'PRE-028' in [c for c, _ in codes(rep)], codes(rep))


def another(folder):
    """The signed report says other figures than were signed."""
    name = glob.glob(folder + '/*.selbstpruefung.json')[0]
    with open(name) as f:
        envelope = json.load(f)
    body = base64.b64decode(envelope['payload']).replace(b'K. Wei', b'K. Wai')
    envelope['payload'] = base64.b64encode(body).decode()
    with open(name, 'w') as f:
        json.dump(envelope, f)


rep, _ = handed('forged', change=another)
must('G6 forged: told', ('PRE-025', 'warning') in codes(rep), codes(rep))

print('seed %d: %d statements on the whole path (G6, G11, G12), %d not as expected; peak %d MB, longest silence %.1f s (%s)' %
      (SEED, done, bad, max(peaks.values()) >> 20, silent[0], silent[1]))
sys.exit(1 if bad else 0)
