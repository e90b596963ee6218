// Package cluster lets several receivers stand side by side behind one address:
// the bytes lie in S3, everything else and the locks in PostgreSQL, and no
// process keeps anything to itself (design 5). sync/archive runs over it as it
// does over files and SQLite; one conformance suite holds for both.
//
// It is not: a storage engine, an orchestrator, or part of the client. Only
// app/archive imports it, so that the SDKs stay out of the client.
//
// Invariants:
//   - what PostgreSQL says of an upload is the truth; a part that was put into S3
//     and not written down is put again under the same number;
//   - offset, state of the SHA-512 and list of parts change in one transaction;
//   - one writing transaction at a time over all processes, as with SQLite, so that
//     receipts chain without gaps;
//   - the lock of an upload dies with the connection that holds it.
package cluster
