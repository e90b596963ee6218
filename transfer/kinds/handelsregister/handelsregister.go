// Package handelsregister reads, checks and writes deliveries of deleted
// companies from a commercial register, as the working paper "Ablieferungsprozess
// Handelsregister", version 3 of 2006-08-02, asks for (source 002; requirements
// D1–D6): a list of companies (UTF-8, TAB), the Belegakten as PDF or TIFF, an md5
// list in the style of MD5summer and metadata whose statements are recomputed.
//
// No public schema of the metadata exists (standards.md 5.5): the room has a
// vocabulary of its own (assets/schemas/handelsregister-statements.xsd), reads
// plain "Name: Wert" text, and any other XML by paths of the profile.
package handelsregister

import (
	"strings"
	"time"

	"laufzettel/transfer/record"
)

// Namespace is that of our metadata; its last part is the version.
const Namespace = "urn:laufzettel:schema:handelsregister:1.0"

// Schema is the built-in schema of the metadata.
const Schema = "handelsregister-statements.xsd"

// Standard names the working paper for reports.
const Standard = "Ablieferungsprozess Handelsregister, Version 3"

// Company is one row of the list of deleted companies (3.1.1).
type Company struct {
	Number, Name, Seat string
	Opened, Deleted    string // as written
	More               []record.Field
	Line               int
}

// Statements are the metadata of a delivery (1.1.2), as written.
type Statements struct {
	Provenance        string
	From, To          string // oldest founding, youngest deletion
	Megabytes         string
	Extracted         string
	Queries           []string
	Files             string
	Source, Version   string // source application
	Selection         string // integral or Auswahl
	Records           []FileRecords
	fromXML, fromOurs bool
}

// FileRecords says how many records a file holds.
type FileRecords struct{ Name, Count string }

// columns are the five fields every list must have, with other spellings.
var columns = []struct {
	title string
	also  []string
	at    func(*Company) *string
}{
	{"Firmennummer", nil, func(c *Company) *string { return &c.Number }},
	{"Firmenname", []string{"Firma"}, func(c *Company) *string { return &c.Name }},
	{"Firmensitz", []string{"Sitz"}, func(c *Company) *string { return &c.Seat }},
	{"Eröffnungsdatum", []string{"Eroeffnungsdatum", "Gründungsdatum"}, func(c *Company) *string { return &c.Opened }},
	{"Löschungsdatum", []string{"Loeschungsdatum", "Löschdatum"}, func(c *Company) *string { return &c.Deleted }},
}

// column gives the index of a required column by its heading, -1 if it is none.
func column(heading string) int {
	heading = strings.TrimSpace(heading)
	for i, c := range columns {
		if strings.EqualFold(heading, c.title) {
			return i
		}
		for _, a := range c.also {
			if strings.EqualFold(heading, a) {
				return i
			}
		}
	}
	return -1
}

// dateForms are the ways a day is written in lists.
var dateForms = []string{time.DateOnly, "02.01.2006", "2.1.2006", "20060102", "02/01/2006"}

// day reads a date in any of the known forms.
func day(s string) (time.Time, bool) {
	for _, form := range dateForms {
		if d, err := time.Parse(form, strings.TrimSpace(s)); err == nil {
			return d, true
		}
	}
	return time.Time{}, false
}

var momentForms = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04",
	"02.01.2006 15:04:05", "02.01.2006 15:04", "2.1.2006 15:04"}

// moment reads a day with its time.
func moment(s string) (time.Time, bool) {
	for _, form := range momentForms {
		if d, err := time.Parse(form, strings.TrimSpace(s)); err == nil {
			return d, true
		}
	}
	return time.Time{}, false
}
