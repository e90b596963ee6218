package intake

import (
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/slip"
)

// Which papers go with which piece: those of its folder or above, the nearest slip with
// its list, never the slip of others.
func TestProposal_Bind(t *testing.T) {
	tests := []struct {
		name, pieces, papers string
		slips                []string // slip, list, container it names
		wraps                string
		want                 []string // of each piece: slip: papers
	}{
		{"beside", "a.zip", "Ab_Lis.xml el_Lauf.xml brief.txt", []string{"el_Lauf.xml Ab_Lis.xml a.zip"}, "",
			[]string{"el_Lauf.xml: Ab_Lis.xml el_Lauf.xml brief.txt"}},
		{"above", "daten/a.zip", "Ab_Lis.xml el_Lauf.xml", []string{"el_Lauf.xml Ab_Lis.xml -"}, "",
			[]string{"el_Lauf.xml: Ab_Lis.xml el_Lauf.xml"}},
		{"folder of its own", "daten/a.zip", "papiere/el_Lauf.xml", []string{"papiere/el_Lauf.xml - -"}, "",
			[]string{"papiere/el_Lauf.xml: papiere/el_Lauf.xml"}},
		{"each its own", "1/a.zip 2/b.zip", "1/el.xml 2/el.xml brief.txt", []string{"1/el.xml - -", "2/el.xml - -"}, "",
			[]string{"1/el.xml: 1/el.xml brief.txt", "2/el.xml: 2/el.xml brief.txt"}},
		{"the nearer one", "x/a.zip b.zip", "el.xml x/el.xml", []string{"el.xml - -", "x/el.xml - -"}, "",
			[]string{"x/el.xml: x/el.xml", "el.xml: el.xml"}},
		{"by the container it names", "a.zip b.zip", "1.xml 2.xml", []string{"1.xml - b.zip", "2.xml - a.zip"}, "",
			[]string{"2.xml: 2.xml", "1.xml: 1.xml"}},
		{"inside a container", "p.zip!x/a.zip b.zip", "p.zip!x/el.xml p.zip!brief.txt", []string{"p.zip!x/el.xml - -"}, "p.zip",
			[]string{"p.zip!x/el.xml: p.zip!x/el.xml p.zip!brief.txt", ":"}},
		{"a mark in a name is none", "Eilt!a.zip", "Eilt!el.xml", []string{"Eilt!el.xml - -"}, "", []string{"Eilt!el.xml: Eilt!el.xml"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Proposal{Papers: strings.Fields(tt.papers), wraps: strings.Fields(tt.wraps)}
			for _, name := range strings.Fields(tt.pieces) {
				p.Pieces = append(p.Pieces, Piece{Name: name})
			}
			for _, s := range tt.slips {
				f := strings.Fields(s)
				p.slips = append(p.slips, &slip.Found{Path: f[0], ListPath: strings.Trim(f[1], "-"),
					Slip: &slip.RoutingSlip{Containers: []slip.Container{{Name: f[2]}}}})
			}
			p.bind()
			var got []string
			for _, x := range p.Pieces {
				line := ":"
				if x.slip != nil {
					line = x.slip.Path + ":"
				}
				got = append(got, strings.TrimSpace(line+" "+strings.Join(x.papers, " ")))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("bound %q, want %q", got, tt.want)
			}
		})
	}
}

// Papers of one name from two folders do not take each other's place.
func TestProposal_LaidAs(t *testing.T) {
	p := &Proposal{}
	piece := Piece{Name: "1/a.zip", flat: "1/a.zip", papers: []string{"Liste.csv", "1/liste.csv", "brief.txt"}}
	for paper, want := range map[string]string{"Liste.csv": "Liste.csv", "1/liste.csv": "1_liste.csv", "brief.txt": "brief.txt"} {
		if got := p.laidAs(piece, paper); got != want {
			t.Errorf("%s lies as %s, want %s", paper, got, want)
		}
	}
}
