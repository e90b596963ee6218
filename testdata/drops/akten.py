"""Deliveries of e-Akten as an office's own export would write them: xdomea 3.0.0 and 4.0.0, slip, list, and the files of the trade, whole and spoilt. Written from the
words of the standard and of the Saxon concept (P1 to P3); imports nothing of the product and nothing of ../shared."""
import hashlib, io, os, random, struct, sys, tarfile, uuid, zipfile, zlib
from xml.sax.saxutils import escape

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../make/foreign'))
from material import pdf

OFFICE, KEY = 'Amt für Flurneuordnung Musterland', '14713'
rnd = random.Random(1)


def uid():
    return str(uuid.UUID(int=rnd.getrandbits(128), version=4))


# ---- records -----------------------------------------------------------------------------------------------------------
def document(title, name=None, data=None, date='2016-03-01', **more):
    """One Dokument; name None = no file at all, code of the list of formats 018 = PDF/A."""
    return dict(kind='Dokument', id=uid(), title=title, file=name, data=data, date=date, more=[], code='018', **more)


def vorgang(ref, title, docs, begin='2016-01-04', end='2017-10-30', rating='A', sub=(), **more):
    return dict(kind='Vorgang', id=uid(), ref=ref, title=title, docs=list(docs), begin=begin, end=end, rating=rating, sub=list(sub), **more)


def akte(ref, title, cases, parts=(), begin='2015-01-01', end='2018-12-31', docs=()):
    return dict(kind='Akte', id=uid(), ref=ref, title=title, cases=list(cases), parts=list(parts), begin=begin, end=end, docs=list(docs))


def one(title, name='Schreiben.pdf', **more):
    """A Dokument with a PDF/A of its own."""
    return document(title, uid() + '_' + name, pdf(title + str(rnd.random())), **more)


def plain(seed, cases=2):
    """An Akte with some Vorgänge of two documents each: nothing is wrong with it."""
    rnd.seed(seed)
    return [akte('77-%d' % seed, 'Flurbereinigung Gemarkung %d' % seed, [
        vorgang('77-%d/%d' % (seed, n), 'Wegebau Abschnitt %d' % n, [one('Anschreiben %d' % n), one('Bescheid %d' % n, 'Bescheid.pdf', date='2016-05-0%d' % n)])
        for n in range(1, cases + 1)])]


def docs_of(records):
    for a in records:
        for c in walk_cases([a]):
            yield from deep(c)
        yield from a.get('docs', [])


def deep(c):
    for d in c['docs']:
        yield d
        yield from d['more']
    for s in c['sub']:
        yield from deep(s)


def walk_cases(records):
    for a in records:
        yield from a['cases']
        yield from walk_cases(a['parts'])


# ---- xdomea ------------------------------------------------------------------------------------------------------------
NAMES = {'0501': 'Aussonderung.Anbieteverzeichnis.0501', '0503': 'Aussonderung.Aussonderung.0503'}


