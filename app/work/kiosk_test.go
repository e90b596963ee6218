package work

import "laufzettel/app/work/office"

import "testing"

func TestParseURL(t *testing.T) {
	for in, want := range map[string]struct {
		key  string
		ours bool
	}{
		"laufzettel:urn:uuid:1-2":           {"urn:uuid:1-2", true},
		"laufzettel://open/LAM%2012%2F7":    {"LAM 12/7", true},
		"laufzettel:?pid=urn%3Ax&ref=y":     {"urn:x", true},
		"LAUFZETTEL:?ref=LAM+12%2F7":        {"LAM 12/7", true},
		"laufzettel://open/a/":              {"a", true},
		"laufzettel:%0A":                    {"", true},
		"laufzettel:%zz":                    {"", true},
		"/tmp/laufzettel:1.tar":             {"", false},
		"https://example.org/?laufzettel:1": {"", false},
		"laufzettel":                        {"", false},
	} {
		if key, ours := office.ParseURL(in); key != want.key || ours != want.ours {
			t.Errorf("ParseURL(%q) = %q, %v; want %q, %v", in, key, ours, want.key, want.ours)
		}
	}
}
