// Package bagit reads, checks and builds BagIt bags: RFC 8493 (version 1.0) and
// the drafts 0.93 to 0.97, as folder or serialised, with every payload manifest,
// tag manifest, Payload-Oxum, fetch.txt, tag file encoding and a BagIt profile
// that travels along.
//
// The digests are compared by the engine in its one read; this room only says
// what is declared. Nothing is ever fetched from an address in fetch.txt. Paths
// that leave the bag on any system are errors on every system, because a bag is
// received on one machine and read on another.
package bagit
