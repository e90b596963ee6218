// Package xdomea reads, checks and writes the messages of the xdomea group
// "Aussonderung durchführen" (0501–0507) in the versions 2.3.0, 2.4.0, 3.0.0,
// 3.1.0 and 4.0.0; 2.0 to 2.2 are read leniently because their schemas are not
// at hand (requirement A30).
//
// A message is read as a stream into one record tree whatever its version; one
// table (versions) holds what differs. The package does not check whether listed
// files are delivered or whether digests match (transfer/check does), it does not
// validate schemas (transfer/schema does), and it does not decide appraisals.
//
// Invariants: a DOCTYPE is never processed; an element that the version does not
// know is reported and its value kept; what is written is deterministic for equal
// input. All functions are safe for concurrent use.
package xdomea
