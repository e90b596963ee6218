package website

import (
	"strings"
	"testing"

	"laufzettel/transfer/snapshot"
	"laufzettel/transfer/vocab"
)

// The command lines are that of source 003, 3.4.8, one of a library and one with names.
func TestOptions(t *testing.T) {
	for name, tt := range map[string]struct {
		command, start string
		want           Facts
	}{
		"source": {`C:\Programme\WinHTTrack\htrack.exe -qwr10%e0C2%P0%#NOIO%IOc32HO%kf2A500000%c2%#f0#fK4 -P internet.server.btg:8200 www.bundestag.example -O D:\xampp\htdocs`, "www.bundestag.example",
			Facts{13: "keine", 14: "10", 15: "0", 16: "keine", 17: "500000 Bytes/s", 18: "32"}},
		"filters": {`/usr/local/bin/httrack http://www.a.example/x.html -O "/w/13982" -%HzZfI0A50000c6H1tx%xo0b1 -%A standard -pandora.a.example* -*.zip`, "http://www.a.example/x.html -pandora.a.example* -*.zip -*.exe",
			Facts{13: "pandora.a.example", 14: "", 15: "", 16: "zip, exe", 17: "50000 Bytes/s", 18: "6"}},
		"names": {"httrack http://a.example/ --depth=3 --ext-depth=1 --sockets=4 --max-rate=x", "", Facts{13: "keine", 14: "3", 15: "1",
			16: "keine", 17: "", 18: "4"}},
		"none": {"", "http://a.example/", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := optionsOf(tt.command, tt.start).facts()
			if len(got) != len(tt.want) {
				t.Errorf("%v", got)
			}
			for n, want := range tt.want {
				if got[n] != want {
					t.Errorf("%d is %q, want %q", n, got[n], want)
				}
				if _, bad := snapshot.Fault(n, got[n]); bad {
					t.Errorf("%d %q is refused by our own rule", n, got[n])
				}
			}
		})
	}
}

// gathered describes a small mirror.
func gathered(t *testing.T, meta Meta) *Description {
	t.Helper()
	c, err := Gather(t.Context(), vocab.NewTree("crawl", sampleMirror()), meta)
	if err != nil {
		t.Fatal(err)
	}
	return &c.Description
}

// What we write ourselves is of the right form, contradicts itself nowhere, and tells what
// is unknown from what is not made, whoever looked at it or not.
func TestDescribe_HoldsItsOwnRules(t *testing.T) {
	pages := []Page{{URL: "http://a.example/", Outcome: PageMissing, Person: "M. Ahrens", Date: "2026-11-03"}}
	for name, meta := range map[string]Meta{"nothing": {}, "judged": {Quality: &Quality{Verdict: Good, Person: "M. Ahrens",
		Date: "2026-11-02"}},
		"pages": {Pages: pages}, "after another": {Previous: &Statistics{Extensions: []Extension{{Name: "html", Files: 1}}}}} {
		t.Run(name, func(t *testing.T) {
			d := gathered(t, meta)
			for _, x := range d.Statements {
				if _, bad := snapshot.Fault(x.Number, x.Value); bad || x.Value == "" && x.Omitted == "" || x.Value != "" &&
					x.Omitted != "" {
					t.Errorf("%+v", x)
				}
			}
			if got := d.contradictions(); len(got) > 0 {
				t.Errorf("%v", got)
			}
			if d.Statement(9).Value != snapshot.Unknown || d.Statement(31).Omitted == "" || !strings.Contains(d.Statement(27).Value,
				"html: Webbrowser") {
				t.Errorf("%+v %+v %+v", d.Statement(9), d.Statement(31), d.Statement(27))
			}
			looked := meta.Quality != nil || meta.Pages != nil
			for n := 60; n <= 64; n++ {
				if (d.Statement(n).Value != "") != looked {
					t.Errorf("step 6: %+v", d.Statement(n))
				}
			}
		})
	}
	if v := gathered(t, Meta{Pages: pages}).Statement(64).Value; !strings.Contains(v, PageMissing) {
		t.Errorf("64 is %q", v)
	}
	if v := gathered(t, Meta{Previous: &Statistics{Extensions: []Extension{{Name: "html",
		Files: 1}}}}).Statement(28).Value; v != "css, gif" {
		t.Errorf("28 is %q", v)
	}
}

// A value of another type is refused where it is entered.
func TestDescribe_RefusesOtherTypes(t *testing.T) {
	for n, v := range map[int]string{14: "abc", 18: "0", 60: "morgen"} {
		if _, err := Describe(nil, nil, map[int]string{n: v}); err == nil {
			t.Errorf("%d %q is taken", n, v)
		}
		if _, err := Describe(nil, Defaults{n: v}, nil); err == nil {
			t.Errorf("%d %q is taken as a default", n, v)
		}
	}
}

// Contradictions of a description of any hand.
func TestContradictions(t *testing.T) {
	at := func(pairs ...any) *Description {
		d := &Description{Domain: "www.a.example", Crawled: "2026-10-30"}
		for i := 0; i < len(pairs); i += 2 {
			def, _ := snapshot.Of(pairs[i].(int))
			d.Statements = append(d.Statements, Statement{Number: def.Number, Step: def.Step, Type: def.Type, Label: def.Label,
				Value: pairs[i+1].(string)})
		}
		return d
	}
	for name, tt := range map[string]struct {
		d    *Description
		want int
	}{
		"none": {at(7, "30.10.2026", 12, "a.example", 39, "10", 40, "4", 41, "2", 42, "6", 60, "2026-11-01", 62,
			"x: in Ordnung", 64, "keine"), 0},
		"more distinct":   {at(39, "10", 40, "4", 41, "5"), 1},
		"more than all":   {at(39, "3", 40, "4", 42, "5"), 2},
		"another day":     {at(7, "31.10.2026"), 1},
		"judged before":   {at(60, "2026-10-01"), 1},
		"another site":    {at(12, "www.b.example"), 1},
		"unknown is none": {at(7, "unbekannt", 12, "unbekannt", 39, "unbekannt", 40, "7"), 0},
	} {
		if got := tt.d.contradictions(); len(got) != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	old := at(62, "x: in Ordnung", 64, "")
	old.Statements[1].Omitted = "Referenzseiten sind noch nicht geprüft."
	if got := old.contradictions(); len(got) != 1 {
		t.Errorf("62 against 64: %v", got)
	}
}
