// Package sign holds the keys of the signed channel and everything that is
// signed with them: HTTP requests (RFC 9421 with RFC 9530 Content-Digest) and
// envelopes (DSSE). Standards and rules: docs/protocol.md 2 to 4.
//
// It is not: a PKI, TLS, encryption of content, or the meaning of any document
// (see sync/receipt). A private key leaves this package only into a KeyStore.
//
// Invariants: one algorithm (Ed25519, RFC 8032); a key id is derived from the
// key and never chosen; nothing unsigned is ever handed out as a payload.
// All types are safe for concurrent use unless said otherwise.
package sign
