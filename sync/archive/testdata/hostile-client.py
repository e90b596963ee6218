#!/usr/bin/env python3
"""A hostile client of the channel, written from docs/protocol.md alone: Python's standard
library and openssl. Every attack is one line of output, "ok NAME" or "BROKEN NAME: what";
an attack that nobody refused, and any answer from 500 on, is broken.

  hostile-client.py BASE A.pem B.pem READER.pem SEED   A and B deliver, READER reads
"""
import base64, hashlib, json, os, random, secrets, socket, subprocess, sys, tempfile, time, urllib.parse

BASE, *PEMS, SEED = sys.argv[1:]
HOST = urllib.parse.urlsplit(BASE).netloc
DICE = random.Random(SEED)
L = 2**252 + 27742317777372353535851937790883648493
b64 = lambda data: base64.b64encode(data).decode()
now = lambda: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

def openssl(*args, data=b""):
    with tempfile.NamedTemporaryFile() as f:
        f.write(data), f.flush()
        return subprocess.run(["openssl", *(a.replace("{data}", f.name) for a in args)], check=True, capture_output=True).stdout

class Key:
    def __init__(self, pem):
        self.pem = pem
        self.public = openssl("pkey", "-in", pem, "-pubout", "-outform", "DER")[-32:]
        self.id = keyid(self.public)
    def sign(self, data):
        return openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.pem, "-in", "{data}", data=data)

def keyid(public):
    return base64.b32encode(hashlib.sha256(public).digest()).decode()[:16]

A, B, READER = map(Key, PEMS)

def malleated(sig):  # the same equation, S above the order
    return sig[:32] + (int.from_bytes(sig[32:], "little") + L).to_bytes(32, "little")

def pae(kind, payload):
    return b"DSSEv1 %d %s %d " % (len(kind), kind.encode(), len(payload)) + payload

def seal(key, kind, payload, bend=lambda e: json.dumps(e).encode(), signature=lambda s: s):
    kind = "application/vnd.laufzettel.%s+json" % kind
    sig = signature(key.sign(pae(kind, payload)))
    return bend({"payloadType": kind, "payload": b64(payload), "signatures": [{"keyid": key.id, "sig": b64(sig)}]})

def raw(data, wait=30, keep=False):  # bytes as they are; gives status and problem, 0 where nobody answered
    s = socket.create_connection(HOST.rsplit(":", 1), timeout=wait)
    try:
        s.sendall(data)
        answer = b""
        while b"\r\n\r\n" not in answer and (part := s.recv(65536)):
            answer += part
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        fields = {n.lower(): v.strip() for n, _, v in (l.partition(":") for l in lines[1:])}
        while len(body) < int(fields.get("content-length", 0)) and (part := s.recv(65536)):
            body += part
        return int(lines[0].split()[1]) if lines[0] else 0, fields, body
    except (ConnectionError, socket.timeout):
        return 0, {}, b""
    finally:
        s.close()

def asking(key, method, path, body=b"", header=None, bend=None, cover=None, **odd):
    """A signed request as bytes; odd changes parameters, cover the components, bend the header."""
    header, covered = dict(header or {}), {"@method": method, "@target-uri": BASE + path}
    if body:
        header.setdefault("content-digest", "sha-256=:%s:" % b64(hashlib.sha256(body).digest()))
    covered.update({n: header[n] for n in ("content-digest", "upload-offset", "upload-length", "upload-metadata") if n in header})
    for n in (cover or []):
        covered.pop(n)
    created = int(time.time()) + odd.get("shift", 0)
    params = {"created": created, "expires": created + odd.get("life", 60), "nonce": '"%s"' % odd.get("nonce", secrets.token_urlsafe(18)),
              "tag": '"%s"' % odd.get("tag", "laufzettel-v1"), "keyid": '"%s"' % key.id}
    if "alg" in odd:
        params["alg"] = '"%s"' % odd["alg"]
    params.pop(odd.get("without"), None)
    text = "(%s)" % " ".join('"%s"' % n for n in covered) + "".join(";%s=%s" % i for i in params.items())
    base = "".join('"%s": %s\n' % i for i in covered.items()) + '"@signature-params": ' + text
    sig = odd.get("signature", lambda s: s)(key.sign(base.encode()))
    label = odd.get("label", "sig1")
    header.update({"signature-input": label + "=" + text, "signature": "%s=:%s:" % (label, b64(sig))})
    if bend:
        bend(header)
    lines = ["%s %s HTTP/1.1" % (method, odd.get("line", urllib.parse.urlsplit(BASE).path + path)), "Host: " + odd.get("host", HOST), "Connection: close"]
    lines += ["%s: %s" % i for i in header.items()] + (["Content-Length: %d" % len(body)] if body or method in ("POST", "PUT", "PATCH") else [])
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

