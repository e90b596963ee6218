package kind_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kind"
)

// leaflets recognise a folder with a file merkblatt.txt.
type leaflets struct{}

func (leaflets) Names() []string { return []string{"merkblatt"} }

func (leaflets) Recognise(_ context.Context, t container.Tree) (check.Match, error) {
	if _, there := t.Stat("merkblatt.txt"); !there {
		return check.Match{}, nil
	}
	return check.Match{Kind: "merkblatt", Confidence: check.Certain}, nil
}

func (leaflets) Read(context.Context, container.Tree, check.Match, check.ReadInput) (*check.Manifest, []check.Finding, error) {
	return &check.Manifest{Kind: "merkblatt", Title: "Ein Merkblatt"}, nil, nil
}

func (leaflets) Rules(*check.Manifest) []check.Rule { return nil }

// Add a kind: a value on the shelf is enough; what is nil cannot be done with it.
func ExampleShelf() {
	shelf := kind.Shelf{{Name: "merkblatt", Check: leaflets{}}}
	dir, err := os.MkdirTemp("", "merkblatt")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "merkblatt.txt"), []byte("Hinweise"), 0o600); err != nil {
		log.Fatal(err)
	}
	e := check.Engine{Kinds: shelf.Checks()}
	out, err := e.CheckPath(context.Background(), dir, check.Input{}, container.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer out.Close()
	fmt.Println(out.Report.Kind, "prepared:", len(shelf.Prepared()))
	// Output: merkblatt prepared: 0
}
