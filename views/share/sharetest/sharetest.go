// Package sharetest plays the workspace of the workplace for file shares, for its tests:
// those of the presenter and those of the view.
package sharetest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/views/share/model"
)

// Fake keeps one share and its decisions in memory and notes what it is asked to do.
type Fake struct {
	Share     *model.Share
	Decisions []map[string]Decision // one map an act, the last one counts
	Undone    []map[string]Decision
	Fault     error
	Did       []string
}

// Decision is what was decided on one path.
type Decision struct {
	Rating record.Rating
	Reason string
}

// Full is a small share with everything in it: copies, drafts, litter, an empty folder.
func Full() *Fake {
	t := share.New("P1")
	at := time.Date(2004, 3, 1, 8, 15, 30, 0, time.UTC).Unix()
	special := map[string]share.Special{"Kasse/Buchungen.mdb": share.Database}
	for i, f := range []struct {
		path, content string
		size          int64
	}{{"Bauamt/Plan.pdf", "plan", 5 << 20}, {"Bauamt/Kopie/Plan.pdf", "plan", 5 << 20}, {"Bauamt/Kopie/Liste.xls", "liste", 40 << 10},
		{"Sicherung/Liste.xls", "liste", 40 << 10}, {"Sicherung/Plan.pdf", "plan", 5 << 20},
		{"Hauptamt/Satzung_Entwurf.docx", "s1", 22 << 10}, {"Hauptamt/Satzung_final.docx", "s2", 23 << 10},
		{"Hauptamt/Thumbs.db", "t", 9 << 10}, {"Hauptamt/Bilder/Thumbs.db", "t2", 7 << 10}, {"Hauptamt/Bilder/Feier.jpg", "j", 2 << 20},
		{"Kasse/Buchungen.mdb", "m", 12 << 20}, {"Kasse/leer.txt", "", 0}} {
		t.Add(f.path, share.File{ID: "f" + fmt.Sprint(i), Size: f.size, Modified: at + int64(i)*3_000_000,
			Key: share.KeyOf(f.content), Sort: &share.Sort{Format: "Format", Special: special[f.path]}})
	}
	for _, name := range []string{"Kasse/Belege 2003", "Leer"} {
		t.Enter(name)
	}
	for i := range t.Folders {
		t.Folders[i].ID = "d" + fmt.Sprint(i)
	}
	t.Settle()
	f := &Fake{Share: &model.Share{ID: "P1", Title: "Laufwerk G der Gemeinde", Agency: "Gemeinde Musterdorf", Tree: t, Open: true}}
	f.force()
	return f
}

// Large is a share of as many files: a fifth of them there twice, every seventh litter, a
// folder with a tenth of all.
func Large(files int) *Fake {
	t := share.New("P1")
	t.Grow(files)
	for i := range files {
		dir := fmt.Sprintf("Amt %02d/Sachgebiet %02d/Vorgang %03d", i%17, i%11, i/100%500)
		if i%10 == 0 {
			dir = "Eingang"
		}
		ext := []string{"docx", "PDF", "xls", "tmp", "jpg", "txt", "msg"}[i%7]
		t.Add(fmt.Sprintf("%s/Schreiben %06d an die Gemeinde.%s", dir, i, ext), share.File{ID: "f" + fmt.Sprint(i),
			Size:     int64(i%5000) * 97,
			Modified: int64(i) * 9000, Key: share.KeyOf(fmt.Sprint(i % (files - files/5))), Sort: &share.Sort{Format: "Format " + ext}})
	}
	t.Settle()
	for i := range t.Folders {
		t.Folders[i].ID = "d" + fmt.Sprint(i)
	}
	f := &Fake{Share: &model.Share{ID: "P1", Title: "Laufwerk G der Gemeinde", Agency: "Gemeinde Musterdorf", Tree: t, Open: true}}
	f.force()
	return f
}

func (f *Fake) force() {
	byID := map[string]Decision{}
	t := f.Share.Tree
	for _, act := range f.Decisions {
		for name, d := range act {
			if n, ok := t.File(name); ok {
				byID[t.Files[n].ID] = d
			} else if i, ok := t.Find(name); ok {
				byID[t.Folders[i].ID] = d
			}
		}
	}
	t.Decide(func(id string) (record.Rating, string, bool) {
		d, ok := byID[id]
		return d.Rating, d.Reason, ok && d.Rating != record.RatingAppraise
	}, nil)
}

func (f *Fake) note(format string, args ...any) error {
	f.Did = append(f.Did, strings.TrimSpace(fmt.Sprintf(format, args...)))
	return f.Fault
}

// Load implements model.Source.
func (f *Fake) Load(_ context.Context, id string) (*model.Share, error) {
	if f.Share == nil {
		return nil, failure.New(failure.Refused, "open share", wording.Say("hint.window.no-share"))
	}
	return f.Share, f.Fault
}

// Decided implements model.Source.
func (f *Fake) Decided(context.Context, *model.Share) (func(), error) { return f.force, nil }

