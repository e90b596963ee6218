"""Deliveries by a fifth hand, which read the sources (004 P1 to P5, xdomea 2.4.0 to 4.0.0, XML 1.0, APPNOTE.TXT, RFC 1952, POSIX, coreutils) and not the program: the XML of a
message as other writers serialise it, versions beside each other, the answers of an exchange in odd order, Vorgänge on paper, several versions of a document, digests in other
spellings, slip and list against the message, lists of checksums, containers, names, letters, litter, dates. More than half of them are right and must pass without a false alarm.
The verdicts in fifth.tsv were written before the program was asked. Registered with those of variants.py; imports nothing of the product."""
import base64, copy, gzip, hashlib, io, lzma, os, re, struct, tarfile, unicodedata, zipfile, zlib
from akten import *
from second import sums
from fourth import made, beside, called, count, hexa, jpeg, named_as, odd, one_box, primary, subject, umlauts
from variants import box, case, with_slip


# ---- the XML as other writers serialise it -------------------------------------------------------------------------------
def written(seed, change, version='3.0.0', records=None):
    """A message of one Akte, its XML changed as text or given as bytes."""
    def make(d):
        a = records(seed) if records else plain(seed)
        e, n = entries(a, version=version)
        xml = change(e[0][1].decode())
        return box(d, [(e[0][0], xml if isinstance(xml, bytes) else xml.encode())] + e[1:], n)
    return make


def default_space(s):
    s = s.replace('<code>', '<code xmlns="">').replace('<x:', '<').replace('</x:', '</')
    return s.replace('xmlns:x=', 'xmlns=', 1)


def rebound(s):
    """The Vorgang binds the same namespace to a prefix of its own, and another to x."""
    at = s.index('<x:Vorgang>')
    end = s.index('</x:Vorgang>') + len('</x:Vorgang>')
    part = s[at:end].replace('x:', 'vg:').replace('<vg:Vorgang>', '<vg:Vorgang xmlns:vg="urn:xoev-de:xdomea:schema:3.0.0" xmlns:x="urn:anderes">', 1)
    return s[:at] + re.sub(r'urn:xoev-de:vg:', 'urn:xoev-de:x:', part) + s[end:]


def printed(s):
    """Pretty printed with CRLF; blanks stand around dates and codes, where the types collapse them."""
    s = re.sub(r'<x:(Beginn|Ende|DatumDesSchreibens)>([^<]*)<', r'<x:\1>\n\t\t\2\n\t<', s)
    s = re.sub(r'<code>([^<]*)</code>', r'<code>\n \1 \n</code>', s)
    return re.sub(r'(</?x:(?:Akte|Vorgang|Dokument|Version|Kopf|Laufzeit)>)', r'\n  \1\n', s).replace('\n', '\r\n')


made('g-xml-default-namespace', 'check', written(6001, default_space))
made('g-xml-prefix-with-umlaut', 'check', written(6002, lambda s: s.replace('x:', 'übergabe:').replace('urn:xoev-deübergabe:', 'urn:xoev-de:x').replace('xmlns:x=', 'xmlns:übergabe=')))
made('g-xml-prefix-bound-anew-inside', 'check', written(6003, rebound))
made('g-xml-comment-and-pi-before-root', 'check', written(6004, lambda s: s.replace('?>\n', '?>\n<!-- Export: A & B < C -->\n<?xml-stylesheet type="text/xsl" href="ansicht.xsl"?>\n<?flurakte lauf="77"?>\n', 1)))
made('g-xml-subject-in-cdata', 'check', written(6005, lambda s: s.replace('Wegebau Abschnitt 1', '<![CDATA[Wege <Nord> & Süd]]>', 1)))
made('g-xml-utf16-big-endian', 'check', written(6006, lambda s: b'\xfe\xff' + s.replace('UTF-8', 'UTF-16').encode('utf-16-be')))
made('g-xml-doctype-behind-comment', 'check', written(6007, lambda s: s.replace('?>\n', '?>\n<!-- a --><!DOCTYPE x SYSTEM "x.dtd">\n', 1)))
made('g-xml-character-references', 'check', written(6008, lambda s: s.replace('Flurbereinigung Gemarkung', 'Gr&#xFC;nfl&#228;che &#x53;t&#xe4;dtle')))
made('g-xml-printed-with-crlf', 'check', written(6009, printed))
made('g-xml-dates-with-zone', 'check', written(6010, lambda s: re.sub(r'(<x:(?:Beginn|Ende)>[^<]*)<', r'\1+01:00<', re.sub(r'(<x:DatumDesSchreibens>[^<]*)<', r'\1Z<', s))))
made('g-xml-many-namespaces', 'check', written(6011, lambda s: s.replace('xmlns:x=', 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xoev-code="http://xoev.de/schemata/code/1_0" xsi:schemaLocation='
     '"urn:xoev-de:xdomea:schema:3.0.0 http://xdomea.de/schemata/300/xdomea-Nachrichten-AussonderungDurchfuehren.xsd" xmlns:x=', 1)))
made('g-xml-booleans-as-words', 'check', written(6012, lambda s: re.sub(r'(<x:\w*(?:bestaetigung|Archivkennung)>)1<', r'\1true<', s).replace('<x:Kontextobjekt>0<', '<x:Kontextobjekt>false<'), '4.0.0'))
made('g-xml-zero-bytes-behind', 'check', written(6013, lambda s: s.encode() + b'\0' * 512))
made('g-xml-second-root-behind', 'check', written(6014, lambda s: s + '<x:Nachtrag xmlns:x="urn:x"/>'))
made('g-xml-object-id-in-braces', 'check', written(6015, lambda s: re.sub(r'<x:ID>([^<]*)<', r'<x:ID>{\1}<', s, count=1)))
made('g-xml-object-id-without-hyphens', 'check', written(6016, lambda s: re.sub(r'<x:ID>([^<]*)<', lambda m: '<x:ID>' + m[1].replace('-', '') + '<', s, count=1)))
made('g-xml-control-character-reference', 'check', written(6017, lambda s: s.replace('Wegebau', 'Wege&#x1;bau', 1)))
made('g-xml-bom-behind-the-declaration', 'check', written(6018, lambda s: s.replace('Wegebau', '\ufeffWegebau', 1)))
made('g-xml-names-in-empty-pairs', 'check', written(6019, lambda s: s.replace('<x:Akteninhalt>', '<x:Akteninhalt  >').replace('<x:Nummer>1</x:Nummer>', "<x:Nummer\n>1</x:Nummer\n>")))


