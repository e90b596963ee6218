package filename

import "testing"

func TestDecoded(t *testing.T) {
	for s, want := range map[string]string{
		"Gr&ouml;&szlig;e": "Größe", "M&#252;ller &amp; S&#xF6;hne": "Müller & Söhne", "Gr%C3%B6%C3%9Fe": "Größe",
		"Stra=C3=9Fe": "Straße", `Gr\u00f6\u00dfe`: "Größe", "=?iso-8859-1?Q?Gr=F6=DFe_der_Stra=DFe?=": "Größe der Straße",
		"=?utf-8?B?R3LDtsOfZQ==?=": "Größe", "=?windows-1252?Q?20_=80?=": "20 €", "AW: =?utf-8?q?H=C3=B6fe?=": "AW: Höfe",
		"50 % A&O; R&D, E=mc2": "", `C:\ufer\u12`: "", "100%Ökostrom": "", "2=B0": "", "=?": "", "%20": "", "a=41=42": "", `\u0041`: "",
		"&nbs": "", "Bau & Grün": "", "=?x?Q?a?": "", "%C3": "", "%FF%FE": "",
	} {
		got, ok := Decoded(s)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v", s, got, ok)
		}
	}
}

func TestNearly(t *testing.T) {
	for _, tt := range []struct {
		listed, delivered string
		want              Difference
	}{
		{"Größe.pdf", "Groesse.pdf", Umlaut}, {"Größe der Höfe.pdf", "Gr__e der H_fe.pdf", Letters},
		{"Größe der Höfe.pdf", "x/Gr??e der H?fe.pdf", Letters}, {"Große Höfe.pdf", "Grosse Hofe.pdf", Letters},
		{"Bescheid 12.pdf", "bescheid12.pdf", Joined}, {"Bescheid vom 1 3.pdf", "Bescheid-vom-1-3.pdf", Joined},
		{"Gebühr 12.pdf", "Gebühr12.pdf", Joined}, {"2023-01-05.pdf", "a/20230105.pdf", Joined},
		{"Höhe 1.pdf", "Hoehe1.pdf", ""}, {"a 1.pdf", "a1.pdf", ""}, // too little to know it again by
		{"Bescheid 12.pdf", "Bescheid 1 3.pdf", ""}, {"Größe.pdf", "Breite.pdf", ""},
		{"ä.pdf", "?.pdf", ""}, {"Höhe 1.pdf", "Höhe 2.pdf", ""},
	} {
		got := Difference("")
		for _, l := range Loose {
			if k := l.Key(tt.listed); got == "" && k != "" && k == l.Key(tt.delivered) {
				got = l.Difference
			}
		}
		if got != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.listed, tt.delivered, got, tt.want)
		}
	}
}

func TestCuts(t *testing.T) {
	name := "Übersicht über alle Flurstücke der Gemarkung Musterdorf mit Eigentümern.pdf"
	for _, tt := range []struct {
		cut  string
		want bool
	}{
		{"Übersicht über alle Flurstücke der Gemarkung Muster.pdf", true},
		{"Übersicht über alle Flurstücke der Gemarkung Musterdorf mit.pdf", true},
		{"Übersicht.pdf", false}, {"Übersicht über alle Flurstücke der Gemarkung Muster.docx", false},
		{"Übersicht über alle Flurstücke der Gemarkung Anderswo mit.pdf", false}, {name, false},
	} {
		got := false
		Cuts(name, func(key string) bool {
			got = got || key == CutKey(tt.cut)
			return true
		})
		if got != tt.want {
			t.Errorf("%s: %v", tt.cut, got)
		}
	}
}
