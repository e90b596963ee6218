package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work"
	"laufzettel/transfer/check"
	"laufzettel/transfer/prepare/sources"
)

// The reason for an entry that is not there goes with the portion: both checks
// accept it and name the entry (C1, C6).
func TestPrepare_OmittedGoesRound(t *testing.T) {
	t.Setenv("LAUFZETTEL_PERSON", "M. Ahrens")
	src, err := sources.Make(work.Kinds(time.Now), "register", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name := range src.Files {
		if strings.Contains(name, "-1989-3-") {
			delete(src.Files, name)
		}
	}
	src.Fields["entryCount"] = "4"
	office, archive, from := deliverer(t, src)
	medium := t.TempDir()
	id := preparation(t, office.must(t, "prepare", "register", "--json", "--draft", "--from", from, "--out",
		filepath.Join(t.TempDir(), "portion"), "--meta", metaFile(t, src.Fields), "--missing", "3=Nummer nicht vergeben")).ID
	office.must(t, "prepare", "build", id)
	own := reportIn(t, office.must(t, "prepare", "check", "--json", id))
	office.must(t, "prepare", "handover", id, "--to", medium)
	boxes, err := filepath.Glob(filepath.Join(medium, "*", "*.zip"))
	if err != nil || len(boxes) != 1 {
		t.Fatalf("containers %v, %v", boxes, err)
	}
	theirs := reportIn(t, archive.must(t, "check", "--json", boxes[0]))
	for who, rep := range map[string]check.Report{"self-check": own, "archive": theirs} {
		said := 0
		for _, f := range rep.Findings {
			if f.Code == "PRE-029" && strings.Contains(f.Found, "Nummer nicht vergeben") {
				said++
			}
		}
		if rep.Verdict != check.Accepted || said != 1 {
			t.Errorf("%s: %s, names the entry %d times: %+v", who, rep.Verdict, said, rep.Findings)
		}
	}
}
