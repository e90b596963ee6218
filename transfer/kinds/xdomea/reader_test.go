package xdomea

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"laufzettel/transfer/record"
)

// xpathCounts are the objects and files of a message, counted by somebody else.
var xpathCounts = []struct{ what, all, name string }{
	{"dossiers", "count(//*[local-name()='Akte' or local-name()='Teilakte'])", ""},
	{"cases", "count(//*[local-name()='Vorgang' or local-name()='Teilvorgang'])", ""},
	{"documents", "count(//*[local-name()='Dokument' or local-name()='DokumentMitSchriftstueck' or local-name()='Schriftstueck'" +
		" or ((local-name()='Anlage' or local-name()='Anschreiben') and not(contains(namespace-uri(),':4.')))])", ""},
	{"files", "count(//*[local-name()='Dateiname'])", ""},
	{"ratings", "count(//*[local-name()='BewertetesObjekt' or local-name()='BewertetesSGO'])", ""},
	{"results", "count(//*[local-name()='AusgesondertesSGO' or local-name()='Rueckgabeparameter'])", ""},
}

func ownCounts(m *Message) map[string]int {
	c := map[string]int{"ratings": len(m.Ratings), "results": len(m.Results)}
	for _, roots := range [][]*record.Object{m.Objects, m.CoverLetters} {
		for o := range record.All(roots) {
			c[map[record.Kind]string{record.Dossier: "dossiers", record.Case: "cases", record.Document: "documents"}[o.Kind]]++
			for range o.Files() {
				c["files"]++
			}
		}
	}
	for _, a := range m.Attached {
		if a.Kind == "Aktenplandatei" {
			c["files"]++
		}
	}
	return c
}

// compareCounts holds the tree against an independent count by xmllint.
func compareCounts(t *testing.T, xml []byte) {
	t.Helper()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	m, findings, err := ReadMessage(strings.NewReader(string(xml)))
	if err != nil || m == nil {
		t.Fatalf("ReadMessage: %v %v", err, findings)
	}
	file := filepath.Join(t.TempDir(), "m.xml")
	if err := os.WriteFile(file, xml, 0o600); err != nil {
		t.Fatal(err)
	}
	// One start of xmllint for all counts.
	var exprs []string
	for _, x := range xpathCounts {
		exprs = append(exprs, x.all)
	}
	out, err := exec.CommandContext(t.Context(), lint, "--nonet", "--huge", "--xpath", "concat("+strings.Join(exprs, ",' ',")+")",
		file).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := ownCounts(m)
	for i, n := range strings.Fields(string(out)) {
		want, _ := strconv.Atoi(n)
		if w := xpathCounts[i].what; got[w] != want {
			t.Errorf("%s: tree has %d, XPath counts %d", w, got[w], want)
		}
	}
}

func TestReadMessage_SamplesCountLikeXPath(t *testing.T) {
	for _, s := range samples(t) {
		t.Run(s.file, func(t *testing.T) { compareCounts(t, s.xml) })
	}
}

func TestReadMessage_TransferSample(t *testing.T) {
	for _, s := range samples(t) {
		if !strings.Contains(s.file, "9fde4e7a") {
			continue
		}
		m, findings, err := ReadMessage(strings.NewReader(string(s.xml)))
		if err != nil || len(findings) > 0 {
			t.Fatal(err, findings)
		}
		v := m.Objects[0]
		d := v.Children[0]
		got := fmt.Sprintln(m.Type, m.Version, m.Head.ProcessID, m.Head.Sender.Name, m.Head.Receiver.Name, m.Head.ImportConfirmation,
			m.Head.Created.Unix(), v.Kind, v.ID, v.Span, v.Plan.Reference, v.Confidentiality[:3], v.Medium[:3], v.Line,
			d.Kind, d.Number, d.Date, d.Versions[0].Renditions[0].FormatCode, d.Versions[0].Renditions[0].File.Name, d.Fields)
		want := "0503 3.0.0 9fde4e7a-b41b-11ec-9225-005056871b7c [Abgebende Stelle] Landesarchiv NRW true " +
			"1649086498 case 67e456ea-b420-11ec-b503-005056871b7c 2010-04-04 – 2012-04-04 [Aktenplankennzeichen] 003 001 28 " +
			"document 1 2011-02-12 045 f4bcaaf7-d7cb-11ef-a278-005056871b7c.txt [{Bearbeiter [Bearbeiter*in]} {HistorienProtokollInformation 1}]\n"
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// The samples are schema-valid; what the rules find beside that is known: the
// patterns of the toolkit are named xx_, carry no date, and three of them bear a
// type code in the head that is not theirs.
func TestKind_SampleFindings(t *testing.T) {
	want := map[string]string{
		"2.4.0/xx_Aussonderung.Anbieteverzeichnis.0501.xml":                                   "XDO-014",
		"2.4.0/xx_Aussonderung.AnbietungEmpfangBestaetigen.0504.xml":                          "XDO-010 XDO-014",
		"2.4.0/xx_Aussonderung.Aussonderung.0503.xml":                                         "XDO-014 XDO-032",
		"2.4.0/xx_Aussonderung.Bewertungsverzeichnis.0502.xml":                                "XDO-010 XDO-014",
		"3.0.0/xx_Aussonderung.Bewertungsverzeichnis.0502.xml":                                "XDO-010 XDO-014",
		"3.0.0/xx_Aussonderung.Anbieteverzeichnis.0501.xml":                                   "XDO-014",
		"3.0.0/9a75050f-323a-4e84-94c9-a889aa2b4fe8_Aussonderung.Anbieteverzeichnis.0501.zip": "",
		"3.0.0/9fde4e7a-b41b-11ec-9225-005056871b7c_Aussonderung.Aussonderung.0503.zip":       "",
	}
	for _, s := range samples(t) {
		_, findings := findingsOf(t, s.tree)
		var got []string
		for _, f := range findings {
			got = append(got, f.Code)
		}
		if g := strings.Join(got, " "); g != want[s.file] {
			t.Errorf("%s: got %q, want %q", s.file, g, want[s.file])
		}
	}
}
