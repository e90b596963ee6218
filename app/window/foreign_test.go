package window_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
	reader "laufzettel/views/reader/model"
)

func delivery(t *testing.T, kind string) string {
	t.Helper()
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Kind: kind, Seed: 3, Documents: 3})
	must(t, err)
	path, err := parcel.Write(t.Context(), t.TempDir())
	must(t, err)
	return path
}

// A24: packages of others open with description, documents by date and integrity.
func TestForeign_OpensInTheReadingRoom(t *testing.T) {
	c := &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	w := open(t, t.TempDir(), "M. Ahrens", c)
	src := window.NewReader(w, nil, nil)
	defer src.Close()
	for _, kind := range []string{"xdomea-0503", "ech0160", "eark", "bagit", "siard"} {
		t.Run(kind, func(t *testing.T) {
			key, err := src.OpenFile(t.Context(), delivery(t, kind))
			must(t, err)
			pk, err := src.Package(t.Context(), key)
			must(t, err)
			if len(pk.Documents) == 0 || len(pk.Groups) < 2 || pk.Closed {
				t.Fatalf("%+v", pk)
			}
			if !slices.IsSortedFunc(pk.Documents, func(a, b reader.Document) int { return strings.Compare(a.Date, b.Date) }) {
				t.Error("documents are out of order")
			}
			doc, err := src.Document(t.Context(), key, pk.Documents[0].ID, false)
			must(t, err)
			must(t, doc.Close())
			for _, e := range pk.Evidence {
				doc, err := src.Evidence(t.Context(), key, e.ID)
				must(t, err)
				if k := doc.Info().Kind; k != viewer.Table && k != viewer.Lines {
					t.Errorf("evidence %s is shown as %s", e.ID, k)
				}
				must(t, doc.Close())
			}
			in, err := src.Verify(t.Context(), key, nil)
			must(t, err)
			if len(in.Broken) != 0 || in.At.IsZero() || in.Algorithm == "" {
				t.Errorf("integrity %+v", in)
			}
			copied, err := src.UseCopy(t.Context(), key)
			must(t, err)
			if entries, err := os.ReadDir(copied.Path); err != nil || len(entries) == 0 {
				t.Errorf("the copy is empty: %v", err)
			}
			part := filepath.Join(t.TempDir(), "teil.csv")
			src.Place = func(context.Context, string, string) (string, error) { return part, nil }
			_, err = src.SavePart(t.Context(), key, "teil.csv", false, rows)
			must(t, err)
			log, err := w.Office.Events(t.Context(), filepath.Base(strings.TrimPrefix(key, "foreign:")))
			must(t, err)
			if last := log[len(log)-1]; len(log) != 2 || last.Type != "extracted" || last.Detail["file"] != "teil.csv" ||
				len(last.Detail["sha512"]) != 128 {
				t.Errorf("a part of a package of others in the log: %+v", log)
			}
		})
	}
	if _, err := src.Document(t.Context(), "foreign:nirgends", "1", false); !errors.Is(err, catalog.ErrUnknown) {
		t.Errorf("document of a package that is not open: %v", err)
	}
	plain := filepath.Join(t.TempDir(), "notiz.txt")
	must(t, os.WriteFile(plain, []byte("nichts"), 0o600))
	if _, err := src.OpenFile(t.Context(), plain); failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
		t.Errorf("no package: %v", err)
	}
}

// A reader's place opens nothing that does not come from the catalog.
func TestForeign_NotAtAReadersPlace(t *testing.T) {
	c := &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	w := open(t, t.TempDir(), "", c)
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	src := window.NewReader(w, nil, nil)
	if _, err := src.OpenFile(t.Context(), delivery(t, "xdomea-0503")); failure.KindOf(err) != failure.Refused {
		t.Errorf("a dropped delivery opened: %v", err)
	}
	if _, err := src.Pick(t.Context(), "x"); failure.KindOf(err) != failure.Refused {
		t.Errorf("the open dialog opened: %v", err)
	}
}
