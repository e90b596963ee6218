package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/kill"
	"laufzettel/app/work"
	"laufzettel/make/corpus/beside"
	"laufzettel/transfer/samples"
)

// uttered runs the commands of a case in its folder and gives the codes the last one
// uttered, with its exit code.
func uttered(t *testing.T, dir, data string, commands []string) (codes []string, exit int) {
	t.Helper()
	var out, errs bytes.Buffer
	for i, line := range commands {
		if strings.Contains(line, "PORTION") {
			line = strings.ReplaceAll(line, "PORTION", firstPortion(t, data))
		}
		out.Reset()
		args := []string{"--data", data}
		for j, word := range strings.Fields(line) {
			if j > 0 && (strings.HasPrefix(word, "lieferung") || strings.Contains(word, ".")) {
				word = filepath.Join(dir, filepath.FromSlash(word))
			}
			args = append(args, word)
		}
		if i == len(commands)-1 {
			args = append(args, "--json")
		}
		e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(args), keyWork: kill.CheapWork,
			pdfium: samples.PDFium()}
		if exit = e.run(t.Context(), args); exit > exitMaterial || i < len(commands)-1 && exit != exitDone {
			t.Fatalf("%s: ended with %d: %s", line, exit, errs.String())
		}
	}
	dec := json.NewDecoder(&out)
	for dec.More() {
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatalf("%s: %v", commands, err)
		}
		codes = append(codes, codesIn(v)...)
	}
	return codes, exit
}

// firstPortion is the number that the workspace gave what was taken in first.
func firstPortion(t *testing.T, data string) string {
	t.Helper()
	var out, errs bytes.Buffer
	e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(nil), keyWork: kill.CheapWork, pdfium: samples.PDFium()}
	var rows []struct {
		ID string `json:"id"`
	}
	if exit := e.run(t.Context(), []string{"--data", data, "list", "--json"}); exit != exitDone {
		t.Fatal(errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), &rows); err != nil || len(rows) == 0 {
		t.Fatalf("no portion: %v %s", err, out.String())
	}
	return rows[0].ID
}

// codesIn are the codes of the findings anywhere in an answer.
func codesIn(v any) (out []string) {
	switch x := v.(type) {
	case []any:
		for _, y := range x {
			out = append(out, codesIn(y)...)
		}
	case map[string]any:
		if code, ok := x["code"].(string); ok {
			out = append(out, code)
		}
		for _, y := range x {
			out = append(out, codesIn(y)...)
		}
	}
	return out
}

// Every case of the corpus that is more than a container comes to its finding by its
// commands, and neither what is right nor what comes near does.
func TestCorpus_Beside(t *testing.T) {
	t.Setenv("LAUFZETTEL_PERSON", "M. Ahrens")
	t.Setenv("LAUFZETTEL_PASSPHRASE", "nur für den Test")
	t.Setenv("LANG", "de_DE.UTF-8")
	shelf, shared := work.Kinds(time.Now), t.TempDir()
	try := func(t *testing.T, c beside.Case, v beside.Variant) []string {
		dir := filepath.Join(t.TempDir(), "fall")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := c.Write(t.Context(), shelf, dir, v); err != nil {
			t.Errorf("%s %d: %v", c.Code, v, err)
			return nil
		}
		commands, data := c.Commands(v), filepath.Join(shared, "ws")
		if len(commands) > 1 || !strings.HasPrefix(commands[0], "check ") { // what is taken in is known to the next case
			data = filepath.Join(t.TempDir(), "ws")
		}
		codes, exit := uttered(t, dir, data, commands)
		if v == beside.Wrong != slices.Contains(codes, c.Code) {
			t.Errorf("%s, variant %d: %v", c.Code, v, codes)
		}
		if v != beside.Wrong && exit != exitDone {
			t.Errorf("%s, variant %d is not accepted: %v", c.Code, v, codes)
		}
		return codes
	}
	sound := map[string][]string{} // what is uttered of each base
	right := func(t *testing.T, c beside.Case) {
		if _, known := sound[c.Base]; !known {
			sound[c.Base] = try(t, c, beside.Right)
		}
		if slices.Contains(sound[c.Base], c.Code) {
			t.Errorf("%s is uttered of %s, which is right", c.Code, c.Base)
		}
	}
	for _, c := range beside.Cases() {
		t.Run(c.Code, func(t *testing.T) {
			try(t, c, beside.Wrong)
			right(t, c)
			if c.Alike != "" {
				try(t, c, beside.Near)
			}
		})
	}
}
