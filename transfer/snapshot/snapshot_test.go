package snapshot_test

import (
	"strings"
	"testing"

	"laufzettel/transfer/snapshot"
	"laufzettel/transfer/wording"
)

// The list is that of source 003, 4.4: 81 statements, some of each type.
func TestAll(t *testing.T) {
	count := map[snapshot.Type]int{}
	for i, d := range snapshot.All() {
		if count[d.Type]++; d.Number != i+1 || d.Label == "" {
			t.Errorf("%+v", d)
		}
	}
	if len(snapshot.All()) != 81 || count[snapshot.LOG] == 0 || count[snapshot.AVA] == 0 || count[snapshot.TMD] == 0 {
		t.Errorf("%d, %v", len(snapshot.All()), count)
	}
}

// Values as people write them, and those that are none: letters for a depth are the
// source's own example of an error.
func TestFault(t *testing.T) {
	for n, values := range map[int]struct{ good, bad []string }{
		14: {[]string{"0", "20", "9999", "unbegrenzt", "unbekannt", ""}, []string{"abc", "-1", "10000", "3,5"}},
		15: {[]string{"0", "entfällt"}, []string{"keine Ahnung", "1O"}},
		16: {[]string{"zip", "*.zip, .exe", "zip exe", "keine"}, []string{"zip!", "/tmp/a"}},
		17: {[]string{"500", "500 KB/s", "25.000 Bytes/s", "1,5 MBit/s", "unbegrenzt"}, []string{"schnell", "KB/s"}},
		18: {[]string{"1", "32"}, []string{"0", "1001", "acht"}},
		22: {[]string{"3222729883", "3.222.729.883 Bytes", "0"}, []string{"3 GB", "-5", "1,5"}},
		25: {[]string{"html 50477, gif 2296", "html: 3; gif: 4", "ohne 3"}, []string{"html", "3, 4"}},
		7: {[]string{"2005-08-15", "15.08.2005", "15.8.2005 17:33", "2005-08-15T17:33:47"},
			[]string{"im August", "2005-13-01", "31.02.2005"}},
		29: {[]string{"4h35m28s", "4 hours 35 minutes 28 seconds", "4 Stunden 35 Minuten", "4:35:28", "95 s"}, []string{"lange", "4"}},
		34: {[]string{"ja", "nein"}, []string{"vielleicht"}},
		9:  {[]string{"Linux, oder was auch immer"}, nil},
	} {
		for _, v := range values.good {
			if want, bad := snapshot.Fault(n, v); bad {
				t.Errorf("%d %q refused: %s", n, v, want.In(wording.German))
			}
		}
		for _, v := range values.bad {
			if want, bad := snapshot.Fault(n, v); !bad || strings.TrimSpace(want.In(wording.German)) == "" {
				t.Errorf("%d %q taken", n, v)
			}
		}
	}
	if _, bad := snapshot.Fault(6, strings.Repeat("x", 100_001)); !bad {
		t.Error("a text without end is taken")
	}
}

// What the list does not have is unknown, and files without an extension are left out.
func TestSoftware(t *testing.T) {
	if got := snapshot.Software([]string{"HTML", "htm", "", "qqq"}, true); got != "HTML, htm: Webbrowser; qqq: unbekannt" {
		t.Error(got)
	}
	if got := snapshot.Software([]string{"html"}, false); got == "" || strings.Contains(got, snapshot.Unknown) {
		t.Error(got)
	}
}
