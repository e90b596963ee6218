package filename

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompare(t *testing.T) {
	tests := []struct {
		name, listed, delivered string
		want                    []Difference
		same                    bool
	}{
		{"equal", "a.pdf", "a.pdf", nil, true},
		{"decomposed", "Größe.pdf", "Gro\u0308ße.pdf", []Difference{UnicodeForm}, true},
		{"composed where decomposed is named", "Anho\u0308rung.pdf", "Anhörung.pdf", []Difference{UnicodeForm}, true},
		{"case of the extension", "a.pdf", "a.PDF", []Difference{Case}, true},
		{"upper UUID", "0e1a-ff.pdf", "0E1A-FF.pdf", []Difference{Case}, true},
		{"subfolder", "a.pdf", "Dokumente/a.pdf", []Difference{Folder}, true},
		{"up a folder", "x/y/a.pdf", "a.pdf", []Difference{Folder}, true},
		{"backslash", "x/a.pdf", `x\a.pdf`, []Difference{Separator}, true},
		{"backslash and another folder", "a.pdf", `Export\a.pdf`, []Difference{Folder}, true},
		{"percent", "Schreiben A.pdf", "Schreiben%20A.pdf", []Difference{Encoding}, true},
		{"percent twice", "Schreiben A.pdf", "Schreiben%2520A.pdf", []Difference{Encoding}, true},
		{"percent umlaut", "Größe.pdf", "Gr%C3%B6%C3%9Fe.pdf", []Difference{Encoding}, true},
		{"blank at the end", "a.pdf", "a.pdf ", []Difference{Blank}, true},
		{"blank before the extension", "a .pdf", "a.pdf", []Difference{Blank}, true},
		{"two blanks", "a  b.pdf", "a b.pdf", []Difference{Blank}, true},
		{"no-break blank", "a\u00a0b.pdf", "a b.pdf", []Difference{Blank}, true},
		{"twice encoded", "Größe.pdf", "GrÃ¶ÃŸe.pdf", []Difference{CodePage}, true},
		{"read as CP850", "Größe.pdf", "Gr÷▀e.pdf", []Difference{CodePage}, true},
		{"plus", "Plan der Wege.pdf", "Plan+der+Wege.pdf", []Difference{Encoding}, true},
		{"a plus on both sides", "C++ a.pdf", "C++ a.PDF", []Difference{Case}, true},
		{"dash", "Plan – Wege.pdf", "Plan - Wege.pdf", []Difference{Sign}, true},
		{"quotes", "Akte „Süd“.pdf", `Akte "Süd".pdf`, []Difference{Sign}, true},
		{"zero width", "Größe der Höfe.pdf", "Größe \u200bder Höfe.pdf", []Difference{Invisible}, true},
		{"ligature", "Grafik.pdf", "Gra\ufb01k.pdf", []Difference{Sign}, true},
		{"colon", "AW: Wegebau.pdf", "AW_ Wegebau.pdf", []Difference{System}, true},
		{"question mark dropped", "Wie weiter? Vermerk.pdf", "Wie weiter Vermerk.pdf", []Difference{System, Blank}, true},
		{"dot at the end", "Vermerk Nr. 3.", "Vermerk Nr. 3", []Difference{System}, true},
		{"dot at the end of a folder", "Band 1./a.pdf", "Band 1/a.pdf", []Difference{System}, true},
		{"colon on both sides", "AW: a.pdf", "AW: a.PDF", []Difference{Case}, true},
		{"entities", "Bau & Grün.pdf", "Bau &amp; Gr&uuml;n.pdf", []Difference{Encoding}, true},
		{"extension twice", "a.pdf", "a.pdf.pdf", []Difference{Extension}, true},
		{"other extension", "a.docx", "a.pdf", []Difference{Extension}, true},
		{"no extension", "a.pdf", "a", []Difference{Extension}, true},
		{"two at once", "Größe.pdf", "Ordner/gro\u0308ße.pdf", []Difference{UnicodeForm, Case, Folder}, true},
		{"another file", "a.pdf", "b.pdf", nil, false},
		{"ss is another name", "Straße.pdf", "Strasse.pdf", nil, false},
		{"a percent that is none", "100 %.pdf", "100.pdf", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, same := Compare(tt.listed, tt.delivered)
			if diff := cmp.Diff(tt.want, got); diff != "" || same != tt.same {
				t.Errorf("same %v\n%s", same, diff)
			}
		})
	}
}

func TestLitter(t *testing.T) {
	for p, want := range map[string]bool{
		"Thumbs.db": true, "x/.DS_Store": true, "__MACOSX/x/._a.pdf": true, "._a.pdf": true, "x/~$brief.docx": true, "DESKTOP.INI": true,
		".~lock.a.odt#": true, "$RECYCLE.BIN/x.pdf": true, `x\Thumbs.db`: true, "System Volume Information/t": true,
		".Trash-1000/info/a.trashinfo": true, "RECYCLER/S-1-5/INFO2": true, "~WRL0005.tmp": true,
		".Plan.txt.swp": true, "#recycle/a.pdf": true,
		".dropbox": true, ".dropbox.cache/2026-02-01/a": true, ".sync_4f2a.db": true, ".owncloudsync.log": true, "Dropbox.pdf": false,
		".VolumeIcon.icns": true, "autorun.inf": true, "Brief.odt~": false, "lost+found/#1": false, "~WRL.pdf": false, "swp": false,
		"a.pdf": false, "Thumbs.pdf": false, "~a.pdf": false, ".htaccess": false, "x/__MACOSX": false, "_a.pdf": false,
	} {
		if got := Litter(p); got != want {
			t.Errorf("%s: %v", p, got)
		}
	}
}

func TestRepaired(t *testing.T) {
	for s, want := range map[string]string{"GrÃ¶ÃŸe": "Größe", "MÃ¼ller & SÃ¶hne": "Müller & Söhne", "Größe": "", "Ãrger": "", "plain": "",
		"FranÃ§ois": "François"} {
		got, ok := Repaired(s)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v", s, got, ok)
		}
	}
}

func TestRepairedWords(t *testing.T) {
	for s, want := range map[string]string{"Größe der StraÃŸe": "Größe der Straße", "Straße â€“ Abschnitt": "Straße – Abschnitt",
		"GrÃ¶ÃŸe": "Größe", "Größe": "",
		"São Ângelo, Ãncora 20 m²": "", "„Ä“ und „Ö–“": "", "plain": "", "Müller; BÃ¶hme": "Müller; Böhme"} {
		got, ok := RepairedWords(s)
		if ok != (want != "") || ok && got != want || !ok && got != s {
			t.Errorf("%q: %q %v", s, got, ok)
		}
	}
}

// Names come from outside: nothing may break or grow without bound.
func FuzzCompare(f *testing.F) {
	f.Add("Größe.pdf", "Gro\u0308ße.pdf")
	f.Add("a%2520b", `x\a b `)
	f.Fuzz(func(t *testing.T, a, b string) {
		if d, ok := Compare(a, a); !ok || len(d) > 0 {
			t.Errorf("%q differs from itself: %v", a, d)
		}
		Compare(a, b)
		Litter(a)
	})
}
