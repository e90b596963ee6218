package model

import (
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

// Kind is what can be prepared.
type Kind struct{ ID, Title, Text string }

// Row is one preparation of the list.
type Row struct {
	ID, Title, Kind string
	State           prepare.State
	Word            string // of the state, on the stamp
	Note            string
	Changed         time.Time
}

// Field is one statement.
type Field struct {
	Key, Label, Help string
	Step             kind.Step
	Value, Read      string // typed; read from the files
	Choices          []string
	Long, Required   bool
}

// Set is a named set of defaults, its values as lines "Angabe: Wert".
type Set struct{ Name, Text string }

// Pair is a label with its value.
type Pair struct {
	Label, Value string
	Mono         bool
}

// Finding is one group of findings, as the archive would see it.
type Finding struct {
	Severity                             check.Severity
	Code, Title, Expected, Found, Remedy string
	Places                               []string
	Count                                int
}

// Table is what was read of the material before the build.
type Table struct {
	Columns []TableColumn
	Rows    []TableRow
	Around  []int // the rows around those with a fault
	Total   int
	Faulty  int
	More    int      // rows that are not shown
	Missing []string // what keeps the portion from being built, beside the fields
}

// TableColumn is one column; Weight is its share of the room.
type TableColumn struct {
	Title  string
	Right  bool
	Weight float32
}

// TableRow is one entry or file.
type TableRow struct {
	Cells  []string
	Files  []string
	Faults []TableFault
	// Gap is the entry that is not there, "" for none; Key is where the reason for
	// its omission is kept.
	Gap, Key string
	Lacks    string // what a missing file would be called, "" = none is missing
}

// Omitted gives a row as it is with the reason typed for its omission: what was a
// warning is a note then.
func (r TableRow) Omitted(why, text string) TableRow {
	if r.Gap == "" || why == "" {
		return r
	}
	r.Faults = []TableFault{{Severity: check.Note, Text: text}}
	return r
}

// Worst is the hardest severity of a row, "" for none.
func (r TableRow) Worst() check.Severity {
	for _, s := range []check.Severity{check.Error, check.Warning, check.Note} {
		if slices.ContainsFunc(r.Faults, func(f TableFault) bool { return f.Severity == s }) {
			return s
		}
	}
	return ""
}

// TableFault is what is wrong with a row.
type TableFault struct {
	Severity check.Severity
	Text     string
}

// Running is work in progress.
type Running struct {
	Phase       string
	At, Of      int
	Done, Total int64
	Rate        float64 // files a second
	Left        time.Duration
}

// Draft is one preparation in full.
type Draft struct {
	ID, Title, Kind string
	State           prepare.State
	Word            string
	Source, Target  string
	Fields          []Field
	Reason          map[string]string
	Read            []Pair
	Tree            []string // what comes about
	Findings        []Finding
	Checked         bool   // a self-check was made
	OK              bool   // and found no error
	Outcome         string // in a sentence
	Sealed          []Pair // container, digest, way
	Confirmed       []Pair
	Missing         []string // confirmations still needed
	Deleted         string
	Sets            []Set  // of defaults that are kept
	SetText         string // what was typed, as a new set would hold it
	Table           *Table // nil: the material was not looked at yet
	Stale           bool   // the statements have changed since
	Looking         *Running
	Running         *Running
	Work            string // who works on it in another program, "" = nobody
	Returned        string // the archive gave it back, in a sentence
	Fault           string // what stopped the last work
}

// Locked tells whether nothing may be typed any more.
func (d *Draft) Locked() bool {
	return d == nil || d.Running != nil || d.Work != "" ||
		slices.Contains([]prepare.State{prepare.HandedOver, prepare.Confirmed, prepare.Deletable}, d.State)
}

// State is a snapshot of the screen.
type State struct {
	Kinds   []Kind
	Rows    []Row
	Draft   *Draft // the one asked for, nil = the list
	Archive string // the archive of the channel, "" = none
}

// Statements is what a person typed.
type Statements struct {
	Source, Target string
	Fields, Reason map[string]string
}

// Paper is a confirmation on paper.
type Paper struct{ Name, By, Day, Note, Scan string }

// SetNames tells whether the form must be built anew: other sets, other chips.
func (d *Draft) SetNames() string {
	var names []string
	for _, s := range d.Sets {
		names = append(names, s.Name)
	}
	return strings.Join(names, "\n")
}
