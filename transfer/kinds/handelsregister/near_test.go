package handelsregister

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/container"
)

// Rows of companies that nothing says are a commercial register look like one without its
// headings (2.3 of 002; K10); other tables do not.
func TestNearMisses_Headless(t *testing.T) {
	for name, tt := range map[string]struct {
		list string
		want bool
	}{
		"rows without headings": {"CH-1\tMuster AG\tSursee\t12.03.1931\t30.06.1999\r\nCH-2\tBeispiel\tGlarus\t01.10.1920\t15.01.2001\r\n",
			true},
		"another table": {"1\tStuhl\tBüro\t12\t30\r\n2\tTisch\tBüro\t1\t15\r\n", false},
		"a letter":      {"Sehr geehrte Damen und Herren,\r\n", false},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "liste.txt"), []byte(tt.list), 0o600); err != nil {
			t.Fatal(err)
		}
		tree, err := container.Open(t.Context(), dir, container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Kind{}.NearMisses(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		if (len(got) > 0) != tt.want || tt.want && !strings.Contains(got[0].Message, "Kopfzeile") {
			t.Errorf("%s: %+v", name, got)
		}
		if err := tree.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
