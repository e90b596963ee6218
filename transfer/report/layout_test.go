package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Nothing is lost and the layout ends, whatever the length of the texts.
func TestWrite_LongBlocksBreakOverPages(t *testing.T) {
	var lines []string
	for i := range 400 {
		lines = append(lines, fmt.Sprintf("Zeile-%d", i))
	}
	long := strings.Join(lines, "\n")
	for name, b := range map[string]Block{
		"row": Table{Columns: []Column{{Title: "A", Weight: 1}, {Title: "B", Weight: 3, Right: true}},
			Rows: [][]string{{"kurz", "davor"}, {"x", long}, {"nur eine Zelle"}}},
		"notice":    Notice{Caution, long},
		"card":      Card{Tone: Fault, Title: "Titel", Places: lines},
		"key value": KeyValues{{Label: "Wert", Value: long}},
		"paragraph": Paragraph{Text: long},
	} {
		pdf := pdfOf(t, Document{Title: "Lang", Created: clock, Blocks: []Block{b}})
		text := contentStreams(t, pdf)
		for _, l := range []string{"Zeile-0\n", "Zeile-199\n", "Zeile-399\n"} {
			if !strings.Contains(text, l) {
				t.Errorf("%s: %q is missing", name, l)
			}
		}
		if n := strings.Count(text, "%%page"); n < 6 || n > 20 {
			t.Errorf("%s: %d pages", name, n)
		}
		for _, l := range strings.Split(text, "\n") {
			var x, y float64
			if n, _ := fmt.Sscanf(l, "%f %f", &x, &y); n == 2 && (x < 0 || x > 596 || y < 0 || y > 842) {
				t.Fatalf("%s: text outside the page: %s", name, l)
			}
		}
		if n := strings.Count(text, "Seite "); n != strings.Count(text, "%%page") {
			t.Errorf("%s: %d page numbers on %d pages", name, n, strings.Count(text, "%%page"))
		}
	}
}

func TestWrite_OddTexts(t *testing.T) {
	for _, s := range []string{"", " ", "(\\)", "\x00\x1b[31m", "\u202e abc \u0627\u0644", "\u030c am Anfang", strings.Repeat("W", 3000),
		"\U0001F600\U0010FFFF", "\xff\xfe", "]]> <&\"'"} {
		d := Document{Title: s, Subject: s, Author: s, Tool: s, Created: clock,
			Letter: &Letter{Sender: Party{Name: s, Address: []string{s}}, Receiver: Party{Name: s, Unit: s}, Draft: true},
			Blocks: []Block{Heading{1, s}, Heading{2, s}, Paragraph{Text: s}, KeyValues{{Label: s, Value: s, Mono: true}},
				Card{Label: s, Title: s, Text: []string{s}, Places: []string{s}}, Notice{Plain, s}, Signature{s, s}, nil,
				Table{Columns: []Column{{Title: s}, {Title: s, Mono: true}}, Rows: [][]string{{s, s, s}}}}}
		pdf := pdfOf(t, d)
		if !bytes.HasSuffix(bytes.TrimSpace(pdf), []byte("%%EOF")) {
			t.Errorf("%q: the PDF is cut", s)
		}
	}
}

// A heading stands on the page on which its table begins, wherever that is.
func TestHeading_WithItsTable(t *testing.T) {
	for n := range 60 {
		blocks := []Block{}
		for i := range n {
			blocks = append(blocks, Paragraph{Text: fmt.Sprintf("Absatz %d", i)})
		}
		blocks = append(blocks, Heading{1, "Formate"},
			Table{Columns: []Column{{Title: "Kennung", Weight: 1}}, Rows: [][]string{{"fmt/354"}, {"fmt/101"}}})
		for page := range strings.SplitSeq(contentStreams(t, pdfOf(t, Document{Title: "Bericht", Created: clock, Blocks: blocks})),
			"%%page") {
			if strings.Contains(page, "Formate") != strings.Contains(page, "fmt/354") {
				t.Fatalf("behind %d paragraphs heading and table are on two pages", n)
			}
		}
	}
}
