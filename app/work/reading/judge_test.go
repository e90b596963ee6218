package reading

import (
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// The rule as a table: closure × what was granted × where somebody asks (A23, A25).
func TestJudge(t *testing.T) {
	day := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	free := catalog.Closure{}
	published := catalog.Closure{Basis: "veröffentlicht"}
	over := catalog.Closure{Grade: catalog.Object, Until: day.Add(-time.Hour)}
	closed := catalog.Closure{Grade: catalog.Object, Until: day.AddDate(10, 0, 0), Basis: "§ 11"}
	endless := catalog.Closure{Grade: catalog.Object}
	secret := catalog.Closure{Grade: catalog.Description, Until: day.AddDate(10, 0, 0)}
	read := []access.Grant{{PID: "p", Application: "A", Rights: []access.Right{access.Read}}}
	whole := []access.Grant{{PID: "p", Application: "A", Rights: []access.Right{access.Read, access.Print, access.Copy}}}
	other := []access.Grant{{PID: "q", Application: "A", Rights: []access.Right{access.Read, access.Print, access.Copy}}}
	for _, c := range []struct {
		name    string
		closure catalog.Closure
		q       question
		want    string // of: name show print copy
	}{
		{"open", free, question{}, "name show print copy"},
		{"published", published, question{}, "name show print copy"},
		{"closure over", over, question{}, "name show print copy"},
		{"closed", closed, question{}, "name"},
		{"closed without end", endless, question{}, "name"},
		{"closed with its description", secret, question{}, ""},
		{"another object granted", closed, question{grants: other}, "name"},
		{"another object granted, description", secret, question{grants: other}, ""},
		{"read granted", closed, question{grants: read}, "name show"},
		{"all granted", closed, question{grants: whole}, "name show print copy"},
		{"read granted, description", secret, question{grants: read}, "name show"},
		{"noted in this session", closed, question{noted: []string{"p"}}, "name show print copy"},
		{"another noted", closed, question{noted: []string{"q"}}, "name"},
		{"place, open", free, question{kiosk: true}, "name show"},
		{"place, closed", closed, question{kiosk: true}, "name"},
		{"place, closed with its description", secret, question{kiosk: true}, ""},
		{"place, open, all granted", free, question{kiosk: true, grants: whole}, "name show print copy"},
		{"place, closed, read granted", closed, question{kiosk: true, grants: read}, "name show"},
		{"place, closed, all granted", closed, question{kiosk: true, grants: whole}, "name show print copy"},
	} {
		c.q.day = day
		v := c.q.judge("p", c.closure)
		var may []string
		for what, err := range map[string]error{"name": v.mayName(), "show": v.mayShow(), "print": v.mayUse(access.Print),
			"copy": v.mayUse(access.Copy)} {
			switch {
			case err == nil:
				may = append(may, what)
			case failure.KindOf(err) != failure.Refused || !failure.Explained(err):
				t.Errorf("%s: %s is refused without a reason: %v", c.name, what, err)
			}
		}
		want := strings.Fields(c.want)
		slices.Sort(want)
		if slices.Sort(may); !slices.Equal(may, want) {
			t.Errorf("%s: may %v, want %v", c.name, may, want)
		}
	}
}
