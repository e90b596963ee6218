package profile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"laufzettel/app/store"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/profile"
)

func open(t *testing.T) *profile.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: profile.Room, Migrations: profile.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return profile.NewStore(s)
}

func sample() profile.Profile {
	return profile.Profile{ID: "LRA-1", AgencyID: "14 5 21", Agency: "Landratsamt Musterkreis", Formats: []string{"fmt/354", "x-fmt/111"},
		PDFA: []string{"2b"}, Contact: profile.Contact{Name: "Erika Muster", Mail: "erika.muster@example.org"},
		ReferenceCode: profile.ReferenceCode{Pattern: "11842/{n}", From: 1, To: 99},
		Deadlines:     profile.Deadlines{AppraisalDays: 180, NoticeDays: 14},
		Mapping:       mapping.Tables{Descriptive: map[string]string{"case.title": "object.subject"}}}
}

func save(t *testing.T, s *profile.Store, p profile.Profile, want int) {
	t.Helper()
	n, err := s.Save(t.Context(), p, "a.archiv")
	if err != nil || n != want {
		t.Fatalf("Save = %d, %v; want %d", n, err, want)
	}
}

func TestStore_HistoryIsKept(t *testing.T) {
	s, p := open(t), sample()
	save(t, s, p, 1)
	save(t, s, p, 1) // unchanged: no new version
	p.Agency = "Landratsamt Neukreis"
	save(t, s, p, 2)
	got, err := s.Get(t.Context(), "LRA-1")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&p, got); diff != "" {
		t.Error(diff)
	}
	history, err := s.History(t.Context(), "LRA-1")
	if err != nil || len(history) != 2 || history[0].Number != 2 || history[1].Profile.Agency != "Landratsamt Musterkreis" ||
		history[0].By != "a.archiv" {
		t.Errorf("history %v %+v", err, history)
	}
}

// What would never be written is refused when it is entered, with the right name;
// what an older program stored or another archive signed stays usable and is told.
func TestStore_FieldsNeverWritten(t *testing.T) {
	s, p := open(t), sample()
	wrong := mapping.Tables{Descriptive: map[string]string{"case.subject": "object.betref"}}
	p.Mapping = wrong
	if _, err := s.Save(t.Context(), p, "a"); err == nil || !strings.Contains(err.Error(), "„object.subject“") {
		t.Errorf("entered: %v", err)
	}
	if n, err := s.Take(t.Context(), p, "a"); n != 1 || err != nil {
		t.Fatalf("taken: %d, %v", n, err)
	}
	got, err := s.Get(t.Context(), p.ID)
	if err != nil || len(got.Unwritten()) != 1 || !strings.Contains(got.Unwritten()[0],
		"MAPPING-3: Das Feld „case.subject“ wird so nie geschrieben") {
		t.Errorf("opened: %q, %v", got.Unwritten(), err)
	}
	got.Agency = "Landratsamt Neukreis"
	save(t, s, *got, 2) // something else changes
	got.Mapping.AIP = map[string]string{"x": "profil.id"}
	if _, err := s.Save(t.Context(), *got, "a"); err == nil || !strings.Contains(err.Error(), "„profile.id“") ||
		!strings.Contains(err.Error(), "object.betref") {
		t.Errorf("a second wrong field: %v", err)
	}
	got.Mapping = mapping.Tables{Descriptive: map[string]string{"case.subject": "object.subject"}}
	save(t, s, *got, 3)
	p.Agency = ""
	if _, err := s.Take(t.Context(), p, "a"); err == nil || !strings.Contains(err.Error(), "agency") ||
		strings.Contains(err.Error(), "betref") {
		t.Errorf("taken without agency: %v", err)
	}
	many := map[string]string{}
	for i := range 60 {
		many[fmt.Sprint("x", i)] = "nix"
	}
	p.Mapping = mapping.Tables{AIP: many}
	if told := p.Unwritten(); len(told) != 51 || !strings.Contains(told[50], "Weitere 10 Felder") {
		t.Errorf("told %d: %q", len(told), told[len(told)-1])
	}
	for name, tt := range map[string]struct {
		read func(io.Reader) (*profile.Profile, error)
		want string
	}{"file": {profile.Read, "„object.subject“"}, "signed file": {profile.ReadSigned, ""}} {
		_, err := tt.read(strings.NewReader(`{"id":"a","agency":"b","mapping":{"descriptive":{"case.subject":"object.betref"}}}`))
		if tt.want == "" && err != nil || tt.want != "" && (failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), tt.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A signed profile is one profile to every reader (S9): the usual one takes names in any
// case, and the last of two.
func TestS9_SignedProfile(t *testing.T) {
	good := `{"id":"a","agency":"b","contact":{"name":"c"}}`
	if _, err := profile.ReadSigned(strings.NewReader(good + "\n")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"twice": `{"id":"a","agency":"b","agency":"c"}`, "twice within": `{"id":"a","agency":"b","contact":{"name":"c","name":"d"}}`,
		"another case": `{"id":"a","agency":"b","Agency":"c"}`, "another case alone": `{"id":"a","Agency":"c"}`,
		"by an escape": `{"id":"a","agency":"b","\u0061gency":"c"}`, "unknown": `{"id":"a","agency":"b","zusatz":null}`,
		"behind": good + good, "byte order mark": "\ufeff" + good, "no text": "{\"id\":\"a\",\"agency\":\"\xff\"}",
		"half a pair": `{"id":"a","agency":"\ud800"}`,
		"deep":        `{"id":"a","agency":"b","contact":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`,
	} {
		if p, err := profile.ReadSigned(strings.NewReader(text)); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestStore_Find(t *testing.T) {
	s := open(t)
	for id, agency := range map[string]string{"c": "1", "a": "1", "b": "2"} {
		p := sample()
		p.ID, p.AgencyID, p.Agency = id, agency, "Amt "+id
		save(t, s, p, 1)
	}
	tests := []struct {
		name string
		get  func(context.Context) ([]profile.Profile, error)
		want string
	}{
		{"all", s.List, "abc"},
		{"agency", func(ctx context.Context) ([]profile.Profile, error) { return s.ByAgency(ctx, "1") }, "ac"},
		{"unknown agency", func(ctx context.Context) ([]profile.Profile, error) { return s.ByAgency(ctx, "9") }, ""},
	}
	for _, tt := range tests {
		list, err := tt.get(t.Context())
		ids := ""
		for _, p := range list {
			ids += p.ID
		}
		if err != nil || ids != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, ids, err, tt.want)
		}
	}
	if _, err := s.Get(t.Context(), "nichts"); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("Get(nichts) = %v", err)
	}
	if _, err := s.History(t.Context(), "nichts"); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("History(nichts) = %v", err)
	}
}

