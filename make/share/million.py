#!/usr/bin/env python3
"""A share of a million files taken the whole path: million.py CLI [--files N] [--most MB] [--share DIR] [--data DIR] [--until STEP] [--no-look]

Every step runs as a process of its own, whose largest resident memory the system tells (ru_maxrss). The share is made here, of small files in many folders
of up to 15 levels: texts nobody else has, copies, copied trees, drafts, litter, empty folders. --share keeps a share made once; --data keeps the workspace.
Exit 1 where a step takes more than --most megabytes, or says another count of files than was put there.
"""
import argparse, json, os, random, shutil, subprocess, sys, tempfile, time

ap = argparse.ArgumentParser()
ap.add_argument('cli'); ap.add_argument('--files', type=int, default=1_000_000); ap.add_argument('--most', type=int, default=400)
ap.add_argument('--share'); ap.add_argument('--data'); ap.add_argument('--until', default=''); ap.add_argument('--seed', type=int, default=None)
ap.add_argument('--skip', type=int, default=0, help='go on in a kept workspace after so many steps')
ap.add_argument('--no-look', action='store_true', help='leave out the steps that only look: tree, duplicates, drafts, litter')
a = ap.parse_args()
cli = os.path.abspath(a.cli)
seed = a.seed if a.seed is not None else int.from_bytes(os.urandom(4), 'big')
rnd = random.Random(seed)
WORDS = [''.join(rnd.choice('bdfgklmnrst') + rnd.choice('aeiou') for _ in range(rnd.randint(2, 4))) for _ in range(4000)]
NOUNS = 'Bauamt Schule Haushalt Personal Ratsinfo Fotos Projekte Archiv Presse Vorlagen Kasse Umwelt Ordnung Jugend Planung Technik'.split()

def put(path, data, when):
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.write(fd, data); os.close(fd)
    os.utime(path, (when, when))

def make(root):
    """Sixteen offices of very different size, trees of up to 15 levels with 50 files each; every tenth file is a copy of the one before."""
    n, folder, last = 0, 0, b''
    while n < a.files:
        office = rnd.choices(range(16), [40, 25, 20, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 2, 1, 1])[0]
        depth = folder % 14
        path = os.path.join(root, NOUNS[office], *(f'{NOUNS[(folder * 7 + d) % len(NOUNS)]} {1996 + folder // 14 % 7}' for d in range(depth)), f'{folder:05}')
        os.makedirs(path)
        if folder % 200 == 0:
            os.makedirs(os.path.join(path, 'leer'))
        for i in range(min(50, a.files - n)):
            when = 820454400 + (folder * 104729 + i * 86400) % 900_000_000
            if i % 10 == 9:
                put(os.path.join(path, f'Kopie von {i - 1:02}.txt'), last, when)
            elif i == 20 and folder % 4 == 0:
                put(os.path.join(path, 'Thumbs.db'), b'\xd0\xcf\x11\xe0%d' % n, when)
            else:
                last = (' '.join(rnd.choices(WORDS, k=rnd.randint(8, 40))) + f' {n}\n').encode()
                put(os.path.join(path, f'{rnd.choice(NOUNS)} {i:02} {n}{(".txt", ".csv", ".xml", ".log", ".md")[n % 5]}'), last, when)
            n += 1
        folder += 1

base = tempfile.mkdtemp(prefix='million-')
share, data = a.share or os.path.join(base, 'Ablage'), a.data or os.path.join(base, 'ws')
if not os.path.isdir(share):
    began = time.time()
    os.makedirs(share); make(share)
    print(f'seed {seed}: {a.files} files made in {time.time() - began:.0f} s', flush=True)
env = dict(os.environ, LAUFZETTEL_DATA=data, LAUFZETTEL_PERSON='M. Ahrens', LAUFZETTEL_PASSPHRASE='nur zur Probe',
           LAUFZETTEL_PERSON_PASSPHRASE='nur zur Probe', LAUFZETTEL_NEW_PASSPHRASE='nur zur Probe')
bad, step, portion = [], 0, None