def ask(*args, **odd):
    return raw(asking(*args, **odd))

def expect(name, got, *status, problem=None):
    code, fields = got[0], got[1]
    good = code in status if status else 400 <= code < 500 or code == 0
    if good and problem and fields.get("laufzettel-problem") not in problem:
        good = False
    print("ok %s" % name if good else "BROKEN %s: %d %s" % (name, code, fields.get("laufzettel-problem", "")))

DATA = bytes(DICE.randrange(256) for _ in range(5000))
TUS = {"tus-resumable": "1.0.0"}
CHUNK = {**TUS, "content-type": "application/offset+octet-stream"}

def manifest(**change):
    return {"format": "laufzettel-manifest/1", "id": secrets.token_hex(16), "created": now(), "kind": "aip", "name": "paket.tar",
            "size": len(DATA), "sha512": hashlib.sha512(DATA).hexdigest(), **change}

def put(key, envelope):
    return ask(key, "PUT", "/v1/manifests/" + hashlib.sha512(envelope).hexdigest(), envelope, {"content-type": "application/json"})

def papers():
    doc = json.dumps(manifest()).encode()
    for name, payload in {
        "a member twice": doc[:-1] + b',"size":1}', "a member twice by an escape": doc[:-1] + b',"\\u0073ize":1}', "a name in another case": doc.replace(b'"size"', b'"Size"'),
        "an unknown member": doc[:-1] + b',"more":1}', "a fraction": doc.replace(b'"size": 5000', b'"size": 5000.0'), "an exponent": doc.replace(b'"size": 5000', b'"size": 5e3'),
        "a number beyond 2^53": doc.replace(b'"size": 5000', b'"size": 9007199254740993'), "minus null": doc.replace(b'"size": 5000', b'"size": -0'),
        "a number of 10,000 digits": doc.replace(b'"size": 5000', b'"size": ' + b"9" * 10000), "a negative size": doc.replace(b'"size": 5000', b'"size": -1'),
        "no UTF-8": doc.replace(b"paket", b"pa\xffket"), "an overlong form": doc.replace(b"paket", b"pa\xc0\xafket"), "a lone surrogate": doc.replace(b"paket", b"pa\\ud800ket"),
        "a byte order mark": b"\xef\xbb\xbf" + doc, "something behind it": doc + b"{}", "depth 33": doc[:-1] + b',"files":' + b"[" * 33 + b"]" * 33 + b"}",
        "depth 100,000": doc[:-1] + b',"files":' + b"[" * 100000 + b"]" * 100000 + b"}", "another format": doc.replace(b"manifest/1", b"manifest/9"),
        "upper case hash": json.dumps(manifest(sha512=hashlib.sha512(DATA).hexdigest().upper())).encode(), "a way up": json.dumps(manifest(name="../paket.tar")).encode(),
        "a stream of a file": json.dumps(manifest(name="paket.tar:ads")).encode(), "a control sign": json.dumps(manifest(name="pa\x1bket.tar")).encode(),
        "no name": json.dumps(manifest(name="")).encode(), "a list": b"[]", "nothing": b"", "null": b"null",
    }.items():
        expect("manifest with " + name, put(A, seal(A, "manifest", payload)), 422)
    for name, bend in {
        "loose base64": lambda e: json.dumps({**e, "payload": e["payload"][:8] + "\n" + e["payload"][8:]}).encode(), "no padding": lambda e: json.dumps({**e, "payload": e["payload"].rstrip("=") + ("" if e["payload"].endswith("=") else "A")}).encode(),
        "a signature twice": lambda e: json.dumps({**e, "signatures": e["signatures"] * 2}).encode(), "no signature": lambda e: json.dumps({**e, "signatures": []}).encode(),
        "a member twice": lambda e: json.dumps(e).encode()[:-1] + b',"payloadType":"x"}', "a type that was not signed": lambda e: json.dumps({**e, "payloadType": "application/vnd.laufzettel.message+json"}).encode(),
        "the key of another": lambda e: json.dumps({**e, "signatures": [{**e["signatures"][0], "keyid": B.id}]}).encode(),
    }.items():
        expect("envelope with " + name, put(A, seal(A, "manifest", doc, bend)), 422)
    expect("envelope with S above the order", put(A, seal(A, "manifest", doc, signature=malleated)), 422)
    expect("envelope of another client", put(A, seal(B, "manifest", doc)), 422)
    expect("manifest under another hash", ask(A, "PUT", "/v1/manifests/" + "0" * 128, seal(A, "manifest", doc), {"content-type": "application/json"}))

