package xdomea

import "testing"

func TestNames_FollowTheVersion(t *testing.T) {
	const id = "9fde4e7a-b41b-11ec-9225-005056871b7c"
	for _, c := range []struct{ version, code, want string }{
		{"2.3.0", "0503", id + "_Aussonderung.Aussonderung.0503.zip"},
		{"3.1.0", "0507", id + "_Aussonderung.AussonderungEmpfangBestaetigen.0507.zip"},
		{"4.0.0", "0503", id + "_0503_1.zip"},
	} {
		got := ContainerName(c.version, id, c.code, 0)
		if got != c.want {
			t.Errorf("%s %s: %s, want %s", c.version, c.code, got, c.want)
		}
		v, _ := byNumber(c.version)
		if s, ok := parseStem(trimExt(got)); !ok || !s.conforms(v) || s.process != id || s.code != c.code {
			t.Errorf("%s does not conform to its own pattern: %+v", got, s)
		}
	}
	v3, _ := byNumber("3.0.0")
	for _, name := range []string{id + "_0503", "xx_Aussonderung.Aussonderung.0503", id + "_0503_1", id +
		"_Aussonderung.Anbieteverzeichnis.0503"} {
		if s, ok := parseStem(name); !ok || s.conforms(v3) {
			t.Errorf("%s: taken apart %v, conforms %v; want a deviation that is understood", name, ok, s.conforms(v3))
		}
	}
}

func TestPrimaryFileNames_FollowTheVersion(t *testing.T) {
	const id = "f4bcaaf7-d7cb-11ef-a278-005056871b7c"
	for _, c := range []struct {
		version, name string
		valid         bool
	}{
		{"2.4.0", id + "_Antrag.pdf", true}, {"2.4.0", id + ".pdf", false}, {"2.4.0", id, false},
		{"3.0.0", id + ".txt", true}, {"3.0.0", id, true}, {"3.0.0", "Antrag.pdf", false},
		{"4.0.0", id + "_a.b", true}, {"4.0.0", "|" + id[1:], true}, // the class of the standard holds a "|"
	} {
		v, _ := byNumber(c.version)
		if got := v.validFileName(c.name); got != c.valid {
			t.Errorf("%s %s: %v", c.version, c.name, got)
		}
	}
	for _, version := range Versions() {
		v, _ := byNumber(version)
		for _, title := range []string{"", "Antrag: Teil 1/2"} {
			if name := PrimaryFileName(version, id, title, "pdf"); !v.validFileName(name) || !plainName(name) {
				t.Errorf("%s: own name %s breaks the pattern", version, name)
			}
		}
	}
}

func TestFormatCode(t *testing.T) {
	for _, c := range []struct {
		ext      string
		archival bool
		want     string
	}{{"pdf", true, "044"}, {"PDF", false, "018"}, {"docx", false, "035"}, {"doc", false, "003"}, {"txt", false, "045"},
		{"dwg", false, "100"}} {
		if got := FormatCode(c.ext, c.archival); got != c.want {
			t.Errorf("%s: %s, want %s", c.ext, got, c.want)
		}
	}
}
