#!/usr/bin/env python3
"""mapped.py CLI: three offices whose deliveries say what the sources ask for in words of their own (civil.py and commercial.py from the text of sources 000 and
002, records.py from that of 004, each by a hand that knew none of the program). By the command line alone: the sample looked into, the layout put into the
profile, proved on a second sample, a third delivery checked, packaged, sent, and its receipts verified. Exit 1 on any difference. Every run draws another seed,
unless LAUFZETTEL_SEED names one. Imports nothing of the program."""
import json, os, subprocess, sys, tempfile, time

import endarchiv  # of this folder

here = os.path.dirname(os.path.abspath(__file__))
cli, seed = os.path.abspath(sys.argv[1]), os.environ.get('LAUFZETTEL_SEED') or str(time.time_ns())
root = tempfile.mkdtemp()
env = dict(os.environ, HOME=root, LAUFZETTEL_PASSPHRASE='nur zum Versuch', LANG='de_DE.UTF-8')
done, bad = 0, 0


def must(what, ok, why=''):
    global done, bad
    done += 1
    if not ok:
        bad += 1
        print('%s: %s' % (what, str(why)[:900]), flush=True)


def lz(*args, want=0):
    r = subprocess.run([cli, '--data', root + '/ws', '--person', 'M. Ahrens'] + list(args), capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL,
                       timeout=1200, cwd=root)
    must(' '.join(args[:4]), want is None or r.returncode == want, 'exit %d, want %s: %s' % (r.returncode, want, r.stdout[-500:] + r.stderr[-500:]))
    return r.stdout


def js(*args, **how):
    text = lz(*args, '--json', **how)
    try:
        return json.loads(text)
    except ValueError:
        lines = [json.loads(x) for x in text.splitlines() if x.startswith('{')]
        return lines[0] if lines else {}


OFFICES = {'civil': ('Standesamt Nordhafen', 'register', 'Urkundlich/Datei/@ursprung'), 'commercial': ('Handelsregisteramt Musterkanton', 'handelsregister', 'Domizil'),
           'records': ('Tiefbauamt Musterstadt', 'dms', '/liste/zeile/az')}

KEYS = {'records': 'tba-01'}  # as the office's own list names it

lz('settings', 'archive=Landesarchiv Musterland')
lz('keys', 'new', '--store', 'file')
address, register = endarchiv.serve(cli, root, env)
e = js('enrol', address)
lz('archive', 'confirm', e['code'], '--db', register, '--fingerprint', e['fingerprint'], '--role', 'deliver', '--role', 'read')
for script, (agency, kind, place) in OFFICES.items():
    dirs = ['%s/%s-%d' % (root, script, n) for n in range(3)]
    for n, d in enumerate(dirs):
        office = subprocess.run([sys.executable, '-B', '%s/%s.py' % (here, script), d, '%s-%d' % (seed, n)], check=True, capture_output=True,
                                text=True).stdout.strip()
    must('sample of ' + script, place in lz('profile', 'layout', 'survey', dirs[0]), place)
    lz('profile', 'set', script, '--new', 'agency=' + agency, 'kinds=' + kind, 'referenceCode.pattern=' + script[:3].upper() + '/{n}', 'referenceCode.from=1',
       *(['agencyId=' + (office if office.isdigit() else KEYS[script])] if office.isdigit() or script in KEYS else []))
    lz('profile', 'layout', 'set', script, '%s/%s.layout.json' % (here, script), dirs[0])
    lz('profile', 'layout', 'check', script, dirs[1])
    portion = js('receive', dirs[2])['id']
    rep = js('receive', 'check', '--profile', script, portion)
    must('checked as what it is', rep.get('kind') == kind and rep.get('verdict') == 'accepted', [(f['code'], f['severity']) for f in rep.get('findings', [])])
    lz('receive', 'accept', portion)
    units = [u['id'] for u in js('appraise', portion, 'list')['objects'] if u.get('rating') != 'A']
    if units:
        lz('appraise', portion, 'set', *units, 'a', '--reason', 'Von bleibendem Wert')
    lz('appraise', portion, 'finish')
    made = js('package', portion)
    must('packages', made and made[0].get('pid'), made)
    lz('view', made[0]['pid'], '--verify')
    lz('send', portion)
    state = [p for p in json.loads(lz('list', '--json')) if p['id'] == portion][0]['state']
    must('confirmed by the archive', state == 'confirmed', state)
    kept = js('receipts', 'list')
    must('a receipt for each package', len(kept if isinstance(kept, list) else kept.get('receipts', [])) >= len(made), kept)
lz('log', 'verify')
print('seed %s: %d statements on three foreign layouts from the sample to the receipt, %d not as expected' % (seed, done, bad))
sys.exit(1 if bad else 0)
