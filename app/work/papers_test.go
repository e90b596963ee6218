package work_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work/office"
)

// keepPapers copies every paper the program wrote into dir or beside it (the
// test's other temporary folders), by content, to LAUFZETTEL_REPORT_DIR when the test ends, for the PDF/A judge (make
// test-verapdf); without the variable nothing is kept.
func keepPapers(t *testing.T, dir string) {
	to := os.Getenv("LAUFZETTEL_REPORT_DIR")
	if to == "" {
		return
	}
	ours := []byte("<pdf:Producer>" + office.Program + " " + office.Version + "<")
	err := filepath.WalkDir(filepath.Dir(dir), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, ".pdf") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(data, ours) {
			return err
		}
		return os.WriteFile(filepath.Join(to, fmt.Sprintf("%.12x-%s", sha256.Sum256(data), filepath.Base(path))), data, 0o600)
	})
	if err != nil {
		t.Error(err)
	}
}
