package check

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/container"
	"laufzettel/transfer/samples"
)

// packed makes a ZIP of names and contents in turn.
func packed(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const mailText = "From: registratur@musterkreis.example\r\nSubject: Anlage\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=grenze\r\n\r\n" +
	"--grenze\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nGr\xfc\xdfe\r\n" +
	"--grenze\r\nContent-Type: application/xml; name=\"../daten.xml\"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=\"daten.xml\"\r\n\r\nPGE+PGI+PC9hPg==\r\n" +
	"--grenze--\r\n"

// What lies in a container inside the delivery is found without unpacking, with
// its place; what is hostile is refused, what cannot be opened is told, and nothing
// else is stopped by it (A28, G1, G5).
func TestNested(t *testing.T) {
	deep := packed(t, "innen.txt", "x")
	for i := range 6 {
		deep = packed(t, fmt.Sprintf("stufe%d.zip", i), deep)
	}
	encrypted := []byte(packed(t, "geheim.txt", "x"))
	for i := 0; i+8 < len(encrypted); i++ {
		switch string(encrypted[i : i+4]) {
		case "PK\x03\x04":
			encrypted[i+6] |= 1
		case "PK\x01\x02":
			encrypted[i+8] |= 1
		}
	}
	bad := packed(t, "a.xml", "<a>", "leer.txt", "")
	for _, tt := range []struct {
		name  string
		files []string
		want  []string
	}{
		{"sound", []string{"a.zip", packed(t, "a.txt", "gut", "b.xml", "<a/>")}, nil},
		{"broken XML and an empty file", []string{"a.zip", bad}, []string{"XML-001 a.zip!a.xml", "CNT-006 a.zip!leer.txt"}},
		{"two levels", []string{"a.zip", packed(t, "o/b.zip", bad)},
			[]string{"XML-001 a.zip!o/b.zip!a.xml", "CNT-006 a.zip!o/b.zip!leer.txt"}},
		{"too deep", []string{"a.zip", deep}, []string{"SEC-008 a.zip!stufe5.zip!stufe4.zip!stufe3.zip!stufe2.zip"}},
		{"path escape", []string{"a.zip", packed(t, "../start.bat", "x")}, []string{"SEC-001 a.zip!../start.bat"}},
		{"bomb", []string{"a.zip", packed(t, "null.bin", strings.Repeat("\x00", 30<<20))}, []string{"SEC-004 a.zip!null.bin"}},
		{"cut", []string{"a.zip", bad[:len(bad)*3/4]}, []string{"CNT-010 a.zip"}},
		{"encrypted", []string{"a.zip", string(encrypted)}, []string{"CNT-010 a.zip!geheim.txt"}},
		{"odd names are only told", []string{"a.zip", packed(t, "CON.txt", "x")}, []string{"NAM-001 a.zip!CON.txt"}},
		{"mail", []string{"a.eml", mailText}, []string{"XML-001 a.eml!daten.xml"}},
		{"a mail that breaks off", []string{"a.eml", mailText[:len(mailText)-16]}, []string{"CNT-005 a.eml!daten.xml"}},
		{"a document built on ZIP stays closed", []string{"a.docx",
			packed(t, "[Content_Types].xml", "<a/>", "word/document.xml", "<d/>", "a.xml", "<a>", "leer.txt", "")}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "lieferung")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			for i := 0; i+1 < len(tt.files); i += 2 {
				lay(t, filepath.Join(dir, tt.files[i]), tt.files[i+1])
			}
			lay(t, filepath.Join(dir, "ander.xml"), "<auch>")
			e := &Engine{Workers: 2}
			out, err := e.CheckPath(t.Context(), dir, Input{}, container.Options{SpoolDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = out.Close() }()
			var got []string
			others := 0
			for _, f := range out.Report.Findings {
				switch {
				case f.Path == "ander.xml":
					others++
				case strings.HasPrefix(f.Path, "a."):
					got = append(got, f.Code+" "+f.Path)
					if f.Message == "" || f.Remedy == "" || strings.HasPrefix(f.Message, "Lieferung nicht geöffnet") {
						t.Errorf("%s: %q %q", f.Code, f.Message, f.Remedy)
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if others != 1 {
				t.Error("the rest of the delivery was not checked")
			}
		})
	}
}

// More findings than anybody reads end the look into a container, and that is told.
func TestNested_EndsWhereNobodyReadsOn(t *testing.T) {
	var files []string
	for i := range maxNestedFindings + 50 {
		files = append(files, fmt.Sprintf("%04d.txt", i), "")
	}
	name := filepath.Join(t.TempDir(), "lieferung")
	if err := os.MkdirAll(name, 0o700); err != nil {
		t.Fatal(err)
	}
	lay(t, filepath.Join(name, "a.zip"), packed(t, files...))
	e := &Engine{Workers: 1}
	out, err := e.CheckPath(t.Context(), name, Input{}, container.Options{SpoolDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	count := map[string]int{}
	for _, f := range out.Report.Findings {
		count[f.Code]++
	}
	if count["CNT-011"] != 1 || count["CNT-006"] > maxNestedFindings+1 {
		t.Errorf("%v", count)
	}
	if d := merge(out.Report.Checks, "nested"); d.State != Partial || !strings.Contains(d.Reason, "PDF/A") {
		t.Errorf("%+v", d)
	}
}

// Whatever stands in a mail, the check ends and never fails.
func FuzzMail(f *testing.F) {
	f.Add([]byte(mailText))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=a\n\n--a\n"))
	for _, data := range samples.Seeds(f, 4, samples.Named(".eml"), "formate") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		i := &inspector{read: new(atomic.Int64)}
		fact := FileFact{Path: "a.eml", Size: int64(len(data))}
		i.attachments(t.Context(), &fact, memory(data), &nest{})
		for _, x := range fact.Findings {
			if !strings.HasPrefix(x.Path, "a.eml") {
				t.Errorf("finding outside the mail: %+v", x)
			}
		}
	})
}

func lay(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A mail that is larger than is looked into is told, and so is one whose head has
// no end; neither is held in memory.
func TestMail_Limits(t *testing.T) {
	var deep strings.Builder
	for i := range maxMailDepth + 1 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%02d\r\n\r\n--b%02d\r\n", i, i)
	}
	for name, tt := range map[string]struct {
		size int64
		text string
		want string
	}{
		"as usual":     {int64(len(mailText)), mailText, ""},
		"too large":    {maxMail + 1, mailText, "CNT-011 höchstens 512 MB"},
		"endless head": {maxMailHead * 2, "Subject: " + strings.Repeat("a", maxMailHead*2), "CNT-011 "},
		"too many parts": {1, "Content-Type: multipart/mixed; boundary=a\r\n\r\n" + strings.Repeat("--a\r\n\r\nx\r\n", maxMailParts+1) +
			"--a--\r\n", "CNT-011 "},
		"too deep": {1, deep.String(), "CNT-011 "},
	} {
		t.Run(name, func(t *testing.T) {
			i := &inspector{read: new(atomic.Int64)}
			fact := FileFact{Path: "a.eml", Size: tt.size}
			i.nested(t.Context(), &fact, memory(tt.text), &nest{})
			got := ""
			for _, f := range fact.Findings {
				if f.Code == codeNestedCut.ID {
					got = f.Code + " " + f.Expected
				}
			}
			if got != tt.want {
				t.Errorf("%q: %+v", got, fact.Findings)
			}
		})
	}
}
