#!/usr/bin/env python3
"""drops.py CLI [NAME...]: deliveries of the seven classes in which drops of agencies differ, drawn anew at every run (SEED=N draws again what a run drew): what lies in a
drop, what was read, slip against list against message against files, what nobody can open, litter and containers, names, plausibility. What must be said stands beside
each maker and was written from 004 (P1 to P3), RFC 8493, 002 and APPNOTE.TXT before the program was asked. Imports nothing of the product. Exit 1 on any difference."""
import atexit, concurrent.futures, copy, os, random, re, shutil, sys, tempfile, unicodedata

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, '../../testdata/drops')]
import akten
from akten import *

# Both folders have a variants.py: the one of the drops is meant; it is loaded by its place.
import importlib.util
spec = importlib.util.spec_from_file_location('variants', os.path.join(here, '../../testdata/drops/variants.py'))
asked = importlib.util.module_from_spec(spec)
sys.modules['variants'] = asked
spec.loader.exec_module(asked)
from variants import box, with_slip
from second import bag, companies, crawl, sums

SEED = int(os.environ.get('SEED') or random.SystemRandom().randrange(10 ** 6))
draw = random.Random(SEED)
ROWS = []
TITLES = ['Größe der Flächen', 'Anhörung der Träger', 'Übersicht der Höhen', 'Straßenausbau, 2. Abschnitt', 'Ämterbeteiligung', 'Prüfung „Süd“', 'Öffnungszeiten & Wege']
LITTER = [('Thumbs.db', b'\xd0\xcf\x11\xe0' + b'\0' * 600), ('.DS_Store', b'\0\0\0\1Bud1' + b'\0' * 60), ('desktop.ini', b'[.ShellClassInfo]\r\nIconFile=x\r\n'),
          ('ehthumbs.db', b'\xd0\xcf\x11\xe0' + b'\0' * 600), ('~$rmerk.docx', b'\5Muste' + b'\0' * 156), ('._Bescheid.pdf', b'\0\5\x16\7\0\2\0\0Mac OS X' + b'\0' * 90),
          ('.~lock.Kosten.ods#', b',Amt,pc,01.02.2026 10:00;'), ('Thumbs.db:encryptable', b'')]
# Beginnings of containers that nobody here opens.
CLOSED = {'7z': bytes.fromhex('377abcaf271c0004') + b'\0' * 90, 'rar': b'Rar!\x1a\x07\x00' + b'\0' * 150, 'rar5': b'Rar!\x1a\x07\x01\0' + b'\0' * 150,
          'iso': b'\0' * 32768 + b'\1CD001\1' + b'\0' * 3000, 'cab': b'MSCF\0\0\0\0' + struct.pack('<I', 300) + b'\0' * 288, 'lzh': b'\x24\x8d-lh5-' + b'\1' * 120,
          'arj': b'\x60\xea' + b'\x2a\0\x22\x0b\1\x0b\0\0' + b'\0' * 120, 'xz': b'\xfd7zXZ\0\0\4' + b'\1' * 120, 'bz2': b'BZh91AY&SY' + b'\1' * 120, 'zst': b'\x28\xb5\x2f\xfd\4\x58' + b'\1' * 120}
WORDS = {'7z': '7z|7-Zip', 'rar': 'RAR', 'rar5': 'RAR', 'iso': 'ISO', 'cab': 'CAB|Cabinet', 'lzh': 'LHA|LZH', 'arj': 'ARJ', 'xz': 'xz', 'bz2': 'bzip2|bz2', 'zst': 'zst|Zstandard'}


def row(name, verdict, must, mustnot, make, way='check'):
    ROWS.append((name, verdict, must, mustnot, way, make))


def number():
    return draw.randrange(1000, 9000)


def version():
    return draw.choice(['3.0.0', '4.0.0'])


def records(cases=2):
    """An Akte with nothing wrong in it; draws its numbers and one title with umlauts."""
    a = plain(number(), cases)
    a[0]['cases'][0]['title'] = draw.choice(TITLES)
    return a


def sent(how=None, **more):
    """The entries of a message and its name; how(records) spoils it first."""
    a = records(more.pop('cases', 2))
    if how:
        how(a)
    return (a,) + entries(a, version=more.pop('version', None) or version(), **more)


def first(a):
    return a[0]['cases'][0]


# ---- 1. the drop as a whole ----------------------------------------------------------------------------------------------
def wrap(way, inside, name):
    """One step further out: the files of a folder become one file, or a folder more."""
    return {'zip': lambda: [(name + '.zip', zipped(inside))], 'tar': lambda: [(name + '.tar', tarred(inside))], 'tgz': lambda: [(name + '.tar.gz', tarred(inside, 'w:gz'))],
            'folder': lambda: [(name + '/' + k, v) for k, v in inside]}[way]()


def lay(d, inside):
    for k, v in inside:
        put(d + '/' + k, v)
    return d


def chain(ways):
    def make(d):
        _, inside, n = sent()
        for k, way in enumerate(ways):
            inside = wrap(way, inside, n if k == 0 else 'Abgabe %d' % k)
        return lay(d, inside)
    return make


for k in range(10):
    ways = [draw.choice(['zip', 'tar', 'tgz', 'folder'])] + [draw.choice(['zip', 'tar', 'tgz', 'folder']) for _ in range(draw.randrange(0, 3))]
    row('1-%s' % '-in-'.join(ways), 'A', 'kinds xdomea-0503$', 'VOL-0|XDO-007|KND-00[356]', chain(ways))

