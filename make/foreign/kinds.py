#!/usr/bin/env python3
"""kinds.py CLI SHARED [ID...]: deliveries of all kinds but e-Akten, made by the scripts of SHARED/tools/foreign/kinds and by variants.py, checked
with the built program and compared with expected.tsv, which was written from the sources and the defects, not from the output. Exit 1 on any
difference. Imports nothing of the product and copies nothing of SHARED into the project. Needs Python and openssl."""
import atexit, json, os, re, shutil, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
sys.dont_write_bytecode = True
import variants

CLI, SHARED, ONLY = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
SCRIPTS = SHARED + '/tools/foreign/kinds'
PATIENCE = 900  # seconds for one answer: what is judged is the answer, not a loaded machine

# The words of the backbone that reg.py writes, as a person would agree on them with the office.
LAYOUT = {
    'head.office': 'kopf/standesamt', 'head.officeNumber': 'kopf/standesamtsnummer', 'head.holder': 'kopf/datenhaltendeStelle/name',
    'head.holderAddress': 'kopf/datenhaltendeStelle/adresse', 'head.person': 'kopf/ansprechpartner/name', 'head.personContact': 'kopf/ansprechpartner/email',
    'head.archiveFirst': 'kopf/zustaendigeArchive/erstregister', 'head.archiveSecurity': 'kopf/zustaendigeArchive/sicherungsregister',
    'head.year': 'kopf/jahrgang', 'head.type': 'kopf/registerart', 'head.source': 'kopf/quelle', 'head.closingNote': 'kopf/abschlussvermerk',
    'head.baseEntries': 'kopf/zahlGrundbeurkundungen', 'head.software': 'kopf/registerverfahren', 'head.softwareVersion': 'kopf/programmversion',
    'head.files': 'kopf/anzahlDateien', 'head.schemaFile': 'kopf/xpsrSchema', 'head.schemaVersion': 'kopf/xpsrVersion', 'head.created': 'kopf/erstellungsdatum',
    'entry': 'registereintraege/registereintrag', 'entry.number': 'eintragsnummer', 'entry.term': 'suchbegriffe/*', 'entry.disposal': 'verfuegungsnummer',
    'entry.record': 'urkundlicherTeil', 'entry.note': 'hinweisteil', 'part.signer': 'signierender', 'part.signed': 'signaturdatum',
    'part.xml': 'xmlDokument/dateiname', 'part.schemaVersion': 'xmlDokument/schemaversion', 'part.pdf': 'pdfDokument/dateiname',
}


def run(*args, **more):
    return subprocess.run(args, capture_output=True, text=True, errors='replace', **more)


def material():
    base = os.environ.get('FOREIGN_KINDS')
    if base and os.path.isdir(base + '/own'):
        return base
    if not base:
        base = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, base, True)
    subprocess.run(['bash', SCRIPTS + '/prepare.sh', base, '/bin/true'], check=True, stdout=subprocess.DEVNULL)  # the scripts make, this one checks
    subprocess.run(['bash', 'mk.sh'], cwd=base + '/pki', check=True, stdout=subprocess.DEVNULL)
    for s in ('reg.py', 'hr.py', 'brk_hr.py', 'brk_reg.py', 'site.py', 'siard.py'):
        subprocess.run([sys.executable, '-B', s], cwd=base, check=True, stdout=subprocess.DEVNULL)
    m = variants.Maker(base, SHARED + '/testdata')
    variants.put(base + '/warc/muster.warc.gz', m.crawl())
    subprocess.run([sys.executable, '-B', 'cdx.py'], cwd=base, check=True, stdout=subprocess.DEVNULL)
    m.all()
    return base


def answers(data, profile, args, path):
    cmd = [CLI, '--data', data, 'check', '--json'] + (['--profile', profile] if profile else []) + args + [path]
    r = run(*cmd, timeout=PATIENCE)
    out = [json.loads(l) for l in r.stdout.splitlines() if l.startswith('{')]
    return r.returncode, out


