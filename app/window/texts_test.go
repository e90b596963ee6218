package window_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/views/words"
)

// Every text the sources and the window ask for is there, and every text of
// their catalogue is asked for, whole or by its beginning.
func TestTextsUsed(t *testing.T) {
	de, err := words.Load("de")
	must(t, err)
	all := ""
	for _, pattern := range []string{"*.go", "../*.go"} {
		files, err := filepath.Glob(pattern)
		must(t, err)
		for _, name := range files {
			if !strings.HasSuffix(name, "_test.go") {
				raw, err := os.ReadFile(name)
				must(t, err)
				all += string(raw)
			}
		}
	}
	call := regexp.MustCompile(`\.(T|N)\("([^"]+)"([,)])`)
	for _, m := range call.FindAllStringSubmatch(all, -1) {
		keys := []string{m[2]}
		if m[1] == "N" {
			keys = []string{m[2] + ".one", m[2] + ".other"}
		}
		for _, k := range keys {
			if !de.Has(k) {
				t.Errorf("no text %s", k)
			}
		}
	}
	raw, err := os.ReadFile("../../assets/translations/de-window.json")
	must(t, err)
	own := map[string]string{}
	must(t, json.Unmarshal(raw, &own))
	for k := range own {
		parts := strings.Split(k, ".")
		used := false
		for n := len(parts); n > 0 && !used; n-- {
			whole := strings.Join(parts[:n], ".")
			used = strings.Contains(all, `"`+whole+`"`) || n < len(parts) && strings.Contains(all, `"`+whole+`."`) || n > 2 &&
				parts[1] == "task" && strings.Contains(all, `say("`+strings.Join(parts[2:n], ".")+`"`) ||
				parts[1] == "fact" && n > 2 && strings.Contains(all, `add("`+parts[2]+`"`) || parts[1] == "deadline" && n > 2 &&
				strings.Contains(all, `days("`+parts[2]+`"`)
		}
		if !used {
			t.Errorf("nobody asks for %s", k)
		}
	}
}

// What the rooms can say has words in both languages.
func TestWordsOfRooms(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		w, err := words.Load(lang)
		must(t, err)
		var keys []string
		for _, e := range []events.Type{events.Received, events.Recognised, events.Checked, events.Decided, events.Appraised, events.Undone,
			events.Released, events.Wrote,
			events.Packaged, events.Queued, events.Sent, events.Confirmed, events.Destroyed, events.Cleared, events.Closed,
			events.Configured} {
			keys = append(keys, "event."+string(e))
		}
		for _, p := range []string{check.PhaseRecognise, check.PhaseReadList, check.PhaseReadFiles, check.PhaseRules} {
			keys = append(keys, "window.phase."+p)
		}
		for _, s := range transfer.States {
			keys = append(keys, "slip."+string(s))
		}
		for _, k := range keys {
			if !w.Has(k) {
				t.Errorf("%s: no text %s", lang, k)
			}
		}
	}
}
