// Package ledger keeps a log as a Merkle tree that others can hold us to
// (docs/protocol.md 20): leaves are salted hashes of statements, heads are signed
// checkpoints, and two proofs say that a statement is in the log and that a later log
// has the earlier one at its beginning. Whoever holds one old checkpoint can prove a
// cut tail, a second past and a rolled-back database from files alone.
//
// Tree and proofs are those of RFC 9162 (golang.org/x/mod/sumdb/tlog), tiles of 256
// hashes in tables of the caller's database or as files; checkpoints are signed notes
// (golang.org/x/mod/sumdb/note, C2SP tlog-checkpoint), co-signatures are of the kind
// cosignature/v1 (C2SP tlog-cosignature), proofs are of the kind tlog-proof@v1.
//
// It is not: what a statement means, who may sign, when a checkpoint is made.
//
// Invariants: a leaf is the hash of an HMAC under a salt of its own, so that nobody
// guesses a statement from its leaf, and a statement with its salt can be removed while
// the tree stays provable; neither origins nor names of keys hold a name of anybody;
// signatures are verified by sync/sign alone.
package ledger