def lz(*args, ok=(0,), read=True):
    """One process; what it says goes to a file, so that this script measures nobody but the program."""
    global step
    step += 1
    if step <= a.skip:
        return None
    began = time.time()
    with tempfile.TemporaryFile(dir=base) as out, tempfile.TemporaryFile(dir=base) as err:
        p = subprocess.Popen([cli, *args, *(['--json'] if read else [])], env=env, stdout=out, stderr=err)
        _, status, use = os.wait4(p.pid, 0)
        rc, most = os.waitstatus_to_exitcode(status), use.ru_maxrss / 1024
        print(f'{step:3} {" ".join(args)[:60]:60} {time.time() - began:8.1f} s  {use.ru_utime + use.ru_stime:8.1f} s processor  {most:6.0f} MB'
              + ('  <== too much' if most > a.most else ''), flush=True)
        if most > a.most:
            bad.append(args)
        if rc not in ok:
            err.seek(0); out.seek(0)
            sys.exit(f'{args}: {rc}\n{out.read()[:1500].decode()}\n{err.read()[-1500:].decode()}')
        if a.until and ' '.join(args).startswith(a.until):
            sys.exit(bool(bad))
        out.seek(0)
        return json.load(out) if read and os.fstat(out.fileno()).st_size else None

def look(id):
    shown = lz('share', 'show', id, '--facets')
    if shown and shown['folders'][0]['files'] != a.files:
        bad.append('files shown'); print(f'<== {shown["folders"][0]["files"]} files shown')
    del shown
    lz('share', 'show', id, '--levels', '99')
    lz('share', 'duplicates', id)
    lz('share', 'drafts', id)
    lz('share', 'litter', id)

def end(id):
    """Sent to a receiver on this machine, ordered, destroyed and closed; the receiver is measured too."""
    lz('keys', 'new', '--store', 'file')
    db = os.path.join(base, 'archiv.db')
    host = subprocess.Popen([cli, 'archive', 'serve', '--addr', '127.0.0.1:0', '--store', os.path.join(base, 'archiv'), '--db', db, '--name', 'Landesarchiv',
                             '--key-store', 'file', '--quota', str(1 << 40)], env=dict(env, LAUFZETTEL_DATA=os.path.join(base, 'empfang')),
                            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        url = next(w.rstrip('.') for line in host.stderr for w in line.split() if w.startswith('http'))
        asked = lz('enrol', url)
        lz('archive', 'confirm', asked['code'], '--db', db, '--fingerprint', asked['fingerprint'], '--role', 'deliver')
        for last in (False, False, False, True):             # a busy machine lets some wait; they go out with the next call
            lz('send', id, read=False, ok=(0,) if last else (0, 4))
        number = lz('accession', 'list')[0]['id']
        lz('accession', 'clear', number, '--confirm', read=False)
        lz('order', 'make', id, '--basis', 'Archivgesetz')
        lz('order', 'make', id, '--person', 'J. Beyer', read=False)
        lz('destroy', id, '--basis', 'Archivgesetz', '--confirm', read=False)
        lz('accession', 'deleted', number, '--note', 'Schreiben der Stadt', '--confirm', read=False)
        lz('accession', 'close', number, '--confirm', read=False)
        lz('log', 'verify', read=False)
    finally:
        host.terminate()
        _, _, use = os.wait4(host.pid, 0)
        print(f'    receiver: {use.ru_utime + use.ru_stime:.1f} s processor {use.ru_maxrss / 1024:.0f} MB', flush=True)
        if use.ru_maxrss / 1024 > a.most:
            bad.append('receiver')

try:
    lz('settings', 'archive=Landesarchiv', 'key-store=file')
    got = lz('receive', share)
    id = got['id'] if got else sorted(os.listdir(os.path.join(data, 'inbox')))[0]
    lz('receive', 'check', '--no-pdfa', '--kind', 'files', id, ok=(0, 1, 3, 4))
    if not a.no_look:
        look(id)
    lz('receive', 'accept', id, '--exception', '--reason', 'wie sie ist')
    lz('share', 'decide', id, 'v', '--rule', 'thumbs')
    lz('share', 'decide', id, 'v', '--choice', 'extension=log')
    lz('share', 'decide', id, 'a', '.', '--reason', 'Ablage der Dienststelle')
    lz('share', 'describe', id, '--out', os.path.join(base, 'namen.csv'), read=False)
    lz('share', 'report', id, '--out', base)
    lz('people', 'add', 'J. Beyer', '--roles', 'archivist,second')
    lz('appraise', id, 'release', '--person', 'J. Beyer')
    lz('appraise', id, 'finish')
    lz('package', id, '--level', '1')
    packages = [os.path.join(d, f) for d, _, fs in os.walk(os.path.join(data, 'packages')) for f in fs if f.endswith('.tar')]
    lz('view', max(packages, key=os.path.getsize))
    lz('search', 'Bauamt', '--limit', '20')
    end(id)
finally:
    shutil.rmtree(base, ignore_errors=True)
sys.exit(bool(bad))
