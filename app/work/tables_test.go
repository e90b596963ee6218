package work

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/store"
)

// What the store keeps of the scripts must be what they make: it decides what is foreign
// in a database. An added script is taken over by go test ./app/work -run Docs -update.
func TestDocs_SchemaKept(t *testing.T) {
	made, err := store.Make(t.Context(), rooms()...)
	if err != nil || len(made.Schema) < 50 {
		t.Fatalf("%d entries, %v", len(made.Schema), err)
	}
	want, err := json.MarshalIndent(made, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "store", "made.json")
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, append(want, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(bytes.TrimSpace(got), want) {
		t.Errorf("app/store/made.json is not what the scripts make (%v); run: go test ./app/work -run Docs -update", err)
	}
}
