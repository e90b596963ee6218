package profile_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/profile"
)

// Layout and update periods of registers are read and checked (C2, C12).
func TestValidate_Registers(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    profile.Profile
		want []string
	}{
		{"good", profile.Profile{Layout: map[string]string{"head.office": "Kopf/Amt"}, UpdatePeriods: map[string]int{"G": 110, "S": 30}},
			nil},
		{"unknown letter", profile.Profile{UpdatePeriods: map[string]int{"X": 30}}, []string{"updatePeriods.X"}},
		{"no period", profile.Profile{UpdatePeriods: map[string]int{"G": 0}}, []string{"updatePeriods.G"}},
		{"long path", profile.Profile{Layout: map[string]string{"entry": strings.Repeat("a/", 2000)}}, []string{"layout.entry"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.p.ID, tt.p.Agency = "sta-muster", "Standesamt Musterstadt"
			var got []string
			if invalid, ok := errors.AsType[*profile.Invalid](tt.p.Validate()); ok {
				for _, f := range invalid.Faults {
					got = append(got, f.Field)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
