#!/usr/bin/env python3
"""layouts.py CLI: deliveries in five unlike foreign layouts (civil register, commercial register, plain export of a records
system, export from a specialist system, snapshot of a web area). civil.py, commercial.py and records.py were written from the
sources' text alone, procedure.py and snapshot.py by who wrote their readers; all are checked with the
built program by the layouts that lie beside them, whole and with faults. What must be said was written from the faults, not
from the output. Exit 1 on any difference. Every run draws another seed, unless LAUFZETTEL_SEED names one. Imports nothing of the
program."""
import glob, json, os, re, shutil, subprocess, sys, tempfile, time

here = os.path.dirname(os.path.abspath(__file__))
CLI = os.path.abspath(sys.argv[1])
SEED = os.environ.get('LAUFZETTEL_SEED') or str(time.time_ns())


def change(pattern, old, new, count=1):
    def act(d):
        at = glob.glob(d + '/' + pattern)[0]
        data = open(at, 'rb').read()
        assert re.search(old, data), (at, old)
        open(at, 'wb').write(re.sub(old, new, data, count))
    return act


def drop(pattern):
    return lambda d: os.remove(sorted(glob.glob(d + '/' + pattern))[0])


def add(name):
    def act(d):
        with open(d + '/' + name, 'w') as f:
            f.write('steht in keiner Liste\n')
    return act


def double(d):  # two folders hold a file of the name the description gives without a folder
    os.makedirs(d + '/zweite')
    shutil.copy(d + '/ablage/00001.pdf', d + '/zweite/00001.pdf')


def disagree(d):  # one line of a file that has several gives it another title
    at = d + '/uebersicht.xml'
    data = open(at, encoding='utf-8').read()
    numbers = re.findall(r'<az>([^<]*)<', data)
    number = next(n for n in numbers if numbers.count(n) > 1)
    open(at, 'w', encoding='utf-8').write(re.sub(f'(<az>{re.escape(number)}</az><aktentitel>)[^<]*<', r'\1Anders<', data, count=1))


# what was done, verdict (A, R), what must be said, what must not
ROWS = {
    'civil': [
        (None, 'A', r'', r'"severity": ?"error"'),
        (drop('*-U0.pdf'), 'R', r'U0\.pdf', r'LAY-'),
        (add('Notiz.txt'), 'R', r'Notiz\.txt', r'LAY-'),
        (drop('verfuegungen.csv'), 'R', r'verfuegungen\.csv', r'"code": ?"REG-005"'),
        (change('??????-E-????.xml', rb'art="02"', b'art="09"'), '*', r'LAY-001.*Codeliste', r''),
        (change('??????-E-????.xml', rb'n:Fall\b', b'n:Vorfall', 0), 'R', r'REG-005|LAY-003', r'Traceback')],
    'commercial': [
        (None, 'A', r'', r'"severity": ?"error"'),
        (drop('belege/*.pdf'), 'R', r'VOL-001', r'LAY-'),
        (add('belege/zuviel.txt'), 'R', r'VOL-002', r'LAY-'),
        (change('loeschungen.csv', rb'"\d+\.\d+\.\d+"', b'"irgendwann"'), 'R', r'LAY-001', r''),
        (change('belege/*.pdf', rb'%PDF', b'%PFD'), 'R', r'FIX-002', r'LAY-')],
    'records': [
        (None, 'A', r'', r'"severity": ?"error"'),
        (drop('ablage/*.pdf'), 'R', r'VOL-001', r'LAY-'),
        (add('ablage/zuviel.txt'), 'R', r'VOL-002', r'LAY-'),
        (double, 'R', r'DMS-004', r'LAY-'),
        (change('uebersicht.xml', rb'<vom>[^<]*<', b'<vom>irgendwann<'), 'A', r'LAY-001.*T/M/JJJJ', r'VOL-'),
        (change('uebersicht.xml', rb'<vom>[^<]*</vom>', b''), 'R', r'DMS-003.*Dokumentdatum', r'VOL-'),
        (disagree, 'A', r'DMS-007', r'VOL-'),
        (change('uebersicht.xml', rb'<ablage>', b'<ablage>../'), 'R', r'DMS-005', r''),
        (change('uebersicht.xml', rb'</liste>', b''), 'R', r'LAY-002', r'Traceback'),
        (change('uebersicht.xml', rb'zeile>', b'reihe>', 0), 'R', r'LAY-003', r'Traceback')],
    'procedure': [
        (None, 'A', r'', r'"severity": ?"error"|LAY-'),  # cp1252 is a warning
        (drop('tabellen/*.csv'), 'R', r'VOL-001', r'LAY-'),
        (add('tabellen/zuviel.csv'), 'R', r'VOL-002', r'LAY-'),
        (change('tabellen/t01.csv', rb'Nord', b'Sued'), 'R', r'FIX-002', r'LAY-'),
        (change('inhalt.tsv', rb'\t\d+\n', b'\t99\n'), 'R', r'EXP-014', r'LAY-'),
        (change('kennblatt.csv', rb'Ende;[^\n]*', b'Ende;31.12.1970'), 'R', r'EXP-004', r'LAY-'),
        (change('kennblatt.csv', rb'GEWREG', b''), 'R', r'EXP-003.*Kurzname', r'LAY-003'),
        (change('kennblatt.csv', rb'Beginn;01', b'Beginn;vorn'), 'R', r'LAY-001.*TT\.MM\.JJJJ', r'LAY-003'),
        (change('kennblatt.csv', rb'Fachverfahren', b'Verfahren'), 'R', r'LAY-003.*Name des Verfahrens', r'Traceback')],
    'snapshot': [
        (None, 'A', r'WEB-021.*Fehlerseiten: 1', r'"severity": ?"error"|WEB-007|WEB-02[23]'),
        (change('angaben.json', rb'"innen": \d+', b'"innen": "abc"'), 'R', r'WEB-022.*abc', r'LAY-'),
        (change('angaben.json', rb'"dateien": \d+', b'"dateien": 999'), 'R', r'WEB-018', r'LAY-'),
        (change('angaben.json', rb'"urteil": "ausreichend"', b'"urteil": "unzureichend"'), 'A', r'WEB-017', r'LAY-'),
        (change('angaben.json', rb'"netz"', b'"web"'), 'R', r'LAY-003.*Domain', r'Traceback'),
        (change('spiegel/hts-log.txt', rb'mirror complete', b'mirror stopped'), 'A', r'WEB-012', r'LAY-'),
        (drop('spiegel/hts-log.txt'), 'A', r'', r'LAY-003')],
}
IDS = {'civil': ('register', 'Standesamt Nordhafen'), 'commercial': ('handelsregister', 'Handelsregisteramt Musterkanton'), 'records': ('dms', 'Tiefbauamt Musterstadt'),
       'procedure': ('export', 'Ordnungsamt Musterstadt'), 'snapshot': ('website', 'Stadtverwaltung Musterstadt')}


