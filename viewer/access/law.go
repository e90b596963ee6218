// Package access decides who may see what in the reading room (requirements A21,
// A23, A25): closure periods (Schutzfristen) by the table of an archive law, the
// decision on one object with its legal basis and opening day, and granted
// applications (genehmigte Anträge) that open a closed object for one reader.
//
// The catalog filters by what stands there (viewer/catalog); this package keeps
// what people decided, which no package holds, so it survives a rebuild of the
// catalog. Laws are data: three come with the program, an archive adds its own.
package access

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Law is the closure table of one archive law. Periods are in years; 0: no such
// period.
type Law struct {
	ID   string `json:"id"`   // "bund"
	Name string `json:"name"` // of the law, for letters and screens
	// General counts from the end of the Laufzeit.
	General      int    `json:"general"`
	GeneralBasis string `json:"generalBasis"`
	// Secrecy holds for records under statutory secrecy, from the end of the Laufzeit.
	Secrecy      int    `json:"secrecy"`
	SecrecyBasis string `json:"secrecyBasis"`
	// Death, Birth and Unknown are the periods of records on a person: after
	// death; where that is unknown, after birth; where both are, after the end of
	// the Laufzeit.
	Death         int    `json:"death"`
	Birth         int    `json:"birth"`
	Unknown       int    `json:"unknown"`
	PersonalBasis string `json:"personalBasis"`
	// PublishedBasis frees what was meant for the public when it arose.
	PublishedBasis string `json:"publishedBasis,omitempty"`
	// Source is the version of the law the table was made from.
	Source string `json:"source,omitempty"`
	// Checked says when and by whom the archive compared the table with the law in
	// force; "" = it has not.
	Checked string `json:"checked,omitempty"`
}

// Laws are the tables that come with the program (docs/schutzfristen.md). They
// were read from copies of the laws, not from the official gazette, and laws
// change: Checked is empty until the archive has compared a table with the text in
// force or put its own in its place.
func Laws() []Law {
	return []Law{
		{ID: "bund", Name: "Bundesarchivgesetz", Source: "Bundesarchivgesetz vom 10. März 2017 (BGBl. I S. 410)",
			General: 30, GeneralBasis: "§ 11 Abs. 1 BArchG", Secrecy: 60, SecrecyBasis: "§ 11 Abs. 3 BArchG",
			Death: 10, Birth: 100, Unknown: 60, PersonalBasis: "§ 11 Abs. 2 BArchG"},
		{ID: "sachsen", Name: "Archivgesetz für den Freistaat Sachsen",
			Source:  "SächsArchivG vom 17. Mai 1993 (SächsGVBl. S. 449), geändert durch Gesetz vom 18. Dezember 2013 (SächsGVBl. 2014 S. 2)",
			General: 30, GeneralBasis: "§ 10 Abs. 1 Satz 2 Nr. 1 SächsArchivG", Secrecy: 60,
			SecrecyBasis: "§ 10 Abs. 1 Satz 2 Nr. 2 SächsArchivG",
			Death:        10, Birth: 100, Unknown: 60, PersonalBasis: "§ 10 Abs. 1 Satz 2 Nr. 3 SächsArchivG",
			PublishedBasis: "§ 10 Abs. 2 Satz 1 SächsArchivG"},
		{ID: "brandenburg", Name: "Brandenburgisches Archivgesetz", Source: "BbgArchivG vom 7. April 1994",
			General: 10, GeneralBasis: "§ 10 Abs. 1 BbgArchivG", Secrecy: 30, SecrecyBasis: "§ 10 Abs. 2 BbgArchivG",
			Death: 10, Birth: 90, Unknown: 60, PersonalBasis: "§ 10 Abs. 3 BbgArchivG", PublishedBasis: "§ 10 Abs. 7 BbgArchivG"},
	}
}

// Row is one period of a law with the section it stands in.
type Row struct {
	What  string // in German
	Years int    // 0: no period
	Basis string
}

// Rows are the periods of a law.
func (l Law) Rows() []Row {
	return []Row{{"allgemein, nach dem Ende der Laufzeit", l.General, l.GeneralBasis},
		{"Geheimhaltung, nach dem Ende der Laufzeit", l.Secrecy, l.SecrecyBasis},
		{"Person, nach dem Tod", l.Death, l.PersonalBasis}, {"Person, nach der Geburt", l.Birth, l.PersonalBasis},
		{"Person, Daten unbekannt, nach dem Ende der Laufzeit", l.Unknown, l.PersonalBasis},
		{"zur Veröffentlichung bestimmt", 0, l.PublishedBasis}}
}

// maxLaw bounds a law file.
const maxLaw = 64 << 10

