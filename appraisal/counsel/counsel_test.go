package counsel_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/store"
	"laufzettel/appraisal/counsel"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

var clock = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func office(t *testing.T) (*counsel.Office, *store.Store) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: counsel.Room, Migrations: counsel.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return counsel.NewOffice(s, func() time.Time { return clock }), s
}

func TestPrecedents(t *testing.T) {
	o, s := office(t)
	ctx := t.Context()
	put := func(portion string, year int, list ...counsel.Precedent) {
		t.Helper()
		for i := range list {
			list[i].Portion, list[i].At = portion, time.Date(year, 5, 1, 0, 0, 0, 0, time.UTC)
		}
		if err := s.WithTx(ctx, func(tx *sql.Tx) error { return o.RecordTx(ctx, tx, portion, list) }); err != nil {
			t.Fatal(err)
		}
	}
	put("P1", 2024, counsel.Precedent{Plan: "63.2", Archived: 30, Destroyed: 9})
	put("P1", 2024, counsel.Precedent{Plan: "63.2", Archived: 31, Destroyed: 12}) // finished anew
	put("P2", 2025, counsel.Precedent{Plan: "63.2", Archived: 1}, counsel.Precedent{Plan: "", Archived: 7})
	got, err := o.Precedents(ctx, "63.2", "P2")
	if err != nil {
		t.Fatal(err)
	}
	want := []counsel.Precedent{{Portion: "P1", Plan: "63.2", At: time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC), Archived: 31, Destroyed: 12}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got, _ := o.Precedents(ctx, "", "P1"); len(got) != 0 {
		t.Errorf("precedents of no position: %v", got)
	}
	if got, _ := o.Precedents(ctx, "63.2", ""); len(got) != 2 || got[0].Portion != "P2" {
		t.Errorf("newest is not first: %v", got)
	}
}

func TestRemarks_KeptOnceAndForgotten(t *testing.T) {
	o, s := office(t)
	ctx := t.Context()
	list := []counsel.Remark{{Object: "c1", Author: "Bauamt", Wish: "A", Text: "Bitte behalten."},
		{Object: "c2", Author: "Bauamt", Text: "Einverstanden."}}
	for i, want := range []int{2, 0} {
		var n int
		if err := s.WithTx(ctx, func(tx *sql.Tx) (err error) { n, err = o.AddTx(ctx, tx, "P1", list); return err }); err != nil {
			t.Fatal(err)
		}
		if n != want {
			t.Errorf("round %d: %d new, want %d", i, n, want)
		}
	}
	got, err := o.Remarks(ctx, "P1")
	if err != nil || len(got["c1"]) != 1 || got["c1"][0].Wish != "A" || !got["c1"][0].At.Equal(clock) {
		t.Errorf("%v, %v", got, err)
	}
	if err := s.WithTx(ctx, func(tx *sql.Tx) error { return o.ForgetTx(ctx, tx, "P1", []string{"c1"}) }); err != nil {
		t.Fatal(err)
	}
	if got, _ := o.Remarks(ctx, "P1"); len(got["c1"]) != 0 || len(got["c2"]) != 1 {
		t.Errorf("after forgetting: %v", got)
	}
}

func TestDraft(t *testing.T) {
	o, s := office(t)
	ctx := t.Context()
	if _, ok, err := o.Sent(ctx, "P1"); ok || err != nil {
		t.Fatal(ok, err)
	}
	want := counsel.Draft{At: clock, Actor: "Ahrens", Due: clock.AddDate(0, 1, 0), Objects: 12}
	if err := s.WithTx(ctx, func(tx *sql.Tx) error { return o.SentTx(ctx, tx, "P1", want) }); err != nil {
		t.Fatal(err)
	}
	got, ok, err := o.Sent(ctx, "P1")
	if d := cmp.Diff(want, got); !ok || err != nil || d != "" {
		t.Error(ok, err, d)
	}
}

func TestPropose(t *testing.T) {
	model := []profile.ModelRule{{Plan: "63", Rating: "B"}, {Plan: "63.2", Rating: "A", Title: "Großvorhaben"}, {Plan: "71*", Rating: "V"}}
	dossier := &record.Object{ID: "d", Kind: record.Dossier, Reference: "63.2-0147", Plan: record.PlanUnit{Reference: "63.2"}}
	child := &record.Object{ID: "c", Kind: record.Case, Reference: "63.2-0147/03"}
	dossier.Add(child)
	for want, o := range map[string]*record.Object{
		"63.2 A": child, "63 B": {Reference: "63.1-5"}, "71* V": {Reference: "7145-1"}, "": {Reference: "6.3"},
	} {
		r, ok := counsel.Propose(model, o)
		if got := strings.TrimSpace(r.Plan + " " + r.Rating); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", o.Reference, got, want)
		}
	}
	if counsel.Under("63.21", "63.2") || !counsel.Under("63.2/1", "63.2") || counsel.Under("x", "") || counsel.Under("x", "*") {
		t.Error("Under does not end at the parts of a reference")
	}
	if got := counsel.PlanOf(child); got != "63.2" {
		t.Errorf("plan %q", got)
	}
	if got := counsel.PlanOf(&record.Object{Reference: "410-12/7"}); got != "410-12" {
		t.Errorf("plan of a reference %q", got)
	}
}

func TestReadRemarks(t *testing.T) {
	head := strings.Join(counsel.Columns, ";") + "\r\n"
	for name, tt := range map[string]struct {
		in   string
		want []counsel.Remark
		hint string
	}{
		"csv": {"\ufeff" + head + "c1;63.2/1;Bau;2001;B;V;Grund;a;'=Bitte behalten;K. Bauer\r\nc2;;;;;;;;;\r\n",
			[]counsel.Remark{{Object: "c1", Wish: "A", Text: "=Bitte behalten", Author: "K. Bauer"}}, ""},
		"other order and comma": {"Stellungnahme,ID\n\"ja, bitte\",c1\n",
			[]counsel.Remark{{Object: "c1", Text: "ja, bitte", Author: "Bauamt"}}, ""},
		"json": {`{"remarks":[{"object":"c1","wish":"v","text":""}]}`,
			[]counsel.Remark{{Object: "c1", Wish: "V", Author: "Bauamt"}}, ""},
		"no columns":  {"a;b\n1;2\n", nil, "nicht die Liste"},
		"empty":       {"", nil, "leer"},
		"wish":        {head + "c1;;;;;;;vielleicht;;\n", nil, "Zeile 2"},
		"no id":       {head + ";;;;;;;A;;\n", nil, "keine ID"},
		"latin 1":     {"ID;Stellungnahme\nc1;gr\xfcn\n", nil, "UTF-8"},
		"broken json": {`{"remarks":`, nil, "JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := counsel.ReadRemarks(strings.NewReader(tt.in), "Bauamt")
			if tt.hint != "" {
				if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), tt.hint) {
					t.Fatalf("%v, want a refusal with %q", err, tt.hint)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func FuzzReadRemarks(f *testing.F) {
	f.Add("ID;Stellungnahme\nc1;x\n")
	f.Add(`{"remarks":[{"object":"c"}]}`)
	f.Fuzz(func(t *testing.T, s string) {
		list, err := counsel.ReadRemarks(strings.NewReader(s), "x")
		if err == nil {
			for _, r := range list {
				if r.Object == "" || r.Wish == "" && r.Text == "" {
					t.Errorf("empty remark %+v", r)
				}
			}
		}
	})
}
