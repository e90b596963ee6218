"""Forty deliveries by a second hand, three of a kind where it can be (right, wrong, near miss): e-Akten from the words of 004 P1 to P3, commercial registers from 002, bags from
RFC 8493, WARC from ISO 28500, plain shares. The verdicts in second.tsv were written before the program was asked. Registered with those of variants.py; imports nothing of the
product."""
import gzip, hashlib, os, struct, zipfile
from akten import *
from variants import box, case, spoil, with_slip


def sums(list_, algorithm='sha256', mark='  ', before=''):
    return ''.join('%s%s%s%s\n' % (hashlib.new(algorithm, data).hexdigest(), mark, before, name) for name, data in list_)


# ---- slip and container (P2.2, P2.4, P2.5) -----------------------------------------------------------------------------
def slipped(d, seed, change):
    a = plain(seed)
    e, n = entries(a)
    at = box(d, e, n)
    put(d + '/Ab_Lis.xml', transfer_list(a))
    put(d + '/el_Lauf.xml', change(slip(at, status='Anbietung').decode(), at))
    return d


@case('check')
def s_slip_digest_upper_case(d):
    return slipped(d, 901, lambda s, at: s.replace(hashlib.sha256(read(at)).hexdigest(), hashlib.sha256(read(at)).hexdigest().upper()))


@case('check')
def s_slip_digest_of_sha512(d):
    return slipped(d, 902, lambda s, at: s.replace('SHA-256', 'SHA-512').replace(hashlib.sha256(read(at)).hexdigest(), hashlib.sha512(read(at)).hexdigest()))


@case('check')
def s_slip_digest_wrong(d):
    return slipped(d, 903, lambda s, at: s.replace(hashlib.sha256(read(at)).hexdigest(), hashlib.sha256(b'anders').hexdigest()))


@case('check')
def s_slip_of_another_office(d):
    return slipped(d, 904, lambda s, at: s.replace(OFFICE, 'Oberforstamt Musterwald').replace(KEY, '99001'))