for kind in CLOSED:
    def closed(d, kind=kind, place=draw.choice(['beside', 'zip', 'tar', 'deep', 'message'])):
        _, e, n = sent()
        name = draw.choice(['Nachtrag', 'Karten Süd', 'Anlagen']) + '.' + draw.choice([kind[:3], 'dat'])
        if place == 'message':
            return box(d, e + [(name, CLOSED[kind])], n)
        inside = [(n + '.zip', zipped(e)), (('Rest/' if place == 'deep' else '') + name, CLOSED[kind])]
        return lay(d, inside if place in ('beside', 'deep') else wrap(place, inside, 'alles'))
    row('1-closed-' + kind, 'R', WORDS[kind] + ' && (Nachtrag|Karten Süd|Anlagen)\\.', '-', closed)


def two_of_a_slip(d):
    """The slip names the container of one procedure, a second one lies beside it."""
    a, e, n = sent()
    with_slip(d, a, box(d, e, n))
    _, e, n = sent()
    box(d, e, n)
    return d


row('1-slip-and-two-procedures', 'R', 'SLP-015 && xdomea-0503 xdomea-0503', 'SLP-016|SLP-017', two_of_a_slip)
row('1-slip-and-two-procedures-asked', 'Q', '0503 zu Verfahren', '-', two_of_a_slip, 'propose')


def parts_of(d, count, more=0, offered=True, less=0):
    process, a = uid(), records(count * 2)
    if offered:
        o = copy.deepcopy(a)
        for c in o[0]['cases']:
            c.update(docs=[], rating='B')
        e, n = entries(o, kind='0501', process=process)
        box(d, e, n)
    for k in range(count):
        p = copy.deepcopy(a)
        p[0]['cases'] = p[0]['cases'][2 * k:2 * k + 2]
        e, _ = entries(p, process=process)
        box(d, e, '%s_%d' % (process, k + 1))
    listed = copy.deepcopy(a)
    listed[0]['cases'] = listed[0]['cases'][:len(listed[0]['cases']) - less] + [vorgang('77-x/%d' % k, 'Nur in der Liste %d' % k, []) for k in range(more)]
    put(d + '/Ab_Lis.xml', transfer_list(listed))
    put(d + '/el_Lauf.xml', slip())
    return d


row('1-three-parts', 'P', '0501 und 0503 Teil 1, 2 und 3 zu Verfahren', 'mehr|weniger|fehl', lambda d: parts_of(d, 3), 'propose')
row('1-two-parts-without-offer', 'P', '0503 Teil 1 und 2 zu Verfahren', '0501|mehr', lambda d: parts_of(d, 2, offered=False), 'propose')
row('1-list-names-three-more', 'Q', '(drei|3) Vorgänge mehr', '-', lambda d: parts_of(d, 2, 3), 'propose')
row('1-list-names-one-less', 'Q', 'ein Vorgang fehlt in der Abgabeliste', '-', lambda d: parts_of(d, 2, less=1), 'propose')
row('1-list-names-one-less-checked', 'R', 'SLP-017', 'SLP-016', lambda d: parts_of(d, 2, less=1))
row('1-parts-taken', 'P', '^3 pieces, 1 accessions', '-', lambda d: parts_of(d, 2), 'taken')


def papers(d):
    a, e, n = sent()
    with_slip(d, a, box(d, e, n))
    for name, data in (('Anschreiben.rtf', rb'{\rtf1\ansi Sehr geehrte Damen und Herren}'), ('Übergabeprotokoll.pdf', pdf('Protokoll')), ('Rückfrage.eml', b'From: a@amt.example\r\nSubject: Abgabe\r\n\r\nGuten Tag\r\n'),
                       ('Notiz.odt', odt('Notiz')), ('LIESMICH.txt', 'Größen in cm'.encode('cp1252')), ('SHA256SUMS', sums([(n + '.zip', read(d + '/' + n + '.zip'))]))):
        put(d + '/' + draw.choice(['', 'Papiere/']) + name, data)
    return d


row('1-all-papers', 'A', 'kinds xdomea-0503$', 'Fileablage|SLP-01|nachliefern', papers)
row('1-all-papers-proposed', 'P', '0503 zu Verfahren', '-', papers, 'propose')


def same_as_folder(d):
    a, e, n = sent()
    box(d + '/1', e, n)
    lay(d + '/2/' + n, e)
    return d


def same_as_tar(d):
    a, e, n = sent()
    with_slip(d + '/1', a, box(d + '/1', e, n))
    put(d + '/2/' + n + '.tar', tarred(e))
    return d


row('1-again-unpacked', 'Q', 'schon|bereits', '-', same_as_folder, 'again')
row('1-again-as-tar-without-slip', 'Q', 'schon|bereits', '-', same_as_tar, 'again')


def prefixed(d):
    _, e, n = sent()
    return put(d + '/' + n + '.exe', b'MZ' + b'\0' * 2046 + zipped(e))


def empty_beside(d):
    _, e, n = sent()
    box(d, e, n)
    os.makedirs(d + '/Anlagen/leer')
    return d


def escaping(d):
    _, e, n = sent()
    return box(d, e + [(draw.choice(['../draussen.pdf', '/etc/draussen.pdf', 'C:\\draussen.pdf', 'a/../../draussen.pdf']), pdf('x'))], n)


def slip_twice(d):
    a, e, n = sent()
    with_slip(d, a, box(d, e, n))
    put(d + '/el_Lauf - Kopie.xml', read(d + '/el_Lauf.xml'))
    return d


def linked(d):
    _, e, n = sent()
    box(d, e, n)
    os.symlink('/etc/hostname', d + '/Verweis.txt')
    return d


