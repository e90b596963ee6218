package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/assets"
	"laufzettel/sync/queue"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
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
	"cli.verdict.": {string(check.Accepted), string(check.Rejected), string(check.Unreadable)},
	"cli.queue.state.": {string(queue.Waiting), string(queue.Running), string(queue.Retry), string(queue.NeedsUser),
		string(queue.NeedsAdmin), string(queue.Damaged), string(queue.Done), string(queue.Cancelled)},
	"cli.severity.": {string(check.Error), string(check.Warning), string(check.Note)},
	"cli.check.":    {string(check.Full), string(check.Partial), string(check.NotDone)},
	"cli.phase.": {check.PhaseRecognise, check.PhaseReadList, check.PhaseReadFiles, check.PhaseRules,
		"close", "copy", "package", "send", "index", "verify", "search", "drafts", "read-pictures"},
	"cli.loan.side.":          {"given", "taken"},
	"cli.loan.state.":         {"sending", "open", "returned", "closed"},
	"cli.manifest.":           {"ok", "differs", "missing", "unreadable"},
	"cli.pdfa.":               {"valid", "invalid", "no-obstacle-found", "not-checkable", "not-checked"},
	"cli.clearance.side.":     {"received", "given"},
	"cli.clearance.missing.":  {"received", "given"},
	"cli.clearance.open.":     {"received", "given"},
	"cli.clearance.complete.": {"received", "given"},
	"cli.fetch.did.":          {"clearance-noted", "clearance-complete", "deletion-recorded", "deletion-unmatched"},
	"cli.next.step.": {"check", "accept", "return", "stop", "redelivery", "appraise", "release", "finish", "answer", "package", "send",
		"receipt",
		"clear", "deletion", "close", "none"},
	"cli.place.": placeholders(),
	"cli.view.related.": {check.RelationPart, check.RelationRepresentation, check.RelationEdition, check.RelationEarlierEdition,
		check.RelationLaterEdition},
}

// placeholders are the German words of usages that stand for what a person writes.
func placeholders() []string {
	texts, err := assets.Texts("de")
	if err != nil {
		return nil
	}
	var out []string
	add := func(usage string) {
		for _, word := range placeholder.FindAllString(usage, -1) {
			if texts["cli.place."+word] != "" {
				out = append(out, word)
			}
		}
	}
	for _, c := range table() {
		add(c.args)
		subject, parts := partsOf(c.name)
		for _, p := range parts {
			add(subject + " " + p.args)
		}
	}
	return out
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

// otherFaces begin keys that the window never shows: how it is called, the command lines' own and the
// face in the browser, which may name the program that does what it cannot.
var otherFaces = []string{"start.", "verify.", "cli.", "archived.", "browser.", "page.", "hint.cli.", "hint.archive.", "hint.receiver.",
	"hint.sample.", "hint.generate.", "hint.trial.", "hint.opengl."}

// quoted are words set off in a sentence, as a command is where it is to be typed.
var quoted = regexp.MustCompile(`[„“"(]([^„“”"()]*)[”“")]`)

// option is what belongs on a command line whatever the language around it.
var option = regexp.MustCompile(`(^|[^-\w])(--[a-z][a-z-]*|laufzettel-cli|LAUFZETTEL_[A-Z_]+)`)

// typed finds what in a sentence belongs on a command line: an option, the program, a
// variable of the environment, the name of a command; "" where there is none.
type typed struct{ anywhere, setOff *regexp.Regexp }

func newTyped() typed {
	var names []string
	for _, c := range table() {
		if strings.Contains(c.name, " ") {
			names = append(names, regexp.QuoteMeta(c.name))
		}
	}
	all := "(" + strings.Join(names, "|") + ")"
	return typed{regexp.MustCompile(`(^|[^\w-])` + all + `($|[^\w-])`), regexp.MustCompile(`(^|, )` + all + `( |,|$)`)}
}

func (x typed) in(sentence, language string) string {
	if m := option.FindString(sentence); m != "" {
		return m
	}
	if language == "de" { // an English name in a German sentence is no chance
		return strings.TrimSpace(x.anywhere.FindString(sentence))
	}
	for _, m := range quoted.FindAllStringSubmatch(sentence, -1) {
		if word := x.setOff.FindString(m[1]); word != "" {
			return word
		}
	}
	return ""
}

// The window speaks to people who know no command: where the command line has a form
// of its own (key.cli) that one may name what is to be typed, the sentence itself may not.
func TestTexts_WindowSpeaksOfNoCommand(t *testing.T) {
	commands := newTyped()
	for _, language := range []string{"de", "en"} {
		all, err := assets.Texts(language)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for key, sentence := range all {
			cli := strings.HasSuffix(key, ".cli") || strings.Contains(key, ".help.") || strings.Contains(key, ".cli.") ||
				slices.ContainsFunc(otherFaces, func(p string) bool { return strings.HasPrefix(key, p) })
			if cli {
				continue
			}
			seen++
			if word := commands.in(sentence, language); word != "" {
				t.Errorf("%s: %s speaks of %q: %s", language, key, word, sentence)
			}
		}
		if seen < 3000 {
			t.Errorf("%s: only %d sentences seen", language, seen)
		}
	}
	for _, tt := range []struct{ sentence, want string }{
		{"Bitte mit --person angeben.", " --person"}, {"Bitte zuerst freigeben (accession clear).", "(accession clear)"},
		{"„people list“ zeigt alle.", "„people list“"},
		{"Bitte den eigenen Namen eintragen.", ""}, {"E-Mail -- und Fax", ""},
	} {
		if got := commands.in(tt.sentence, "de"); got != tt.want {
			t.Errorf("in(%q) = %q, want %q", tt.sentence, got, tt.want)
		}
	}
}

// Where a sentence has a form for the command line, that one is said there.
func TestHint_NamesTheOption(t *testing.T) {
	err := failure.New(failure.Refused, "act", wording.Say("hint.office.nobody-acts"))
	for _, tt := range []struct {
		said  string
		names bool
	}{{(&env{words: tongue{language: "de"}}).hint(err), true}, {(&env{words: tongue{language: "en"}}).hint(err), true},
		{failure.HintOf(err).In("de"), false}, {failure.HintOf(err).In("en"), false}} {
		if strings.Contains(tt.said, "--person") != tt.names {
			t.Errorf("%q names the option: want %v", tt.said, tt.names)
		}
	}
}