def judge(row, code, out):
    if code not in (0, 1) or not out:
        return ['exit %d, %d answers' % (code, len(out))]
    o, why = out[0], []
    findings = [f for x in out for f in x.get('findings') or []]
    text = '\n'.join(json.dumps(f, ensure_ascii=False) for f in findings)
    good = {'A': ('accepted',), 'R': ('rejected', 'unreadable'), '*': ('accepted', 'rejected', 'unreadable')}[row['verdict']]
    if o.get('verdict') not in good:
        why.append('verdict ' + str(o.get('verdict')))
    if row['kind'] != '-' and not re.fullmatch(row['kind'], str(o.get('kind'))):
        why.append('kind ' + str(o.get('kind')))
    why += ['nothing said of /%s/' % m for m in row['must'].split(' && ') if m != '-' and not re.search(m, text, re.I)]
    if row['mustnot'] != '-' and re.search(row['mustnot'], text, re.I):
        why.append('says /%s/' % row['mustnot'])
    for limit in row['counts'].split():
        if limit != '-':
            c, most = limit.split('<=')
            n = sum(1 for f in findings if re.fullmatch(c, f['code']))
            if n > int(most):
                why.append('%d lines %s, at most %s' % (n, c, most))
    return why


def packaged(base):
    """K8: a foreign commercial register becomes a package; its ZIP (002 2.3) is judged by the program's own check like any delivery."""
    data, out = base + '/ws-zip', base + '/zip-out'
    shutil.rmtree(data, True)
    shutil.rmtree(out, True)
    lz = lambda *a: run(CLI, '--data', data, '--person', 'M. Ahrens', *a, timeout=PATIENCE)
    lz('settings', 'archive=Landesarchiv')
    portion = json.loads(lz('receive', '--json', base + '/brk/h00_ok').stdout.splitlines()[0])['id']
    lz('receive', 'check', '--no-pdfa', portion)
    lz('receive', 'accept', portion)
    lz('appraise', portion, 'finish')
    made = json.loads(lz('package', portion, '--json').stdout.splitlines()[0])
    box = lz('export', made[0]['pid'], '--zip', out).stdout.strip()
    code, told = answers(base + '/ws-zip-check', '', ['--no-pdfa'], box)
    return [] if code == 0 and told and told[0].get('kind') == 'handelsregister' else ['the ZIP of the package: exit %d, %s' % (code, [f['code'] for f in told[0].get('findings', [])] if told else '')]


def main():
    base = material()
    data = base + '/ws'
    profiles = {'sta': {'id': 'sta', 'agency': 'Standesamt Musterstadt', 'kinds': ['register'], 'layout': LAYOUT, 'issuers': variants.text(base + '/pki/root.pem')},
                'mdj': {'id': 'mdj', 'agency': 'Ministerium der Justiz', 'issuers': variants.text(base + '/pki/root.pem')}}
    for name, p in profiles.items():
        variants.put(f'{base}/{name}.json', json.dumps(p))
    bad = n = left = 0
    names = ('id', 'row', 'profile', 'args', 'kind', 'verdict', 'must', 'mustnot', 'counts')
    for line in open(here + '/expected.tsv', encoding='utf8'):
        if line.startswith('#') or not line.strip():
            continue
        row = dict(zip(names, line.rstrip('\n').split('\t')))
        if ONLY and not any(re.search(o, row['id']) or o == row['row'] for o in ONLY):
            continue
        path = f"{base}/{row['id']}"
        if not os.path.exists(path):
            left += 1
            print(row['id'] + ': not made here (left out)')
            continue
        n += 1
        profile = f"{base}/{row['profile']}.json" if row['profile'] != '-' else ''
        try:
            why = judge(row, *answers(data, profile, [] if row['args'] == '-' else row['args'].split(), path))
        except subprocess.TimeoutExpired:
            why = ['no answer in %d s' % PATIENCE]
        if why:
            bad += 1
            print('%s (%s): %s' % (row['id'], row['row'], '; '.join(why)))
    if not ONLY or 'K8' in ONLY:
        n += 1
        try:
            why = packaged(base)
        except (subprocess.TimeoutExpired, ValueError, IndexError, KeyError) as e:
            why = [repr(e)]
        if why:
            bad += 1
            print('package of a commercial register (K8): ' + '; '.join(why))
    print('%d deliveries of other kinds, %d not as expected, %d left out' % (n, bad, left))
    return 1 if bad or not n else 0


sys.exit(main())