class Writer:
    """Writes the XML of one message; files are the primary documents that belong to it."""
    def __init__(self, version):
        self.four, self.out, self.files = version.startswith('4'), [], {}

    def tag(self, name, *inside):
        return '<x:%s>%s</x:%s>' % (name, ''.join(inside), name)

    def text(self, name, value):
        return self.tag(name, escape(value)) if value else ''

    def coded(self, name, urn, code, version='1.0'):
        return '<x:%s listURI="urn:xoev-de:xdomea:codeliste:%s" listVersionID="%s"><code>%s</code></x:%s>' % (name, urn, version, code, name) if code else ''

    def ident(self, o, n):
        return self.tag('Identifikation', self.text('xdomeaUUID' if self.four else 'ID', o['id']), self.text('NummerImUebergeordnetenContainer', str(n)))

    def general(self, o, plan=''):
        return self.tag('AllgemeineMetadaten', self.text('Betreff', o['title']), self.text('Kennzeichen', o.get('ref')), self.coded('Medium', 'medium', o.get('medium')),
                        self.tag('Aktenplaneinheit', self.text('Kennzeichen', plan)) if plan else '')

    def rating(self, o):
        if not o.get('rating'):
            return ''
        return self.tag('Aussonderungsmetadaten' if self.four else 'ArchivspezifischeMetadaten',
                        self.tag('Aussonderungsart', self.coded('Aussonderungsart', 'aussonderungsart', o['rating'])))

    def period(self, o):
        return self.tag('Laufzeit', self.text('Beginn', o['begin']), self.text('Ende', o['end'])) if o['begin'] or o['end'] else ''

    def version(self, d):
        if not d['file']:
            return ''
        self.files[d['file']] = d['data']
        digest = self.tag('Hash', self.text('Wert', hashlib.sha256(d['data']).hexdigest()), '<x:Algorithmus listURI="urn:xoev-de:kosit:codeliste:xta.serviceprofile.kryptographische-algorithmen" '
                          'listVersionID="1.0.0"><code>SHA-256</code></x:Algorithmus>') if self.four else ''
        return self.tag('Version', self.text('Nummer', '1'), self.tag('Format', self.coded('Name', 'dateiformat', d['code'], '2.0' if self.four else '1.0'), self.text('Version', '1'),
                        self.tag('Primaerdokument', self.text('Dateiname', d['file']), digest)))

    def document(self, d, n, files):
        more = ''
        if files:
            for k, a in enumerate(d['more'], 1):
                inner = self.ident(a, k) + self.general(a) + self.version(a)
                more += self.tag('Anlage', self.tag('Dokument', inner) if self.four else inner)
        version = self.version(d) if files else ''
        inner = self.tag('Dokument', self.ident(d, n), self.general(d), self.text('DatumDesSchreibens', d['date']), self.text('Typ', 'Schreiben'),
                         more + version if self.four else version + more)
        return self.tag('DokumentOderDokumentMitSchriftstueck', inner) if self.four else inner

    def case(self, c, n, files, name='Vorgang'):
        return self.tag(name, self.ident(c, n), self.text('Kontextobjekt', '0' if self.four else ''), self.general(c), self.rating(c), self.text('Typ', 'Vorgang'), self.period(c),
                        *[self.document(d, k, files) for k, d in enumerate(c['docs'], 1)], *[self.case(s, k, files, 'Teilvorgang') for k, s in enumerate(c['sub'], 1)])

    def akte(self, a, n, files, name='Akte'):
        inside = [self.document(d, k, files) for k, d in enumerate(a['docs'], 1)] + [self.case(c, k, files) for k, c in enumerate(a['cases'], 1)]
        inside += [self.akte(p, k, files, 'Teilakte') for k, p in enumerate(a['parts'], 1)]
        return self.tag(name, self.ident(a, n), self.text('Kontextobjekt', '0' if self.four else ''), self.general(a, a['ref'].split('-')[0]), self.rating(a), self.period(a),
                        self.tag('Akteninhalt', *inside) if inside else '')

    def party(self, name, title, key):
        return self.tag(name, self.tag('Behoerdenkennung', '<x:Behoerdenschluessel listURI="urn:de:stellen" listVersionID="1"><code>%s</code></x:Behoerdenschluessel>' % key),
                        self.tag('Institution', self.text('Name', title), self.text('Kurzbezeichnung', title[:3])))

    def head(self, kind, process, when):
        receipt = '<x:Empfangsbestaetigung>1</x:Empfangsbestaetigung>'
        wishes = '<x:Importbestaetigung>1</x:Importbestaetigung><x:RueckmeldungArchivkennung>1</x:RueckmeldungArchivkennung>' + receipt if kind == '0503' else receipt
        if not self.four:
            return self.tag('Kopf', self.text('ProzessID', process), self.coded('Nachrichtentyp', 'nachrichtentyp', kind, '2.0'), self.text('Erstellungszeitpunkt', when),
                            self.party('Absender', OFFICE, KEY), self.party('Empfaenger', 'Landesarchiv Musterland', 'LAM'),
                            self.tag('SendendesSystem', self.text('Produktname', 'Flurakte'), self.text('Version', '9')), wishes)
        return ('<x:nachrichtenkopf><x:identifikation.nachricht><nachrichtenUUID>%s</nachrichtenUUID><nachrichtentyp listURI="urn:xoev-de:xdomea:codeliste:nachrichtentyp" listVersionID="3.0">'
                '<code>%s</code></nachrichtentyp><erstellungszeitpunkt>%sZ</erstellungszeitpunkt></x:identifikation.nachricht>' % (uid(), kind, when)
                + self.tag('leser', self.tag('NameInstitution', self.text('Name', 'Landesarchiv Musterland'))) + self.tag('autor', self.tag('NameInstitution', self.text('Name', OFFICE)))
                + self.text('ProzessID', process) + '</x:nachrichtenkopf>' + wishes
                + '<x:LfdNrNachrichtProTyp>1</x:LfdNrNachrichtProTyp><x:GesamtanzahlNachrichtenProTyp>1</x:GesamtanzahlNachrichtenProTyp>')


