"""Deliveries by a fourth hand: containers as other programs pack them, parts of which one is missing, lists of digests in the forms of the trade, litter of other systems, names as
they change on the way, documents nobody can open, subjects encoded twice in other ways. From the words of 004 P1 to P3, xdomea 4.0.0, APPNOTE.TXT, POSIX pax and ISO 32000; the
verdicts in fourth.tsv were written before the program was asked. Registered with those of variants.py; imports nothing of the product. Two need qpdf and are left out without it."""
import bz2, copy, datetime, gzip, hashlib, io, json, lzma, os, re, shutil, struct, subprocess, tarfile, tempfile, unicodedata, zipfile, zlib
from akten import *
from second import sums
from variants import CASES, LEFT_OUT, box, case, with_slip


def made(name, way, make):
    CASES[name] = (way, make)


def one_box(d, seed, change=lambda e: e):
    e, n = entries(plain(seed))
    return box(d, change(e), n)


def beside(d, seed, *files):
    one_box(d, seed)
    for name, data in files:
        put(d + '/' + name, data)
    return d


# ---- containers --------------------------------------------------------------------------------------------------------
@case('check')
def f_zip_in_tar_in_zip(d):
    e, n = entries(plain(5001))
    return put(d + '/Abgabe 2026.zip', zipped([('Abgabe/stufe.tar', tarred([('innen/' + n + '.zip', zipped(e))]))]))


@case('check')
def f_folder_zipped_with_two_levels(d):
    e, n = entries(plain(5002))
    return put(d + '/Abgabe.zip', zipped([('Desktop/Abgabe an das Archiv/' + n + '/' + k, v) for k, v in e]))


for name, method in (('bzip2', zipfile.ZIP_BZIP2), ('lzma', zipfile.ZIP_LZMA)):
    made('f-zip-method-' + name, 'check', lambda d, m=method: (lambda s: put(d + '/' + s[1] + '.zip', zipped(s[0], m)))(entries(plain(5003))))


@case('check')
def f_zip_aes(d):
    """Method 99 with the extra field of WinZip: whoever has no password sees names only."""
    e, n = entries(plain(5004))
    locals_, central, extra = b'', b'', struct.pack('<HHHHBH', 0x9901, 7, 2, 0x4541, 3, 8)
    for k, v in e:
        body, at = bytes(rnd.getrandbits(8) for _ in range(len(v) // 2 + 28)), len(locals_)
        head = struct.pack('<HHHHHIIIHH', 51, 0x801, 99, 0, 0x5c43, 0, len(body), len(v), len(k.encode()), len(extra))
        locals_ += b'PK\3\4' + head + k.encode() + extra + body
        central += b'PK\1\2' + struct.pack('<H', 63) + head + struct.pack('<HHHII', 0, 0, 0, 0, at) + k.encode() + extra
    end = b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, len(e), len(e), len(central), len(locals_), 0)
    return put(d + '/' + n + '.zip', locals_ + central + end)


@case('check')
def f_zip_line_end_behind(d):
    e, n = entries(plain(5005))
    return put(d + '/' + n + '.zip', zipped(e) + b'\r\n')


def named_as(e, how, field=None):
    """A ZIP whose names are the bytes that how gives, without the flag for UTF-8; field(name) gives an extra field."""
    locals_, central = b'', b''
    for k, v in e:
        raw, extra, at = how(k), field(k) if field else b'', len(locals_)
        head = struct.pack('<HHHHHIIIHH', 20, 0, 0, 0, 0x5c43, zlib.crc32(v), len(v), len(v), len(raw), len(extra))
        locals_ += b'PK\3\4' + head + raw + extra + v
        central += b'PK\1\2' + struct.pack('<H', 20) + head + struct.pack('<HHHII', 0, 0, 0, 0, at) + raw + extra
    return locals_ + central + b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, len(e), len(e), len(central), len(locals_), 0)


def umlauts(seed, name='Übersicht der Höhen.pdf', version='3.0.0'):
    a = plain(seed)
    a[0]['cases'][0]['docs'].append(one('Höhen', name))
    file = a[0]['cases'][0]['docs'][-1]['file']
    e, n = entries(a, version=version)
    return e, n, file