def requests():
    get = lambda **odd: ask(A, "GET", "/v1/key", **odd)
    expect("request as it should be", get(), 200)
    expect("Host of another", get(host="archiv.invalid"), 200)  # the header decides nothing
    expect("S above the order", get(signature=malleated), 401)
    expect("a signature of noughts", get(signature=lambda s: bytes(64)), 401)
    expect("a short signature", get(signature=lambda s: s[:63]), 401)
    expect("a clock behind", get(shift=-62), 401, problem=("clock-skew", "expired"))
    expect("a clock ahead", get(shift=30), 401, problem=("clock-skew",))
    expect("it lives an hour", get(life=3600), 401)
    expect("it ended before it began", get(life=-1), 401)
    for parameter in ("created", "expires", "nonce", "tag", "keyid"):
        expect("without " + parameter, get(without=parameter), 401)
    expect("a short nonce", get(nonce="kurz"), 401)
    expect("a long nonce", get(nonce="n" * 65), 401)
    expect("another tag", get(tag="laufzettel-v2"), 401)
    expect("another algorithm", get(alg="rsa-v1_5-sha256"), 401)
    expect("another label", get(label="sig2"), 401)
    expect("method not covered", get(cover=["@method"]), 401)
    expect("target not covered", get(cover=["@target-uri"]), 401)
    foreign = ", sig2=:%s:" % b64(bytes(64))
    expect("another label beside", get(bend=lambda h: h.update({"signature": h["signature"] + foreign})), 200)  # it is not looked at
    expect("only another label holds", get(bend=lambda h: h.update({"signature": h["signature"].replace("sig1", "sig2") + foreign.replace("sig2", "sig1")})), 401)
    expect("the signature twice, the last is wrong", get(bend=lambda h: h.update({"signature": h["signature"] + foreign.replace("sig2", "sig1")})), 401)
    once = asking(A, "GET", "/v1/key")
    expect("the first time", raw(once), 200)
    expect("replayed", raw(once), 401, problem=("replay",))
    expect("replayed as another method", raw(once.replace(b"GET", b"HEAD", 1)), 401)
    expect("replayed for another address", raw(asking(A, "GET", "/v1/key").replace(b"GET /v1/key", b"GET /v1/packages", 1)), 401)
    expect("method in a header", get(header={"x-http-method-override": "DELETE"}), 400)
    body = seal(A, "manifest", json.dumps(manifest()).encode())
    path = "/v1/manifests/" + hashlib.sha512(body).hexdigest()
    expect("digest of another body", ask(A, "PUT", path, body, {"content-digest": "sha-256=:%s:" % b64(bytes(32))}), 400, problem=("digest-mismatch",))
    expect("one digest of two is wrong", ask(A, "PUT", path, body, {"content-digest": "sha-256=:%s:, sha-512=:%s:" % (b64(hashlib.sha256(body).digest()), b64(bytes(64)))}), 400)
    expect("body without digest", ask(A, "PUT", path, body, bend=lambda h: h.pop("content-digest"), cover=["content-digest"]), 400, 401)
    expect("digest not covered", ask(A, "PUT", path, body, cover=["content-digest"]), 401)

