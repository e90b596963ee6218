// Package siard reads, checks and builds database archives in the format SIARD
// 1.0, 2.0, 2.1 and 2.2 (eCH-0165): metadata against its schema, tables listed
// and present, row counts, table XML against table XSD, references to large
// objects inside and outside the file, and the messageDigest.
//
// A .siard file is a ZIP that transfer/container opens. Tables are walked as a
// stream, never held. Digests of large objects are compared by the engine in its
// one read; the messageDigest covers the bytes of the ZIP before its header and
// has a rule of its own.
package siard
