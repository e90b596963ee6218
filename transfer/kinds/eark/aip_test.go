package eark

import (
	"slices"
	"strings"
	"testing"
)

// A package that claims to be an AIP is held against the rules of that profile.
func TestRules_OfAnAIP(t *testing.T) {
	for _, tt := range []struct {
		name string
		old  []string
		want []string
	}{
		{"a SIP is none", nil, nil},
		{"an AIP without provenance that calls itself a SIP", []string{"E-ARK-SIP", "E-ARK-AIP"}, []string{"AIPM3", "AIPM5", "AIPM6"}},
		{"an AIP without provenance", []string{"E-ARK-SIP", "E-ARK-AIP", `OAISPACKAGETYPE="SIP"`, `OAISPACKAGETYPE="AIP"`},
			[]string{"AIPM5", "AIPM6"}},
	} {
		f := sip(t)
		for i := 0; i+1 < len(tt.old); i += 2 {
			edit(t, rootDoc, tt.old[i], tt.old[i+1])(f)
		}
		var got []string
		for _, x := range checked(t, f).Findings {
			if strings.HasPrefix(x.Rule, "AIPM") {
				got = append(got, x.Rule)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
