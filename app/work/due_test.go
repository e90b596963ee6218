package work_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/fulltext"
)

// archived packages a delivery of text documents, all of it.
func archived(t *testing.T, w *work.House, between func(p transfer.Portion)) []transfer.Package {
	t.Helper()
	ctx := t.Context()
	p, _ := received(t, w, generate.Plan{Seed: 23, Cases: 2, Documents: 2, Mix: []string{"txt"}})
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	if between != nil {
		p, err = w.Intake.Portions.Get(ctx, p.ID)
		must(t, err)
		between(p)
	}
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	for _, d := range a.Roots {
		for _, c := range d.Children {
			must(t, w.Desk.Set(ctx, p.ID, []string{c.ID}, record.RatingArchive, "ganz"))
		}
	}
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	return packages
}

// hits searches for words and gives the packages found and the documents not looked into.
func hits(t *testing.T, w *work.House, words string) (found []string, due int) {
	t.Helper()
	r, err := w.Room.OpenHoldings(reading.Asker{}).Search(t.Context(), catalog.Query{Text: words})
	must(t, err)
	for _, it := range r.Items {
		found = append(found, it.PID)
	}
	return found, r.Due
}

// The words of packages come into the index after the packages are finished: with the
// next search at the latest, and what cannot be read then is told and made up for.
func TestIndex_FollowsPackaging(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	packages := archived(t, w, nil)
	due, err := w.Room.IndexDue(ctx)
	must(t, err)
	if due < len(packages) {
		t.Fatalf("%d documents of %d packages wait for the index", due, len(packages))
	}
	word := wordOf(t, w, packages[0])
	away := w.Office.Path(packages[0].Path)
	must(t, os.Rename(away, away+".away"))
	if found, left := hits(t, w, word); left == 0 || left >= due {
		t.Errorf("one package away: %q found in %v, %d of %d wait", word, found, left, due)
	}
	if err := w.Room.CompleteIndex(ctx, nil); err == nil {
		t.Error("nobody is told of the package that is away")
	} else if lost, ok := reading.AsLost(err); !ok || len(lost.Packages) != 1 ||
		lost.Packages[0].ReferenceCode != packages[0].ReferenceCode {
		t.Errorf("told: %v", err)
	}
	must(t, os.Rename(away+".away", away))
	told := 0
	must(t, w.Room.CompleteIndex(ctx, func(done, total int) {
		if told = done; done > total {
			t.Errorf("%d of %d", done, total)
		}
	}))
	if found, left := hits(t, w, word); left != 0 || !slices.Contains(found, packages[0].PID) || told == 0 {
		t.Errorf("back again: %q found in %v, %d wait, %d told", word, found, left, told)
	}
}

// The text the appraisal read of a file is not read again.
func TestIndex_TakesTextsOfTheAppraisal(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	packages := archived(t, w, func(p transfer.Portion) {
		var texts []fulltext.Text
		files, err := w.Intake.Delivered(ctx, p.ID, 0, 100)
		must(t, err)
		for _, f := range files {
			if strings.HasSuffix(f.Path, ".txt") {
				texts = append(texts, fulltext.Text{Path: f.Path, Body: "Merkwortzwölf"})
			}
		}
		if len(texts) == 0 {
			t.Fatalf("no text among %v", files)
		}
		must(t, w.Desk.Texts.Put(ctx, p.ID, p.Run, texts))
	})
	if found, _ := hits(t, w, "Merkwortzwölf"); len(found) != len(packages) {
		t.Errorf("found in %d of %d packages", len(found), len(packages))
	}
}

// wordOf gives a word of a text document of a package.
func wordOf(t *testing.T, w *work.House, p transfer.Package) string {
	t.Helper()
	pkg := onDisk(t, w, p.PID)
	defer pkg.Close()
	for _, l := range pkg.Files() {
		if !strings.HasSuffix(l.Path, ".txt") || l.Use != "Data" {
			continue
		}
		r, err := pkg.OpenFile(t.Context(), l.Path)
		must(t, err)
		defer r.Close()
		b := make([]byte, 4096)
		n, _ := r.Read(b)
		for _, word := range strings.Fields(string(b[:n])) {
			if len(word) > 7 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
				return word
			}
		}
	}
	t.Fatal("no text in package")
	return ""
}
