package blacken_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
)

// Files are put together here byte by byte, without our own writer: broken, twisted and
// odd ones, as they come.

// one is a page that says the secret at 72, 700 and something that stays below it.
const one = "BT /F 12 Tf 72 700 Td (Frau Quittenbaum wohnt hier) Tj 0 -40 Td (Der Rat tagt) Tj ET"

// written puts objects into a file with a table of references; trailer is added to the
// dictionary at its end.
func written(objects []string, trailer string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return b.Bytes()
}

func content(s string) string { return fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(s), s) }

// simple is a file of one page; page is added to the page's dictionary, more are further
// objects from number 6.
func simple(page, text string, more ...string) []byte {
	return written(append([]string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/Resources<</Font<</F 4 0 R>>/XObject<</I 6 0 R>>>>/Contents 5 0 R" + page + ">>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", content(text)}, more...), "")
}

const plainBox = "/MediaBox[0 0 595 842]"

// revised adds a later revision in which the page says something else.
func revised(raw []byte) []byte {
	body := content("BT /F 12 Tf 72 700 Td (Frau N. wohnt hier, frueher Zwetschgenau) Tj ET")
	at := len(raw)
	raw = append(raw, "5 0 obj\n"+body+"\nendobj\n"...)
	start := len(raw)
	first := bytes.LastIndex(raw[:at], []byte("xref\n0 "))
	return append(raw, fmt.Sprintf("xref\n5 1\n%010d 00000 n \ntrailer\n<</Size 7/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n", at,
		first, start)...)
}

// under is a picture of 2 by 2 grey points.
const under = "<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/Length 4>>" +
	"stream\n\x80\x90\xa0\xb0\nendstream"

func locked(t *testing.T, raw []byte, arguments ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath("qpdf"); err != nil {
		return nil
	}
	dir := t.TempDir()
	from, to := filepath.Join(dir, "a.pdf"), filepath.Join(dir, "b.pdf")
	if err := os.WriteFile(from, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "qpdf", append(arguments, from, to)...).CombinedOutput(); err != nil {
		t.Fatalf("qpdf: %v: %s", err, out)
	}
	out, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A broken or odd file is either refused or gives a copy without the secret, in which the
// bar lies over its place; it never ends the program and never gives the word away.
func TestMake_OfBrokenAndOddFiles(t *testing.T) {
	sound := simple(plainBox, one)
	field := "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Zwetschgenau)/DA(/F 12 Tf)/Rect[72 500 300 520]/F 4>>"
	comment := "<</Type/Annot/Subtype/FreeText/Contents(Zwetschgenau)/Rect[72 400 300 420]/DA(/F 9 Tf)>>"
	itself := "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</I 6 0 R>>>>/Length 5>>stream\n/I Do\nendstream"
	for _, c := range []struct {
		what    string
		raw     []byte
		refused bool // it has to be
		marks   int  // places of the secret that are found at least
	}{
		{"sound", sound, false, 1},
		{"table of references at a wrong place", bytes.Replace(sound, []byte("startxref\n"), []byte("startxref\n9"), 1), false, 1},
		{"no table of references", sound[:bytes.LastIndex(sound, []byte("xref\n0"))], true, 0},
		{"table of references spoiled", bytes.Replace(sound, []byte("0000000000 65535 f"), []byte("xxxxxxxxxx yyyyy z"), 1), false, 0},
		{"cut in the middle", sound[:len(sound)/2], true, 0},
		{"only a head", []byte("%PDF-1.7\n"), true, 0},
		{"page tree that is its own child", bytes.Replace(sound, []byte("/Kids[3 0 R]"), []byte("/Kids[2 0 R]"), 1), false, 0},
		{"page and a loop beside it",
			bytes.Replace(sound, []byte("/Kids[3 0 R]/Count 1"), []byte("/Kids[3 0 R 2 0 R]/Count 2"), 1), false,
			0},
		{"more pages counted than there are", bytes.Replace(sound, []byte("/Count 1>>"), []byte("/Count 9999999>>"), 1), false, 0},
		{"negative count", bytes.Replace(sound, []byte("/Count 1>>"), []byte("/Count -7>>"), 1), false, 0},
		{"page of two kilometres", simple("/MediaBox[0 0 5900000 840000]", one), false, 0},
		{"page without extent", simple("/MediaBox[0 0 0 0]", one), false, 0},
		{"page upside down", simple("/MediaBox[595 842 0 0]", one), false, 1},
		{"page that does not begin at zero", simple("/MediaBox[-100 -200 495 842]", one), false, 1},
		{"rotated by 90", simple(plainBox+"/Rotate 90", one), false, 1},
		{"rotated by 180", simple(plainBox+"/Rotate 180", one), false, 1},
		{"rotated by 270", simple(plainBox+"/Rotate 270", one), false, 1},
		{"rotated by -90", simple(plainBox+"/Rotate -90", one), false, 1},
		{"rotated by 45", simple(plainBox+"/Rotate 45", one), false, 1},
		{"cropped, the word shows", simple(plainBox+"/CropBox[50 600 400 800]", one), false, 1},
		{"cropped, the word is outside", simple(plainBox+"/CropBox[50 50 400 300]", one), false, 0},
		{"cropped and rotated", simple(plainBox+"/CropBox[50 600 400 800]/Rotate 90", one), false, 1},
		{"larger unit", simple(plainBox+"/UserUnit 3", one), false, 1},
		{"turned text", simple(plainBox, "BT /F 12 Tf 0.7 0.7 -0.7 0.7 200 300 Tm (Frau Quittenbaum wohnt) Tj ET"), false, 1},
		{"mirrored text", simple(plainBox, "BT /F 12 Tf -1 0 0 1 400 300 Tm (Quittenbaum) Tj ET"), false, 0},
		{"letter by letter", simple(plainBox, "BT /F 12 Tf 72 700 Td [("+
			strings.Join(strings.Split("Quittenbaum", ""), ") -200 (")+")] TJ ET"),
			false, 1},
		{"text under a picture", simple(plainBox, one+" q 595 0 0 842 0 0 cm /I Do Q", under), false, 0},
		{"text without ink", simple(plainBox, "BT 3 Tr /F 12 Tf 72 700 Td (Frau Quittenbaum) Tj ET"), false, 0},
		{"text of one point", simple(plainBox, "BT /F 0.5 Tf 72 700 Td (Frau Quittenbaum) Tj ET"), false, 0},
		{"form, comment, attachment", simple(plainBox+"/Annots[6 0 R 7 0 R 8 0 R]", one, field, comment,
			"<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS<</F(Zwetschgenau.txt)/EF<</F 9 0 R>>>>>>",
			"<</Type/EmbeddedFile/Length 12>>stream\nZwetschgenau\nendstream"), false, 1},
		{"earlier revision", revised(simple(plainBox, one, "null")), false, 1},
		{"encrypted with a password", locked(t, sound, "--encrypt", "geheim", "eigner", "256", "--"), true, 0},
		{"encrypted without one", locked(t, sound, "--encrypt", "", "eigner", "256", "--print=none", "--"), false, 0},
		{"text that never ends", simple(plainBox, "BT /F 12 Tf 72 700 Td (Frau Quittenbaum"), false, 0},
		{"graphics states without end", simple(plainBox, strings.Repeat("q ", 60000)+one), false, 0},
		{"form that draws itself", simple(plainBox, one+" /I Do", itself), false, 1},
	} {
		if c.raw == nil {
			continue // no qpdf here
		}
		t.Run(c.what, func(t *testing.T) { odd(t, c.raw, c.refused, c.marks) })
	}
}

// odd opens a file, marks the secrets, makes the copy and looks what it says.
func odd(t *testing.T, raw []byte, refused bool, marks int) {
	doc, err := pool().Open(t.Context(), viewer.Source{Name: "akte.pdf", Content: bytes.NewReader(raw), Size: int64(len(raw))})
	if err != nil {
		t.Logf("told: %v", err)
		if marks > 0 {
			t.Error("not opened")
		}
		return
	}
	t.Cleanup(func() { _ = doc.Close() })
	paper, err := blacken.Paper(doc)
	if err != nil || refused {
		if refused && err == nil && paper.Pages() > 0 {
			t.Errorf("opened with %d pages", paper.Pages())
		}
		return
	}
	if paper.Pages() > 100 {
		t.Fatalf("%d pages", paper.Pages())
	}
	places, found := map[int][]viewer.Rect{}, 0
	for page := range paper.Pages() {
		words, _, err := blacken.WordsOf(t.Context(), paper, page)
		if err != nil {
			t.Logf("told at page %d: %v", page+1, err)
			return
		}
		for _, s := range secrets[:2] {
			for _, hit := range blacken.Find(words, s) {
				places[page] = append(places[page], blacken.Spots(words, hit)...)
				found++
			}
		}
	}
	if found < marks {
		t.Errorf("%d places found", found)
	}
	if found == 0 { // nobody can mark a word there: a person draws a bar over the upper half
		places[0] = []viewer.Rect{{X: 0.05, Y: 0.02, W: 0.9, H: 0.5}}
	}
	secret, err := blacken.Kept(t.Context(), paper, places)
	if err != nil {
		t.Logf("told: %v", err)
		return
	}
	var b bytes.Buffer
	if _, err := blacken.Make(t.Context(), &b, paper, places, secret, head); err != nil {
		t.Logf("told: %v", err)
		return
	}
	for where, text := range said(t, b.Bytes()) {
		for _, s := range secrets[:2] {
			if holds(text, s) {
				t.Errorf("%s is in %s", s, where)
			}
		}
	}
	copied := opened(t, "k.pdf", b.Bytes())
	black(t, copied, places)
	if copied.Pages() != paper.Pages() && !slices.Contains([]int{0}, paper.Pages()) {
		t.Errorf("%d pages of %d", copied.Pages(), paper.Pages())
	}
}
