// Package channel is the client side of the signed channel (docs/protocol.md,
// version 1): keys and enrolment, the resumable upload, fetching and checking
// receipts, and the workers that serve the queue.
//
// It is not: the queue itself (sync/queue), the documents (sync/receipt) or the
// receiver (sync/archive).
//
// Invariants: every request is signed anew with a fresh nonce; the archive's
// offset is the truth, but its bytes are compared with ours before one is added;
// a job is done only after the receipt was verified against the pinned key and
// our own manifest and stored twice; a receipt that does not fit is an alarm and
// never a success; nothing local is ever deleted here.
//
// All types are safe for concurrent use.
package channel