// ReadLaw reads the table of a law (JSON as in Law). Error: Refused with what is
// wrong.
func ReadLaw(r io.Reader) (Law, error) {
	var l Law
	dec := json.NewDecoder(io.LimitReader(r, maxLaw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return Law{}, failure.Wrap(failure.Refused, "read closure table", wording.Say("hint.access.table-not-understood"), err)
	}
	return l, l.valid()
}

func (l Law) valid() error {
	bad := slices.ContainsFunc([]int{l.General, l.Secrecy, l.Death, l.Birth, l.Unknown}, func(n int) bool { return n < 0 || n > 200 })
	if bad || strings.TrimSpace(l.ID) == "" || strings.TrimSpace(l.Name) == "" || len(l.ID) > 40 {
		return failure.New(failure.Refused, "read closure table", wording.Say("hint.access.table-incomplete"))
	}
	return nil
}

// Facts are what the period of one object depends on.
type Facts struct {
	End       string `json:"end,omitempty"` // last day of the Laufzeit, "2001", "2001-05" or "2001-05-17"
	Personal  bool   `json:"personal,omitempty"`
	Died      string `json:"died,omitempty"`
	Born      string `json:"born,omitempty"`
	Secret    bool   `json:"secret,omitempty"`    // under statutory secrecy
	Published bool   `json:"published,omitempty"` // meant for the public when it arose: no period
	// Description closes the description too: nothing of it may be known.
	Description bool `json:"description,omitempty"`
	// Evidence says by which rules, grounds and document numbers a closure was proposed, for one
	// that was; never the words found.
	Evidence string `json:"evidence,omitempty"`
	// Set is the end a person gives in place of what the table says: a last closed day,
	// SetOpen or SetEndless; Basis is the section they name for it.
	Set   string `json:"set,omitempty"`
	Basis string `json:"basis,omitempty"`
}

// Ends that are no day.
const (
	SetOpen    = "open"
	SetEndless = "endless"
)

// Period is the closure of an object: the last closed day and why. A zero Until
// with Open false: closed without end, because what it depends on is unknown.
type Period struct {
	Open  bool
	Until time.Time
	Basis string
}

// Period computes the closure; the longest period that applies holds. An unknown
// end of the Laufzeit keeps the object closed: the cautious side (A38).
func (l Law) Period(f Facts) (Period, error) {
	if f.Published {
		return Period{Open: true, Basis: strings.TrimPrefix(l.PublishedBasis+", zur Veröffentlichung bestimmt, keine Schutzfrist", ", ")},
			nil
	}
	var out Period
	longest := func(from string, exact bool, years int, basis string) error {
		if years == 0 {
			return nil
		}
		if from == "" {
			out = Period{Basis: basis + ", Beginn der Frist unbekannt"}
			return errUnknown
		}
		until, err := after(from, exact, years)
		if err != nil {
			return err
		}
		if until.After(out.Until) {
			out = Period{Until: until, Basis: fmt.Sprintf("%s, %d Jahre", basis, years)}
		}
		return nil
	}
	err := longest(f.End, false, l.General, l.GeneralBasis+" (allgemein)")
	if err == nil && f.Secret {
		err = longest(f.End, false, l.Secrecy, l.SecrecyBasis+" (Geheimhaltung)")
	}
	if err == nil && f.Personal {
		switch {
		case f.Died != "":
			err = longest(f.Died, true, l.Death, l.PersonalBasis+" (nach dem Tod)")
		case f.Born != "":
			err = longest(f.Born, true, l.Birth, l.PersonalBasis+" (nach der Geburt)")
		default:
			err = longest(f.End, false, l.Unknown, l.PersonalBasis+" (Person, Daten unbekannt)")
		}
	}
	if err == errUnknown {
		return out, nil
	}
	out.Open = err == nil && out.Until.IsZero()
	return out, err
}

// ByHand gives the closure as a person set it, in place of the computed one p.
func (f Facts) ByHand(p Period) (Period, error) {
	if f.Set == "" {
		return p, nil
	}
	if f.Basis != "" {
		p.Basis = f.Basis
	}
	p = Period{Basis: strings.TrimSuffix(p.Basis, byHand) + byHand}
	switch f.Set {
	case SetOpen:
		p.Open = true
	case SetEndless:
	default:
		day, err := time.Parse(time.DateOnly, f.Set)
		if err != nil {
			return p, failure.New(failure.Refused, "set closure", wording.Say("hint.access.not-a-date", f.Set))
		}
		p.Until = day
	}
	return p, nil
}

// byHand says in a basis that the end does not follow from the table.
const byHand = ", von Hand gesetzt"

var errUnknown = fmt.Errorf("begin of the period unknown")

// after gives the last closed day: years after a full day where exact, else the
// end of the year.
func after(from string, exact bool, years int) (time.Time, error) {
	bad := failure.New(failure.Refused, "compute closure", wording.Say("hint.access.not-a-date", from))
	if len(from) == 10 {
		day, err := time.Parse(time.DateOnly, from)
		if err != nil {
			return time.Time{}, bad
		}
		if exact {
			return day.AddDate(years, 0, 0), nil
		}
	} else if len(from) != 4 && len(from) != 7 {
		return time.Time{}, bad
	}
	year, err := strconv.Atoi(from[:4])
	if err != nil || year < 1 {
		return time.Time{}, bad
	}
	return time.Date(year+years, 12, 31, 0, 0, 0, 0, time.UTC), nil
}
