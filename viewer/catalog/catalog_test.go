package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/store"
	"laufzettel/viewer/catalog"
)

func openCatalog(tb testing.TB) (*catalog.Catalog, *store.Store) {
	tb.Helper()
	s, err := store.Open(context.Background(), filepath.Join(tb.TempDir(), "w.db"),
		store.Room{Name: catalog.Room, Migrations: catalog.Migrations})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return catalog.New(s), s
}

var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func samples() []catalog.Item {
	return []catalog.Item{
		{PID: "p1", ReferenceCode: "LAM 12/66-0031-02", Kind: "case", Filing: "66.1-0031/02", Subject: "Ausleitung am Mühlwehr",
			From: "1998-03-12", To: "2004-01-19",
			Agency: "Landratsamt Musterkreis", Accession: "A1", Documents: []catalog.Document{
				{ID: "d2", Title: "Bescheid mit Nebenbestimmungen", Date: "1999-05-14", Format: "PDF/A-2b",
					Text: "Wasserrechtliche Erlaubnis. Die Übergabe des Gebäudes an der Hauptstraße folgt. Neu gebaut."},
				{ID: "d1", Title: "Antrag", Date: "1998-03-12", Format: "PDF/A-2b", Text: "Antrag auf Erlaubnis", Digest: "sha512:aa"},
				{ID: "d0", Title: "Lageplan", Format: "TIFF"},
			}},
		{PID: "p2", ReferenceCode: "LAM 12/63-0147-03", Kind: "case", Filing: "63.2-0147/03", Subject: "Nachtrag Tiefgarage", From: "2009",
			To:     "2011",
			Agency: "Bauamt Beispielstadt", Accession: "A2", Documents: []catalog.Document{
				{ID: "d1", Title: "Uebergabeprotokoll", Date: "2010",
					Text: "Die Uebergabe erfolgte in der Bahnhofstrasse. Der Nachtrag wird der Erlaubnis beigefügt."}}},
		{PID: "p3", ReferenceCode: "LAM 14/1", Kind: "case", Subject: "Personalakte Beispiel", From: "1990", To: "2020",
			Agency: "Bauamt Beispielstadt", Accession: "A2",
			Closure:   catalog.Closure{Grade: catalog.Description, Until: time.Date(2050, 12, 31, 0, 0, 0, 0, time.UTC)},
			Documents: []catalog.Document{{ID: "d1", Title: "Geheimnis", Text: "Erlaubnis streng vertraulich", Digest: "sha512:bb"}}},
		{PID: "p4", ReferenceCode: "LAM 14/2", Kind: "snapshot", Subject: "Sozialakte", From: "2015", To: "2016",
			Agency: "Bauamt Beispielstadt", Accession: "A3",
			Closure:   catalog.Closure{Grade: catalog.Object, Until: time.Date(2046, 12, 31, 0, 0, 0, 0, time.UTC)},
			Documents: []catalog.Document{{ID: "d1", Title: "Bericht Sondersache", Text: "Erlaubnis abgelehnt"}}},
	}
}

func filled(tb testing.TB) (*catalog.Catalog, *store.Store) {
	c, s := openCatalog(tb)
	for _, it := range samples() {
		if err := c.Put(context.Background(), it); err != nil {
			tb.Fatal(err)
		}
	}
	return c, s
}

func pids(r catalog.Results) string {
	var list []string
	for _, it := range r.Items {
		list = append(list, it.PID)
	}
	return strings.Join(list, " ")
}

