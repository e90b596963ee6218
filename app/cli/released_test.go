package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"laufzettel/app/kill"
	"laufzettel/transfer/samples"
)

// releasedDir holds what earlier versions of the program have left behind: a
// workspace, the store of a receiver, and what that version said of them.
const releasedDir = "../../testdata"

// releasedNow is a moment after the released workspaces were left, so that what
// depends on the day stays the same.
var releasedNow = time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC)

// TestReleased_Workspaces opens the workspaces of earlier versions with today's
// program: what their own version said of them must still be said, every package
// and receipt must verify, no file may change, and work must go on.
func TestReleased_Workspaces(t *testing.T) {
	root, err := filepath.Abs(releasedDir)
	if err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(root, "*", "said.txtar"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no released workspaces below %s: %v", root, err)
	}
	for _, said := range found {
		t.Run(filepath.Base(filepath.Dir(said)), func(t *testing.T) {
			r := unpackReleased(t, filepath.Dir(said))
			before := r.files()
			r.saysTheSame(said)
			r.verifies()
			r.loses(before)
			r.goesOn()
		})
	}
}

// released is one unpacked workspace of an earlier version, the current folder of
// the test.
type released struct {
	t *testing.T
}

func unpackReleased(t *testing.T, from string) released {
	dir := t.TempDir()
	for _, name := range []string{"workspace.tar.gz", "archiv.tar.gz"} {
		if err := unpackInto(dir, filepath.Join(from, name)); err != nil {
			t.Fatal(err)
		}
	}
	pass, err := os.ReadFile(filepath.Join(dir, "kennwort.txt"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for k, v := range map[string]string{"LAUFZETTEL_DATA": "workspace", "LAUFZETTEL_PERSON": "M. Ahrens",
		"LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "",
		"LAUFZETTEL_PASSPHRASE": strings.TrimSpace(string(pass)), "LAUFZETTEL_PERSON_PASSPHRASE": "", "LAUFZETTEL_POLICY": ""} {
		t.Setenv(k, v)
	}
	return released{t}
}

func unpackInto(dir, name string) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.Typeflag == tar.TypeDir {
			if err := os.MkdirAll(path, 0o700); err != nil {
				return err
			}
			continue
		}
		data, err := io.ReadAll(r)
		if err := errors.Join(err, os.WriteFile(path, data, 0o600)); err != nil {
			return err
		}
	}
}