# ---- versions ------------------------------------------------------------------------------------------------------------
def older(xml):
    """What 3.0.0 says, as 2.4.0 says it: key of the office, kind of disposal, Teilakte outside the contents, no wish for a receipt in a 0503."""
    s = xml.decode().replace('schema:3.0.0', 'schema:2.4.0').replace('Behoerdenschluessel', 'Kennung')
    s = re.sub(r'<x:Aussonderungsart><x:Aussonderungsart (.*?)</x:Aussonderungsart></x:Aussonderungsart>', r'<x:Aussonderungsart \1</x:Aussonderungsart>', s)
    s = s.replace('codeliste:nachrichtentyp" listVersionID="2.0"', 'codeliste:nachrichtentyp" listVersionID="1.0"')
    if '0503' in s:
        s = s.replace('<x:Empfangsbestaetigung>1</x:Empfangsbestaetigung>', '')
    return re.sub(r'(<x:Teilakte>.*</x:Teilakte>)</x:Akteninhalt>', r'</x:Akteninhalt>\1', s).encode()


def in_version(a, version, **how):
    if version != '2.4.0':
        return entries(a, version=version, **how)
    e, n = entries(a, version='3.0.0', **how)
    return [(e[0][0], older(e[0][1]))] + e[1:], n


def with_part(seed):
    a = plain(seed)
    a[0]['parts'] = [akte(a[0]['ref'] + ' Band 2', 'Zweiter Band', [vorgang(a[0]['ref'] + '/8', 'Im zweiten Band', [one('Plan', 'Plan.pdf')])])]
    return a


def of_version(seed, version, make=plain, drop=None):
    def lay(d):
        e, n = in_version(make(seed), version)
        return box(d, [x for x in e if not drop or drop not in x[0]], n)
    return lay


made('g-version-2-4-right', 'check', of_version(6101, '2.4.0'))
made('g-version-3-1-right', 'check', of_version(6102, '3.1.0'))
made('g-version-2-4-with-teilakte', 'check', of_version(6103, '2.4.0', with_part))
made('g-version-2-4-file-missing-in-teilakte', 'check', of_version(6104, '2.4.0', with_part, '_Plan.pdf'))
made('g-version-3-1-file-missing-in-teilakte', 'check', of_version(6105, '3.1.0', with_part, '_Plan.pdf'))
made('g-version-4-of-elements-of-3', 'check', written(6106, lambda s: s.replace('schema:3.0.0', 'schema:4.0.0')))


def mixed(seed):
    def lay(d):
        for k, v in enumerate(('2.4.0', '3.0.0', '3.1.0', '4.0.0')):
            e, n = in_version(plain(seed + k), v)
            box(d, e, n)
        return d
    return lay


made('g-versions-mixed-in-one-drop', 'check', mixed(6110))
made('g-versions-mixed-taken', 'taken', mixed(6120))


def offered(a):
    o = copy.deepcopy(a)
    for r in o:
        for c in walk_cases([r]):
            c.update(docs=[])
    return o


def exchange(seed, first, second, change=None, make=plain):
    """An offer in one version, then what was decided in another."""
    def lay(d):
        process, a = uid(), make(seed)
        e, n = in_version(offered(a), first, kind='0501', process=process)
        box(d + '/1', e, n)
        if change:
            change(a)
        e, n = in_version(a, second, process=process)
        box(d + '/2', e, n)
        return d
    return lay


made('g-offer-of-3-answered-in-4', 'after', exchange(6130, '3.0.0', '4.0.0'))
made('g-offer-of-2-answered-in-3-1', 'after', exchange(6131, '2.4.0', '3.1.0'))
made('g-offer-answered-whole-with-teilakte', 'after', exchange(6132, '3.0.0', '3.0.0', None, with_part))
made('g-offered-vorgang-does-not-come', 'after', exchange(6133, '3.0.0', '3.0.0', lambda a: a[0]['cases'].pop()))
made('g-offered-subject-changed-since', 'after', exchange(6134, '3.0.0', '3.0.0', lambda a: a[0]['cases'][0].update(title='Etwas ganz anderes')))


# ---- the four-stage exchange in odd order ----------------------------------------------------------------------------------
ANSWERS = {'0502': 'Aussonderung.Bewertungsverzeichnis.0502', '0504': 'Aussonderung.AnbietungEmpfangBestaetigen.0504', '0505': 'Aussonderung.BewertungEmpfangBestaetigen.0505',
           '0506': 'Aussonderung.AussonderungImportBestaetigen.0506', '0507': 'Aussonderung.AussonderungEmpfangBestaetigen.0507'}


def answer(kind, process, a, archive='Landesarchiv Musterland', rating='A'):
    """One of the short messages of 3.0.0; 0505 is sent by the office, the others by the archive. Gives name and bytes."""
    w = Writer('3.0.0')
    office, house = w.party('%s', OFFICE, KEY), w.party('%s', archive, 'LAM')
    sender, to = (office, house) if kind == '0505' else (house, office)
    head = w.tag('Kopf', w.text('ProzessID', process), w.coded('Nachrichtentyp', 'nachrichtentyp', kind, '2.0'), w.text('Erstellungszeitpunkt', '2026-01-20T08:00:00'),
                 sender.replace('%s', 'Absender'), to.replace('%s', 'Empfaenger'), w.tag('SendendesSystem', w.text('Produktname', 'Archivakte'), w.text('Version', '2')),
                 '<x:Empfangsbestaetigung>1</x:Empfangsbestaetigung>' if kind == '0502' else '')
    body = ''
    for r in a:
        for c in walk_cases([r]):
            if kind == '0502':
                body += w.tag('BewertetesObjekt', w.text('ID', c['id']), w.tag('Aussonderungsart', w.coded('Aussonderungsart', 'aussonderungsart', rating)))
            if kind == '0506':
                body += w.tag('AusgesondertesSGO', w.text('IDSGO', c['id']), w.text('Erfolgreich', '1'), w.text('Archivkennung', 'LAM 1 Nr. 7'))
    xml = '<?xml version="1.0" encoding="UTF-8"?>\n<x:%s xmlns:x="urn:xoev-de:xdomea:schema:3.0.0">%s</x:%s>\n' % (ANSWERS[kind], head + body, ANSWERS[kind])
    return process + '_' + ANSWERS[kind], xml.encode()


def talk(seed, *said, zipped_too=False, delivery=True, offer=False, **how):
    """The delivery of one process with short messages beside it, each as XML or in a ZIP of its name."""
    def lay(d):
        process, a = uid(), plain(seed)
        if offer:
            e, n = entries(offered(a), kind='0501', process=process)
            box(d, e, n)
        if delivery:
            e, n = entries(a, process=process)
            box(d, e, n)
        for kind in said:
            name, xml = answer(kind, process, a, **how)
            put(d + '/' + name + ('.zip' if zipped_too else '.xml'), zipped([(name + '.xml', xml)]) if zipped_too else xml)
        return d
    return lay


