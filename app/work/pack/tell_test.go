package pack

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
)

// What goes on for ever names tools, findings, exception and litter (E13); plain files
// leave nothing out, their litter is in the packages.
func TestChecked_TellsToolsFindingsAndLitter(t *testing.T) {
	rep := &check.Report{Verdict: check.Rejected, Files: check.FileCount{Delivered: 5},
		Formats: []check.FormatCount{{PUID: "fmt/477", Count: 3}, {PUID: "UNKNOWN", Count: 2}},
		Checks: []check.Done{{Name: "format", State: check.Full, Tool: "siegfried 1 PRONOM V124"},
			{Name: "pdfa", State: check.Partial, Tool: "veraPDF 1.28", Reason: "Zwei Dateien."},
			{Name: "schema", State: check.NotDone, Reason: "kein Schema"}, {Name: "virus", State: check.NotDone}},
		Findings: []check.Finding{{Code: "VOL-001", Severity: check.Error, Path: "a.pdf", Paths: []string{"a.pdf", "b.pdf"}},
			{Code: check.CodeLitter.ID, Severity: check.Note, Path: "Thumbs.db", Paths: []string{"Thumbs.db", "x/.DS_Store"}}}}
	e := events.Event{At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Type: events.Checked, Actor: "M. Ahrens",
		Program: "Laufzettel 0.1.0"}
	lines := func(kind string) (out []string) {
		for _, x := range checked(e, rep, kind) {
			out = append(out, x.Type+"|"+x.Outcome+"|"+x.Agent+"|"+x.Detail)
		}
		return out
	}
	validation := "validation|rejected|Laufzettel 0.1.0|2 Fehler, 0 Warnungen, 2 Hinweise; SHA-256 des Prüfergebnisses " +
		reportDigest(rep) + "; veranlasst von M. Ahrens"
	want := []string{"format identification|warning|siegfried 1 PRONOM V124|5 Dateien, 2 Formate, nicht erkannt: 2 Dateien.", "validation|" +
		string(check.Partial) + "|veraPDF 1.28|PDF/A. Zwei Dateien.",
		validation, "filtering|success|Laufzettel 0.1.0|Ballast, von niemandem genannt und nicht übernommen: Thumbs.db, x/.DS_Store"}
	if d := cmp.Diff(want, lines("xdomea-0503")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want[:3], lines(intake.PlainKind)); d != "" {
		t.Error(d)
	}
	slow := *rep
	slow.Seconds = 12
	if reportDigest(rep) != reportDigest(&slow) {
		t.Error("the digest of a report depends on how long the check took")
	}
	decided := events.Event{Type: events.Decided, Outcome: string(transfer.AcceptedWithException), Program: "Laufzettel 0.1.0",
		Detail: map[string]string{"person": "M. Ahrens", "reason": "Original verloren"}}
	if got, want := told(decided, rep),
		"mit Ausnahme angenommen; durch M. Ahrens; Begründung: Original verloren; Befunde: VOL-001 (2); Laufzettel 0.1.0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
