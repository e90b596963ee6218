// Package receipt holds the documents that prove a delivery: the client's
// manifest, the archive's receipt (Quittung), messages, and the later
// confirmation with the archive id (docs/protocol.md 6 to 8). It verifies them
// offline from files alone and keeps verified receipts in the database.
//
// It is not: transport (sync/channel), keys (sync/sign) or the rules of a
// package (transfer/aip).
//
// Invariants: a document is only read out of an envelope whose signature was
// checked; envelopes are stored byte for byte; a receipt enters the store only
// after Match has compared it with the client's own manifest; nothing in the
// store is ever changed or deleted.
package receipt
