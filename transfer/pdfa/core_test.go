package pdfa

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// judged is a line of the judge's answer.
type judged struct {
	path, flavour, verdict string
	clauses                []string
}

// askCore lets the veraPDF core judge files (verajudge/verajudge.sh).
func askCore(t *testing.T, flavour string, files []string) []judged {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join("verajudge", "verajudge.sh"), "tsv", flavour)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the judge failed: %v\n%s", err, stderr.String())
	}
	var list []judged
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) < 4 {
			continue
		}
		list = append(list, judged{f[0], f[1], f[2], strings.FieldsFunc(f[3], func(r rune) bool { return r == ',' })})
	}
	return list
}

// TestAgainstCore holds the own checker against the veraPDF core: no file the
// core passes may be called invalid. It runs with PDFA_CORE=1 only (make
// test-verapdf). PDFA_MORE names folders of further files, PDFA_REPORTS folders
// of our own reports, which both have to accept as PDF/A-2a and the core as PDF/UA-1.
func TestAgainstCore(t *testing.T) {
	if os.Getenv("PDFA_CORE") == "" {
		t.Skip("PDFA_CORE not set: the judge needs Java")
	}
	byFlavour := map[string][]string{}
	for _, s := range samples(t) {
		if !slices.Contains(byFlavour[s.flavour], s.path) {
			byFlavour[s.flavour] = append(byFlavour[s.flavour], s.path)
		}
	}
	for _, p := range pdfsIn(os.Getenv("PDFA_MORE")) {
		byFlavour["1b"] = append(byFlavour["1b"], p)
		byFlavour["2b"] = append(byFlavour["2b"], p)
	}
	writeSamples(t, byFlavour)
	var flavours []string
	for fl := range byFlavour {
		flavours = append(flavours, fl)
	}
	slices.Sort(flavours)
	t.Logf("%-8s %6s %11s %11s %12s %6s %10s %10s", "flavour", "files", "agree fail", "agree pass", "false alarm", "miss", "core ms",
		"own ms")
	for _, fl := range flavours {
		compare(t, fl, byFlavour[fl])
	}
	reports := pdfsIn(os.Getenv("PDFA_REPORTS"))
	if len(reports) == 0 {
		return
	}
	pictured := regexp.MustCompile(`schwaerzung-\d+\.pdf$`) // blackened copies: pictures with words behind them, without structure
	copies := slices.DeleteFunc(slices.Clone(reports), func(name string) bool { return !pictured.MatchString(name) })
	reports = slices.DeleteFunc(reports, pictured.MatchString)
	for flavour, files := range map[string][]string{"2a": reports, "2b": copies} {
		if len(files) == 0 {
			continue
		}
		for _, j := range askCore(t, flavour, files) {
			if own := checkFile(t, j.path, flavour); j.verdict != "PASS" || own.Verdict != NoObstacle {
				t.Errorf("report %s as %s: core %s %v, own %s %v",
					filepath.Base(j.path), flavour, j.verdict, j.clauses, own.Verdict, broken(own))
			}
		}
	}
	for _, j := range askCore(t, "ua1", reports) { // what everybody can read: the core alone judges that
		if j.verdict != "PASS" {
			t.Errorf("report %s as PDF/UA-1: core %s %v", filepath.Base(j.path), j.verdict, j.clauses)
		}
	}
	t.Logf("%d reports of our own judged, and %d blackened copies", len(reports), len(copies))
}

func compare(t *testing.T, flavour string, files []string) {
	start := time.Now()
	list := askCore(t, flavour, files)
	core := time.Since(start)
	var failOK, passOK, alarms, misses int
	unseen := map[string]int{}
	start = time.Now()
	for _, j := range list {
		own := checkFile(t, j.path, flavour)
		have := broken(own)
		for _, c := range j.clauses {
			if !slices.Contains(have, strings.Replace(c, "-t", "-", 1)) {
				unseen[c]++
			}
		}
		switch {
		case j.verdict == "PASS" && own.Verdict == NoObstacle:
			passOK++
		case j.verdict == "PASS":
			alarms++
			t.Errorf("false alarm: %s as %s: %v %s", j.path, flavour, have, own.Reason)
		case own.Verdict != NoObstacle:
			failOK++
		default:
			misses++
			t.Logf("miss: %s as %s: %v", j.path, flavour, j.clauses)
		}
	}
	t.Logf("%-8s %6d %11d %11d %12d %6d %10d %10d", flavour, len(list), failOK, passOK, alarms, misses,
		core.Milliseconds(), time.Since(start).Milliseconds())
	for c, n := range unseen {
		t.Logf("  clause %s seen by the core only: %d", c, n)
	}
}

// writeSamples adds made files, each with the flavour it claims.
func writeSamples(t *testing.T, byFlavour map[string][]string) {
	dir := t.TempDir()
	for _, fl := range []string{"1b", "2b", "2u", "3b", "4"} {
		for i, d := range []doc{
			{flavour: fl},
			{flavour: fl, content: "1 0 0 rg 0 0 9 9 re f"},
			{flavour: fl, content: "0 0 0 1 k"},
			{flavour: fl, xmp: "<dc:foo>1</dc:foo>"},
			{flavour: fl, catalog: "/AcroForm << /NeedAppearances true /Fields [] >>"},
			trueType(fl, "(A)", "667", "/Encoding /WinAnsiEncoding"),
			trueType(fl, "(A)", "500", "/Encoding /WinAnsiEncoding"),
		} {
			p := filepath.Join(dir, fmt.Sprintf("%s-%d.pdf", fl, i))
			if err := os.WriteFile(p, d.bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			byFlavour[fl] = append(byFlavour[fl], p)
		}
	}
}

// pdfsIn gives the PDF files in a list of folders.
func pdfsIn(list string) []string {
	var out []string
	for _, dir := range filepath.SplitList(list) {
		files, _ := filepath.Glob(filepath.Join(dir, "*.pdf"))
		out = append(out, files...)
	}
	return out
}
