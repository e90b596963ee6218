package aip

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/samples"
)

// written unpacks the sample packages and gives their folders.
func written(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for kind, raw := range packages(t) {
		dir := t.TempDir()
		for _, e := range unpack(t, raw) {
			name := filepath.Join(dir, filepath.FromSlash(e.name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, e.b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		root, _, _ := strings.Cut(unpack(t, raw)[0].name, "/")
		out[kind] = filepath.Join(dir, root)
	}
	return out
}

func xmllint(t *testing.T, catalog string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "xmllint", append([]string{"--nonet"}, args...)...)
	cmd.Env = append(os.Environ(), "XML_CATALOG_FILES="+catalog)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// The documents we write are valid against the full METS 1.12 schema with the
// DILCIS extension and against PREMIS 3.0, and so are those in the package that
// describe them. Offline: a catalog replaces the addresses inside the schemas.
func TestWrite_ValidAgainstFullSchemas(t *testing.T) {
	mets, premis := samples.Path(t, "schemata", "eark-mets"), samples.Path(t, "schemata", "premis-v3-0.xsd")
	dir := t.TempDir()
	catalog := filepath.Join(dir, "catalog.xml")
	wrapper := filepath.Join(dir, "all.xsd")
	for name, text := range map[string]string{
		catalog: `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="http://www.loc.gov/standards/xlink/xlink.xsd" uri="file://` + mets + `/xlink.xsd"/>` +
			`<system systemId="http://www.loc.gov/standards/xlink/xlink.xsd" uri="file://` + mets + `/xlink.xsd"/></catalog>`,
		wrapper: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="http://www.loc.gov/METS/" schemaLocation="file://` + mets + `/mets.xsd"/>` +
			`<xs:import namespace="https://DILCIS.eu/XML/METS/CSIPExtensionMETS" schemaLocation="file://` + mets +
			`/DILCISExtensionMETS.xsd"/></xs:schema>`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for kind, root := range written(t) {
		for _, x := range [][2]string{{metsName, wrapper}, {repMetsName, wrapper}, {premisName, premis},
			{metsName, filepath.Join(root, "schemas", schemaMETS)},
			{premisName, filepath.Join(root, "schemas", schemaPREMIS)},
			{descriptionName, filepath.Join(root, "schemas", schemaDescription)}} {
			if out, err := xmllint(t, catalog, "--noout", "--schema", x[1], filepath.Join(root, x[0])); err != nil {
				t.Errorf("%s: %s against %s:\n%.3000s", kind, x[0], filepath.Base(x[1]), out)
			}
		}
	}
}

// notAsked are assertions of the DILCIS schematron 2.1.0 that do not fit CSIP 2.2
// packages with representations, with the reason. All others hold.
var notAsked = map[string]string{
	"CSIP63":  "fails for every group without a content type, which only the groups of representations carry (CSIP62)",
	"CSIP101": "for packages without representations of their own METS only (specification, 5.3.5)",
	"CSIP103": "for packages without representations of their own METS only (specification, 5.3.5)",
	"CSIP105": "counterpart of CSIP101; representation divisions lie directly below the package division",
}

// notForRepresentation are the parts that a representation METS leaves to the
// package METS: metadata, documentation, schemas.
var notForRepresentation = []string{"CSIP17", "CSIP31", "CSIP60", "CSIP113", "CSIP114", "CSIP91", "CSIP92", "CSIP93", "CSIP95", "CSIP97",
	"CSIP99"}

// The assertions of the official E-ARK schematron are run one by one as XPath.
func TestWrite_MeetsCSIPRules(t *testing.T) {
	folder := samples.Path(t, "schemata", "eark-schematron", "V2.1.0", "CSIP")
	rules := schematron(t, folder)
	if len(rules) < 80 {
		t.Fatalf("only %d assertions read from %s", len(rules), folder)
	}
	for kind, root := range written(t) {
		for _, doc := range []string{metsName, repMetsName} {
			var script strings.Builder
			script.WriteString(
				"setns mets=http://www.loc.gov/METS/\nsetns csip=https://DILCIS.eu/XML/METS/CSIPExtensionMETS\nsetns xlink=http://www.w3.org/1999/xlink\n")
			var asked []assertion
			for _, r := range rules {
				if _, skip := notAsked[r.id]; skip || strings.Contains(r.test, "_vocabulary_test") ||
					strings.Contains(r.test, "_IANA_test") || doc == repMetsName && slices.Contains(notForRepresentation, r.id) {
					continue
				}
				if kind == "empty" && doc == repMetsName && r.id == "CSIP58" {
					continue // a file section is a SHOULD, and METS knows none without files
				}
				asked = append(asked, r)
				fmt.Fprintf(&script, "xpath count(%s[not(%s)])\n", r.context, r.test)
			}
			cmd := exec.CommandContext(t.Context(), "xmllint", "--nonet", "--shell", filepath.Join(root, doc))
			cmd.Stdin = strings.NewReader(script.String())
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			got := regexp.MustCompile(`Object is a number : (\S+)`).FindAllSubmatch(out, -1)
			if len(got) != len(asked) {
				t.Fatalf("%s %s: %d answers to %d assertions:\n%.2000s", kind, doc, len(got), len(asked), out)
			}
			for i, m := range got {
				if string(m[1]) != "0" {
					t.Errorf("%s %s: %s fails: %s in %s", kind, doc, asked[i].id, asked[i].test, asked[i].context)
				}
			}
		}
	}
}

// Every rule of the official schematron stands in the table of csipRules, once,
// and every row of the table in docs/archivpaket.md.
func TestCSIPRules_Complete(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "archivpaket.md"))
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for _, r := range csipRules() {
		for n := r.First; n <= r.Last; n++ {
			at[fmt.Sprintf("CSIP%d", n)]++
		}
		if r.Note == "" || !bytes.Contains(doc, []byte("| "+string(r.How)+" | "+r.Note+" |")) {
			t.Errorf("docs/archivpaket.md lacks the row of CSIP%d", r.First)
		}
	}
	number := regexp.MustCompile(`^CSIP[0-9]+`)
	for _, a := range schematron(t, samples.Path(t, "schemata", "eark-schematron", "V2.1.0", "CSIP")) {
		// CSIP1000 is the schematron's own: the root element is mets, as every schema demands.
		if id := number.FindString(a.id); id != "CSIP1000" && at[id] != 1 {
			t.Errorf("%s stands %d times in the table", id, at[id])
		}
	}
}

type assertion struct{ id, context, test string }

func schematron(t *testing.T, folder string) []assertion {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.xml"))
	if err != nil {
		t.Fatal(err)
	}
	var out []assertion
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dec := xml.NewDecoder(bytes.NewReader(b))
		context := ""
		for {
			tok, err := dec.Token()
			if err != nil {
				break
			}
			el, ok := tok.(xml.StartElement)
			if !ok {
				continue
			}
			attr := map[string]string{}
			for _, a := range el.Attr {
				attr[a.Name.Local] = a.Value
			}
			switch el.Name.Local {
			case "rule":
				context = attr["context"]
			case "assert":
				c := context
				if c == "/" {
					c = "/self::node()"
				}
				out = append(out, assertion{attr["id"], c, attr["test"]})
			}
		}
	}
	return out
}