@case('check')
def f_zip_unicode_path_field(d):
    e, n, _ = umlauts(5006)
    cp = lambda k: k.encode('cp850', 'replace')
    field = lambda k: struct.pack('<HHBI', 0x7075, 5 + len(k.encode()), 1, zlib.crc32(cp(k))) + k.encode()
    return put(d + '/' + n + '.zip', named_as(e, cp, field))


@case('check')
def f_zip_cp850_names(d):
    e, n, _ = umlauts(5007)
    return put(d + '/' + n + '.zip', named_as(e, lambda k: k.encode('cp850', 'replace')))


def long_tar(d, seed, form):
    e, n, _ = umlauts(seed, 'Übersicht über sämtliche ' + 'Flurstücke und deren ' * 6 + 'Eigentümer.pdf')
    b = io.BytesIO()
    with tarfile.open(fileobj=b, mode='w', format=form) as t:
        for k, v in e:
            i = tarfile.TarInfo(n + '/' + k)
            i.size = len(v)
            t.addfile(i, io.BytesIO(v))
    return put(d + '/' + n + '.tar', b.getvalue())


made('f-tar-pax-long-names', 'check', lambda d: long_tar(d, 5008, tarfile.PAX_FORMAT))
made('f-tar-gnu-long-names', 'check', lambda d: long_tar(d, 5009, tarfile.GNU_FORMAT))


@case('check')
def f_tar_with_link_and_device(d):
    e, n = entries(plain(5010))
    b = io.BytesIO()
    with tarfile.open(fileobj=b, mode='w') as t:
        for k, v in e:
            i = tarfile.TarInfo(k)
            i.size = len(v)
            t.addfile(i, io.BytesIO(v))
        for k, kind in (('Verweis.pdf', tarfile.SYMTYPE), ('geraet', tarfile.CHRTYPE)):
            i = tarfile.TarInfo(k)
            i.type, i.linkname = kind, '/etc/passwd' if kind == tarfile.SYMTYPE else ''
            t.addfile(i)
    return put(d + '/' + n + '.tar', b.getvalue())


def as_one(change, ending):
    return lambda d: (lambda s: put(d + '/' + s[1] + ending, change(s[0])))(entries(plain(5011)))


