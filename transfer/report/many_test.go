package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
)

// Report and claim tell how many findings there are, not only how many are listed.
func TestManyFindings(t *testing.T) {
	rep := &check.Report{Portion: "ablage.zip", Verdict: check.Rejected}
	for i := range 300 {
		rep.Findings = append(rep.Findings, check.Finding{Code: "CMP-001", Severity: check.Error, Path: fmt.Sprintf("%03d.pdf", i),
			Message: "Eine Datei fehlt."})
	}
	rep.Findings = append(rep.Findings, check.Finding{Code: "CMP-001", Severity: check.Error,
		Message: "Weitere 90000 Funde dieser Art sind nicht einzeln aufgeführt.", Further: 90_000})
	g := groupFindings(rep.Findings)
	if len(g) != 1 {
		t.Fatalf("%d groups, want 1", len(g))
	}
	card := g[0].card()
	if card.Title != "Eine Datei fehlt." || !strings.Contains(card.Label, "90.300 Stellen") || card.Places[0] != "000.pdf" {
		t.Errorf("card %q, %q, first place %q", card.Label, card.Title, card.Places[0])
	}
	if want := "von 90.300 Stellen; 300 stehen in der JSON-Fassung"; !strings.Contains(card.More, want) {
		t.Errorf("%q, want %q", card.More, want)
	}
	c := NewClaim(rep, Meta{}, check.AskForFiles, time.Time{})
	if len(c.Causes) != 1 || c.Causes[0].Total != 90_300 || len(c.Causes[0].Places) != 300 {
		t.Fatalf("claim: %d causes, %+v", len(c.Causes), c.Causes[0].Total)
	}
	if want := "300 stehen in der beigefügten JSON-Fassung, die übrigen 90.000 sind nicht einzeln aufgeführt."; !strings.Contains(
		c.Causes[0].card(Fault).More, want) {
		t.Errorf("%q, want %q", c.Causes[0].card(Fault).More, want)
	}
}

// What is expected or found is not said once more where it is the place itself.
func TestPlaceOf_SaysAThingOnce(t *testing.T) {
	const thing = "77-9/9 „Wegebau“"
	for name, tt := range map[string]struct {
		f    check.Finding
		want string
	}{
		"expected is the place": {check.Finding{Place: thing, Expected: thing}, thing},
		"found is the place":    {check.Finding{Path: "a.pdf", Found: "a.pdf"}, "a.pdf"},
		"both":                  {check.Finding{Place: thing, Expected: "a", Found: "b"}, thing + ": erwartet a, gefunden b"},
		"place and another":     {check.Finding{Place: thing, Expected: thing, Found: "b"}, thing + ": erwartet " + thing + ", gefunden b"},
	} {
		if got := placeOf(tt.f, false); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
