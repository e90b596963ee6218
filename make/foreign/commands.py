#!/usr/bin/env python3
"""commands.py CLI SHARED: how many commands a normal delivery takes beside `next`, from taking in to closing: counted on deliveries of other hands (an offer and its delivery
in one drop, a delivery alone, a database of another program, a share of plain files). At most six each; whatever `next` says a person must do is done by exactly the command it names.
Imports nothing of the program. Exit 1 on any difference."""
import contextlib, copy, glob, io, json, os, re, shutil, subprocess, sys, tempfile

import endarchiv  # of this folder

sys.dont_write_bytecode = True
cli, shared = map(os.path.abspath, sys.argv[1:3])
MOST = 6
root = tempfile.mkdtemp()
env = dict(os.environ, HOME=root, LAUFZETTEL_PASSPHRASE='nur zum Versuch', LANG='de_DE.UTF-8')
done, bad = 0, 0
sys.path.insert(0, shared + '/tools/foreign/eakten')
os.chdir(shared + '/tools/foreign/eakten')
with contextlib.redirect_stdout(io.StringIO()):
    from base import base, delivery, fname, message, uid, zipit


def must(what, ok, why=''):
    global done, bad
    done += 1
    if not ok:
        bad += 1
        print('%s: %s' % (what, str(why)[:900]), flush=True)


def lz(*args, want=0):
    r = subprocess.run([cli, '--data', root + '/ws', '--person', 'M. Ahrens'] + list(args), capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL, timeout=300, cwd=root)
    must(' '.join(args[:4]), want is None or r.returncode == want, 'exit %d, want %s: %s' % (r.returncode, want, r.stdout[-400:] + r.stderr[-400:]))
    return r.stdout


# ---- what an office leaves -----------------------------------------------------------------------------------------------
def records(rating, proposed=None):
    out = base(5, 4)
    for a in out:
        a['cases'] = [c for c in a['cases'] if c['art'] != 'V']
        a['teil'] = []
        for c in a['cases']:
            c['art'], c['konf'], c['vorschlag'] = rating, None, proposed
    return [a for a in out if a['cases']]


def both(d):
    process, offered = uid(), records('B', 'A')
    sent = copy.deepcopy(offered)
    for a, b in zip(offered, sent):
        for c, e in zip(a['cases'], b['cases']):
            c['docs'], e['art'], e['vorschlag'] = [], 'A', None
    x, _ = message('3.0.0', '0501', process, 'Landratsamt Musterkreis', '09999', offered)
    zipit(d + '/anbietung.zip', [(fname('3.0.0', '0501', process), x)])
    delivery(d, '3.0.0', process, 'Landratsamt Musterkreis', '09999', sent)


def alone(d):
    delivery(d, '4.0.0', uid(), 'Gemeinde Großröhrsdorf', '14625', records('B', 'A'))


def database(d):
    os.makedirs(d)
    shutil.copy(sorted(glob.glob(shared + '/testdata/siard/beispiele/s*.siard'))[0], d)
    with open(d + '/Anschreiben.txt', 'w') as f:
        f.write('Anbei die Datenbank.\n')


def share(d):
    os.makedirs(d + '/Protokolle')
    for n, name in enumerate(('plain.pdf', 'a.docx', 'a.odt')):
        shutil.copy(shared + '/tools/foreign/eakten/primary/' + name, d + '/Protokolle/%d_%s' % (n, name))


# ---- the house: once, before anything is delivered --------------------------------------------------------------------------
lz('settings', 'archive=Landesarchiv Musterland')
lz('keys', 'new', '--store', 'file')
lz('schemas', 'add', shared + '/testdata/xdomea/xsd')
address, register = endarchiv.serve(cli, root, env)
e = json.loads(lz('enrol', address, '--json'))
lz('archive', 'confirm', e['code'], '--db', register, '--fingerprint', e['fingerprint'], '--role', 'deliver', '--role', 'read')


def portions():
    return json.loads(lz('list', '--json') or '[]')


def waiting():
    """What next says of every portion, the oldest first."""
    return [json.loads(x) for x in lz('next', '--json').splitlines() if x.startswith('{')]


for name, make, how in (('0501 and 0503 in one drop', both, []), ('0503 alone', alone, []), ('database beside a letter', database, []),
                        ('plain files', share, ['--kind', 'files'])):
    d = root + '/' + make.__name__
    make(d)
    acts, steps = ['receive'], 0
    lz('receive', *how, d)
    number = portions()[0]['accession']
    number = json.loads(lz('accession', 'show', number, '--json')).get('number', number)
    for _ in range(24):
        todo = waiting()
        plain = [x for x in todo if x['plain']] or [x for x in todo if x['next'] == 'accept' and not x.get('held')]
        if plain:
            steps += 1
            lz('next', '--yes', plain[0]['portion'])
            continue
        todo = [x for x in todo if x['next'] != 'answer' or 'answer' not in [a.split()[0] for a in acts]]
        if not todo:
            break
        x = min(todo, key=lambda x: x['next'] not in ('appraise', 'finish'))  # all is appraised before anything is answered
        if x['next'] in ('appraise', 'finish'):
            # The agency proposes A for each, so one act takes the proposals and finishes what this drop has brought.
            units = [u['id'] for u in json.loads(lz('appraise', x['portion'], 'list', '--json'))['objects'] if u.get('rating') not in ('A', 'V') and u.get('suggestion') != 'A']
            if units:
                acts.append('appraise set')
                lz('appraise', x['portion'], 'set', *units, 'a', '--reason', 'Von bleibendem Wert')
            acts.append('appraise finish')
            lz('appraise', number, 'finish', '--all-as-proposed')
            continue
        words = x['command'].replace(' --note TEXT', '').split()
        acts.append(' '.join(w for w in words if not re.search(r'\d/|P\d', w)))
        lz(*words, *{'deletion': ['--note', 'Schreiben vom 1.12.2026', '--confirm'], 'clear': ['--confirm'], 'close': ['--confirm']}.get(x['next'], []))
    must(name + ': closed', 'Abgeschlossen' in lz('accession', 'show', number), number)
    must(name + ': nothing waits', not waiting(), waiting())
    must(name + ': at most %d commands beside next' % MOST, len(acts) <= MOST, acts)
    print('%s: %d commands beside next (%s), next %d times' % (name, len(acts), ', '.join(acts), steps), flush=True)
print('%d statements on the commands of a normal delivery, %d not as expected' % (done, bad))
sys.exit(1 if bad else 0)
