"""A sixth set of drops, of classes the earlier sets lack: documents sealed for somebody else (S/MIME, OpenPGP, CMS), sound, film and pictures of further formats, PDFs as other
writers make them, mails, other kinds than messages as drops with papers, folders in odd states, further forms of digest lists. Written from the words of 000 to 004, xdomea,
RFC 8551, RFC 9580, RFC 2046, RIFF, ISO 14496-12, ISO 32000-1 and ISO 28500; the expectations in sixth.tsv were committed before the program was asked. Imports nothing of the
product."""
import base64, gzip, hashlib, os, shutil, struct, subprocess, tempfile, zlib
from akten import *
from variants import CASES, LEFT_OUT, box, case, spoil, with_slip
from second import bag, companies, crawl, sums
from third import laws
from fourth import beside, made, one_box, primary
from fifth import PLAIN, refitted

rand = lambda n: bytes(rnd.getrandbits(8) for _ in range(n))


# ---- sealed for somebody else (4: what nobody can open is an error, by name) -------------------------------------------------------
def der(tag, *inside):
    body = b''.join(inside)
    n = len(body)
    return bytes([tag]) + (bytes([n]) if n < 128 else bytes([0x82]) + struct.pack('>H', n)) + body


OID_ENVELOPED, OID_SIGNED, OID_DATA = bytes.fromhex('06092a864886f70d010703'), bytes.fromhex('06092a864886f70d010702'), bytes.fromhex('06092a864886f70d010701')


def enveloped():
    """EnvelopedData of RFC 5652 for one receiver, the content as AES-128-CBC."""
    issuer = der(0x30, der(0x30), der(2, b'\1'))
    receiver = der(0x30, der(2, b'\0'), issuer, der(0x30, bytes.fromhex('06092a864886f70d010101'), der(5)), der(4, rand(256)))
    content = der(0x30, OID_DATA, der(0x30, bytes.fromhex('0609608648016503040102'), der(4, rand(16))), der(0x80, rand(800)))
    return der(0x30, OID_ENVELOPED, der(0xa0, der(0x30, der(2, b'\0'), der(0x31, receiver), content)))


def signed(data):
    """SignedData that holds what is signed; nobody's certificate is in it."""
    return der(0x30, OID_SIGNED, der(0xa0, der(0x30, der(2, b'\1'), der(0x31), der(0x30, OID_DATA, der(0xa0, der(4, data))), der(0x31))))


def mail(kind, body, *more, subject='Abgabe', close=True):
    head = 'From: Amt <amt@amt.example>\r\nTo: archiv@archiv.example\r\nSubject: %s\r\nDate: Tue, 01 Mar 2016 10:00:00 +0100\r\nMIME-Version: 1.0\r\n' % subject
    return (head + 'Content-Type: ' + kind + '\r\n' + ''.join(m + '\r\n' for m in more) + '\r\n').encode() + body


def in64(data):
    return base64.encodebytes(data).replace(b'\n', b'\r\n')


def packet(tag, body):
    return bytes([0xc0 | tag, 255]) + struct.pack('>I', len(body)) + body


def pgp():
    """A session key for one receiver and what it encrypts (RFC 9580, packets 1 and 18)."""
    return packet(1, b'\3' + rand(8) + b'\1\x08\0' + rand(256)) + packet(18, b'\1' + rand(900))


def armored():
    return b'-----BEGIN PGP MESSAGE-----\r\n\r\n' + in64(pgp()) + b'=abcd\r\n-----END PGP MESSAGE-----\r\n'


def locked_zip():
    b = bytearray(zipped([('Gutachten.pdf', pdf('Gutachten'))]))
    for mark, at in ((b'PK\3\4', 6), (b'PK\1\2', 8)):
        b[b.index(mark) + at] |= 1
    return bytes(b)


