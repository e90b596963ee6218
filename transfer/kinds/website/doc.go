// Package website reads, checks, describes and builds deliveries of archived web
// areas (requirements B3, F1 to F7, F13): an HTTrack mirror with its log, WARC
// (ISO 28500, versions 1.0 and 1.1) and ARC files, WACZ 1.x, and the submission
// of Web-PDF and ISO image with a description of the snapshot
// (assets/schemas/website-description.xsd).
//
// Archive files are walked as a stream, record by record, with every declared
// digest computed; nothing of them is held but offsets. Nothing is fetched from
// a network, and no stored byte is changed: links are rewritten only while a
// page is shown (viewer/website).
package website