def message(records, kind='0503', version='3.0.0', process=None, when='2026-02-03T10:11:12'):
    """Gives process, name of the XML, its bytes and the primary documents by name."""
    process, w = process or uid(), Writer(version)
    body = w.head(kind, process, when)
    for n, r in enumerate(records, 1):
        body += w.tag('Schriftgutobjekt', (w.case if r['kind'] == 'Vorgang' else w.akte)(r, n, kind == '0503'))
    extra = ' produkt="Flurakte" produkthersteller="Musterhaus" standard="xdomea" version="4.0.0"' if w.four else ''
    xml = '<?xml version="1.0" encoding="UTF-8"?>\n<x:%s xmlns:x="urn:xoev-de:xdomea:schema:%s"%s>%s</x:%s>\n' % (NAMES[kind], version, extra, body, NAMES[kind])
    name = '%s_%s.xml' % (process, NAMES[kind]) if not w.four else '%s_%s_1.xml' % (process, kind)
    return process, name, xml.encode(), w.files


def entries(records, **how):
    """A message as the entries of its container: [(name, bytes)], the XML first; and the name of the container without its ending."""
    _, name, xml, files = message(records, **how)
    return [(name, xml)] + sorted(files.items()), name[:-4]


# ---- slip and list (004 P1.1) ------------------------------------------------------------------------------------------
SPACE = 'xmlns="urn:laufzettel:schema:laufzettel:1.0" version="1.0"'


def transfer_list(records, files=None):
    """Ab_Lis: every Vorgang with its files; files(case, list of (name, digest)) may change what is said."""
    out = '<?xml version="1.0" encoding="UTF-8"?>\n<Abgabeliste %s><Behoerde><Name>%s</Name><Kennung>%s</Kennung></Behoerde><Profil>aff</Profil><Erstellt>2026-02-01T08:00:00Z</Erstellt>' % (SPACE, OFFICE, KEY)
    for a in records:
        for c in walk_cases([a]):
            named = [(d['file'], hashlib.sha256(d['data']).hexdigest()) for d in deep(c) if d['file']]
            named = files(c, named) if files else named
            out += '<Vorgang id="%s" bewertung="%s"><Akte><Aktenzeichen>%s</Aktenzeichen><Betreff>%s</Betreff></Akte>' % (c['id'], c['rating'], escape(a['ref']), escape(a['title']))
            out += '<Kennzeichen>%s</Kennzeichen><Betreff>%s</Betreff><Beginn>%s</Beginn><Ende>%s</Ende>' % (escape(c['ref']), escape(c['title']), c['begin'], c['end'])
            out += ''.join('<Datei name="%s" verfahren="SHA-256" pruefsumme="%s"/>' % (escape(n), s) for n, s in named) + '</Vorgang>'
    return (out + '</Abgabeliste>').encode()


def slip(container=None, list_name='Ab_Lis.xml', status='Anbietung', digest=None):
    inside = ''
    if container:
        inside = '<Container name="%s" verfahren="SHA-256" pruefsumme="%s"/>' % (escape(os.path.basename(container)), digest or hashlib.sha256(read(container)).hexdigest())
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<Laufzettel %s><Behoerde><Name>%s</Name><Kennung>%s</Kennung></Behoerde><Profil>aff</Profil><Abgabeliste>%s</Abgabeliste>'
            '<Prozessstatus>%s</Prozessstatus><Erstellt>2026-02-01T08:00:00Z</Erstellt>%s</Laufzettel>' % (SPACE, OFFICE, KEY, list_name, status, inside)).encode()


