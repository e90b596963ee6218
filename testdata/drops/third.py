"""Deliveries by a third hand, again right, wrong and near miss: the same container twice, names that come twice, procedures beside each other, the Ü-ID of somebody else, files under
another name, words encoded twice, things that only look like a delivery. From the words of 004 P1 to P3, 001, RFC 8493 and 2.3 of 002; the verdicts in third.tsv were written before
the program was asked. Registered with those of variants.py; imports nothing of the product."""
import warnings
from akten import *
from second import bag, companies, sums
from variants import box, case, with_slip

warnings.simplefilter('ignore', UserWarning)  # of names written twice into a ZIP, which is meant


# ---- the same container twice (P1.5: one statement; what came twice is one delivery) ------------------------------------
def twins(d, seed, *names):
    e, _ = entries(plain(seed))
    data = zipped(e)
    for name in names:
        put(d + '/' + name, data)
    return d


@case('check')
def t_twin_beside(d):
    return twins(d, 301, 'abgabe.zip', 'abgabe (1).zip')


@case('taken')
def t_twin_beside_taken(d):
    return twins(d, 302, 'abgabe.zip', 'Kopie von abgabe.zip')


@case('propose')
def t_twin_beside_proposed(d):
    return twins(d, 303, 'abgabe.zip', 'abgabe - Kopie.zip')


@case('check')
def t_twin_in_a_folder(d):
    return twins(d, 304, 'abgabe.zip', 'Sicherung/abgabe.zip')


@case('check')
def t_twin_three_times(d):
    return twins(d, 305, 'a.zip', 'b.zip', 'c/a.zip')


@case('check')
def t_twin_in_a_zip(d):
    e, _ = entries(plain(306))
    return put(d + '/alles.zip', zipped([('a.zip', zipped(e)), ('Ordner/b.zip', zipped(e))]))


@case('check')
def t_twin_of_folders(d):
    e, _ = entries(plain(307))
    for name in ('Lieferung', 'Lieferung - Kopie'):
        for n, data in e:
            put('%s/%s/%s' % (d, name, n), data)
    return d


@case('check')
def t_twin_with_slip(d):
    a = plain(308)
    e, n = entries(a)
    at = box(d, e, n)
    put(d + '/' + n + ' (2).zip', read(at))
    return with_slip(d, a, at)


@case('propose')
def t_packed_anew_is_no_twin(d):
    e, _ = entries(plain(309))
    put(d + '/a.zip', zipped(e))
    put(d + '/b.zip', zipped(e, zipfile.ZIP_STORED))
    return d


@case('taken')
def t_like_size_is_no_twin(d):
    for seed in (310, 311):  # the lengths of both are made equal by a comment
        e, n = entries(plain(seed))
        z = zipped(e)
        fill = 60000 - len(z)
        put(d + '/%d.zip' % seed, z[:-2] + struct.pack('<H', fill) + b' ' * fill)
    return d


# ---- one cause, one line ------------------------------------------------------------------------------------------------
@case('check')
def t_every_name_twice(d):
    e, n = entries(plain(320, 6))
    return box(d, e + e, n)


@case('check')
def t_every_name_twice_other_bytes(d):
    e, n = entries(plain(321, 6))
    return box(d, e + [(k, v + b'\n') for k, v in e], n)


@case('check')
def t_every_name_in_two_cases(d):
    e, n = entries(plain(322, 6))
    return box(d, e + [(k.replace('Anschreiben', 'ANSCHREIBEN').replace('Schreiben', 'SCHREIBEN'), v) for k, v in e[1:]], n)


@case('check')
def t_every_entry_locked(d):
    e, n = entries(plain(323, 6))
    z = bytearray(zipped(e, zipfile.ZIP_STORED))
    for mark, flags in ((b'PK\3\4', 6), (b'PK\1\2', 8)):
        at = z.find(mark)
        while at >= 0:
            z[at + flags] |= 1
            at = z.find(mark, at + 4)
    return put(d + '/' + n + '.zip', bytes(z))


@case('check')
def t_forty_letters(d):
    for seed in (324, 325):
        e, n = entries(plain(seed))
        box(d, e, n)
    for k in range(40):
        put(d + '/Schriftwechsel/Schreiben %02d.pdf' % k, pdf('Schreiben %d' % k))
    return d