def for_one_certificate():
    """A PDF whose document security is by certificate (ISO 32000-1, 7.6.4)."""
    p = PLAIN[:PLAIN.rindex(b'xref\n', 0, PLAIN.rindex(b'startxref'))]
    p += b'6 0 obj\n<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 2/Length 128/Recipients[<' + enveloped().hex().encode() + b'>]>>\nendobj\n'
    return refitted(p + PLAIN[PLAIN.rindex(b'xref\n', 0, PLAIN.rindex(b'startxref')):].replace(b'/Root 1 0 R', b'/Root 1 0 R/Encrypt 6 0 R').replace(b'/Size 6', b'/Size 7'))


made('h-mail-encrypted', 'check', primary(7001, 'Mail.eml', lambda: mail('application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', in64(enveloped()), 'Content-Transfer-Encoding: base64'), '010'))
made('h-mail-signed-opaque', 'check', primary(7002, 'Mail.eml', lambda: mail('application/pkcs7-mime; smime-type=signed-data; name=smime.p7m', in64(signed(b'Content-Type: text/plain\r\n\r\nGuten Tag\r\n')), 'Content-Transfer-Encoding: base64'), '010'))
made('h-mail-signed-clear', 'check', primary(7003, 'Mail.eml', lambda: mail('multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=g', b'--g\r\nContent-Type: text/plain\r\n\r\nGuten Tag\r\n--g\r\n'
     b'Content-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Transfer-Encoding: base64\r\n\r\n' + in64(signed(b'')) + b'--g--\r\n'), '010'))
made('h-mail-by-pgp', 'check', primary(7004, 'Mail.eml', lambda: mail('multipart/encrypted; protocol="application/pgp-encrypted"; boundary=g', b'--g\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--g\r\n'
     b'Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n' + armored() + b'--g--\r\n'), '010'))
made('h-pgp-binary', 'check', primary(7005, 'Gutachten.pdf.gpg', pgp, '100'))
made('h-pgp-armored', 'check', primary(7006, 'Gutachten.pdf.asc', armored, '100'))
made('h-cms-encrypted', 'check', primary(7007, 'Gutachten.pdf.p7m', enveloped, '100'))
made('h-zip-with-password-as-document', 'check', primary(7008, 'Gutachten.zip', locked_zip, '100'))
made('h-pdf-for-a-certificate', 'check', primary(7009, 'Gutachten.pdf', for_one_certificate))


# ---- sound, film, pictures --------------------------------------------------------------------------------------------------------
def riff(kind, *chunks):
    body = kind + b''.join(k + struct.pack('<I', len(v)) + v + b'\0' * (len(v) % 2) for k, v in chunks)
    return b'RIFF' + struct.pack('<I', len(body)) + body


def wave():
    return riff(b'WAVE', (b'fmt ', struct.pack('<HHIIHH', 1, 1, 8000, 16000, 2, 16)), (b'data', b'\0\1' * 4000))


def webp():
    """VP8L, 1 x 1: a picture without loss whose codes are all of one symbol."""
    return riff(b'WEBP', (b'VP8L', b'\x2f\0\0\0\0\x88\x88\x08\x08' + b'\0' * 12))


def part(kind, body):
    return struct.pack('>I', 8 + len(body)) + kind + body


def film(whole=True):
    head = part(b'ftyp', b'isom\0\0\2\0isomiso2mp41')
    movie = part(b'moov', part(b'mvhd', b'\0' * 12 + struct.pack('>II', 1000, 1000) + b'\0\1\0\0\1\0' + b'\0' * 10 + struct.pack('>9I', 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000) + b'\0' * 24 + b'\0\0\0\2'))
    data = part(b'mdat', b'\x55' * 3000)
    return head + movie + data if whole else (head + data)[:2000]


def bmp():
    pixels = b'\x80' * (16 * 16 * 3)
    return b'BM' + struct.pack('<IHHI', 54 + len(pixels), 0, 0, 54) + struct.pack('<IiiHHIIiiII', 40, 16, 16, 1, 24, 0, len(pixels), 2835, 2835, 0, 0) + pixels


def big_tiff():
    data, tags, at = b'\x80' * 4096, b'', 16 + 8 + 10 * 20 + 8
    for tag, kind, value in ((256, 3, 64), (257, 3, 64), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 16, at), (277, 3, 1), (278, 4, 64), (279, 16, 4096), (296, 3, 2)):
        tags += struct.pack('<HHQQ', tag, kind, 1, value)
    return b'II+\0\x08\0\0\0' + struct.pack('<QQ', 16, 10) + tags + struct.pack('<Q', 0) + data


