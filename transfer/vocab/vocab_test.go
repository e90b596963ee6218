package vocab_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/vocab"
)

func TestValidate(t *testing.T) {
	tree := vocab.NewTree("x", map[string][]byte{
		"good.xml": []byte(
			`<Beurkundung xmlns="urn:laufzettel:schema:register-entry:1.0"><Eintrag>1</Eintrag><Familienname>A</Familienname><Vornamen>B</Vornamen><Ereignisdatum>1989-01-01</Ereignisdatum></Beurkundung>`),
		"bad.xml": []byte(`<Beurkundung xmlns="urn:laufzettel:schema:register-entry:1.0"><Eintrag>1</Eintrag></Beurkundung>`),
	})
	for name, want := range map[string]string{"good.xml": "", "bad.xml": "SCH-001"} {
		findings, tool, err := vocab.Validate(t.Context(), register.SampleSchema, name, tree)
		if err != nil || tool == "" {
			t.Fatal(tool, err)
		}
		got := ""
		if len(findings) > 0 {
			got = findings[0].Code
		}
		if got != want {
			t.Errorf("%s: %q, want %q: %+v", name, got, want, findings)
		}
	}
	if _, _, err := vocab.Validate(t.Context(), "unbekannt.xsd", "good.xml", tree); err == nil {
		t.Error("an unknown schema was used")
	}
}

// Every schema of our own compiles.
func TestSchemas_Compile(t *testing.T) {
	tree := vocab.NewTree("x", map[string][]byte{"a.xml": []byte("<a/>")})
	for _, name := range []string{register.Schema, register.SampleSchema, handelsregister.Schema, export.Schema} {
		findings, _, err := vocab.Validate(t.Context(), name, "a.xml", tree)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range findings {
			if f.Code == "SCH-002" {
				t.Errorf("%s does not compile: %s", name, f.Found)
			}
		}
	}
}

// The codes of the rooms are complete and no id occurs twice.
func TestCodes_Registry(t *testing.T) {
	if _, err := check.NewRegistry(check.Codes, check.ContainerCodes, register.Codes, handelsregister.Codes, norm.Codes, export.Codes,
		signature.Codes); err != nil {
		t.Error(err)
	}
}

func TestTree(t *testing.T) {
	tree := vocab.NewTree("x", map[string][]byte{"b": []byte("zwei"), "a/c": []byte("eins")})
	var walked, visited []string
	if err := tree.Files(t.Context(), func(e container.Entry) error { walked = append(walked, e.Path); return nil }); err != nil {
		t.Fatal(err)
	}
	err := tree.Visit(t.Context(), 2, func(e container.Entry) bool { return e.Path == "b" },
		func(_ context.Context, e container.Entry, c container.Content, _ error) error {
			data, err := io.ReadAll(c.Reader())
			visited = append(visited, e.Path+"="+string(data))
			return err
		})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a/c", "b", "b=zwei"}, append(walked, visited...)); diff != "" {
		t.Error(diff)
	}
	if e, ok := tree.Stat("b"); !ok || e.Size != 4 {
		t.Errorf("%+v %v", e, ok)
	}
	if _, err := tree.Open(t.Context(), "c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open of a missing file: %v", err)
	}
	if err := tree.Files(t.Context(), func(container.Entry) error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("the walk hid the error: %v", err)
	}
}