made('g-answer-0505-alone', 'check', talk(6201, '0505', delivery=False))
made('g-answer-0505-beside-delivery', 'check', talk(6202, '0505'))
made('g-answer-0505-in-its-zip-beside-delivery', 'check', talk(6203, '0505', zipped_too=True))
made('g-answer-0502-sent-back', 'check', talk(6204, '0502'))
made('g-answer-0506-and-0507-of-before', 'check', talk(6205, '0506', '0507', zipped_too=True))
made('g-whole-exchange-in-one-folder', 'check', talk(6206, '0502', '0504', '0505', offer=True))
made('g-whole-exchange-in-one-folder-asked', 'propose', talk(6207, '0504', '0502', '0505', offer=True, zipped_too=True))
made('g-whole-exchange-in-one-folder-taken', 'taken', talk(6208, '0502', '0504', '0505', offer=True))
made('g-answer-0502-of-another-archive', 'check', talk(6209, '0502', archive='Stadtarchiv Anderswo', rating='V'))
made('g-answer-0502-alone', 'check', talk(6210, '0502', delivery=False))


@case('after')
def g_delivery_before_its_offer(d):
    process, a = uid(), plain(6211)
    e, n = entries(a, process=process)
    box(d + '/1', e, n)
    e, n = entries(offered(a), kind='0501', process=process)
    box(d + '/2', e, n)
    return d


@case('check')
def g_offer_in_two_counted_parts(d):
    process, a = uid(), plain(6212, 4)
    for k in (1, 2):
        p = offered(a)
        p[0]['cases'] = p[0]['cases'][2 * k - 2:2 * k]
        e, _ = entries(p, process=process, kind='0501', version='4.0.0')
        box(d, count(e, k, 2), '%s_0501_%d' % (process, k))
    return d


# ---- what an Akte may hold --------------------------------------------------------------------------------------------------
def holding(seed, change, version='3.0.0', without=(), rewrite=None):
    """change(akte) makes what is meant; files whose name holds one of without do not come."""
    def lay(d):
        a = plain(seed)
        change(a[0])
        e, n = entries(a, version=version)
        if rewrite:
            e[0] = (e[0][0], rewrite(e[0][1].decode()).encode())
        return box(d, [x for x in e if not any(w in x[0] for w in without)], n)
    return lay


def on_paper(a):
    a['cases'].append(vorgang(a['ref'] + '/7', 'Nur auf Papier', [], medium='003'))


def electronic_empty(a):
    a['cases'].append(vorgang(a['ref'] + '/7', 'Elektronisch und leer', [], medium='001'))


def hybrid(a):
    a['medium'] = '002'
    a['cases'].append(vorgang(a['ref'] + '/7', 'Teils Papier', [one('Gescannt'), document('Großer Plan', medium='003')], medium='002'))


def all_paper(a):
    a['cases'].append(vorgang(a['ref'] + '/7', 'Ganz auf Papier', [document('Brief'), document('Antwort')], medium='003'))


def nested(depth, file='Plan.pdf'):
    def make(a):
        ref, inner = a['ref'] + '/7' + '-1' * depth, None
        for k in range(depth, -1, -1):
            docs = [one('Ganz innen' if k == depth else 'Stufe %d' % k, file if k == depth else 'Schreiben.pdf')]
            inner = vorgang(a['ref'] + '/7' + '-1' * k, 'Stufe %d' % k, docs, sub=[inner] if inner else [])
        a['cases'].append(inner)
    return make


def second_version(s, name, number='2'):
    """The first Dokument gets one more Version, of another file."""
    end = s.index('</x:Format></x:Version>') + len('</x:Format></x:Version>')
    more = ('<x:Version><x:Nummer>%s</x:Nummer><x:Format><x:Name listURI="urn:xoev-de:xdomea:codeliste:dateiformat" listVersionID="1.0"><code>018</code></x:Name><x:Version>1</x:Version>'
            '<x:Primaerdokument><x:Dateiname>%s</x:Dateiname></x:Primaerdokument></x:Format></x:Version>' % (number, name))
    return s[:end] + more + s[end:]


def versions(seed, came, data=None):
    def lay(d):
        e, n = entries(plain(seed))
        name = uid() + '_Entwurf vom Vortag.pdf'
        e[0] = (e[0][0], second_version(e[0][1].decode(), name).encode())
        return box(d, e + ([(name, pdf('Entwurf') if data is None else data)] if came else []), n)
    return lay


@case('check')
def g_version_in_two_formats(d):
    e, n = entries(plain(6305))
    name = uid() + '_Schreiben.docx'
    s = e[0][1].decode()
    end = s.index('</x:Format>') + len('</x:Format>')
    more = ('<x:Format><x:Name listURI="urn:xoev-de:xdomea:codeliste:dateiformat" listVersionID="1.0"><code>035</code></x:Name><x:Version>2007</x:Version>'
            '<x:Primaerdokument><x:Dateiname>%s</x:Dateiname></x:Primaerdokument></x:Format>' % name)
    e[0] = (e[0][0], (s[:end] + more + s[end:]).encode())
    return box(d, e + [(name, docx('Schreiben'))], n)


def schriftstueck(s):
    """4.0.0: the first Dokument becomes one with Schriftstück; the file hangs at the Schriftstück."""
    at, end = s.index('<x:DokumentOderDokumentMitSchriftstueck><x:Dokument>'), s.index('</x:DokumentOderDokumentMitSchriftstueck>')
    inner = s[at + len('<x:DokumentOderDokumentMitSchriftstueck><x:Dokument>'):end - len('</x:Dokument>')]
    outer = re.sub(r'<x:Version>.*</x:Version>$', '', inner)
    outer = re.sub(r'<x:Version><x:Nummer>.*', '', outer)
    part = '<x:Schriftstueck>' + inner.replace(re.search(r'<x:xdomeaUUID>([^<]*)', inner)[1], uid(), 1) + '</x:Schriftstueck>'
    return s[:at] + '<x:DokumentOderDokumentMitSchriftstueck><x:DokumentMitSchriftstueck>' + outer + part + '</x:DokumentMitSchriftstueck>' + s[end:]