def wrong_sum(b):
    b = bytearray(b)
    b[b.index(b'IDAT') + 40] ^= 0xff
    return bytes(b)


MEDIA = (('wav-right', 'Ton.wav', wave), ('wav-cut', 'Ton.wav', lambda: wave()[:900]), ('wav-of-zeros', 'Ton.wav', lambda: b'\0' * 5000), ('webp-right', 'Bild.webp', webp),
         ('mp4-right', 'Film.mp4', film), ('mp4-cut-before-its-index', 'Film.mp4', lambda: film(False)), ('bmp-right', 'Bild.bmp', bmp), ('bmp-cut', 'Bild.bmp', lambda: bmp()[:300]),
         ('bigtiff-right', 'Karte.tif', big_tiff), ('png-damaged-inside', 'Bild.png', lambda: wrong_sum(png())), ('png-bytes-behind', 'Bild.png', lambda: png() + b'Kamera 7\0' * 9),
         ('mp3-right', 'Ton.mp3', lambda: (b'\xff\xfb\x90\x64' + b'\0' * 413) * 20), ('xml-of-a-table-right', 'Tabelle.xml', lambda: b'<?xml version="1.0"?>\n<t><z>1</z></t>'))
for k, (name, file, data) in enumerate(MEDIA):
    made('h-' + name, 'check', primary(7020 + k, file, data, '100'))


# ---- PDFs as other writers make them; right is right (5), cut is cut (4) -------------------------------------------------------------
def appended():
    """An incremental update: the page once more, with its own table that leads to the first (ISO 32000-1, 7.5.6)."""
    before = int(PLAIN[PLAIN.rindex(b'startxref') + 9:].split()[0])
    page = PLAIN[PLAIN.index(b'3 0 obj'):PLAIN.index(b'endobj', PLAIN.index(b'3 0 obj')) + 7]
    at, out = len(PLAIN), PLAIN + page
    return out + b'xref\n3 1\n%010d 00000 n \ntrailer\n<</Size 6/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n' % (at, before, len(out))


def streamed_table():
    """PDF 1.5: the table of places is a stream of its own (7.5.8)."""
    body = PLAIN[:PLAIN.rindex(b'xref\n', 0, PLAIN.rindex(b'startxref'))].replace(b'%PDF-1.4', b'%PDF-1.5')
    places = [body.index(b'\n%d 0 obj' % n) + 1 for n in range(1, 6)]
    rows = zlib.compress(b'\0\0\0\0\xff' + b''.join(b'\1' + struct.pack('>IB', p, 0)[1:] for p in places + [len(body)]))
    return body + b'6 0 obj\n<</Type/XRef/Size 7/W[1 3 1]/Root 1 0 R/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n' % (len(rows), rows, len(body))


def qpdf(*how):
    with tempfile.TemporaryDirectory() as t:
        put(t + '/a.pdf', PLAIN)
        subprocess.run(['qpdf', *how, t + '/a.pdf', t + '/b.pdf'], check=True)
        return read(t + '/b.pdf')


made('h-pdf-appended', 'check', primary(7041, 'Gutachten.pdf', appended))
made('h-pdf-appended-cut', 'check', primary(7042, 'Gutachten.pdf', lambda: appended()[:len(PLAIN) + 60]))
made('h-pdf-table-is-a-stream', 'check', primary(7043, 'Gutachten.pdf', streamed_table))
made('h-pdf-place-of-table-wrong', 'check', primary(7044, 'Gutachten.pdf', PLAIN[:PLAIN.rindex(b'startxref')] + b'startxref\n99\n%%EOF\n'))
made('h-pdf-with-a-file-inside', 'check', primary(7045, 'Gutachten.pdf', refitted(PLAIN.replace(b'/Pages 2 0 R', b'/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a.txt)<</Type/Filespec/F(a.txt)>>]>>>>', 1))))
for name, how in (('h-pdf-linearized', ('--linearize',)), ('h-pdf-objects-in-streams', ('--object-streams=generate',))):
    made(name, 'check', primary(7050 + len(name), 'Gutachten.pdf', lambda how=how: qpdf(*how)))
    if not shutil.which('qpdf'):
        LEFT_OUT.add(name)


