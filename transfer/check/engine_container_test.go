package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// countedEntry counts how often more than its name is asked.
type countedEntry struct {
	os.DirEntry
	asked *int
}

// Info implements fs.DirEntry.
func (c countedEntry) Info() (fs.FileInfo, error) { *c.asked++; return c.DirEntry.Info() }

// In a folder of many deliveries the disk is asked of the lists, not of every delivery for
// every delivery.
func TestListsAmong_StepsLinear(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const deliveries = 300
	for i := range deliveries {
		write(fmt.Sprintf("lieferung-%d.zip", i), "PK")
	}
	sum := "d41d8cd98f00b204e9800998ecf8427e  lieferung-7.zip\n"
	write("pruefsummen.md5", sum)
	write("liste.txt", sum)
	write("lieferung-8.zip.md5", sum)
	asked := 0
	var entries []os.DirEntry
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		entries = append(entries, countedEntry{e, &asked})
	}
	var known Beside
	for i := range deliveries {
		got := listsAmong(entries, dir, fmt.Sprintf("lieferung-%d.zip", i), &known)
		want := []string{filepath.Join(dir, "liste.txt"), filepath.Join(dir, "pruefsummen.md5")}
		if i == 8 {
			want = append([]string{filepath.Join(dir, "lieferung-8.zip.md5")}, want...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("delivery %d: %v, want %v", i, got, want)
		}
	}
	if asked > 3*deliveries {
		t.Errorf("asked the disk %d times for %d deliveries", asked, deliveries)
	}
}

// A file beside many deliveries is looked into once, and again once it is another.
func TestBeside_LooksAgainAtWhatHasChanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notiz.txt")
	var known Beside
	holds := func(text string, at time.Time) bool {
		if err := errors.Join(os.WriteFile(name, []byte(text), 0o600), os.Chtimes(name, at, at)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return known.list(name, info)
	}
	const list, other = "d41d8cd98f00b204e9800998ecf8427e  lieferung.zip\n", "Heute kam die Lieferung, sie war vollzählig; gez. A\n"
	monday := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	if holds(other, monday) || !holds(list, monday.Add(time.Hour)) || len(known.lists) != 2 {
		t.Errorf("the list that took the place of a note is not seen: %v", known.lists)
	}
	if !holds(strings.Repeat("x", len(list)), monday.Add(time.Hour)) || len(known.lists) != 2 {
		t.Error("a file of the same size and time was looked into again")
	}
	var nobody *Beside
	if info, err := os.Stat(name); err != nil || nobody.list(name, info) {
		t.Errorf("without a memory the file itself decides: %v", err)
	}
}