# ---- files -------------------------------------------------------------------------------------------------------------
def read(path):
    with open(path, 'rb') as f:
        return f.read()


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data if isinstance(data, bytes) else data.encode())
    return path


def zipped(list_, method=zipfile.ZIP_DEFLATED):
    b = io.BytesIO()
    with zipfile.ZipFile(b, 'w', method) as z:
        for name, data in list_:
            i = zipfile.ZipInfo(name, (2026, 2, 3, 10, 0, 0))
            i.compress_type = method
            z.writestr(i, data)
    return b.getvalue()


def tarred(list_, how='w'):
    b = io.BytesIO()
    with tarfile.open(fileobj=b, mode=how) as t:
        for name, data in list_:
            i = tarfile.TarInfo(name)
            i.size = len(data)
            t.addfile(i, io.BytesIO(data))
    return b.getvalue()


def renamed(zip_bytes, old, new):
    """Gives entries names as bytes that Python would not write; both must be equally long."""
    assert len(old) == len(new), (old, new)
    return zip_bytes.replace(old, new)


def docx(text):
    types = ('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
             '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>')
    rels = ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
            'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')
    body = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:body></w:document>' % escape(text)
    return zipped([('[Content_Types].xml', types), ('_rels/.rels', rels), ('word/document.xml', body)])


def odt(text, locked=False):
    mime = 'application/vnd.oasis.opendocument.text'
    lock = ('<manifest:encryption-data manifest:checksum-type="SHA256/1K" manifest:checksum="x"><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" '
            'manifest:initialisation-vector="eA=="/></manifest:encryption-data>') if locked else ''
    m = ('<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="%s"/>'
         '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="900">%s</manifest:file-entry></manifest:manifest>' % (mime, lock))
    body = ('<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>'
            '<text:p>%s</text:p></office:text></office:body></office:document-content>' % escape(text)).encode()
    return zipped([('mimetype', mime), ('content.xml', bytes(rnd.getrandbits(8) for _ in range(900)) if locked else body), ('META-INF/manifest.xml', m)])