// call runs a command, which must end well, and gives what it printed.
func (r released) call(args ...string) string {
	r.t.Helper()
	var out, errs bytes.Buffer
	e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(args), keyWork: kill.CheapWork, pdfium: samples.PDFium(),
		now: func() time.Time { return releasedNow }}
	if code := e.run(r.t.Context(), args); code != 0 {
		r.t.Errorf("%s: exit %d\n%s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

// values reads what a command printed, one JSON value after the other.
func (r released) values(text string) (all []any) {
	r.t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	for dec.More() {
		var v any
		if err := dec.Decode(&v); err != nil {
			r.t.Fatalf("not JSON: %v\n%s", err, text)
		}
		all = append(all, v)
	}
	return all
}

// saysTheSame holds today's answers against those of the version that made the
// workspace. Today's may say more, never less and nothing else.
func (r released) saysTheSame(said string) {
	script, err := txtar.ParseFile(said)
	if err != nil || len(script.Files) == 0 {
		r.t.Fatalf("%s: %v", said, err)
	}
	for _, f := range script.Files {
		old, today := r.values(string(f.Data)), r.values(r.call(strings.Fields(f.Name)...))
		if len(old) == 0 {
			r.t.Errorf("%s: that version said nothing", f.Name)
		}
		for _, what := range lost(f.Name, old, today) {
			r.t.Error(what)
		}
	}
}

var markedWord = regexp.MustCompile(`\[[^\]]*\]`)

// markedIn gives the words that are marked in a context.
func markedIn(context any) any { return fmt.Sprint(markedWord.FindAllString(fmt.Sprint(context), -1)) }

// lost names what the old value holds and today's does not.
func lost(place string, old, today any) (all []string) {
	if strings.HasSuffix(place, "/context") { // words around a place: where they are cut may differ, not what was found
		old, today = markedIn(old), markedIn(today)
	}
	switch o := old.(type) {
	case map[string]any:
		n, ok := today.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: %v has become %v", place, old, today)}
		}
		for _, k := range slices.Sorted(maps.Keys(o)) {
			v, there := n[k]
			if !there {
				all = append(all, fmt.Sprintf("%s/%s: %v is gone", place, k, o[k]))
				continue
			}
			all = append(all, lost(place+"/"+k, o[k], v)...)
		}
		return all
	case []any:
		n, ok := today.([]any)
		if !ok || len(n) != len(o) {
			return []string{fmt.Sprintf("%s: %d values have become %d", place, len(o), len(n))}
		}
		for i := range o {
			all = append(all, lost(fmt.Sprintf("%s/%d", place, i), o[i], n[i])...)
		}
		return all
	}
	if old != today {
		return []string{fmt.Sprintf("%s: %v has become %v", place, old, today)}
	}
	return nil
}

// verifies checks every package from itself alone and every receipt twice: with the
// keys of the archive alone, and in the workspace.
func (r released) verifies() {
	packages := r.glob("workspace/packages/*/*.tar")
	receipts := r.glob("workspace/packages/*/*.quittung.json")
	manifests := r.glob("workspace/packages/*/*.manifest.json")
	if len(packages) == 0 || len(receipts) != len(packages) || len(manifests) != len(packages) {
		r.t.Fatalf("%d packages, %d receipts, %d manifests", len(packages), len(receipts), len(manifests))
	}
	r.each(r.call(append([]string{"aip", "check", "--json"}, packages...)...), len(packages), "verdict", "accepted")
	key := []string{"receipts", "verify", "--json", "--key", "workspace/receipts/archiv-schluessel.json"}
	r.each(r.call(append(key, receipts...)...), len(receipts), "ok", "true")
	r.each(r.call(append(key[:3:3], receipts...)...), len(receipts), "ok", "true")
}

// each wants that many values, all of which have that field.
func (r released) each(text string, count int, field, want string) {
	r.t.Helper()
	all := r.values(text)
	if len(all) == 1 { // several rows in one list
		if list, ok := all[0].([]any); ok {
			all = list
		}
	}
	if len(all) != count {
		r.t.Errorf("%d answers, want %d:\n%s", len(all), count, text)
	}
	for _, v := range all {
		if got := textOf(at(v, field)); got != want {
			r.t.Errorf("%s is %q, want %q: %v", field, got, want, v)
		}
	}
}

func (r released) glob(pattern string) []string {
	r.t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		r.t.Fatal(err)
	}
	return names
}

// files gives the checksum of every file but the databases, which a newer version
// may bring to its own state.
func (r released) files() map[string][sha256.Size]byte {
	r.t.Helper()
	all := map[string][sha256.Size]byte{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) == ".db" {
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return all
}

// loses wants every file that was there before to be there as it was.
func (r released) loses(before map[string][sha256.Size]byte) {
	r.t.Helper()
	after := r.files()
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if sum, there := after[name]; !there {
			r.t.Errorf("%s is gone", name)
		} else if sum != before[name] {
			r.t.Errorf("%s has changed", name)
		}
	}
}

// goesOn decides about a record of an open portion, which the person of that time
// signs with the key of that time: one more event, one more signature, all sound;
// before it stands the founding act that takes over what was there.
func (r released) goesOn() {
	before := r.values(r.call("log", "verify", "--json"))[0]
	objects, _ := at(r.values(r.call("appraise", "P2026-0002", "list", "--json"))[0], "objects").([]any)
	i := slices.IndexFunc(objects, func(o any) bool { return textOf(at(o, "kind")) == "case" && textOf(at(o, "rating")) == "B" })
	if i < 0 {
		r.t.Fatalf("no open case in %v", objects)
	}
	id := textOf(at(objects[i], "id"))
	r.call("appraise", "P2026-0002", "set", id, "a", "--reason", "Leitentscheidung")
	objects, _ = at(r.values(r.call("appraise", "P2026-0002", "list", "--json"))[0], "objects").([]any)
	if i >= len(objects) || textOf(at(objects[i], "id")) != id || textOf(at(objects[i], "rating")) != "A" {
		r.t.Errorf("the decision about %s is not kept: %v", id, objects)
	}
	after := r.values(r.call("log", "verify", "--json"))[0]
	if got := textOf(at(after, "sound")); got != "true" {
		r.t.Errorf("the log is not sound: %v", after)
	}
	more := int64(1)
	if textOf(at(before, "unfounded")) == "true" { // today's program takes the workspace over by a founding act first
		more++
		if taken := number(r.t, after, "takenOver"); taken != number(r.t, before, "events")+1 {
			r.t.Errorf("people and decisions are taken over by event %d, want the one after those of before", taken)
		}
	}
	for _, count := range []string{"events", "signed"} {
		if was, is := number(r.t, before, count), number(r.t, after, count); is != was+more {
			r.t.Errorf("%d %s have become %d, want %d more", was, count, is, more)
		}
	}
}

