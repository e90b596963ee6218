// Package sync holds no code: it is the roof over the rooms of the signed channel
// between a client and the archive. Nobody imports it, because its name shadows
// the standard package.
//
//	sign     keys, request signatures (RFC 9421, 9530), envelopes (DSSE)
//	queue    durable jobs with one table of transitions
//	receipt  manifest, receipt and trust documents; offline verification; the store
//	channel  the client: enrolment, resumable upload, the workers of the queue
//	archive  the reference receiver over files and SQLite
//
// The contract between the two sides is docs/protocol.md.
package sync
