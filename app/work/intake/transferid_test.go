package intake

import (
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/container"
)

// A transfer list that came with nothing else looks like an offer or delivery of which the
// rest is missing; with anything else beside it nothing is said here.
func TestListOnly(t *testing.T) {
	const list = `<?xml version="1.0"?><Abgabeliste xmlns="urn:laufzettel:schema:laufzettel:1.0" version="1.0"></Abgabeliste>`
	for name, tt := range map[string]struct {
		files map[string]string
		want  int
	}{
		"alone":              {map[string]string{"Ab_Lis.xml": list}, 1},
		"with litter":        {map[string]string{"Ab_Lis.xml": list, "Thumbs.db": "x"}, 1},
		"with a document":    {map[string]string{"Ab_Lis.xml": list, "a.pdf": "%PDF"}, 0},
		"another XML":        {map[string]string{"a.xml": "<a/>"}, 0},
		"nothing but litter": {map[string]string{"Thumbs.db": "x"}, 0},
	} {
		dir := t.TempDir()
		for file, text := range tt.files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		tree, err := container.Open(t.Context(), dir, container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := listOnly(t.Context(), tree)
		if err := CloseWith(tree, err); err != nil {
			t.Fatal(err)
		}
		if len(got) != tt.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
