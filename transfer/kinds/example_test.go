package kinds_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds"
)

// Check a path: recognise what lies there, read every byte once, apply the rules of its
// kind. What is wrong with the material is a finding; an error is ours.
func ExampleAll() {
	dir, err := os.MkdirTemp("", "bag")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"bagit.txt":           "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
		"data/vermerk.txt":    "Vermerk\n",
		"manifest-sha256.txt": "0000000000000000000000000000000000000000000000000000000000000000  data/vermerk.txt\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	e := check.Engine{Kinds: kinds.All(time.Now).Checks()}
	out, err := e.CheckPath(context.Background(), dir, check.Input{}, container.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer out.Close()
	fmt.Println(out.Report.Kind, out.Report.Verdict)
	for _, f := range out.Report.Findings {
		if f.Severity == check.Error {
			fmt.Println(f.Code, f.Path)
		}
	}
	// Output:
	// bagit rejected
	// FIX-002 data/vermerk.txt
}
