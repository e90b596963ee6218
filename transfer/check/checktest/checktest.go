// Package checktest checks deliveries in tests of the rooms: files that a test made,
// with the whole engine. It is for tests alone.
package checktest

import (
	"maps"
	"slices"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/seed"
	"laufzettel/transfer/vocab"
)

// Path checks a folder or container. What it holds open is closed with the test.
func Path(t testing.TB, e *check.Engine, name string, in check.Input) *check.Outcome {
	t.Helper()
	out, err := e.CheckPath(t.Context(), name, in, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = out.Close() })
	return out
}

// Files checks files in memory as one delivery.
func Files(t testing.TB, e *check.Engine, name string, files map[string][]byte, in check.Input) *check.Outcome {
	t.Helper()
	out, err := e.Check(t.Context(), vocab.NewTree(name, files), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// All gives the files of a sample.
func All(t testing.TB, s seed.Sample) map[string][]byte {
	t.Helper()
	files, err := s.All()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Codes gives the codes of all findings, each once, in order.
func Codes(r *check.Report) []string {
	set := map[string]bool{}
	for _, f := range r.Findings {
		set[f.Code] = true
	}
	return slices.Sorted(maps.Keys(set))
}