def cover_letter(came):
    def lay(d):
        e, n = entries(plain(6310))
        w = Writer('3.0.0')
        doc = one('Anschreiben zur Abgabe', 'Anschreiben zur Abgabe.pdf')
        inner = w.document(doc, 1, True).replace('<x:Dokument>', '<x:Anschreiben>', 1)
        inner = inner[:-len('</x:Dokument>')] + '</x:Anschreiben>'
        e[0] = (e[0][0], e[0][1].decode().replace('</x:Kopf>', '</x:Kopf>' + inner).encode())
        return box(d, e + ([(doc['file'], doc['data'])] if came else []), n)
    return lay


made('g-case-on-paper-without-documents', 'check', holding(6301, on_paper))
made('g-case-electronic-without-documents', 'check', holding(6302, electronic_empty))
made('g-hybrid-akte', 'check', holding(6303, hybrid))
made('g-case-all-on-paper-documents-say-nothing', 'check', holding(6304, all_paper))
made('g-teilvorgang-three-deep', 'check', holding(6306, nested(3)))
made('g-teilvorgang-three-deep-file-missing', 'check', holding(6307, nested(3), without=('_Plan.pdf',)))
made('g-teilakte-in-teilakte', 'check', holding(6308, lambda a: a.update(parts=[akte(a['ref'] + ' Bd. 1', 'Band', [], [akte(a['ref'] + ' Bd. 1.1', 'Heft', [vorgang(a['ref'] + '/9', 'Im Heft', [one('Brief')])])])])))
made('g-documents-at-the-akte', 'check', holding(6309, lambda a: a.update(docs=[one('Deckblatt', 'Deckblatt.pdf')])))
made('g-documents-at-the-akte-file-missing', 'check', holding(6311, lambda a: a.update(docs=[one('Deckblatt', 'Deckblatt.pdf')]), without=('_Deckblatt.pdf',)))
made('g-two-versions-both-came', 'check', versions(6312, True))
made('g-two-versions-older-missing', 'check', versions(6313, False))
made('g-two-versions-older-empty', 'check', versions(6314, True, b''))
made('g-schriftstueck-right', 'check', holding(6315, lambda a: None, '4.0.0', rewrite=schriftstueck))
made('g-schriftstueck-file-missing', 'check', holding(6316, lambda a: a['cases'][0]['docs'].insert(0, one('Teil', 'Teilstück.pdf')), '4.0.0', ('_Teilstück.pdf',), schriftstueck))
made('g-letter-in-the-message-right', 'check', cover_letter(True))
made('g-letter-in-the-message-missing', 'check', cover_letter(False))
made('g-numbers-with-gaps', 'check', holding(6317, lambda a: None, rewrite=lambda s: re.sub(r'<x:NummerImUebergeordnetenContainer>2<', '<x:NummerImUebergeordnetenContainer>9<', s)))
made('g-other-format-named', 'check', holding(6318, lambda a: a['cases'][0]['docs'][0].update(code='100'), rewrite=lambda s: s.replace('<code>100</code></x:Name>', '<code>100</code></x:Name><x:SonstigerName>PDF/A-1b</x:SonstigerName>')))
made('g-other-format-not-named', 'check', holding(6319, lambda a: a['cases'][0]['docs'][0].update(code='100')))


@case('check')
def g_vorgang_without_akte(d):
    e, n = entries([vorgang('77-6320/1', 'Einzelner Vorgang', [one('Brief')]), vorgang('77-6320/2', 'Noch einer', [one('Brief')])])
    return box(d, e, n)


@case('check')
def g_one_file_of_two_documents(d):
    a = plain(6321)
    first, second = a[0]['cases'][0]['docs'][0], a[0]['cases'][1]['docs'][0]
    second.update(file=first['file'], data=first['data'])
    e, n = entries(a)
    return box(d, e, n)


@case('check')
def g_attachment_of_an_attachment(d):
    """xdomea lets an Anlage hold an Anlage; the file of the innermost does not come."""
    a = plain(6322)
    doc = a[0]['cases'][0]['docs'][0]
    doc['more'] = [one('Anlage', 'Anlage.pdf')]
    e, n = entries(a)
    w, deep_ = Writer('3.0.0'), one('Anlage zur Anlage', 'Unteranlage.pdf')
    inner = w.tag('Anlage', w.ident(deep_, 1) + w.general(deep_) + w.version(deep_))
    s = e[0][1].decode()
    e[0] = (e[0][0], s.replace('</x:Anlage>', inner + '</x:Anlage>', 1).encode())
    return box(d, e, n)


# ---- digests in the message (4.0.0) --------------------------------------------------------------------------------------------
ALGORITHM = re.compile(r'<x:Algorithmus .*?</x:Algorithmus>')


def hashed(seed, change):
    """change(s, name, data) rewrites the XML for the first primary document."""
    def lay(d):
        e, n = entries(plain(seed), version='4.0.0')
        s = e[0][1].decode()
        name = re.search(r'<x:Dateiname>([^<]*)', s)[1]
        e[0] = (e[0][0], change(s, name, dict(e)[name]).encode())
        return box(d, e, n)
    return lay


def other(value, algorithm):
    """The first digest becomes one by an algorithm named in words."""
    def change(s, name, data):
        s = re.sub(r'<x:Wert>[^<]*<', '<x:Wert>%s<' % value(data), s, count=1)
        return ALGORITHM.sub('<x:SonstigerAlgorithmus>%s</x:SonstigerAlgorithmus>' % algorithm if algorithm else '', s, count=1)
    return change


made('g-hash-upper-case', 'check', hashed(6401, lambda s, n, b: re.sub(r'<x:Wert>([^<]*)', lambda m: '<x:Wert>' + m[1].upper(), s)))
made('g-hash-with-blanks-around', 'check', hashed(6402, lambda s, n, b: re.sub(r'<x:Wert>([^<]*)', r'<x:Wert>\n   \1\n  ', s)))
made('g-hash-upper-case-wrong', 'check', hashed(6403, lambda s, n, b: s.replace(hexa(b), hexa(b + b'x').upper())))
made('g-hash-by-sha512', 'check', hashed(6404, lambda s, n, b: ALGORITHM.sub(lambda m: m[0].replace('SHA-256', 'SHA-512'), s.replace(hexa(b), hexa(b, 'sha512')), count=1)))
made('g-hash-by-other-md5-right', 'check', hashed(6405, other(lambda b: hexa(b, 'md5'), 'MD5')))
made('g-hash-by-other-md5-wrong', 'check', hashed(6406, other(lambda b: hexa(b + b'x', 'md5'), 'MD5')))
made('g-hash-without-algorithm-wrong', 'check', hashed(6407, other(lambda b: hexa(b + b'x'), '')))
made('g-hash-without-algorithm-right', 'check', hashed(6408, other(hexa, '')))
made('g-hash-in-pairs', 'check', hashed(6409, lambda s, n, b: s.replace(hexa(b), ':'.join(re.findall('..', hexa(b))).upper())))
made('g-hash-in-base64', 'check', hashed(6410, lambda s, n, b: s.replace(hexa(b), base64.b64encode(hashlib.sha256(b).digest()).decode())))
made('g-hash-by-sha3', 'check', hashed(6411, other(lambda b: hexa(b, 'sha3_256'), 'SHA3-256')))