func TestSearch(t *testing.T) {
	c, _ := filled(t)
	tests := []struct {
		name string
		q    catalog.Query
		want string
	}{
		{"word of a subject", catalog.Query{Text: "tiefgarage"}, "p2"},
		{"umlaut as typed", catalog.Query{Text: "Mühlwehr"}, "p1"},
		{"umlaut as two letters", catalog.Query{Text: "Muehlwehr"}, "p1"},
		{"umlaut without dots", catalog.Query{Text: "muhlwehr"}, "p1"},
		{"ü finds ue too", catalog.Query{Text: "Übergabe"}, "p2 p1"},
		{"ue finds ü too", catalog.Query{Text: "uebergabe"}, "p2 p1"},
		{"ss finds ß", catalog.Query{Text: "hauptstrasse"}, "p1"},
		{"ß finds ss", catalog.Query{Text: "Bahnhofstraße"}, "p2"},
		{"neue is not neu", catalog.Query{Text: "neue"}, ""},
		{"phrase", catalog.Query{Text: `"Übergabe des Gebäudes"`}, "p1"},
		{"phrase folded", catalog.Query{Text: `"Uebergabe des Gebaeudes"`}, "p1"},
		{"phrase in another order", catalog.Query{Text: `"des Übergabe"`}, ""},
		{"German quotes", catalog.Query{Text: `„Übergabe des“`}, "p1"},
		{"prefix", catalog.Query{Text: "tiefg*"}, "p2"},
		{"prefix with umlaut", catalog.Query{Text: "Mühl*"}, "p1"},
		{"prefix folded", catalog.Query{Text: "Muehl*"}, "p1"},
		{"all words", catalog.Query{Text: "nachtrag tiefgarage"}, "p2"},
		{"without", catalog.Query{Text: "Erlaubnis -Nachtrag"}, "p1"},
		{"filing reference", catalog.Query{Text: "66.1-0031/02"}, "p1"},
		{"reference code", catalog.Query{Text: "LAM 12/63-0147-03"}, "p2"},
		{"operators are words", catalog.Query{Text: `" OR NEAR( ) AND *`}, ""},
		{"NUL is a space", catalog.Query{Text: "tief\x00garage nachtrag"}, ""},
		{"signs only", catalog.Query{Text: `"" -- **`}, ""},
		{"agency", catalog.Query{Text: "erlaubnis", Agency: "Bauamt Beispielstadt"}, "p2"},
		{"years", catalog.Query{Text: "erlaubnis", FromYear: 2005}, "p2"},
		{"years up to", catalog.Query{Text: "erlaubnis", ToYear: 1998}, "p1"},
		{"kind", catalog.Query{Kind: "snapshot"}, "p4"},
		{"under a reference code", catalog.Query{Under: "LAM 12/6"}, "p2 p1"},
		{"one portion", catalog.Query{Text: "erlaubnis", Accessions: []string{"A2"}}, "p2"},
		{"some portions", catalog.Query{Accessions: []string{"A2", "A3"}}, "p2 p4"},
		{"everything", catalog.Query{}, "p2 p1 p4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.q.Day = today
			got, err := c.Search(t.Context(), tt.q)
			if err != nil {
				t.Fatal(err)
			}
			if !sameSet(pids(got), tt.want) || got.Total != len(got.Items) {
				t.Errorf("found %q (total %d), want %q", pids(got), got.Total, tt.want)
			}
		})
	}
}