@case('check')
def t_one_letter(d):
    for seed in (326, 327):
        e, n = entries(plain(seed))
        box(d, e, n)
    put(d + '/Anschreiben.pdf', pdf('Anschreiben'))
    return d


# ---- law and other procedures in one folder (001: one container for each edition; A27) ----------------------------------
def law(edition, title='Gesetz über Musterwege'):
    """One norm in one edition as 001 asks for it: the Akte named after the agreement, the norm as Vorgang; Revisionsdaten lie there and are not named."""
    name = 'I_Gesetze_%s_2012' % edition
    docs = [one(title, 'gesetz.pdf' if edition == 'Originalnorm' else 'wege__an.pdf'), document('Metadaten', uid() + '_metadaten.xml', (
        '<?xml version="1.0" encoding="UTF-8"?>\n<norm><titel>%s</titel><verkuendungsdatum>2012-07-11</verkuendungsdatum></norm>' % title).encode())]
    e, n = entries([akte(name, name, [vorgang('1', title, docs, begin='2012-07-11', end='2012-07-11')])])
    return e + [(edition + '.xml', b'<revision><aufbewahrungsdauer/></revision>')], n


def laws(d):
    for edition in ('Originalnorm', 'Ausgabenorm'):
        rnd.seed(edition)
        e, n = law(edition)
        box(d, e, n)
    return d


@case('check')
def t_laws_alone(d):
    return laws(d)


@case('check')
def t_laws_and_message(d):
    laws(d)
    e, n = entries(plain(330))
    box(d, e, n)
    return d


@case('taken')
def t_laws_and_message_taken(d):
    return t_laws_and_message(d)


@case('check')
def t_laws_in_folder_and_message(d):
    laws(d + '/Gesetzblatt')
    e, n = entries(plain(331))
    box(d + '/Bauamt', e, n)
    return d


@case('check')
def t_laws_and_bag(d):
    laws(d)
    bag(d)
    return d


@case('check')
def t_one_law_and_message(d):
    rnd.seed(332)
    e, n = law('Ausgabenorm')
    box(d, e, n)
    e, n = entries(plain(333))
    box(d, e, n)
    return d


@case('check')
def t_laws_and_message_in_a_zip(d):
    both = []
    for edition in ('Originalnorm', 'Ausgabenorm'):
        e, n = law(edition)
        both.append((n + '.zip', zipped(e)))
    e, n = entries(plain(334))
    return put(d + '/alles.zip', zipped(both + [(n + '.zip', zipped(e))]))


@case('check')
def t_companies_and_message(d):
    companies(d)
    e, n = entries(plain(335))
    box(d, e, n)
    return d


# ---- the Ü-ID of somebody else (P1.4, P2.4) -----------------------------------------------------------------------------
def offered(d, seed, change=lambda s: s):
    """1: an offer of list and slip. 2: the delivery with a slip that states the Ü-ID of that list."""
    a = plain(seed)
    told = transfer_list(a)
    put(d + '/1/Ab_Lis.xml', told)
    put(d + '/1/el_Lauf.xml', slip())
    e, n = entries(a)
    at = box(d + '/2', e, n)
    s = slip(at, status='Lieferung').decode().replace('</Erstellt>', '</Erstellt><UebernahmeID>%s</UebernahmeID>' % hashlib.sha256(told).hexdigest())
    put(d + '/2/el_Lauf.xml', change(s))
    return d


@case('answered')
def t_own_id(d):
    return offered(d, 340)


@case('answered')
def t_id_of_another_office(d):
    return offered(d, 341, lambda s: s.replace(OFFICE, 'Oberforstamt Musterwald').replace(KEY, '99001'))


@case('answered')
def t_id_of_the_office_spelled_otherwise(d):
    return offered(d, 342, lambda s: s.replace(OFFICE, 'AMT  FÜR FLURNEUORDNUNG, Musterland'))


@case('answered')
def t_id_of_the_office_of_another_key(d):
    return offered(d, 343, lambda s: s.replace('>%s<' % KEY, '>99001<'))


# ---- the same bytes under another name (A7, A36) ------------------------------------------------------------------------
def moved(d, seed, change, version='4.0.0', records=plain):
    e, n = entries(records(seed), version=version)
    return box(d, [e[0]] + change(e[1:]), n)


@case('check')
def t_renamed_one(d):
    return moved(d, 350, lambda f: [('Scan0001.pdf', f[0][1])] + f[1:])


