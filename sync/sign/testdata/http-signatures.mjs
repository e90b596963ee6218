// Signs a request with npm's http-message-signatures and verifies one of ours with it.
// make test-tus-js installs it and runs the test.
//
//   node http-signatures.mjs KEY.pem KEYID NONCE <request.json   → headers of the same request as JSON
//   node http-signatures.mjs verify KEY.pem <request.json        → "true" or "false"
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { httpbis, createSigner, createVerifier } = createRequire(join(process.env.LAUFZETTEL_TUS_JS, 'x.js'))('http-message-signatures')
const request = JSON.parse(readFileSync(0))
const [first, ...rest] = process.argv.slice(2)

if (first === 'verify') {
  const key = createPublicKey(readFileSync(rest[0]))
  const ok = await httpbis.verifyMessage({ keyLookup: async () => ({ verify: createVerifier(key, 'ed25519') }), tolerance: 60 }, request)
  console.log(ok === true)
} else {
  const created = new Date()
  const signed = await httpbis.signMessage({
    key: createSigner(readFileSync(first), 'ed25519', rest[0]), name: 'sig1',
    fields: ['upload-offset', '@target-uri', '@method', 'content-digest', 'content-type', '@authority'],
    params: ['tag', 'nonce', 'keyid', 'alg', 'expires', 'created'],
    paramValues: { created, expires: new Date(created.getTime() + 60000), nonce: rest[1], tag: 'laufzettel-v1' },
  }, request)
  console.log(JSON.stringify(signed.headers))
}
