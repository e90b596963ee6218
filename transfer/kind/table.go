package kind

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
)

// Tabler is a Builder whose material is shown in rows of its own before anything is
// built; of every other kind the files are shown.
type Tabler interface {
	// Table reads the material for people and gives the plan too, nil where statements
	// are missing.
	Table(ctx context.Context, src Source, t Table) (*Plan, error)
}

// Table gathers the rows of a preview; safe for several goroutines.
type Table interface {
	Columns(c ...Column)
	// Add keeps a row while there is room; one with a fault is kept for longer.
	Add(r Row)
	// Expect says how much is to be looked at, Seen that a file was looked at.
	Expect(files int, bytes int64)
	Seen(size int64)
	// Lack tells in German what keeps the portion from being built as it stands.
	Lack(text string)
	// Told takes a refusal as something the person can mend; any other error is given
	// back.
	Told(err error) error
	// Files looks at every file of the source once and gives the rows by path. A file
	// that cannot be read is a row with a fault.
	Files(ctx context.Context, tree container.Tree, row func(e container.Entry, c container.Content) Row) ([]Row, error)
	// Format tells what a file is, and whether the archive takes it.
	Format(e container.Entry, c container.Content) (string, []RowFault)
}

// Column is a column of the table.
type Column struct {
	Key     string `json:"key"`
	Label   string `json:"label"`
	LabelEN string `json:"labelEn"`
	Right   bool   `json:"right,omitempty"` // numbers
	Wide    bool   `json:"wide,omitempty"`  // takes the room there is
}

// Row is one entry or file.
type Row struct {
	Cells  []string   `json:"cells"`
	Files  []string   `json:"files,omitempty"` // of the material, where it was read from
	Faults []RowFault `json:"faults,omitempty"`
	Lacks  string     `json:"lacks,omitempty"` // what a missing file would be called, without extension (AddFile)
	Gap    string     `json:"gap,omitempty"`   // the entry that is not there and whose omission may be given a reason
}

// RowFault is what is wrong with a row, or worth knowing.
type RowFault struct {
	Severity check.Severity `json:"severity"`
	Code     string         `json:"code,omitempty"` // of the finding the check will give
	Text     string         `json:"text"`           // German
	File     string         `json:"file,omitempty"`
}

// Faulty tells whether a row has an error or a warning.
func (r Row) Faulty() bool {
	return slices.ContainsFunc(r.Faults, func(f RowFault) bool { return f.Severity != check.Note })
}

// FaultOf gives a finding as the fault of a row.
func FaultOf(f check.Finding) RowFault {
	text := f.Message
	if f.Expected != "" && f.Found != "" {
		text += " Erwartet: " + f.Expected + ". Gefunden: " + f.Found + "."
	} else if f.Expected != "" {
		text += " Erwartet: " + f.Expected + "."
	}
	return RowFault{Severity: f.Severity, Code: f.Code, Text: text, File: f.Path}
}

// Warn makes a warning about a row, in German.
func Warn(text string) RowFault { return RowFault{Severity: check.Warning, Text: text} }

// Wrong makes an error about a row, in German.
func Wrong(text string) RowFault { return RowFault{Severity: check.Error, Text: text} }

// FileColumn names a file of the material.
var FileColumn = Column{Key: "file", Label: "Datei", LabelEN: "File", Wide: true}

// Natural puts "2" before "10": digits count by their number.
func Natural(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			p, q := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(len(p)-len(q), strings.Compare(p, q)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return strings.Compare(a, b)
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digits(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// SizeText is a size for people.
func SizeText(n int64) string {
	units := []string{"B", "KB", "MB", "GB", "TB"}
	v, i := float64(n), 0
	for v >= 1000 && i < len(units)-1 {
		v, i = v/1000, i+1
	}
	if i == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return strings.Replace(fmt.Sprintf("%.1f %s", v, units[i]), ".", ",", 1)
}