# ---- slip and list against the message --------------------------------------------------------------------------------------
def against(seed, change=None, files=None, rewrite=None, digest=None, slip_as=None):
    def lay(d):
        a = plain(seed)
        e, n = entries(a)
        at = box(d, e, n)
        told = copy.deepcopy(a)
        if change:
            change(told)
        list_ = transfer_list(told, files)
        with_slip(d, a, at, rewrite(list_.decode()).encode() if rewrite else list_)
        if slip_as:
            put(d + '/el_Lauf.xml', slip_as(slip(at).decode(), read(at)))
        return d
    return lay


made('g-list-akte-title-other', 'check', against(6501, lambda a: a[0].update(title='Eine andere Akte')))
made('g-list-begin-other', 'check', against(6502, lambda a: a[0]['cases'][0].update(begin='2013-07-07')))
made('g-list-lacks-a-file', 'check', against(6503, files=lambda c, f: f[:1] if c['ref'].endswith('/2') else f))
made('g-list-rating-other', 'check', against(6504, lambda a: a[0]['cases'][1].update(rating='B')))
made('g-list-subject-in-other-blanks', 'check', against(6505, rewrite=lambda s: s.replace('Wegebau Abschnitt 1', 'Wegebau\n   Abschnitt  1')))
made('g-list-subject-decomposed', 'check', against(6506, lambda a: a[0].update(title='x'), rewrite=lambda s: s.replace('>x<', '>' + unicodedata.normalize('NFD', 'Flurbereinigung Gemarkung 6506') + '<')))
made('g-list-of-other-records', 'check', lambda d: with_slip(d, None, one_box(d, 6507), transfer_list(plain(6590))))
made('g-list-ids-in-capitals', 'check', against(6508, rewrite=lambda s: re.sub(r'Vorgang id="([^"]*)"', lambda m: 'Vorgang id="%s"' % m[1].upper(), s)))
made('g-list-in-other-order', 'check', against(6509, lambda a: a[0]['cases'].reverse()))
made('g-slip-digest-by-md5', 'check', against(6511, slip_as=lambda s, b: re.sub(r'verfahren="SHA-256" pruefsumme="[^"]*"', 'verfahren="MD5" pruefsumme="%s"' % hexa(b, 'md5'), s)))
made('g-slip-with-comment-and-doctype-free-head', 'check', against(6512, slip_as=lambda s, b: s.replace('?>\n', '?>\n<!-- erzeugt am 1.2.2026 -->\n<?druck nein?>\n')))


def swapped(d):
    """The list names each file, but under the other Vorgang."""
    a = plain(6510)
    e, n = entries(a)
    at = box(d, e, n)
    named = [[(x['file'], hexa(x['data'])) for x in c['docs']] for c in a[0]['cases']]
    return with_slip(d, a, at, transfer_list(a, lambda c, f: named[1 if c['ref'].endswith('/1') else 0]))


made('g-list-file-under-the-other-vorgang', 'check', swapped)


@case('check')
def g_slip_names_two_one_is_changed(d):
    a, inside = plain(6513, 4), ''
    process = uid()
    for k in (1, 2):
        p = copy.deepcopy(a)
        p[0]['cases'] = p[0]['cases'][2 * k - 2:2 * k]
        e, _ = entries(p, process=process)
        at = box(d, e, '%s_Teil%d' % (process, k))
        told = read(at) + (b'anders' if k == 2 else b'')
        inside += '<Container name="%s" verfahren="SHA-256" pruefsumme="%s"/>' % (os.path.basename(at), hexa(told))
    put(d + '/Ab_Lis.xml', transfer_list(a))
    put(d + '/el_Lauf.xml', slip().decode().replace('</Laufzettel>', inside + '</Laufzettel>'))
    return d


# ---- lists of checksums ------------------------------------------------------------------------------------------------------
SIGNED = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n%s-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n'
LISTS = {
    'md5sum-crlf': ('MD5SUMS', lambda n, b: '%s *%s\r\n' % (hexa(b, 'md5'), n)),
    'windows-path': ('sha256.txt', lambda n, b: '%s  C:\\Export\\2026\\%s\r\n' % (hexa(b).upper(), n)),
    'csv-quoted': ('Prüfsummen.csv', lambda n, b: '"Lfd. Nr.","Dateiname","SHA-1"\n"1","%s","%s"\n' % (n, hexa(b, 'sha1'))),
    'utf8-bom': ('sha512.txt', lambda n, b: '\ufeff%s  %s\n' % (hexa(b, 'sha512'), n)),
    'pgp-signed': ('SHA256SUMS.asc', lambda n, b: SIGNED % ('%s  %s\n' % (hexa(b), n))),
    'remarks': ('checksums.txt', lambda n, b: '# Abgabe 2026\n; erstellt von Hand\n\n%s  %s\n\n-- Ende --\n' % (hexa(b), n)),
    'name-first': ('pruefsummen.txt', lambda n, b: '%s\t%s\n' % (n, hexa(b))),
    'rhash-bsd-md5': ('rhash.txt', lambda n, b: '; Generated by RHash v1.4.3\nMD5 (%s) = %s\n' % (n, hexa(b, 'md5'))),
    'sha384': ('SHA384SUMS', lambda n, b: '%s  %s\n' % (hexa(b, 'sha384'), n)),
    'metalink': ('abgabe.meta4', lambda n, b: '<?xml version="1.0"?>\n<metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="%s"><size>%d</size><hash type="sha-256">%s</hash></file></metalink>' % (n, len(b), hexa(b))),
}


def summed(form, right, seed):
    def lay(d):
        name, write = LISTS[form]
        at = one_box(d, seed)
        b = read(at)
        put(d + '/' + name, write(os.path.basename(at), b if right else b + b'anders'))
        return d
    return lay


for k, form in enumerate(LISTS):
    for right in (True, False):
        made('g-sums-%s-%s' % (form, 'right' if right else 'wrong'), 'check', summed(form, right, 6600 + k))


