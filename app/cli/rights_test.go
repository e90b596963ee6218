package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/transfer/people"
)

// acting are the commands whose row names a right, with a call that gets as far as the
// asking for it. $ID is a packaged portion, $PKG a package of it, $F a file of
// nothing, $OUT a path where nothing is.
var acting = map[string]string{
	"receive":                 "$F",
	"receive check":           "$ID",
	"receive verapdf":         "$ID",
	"trial":                   "$F --out $OUT",
	"receive accept":          "$ID",
	"receive return":          "$ID --confirm",
	"receive halt":            "$ID --reason x",
	"receive discard":         "$ID --reason x --medium x --confirm",
	"appraise":                "$ID set x a",
	"share decide":            "$ID v x",
	"share describe":          "$ID --title x",
	"share report":            "$ID",
	"conflicts settle":        "$ID x a --reason x",
	"package":                 "$ID",
	"answer":                  "$ID 0504",
	"message send":            "$ID 0504",
	"retention set":           "$PKG 2030-01-01",
	"archived set":            "X Y",
	"custody final":           "$PKG 2020-01-01 --reason x --confirm",
	"accession receipt":       "$ID",
	"accession folder":        "2026/0001 --out $OUT",
	"convert":                 "$PKG",
	"closure tell":            "",
	"log archive":             "",
	"descriptions out":        "2026/0001 --out $OUT",
	"descriptions in":         "2026/0001 $F",
	"descriptions undo":       "2026/0001",
	"closure set":             "$PKG --law bund --end 1901-01-01",
	"send":                    "$ID",
	"next":                    "$ID --yes",
	"queue retry":             "X",
	"queue cancel":            "X --confirm",
	"queue pause":             "",
	"queue resume":            "",
	"trust add":               "$F",
	"trust remove":            "X",
	"door set":                "$OUT",
	"settings":                "archive=Stadtarchiv",
	"schemas add":             "$F",
	"formats viewer":          "fmt/1 xyz",
	"keys new":                "",
	"keys rotate":             "--confirm",
	"keys revoke":             "--confirm",
	"enrol":                   "http://127.0.0.1:1",
	"enrol export":            "rights_test.go",
	"enrol import":            "rights_test.go",
	"work publish":            "$ID",
	"work close":              "$ID",
	"loan take":               "X",
	"loan return":             "$ID",
	"clearance send":          "2026/0001 --confirm",
	"accession clear":         "2026/0001 --confirm",
	"destroy":                 "$ID --basis x --confirm",
	"accession destroy":       "2026/0001 --basis x --confirm",
	"accession receipts":      "2026/0001",
	"accession close":         "2026/0001 --confirm",
	"accession gone":          "999 --note x --confirm",
	"accession new":           "--title x",
	"accession offer":         "$F",
	"accession remark":        "2026/0001 x",
	"accession due":           "2026/0001 --for x --day 01.12.2026",
	"accession confirm":       "2026/0001 --name x --note y",
	"accession deleted":       "2026/0001 --note x --confirm",
	"offers add":              "https://a.example/x.zip sha256:" + strings.Repeat("a", 64),
	"offers fetch":            "",
	"offers retry":            "1",
	"offers stop":             "1",
	"offers plan add":         "https://a.example/x.zip https://a.example/x.sha256 --every 1d",
	"offers plan pause":       "1",
	"offers plan resume":      "1",
	"offers plan remove":      "1",
	"offers plan run":         "1",
	"fetch package":           "X --to $OUT",
	"export":                  "$PKG --to $OUT",
	"handout":                 "$PKG --to $OUT",
	"usecopy":                 "$PKG",
	"print":                   "$PKG 1",
	"copies":                  "--remove",
	"grant add":               "$PKG --application A1",
	"grant revoke":            "A1",
	"profile add":             "$PROFILE",
	"profile set":             "p1 agency=Amt",
	"profile layout survey":   "$DIR",
	"profile layout check":    "$PROFILE $DIR",
	"profile layout set":      "p1 $PROFILE $DIR",
	"profile layout remove":   "p1 X",
	"profile model":           "p1 1.2 a",
	"profile reasons":         "--add Doppel",
	"profile import":          "$F",
	"prepare":                 "xdomea --from $DIR --out $OUT --set agency=Amt --draft",
	"clerks card":             "--out $OUT",
	"clerks add":              "$F",
	"clerks enrolled":         "--db $F",
	"clerks remove":           "X",
	"prepare edit":            "$ABGABE --set agency=Amt",
	"prepare preview":         "X",
	"prepare build":           "X",
	"prepare check":           "X",
	"prepare handover":        "X --to $OUT",
	"prepare confirm":         "X --paper x --by y --day 01.11.2026 --scan $F",
	"prepare reopen":          "X --reason x",
	"prepare deleted":         "X --confirm",
	"prepare defaults set":    "x --set agency=Amt",
	"prepare defaults remove": "x --confirm",
	"people add":              "Neu --roles clerk",
	"people set":              "P:clerk --roles clerk",
	"people leave":            "P:clerk",
	"people key":              "M._Ahrens --confirm",
	"people register":         "closed",
	"report":                  "$ID",
	"claim":                   "$ID",
	"fetch end":               "X",
	"sensitive map":           "$RAW",
	"sensitive list":          "$RAW",
	"sensitive package":       "$PKG --purpose x",
	"sensitive recognise":     "$RAW",
	"sensitive recognised":    "$RAW",
	"closure propose":         "$PKG --law keine-tafel --purpose x",
	"accession discard":       "2026/0001 --reason x --confirm",
	"sensitive confirm":       "$ID 1",
	"sensitive dismiss":       "$ID 1",
	"sensitive reopen":        "$ID 1",
	"blacken begin":           "$PKG 1",
	"blacken find":            "1",
	"blacken word":            "1 Wort --reason person --law BArchG",
	"blacken hit":             "1 1 --reason person --law BArchG",
	"blacken place":           "1 1 1,1,1,1 --reason person --law BArchG",
	"blacken unmark":          "1 1",
	"blacken make":            "1",
	"blacken look":            "1 1 --out $OUT",
	"blacken seen":            "1 1",
	"blacken reopen":          "1",
	"blacken give":            "1 --to $OUT",
	"website stats":           "$RAW",
	"website describe":        "$RAW",
	"website pages":           "$RAW",
	"website serve":           "$RAW",
}

