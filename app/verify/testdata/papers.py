"""Writes hostile papers for both judges, laufzettel-verify and docs/verify.sh.

Written from docs/protocol.md, docs/order.md, RFC 8032 and RFC 9162 alone; Python's standard library,
with an arithmetic of Ed25519 of its own, since no library signs what nobody should.

    papers.py FOLDER

Each paper has a folder of its own. Standard output names them, one JSON text a line:
{"name", "cmd", "file", "keys": [files], "old": [checkpoints], "want": "holds|broken|incomplete"}.
"""
import base64
import copy
import hashlib
import hmac
import json
import os
import sys
import unicodedata

# --- Ed25519, RFC 8032 5.1, with affine steps written as extended coordinates
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    w, x, y, z = f - e, h - g, h + g, f + e
    return (w * x % P, y * z % P, x * y % P, w * z % P)


def times(n, a):
    out = (0, 1, 1, 0)
    while n:
        if n & 1:
            out = add(out, a)
        a, n = add(a, a), n >> 1
    return out


def bytes_of(a):
    z = pow(a[2], P - 2, P)
    x, y = a[0] * z % P, a[1] * z % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def point(y, odd):
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * ROOT % P
    if (x * x - xx) % P:
        return None
    if x & 1 != odd:
        x = P - x
    return (x % P, y, 1, x * y % P)


B = point(4 * pow(5, P - 2, P) % P, 0)
TORSION = []  # the eight points of small order
y = 2
while len(TORSION) < 8:
    q = point(y, 0)
    y += 1
    if q is not None:
        t = times(L, q)
        if bytes_of(times(4, t)) != bytes_of((0, 1, 1, 0)):
            TORSION = [times(i, t) for i in range(8)]


def scalar(data):
    return int.from_bytes(hashlib.sha512(data).digest(), "little")


class Key:
    """A key from a number; with torsion, its point is moved by one of small order."""

    def __init__(self, n, torsion=None):
        h = hashlib.sha512(bytes([n]) * 32).digest()
        self.a = int.from_bytes(h[:32], "little") & (2**254 - 8) | 2**254
        self.prefix = h[32:]
        A = times(self.a, B)
        self.raw = bytes_of(A if torsion is None else add(A, torsion))

    @property
    def text(self):
        return base64.b64encode(self.raw).decode()

    @property
    def id(self):
        return base64.b32encode(hashlib.sha256(self.raw).digest()).decode()[:16]

    def sign(self, m, r=None, torsion=None, plus=0):
        r = scalar(self.prefix + m) % L if r is None else r
        R = times(r, B)
        R = bytes_of(R if torsion is None else add(R, torsion))
        s = (r + scalar(R + self.raw + m) * self.a) % L + plus * L
        return R + s.to_bytes(32, "little")


# --- envelopes
def b64(data):
    return base64.b64encode(data).decode()


def compact(v):
    return json.dumps(v, ensure_ascii=False, separators=(",", ":")).encode()


def pae(kind, payload):
    return b"DSSEv1 %d %s %d " % (len(kind), kind.encode(), len(payload)) + payload


def envelope(kind, payload, *sigs):
    return compact({"payloadType": kind, "payload": b64(payload), "signatures": [{"keyid": i, "sig": s if isinstance(s, str) else b64(s)} for i, s in sigs]})


def sealed(kind, payload, *keys):
    return envelope(kind, payload, *((k.id, k.sign(pae(kind, payload))) for k in keys))


V = "application/vnd.laufzettel."
ARCHIVE, CLIENT, STRANGER, AHRENS, BEYER = (Key(n) for n in range(11, 16))
AT = "2026-12-24T09:00:00Z"
TOP = sys.argv[1]
SEEN = set()


def case(name, cmd, files, want, file="paket.tar", keys=(ARCHIVE,), old=()):
    assert name not in SEEN, name
    SEEN.add(name)
    here = os.path.join(TOP, "%03d" % len(SEEN))
    os.makedirs(here)
    for n, data in files.items():
        os.makedirs(os.path.dirname(os.path.join(here, n)), exist_ok=True)
        with open(os.path.join(here, n), "wb") as f:
            f.write(data)
    paths = []
    for i, k in enumerate(keys):
        paths.append(os.path.join(here, "key%d.pub" % i))
        with open(paths[-1], "wb") as f:
            f.write(k if isinstance(k, bytes) else k.text.encode() + b"\n")
    print(json.dumps({"name": name, "cmd": cmd, "file": os.path.join(here, file), "keys": paths, "old": [os.path.join(here, o) for o in old], "want": want}))


# --- receipts of a package
DATA = b"Akte 7\n" * 99
PIECE = hashlib.sha256(DATA).hexdigest()
PIECES = {"size": 4194304, "root": hashlib.sha256((PIECE + "\n").encode()).hexdigest(), "digests": [PIECE]}
MANIFEST = {"format": "laufzettel-manifest/2", "id": "J1", "created": AT, "kind": "aip", "name": "paket.tar", "size": len(DATA),
            "sha512": hashlib.sha512(DATA).hexdigest(), "pieces": PIECES}
RECEIPT = {"format": "laufzettel-quittung/2", "receipt_id": "Q-1", "archive": "Landesarchiv Übersee", "client": "C", "sequence": 1, "previous": "", "kind": "upload",
           "manifest_sha512": "", "uploads": [{"upload_id": "U", "name": "paket.tar", "size": len(DATA), "sha512": MANIFEST["sha512"], "pieces_root": PIECES["root"]}],
           "size": len(DATA), "state": "accepted", "time": AT, "key_id": ARCHIVE.id}


def changed(paper, **members):
    out = copy.deepcopy(paper)
    for name, v in members.items():
        at = out
        *way, last = name.split("__")
        for w in way:
            at = at[int(w) if w.isdigit() else w]
        if v is ...:
            del at[last]
        else:
            at[last] = v
    return out


def package(name, want, receipt=None, manifest=None, raw=None, seal=None, data=DATA, extra=None, keys=(ARCHIVE,), change=None):
    """raw changes the bytes of the receipt before, change those of its envelope after it is signed"""
    m = sealed(V + "manifest+json", manifest if isinstance(manifest, bytes) else compact(manifest or MANIFEST), CLIENT)
    q = changed(receipt or RECEIPT, manifest_sha512=(receipt or {}).get("manifest_sha512") or hashlib.sha512(m).hexdigest())
    payload = (raw or (lambda b: b))(compact(q))
    env = seal(payload) if seal else sealed(V + "quittung+json", payload, ARCHIVE)
    files = {"paket.tar": data, "paket.tar.manifest.json": m, "paket.tar.quittung.json": (change or (lambda b: b))(env)}
    files.update(extra(files["paket.tar.quittung.json"]) if extra else {})
    case("receipt: " + name, "receipt", files, want, keys=keys)


def swap(old, new):
    def do(raw):
        o, n = (x if isinstance(x, bytes) else x.encode() for x in (old, new))
        assert o in raw, (o, raw)
        return raw.replace(o, n, 1)
    return do


Q = V + "quittung+json"


def signed_as(**how):
    return lambda payload: envelope(Q, payload, (ARCHIVE.id, ARCHIVE.sign(pae(Q, payload), **how)))


def signature(change):
    return lambda payload: envelope(Q, payload, (ARCHIVE.id, change(ARCHIVE.sign(pae(Q, payload)))))