def blake(form):
    def lay(d):
        at = one_box(d, 6620)
        n, v = os.path.basename(at), hashlib.blake2b(read(at)).hexdigest()
        put(d + '/' + ('B2SUMS' if form == 'plain' else 'pruefsummen.txt'), '%s  %s\n' % (v, n) if form == 'plain' else 'BLAKE2b (%s) = %s\n' % (n, v))
        return d
    return lay


made('g-sums-blake2-plain', 'check', blake('plain'))
made('g-sums-blake2-tagged', 'check', blake('tagged'))


@case('check')
def g_sums_partial(d):
    at = one_box(d, 6621)
    one_box(d, 6622)
    put(d + '/SHA256SUMS', sums([(os.path.basename(at), read(at))]))
    return d


@case('check')
def g_sums_two_lists_one_of_the_other(d):
    at = one_box(d, 6623)
    put(d + '/MD5SUMS', '%s *%s\n' % (hexa(read(at), 'md5'), os.path.basename(at)))
    put(d + '/SHA256SUMS', sums([(os.path.basename(at), read(at)), ('MD5SUMS', read(d + '/MD5SUMS'))]))
    return d


@case('check')
def g_sums_two_lists_disagree(d):
    at = one_box(d, 6624)
    put(d + '/MD5SUMS', '%s *%s\n' % (hexa(read(at), 'md5'), os.path.basename(at)))
    put(d + '/SHA256SUMS', sums([(os.path.basename(at), read(at) + b'x')]))
    return d