row('1-self-extracting', '*', 'Vorspann|vor dem', 'kinds files', prefixed)
row('1-empty-folder-beside', '*', 'leer', '-', empty_beside)
row('1-path-escapes', 'R', 'Pfad|Name|Ordner', '-', escaping)
row('1-slip-twice', '*', 'xdomea-0503', 'SLP-016|SLP-017|SLP-015', slip_twice)
row('1-link-beside', '*', 'Verknüpfung|Verweis\\.txt', '-', linked)
row('1-upper-case-ending', 'A', 'xdomea-0503', 'VOL-0', lambda d: (lambda s: put(d + '/' + s[2] + '.ZIP', zipped(s[1])))(sent()))
row('1-no-ending', 'A', 'xdomea-0503', 'VOL-0', lambda d: (lambda s: put(d + '/Abgabe', zipped(s[1])))(sent()))


def unpacked_with_papers(d):
    a, e, n = sent()
    lay(d, e)
    put(d + '/Ab_Lis.xml', transfer_list(a))
    put(d + '/el_Lauf.xml', slip())
    return d


row('1-unpacked-with-slip-and-list', 'A', 'xdomea-0503', 'VOL-0|SLP-01', unpacked_with_papers)


def bag_with_message(d):
    _, e, n = sent()
    return bag(d, lambda f: (f.update({'data/' + n + '.zip': zipped(e)}), f.pop('bag-info.txt'), f.update({'manifest-sha512.txt': sums([(k, v) for k, v in f.items() if k.startswith('data/')], 'sha512')})))


row('1-message-in-a-bag', 'A', 'bagit', 'FIX-|VOL-0', bag_with_message)


# ---- 2. nothing is faultless that nobody read ----------------------------------------------------------------------------
EMPTY = 'leer|kein einziges Zeichen'


def with_empty(make):
    """What is delivered has an empty file, so that it shows whether a delivery of a wrong kind is still looked at."""
    def do(d):
        at = make(d)
        if os.path.isdir(at):
            put(at + '/Leeres Gutachten.pdf', b'')
        return at
    return do


def folder_message(d):
    _, e, n = sent()
    return lay(d + '/' + n, e)


MATERIAL = {'message': folder_message, 'bag': bag, 'companies': companies, 'crawl': lambda d: put(d + '/web/crawl.warc.gz', crawl()) and d + '/web', 'papers': lambda d: lay(d + '/Ablage', [('a.pdf', pdf('a')), ('b/c.png', png())])}
WRONG = {'message': ['bagit', 'siard', 'handelsregister', 'norm', 'eark', 'ech0160', 'register'], 'bag': ['xdomea-0503', 'siard', 'warc', 'export', 'eark'], 'companies': ['xdomea-0501', 'register', 'bagit', 'ech0160'],
         'crawl': ['wacz', 'siard', 'bagit', 'xdomea-0503', 'handelsregister'], 'papers': ['xdomea-0503', 'bagit', 'handelsregister', 'warc', 'norm', 'register', 'eark', 'siard']}
for what, kinds in WRONG.items():
    for kind in draw.sample(kinds, 3):
        row('2-%s-forced-%s' % (what, kind), 'R', '(KND-001|nicht von der verlangten Art|passt nicht|sieht aus wie) && Leeres Gutachten\\.pdf', '-', with_empty(MATERIAL[what]), 'kind ' + kind)


def named_without(kind, how):
    def make(d):
        n = '%s_Aussonderung.%s' % (uid(), {'0501': 'Anbieteverzeichnis.0501', '0503': 'Aussonderung.0503', '0505': 'Bewertungsverzeichnis.0502'}[kind])
        inside = [(uid() + '_' + t + '.pdf', pdf(t)) for t in ('Plan', 'Bescheid')]
        return lay(d, wrap(how, inside, n))
    return make


for kind in ('0501', '0503'):
    for how in ('zip', 'tar', 'tgz', 'folder'):
        row('2-named-%s-without-message-%s' % (kind, how), 'R', 'Nachricht', 'Fileablage behandeln.*Fileablage behandeln', named_without(kind, how))


def spoilt_list(change):
    def do(f):
        f['Ablieferungsliste.txt'] = change(f['Ablieferungsliste.txt'])
    return lambda d: companies(d, do)


for name, change, says in (('semicolons', lambda t: t.replace('\t', ';'), 'Semikolon|Strichpunkt|Trennzeichen|Tabulator'), ('pipes', lambda t: t.replace('\t', '|'), 'Trennzeichen|Tabulator'),
                           ('utf-16', lambda t: t.encode('utf-16'), 'UTF-16|UTF-8'), ('latin', lambda t: t.encode('cp1252'), 'UTF-8'), ('titled', lambda t: 'Gelöschte Firmen\r\n\r\n' + t, 'Zeile|Kopf'),
                           ('three-columns', lambda t: '\r\n'.join('\t'.join(z.split('\t')[:3]) for z in t.split('\r\n')), 'Spalte|Eröffnungsdatum')):
    row('2-companies-' + name, 'R', 'Handelsregister && ' + says, '-', spoilt_list(change))


def bag_without(change):
    return lambda d: bag(d, change)


