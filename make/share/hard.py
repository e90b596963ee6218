#!/usr/bin/env python3
"""Shares that make trouble, at full size: hard.py CLI [--empty N] [--folder N] [--only CASE]

Each is made, taken in, checked and looked at by the program; this script holds the copy against the disk byte for byte and looks whether what could not
come along is told by its path. Run by root, the folder without rights is tried as another user (setpriv): nothing is closed to root. Links and pipes are
those of Linux; junctions, streams and placeholders of Windows are not tried here. Exit 1 where something is lost or untold.
"""
import argparse, hashlib, json, os, shutil, subprocess, sys, tempfile, threading, time

ap = argparse.ArgumentParser()
ap.add_argument('cli'); ap.add_argument('--empty', type=int, default=1_000_000); ap.add_argument('--folder', type=int, default=200_000)
ap.add_argument('--only')
a = ap.parse_args()
cli, bad = os.path.abspath(a.cli), 0

def put(path, data=b''):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.write(fd, data); os.close(fd)

def good(dir):
    for i in range(3):
        put(os.path.join(dir, 'gut', f'{i}.txt'), b'gut %d' % i)
    os.makedirs(os.path.join(dir, 'gut', 'leer'))

def changing(dir):
    """Somebody writes, removes and adds while it is read, and stops before the copy is whole: what is written after the program looked last nobody can tell."""
    inbox = os.path.join(os.path.dirname(dir), 'ws', 'inbox')
    def taken():
        for d, _, fs in os.walk(inbox):
            if os.path.basename(d) == 'z':
                return len(fs)
        return 0
    for i in range(3000):
        put(os.path.join(dir, 'z', f'{i:05}.txt'), b'Stand %d' % i)
    stop = threading.Event()
    def work():
        n = 0
        while not stop.is_set() and (n % 20 or taken() < 1500):
            n += 1
            put(os.path.join(dir, 'z', f'{n * 7 % 3000:05}.txt'), b'spaeter %d' % n)
            put(os.path.join(dir, 'z', f'neu {n}.txt'), b'neu')
            try:
                os.remove(os.path.join(dir, 'z', f'{n * 11 % 3000:05}.txt'))
            except FileNotFoundError:
                pass
            time.sleep(.002)
    t = threading.Thread(target=work, daemon=True); t.start()
    return lambda: (stop.set(), t.join())

def closed(dir):
    put(os.path.join(dir, 'zu', 'geheim.txt'), b'zu'); os.chmod(os.path.join(dir, 'zu'), 0)
    put(os.path.join(dir, 'Akte.txt'), b'zu'); os.chmod(os.path.join(dir, 'Akte.txt'), 0)

def long(dir):
    put(os.path.join(dir, *['o' * 60] * 6, 'd' * 40 + '.txt'), b'unten')

def latin(dir):
    put(os.fsdecode(os.fsencode(dir) + b'/Stra\xdfen/Gr\xfc\xdfe.txt'), b'Latin-1')

def empties(dir):
    for i in range(a.empty):
        if i % 1000 == 0:
            os.makedirs(os.path.join(dir, 'leer', f'{i // 1000:04}'))
        os.close(os.open(os.path.join(dir, 'leer', f'{i // 1000:04}', f'{i:07}.txt'), os.O_WRONLY | os.O_CREAT, 0o644))

def crowd(dir):
    os.makedirs(os.path.join(dir, 'voll'))
    for i in range(a.folder):
        put(os.path.join(dir, 'voll', f'Schreiben {i:06}.txt'), b'%d' % i)

def loops(dir):
    put(os.path.join(dir, 'Kreis', 'a.txt'), b'im Kreis')
    for name, to in (('Kreis/zurueck', '..'), ('Kreis/selbst', 'selbst'), ('hinaus', '/etc'), ('tot', 'gibt es nicht')):
        os.symlink(to, os.path.join(dir, name))
    os.mkfifo(os.path.join(dir, 'Kreis', 'Rohr'))

# name: how it is made, what is told by path, how many files do not come along (None: as many as are told)
CASES = {
    'changes while read': (changing, {}, None),
    'no rights': (closed, {'zu': 'CNT-022', 'Akte.txt': 'CNT-022'}, 2),
    'path of 400 characters': (long, {'/'.join(['o' * 60] * 6 + ['d' * 40 + '.txt']): 'NAM-007'}, 0),
    'names not UTF-8': (latin, {'Straßen/Grüße.txt': 'NAM-009'}, 0),
    'loops': (loops, {'Kreis/zurueck': 'CNT-021', 'Kreis/selbst': 'CNT-021', 'hinaus': 'CNT-021', 'tot': 'CNT-021', 'Kreis/Rohr': 'CNT-021'}, 0),
    f'one folder with {a.folder} files': (crowd, {}, 0),
    f'{a.empty} empty files': (empties, {}, 0),
}

