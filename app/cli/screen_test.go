package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/queue"
	"laufzettel/views/words"
)

func TestScreen(t *testing.T) {
	for in, want := range map[string]string{
		"Akte „Müller“\t1\n":           "Akte „Müller“\t1\n",
		redrawn + "a: 1/2":             redrawn + "a: 1/2",
		"\x1b]0;Titel\x07.txt":         `\x1b]0;Titel\x07.txt`,
		"a\rb\x7f\u009b2J":             `a\x0db\x7f\x9b2J`,
		"rechnung\u202efdp.exe":        `rechnung\u202efdp.exe`,
		"roh\x9b2J\xff":                "roh\\x9b2J\xff",
		"name " + redrawn + "dahinter": `name \x0d\x1b[Kdahinter`,
	} {
		var out bytes.Buffer
		n, err := newScreen(&out).Write([]byte(in))
		if out.String() != want || n != len(in) || err != nil {
			t.Errorf("%q gives %q, %d, %v; want %q", in, out.String(), n, err, want)
		}
	}
}

// TestScreen_DeliveredName: a name of a delivery that would steer the terminal is
// told as its codes.
func TestScreen_DeliveredName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "akte\x1b[2J\x1b]0;fremd\x07.zip")
	if err := os.WriteFile(name, []byte("kein ZIP"), 0o600); err != nil {
		t.Skip("no such names here: ", err)
	}
	code, _, errs := here(t.Context(), &env{}, "--data", t.TempDir(), "receive", name+"x")
	if code != exitCall || strings.ContainsAny(errs, "\x1b\x07") || !strings.Contains(errs, `akte\x1b[2J`) {
		t.Errorf("code %d, %q", code, errs)
	}
}

// What the line of work under way tells, by language, unit and time measured: a time left
// only once it was measured for five seconds, a rate only where it means something (G11).
func TestMeter_Tells(t *testing.T) {
	type at struct {
		after time.Duration
		stage
	}
	read := func(done int64) stage {
		return stage{phase: "Dateien lesen", at: 3, of: 4, done: done, total: 20000, unit: files}
	}
	tests := []struct {
		name, lang string
		told       []at
		want       string // the last line
	}{
		{"at once", "de", []at{{0, read(10)}}, "x: Dateien lesen, Phase 3 von 4, 10 von 20.000"},
		{"rate", "de", []at{{0, read(0)}, {2 * time.Second, read(1000)}},
			"x: Dateien lesen, Phase 3 von 4, 1.000 von 20.000, 500 Dateien/s"},
		{"time left", "de", []at{{0, read(0)}, {10 * time.Second, read(1000)}},
			"x: Dateien lesen, Phase 3 von 4, 1.000 von 20.000, 100 Dateien/s, noch 3 min 10 s"},
		{"taken up again", "de", []at{{0, read(10000)}, {10 * time.Second, read(11000)}},
			"x: Dateien lesen, Phase 3 von 4, 11.000 von 20.000, 100 Dateien/s, noch 1 min 30 s"},
		{"another phase is measured anew", "de", []at{{0, read(0)},
			{10 * time.Second, stage{phase: "Regeln", at: 4, of: 4, done: 1, total: 9}}}, "x: Regeln, Phase 4 von 4, 1 von 9"},
		{"bytes", "en", []at{{0, stage{phase: "copy", total: 4e9, unit: octets}},
			{5 * time.Second, stage{phase: "copy", done: 1e9, total: 4e9, unit: octets}}}, "x: copy, 1 GB of 4 GB, 200 MB/s, 15 s left"},
		{"no total", "de", []at{{0, stage{phase: "kopieren", unit: octets}},
			{9 * time.Second, stage{phase: "kopieren", done: 9e6, unit: octets}}}, "x: kopieren, 9 MB, 1 MB/s"},
		{"packages have no rate", "de", []at{{0, stage{phase: "Pakete bauen", total: 10}},
			{10 * time.Second, stage{phase: "Pakete bauen", done: 5, total: 10}}}, "x: Pakete bauen, 5 von 10, noch 10 s"},
		{"done", "de", []at{{0, stage{phase: "senden", total: 2}}, {10 * time.Second, stage{phase: "senden", done: 2, total: 2}}},
			"x: senden, 2 von 2"},
		{"the next piece", "de", []at{{0, stage{phase: "k", done: 5e6, total: 6e6, unit: octets}},
			{9 * time.Second, stage{phase: "k", done: 1e3, total: 6e6, unit: octets}}}, "x: k, 1 kB von 6 MB"},
		{"drawn five times a second at most", "de", []at{{0, read(1)}, {redraw / 2, read(2)}},
			"x: Dateien lesen, Phase 3 von 4, 1 von 20.000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, err := words.Load(tt.lang)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			began, now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC), time.Time{}
			m := &meter{to: &out, words: w, name: "x", now: func() time.Time { return now }}
			for _, x := range tt.told {
				now = began.Add(x.after)
				m.tell(x.stage)
			}
			lines := strings.Split(out.String(), redrawn)
			if got := lines[len(lines)-1]; got != tt.want {
				t.Errorf("told %q, want %q", got, tt.want)
			}
		})
	}
}

// A round of sending counts what waits, and what joins it on the way.
func TestTally(t *testing.T) {
	through := newTally([]queue.Job{{ID: "a", State: queue.Waiting}, {ID: "b", State: queue.Retry}, {ID: "old", State: queue.Done},
		{ID: "stuck", State: queue.NeedsUser}})
	for i, x := range []struct {
		job         queue.Job
		done, total int64
	}{
		{queue.Job{ID: "a", State: queue.Running}, 0, 2},
		{queue.Job{ID: "a", State: queue.Done}, 1, 2},
		{queue.Job{ID: "a", State: queue.Done}, 1, 2},
		{queue.Job{ID: "accession", State: queue.Running}, 1, 3},
		{queue.Job{ID: "b", State: queue.Retry}, 1, 3},
		{queue.Job{ID: "accession", State: queue.Done}, 2, 3},
	} {
		if done, total := through.add(x.job); done != x.done || total != x.total {
			t.Errorf("%d: %d of %d, want %d of %d", i, done, total, x.done, x.total)
		}
	}
}