row('2-bag-without-declaration', 'R', 'BagIt|bagit\\.txt', '-', bag_without(lambda f: f.pop('bagit.txt')))
row('2-bag-without-manifest', 'R', 'manifest', '-', bag_without(lambda f: f.pop('manifest-sha512.txt')))
row('2-bag-without-payload', 'R', 'data', '-', bag_without(lambda f: [f.pop(k) for k in list(f) if k.startswith('data/')]))
row('2-warc-is-text', 'R', 'WARC|Webarchiv', '-', lambda d: put(d + '/sicherung.warc', b'Hier sollte das Webarchiv liegen.\n'))
row('2-wacz-without-package', 'R', 'WACZ|datapackage', '-', lambda d: put(d + '/sicherung.wacz', zipped([('archive/data.warc.gz', crawl())])))
row('2-siard-without-metadata', 'R', 'SIARD && metadata', '-', lambda d: put(d + '/fach.siard', zipped([('content/schema0/table0/table0.xml', b'<table/>')], zipfile.ZIP_STORED)))
row('2-other-xml', 'R', 'Fileablage|erkannt', '-', lambda d: put(d + '/daten.xml', '<?xml version="1.0"?><export xmlns="urn:x"><satz/></export>'))
row('2-message-cut-to-nothing', 'R', 'leer|Nachricht', '-', lambda d: (lambda s: box(d, [(s[1][0][0], b'')] + s[1][1:], s[2]))(sent()))


# ---- 3. slip, list, message, files --------------------------------------------------------------------------------------
def compared(change=None, files=None, after=None, rewrite=None, lay_out=None):
    """A faultless drop; change alters what the list says of the records, files(case, named) what it names, after(entries) what came, rewrite(text) the list as written,
    lay_out(d, slip) the slip."""
    def make(d):
        a, e, n = sent()
        told = copy.deepcopy(a)
        if change:
            change(told)
        text = transfer_list(told, files)
        text = rewrite(text.decode()).encode() if rewrite else text
        at = box(d, after(e) if after else e, n)
        with_slip(d, a, at, text)
        if lay_out:
            s = lay_out(read(d + '/el_Lauf.xml').decode(), at)
            os.remove(d + '/el_Lauf.xml')
            if s:
                put(d + '/el_Lauf.xml', s)
        return d
    return make


def upd(**values):
    return lambda a: first(a).update(values)


