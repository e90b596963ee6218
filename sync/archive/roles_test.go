package archive

import (
	"slices"
	"testing"

	"laufzettel/transfer/failure"
)

func TestRolesNamed(t *testing.T) {
	cases := map[string]struct {
		words []string
		want  []Role
	}{
		"none":                      {nil, nil},
		"of the channel":            {[]string{"deliver", "read"}, []Role{RoleDeliver, RoleRead}},
		"of the register":           {[]string{"archivist"}, []Role{RoleDeliver, RoleAppraise, RoleRead}},
		"in German":                 {[]string{"Lesesaal"}, []Role{RoleRead}},
		"each once":                 {[]string{"clerk", "deliver", " archivist "}, []Role{RoleDeliver, RoleAppraise, RoleRead}},
		"administration":            {[]string{"administrator"}, []Role{RoleAdminister}},
		"second person":             {[]string{"second"}, []Role{RoleAppraise}},
		"administer as it was said": {[]string{"administer"}, []Role{RoleAdminister}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := RolesNamed(c.words...)
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%v, %v; want %v", got, err, c.want)
			}
		})
	}
	for _, word := range []string{"", "chief", "Deliver"} {
		if _, err := RolesNamed("read", word); err == nil || failure.KindOf(err) != failure.Refused {
			t.Errorf("%q: %v", word, err)
		}
	}
}
