"""What the foreign deliveries are made of: a small PDF/A-1b by hand, writing files. Imports nothing of the program."""
import hashlib
import os
import sys


def pdf(title):
    """A page with a grey bar; colours are calibrated, nothing is written, so that no font is needed (ISO 19005-1)."""
    xmp = ('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
           '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
           '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>1</pdfaid:part>'
           '<pdfaid:conformance>B</pdfaid:conformance></rdf:Description>'
           '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>'
           '<rdf:li xml:lang="x-default">' + title + '</rdf:li></rdf:Alt></dc:title></rdf:Description>'
           '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>').encode()
    bar = b"/Grau cs 0.3 scn 72 700 %d 20 re f" % (100 + sum(title.encode()) % 300)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</ColorSpace<</Grau[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(bar), bar),
        b"<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n%s\nendstream" % (len(xmp), xmp),
    ]
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for n, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (n, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for at in places:
        out += b"%010d 00000 n \n" % at
    mark = hashlib.md5(title.encode()).hexdigest().encode()
    out += b"trailer\n<</Size %d/Root 1 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, mark, mark, table)
    return bytes(out)


def write(files):
    """Writes the files by name into the folder named on the command line."""
    root = sys.argv[1]
    for name, data in files.items():
        at = os.path.join(root, name)
        os.makedirs(os.path.dirname(at), exist_ok=True)
        with open(at, "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())
