#!/usr/bin/env python3
"""variants.py CLI [ID...]: the classes of faults that agencies' drops have shown, each in forms nobody tried before; made by akten.py, compared with variants.tsv, which was
written from the sources before the program was asked. Imports nothing of the product, needs nothing beside it. Exit 1 on any difference."""
import atexit, concurrent.futures, copy, json, os, re, shutil, subprocess, sys, tempfile, unicodedata, zlib
sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import akten
from akten import *

CASES = {}
LEFT_OUT = set()  # rows whose maker needs a program that is not installed here


def case(way):
    """Registers a maker: way is how the program is asked. 'check' one path; 'kind files' the same with --kind files; 'propose' what receive says; 'after' the second message
    checked after the first was taken in; 'answered' the same after an offer; 'taken' the numbers of what receive took in."""
    def keep(make):
        CASES[make.__name__.replace('_', '-')] = (way, make)
        return make
    return keep


def box(d, list_, name):
    return put(os.path.join(d, name + '.zip'), zipped(list_))


def spoil(seed, name, data, code='018', version='3.0.0', title='Gutachten'):
    """A faultless message but for one primary document."""
    a = plain(seed)
    a[0]['cases'][0]['docs'].append(document(title, uid() + '_' + name, data))
    a[0]['cases'][0]['docs'][-1]['code'] = code
    return entries(a, version=version)


def with_slip(d, a, container, list_=None):
    put(d + '/Ab_Lis.xml', list_ or transfer_list(a))
    put(d + '/el_Lauf.xml', slip(container))
    return d


def listed(d, seed, change=None, files=None):
    """Slip, list and message; change alters what the list says of the records, files what it says of a Vorgang's files."""
    a = plain(seed)
    e, n = entries(a)
    told = copy.deepcopy(a)
    if change:
        change(told)
    return with_slip(d, a, box(d, e, n), transfer_list(told, files))


# ---- E1: what nobody opened --------------------------------------------------------------------------------------------
@case('check')
def e1_zip_in_tar(d):
    e, n = entries(plain(101))
    return put(d + '/abgabe.tar', tarred([(n + '.zip', zipped(e))]))


@case('check')
def e1_three_deep(d):
    e, n = entries(plain(102))
    return put(d + '/abgabe.zip', zipped([('stufe1.zip', zipped([('stufe2.zip', zipped([(n + '.zip', zipped(e))]))]))]))


@case('check')
def e1_tgz_with_slip(d):
    a = plain(103)
    e, n = entries(a)
    return with_slip(d, a, put(d + '/' + n + '.tar.gz', tarred(e, 'w:gz')))


@case('check')
def e1_folder_named_0503(d):
    _, n = entries(plain(104))
    put(d + '/' + n + '/' + uid() + '_a.pdf', pdf('a'))
    put(d + '/' + n + '/' + uid() + '_b.pdf', pdf('b'))
    return d + '/' + n


@case('check')
def e1_message_is_html(d):
    e, n = entries(plain(105))
    return box(d, [(e[0][0], b'<!DOCTYPE html><html><body>Sitzung abgelaufen. Bitte neu anmelden.</body></html>')] + e[1:], n)


@case('check')
def e1_message_is_gzip(d):
    import gzip
    e, n = entries(plain(106))
    return box(d, [(e[0][0], gzip.compress(e[0][1], mtime=0))] + e[1:], n)


@case('check')
def e1_rar_beside_good(d):
    e, n = entries(plain(107))
    box(d, e, n)
    put(d + '/Nachtrag.rar', b'Rar!\x1a\x07\x01\0' + b'\x33\x92\xb5\xe5\x0a\x01\x05\x06\0\x05\x01\x01\x80\x80\0' + b'\7' * 200)
    return d


@case('check')
def e1_zstd_tar(d):
    return put(d + '/Aussonderung.tar.zst', b'\x28\xb5\x2f\xfd\x04\x58' + bytes(range(200)))


