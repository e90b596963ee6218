// Package eark reads, checks and builds information packages after the E-ARK
// specifications (DILCIS): CSIP 2.x with its profiles SIP and AIP, folder
// structure (CSIPSTR…) and METS (CSIP…, SIP…) with the ids and levels of the
// specification: MUST gives an error, SHOULD a warning, MAY a note.
//
// Rules is the table of every rule with its id: how it is checked, or why not;
// docs/eark-rules.md is generated from it. One finding per rule and METS document
// names the first place and how many there are. The engine compares the digests
// of all METS documents of the package; nothing outside it is followed.
package eark