@case('check')
def s_slip_cut(d):
    return slipped(d, 905, lambda s, at: s[:len(s) // 2])


@case('check')
def s_slip_names_two_one_came(d):
    return slipped(d, 906, lambda s, at: s.replace('</Laufzettel>', '<Container name="zweiter-Teil.zip" verfahren="SHA-256" pruefsumme="%s"/></Laufzettel>' % ('0' * 64)))


# ---- checksum lists beside a message -----------------------------------------------------------------------------------
def summed(d, seed, name, text):
    e, n = entries(plain(seed))
    at = box(d, e, n)
    put(d + '/' + name, text(os.path.basename(at), read(at)))
    return d


@case('check')
def s_sums_right(d):
    return summed(d, 911, 'SHA256SUMS', lambda n, data: sums([(n, data)]))


@case('check')
def s_sums_with_dot_and_star(d):
    return summed(d, 912, 'pruefsummen.sha256', lambda n, data: '\ufeff' + sums([(n, data)], mark=' *', before='./').replace('\n', '\r\n'))


@case('check')
def s_sums_wrong(d):
    return summed(d, 913, 'SHA256SUMS', lambda n, data: sums([(n, data + b'x')]))


@case('check')
def s_sums_of_a_file_that_is_missing(d):
    return summed(d, 914, 'SHA256SUMS', lambda n, data: sums([(n, data), ('Nachtrag.zip', b'nie gesendet')]))


# ---- containers of a message -------------------------------------------------------------------------------------------
@case('check')
def s_zip_cut(d):
    e, n = entries(plain(921))
    return put(d + '/' + n + '.zip', zipped(e)[:-400])


@case('check')
def s_zip_one_document_damaged(d):
    a = plain(922)
    e, n = entries(a)
    z = bytearray(zipped(e, zipfile.ZIP_STORED))
    at = z.find(e[1][1])
    z[at + 300] ^= 0x55
    return put(d + '/' + n + '.zip', bytes(z))


@case('check')
def s_zip_two_of_one_name(d):
    e, n = entries(plain(923))
    return box(d, e + [(e[1][0], pdf('etwas anderes'))], n)


@case('check')
def s_zip_with_password(d):
    e, n = entries(plain(924))
    z = bytearray(zipped(e))
    for mark, at in ((b'PK\3\4', 6), (b'PK\1\2', 8)):  # every entry says that it is encrypted
        i = z.find(mark)
        while i >= 0:
            z[i + at] |= 1
            i = z.find(mark, i + 4)
    return put(d + '/' + n + '.zip', bytes(z))


@case('check')
def s_zip_gzipped(d):
    e, n = entries(plain(925))
    return put(d + '/' + n + '.zip.gz', gzip.compress(zipped(e), mtime=0))


@case('check')
def s_7z_as_document(d):
    e, n = spoil(926, 'Anlagen.7z', b'7z\xbc\xaf\x27\x1c\0\4' + bytes(60) + b'\1' * 200, code='001')
    return box(d, e, n)


@case('check')
def s_files_in_a_subfolder(d):
    e, n = entries(plain(927))
    return box(d, e[:1] + [('dokumente/' + name, data) for name, data in e[1:]], n)


# ---- the XML of a message ----------------------------------------------------------------------------------------------
def rewritten(d, seed, change, version='3.0.0'):
    e, n = entries(plain(seed), version=version)
    return box(d, [(e[0][0], change(e[0][1]))] + e[1:], n)


@case('check')
def s_xml_with_bom(d):
    return rewritten(d, 931, lambda x: b'\xef\xbb\xbf' + x)


@case('check')
def s_xml_cut(d):
    return rewritten(d, 932, lambda x: x[:len(x) * 2 // 3])


@case('check')
def s_xml_with_an_entity_from_outside(d):
    return rewritten(d, 933, lambda x: x.replace(b'?>\n', b'?>\n<!DOCTYPE r [<!ENTITY q SYSTEM "file:///etc/passwd">]>\n', 1).replace(b'Wegebau', b'&q;', 1))


@case('check')
def s_xml_of_a_version_nobody_knows(d):
    return rewritten(d, 934, lambda x: x.replace(b'xdomea:schema:3.0.0', b'xdomea:schema:9.7.0'))


@case('check')
def s_xml_says_0501_is_named_0503(d):
    a = plain(935)
    _, name, xml, _ = message(a, kind='0501')
    _, other, _, files = message(a, kind='0503')
    return box(d, [(other, xml)] + sorted(files.items()), other[:-4])


# ---- primary documents -------------------------------------------------------------------------------------------------
@case('check')
def s_text_of_no_byte(d):
    e, n = spoil(941, 'Vermerk.txt', b'', code='001')
    return box(d, e, n)


@case('check')
def s_mail_whole(d):
    mail = (b'From: a@amt.example\r\nTo: b@amt.example\r\nSubject: Wegebau\r\nDate: Tue, 1 Mar 2016 10:00:00 +0100\r\nMIME-Version: 1.0\r\n'
            b'Content-Type: text/plain; charset=utf-8\r\n\r\nGuten Tag.\r\n')
    e, n = spoil(942, 'Nachricht.eml', mail, code='001')
    return box(d, e, n)


@case('check')
def s_html_named_docx(d):
    e, n = spoil(943, 'Bericht.docx', b'<!DOCTYPE html><html><head><title>Bericht</title></head><body><p>Bericht</p></body></html>', code='001')
    return box(d, e, n)


@case('check')
def s_equal_bytes_in_two_cases(d):
    a, same = plain(944), pdf('Merkblatt')
    for c in a[0]['cases']:
        c['docs'].append(document('Merkblatt', uid() + '_Merkblatt.pdf', same))
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def s_period_ends_before_it_begins(d):
    a = plain(945)
    a[0]['cases'][0].update(begin='2018-01-01', end='2012-01-01')
    e, n = entries(a)
    return box(d, e, n)


# ---- bags (RFC 8493) ---------------------------------------------------------------------------------------------------
def bag(d, change=None, version='1.0', tags=(), name='tasche', algorithm='sha512'):
    payload = [('data/brief.pdf', pdf('Brief')), ('data/Karten/Blatt 1.png', png())]
    files = dict(payload)
    files['manifest-%s.txt' % algorithm] = sums(payload, algorithm)
    files['bagit.txt'] = 'BagIt-Version: %s\nTag-File-Character-Encoding: UTF-8\n' % version
    files['bag-info.txt'] = 'Source-Organization: %s\nPayload-Oxum: %d.%d\n' % (OFFICE, sum(len(x) for _, x in payload), len(payload))
    files.update(tags)
    if change:
        change(files)
    for n, data in files.items():
        put('%s/%s/%s' % (d, name, n), data)
    return '%s/%s' % (d, name)


@case('check')
def s_bag_of_the_version_before(d):
    return bag(d, version='0.97', algorithm='md5')


@case('check')
def s_bag_oxum_wrong(d):
    return bag(d, lambda f: f.update({'bag-info.txt': 'Payload-Oxum: 12.9\n'}))


@case('check')
def s_bag_second_manifest_disagrees(d):
    return bag(d, lambda f: f.update({'manifest-md5.txt': sums([('data/brief.pdf', b'falsch'), ('data/Karten/Blatt 1.png', f['data/Karten/Blatt 1.png'])], 'md5')}))


@case('check')
def s_bag_fetch_not_fetched(d):
    def change(f):
        f['fetch.txt'] = 'https://amt.example/plan.pdf 1234 data/plan.pdf\n'
        f['manifest-sha512.txt'] += hashlib.sha512(b'plan').hexdigest() + '  data/plan.pdf\n'
    return bag(d, change)


@case('check')
def s_bag_percent_encoded_name(d):
    def change(f):
        data = pdf('hundert')
        f['data/100%.pdf'] = data
        f['manifest-sha512.txt'] += hashlib.sha512(data).hexdigest() + '  data/100%25.pdf\n'
        del f['bag-info.txt']
    return bag(d, change)


@case('check')
def s_bag_file_nobody_lists(d):
    return bag(d, lambda f: f.update({'data/spaeter dazu.pdf': pdf('später')}))


@case('check')
def s_bag_tag_manifest_wrong(d):
    return bag(d, lambda f: f.update({'tagmanifest-sha512.txt': hashlib.sha512(b'nein').hexdigest() + '  bag-info.txt\n'}))


@case('check')
def s_bag_in_a_tar(d):
    import io as memory
    at, b = bag(d), memory.BytesIO()
    with tarfile.open(fileobj=b, mode='w') as t:
        t.add(at, arcname='tasche')
    return put(d + '/tasche.tar', b.getvalue())


# ---- commercial register (002) -----------------------------------------------------------------------------------------
def companies(d, change=None):
    rows, files = [('CH-100.3.001', 'Sägerei Muster AG', 'Sursee', '12.03.1931', '30.06.1999'), ('CH-100.3.002', 'Käserei Beispiel', 'Glarus', '01.10.1920', '15.01.2001')], {}
    for number, *_ in rows:
        files['%s_Beleg.pdf' % number] = pdf(number)
    files['Ablieferungsliste.txt'] = '\t'.join(('Firmennummer', 'Firmenname', 'Firmensitz', 'Eröffnungsdatum', 'Löschungsdatum')) + '\r\n' + ''.join('\t'.join(r) + '\r\n' for r in rows)
    if change:
        change(files)
    if 'pruefsummen.md5' not in files:
        files['pruefsummen.md5'] = '# MD5 checksums generated by MD5summer (http://www.md5summer.org)\r\n# Generated 15.06.2006 08:26:25\r\n\r\n' + ''.join(
            '%s *%s\r\n' % (hashlib.md5(x if isinstance(x, bytes) else x.encode()).hexdigest(), n) for n, x in sorted(files.items()) if n.endswith('.pdf'))
    for n, data in files.items():
        put(d + '/hr/' + n, data)
    return d + '/hr'


@case('check')
def s_hr_list_with_commas(d):
    return companies(d, lambda f: f.update({'Ablieferungsliste.txt': f['Ablieferungsliste.txt'].replace('\t', ',')}))


@case('check')
def s_hr_paper_altered(d):
    def change(f):
        f['pruefsummen.md5'] = ''.join('%s *%s\r\n' % (hashlib.md5(x).hexdigest(), n) for n, x in sorted(f.items()) if n.endswith('.pdf'))
        f['CH-100.3.001_Beleg.pdf'] = pdf('anders')
    return companies(d, change)


# ---- web (ISO 28500) ---------------------------------------------------------------------------------------------------
def record(kind, body, uri='https://amt.example/', media='application/http;msgtype=response', digest=True, n=[0]):
    n[0] += 1
    head = 'WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Date: 2020-02-0%dT10:00:00Z\r\n' % (kind, uid(), n[0] % 9 + 1)
    head += ('WARC-Target-URI: %s\r\n' % uri if kind != 'warcinfo' else '') + 'Content-Type: %s\r\nContent-Length: %d\r\n' % (media, len(body))
    if digest:
        import base64
        head += 'WARC-Block-Digest: sha1:%s\r\n' % base64.b32encode(hashlib.sha1(body).digest()).decode()
    return gzip.compress(head.encode() + b'\r\n' + body + b'\r\n\r\n', mtime=0)


PAGE = b'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 40\r\n\r\n<!DOCTYPE html><title>Amt</title><p>Amt.'


def crawl(spoil_=lambda x: x):
    return record('warcinfo', b'software: Muster 1\r\n', media='application/warc-fields') + spoil_(record('response', PAGE)) + record('response', PAGE, 'https://amt.example/zwei')


@case('check')
def s_warc_right(d):
    return put(d + '/sicherung.warc.gz', crawl())


@case('check')
def s_warc_block_altered(d):
    return put(d + '/sicherung.warc.gz', crawl(lambda x: gzip.compress(gzip.decompress(x).replace(b'<p>Amt', b'<p>Ant'), mtime=0)))


# ---- plain shares (a person has said so) -------------------------------------------------------------------------------
@case('kind files')
def s_share_right(d):
    put(d + '/Ablage/Plan.png', png())
    put(d + '/Ablage/Sitzung/Protokoll.pdf', pdf('Protokoll'))
    return d + '/Ablage'


# ---- deliveries beside each other (issue: every piece recognised or named; 004 P2.3, P3.1) ------------------------------
SEVEN = bytes.fromhex('377abcaf271c0004') + b'\0' * 90
RAR = b'Rar!\x1a\x07\x00' + b'\0' * 150


def lacking(d, seed, name=None):
    """A message whose container lacks its last file."""
    e, n = entries(plain(seed))
    return box(d, e[:-1], name or n)


@case('check')
def p_crawl_and_message_that_lacks_a_file(d):
    put(d + '/sicherung.warc.gz', crawl())
    lacking(d, 961)
    return d


@case('check')
def p_crawl_and_right_message(d):
    put(d + '/sicherung.warc.gz', crawl())
    e, n = entries(plain(962))
    box(d, e, n)
    return d


@case('check')
def p_crawl_and_rar(d):
    put(d + '/sicherung.warc.gz', crawl())
    put(d + '/Datenbank.rar', RAR)
    return d


@case('check')
def p_bag_and_message_that_lacks_a_file(d):
    bag(d)
    lacking(d, 963)
    return d


@case('check')
def p_bag_and_right_message(d):
    bag(d)
    e, n = entries(plain(964))
    box(d, e, n)
    return d


@case('check')
def p_two_bags(d):
    bag(d, name='tasche 1')
    bag(d, name='tasche 2')
    return d


@case('check')
def p_two_bags_second_spoilt(d):
    bag(d, name='tasche 1')
    bag(d, lambda f: f.update({'data/brief.pdf': pdf('ein anderer')}), name='tasche 2')
    return d


@case('check')
def p_bag_and_letters(d):
    bag(d)
    put(d + '/Anschreiben.pdf', pdf('Anschreiben'))
    put(d + '/Hinweise zur Abgabe.docx', docx('Hinweise'))
    return d


@case('check')
def p_message_and_seven_zip_in_tar(d):
    e, n = entries(plain(965))
    return put(d + '/abgabe.tar', tarred([(n + '.zip', zipped(e)), ('Karten/Band 2.7z', SEVEN)]))


@case('check')
def p_message_and_rar_two_deep(d):
    e, n = entries(plain(966))
    return put(d + '/abgabe.zip', zipped([('Stufe/innen.zip', zipped([(n + '.zip', zipped(e)), ('Rest.dat', RAR)]))]))


@case('check')
def p_message_and_letters_of_office_programs(d):
    e, n = entries(plain(967))
    box(d, e, n)
    put(d + '/Anschreiben.odt', odt('Anschreiben'))
    put(d + '/Verzeichnis.docx', docx('Verzeichnis'))
    return d


@case('check')
def p_message_and_zip_of_papers(d):
    e, n = entries(plain(968))
    box(d, e, n)
    put(d + '/Nachtrag.zip', zipped([('Vermerk.docx', docx('Vermerk')), ('Lageplan.pdf', pdf('Lageplan'))]))
    return d


# ---- lists of digests as people write them (P2.5; 002 3.2) -------------------------------------------------------------
def beside_zip(d, seed, name, text, spoil_=False):
    """A faultless message in a ZIP and a list beside it; text makes the list of name and content."""
    a = plain(seed)
    e, n = entries(a)
    at = box(d, e, n)
    put(d + '/' + name, text(os.path.basename(at), read(at) + (b'.' if spoil_ else b'')))
    return d


def powershell(n, b):
    return ('\r\nAlgorithm : SHA512\r\nHash      : %s\r\nPath      : \\\\amt\\ablage\\%s\r\n\r\n' % (hashlib.sha512(b).hexdigest().upper(), n)).encode('utf-16')


@case('check')
def s_list_powershell_right(d):
    return beside_zip(d, 951, 'Kontrolle.txt', powershell)


@case('check')
def s_list_powershell_wrong(d):
    return beside_zip(d, 952, 'Kontrolle.txt', powershell, True)


@case('check')
def s_list_own_head_wrong(d):
    return beside_zip(d, 953, 'uebersicht.csv', lambda n, b: 'Nr.;Dateiname;Hashwert SHA-1\r\n1;%s;%s\r\n' % (n, hashlib.sha1(b).hexdigest()), True)


@case('check')
def s_list_digest_alone_wrong(d):
    return beside_zip(d, 954, 'digest.sha512', lambda n, b: hashlib.sha512(b).hexdigest() + '  ' + n + '\n', True)


@case('check')
def s_list_of_files_inside_under_any_name(d):
    a = plain(955)
    e, n = entries(a)
    box(d, e, n)
    put(d + '/Anlage 2.txt', ''.join('%s\t%s\r\n' % (name, hashlib.sha256(data + (b'!' if i == 1 else b'')).hexdigest()) for i, (name, data) in enumerate(e)))
    return d


@case('check')
def s_table_that_is_no_list(d):
    return beside_zip(d, 956, 'Telefonliste.csv', lambda n, b: 'Name;Telefon\r\nPoststelle;12345678\r\n')


# ---- list without slip, slip after renaming (P1.1, P2.3, P3.1) ---------------------------------------------------------
@case('check')
def s_list_alone_digest_wrong(d):
    a = plain(957)
    e, n = entries(a)
    box(d, e, n)
    text = transfer_list(a)
    text = text.decode() if isinstance(text, bytes) else text
    i = text.index('pruefsumme="') + len('pruefsumme="')
    put(d + '/Ab_Lis.xml', text[:i] + '0' * 64 + text[i + 64:])
    return d


@case('check')
def s_slip_container_renamed_on_the_way(d):
    slipped(d, 958, lambda s, at: s)
    at = [f for f in os.listdir(d) if f.endswith('.zip')][0]
    os.rename(d + '/' + at, d + '/Kopie von ' + at)
    return d


# ---- documents nobody can open (E4) ------------------------------------------------------------------------------------
@case('check')
def s_pdf_whose_page_is_gone(d):
    b = b'%PDF-1.6\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 3/Kids[5 0 R 6 0 R 7 0 R]>>endobj\ntrailer<</Root 1 0 R/Size 8>>\nstartxref\n0\n%%EOF\n'
    e, n = spoil(959, 'Gutachten.pdf', b)
    return box(d, e, n)


@case('check')
def s_xlsx_without_its_workbook(d):
    e, n = spoil(960, 'Kosten.xlsx', zipped([('[Content_Types].xml', b'<Types/>'), ('xl/styles.xml', b'<styleSheet/>')]), code='036')
    return box(d, e, n)


@case('check')
def p_spoilt_bag_and_crawl_not_compressed(d):
    bag(d, lambda f: f.update({'data/brief.pdf': pdf('ein anderer')}))
    put(d + '/sicherung.warc', gzip.decompress(crawl()))
    return d
