package profile_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/profile"
)

// Every statement of a profile has a field on screen; what has none is named here
// with the place where it is kept.
func TestFields_CoverTheProfile(t *testing.T) {
	elsewhere := map[string]string{"id": "never changes", "issuers": "trust of issuers", "layouts": "profile layout",
		"model": "screen of the appraisal model"}
	have := map[string]bool{}
	for _, f := range profile.Fields() {
		if have[f.Name] || f.Label.Empty() || f.Help.Empty() || f.Group.Empty() {
			t.Errorf("field %q stands twice or is not explained", f.Name)
		}
		have[f.Name] = true
	}
	var walk func(reflect.Type, string)
	walk = func(s reflect.Type, before string) {
		for i := range s.NumField() {
			name, _, _ := strings.Cut(s.Field(i).Tag.Get("json"), ",")
			name = before + name
			if s.Field(i).Type.Kind() == reflect.Struct {
				walk(s.Field(i).Type, name+".")
			} else if !have[name] && elsewhere[name] == "" {
				t.Errorf("%s has no field", name)
			}
		}
	}
	walk(reflect.TypeFor[profile.Profile](), "")
}

func TestFields_SetWhatTheyGet(t *testing.T) {
	p := profile.Profile{ID: "a", AgencyID: "09999", Agency: "Landratsamt Musterkreis",
		Contact: profile.Contact{Name: "R", Unit: "U", Mail: "r@a.example", Phone: "1"}, Kinds: []string{"xdomea-0503"},
		Formats: []string{"fmt/354", "fmt/95"}, PDFA: []string{"2b"}, Schemas: []string{"urn:x"}, Source: "DMS", Environment: "W",
		ReferenceCode: profile.ReferenceCode{Pattern: "A/{n}", From: 1, To: 9}, Level: "dossier", PackageFiles: 5, GraceDays: 14,
		Deadlines: profile.Deadlines{AppraisalDays: 183, TransferDays: 2, RedeliveryDays: 3, NoticeDays: 4},
		Closure:   profile.Closure{Years: 30, Description: true}, Confirmations: []string{"Erstregister"}, NoSecondPerson: true,
		KeepSignatures: true,
		Sensitivity: profile.Sensitivity{Off: []string{"phone"}, Personal: []string{"511"}, SpecialBasis: "§ 3",
			SpecialAssessed: "2026-01-02"},
		Mapping: mapping.Tables{ControlList: map[string]string{"a": "b"}, AIP: map[string]string{"c": "d = e", "environment": ""},
			Descriptive: map[string]string{"f": "g"}, Technical: map[string]string{"h": "i"}},
		Layout: map[string]string{"j": "k"}, UpdatePeriods: map[string]int{"G": 110, "S": 30},
		Reasons: []string{"Ein Grund, mit Komma"}, WithoutPersons: []string{"63.2"},
		Litter:    profile.Litter{Off: []string{"lnk"}, Rules: map[string]string{"plotter": "*.plt, Spool/; Druckdaten"}},
		Appraised: map[string]string{"export": "Nur Testdaten"}}
	got := profile.Profile{ID: "a"}
	for _, f := range profile.Fields() {
		if f.Value(&p) == "" {
			t.Errorf("%s of a full profile is empty", f.Name)
		}
		if err := f.Set(&got, f.Value(&p)); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if d := cmp.Diff(p, got); d != "" {
		t.Error(d)
	}
	for name, bad := range map[string]string{"deadlines.appraisalDays": "lang", "closure.description": "vielleicht",
		"mapping.aip": "ohne Gleichheitszeichen", "mapping.technical": "a = b\na = c", "layout": "a = b\na = c",
		"updatePeriods": "G = viele"} {
		f, ok := profile.FieldNamed(name)
		if err := f.Set(&got, bad); !ok || failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), f.Label.String()) {
			t.Errorf("%s took %q: %v", name, bad, err)
		}
	}
}