# ---- mails (A28) ----------------------------------------------------------------------------------------------------------------------
def mixed(*parts, close=True):
    return b''.join(b'--g\r\n' + p + b'\r\n' for p in parts) + (b'--g--\r\n' if close else b'')


def attached(name, data):
    return ('Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="%s"\r\nContent-Transfer-Encoding: base64\r\n\r\n' % name).encode() + in64(data)


HELLO = b'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n' + 'Schöne Grüße'.encode('latin1')
made('h-mail-latin1', 'check', primary(7061, 'Mail.eml', lambda: mail('text/plain; charset=iso-8859-1', 'Schöne Grüße\r\n'.encode('latin1'), 'Content-Transfer-Encoding: 8bit'), '010'))
made('h-mail-with-attachment', 'check', primary(7062, 'Mail.eml', lambda: mail('multipart/mixed; boundary=g', mixed(HELLO, attached('Plan.pdf', pdf('Plan')))), '010'))
made('h-mail-attachment-cut', 'check', primary(7063, 'Mail.eml', lambda: mail('multipart/mixed; boundary=g', mixed(HELLO, attached('Plan.pdf', pdf('Plan')), close=False)[:900]), '010'))
made('h-mail-attachment-locked', 'check', primary(7064, 'Mail.eml', lambda: mail('multipart/mixed; boundary=g', mixed(HELLO, attached('Plan.docx', locked_docx()))), '010'))
made('h-mail-mailbox-of-three', 'check', primary(7065, 'Postfach.mbox', lambda: b''.join(b'From amt@amt.example Tue Mar  1 10:00:0%d 2016\n' % k + mail('text/plain', b'Guten Tag\n').replace(b'\r\n', b'\n') + b'\n' for k in range(3)), '100'))


# ---- other kinds as drops (1; P0a, P1a, P2a) -------------------------------------------------------------------------------------------
META = ('<?xml version="1.0" encoding="utf-8"?>\n<siardArchive xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd" version="2.1"><dbname>Bau</dbname><dataOwner>%s</dataOwner>'
        '<dataOriginTimespan>1999 bis 2009</dataOriginTimespan><archivalDate>2020-02-02</archivalDate><schemas><schema><name>S</name><folder>schema0</folder><tables><table><name>T</name>'
        '<folder>table0</folder><columns><column><name>A</name><type>INTEGER</type><nullable>true</nullable></column></columns><rows>1</rows></table></tables></schema></schemas></siardArchive>' % OFFICE)
TABLE = '<?xml version="1.0"?>\n<table xmlns="http://www.bar.admin.ch/xmlns/siard/2/table.xsd" version="2.1"><row><c1>1</c1></row></table>'

XSD = ('<?xml version="1.0"?>\n<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.bar.admin.ch/xmlns/siard/2/table.xsd" targetNamespace="http://www.bar.admin.ch/xmlns/siard/2/table.xsd" '
       'elementFormDefault="qualified"><xs:element name="table"><xs:complexType><xs:sequence><xs:element name="row" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>'
       '<xs:element name="c1" type="xs:integer" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:sequence><xs:attribute name="version"/></xs:complexType></xs:element></xs:schema>')


def siard(value='1'):
    return zipped([('content/', b''), ('content/schema0/table0/table0.xml', TABLE.replace('<c1>1<', '<c1>%s<' % value)), ('content/schema0/table0/table0.xsd', XSD), ('header/', b''), ('header/metadata.xml', META),
                   ('header/siardversion/2.1/', b'')], zipfile.ZIP_STORED)


def export_list(*files):
    """A list whose one unit is the export, as P0a.6.2 lets it be drawn from the metadata."""
    a = [akte('FV-1', 'Fachverfahren Bau', [vorgang('FV-1/1', 'Export Bau', [document('Export', n, x) for n, x in files], '1999-01-01', '2009-12-31')])]
    return transfer_list(a)


