package work_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work/office"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa"
)

// keepPapers judges every paper the program wrote into dir or beside it (the test's other
// temporary folders) when the test ends.
func keepPapers(t *testing.T, dir string) {
	err := filepath.WalkDir(filepath.Dir(dir), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, ".pdf") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || !ours(data) {
			return err
		}
		judgePaper(t, filepath.Base(path), data)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// ours tells whether the program wrote a PDF.
func ours(data []byte) bool {
	return bytes.Contains(data, []byte("<pdf:Producer>"+office.Program+" "+office.Version+"<"))
}

// blackened is what blackened copies are called.
var blackened = regexp.MustCompile(`schwaerzung-\d+\.pdf$`)

// judgePaper tells what a paper breaks of PDF/A-2a and PDF/UA-1, a blackened copy of
// PDF/A-2b. To LAUFZETTEL_REPORT_DIR, where that is set, it copies it, by content, for the
// foreign judge (make test-verapdf).
func judgePaper(t *testing.T, name string, data []byte) {
	t.Helper()
	if to := os.Getenv("LAUFZETTEL_REPORT_DIR"); to != "" {
		must(t, os.WriteFile(filepath.Join(to, fmt.Sprintf("%.12x-%s", sha256.Sum256(data), filepath.Base(name))), data, 0o600))
	}
	flavour, accessible := "2a", true
	if blackened.MatchString(name) { // pictures with words behind them: no structure can be promised
		flavour, accessible = "2b", false
	}
	if r := pdfa.Check(context.Background(), bytes.NewReader(data), int64(len(data)), pdfa.Options{}); r.Claim != flavour ||
		r.Verdict != pdfa.NoObstacle {
		t.Errorf("%s: claims %q, want %q, %s: %+v", name, r.Claim, flavour, r.Verdict, r.Clauses)
	}
	if !accessible {
		return
	}
	for _, f := range uaFaults(data) {
		t.Errorf("%s as PDF/UA-1: %s", name, f)
	}
}

// uaFaults judges what PDF/UA-1 (ISO 14289-1) asks beyond PDF/A-2a of papers like ours:
// identification, title and language, order of tabs, headings without a gap, pictures
// with words, heads of tables with their scope, items within lists.
func uaFaults(data []byte) (out []string) {
	f, err := pdf.Open(context.Background(), bytes.NewReader(data), int64(len(data)), pdf.DefaultLimits())
	if err != nil {
		return []string{err.Error()}
	}
	root := f.Root()
	say := func(is bool, what string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(what, args...))
		}
	}
	lang, _ := f.Text(root["Lang"])
	say(!bytes.Contains(data, []byte("<pdfuaid:part>1</pdfuaid:part>")), "no identification")
	say(!bytes.Contains(data, []byte("<dc:title>")), "no title in the metadata")
	say(f.Dict(root["ViewerPreferences"])["DisplayDocTitle"] != true, "the title is not shown")
	say(len(lang) == 0, "no language")
	say(f.Dict(root["MarkInfo"])["Marked"] != true, "not marked")
	for i, k := range f.Array(f.Dict(root["Pages"])["Kids"]) {
		say(f.Dict(k)["Tabs"] != pdf.Name("S"), "page %d: no order of tabs", i+1)
		say(f.Dict(k)["StructParents"] == nil, "page %d: no structure", i+1)
	}
	within := map[pdf.Name][]pdf.Name{
		"LI":    {"L"},
		"Lbl":   {"LI"},
		"LBody": {"LI"},
		"TR":    {"Table", "THead", "TBody", "TFoot"},
		"TH":    {"TR"},
		"TD":    {"TR"},
		"THead": {"Table"},
		"TBody": {"Table"},
	}
	level, seen := 0, 0
	var walk func(v any, above pdf.Name, depth int)
	walk = func(v any, above pdf.Name, depth int) {
		if list, ok := f.Resolve(v).(pdf.Array); ok {
			for _, k := range list {
				walk(k, above, depth)
			}
			return
		}
		d := f.Dict(v)
		role := f.Name(d["S"])
		if role == "" || depth > 60 {
			return
		}
		seen++
		var h int
		if n, _ := fmt.Sscanf(string(role), "H%d", &h); n == 1 {
			say(h > level+1, "H%d after H%d", h, level)
			level = h
		}
		alt, _ := f.Text(d["Alt"])
		say(role == "Figure" && len(alt) == 0, "a picture without words")
		say(role == "TH" && f.Name(f.Dict(d["A"])["Scope"]) == "", "a head without scope")
		say(within[role] != nil && !slices.Contains(within[role], above), "%s within %s", role, above)
		walk(d["K"], role, depth+1)
	}
	walk(f.Dict(root["StructTreeRoot"])["K"], "", 0)
	say(seen == 0, "no structure")
	return out
}
