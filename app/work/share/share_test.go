package share

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"laufzettel/appraisal/share"
	"laufzettel/transfer"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

func loaded() *Loaded {
	l := &Loaded{share.New("P"), transfer.Portion{ID: "P"}}
	l.Folders[0].ID = "P"
	l.Folders[l.Enter("Bau")].ID = "P-O1"
	l.Folders[l.Enter("=Rede")].ID = "P-O2"
	l.Add("Bau/a.txt", share.File{ID: "P-1", Size: 1})
	l.Settle()
	l.Decide(func(string) (record.Rating, string, bool) { return "", "", false }, nil)
	return l
}

// The list of names comes back as it went out, with what a person filled in; a fault is
// told by row and with what to do.
func TestReadNames(t *testing.T) {
	l := loaded()
	var out bytes.Buffer
	if err := l.NamesOut(&out); err != nil {
		t.Fatal(err)
	}
	if names, faults := l.readNames(bytes.NewReader(out.Bytes())); len(names)+len(faults) > 0 {
		t.Errorf("unchanged: %v, %v", names, faults)
	}
	for name, c := range map[string]struct{ from, to, fault string }{
		"filled":        {"P-O2;'=Rede;0;0;;;B;;", "P-O2;'=Rede;0;0;;;B;Reden;von 1998", ""},
		"unknown":       {"P-O1;", "P-O9;", "Zeile 4: Einen Ordner „P-O9“ gibt es hier nicht"},
		"moved":         {"P-O1;Bau", "P-O1;'=Rede", "Zeile 4: Zu „P-O1“ gehört der Pfad „Bau“"},
		"twice":         {"P-O2;'=Rede", "P-O1;Bau", "steht schon in Zeile 3"},
		"columns gone":  {"P-O2;'=Rede;0;0;;;B;;", "P-O2;'=Rede", "2 statt 9 Spalten"},
		"too long":      {"P-O1;Bau;1;1;;;B;;", "P-O1;Bau;1;1;;;B;" + strings.Repeat("x", maxTitle+1) + ";", "Der Titel hat mehr als"},
		"another table": {"Kennung;Pfad", "Nummer;Pfad", "Zeile 1: Das ist nicht die Liste"},
	} {
		text := strings.Replace(out.String(), c.from, c.to, 1)
		if text == out.String() {
			t.Fatalf("%s: nothing to replace in %q", name, text)
		}
		names, faults := l.readNames(strings.NewReader(text))
		if c.fault == "" {
			if len(faults) > 0 || names["P-O2"] != (share.Name{Title: "Reden", Detail: "von 1998"}) {
				t.Errorf("%s: %v, %v", name, names, faults)
			}
			continue
		}
		if !strings.Contains(wording.Say("hint.share.names-refused", wording.List("\n", faults), "").In("de"), c.fault) {
			t.Errorf("%s: %v, want %q", name, faults, c.fault)
		}
	}
}

func FuzzReadNames(f *testing.F) {
	l := loaded()
	var out bytes.Buffer
	if err := l.NamesOut(&out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.String())
	f.Add("Kennung;\"")
	f.Fuzz(func(t *testing.T, s string) { l.readNames(strings.NewReader(s)) })
}

// What goes is told by what was seen of it: opened, in a list, by rule alone, not at all.
func TestFigures(t *testing.T) {
	l := &Loaded{share.New("P"), transfer.Portion{ID: "P"}}
	l.Folders[0].ID = "P"
	for i, name := range []string{"a", "b", "c"} {
		l.Folders[l.Enter(name)].ID = "P-O" + string(rune('1'+i))
	}
	for i, name := range []string{"a/1", "a/2", "b/3", "c/4", "c/5"} {
		l.Add(name, share.File{ID: fmt.Sprint("P-", i+1), Size: 1 << i})
	}
	l.Settle()
	reasons := map[string]string{"P-O1": "Doppel", "P-O2": "Doppel", "P-4": ruleReason + "tmp“: Zwischenstand."}
	l.Decide(func(id string) (record.Rating, string, bool) {
		r, ok := reasons[id]
		return record.RatingDestroy, r, ok
	}, nil)
	r := l.figures(map[string]bool{"P-O2": true}, map[string]bool{"P-1": true})
	if r.Opened.Bytes != 1 || r.Unseen.Bytes != 2 || r.Looked.Bytes != 4 || r.ByRule.Bytes != 8 || r.Open.Bytes != 16 || r.Go.Files != 4 {
		t.Errorf("%+v", r)
	}
	if len(r.Looks) != 3 || len(r.Decisions) != 2 || len(r.Rules) != 1 || r.Rules[0].Files != 1 {
		t.Errorf("%+v", r)
	}
}