func TestStore_DeleteKeepsHistory(t *testing.T) {
	s := open(t)
	save(t, s, sample(), 1)
	if err := s.Delete(t.Context(), "LRA-1", "b.chef"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), "LRA-1"); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("Get after Delete = %v", err)
	}
	history, err := s.History(t.Context(), "LRA-1")
	if err != nil || len(history) != 2 || !history[0].Deleted || history[0].By != "b.chef" {
		t.Errorf("history %v %+v", err, history)
	}
	if err := s.Delete(t.Context(), "LRA-1", "b.chef"); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("second Delete = %v", err)
	}
	save(t, s, sample(), 3) // numbers go on
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name   string
		change func(*profile.Profile)
		want   []string
	}{
		{"sound", func(*profile.Profile) {}, nil},
		{"smallest", func(p *profile.Profile) { *p = profile.Profile{ID: "a", Agency: "b"} }, nil},
		{"empty", func(p *profile.Profile) { *p = profile.Profile{} }, []string{"agency", "id"}},
		{"id with slash", func(p *profile.Profile) { p.ID = "../x" }, []string{"id"}},
		{"mail", func(p *profile.Profile) { p.Contact.Mail = "erika" }, []string{"contact.mail"}},
		{"format", func(p *profile.Profile) { p.Formats = []string{"PDF"} }, []string{"formats"}},
		{"format twice", func(p *profile.Profile) { p.Formats = []string{"fmt/1", "fmt/1"} }, []string{"formats"}},
		{"flavour", func(p *profile.Profile) { p.PDFA = []string{"5x"} }, []string{"pdfa"}},
		{"empty entry", func(p *profile.Profile) { p.Kinds = []string{" "} }, []string{"kinds"}},
		{"level", func(p *profile.Profile) { p.Level = "akte" }, []string{"level"}},
		{"pattern", func(p *profile.Profile) { p.ReferenceCode.Pattern = "11842" }, []string{"referenceCode.pattern"}},
		{"block", func(p *profile.Profile) { p.ReferenceCode.To = 0; p.ReferenceCode.From = -1 }, []string{"referenceCode.from"}},
		{"block backwards", func(p *profile.Profile) { p.ReferenceCode.From = 100 }, []string{"referenceCode.to"}},
		{"deadline", func(p *profile.Profile) { p.Deadlines.NoticeDays = -1 }, []string{"deadlines.noticeDays"}},
		{"closure", func(p *profile.Profile) { p.Closure.Years = 999 }, []string{"closure.years"}},
		{"mapping", func(p *profile.Profile) { p.Mapping.AIP = map[string]string{"a": ""} }, []string{"mapping.aip"}},
		{"field left out", func(p *profile.Profile) { p.Mapping.AIP = map[string]string{"environment": ""} }, nil},
		{"fields never written", func(p *profile.Profile) {
			p.Mapping = mapping.Tables{ControlList: map[string]string{"x": "object.note"},
				Technical: map[string]string{"y": "list.created", "z": "file.größe"}}
		}, []string{"mapping.controlList", "mapping.technical", "mapping.technical"}},
		{"long text", func(p *profile.Profile) { p.Source = strings.Repeat("x", 2001) }, []string{"source"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := sample()
			tt.change(&p)
			var got []string
			if invalid, ok := errors.AsType[*profile.Invalid](p.Validate()); ok {
				for _, f := range invalid.Faults {
					got = append(got, f.Field)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStore_SaveRefusesInvalid(t *testing.T) {
	p := sample()
	p.ID = ""
	_, err := open(t).Save(t.Context(), p, "x")
	if _, ok := errors.AsType[*profile.Invalid](err); !ok {
		t.Errorf("err = %v", err)
	}
}

func TestFileRoundTrip(t *testing.T) {
	p := sample()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "p.json")
	if err := os.WriteFile(name, append([]byte("\ufeff"), b.Bytes()...), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := profile.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&p, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadNamesTheField(t *testing.T) {
	tests := map[string]string{
		`{"id":"a","agency":"b","deadlines":{"noticeDays":"bald"}}`: "deadlines.noticeDays",
		`{"id":"a","agency":"b","farbe":"rot"}`:                     "farbe",
		`{"id":"a","agency":"b","formats":["PDF"]}`:                 "PDF",
		`{"id":"a","agency":"b"} {}`:                                "je Datei ein Profil",
		`{`:                                                         "Aufbau eines Profils",
		`{]`:                                                        "kein lesbares JSON",
	}
	for text, want := range tests {
		_, err := profile.Read(strings.NewReader(text))
		if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), want) {
			t.Errorf("%s: hint %q, want %q in it", text, failure.HintOf(err).In("de"), want)
		}
	}
	if _, err := profile.ReadFile(filepath.Join(t.TempDir(), "nichts")); failure.KindOf(err) != failure.Refused {
		t.Errorf("missing file: %v", err)
	}
}

func TestDeadlines(t *testing.T) {
	berlin := time.FixedZone("MEZ", 3600)
	day := func(m time.Month, d int) time.Time { return time.Date(2026, m, d, 0, 0, 0, 0, berlin) }
	offered := time.Date(2026, 3, 1, 15, 30, 0, 0, berlin)
	d := profile.Deadlines{AppraisalDays: 10, RedeliveryDays: 5, NoticeDays: 3}
	due, ok := d.Appraisal(offered)
	if !ok || !due.End.Equal(day(3, 12)) || !due.Notice.Equal(day(3, 9)) {
		t.Fatalf("due %v %+v", ok, due)
	}
	tests := []struct {
		at   time.Time
		want profile.DueState
	}{
		{day(3, 8), profile.DueOpen}, {day(3, 9), profile.DueSoon}, {day(3, 11).Add(23 * time.Hour), profile.DueSoon},
		{day(3, 12), profile.DuePast},
	}
	for _, tt := range tests {
		if got := due.At(tt.at); got != tt.want {
			t.Errorf("at %v: %s, want %s", tt.at, got, tt.want)
		}
	}
	if _, ok := d.Transfer(offered); ok {
		t.Error("a transfer deadline although none is agreed")
	}
	if due, ok := d.Redelivery(offered); !ok || !due.End.Equal(day(3, 7)) {
		t.Errorf("redelivery %+v", due)
	}
}

// FuzzRead: never a panic; what is read is valid and comes back the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"id":"a","agency":"b","formats":["fmt/1"]}`))
	f.Add([]byte(`{"id":"a"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := profile.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := profile.Read(&b)
		if err != nil {
			t.Fatalf("written profile is not read: %v", err)
		}
		if diff := cmp.Diff(p, again, cmpopts.EquateEmpty()); diff != "" && strings.ToValidUTF8(string(data), "") == string(data) {
			t.Error(diff)
		}
	})
}