def signatures():
    package("honest", "holds")
    package("S above the order", "broken", seal=signed_as(plus=1))
    package("S seven times above the order", "broken", seal=signed_as(plus=7))
    package("S with the highest bit", "broken", seal=signature(lambda s: s[:63] + bytes([s[63] | 0x80])))
    for i, t in enumerate(TORSION[1:], 1):
        package("R moved by a point of small order, %d" % i, "broken", seal=signed_as(torsion=t))
        package("R is that point, %d" % i, "broken", seal=signed_as(r=0, torsion=t))
    package("R is the neutral point", "broken", seal=signed_as(r=0))
    for what, enc in (("1 + p", P + 1), ("0 + p", P), ("-1 beyond", 2 * P - 1 if 2 * P - 1 < 2**255 else P - 1)):
        r = enc.to_bytes(32, "little")
        package("R written as " + what, "broken", seal=lambda b, r=r: envelope(
            Q, b, (ARCHIVE.id, r + (scalar(r + ARCHIVE.raw + pae(Q, b)) * ARCHIVE.a % L).to_bytes(32, "little"))))
    package("R with another sign", "broken", seal=signature(lambda s: s[:31] + bytes([s[31] ^ 0x80]) + s[32:]))
    package("S is nought", "broken", seal=signature(lambda s: s[:32] + bytes(32)))
    package("all noughts", "broken", seal=signature(lambda s: bytes(64)))
    package("half a signature", "broken", seal=signature(lambda s: s[:32]))
    package("a byte too many", "broken", seal=signature(lambda s: s + b"\0"))
    package("no signature", "broken", seal=lambda b: envelope(Q, b))
    package("an empty signature", "broken", seal=lambda b: envelope(Q, b, (ARCHIVE.id, "")))
    package("signed without what goes before", "broken", seal=lambda b: envelope(Q, b, (ARCHIVE.id, ARCHIVE.sign(b))))
    package("signed as a digest", "broken", seal=lambda b: envelope(Q, b, (ARCHIVE.id, ARCHIVE.sign(hashlib.sha512(pae(Q, b)).digest()))))
    package("signed as another type", "broken", seal=lambda b: envelope(Q, b, (ARCHIVE.id, ARCHIVE.sign(pae(V + "archived+json", b)))))
    package("signed with the length of another", "broken", seal=lambda b: envelope(
        Q, b, (ARCHIVE.id, ARCHIVE.sign(b"DSSEv1 0%d %s %d " % (len(Q), Q.encode(), len(b)) + b))))
    package("a stranger under the name of the key", "broken", seal=lambda b: envelope(Q, b, (ARCHIVE.id, STRANGER.sign(pae(Q, b)))))
    package("signed by the archive under another name", "broken", seal=lambda b: envelope(Q, b, (STRANGER.id, ARCHIVE.sign(pae(Q, b)))))
    package("the name in small letters", "broken", seal=lambda b: envelope(Q, b, (ARCHIVE.id.lower(), ARCHIVE.sign(pae(Q, b)))))
    package("a stranger beside it", "holds", seal=lambda b: sealed(Q, b, STRANGER, ARCHIVE))
    package("nonsense of a stranger beside it", "holds", seal=lambda b: envelope(Q, b, ("X", bytes(64)), (ARCHIVE.id, ARCHIVE.sign(pae(Q, b)))))
    package("wrong first, right after, one name", "broken", seal=lambda b: envelope(
        Q, b, (ARCHIVE.id, bytes(64)), (ARCHIVE.id, ARCHIVE.sign(pae(Q, b)))))
    package("nine signatures", "broken", seal=lambda b: sealed(Q, b, ARCHIVE, *(Key(n) for n in range(40, 48))))
    package("eight signatures", "holds", seal=lambda b: sealed(Q, b, *(Key(n) for n in range(40, 47)), ARCHIVE))
    for what, change in (("for addresses", lambda s: b64(s).replace("+", "-").replace("/", "_").replace("=", "_") + "-"),
                         ("without padding", lambda s: b64(s).rstrip("=")), ("with a line end", lambda s: b64(s)[:40] + "\n" + b64(s)[40:]),
                         ("with a blank", lambda s: b64(s) + " "), ("with loose bits", lambda s: b64(s)[:-3] + {"A": "B", "Q": "R", "g": "h", "w": "x"}[b64(s)[-3]] + "=="),
                         ("twice", lambda s: b64(s) + b64(s))):
        package("base64 " + what, "broken", seal=lambda b, c=change: envelope(Q, b, (ARCHIVE.id, c(ARCHIVE.sign(pae(Q, b))))))
    # keys that are no keys, and one with a part of small order: the equation without cofactor decides
    for i, t in enumerate(TORSION):
        raw = bytes_of(t)
        forged = lambda b, raw=raw: envelope(Q, b, (base64.b32encode(hashlib.sha256(raw).digest()).decode()[:16],
                                                    bytes_of(times(7, B)) + (7).to_bytes(32, "little")))
        package("a key of small order, %d" % i, "broken", raw=swap(ARCHIVE.id, base64.b32encode(hashlib.sha256(raw).digest()).decode()[:16]),
                seal=forged, keys=(base64.b64encode(raw),))
    for what, raw in (("1 + p", (P + 1).to_bytes(32, "little")), ("p", P.to_bytes(32, "little")), ("of no point", (2).to_bytes(32, "little")),
                      ("1, odd", (1 | 1 << 255).to_bytes(32, "little"))):
        package("a key " + what, "broken", keys=(base64.b64encode(raw),))
    for what, text in (("for addresses", ARCHIVE.text.replace("+", "-").replace("/", "_").rstrip("=")), ("of 31 bytes", b64(ARCHIVE.raw[:31])),
                       ("in hex", ARCHIVE.raw.hex()), ("twice", ARCHIVE.text + "\n" + STRANGER.text), ("nothing", "")):
        package("a key written " + what, "broken", keys=(text.encode(),))
    package("blanks and line ends around the key", "holds", keys=(b" \r\n" + ARCHIVE.text.encode() + b" \n\n",))
    mixed = Key(17, TORSION[1])
    right = wrong = None
    for n in range(4096):
        b = compact(changed(RECEIPT, receipt_id="Q-%d" % n, key_id=mixed.id, manifest_sha512=MIXED))
        m = pae(Q, b)
        s = mixed.sign(m)
        fits = scalar(s[:32] + mixed.raw + m) % L % 8 == 0
        right, wrong = (n if fits and right is None else right), (n if not fits and wrong is None else wrong)
        if right is not None and wrong is not None:
            break
    for what, n, want in (("and the equation holds", right, "holds"), ("and it holds only times eight", wrong, "broken")):
        package("a key with a part of small order, " + what, want, receipt=changed(RECEIPT, receipt_id="Q-%d" % n, key_id=mixed.id),
                seal=lambda b: envelope(Q, b, (mixed.id, mixed.sign(pae(Q, b)))), keys=(mixed,))


MIXED = hashlib.sha512(sealed(V + "manifest+json", compact(MANIFEST), CLIENT)).hexdigest()


