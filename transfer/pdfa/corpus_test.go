package pdfa

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/pdf"
	beside "laufzettel/transfer/samples"
)

// corpus gives the folder of the shared PDF/A test files.
func corpus(t testing.TB) string { t.Helper(); return beside.Path(t, "pdfa") }

// sample is a corpus file with the verdict its name gives.
type sample struct {
	path, flavour, group string
	pass                 bool
}

func samples(t testing.TB) []sample {
	root := corpus(t)
	var out []sample
	for _, fl := range []string{"1a", "1b", "2a", "2b", "2u", "3b", "4"} {
		files, _ := filepath.Glob(filepath.Join(root, "verapdf", "PDF_A-"+fl, "*.pdf"))
		for _, p := range files {
			out = append(out, sample{p, fl, fl, strings.Contains(filepath.Base(p), "-pass")})
		}
	}
	for group, dir := range map[string]string{"TWG": "verapdf/TWG_test_files", "BFO": "bfo"} {
		files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), "*.pdf"))
		for _, p := range files {
			base := filepath.Base(p)
			i := strings.Index(base, "pdfa")
			out = append(out, sample{p, base[i+4:i+5] + "b", group, strings.Contains(base, "-pass")})
		}
	}
	slices.SortFunc(out, func(a, b sample) int { return strings.Compare(a.group+a.path, b.group+b.path) })
	return out
}

func checkFile(t testing.TB, path, flavour string) Result {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return Check(t.Context(), bytes.NewReader(b), int64(len(b)), Options{Flavour: flavour})
}

// disputed are files where the judge, the veraPDF core, differs from the name.
var disputed = map[string]bool{
	"pdfa1-6-5-3-bfo-t01-pass.pdf": true, // a push button without appearance subdictionary, contentious by its own description
}

// TestCorpus prints the table of make pdfa-corpus and fails on any false alarm.
func TestCorpus(t *testing.T) {
	type row struct{ failOK, passOK, alarms, misses int }
	rows := map[string]*row{}
	var order []string
	for _, s := range samples(t) {
		r := rows[s.group]
		if r == nil {
			r = &row{}
			rows[s.group] = r
			order = append(order, s.group)
		}
		res := checkFile(t, s.path, s.flavour)
		bad := res.Verdict == Invalid || res.Verdict == NotCheckable
		switch base := filepath.Base(s.path); {
		case disputed[base]:
		case s.pass && !bad:
			r.passOK++
		case s.pass:
			r.alarms++
			t.Errorf("false alarm %s: %s %s", base, res.Reason, clauses(res))
		case bad:
			r.failOK++
			if testing.Verbose() && os.Getenv("PDFA_CLAUSES") != "" {
				t.Logf("%s\t%s", base, clauses(res))
			}
		default:
			r.misses++
			t.Logf("miss %s (%s)", base, s.flavour)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %12s %12s %12s %8s\n", "flavour", "agree fail", "agree pass", "false alarm", "miss")
	for _, g := range order {
		r := rows[g]
		fmt.Fprintf(&b, "%-8s %12d %12d %12d %8d\n", g, r.failOK, r.passOK, r.alarms, r.misses)
	}
	t.Logf("\n%s", b.String())
}

func clauses(r Result) string {
	var out []string
	for _, c := range r.Clauses {
		out = append(out, fmt.Sprintf("%s-t%d (%s)", c.Rule[strings.LastIndex(c.Rule, " ")+1:], c.Test, c.Where))
	}
	return strings.Join(out, ", ")
}

// TestInPieces holds reading in pieces against reading at once.
func TestInPieces(t *testing.T) {
	lim := pdf.DefaultLimits()
	lim.InMemory = 0
	for _, s := range samples(t) {
		b, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		whole := checkFile(t, s.path, s.flavour)
		pieces := judgeBytes(t, b, Options{Flavour: s.flavour, Limits: &lim})
		if !slices.Equal(broken(whole), broken(pieces)) || whole.Verdict != pieces.Verdict {
			t.Errorf("%s: at once %s %v, in pieces %s %v", filepath.Base(s.path), whole.Verdict, broken(whole), pieces.Verdict,
				broken(pieces))
		}
	}
}
