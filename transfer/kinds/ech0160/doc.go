// Package ech0160 reads, checks and builds archival submissions after eCH-0160
// (arelda schema 4.0 to 4.2 for versions 1.0 to 1.2 of the standard; later shapes
// leniently): header/metadata.xml with its schemas in header/xsd, the table of
// contents (inhaltsverzeichnis) with a digest per file, and the records of types
// GEVER and FILES.
//
// The metadata is validated against the schemas that travel along; the engine
// compares the digests and tells those of schemas apart from those of content.
package ech0160
