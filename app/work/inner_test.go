package work_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer/access"
)

// The papers of a norm lie in the signed container it came in, and open there: drawn, read,
// copied, and as closed as their package.
func TestInner_NormsOpenInsideTheirPackage(t *testing.T) {
	ctx := t.Context()
	w := open(t, t.TempDir(), "M. Ahrens")
	p, _ := received(t, w, generate.Plan{Kind: "norm", Seed: 3})
	packages := packaged(t, w, p.ID, intake.PackageOptions{})
	for _, pkg := range packages {
		o, err := w.Room.Open(ctx, pkg.PID, reading.Asker{})
		must(t, err)
		docs, err := o.Documents(ctx)
		must(t, err)
		drawn, data := 0, 0
		for _, d := range docs {
			for _, f := range d.Entry.Files {
				if !strings.Contains(f.Path, ".zip!") {
					continue
				}
				r, err := o.File(ctx, f.Path)
				must(t, err)
				content, err := io.ReadAll(r)
				must(t, err)
				must(t, r.Close())
				if bytes.HasPrefix(content, []byte("%PDF-")) {
					var png bytes.Buffer
					must(t, o.Draw(ctx, f.Path, 1, 300, &png))
					if bytes.HasPrefix(png.Bytes(), []byte("\x89PNG")) {
						drawn++
					}
				} else if strings.HasSuffix(f.Path, ".xml") && bytes.Contains(content, []byte("</")) {
					data++
				}
			}
		}
		if drawn == 0 || data < 2 { // metadata and revision data
			t.Errorf("%s: %d papers drawn, %d XML read of %d documents", pkg.ReferenceCode, drawn, data, len(docs))
		}
		for _, name := range []string{"representations/rep1/data/nichts.zip!x.pdf", "METS.xml!x", pkg.Path + "!METS.xml"} {
			if err := o.Draw(ctx, name, 1, 300, io.Discard); err == nil {
				t.Errorf("%s was drawn", name)
			}
		}
		must(t, o.Close())
	}
	pid := packages[0].PID
	o, err := w.Room.Open(ctx, pid, reading.Asker{})
	must(t, err)
	docs, err := o.Documents(ctx)
	must(t, err)
	_, err = w.Gate.DecideClosure(ctx, pid, "bund", access.Facts{End: "2950", Personal: true})
	must(t, err)
	for _, d := range docs {
		for _, f := range d.Entry.Files {
			if err := o.Draw(ctx, f.Path, 1, 300, io.Discard); failure.KindOf(err) != failure.Refused {
				t.Errorf("%s of a closed package: %v", f.Path, err)
			}
		}
	}
	must(t, o.Close())
}
