package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"laufzettel/viewer"
)

// Columns stay apart however they were parted: by blanks, by places, by kerning, on a page
// that is turned; words of stretched lines do not come apart.
func TestText_Columns(t *testing.T) {
	prose := ""
	for y := range 8 {
		prose += fmt.Sprintf("1 0 0 1 20 %d Tm (Der Rat hat am Montag in Sitzung getagt) Tj ", 180-12*y)
	}
	for _, c := range []struct{ name, font, content, want string }{
		{"blanks", "Helvetica", "1 0 0 1 20 300 Tm (Lind, Anna     12.03.1954   Jena Ost) Tj", "Lind, Anna     12.03.1954   Jena Ost"},
		{"blanks of a typewriter", "Courier", "1 0 0 1 20 300 Tm (Lind, Anna  12.03.1954     Jena) Tj", "Lind, Anna  12.03.1954     Jena"},
		{"single blanks of a typewriter", "Courier", "1 0 0 1 20 300 Tm (Anna Lind aus Jena) Tj", "Anna Lind aus Jena"},
		{"places", "Helvetica", "20 300 Td (Lind, Anna) Tj 100 0 Td (12.03.1954) Tj 70 0 Td (Jena Ost) Tj", "Lind, Anna | 12.03.1954 | Jena Ost"},
		{"kerning", "Helvetica", "20 300 Td [(Lind, Anna) -4000 (12.03.1954) -2500 (Jena Ost)] TJ", "Lind, Anna | 12.03.1954 | Jena Ost"},
		{"turned", "Helvetica", "0 1 -1 0 100 40 Tm (Lind, Anna    12.03.1954) Tj", "Lind, Anna | 12.03.1954"},
		{"stretched", "Helvetica", "3 Tw 1 0 0 1 20 300 Tm (Der Rat der Stadt hat am Tag davor) Tj 5 Tw 1 0 0 1 20 280 Tm (in der Sache nichts weiter getan) Tj",
			"Der Rat der Stadt hat am Tag davor\nin der Sache nichts weiter getan"},
		{"typed columns, hardly anything else", "Helvetica", "14 TL 20 300 Td (Fall      geb.         Ausweis   KVNR) Tj T* " +
			"(9123/12   03.10.1925   YGHPV31   G27) Tj T* (5568/39   02.12.1943   WK97Z1GW   S28) Tj T* (3968/74   Anna Lind    V1ZRWM   R66) Tj",
			"Fall      geb.         Ausweis   KVNR\n9123/12   03.10.1925   YGHPV31   G27\n5568/39   02.12.1943   WK97Z1GW   S28\n3968/74   Anna Lind    V1ZRWM   R66"},
		{"typed by two blanks", "Helvetica", "14 TL 20 300 Td (25.05.1912  Bauer, Werner  zum 85.) Tj T* (10.12.1900  Lind, Erich  zum 97.) Tj",
			"25.05.1912  Bauer, Werner  zum 85.\n10.12.1900  Lind, Erich  zum 97."},
		{"stretched alike by two blanks", "Helvetica", "3.06 Tw 14 TL 20 300 Td (Der Rat der Stadt hat am Tag davor) Tj T* " +
			"(in der Sache nichts weiter getan) Tj 0 Tw T* (und ging) Tj",
			"Der Rat der Stadt hat am Tag davor\nin der Sache nichts weiter getan\nund ging"},
		{"column in a page of prose", "Helvetica", prose + "1 0 0 1 20 300 Tm (Lind  Anna) Tj", "Lind  Anna"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := open(t, drawn(c.content, c.font))
			got, err := doc.(viewer.Texter).Text(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if parts := strings.Split(c.want, " | "); len(parts) > 1 {
				for i, p := range parts[1:] {
					if !strings.Contains(got, parts[i]+"   ") || !strings.Contains(got, "   "+p) {
						t.Errorf("got %q, want a column before %q", got, p)
					}
				}
				return
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if strings.Count(got, "  ") > strings.Count(c.want, "  ") {
				t.Errorf("got %q: columns where none are", got)
			}
		})
	}
}

// A phrase of the text is found on its page with or without the blanks between columns.
func TestText_ColumnsAreFound(t *testing.T) {
	doc := open(t, drawn("20 300 Td (Lind) Tj 100 0 Td (Anna) Tj", "Helvetica"))
	text, err := doc.(viewer.Texter).Text(t.Context(), 0)
	if err != nil || !strings.Contains(text, "  ") {
		t.Fatalf("text %q, %v", text, err)
	}
	for _, words := range []string{text, "Lind Anna", "Lind  Anna"} {
		hits, err := search(t, doc, words)
		if err != nil || len(hits) != 1 || len(hits[0].Rects) == 0 {
			t.Errorf("%q: %+v, %v", words, hits, err)
		}
	}
}

// drawn writes a PDF of one page of 300 × 400 points, by hand.
func drawn(content, font string) []byte {
	var b strings.Builder
	var at []int
	for i, o := range []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>",
		"<</Type/Font/Subtype/Type1/BaseFont/" + font + "/Encoding/WinAnsiEncoding>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content)+16, "BT /F 11 Tf "+content+" ET")} {
		if i == 0 {
			b.WriteString("%PDF-1.4\n")
		}
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return []byte(b.String())
}
