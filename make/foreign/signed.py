"""signed.py DIR: signed PDF files the way other programs write them (ISO 32000-1, 7.5.6 and 12.8): incremental updates, several signatures, a
certification, object streams, proof for later checks, and what must not be dissolved. Keys and signatures are openssl's. Imports nothing of the
program. expected.txt says for each file what becomes of its signatures."""
import hashlib
import os
import re
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import material

ROOM = 16384


def pki(at):
    """An authority of one certificate, signers under it: good, ended before signing, not for signing."""
    def run(*a):
        subprocess.run(['openssl', *a], cwd=at, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    run('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '7000', '-subj', '/C=DE/CN=Muster Wurzel',
        '-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign')
    with open(at + '/ca.cnf', 'w') as f:
        f.write('[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\ncrlnumber=crlnumber\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nunique_subject=no\n'
                'default_crl_days=3000\n[p]\ncountryName=optional\ncommonName=supplied\n[sign]\nkeyUsage=critical,digitalSignature,nonRepudiation\n'
                '[cipher]\nkeyUsage=critical,keyEncipherment\n[server]\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n')
    open(at + '/index.txt', 'w').close()
    for n in ('serial', 'crlnumber'):
        with open(f'{at}/{n}', 'w') as f:
            f.write('1000\n')
    for name, who, use, start, end in (('eins', 'Erika Musterfrau', 'sign', '200101000000Z', '400101000000Z'), ('zwei', 'Jens Muster', 'sign', '200101000000Z', '400101000000Z'),
                                       ('alt', 'Heinz Alt', 'sign', '150101000000Z', '180101000000Z'), ('falsch', 'Karl Zweck', 'cipher', '200101000000Z', '400101000000Z'),
                                       ('server', 'www.muster.example', 'server', '200101000000Z', '400101000000Z'),
                                       ('gesperrt', 'Rita Widerruf', 'sign', '200101000000Z', '400101000000Z')):
        run('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', name + '.key', '-out', name + '.csr', '-subj', '/C=DE/CN=' + who)
        run('ca', '-batch', '-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-in', name + '.csr', '-out', name + '.pem', '-startdate', start, '-enddate', end,
            '-extensions', use, '-notext')
    run('ca', '-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-revoke', 'gesperrt.pem', '-crl_compromise', '20210101000000Z')
    run('ca', '-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-gencrl', '-out', 'ca.crl')
    run('crl', '-in', 'ca.crl', '-outform', 'DER', '-out', 'ca.crl.der')


def cms(at, who, data):
    with open(at + '/in.bin', 'wb') as f:
        f.write(data)
    return subprocess.run(['openssl', 'cms', '-sign', '-binary', '-in', 'in.bin', '-signer', who + '.pem', '-inkey', who + '.key', '-certfile', 'ca.pem', '-outform', 'DER',
                           '-nosmimecap', '-md', 'sha256'], cwd=at, check=True, stdout=subprocess.PIPE).stdout


class Doc:
    """A file that grows by incremental updates; objects by number, the last version of each."""

    def __init__(self, title, streams=False):
        self.data = material.pdf(title)
        self.objects = {int(n): b for n, b in re.findall(rb'(\d+) 0 obj\n(.*?)\nendobj\n', self.data, re.S)}
        self.last = int(re.findall(rb'startxref\n(\d+)', self.data)[-1])
        self.id = re.findall(rb'/ID\[[^\]]*\]', self.data)[-1]
        self.streams = streams
        if streams:  # PDF 1.5: objects in a stream, found by a cross-reference stream
            self.data = b'%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'
            self.section(dict(self.objects))

    def next(self):
        return max(self.objects) + 1

    def section(self, changed, plain=()):
        at, packed = {}, [n for n in changed if self.streams and b'stream\n' not in changed[n] and n not in plain]
        out = bytearray(self.data)
        for n, body in changed.items():
            if n not in packed:
                at[n] = (1, len(out), 0)
                out += b'%d 0 obj\n%s\nendobj\n' % (n, body)
        self.objects.update(changed)
        if not self.streams:
            table = len(out)
            out += b'xref\n'
            for n in sorted(changed):
                out += b'%d 1\n%010d 00000 n \n' % (n, at[n][1])
            out += b'trailer\n<</Size %d/Root 1 0 R/Prev %d%s>>\nstartxref\n%d\n%%%%EOF\n' % (self.next(), self.last, self.id, table)
        else:
            if packed:
                holder, head, body = self.next(), b'', b''
                for i, n in enumerate(packed):
                    head += b'%d %d ' % (n, len(body))
                    body += changed[n] + b'\n'
                    at[n] = (2, holder, i)
                raw = zlib.compress(head + body)
                at[holder] = (1, len(out), 0)
                self.objects[holder] = b''
                out += b'%d 0 obj\n<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\n' % (holder, len(packed), len(head), len(raw), raw)
            me, table = self.next(), len(out)
            at[me] = (1, table, 0)
            self.objects[me] = b''
            rows = b''.join(bytes([at[n][0]]) + at[n][1].to_bytes(4, 'big') + at[n][2].to_bytes(2, 'big') for n in sorted(at))
            index = b''.join(b'%d 1 ' % n for n in sorted(at))
            prev = b'/Prev %d' % self.last if self.last and b'/XRef' in self.data else b''
            raw = zlib.compress(rows)
            out += (b'%d 0 obj\n<</Type/XRef/Size %d/W[1 4 2]/Index[%s]/Root 1 0 R%s%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n'
                    % (me, me + 1, index, prev, self.id, len(raw), raw, table))
        self.last, self.data = table, bytes(out)

    def sign(self, at, who, visible=False, certify=False, kids=False, beside=b''):
        """One more signature in an update of its own; earlier fields stay."""
        sig, field, ap, widget = (self.next() + i for i in range(4))
        fields = re.search(rb'/Fields\[(.*?)\]', self.objects[1], re.S)
        fields = fields.group(1) if fields else b''
        look = b'/Rect[72 %d 272 %d]/AP<</N %d 0 R>>' % (600 - len(fields) * 3, 640 - len(fields) * 3, ap) if visible else b'/Rect[0 0 0 0]'
        part = b'/Type/Annot/Subtype/Widget/F 132/P 3 0 R' + look
        changed = {}
        if kids:
            changed[field] = b'<</FT/Sig/T(Feld%d)/V %d 0 R/Kids[%d 0 R]>>' % (field, sig, widget)
            changed[widget] = b'<<%s/Parent %d 0 R>>' % (part, field)
        else:
            widget = field
            changed[field] = b'<</FT/Sig/T(Feld%d)/V %d 0 R%s>>' % (field, sig, part)
        if visible:
            drawn = b'/Grau cs 0.7 scn 0 0 200 40 re f 0 scn 10 10 100 4 re f'
            changed[ap] = (b'<</Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</ColorSpace<</Grau[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]>>>>/Length %d>>\nstream\n%s\nendstream'
                           % (len(drawn), drawn))
        reference = b'/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/V/1.2/P 2>>/Data 1 0 R>>]' if certify else b''
        changed[sig] = b'<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached%s/ByteRange[0 ########## ########## ##########]/Contents<%s>/M(D:20260102030405+01\'00\')>>' % (reference, b'0' * ROOM)
        root = re.sub(rb'/AcroForm<<.*?>>', b'', self.objects[1], flags=re.S)
        perms = b'/Perms<</DocMDP %d 0 R>>' % sig if certify else b''
        changed[1] = root[:-2] + b'/AcroForm<</Fields[%s %d 0 R %s]/SigFlags 3>>%s>>' % (fields, field, beside, perms)
        page = self.objects[3]
        annots = re.search(rb'/Annots\[(.*?)\]', page, re.S)
        page = re.sub(rb'/Annots\[.*?\]', b'', page, flags=re.S)
        changed[3] = page[:-2] + b'/Annots[%s %d 0 R]>>' % (annots.group(1) if annots else b'', widget)
        self.section(changed, plain=[sig])
        start = self.data.rindex(b'/Contents<') + len(b'/Contents')
        end = start + ROOM + 2
        numbers = b'%-10d %-10d %-10d' % (start, end, len(self.data) - end)
        self.data = self.data.replace(b'########## ########## ##########', numbers)
        made = cms(at, who, self.data[:start] + self.data[end:]).hex().encode()
        self.data = self.data[:start + 1] + made + b'0' * (ROOM - len(made)) + self.data[end - 1:]
        return self


def files(at):
    out = {}

    def put(name, becomes, doc):
        out[name + '.pdf'] = (becomes, doc if isinstance(doc, bytes) else doc.data)
    put('eine', 'dissolved 1', Doc('eine').sign(at, 'eins'))
    put('zwei', 'dissolved 2', Doc('zwei').sign(at, 'eins').sign(at, 'zwei', visible=True))
    put('drei-sichtbar', 'dissolved 3', Doc('drei').sign(at, 'eins', visible=True).sign(at, 'zwei', visible=True).sign(at, 'eins', kids=True, visible=True))
    put('zertifiziert', 'dissolved 1', Doc('zertifiziert').sign(at, 'eins', certify=True))
    put('kinder', 'dissolved 1', Doc('kinder').sign(at, 'eins', kids=True, visible=True))
    put('objektstrom', 'dissolved 2', Doc('objektstrom', streams=True).sign(at, 'eins').sign(at, 'zwei', visible=True))
    d = Doc('formular')
    d.section({6: b'<</FT/Tx/T(Name)/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[0 0 0 0]>>'})
    put('formular', 'dissolved 1', d.sign(at, 'eins', beside=b'6 0 R'))
    # the page is changed and signed again: what counts is the last revision
    d = Doc('geaendert').sign(at, 'eins')
    bar = b'/Grau cs 0.1 scn 72 100 333 50 re f'
    d.section({4: b'<</Length %d>>\nstream\n%s\nendstream' % (len(bar), bar)})
    put('letzte-fassung', 'dissolved 2', d.sign(at, 'zwei'))
    # certificates and revocation data added behind the signature say nothing new of the page
    d = Doc('nachweise').sign(at, 'eins')
    n = d.next()
    d.section({1: d.objects[1][:-2] + b'/DSS %d 0 R>>' % n, n: b'<</Type/DSS/Certs[%d 0 R]>>' % (n + 1), n + 1: b'<</Length 3>>\nstream\nabc\nendstream'})
    put('nachweise', 'dissolved 1', d)
    # and these must stay as they are
    d = Doc('danach').sign(at, 'eins')
    d.section({4: b'<</Length %d>>\nstream\n%s\nendstream' % (len(bar), bar)})
    put('danach-geaendert', 'stays', d)
    d = Doc('byte').sign(at, 'eins')
    put('byte-anders', 'stays', d.data.replace(b'scn 72 700', b'scn 73 700', 1))
    put('abgelaufen', 'stays', Doc('abgelaufen').sign(at, 'alt'))
    d = Doc('rest').sign(at, 'eins')
    put('abgeschnitten', 'stays', d.data[:-200])
    d = Doc('verschluesselt')
    d.id += b'/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>' % (b'00' * 32, b'00' * 32)
    put('verschluesselt', 'stays', d.sign(at, 'eins'))
    # judged only
    put('falscher-zweck', 'judged SIG-008', Doc('zweck').sign(at, 'falsch'))
    put('server-zweck', 'judged SIG-008', Doc('server').sign(at, 'server'))
    put('gesperrt', 'judged SIG-009', Doc('gesperrt').sign(at, 'gesperrt'))
    return out


if __name__ == '__main__':
    top = sys.argv[1]
    os.makedirs(top + '/pki', exist_ok=True)
    pki(top + '/pki')
    lines = []
    for name, (becomes, data) in files(top + '/pki').items():
        with open(f'{top}/{name}', 'wb') as f:
            f.write(data)
        lines.append(f'{name}\t{becomes}\t{hashlib.sha512(data).hexdigest()}\n')
    with open(top + '/expected.txt', 'w') as f:
        f.writelines(lines)