def spellings():
    """what stands in a receipt, and how"""
    s = swap
    for what, do, want in (
            ("a number as a text", s('"sequence":1', '"sequence":"1"'), "broken"), ("a size as a text", s('"size":%d,"sha512"' % len(DATA), '"size":"%d","sha512"' % len(DATA)), "broken"),
            ("an exponent", s('"sequence":1', '"sequence":1e0'), "broken"), ("a fraction", s('"sequence":1', '"sequence":1.0'), "broken"),
            ("minus nought", s('"sequence":1', '"sequence":-0'), "broken"), ("below nought", s('"sequence":1', '"sequence":-1'), "broken"),
            ("with a plus", s('"sequence":1', '"sequence":+1'), "broken"), ("in hex", s('"sequence":1', '"sequence":0x1'), "broken"),
            ("2 to 64 and one", s('"sequence":1', '"sequence":18446744073709551617'), "broken"), ("true for one", s('"sequence":1', '"sequence":true'), "broken"),
            ("no number", s('"sequence":1', '"sequence":NaN'), "broken"), ("a list for a number", s('"sequence":1', '"sequence":[1]'), "broken"),
            ("the greatest number", s('"sequence":1,"previous":""', '"sequence":9007199254740991,"previous":"' + "a" * 128 + '"'), "holds"),
            ("one beyond it", s('"sequence":1,"previous":""', '"sequence":9007199254740992,"previous":"' + "a" * 128 + '"'), "broken"),
            ("null for absent", s('"previous":""', '"previous":null,"reason":null'), "holds"), ("null for the state", s('"state":"accepted"', '"state":null'), "broken"),
            ("null for a list", s('"uploads":[', '"uploads":null,"x":['), "broken"), ("null in the list", s('"uploads":[', '"uploads":[null,'), "broken"),
            ("a second upload", s('"uploads":[', '"uploads":[{"upload_id":"V","name":"b","size":0,"sha512":""},'), "broken"),
            ("an unknown name", s('"kind":', '"kind2":"upload","kind":'), "broken"), ("an unknown name within", s('"upload_id":"U"', '"upload_id":"U","extra":1'), "broken"),
            ("an empty name", s('"kind":', '"":1,"kind":'), "broken"), ("twice the same", s('"state":"accepted"', '"state":"accepted","state":"accepted"'), "broken"),
            ("twice, another first", s('"state":"accepted"', '"state":"refused","state":"accepted"'), "broken"),
            ("twice, another last", s('"state":"accepted"', '"state":"accepted","state":"refused"'), "broken"),
            ("twice, by an escape", s('"state":"accepted"', '"state":"accepted","st\\u0061te":"refused"'), "broken"),
            ("only by an escape", s('"state":', '"st\\u0061te":'), "holds"), ("twice within", s('"size":%d,"sha512"' % len(DATA), '"size":1,"size":%d,"sha512"' % len(DATA)), "broken"),
            ("in capitals", s('"state":', '"STATE":'), "broken"), ("the long s", s('"state":', '"\u017ftate":'), "broken"), ("the Kelvin sign", s('"key_id":', '"\u212aey_id":'), "broken"),
            ("wide letters", s('"state":', '"\uff53tate":'), "broken"), ("a state with a blank", s('"accepted"', '"accepted "'), "broken"), ("a state in capitals", s('"accepted"', '"Accepted"'), "broken"),
            ("byte order mark", lambda b: b"\xef\xbb\xbf" + b, "broken"), ("UTF-16", lambda b: b.decode().encode("utf-16"), "broken"),
            ("Latin-1", lambda b: b.decode().encode("latin-1"), "broken"), ("an overlong sign", s("Übersee", b"\xc0\xafbersee"), "broken"),
            ("an overlong sign of three", s("Übersee", b"\xe0\x80\xafbersee"), "broken"), ("beyond Unicode", s("Übersee", b"\xf4\x90\x80\x80"), "broken"),
            ("half a sign", s("Übersee", b"\xc3"), "broken"), ("a surrogate as bytes", s("Übersee", b"\xed\xa0\x80"), "broken"),
            ("half a pair by escape", s("Übersee", "\\ud834"), "broken"), ("the other half", s("Übersee", "\\udd1e"), "broken"), ("the pair turned", s("Übersee", "\\udd1e\\ud834"), "broken"),
            ("a pair by escape", s("Übersee", "\\ud834\\udd1e"), "holds"), ("a pair in mixed hex", s("Übersee", "\\uD834\\uDd1E"), "holds"), ("no such escape", s("Übersee", "\\x41"), "broken"),
            ("a short escape", s("Übersee", "\\u41"), "broken"), ("an escaped quote", s("Übersee", "\\\"},\\\\"), "holds"), ("a cut escape", s("Übersee", "\\"), "broken"),
            ("a tab within", s("Übersee", "\t"), "broken"), ("a tab by escape", s("Übersee", "\\t"), "holds"), ("DEL", s("Übersee", "\x7f"), "holds"),
            ("a NUL by escape", s("Übersee", "\\u0000"), "holds"), ("a slash by escape", s("Übersee", "\\/"), "holds"), ("a sign that joins", s("Übersee", "U\u0308bersee"), "holds"),
            ("a noncharacter", s("Übersee", "\uffff"), "holds"), ("the separator of lines", s("Übersee", "\u2028"), "holds"),
            ("behind it a blank", lambda b: b + b" \n\t\r", "holds"), ("before it a blank", lambda b: b" \n\t\r" + b, "holds"), ("behind it a NUL", lambda b: b + b"\0", "broken"),
            ("behind it a form feed", lambda b: b + b"\f", "broken"), ("behind it a blank nobody breaks", lambda b: b + "\u00a0".encode(), "broken"), ("behind it a brace", lambda b: b + b"}", "broken"),
            ("behind it itself", lambda b: b + b, "broken"), ("behind it a comma", lambda b: b + b",", "broken"), ("behind it a remark", lambda b: b + b"//", "broken"),
            ("a remark within", s('"kind":', '/**/"kind":'), "broken"), ("a comma too many", s('"key_id":', '"previous":"",,"key_id":'), "broken"), ("a comma at the end", lambda b: b[:-1] + b",}", "broken"),
            ("single quotes", s('"kind"', "'kind'"), "broken"), ("no quotes", s('"kind"', "kind"), "broken"), ("a list around it", lambda b: b"[" + b + b"]", "broken"),
            ("a text around it", lambda b: json.dumps(b.decode()).encode(), "broken"), ("nothing", lambda b: b"", "broken"), ("a null", lambda b: b"null", "broken"),
            ("no objects", lambda b: b"{}", "broken"), ("cut", lambda b: b[:-1], "broken"), ("too deep", s('"kind":', '"reason":' + "[" * 40 + "]" * 40 + ',"kind":'), "broken"),
            ("a thousand deep", s('"kind":', '"reason":' + '{"a":' * 1000 + "1" + "}" * 1000 + ',"kind":'), "broken"),
            ("100,000 deep", s('"kind":', '"reason":' + "[" * 100000 + "]" * 100000 + ',"kind":'), "broken"), ("an object for a text", s('"client":"C"', '"client":{"a":"C"}'), "broken"),
            ("a digest in capitals", s(MANIFEST["sha512"], MANIFEST["sha512"].upper()), "broken"), ("a root in capitals", s(PIECES["root"], PIECES["root"].upper()), "broken"),
            ("a digest with a line end", s(MANIFEST["sha512"] + '"', MANIFEST["sha512"] + '\\n"'), "broken"), ("no client", s('"client":"C"', '"client":""'), "broken"),
            ("no number of the receipt", s('"Q-1"', '""'), "broken"), ("sequence nought", s('"sequence":1', '"sequence":0'), "broken"),
            ("the first with one before", s('"previous":""', '"previous":"' + "a" * 128 + '"'), "broken"), ("another kind", s('"kind":"upload"', '"kind":"loan"'), "broken"),
            ("version 1 with a root", s("quittung/2", "quittung/1"), "broken"), ("version 3", s("quittung/2", "quittung/3"), "broken"), ("version 02", s("quittung/2", "quittung/02"), "broken"),
            ("another size of all", s('"size":%d,"state"' % len(DATA), '"size":%d,"state"' % (len(DATA) + 1)), "broken"), ("a key that ends with a blank", s(ARCHIVE.id, ARCHIVE.id + " "), "broken"),
            ("a day that is none", s("2026-12-24T", "2026-12-32T"), "broken"), ("a leap day that is none", s("2026-12-24T", "2100-02-29T"), "broken"), ("a leap day", s("2026-12-24T", "2028-02-29T"), "holds"),
            ("hour 24", s("T09:", "T24:"), "broken"), ("second 60", s(":00Z", ":60Z"), "broken"), ("a small z", s(":00Z", ":00z"), "broken"), ("a small t", s("24T09", "24t09"), "broken"),
            ("a blank for T", s("24T09", "24 09"), "broken"), ("no zone", s(":00Z", ":00"), "broken"), ("no fraction", s(":00Z", ":00.Z"), "broken"), ("a comma", s(":00Z", ":00,5Z"), "broken"),
            ("milliseconds", s(":00Z", ":00.125Z"), "holds"), ("no time", s('"time":"%s"' % AT, '"time":""'), "broken"), ("the time as a number", s('"time":"%s"' % AT, '"time":1798102800'), "broken"),
            ("the year 1", s("2026-12-24T09", "0001-01-01T00"), "broken"), ("a hundred thousand members", s('"kind":', "".join('"m%d":1,' % i for i in range(100000)) + '"kind":'), "broken"),
            ("before the rules, another reader's", lambda b: s('"kind":', '"zusatz":1,"kind":')(s("2026-12-24T", "2026-11-01T")(b)), "incomplete"),
            ("before the rules, well written", s("2026-12-24T", "2026-11-01T"), "holds"), ("before the rules, in two readings", s('"time":', '"Time":"2026-11-01T09:00:00Z","time":'), "broken"),
            ("of today, and in another case from before the rules", s('"key_id":', '"Time":"2026-11-01T09:00:00Z","key_id":'), "incomplete"),
    ):
        package(what, want, raw=do)
    for what, do, want in (
            ("a line end behind", lambda b: b + b"\n", "holds"), ("a second envelope behind", lambda b: b + b, "broken"), ("a NUL behind", lambda b: b + b"\0", "broken"),
            ("a member more", s('{"payloadType"', '{"x":1,"payloadType"'), "broken"), ("the type twice", s('{"payloadType"', '{"payloadType":"a","payloadType"'), "broken"),
            ("in capitals", s('"payloadType"', '"payloadtype"'), "broken"), ("the type by an escape", s("vnd.laufzettel", "vnd\\u002elaufzettel"), "holds"), ("another type", s("quittung", "hand"), "broken"),
            ("the type with a blank", s('+json"', '+json "'), "broken"), ("an empty payload", lambda b: compact(changed(json.loads(b), payload="")), "broken"),
            ("a payload with a line end", lambda b: compact(changed(json.loads(b), payload=json.loads(b)["payload"] + "\n")), "broken"),
            ("a payload with a blank within", lambda b: compact(changed(json.loads(b), payload=" " + json.loads(b)["payload"])), "broken"),
            ("a payload without padding", lambda b: s('=","sig', '","sig')(b) if b'=","sig' in b else b[:-1], "broken"), ("the payload as an object", lambda b: compact(changed(json.loads(b), payload={})), "broken"),
            ("the signatures as an object", lambda b: compact(changed(json.loads(b), signatures=json.loads(b)["signatures"][0])), "broken"), ("a member of a signature more", s('{"keyid"', '{"alg":"none","keyid"'), "broken"),
            ("no signatures", lambda b: compact(changed(json.loads(b), signatures=...)), "broken"), ("blanks", lambda b: json.dumps(json.loads(b), indent=1).encode(), "holds"),
            ("17 MB of blanks behind", lambda b: b + b" " * (17 << 20), "broken"), ("byte order mark", lambda b: b"\xef\xbb\xbf" + b, "broken"),
    ):
        package("envelope, " + what, want, change=do)
    nfd = unicodedata.normalize("NFD", "Übersee.tar")
    for what, m, r, want in (
            ("a name in two normal forms", changed(MANIFEST, name="Übersee.tar"), changed(RECEIPT, uploads__0__name=nfd), "broken"),
            ("a name in one", changed(MANIFEST, name="Übersee.tar"), changed(RECEIPT, uploads__0__name="Übersee.tar"), "holds"),
            ("a name decomposed in both", changed(MANIFEST, name=nfd), changed(RECEIPT, uploads__0__name=nfd), "holds"),
            ("pieces of another root", changed(MANIFEST, pieces__root="0" * 64), changed(RECEIPT, uploads__0__pieces_root="0" * 64), "broken"),
            ("another manifest's hash", None, changed(RECEIPT, manifest_sha512="a" * 128), "broken"),
            ("manifest with a member more", changed(MANIFEST, extra=1), None, "broken"), ("manifest with a size as a text", changed(MANIFEST, size=str(len(DATA))), None, "broken"),
            ("manifest with a number for a truth", changed(MANIFEST, exclusive=1), None, "broken"), ("manifest with a time that is none", changed(MANIFEST, created="heute"), None, "broken"),
            ("manifest twice the name", swap('"name":', '"name":"paket.tar","name":')(compact(MANIFEST)), None, "broken"),
            ("manifest of others' size", changed(MANIFEST, size=1), None, "broken"), ("manifest without digest", changed(MANIFEST, sha512=""), None, "broken"),
            ("manifest with a file twice in case", changed(MANIFEST, files=[{"path": "a", "size": 1, "Size": 2}]), None, "broken"),
            ("manifest with files", changed(MANIFEST, files=[{"path": "a/ü.pdf", "size": 1, "puid": "fmt/95"}]), None, "holds")):
        package(what, want, receipt=r, manifest=m)
    package("the package longer by a line end", "broken", data=DATA + b"\n")


