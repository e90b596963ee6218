#!/usr/bin/env python3
"""A client of the Laufzettel channel, version 1, written from docs/protocol.md alone:
Python's standard library and the openssl program (3 or later). An example and a test
of that page, not a tool for daily use.

  example-client.py enrol BASE KEY.pem OFFICE [INVITATION]   prints the one-time code
  example-client.py send  BASE KEY.pem ARCHIVE.pub FILE...   prints a line for each receipt, with the upload
  example-client.py post  BASE KEY.pem ARCHIVE.pub KIND REFERENCE FILE   a message: closure, order (sections 8 and 21)
  example-client.py fetch BASE KEY.pem UPLOAD [APPLICATION]  reads a package, under a granted application where it is closed
"""
import base64, datetime, hashlib, json, os, secrets, subprocess, sys, tempfile, time, urllib.error, urllib.request

CHUNK = int(os.environ.get("CHUNK", 16 << 20))
b64 = lambda data: base64.b64encode(data).decode()
now = lambda: datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

def openssl(*args, **files):  # files are written to a folder first and named by {name}
    with tempfile.TemporaryDirectory() as d:
        for name, data in files.items():
            open(os.path.join(d, name), "wb").write(data)
        return subprocess.run(["openssl", *(a.format(**{n: os.path.join(d, n) for n in files}) for a in args)], check=True, capture_output=True).stdout

def sign(data):
    return openssl("pkeyutl", "-sign", "-rawin", "-inkey", KEY, "-in", "{data}", data=data)

def verify(public, data, sig):  # raises where the signature does not hold
    der = bytes.fromhex("302a300506032b6570032100") + public
    openssl("pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", "{key}", "-in", "{data}", "-sigfile", "{sig}", key=der, data=data, sig=sig)

def pae(kind, payload):
    return b"DSSEv1 %d %s %d " % (len(kind), kind.encode(), len(payload)) + payload

def seal(kind, document):
    kind, payload = "application/vnd.laufzettel.%s+json" % kind, json.dumps(document, ensure_ascii=False).encode()
    return json.dumps({"payloadType": kind, "payload": b64(payload), "signatures": [{"keyid": KEYID, "sig": b64(sign(pae(kind, payload)))}]}).encode()

def strict(data):  # section 4: no name twice, valid UTF-8
    def once(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a member occurs twice")
        return dict(pairs)
    return json.loads(data.decode("utf-8"), object_pairs_hook=once)

def ask(method, path, body=b"", header=None, signed=True):
    header, covered = dict(header or {}), {"@method": method, "@target-uri": BASE + path}
    if body and signed:
        header["content-digest"] = "sha-512=:%s:" % b64(hashlib.sha512(body).digest())
    covered.update({n: header[n] for n in ("content-digest", "upload-offset", "upload-length", "upload-metadata") if n in header})
    created = int(time.time())
    params = '(%s);keyid="%s";tag="laufzettel-v1";nonce="%s";expires=%d;created=%d' % (
        " ".join('"%s"' % n for n in covered), KEYID, secrets.token_urlsafe(18), created + 60, created)
    if signed:
        base = "".join('"%s": %s\n' % item for item in covered.items()) + '"@signature-params": ' + params
        header.update({"signature-input": "sig1=" + params, "signature": "sig1=:%s:" % b64(sign(base.encode()))})
    request = urllib.request.Request(BASE + path, data=body or None, headers=header, method=method)
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as e:
        sys.exit("%s %s: %d %s" % (method, path, e.code, e.headers.get("Laufzettel-Problem", "")))

def enrol(office, invitation=""):
    document = {"format": "laufzettel-enrolment/1", "public_key": b64(PUBLIC), "office": office, "host": "example", "program": "example-client.py", "created": now()}
    header = {"content-type": "application/json", **({"laufzettel-invitation": invitation} if invitation else {})}
    print(json.loads(ask("POST", "/v1/enrolments", seal("enrolment", document), header, signed=False)[2])["code"])

def receipt_of(archive, envelope, about):  # section 7
    envelope = strict(envelope)
    payload, kind = base64.b64decode(envelope["payload"], validate=True), "application/vnd.laufzettel.quittung+json"
    assert envelope["payloadType"] == kind and len(envelope["signatures"]) == 1
    verify(archive, pae(kind, payload), base64.b64decode(envelope["signatures"][0]["sig"], validate=True))
    receipt = strict(payload)
    assert receipt["format"] == "laufzettel-quittung/1" and receipt["manifest_sha512"] == about
    return receipt

def post(archive, kind, reference, name):
    message = seal("message", {"format": "laufzettel-message/1", "id": secrets.token_hex(16), "created": now(), "kind": kind, "reference": reference,
                               "name": os.path.basename(name), "media_type": "application/json", "content": b64(open(name, "rb").read())})
    answer = ask("POST", "/v1/messages", message, {"content-type": "application/json"})[2]
    print(receipt_of(archive, answer, hashlib.sha512(message).hexdigest())["state"])

def fetch(upload, application=""):
    if application:
        grant = hashlib.sha256(b"laufzettel-grant\0%s\0%s" % (upload.encode(), application.encode())).hexdigest()
        lease = {"format": "laufzettel-lease/1", "person": "example", "minutes": 5, "grant": grant}
        ask("POST", "/v1/packages/%s/reading" % upload, json.dumps(lease).encode(), {"content-type": "application/json"})
    print(hashlib.sha512(ask("GET", "/v1/packages/" + upload)[2]).hexdigest())

def send(archive, name):
    data = open(name, "rb").read()
    digest, tus = hashlib.sha512(data).hexdigest(), {"tus-resumable": "1.0.0"}
    manifest = seal("manifest", {"format": "laufzettel-manifest/1", "id": secrets.token_hex(16), "created": now(), "kind": "aip",
                                 "name": os.path.basename(name), "size": len(data), "sha512": digest})
    about = hashlib.sha512(manifest).hexdigest()
    ask("PUT", "/v1/manifests/" + about, manifest, {"content-type": "application/json"})
    place = ask("POST", "/v1/uploads", header={**tus, "upload-length": str(len(data)), "upload-metadata": "manifest " + b64(about.encode())})[1]["Location"]
    upload = place.removeprefix(BASE)  # the prefix of the public address stands in it too
    while (offset := int(ask("HEAD", upload, header=tus)[1]["Upload-Offset"])) < len(data):
        ask("PATCH", upload, data[offset:offset + CHUNK], {**tus, "upload-offset": str(offset), "content-type": "application/offset+octet-stream"})
    while (answer := ask("GET", upload + "/receipt"))[0] == 202:
        time.sleep(int(answer[1].get("Retry-After", 30)))
    receipt = receipt_of(archive, answer[2], about)
    assert [(u["name"], u["size"], u["sha512"]) for u in receipt["uploads"]] == [(os.path.basename(name), len(data), digest)]
    print(receipt["sequence"], receipt["state"], receipt["uploads"][0]["upload_id"])

verb, BASE, KEY, *rest = sys.argv[1:]
PUBLIC = openssl("pkey", "-in", KEY, "-pubout", "-outform", "DER")[-32:]
KEYID = base64.b32encode(hashlib.sha256(PUBLIC).digest()).decode()[:16]
if verb in ("enrol", "fetch"):
    globals()[verb](*rest)
elif verb == "post":
    post(base64.b64decode(open(rest[0]).read()), *rest[1:])
else:
    for file in rest[1:]:
        send(base64.b64decode(open(rest[0]).read()), file)
