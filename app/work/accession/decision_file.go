package accession

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"

	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
)

// decisionFile writes the decisions in force and their history beside the letters.
func decisionFile(ctx context.Context, cl *Ending, p transfer.Portion) (aip.File, error) {
	name := cl.Office.Path(path.Join(office.DirLetters, p.ID, "entscheidungen.entwurf.json"))
	err := office.WriteFile(name, func(f io.Writer) error { return writeDecisions(ctx, cl.Book, p.ID, f) })
	if err != nil {
		return aip.File{}, office.Disk("write decisions", err)
	}
	return cl.Packer.AccessionFile("decisions/entscheidungen.json", name)
}

// writeDecisions writes the decisions of a portion, by object, and their history, oldest
// first, one by one: those on a share may be hundreds of thousands.
func writeDecisions(ctx context.Context, book *appraisal.Book, portion string, to io.Writer) error {
	w := &members{to: bufio.NewWriter(to)}
	w.write("{\n  \"decisions\": {")
	err := book.Each(ctx, portion, func(d appraisal.Decision) {
		w.next()
		w.value(d.Object)
		w.write(": ")
		w.value(d)
	})
	if err != nil {
		return err
	}
	w.end("}")
	w.write(",\n  \"history\": [")
	if err := book.EachEntry(ctx, portion, "", func(e appraisal.Entry) { w.next(); w.value(e) }); err != nil {
		return err
	}
	w.end("]")
	w.write("\n}")
	if w.err != nil {
		return fmt.Errorf("write decisions: %w", w.err)
	}
	return w.to.Flush()
}

// members writes the members of objects and lists at the second level of a JSON document. It
// keeps its first error.
type members struct {
	to  *bufio.Writer
	n   int
	err error
}

func (m *members) write(s string) {
	if m.err == nil {
		_, m.err = m.to.WriteString(s)
	}
}

func (m *members) value(v any) {
	raw, err := json.MarshalIndent(v, "    ", "  ")
	if m.err == nil {
		m.err = err
	}
	m.write(string(raw))
}

// next begins a member, end closes what holds them.
func (m *members) next() {
	if m.n++; m.n > 1 {
		m.write(",")
	}
	m.write("\n    ")
}

func (m *members) end(with string) {
	if m.n > 0 {
		m.write("\n  ")
	}
	m.n = 0
	m.write(with)
}