def smuggled():
    one = asking(A, "GET", "/v1/key")
    for name, lines in {"two lengths": b"Content-Length: 0\r\nContent-Length: 5\r\n", "a length of letters": b"Content-Length: abc\r\n", "a negative length": b"Content-Length: -1\r\n",
                        "a line that is none": b"kein Doppelpunkt\r\n", "a NUL": b"X: a\x00b\r\n"}.items():
        expect(name, raw(one.replace(b"\r\n\r\n", b"\r\n" + lines + b"\r\n", 1)))
    expect("an unknown coding", raw(one.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: kannitverstan\r\n\r\n", 1)), 400, 501)
    expect("headers of three megabytes", raw(one.replace(b"\r\n\r\n", b"\r\nX-Much: " + b"a" * (3 << 20) + b"\r\n\r\n", 1)))
    expect("no HTTP", raw(secrets.token_bytes(64) + b"\r\n\r\n"))

def uploads():
    envelope = seal(A, "manifest", json.dumps(manifest()).encode())
    about = b64(hashlib.sha512(envelope).hexdigest().encode())
    expect("manifest as it should be", put(A, envelope), 201)
    make = lambda key, length=len(DATA), meta=about, **odd: ask(key, "POST", "/v1/uploads", header={**TUS, "upload-length": str(length), "upload-metadata": "manifest " + meta}, **odd)
    expect("upload by a stranger's manifest", make(B), 404, problem=("manifest-unknown",))
    for length in (len(DATA) + 1, -1, "9" * 40, "0x10", "+5000", "5000.0"):
        expect("length %s" % str(length)[:9], make(A, length))
    expect("length not covered", make(A, cover=["upload-length"]), 401)
    expect("another version of tus", ask(A, "POST", "/v1/uploads", header={"tus-resumable": "0.2.0", "upload-length": "5000", "upload-metadata": "manifest " + about}), 412)
    got = make(A)
    expect("upload as it should be", got, 201)
    path = got[1]["location"].removeprefix(BASE)
    for method in ("HEAD", "PATCH", "DELETE"):
        odd = {"body": DATA[:9], "header": {**CHUNK, "upload-offset": "0"}} if method == "PATCH" else {"header": TUS}
        expect(method + " of another's upload", ask(B, method, path, **odd), 404)
    expect("receipt of another's upload", ask(B, "GET", path + "/receipt"), 404)
    chunk = lambda offset, data, key=A, **odd: ask(key, "PATCH", path, data, {**CHUNK, "upload-offset": str(offset)}, **odd)
    for offset in (-1, "+0", "0x0", "00", "9" * 30, "0, 0", 4999, 5000, 5001):
        expect("chunk at %s" % str(offset)[:9], chunk(offset, DATA[:10]))
    expect("offset not covered", chunk(0, DATA, cover=["upload-offset"]), 401)
    expect("no chunk at all", chunk(0, b""))
    expect("chunk longer than the rest", chunk(0, DATA + b"x"), 413)
    expect("chunk of another type", ask(A, "PATCH", path, DATA, {**TUS, "content-type": "text/plain", "upload-offset": "0"}), 415)
    half = DICE.randrange(1, len(DATA))
    expect("first half", chunk(0, DATA[:half]), 204)
    expect("first half again", chunk(0, DATA[:half]), 409, problem=("offset",))
    expect("second half", chunk(half, DATA[half:]), 204)
    expect("behind the end", chunk(len(DATA), b"x"), 409, 413)
    while (got := ask(A, "GET", path + "/receipt"))[0] == 202:
        time.sleep(1)
    expect("receipt", got, 200)
    expect("taken back after the receipt", ask(A, "DELETE", path, header=TUS), 409, problem=("finished",))
    proofs = "/v1/log/proofs/" + hashlib.sha512(got[2]).hexdigest()
    expect("proof of the own receipt", ask(A, "GET", proofs), 200)
    expect("proof of another's receipt", ask(B, "GET", proofs), 404)
    return path.rsplit("/", 1)[1]

def log():
    for query in ("from=1&to=99", "from=2&to=1", "from=-1&to=1", "from=0&to=" + "9" * 30, "from=a&to=b", "from=1", ""):
        expect("consistency " + query[:14], ask(A, "GET", "/v1/log/consistency?" + query))
    expect("proof of nothing", ask(A, "GET", "/v1/log/proofs/" + "0" * 128), 404)
    expect("proof of a way up", ask(A, "GET", "/v1/log/proofs/..%2f..%2fkeys"))

def reading(upload):
    path = "/v1/packages/" + upload
    expect("packages by who delivers", ask(B, "GET", path), 403, problem=("role",))
    expect("package as it should be", (got := ask(READER, "GET", path)), 200)
    if got[2] != DATA:
        print("BROKEN package: other bytes")
    for ranges in ("bytes=5-2", "bytes=-0", "bytes=" + "9" * 30 + "-", "bytes=a-b", "zeichen=0-5", "bytes=", "bytes=0-0" + ",0-0" * 999, "bytes=0-" + ",0-" * 999, "bytes=-" + "9" * 30):
        got = ask(READER, "GET", path, header={"range": ranges})
        if got[0] >= 500 or int(got[1].get("content-length", 0)) > 2 * len(DATA):
            print("BROKEN range %s: %d, %s bytes" % (ranges[:20], got[0], got[1].get("content-length")))
        else:
            print("ok range", ranges[:14])
    for odd in ("..", "%2e%2e", "..%2f..%2fa.db", "A" * 26, upload + "%00", upload.lower(), upload + "/", "x" * 3000):
        expect("package " + odd[:12], ask(READER, "GET", "/v1/packages/" + odd))
    message = lambda key, kind, content, reference=upload: ask(key, "POST", "/v1/messages", seal(key, "message", json.dumps({
        "format": "laufzettel-message/1", "id": secrets.token_hex(16), "created": now(), "kind": kind, "reference": reference, "name": "n.json",
        "media_type": "application/json", "content": b64(content)}).encode()), {"content-type": "application/json"})
    closure = lambda **p: json.dumps({"format": "laufzettel-closure/1", "packages": [{"upload_id": upload, "grade": "object", **p}], "person": "M. Ahrens", "time": now()}).encode()
    expect("closure of another's package", message(B, "closure", closure()), 422)
    expect("closure with two lines of basis", message(A, "closure", closure(basis="a\nb")), 422)
    expect("closure until no day", message(A, "closure", closure(until="2026-02-30")), 422)
    expect("an order that is none", message(A, "order", b"{}"), 422)
    expect("retention by another", message(B, "retention", json.dumps({"format": "laufzettel-retention/1", "until": "unlimited", "person": "x"}).encode()))
    expect("clearance by a source", message(B, "clearance", b"{}"))
    expect("archive id by a source", message(B, "archived", b"{}"))
    for kind in ("../x", "Brief", "", "a" * 65, "brief\n"):
        expect("kind %r" % kind[:8], message(A, kind, b"x"), 422)
    expect("letter by a guess", ask(B, "GET", "/v1/letters/" + "0" * 128), 404)
    expect("work list of nobody", ask(B, "GET", "/v1/worklists/" + upload))

def strangers():
    def enrol(public, office, sig=None, program="hostile"):
        doc = json.dumps({"format": "laufzettel-enrolment/1", "public_key": b64(public), "office": office, "host": "h", "program": program, "created": now()}, ensure_ascii=False).encode()
        kind = "application/vnd.laufzettel.enrolment+json"
        body = json.dumps({"payloadType": kind, "payload": b64(doc), "signatures": [{"keyid": keyid(public), "sig": b64(sig or bytes(64))}]}).encode()
        return raw(b"POST %s/v1/enrolments HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                   % (urllib.parse.urlsplit(BASE).path.encode(), HOST.encode(), len(body)) + body)
    small = ["01" + "00" * 31, "ec" + "ff" * 30 + "7f", "00" * 32, "00" * 31 + "80", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
             "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "ed" + "ff" * 30 + "7f", "ee" + "ff" * 30 + "7f", "01" + "00" * 30 + "80"]
    for point in small:  # R = A, S = 0 holds for a loose reader
        time.sleep(.15)
        expect("small key " + point[:6], enrol(bytes.fromhex(point), "Amt Klein", bytes.fromhex(point) + bytes(32)), 422)
    for office in ("Amt\u202eTdats", "Amt  Doppelt", " Amt", "Аmt", "Amt\x00", "A" * 300, "", "A\u0308mt"):  # the fourth begins in Cyrillic
        time.sleep(.15)
        expect("office %r" % office[:8], enrol(A.public, office), 422)
    flood = [enrol(secrets.token_bytes(32), "Amt %d" % i)[0] for i in range(40)]
    print("ok a flood" if all(400 <= s < 500 or s == 503 for s in flood) else "BROKEN a flood: %s" % sorted(set(flood)))

def loris():
    held = [socket.create_connection(HOST.rsplit(":", 1)) for _ in range(60)]
    for i, s in enumerate(held):
        s.sendall([b"POST /v1/enrolments HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n{", b"GET /v1/key HTT", b"PATCH /v1/uploads/x HTTP/1.1\r\nHost: x\r\nX: "][i % 3])
    expect("a quick one beside sixty slow ones", ask(A, "GET", "/v1/key"), 200)
    for s in held:
        s.close()

papers()
requests()
smuggled()
reading(uploads())
log()
loris()
strangers()
expect("alive at the end", raw(b"GET /v1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), 200)
