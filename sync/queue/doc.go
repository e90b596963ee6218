// Package queue keeps the durable jobs of the outbox: what has to be sent, in
// which state it is, when it is tried again and who can help. The states and
// transitions are drawn in docs/queue.md; the table in machine.go is compared
// with that page by a test.
//
// It is not: a transport (the workers are given by sync/channel) and not a place
// for content: a job carries ids and paths.
//
// Invariants: one state column and CHECKs, so that no illegal pair can be
// stored; every transition is made by apply and logged in the same transaction;
// a job has at most one holder, who must renew its lease; a clean stop costs no
// attempt; done and cancelled are final.
//
// All types are safe for concurrent use.
package queue