@case('check')
def g_sums_as_a_workbook(d):
    book = zipped([('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" '
                    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'),
                   ('_rels/.rels', '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
                    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'),
                   ('xl/workbook.xml', '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>')])
    return beside(d, 6625, ('Prüfsummen.xlsx', book))


def unpacked(d, seed, more=(), change=lambda e: e):
    e, n = entries(plain(seed))
    for k, v in change(e):
        put(d + '/' + n + '/' + k, v)
    for k, v in more:
        put(d + '/' + n + '/' + k, v)
    return n, e


def sums_of_folder(right):
    def lay(d):
        n, e = unpacked(d, 6626)
        told = e if right else e[:-1] + [(e[-1][0], e[-1][1] + b'x')]
        put(d + '/SHA256SUMS', sums([('./' + n + '/' + k, v) for k, v in told]))
        return d
    return lay


made('g-sums-of-an-unpacked-folder-right', 'check', sums_of_folder(True))
made('g-sums-of-an-unpacked-folder-wrong', 'check', sums_of_folder(False))


# ---- containers ---------------------------------------------------------------------------------------------------------------
def contained(seed, pack, ending='.zip'):
    def lay(d):
        e, n = entries(plain(seed))
        return put(d + '/' + n + ending, pack(e, n))
    return lay


def zip64(e, n):
    b = io.BytesIO()
    with zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED) as z:
        for name, data in e:
            with z.open(zipfile.ZipInfo(name, (2026, 2, 3, 10, 0, 0)), 'w', force_zip64=True) as f:
                f.write(data)
    return b.getvalue()


def streamed(e, n):
    """As a writer that cannot go back: sizes and digests in a descriptor behind each entry."""
    class Pipe(io.RawIOBase):
        def __init__(self):
            self.out = bytearray()

        def writable(self):
            return True

        def write(self, b):
            self.out += bytes(b)
            return len(b)
    p = Pipe()
    with zipfile.ZipFile(p, 'w', zipfile.ZIP_DEFLATED) as z:
        for name, data in e:
            z.writestr(zipfile.ZipInfo(name, (2026, 2, 3, 10, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return bytes(p.out)


def commented(e, n):
    b = io.BytesIO(zipped(e))
    with zipfile.ZipFile(b, 'a') as z:
        z.comment = 'Abgabe 2026 – geprüft PK\5\6 und gut'.encode() + b'.' * 200
    return b.getvalue()


def aligned(e, n):
    """Extra fields of zeros before the data, as writers leave them that align entries to four bytes."""
    locals_, central = b'', b''
    for k, v in e:
        at = len(locals_)
        pad = struct.pack('<HH', 0xd935, 6) + struct.pack('<H', 4) + b'\0' * 4
        head = struct.pack('<HHHHHIIIHH', 20, 0x800, 0, 0, 0x5c43, zlib.crc32(v), len(v), len(v), len(k.encode()), 0)
        locals_ += b'PK\3\4' + head[:-2] + struct.pack('<H', len(pad)) + k.encode() + pad + v
        central += b'PK\1\2' + struct.pack('<H', 20) + head + struct.pack('<HHHII', 0, 0, 0, 0, at) + k.encode()
    return locals_ + central + b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, len(e), len(e), len(central), len(locals_), 0)


def one_locked(e, n):
    """One entry bears the flag of the old encryption; the others are open."""
    b = bytearray(zipped(e, zipfile.ZIP_STORED))
    name = e[1][0].encode()
    for sign, flag in ((b'PK\3\4', 6), (b'PK\1\2', 8)):
        at = b.index(name)
        while True:
            start = b.rfind(sign, 0, at)
            if start >= 0 and at - start in (30, 46):
                b[start + flag] |= 1
                break
            at = b.index(name, at + 1)
    return bytes(b)


def with_folders(e, n):
    return zipped([(n + '/', b'')] + [(n + '/' + k, v) for k, v in e])


def two_members(e, n):
    t = tarred(e)
    return gzip.compress(t[:1024]) + gzip.compress(t[1024:])


def old_tar(e, n):
    """As before POSIX: no mark in the head."""
    b = bytearray(tarred(e))
    at = 0
    while at < len(b) and b[at]:
        size = int(bytes(b[at + 124:at + 135]).strip(b'\0 ') or b'0', 8)
        b[at + 257:at + 512] = b'\0' * 255
        b[at + 148:at + 156] = b' ' * 8
        b[at + 148:at + 156] = b'%06o\0 ' % sum(b[at:at + 512])
        at += 512 + (size + 511) // 512 * 512
    return bytes(b)


def zip_beside(seed, name, data):
    return lambda d: beside(d, seed, (name, data))


made('g-zip64', 'check', contained(6701, zip64))
made('g-zip-streamed', 'check', contained(6702, streamed))
made('g-zip-long-comment-with-a-mark', 'check', contained(6703, commented))
made('g-zip-aligned', 'check', contained(6704, aligned))
made('g-zip-with-folder-entries', 'check', contained(6705, with_folders))
made('g-zip-ending-in-capitals', 'check', contained(6706, lambda e, n: zipped(e), '.ZIP'))
made('g-zip-in-zip-of-its-own-name', 'check', contained(6707, lambda e, n: zipped([(n + '.zip', zipped(e))])))
made('g-zip-one-entry-locked', 'check', contained(6708, one_locked))
made('g-zip-from-the-root', 'check', contained(6709, lambda e, n: zipped([('/srv/export/' + k, v) for k, v in e])))
made('g-zip-from-a-drive', 'check', contained(6710, lambda e, n: zipped([('D:/export/' + k, v) for k, v in e])))
made('g-zip-with-an-empty-file', 'check', contained(6711, lambda e, n: zipped(e + [('leer.txt', b'')])))
made('g-tgz-named-zip', 'check', contained(6712, lambda e, n: tarred(e, 'w:gz')))
made('g-txz-named-zip', 'check', contained(6713, lambda e, n: lzma.compress(tarred(e))))
made('g-zstd-named-zip', 'check', contained(6714, lambda e, n: b'\x28\xb5\x2f\xfd\x04\x58' + bytes(range(200))))
made('g-tar-from-the-root', 'check', contained(6715, lambda e, n: tarred([('/srv/export/' + k, v) for k, v in e]), '.tar'))
made('g-tar-of-before-posix', 'check', contained(6716, old_tar, '.tar'))
made('g-tgz-of-two-members', 'check', contained(6717, two_members, '.tar.gz'))
made('g-tar-without-end', 'check', contained(6718, lambda e, n: tarred(e).rstrip(b'\0') + b'\0' * (-len(tarred(e).rstrip(b'\0')) % 512), '.tar'))
made('g-zip-in-numbered-pieces', 'check', lambda d: (lambda s: (put(d + '/' + s[1] + '.zip.001', zipped(s[0])[:2000]), put(d + '/' + s[1] + '.zip.002', zipped(s[0])[2000:]), d)[-1])(entries(plain(6719))))
made('g-empty-zip-beside', 'check', zip_beside(6720, 'Nachtrag.zip', b'PK\5\6' + b'\0' * 18))
made('g-zip-of-letters-beside', 'check', zip_beside(6721, 'Anschreiben.zip', zipped([('Anschreiben.pdf', pdf('Anschreiben'))])))
made('g-zip-names-cp437-but-flag-says-utf8', 'check', lambda d: (lambda s: put(d + '/' + s[1] + '.zip', named_as(s[0], lambda k: k.encode('cp437', 'replace')).replace(
    struct.pack('<HHHH', 20, 0, 0, 0), struct.pack('<HHHH', 20, 0x800, 0, 0))))(umlauts(6722)))
made('g-zip-names-decomposed-without-flag', 'check', lambda d: (lambda s: put(d + '/' + s[1] + '.zip', named_as(s[0], lambda k: unicodedata.normalize('NFD', k).encode())))(umlauts(6723)))
made('g-primary-document-is-a-zip', 'check', primary(6724, 'Anlagen.zip', lambda: zipped([('a.txt', 'a'), ('b.txt', 'b')]), '100'))


# ---- names ---------------------------------------------------------------------------------------------------------------------
made('g-name-of-255-bytes', 'check', called(6801, 'ü' * 107 + '.pdf', lambda k: k))
made('g-name-soft-hyphen', 'check', called(6802, 'Grund\u00adbuch\u00adauszug.pdf', lambda k: k.replace('\u00ad', '')))
made('g-name-mark-of-direction', 'check', called(6803, 'Plan \u200eNord.pdf', lambda k: k.replace('\u200e', '')))
made('g-name-trailing-dot', 'check', called(6804, 'Vermerk Nr. 3.', lambda k: k[:-1]))
made('g-name-emoji', 'check', called(6805, 'Anlage 📎 2.pdf', lambda k: k))
made('g-name-decomposed-on-both-sides', 'check', called(6806, unicodedata.normalize('NFD', 'Größe der Höfe.pdf'), lambda k: k))
made('g-name-other-letters', 'check', called(6807, 'Łódź – Świętokrzyska Ćwik 中文 Ελλ.pdf', lambda k: k))
made('g-name-dots-and-brackets', 'check', called(6808, "Az. 3.1 (2) [neu] & Co. #5 100% 'A' +x.v2.final.pdf", lambda k: k))
made('g-name-double-blank', 'check', called(6809, 'Plan  der  Wege.pdf', lambda k: k.replace('  ', ' ')))
made('g-name-colon-became-underscore', 'check', called(6810, 'AW: Wegebau.pdf', lambda k: k.replace(':', '_')))
made('g-name-reserved-beside', 'check', lambda d: one_box(d, 6811, lambda e: e + [('NUL.txt', b'x')]))
made('g-file-in-a-subfolder-nobody-names', 'check', lambda d: (unpacked(d, 6812, [('Intern/Notiz.pdf', pdf('Notiz'))]), d)[-1])
made('g-unpacked-decomposed-names', 'check', lambda d: (lambda s: ([put(d + '/' + s[1] + '/' + unicodedata.normalize('NFD', k), v) for k, v in s[0]], d)[-1])(umlauts(6813)))


# ---- letters -------------------------------------------------------------------------------------------------------------------
made('g-letter-inside-the-zip', 'check', lambda d: one_box(d, 6901, lambda e: e + [('Anschreiben.docx', docx('Anbei'))]))
made('g-letters-of-many-kinds-beside', 'check', lambda d: beside(d, 6902, ('LIESMICH.txt', 'Anbei'), ('Anschreiben.odt', odt('Anbei')), ('Übergabeprotokoll.pdf', pdf('Protokoll')), ('Unterschrift.png', png())))
made('g-letter-locked-beside', 'check', lambda d: beside(d, 6903, ('Anschreiben.docx', locked_docx())))
made('g-letter-empty-beside', 'check', lambda d: beside(d, 6904, ('Anschreiben.pdf', b'')))


# ---- primary documents -----------------------------------------------------------------------------------------------------------
def refitted(data):
    """A PDF whose objects were changed, with its table of places written anew."""
    body = data[:data.rindex(b'xref\n', 0, data.rindex(b'startxref'))]
    places = [m.start() for m in re.finditer(rb'(?m)^\d+ 0 obj', body)]
    tail = data[data.rindex(b'trailer'):data.rindex(b'startxref')]
    return body + b'xref\n0 %d\n0000000000 65535 f \n' % (len(places) + 1) + b''.join(b'%010d 00000 n \n' % p for p in places) + tail + b'startxref\n%d\n%%%%EOF\n' % len(body)


P = pdf('Gutachten')
PLAIN = P.replace(b'/Metadata 5 0 R', b' ' * 15)
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
made('g-pdfa-with-a-script', 'check', primary(6951, 'Gutachten.pdf', refitted(P.replace(b'/Metadata 5 0 R', b'/Metadata 5 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'))))
made('g-pdf-that-claims-nothing', 'check', primary(6952, 'Gutachten.pdf', PLAIN))
made('g-pdf-named-tif', 'check', primary(6953, 'Gutachten.tif', P, '023'))
made('g-tif-named-pdf', 'check', primary(6954, 'Gutachten.pdf', lambda: tiff(), '018'))
made('g-pdf-without-ending', 'check', primary(6955, 'Gutachten', P))
made('g-text-of-windows', 'check', primary(6956, 'Notiz.txt', 'Größe der Höfe\r\n'.encode('cp1252'), '100'))
made('g-drawing-right', 'check', primary(6957, 'Plan.svg', SVG, '100'))
made('g-drawing-cut', 'check', primary(6958, 'Plan.svg', SVG[:-30], '100'))
made('g-rtf-right', 'check', primary(6959, 'Brief.rtf', b'{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 Sehr geehrte Damen\\par}\n', '022'))
made('g-rtf-cut', 'check', primary(6960, 'Brief.rtf', b'{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 Sehr geehrte Da', '022'))
made('g-table-right', 'check', primary(6961, 'Kosten.csv', 'Nr;Betrag\r\n1;2,50\r\n', '002'))
made('g-old-word-open', 'check', primary(6962, 'Vermerk.doc', lambda: old_word(False), '003'))
made('g-attachment-empty', 'check', holding(6963, lambda a: a['cases'][0]['docs'][0].update(more=[document('Anlage', uid() + '_Anlage.pdf', b'')])))


# ---- litter ------------------------------------------------------------------------------------------------------------------------
made('g-litter-in-capitals', 'check', lambda d: beside(d, 6971, ('THUMBS.DB', b'\xd0\xcf\x11\xe0' + b'\0' * 600), ('Desktop.INI', b'[.ShellClassInfo]\r\n'), ('.ds_store', b'\0\0\0\1Bud1' + b'\0' * 99)))
made('g-litter-of-mac-and-cloud', 'check', lambda d: beside(d, 6972, ('Icon\r', b''), ('.localized', b''), ('.dropbox', b'x'), ('.owncloudsync.log', b'x'), ('._Abgabe', b'\0\5\x16\7' + b'\0' * 60)))
made('g-download-not-finished-beside', 'check', lambda d: beside(d, 6973, ('Nachtrag.zip.crdownload', b'PK\3\4' + b'\0' * 400)))
made('g-litter-unpacked', 'check', lambda d: (unpacked(d, 6974, [('.DS_Store', b'\0\0\0\1Bud1' + b'\0' * 99), ('__MACOSX/._x.pdf', b'\0\5\x16\7' + b'\0' * 60), ('~$schreiben.docx', b'\5Muste' + b'\0' * 156)]), d)[-1])


# ---- plausibility -------------------------------------------------------------------------------------------------------------------
def lasting(begin, end, date='1960-05-05'):
    def change(a):
        a.update(begin=begin, end=end)
        for c in a['cases']:
            c.update(begin=begin, end=end)
            for x in c['docs']:
                x['date'] = date
    return change


RIGHT = ('Testament Müller', 'Neubau der Schule', 'Leerstand am Markt', 'N. N. Nielsen, Beschwerde', 'Xaver Todorow', 'Unbekannter Verstorbener', 'Betreffender Grundstückstausch', 'A 7')
EMPTY = ('Neuer Vorgang', 'xxx', '---', 'TODO', '???')
made('g-subjects-like-placeholders-but-right', 'check', odd(6981, lambda a: a['cases'].extend(vorgang('77-6981/%d' % (k + 3), t, [one('Brief')]) for k, t in enumerate(RIGHT))))
made('g-subjects-that-are-placeholders', 'check', odd(6982, lambda a: a['cases'].extend(vorgang('77-6982/%d' % (k + 3), t, [one('Brief')]) for k, t in enumerate(EMPTY))))
made('g-old-akte-right', 'check', odd(6983, lasting('1955-03-01', '1989-12-31')))
made('g-period-of-one-day', 'check', odd(6984, lambda a: a['cases'][0].update(begin='2016-03-01', end='2016-03-01')))
made('g-leap-day-right', 'check', odd(6985, lambda a: a['cases'][0].update(begin='2016-02-29')))
made('g-leap-day-wrong', 'check', odd(6986, lambda a: a['cases'][0].update(begin='2015-02-29')))
made('g-document-from-the-future', 'check', odd(6987, lambda a: a['cases'][0]['docs'][0].update(date='2091-01-01')))
made('g-period-from-1601', 'check', odd(6988, lambda a: a['cases'][0].update(begin='1601-01-01')))
made('g-subject-with-lost-letters', 'check', odd(6989, subject('Gr\ufffd\ufffde der H\ufffdfe')))
made('g-subject-missing', 'check', odd(6990, lambda a: a['cases'][0].update(title='')))
made('g-subject-very-long', 'check', odd(6991, subject('Wegebau ' * 300)))


# ---- all at once ---------------------------------------------------------------------------------------------------------------------
@case('check')
def g_all_right_with_everything(d):
    a = with_part(6992)
    a[0]['docs'] = [one('Deckblatt', 'Übersicht.pdf')]
    a[0]['cases'][0]['sub'] = [vorgang('77-6992/1-1', 'Teil', [one('Brief')])]
    a[0]['cases'][0]['docs'][0]['more'] = [one('Anlage', 'Anlage.pdf')]
    e, n = entries(a, version='4.0.0')
    at = box(d, e, n)
    put(d + '/SHA256SUMS', sums([(os.path.basename(at), read(at))]))
    put(d + '/Anschreiben.pdf', pdf('Anschreiben'))
    put(d + '/Thumbs.db', b'\xd0\xcf\x11\xe0' + b'\0' * 600)
    return d


@case('check')
def g_tar_of_slip_list_and_zip(d):
    a = plain(6993)
    e, n = entries(a)
    z = put(d + '/tmp/' + n + '.zip', zipped(e))
    inside = [('Abgabe/el_Lauf.xml', slip(z)), ('Abgabe/Ab_Lis.xml', transfer_list(a)), ('Abgabe/' + n + '.zip', read(z))]
    os.remove(z)
    os.rmdir(d + '/tmp')
    return put(d + '/Abgabe.tgz', tarred(inside, 'w:gz'))


@case('taken')
def g_slip_list_zip_and_letter_taken(d):
    a = plain(6994)
    e, n = entries(a)
    with_slip(d, a, box(d, e, n))
    put(d + '/Anschreiben.pdf', pdf('Anschreiben'))
    return d