# --- the log: RFC 9162
LOG = "laufzettel/receipts/ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def sha(b):
    return hashlib.sha256(b).digest()


def root(leaves):
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return leaves[0]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1" + root(leaves[:k]) + root(leaves[k:]))


def inclusion(m, leaves):
    if len(leaves) == 1:
        return []
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return inclusion(m, leaves[:k]) + [root(leaves[k:])] if m < k else inclusion(m - k, leaves[k:]) + [root(leaves[:k])]


def consistency(m, leaves, whole=True):
    if m == len(leaves):
        return [] if whole else [root(leaves)]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if m <= k:
        return consistency(m, leaves[:k], whole) + [root(leaves[k:])]
    return consistency(m - k, leaves[k:], False) + [root(leaves[:k])]


def leaves_of(n, first=0):
    return [sha(b"\0" + b"%d" % (i + first)) for i in range(n)]


def note(text, *lines):
    return text + b"\n" + b"".join(lines)


def number_of(key, name):
    return sha(name.encode() + b"\n\1" + key.raw)[:4]


def line(key, text, name=LOG, number=None, sig=None):
    return ("— %s %s\n" % (name, b64((number or number_of(key, name)) + (sig or key.sign(text))))).encode()


def head(size, top, origin=LOG):
    return ("%s\n%s\n%s\n" % (origin, size, top if isinstance(top, str) else b64(top))).encode()


def checkpoint(leaves, key=None, **how):
    text = head(len(leaves), root(leaves), how.pop("origin", LOG))
    return note(text, line(key or ARCHIVE, text, text.decode().split("\n")[0]))


