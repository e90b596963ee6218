package xdomea_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/schema"
)

func shared(t *testing.T, parts ...string) string {
	t.Helper()
	return samples.Path(t, append([]string{"xdomea"}, parts...)...)
}

// The whole engine with the schemas of the standard on every sample: the two
// originals are accepted; of the toolkit's patterns those are rejected whose head
// names another type or whose primary file does not lie beside them.
func TestEngine_SamplesWithSchema(t *testing.T) {
	store := schema.NewStore(t.TempDir())
	if _, err := store.Add(t.Context(), shared(t, "xsd")); err != nil {
		t.Fatal(err)
	}
	rejected := []string{
		"2.4.0/xx_Aussonderung.AnbietungEmpfangBestaetigen.0504.xml", "2.4.0/xx_Aussonderung.Aussonderung.0503.xml",
		"2.4.0/xx_Aussonderung.Bewertungsverzeichnis.0502.xml", "3.0.0/xx_Aussonderung.Bewertungsverzeichnis.0502.xml",
	}
	files, err := filepath.Glob(filepath.Join(shared(t, "beispiele"), "*", "*"))
	if err != nil || len(files) != 8 {
		t.Fatal(err, files)
	}
	for _, f := range files {
		name := filepath.Base(filepath.Dir(f)) + "/" + filepath.Base(f)
		want := check.Accepted
		if slices.Contains(rejected, name) {
			want = check.Rejected
		}
		e := check.Engine{Kinds: []check.Kind{xdomea.Kind{}}, Schemas: store}
		out, err := e.CheckPath(t.Context(), f, check.Input{}, container.Options{Single: true})
		if err != nil {
			t.Fatal(err)
		}
		r := out.Report
		if r.Verdict != want || !strings.HasSuffix(r.Kind, filepath.Base(f)[len(filepath.Base(f))-8:len(filepath.Base(f))-4]) {
			t.Errorf("%s: %s %s, want %s; findings %+v", name, r.Kind, r.Verdict, want, r.Findings)
		}
		i := slices.IndexFunc(r.Checks, func(d check.Done) bool { return d.Name == "schema" })
		if i < 0 || r.Checks[i].State != check.Full || r.Checks[i].Tool == "" {
			t.Errorf("%s: schema check %+v", name, r.Checks)
		}
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	}
}