DIFF = [
    ('nothing', 'A', 'xdomea-0503', 'SLP-01|SLP-02[0-2]|VOL-00[12]|FIX-00[2-9]', {}),
    ('case-more', 'R', 'SLP-016 && 77-9/99', 'SLP-017', dict(change=lambda a: a[0]['cases'].append(vorgang('77-9/99', 'Nur hier', [])))),
    ('case-less', 'R', 'SLP-017', 'SLP-016', dict(change=lambda a: a[0]['cases'].pop(0))),
    ('subject', 'R', 'SLP-018 && Ganz anderer Betreff', 'SLP-019', dict(change=upd(title='Ganz anderer Betreff'))),
    ('subject-blank', 'A', '-', 'SLP-018"[^}]*error', dict(change=lambda a: first(a).update(title=' ' + first(a)['title'].replace(' ', '  ') + ' '))),
    ('begin', 'R', 'SLP-019 && 2011', 'SLP-018', dict(change=upd(begin='2011-02-03'))),
    ('end', 'R', 'SLP-019 && 2030', 'SLP-018', dict(change=upd(end='2030-02-03'))),
    ('kennzeichen', 'R', 'SLP-020 && 77-4711/1', 'SLP-016|SLP-017', dict(change=upd(ref='77-4711/1'))),
    ('rating', 'R', 'SLP-026', 'SLP-016', dict(change=upd(rating='B'))),
    ('akte-number', 'R', 'SLP-027 && 99-ANDERS', 'SLP-016', dict(change=lambda a: a[0].update(ref='99-ANDERS'))),
    ('akte-subject', 'R', 'SLP-027 && Andere Akte', 'SLP-016', dict(change=lambda a: a[0].update(title='Andere Akte'))),
    ('file-more', 'R', 'SLP-021 && nie_da\\.pdf', '-', dict(files=lambda c, n: n + [('nie_da.pdf', 'ab' * 32)] if c['ref'].endswith('/1') else n)),
    ('file-less', 'R', 'SLP-022', 'SLP-021', dict(files=lambda c, n: n[1:] if c['ref'].endswith('/2') else n)),
    ('file-digest', 'R', 'Prüfsumme|Hash', 'nachliefern', dict(files=lambda c, n: [(n[0][0], 'cd' * 32)] + n[1:])),
    ('file-name-case', '*', 'Groß', 'nachliefern', dict(files=lambda c, n: [(n[0][0].upper(), n[0][1])] + n[1:])),
    ('file-name-nfd', '*', '-', 'nachliefern', dict(change=None, files=lambda c, n: [(unicodedata.normalize('NFD', k), s) for k, s in n])),
    ('file-came-not', 'R', 'nachliefern', '-', dict(after=lambda e: e[:-1])),
    ('file-came-unasked', 'R', 'Ungefragt\\.pdf', '-', dict(after=lambda e: e + [(uid() + '_Ungefragt.pdf', pdf('u'))])),
    ('file-listed-and-sent-not-in-message', 'R', 'Heimlich\\.pdf', '-', dict(files=lambda c, n: n + [('Heimlich.pdf', hashlib.sha256(pdf('h')).hexdigest())] if c['ref'].endswith('/1') else n, after=lambda e: e + [('Heimlich.pdf', pdf('h'))])),
    ('file-altered', 'R', 'Prüfsumme|Hash', '-', dict(after=lambda e: e[:1] + [(e[1][0], e[1][1] + b'\n%')] + e[2:])),
    ('id-other', 'R', 'SLP-016|SLP-017|Kennung', '-', dict(change=upd(id='11111111-2222-4333-8444-555555555555'))),
    ('all-subjects', 'R', 'SLP-018', 'SLP-016|SLP-017', dict(change=lambda a: [c.update(title='Liste %d' % k) for k, c in enumerate(a[0]['cases'])])),
    ('digest-algorithm-unknown', '*', 'Verfahren|WHIRLPOOL', 'nachliefern', dict(rewrite=lambda t: t.replace('SHA-256', 'WHIRLPOOL'))),
    # The schema of the list knows SHA-256 and SHA-512 only: one cause, told once for the drop and once for its piece.
    ('list-of-md5', 'R', 'SLP-010 && SHA-256', '(SLP-010"[\\s\\S]*){3}', dict()),
    ('list-cut', 'R', 'Ab_Lis', 'syntax error', dict(rewrite=lambda t: t[:len(t) * 3 // 4])),
    ('list-of-other-office', '*', 'Oberforstamt \\(99001\\) in der Abgabeliste', '-', dict(rewrite=lambda t: t.replace(OFFICE, 'Oberforstamt').replace(KEY, '99001'))),
    ('list-unknown-element', 'R', 'SLP-010', 'facet|element content', dict(rewrite=lambda t: t.replace('<Profil>', '<Sachbearbeiter>x</Sachbearbeiter><Profil>'))),
    ('slip-names-other-list', 'R', 'Abgabeliste_neu\\.xml', '-', dict(lay_out=lambda s, at: s.replace('>Ab_Lis.xml<', '>Abgabeliste_neu.xml<'))),
    ('slip-missing', '*', 'xdomea-0503', 'SLP-016|SLP-017', dict(lay_out=lambda s, at: None)),
    ('slip-container-in-other-case', '*', 'xdomea-0503', 'SLP-006|nachliefern', dict(lay_out=lambda s, at: s.replace(os.path.basename(at), os.path.basename(at).upper()))),
    ('slip-digest', 'R', 'SLP-005', 'SLP-006', dict(lay_out=lambda s, at: s.replace(hashlib.sha256(read(at)).hexdigest(), 'ef' * 32))),
    ('slip-digest-too-short', 'R', 'Prüfsumme|Hash|SLP-001', '-', dict(lay_out=lambda s, at: s.replace(hashlib.sha256(read(at)).hexdigest(), 'ef' * 10))),
    ('slip-status-of-another-step', '*', 'Prozessstatus|Vernichtung', '-', dict(lay_out=lambda s, at: s.replace('>Anbietung<', '>Vernichtung<'))),
]
for name, verdict, must, mustnot, how in DIFF:
    if name == 'list-of-md5':
        def md5(d):
            a, e, n = sent()
            t = transfer_list(a, lambda c, l: [(k, hashlib.md5(dict(e)[k]).hexdigest()) for k, _ in l]).decode().replace('SHA-256', 'MD5')
            return with_slip(d, a, box(d, e, n), t)
        row('3-' + name, verdict, must, mustnot, md5)
        continue
    row('3-' + name, verdict, must, mustnot, compared(**how))


# ---- 4. what nobody can open --------------------------------------------------------------------------------------------
def primary(name, data, code='018', alter=None):
    def make(d):
        def spoil(a):
            first(a)['docs'].append(document('Gutachten', uid() + '_' + name, data() if callable(data) else data))
            first(a)['docs'][-1]['code'] = code
            if alter:
                alter(a)
        _, e, n = sent(spoil)
        return box(d, e, n)
    return make


def jpeg():
    return b'\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0' + b'\xff\xdb\0\x43\0' + b'\1' * 64 + b'\xff\xc0\0\x0b\x08\0\x10\0\x10\1\1\x11\0' + b'\xff\xda\0\x08\1\1\0\0\x3f\0' + b'\x55' * 40


def xlsx():
    types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
    rels = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    return zipped([('[Content_Types].xml', types), ('_rels/.rels', rels), ('xl/workbook.xml', '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>')])


WHOLE = {'Gutachten.pdf': lambda: pdf('Gutachten %d' % number()), 'Gutachten.docx': lambda: docx('Gutachten ' * 300), 'Gutachten.odt': lambda: odt('Gutachten ' * 300), 'Bild.png': png, 'Karte.tif': tiff,
         'Tabelle.xlsx': xlsx, 'Altes.doc': lambda: old_word(False), 'Alt.xls': lambda: old_excel(False)}
# The list of formats of xdomea 3.0: 018 is any PDF, 044 PDF/A.
CODES = {'pdf': '018', 'docx': '035', 'odt': '015', 'png': '019', 'tif': '023', 'xlsx': '036', 'doc': '003', 'xls': '028'}
for name, make in WHOLE.items():
    code = CODES[name.split('.')[1]]
    row('4-empty-' + name, 'R', re.escape(name) + ' && leer', 'nachliefern.*nachliefern.*nachliefern', primary(name, b'', code))
    row('4-cut-' + name, 'R' if not name.endswith(('.doc', '.xls')) else '*', re.escape(name), '-', primary(name, lambda make=make: (lambda b: b[:len(b) // 2])(make()), code))
    row('4-zeros-' + name, 'R', re.escape(name), '-', primary(name, lambda make=make: b'\0' * len(make()), code))
for name, data in (('Gutachten.pdf', lambda: locked_pdf(draw.choice([b'geheim', 'Größe'.encode('latin-1'), b' ']))), ('Gutachten.docx', locked_docx), ('Altes.doc', lambda: old_word(True)),
                   ('Alt.xls', lambda: old_excel(True)), ('Text.odt', lambda: odt('x', True))):
    row('4-locked-' + name, 'R', re.escape(name) + ' && Kennwort', '-', primary(name, data, CODES[name.split('.')[1]]))
row('4-owner-password', 'A', 'CNT-014|Einschränkung|Drucken', 'CNT-012', primary('Gutachten.pdf', lambda: locked_pdf(b'', b'amt')))
row('4-owner-password-but-declared-pdfa', 'R', 'PDF/A', '-', primary('Gutachten.pdf', lambda: locked_pdf(b'', b'amt'), '044'))
row('4-docx-named-pdf', 'A', 'docx|Word|Endung', 'CNT-012', primary('Gutachten.pdf', lambda: docx('x')))
row('4-docx-named-pdf-but-declared-pdfa', 'R', 'PDF/A', '-', primary('Gutachten.pdf', lambda: docx('x'), '044'))
row('4-png-named-tif', 'A', 'Endung|PNG', 'CNT-012', primary('Luftbild.tif', png, '026'))


def three_wrong_endings(a):
    for k in range(3):
        first(a)['docs'].append(document('Bild %d' % k, uid() + '_Bild%d.jpg' % k, png()))
        first(a)['docs'][-1]['code'] = '022'


row('4-three-wrong-endings-one-line', 'A', 'Endung|PNG', '("FMT-[0-9]*")[\\s\\S]*\\1', lambda d: (lambda s: box(d, s[1], s[2]))(sent(three_wrong_endings)))


def documents(*docs, **how):
    def add(a):
        first(a)['docs'] += [x() for x in docs]
    return lambda d: (lambda s: box(d, s[1], s[2]))(sent(add, **how))


row('4-without-file', 'R', 'XDO-056', '-', documents(lambda: document('Ohne alles')))
row('4-without-file-electronic', 'R', 'XDO-056', '-', documents(lambda: document('Elektronisch', medium='001')))
row('4-without-file-paper', 'A', 'Papier', 'XDO-056', documents(lambda: document('Plan auf Papier', medium='002')))
row('4-without-file-offer', 'A', 'xdomea-0501', 'XDO-056', documents(lambda: document('Ohne alles'), kind='0501'))
row('4-five-without-file-each-by-its-number', 'R', 'Dokument Nr\\. 3 && Dokument Nr\\. 7', 'VOL-', documents(*[lambda: document('Ohne alles')] * 5))


# ---- 5. containers as people make them; litter --------------------------------------------------------------------------
spec = importlib.util.spec_from_file_location('packing', here + '/variants.py')
packing = importlib.util.module_from_spec(spec)
spec.loader.exec_module(packing)


def packed(change=lambda e: e, **how):
    def make(d):
        _, e, n = sent()
        return put(d + '/' + n + '.zip', packing.pack(change(e), **how))
    return make


for name, how in (('stored', dict(method=0)), ('crc-only-central', dict(local_crc=0)), ('stream', dict(local_crc=0, local_sizes=0, flag=8, descriptor='sig')), ('stream-plain', dict(local_crc=0, local_sizes=0, flag=8, descriptor='plain')),
                  ('stream-64', dict(local_crc=0, local_sizes=0, flag=8, descriptor='sig64', version=45)), ('zip64-local', dict(zip64_local=True, version=45)), ('comment', dict(comment='Größe: 3 Akten'.encode('cp437'))),
                  ('folder-entries', dict(folders=True)), ('unix', dict(madeby=(3 << 8) | 30, external=0o100644 << 16)), ('times', dict(local_time=7)), ('flag-without-descriptor', dict(flag=8))):
    row('5-zip-' + name, 'A', 'kinds xdomea-0503$', 'CNT-|VOL-00[12]|FIX-00[2-9]|NAM-', packed(**how))
row('5-zip-with-directory-of-mac', 'A', 'Ballast|Begleitdatei', 'Liste aufnehmen|VOL-00[12]', packed(lambda e: e + [('__MACOSX/._' + k, b'\0\5\x16\7' + b'\0' * 60) for k, _ in e], madeby=(3 << 8) | 21))
row('5-zip-really-damaged', 'R', 'beschädigt|Prüfsumme|CRC', '-', lambda d: (lambda s: put(d + '/' + s[2] + '.zip', packing.wrong_central_crc(zipped(s[1]), s[1][1][0])))(sent()))


def litter(where, named=''):
    """Some pieces of litter, all of one kind in several folders; named: in the list or digest list, which makes them part of the delivery."""
    def make(d):
        pieces = draw.sample([x for x in LITTER if ':' not in x[0]], 3)
        a, e, n = sent()
        if where == 'inside':
            return box(d, e + pieces, n)
        if where == 'beside':
            box(d, e, n)
            return lay(d, pieces + [('Ordner/' + k, v) for k, v in pieces])
        if where == 'folder':
            return lay(d + '/' + n, e + pieces)
        if where == 'bag':
            return bag(d, lambda f: f.update({'data/' + k: v for k, v in pieces}))
        if where == 'bag-listed':
            return bag(d, lambda f: (f.update({'data/' + k: v for k, v in pieces}), f.pop('bag-info.txt'), f.update({'manifest-sha512.txt': sums([(k, v) for k, v in f.items() if k.startswith('data/')], 'sha512')})))
        if where == 'companies':
            return companies(d, lambda f: f.update({'Belege/' + k: v for k, v in pieces}))
        if where == 'tar':
            return put(d + '/' + n + '.tar', tarred(e + pieces))
        raise ValueError(where)
    return make


for where in ('inside', 'beside', 'folder', 'tar', 'companies'):
    row('5-litter-' + where, '*' if where == 'companies' else 'A', 'Ballast|Begleitdatei', 'Liste aufnehmen|VOL-002', litter(where))
row('5-litter-in-bag', '*', 'Ballast|Begleitdatei|Manifest', 'nachliefern.*Thumbs', litter('bag'))
row('5-litter-in-bag-listed', 'A', 'bagit', 'VOL-0|FIX-', litter('bag-listed'))


def litter_named(d, present):
    a, e, n = sent()
    t = transfer_list(a, lambda c, l: l + [('Thumbs.db', hashlib.sha256(LITTER[0][1]).hexdigest())] if c['ref'].endswith('/1') else l)
    return with_slip(d, a, box(d, e + ([LITTER[0]] if present else []), n), t)


row('5-litter-the-list-names', 'R', 'Thumbs\\.db', '-', lambda d: litter_named(d, True))
row('5-litter-the-list-names-did-not-come', 'R', 'Thumbs\\.db', '-', lambda d: litter_named(d, False))
row('5-litter-alone-is-no-delivery', 'R', 'Ballast|Begleitdatei|leer|Leere', 'kein Fehler', lambda d: lay(d + '/x', draw.sample(LITTER[:6], 3)))
row('5-litter-many-one-line', 'A', 'Ballast|Begleitdatei', '("VOL-0[0-9]+")[\\s\\S]*\\1', lambda d: (lambda s: box(d, s[1] + [('Ordner %d/Thumbs.db' % k, LITTER[0][1]) for k in range(12)], s[2]))(sent()))
row('5-payload-like-lists', 'A', 'bagit', 'FIX-|SLP-', bag_without(lambda f: (f.update({'data/el_Lauf.xml': b'<x/>', 'data/Ab_Lis.xml': b'<y/>', 'data/pruefsummen.md5': b'0' * 32 + b' *x\n', 'data/Thumbs.db': LITTER[0][1]}), f.pop('bag-info.txt'),
                                                                          f.update({'manifest-sha512.txt': sums([(k, v) for k, v in f.items() if k.startswith('data/')], 'sha512')}))))
row('5-all-files-missing', 'R', 'VOL-001', 'VOL-002', lambda d: (lambda s: box(d, s[1][:1], s[2]))(sent(cases=6)))


# ---- 6. names: one classifier for all carriers ----------------------------------------------------------------------------
NAMES6 = ['Größe der Höfe.pdf', 'Übersicht Straße.pdf', 'Ämter – Liste.pdf']
CHANGES = {
    'nfd': (lambda k: unicodedata.normalize('NFD', k), 'Unicode|Normalisierung|Schreibweise|Umlaut'), 'case': (lambda k: ''.join(c if c == 'ß' else c.upper() for c in k), 'Groß'), 'lower': (lambda k: k[:-3] + 'PDF', 'Groß|Endung'),
    'subfolder': (lambda k: 'Anlagen/' + k, 'Ordner'), 'blank-at-end': (lambda k: k[:-4] + ' .pdf', 'Leerzeichen'), 'two-blanks': (lambda k: k.replace(' ', '  '), 'Leerzeichen'),
    'underscore': (lambda k: k.replace(' ', '_'), 'Leerzeichen|Unterstrich|Schreibweise'), 'ending-doubled': (lambda k: k + '.pdf', 'Endung'), 'ending-gone': (lambda k: k[:-4], 'Endung'),
    'nfd-and-case': (lambda k: unicodedata.normalize('NFD', k.lower()), 'Groß|Unicode|Schreibweise'),
}


def carried(carrier, change):
    name = draw.choice(NAMES6)

    def make(d):
        if carrier == 'bag':
            def one_more(f):
                f['data/' + name] = pdf(name)
                f.pop('bag-info.txt')
                f['manifest-sha512.txt'] = sums([(k, v) for k, v in f.items() if k.startswith('data/')], 'sha512')
                f['data/' + change(name)] = f.pop('data/' + name)
            return bag(d, one_more)
        if carrier == 'sums':
            lay(d + '/Ablage', [(change(name), pdf(name)), ('Bericht.pdf', pdf('Bericht'))])
            put(d + '/Ablage/pruefsummen.md5', ''.join('%s *%s\r\n' % (hashlib.md5(pdf(t)).hexdigest(), t) for t in (name,)) + '%s *Bericht.pdf\r\n' % hashlib.md5(pdf('Bericht')).hexdigest())
            return d + '/Ablage'
        doc = one('Flächen', name)
        _, e, n = sent(lambda a: first(a)['docs'].append(doc))
        e = [(change(k) if k == doc['file'] else k, v) for k, v in e]
        return box(d, e, n) if carrier == 'message' else lay(d + '/' + n, e)
    return make


for change, (how, says) in CHANGES.items():
    for carrier in ('message', 'folder', 'bag', 'sums'):
        if carrier == 'bag' and change == 'nfd':
            row('6-%s-%s' % (change, carrier), '*', says, 'nachliefern', carried(carrier, how))
            continue
        if carrier == 'sums' and change in ('nfd', 'subfolder'):
            says = '-'  # a list of digests speaks of files wherever they lie and however umlauts are stored
        row('6-%s-%s' % (change, carrier), '*', says, 'nachliefern', carried(carrier, how), 'kind files' if carrier == 'sums' else 'check')


def backslashed(d):
    _, e, n = sent()
    return put(d + '/' + n + '.zip', packing.pack([('Export\\' + k, v) for k, v in e]))


row('6-backslashes', '*', 'Backslash|umgekehrt', 'umbenennen|nachliefern', backslashed)


# ---- 7. plausibility ------------------------------------------------------------------------------------------------------
def odd(must, mustnot='-', verdict='A', **how):
    def make(d):
        def spoil(a):
            docs = how.get('docs', {})
            first(a).update({k: v() if callable(v) else v for k, v in how.items() if k not in ('docs', 'twice')})
            first(a)['docs'][0].update({k: v() if callable(v) else v for k, v in docs.items()})
        _, e, n = sent(spoil)
        return box(d, e, n)
    return verdict, must, mustnot, make


def twice(text, codec='cp1252'):
    return text.encode().decode(codec)


PLAUSIBLE = {
    'period-in-the-future': odd('PLA-001 && 20[3-9]', end=lambda: '%d-01-01' % draw.randrange(2031, 2099)), 'document-in-the-future': odd('PLA-001', docs=dict(date='2088-05-05')),
    'year-1': odd('PLA-002', begin='0001-01-01'), 'year-1900-default': odd('PLA-002', docs=dict(date=lambda: draw.choice(['1900-01-01', '1970-01-01', '1899-12-30']))), 'document-of-1601': odd('PLA-002', docs=dict(date='1601-01-01')),
    'document-years-before': odd('PLA-003', docs=dict(date='1991-04-04')), 'document-years-after': odd('PLA-003', docs=dict(date='2024-04-04')),
    'document-days-before': odd('-', 'PLA-003', docs=dict(date='2015-12-28')), 'document-days-after': odd('-', 'PLA-003', docs=dict(date='2017-11-08')),
    'document-on-the-first-day': odd('-', 'PLA-', docs=dict(date='2016-01-04')), 'document-on-the-last-day': odd('-', 'PLA-', docs=dict(date='2017-10-30')),
    'subject-twice-encoded': odd('PLA-004', title=lambda: twice('Größe der Straße')), 'subject-twice-encoded-latin1': odd('PLA-004', title=lambda: twice('Prüfung der Höfe', 'latin-1')),
    'document-twice-encoded': odd('PLA-004', docs=dict(title=lambda: twice('Übersicht „Süd“'))), 'subject-thrice-encoded': odd('PLA-004', title=lambda: twice(twice('Größe', 'latin-1'), 'latin-1')),
    'foreign-subject': odd('-', 'PLA-004', title='Ação da Câmara; Čeština, Łódź, Þingvellir, naïve'), 'subject-with-replacement': odd('PLA-006', title='Gr\ufffd\ufffde der Stra\ufffde'),
    'subject-x': odd('PLA-005', title=lambda: draw.choice(['xxx', 'XXXX', '---', '...', '???'])), 'subject-word': odd('PLA-005', title=lambda: draw.choice(['Test', 'Dummy', 'N.N.', 'kein Betreff', '(ohne Betreff)', 'unbekannt', 'Neuer Vorgang'])),
    'subject-brackets': odd('PLA-005', title=lambda: draw.choice(['[Betreff]', '<Betreff>', '{Titel}', '$BETREFF$'])), 'subject-blank': odd('PLA-005', title='   '),
    'subject-short-but-right': odd('-', 'PLA-005', title='Ei'), 'subject-number': odd('-', 'PLA-005', title='B 173'), 'subject-test-in-words': odd('-', 'PLA-005', title='Testamentsvollstreckung und Testverfahren'),
    'end-before-begin': odd('XDO-030', verdict='*', begin='2018-01-01', end='2012-01-01'), 'no-such-day': odd('XDO-033', verdict='*', begin='2016-02-30'),
    'all-is-well': odd('-', 'PLA-'),
}
for name, (verdict, must, mustnot, make) in PLAUSIBLE.items():
    row('7-' + name, verdict, must, mustnot, make)


def many(what):
    def spoil(a):
        for c in a[0]['cases']:
            for x in c['docs']:
                x.update(what)
    return lambda d: (lambda s: box(d, s[1], s[2]))(sent(spoil, cases=5))


row('7-many-in-the-future-one-line', 'A', 'PLA-001', 'PLA-001"[\\s\\S]*PLA-001"', many(dict(date='2077-07-07')))
row('7-many-outside-one-line', 'A', 'PLA-003', 'PLA-003"[\\s\\S]*PLA-003"', many(dict(date='1980-07-07')))


def same_process(change):
    def make(d):
        process = uid()
        a = records(3)
        b = copy.deepcopy(a)
        change(b)
        for n, r in ((1, a), (2, b)):
            e, name = entries(r, process=process, when='2026-02-0%dT10:00:00' % n)
            box(d + '/%d' % n, e, name)
        return d
    return make


row('7-same-process-one-case-less', '*', 'XDO-07[234]', '-', same_process(lambda b: b[0]['cases'].pop()), 'after')
row('7-same-process-other-subject', '*', 'XDO-07[234]', '-', same_process(lambda b: first(b).update(title='Anders')), 'after')
row('7-gap-in-numbers-is-no-news', 'A', '-', 'Lücke|fehlt.*Nummer', lambda d: (lambda s: box(d, s[1], s[2]))(sent(lambda a: a[0]['cases'].pop(2), cases=5)))


def main():
    cli, only = os.path.abspath(sys.argv[1]), sys.argv[2:]
    root = os.environ.get('DROPS_OUT') or tempfile.mkdtemp()
    if 'DROPS_OUT' not in os.environ:
        atexit.register(shutil.rmtree, root, True)
    os.makedirs(root, exist_ok=True)
    ask, rows, seen = asked.Asked(cli, root), [], {}
    schemas = os.path.join(here, '../../../shared/testdata/xdomea/xsd')
    if os.path.isdir(schemas):
        ask.lz(ask.shared, 'schemas', 'add', schemas)
    for name, verdict, must, mustnot, way, make in ROWS:
        seen[name] = seen.get(name, 0) + 1
        name += '' if seen[name] == 1 else '-%d' % seen[name]
        at = os.path.join(root, name)
        os.makedirs(at, exist_ok=True)
        draw.seed('%d %s' % (SEED, name))
        akten.rnd.seed('%d %s' % (SEED, name))
        if not only or any(re.search(o, name) for o in only):
            rows.append((name, verdict, must, mustnot, way, make(at)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda r: ask.safely(r[4], r[5], r[0]), rows))
    print('SEED=%d: ' % SEED, end='')
    return asked.judge(rows, answers, bool(only))


if __name__ == '__main__':
    sys.exit(main())
