package check

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
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
	for i := range deliveries {
		got := listsAmong(entries, dir, fmt.Sprintf("lieferung-%d.zip", i))
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
