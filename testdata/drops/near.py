"""Near misses: deliveries that look like a kind and are none, because of a name, a place, a missing part or a saved error page. No kind may pass one silently, and
what it looks like must be said. The verdicts in near.tsv were written after the first answers of the program had been seen, by the hand that wrote the rules. Registered with those of variants.py; imports nothing of the product."""
import gzip, hashlib, io, re, tarfile, zipfile
from akten import *
from variants import CASES


def near(name, files):
    def make(d):
        for k, b in files().items():
            put(d + '/' + k, b if isinstance(b, bytes) else b.encode())
        return d
    CASES[name] = ('check', make)


def z(files):
    b = io.BytesIO()
    with zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED) as f:
        for k, x in files.items():
            f.writestr(k, x)
    return b.getvalue()


def empty_tar():
    b = io.BytesIO()
    tarfile.open(fileobj=b, mode='w').close()
    return b.getvalue()


PDF = pdf('Bericht')
SIARDM='<?xml version="1.0" encoding="utf-8"?>\n<siardArchive xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd" version="2.1"><dbname>Bau</dbname><schemas><schema><name>S</name><folder>schema0</folder><tables><table><name>T</name><folder>table0</folder><columns><column><name>A</name><type>INTEGER</type></column></columns><rows>1</rows></table></tables></schema></schemas></siardArchive>'
TAB='<?xml version="1.0"?><table xmlns="http://www.bar.admin.ch/xmlns/siard/2/table.xsd"><row><c1>1</c1></row></table>'
# SIARD
near('n-siard-as-text', lambda: {'Datenbank.siard':SIARDM})
near('n-siard-zip-named-zip', lambda: {'Datenbank.zip':z({'header/metadata.xml':SIARDM,'content/schema0/table0/table0.xml':TAB})})
near('n-siard-one-deep', lambda: {'Datenbank.siard':z({'Datenbank/header/metadata.xml':SIARDM,'Datenbank/content/schema0/table0/table0.xml':TAB})})
near('n-siard-no-header', lambda: {'Datenbank.siard':z({'content/schema0/table0/table0.xml':TAB})})
near('n-siard-header-case', lambda: {'Datenbank.siard':z({'Header/Metadata.xml':SIARDM,'Content/schema0/table0/table0.xml':TAB})})
near('n-siard-empty', lambda: {'Datenbank.siard':b''})
near('n-siard-unpacked-no-content', lambda: {'header/metadata.xml':SIARDM})
near('n-siard-gz', lambda: {'Datenbank.siard':gzip.compress(z({'header/metadata.xml':SIARDM}))})
near('n-siard-sql-dump', lambda: {'Datenbank.siard':b'CREATE TABLE T (A INTEGER);\nINSERT INTO T VALUES (1);\n'})
near('n-siard-ns-missing', lambda: {'Datenbank.siard':z({'header/metadata.xml':SIARDM.replace(' xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd"',''),'content/schema0/table0/table0.xml':TAB})})
near('n-siard-sqlite', lambda: {'Datenbank.siard':b'SQLite format 3\0'+b'\0'*4000})
# BagIt
m=lambda files: ''.join('%s  %s\n'%(hashlib.sha256(b if isinstance(b,bytes) else b.encode()).hexdigest(),k) for k,b in files.items())
pl={'data/Bericht.pdf':PDF,'data/Text.txt':'Text'}
near('n-bag-no-bagit', lambda: {**pl,'manifest-sha256.txt':m(pl),'bag-info.txt':'Bag-Software-Agent: x\n'})
near('n-bag-bagit-case', lambda: {**pl,'manifest-sha256.txt':m(pl),'BagIt.txt':'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'})
near('n-bag-bagit-txt-txt', lambda: {**pl,'manifest-sha256.txt':m(pl),'bagit.txt.txt':'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'})
near('n-bag-no-manifest-no-bagit', lambda: {**pl,'bag-info.txt':'Payload-Oxum: 3.2\nBagging-Date: 2026-01-01\n'})
near('n-bag-only-tagmanifest', lambda: {**pl,'tagmanifest-sha256.txt':m({'bag-info.txt':'a'}),'bag-info.txt':'a'})
near('n-bag-zip-no-bagit', lambda: {'Tasche.zip':z({'Tasche/'+k:b for k,b in {**pl,'manifest-sha512.txt':m(pl)}.items()})})
near('n-bag-payload-named-data', lambda: {'Data/Bericht.pdf':PDF,'manifest-sha256.txt':m({'data/Bericht.pdf':PDF}),'bagit.txt':'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'})
near('n-bag-payload-renamed-inhalt', lambda: {'inhalt/Bericht.pdf':PDF,'manifest-sha256.txt':m({'data/Bericht.pdf':PDF}),'bagit.txt':'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'})
near('n-bag-manifest-underscore', lambda: {**pl,'manifest_sha256.txt':m(pl),'bag-info.txt':'Source-Organization: Amt\n'})
near('n-bag-bagit-two-deep', lambda: {'a/b/'+k:b for k,b in {**pl,'manifest-sha256.txt':m(pl),'bagit.txt':'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'}.items()})
near('n-bag-bagit-empty-utf16', lambda: {**pl,'manifest-sha256.txt':m(pl),'bagit.txt':'BagIt-Version: 1.0\r\nTag-File-Character-Encoding: UTF-16\r\n'.encode('utf-16')})
# WARC / WACZ
body=b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
WARC=b'WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%b>\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Target-URI: http://amt.example/\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n'%(uid().encode(),len(body))+body+b'\r\n\r\n'
near('n-wacz-no-datapackage', lambda: {'Web.wacz':z({'archive/data.warc.gz':gzip.compress(WARC),'pages/pages.jsonl':'{"format":"json-pages-1.0"}\n','indexes/index.cdxj':''})})
near('n-wacz-one-deep', lambda: {'Web.wacz':z({'web/archive/data.warc.gz':gzip.compress(WARC),'web/datapackage.json':'{"profile":"data-package","resources":[]}'})})
near('n-wacz-text', lambda: {'Web.wacz':'<html>404 Not found</html>'})
near('n-wacz-zip-name', lambda: {'Web.zip':z({'archive/data.warc':WARC,'pages/pages.jsonl':'{"format":"json-pages-1.0"}\n'})})
near('n-wacz-unpacked', lambda: {'archive/data.warc':WARC,'pages/pages.jsonl':'{"format":"json-pages-1.0"}\n'})
near('n-wacz-tar', lambda: {'Web.wacz':empty_tar()})
near('n-warc-html', lambda: {'Web.warc':'<html><body>Server Error</body></html>'})
near('n-warc-no-record-head', lambda: {'Web.warc.gz':gzip.compress(b'HTTP/1.1 200 OK\r\n\r\nhi')})
near('n-warc-empty-gz', lambda: {'Web.warc.gz':gzip.compress(b'')})
near('n-warc-bom', lambda: {'Web.warc':b'\xef\xbb\xbf'+WARC})
near('n-warc-lf', lambda: {'Web.warc':WARC.replace(b'\r\n',b'\n')})
near('n-warc-named-txt', lambda: {'Web.txt':WARC})
near('n-httrack-no-log', lambda: {'index.html':'<html><!-- Mirrored from amt.example/ by HTTrack Website Copier/3.x [XR&CO\'2014], Mon, 01 Jan 2024 00:00:00 GMT --><body>a</body></html>','amt.example/index.html':'<html><!-- Mirrored from amt.example/ by HTTrack Website Copier/3.x [XR&CO\'2014], Mon, 01 Jan 2024 00:00:00 GMT --><body>a</body></html>'})
near('n-httrack-cache-only', lambda: {'hts-cache/doit.log':'-O /x http://amt.example/ -*\nFile generated automatically, do NOT edit\n','amt.example/index.html':'<html><body>a</body></html>'})
near('n-httrack-project-deep', lambda: {'Projekt/Projekt/hts-log.txt':'HTTrack3.49-2 launched on Mon, 01 Jan 2024 at http://amt.example/\n','Projekt/Projekt/amt.example/index.html':'<html><body>a</body></html>'})
# xdomea
e, n = entries(plain(1234, 1), version='3.0.0')
e = dict(e)
xml = [k for k in e if k.endswith('.xml')][0]
X = e[xml]
near('n-xdo-wrapped-in-soap', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml:b'<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>'+X.split(b'?>',1)[-1]+b'</soap:Body></soap:Envelope>'})})
near('n-xdo-xml-as-txt', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml[:-4]+'.txt':X})})
near('n-xdo-utf16', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml:X.decode().replace('UTF-8','UTF-16').encode('utf-16')})})
near('n-xdo-no-namespace', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml:re.sub(rb'xmlns(:\w+)?="[^"]*"',b'',X).replace(b'xdomea:',b'')})})
near('n-xdo-xml-gz', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml+'.gz':gzip.compress(X)})})
near('n-xdo-truncated-head', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml:X[200:]})})
near('n-xdo-message-only-xml', lambda: {xml:X})
near('n-xdo-wrong-ns-version', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml:X.replace(b'3.0.0',b'9.9.9')})})
near('n-xdo-xml-in-own-zip', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},'Nachricht.zip':z({xml:X})})})
near('n-xdo-html-saved', lambda: {n+'.zip':z({**{k:b for k,b in e.items() if k!=xml},xml:b'<!DOCTYPE html><html><body>Sitzung abgelaufen</body></html>'})})
# commercial register
H='Firmennummer\tFirmenname\tFirmensitz\tEr\xf6ffnungsdatum\tL\xf6schungsdatum\r\n'
R1='CH-020.3.000.001-1\tMuster AG\tZ\xfcrich\t01.02.1980\t03.04.2005\r\nCH-020.3.000.002-2\tBeispiel GmbH\tZug\t01.02.1981\t03.04.2006\r\n'
meta='<?xml version="1.0"?><Metadaten><Provenienzstelle>Handelsregisteramt</Provenienzstelle></Metadaten>'
docs={'Belege/CH-020.3.000.001-1.pdf':PDF,'Belege/CH-020.3.000.002-2.pdf':PDF}
near('n-hr-no-header', lambda: {'liste.txt':R1,'metadata.xml':meta,**docs})
near('n-hr-pipe', lambda: {'liste.csv':(H+R1).replace('\t','|'),'metadata.xml':meta,**docs})
near('n-hr-xlsx', lambda: {'liste.xlsx':z({'[Content_Types].xml':'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>','xl/workbook.xml':'<workbook/>'}),'metadata.xml':meta,**docs})
near('n-hr-latin1', lambda: {'liste.txt':(H+R1).encode('latin-1'),'metadata.xml':meta,**docs})
near('n-hr-fixed-width', lambda: {'liste.txt':'\n'.join('%-25s%-30s%-20s%-12s%-12s'%tuple(l.split('\t')) for l in (H+R1).split('\r\n') if l),'metadata.xml':meta,**docs})
near('n-hr-spaces-lower', lambda: {'liste.txt':H.lower().replace('\t',' \t ')+R1,'metadata.xml':meta,**docs})
near('n-hr-english', lambda: {'list.txt':'Company number\tCompany name\tSeat\tDate of opening\tDate of deletion\r\n'+R1,'metadata.xml':meta,**docs})
near('n-hr-missing-col', lambda: {'liste.txt':'\n'.join('\t'.join(l.split('\t')[:4]) for l in (H+R1).split('\r\n') if l),'metadata.xml':meta,**docs})
near('n-hr-quoted-comma', lambda: {'liste.csv':'\r\n'.join(','.join('"%s"'%c for c in l.split('\t')) for l in (H+R1).split('\r\n') if l),'metadata.xml':meta,**docs})
near('n-hr-title-lines', lambda: {'liste.txt':'Handelsregister des Kantons\r\nStand 2026\r\n\r\n'+H+R1,'metadata.xml':meta,**docs})
near('n-hr-html', lambda: {'liste.html':'<table><tr>'+''.join('<th>%s</th>'%c for c in H.strip().split('\t'))+'</tr></table>','metadata.xml':meta,**docs})
near('n-hr-only-belege', lambda: {'metadata.xml':meta,**docs})
# civil register
ent={'12345-G-2010-1-U0.xml':'<Geburtseintrag/>','12345-G-2010-1-U0.pdf':PDF,'12345-G-2010-2-U0.xml':'<Geburtseintrag/>','12345-G-2010-2-U0.pdf':PDF}
BB='<?xml version="1.0" encoding="UTF-8"?><Aussonderungsportion><Standesamt/></Aussonderungsportion>'
near('n-reg-no-backbone', lambda: ent)
near('n-reg-backbone-renamed', lambda: {**ent,'Backbone.xml':BB})
near('n-reg-backbone-wrong-order', lambda: {**ent,'G-12345-2010.xml':BB})
near('n-reg-underscore', lambda: {**{k.replace('-','_'):b for k,b in ent.items()},'12345_G_2010.xml':BB})
near('n-reg-backbone-empty', lambda: {**ent,'12345-G-2010.xml':b''})
near('n-reg-in-subfolder', lambda: {**{'Eintraege/'+k:b for k,b in ent.items()},'12345-G-2010.xml':BB})
near('n-reg-backbone-txt', lambda: {**ent,'12345-G-2010.txt':BB})
near('n-reg-lower', lambda: {**{k.lower():b for k,b in ent.items()},'12345-g-2010.xml':BB})
near('n-reg-only-pdf', lambda: {k:b for k,b in ent.items() if k.endswith('pdf')})
near('n-reg-zip-each', lambda: {k[:-4]+'.zip':z({k:b}) for k,b in ent.items() if k.endswith('xml')})
near('n-reg-backbone-html', lambda: {**ent,'12345-G-2010.xml':'<html><body>Fehler</body></html>'})
# norms
near('n-norm-one-zip', lambda: {'Gesetz.zip':z({'metadaten.xml':'<Metadaten/>','Originalnorm.xml':'<Originalnorm/>','Gesetz.pdf':PDF})})
near('n-norm-folder', lambda: {'metadaten.xml':'<Metadaten/>','Ausgabenorm.xml':'<Ausgabenorm/>','Gesetz__an.pdf':PDF,'Gesetz__an__report.pdf':PDF,'Gesetz__an__pdfa1a.pdf':PDF})
near('n-norm-no-xml', lambda: {'Gesetz__an.pdf':PDF,'Gesetz__an__report.pdf':PDF,'Gesetz__an__pdfa1a.pdf':PDF})
# eCH / EARK
near('n-ech-no-header', lambda: {'SIP_20260101_Amt_1.zip':z({'content/p000001.pdf':PDF})})
near('n-ech-header-metadata-missing', lambda: {'SIP_20260101_Amt_1.zip':z({'SIP_20260101_Amt_1/header/xsd/arelda.xsd':'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>','SIP_20260101_Amt_1/content/d1/p1.pdf':PDF})})
near('n-ech-root-metadata', lambda: {'metadata.xml':'<?xml version="1.0"?><paket xmlns="http://bar.admin.ch/arelda/v4" schemaVersion="4.0"/>','content/p1.pdf':PDF})
near('n-ech-no-ns', lambda: {'header/metadata.xml':'<?xml version="1.0"?><paket schemaVersion="4.0"><inhaltsverzeichnis/></paket>','content/p1.pdf':PDF})
near('n-eark-mets-lower', lambda: {'IP/mets.xml':'<mets xmlns="http://www.loc.gov/METS/" PROFILE="https://earkcsip.dilcis.eu/profile/E-ARK-CSIP.xml"/>','IP/representations/rep1/data/a.pdf':PDF})
near('n-eark-no-mets', lambda: {'IP/representations/rep1/METS.xml':'<mets xmlns="http://www.loc.gov/METS/"/>','IP/representations/rep1/data/a.pdf':PDF,'IP/metadata/preservation/premis.xml':'<premis xmlns="http://www.loc.gov/premis/v3" version="3.0"/>'})
near('n-eark-only-structure', lambda: {'IP/representations/rep1/data/a.pdf':PDF,'IP/metadata/descriptive/ead.xml':'<ead xmlns="urn:isbn:1-931666-22-9"/>'})
# slip/list
near('n-slip-list-only', lambda: {'Ab_Lis.xml':transfer_list(plain(1,1)),**{k:b for k,b in e.items() if k!=xml}})
near('n-slip-slip-only-with-files', lambda: {'el_Lauf.xml':slip(),'Anlage.pdf':PDF})
near('n-slip-list-xlsx', lambda: {'el_Lauf.xml':slip(),'Ab_Lis.xlsx':z({'xl/workbook.xml':'<workbook/>','[Content_Types].xml':'<Types/>'}),n+'.zip':z(e)})
near('n-slip-renamed', lambda: {'Laufzettel final.xml':slip(),'Liste.xml':transfer_list(plain(1234,1)),n+'.zip':z(e)})
