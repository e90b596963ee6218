package catalog_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/viewer/catalog"
)

// What is put in with Later is listed and found by its own description at once, by its
// documents once their words have come; then it is found as if it had been put in whole.
func TestLater(t *testing.T) {
	ctx := context.Background()
	whole, _ := filled(t)
	c, _ := openCatalog(t)
	for _, it := range samples() {
		it.Later = true
		if err := c.Put(ctx, it); err != nil {
			t.Fatal(err)
		}
	}
	search := func(c *catalog.Catalog, text string) (string, int) {
		r, err := c.Search(ctx, catalog.Query{Text: text, Day: today})
		if err != nil {
			t.Fatal(err)
		}
		return pids(r), r.Due
	}
	for _, tt := range []struct {
		text, want string
	}{{"Mühlwehr", "p1"}, {"Erlaubnis", ""}, {"Lageplan", ""}} {
		if got, due := search(c, tt.text); got != tt.want || due != 6 {
			t.Errorf("before: %s: %q, %d due; want %q, 6", tt.text, got, due, tt.want)
		}
	}
	if it, err := c.Find(ctx, "p1", today); err != nil || len(it.Documents) != 3 {
		t.Errorf("documents of p1: %v, %v", it.Documents, err)
	}
	if held, err := c.Held(ctx, []string{"sha512:aa"}); err != nil || len(held) != 1 {
		t.Errorf("held: %v, %v", held, err)
	}
	want := []catalog.Due{{PID: "p1", ReferenceCode: "LAM 12/66-0031-02", Documents: 3},
		{PID: "p2", ReferenceCode: "LAM 12/63-0147-03", Documents: 1}, {PID: "p3", ReferenceCode: "LAM 14/1", Documents: 1},
		{PID: "p4", ReferenceCode: "LAM 14/2", Documents: 1}}
	if got, err := c.Due(ctx); err != nil || !cmp.Equal(got, want) {
		t.Errorf("due: %v\n%s", err, cmp.Diff(want, got))
	}
	for _, it := range samples() {
		for _, d := range it.Documents { // one by one, each twice: the second adds nothing
			for range 2 {
				if err := c.Fill(ctx, it.PID, []catalog.Document{d}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, text := range []string{"Mühlwehr", "Erlaubnis", "Lageplan", "Uebergabe", `"Die Übergabe"`, "Antrag -Nachtrag", "Geheimnis", "Bahnhof*"} {
		want, _ := search(whole, text)
		if got, due := search(c, text); got != want || due != 0 {
			t.Errorf("after: %s: %q, %d due; want %q", text, got, due, want)
		}
	}
	if got, err := c.Due(ctx); err != nil || len(got) != 0 {
		t.Errorf("due after all: %v, %v", got, err)
	}
}

// What was taken out, or put in anew with its words, waits no longer.
func TestLater_gone(t *testing.T) {
	ctx := context.Background()
	c, _ := openCatalog(t)
	it := samples()[0]
	it.Later = true
	if err := c.Put(ctx, it); err != nil {
		t.Fatal(err)
	}
	it.Later = false
	if err := c.Put(ctx, it); err != nil {
		t.Fatal(err)
	}
	parts, err := c.DueParts(ctx, it.PID)
	if err != nil || len(parts) != 0 {
		t.Errorf("put anew: %v, %v", parts, err)
	}
	it.Later = true
	if err := c.Put(ctx, it); err != nil {
		t.Fatal(err)
	}
	if parts, err := c.DueParts(ctx, it.PID); err != nil || !parts[catalog.Part{ID: "d1"}] || len(parts) != 3 {
		t.Errorf("parts: %v, %v", parts, err)
	}
	if err := c.Remove(ctx, it.PID); err != nil {
		t.Fatal(err)
	}
	if err := c.Fill(ctx, it.PID, it.Documents); err != nil {
		t.Fatal(err)
	}
	if due, err := c.Due(ctx); err != nil || len(due) != 0 {
		t.Errorf("removed: %v, %v", due, err)
	}
}
