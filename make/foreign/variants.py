"""Variants of the classes of the kinds, made from what the scripts of ../shared/tools/foreign/kinds made: variants.make(DIR).
Imports nothing of the product; every function makes one or a few deliveries below DIR/own."""
import gzip, hashlib, io, json, os, re, shutil, struct, subprocess, sys, tarfile, time, zipfile, zlib


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data if isinstance(data, bytes) else data.encode())


def get(path):
    with open(path, 'rb') as f:
        return f.read()


def text(path):
    return get(path).decode()


class Maker:
    def __init__(self, base, testdata):
        self.base, self.out, self.testdata = base, base + '/own', testdata
        sys.path[:0] = [base, base + '/lib']
        import hr, law, mk, reg
        self.hr, self.law, self.mk, self.reg = hr, law, mk, reg

    def copy(self, source, name):
        to = f'{self.out}/{name}'
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(f'{self.base}/{source}', to)
        return to

    # ---- civil registers -------------------------------------------------------------------------------------------
    def registers(self):
        mk, stem = self.mk, '623456-S-1989'
        weak = mk.pdf(['x'], font=False, claim=False)
        mk.w(self.copy('del/reg_own', 'r-abschlussvermerk-kein-pdfa') + '/Abschlussvermerk_1989_3.pdf', weak)
        mk.w(self.copy('del/reg_own', 'r-dokumentation-kein-pdfa') + '/XPSR-Dokumentation.pdf', weak)
        mk.w(self.copy('del/reg_own', 'r-ueberholter-kein-pdfa') + '/Ueberholte_Abschlussvermerke/Abschlussvermerk_1989_1.pdf', weak)
        o = self.copy('del/reg_own', 'r-alle-pdf-ohne-pdfa')
        for n in os.listdir(o):
            if re.match(stem + r'-\d+-[UH]\d+\.pdf', n):
                mk.w(f'{o}/{n}', mk.pdf([n], claim=False))
        o = self.copy('del/reg_own', 'r-pdf-anderer-eintrag')
        shutil.copy(f'{o}/{stem}-2-U0.pdf', f'{o}/{stem}-1-U0.pdf')
        o = self.copy('del/reg_own', 'r-xml-vertauscht')
        a, b = f'{o}/{stem}-4-U0.xml', f'{o}/{stem}-5-U0.xml'
        x, y = get(a), get(b)
        put(a, y), put(b, x)
        o = self.copy('del/reg_own', 'r-name-u1')            # the name asked for is U1, not U0
        for ext in ('xml', 'pdf'):
            os.rename(f'{o}/{stem}-2-U1.{ext}', f'{o}/Folge 2.{ext}')
        put(f'{o}/{stem}.xml', text(f'{o}/{stem}.xml').replace(f'{stem}-2-U1.', 'Folge 2.'))
        o = self.copy('del/reg_own', 'r-name-h1')
        for ext in ('xml', 'pdf'):
            os.rename(f'{o}/{stem}-3-H1.{ext}', f'{o}/Hinweis 3.{ext}')
        put(f'{o}/{stem}.xml', text(f'{o}/{stem}.xml').replace(f'{stem}-3-H1.', 'Hinweis 3.'))
        o = self.copy('del/reg_own', 'r-luecken-viele')      # 1 stays, 2..4 nowhere, 5 stays
        s = text(f'{o}/{stem}.xml')
        for i in (2, 3, 4):
            a = s.index(f'<registereintrag><eintragsnummer>{i}')
            s = s[:a] + s[s.index('</registereintrag>', a) + len('</registereintrag>'):]
            for n in os.listdir(o):
                if n.startswith(f'{stem}-{i}-'):
                    os.remove(f'{o}/{n}')
        put(f'{o}/{stem}.xml', s.replace('<zahlGrundbeurkundungen>5', '<zahlGrundbeurkundungen>2').replace('<anzahlDateien>23', '<anzahlDateien>9'))
        o = self.copy('del/reg_own', 'r-alle-signiert')
        sign = dict(name='Dr. Sabine Mustermann', key=self.base + '/pki/gut.key', cert=self.base + '/pki/gut.pem', chain=self.base + '/pki/root.pem')
        for n in sorted(os.listdir(o)):
            m = re.match(stem + r'-(\d+)-([UH]\d+)\.pdf', n)
            if m:
                mk.w(f'{o}/{n}', mk.pdf([f'Sterberegister 623456/1989 Nr. {m[1]} {m[2]}'], sign=sign))

    # ---- commercial registers --------------------------------------------------------------------------------------
    def lists(self):
        def case(name, change, sums=True):
            o = self.copy('del/hr_ok', name)
            put(o + '/loesch.txt', change(text(o + '/loesch.txt')))
            if sums:
                self.sums(o)
        case('h-titelzeilen', lambda s: 'Handelsregisteramt des Kantons Zürich\r\nGelöschte Firmen 2005/2006\r\n\r\n' + s)
        case('h-komma', lambda s: s.replace('\t', ','))
        case('h-pipe', lambda s: s.replace('\t', '|'))
        case('h-leerzeichen', lambda s: s.replace('\t', '    '))
        case('h-utf16be', lambda s: b'\xfe\xff' + s.encode('utf-16-be'))
        case('h-utf16-ohne-bom', lambda s: s.encode('utf-16-le'))
        case('h-anfuehrungszeichen', lambda s: '\r\n'.join('\t'.join('"%s"' % c for c in l.split('\t')) if l else l for l in s.split('\r\n')))
        case('h-kopfzeile-anders', lambda s: s.replace('Firmennummer\tFirmenname', 'FirmenNr.\tFirma'))
        o = self.copy('brk/h07_semikolon', 'h-semikolon-byte-anders')
        f = [x for x in self.hr.allf(o) if x.endswith('.pdf') and 'Beleg' in x][0]
        b = bytearray(get(f'{o}/{f}'))
        b[-50] ^= 1
        put(f'{o}/{f}', bytes(b))

    def sums(self, o):
        t = '# MD5 checksums generated by MD5summer (http://www.md5summer.org)\r\n\r\n'
        for f in self.hr.allf(o):
            if f != 'pruefsummen.md5':
                t += hashlib.md5(get(f'{o}/{f}')).hexdigest() + ' *' + f.replace('/', '\\') + '\r\n'
        put(o + '/pruefsummen.md5', t)

    # ---- law -------------------------------------------------------------------------------------------------------
    def laws(self):
        law, mk = self.law, self.mk
        weak = mk.pdf(['x'], font=False, claim=False)
        f = law.files('ON')
        f['anlage.pdf'] = weak
        law.pair('n-anlage-kein-pdfa', on=f)
        f = law.files('AN')
        f['larchg__an__report.pdf'] = weak
        law.pair('n-bericht-kein-pdfa', an=f)
        f = law.files('AN')
        f['metadaten.xml'] = law.META('Gesetz über etwas ganz anderes').encode()
        law.pair('n-metadaten-titel', an=f)
        f = law.files('AN')
        f['metadaten.xml'] = law.META('Gesetz  über das\n  Landesarchiv').encode()
        law.pair('n-metadaten-leerraum', an=f)
        # expired since: signed while the certificate held, checked after its end
        pki = self.base + '/pki'
        run = lambda *a: subprocess.run(a, cwd=pki, check=True, capture_output=True)
        day = lambda t: time.strftime('%Y%m%d%H%M%SZ', time.gmtime(t))
        os.makedirs(pki + '/dbkurz', exist_ok=True)
        put(pki + '/dbkurz/index.txt', ''), put(pki + '/dbkurz/serial', '7001')
        put(pki + '/dbkurz/c.cnf', text(pki + '/dbgut/c.cnf').replace('dbgut', 'dbkurz'))
        run('openssl', 'req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'kurz.key', '-out', 'kurz.csr', '-subj', '/C=DE/O=Amt/CN=Kurt Kurz')
        # On a loaded machine signing may outlast the certificate: then it is made anew with a longer life.
        for life in (4, 16, 64, 256, 1024):
            end = int(time.time()) + life
            put(pki + '/dbkurz/index.txt', '')
            run('openssl', 'ca', '-batch', '-config', 'dbkurz/c.cnf', '-cert', 'root.pem', '-keyfile', 'root.key', '-in', 'kurz.csr', '-out', 'kurz.pem',
                '-startdate', day(end - 86400), '-enddate', day(end), '-notext')
            law.pair('n-seither-abgelaufen', on=law.files('ON', 'kurz', 'Kurt Kurz'))
            law.pair('n-seither-abgelaufen-cms', on=law.files('ON', 'kurz', 'Kurt Kurz', cms=True))
            if time.time() < end - 1:
                break
        law.pair('n-abgelaufen-cms', on=law.files('ON', 'alt', 'Heinz Abgelaufen', cms=True))
        time.sleep(max(0.0, end + 1.1 - time.time()))

    # ---- web -------------------------------------------------------------------------------------------------------
    def web(self):
        raw, pos, recs = self.crawl(), 0, []
        D = f'{self.out}/web'
        while pos < len(raw):
            d = zlib.decompressobj(31)
            recs.append(d.decompress(raw[pos:]))
            pos = len(raw) - len(d.unused_data)
        members = lambda rs: b''.join(gzip.compress(b, mtime=0) for b in rs)
        def longer(b, by):
            return re.sub(rb'Content-Length: (\d+)', lambda m: b'Content-Length: %d' % (int(m[1]) + by), b, count=1)
        mid = [k for k, b in enumerate(recs) if b'WARC-Type: response' in b][2]
        bad = list(recs)
        bad[mid] = longer(bad[mid], 7)
        put(D + '/w-laenge-gross.warc', b''.join(bad))
        short = list(recs)
        short[mid] = longer(short[mid], -7)
        put(D + '/w-laenge-klein.warc', b''.join(short))
        put(D + '/w-laenge-klein.warc.gz', members(short))
        huge = list(recs)
        huge[mid] = longer(huge[mid], 10_000_000)
        put(D + '/w-laenge-riesig.warc.gz', members(huge))
        head = list(recs)
        head[mid] = b'Unsinn ' + head[mid]
        put(D + '/w-kopf-unsinn.warc.gz', members(head))
        put(D + '/w-kopf-unsinn.warc', b''.join(head))
        g = [gzip.compress(b, mtime=0) for b in recs]
        b = bytearray(g[mid])
        b[len(b) // 2] ^= 0x55
        g[mid] = bytes(b)
        put(D + '/w-glied-beschaedigt.warc.gz', b''.join(g))
        no = list(recs)
        no[mid] = re.sub(rb'Content-Length: \d+\r\n', b'', no[mid], count=1)
        put(D + '/w-keine-laenge.warc.gz', members(no))
        late = list(recs)                                       # a wrong digest behind the bad record must still be found
        late[mid] = longer(late[mid], 7)
        k = [i for i, x in enumerate(late) if b'WARC-Payload-Digest: sha1:' in x and i > mid + 2][0]
        late[k] = re.sub(rb'WARC-Payload-Digest: sha1:..', b'WARC-Payload-Digest: sha1:77', late[k])
        put(D + '/w-laenge-und-digest.warc.gz', members(late))
        put(D + '/w-laenge-und-digest.warc', b''.join(late))
        self.wacz()
        self.mirror()

    def crawl(self):
        """A WARC of DIR/site, written as wget writes it (addresses in angle brackets, payload and block digests)."""
        import base64, uuid
        host, out = 'http://127.0.0.1:8765', b''
        b32 = lambda b: base64.b32encode(hashlib.sha1(b).digest()).decode()
        def record(kind, uri, body, ctype, payload=None):
            h = f'WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, kind + uri)}>\r\nWARC-Date: 2026-11-22T11:57:23Z\r\n'
            if kind != 'warcinfo':
                h += f'WARC-Target-URI: <{uri}>\r\n'
            if payload is not None:
                h += f'WARC-Payload-Digest: sha1:{b32(payload)}\r\n'
            h += f'WARC-Block-Digest: sha1:{b32(body)}\r\nContent-Type: {ctype}\r\nContent-Length: {len(body)}\r\n\r\n'
            return gzip.compress(h.encode() + body + b'\r\n\r\n', mtime=0)
        out += record('warcinfo', 'wi', b'software: Wget/1.21\r\nformat: WARC File Format 1.0\r\n', 'application/warc-fields')
        types = {'.html': 'text/html', '.css': 'text/css', '.png': 'image/png', '.pdf': 'application/pdf', '.js': 'text/javascript'}
        pages = []
        for d, _, fs in sorted(os.walk(self.base + '/site')):
            for f in sorted(fs):
                if f.isascii() and os.path.splitext(f)[1] in types:
                    pages.append((os.path.relpath(os.path.join(d, f), self.base + '/site'), types[os.path.splitext(f)[1]]))
        for p, t in pages + [('geloescht.html', '')]:
            uri = f'{host}/{p}'
            out += record('request', uri, f'GET /{p} HTTP/1.1\r\nHost: 127.0.0.1:8765\r\n\r\n'.encode(), 'application/http;msgtype=request')
            payload = get(f'{self.base}/site/{p}') if t else b'<h1>Error 404</h1>'
            status = '200 OK' if t else '404 Not Found'
            body = f'HTTP/1.0 {status}\r\nContent-Type: {t or "text/html"}\r\nContent-Length: {len(payload)}\r\n\r\n'.encode() + payload
            out += record('response', uri, body, 'application/http;msgtype=response', payload)
        return out

    def wacz(self):
        """WACZ packages that lack one of their parts."""
        full = f'{self.base}/del/warc/z00_ok.wacz'
        for name, gone in (('z-ohne-datapackage', r'datapackage(-digest)?\.json'), ('z-ohne-datapackage-und-index', r'datapackage.*|indexes/.*'), ('z-ohne-seiten', r'pages/.*'), ('z-ohne-archiv', r'archive/.*')):
            path = f'{self.out}/web/{name}.wacz'
            with zipfile.ZipFile(full) as a, zipfile.ZipFile(path, 'w') as b:
                for i in a.infolist():
                    if not re.fullmatch(gone, i.filename):
                        b.writestr(i, a.read(i))
        shutil.copy(f'{self.out}/web/z-ohne-datapackage.wacz', f'{self.out}/web/z-ohne-datapackage.zip')

    def mirror(self):
        """A mirror as HTTrack 3.49 leaves it: log, cache, error pages that keep their name with an ending .delayed in new.txt."""
        o, top = f'{self.out}/web/spiegel', '127.0.0.1_8765'
        shutil.rmtree(o, ignore_errors=True)
        shutil.copytree(self.base + '/site', f'{o}/{top}', ignore=shutil.ignore_patterns('*ümlaut*'))
        gone = '<html><head><title>Error response</title></head><body><h1>Error response</h1><p>Error code: 404</p></body></html>'
        put(f'{o}/{top}/geloescht.html', gone)
        put(f'{o}/{top}/amt/weg.html', '<html><body><div class="ciTitle"><h1>Fehlermeldung</h1></div><p>Die Seite gibt es nicht.</p></body></html>')
        rows = ["date\tsize'/'remotesize\tflags(request:Update,Range state:File response:Modified,Chunked,gZipped)\tstatuscode\tstatus ('servermsg')\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)"]
        for d, _, fs in sorted(os.walk(f'{o}/{top}')):
            for f in sorted(fs):
                rel = os.path.relpath(os.path.join(d, f), f'{o}/{top}')
                size = os.path.getsize(os.path.join(d, f))
                code, status, tail = ('404', "error ('Not%20Found')", '.delayed') if f == 'geloescht.html' else ('200', "added ('OK')", '')
                rows.append(f'12:00:0{len(rows) % 10}\t{size}/{size}\t---M--\t{code}\t{status}\ttext/html\tdate:Sun,%2022%20Nov%202026%2011:57:23%20GMT\thttp://127.0.0.1:8765/{rel}\t/home/amt/spiegel/{top}/{rel}{tail}\t(from http://127.0.0.1:8765/index.html)')
        put(f'{o}/hts-cache/new.txt', '\n'.join(rows) + '\n')
        put(f'{o}/hts-cache/new.zip', b'PK\x05\x06' + b'\0' * 18)
        put(f'{o}/hts-cache/doit.log', '-qi "http://127.0.0.1:8765/" -O "/home/amt/spiegel" -r4\n')
        put(f'{o}/hts-cache/new.lst', '')
        put(f'{o}/hts-log.txt', f'''HTTrack3.49-2+htsswf+htsjava launched on Sun, 22 Nov 2026 12:00:00 at http://127.0.0.1:8765/ +*.css
(httrack "http://127.0.0.1:8765/" -O "/home/amt/spiegel" -r4 -%e1 -c6 -s0 )

Information, Warnings and Errors reported for this mirror:
note:	the hts-log.txt file, and hts-cache folder, may contain sensitive information,
	such as username/password authentication for websites mirrored in this project

12:00:05	Error: 	"Not Found" (404) at link 127.0.0.1:8765/geloescht.html (from 127.0.0.1:8765/index.html)
12:00:07	Error: 	"Not Found" (404) at link 127.0.0.1:8765/amt/weg.html (from 127.0.0.1:8765/index.html)

HTTrack Website Copier/3.49-2 mirror complete in 9 seconds : {len(rows)} links scanned, {len(rows) - 1} files written (421000 bytes overall) [421000 bytes received at 46777 bytes/sec], 421000 bytes transferred using HTTP compression in 0 files, ratio 0%, 1.0 requests per connection
(2 errors, 0 warnings, 0 messages)
''')
        put(f'{o}/index.html', '<html><!-- Mirror and index made by HTTrack Website Copier --></html>')

    # ---- bags ------------------------------------------------------------------------------------------------------
    def bags(self):
        def bag(name, files, declaration='BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n', more=None):
            o = f'{self.out}/{name}'
            shutil.rmtree(o, ignore_errors=True)
            for n, b in files.items():
                put(f'{o}/data/{n}', b)
            put(f'{o}/bagit.txt', declaration)
            put(f'{o}/manifest-sha256.txt', ''.join(f'{hashlib.sha256(get(f"{o}/data/{n}")).hexdigest()}  data/{n}\n' for n in sorted(files)))
            for n, b in (more or {}).items():
                put(f'{o}/{n}', b)
        plain = {'brief.txt': 'Sehr geehrte Damen und Herren\n', 'anlage/liste.csv': 'a;b\n1;2\n'}
        wrong = '0' * 64 + '  brief.txt\n' + '1' * 64 + '  gibtsnicht.txt\n'
        bag('b-gut', plain)
        bag('b-nutzlast-manifest', plain | {'manifest-sha256.txt': wrong, 'tagmanifest-sha256.txt': wrong})
        bag('b-nutzlast-pruefsummen', plain | {'pruefsummen.md5': '0' * 32 + ' *brief.txt\r\n', 'anlage/checksums.sha256': wrong, 'brief.txt.sha256': '0' * 64})
        bag('b-nutzlast-tasche', plain | {'bagit.txt': 'Unsinn\n', 'fetch.txt': 'http://x.example/ - data/x\n', 'bag-info.txt': 'Payload-Oxum: 1.1\n', 'data/manifest-md5.txt': '0' * 32 + '  data/y\n'})
        bag('b-nutzlast-kinder', plain | {'loesch.txt': 'Firmennummer\tFirmenname\n', 'METS.xml': '<mets/>', 'header/metadata.xml': '<paket/>', 'el_Lauf.xml': '<x/>', 'datapackage.json': '{}'})
        bag('b-leerraum-version', plain, 'BagIt-Version : 1.0\nTag-File-Character-Encoding: UTF-8\n')
        bag('b-leerraum-kodierung', plain, 'BagIt-Version: 1.0\nTag-File-Character-Encoding : UTF-8\n')
        bag('b-tabulator', plain, 'BagIt-Version:\t1.0\nTag-File-Character-Encoding\t: UTF-8\n')
        bag('b-zeilen-vertauscht', plain, 'Tag-File-Character-Encoding: UTF-8\nBagIt-Version: 1.0\n')
        bag('b-dritte-zeile', plain, 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\nSoftware: x\n')
        bag('b-crlf', plain, 'BagIt-Version: 1.0\r\nTag-File-Character-Encoding: UTF-8\r\n')
        bag('b-bom', plain, '\ufeffBagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')

    # ---- ZIP as common writers make it -----------------------------------------------------------------------------
    def writers(self):
        siard = f'{self.base}/del/siard/s00_ok.siard'
        with zipfile.ZipFile(siard) as z:
            entries = [(i.filename, z.read(i)) for i in z.infolist()]
        D = self.out + '/zip'
        def case(name, **how):
            put(f'{D}/{name}.siard', pack(entries, **how))
        case('s-lokal-crc-0', local_crc=0)
        case('s-lokal-groessen-0', local_crc=0, local_sizes=0)
        case('s-lokal-groessen-0-flag', local_crc=0, local_sizes=0, flag=8, descriptor='sig')
        case('s-deskriptor-ohne-kennung', local_crc=0, local_sizes=0, flag=8, descriptor='plain')
        case('s-flag-ohne-deskriptor', flag=8)                       # zip -fd leaves such
        case('s-deskriptor-64', local_crc=0, local_sizes=0, flag=8, descriptor='sig64', version=45)
        case('s-lokal-zip64', zip64_local=True, version=45)
        case('s-gespeichert', method=0)
        case('s-kommentar', comment='Erstellt mit Archivprogramm'.encode())
        case('s-vorspann', prefix=b'MZ' + b'\0' * 510)
        case('s-ordnereintraege', folders=True)
        case('s-zusatzfelder', extra=struct.pack('<HHBI', 0x5455, 5, 1, 1700000000) + struct.pack('<HHBBIBI', 0x7875, 11, 1, 4, 0, 4, 0))
        case('s-attribute-unix', madeby=(3 << 8) | 30, external=0o100644 << 16)
        case('s-version-unterschiedlich', local_version=10, version=20)
        case('s-zeit-lokal-anders', local_time=1)
        bad = bytearray(pack(entries, local_crc=0))
        put(D + '/s-crc-wirklich-falsch.siard', wrong_central_crc(bytes(bad), 'content/schema0/table0/table0.xml'))
        bag = [(f'tasche/{n}', get(f'{self.out}/b-gut/{n}')) for n in ('bagit.txt', 'manifest-sha256.txt', 'data/brief.txt', 'data/anlage/liste.csv')]
        put(D + '/b-schraegstriche.zip', pack([(n.replace('/', '\\'), b) for n, b in bag]))                 # old .NET
        put(D + '/b-macos.zip', pack(bag + [('__MACOSX/tasche/._bagit.txt', b'\0\5\x16\7' + b'\0' * 60), ('__MACOSX/tasche/data/._brief.txt', b'\0\5\x16\7' + b'\0' * 60)],
                                     local_crc=0, local_sizes=0, flag=8, descriptor='sig', madeby=(3 << 8) | 21))
        put(D + '/b-explorer.zip', pack(bag, madeby=11, external=0x20))
        put(D + '/b-punkt.zip', pack([('./' + n, b) for n, b in bag], folders=True))
        for name, args in (('b-infozip', ['zip', '-qr']), ('b-infozip-fd', ['zip', '-qr', '-fd']), ('b-infozip-fz', ['zip', '-qr', '-fz'])):
            path = f'{D}/{name}.zip'
            if os.path.exists(path):
                os.remove(path)
            if shutil.which('zip'):
                subprocess.run(args + [path, 'b-gut'], cwd=self.out, check=True)
        if shutil.which('zip'):
            with open(D + '/b-infozip-strom.zip', 'wb') as f:
                subprocess.run(['zip', '-qr', '-', 'b-gut'], cwd=self.out, check=True, stdout=f)
        if shutil.which('jar'):
            subprocess.run(['jar', 'cfM', D + '/b-java.zip', 'b-gut'], cwd=self.out, check=True)

    # ---- E-ARK -----------------------------------------------------------------------------------------------------
    def eark(self):
        good = self.testdata + '/eark/korpus/CSIP/valid/CSIP52__valid_IP_with_SHOULD_MAY_1_rep.tar.gz'
        def case(name, change):
            o = f'{self.out}/{name}'
            shutil.rmtree(o, ignore_errors=True)
            with tarfile.open(good) as t:
                t.extractall(o, filter='data')
            top = o + '/' + os.listdir(o)[0]
            before = repaired(top, text(top + '/METS.xml'))
            after = change(before)
            assert name == 'e-gut' or before != after, name
            put(top + '/METS.xml', after)
        case('e-gut', lambda s: s)
        case('e-checksumtype', lambda s: re.sub(r'CHECKSUMTYPE="SHA-256"', 'CHECKSUMTYPE="SHA256"', s))
        case('e-mdtype', lambda s: re.sub(r'MDTYPE="[^"]*"', 'MDTYPE="UNSINN"', s, count=1))
        case('e-loctype', lambda s: re.sub(r'LOCTYPE="URL"', 'LOCTYPE="url"', s, count=1))
        case('e-profile', lambda s: re.sub(r'PROFILE="[^"]*"', 'PROFILE="https://example.org/kein-profil.xml"', s, count=1))
        case('e-profile-fehlt', lambda s: re.sub(r' PROFILE="[^"]*"', '', s, count=1))
        case('e-type', lambda s: re.sub(r'(<(?:mets:)?mets\b[^>]*?\s)TYPE="[^"]*"', r'\1TYPE="Unsinn"', s, count=1))
        case('e-digest', lambda s: re.sub(r'CHECKSUM="[0-9A-Fa-f]{32,64}"', lambda m: 'CHECKSUM="' + '0' * (len(m[0]) - 11) + '"', s))
        case('e-datum', lambda s: re.sub(r'CREATEDATE="[^"]*"', 'CREATEDATE="gestern"', s, count=1))

    def all(self):
        for part in (self.registers, self.lists, self.laws, self.web, self.bags, self.writers, self.eark):
            part()


def pack(entries, method=8, local_crc=None, local_sizes=None, flag=0, descriptor='', version=20, local_version=None, zip64_local=False,
         comment=b'', prefix=b'', folders=False, extra=b'', madeby=20, external=0, local_time=0):
    """A ZIP written by hand, with the habits of the writers that exist."""
    if folders:
        names = sorted({'/'.join(n.split('/')[:i]) + '/' for n, _ in entries for i in range(1, n.count('/') + 1)})
        entries = [(n, b'') for n in names if n not in dict(entries)] + list(entries)
    out, central = prefix, b''
    for name, data in entries:
        n, m = name.encode(), method if data else 0
        f = flag if data else flag & ~8
        f |= 0 if name.isascii() else 0x800
        c = zlib.compressobj(6, zlib.DEFLATED, -15)
        body = c.compress(data) + c.flush() if m == 8 else data
        crc, at = zlib.crc32(data), len(out)
        size, packed = (len(data), len(body)) if local_sizes is None or not data else (local_sizes, local_sizes)
        x = extra
        if zip64_local:
            x, size, packed = extra + struct.pack('<HHQQ', 1, 16, len(data), len(body)), 0xffffffff, 0xffffffff
        out += struct.pack('<IHHHHHIIIHH', 0x04034b50, version if local_version is None else local_version, f, m, local_time, 0x5b75,
                           crc if local_crc is None or not data else local_crc, packed, size, len(n), len(x)) + n + x + body
        if descriptor and data:
            d = {'sig': b'PK\7\x08' + struct.pack('<III', crc, len(body), len(data)), 'plain': struct.pack('<III', crc, len(body), len(data)),
                 'sig64': b'PK\7\x08' + struct.pack('<IQQ', crc, len(body), len(data))}
            out += d[descriptor]
        central += struct.pack('<IHHHHHHIIIHHHHHII', 0x02014b50, madeby, version, f, m, 0, 0x5b75, crc, len(body), len(data), len(n), len(extra), 0, 0, 0, external, at) + n + extra
    return out + central + struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, len(entries), len(entries), len(central), len(out), len(comment)) + comment


def repaired(top, mets):
    """Puts right digests and sizes that a corpus package lost when its line ends were changed."""
    def element(m):
        e, href = m[0], re.search(r'href="([^"]*)"', m[0])
        near = mets[m.start():m.start() + 900] if not href else e
        href = href or re.search(r'href="([^"]*)"', near)
        path = top + '/' + re.sub(r'^\./', '', href[1]) if href else ''
        if not os.path.isfile(path):
            return e
        b = get(path)
        kind = re.search(r'CHECKSUMTYPE="([^"]*)"', e)
        if kind:
            e = re.sub(r'CHECKSUM="[^"]*"', 'CHECKSUM="' + hashlib.new(kind[1].replace('-', ''), b).hexdigest() + '"', e)
        return re.sub(r' SIZE="[^"]*"', f' SIZE="{len(b)}"', e)
    return re.sub(r'<(?:mets:)?(?:mdRef|file)\b[^>]*>', element, mets)


def wrong_central_crc(zipped, name):
    at = zipped.rindex(b'PK\1\2', 0, zipped.rindex(name.encode()))
    return zipped[:at + 16] + b'\1\2\3\4' + zipped[at + 20:]


def make(base, testdata):
    Maker(base, testdata).all()