def ole(streams):
    """A compound file, version 3, whose streams are all large enough to need no short sectors."""
    free, end, fatsect = 0xffffffff, 0xfffffffe, 0xfffffffd
    chains, sectors = [], b''
    for _, data in streams:
        data = data.ljust(4096, b'\0')
        data += b'\0' * (-len(data) % 512)
        chains.append((len(sectors) // 512, len(data)))
        sectors += data
    entry = lambda name, kind, left, right, child, start, size: ((name + '\0').encode('utf-16-le').ljust(64, b'\0') + struct.pack('<HBBIII', 2 * (len(name) + 1), kind, 1, left, right, child)
                                                                + b'\0' * 36 + struct.pack('<IQ', start, size))
    tree = entry('Root Entry', 5, free, free, 1, end, 0)
    for n, ((name, _), (start, size)) in enumerate(zip(streams, chains), 1):
        tree += entry(name, 2, free, n + 1 if n < len(streams) else free, free, start, size)
    tree += (b'\0' * 64 + struct.pack('<HBBIII', 0, 0, 0, free, free, free) + b'\0' * 48) * (-(len(streams) + 1) % 4)
    at_tree = len(sectors) // 512
    sectors += tree
    table = []
    for start, size in chains + [(at_tree, len(tree))]:
        count = size // 512
        table += [start + i + 1 for i in range(count - 1)] + [end]
    table += [fatsect]
    assert len(table) <= 128
    fat = b''.join(struct.pack('<I', x) for x in table).ljust(512, b'\xff')
    head = (b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' + b'\0' * 16 + struct.pack('<HHHHH', 0x3e, 3, 0xfffe, 9, 6) + b'\0' * 6 + struct.pack('<IIIIIIIII', 0, 1, at_tree, 0, 4096, end, 0, end, 0)
            + struct.pack('<I', len(sectors) // 512).ljust(436, b'\xff'))
    return head + sectors + fat


def locked_docx():
    info = ('<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"><keyData saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" '
            'cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="AAAAAAAAAAAAAAAAAAAAAA=="/></encryption>').encode()
    return ole([('EncryptedPackage', struct.pack('<Q', 4000) + bytes(rnd.getrandbits(8) for _ in range(4096))), ('EncryptionInfo', struct.pack('<HHI', 4, 4, 0x40) + info)])


def old_word(locked):
    """The stream of Word 97: the flag fEncrypted of its head says whether a password is needed."""
    head = struct.pack('<HHHHHHH', 0xa5ec, 0xc1, 0, 0x407, 0, 0x1000 | (0x100 if locked else 0), 0xbf)
    return ole([('1Table', b'\0' * 4096), ('WordDocument', head.ljust(4096, b' ' if not locked else b'\x9c'))])


def old_excel(locked):
    """The stream of Excel 97: BOF, FILEPASS where a password is needed, EOF."""
    bof = struct.pack('<HHHHHHII', 0x809, 16, 0x600, 5, 0x1c43, 0x7cd, 0x100c9, 0x606)
    lock = struct.pack('<HHHHH', 0x2f, 54, 1, 1, 1) + bytes(rnd.getrandbits(8) for _ in range(48)) if locked else b''
    return ole([('Workbook', bof + lock + struct.pack('<HH', 0x0a, 0))])


def png(width=40, height=40):
    rows = b''.join(b'\0' + bytes(rnd.getrandbits(8) for _ in range(3 * width)) for _ in range(height))
    chunk = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')


def tiff(width=64, height=64):
    data, tags = bytes(rnd.getrandbits(8) for _ in range(width * height)), []
    at = 8 + 2 + 10 * 12 + 4
    for tag, kind, value in ((256, 3, width), (257, 3, height), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, at), (277, 3, 1), (278, 4, height), (279, 4, len(data)), (296, 3, 2)):
        tags.append(struct.pack('<HHI', tag, kind, 1) + (struct.pack('<HH', value, 0) if kind == 3 else struct.pack('<I', value)))
    return b'II*\0' + struct.pack('<IH', 8, len(tags)) + b''.join(tags) + struct.pack('<I', 0) + data


def rc4(key, data):
    s, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) & 255
        s[i], s[j] = s[j], s[i]
    i = j = 0
    for b in data:
        i = (i + 1) & 255
        j = (j + s[i]) & 255
        s[i], s[j] = s[j], s[i]
        out.append(b ^ s[(s[i] + s[j]) & 255])
    return bytes(out)


PAD = bytes.fromhex('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A')


def locked_pdf(user=b'', owner=b'eigentuemer'):
    """A PDF with the oldest encryption (40 bits): with a user's password nobody opens it without, with the owner's alone everybody does."""
    mark, allow = hashlib.md5(user + owner).digest(), -64
    o = rc4(hashlib.md5((owner + PAD)[:32]).digest()[:5], (user + PAD)[:32])
    key = hashlib.md5((user + PAD)[:32] + o + struct.pack('<i', allow) + mark).digest()[:5]
    u = rc4(key, PAD)
    body = b'0.5 g 72 700 200 20 re f'
    sealed = rc4(hashlib.md5(key + b'\4\0\0' + b'\0\0').digest()[:10], body)
    objects = [b'<</Type/Catalog/Pages 2 0 R>>', b'<</Type/Pages/Kids[3 0 R]/Count 1>>', b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>',
               b'<</Length %d>>\nstream\n%s\nendstream' % (len(sealed), sealed),
               b'<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P %d>>' % (o.hex().encode(), u.hex().encode(), allow)]
    out, places = bytearray(b'%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'), []
    for n, x in enumerate(objects, 1):
        places.append(len(out))
        out += b'%d 0 obj\n%s\nendobj\n' % (n, x)
    at = len(out)
    out += b'xref\n0 %d\n0000000000 65535 f \n' % (len(objects) + 1) + b''.join(b'%010d 00000 n \n' % p for p in places)
    return bytes(out + b'trailer\n<</Size %d/Root 1 0 R/Encrypt 5 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF\n' % (len(objects) + 1, mark.hex().encode(), mark.hex().encode(), at))
