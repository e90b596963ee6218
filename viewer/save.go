package viewer

import (
	"context"
	"io"
)

// Extract says which part of a table is saved.
type Extract struct {
	Columns []string // names; none: all
	From    int64    // first row, from 0
	To      int64    // row after the last, from 0; 0: to the end
	Count   int64    // rows at most; 0: all
	Words   string   // only rows in which a cell holds these words
}

// Extractor is a Tabler of which a part can be saved as a table file. It may be
// written for long; a cancelled context ends it early.
type Extractor interface {
	Tabler
	// Names are the names of the columns as an Extract takes them.
	Names() []string
	// WriteCSV writes a part as CSV and gives the number of rows.
	WriteCSV(ctx context.Context, out io.Writer, e Extract) (int64, error)
}

// Giver is a table some of whose cells hold a file: it can be saved as it is, also
// where nothing here shows it.
type Giver interface {
	// LargeObject gives the file behind a cell; done releases it.
	LargeObject(ctx context.Context, row int64, col int) (src Source, done func(), err error)
}
