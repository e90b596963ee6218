package window_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"laufzettel/app/window"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer/access"
	portion "laufzettel/views/portion/model"
)

// standIn writes a PDF in place of a converter.
const standIn = `#!/bin/sh
printf '%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%%%EOF\n' > "$2"
`

// A10: the button of a packaged portion makes a second representation of each
// package under the same reference code; pressed again it says that nothing is
// left to do.
func TestPortion_Convert(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	w := steady(t, t.TempDir(), "M. Ahrens")
	prog := filepath.Join(t.TempDir(), "prog")
	must(t, os.WriteFile(prog, []byte(standIn), 0o700))
	_, err := w.Packer.TakeTools(t.Context(),
		strings.NewReader(
			fmt.Sprintf(`[{"id":"ersatz","name":"Ersatz","program":%q,"args":["{in}","{out}"],"extensions":["docx","jpg"],"target":"pdf","seconds":20}]`, prog)))
	must(t, err)
	d := desk(t, w)
	packaged := func(plan generate.Plan) string {
		p, err := w.Intake.Receive(t.Context(), made(t, plan), nil)
		must(t, err)
		_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
		must(t, err)
		_, err = w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
		must(t, err)
		must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
		_, err = w.Packer.Package(t.Context(), p.ID, "", nil)
		must(t, err)
		return p.ID
	}
	id := packaged(generate.Plan{Kind: "xdomea-0503", Dossiers: 1, Cases: 1, Documents: 3, Mix: []string{"docx", "pdf"}, Seed: 3})
	src := window.Portion{Desk: d}
	must(t, src.Act(t.Context(), id, portion.Action{Verb: portion.DoConvert}))
	packages, err := w.Intake.Portions.Packages(t.Context(), id)
	must(t, err)
	codes := map[string]int{}
	for _, p := range packages {
		if p.Kind == "aip" {
			codes[p.ReferenceCode]++
		}
	}
	if len(codes) != 1 || codes[packages[0].ReferenceCode] != 2 {
		t.Errorf("representations by reference code: %v", codes)
	}
	// In the reading room each leads to the other; what may not be named is left out (A25).
	room := window.NewReader(w, nil, w.Gate.Grant)
	pid := []string{}
	for _, p := range packages {
		if p.Kind == "aip" {
			pid = append(pid, p.PID)
		}
	}
	related := func(from string) string {
		pk, err := room.Package(t.Context(), from)
		must(t, err)
		out := ""
		for _, r := range pk.Related {
			out += fmt.Sprint(r.Kind, " ", r.PID, " ", r.Here, ";")
		}
		return out
	}
	if a, b := related(pid[0]), related(pid[1]); a != "spätere Repräsentation "+pid[1]+" true;" ||
		b != "frühere Repräsentation "+pid[0]+" true;" {
		t.Errorf("related: %s %s", a, b)
	}
	_, err = w.Gate.DecideClosure(t.Context(), pid[1], "bund", access.Facts{End: "2020", Description: true})
	must(t, err)
	if a := related(pid[0]); a != "" {
		t.Errorf("named by its neighbour: %s", a)
	}
	detail, err := src.Portion(t.Context(), id)
	must(t, err)
	if detail.State != "packaged" || detail.Running != nil {
		t.Errorf("the portion is %s, running %v", detail.State, detail.Running)
	}
	if err := src.Act(t.Context(), id, portion.Action{Verb: portion.DoConvert}); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "Umzuwandeln war nichts") {
		t.Errorf("again: %v", err)
	}
}
