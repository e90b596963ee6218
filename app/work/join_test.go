package work_test

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/generate"
)

// The two containers of a norm are one delivery also beside those of another procedure: one
// piece, taken as one, known when it comes again (source 001; A27).
func TestDrops_JoinedContainers(t *testing.T) {
	pair, files := delivery(t, generate.Plan{Kind: "norm", Seed: 1}), map[string]string{}
	z, err := zip.OpenReader(pair)
	must(t, err)
	defer z.Close()
	for _, f := range z.File {
		if path.Ext(f.Name) != ".zip" {
			continue
		}
		rc, err := f.Open()
		must(t, err)
		raw, err := io.ReadAll(rc)
		must(t, errors.Join(err, rc.Close()))
		files[path.Base(f.Name)] = string(raw)
	}
	if len(files) != 2 {
		t.Fatalf("%d containers of a norm in %s", len(files), pair)
	}
	raw, err := os.ReadFile(delivery(t, generate.Plan{Kind: "xdomea-0503", Seed: 1, Dossiers: 1, Cases: 1, Documents: 1}))
	must(t, err)
	moved := map[string]string{"Bauamt/a.zip": string(raw)}
	for name, data := range files {
		moved["Gesetzblatt/"+name] = data
	}
	beside := map[string]string{"a.zip": string(raw)}
	for name, data := range files {
		beside[name] = data
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
	}{{"in one folder", beside}, {"in a folder of its own", moved}, {"in a container", map[string]string{"alles.zip": zipped(t, beside)}}} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			drop := laid(t, tt.files)
			for again := range 2 {
				p, err := intake.Drops{Intake: w.Intake}.Propose(t.Context(), drop)
				must(t, err)
				var kinds []string
				known := 0
				for _, x := range p.Pieces {
					kinds = append(kinds, x.Kind)
					if !x.Known.Empty() {
						known++
					}
				}
				slices.Sort(kinds)
				if !slices.Equal(kinds, []string{"norm", "xdomea-0503"}) || known != 2*again {
					t.Fatalf("round %d: %d known of %v", again, known, kinds)
				}
				if again > 0 {
					continue
				}
				taken, err := w.Books.TakeDrop(t.Context(), p, nil, true, nil)
				must(t, err)
				if len(taken.Portions) != 2 || taken.Portions[0].AccessionID == taken.Portions[1].AccessionID {
					t.Fatalf("taken %+v", taken.Portions)
				}
				for _, x := range taken.Portions {
					rep, err := w.Intake.Check(t.Context(), x.ID, intake.CheckOptions{NoPDFA: true})
					must(t, err)
					for _, f := range rep.Findings {
						if slices.Contains([]string{"NRM-015", "NRM-016", "NRM-018", "KND-003"}, f.Code) {
							t.Errorf("%s: %s", x.Name, f.Message)
						}
					}
				}
			}
		})
	}
}