// Doubles implements model.Source.
func (f *Fake) Doubles(context.Context, *model.Share) (model.Doubles, error) {
	t := f.Share.Tree
	return model.Doubles{Files: t.EqualFiles(), Folders: t.EqualFolders(), Contained: t.Contained(), Held: map[int32]string{0: "LAM 12/1"},
		Unopened: []int32{1}}, f.note("doubles")
}

// Drafts implements model.Source.
func (f *Fake) Drafts(_ context.Context, _ *model.Share, progress func(done, total int)) (model.Drafted, error) {
	progress(1, 2)
	a, ok := f.Share.Tree.File("Hauptamt/Satzung_Entwurf.docx")
	b, _ := f.Share.Tree.File("Hauptamt/Satzung_final.docx")
	if !ok {
		return model.Drafted{}, f.note("drafts")
	}
	return model.Drafted{Chains: []share.Chain{{Members: []int32{int32(a), int32(b)}, Like: .93, Keep: int32(b), Why: "die letzte"}},
		Compared: 2}, f.note("drafts")
}

// Between implements model.Source.
func (f *Fake) Between(_ context.Context, _ *model.Share, a, b string) ([]share.Change, bool, error) {
	return []share.Change{{Kind: "=", Text: strings.Repeat("§ 1 Die Gemeinde ", 20)}, {Kind: "-", Text: "beabsichtigt"},
		{Kind: "+", Text: "erhebt"}, {Kind: "=", Text: "eine Abgabe."}}, true, f.note("between %s %s", a, b)
}

// Rules implements model.Source.
func (f *Fake) Rules(context.Context, *model.Share) ([]share.Rule, error) {
	return share.Rules(), f.note("rules")
}

func (f *Fake) meant(m model.Means) (paths []string, kept int) {
	t := f.Share.Tree
	at, _ := t.Find(m.Below)
	take := func(n int32) {
		if t.Files[n].Own {
			kept++
			return
		}
		paths = append(paths, t.Path(n))
	}
	for _, r := range share.Rules() {
		if r.Name != m.Rule {
			continue
		}
		for _, n := range t.MeantBy(r) {
			if t.Within(t.Files[n].Folder, at) {
				take(n)
			}
		}
	}
	if m.Choice != nil {
		for _, n := range t.Chosen(at, m.Choice) {
			take(n)
		}
	}
	return append(paths, m.Paths...), kept
}

// Meant implements model.Source.
func (f *Fake) Meant(_ context.Context, _ *model.Share, m model.Means) (out model.Meant, err error) {
	t := f.Share.Tree
	paths, kept := f.meant(m)
	out.Kept = kept
	for _, name := range paths {
		if n, ok := t.File(name); ok {
			out.Files, out.Bytes = out.Files+1, out.Bytes+t.Files[n].Size
		} else if i, ok := t.Find(name); ok {
			out.Files, out.Bytes = out.Files+t.Folders[i].Files, out.Bytes+t.Folders[i].Bytes
		}
	}
	return out, f.Fault
}

// Decide implements model.Source.
func (f *Fake) Decide(_ context.Context, _ *model.Share, m model.Means, rating record.Rating, reason string) error {
	paths, _ := f.meant(m)
	act := map[string]Decision{}
	for _, name := range paths {
		act[name] = Decision{rating, reason}
	}
	f.Decisions = append(f.Decisions, act)
	return f.note("decide %s %d %s", rating, len(paths), reason)
}

// Undo implements model.Source.
func (f *Fake) Undo(context.Context, *model.Share) error {
	if n := len(f.Decisions); n > 0 {
		f.Undone, f.Decisions = append(f.Undone, f.Decisions[n-1]), f.Decisions[:n-1]
	}
	return f.note("undo")
}

// Redo implements model.Source.
func (f *Fake) Redo(context.Context, *model.Share) error {
	if n := len(f.Undone); n > 0 {
		f.Decisions, f.Undone = append(f.Decisions, f.Undone[n-1]), f.Undone[:n-1]
	}
	return f.note("redo")
}

// Describe implements model.Source.
func (f *Fake) Describe(_ context.Context, s *model.Share, folder int32, title, detail string) error {
	return f.note("describe %s %s %s", s.Tree.Folders[folder].Path, title, detail)
}

// Names implements model.Source.
func (f *Fake) Names(_ context.Context, _ *model.Share, file string) (int, error) {
	return 3, f.note("names %s", file)
}

// List implements model.Source.
func (f *Fake) List(context.Context, *model.Share) error { return f.note("list") }

// Report implements model.Source.
func (f *Fake) Report(context.Context, *model.Share) error { return f.note("report") }

// Look implements model.Source.
func (f *Fake) Look(_ context.Context, s *model.Share, folder int32) error {
	return f.note("look %s", s.Tree.Folders[folder].Path)
}

// Open implements model.Source.
func (f *Fake) Open(_ context.Context, s *model.Share, file int32) (viewer.Document, error) {
	return nil, failure.New(failure.Refused, "open "+s.Tree.Path(file), wording.Plain("Hier gibt es keine Seiten."))
}

// Subscribe implements model.Source.
func (f *Fake) Subscribe(func()) func() { return func() {} }

var _ model.Source = (*Fake)(nil)
