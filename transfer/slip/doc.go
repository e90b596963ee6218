// Package slip holds the papers that travel with an offer and a transfer in
// source 004: the electronic routing slip (el_Lauf), the transfer list (Ab_Lis),
// the control list made from it (Kon_Lis) and the accession id (Ü-ID), with the
// deadlines that follow (requirements A1–A6).
//
// No public schema exists for these papers; the vocabulary is our own, version
// 1.0, described by assets/schemas/laufzettel-slip.xsd, laufzettel-list.xsd and
// laufzettel-control.xsd. The readers check what those schemas say, except for the
// order of elements.
//
// The package keeps no state: what is known of profiles and accessions comes in
// as Known. It does not compare delivered files with the list (transfer/check
// does) and gives no reference codes (the archive's block does, A34).
package slip