func sameSet(a, b string) bool {
	count := map[string]int{}
	for _, s := range strings.Fields(a) {
		count[s]++
	}
	for _, s := range strings.Fields(b) {
		count[s]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func marked(spans []catalog.Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Hit {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func TestContext(t *testing.T) {
	c, _ := filled(t)
	tests := map[string]string{
		"Hauptstraße":  "Wasserrechtliche Erlaubnis. Die Übergabe des Gebäudes an der [Hauptstraße] folgt. Neu gebaut.",
		"hauptstrasse": "Wasserrechtliche Erlaubnis. Die Übergabe des Gebäudes an der [Hauptstraße] folgt. Neu gebaut.",
	}
	for text, want := range tests {
		res, err := c.Search(t.Context(), catalog.Query{Text: text, Day: today})
		if err != nil || len(res.Items) != 1 || len(res.Items[0].Places) != 1 {
			t.Fatalf("%s: %+v, %v", text, res, err)
		}
		p := res.Items[0].Places[0]
		if got := marked(p.Context); got != want || p.ID != "d2" || p.Date != "1999-05-14" {
			t.Errorf("%s: %q in %s, want %q", text, got, p.ID, want)
		}
	}
	res, err := c.Search(t.Context(), catalog.Query{Text: "Mühlwehr", Day: today})
	if err != nil || !strings.Contains(marked(res.Items[0].Places[0].Context), "[Mühlwehr]") || res.Items[0].Places[0].ID != "" {
		t.Errorf("hit in the description: %+v, %v", res.Items, err)
	}
}

// A25: a closed description is found by nobody; a closed object is found by its
// description only, until the day it opens.
func TestClosure(t *testing.T) {
	c, _ := filled(t)
	const p3, p4 = "p3", "p4"
	last := time.Date(2050, 12, 31, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		name    string
		text    string
		day     time.Time
		granted []string
		want    string
	}{
		{"word of the closed description", "Personalakte", today, nil, ""},
		{"word of its document", "Geheimnis", today, nil, ""},
		{"its reference code", "LAM 14/1", today, nil, ""},
		{"its PID", "p3", today, nil, ""},
		{"description of the closed object", "Sozialakte", today, nil, p4},
		{"text of the closed object", "abgelehnt", today, nil, ""},
		{"title in the closed object", "Sondersache", today, nil, ""},
		{"last closed day", "Personalakte", last, nil, ""},
		{"first open day", "Personalakte", last.AddDate(0, 0, 1), nil, p3},
		{"granted description", "Geheimnis", today, []string{p3}, p3},
		{"granted object", "abgelehnt", today, []string{p4}, p4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c.Search(t.Context(), catalog.Query{Text: tt.text, Day: tt.day, Granted: tt.granted})
			if err != nil || pids(got) != tt.want || got.Total != len(strings.Fields(tt.want)) {
				t.Errorf("found %q (total %d), %v; want %q", pids(got), got.Total, err, tt.want)
			}
		})
	}
	f, err := c.Facets(t.Context(), catalog.Query{Day: today})
	want := catalog.Facets{Agencies: []catalog.Facet{{Value: "Bauamt Beispielstadt", Count: 2},
		{Value: "Landratsamt Musterkreis", Count: 1}},
		Kinds:      []catalog.Facet{{Value: "case", Count: 2}, {Value: "snapshot", Count: 1}},
		Accessions: []catalog.Facet{{Value: "A1", Count: 1}, {Value: "A2", Count: 1}, {Value: "A3", Count: 1}}, Total: 3}
	if diff := cmp.Diff(want, f); err != nil || diff != "" {
		t.Errorf("facets (-want +got):\n%s%v", diff, err)
	}
	// Each number is what a search finds with that value and all else that is asked for.
	for _, q := range []catalog.Query{{Day: today, Agency: "Bauamt Beispielstadt"}, {Day: today, Kind: "snapshot"},
		{Day: today, Text: "brücke"}, {Day: today, Text: "nachtrag"}, {Day: today, Text: "-"},
		{Day: today, Accessions: []string{"A2"}, ToYear: 2015}} {
		f, err := c.Facets(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := c.Search(t.Context(), q); err != nil || f.Total != all.Total {
			t.Errorf("%+v: %d in all, a search finds %d, %v", q, f.Total, all.Total, err)
		}
		for _, x := range f.Agencies {
			with := q
			with.Agency = x.Value
			if got, err := c.Search(t.Context(), with); err != nil || got.Total != x.Count {
				t.Errorf("%+v: %s counts %d, a search finds %d, %v", q, x.Value, x.Count, got.Total, err)
			}
		}
		for _, x := range f.Kinds {
			with := q
			with.Kind = x.Value
			if got, err := c.Search(t.Context(), with); err != nil || got.Total != x.Count {
				t.Errorf("%+v: %s counts %d, a search finds %d, %v", q, x.Value, x.Count, got.Total, err)
			}
		}
	}
	if _, err := c.Find(t.Context(), p3, today); !errors.Is(err, catalog.ErrUnknown) {
		t.Errorf("closed description found by its PID: %v", err)
	}
	if it, err := c.Find(t.Context(), p4, today); err != nil || len(it.Documents) != 0 || it.Closure.On(today) != catalog.Object {
		t.Errorf("closed object: %+v, %v; want the description alone", it, err)
	}
	if err := c.SetClosure(t.Context(), p4, catalog.Closure{}); err != nil {
		t.Fatal(err)
	}
	if it, err := c.Find(t.Context(), p4, today); err != nil || len(it.Documents) != 1 {
		t.Errorf("opened object: %+v, %v", it, err)
	}
	if err := c.SetClosure(t.Context(), "nobody", catalog.Closure{}); !errors.Is(err, catalog.ErrUnknown) {
		t.Errorf("closure of an unknown object: %v", err)
	}
}

func TestFindChronological(t *testing.T) {
	c, _ := filled(t)
	at := time.Date(2026, 11, 17, 10, 12, 0, 0, time.UTC)
	if err := c.SetChecked(t.Context(), "p1", at); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"p1", "LAM 12/66-0031-02"} {
		it, err := c.Find(t.Context(), key, today)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, d := range it.Documents {
			ids = append(ids, d.ID)
		}
		if diff := cmp.Diff([]string{"d0", "d1", "d2"}, ids); diff != "" || !it.Checked.Equal(at) ||
			it.Subject != "Ausleitung am Mühlwehr" {
			t.Errorf("%s: %s %+v", key, diff, it)
		}
	}
}

func TestRemoveLeavesNothing(t *testing.T) {
	c, s := filled(t)
	if err := c.Remove(t.Context(), "p1"); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"SELECT count(*) FROM catalog_item WHERE pid = 'p1'",
		"SELECT count(*) FROM catalog_entry WHERE title LIKE '%Nebenb%'",
		"SELECT count(*) FROM catalog_words WHERE catalog_words MATCH 'Nebenbestimmungen OR Muehlwehr'"} {
		var n int
		if err := s.Reader().QueryRow(q).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d, %v", q, n, err)
		}
	}
	if err := c.Remove(t.Context(), "p1"); err != nil {
		t.Errorf("second removal: %v", err)
	}
	if got, err := c.Search(t.Context(), catalog.Query{Day: today}); err != nil || got.Total != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRebuild(t *testing.T) {
	c, _ := filled(t)
	stop := errors.New("killed")
	feed := func(items []catalog.Item, err error) func(context.Context, func(catalog.Item) error) error {
		return func(_ context.Context, yield func(catalog.Item) error) error {
			for _, it := range items {
				if err := yield(it); err != nil {
					return err
				}
			}
			return err
		}
	}
	if _, err := c.Rebuild(t.Context(), feed(samples()[:1], stop)); !errors.Is(err, stop) {
		t.Fatalf("error %v", err)
	}
	if got, _ := c.Search(t.Context(), catalog.Query{Day: today}); got.Total != 3 {
		t.Errorf("after a broken rebuild %d objects, want all 3", got.Total)
	}
	renamed := samples()[1]
	renamed.Subject = "Neuer Betreff"
	n, err := c.Rebuild(t.Context(), feed([]catalog.Item{renamed}, nil))
	if err != nil || n != 1 {
		t.Fatalf("%d, %v", n, err)
	}
	got, err := c.Search(t.Context(), catalog.Query{Day: today})
	if err != nil || pids(got) != "p2" || got.Items[0].Subject != "Neuer Betreff" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestHeld(t *testing.T) {
	c, _ := filled(t)
	got, err := c.Held(t.Context(), []string{"sha512:aa", "sha512:zz"})
	if diff := cmp.Diff(map[string]string{"sha512:aa": "LAM 12/66-0031-02"}, got); err != nil || diff != "" {
		t.Errorf("(-want +got):\n%s%v", diff, err)
	}
}

func TestPages(t *testing.T) {
	c, _ := openCatalog(t)
	for i := range 7 {
		if err := c.Put(t.Context(), catalog.Item{PID: fmt.Sprint("p", i), ReferenceCode: fmt.Sprintf("L %d", i),
			Subject: "Akte"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"", "akte"} {
		got, err := c.Search(t.Context(), catalog.Query{Text: text, Limit: 3, Offset: 6})
		if err != nil || got.Total != 7 || pids(got) != "p6" {
			t.Errorf("%q: %q of %d, %v", text, pids(got), got.Total, err)
		}
	}
	if err := c.Put(t.Context(), catalog.Item{}); err == nil {
		t.Error("an item without PID was taken")
	}
}

// Of a word that stands nearly everywhere no more places are ranked than is told:
// what stands in descriptions goes first, the filters and closure hold as ever, and
// within the bound nothing changes.
func TestCommonWord(t *testing.T) {
	c, _ := openCatalog(t)
	for i := range 40 {
		it := catalog.Item{PID: fmt.Sprintf("p%02d", i), ReferenceCode: fmt.Sprintf("L %02d", i), Subject: "Akte",
			Agency:    fmt.Sprintf("Amt %d", i%2),
			Documents: []catalog.Document{{ID: "d", Title: "Brief", Text: "an das Bauamt mit der Bitte um Auskunft"}}}
		switch i {
		case 38:
			it.Subject = "Auskunft des Bauamts, Bauamt" // the only description with the word, and the last but one
		case 39:
			it.Subject = "Bauamt geheim"
			it.Closure = catalog.Closure{Grade: catalog.Description}
		case 1:
			it.Closure = catalog.Closure{Grade: catalog.Object}
		}
		if err := c.Put(t.Context(), it); err != nil {
			t.Fatal(err)
		}
	}
	find := func(q catalog.Query) catalog.Results {
		t.Helper()
		q.Day, q.Limit = today, 5
		res, err := c.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range res.Items {
			if it.PID == "p39" || it.PID == "p01" || len(it.Places) == 0 || it.More < 0 {
				t.Errorf("%q: %s with places %+v, %d more", q.Text, it.PID, it.Places, it.More)
			}
		}
		return res
	}
	words := []string{"Bauamt", "bauam*", `"das Bauamt"`, "Bauamt Auskunft", "Bauamt -geheim"}
	var all []catalog.Results
	for _, w := range words {
		res := find(catalog.Query{Text: w})
		if all = append(all, res); res.Total != 38 || res.More {
			t.Errorf("%q: %d, more %v", w, res.Total, res.More)
		}
	}
	c.Rank(10)
	for i, w := range words {
		res := find(catalog.Query{Text: w})
		if !res.More || res.Total < 10 || res.Total > 11 {
			t.Errorf("%q: %d, more %v", w, res.Total, res.More)
		}
		if w != `"das Bauamt"` && (res.Items[0].PID != "p38" || all[i].Items[0].PID != "p38") {
			t.Errorf("%q begins with %s, ranked as a whole with %s", w, res.Items[0].PID, all[i].Items[0].PID)
		}
		if p := res.Items[len(res.Items)-1].Places[0]; p.ID != "d" || !strings.Contains(marked(p.Context), "[Bauamt]") &&
			!strings.Contains(marked(p.Context), "[das Bauamt]") {
			t.Errorf("%q: %s in %q", w, marked(p.Context), p.ID)
		}
	}
	if res := find(catalog.Query{Text: "Bauamt", Agency: "Amt 1"}); !res.More || res.Total != 10 {
		t.Errorf("of one agency: %d, more %v", res.Total, res.More)
	}
	c.Rank(19)
	if res := find(catalog.Query{Text: "Bauamt", Agency: "Amt 1", Offset: 15}); res.More || res.Total != 18 || len(res.Items) != 3 {
		t.Errorf("all of one agency: %d, more %v, %d on the last page", res.Total, res.More, len(res.Items))
	}
	c.Rank(50)
	if diff := cmp.Diff(all[0], find(catalog.Query{Text: "Bauamt"})); diff != "" {
		t.Errorf("within the bound (-before +after):\n%s", diff)
	}
}

func FuzzQuery(f *testing.F) {
	c, _ := filled(f)
	for _, s := range []string{`a "b c* -d`, `"`, `NEAR(a b)`, `{head}:x`, "\x00", `ß* "ue ae`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := c.Search(t.Context(), catalog.Query{Text: s, Day: today}); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
	})
}

func BenchmarkSearch100000(b *testing.B) {
	c, _ := openCatalog(b)
	words := strings.Fields(
		"Bescheid Antrag Gutachten Vermerk Stellungnahme Gebühr Garage Nachbar Wasser Straße Prüfung Bauherr Termin Ortsbesichtigung Auflage")
	_, err := c.Rebuild(b.Context(), func(_ context.Context, yield func(catalog.Item) error) error {
		for i := range 100_000 {
			text := strings.Builder{}
			for j := range 40 {
				fmt.Fprintf(&text, "%s%d ", words[(i*7+j*j)%len(words)], (i+j*31)%97)
			}
			text.WriteString("an das Amt")
			it := catalog.Item{PID: fmt.Sprint("p", i), ReferenceCode: fmt.Sprintf("LAM %d", i),
				Subject: fmt.Sprintf("%s Nr. %d", words[i%len(words)], i), From: "2001", To: "2010",
				Documents: []catalog.Document{{ID: "d", Title: words[(i+3)%len(words)], Text: text.String()}}}
			if err := yield(it); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, q := range map[string]string{"ordinary": "Garage17", "rare": `"Nr 4711"`, "two": "Garage17 Wasser48", "frequent": "Gutachten",
		"everywhere": "Amt"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Search(b.Context(), catalog.Query{Text: q, Day: today}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestPut_large finds the words of an item that is written in larger pieces, and none of
// them once it is removed, while those of the others stay.
func TestPut_large(t *testing.T) {
	c, _ := filled(t)
	large := catalog.Item{PID: "g1", Kind: "case", Subject: "Große Ablage"}
	filler := strings.Repeat("Registratur ", 100_000)
	for i := range 16 {
		large.Documents = append(large.Documents, catalog.Document{ID: fmt.Sprint("d", i), Text: fmt.Sprint("Kennwort", i, " ", filler)})
	}
	found := func(words string) string {
		t.Helper()
		r, err := c.Search(t.Context(), catalog.Query{Text: words, Day: today})
		if err != nil {
			t.Fatal(err)
		}
		return pids(r)
	}
	if err := c.Put(t.Context(), large); err != nil {
		t.Fatal(err)
	}
	if got := found("Kennwort0") + found("Kennwort15"); got != "g1g1" {
		t.Errorf("found %q, want the large item twice", got)
	}
	if err := c.Remove(t.Context(), "g1"); err != nil {
		t.Fatal(err)
	}
	if got := found("Kennwort7"); got != "" {
		t.Errorf("found %q after its removal", got)
	}
	if got := found("Nebenbestimmungen"); got != "p1" {
		t.Errorf("found %q, want p1", got)
	}
}