def exported(d, digest=None, listed_as=None):
    put(d + '/fach.siard', siard())
    put(d + '/Ab_Lis.xml', export_list(('fach.siard', listed_as or siard())))
    put(d + '/el_Lauf.xml', slip(d + '/fach.siard', digest=digest))
    return d


made('h-siard-with-slip-and-list', 'check', exported)
made('h-siard-with-slip-asked', 'propose', exported)
made('h-siard-slip-digest-wrong', 'check', lambda d: exported(d, 'ab' * 32))
made('h-siard-list-digest-wrong', 'check', lambda d: exported(d, listed_as=b'anders'))


def laid(d, *files):
    for n, x in files:
        put(d + '/' + n, x)
    return d


made('h-siard-letter-and-sums-right', 'check', lambda d: laid(d, ('fach.siard', siard()), ('Anschreiben.pdf', pdf('Brief')), ('SHA256SUMS', sums([('fach.siard', siard())]))))
made('h-siard-letter-and-sums-wrong', 'check', lambda d: laid(d, ('fach.siard', siard()), ('Anschreiben.pdf', pdf('Brief')), ('SHA256SUMS', sums([('fach.siard', b'x')]))))
made('h-siard-cut-beside-message', 'check', lambda d: beside(d, 7101, ('fach.siard', siard()[:700])))
made('h-siard-in-zip-with-letter', 'check', lambda d: put(d + '/alles.zip', zipped([('Abgabe/fach.siard', siard()), ('Abgabe/Anschreiben.docx', docx('Brief'))])))
made('h-two-siards', 'check', lambda d: laid(d, ('a.siard', siard()), ('b.siard', siard('2'))))
made('h-siard-twice', 'check', lambda d: laid(d, ('a.siard', siard()), ('Kopie/a.siard', siard())))
made('h-crawl-with-its-index-and-log', 'check', lambda d: laid(d, ('sicherung.warc.gz', crawl()), ('sicherung.cdx', b' CDX N b a m s k r M S V g\namt.example)/ 20200202100000 https://amt.example/ text/html 200 A - - 300 200 sicherung.warc.gz\n'), ('crawl.log', b'2020-02-02T10:00:00.000Z 200 40 https://amt.example/ - - text/html\n')))
made('h-crawl-in-zip-with-letter', 'check', lambda d: put(d + '/web.zip', zipped([('web/sicherung.warc.gz', crawl()), ('web/Begleitschreiben.pdf', pdf('Brief'))])))
made('h-crawl-sums-wrong', 'check', lambda d: laid(d, ('sicherung.warc.gz', crawl()), ('sicherung.warc.gz.md5', hashlib.md5(b'x').hexdigest() + '  sicherung.warc.gz\n')))
made('h-bag-in-zip-sums-wrong', 'check', lambda d: (bag(d + '/t'), laid(d, ('tasche.zip', zipped([(os.path.relpath(os.path.join(r, f), d + '/t'), read(os.path.join(r, f))) for r, _, fs in os.walk(d + '/t') for f in fs])),
     ('tasche.zip.sha256', 'ab' * 32 + '  tasche.zip\n')), shutil.rmtree(d + '/t'), d)[-1])
made('h-bag-twice', 'check', lambda d: (bag(d, name='tasche'), shutil.copytree(d + '/tasche', d + '/tasche - Kopie'), d)[-1])
made('h-bag-and-siard-and-message', 'check', lambda d: (bag(d), laid(beside(d, 7102), ('fach.siard', siard())))[-1])
made('h-bag-and-siard-and-message-taken', 'taken', lambda d: (bag(d), laid(beside(d, 7103), ('fach.siard', siard())))[-1])
made('h-laws-and-letter', 'check', lambda d: laid(laws(d), ('Anschreiben.pdf', pdf('Brief'))))
made('h-companies-and-letter', 'check', lambda d: (companies(d), laid(d, ('Anschreiben.pdf', pdf('Brief'))))[-1])
made('h-companies-in-two-parts', 'check', lambda d: (companies(d + '/1'), companies(d + '/2'), d)[-1])