@case('check')
def e1_split_zip(d):
    e, n = entries(plain(108))
    z = zipped(e)
    put(d + '/' + n + '.z01', b'PK\7\x08' + z[:len(z) // 2])
    put(d + '/' + n + '.zip', z[len(z) // 2:])
    return d


@case('check')
def e1_two_procedures_in_subfolders(d):
    for seed, name in ((109, 'Bauamt'), (110, 'Ordnungsamt/2026')):
        e, n = entries(plain(seed))
        box(d + '/' + name, e, n)
    return d


@case('taken')
def e1_two_procedures_in_subfolders_taken(d):
    return e1_two_procedures_in_subfolders(d)


@case('check')
def e1_subfolders_with_own_slips(d):
    for seed, name in ((111, 'Lieferung 1'), (112, 'Lieferung 2')):
        a = plain(seed)
        e, n = entries(a)
        with_slip(d + '/' + name, a, box(d + '/' + name, e, n))
    return d


@case('check')
def e1_two_unpacked_in_one_zip(d):
    list_ = []
    for seed in (113, 114):
        e, n = entries(plain(seed))
        list_ += [(n + '/' + k, v) for k, v in e]
    return put(d + '/alles.zip', zipped(list_))


@case('check')
def e1_slips_and_zips_in_subfolders_of_a_zip(d):
    list_ = []
    for seed, name in ((115, 'A'), (116, 'B')):
        a = plain(seed)
        e, n = entries(a)
        z = put(d + '/bau/' + n + '.zip', zipped(e))
        list_ += [(name + '/el_Lauf.xml', slip(z)), (name + '/Ab_Lis.xml', transfer_list(a)), (name + '/' + n + '.zip', read(z))]
    return put(d + '/stick.zip', zipped(list_))


@case('check')
def e1_two_unpacked_in_subfolders(d):
    for seed, name in ((116, 'Amt A'), (117, 'Amt B/2026')):
        e, n = entries(plain(seed))
        for k, v in e:
            put('%s/%s/%s/%s' % (d, name, n, k), v)
    return d


@case('taken')
def e1_two_unpacked_in_subfolders_taken(d):
    return e1_two_unpacked_in_subfolders(d)


@case('check')
def e1_parts_in_subfolders_slip_above(d):
    """One slip names both containers, each lies in a folder of its own."""
    process, a, boxes = uid(), plain(118, 4), []
    for part in (0, 1):
        p = copy.deepcopy(a)
        p[0]['cases'] = p[0]['cases'][2 * part:2 * part + 2]
        e, _ = entries(p, process=process)
        boxes.append(box(d + '/Band %d' % (part + 1), e, '%s_%d' % (process, part + 1)))
    put(d + '/Ab_Lis.xml', transfer_list(a))
    one, two = slip(boxes[0]), slip(boxes[1])
    put(d + '/el_Lauf.xml', one.replace(b'</Laufzettel>', two[two.index(b'<Container'):]))
    return d


@case('check')
def e1_slips_in_one_folder(d):
    """Two deliveries, two slips, two lists, all in one folder under names of their own."""
    for seed in (119, 120):
        a = plain(seed)
        e, n = entries(a)
        z = box(d, e, n)
        put(d + '/Ab_Lis_%d.xml' % seed, transfer_list(a))
        put(d + '/el_Lauf_%d.xml' % seed, slip(z, 'Ab_Lis_%d.xml' % seed))
    return d


@case('taken')
def e1_slips_and_zips_in_a_zip_taken(d):
    return e1_slips_and_zips_in_subfolders_of_a_zip(d)


@case('check')
def e1_papers_of_their_own_folder(d):
    a = plain(121)
    e, n = entries(a)
    z = box(d + '/Daten', e, n)
    put(d + '/Papiere/Ab_Lis.xml', transfer_list(a))
    put(d + '/Papiere/el_Lauf.xml', slip(z))
    put(d + '/Papiere/Anschreiben.txt', 'Anbei.')
    return d


LITTER = [('Thumbs.db', b'\xd0\xcf\x11\xe0' + b'\0' * 600), ('.DS_Store', b'\0\0\0\1Bud1' + b'\0' * 60), ('desktop.ini', b'[.ShellClassInfo]\r\n')]


@case('check')
def e1_litter_only_folder(d):
    for n, b in LITTER:
        put(d + '/Export/' + n, b)
    return d


@case('check')
def e1_litter_only_zip(d):
    return put(d + '/Export.zip', zipped(LITTER))


@case('check')
def e1_litter_only_tar(d):
    return put(d + '/Export.tar', tarred(LITTER))


@case('check')
def e1_nothing_folder(d):
    os.makedirs(d + '/leer/auch leer')
    return d + '/leer'


@case('check')
def e1_nothing_zip(d):
    return put(d + '/leer.zip', zipped([]))


PAPERS = [('Bericht 1.pdf', pdf('Bericht 1')), ('Anlagen/Karte.pdf', pdf('Karte')), ('Anlagen/Liste.csv', b'a;b\r\n1;2\r\n')]


@case('check')
def e1_plain_folder(d):
    for n, b in PAPERS:
        put(d + '/Ablage/' + n, b)
    return d + '/Ablage'


@case('check')
def e1_plain_zip(d):
    return put(d + '/Ablage.zip', zipped(PAPERS))


@case('check')
def e1_plain_tgz(d):
    return put(d + '/Ablage.tgz', tarred(PAPERS, 'w:gz'))


@case('check')
def e1_plain_file(d):
    return put(d + '/Bericht.pdf', PAPERS[0][1])


@case('kind files')
def e1_plain_zip_as_files(d):
    return e1_plain_zip(d)


@case('kind files')
def e1_plain_folder_as_files(d):
    return e1_plain_folder(d)


@case('kind files')
def e1_plain_with_container_as_files(d):
    put(d + '/Ablage/Alt.7z', bytes.fromhex('377abcaf271c0004') + b'\0' * 300)
    return e1_plain_folder(d)


@case('kind xdomea-0503')
def e1_plain_forced_0503(d):
    return e1_plain_zip(d)


# ---- E2, E22: what the offer does not name below, it offers whole -----------------------------------------------------
def offered(d, version='3.0.0', seed=201, cut=None, change=None):
    """1/ the offer, 2/ the delivery of the same process."""
    process, a = uid(), plain(seed, 3)
    a[0]['parts'] = [akte('77-%d-T' % seed, 'Teilakte Vermessung', [vorgang('77-%d/T1' % seed, 'Grenztermin', [one('Niederschrift')])])]
    o = copy.deepcopy(a)
    if cut:
        cut(o[0])
    e, n = entries(o, kind='0501', version=version, process=process, when='2026-01-05T08:00:00')
    box(d + '/1', e, n)
    if change:
        change(a[0])
    e, n = entries(a, version=version, process=process)
    box(d + '/2', e, n)
    return d


def to_akte(a):
    a['cases'], a['parts'] = [], []
    a['rating'] = 'A'


def to_teilakte(a):
    a['parts'][0]['cases'] = []
    for c in a['cases']:
        c['docs'] = []


def to_vorgang(a):
    to_teilakte(a)


@case('after')
def e22_offer_to_the_akte(d):
    return offered(d, cut=to_akte)


@case('after')
def e22_offer_to_the_akte_v4(d):
    return offered(d, '4.0.0', 202, to_akte)


@case('after')
def e22_offer_to_the_teilakte(d):
    return offered(d, seed=203, cut=to_teilakte)


@case('after')
def e2_offer_to_the_vorgang_with_teilvorgang(d):
    def more(a):
        a['cases'][0]['sub'] = [vorgang('77-204/1-1', 'Teilvorgang Drainage', [one('Plan')])]
    return offered(d, '4.0.0', 204, to_vorgang, more)


@case('after')
def e2_never_offered_vorgang(d):
    def more(a):
        a['cases'].append(vorgang('77-205/99', 'Heimlich hinzugefügt', [one('Brief')]))
    return offered(d, seed=205, cut=to_vorgang, change=more)


@case('after')
def e2_never_offered_document(d):
    def more(a):
        a['cases'][1]['docs'].append(one('Später dazugekommen'))
    return offered(d, seed=206, cut=None, change=more)


# ---- E3: slip, list, message, files, each both ways ---------------------------------------------------------------------
@case('check')
def e3_list_file_more(d):
    return listed(d, 301, files=lambda c, n: n + [('nie_geliefert.pdf', '0' * 64)] if c['ref'].endswith('/1') else n)


@case('check')
def e3_list_digest_other(d):
    return listed(d, 302, files=lambda c, n: [(n[0][0], 'ab' * 32)] + n[1:] if c['ref'].endswith('/2') else n)


@case('check')
def e3_list_kennzeichen_other(d):
    return listed(d, 303, lambda a: a[0]['cases'][0].update(ref='77-303/77'))


@case('check')
def e3_list_end_other(d):
    return listed(d, 304, lambda a: a[0]['cases'][1].update(end='2021-10-30'))


@case('check')
def e3_list_case_twice(d):
    return listed(d, 305, lambda a: a[0]['cases'].append(copy.deepcopy(a[0]['cases'][0])))


@case('check')
def e3_list_empty(d):
    return listed(d, 306, lambda a: a[0]['cases'].clear())


@case('check')
def e3_list_file_in_other_case(d):
    def swap(a):
        x, y = a[0]['cases']
        x['docs'], y['docs'] = y['docs'], x['docs']
    return listed(d, 307, swap)


@case('check')
def e3_list_bom_crlf(d):
    a = plain(308)
    e, n = entries(a)
    return with_slip(d, a, box(d, e, n), b'\xef\xbb\xbf' + transfer_list(a).replace(b'<Vorgang', b'\r\n<Vorgang'))


@case('check')
def e3_slip_names_other_container(d):
    a = plain(309)
    e, n = entries(a)
    z = box(d, e, n)
    put(d + '/el_Lauf.xml', slip(z).replace(os.path.basename(z).encode(), b'ganz_anders.zip'))
    put(d + '/Ab_Lis.xml', transfer_list(a))
    return d


@case('check')
def e3_file_nobody_names(d):
    a = plain(310)
    e, n = entries(a)
    return with_slip(d, a, box(d, e + [(uid() + '_Vermerk intern.pdf', pdf('Vermerk intern'))], n))


def one_more(a, ref):
    l = copy.deepcopy(a)
    l[0]['cases'].append(vorgang(ref, 'Nur in der Liste', []))
    return transfer_list(l)


@case('check')
def e3_list_inside_the_zip(d):
    a = plain(311)
    e, n = entries(a)
    return box(d, e + [('el_Lauf.xml', slip()), ('Ab_Lis.xml', one_more(a, '77-311/9'))], n)


@case('check')
def e3_list_in_the_folder(d):
    a = plain(312)
    e, n = entries(a)
    for k, v in e + [('el_Lauf.xml', slip()), ('Ab_Lis.xml', one_more(a, '77-312/9'))]:
        put(d + '/' + n + '/' + k, v)
    return d + '/' + n


@case('check')
def e3_list_beside_the_folder(d):
    a = plain(313)
    e, n = entries(a)
    for k, v in e:
        put(d + '/' + n + '/' + k, v)
    put(d + '/el_Lauf.xml', slip())
    put(d + '/Ab_Lis.xml', one_more(a, '77-313/9'))
    return d


# ---- E4, E21: what nobody can open -------------------------------------------------------------------------------------
@case('check')
def e4_pdf_zeroed(d):
    return box(d, *spoil(401, 'Gutachten.pdf', b'\0' * 4000))


@case('check')
def e4_pdf_head_only(d):
    return box(d, *spoil(402, 'Gutachten.pdf', b'%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'))


@case('check')
def e4_pdf_is_login_page(d):
    return box(d, *spoil(403, 'Gutachten.pdf', b'<!DOCTYPE html>\n<html><head><title>Anmeldung</title></head><body>Bitte anmelden</body></html>\n'))


@case('check')
def e4_pdfa_is_login_page(d):
    return box(d, *spoil(421, 'Gutachten.pdf', b'<!DOCTYPE html>\n<html><head><title>Anmeldung</title></head><body>Bitte anmelden</body></html>\n', '044'))


@case('check')
def e4_pdf_user_password_v4(d):
    return box(d, *spoil(404, 'Gutachten.pdf', locked_pdf(b'geheim'), version='4.0.0'))


@case('check')
def e4_pdf_owner_password(d):
    return box(d, *spoil(405, 'Gutachten.pdf', locked_pdf(), code='008'))


@case('check')
def e21_docx_cut(d):
    return box(d, *spoil(406, 'Vermerk.docx', docx('Vermerk ' * 400)[:-60], '035'))


@case('check')
def e21_docx_locked(d):
    return box(d, *spoil(407, 'Vermerk.docx', locked_docx(), '035'))


@case('check')
def e21_doc_locked(d):
    return box(d, *spoil(408, 'Vermerk.doc', old_word(True), '034'))


@case('check')
def e21_xls_locked(d):
    return box(d, *spoil(409, 'Kosten.xls', old_excel(True), '034'))


@case('check')
def e21_odt_locked(d):
    return box(d, *spoil(410, 'Vermerk.odt', odt('Vermerk', True), '036'))


@case('check')
def e21_png_cut(d):
    x = png()
    return box(d, *spoil(411, 'Luftbild.png', x[:len(x) * 2 // 3], '022'))


@case('check')
def e21_png_zero_tail(d):
    x = png()
    return box(d, *spoil(412, 'Luftbild.png', x[:len(x) // 2] + b'\0' * (len(x) - len(x) // 2), '022'))


@case('check')
def e21_tiff_cut(d):
    return box(d, *spoil(413, 'Karte.tif', tiff()[:3000], '026'))


@case('check')
def e21_pictures_whole(d):
    a = plain(414)
    for name, data, code in (('Luftbild.png', png(), '022'), ('Karte.tif', tiff(), '026'), ('Vermerk.odt', odt('Vermerk'), '036'), ('Vermerk.docx', docx('Vermerk'), '035')):
        a[0]['cases'][0]['docs'].append(document(name, uid() + '_' + name, data))
        a[0]['cases'][0]['docs'][-1]['code'] = code
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def e21_zip_as_document(d):
    inner = b'Rar!\x1a\x07\x01\0' + b'\5' * 300
    return box(d, *spoil(415, 'Anlagen.rar', inner, '999'))


@case('check')
def e4_mail_empty(d):
    return box(d, *spoil(416, 'Mail.eml', b'', '999'))


@case('check')
def e4_attachment_without_file(d):
    a = plain(417)
    a[0]['cases'][0]['docs'][0]['more'] = [document('Anlage 3: Nivellement')]
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def e4_electronic_without_file_in_teilvorgang(d):
    a = plain(418)
    a[0]['cases'][0]['sub'] = [vorgang('77-418/1-1', 'Teilvorgang', [document('Protokoll der Teilnehmerversammlung', medium='001')])]
    e, n = entries(a, version='4.0.0')
    return box(d, e, n)


@case('check')
def e4_paper_without_file(d):
    a = plain(419)
    a[0]['cases'][0]['docs'].append(document('Karten auf Folie', medium='002'))
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def e4_offer_without_files(d):
    e, n = entries(plain(420), kind='0501')
    return box(d, e, n)


# ---- E9, E23: names --------------------------------------------------------------------------------------------------
def named(seed, title, change):
    """A message whose second document has umlauts in its name; change makes of the name what the platform made of it."""
    a = plain(seed)
    doc = one('Größe der Flächen', title)
    a[0]['cases'][0]['docs'].append(doc)
    e, n = entries(a)
    return [(change(k) if k == doc['file'] else k, v) for k, v in e], n


@case('check')
def e23_percent(d):
    from urllib.parse import quote
    return box(d, *named(501, 'Größe der Fläche.pdf', quote))


@case('check')
def e23_plus_for_blanks(d):
    return box(d, *named(502, 'Plan der Wege.pdf', lambda k: k.replace(' ', '+')))


@case('check')
def e23_twice_encoded(d):
    return box(d, *named(503, 'Größe.pdf', lambda k: k.encode().decode('latin-1')))


@case('check')
def e23_upper_uuid(d):
    return box(d, *named(504, 'Plan.pdf', lambda k: k[:36].upper() + k[36:]))


@case('check')
def e23_windows_1252(d):
    e, n = named(505, 'Gr??e und Ma?.pdf', lambda k: k)
    z = zipped([(k.replace('?', '#'), v) for k, v in e])
    raw = 'Größe und Maß.pdf'.encode('cp1252')
    put(d + '/' + n + '.zip', renamed(z, b'Gr##e und Ma#.pdf', raw).replace(b'Gr??e', b'Gr??e'))
    e[0] = (e[0][0], e[0][1].replace(b'Gr??e und Ma?.pdf', 'Größe und Maß.pdf'.encode()))
    z = zipped([(k.replace('?', '#'), v) for k, v in e])
    return put(d + '/' + n + '.zip', renamed(z, b'Gr##e und Ma#.pdf', raw))


@case('check')
def e9_ending_other(d):
    return box(d, *named(506, 'Plan.pdf', lambda k: k + '.pdf'))


@case('check')
def e9_copy_counted(d):
    return box(d, *named(507, 'Plan.pdf', lambda k: k.replace('.pdf', ' (1).pdf')))


@case('check')
def e9_hard_blank(d):
    return box(d, *named(508, 'Plan der Wege.pdf', lambda k: k.replace(' ', '\u00a0')))


@case('check')
def e9_dashes(d):
    return box(d, *named(509, 'Plan \u2013 Wege.pdf', lambda k: k.replace('\u2013', '-')))


@case('check')
def e9_nfd_in_subfolder(d):
    return box(d, *named(510, 'Größe.pdf', lambda k: 'Anlagen/' + unicodedata.normalize('NFD', k)))


@case('check')
def e9_truly_missing(d):
    e, n = named(511, 'Plan.pdf', lambda k: k)
    return box(d, [x for x in e if not x[0].endswith('_Plan.pdf')], n)


@case('check')
def e9_truly_missing_beside_like_named(d):
    """Two files of one ending, one gone: the other one is not its renamed form."""
    a = plain(512)
    x, y = one('Lageplan Nord', 'Lageplan.pdf'), one('Lageplan Süd', 'Lageplan.pdf')
    a[0]['cases'][0]['docs'] += [x, y]
    e, n = entries(a)
    return box(d, [k for k in e if k[0] != x['file']], n)


# ---- E9: litter ------------------------------------------------------------------------------------------------------
@case('check')
def e9_litter_everywhere(d):
    e, n = entries(plain(521))
    more = [('ehthumbs.db', b'\xd0\xcf\x11\xe0' + b'\0' * 60), ('~$hreiben.docx', b'\x05Muste' + b'\0' * 156), ('.~lock.Kosten.ods#', b',Muster,pc,01.02.2026 10:00;'),
            ('__MACOSX/._' + e[1][0], b'\0\5\x16\7' + b'\0' * 70), ('$RECYCLE.BIN/desktop.ini', b'[.ShellClassInfo]\r\n'), ('.Spotlight-V100/Store-V2/x', b'x'), ('.Trashes/y', b'y')]
    return box(d, e + more, n)


@case('check')
def e9_litter_named_by_message(d):
    a = plain(522)
    a[0]['cases'][0]['docs'].append(document('Vorschaubilder der Ortsbegehung', 'Thumbs.db', old_word(False)))
    a[0]['cases'][0]['docs'][-1]['code'] = '999'
    e, n = entries(a)
    return box(d, [x for x in e if x[0] != 'Thumbs.db'], n)


@case('check')
def e9_apple_double_xml(d):
    e, n = entries(plain(523))
    return box(d, e + [('._' + e[0][0], b'\0\5\x16\7\0\2\0\0Mac OS X' + b'\0' * 90), ('._' + e[1][0], b'\0\5\x16\7\0\2\0\0Mac OS X' + b'\0' * 90)], n)


# ---- E14: plausibility -----------------------------------------------------------------------------------------------
def odd(d, seed, change):
    a = plain(seed)
    change(a[0]['cases'][0])
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def e14_placeholders(d):
    def change(c):
        c['title'], c['docs'][0]['title'] = 'xxx', '[Betreff]'
    return odd(d, 601, change)


@case('check')
def e14_twice_encoded_subject(d):
    return odd(d, 602, lambda c: c.update(title='Größe der Straßenfläche'.encode().decode('cp1252')))


@case('check')
def e14_year_one(d):
    return odd(d, 603, lambda c: c.update(begin='0001-01-01'))


@case('check')
def e14_future_period(d):
    return odd(d, 604, lambda c: c.update(end='2199-12-31'))


@case('check')
def e14_document_before_period(d):
    return odd(d, 605, lambda c: c['docs'][0].update(date='1987-06-05'))


@case('check')
def e14_some_days_of_grace(d):
    return odd(d, 606, lambda c: c['docs'][0].update(date='2016-01-02'))


@case('check')
def e14_umlauts_are_no_mojibake(d):
    return odd(d, 607, lambda c: c.update(title='Ã und Õ im portugiesischen São João; Ærø, Ångström'))


@case('after')
def e14_same_process_other_content(d):
    process = uid()
    for n, seed in ((1, 608), (2, 609)):
        e, name = entries(plain(seed), process=process)
        box(d + '/%d' % n, e, name)
    return d


# ---- E19, E8: again, and in one accession -----------------------------------------------------------------------------
@case('again')
def e19_same_bytes_other_name(d):
    e, n = entries(plain(701))
    box(d + '/1', e, n)
    put(d + '/2/Kopie von Stick.zip', read(d + '/1/' + n + '.zip'))
    return d


@case('again')
def e19_same_folder_with_slip(d):
    a = plain(702)
    e, n = entries(a)
    with_slip(d + '/1/x', a, box(d + '/1/x', e, n))
    shutil.copytree(d + '/1/x', d + '/2/y')
    return d


@case('again')
def e19_same_message_packed_anew(d):
    e, n = entries(plain(703))
    box(d + '/1', e, n)
    put(d + '/2/' + n + '.zip', zipped(e, zipfile.ZIP_STORED))
    return d


@case('propose')
def e8_offer_and_parts(d):
    process, a = uid(), plain(801, 4)
    o = copy.deepcopy(a)
    to_vorgang_only(o[0])
    e, n = entries(o, kind='0501', process=process)
    box(d, e, n)
    for part in (0, 1):
        p = copy.deepcopy(a)
        p[0]['cases'] = p[0]['cases'][2 * part:2 * part + 2]
        e, n = entries(p, process=process)
        box(d + '/Teil %d' % (part + 1), e, n)
    put(d + '/Ab_Lis.xml', transfer_list(a))
    put(d + '/el_Lauf.xml', slip())
    return d


def to_vorgang_only(a):
    for c in a['cases']:
        c['docs'] = []


# ---- asking the program -----------------------------------------------------------------------------------------------
class Asked:
    def __init__(self, cli, root):
        self.cli, self.root, self.n = cli, root, 0
        self.shared = tempfile.mkdtemp(dir=root)

    def lz(self, ws, *args):
        r = subprocess.run([self.cli, '--data', ws, '--person', 'M. Ahrens'] + list(args), capture_output=True, text=True, errors='replace', stdin=subprocess.DEVNULL, timeout=900)
        return r.returncode, r.stdout, r.stderr

    def lines(self, out):
        return [json.loads(x) for x in out.splitlines() if x.startswith('{')]

    def judged(self, code, answers):
        """Verdict letter and all that was said."""
        text = '\n'.join(json.dumps(f, ensure_ascii=False) for x in answers for f in x.get('findings') or [])
        verdict = answers[0].get('verdict') if answers else 'exit %d' % code
        kinds = [x.get('kind') for x in answers[1:] or answers]
        return {'accepted': 'A', 'rejected': 'R', 'unreadable': 'R'}.get(verdict, str(verdict)), text + '\nkinds ' + ' '.join(str(k) for k in kinds)

    def check(self, path, *args):
        code, out, err = self.lz(self.shared, 'check', '--json', *args, path)
        if code not in (0, 1):
            return 'exit %d' % code, out + err
        v, text = self.judged(code, self.lines(out))
        return v, text + err

    def intake(self, path, name):
        ws = os.path.join(self.root, name + '-ws')
        code, out, err = self.lz(ws, 'receive', '--yes', path)
        return ws, err, json.loads(self.lz(ws, 'list', '--json')[1] or '[]')

    def after(self, path, name):
        ws, err, first = self.intake(path + '/1', name)
        self.lz(ws, 'receive', 'check', '--json', first[0]['id'])
        self.lz(ws, 'receive', 'accept', first[0]['id'])
        self.lz(ws, 'receive', '--yes', path + '/2')
        ids = [p['id'] for p in json.loads(self.lz(ws, 'list', '--json')[1])]
        second = [i for i in ids if i != first[0]['id']][0]
        code, out, err = self.lz(ws, 'receive', 'check', '--json', second)
        return self.judged(code, self.lines(out))

    def again(self, path, name):
        ws, _, _ = self.intake(path + '/1', name)
        code, out, err = self.lz(ws, 'receive', '--propose', '--json', path + '/2')
        return ('Q' if '"doubts"' in out else 'P'), out + err

    def answered(self, path, name):
        """An offer is taken in, then what answers it is taken and checked."""
        ws = os.path.join(self.root, name + '-ws')
        self.lz(ws, 'receive', '--yes', path + '/1')
        self.lz(ws, 'receive', '--yes', path + '/2')
        ids = [p['id'] for p in json.loads(self.lz(ws, 'list', '--json')[1] or '[]')]
        if len(ids) != 1:
            return '%d portions' % len(ids), ''
        code, out, err = self.lz(ws, 'receive', 'check', '--json', ids[0])
        return self.judged(code, self.lines(out))

    def propose(self, path, name):
        code, out, err = self.lz(os.path.join(self.root, name + '-ws'), 'receive', '--propose', '--json', path)
        return ('Q' if '"doubts"' in out else 'P'), out + err

    def taken(self, path, name):
        ws, err, got = self.intake(path, name)
        accessions = len({p.get('accession') for p in got})
        return 'P', '%d pieces, %d accessions, %s\n%s' % (len(got), accessions, ' '.join(str(p.get('kind')) for p in got), err)

    def safely(self, way, path, name):
        try:
            return self.ask(way, path, name)
        except subprocess.TimeoutExpired:
            return 'no answer in 120 s', ''

    def ask(self, way, path, name):
        if way == 'check':
            return self.check(path)
        if way.startswith('kind '):
            return self.check(path, '--kind', way[5:])
        return getattr(self, way)(path, name)


def main():
    cli, only = os.path.abspath(sys.argv[1]), sys.argv[2:]
    root = os.environ.get('VARIANTS_OUT') or tempfile.mkdtemp()
    if 'VARIANTS_OUT' not in os.environ:
        atexit.register(shutil.rmtree, root, True)
    os.makedirs(root, exist_ok=True)
    asked, rows, told, waiting = Asked(cli, root), [], set(), 0
    schemas = os.path.join(here, '../../../shared/testdata/xdomea/xsd')
    if os.path.isdir(schemas):
        asked.lz(asked.shared, 'schemas', 'add', schemas)
    for line in [l for table in ('variants.tsv', 'second.tsv', 'third.tsv', 'fourth.tsv', 'fifth.tsv', 'sixth.tsv', 'near.tsv') for l in open(os.path.join(here, table), encoding='utf8')]:
        if line.startswith('#') or not line.strip():
            continue
        name, verdict, must, mustnot = line.rstrip('\n').split('\t')
        told.add(name)
        if only and name not in only or name in LEFT_OUT:
            continue
        if not only and turn(name):
            waiting += 1
            continue
        d = os.path.join(root, name)
        os.makedirs(d, exist_ok=True)
        rnd.seed(name)
        rows.append((name, verdict, must, mustnot, CASES[name][0], CASES[name][1](d)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda r: asked.safely(r[4], r[5], r[0]), rows))
    if waiting:
        print('%d variants wait for another tree (make foreign asks all)' % waiting)
    return judge(rows, answers, bool(only)) or missing(told)


def turn(name):
    """Whether a variant is left to another tree: VARIANTS_OF=5 leaves one in five, drawn by VARIANTS_DRAW, so that each has its turn and the same tree gets the same verdict."""
    of = int(os.environ.get('VARIANTS_OF') or 0)
    return of > 1 and zlib.crc32((os.environ.get('VARIANTS_DRAW', '') + name).encode()) % of == 0


def judge(rows, answers, chosen):
    bad = 0
    for (name, verdict, must, mustnot, _, _), (got, text) in zip(rows, answers):
        why = [] if verdict in (got, '*') else ['verdict %s, want %s' % (got, verdict)]
        why += ['nothing said of /%s/' % m for m in must.split(' && ') if m != '-' and not re.search(m, text, re.I)]
        why += ['says /%s/' % m for m in mustnot.split(' && ') if m != '-' and re.search(m, text, re.I)]
        if why:
            bad += 1
            print('%s: %s' % (name, '; '.join(why)))
            if chosen:
                print(text)
    print('%d variants, %d not as expected' % (len(rows), bad))
    return 1 if bad or not rows else 0


def missing(told):
    for name in sorted(set(CASES) - told):
        print(name + ': stands in no row of variants.tsv, second.tsv, third.tsv, fourth.tsv, fifth.tsv, sixth.tsv or near.tsv')
    return 1 if set(CASES) - told else 0


if __name__ == '__main__':
    sys.modules['variants'] = sys.modules['__main__']
    import second, third, fourth, fifth, sixth, near  # register their cases
    sys.exit(main())
