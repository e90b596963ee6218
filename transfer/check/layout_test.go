package check

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/container"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/profile"
)

// foreignKind recognises nothing and reads companies by a layout; the sender is the
// number of the first.
type foreignKind struct{ fakeKind }

func (*foreignKind) Names() []string { return []string{"handelsregister"} }

func (*foreignKind) ReadBy(ctx context.Context, t container.Tree, l *layout.Layout, _ ReadInput) (*Manifest, []Finding, error) {
	m := &Manifest{Kind: "handelsregister"}
	r, err := l.Apply(ctx, t, func(r *layout.Record) error {
		if m.Agency.ID == "" {
			m.Agency.ID = r.Get("number")
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return m, LayoutFindings(r), nil
}

// A delivery nobody recognises is read by the layout that fits and whose agreement is with
// the sender; what the layout does not fit is told, one cause one line.
func TestCheck_ByLayout(t *testing.T) {
	said := map[string]layout.Statement{"number": {Path: "nr"}, "name": {Path: "n"}, "seat": {Const: "S"},
		"opened": {Path: "auf", Date: "TT.MM.JJJJ"}, "deleted": {Const: "1960-01-01"}}
	l := layout.Layout{Format: layout.Format, Kind: "handelsregister", Name: "M",
		Sources: []layout.Source{{Name: "l", File: "l.txt", Type: layout.TypeCSV}, {Name: "m", File: "m.xml", Type: layout.TypeXML}},
		Groups:  map[string]layout.Group{"company": {Statements: said}}}
	of := func(id string) profile.Profile {
		return profile.Profile{ID: "p" + id, AgencyID: id, Layouts: []layout.Layout{l}}
	}
	for name, tt := range map[string]struct {
		files   map[string]string
		agreed  []profile.Profile
		named   bool
		profile string
		want    []string
	}{
		"of the sender": {map[string]string{"l.txt": "nr;n;auf\n7;a;1.2.1950\n8;b;irgendwann\n", "m.xml": "<m/>"},
			[]profile.Profile{of("5"), of("7")}, false, "p7", []string{"LAY-001 l.txt", "FIX-001"}},
		"of nobody here": {map[string]string{"l.txt": "nr;n;auf\n7;a;01.02.1950\n", "m.xml": "<m/>"}, []profile.Profile{of("5")},
			false, "", []string{"KND-003", "FIX-001"}},
		"named, a file missing": {map[string]string{"l.txt": "nr;n;auf\n7;a;01.02.1950\n"}, []profile.Profile{of("5")}, true, "p5",
			[]string{"AGR-002", "LAY-002", "FIX-001"}},
		"two agreements with one": {map[string]string{"l.txt": "nr;n;auf\n7;a;01.02.1950\n", "m.xml": "<m/>"},
			[]profile.Profile{of("7"), of("7")}, false, "", []string{"KND-003", "FIX-001"}},
		"named, nothing fits": {map[string]string{"a.txt": "a"}, []profile.Profile{of("7")}, true, "p7",
			[]string{"LAY-003", "FIX-001"}},
		"no such file": {map[string]string{"a.txt": "a"}, []profile.Profile{of("7")}, false, "", []string{"KND-003", "FIX-001"}},
	} {
		t.Run(name, func(t *testing.T) {
			in := Input{Agreed: func(context.Context) ([]profile.Profile, bool, error) { return tt.agreed, tt.named, nil }}
			e := &Engine{Kinds: []Kind{&foreignKind{}}, Identify: byExtension{}, Workers: 2}
			out := checkTree(t, e, newTree(tt.files), in)
			if diff := cmp.Diff(tt.want, codesOf(out.Report)); diff != "" {
				t.Error(diff)
			}
			got := ""
			if p := out.Facts.Profile(); p != nil {
				got = p.ID
			}
			if got != tt.profile || (got != "") != strings.HasPrefix(out.Report.Kind, "handels") {
				t.Errorf("profile %q, kind %s", got, out.Report.Kind)
			}
		})
	}
}
