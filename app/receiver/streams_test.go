package receiver

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/container"
)

// TestS12_StreamsInZIPs builds containers by hand that unpack to fewer files than they
// list.
func TestS12_StreamsInZIPs(t *testing.T) {
	for name, tt := range map[string]struct {
		files []string
		want  string
	}{
		"stream beside its file":  {[]string{"data/a.txt", "data/a.txt:ads"}, "data/a.txt:ads"},
		"before its file":         {[]string{"data/b.txt:x", "data/b.txt"}, "data/b.txt:x"},
		"the file by another way": {[]string{"data/a.txt::$data"}, "data/a.txt::$data"},
		"of another folder":       {[]string{"a.txt", "data/a.txt:ads"}, ""},
		"only a name":             {[]string{"data/index.html?q=1:2", "data/12:30 Protokoll.txt"}, ""},
		"nothing of the sort":     {[]string{"data/a.txt", "data/b.txt"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "paket.zip")
			out, err := os.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			w := zip.NewWriter(out)
			for _, f := range tt.files {
				if _, err := w.Create(f); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if err := out.Close(); err != nil {
				t.Fatal(err)
			}
			tree, err := container.Open(t.Context(), file, container.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			if got, err := stream(t.Context(), tree); err != nil || got != tt.want {
				t.Errorf("stream = %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}
