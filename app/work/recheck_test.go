package work_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
)

// judgeScript stands for an installed veraPDF: it answers --version and refuses
// every first file of a batch.
const judgeScript = `#!/bin/sh
if [ "$1" = --version ]; then echo "veraPDF 1.28.1"; exit 0; fi
echo '<?xml version="1.0" encoding="utf-8"?><report><jobs>'
n=0
for a in "$@"; do case "$a" in /*)
  n=$((n+1))
  echo "<job><item size=\"1\"><name>$a</name></item>"
  if [ $n = 1 ]; then
    echo '<validationReport jobEndStatus="normal" profileName="PDF/A-2b validation profile" isCompliant="false"><details><rule specification="ISO 19005-2:2011" clause="6.2.11.4.1" testNumber="1" status="failed" failedChecks="3"/></details></validationReport></job>'
  else
    echo '<validationReport jobEndStatus="normal" profileName="PDF/A-2b validation profile" isCompliant="true"><details/></validationReport></job>'
  fi ;;
esac; done
echo '</jobs></report>'
exit 1
`

func TestRecheckPDFA(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for veraPDF is a shell script")
	}
	w := open(t, t.TempDir(), "M. Ahrens")
	t.Setenv("PATH", t.TempDir()+string(os.PathListSeparator)+os.Getenv("PATH"))
	p, err := w.Intake.Receive(t.Context(), delivery(t, generate.Plan{Seed: 31, Documents: 2, Mix: []string{"pdf"},
		Ratings: []string{"A"}}), nil)
	must(t, err)
	rep, err := w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{})
	must(t, err)
	if rep.Verdict != check.Accepted {
		t.Fatalf("own check: %s %+v", rep.Verdict, rep.Findings)
	}
	if _, err := w.Intake.RecheckPDFA(t.Context(), p.ID); failure.KindOf(err) != failure.Setup {
		t.Errorf("without veraPDF: %v, want a matter of set-up", err)
	}
	tool := filepath.Join(t.TempDir(), "verapdf")
	must(t, os.WriteFile(tool, []byte(judgeScript), 0o755))
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Tools.VeraPDF = tool }))
	rep, err = w.Intake.RecheckPDFA(t.Context(), p.ID)
	must(t, err)
	if rep.Verdict != check.Rejected || !codesOf(rep)["PDF-014"] {
		t.Errorf("verdict %s, findings %+v; want rejected with PDF-014", rep.Verdict, rep.Findings)
	}
	kept, err := w.Intake.Report(t.Context(), p.ID)
	must(t, err)
	for _, c := range kept.Checks {
		if c.Name == "pdfa" && (!strings.Contains(c.Tool, "veraPDF 1.28.1") || c.State != check.Full) {
			t.Errorf("the kept report says %+v, want veraPDF 1.28.1 and done", c)
		}
	}
	if _, err := w.Intake.Decide(t.Context(), p.ID, intake.Accept, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("acceptance against veraPDF's verdict: %v", err)
	}
	entries, err := os.ReadDir(filepath.Join(w.Office.Dir, "cache", "spool"))
	if err != nil || len(entries) != 0 {
		t.Errorf("copies are left: %v, %v", entries, err)
	}
}