// rightsHouse is a workspace with a closed register: a person for every role, and a
// packaged portion.
type rightsHouse struct {
	t    *testing.T
	vars *strings.Replacer
}

// run runs one call and gives its exit code and all it said.
func (h rightsHouse) run(args ...string) (int, string) {
	var out bytes.Buffer
	e := &env{in: strings.NewReader(""), out: &out, errs: &out, words: pickWords(nil), keyWork: kill.CheapWork, chunk: smallChunk}
	code := e.run(h.t.Context(), args)
	return code, out.String()
}

func (h rightsHouse) ok(args ...string) string {
	h.t.Helper()
	code, text := h.run(args...)
	if code != 0 {
		h.t.Fatalf("%v: %d %s", args, code, text)
	}
	return text
}

// as runs a call of the table as a person of a role.
func (h rightsHouse) as(role people.Role, name, args string) (int, string) {
	words := strings.Fields(name)
	for _, w := range strings.Fields(args) {
		words = append(words, strings.ReplaceAll(strings.ReplaceAll(h.vars.Replace(w), "P:", "P "), "M._A", "M. A"))
	}
	return h.run(append(words, "--as", "P "+string(role))...)
}

func newRightsHouse(t *testing.T) rightsHouse {
	dir := t.TempDir()
	for name, value := range map[string]string{"LAUFZETTEL_DATA": filepath.Join(dir, "ws"), "LAUFZETTEL_PERSON": "M. Ahrens",
		"LAUFZETTEL_PASSPHRASE": "eins", "LAUFZETTEL_PERSON_PASSPHRASE": "eins", "LAUFZETTEL_NEW_PASSPHRASE": "eins"} {
		t.Setenv(name, value)
	}
	t.Setenv("PATH", t.TempDir()) // "print" must find no real printer
	h := rightsHouse{t: t}
	h.ok("settings", "archive=Landesarchiv", "key-store=file")
	h.ok("generate", "xdomea-0503", "--dossiers", "1", "--cases", "1", "--documents", "1", "--mix", "txt", "--seed", "1", "--out",
		filepath.Join(dir, "in"))
	in, err := filepath.Glob(filepath.Join(dir, "in", "*.zip"))
	if err != nil || len(in) != 1 {
		t.Fatalf("generated %v, %v", in, err)
	}
	var p struct{ ID string }
	fill := func(v any, args ...string) {
		if err := json.Unmarshal([]byte(h.ok(args...)), v); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	fill(&p, "receive", "--json", in[0])
	h.ok("generate", "website", "--seed", "2", "--out", filepath.Join(dir, "raw"))
	raw, err := filepath.Glob(filepath.Join(dir, "raw", "*"))
	if err != nil || len(raw) != 1 {
		t.Fatalf("generated %v, %v", raw, err)
	}
	var ingest struct{ ID string } // stays in ingest
	fill(&ingest, "receive", "--json", raw[0])
	h.ok("receive", "check", "--no-pdfa", p.ID)
	h.ok("receive", "accept", p.ID)
	var list struct {
		Objects []struct{ ID, Subject string }
	}
	fill(&list, "appraise", p.ID, "list", "--json")
	for _, o := range list.Objects {
		h.run("appraise", p.ID, "set", o.ID, "a", "--reason", "x")
	}
	h.ok("appraise", p.ID, "finish")
	var packages []struct{ PID, ReferenceCode string }
	fill(&packages, "package", p.ID, "--json")
	file, prof := filepath.Join(dir, "nichts"), filepath.Join(dir, "p1.json")
	for name, text := range map[string]string{file: "nichts",
		prof: `{"id":"p1","agencyId":"09999","agency":"Amt","contact":{},"referenceCode":{},"deadlines":{},"closure":{},"mapping":{}}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.ok("profile", "add", prof)
	h.ok("prepare", "xdomea", "--from", filepath.Join(dir, "in"), "--out", filepath.Join(dir, "abgabe"), "--set", "agency=Amt", "--draft")
	var drafts []struct{ ID string }
	fill(&drafts, "prepare", "list", "--json")
	for _, r := range people.Roles {
		h.ok("people", "add", "P "+string(r), "--roles", string(r))
	}
	h.vars = strings.NewReplacer("$ID", p.ID, "$PKG", packages[0].PID, "$CODE", packages[0].ReferenceCode, "$SUBJECT",
		list.Objects[len(list.Objects)-1].Subject, "$ABGABE", drafts[0].ID, "$PROFILE", prof, "$F", file, "$RAW", ingest.ID, "$DIR",
		filepath.Join(dir, "in"), "$OUT", filepath.Join(dir, "neu"))
	return h
}

const noRight = "gehört nicht zu den Rechten"

// rolesFor gives the roles a command is tried with, those who may last: all of them
// where the whole table is asked for, else one who may not and, for the first
// command of a right, all.
func rolesFor(right people.Action, first bool) []people.Role {
	allowed := people.Allowed(right)
	var no, yes []people.Role
	for _, r := range people.Roles {
		if slices.Contains(allowed, r) {
			yes = append(yes, r)
		} else {
			no = append(no, r)
		}
	}
	if first || os.Getenv(envAllRights) != "" {
		return append(no, yes...)
	}
	return no[:1]
}

// envAllRights asks for every command × every role (make rights-test).
const envAllRights = "LAUFZETTEL_ALL_RIGHTS"

// Every command that needs a right × every role, as typed: what the table of rights
// forbids is refused with its sentence and changes nothing, what it allows is never
// refused for want of a right. The exit code of a refusal is that of a wrong call.
func TestRights_EveryCommandAndRole(t *testing.T) {
	if testing.Short() {
		t.Skip("asks every command for its roles")
	}
	h := newRightsHouse(t)
	var rows, last []command
	for _, c := range table() {
		switch _, ok := acting[c.name]; {
		case ok && c.right == people.People:
			last = append(last, c) // what changes people, while they are still there
		case ok:
			rows = append(rows, c)
		}
	}
	rows = append(rows, last...)
	if len(rows) != len(acting) {
		t.Errorf("%d commands of the list exist, the list has %d", len(rows), len(acting))
	}
	seen := map[people.Action]bool{}
	for _, c := range rows {
		for _, role := range rolesFor(c.right, !seen[c.right]) {
			code, text := h.as(role, c.name, acting[c.name])
			want := slices.Contains(people.Allowed(c.right), role)
			if refused := strings.Contains(text, noRight); refused == want || !want && code != exitCall {
				t.Errorf("%s by %s (needs %s): exit %d, allowed %v: %s", c.name, role, c.right, code, want, text)
			}
		}
		seen[c.right] = true
	}
	for _, a := range people.Actions() {
		if !seen[a] && a != people.Look && a != people.Release { // a release is a part of "appraise", see below
			t.Errorf("no command needs the right %s", a)
		}
	}
	for _, role := range people.Roles {
		_, text := h.as(role, "appraise", "$ID release")
		if refused := strings.Contains(text, noRight); refused == slices.Contains(people.Allowed(people.Release), role) {
			t.Errorf("release by %s: %s", role, text)
		}
	}
}

// A row that names a right is tried with every role, and no other: the column is what
// the house asks for.
func TestRights_EveryRowIsTried(t *testing.T) {
	for _, c := range table() {
		if _, tried := acting[c.name]; tried != (c.right != free) {
			t.Errorf("%q: right %q, tried %v", c.name, c.right, tried)
		}
	}
}

// A closed description opens for nobody, whatever the role and by whatever name: it
// is told like an object that does not exist (A25).
func TestRights_ClosedDescription(t *testing.T) {
	if testing.Short() {
		t.Skip("asks every way for every role")
	}
	h := newRightsHouse(t)
	h.ok("closure", "set", h.vars.Replace("$PKG"), "--law", "bund", "--end", "2026-01-01", "--description")
	file, err := filepath.Glob(filepath.Join(os.Getenv("LAUFZETTEL_DATA"), "packages", "*", "*.tar"))
	if err != nil || len(file) != 1 {
		t.Fatalf("packages %v, %v", file, err)
	}
	ways := map[string]string{"view": "$PKG", "view --json": "$CODE", "view --verify": file[0], "open": "$PKG", "export": "$PKG --to $OUT",
		"handout": "$PKG --to $OUT", "usecopy": "$PKG"}
	for name, args := range ways {
		for _, role := range people.Roles {
			code, text := h.as(role, name, args)
			if code != exitCall || !strings.Contains(text, "nicht genannt werden") && !strings.Contains(text, noRight) ||
				strings.Contains(text, h.vars.Replace("$SUBJECT")) {
				t.Errorf("%s %s by %s: exit %d %s", name, args, role, code, text)
			}
		}
	}
	for _, role := range people.Roles {
		if _, text := h.as(role, "search", "--json $SUBJECT"); strings.Contains(text, h.vars.Replace("$PKG")) {
			t.Errorf("search by %s finds the closed description: %s", role, text)
		}
	}
	if _, err := os.Stat(h.vars.Replace("$OUT")); !os.IsNotExist(err) {
		t.Errorf("something was written: %v", err)
	}
}