# ---- folders in odd states (1, 5; G5) ---------------------------------------------------------------------------------------------------
def odd(seed, do):
    def make(d):
        one_box(d, seed)
        do(d)
        return d
    return make


made('h-pipe-beside', 'check', odd(7111, lambda d: os.mkfifo(d + '/Rohr')))
made('h-link-to-nothing-beside', 'check', odd(7112, lambda d: os.symlink('gibt/es/nicht.pdf', d + '/Verweis.pdf')))
made('h-link-to-the-folder-itself', 'check', odd(7113, lambda d: os.symlink('.', d + '/Kreis')))
made('h-link-to-a-file-inside', 'check', odd(7114, lambda d: os.symlink([n for n in os.listdir(d) if n.endswith('.zip')][0], d + '/Neueste.zip')))
made('h-second-name-of-one-file', 'check', odd(7115, lambda d: os.link(d + '/' + [n for n in os.listdir(d) if n.endswith('.zip')][0], d + '/auch so.zip')))


@case('check')
def h_folder_twelve_deep(d):
    return (one_box(d + '/' + '/'.join('Ebene %d der Ablage' % k for k in range(12)), 7116), d)[-1]


# ---- what a message says of itself (3, 7) -------------------------------------------------------------------------------------------------
def said(seed, change, version='3.0.0', name=None, files=lambda e: e):
    def make(d):
        e, n = entries(plain(seed), version=version)
        e = [((name(e[0][0]) if name else e[0][0]), change(e[0][1].decode()).encode())] + files(e[1:])
        return box(d, e, n)
    return make


def first_file(s, new):
    at = s.index('<x:Dateiname>') + len('<x:Dateiname>')
    return s[:at] + new + s[s.index('<', at):]