@case('check')
def t_renamed_as_dos_did(d):
    return moved(d, 351, lambda f: [('%s~%d.PDF' % (k[:6].upper(), i), v) for i, (k, v) in enumerate(f, 1)])


@case('check')
def t_renamed_and_other_bytes(d):
    return moved(d, 352, lambda f: [('Scan0001.pdf', pdf('etwas anderes'))] + f[1:])


@case('check')
def t_renamed_nobody_knows_the_digest(d):
    return moved(d, 353, lambda f: [('Scan0001.pdf', f[0][1])] + f[1:], version='3.0.0')


@case('check')
def t_renamed_by_the_list(d):
    a = plain(354)
    e, n = entries(a)
    return with_slip(d, a, box(d, [e[0], ('Scan0001.pdf', e[1][1])] + e[2:], n))


def alike(seed):
    a = plain(seed)
    docs = a[0]['cases'][0]['docs']
    docs[1]['data'] = docs[0]['data']
    return a


@case('check')
def t_renamed_two_of_equal_bytes(d):
    same = alike(355)[0]['cases'][0]['docs']
    names = [x['file'] for x in same]
    return moved(d, 355, lambda f: [('Scan%d.pdf' % names.index(k) if k in names else k, v) for k, v in f], records=alike)


@case('check')
def t_missing_with_equal_bytes_elsewhere(d):
    gone = alike(356)[0]['cases'][0]['docs'][1]['file']
    return moved(d, 356, lambda f: [(k, v) for k, v in f if k != gone], records=alike)


@case('check')
def t_renamed_in_a_bag(d):
    def change(f):
        f['data/letter.pdf'] = f.pop('data/brief.pdf')
    return bag(d, change)


# ---- words encoded twice beside right ones ------------------------------------------------------------------------------
def titled(d, seed, title):
    a = plain(seed)
    a[0]['cases'][0]['title'] = title
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def t_garbled_beside_right(d):
    return titled(d, 360, 'Größe der ' + 'Straßenfläche'.encode().decode('cp1252') + ' in Görlitz')


@case('check')
def t_garbled_dash_beside_right(d):
    return titled(d, 361, 'Straße ' + '–'.encode().decode('cp1252') + ' Abschnitt 2')


@case('check')
def t_garbled_latin1_beside_right(d):
    return titled(d, 362, 'Müller; ' + 'Böhme'.encode().decode('latin-1'))


@case('check')
def t_foreign_letters_are_right(d):
    return titled(d, 363, 'Größe der Quinta São Ângelo, Ãncora; 20 m²')


# ---- what only looks like a delivery (K10) ------------------------------------------------------------------------------
@case('check')
def t_companies_without_headline(d):
    return companies(d, lambda f: f.update({'Ablieferungsliste.txt': f['Ablieferungsliste.txt'].split('\r\n', 1)[1]}))


@case('check')
def t_list_alone(d):
    return put(d + '/Ab_Lis.xml', transfer_list(plain(370)))


@case('check')
def t_siard_as_text_alone(d):
    put(d + '/header/metadata.xml', '<?xml version="1.0" encoding="UTF-8"?>\n<siardArchive xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd" version="2.1"><dbname>flur</dbname>'
        '<dataOwner>%s</dataOwner><dataOriginTimespan>2001-2015</dataOriginTimespan></siardArchive>' % OFFICE)
    return d


@case('check')
def t_siard_metadata_as_one_file(d):
    return put(d + '/metadata.xml', '<?xml version="1.0" encoding="UTF-8"?>\n<siardArchive xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd" version="2.1"><dbname>flur</dbname></siardArchive>')


# ---- offers in other shapes (P1.1) --------------------------------------------------------------------------------------
@case('check')
def t_offer_as_packed_message(d):
    a = plain(380)
    for c in a[0]['cases']:
        c.update(docs=[], rating='B')
    e, n = entries(a, kind='0501')
    at = box(d, e, n)
    put(d + '/Anschreiben.pdf', pdf('Anschreiben'))
    put(d + '/el_Lauf.xml', slip(at, list_name=e[0][0]))
    return d


@case('propose')
def t_offer_and_letter(d):
    put(d + '/Ab_Lis.xml', transfer_list(plain(381)))
    put(d + '/el_Lauf.xml', slip())
    put(d + '/Anschreiben.pdf', pdf('Anschreiben'))
    return d
