#!/usr/bin/env python3
"""Many documents searched for personal data: scale.py CLI [--files N] [--most MB] [--minutes M] [--seed S]

The documents are the sheets of the sets beside this script, drawn now, each with a line of its own, in folders of two hundred. Every step runs as a process
of its own, whose largest resident memory the system tells (ru_maxrss). The first map indexes the words of all documents and searches them in one go: where the
whole of it takes less than --minutes, the search alone does. Wall time depends on what else the machine does, so processor time of program and children is
judged: it must fit into two processors for so long. Exit 1 where it does not, or a step takes more than --most megabytes, or not every document was searched.
"""
import argparse, json, os, random, shutil, subprocess, sys, tempfile, time

ap = argparse.ArgumentParser()
ap.add_argument('cli'); ap.add_argument('--files', type=int, default=100_000); ap.add_argument('--most', type=int, default=400)
ap.add_argument('--minutes', type=float, default=15); ap.add_argument('--seed', type=int, default=None)
a = ap.parse_args()
cli, here = os.path.abspath(a.cli), os.path.dirname(os.path.abspath(__file__))
seed = a.seed if a.seed is not None else int.from_bytes(os.urandom(4), 'big')
rnd = random.Random(seed)
base = tempfile.mkdtemp(prefix='sensitivity-')
share, bad = os.path.join(base, 'Ablage'), []
env = dict(os.environ, LAUFZETTEL_DATA=os.path.join(base, 'ws'), LAUFZETTEL_PERSON='M. Ahrens', LAUFZETTEL_PASSPHRASE='nur zur Probe',
           LAUFZETTEL_PERSON_PASSPHRASE='nur zur Probe', LAUFZETTEL_NEW_PASSPHRASE='nur zur Probe')

def make():
    texts = []
    for set in 'second third fourth fifth sixth seventh eighth ninth tenth'.split():
        out = subprocess.run([sys.executable, '-B', os.path.join(here, set + '.py'), str(rnd.getrandbits(31)), '1000'], check=True, capture_output=True, text=True).stdout
        texts += [s['Text'] for s in json.loads(out)]
    size = 0
    for n in range(a.files):
        folder = os.path.join(share, f'{n // 20000:02}', f'{n // 200:04}')
        if n % 200 == 0:
            os.makedirs(folder)
        raw = f'Blatt {n}\n\n{rnd.choice(texts)}'.encode()
        size += len(raw)
        with open(os.path.join(folder, f'Blatt {n}.txt'), 'wb') as f:
            f.write(raw)
    print(f'seed {seed}: {a.files} documents of {len(texts)} sheets, {size / 1e6:.0f} MB', flush=True)

def lz(*args, ok=(0,), read=True):
    """One process; what it says goes to a file, so that this script measures nobody but the program."""
    began = time.time()
    with tempfile.TemporaryFile(dir=base) as out, tempfile.TemporaryFile(dir=base) as err:
        p = subprocess.Popen([cli, *args, '--json'], env=env, stdout=out, stderr=err)
        _, status, use = os.wait4(p.pid, 0)
        rc, most, cpu = os.waitstatus_to_exitcode(status), use.ru_maxrss / 1024, use.ru_utime + use.ru_stime
        print(f'{" ".join(args)[:50]:50} {time.time() - began:8.1f} s  {cpu:8.1f} s processor  {most:6.0f} MB' + ('  <== too much' if most > a.most else ''), flush=True)
        if most > a.most:
            bad.append(args)
        out.seek(0); err.seek(0)
        if rc not in ok:
            sys.exit(f'{args}: {rc}\n{out.read()[:1500].decode()}\n{err.read()[-1500:].decode()}')
        return (json.load(out) if read and os.fstat(out.fileno()).st_size else None), cpu

try:
    make()
    lz('settings', 'archive=Landesarchiv', 'key-store=file')
    id = lz('receive', share)[0]['id']
    lz('receive', 'check', '--no-pdfa', '--kind', 'files', id, ok=(0, 1, 3, 4), read=False)
    about, cpu = lz('sensitive', 'map', id, '--by', 'folder')
    print(f'{about["places"]} places in {about["searched"]} of {about["files"]} documents; index and search {cpu / a.files * 1000:.2f} ms of a processor each')
    if about['searched'] != a.files or not about['places']:
        bad.append('not all searched')
    if cpu > 2 * 60 * a.minutes:
        bad.append('slow'); print(f'<== more than {a.minutes:g} minutes on two processors')
    lz('sensitive', 'map', id, '--by', 'page', read=False)
    lz('sensitive', 'list', id, '--limit', '1000', read=False)
finally:
    shutil.rmtree(base, ignore_errors=True)
sys.exit(bool(bad))