made('f-tgz-cut', 'check', as_one(lambda e: (lambda b: b[:len(b) * 2 // 3])(tarred(e, 'w:gz')), '.tar.gz'))
made('f-tar-bz2', 'check', as_one(lambda e: bz2.compress(tarred(e)), '.tar.bz2'))
made('f-tar-xz', 'check', as_one(lambda e: lzma.compress(tarred(e)), '.tar.xz'))
SEVEN, RAR5 = bytes.fromhex('377abcaf271c0004') + b'\1' * 300, b'Rar!\x1a\x07\x01\0' + b'\2' * 300
made('f-seven-zip-in-volumes', 'check', lambda d: beside(d, 5012, ('Nachtrag.7z.001', SEVEN), ('Nachtrag.7z.002', b'\3' * 300)))
made('f-rar-in-volumes', 'check', lambda d: beside(d, 5013, ('Nachtrag.part1.rar', RAR5), ('Nachtrag.part2.rar', RAR5)))
made('f-disk-image-beside', 'check', lambda d: beside(d, 5014, ('Nachtrag.dmg', b'x\xda' + b'\5' * 2000 + b'koly' + struct.pack('>II', 4, 512) + b'\0' * 500)))
made('f-windows-image-beside', 'check', lambda d: beside(d, 5015, ('Nachtrag.vhdx', b'vhdxfile' + 'Microsoft Windows'.encode('utf-16-le') + b'\0' * 4000)))
made('f-outlook-data-beside', 'check', lambda d: beside(d, 5016, ('Ablage.pst', b'!BDN' + b'\x4a\x1c\xe3\x11SM' + struct.pack('<HH', 23, 19) + b'\1\1' + b'\0' * 4000)))
made('f-winmail-beside', 'check', lambda d: beside(d, 5017, ('winmail.dat', struct.pack('<IH', 0x223e9f78, 1) + b'\1\6\x90\x08\0\4\0\0\0\0\0\1\0\1\0' + b'\0' * 400)))


def mailed(data, name):
    import base64
    return ('From: poststelle@amt.example\r\nTo: archiv@archiv.example\r\nSubject: Abgabe\r\nDate: Tue, 3 Feb 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n'
            'Content-Type: multipart/mixed; boundary="=_1"\r\n\r\n--=_1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nAnbei die Abgabe.\r\n--=_1\r\n'
            'Content-Type: application/zip; name="%s"\r\nContent-Disposition: attachment; filename="%s"\r\nContent-Transfer-Encoding: base64\r\n\r\n' % (name, name)).encode() + \
        base64.encodebytes(data).replace(b'\n', b'\r\n') + b'--=_1--\r\n'


@case('check')
def f_message_sent_by_mail(d):
    e, n = entries(plain(5018))
    one_box(d, 5019)
    put(d + '/Abgabe.eml', mailed(zipped(e), n + '.zip'))
    return d


@case('check')
def f_mail_alone_with_message(d):
    e, n = entries(plain(5020))
    put(d + '/Abgabe.eml', mailed(zipped(e), n + '.zip'))
    return d


# ---- several messages --------------------------------------------------------------------------------------------------
def count(e, k, of):
    name, xml = e[0]
    xml = xml.replace(b'<x:LfdNrNachrichtProTyp>1<', b'<x:LfdNrNachrichtProTyp>%d<' % k).replace(b'<x:GesamtanzahlNachrichtenProTyp>1<', b'<x:GesamtanzahlNachrichtenProTyp>%d<' % of)
    return [(name.replace('_1.xml', '_%d.xml' % k), xml)] + e[1:]


def three(d, seed, came, version='3.0.0', counted=False, listed=True, named=None, numbers=None):
    """Three parts of two Vorgänge each; came says which are there, named which containers the slip names."""
    process, a, containers = uid(), plain(seed, 6), []
    for k in (1, 2, 3):
        p = copy.deepcopy(a)
        p[0]['cases'] = p[0]['cases'][2 * k - 2:2 * k]
        e, _ = entries(p, process=process, version=version)
        if counted:
            e = count(e, (numbers or {}).get(k, k), 3)
        name = '%s_%d.zip' % (process, k)
        containers.append((name, hashlib.sha256(zipped(e)).hexdigest()))
        if k in came:
            box(d, e, name[:-4])
    if listed:
        put(d + '/Ab_Lis.xml', transfer_list(a))
        s = slip().decode()
        inside = ''.join('<Container name="%s" verfahren="SHA-256" pruefsumme="%s"/>' % c for k, c in enumerate(containers, 1) if k in (named or []))
        put(d + '/el_Lauf.xml', s.replace('</Laufzettel>', inside + '</Laufzettel>'))
    return d


made('f-three-parts-one-missing-by-slip', 'check', lambda d: three(d, 5101, (1, 3), named=(1, 2, 3)))
made('f-three-parts-one-missing-by-slip-asked', 'propose', lambda d: three(d, 5102, (1, 3), named=(1, 2, 3)))
made('f-three-parts-one-missing-by-list-asked', 'propose', lambda d: three(d, 5103, (1, 3), named=()))
made('f-three-parts-one-missing-by-list', 'check', lambda d: three(d, 5104, (1, 3), named=()))
made('f-three-parts-one-missing-by-count', 'check', lambda d: three(d, 5105, (1, 3), '4.0.0', True, False))
made('f-three-parts-one-missing-by-count-asked', 'propose', lambda d: three(d, 5106, (1, 3), '4.0.0', True, False))
made('f-three-parts-by-count', 'check', lambda d: three(d, 5107, (1, 2, 3), '4.0.0', True, False))
made('f-three-parts-by-count-taken', 'taken', lambda d: three(d, 5108, (1, 2, 3), '4.0.0', True, False))
made('f-first-part-twice-by-count-asked', 'propose', lambda d: three(d, 5109, (1, 2, 3), '4.0.0', True, False, numbers={3: 2}))


def two_processes(d, seed, both):
    a, b = plain(seed), plain(seed + 1)
    for r, name in ((a, 'erste'), (b, 'zweite')):
        e, _ = entries(r)
        box(d, e, name)
    put(d + '/Ab_Lis.xml', transfer_list(a + b if both else a))
    put(d + '/el_Lauf.xml', slip())
    return d


made('f-two-processes-one-list-asked', 'propose', lambda d: two_processes(d, 5110, True))
made('f-two-processes-one-list', 'check', lambda d: two_processes(d, 5112, True))
made('f-two-processes-list-of-one', 'check', lambda d: two_processes(d, 5114, False))


def offered(a):
    o = copy.deepcopy(a)
    for c in o[0]['cases']:
        c.update(docs=[])
    return o


@case('propose')
def f_offer_of_another_process_asked(d):
    e, n = entries(offered(plain(5116)), kind='0501')
    box(d, e, n)
    one_box(d, 5117)
    return d


def offer(d, seed, change=None, lay=True):
    a = offered(plain(seed, 3))
    e, n = entries(a, kind='0501')
    at = box(d, e, n)
    told = copy.deepcopy(a)
    if change:
        change(told)
    if lay:
        put(d + '/Ab_Lis.xml', transfer_list(told))
    put(d + '/el_Lauf.xml', slip(at))
    return d


def more(a):
    a[0]['cases'].append(vorgang('77-9/99', 'Nur in der Liste', []))


made('f-offer-with-slip-and-list', 'check', lambda d: offer(d, 5120))
made('f-offer-with-slip-and-list-taken', 'taken', lambda d: offer(d, 5121))
made('f-offer-list-names-one-more', 'check', lambda d: offer(d, 5122, more))
made('f-offer-list-names-one-more-asked', 'propose', lambda d: offer(d, 5123, more))
made('f-offer-list-names-one-less', 'check', lambda d: offer(d, 5124, lambda a: a[0]['cases'].pop()))
made('f-offer-list-other-subject', 'check', lambda d: offer(d, 5125, lambda a: a[0]['cases'][1].update(title='Ganz anderer Betreff')))
made('f-offer-list-that-is-named-is-missing', 'check', lambda d: offer(d, 5126, lay=False))


@case('check')
def f_own_receipt_beside(d):
    """The office kept the receipt that the archive sent for the offer, and copied it along."""
    process, a = uid(), plain(5127)
    e, n = entries(a, process=process)
    box(d, e, n)
    w = Writer('3.0.0')
    name = 'Aussonderung.AnbietungEmpfangBestaetigen.0504'
    head = w.head('0504', process, '2026-01-20T08:00:00').replace('<x:Empfangsbestaetigung>1</x:Empfangsbestaetigung>', '')
    put(d + '/' + process + '_' + name + '.xml', '<?xml version="1.0" encoding="UTF-8"?><x:%s xmlns:x="urn:xoev-de:xdomea:schema:3.0.0">%s</x:%s>' % (name, head, name))
    return d


# ---- slip and list ------------------------------------------------------------------------------------------------------
def papers(d, seed, slip_name='el_Lauf.xml', list_name='Ab_Lis.xml', slip_as=lambda b: b, list_as=lambda b: b):
    a = plain(seed)
    e, n = entries(a)
    at = box(d, e, n)
    put(d + '/' + list_name, list_as(transfer_list(a)))
    put(d + '/' + slip_name, slip_as(slip(at, list_name)))
    return d


made('f-slip-names-in-capitals', 'check', lambda d: papers(d, 5130, 'EL_LAUF.XML', 'AB_LIS.XML'))
made('f-slip-in-utf16', 'check', lambda d: papers(d, 5131, slip_as=lambda b: b.decode().replace('UTF-8', 'UTF-16').encode('utf-16')))
made('f-list-in-latin1', 'check', lambda d: papers(d, 5132, list_as=lambda b: b.decode().replace('encoding="UTF-8"', '').encode('latin-1')))
made('f-slip-with-unknown-element', 'check', lambda d: papers(d, 5133, slip_as=lambda b: b.replace(b'<Profil>', b'<Sachbearbeiter>A. Muster</Sachbearbeiter><Profil>')))


# ---- lists of digests ----------------------------------------------------------------------------------------------------
def hexa(data, algorithm='sha256'):
    return hashlib.new(algorithm, data).hexdigest()


FORMS = {
    'bsd': ('pruefsummen.txt', lambda n, b: 'SHA256 (%s) = %s\n' % (n, hexa(b))),
    'openssl': ('digest.txt', lambda n, b: 'SHA2-256(%s)= %s\n' % (n, hexa(b))),
    'certutil': ('hash.txt', lambda n, b: 'SHA256-Hash von %s:\r\n%s\r\nCertUtil: -hashfile-Befehl wurde erfolgreich ausgeführt.\r\n' % (n, hexa(b))),
    'certutil-old': ('hash.txt', lambda n, b: 'SHA1-Hash der Datei %s:\r\n%s\r\nCertUtil: -hashfile-Befehl wurde erfolgreich ausgeführt.\r\n' % (n, ' '.join(re.findall('..', hexa(b, 'sha1'))))),
    'one-file-each': ('{}.sha256', lambda n, b: hexa(b) + '\n'),
    'csv': ('Hashwerte.csv', lambda n, b: 'Datei;Größe;SHA-512\r\n%s;%d;%s\r\n' % (n, len(b), hexa(b, 'sha512').upper())),
    'utf16': ('Hashwerte.txt', lambda n, b: ('%s  %s\r\n' % (hexa(b).upper(), n)).encode('utf-16')),
    'hashdeep': ('hashes.txt', lambda n, b: '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,md5,sha256,filename\n## Invoked from: C:\\Abgabe\n%d,%s,%s,C:\\Abgabe\\%s\n' % (len(b), hexa(b, 'md5'), hexa(b), n)),
    'sfv': ('abgabe.sfv', lambda n, b: '; Generated by WIN-SFV32 v1\r\n%s %08X\r\n' % (n, zlib.crc32(b))),
    'backslash': ('SHA256SUMS', lambda n, b: '%s *.\\%s\r\n' % (hexa(b).upper(), n)),
    'json': ('checksums.json', lambda n, b: json.dumps({'files': [{'name': n, 'sha256': hexa(b), 'size': len(b)}]})),
    'xml': ('checksums.xml', lambda n, b: '<?xml version="1.0"?><checksums><file name="%s" algorithm="SHA-256">%s</file></checksums>' % (n, hexa(b))),
}


def summed(form, right):
    def make(d):
        name, write = FORMS[form]
        at = one_box(d, 5200 + len(form))
        n, b = os.path.basename(at), read(at)
        put(d + '/' + name.format(n), write(n, b if right else b + b'anders'))
        return d
    return make


for form in FORMS:
    for right in (True, False):
        made('f-sums-%s-%s' % (form, 'right' if right else 'wrong'), 'check', summed(form, right))


@case('check')
def f_sums_of_itself(d):
    at = one_box(d, 5250)
    put(d + '/SHA256SUMS', sums([(os.path.basename(at), read(at)), ('SHA256SUMS', b'')]))
    return d


def inside(right):
    def make(d):
        e, n = entries(plain(5251))
        told = e if right else [(e[0][0], e[0][1]), (e[1][0], e[1][1] + b'x')] + e[2:]
        return box(d, e + [('pruefsummen.sha256', sums(told))], n)
    return make


made('f-sums-inside-right', 'check', inside(True))
made('f-sums-inside-wrong', 'check', inside(False))

# ---- litter --------------------------------------------------------------------------------------------------------------
LITTER = {
    'stick': [('.Spotlight-V100/Store-V2/x/store.db', b'8tsd' + b'\0' * 99), ('.fseventsd/0000000000a1', gzip.compress(b'1SLD')), ('.Trashes/501/x', b'x'), ('.TemporaryItems/folders.501/y', b'y'), ('.apdisk', b'x'),
              ('.VolumeIcon.icns', b'icns' + b'\0' * 40), ('.com.apple.timemachine.donotpresent', b'\0')],
    'windows': [('System Volume Information/IndexerVolumeGuid', '{A}'.encode('utf-16')), ('System Volume Information/WPSettings.dat', b'\x0c\0\0\0'), ('$RECYCLE.BIN/S-1-5-21/desktop.ini', b'[.ShellClassInfo]\r\n'),
                ('RECYCLER/S-1-5-21/INFO2', b'\5\0\0\0'), ('autorun.inf', b'[autorun]\r\n'), ('Thumbs.db', b'\xd0\xcf\x11\xe0' + b'\0' * 600), ('ehthumbs_vista.db', b'\xd0\xcf\x11\xe0' + b'\0' * 600)],
    'synology': [('@eaDir/Bescheid.pdf/SYNOINDEX_THUMB', b'x'), ('#recycle/desktop.ini', b'[.ShellClassInfo]\r\n'), ('.@__thumb/default.jpg', b'\xff\xd8\xff')],
    'linux': [('.directory', b'[Desktop Entry]\nIcon=folder\n'), ('.Trash-1000/info/a.trashinfo', b'[Trash Info]\n'), ('.nfs000000000001', b'x'), ('.Brief.txt.swp', b'b0VIM 8.2' + b'\0' * 90)],
    'office': [('~WRL0005.tmp', b'\xd0\xcf\x11\xe0' + b'\0' * 600), ('~$scheid.docx', b'\5Muste' + b'\0' * 156), ('.~lock.Kosten.ods#', b',A,pc,01.02.2026 10:00;'), ('~WRD0001.tmp', b'\0' * 60)],
}
for where, pieces in LITTER.items():
    made('f-litter-of-%s' % ('a-stick' if where == 'stick' else where), 'check', lambda d, p=pieces: beside(d, 5300, *p))
made('f-litter-inside-a-zip', 'check', lambda d: one_box(d, 5301, lambda e: e + [x for p in LITTER.values() for x in p]))
made('f-like-litter-but-none', 'check', lambda d: one_box(d, 5302, lambda e: e + [('Thumbs.db.pdf', pdf('Daumen')), ('~Plan.pdf', pdf('Plan'))]))


# ---- names ---------------------------------------------------------------------------------------------------------------
def called(seed, name, came, version='3.0.0', whole=False):
    """The message says name, what came is called came(name)."""
    def make(d):
        e, n, file = umlauts(seed, name, version)
        return box(d, [(came(k) if k == file else k, v) for k, v in e], n)
    return make


TRANS = str.maketrans({'ä': 'ae', 'ö': 'oe', 'ü': 'ue', 'Ä': 'Ae', 'Ö': 'Oe', 'Ü': 'Ue', 'ß': 'ss'})
NAME = 'Größe der Höfe.pdf'
made('f-name-html-escaped', 'check', called(5401, 'Bau &amp; Grün.pdf', lambda k: k.replace('&amp;', '&')))
made('f-name-zero-width', 'check', called(5402, 'Größe der Höfe.pdf', lambda k: k.replace(' der', ' \u200bder')))
made('f-name-transliterated', 'check', called(5403, NAME, lambda k: k.translate(TRANS)))
made('f-name-question-marks', 'check', called(5404, NAME, lambda k: re.sub('[^ -~]', '?', k)))
made('f-name-underscored-umlauts', 'check', called(5405, NAME, lambda k: re.sub('[^ -~]', '_', k)))
made('f-name-cut', 'check', called(5406, 'Übersicht über alle Flurstücke der Gemarkung Musterdorf mit den Eigentümern und Pächtern.pdf', lambda k: k[:96] + '.pdf'))
made('f-name-mojibake', 'check', called(5407, NAME, lambda k: k.encode().decode('cp1252', 'replace')))
made('f-name-ligature', 'check', called(5408, 'Grafik und Affinität.pdf', lambda k: k.replace('ffi', '\ufb03')))
made('f-name-apostrophe', 'check', called(5409, "Müller's Hof.pdf", lambda k: k.replace("'", '\u2019')))
made('f-name-dos-short-with-digest', 'check', called(5410, NAME, lambda k: 'GR__ED~1.PDF', '4.0.0'))


@case('check')
def f_name_whole_path_in_message(d):
    a = plain(5411)
    doc = one('Höhen', 'Plan.pdf')
    bare = doc['file']
    doc['file'] = 'C:\\Export\\2026\\' + bare
    a[0]['cases'][0]['docs'].append(doc)
    e, n = entries(a)
    return box(d, [(bare if k == doc['file'] else k, v) for k, v in e], n)


@case('check')
def f_all_names_transliterated(d):
    a = plain(5412, 5)
    for k, c in enumerate(a[0]['cases']):
        c['docs'].append(one('Höhen', 'Größe %d.pdf' % k))
    e, n = entries(a)
    return box(d, [(k.translate(TRANS), v) for k, v in e], n)


# ---- primary documents -----------------------------------------------------------------------------------------------------
def primary(seed, name, data, code='018'):
    def make(d):
        a = plain(seed)
        a[0]['cases'][0]['docs'].append(document('Gutachten', uid() + '_' + name, data() if callable(data) else data))
        a[0]['cases'][0]['docs'][-1]['code'] = code
        e, n = entries(a)
        return box(d, e, n)
    return make


def by_qpdf(*passwords):
    with tempfile.TemporaryDirectory() as t:
        put(t + '/a.pdf', pdf('Gutachten'))
        subprocess.run(['qpdf', '--encrypt', *passwords, '256', '--', t + '/a.pdf', t + '/b.pdf'], check=True)
        return read(t + '/b.pdf')


def jpeg():
    """8 x 8 grey, the tables of the shortest baseline JPEG, its data repeated in restart intervals so that something can be cut off."""
    table = lambda cls, counts, values: b'\xff\xc4' + struct.pack('>H', 19 + len(values)) + bytes([cls]) + bytes(counts) + bytes(values)
    head = b'\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0' + b'\xff\xdb\0\x43\0' + b'\1' * 64
    frame = b'\xff\xc0\0\x0b\x08' + struct.pack('>HH', 512, 512) + b'\1\1\x11\0'
    tables = table(0, [1] + [0] * 15, [0]) + table(0x10, [1] + [0] * 15, [0])
    return head + frame + tables + b'\xff\xda\0\x08\1\1\0\0\x3f\0' + b'\0' * (64 * 64 * 2 // 8) + b'\xff\xd9'


def gif():
    return b'GIF89a' + struct.pack('<HHBBB', 4, 4, 0x80, 0, 0) + b'\0\0\0\xff\xff\xff' + b',' + struct.pack('<HHHHB', 0, 0, 4, 4, 0) + b'\2\x05\x84\x8f\xa9\xcb\x05\0' + b';'


def damaged_docx():
    """The directory is whole, the bytes of the text are not."""
    b = bytearray(docx('Gutachten ' * 400))
    z = zipfile.ZipFile(io.BytesIO(bytes(b)))
    i = z.getinfo('word/document.xml')
    at = i.header_offset + 30 + len(i.filename)
    b[at + 4:at + i.compress_size - 4] = b'\x55' * (i.compress_size - 8)
    return bytes(b)


P = pdf('Gutachten')
made('f-pdf-cut-at-the-end', 'check', primary(5501, 'Gutachten.pdf', P[:P.rindex(b'xref\n')]))
made('f-pdf-junk-behind', 'check', primary(5502, 'Gutachten.pdf', P + b'\r\n' + b'\0' * 700))
made('f-pdf-junk-before', 'check', primary(5503, 'Gutachten.pdf', b'X-Scanner: gate.amt.example\r\n\r\n' + P))
made('f-pdf-no-page', 'check', primary(5504, 'Gutachten.pdf', P.replace(b'/Kids[3 0 R]/Count 1', b'/Kids[]/Count 0     ')))
if shutil.which('qpdf'):
    made('f-pdf-aes256-user', 'check', primary(5505, 'Gutachten.pdf', lambda: by_qpdf('geheim', 'amt')))
    made('f-pdf-aes256-owner', 'check', primary(5506, 'Gutachten.pdf', lambda: by_qpdf('', 'amt')))
else:
    LEFT_OUT |= {'f-pdf-aes256-user', 'f-pdf-aes256-owner'}
made('f-pdf-is-plain-text', 'check', primary(5507, 'Gutachten.pdf', b'Fehler 500: Das Dokument konnte nicht ausgegeben werden.\r\n'))
made('f-jpg-cut', 'check', primary(5508, 'Bild.jpg', lambda: jpeg()[:700], '022'))
made('f-jpg-zero-tail', 'check', primary(5509, 'Bild.jpg', lambda: jpeg()[:400] + b'\0' * 4000, '022'))
made('f-gif-cut', 'check', primary(5510, 'Bild.gif', lambda: gif()[:-6], '020'))
made('f-pptx-locked', 'check', primary(5511, 'Vortrag.pptx', locked_docx, '037'))
made('f-odt-without-content', 'check', primary(5512, 'Text.odt', lambda: zipped([('mimetype', 'application/vnd.oasis.opendocument.text'), ('META-INF/manifest.xml', '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>')]), '015'))
made('f-docx-inner-part-damaged', 'check', primary(5513, 'Text.docx', damaged_docx, '035'))
made('f-text-of-zeros', 'check', primary(5514, 'Notiz.txt', b'\0' * 900, '031'))
made('f-msg-cut', 'check', primary(5515, 'Mail.msg', lambda: ole([('__properties_version1.0', b'\0' * 4096), ('__substg1.0_1000001F', b'A\0' * 4096)])[:3000], '010'))


@case('check')
def f_whole_jpg_gif(d):
    a = plain(5516)
    for name, data, code in (('Bild.jpg', jpeg(), '022'), ('Bild.gif', gif(), '020')):
        a[0]['cases'][0]['docs'].append(document('Bild', uid() + '_' + name, data))
        a[0]['cases'][0]['docs'][-1]['code'] = code
    e, n = entries(a)
    return box(d, e, n)


made('f-shortcut-as-document', 'check', primary(5517, 'Plan.lnk', struct.pack('<I', 0x4c) + bytes.fromhex('0114020000000000c000000000000046') + b'\0' * 200))


# ---- plausibility ------------------------------------------------------------------------------------------------------------
def odd(seed, how):
    def make(d):
        a = plain(seed)
        how(a[0])
        e, n = entries(a)
        return box(d, e, n)
    return make


def subject(text):
    return lambda a: a['cases'][0].update(title=text)


made('f-subject-html-entities', 'check', odd(5601, subject('Gr&ouml;&szlig;e der Stra&szlig;e')))
made('f-subject-mail-encoded', 'check', odd(5602, subject('=?iso-8859-1?Q?Gr=F6=DFe_der_Stra=DFe?=')))
made('f-subject-percent-encoded', 'check', odd(5603, subject('Gr%C3%B6%C3%9Fe der Stra%C3%9Fe')))
made('f-subject-quoted-printable', 'check', odd(5604, subject('Gr=C3=B6=C3=9Fe der Stra=C3=9Fe')))
made('f-subject-json-escaped', 'check', odd(5605, subject('Gr\\u00f6\\u00dfe der Stra\\u00dfe')))
made('f-subject-like-encoded-but-right', 'check', odd(5606, lambda a: (a['cases'][0].update(title='Anteil 50 % A&O; R&D, E=mc2, Pfad C:\\ufer\\u12; Preis = 20'), a['cases'][1].update(title='Förderung 100%Ökostrom & Gas; 2=B'))))
made('f-akte-title-twice-encoded', 'check', odd(5607, lambda a: a.update(title='Größe der Höfe'.encode().decode('cp1252'))))
made('f-period-without-end-9999', 'check', odd(5608, lambda a: a['cases'][0].update(end='9999-12-31')))
made('f-period-from-tomorrow', 'check', odd(5609, lambda a: a['cases'][0].update(begin=str(datetime.date.today() + datetime.timedelta(400)), end=str(datetime.date.today() + datetime.timedelta(900)))))


# ---- the same again ------------------------------------------------------------------------------------------------------------
@case('again')
def f_again_the_offer(d):
    offer(d + '/1', 5701)
    shutil.copytree(d + '/1', d + '/2')
    return d


@case('again')
def f_again_corrected_file(d):
    process, a = uid(), plain(5702)
    e, n = entries(a, process=process)
    box(d + '/1', e[:-1], n)
    box(d + '/2', e, n)
    return d


@case('again')
def f_again_one_of_two(d):
    e, n = entries(plain(5703))
    box(d + '/1', e, n)
    box(d + '/2', e, n)
    one_box(d + '/2', 5704)
    return d