def checkpoints():
    seven = leaves_of(7)
    text = head(7, root(seven))
    good = checkpoint(seven)

    def one(name, raw, want, **more):
        case("checkpoint: " + name, "checkpoint", dict({"stand": raw}, **more.pop("files", {})), want, file="stand", **more)

    def spelt(name, text, want, origin=LOG):
        one(name, note(text, line(ARCHIVE, text, origin)), want)

    one("honest", good, "holds")
    one("S above the order", note(text, line(ARCHIVE, text, sig=ARCHIVE.sign(text, plus=1))), "broken")
    for i, t in enumerate(TORSION[1:], 1):
        one("R moved by a point of small order, %d" % i, note(text, line(ARCHIVE, text, sig=ARCHIVE.sign(text, torsion=t))), "broken")
    one("R is the neutral point", note(text, line(ARCHIVE, text, sig=ARCHIVE.sign(text, r=0))), "broken")
    one("a key of small order", note(text, line(Key(1), text, number=number_of(type("K", (), {"raw": bytes_of(TORSION[0])}), LOG), sig=bytes_of(times(7, B)) + (7).to_bytes(32, "little"))), "broken",
        keys=(base64.b64encode(bytes_of(TORSION[0])),))
    for name, size in (("a leading nought", "07"), ("a plus", "+7"), ("a minus", "-7"), ("a blank before", " 7"), ("a blank behind", "7 "), ("hex", "0x7"), ("a fraction", "7.0"), ("none", ""),
                       ("beyond 64 bits", "18446744073709551623"), ("Arabic digits", "٧"), ("with groups", "7_0"), ("a CR behind", "7\r"), ("nought with leaves", "0")):
        spelt("the size with " + name, head(size, root(seven)), "broken")
    spelt("no leaf", head(0, sha(b"")), "holds")
    for name, top in (("short", b64(root(seven)[:31])), ("long", b64(root(seven) + b"x")), ("hex", root(seven).hex()), ("no padding", b64(root(seven)).rstrip("=")), ("empty", ""),
                      ("with a blank", b64(root(seven)) + " "), ("for addresses", base64.urlsafe_b64encode(b"\xfb\xff" * 16).decode())):
        spelt("a root that is " + name, head(7, top), "broken")
    for name, origin, want in (("a blank", "laufzettel/receipts/A B", "broken"), ("a plus", "laufzettel/receipts/A+B", "broken"), ("nothing", "", "broken"), ("an umlaut", "laufzettel/receipts/Ü", "broken"),
                               ("300 signs", "l" * 300, "broken"), ("255 signs", "l" * 255, "holds"), ("another name", "anderes", "holds"), ("a tab", "a\tb", "broken"), ("a blank nobody sees", "a\u00a0b", "broken")):
        spelt("an origin with " + name, head(7, root(seven), origin), want, origin)
    spelt("a fourth line", text + b"mehr\n", "broken")
    spelt("a second line of text after an empty one", text + b"\nmehr\n", "broken")
    one("lines of Windows", good.replace(b"\n", b"\r\n"), "broken")
    one("no line end", good[:-1], "broken")
    one("a line end more", good + b"\n", "broken")
    one("an empty line before", b"\n" + good, "broken")
    one("two empty lines", good.replace(b"\n\n", b"\n\n\n"), "broken")
    one("a NUL behind", good + b"\0", "broken")
    one("byte order mark", b"\xef\xbb\xbf" + good, "broken")
    one("a hyphen for the dash", good.replace("—".encode(), b"-"), "broken")
    one("no signature", note(text), "broken")
    one("itself twice", good + good, "broken")
    one("the signature twice", good + line(ARCHIVE, text), "holds")
    one("a wrong one of the key before the right one", note(text, line(ARCHIVE, text, sig=bytes(64)), line(ARCHIVE, text)), "broken")
    one("a stranger's before it", note(text, line(STRANGER, text, "fremd"), line(ARCHIVE, text)), "holds")
    one("a stranger's under the name of the log", note(text, line(STRANGER, text), line(ARCHIVE, text)), "holds")
    one("only a stranger's with the number of the key", note(text, line(STRANGER, text, number=number_of(ARCHIVE, LOG))), "broken")
    one("the key under another name", note(text, line(ARCHIVE, text, "fremd")), "broken")
    one("the number of another name", note(text, line(ARCHIVE, text, number=number_of(ARCHIVE, "fremd"))), "broken")
    one("a hundred signatures", note(text, *(line(Key(50), text, "z%d" % i, sig=bytes(64)) for i in range(99)), line(ARCHIVE, text)), "holds")
    one("a hundred and one", note(text, *(line(Key(50), text, "z%d" % i, sig=bytes(64)) for i in range(100)), line(ARCHIVE, text)), "broken")
    one("a signature of 63 bytes", note(text, line(ARCHIVE, text, sig=ARCHIVE.sign(text)[:63])), "broken")
    one("a blank more in the line", good.replace(b" " + b64(number_of(ARCHIVE, LOG))[:2].encode(), b"  " + b64(number_of(ARCHIVE, LOG))[:2].encode()), "broken")
    one("80,000 bytes", note(text, *(line(Key(50), text, "z" * 1000 + str(i), sig=bytes(64)) for i in range(80)), line(ARCHIVE, text)), "broken")

    all_ = leaves_of(13)
    five = checkpoint(all_[:5])

    def request(name, want, proof=None, was="5", first="laufzettel-witness/1", key=CLIENT.text, paper=None, old=five, change=None):
        proof = consistency(5, all_) if proof is None else proof
        raw = ("%s\nkey %s\nold %s\n" % (first, key, was)).encode() + b"".join((h if isinstance(h, str) else b64(h)).encode() + b"\n" for h in proof) + b"\n" + (paper or checkpoint(all_))
        one("request, " + name, change(raw) if change else raw, want, files={"alt": old}, old=("alt",))

    proof = consistency(5, all_)
    request("honest", "holds")
    request("a hash twice", "broken", proof[:1] + proof)
    request("the last twice", "broken", proof + proof[-1:])
    request("a hash less", "broken", proof[:-1])
    request("no hash", "broken", [])
    request("turned", "broken", proof[::-1])
    request("of another log", "broken", consistency(5, leaves_of(13, 100)))
    request("a hash in hex", "broken", [proof[0].hex()] + proof[1:])
    request("a hash without padding", "broken", [b64(proof[0]).rstrip("=")] + proof[1:])
    request("a hash with loose bits", "broken", [b64(proof[0])[:-2] + chr(ord(b64(proof[0])[-2]) + 1) + "="] + proof[1:])
    request("seventy hashes", "broken", proof + [bytes(32)] * 70)
    request("the size with a nought before", "broken", was="05")
    request("the size of another", "incomplete", was="6")
    request("no size", "broken", was="")
    request("below nought", "broken", was="-5")
    request("a version that is none", "broken", first="laufzettel-witness/2")
    request("a key that is none", "broken", key="AAAA")
    request("an old one of another log", "broken", old=checkpoint(all_[:5], origin="anderes"))
    request("an old one of a stranger", "broken", old=checkpoint(all_[:5], STRANGER))
    request("an old one with another past", "broken", old=checkpoint(leaves_of(5, 100)))
    request("an old one that is longer", "broken", old=checkpoint(leaves_of(14)), was="14", proof=[])
    request("an old one that is as long", "holds", old=checkpoint(all_), was="13", proof=[])
    request("as long, with another root", "broken", old=checkpoint(leaves_of(13, 1)), was="13", proof=[])
    request("lines of Windows", "broken", change=lambda b: b.replace(b"\n", b"\r\n"))
    request("something behind", "broken", change=lambda b: b + b"x\n")
    request("no empty line", "broken", change=lambda b: b.replace(b"\n\n", b"\n", 1))
    request("a NUL in a hash", "broken", change=lambda b: b.replace(b64(proof[0]).encode(), b64(proof[0]).encode() + b"\0"))


