// Package archive is the reference receiver of the signed channel: an
// http.Handler over plain files and a SQLite database, for a small archive, the
// demo and the tests. The contract is docs/protocol.md, version 1.
//
// It is not: an archive (what follows after a receipt is another program's
// business), a proxy, or a user administration.
//
// Invariants:
//   - no byte is stored before the digest of its chunk was verified;
//   - nothing is acknowledged before file, state and folder are synced;
//   - no receipt before the whole was compared with the client's manifest, and
//     exactly one receipt per delivery, the same bytes for ever;
//   - receipts of a client chain without gaps;
//   - every step may be repeated after a kill at any moment.
//
// All methods are safe for concurrent use within one process.
package archive
