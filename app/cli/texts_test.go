package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/assets"
	"laufzettel/transfer/check"
)

// texts reads the keys of the command line out of all catalogues of a language.
func texts(t *testing.T, language string) map[string]string {
	t.Helper()
	all, err := assets.Texts(language)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for k, v := range all {
		if strings.HasPrefix(k, "cli.") {
			out[k] = v
		}
	}
	return out
}

// built are the keys the code puts together, by their beginning: the code writes
// "cli.verdict." + verdict.
var built = map[string][]string{
	"cli.verdict.":            {string(check.Accepted), string(check.Rejected), string(check.Unreadable)},
	"cli.severity.":           {string(check.Error), string(check.Warning), string(check.Note)},
	"cli.check.":              {string(check.Full), string(check.Partial), string(check.NotDone)},
	"cli.phase.":              {check.PhaseRecognise, check.PhaseReadList, check.PhaseReadFiles, check.PhaseRules},
	"cli.loan.side.":          {"given", "taken"},
	"cli.loan.state.":         {"sending", "open", "returned", "closed"},
	"cli.manifest.":           {"ok", "differs", "missing", "unreadable"},
	"cli.pdfa.":               {"valid", "invalid", "no-obstacle-found", "not-checkable", "not-checked"},
	"cli.clearance.side.":     {"received", "given"},
	"cli.clearance.missing.":  {"received", "given"},
	"cli.clearance.open.":     {"received", "given"},
	"cli.clearance.complete.": {"received", "given"},
	"cli.fetch.did.":          {"clearance-noted", "clearance-complete", "deletion-recorded", "deletion-unmatched"},
	"cli.next.step.": {"check", "accept", "return", "stop", "redelivery", "appraise", "release", "finish", "answer", "package", "send", "receipt",
		"clear", "deletion", "close", "none"},
	"cli.view.related.": {check.RelationPart, check.RelationRepresentation, check.RelationEdition},
}

var (
	quotedKey = regexp.MustCompile(`"(cli\.[a-zA-Z.-]+)"`)
	verb      = regexp.MustCompile(`%[0-9.]*[a-z]`)
)

// used lists the keys of the code of this package.
func used(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quotedKey.FindAllStringSubmatch(string(raw), -1) {
			if !strings.HasSuffix(m[1], ".") {
				out[m[1]] = true
				continue
			}
			if built[m[1]] == nil {
				t.Errorf("%s builds keys from %q that this test does not know", name, m[1])
			}
			for _, rest := range built[m[1]] {
				out[m[1]+rest] = true
			}
		}
	}
	return out
}

func TestTexts_CodeAndCataloguesAgree(t *testing.T) {
	keys := used(t)
	de, en := texts(t, "de"), texts(t, "en")
	for k := range keys {
		if de[k] == "" || en[k] == "" {
			t.Errorf("%s is used; German %q, English %q", k, de[k], en[k])
		}
	}
	for _, catalogue := range []map[string]string{de, en} {
		for k := range catalogue {
			if !keys[k] {
				t.Errorf("%s is never used", k)
			}
		}
	}
	for k := range de {
		if a, b := verb.FindAllString(de[k], -1), verb.FindAllString(en[k], -1); strings.Join(a, " ") != strings.Join(b, " ") {
			t.Errorf("%s: values %v in German, %v in English", k, a, b)
		}
	}
}

// Every command and every finding is documented in the form the help prints.
func TestHelp_EveryCommandOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range table() {
		if seen[c.name] || c.run == nil {
			t.Errorf("command %q is there twice or does nothing", c.name)
		}
		seen[c.name] = true
	}
	if _, err := work.Codes(); err != nil {
		t.Error(err)
	}
}