def tiles(leaves):
    out, level = {}, 0
    row = leaves
    while row:
        for n in range((len(row) + 255) // 256):
            part = row[n * 256:n * 256 + 256]
            out["log/tile/8/%d/%03d%s" % (level, n, "" if len(part) == 256 else ".p/%d" % len(part))] = b"".join(part)
        row = [root(row[i:i + 256]) for i in range(0, len(row) - 255, 256)]
        level += 1
    return out


def logs():
    def log(name, leaves, want, stand=None, change=None, old=()):
        files = dict(tiles(leaves), **{"log/checkpoint": stand or checkpoint(leaves)})
        files.update({"alt%d" % i: o for i, o in enumerate(old)})
        if change:
            change(files)
        case("log: " + name, "log", files, want, file="log", old=["alt%d" % i for i in range(len(old))])

    many = leaves_of(300)
    for n in (0, 1, 2, 3, 255, 256, 257):
        log("%d leaves" % n, leaves_of(n), "holds")
    log("a leaf twice", many[:100] + many[99:299], "broken", stand=checkpoint(many))
    log("a leaf cut out", many[:100] + many[101:], "broken", stand=checkpoint(many))
    log("two leaves exchanged", [many[1], many[0]] + many[2:], "broken", stand=checkpoint(many))
    log("the tail cut", many[:280], "broken", stand=checkpoint(many))
    log("a tail written anew", many[:290] + leaves_of(10, 900), "broken", stand=checkpoint(many))
    log("another log's checkpoint", many, "broken", stand=checkpoint(leaves_of(300, 5)))
    log("half a leaf more", many, "broken", change=lambda f: f.update({"log/tile/8/0/001.p/44": f["log/tile/8/0/001.p/44"] + bytes(16)}))
    log("a byte less", many, "broken", change=lambda f: f.update({"log/tile/8/0/001.p/44": f["log/tile/8/0/001.p/44"][:-1]}))
    log("an empty tile", many, "broken", change=lambda f: f.update({"log/tile/8/0/000": b""}))
    log("a wider tile beside", many, "holds", change=lambda f: f.update({"log/tile/8/0/001.p/45": f["log/tile/8/0/001.p/44"] + bytes(32)}))
    log("held to three of before", many, "holds", old=[checkpoint(many[:n]) for n in (1, 255, 299)])
    log("one of three is another past", many, "broken", old=[checkpoint(many[:1]), checkpoint(leaves_of(255, 3)), checkpoint(many[:299])])
    log("one of three is longer", many, "broken", old=[checkpoint(many[:1]), checkpoint(leaves_of(301))])
    log("one of before is of a stranger", many, "broken", old=[checkpoint(many[:10], STRANGER)])
    log("one of before of another name", many, "broken", old=[checkpoint(many[:10], origin="anderes")])
    log("one of before above the order", many, "broken", old=[note(head(10, root(many[:10])), line(ARCHIVE, head(10, root(many[:10])), sig=ARCHIVE.sign(head(10, root(many[:10])), plus=1)))])
    log("one of before is no paper", many, "broken", old=[b"\0" * 99])
    log("a checkpoint that says a million", leaves_of(3), "broken", stand=note(head(1000000, root(many)), line(ARCHIVE, head(1000000, root(many)))))
    log("one that says 2 to 52", leaves_of(3), "broken", stand=note(head(2**52, root(many)), line(ARCHIVE, head(2**52, root(many)))))

    def proven(name, want, index=5, size=9, change=None, path=None, text=None, stand=None):
        def extra(env):
            salt = b"\7" * 32
            leaf = sha(b"\0" + hmac.new(salt, env, hashlib.sha256).digest())
            all_ = leaves_of(index) + [leaf] + leaves_of(size - index - 1, 50)
            way = (path or (lambda w: w))(inclusion(index, all_))
            raw = b"c2sp.org/tlog-proof@v1\nextra %s\nindex %d\n" % (b64(salt).encode(), index) + b"".join(b64(h).encode() + b"\n" for h in way) + b"\n" + (stand or checkpoint)(all_)
            return {"paket.tar.quittung.tlog-proof": (change or (lambda b: b))(raw)}
        package("proof, " + name, want, extra=extra)

    s = swap
    proven("honest", "holds")
    proven("alone", "holds", 0, 1)
    proven("the last of many", "holds", 300, 301)
    proven("a hash twice", "broken", path=lambda w: w + w[-1:])
    proven("turned", "broken", path=lambda w: w[::-1])
    proven("cut", "broken", path=lambda w: w[:-1])
    proven("seventy hashes", "broken", path=lambda w: w + [bytes(32)] * 70)
    proven("another number", "broken", change=s("index 5", "index 4"))
    proven("a number beyond", "broken", change=s("index 5", "index 9"))
    proven("a nought before", "broken", change=s("index 5", "index 05"))
    proven("below nought", "broken", change=s("index 5", "index -5"))
    proven("beyond 64 bits", "broken", change=s("index 5", "index 18446744073709551621"))
    proven("no salt", "broken", change=s("extra " + b64(b"\7" * 32) + "\n", ""))
    proven("an empty salt", "broken", change=s(b64(b"\7" * 32), ""))
    proven("a salt of 31 bytes", "broken", change=s(b64(b"\7" * 32), b64(b"\7" * 31)))
    proven("version 2", "broken", change=s("@v1", "@v2"))
    proven("lines of Windows", "broken", change=lambda b: b.replace(b"\n", b"\r\n"))
    proven("something behind", "broken", change=lambda b: b + b"x")
    proven("of a stranger", "broken", stand=lambda a: checkpoint(a, STRANGER))
    proven("above the order", "broken", stand=lambda a: note(head(len(a), root(a)), line(ARCHIVE, head(len(a), root(a)), sig=ARCHIVE.sign(head(len(a), root(a)), plus=1))))
    proven("empty", "broken", change=lambda b: b"")
    proven("100 KB", "broken", change=lambda b: b + b"\n" * 100000)


# --- messages with the signature of a person
HAND = {"format": "laufzettel-hand/1", "person": "M. Ahrens", "public_key": AHRENS.text, "roles": ["archivist"], "statement": "", "at": AT}
MESSAGE = {"format": "laufzettel-message/1", "id": "N1", "created": AT, "kind": "clearance", "reference": "A2026-1", "to": "Amt B", "name": "freigabe.json", "media_type": "application/json",
           "content": b64(b'{"format":"laufzettel-clearance/1"}')}


def messages():
    def statement(m):
        return hashlib.sha512(b"laufzettel-hand\0" + b"\0".join(m.get(n, "").encode() for n in ("kind", "reference", "to")) + b"\0" + base64.b64decode(m["content"])).hexdigest()

    def message(name, want, hand=None, m=None, raw=None, seal=None, raw_hand=None, under=None, change_hand=None):
        m = copy.deepcopy(m or MESSAGE)
        if hand is not False:
            h = compact(dict(hand or HAND, statement=under or statement(m)))
            h = raw_hand(h) if raw_hand else h
            env = seal(h) if seal else sealed(V + "hand+json", h, AHRENS)
            m["hand"] = b64(change_hand(env) if change_hand else env)
        payload = compact(m)
        paper = sealed(V + "message+json", raw(payload) if raw else payload, CLIENT)
        q = changed(RECEIPT, format="laufzettel-quittung/1", kind="message", uploads=[], size=len(paper), manifest_sha512=hashlib.sha512(paper).hexdigest())
        case("message: " + name, "receipt", {"brief.nachricht.json": paper, "brief.quittung.json": sealed(Q, compact(q), ARCHIVE)}, want, file="brief")

    H, s = V + "hand+json", swap
    message("honest", "holds")
    message("of the machine alone", "holds", hand=False)
    message("a hand above the order", "broken", seal=lambda b: envelope(H, b, (AHRENS.id, AHRENS.sign(pae(H, b), plus=1))))
    for i, t in enumerate(TORSION[1:], 1):
        message("a hand whose R is moved, %d" % i, "broken", seal=lambda b, t=t: envelope(H, b, (AHRENS.id, AHRENS.sign(pae(H, b), torsion=t))))
    for i, t in enumerate(TORSION):
        raw = bytes_of(t)
        kid = base64.b32encode(sha(raw)).decode()[:16]
        message("a hand whose key has small order, %d" % i, "broken", hand=dict(HAND, public_key=b64(raw)), seal=lambda b, k=kid: envelope(H, b, (k, bytes_of(times(7, B)) + (7).to_bytes(32, "little"))))
    message("a hand of another key", "broken", seal=lambda b: sealed(H, b, BEYER))
    message("a hand that names another key", "broken", hand=dict(HAND, public_key=BEYER.text))
    message("a hand of another and the own", "holds", seal=lambda b: sealed(H, b, BEYER, AHRENS))
    message("a hand under another content", "broken", under=statement(dict(MESSAGE, content=b64(b"{}"))))
    message("a hand for another office", "broken", under=statement(dict(MESSAGE, to="Amt C")))
    message("a hand for another kind", "broken", under=statement(dict(MESSAGE, kind="deletion")))
    message("a hand with borders moved", "broken", under=hashlib.sha512(b"laufzettel-hand\0clearanc\0eA2026-1\0Amt B\0" + base64.b64decode(MESSAGE["content"])).hexdigest())
    message("a hand in capitals", "broken", under=statement(MESSAGE).upper())
    message("nobody", "broken", hand=dict(HAND, person=""))
    message("a person with a line end", "broken", hand=dict(HAND, person="M.\nAhrens"))
    message("a person with a blank behind", "broken", hand=dict(HAND, person="M. Ahrens "))
    message("a person with a blank nobody breaks behind", "broken", hand=dict(HAND, person="M. Ahrens\u00a0"))
    message("a person of 300 signs", "broken", hand=dict(HAND, person="a" * 300))
    message("a person decomposed", "holds", hand=dict(HAND, person="J. Mu\u0308ller"))
    message("seventeen roles", "broken", hand=dict(HAND, roles=["archivist"] * 17))
    message("a role with a blank", "broken", hand=dict(HAND, roles=["archi vist"]))
    message("an empty role", "broken", hand=dict(HAND, roles=[""]))
    message("roles as a text", "broken", hand=dict(HAND, roles="archivist"))
    message("no roles", "holds", hand=dict(HAND, roles=[]))
    message("roles of null", "holds", hand=dict(HAND, roles=None))
    message("a number in the roles", "broken", hand=dict(HAND, roles=[1]))
    message("a member more", "broken", hand=dict(HAND, title="x"))
    message("version 2", "broken", hand=dict(HAND, format="laufzettel-hand/2"))
    message("the person twice", "broken", raw_hand=s('"person":', '"person":"J. Beyer","person":'))
    message("the person in two cases", "broken", raw_hand=s('"person":', '"Person":"J. Beyer","person":'))
    message("something behind the hand", "broken", change_hand=lambda b: b + b"{}")
    message("a hand of 17 KB", "broken", change_hand=lambda b: b + b" " * 17000)
    message("a hand that is no envelope", "broken", change_hand=lambda b: b"[]")
    message("an empty hand", "holds", change_hand=lambda b: b"")
    message("a hand as another type", "broken", seal=lambda b: sealed(V + "message+json", b, AHRENS))
    message("a hand without time", "broken", hand=dict(HAND, at=""))
    message("a member more in the message", "broken", m=dict(MESSAGE, extra="x"))
    message("the content twice", "broken", raw=s('"content":', '"content":"","content":'))
    message("the content with a line end", "broken", raw=s(MESSAGE["content"][:8], MESSAGE["content"][:8] + "\\n"))
    message("the office twice in two cases", "broken", raw=s('"to":', '"To":"Amt C","to":'))
    message("the kind as a number", "broken", m=dict(MESSAGE, media_type=1))


# --- orders to destroy
O = V + "order+json"
X = "0123456789abcdef" * 4


def order(n=3, first="M. Ahrens", second="J. Beyer", **members):
    objects = [{"id": "o-%06d" % i, "folder": "63.2", "files": 1, "bytes": 10, "digest": X, "decided": "12:" + X, "released": "13:" + X} for i in range(n)]
    out = {"format": "laufzettel-order/1", "order_id": "01JD", "archive": "Landesarchiv", "accession": "A2026-1", "portion": "P2026-1", "made": "2026-12-01T09:00:00Z", "basis": "ArchG § 3",
           "signers": [{"role": "orders", "person": first, "public_key": AHRENS.text}, {"role": "releases", "person": second, "public_key": BEYER.text}],
           "originals": [{"portion": "P2026-1", "files": n, "bytes": 10 * n, "digest": X}], "sums": [{"folder": "63.2", "objects": n, "files": n, "bytes": 10 * n}], "count": n,
           "objects": objects, "log": {"seq": 41, "sha256": X}}
    return changed(out, **members)


def orders():
    s = swap

    def one(name, want, o=None, raw=None, seal=None, change=None, keys=(), files=None):
        payload = compact(o or order())
        payload = raw(payload) if raw else payload
        env = seal(payload) if seal else sealed(O, payload, AHRENS, BEYER)
        case("order: " + name, "order", dict({"auftrag.json": change(env) if change else env}, **(files or {})), want, file="auftrag.json", keys=keys)

    one("honest", "holds")
    one("with known keys", "holds", keys=(BEYER, AHRENS))
    one("with one known key", "broken", keys=(AHRENS,))
    one("of strangers", "broken", keys=(STRANGER, CLIENT))
    for i, w in enumerate(("the first", "the second")):
        def sigs(b, how, i=i):
            return envelope(O, b, *((k.id, k.sign(pae(O, b), **(how if n == i else {}))) for n, k in enumerate((AHRENS, BEYER))))
        one(w + " above the order", "broken", seal=lambda b: sigs(b, {"plus": 1}))
        one(w + " moved by a point of small order", "broken", seal=lambda b: sigs(b, {"torsion": TORSION[3]}))
        one(w + " with R neutral", "broken", seal=lambda b: sigs(b, {"r": 0}))
    for i, t in enumerate(TORSION):
        raw = bytes_of(t)
        one("a second key of small order, %d" % i, "broken", o=order(signers__1__public_key=b64(raw)), seal=lambda b, raw=raw: envelope(
            O, b, (AHRENS.id, AHRENS.sign(pae(O, b))), (base64.b32encode(sha(raw)).decode()[:16], bytes_of(times(7, B)) + (7).to_bytes(32, "little"))))
    mixed = Key(15, TORSION[4])  # the second person's key moved by the point of order 2
    for n in range(64):  # the equation holds where k is even
        o = order(signers__0__public_key=mixed.text, order_id="N%d" % n)
        m = pae(O, compact(o))
        if scalar(mixed.sign(m)[:32] + mixed.raw + m) % L % 2:
            one("a key moved by the point of order 2, the equation does not hold", "broken", o=o, seal=lambda b: sealed(O, b, mixed, BEYER))
            break
    for name, second in (("in capitals", "M. AHRENS"), ("with a dot more", "M. Ahrens."), ("without a blank", "M.Ahrens"), ("with a Russian M", "М. Ahrens"), ("with a Russian A", "M. Аhrens"),
                         ("in wide letters", "Ｍ．　Ａｈｒｅｎｓ"), ("in bold", "M. 𝐀hrens"), ("with an accent nobody sees", "M. A\u034fhrens"), ("with a selector", "M. Ahrens\ufe0e"), ("with a hyphen", "M.-Ahrens"),
                         ("with a typographic hyphen", "M.‐Ahrens"), ("with a figure blank", "M.\u2007Ahrens"), ("with a Korean filler", "M. \u115fAhrens"), ("with a joined n", "M. Ahre\u0578s")):
        one("one person " + name, "broken", o=order(second=second))
    for name, first, second in (("decomposed", "J. Müller", "J. Mu\u0308ller"), ("decomposed first", "J. Mu\u0308ller", "J. MÜLLER"), ("with a stroke in capitals", "J. Łuk", "J. ŁUK"), ("Greek in capitals", "Αλφα", "ΑΛΦΑ"),
                                ("Russian decomposed", "Андрей", "Андреи\u0306"), ("Korean decomposed", "각", "\u1100\u1161\u11a8"), ("Vietnamese half composed", "Nguyễn", "Nguyê\u0303n")):
        one("one person " + name, "broken", o=order(first=first, second=second))
    for first, second in (("J. Müller", "J. Möller"), ("J. Müller", "J. Muller"), ("A. Meyer", "A. Meier"), ("Андрей", "Андрея"), ("Archivar 1", "Archivar 2"), ("王伟", "王芳"), ("M. Ahrens", "Мария Иванова")):
        one("two persons, %s and %s" % (first, second), "holds", o=order(first=first, second=second))
    for name, raw, want in (
            ("a count as a text", s('"count":3', '"count":"3"'), "broken"), ("a count as a truth", s('"count":3', '"count":true'), "broken"), ("minus nought", s('"bytes":30', '"bytes":-0'), "broken"),
            ("a nought before", s('"count":3', '"count":03'), "broken"), ("beyond 64 bits", s('"count":3', '"count":18446744073709551619'), "broken"), ("an exponent", s('"seq":41', '"seq":41e0'), "broken"),
            ("an unknown member", s('"count":', '"titel":"Akte","count":'), "broken"), ("an unknown member within", s('"id":"o-000000"', '"id":"o-000000","title":"Akte"'), "broken"),
            ("objects twice", s('"objects":[', '"objects":[],"objects":['), "broken"), ("an object's id twice", s('"id":"o-000000"', '"id":"o-000009","id":"o-000000"'), "broken"),
            ("a null member", s('"count":', '"sample":null,"count":'), "broken"), ("an empty sample", s('"originals":', '"sample":"","originals":'), "broken"), ("alone of null", s('"originals":', '"alone":null,"originals":'), "broken"),
            ("an escaped paragraph", s("§", "\\u00a7"), "broken"), ("an escaped slash", s("ArchG", "Arch\\/G"), "broken"), ("a plain slash", s("ArchG", "Arch/G"), "holds"), ("signs of HTML", s("ArchG", "<Arch&G>"), "holds"),
            ("signs of HTML escaped", s("ArchG", "\\u003cArchG"), "broken"), ("a separator of lines", s("ArchG", "Arch\u2028G"), "broken"), ("DEL", s("ArchG", "Arch\x7fG"), "broken"), ("a quote", s("ArchG", 'Arch\\"G'), "holds"),
            ("a backslash", s("ArchG", "Arch\\\\G"), "holds"), ("a tab by escape", s("ArchG", "Arch\\tG"), "broken"), ("decomposed", s("ArchG", "A\u0308rchG"), "holds"), ("byte order mark", lambda b: b"\xef\xbb\xbf" + b, "broken"),
            ("behind it a line end", lambda b: b + b"\n", "broken"), ("before it a blank", lambda b: b" " + b, "broken"), ("a NUL behind", lambda b: b + b"\0", "broken"),
            ("an id with a dot and more", s("01JD", "../01JD"), "broken"), ("an id of 65 signs", s("01JD", "x" * 65), "broken"), ("an id of 64 signs", s("01JD", "x" * 64), "holds"), ("an umlaut in an id", s("01JD", "Ü1"), "broken"),
            ("a basis of 1,001 bytes", s("ArchG § 3", "a" * 1001), "broken"), ("a basis of 1,000 bytes", s("ArchG § 3", "a" * 1000), "holds"), ("a basis of 501 umlauts", s("ArchG § 3", "ä" * 501), "broken"),
            ("the year 1999", s('"made":"2026', '"made":"1999'), "broken"), ("a fraction of a second", s("09:00:00Z", "09:00:00.0Z"), "broken"), ("an offset", s("09:00:00Z", "09:00:00+00:00"), "broken"),
            ("second 60", s("09:00:00Z", "09:00:60Z"), "broken"), ("two who order", s('"role":"releases"', '"role":"orders"'), "broken"),
            ("a decision with a nought before", s('"decided":"12:', '"decided":"012:'), "holds"), ("a decision of sixteen digits", s('"decided":"12:', '"decided":"1234567890123456:'), "broken"),
            ("a decision of another place", s('"decided":"12:' + X, '"decided":"' + X), "holds"), ("a decision of 63 signs", s('"decided":"12:' + X, '"decided":"' + X[1:]), "broken"), ("no decision", s('"decided":"12:' + X, '"decided":"'), "broken")):
        one(name, want, raw=raw)
    one("roles exchanged", "broken", o=order(signers__0__role="releases", signers__1__role="orders"))
    one("ids not rising", "broken", o=order(objects__0__id="o-000001", objects__1__id="o-000000"))
    one("ids rising by bytes", "holds", o=order(objects__0__id="Z", objects__1__id="a", objects__2__id="ä"))
    one("ids rising by the alphabet", "broken", o=order(objects__0__id="a", objects__1__id="Z", objects__2__id="z"))
    one("a signature twice", "broken", seal=lambda b: sealed(O, b, AHRENS, AHRENS, BEYER))
    one("a third signature", "broken", seal=lambda b: sealed(O, b, AHRENS, BEYER, STRANGER))
    one("only the first", "incomplete", seal=lambda b: sealed(O, b, AHRENS))
    one("turned", "broken", seal=lambda b: sealed(O, b, BEYER, AHRENS))
    for name, change in (("a line end behind", lambda b: b + b"\n"), ("a blank", s(',"payload"', ', "payload"')), ("members turned", lambda b: compact(dict(reversed(list(json.loads(b).items()))))),
                         ("13 MB", lambda b: b + b" " * (13 << 20)), ("a member more", s('{"payloadType"', '{"x":1,"payloadType"')), ("base64 without padding", lambda b: b.replace(b'="}', b'"}', 1)),
                         ("an escape", s("vnd.", "vnd\\u002e"))):
        one("envelope, " + name, "broken", change=change)
    alone = changed(order(), signers=order()["signers"][:1])
    for name, a, want in (("with consent", {"consent": "Az. 7", "until": ""}, "holds"), ("thirty days", {"consent": "", "until": "2026-12-31T09:00:00Z"}, "holds"), ("a second less", {"consent": "", "until": "2026-12-31T08:59:59Z"}, "broken"),
                          ("a day that is none", {"consent": "", "until": "2027-02-30T09:00:00Z"}, "broken"), ("a consent of a blank", {"consent": " ", "until": ""}, "broken"), ("nothing", {}, "broken"), ("a member more", {"consent": "ja", "until": "", "x": 1}, "broken"),
                          ("turned", {"until": "", "consent": "ja"}, "broken")):
        o = {}
        for k, v in alone.items():
            o[k] = v
            if k == "signers":
                o["alone"] = a
        one("alone, " + name, want, o=o, seal=lambda b: sealed(O, b, AHRENS))


def lists():
    many = order(10002)
    objects = many.pop("objects")
    last = many.pop("log")

    def lines(all_):
        return [compact(o) + b"\n" for o in all_]

    def top(rows):
        return hashlib.sha256("".join(hashlib.sha256(b"".join(rows[i:i + 10000])).hexdigest() + "\n" for i in range(0, len(rows), 10000)).encode()).hexdigest()

    rows = lines(objects)

    def one(name, want, named=rows, there=rows, **members):
        o = changed(many, **members)
        o["list"], o["log"] = top(named), last
        data = b"".join(there) if there is not None else None
        case("list: " + name, "order", dict({"auftrag.json": sealed(O, compact(o), AHRENS, BEYER)}, **({"auftrag.json.liste": data} if data is not None else {})), want, file="auftrag.json", keys=())

    one("honest", "holds")
    one("none", "incomplete", there=None)
    one("empty", "broken", there=[])
    one("a line twice", "broken", there=rows[:5] + rows[4:])
    one("a line twice, so named", "broken", named=rows[:5] + rows[4:], there=rows[:5] + rows[4:])
    one("a line twice for another, so named", "broken", named=rows[:5] + rows[4:5] + rows[6:], there=rows[:5] + rows[4:5] + rows[6:])
    one("cut", "broken", there=rows[:-1])
    one("cut, so named", "broken", named=rows[:-1], there=rows[:-1])
    one("cut within a line", "broken", there=rows[:-1] + [rows[-1][:-9]])
    turned = rows[:7] + [rows[8], rows[7]] + rows[9:]
    one("two lines turned, so named", "broken", named=turned, there=turned)
    crlf = [r.replace(b"\n", b"\r\n") for r in rows]
    one("lines of Windows, so named", "broken", named=crlf, there=crlf)
    spaced = [rows[0].replace(b",", b", ")] + rows[1:]
    one("a blank, so named", "broken", named=spaced, there=spaced)
    titled = [rows[0].replace(b'"id"', b'"title":"Akte","id"')] + rows[1:]
    one("a title, so named", "broken", named=titled, there=titled)
    empty = rows[:9] + [b"\n"] + rows[9:]
    one("an empty line, so named", "broken", named=empty, there=empty)
    one("a NUL behind", "broken", there=rows + [b"\0"])
    one("a count of 2 to 53 less one", "broken", count=2**53 - 1)


signatures()
spellings()
checkpoints()
logs()
messages()
orders()
lists()
