package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
)

// paper is what the script of the papers says of one.
type paper struct {
	Name, Cmd, File, Want string
	Keys, Old             []string
}

// Some 540 hostile papers, written by a script that knows the pages alone and signs with
// an arithmetic of its own what no library signs: the program says of each what the script
// wants, and so does verify.sh (make judges).
func TestJudges_ForeignPapers(t *testing.T) {
	needs(t, "python3")
	write := exec.CommandContext(t.Context(), "python3", "-B", "testdata/papers.py", t.TempDir())
	write.Stderr = os.Stderr
	said, err := write.Output()
	if err != nil {
		t.Fatal(err)
	}
	script := os.Getenv("LAUFZETTEL_JUDGES") != ""
	if script {
		needs(t, "sh", "jq", "openssl", "basenc", "split")
	}
	seen, papers := map[string]int{}, []paper(nil)
	for dec := json.NewDecoder(bytes.NewReader(said)); ; {
		var p paper
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen[p.Want]++
		papers = append(papers, p)
	}
	t.Run("papers", func(t *testing.T) { // side by side: the script starts some fifty programs for each
		for _, p := range papers {
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				p.judged(t, script)
			})
		}
	})
	if seen["holds"] < 50 || seen["broken"] < 300 || seen["incomplete"] < 4 {
		t.Errorf("papers: %v", seen)
	}
}

// judged holds what the program, and where it is asked the script, say of a paper to what
// the foreign script wants.
func (p paper) judged(t *testing.T, script bool) {
	args, same := []string{p.Cmd, p.File}, []string{p.Cmd, p.File}
	for _, k := range p.Keys {
		args, same = append(args, "--key", k), append(same, k)
	}
	for _, o := range p.Old {
		args, same = append(args, "--checkpoint", o), append(same, o)
	}
	var out bytes.Buffer
	if got := verdict(run(t.Context(), args, &out, &out)); got != p.Want {
		t.Errorf("the program says %s, want %s\n%s", got, p.Want, out.String())
	}
	if script {
		if got := verdict(shell(t, same...)); got != p.Want {
			t.Errorf("the script says %s, want %s", got, p.Want)
		}
	}
}

// verdict is what an end means; a key that is none is a wrong call to one judge and does
// not hold to the other.
func verdict(end int) string {
	switch end {
	case holds:
		return "holds"
	case incomplete:
		return "incomplete"
	}
	return "broken"
}