def main():
    base = tempfile.mkdtemp()
    env = dict(os.environ, LAUFZETTEL_DATA=base + '/ws', HOME=base)
    bad = n = 0
    for script, rows in ROWS.items():
        kind, agency = IDS[script]
        profile = base + '/' + script + '.json'
        with open(profile, 'w') as f:
            json.dump({'id': script, 'agency': agency, 'kinds': [kind], 'layouts': [json.load(open(f'{here}/{script}.layout.json'))]}, f)
        whole = f'{base}/{script}'
        subprocess.run([sys.executable, '-B', f'{here}/{script}.py', whole, SEED], check=True, stdout=subprocess.DEVNULL)
        for i, (act, verdict, must, mustnot) in enumerate(rows):
            d = f'{base}/{script}-{i}'
            shutil.copytree(whole, d)
            if act:
                act(d)
            r = subprocess.run([CLI, 'check', '--json', '--no-pdfa', '--profile', profile, d], capture_output=True, text=True, env=env, timeout=900)
            n += 1
            out = [json.loads(l) for l in r.stdout.splitlines() if l.startswith('{')]
            text = '\n'.join(json.dumps(f, ensure_ascii=False) for o in out for f in o.get('findings') or [])
            good = {'A': ('accepted',), 'R': ('rejected', 'unreadable'), '*': ('accepted', 'rejected', 'unreadable')}[verdict]
            why = []
            if not out or out[0].get('verdict') not in good:
                why.append('verdict %s, exit %d %s' % (out[0].get('verdict') if out else None, r.returncode, r.stderr[:200]))
            if must and not re.search(must, text):
                why.append('nothing said of /%s/' % must)
            if mustnot and re.search(mustnot, text):
                why.append('says /%s/' % mustnot)
            if why:
                bad += 1
                print('%s row %d (seed %s): %s\n%s' % (script, i, SEED, '; '.join(why), text))
    shutil.rmtree(base, True)
    print('%d deliveries in foreign layouts, %d not as expected' % (n, bad))
    return 1 if bad else 0


sys.exit(main())
