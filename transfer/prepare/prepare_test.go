package prepare_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
)

// The order of the work, as a model: every pair of states is either in it or
// refused (C7, C8).
func TestState_Model(t *testing.T) {
	allowed := map[string]bool{"draft draft": true, "draft built": true, "built draft": true, "built built": true,
		"built self-checked": true,
		"self-checked draft": true, "self-checked built": true, "self-checked self-checked": true, "self-checked handed-over": true,
		"handed-over draft": true, "handed-over handed-over": true, "handed-over confirmed": true, "confirmed confirmed": true,
		"confirmed deletable": true, "deletable deletable": true}
	s := newStore(t)
	for _, from := range prepare.States {
		for _, to := range prepare.States {
			p, err := s.New(t.Context(), prepare.Preparation{Kind: "files"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			reach(t, s, p.ID, from)
			_, err = s.Move(t.Context(), p.ID, to, nil, nil)
			if want := allowed[string(from)+" "+string(to)]; (err == nil) != want || from.May(to) != want {
				t.Errorf("%s → %s: %v", from, to, err)
			}
			if err != nil && failure.KindOf(err) != failure.Refused {
				t.Errorf("%s → %s is %v", from, to, err)
			}
		}
	}
}

// reach brings a preparation to a state the allowed way.
func reach(t *testing.T, s *prepare.Store, id string, to prepare.State) {
	t.Helper()
	for _, st := range prepare.States[1 : slices.Index(prepare.States, to)+1] {
		if _, err := s.Move(t.Context(), id, st, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// What was typed is there after a crash, right or wrong; a changed statement makes
// a built portion a draft again.
func TestStore_Type(t *testing.T) {
	dir := t.TempDir()
	s, done := openStore(t, dir)
	p, err := s.New(t.Context(), prepare.Preparation{Kind: "files"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	st := prepare.Statements{Source: "/a", Target: "/b", Fields: kind.Values{"name": "falsch/geschrieben"}, Reason: kind.Values{"x": "y"}}
	if _, err := s.Type(t.Context(), p.ID, st); err != nil {
		t.Fatal(err)
	}
	if err := done(); err != nil { // as after a crash: nothing but the database is left
		t.Fatal(err)
	}
	s, done = openStore(t, dir)
	defer func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	}()
	got, err := s.Get(t.Context(), p.ID)
	if err != nil || got.Source != "/a" || got.Fields.Get("name") != "falsch/geschrieben" || got.Reason.Get("x") != "y" {
		t.Errorf("%+v, %v", got, err)
	}
	reach(t, s, p.ID, prepare.SelfChecked)
	if got, err = s.Type(t.Context(), p.ID, st); err != nil || got.State != prepare.SelfChecked {
		t.Errorf("the same again: %s, %v", got.State, err)
	}
	st.Fields = kind.Values{"name": "richtig"}
	if got, err = s.Type(t.Context(), p.ID, st); err != nil || got.State != prepare.Draft {
		t.Errorf("changed: %s, %v", got.State, err)
	}
	reach(t, s, p.ID, prepare.HandedOver)
	st.Fields = kind.Values{"name": "zu spät"}
	if _, err = s.Type(t.Context(), p.ID, st); failure.KindOf(err) != failure.Refused {
		t.Errorf("changed after hand-over: %v", err)
	}
	if got, err = s.Reopen(t.Context(), p.ID, nil); err != nil || got.State != prepare.Draft || got.SHA512 != "" {
		t.Errorf("reopened: %+v, %v", got, err)
	}
}

// A register may be deleted only when every confirmation its profile names is
// there; deletion is recorded, once, and a paper alone proves no receipt (C8).
func TestStore_Confirmations(t *testing.T) {
	s := newStore(t)
	p, err := s.New(t.Context(), prepare.Preparation{Kind: "register", Needed: []string{"Erstregister", "Sicherungsregister"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	confirm := func(name, form string) (prepare.State, error) {
		got, err := s.Confirm(t.Context(), p.ID, prepare.Confirmation{Name: name, Form: form, By: "Archiv", Day: "2026-11-03"}, nil)
		return got.State, err
	}
	if _, err := confirm("Erstregister", prepare.FormPaper); failure.KindOf(err) != failure.Refused {
		t.Errorf("confirmed a draft: %v", err)
	}
	reach(t, s, p.ID, prepare.HandedOver)
	for _, step := range []struct {
		name, form string
		want       prepare.State
	}{{"Erstregister", prepare.FormPaper, prepare.HandedOver}, {"Empfang", prepare.FormReceipt, prepare.Confirmed},
		{"Sicherungsregister", prepare.FormPaper, prepare.Deletable}} {
		if got, err := confirm(step.name, step.form); err != nil || got != step.want {
			t.Errorf("%s: %s, %v", step.name, got, err)
		}
		if _, err := s.Deleted(t.Context(), p.ID, "M. Ahrens", "", nil); (err == nil) != (step.want == prepare.Deletable) {
			t.Errorf("deletion after %s: %v", step.name, err)
		}
	}
	if _, err := confirm("Erstregister", prepare.FormPaper); failure.KindOf(err) != failure.Refused {
		t.Errorf("confirmed twice: %v", err)
	}
	if _, err := s.Deleted(t.Context(), p.ID, "M. Ahrens", "", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("deleted twice: %v", err)
	}
	got, err := s.Get(t.Context(), p.ID)
	if err != nil || len(got.Confirmations) != 3 || got.Deleted.IsZero() || len(got.Missing()) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// An event that cannot be written keeps the state as it was.
func TestStore_EventAndStateTogether(t *testing.T) {
	s := newStore(t)
	p, err := s.New(t.Context(), prepare.Preparation{Kind: "files"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	no := errors.New("no")
	if _, err := s.Move(t.Context(), p.ID, prepare.Built, nil, func(*sql.Tx, prepare.Preparation) error { return no }); !errors.Is(err,
		no) {
		t.Fatal(err)
	}
	if got, err := s.Get(t.Context(), p.ID); err != nil || got.State != prepare.Draft {
		t.Errorf("%s, %v", got.State, err)
	}
}

func TestStore_Profiles(t *testing.T) {
	s := newStore(t)
	if err := s.Pin(t.Context(), prepare.Archive{KeyID: "k", PublicKey: "p", Name: "Archiv"}, nil); err != nil {
		t.Fatal(err)
	}
	take := func(version int, digest string) error {
		return s.TakeProfile(t.Context(), prepare.Taken{Profile: "P", Version: version, Digest: digest, KeyID: "k"}, nil)
	}
	for _, step := range []struct {
		version int
		digest  string
		want    failure.Kind
		ok      bool
	}{{2, "a", 0, true}, {2, "a", 0, true}, {1, "b", failure.Refused, false}, {2, "b", failure.Damaged, false}, {3, "c", 0, true}} {
		err := take(step.version, step.digest)
		if (err == nil) != step.ok || !step.ok && failure.KindOf(err) != step.want {
			t.Errorf("%d %s: %v", step.version, step.digest, err)
		}
	}
	if got, ok, err := s.TakenProfile(t.Context(), "P"); err != nil || !ok || got.Version != 3 {
		t.Errorf("%+v %v %v", got, ok, err)
	}
}

func TestField_Fault(t *testing.T) {
	for name, tt := range map[string]struct {
		field kind.Field
		value string
		want  string
	}{
		"missing":       {kind.Field{Label: "A", Required: true}, " ", "fehlt"},
		"optional":      {kind.Field{Label: "A", Form: kind.Day}, "", ""},
		"day":           {kind.Field{Label: "A", Form: kind.Day}, "31.2.2026", "kein Kalendertag"},
		"german day":    {kind.Field{Label: "A", Form: kind.Day}, "3.11.2026", ""},
		"moment":        {kind.Field{Label: "A", Form: kind.Moment}, "2026-11-03", "kein Zeitpunkt"},
		"number":        {kind.Field{Label: "A", Form: kind.Number}, "12a", "keine Zahl"},
		"year":          {kind.Field{Label: "A", Form: kind.Year}, "89", "kein Jahr"},
		"choice":        {kind.Field{Label: "A", Form: kind.Choice, Choices: []string{"x", "y"}}, "z", "x, y"},
		"name":          {kind.Field{Label: "A", Form: kind.Name}, "../a", "Dateinamen"},
		"umlaut name":   {kind.Field{Label: "A", Form: kind.Name}, "Pläne-2026", ""},
		"mail":          {kind.Field{Label: "A", Form: kind.Mail}, "niemand", "E-Mail"},
		"control":       {kind.Field{Label: "A", Form: kind.Text}, "a\x07b", "Steuerzeichen"},
		"lines":         {kind.Field{Label: "A", Form: kind.Long}, "a\nb", ""},
		"line in a one": {kind.Field{Label: "A", Form: kind.Text}, "a\nb", "Steuerzeichen"},
		"too long":      {kind.Field{Label: "A", Form: kind.Text}, strings.Repeat("x", 9000), "zu lang"},
	} {
		if got := tt.field.Fault(tt.value); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestReadValues(t *testing.T) {
	fields := []kind.Field{{Key: "a", Label: "Erste Angabe"}, {Key: "b", Label: "Zweite", LabelEN: "Second"}}
	for name, tt := range map[string]struct {
		in   string
		want kind.Values
		hint string
	}{
		"lines": {"# Kopf\nErste Angabe: eins\nsecond:  zwei: drei\n  und weiter\nc: fremd\n",
			kind.Values{"a": "eins", "b": "zwei: drei\nund weiter", "c": "fremd"}, ""},
		"json":      {"\ufeff{\"a\": \"eins\", \"Zweite\": \"zwei\"}", kind.Values{"a": "eins", "b": "zwei"}, ""},
		"bad line":  {"a: 1\nohne Doppelpunkt\n", nil, "Zeile 2"},
		"bad json":  {"{\"a\": 1}", nil, "kein lesbares JSON"},
		"too large": {strings.Repeat("x", 5<<20), nil, "größer als 4 MB"},
	} {
		got, err := prepare.ReadValues(strings.NewReader(tt.in), fields)
		if hint := failure.HintOf(err).In("de"); (tt.hint == "") != (err == nil) || !strings.Contains(hint, tt.hint) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func FuzzReadValues(f *testing.F) {
	f.Add("a: b\n c\n")
	f.Add("{\"a\":\"b\"}")
	f.Fuzz(func(t *testing.T, in string) {
		if v, err := prepare.ReadValues(strings.NewReader(in), nil); err == nil && v == nil {
			t.Error("neither values nor error")
		}
	})
}

// The template of every kind is read back as its own fields.
func TestWriteTemplate(t *testing.T) {
	for _, kind := range shelf.Prepared() {
		b, _ := shelf.Builder(kind)
		var out strings.Builder
		if err := prepare.WriteTemplate(&out, b.Fields()); err != nil {
			t.Fatal(err)
		}
		got, err := prepare.ReadValues(strings.NewReader(out.String()), b.Fields())
		if err != nil || len(got) != len(b.Fields()) {
			t.Errorf("%s: %d of %d fields, %v", kind, len(got), len(b.Fields()), err)
		}
		for _, f := range b.Fields() {
			if f.Label == "" || f.LabelEN == "" || f.Help == "" || f.Step == "" || f.Form == "" {
				t.Errorf("%s: field %+v is not complete", kind, f)
			}
		}
	}
}

// Three differences are told apart: an older profile, a changed rule, a file that
// changed on the way (G6).
func TestCompare(t *testing.T) {
	old := &profile.Profile{ID: "P", Formats: []string{"fmt/354"}}
	valid := &profile.Profile{ID: "P", Formats: []string{"fmt/354", "fmt/95"}}
	rep := &check.Report{Findings: []check.Finding{{Code: "NAM-007", Severity: check.Warning, Path: "a"}},
		Checks: []check.Done{{Name: "format", Tool: "siegfried 1"}}}
	state := prepare.ProfileState{ID: "P", Version: 3, Digest: prepare.Digest(valid)}
	rules := map[string]string{"NAM-007": "1", "FIX-002": "1"}
	self := func(change func(*prepare.Result)) *prepare.Result {
		r := &prepare.Result{Profile: state, Rules: map[string]string{"NAM-007": "1", "FIX-002": "1"},
			Tools: map[string]string{"format": "siegfried 1"}, Findings: prepare.Briefs(rep)}
		change(r)
		return r
	}
	own := prepare.Own{Report: rep, Profile: state, Rules: rules, Files: map[string]string{"a": "1", "b": "2"}, Known: func(v int) string {
		if v == 2 {
			return prepare.Digest(old)
		}
		return ""
	}}
	list := []fixity.Entry{{Path: "a", Digest: "1"}, {Path: "b", Digest: "2"}}
	for name, tt := range map[string]struct {
		self  *prepare.Result
		list  []fixity.Entry
		codes []string
		says  string
	}{
		"same": {self(func(*prepare.Result) {}), list, nil, ""},
		"older profile": {self(func(r *prepare.Result) {
			r.Profile = prepare.ProfileState{ID: "P", Version: 2, Digest: prepare.Digest(old)}
		}), list, []string{"PRE-020"}, "Stand 2 des Profils „P“; gültig ist Stand 3"},
		"no profile": {self(func(r *prepare.Result) { r.Profile = prepare.ProfileState{} }), list, []string{"PRE-020"}, "ohne Profil"},
		"unknown profile": {self(func(r *prepare.Result) { r.Profile.Version, r.Profile.Digest = 9, "fremd" }), list, []string{"PRE-020"},
			"nicht kennt"},
		"changed rule": {self(func(r *prepare.Result) { r.Rules["FIX-002"] = "0" }), list, []string{"PRE-021"}, "Betroffen: 1"},
		"other tool": {self(func(r *prepare.Result) { r.Tools["format"] = "siegfried 0" }), list, []string{"PRE-021"},
			"siegfried 0 / siegfried 1"},
		"changed file": {self(func(*prepare.Result) {}), []fixity.Entry{{Path: "a", Digest: "0"}, {Path: "b", Digest: "2"}},
			[]string{"PRE-022"}, ""},
		"file gone": {self(func(*prepare.Result) {}), append(slices.Clone(list), fixity.Entry{Path: "c", Digest: "3"}),
			[]string{"PRE-022"}, "fehlt jetzt"},
		"file added":     {self(func(*prepare.Result) {}), list[:1], []string{"PRE-022"}, "nicht geprüft"},
		"other result":   {self(func(r *prepare.Result) { r.Findings = nil }), list, []string{"PRE-023"}, "Nur hier: 1"},
		"list not there": {self(func(*prepare.Result) {}), nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := prepare.Compare(tt.self, tt.list, own)
			var codes []string
			text := ""
			for _, f := range d.Findings() {
				codes = append(codes, f.Code)
				text += f.Message
			}
			if !slices.Equal(codes, tt.codes) || !strings.Contains(text, tt.says) || d.None() != (len(tt.codes) == 0) {
				t.Errorf("%v %q, want %v %q", codes, text, tt.codes, tt.says)
			}
		})
	}
}

func TestResult_RoundTrip(t *testing.T) {
	r := prepare.Result{Portion: "p", Checked: clock, Rules: map[string]string{"A": "1"}, Findings: []prepare.Brief{},
		Checks: []check.Done{}}
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := prepare.DecodeResult(data)
	r.Format = prepare.ResultFormat
	if err != nil || cmp.Diff(&r, got) != "" {
		t.Errorf("%v %s", err, cmp.Diff(&r, got))
	}
	for _, bad := range []string{"", "{", "{\"format\":\"anderes\"}"} {
		if _, err := prepare.DecodeResult([]byte(bad)); err == nil {
			t.Errorf("%q is a result", bad)
		}
	}
}

func TestProgress_Rate(t *testing.T) {
	p := prepare.Progress{Done: 30, Bytes: 1000, Left: 3000, Since: clock}
	files, bytes, left := p.Rate(clock.Add(10*time.Second), 10)
	if files != 2 || bytes != 100 || left != 30*time.Second {
		t.Errorf("%v files/s, %v bytes/s, %v left", files, bytes, left)
	}
}

func TestNew_UnknownKind(t *testing.T) {
	_, err := newStore(t).New(context.Background(), prepare.Preparation{Kind: "nix"}, nil)
	if failure.KindOf(err) != failure.Refused {
		t.Errorf("got %v", err)
	}
	if _, err := newStore(t).Get(t.Context(), "V1-1"); failure.KindOf(err) != failure.Refused {
		t.Errorf("got %v", err)
	}
	if got := prepare.Beside(filepath.Join("x", "a.b.zip"), prepare.SuffixFiles); got != filepath.Join("x", "a.b.dateien.sha512") {
		t.Error(got)
	}
}
