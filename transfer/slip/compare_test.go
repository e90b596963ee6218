package slip

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/record"
)

// Each side says something the other does not, and both directions are told.
func TestCompare(t *testing.T) {
	tests := []struct {
		name   string
		change func(l *List, o *record.Object)
		want   []string
	}{
		{"alike", func(*List, *record.Object) {}, nil},
		{"case of the list not delivered", func(l *List, _ *record.Object) {
			l.Entries = append(l.Entries, Entry{ID: "v2", Files: []ListedFile{{Name: "b.pdf"}}})
		}, []string{"SLP-016"}},
		{"case delivered and not listed", func(l *List, _ *record.Object) { l.Entries = nil }, []string{"SLP-017"}},
		{"marked for destruction and not listed", func(l *List, o *record.Object) { l.Entries, o.Rating = nil, record.RatingDestroy }, nil},
		{"other subject", func(l *List, _ *record.Object) { l.Entries[0].Subject = "Abriss" }, []string{"SLP-018"}},
		{"blanks only", func(l *List, _ *record.Object) { l.Entries[0].Subject = " Bau " }, nil},
		{"other period", func(l *List, _ *record.Object) { l.Entries[0].Span.To = "2013-01-01" }, []string{"SLP-019"}},
		{"derived period", func(l *List, o *record.Object) { l.Entries[0].Span.To, o.Span.Derived = "2013-01-01", true }, nil},
		{"other reference", func(l *List, _ *record.Object) { l.Entries[0].Reference = "2" }, []string{"SLP-020"}},
		{"file of the list not in the message", func(l *List, _ *record.Object) {
			l.Entries[0].Files = append(l.Entries[0].Files, ListedFile{Name: "b.pdf"})
		}, []string{"SLP-021"}},
		{"file of the message not in the list", func(l *List, _ *record.Object) { l.Entries[0].Files[0].Name = "b.pdf" },
			[]string{"SLP-021", "SLP-022"}},
		{"other rating", func(l *List, o *record.Object) {
			l.Entries[0].Rating, o.Rating = record.RatingArchive, record.RatingAppraise
		}, []string{"SLP-026"}},
		{"message without rating", func(l *List, _ *record.Object) { l.Entries[0].Rating = record.RatingArchive }, nil},
		{"other Akte", func(l *List, o *record.Object) {
			(&record.Object{ID: "A", Kind: record.Dossier, Reference: "9", Subject: "Straßen"}).Add(o)
			l.Entries[0].DossierReference, l.Entries[0].DossierSubject = "8", "Wege"
		}, []string{"SLP-027", "SLP-027"}},
		{"the Teilakte is meant or the Akte", func(l *List, o *record.Object) {
			part := &record.Object{ID: "T", Kind: record.Dossier, Reference: "9.1"}
			part.Add(o)
			(&record.Object{ID: "A", Kind: record.Dossier, Reference: "9"}).Add(part)
			l.Entries[0].DossierReference = "9"
		}, nil},
		{"umlauts in another form", func(l *List, o *record.Object) { l.Entries[0].Subject, o.Subject = "Bru\u0308cke", "Br\u00fccke" },
			nil},
		{"extension in capitals", func(l *List, _ *record.Object) { l.Entries[0].Files[0].Name = "a.PDF" }, []string{"SLP-028"}},
		{"a Vorgang without the files that others have", func(l *List, _ *record.Object) {
			l.Entries = append(l.Entries, Entry{ID: "v2", Files: []ListedFile{{Name: "b.pdf"}}})
			l.Entries[0].Files = nil
		}, []string{"SLP-016", "SLP-022"}},
		{"files at the Teilvorgang", func(l *List, o *record.Object) {
			part := &record.Object{ID: "V1a", Kind: record.Case}
			for _, d := range o.Children {
				part.Add(d)
			}
			o.Children = nil
			o.Add(part)
			l.Entries = append(l.Entries, Entry{ID: "v1a", Files: l.Entries[0].Files})
			l.Entries[0].Files = nil
		}, nil},
		{"a Vorgang to destroy has no files", func(l *List, o *record.Object) {
			l.Entries = append(l.Entries, Entry{ID: "v2", Files: []ListedFile{{Name: "b.pdf"}}})
			l.Entries[0].Files, l.Entries[0].Rating, o.Rating = nil, record.RatingDestroy, record.RatingDestroy
		}, []string{"SLP-016"}},
		{"list without files", func(l *List, _ *record.Object) { l.Entries[0].Files = nil }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, o := whole()
			tt.change(f.List, o)
			var got []string
			for _, x := range f.Compare([]*record.Object{o}) {
				got = append(got, x.Code)
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// whole is a list that says of a Vorgang what its message says.
func whole() (*Found, *record.Object) {
	o := &record.Object{ID: "V1", Kind: record.Case, Subject: "Bau", Reference: "1",
		Span: record.DateSpan{From: "2010-01-01", To: "2012-01-01"}}
	o.Add(&record.Object{ID: "d", Kind: record.Document,
		Versions: []record.Version{{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: "a.pdf"}}}}}})
	e := Entry{ID: "v1", Reference: "1", Subject: "Bau", Span: o.Span, Files: []ListedFile{{Name: "a.pdf"}}}
	return &Found{ListPath: "Ab_Lis.xml", List: &List{Entries: []Entry{e}}}, o
}

// What differs is told with who states it: the remedy asks which value holds.
func TestCompare_NamesWhoSays(t *testing.T) {
	f, o := whole()
	f.List.Entries[0].Reference, f.List.Entries[0].Subject = "77-1", "Abriss"
	said := map[string][2]string{}
	for _, x := range f.Compare([]*record.Object{o}) {
		said[x.Code] = [2]string{x.Expected, x.Found}
	}
	want := map[string][2]string{
		"SLP-018": {"„Abriss“ in der Abgabeliste", "„" + o.Subject + "“ in der Nachricht"},
		"SLP-020": {"„77-1“ in der Abgabeliste", "„" + o.Reference + "“ in der Nachricht"},
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
}

// A file that both sides name, in different Vorgänge, is one finding at the Vorgang of the
// list, says where it is, and asks for nothing to be delivered.
func TestCompare_FileInTheOtherVorgang(t *testing.T) {
	f, o := whole()
	o2 := &record.Object{ID: "V2", Kind: record.Case, Subject: "Abriss", Reference: "2", Span: o.Span}
	o2.Add(&record.Object{ID: "d2", Kind: record.Document,
		Versions: []record.Version{{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: "b.pdf"}}}}}})
	f.List.Entries[0].Files = []ListedFile{{Name: "a.pdf"}, {Name: "b.pdf"}}
	f.List.Entries = append(f.List.Entries, Entry{ID: "v2", Reference: "2", Subject: "Abriss", Span: o.Span,
		Files: []ListedFile{{Name: "c.pdf"}}})
	var got []string
	for _, x := range f.Compare([]*record.Object{o, o2}) {
		got = append(got, x.Code+" "+x.Object+" "+x.Message+" "+x.Remedy)
	}
	slices.Sort(got)
	want := []string{"SLP-021 V1 .*Die Nachricht nennt sie bei 2 „Abriss“.* Neu zu liefern ist nichts", "SLP-021 V2 .* neu exportieren"}
	if len(got) != len(want) {
		t.Fatalf("%d findings, want %d: %q", len(got), len(want), got)
	}
	for i := range want {
		if !regexp.MustCompile(want[i]).MatchString(got[i]) {
			t.Errorf("%s\nwant %s", got[i], want[i])
		}
	}
}
