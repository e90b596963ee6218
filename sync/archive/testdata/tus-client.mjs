// A client of the Laufzettel channel, version 1, written from docs/protocol.md:
// tus-js-client carries the bytes, openssl signs and verifies. It shares no code
// with the project; make test-tus-js runs it against the receiver.
//
//   node tus-client.mjs BASE KEY.pem FILE ARCHIVE.pub   (UNSIGNED=1: without signatures)
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const tus = createRequire(join(process.env.TUS_MODULES, 'x.js'))('tus-js-client')
const [base, key, file, archive] = process.argv.slice(2)
const dir = mkdtempSync(join(tmpdir(), 'tus-client-'))

function openssl(input, ...args) {
  const at = join(dir, 'in')
  writeFileSync(at, input)
  return execFileSync('openssl', args.map((a) => (a === '@' ? at : a)))
}

const publicKey = execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-outform', 'DER']).subarray(-32)
const keyid = base32(createHash('sha256').update(publicKey).digest()).slice(0, 16)
const sign = (text) => openssl(text, 'pkeyutl', '-sign', '-rawin', '-inkey', key, '-in', '@').toString('base64')
const hex512 = (bytes) => createHash('sha512').update(bytes).digest('hex')

function base32(bytes) {
  let bits = ''
  for (const b of bytes) bits += b.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map((b) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(b, 2)]).join('')
}

// pae is what a DSSE signature is over (protocol.md 4).
const pae = (type, payload) => Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload])

// signed gives the headers of a request (protocol.md 3).
function signed(method, url, headers, body) {
  const out = {}
  if (body?.length) out['Content-Digest'] = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const lower = Object.fromEntries(Object.entries({ ...headers, ...out }).map(([k, v]) => [k.toLowerCase(), v]))
  const names = ['content-digest', 'upload-offset', 'upload-length', 'upload-metadata'].filter((n) => n in lower)
  const created = Math.floor(Date.now() / 1000)
  const list = ['"@method"', '"@target-uri"', ...names.map((n) => `"${n}"`)].join(' ')
  const params = `(${list});created=${created};expires=${created + 60};nonce="${randomBytes(16).toString('hex')}";tag="laufzettel-v1";keyid="${keyid}"`
  const lines = [`"@method": ${method}`, `"@target-uri": ${url}`, ...names.map((n) => `"${n}": ${lower[n]}`), `"@signature-params": ${params}`]
  if (!process.env.UNSIGNED) {
    out['Signature-Input'] = `sig1=${params}`
    out.Signature = `sig1=:${sign(lines.join('\n'))}:`
  }
  return out
}

// Signing is the HTTP stack of tus-js-client with signatures.
class Signing extends tus.DefaultHttpStack {
  createRequest(method, url) {
    const req = super.createRequest(method, url)
    const headers = {}
    const set = req.setHeader.bind(req)
    const send = req.send.bind(req)
    req.setHeader = (k, v) => {
      headers[k] = v
      set(k, v)
    }
    req.send = (body) => {
      for (const [k, v] of Object.entries(signed(method, url, headers, body))) set(k, v)
      return send(body)
    }
    return req
  }
}

async function ask(method, path, body, headers = {}) {
  const url = base + path
  const res = await fetch(url, { method, body, headers: { ...headers, ...signed(method, url, headers, body) } })
  const data = Buffer.from(await res.arrayBuffer())
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${res.headers.get('laufzettel-problem')}`)
  return data
}

function upload(bytes, options) {
  return new Promise((resolve, reject) => {
    const u = new tus.Upload(bytes, {
      endpoint: `${base}/v1/uploads`, chunkSize: 1500, retryDelays: null, httpStack: new Signing(), storeFingerprintForResuming: false,
      onError: (e) => reject(new Error(`${e.message} ${e.originalResponse?.getHeader('Laufzettel-Problem') ?? ''}`)),
      onSuccess: () => resolve(u.url),
      onChunkComplete: (_size, accepted) => {
        if (options.stopAfter && accepted >= options.stopAfter) u.abort().then(() => resolve(u.url), reject)
      },
      ...options,
    })
    u.start()
  })
}

const bytes = readFileSync(file)
const manifest = Buffer.from(JSON.stringify({ format: 'laufzettel-manifest/1', id: randomBytes(16).toString('hex'), created: new Date().toISOString(),
  kind: 'aip', name: basename(file), size: bytes.length, sha512: hex512(bytes) }))
const type = 'application/vnd.laufzettel.manifest+json'
const envelope = Buffer.from(JSON.stringify({ payloadType: type, payload: manifest.toString('base64'), signatures: [{ keyid, sig: sign(pae(type, manifest)) }] }))
const hash = hex512(envelope)
try {
  await ask('PUT', `/v1/manifests/${hash}`, envelope, { 'Content-Type': 'application/json' })
  const url = await upload(bytes, { metadata: { manifest: hash }, stopAfter: 1500 }) // stops after the first chunk
  await upload(bytes, { uploadUrl: url }) // and goes on where it was
  const receipt = JSON.parse(await ask('GET', `${new URL(url).pathname}/receipt`))
  const said = Buffer.from(receipt.payload, 'base64')
  const der = join(dir, 'archive.der')
  writeFileSync(der, Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(readFileSync(archive, 'utf8'), 'base64')]))
  writeFileSync(join(dir, 'sig'), Buffer.from(receipt.signatures[0].sig, 'base64'))
  openssl(pae('application/vnd.laufzettel.quittung+json', said), 'pkeyutl', '-verify', '-rawin', '-pubin', '-keyform', 'DER', '-inkey', der, '-in', '@', '-sigfile', join(dir, 'sig'))
  const r = JSON.parse(said)
  if (r.manifest_sha512 !== hash || r.uploads[0].sha512 !== hex512(bytes) || r.size !== bytes.length) throw new Error('the receipt is about something else')
  console.log(r.state)
} catch (e) {
  console.error(e.message)
  process.exit(1)
}