made('h-process-of-the-name-is-another', 'check', said(7121, lambda s: s, name=lambda n: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee' + n[36:]))
made('h-file-named-above-the-container', 'check', said(7122, lambda s: first_file(s, '../../draussen.pdf')))
made('h-file-named-by-an-address', 'check', said(7123, lambda s: first_file(s, 'https://akte.amt.example/plan.pdf')))
made('h-file-named-by-a-place-of-the-office', 'check', said(7124, lambda s: first_file(s, '\\\\server\\akten\\plan.pdf')))
made('h-file-of-no-name', 'check', said(7125, lambda s: first_file(s, '')))
made('h-place-of-schema-named', 'check', said(7126, lambda s: s.replace(' xmlns:x=', ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:xoev-de:xdomea:schema:3.0.0 C:\\xsd\\xdomea.xsd" xmlns:x=', 1)))
made('h-written-tomorrow', 'check', said(7127, lambda s: s.replace('2026-02-03T10:11:12', '2099-02-03T10:11:12')))
made('h-no-digest-in-four', 'check', said(7128, lambda s: __import__('re').sub(r'<x:Hash>.*?</x:Hash>', '', s), '4.0.0'))


@case('check')
def h_rated_to_be_destroyed(d):
    a = plain(7129)
    a[0]['cases'][1]['rating'] = 'V'
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def h_two_messages_in_one_zip(d):
    e, _ = entries(plain(7130))
    f, _ = entries(plain(7131))
    return box(d, e + f, 'Abgabe')


@case('check')
def h_two_names_differ_in_case_only(d):
    a = plain(7132)
    for name, text in (('Lageplan.pdf', 'eins'), ('LAGEPLAN.pdf', 'zwei')):
        a[0]['cases'][0]['docs'].append(document(text, name, pdf(text)))
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def h_one_vorgang_in_both_parts(d):
    process, a = uid(), plain(7133)
    e, _ = entries(a, process=process)
    box(d, e, process + '_1')
    a[0]['cases'] = a[0]['cases'][:1]
    a[0]['cases'][0]['title'] = 'Anders betitelt'
    e, _ = entries(a, process=process, when='2026-02-04T10:11:12')
    box(d, e, process + '_2')
    return d


# ---- names (6) -------------------------------------------------------------------------------------------------------------------------------
def called(seed, name, came):
    def make(d):
        a = plain(seed)
        full = uid() + '_' + name
        a[0]['cases'][0]['docs'].append(document('Plan', full, pdf('Plan')))
        e, n = entries(a)
        return box(d, [(x.replace(name, came), y) if x == full else (x, y) for x, y in e], n)
    return make


made('h-name-sharp-s', 'check', called(7141, 'Straßenplan.pdf', 'Strassenplan.pdf'))
made('h-name-ending-twice', 'check', called(7142, 'Lageplan.pdf', 'Lageplan.pdf.pdf'))
made('h-name-ending-txt-behind', 'check', called(7143, 'Lageplan.pdf', 'Lageplan.pdf.txt'))
made('h-name-full-width', 'check', called(7144, 'Plan(1).pdf', 'Plan（1）.pdf'))
made('h-name-ends-in-jpeg', 'check', called(7145, 'Lageplan.jpeg', 'Lageplan.jpg'))
made('h-name-number-differs', 'check', called(7146, 'Plan 12.pdf', 'Plan 13.pdf'))


# ---- digests in further spellings (P2.5) ------------------------------------------------------------------------------------------------------
def digest(data):
    return hashlib.sha256(data).hexdigest()


FORMS = {
    'colons': lambda n, b: ('Pruefsummen.txt', '%s: %s\r\n' % (n, ':'.join(digest(b)[i:i + 2] for i in range(0, 64, 2)))),
    'pairs': lambda n, b: ('Pruefsummen.txt', 'Datei: %s\r\nSHA-256: %s\r\n' % (n, ' '.join(digest(b)[i:i + 2] for i in range(0, 64, 2)).upper())),
    'integrity': lambda n, b: ('integrity.txt', 'sha256-%s %s\n' % (base64.b64encode(hashlib.sha256(b).digest()).decode(), n)),
    'yaml': lambda n, b: ('pruefsummen.yaml', 'dateien:\n  - name: %s\n    groesse: %d\n    sha256: %s\n' % (n, len(b), digest(b))),
    'page': lambda n, b: ('Pruefsummen.html', '<!DOCTYPE html><table><tr><th>Datei</th><th>SHA-256</th></tr><tr><td>%s</td><td>%s</td></tr></table>' % (n, digest(b))),
    'table': lambda n, b: ('Dateien.tsv', 'Nr.\tDateiname\tBytes\tDatum\tSHA256\r\n1\t%s\t%d\t01.02.2026\t%s\r\n' % (n, len(b), digest(b))),
}


def summed(form, right, seed):
    def make(d):
        at = one_box(d, seed)
        name, text = FORMS[form](os.path.basename(at), read(at) if right else read(at) + b'x')
        put(d + '/' + name, text)
        return d
    return make


for k, form in enumerate(FORMS):
    made('h-sums-%s-right' % form, 'check', summed(form, True, 7151 + 2 * k))
    made('h-sums-%s-wrong' % form, 'check', summed(form, False, 7152 + 2 * k))


# ---- the same again (1) -------------------------------------------------------------------------------------------------------------------------
def again(first, second):
    return lambda d: (first(d + '/1'), second(d + '/2'), d)[-1]


made('h-again-siard-renamed', 'again', again(lambda d: laid(d, ('fach.siard', siard())), lambda d: laid(d, ('Bau 2009.siard', siard()))))
made('h-again-crawl', 'again', again(lambda d: (rnd.seed(5), laid(d, ('s.warc.gz', CRAWL())))[-1], lambda d: laid(d, ('s.warc.gz', CRAWL()))))
made('h-again-bag-as-zip', 'again', again(lambda d: (rnd.seed(6), bag(d))[-1], lambda d: (rnd.seed(6), bag(d + '/t'), put(d + '/tasche.zip', zipped([(os.path.relpath(os.path.join(r, f), d + '/t'), read(os.path.join(r, f)))
     for r, _, fs in os.walk(d + '/t') for f in fs])), shutil.rmtree(d + '/t'), d)[-1]))
KEPT = []


def CRAWL():
    """The same bytes each time it is asked: a crawl draws its ids."""
    if not KEPT:
        KEPT.append(crawl())
    return KEPT[0]