func number(t *testing.T, v any, place string) int64 {
	t.Helper()
	n, ok := at(v, place).(json.Number)
	if !ok {
		t.Fatalf("no number at %s in %v", place, v)
	}
	i, err := n.Int64()
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// TestReleased_IsTakenOver: the first signed act takes a workspace of before over, as far
// as the signed events of before do not say otherwise; what was packaged before verifies
// as before; log verify says for ever that it was taken over, and holds the tables to it
// from then on. A decision turned round before the takeover is not taken over.
func TestReleased_IsTakenOver(t *testing.T) {
	from, err := filepath.Abs(filepath.Join(releasedDir, "0.1.0"))
	if err != nil {
		t.Fatal(err)
	}
	const object = "658668b1-2d0c-4186-9491-ce35f3dc2df0" // of P2026-0001, decided A and packaged
	inserted := "INSERT INTO person SELECT 'U009', 'Eve', 'eve', '', state, 0, entered, entered_by FROM person WHERE id = 'U001'"
	turned := "UPDATE appraisal_decision SET rating = 'V', released_by = 'J. Beyer', released_at = at WHERE object_id = '" + object + "'"
	for name, tt := range map[string]struct {
		before, after string
		sound         string
	}{
		"untouched":         {sound: "true"},
		"turned before":     {before: turned, sound: "false"},
		"turned afterwards": {after: turned, sound: "false"},
		"a person inserted": {sound: "false", after: inserted},
	} {
		t.Run(name, func(t *testing.T) {
			r := unpackReleased(t, from)
			if tt.before != "" {
				r.foreignHand(tt.before)
			}
			r.call("appraise", "P2026-0002", "set", r.openCase(), "a", "--reason", "Leitentscheidung")
			if tt.after != "" {
				r.foreignHand(tt.after)
			}
			var out, errs bytes.Buffer
			e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(nil), keyWork: kill.CheapWork,
				pdfium: samples.PDFium(), now: func() time.Time { return releasedNow }}
			code := e.run(t.Context(), []string{"log", "verify", "--json"})
			v := r.values(out.String())[0]
			if got := textOf(at(v, "sound")); got != tt.sound || (code == 0) != (tt.sound == "true") {
				t.Errorf("sound is %s (exit %d), want %s: %v %s", got, code, tt.sound, v, errs.String())
			}
			if tt.sound != "true" {
				return
			}
			if number(t, v, "takenOver") == 0 || textOf(at(v, "founding/taken")) != "true" {
				t.Errorf("it is not said that the workspace was taken over: %v", v)
			}
			r.verifies()
		})
	}
}

// foreignHand changes the database from beside the program.
func (r released) foreignHand(statement string) {
	r.t.Helper()
	db, err := sql.Open("sqlite", "file:workspace/laufzettel.db")
	if err != nil {
		r.t.Fatal(err)
	}
	res, err := db.ExecContext(r.t.Context(), statement)
	if err = errors.Join(err, db.Close()); err != nil {
		r.t.Fatal(err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		r.t.Fatalf("%s: %d rows, %v", statement, n, err)
	}
}

// openCase is a case of the open portion that nobody has decided.
func (r released) openCase() string {
	r.t.Helper()
	objects, _ := at(r.values(r.call("appraise", "P2026-0002", "list", "--json"))[0], "objects").([]any)
	i := slices.IndexFunc(objects, func(o any) bool { return textOf(at(o, "kind")) == "case" && textOf(at(o, "rating")) == "B" })
	if i < 0 {
		r.t.Fatalf("no open case in %v", objects)
	}
	return textOf(at(objects[i], "id"))
}