def files(root):
    """Digest of every regular file by its path in bytes."""
    out = {}
    for d, ds, fs in os.walk(os.fsencode(root)):
        for f in fs:
            p = os.path.join(d, f)
            if os.path.islink(p) or not os.path.isfile(p):
                continue
            try:
                with open(p, 'rb') as x:
                    out[os.path.relpath(p, os.fsencode(root))] = hashlib.sha256(x.read()).digest()
            except FileNotFoundError:
                pass
    return out

def names(paths):
    out = set()
    for p in paths:
        try:
            out.add(p.decode())
        except UnicodeDecodeError:
            out.add(p.decode('iso-8859-1'))
    return out

def one(name, make, told, missing):
    global bad
    base = tempfile.mkdtemp(prefix='hart-'); os.chmod(base, 0o755)
    share, data = os.path.join(base, 'Ablage'), os.path.join(base, 'ws')
    os.makedirs(data, mode=0o777); os.chmod(data, 0o777)
    good(share); stop = make(share)
    other = make is closed and os.getuid() == 0
    if other:
        for d, ds, fs in os.walk(share):
            for x in [d] + [os.path.join(d, f) for f in fs]:
                os.chown(x, 65534, 65534)
    env = dict(os.environ, LAUFZETTEL_DATA=data, LAUFZETTEL_PERSON='M. Ahrens', LAUFZETTEL_PASSPHRASE='p', LAUFZETTEL_PERSON_PASSPHRASE='p',
               LAUFZETTEL_NEW_PASSPHRASE='p', HOME=data)
    times, most = {}, 0
    def lz(*args, ok=(0,)):
        nonlocal most
        began = time.time()
        p = subprocess.Popen([*(['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] if other else []), cli, *args, '--json'], env=env,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=data)
        out, err = [], []
        t = threading.Thread(target=lambda: err.append(p.stderr.read())); t.start()
        out = p.stdout.read(); t.join()
        _, status, use = os.wait4(p.pid, 0)
        times[' '.join(args[:2])], most = time.time() - began, max(most, use.ru_maxrss / 1024)
        if os.waitstatus_to_exitcode(status) not in ok:
            raise RuntimeError(f'{args}: {os.waitstatus_to_exitcode(status)} {out[-500:]} {err[0][-1000:]}')
        return json.loads(out) if out.strip() else None
    faults = []
    try:
        lz('settings', 'archive=Landesarchiv', 'key-store=file')
        before = files(share) if stop is None and not other else None
        got = lz('receive', share)
        if stop:
            stop()
        report = lz('receive', 'check', '--no-pdfa', '--kind', 'files', got['id'], ok=(0, 1, 3, 4))
        report = report[0] if isinstance(report, list) else report
        shown = lz('share', 'show', got['id'])
        codes = {}
        for f in report['findings']:
            for p in f.get('paths') or [f.get('path')]:
                codes.setdefault(p, set()).add(f['code'])
        faults += [f'{p[:60]}: {sorted(codes.get(p, ()))}, want {c}' for p, c in told.items() if c not in codes.get(p, ())]
        inbox = os.path.join(data, 'inbox', got['id'], 'Ablage')
        copy, source = files(inbox), files(share) if before is None else before
        if stop:                          # what differs now from what was copied has to be told
            untold = {p for p in source.keys() | copy.keys() if source.get(p) != copy.get(p)}
            faults += [f'untold: {p}' for p in sorted(names(untold)) if not codes.get(p, set()) & {'CNT-022', 'CNT-023'}][:20]
            print(f'  {len(untold)} files differ from what lies there now, of {len(source)}')
        else:
            if sorted(source.values()) != sorted(copy.values()) and not (other and len(source) - missing == len(copy)):
                faults.append(f'{len(source)} files at the source, {len(copy)} in the copy')
        n = shown['folders'][0]['files']
        if n != len(copy):
            faults.append(f'{n} files shown, {len(copy)} in the copy')
        print(f'{name}: {len(copy)} files taken in, {sum(map(len, codes.values()))} told; {most:.0f} MB at most; ' + ', '.join(f'{k} {v:.1f} s' for k, v in times.items()))
    except RuntimeError as e:
        faults.append(str(e))
    for f in faults:
        print('   <== ' + f)
    bad += bool(faults)
    if os.path.isdir(os.path.join(share, 'zu')):
        os.chmod(os.path.join(share, 'zu'), 0o700)
    shutil.rmtree(base, ignore_errors=True)

for name, (make, told, missing) in CASES.items():
    if not a.only or a.only in name:
        one(name, make, told, missing)
sys.exit(1 if bad else 0)
