package share

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/record"
)

// tree makes a share of "path=content" and of folders "path/".
func tree(entries ...string) *Tree {
	t := New("P")
	for n, e := range entries {
		if name, empty := strings.CutSuffix(e, "/"); empty {
			t.Enter(name)
			continue
		}
		name, content, _ := strings.Cut(e, "=")
		t.Add(name, File{ID: fmt.Sprint("P-", n+1), Size: int64(len(content)), Key: KeyOf(content),
			Modified: int64(1_000_000_000 + n)})
	}
	t.Settle()
	for i := range t.Folders {
		if t.Folders[i].ID == "" {
			t.Folders[i].ID = "P-O" + fmt.Sprint(i)
		}
	}
	t.Decide(func(string) (record.Rating, string, bool) { return "", "", false }, nil)
	return t
}

func (t *Tree) names(groups []Group) (out []string) {
	for _, g := range groups {
		var m []string
		for _, i := range g.Members {
			m = append(m, t.Folders[i].Path)
		}
		out = append(out, strings.Join(m, " = "))
	}
	slices.Sort(out)
	return out
}

func TestEqualFolders(t *testing.T) {
	tests := []struct {
		name    string
		entries []string
		want    []string
	}{
		{"a copy", []string{"a/x=1", "a/u/y=22", "b/x=1", "b/u/y=22"}, []string{"a = b"}},
		{"another name inside", []string{"a/x=1", "b/y=1"}, nil},
		{"another content", []string{"a/x=1", "b/x=2"}, nil},
		{"an empty folder more", []string{"a/x=1", "a/leer/", "b/x=1"}, nil},
		{"three, one of them deeper", []string{"a/x=1", "b/x=1", "c/d/x=1", "c/y=3"}, []string{"a = b = c/d"}},
		{"the same folder twice in one", []string{"a/eins/x=1", "a/zwei/x=1"}, []string{"a/eins = a/zwei"}},
		{"in equal ones, and one more beside them", []string{"a/u/x=1", "a/y=2", "b/u/x=1", "b/y=2", "u/x=1"},
			[]string{"a = b", "a/u = b/u = u"}},
		{"empty folders", []string{"a/", "b/", "c=1"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := tree(tt.entries...)
			if d := cmp.Diff(tt.want, s.names(s.EqualFolders())); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestContained(t *testing.T) {
	tests := []struct {
		name    string
		entries []string
		want    []string
	}{
		{"part of a greater", []string{"a/x=1", "a/u/y=22", "b/x=1", "b/u/y=22", "b/z=3"}, []string{"a < b +1"}},
		{"each has its own", []string{"a/x=1", "a/y=2", "b/x=1", "b/z=3"}, nil},
		{"equal", []string{"a/x=1", "b/x=1"}, nil},
		{"under another name", []string{"a/x=1", "b/y=1", "b/z=3"}, nil},
		{"deeper", []string{"a/x=1", "b/c/x=1", "b/c/y=2"}, []string{"a < b/c +1"}},
		{"what lies in it is told with it", []string{"a/u/x=1", "b/u/x=1", "b/u/v=4", "b/z=3"}, []string{"a < b +2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := tree(tt.entries...)
			var got []string
			for _, c := range s.Contained() {
				got = append(got, fmt.Sprintf("%s < %s +%d", s.Folders[c.Part].Path, s.Folders[c.Whole].Path, c.More))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestUnpacked(t *testing.T) {
	s := tree("a/x=1", "a/u/y=22", "b/x=1", "b/u/y=22", "b/z=3", "c/x=1", "sicherung.zip=zip")
	member := func(entries ...string) (out []Member) {
		for _, e := range entries {
			name, content, _ := strings.Cut(e, "=")
			out = append(out, Member{name, KeyOf(content)})
		}
		return out
	}
	for name, c := range map[string]struct {
		members []Member
		want    string
	}{
		"as it lies":        {member("x=1", "u/y=22"), "a+0 b+1"},
		"with a top folder": {member("alt/x=1", "alt/u/y=22"), "a+0 b+1"},
		"one another":       {member("x=1", "u/y=23"), ""},
		"from the very top": {member("a/x=1", "a/u/y=22"), "+5 a+0 b+1"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, u := range s.Unpacked(s.Copies(), 6, c.members) {
				got = append(got, fmt.Sprintf("%s+%d", s.Folders[u.Folder].Path, u.More))
			}
			slices.Sort(got)
			if strings.Join(got, " ") != c.want {
				t.Errorf("%v, want %q", got, c.want)
			}
		})
	}
}

func TestLitter(t *testing.T) {
	s := tree("a/Thumbs.db=1", "a/~$Brief.docx=1", "a/Brief.docx=text", "a/leer.doc=", "a/node_modules/x/y.js=1", "a/Vorlage.tmpl=1",
		"a/x.TMP=1",
		"Treiber/setup.inf=1", "Treiber/geraet.sys=1", "Treiber/info/liesmich.txt=1", "Treiberakte/a.inf=1", "Treiberakte/b.sys=1",
		"Treiberakte/Vertrag.docx=1",
		"Programm/a.exe=1", "Programm/a.dll=1", "Programm/unins000.exe=1", "Werkzeug/a.exe=1")
	rules := Rules()
	var got []string
	for _, h := range s.Litter(rules) {
		got = append(got, rules[h.Rule].Name+" "+s.Path(h.File))
	}
	want := []string{"programs Programm/a.dll", "programs Programm/a.exe", "programs Programm/unins000.exe", "drivers Treiber/geraet.sys",
		"drivers Treiber/info/liesmich.txt",
		"drivers Treiber/setup.inf", "thumbs a/Thumbs.db", "empty a/leer.doc", "node-modules a/node_modules/x/y.js", "tmp a/x.TMP",
		"office-lock a/~$Brief.docx"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// What a rule means is found once, and all names are gone through once for the rules of a
// share; one that is written otherwise is another, and one alone means also what a rule before
// it means.
func TestMeantBy_LooksOnce(t *testing.T) {
	s := tree("a/Thumbs.db=1", "a/leer.tmp=", "a/x.TMP=1", "node_modules/b.tmp=1")
	rules := Rules()
	rule := func(name string) Rule {
		return rules[slices.IndexFunc(rules, func(r Rule) bool { return r.Name == name })]
	}
	own := rule("tmp")
	own.Files = []string{"*.db"}
	files := int64(len(s.Files))
	for _, tt := range []struct {
		name  string
		do    func() []int32
		means int
		looks int64 // at files; folders of a rule cost a look of their own
	}{
		{"all", func() []int32 { return make([]int32, len(s.Litter(rules))) }, 4, files + 1},
		{"all again", func() []int32 { return make([]int32, len(s.Litter(rules))) }, 4, 0},
		{"one of them", func() []int32 { return s.MeantBy(rule("tmp")) }, 3, 0},
		{"empty ones", func() []int32 { return s.MeantBy(rule("empty")) }, 1, 0},
		{"written otherwise", func() []int32 { return s.MeantBy(own) }, 1, files},
		{"written otherwise, again", func() []int32 { return s.MeantBy(own) }, 1, 0},
	} {
		before := s.Looked()
		if got := len(tt.do()); got != tt.means || s.Looked()-before != tt.looks {
			t.Errorf("%s: means %d files, looked at %d, want %d, %d", tt.name, got, s.Looked()-before, tt.means, tt.looks)
		}
	}
	for i := range 3 * maxRules { // a person may try any number of rules
		own.Files = []string{fmt.Sprint("*.", i)}
		s.MeantBy(own)
	}
	if len(s.hits) > mostMeant+1 {
		t.Errorf("%d rules are kept", len(s.hits))
	}
}

func TestReadRules_Refuses(t *testing.T) {
	for name, c := range map[string]struct{ json, want string }{
		"no list":       {`{}`, "keine Liste"},
		"no reason":     {`[{"name":"a","title":"b","files":["x"]}]`, "Regel 1"},
		"means nothing": {`[{"name":"a","title":"b","why":"c"}]`, "trifft nichts"},
		"means all":     {`[{"name":"a","title":"b","why":"c","files":["*"]}]`, "Muster"},
		"broken":        {`[{"name":"a","title":"b","why":"c","files":["[x"]}]`, "Muster"},
		"twice": {`[{"name":"a","title":"b","why":"c","empty":true},{"name":"a","title":"b","why":"c","empty":true}]`,
			"gibt es schon"},
	} {
		if _, err := ReadRules([]byte(c.json)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func FuzzReadRules(f *testing.F) {
	f.Add(litter)
	f.Add([]byte(`[{"name":"a","title":"b","why":"c","with":[["*.x"]]}]`))
	s := tree("a/b/c.x=1", "a/d=")
	f.Fuzz(func(t *testing.T, data []byte) {
		if rules, err := ReadRules(data); err == nil {
			s.Litter(rules)
		}
	})
}

// The nearest decision wins, what is decided otherwise below is an exception, and the
// sums say what would stay.
func TestDecide(t *testing.T) {
	s := tree("a/x=1", "a/u/y=22", "a/u/z=333", "b/w=4444", "o=55555", "leer/")
	decisions := map[string]record.Rating{"P": "A", s.Folders[s.at["a"]].ID: "V", s.Files[0].ID: "A"}
	s.Decide(func(id string) (record.Rating, string, bool) { r, ok := decisions[id]; return r, "weil " + id, ok }, nil)
	got := map[string]record.Rating{}
	for i, f := range s.Files {
		got[s.Path(int32(i))] = f.Letter
	}
	if d := cmp.Diff(map[string]record.Rating{"a/u/y": "A", "a/u/z": "V", "a/x": "V", "b/w": "A", "o": "A"}, got); d != "" {
		t.Error(d)
	}
	root := &s.Folders[0]
	if root.Stay != (Sum{3, 11}) || root.Go != (Sum{2, 4}) || root.Open() != (Sum{}) || root.Empty != 1 {
		t.Errorf("stays %+v, goes %+v, open %+v, %d empty", root.Stay, root.Go, root.Open(), root.Empty)
	}
	if e := s.Exceptions(0); len(e) != 2 || e[0].Path != "a" || e[1].Path != "a/u/y" || !e[1].File {
		t.Errorf("exceptions %+v", e)
	}
}

func TestStem(t *testing.T) {
	for name, want := range map[string]string{
		"a/Vertrag Entwurf_v3_final2.docx": "vertrag", "Vertrag.odt": "vertrag", "Vertrag (2).pdf": "vertrag",
		"Vertrag - Kopie.doc": "vertrag", "Vertrag_2004-03-05.txt": "vertrag",
		"Vertragsentwurf.doc": "vertragsentwurf", "Rede Altstadt.doc": "rede altstadt", "v2.doc": "v2",
	} {
		if got := Stem(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Texts with up to a fifth of their words changed are one chain; letters out of one
// form, half of them their own, are none.
func TestDrafts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprint("w", r.IntN(5000))
		}
		return out
	}
	var texts []string
	var want []string
	for range 40 {
		w := words(150 + r.IntN(400))
		var chain []string
		for range 2 + r.IntN(4) {
			chain = append(chain, fmt.Sprint(len(texts)))
			texts = append(texts, strings.Join(w, " "))
			w = slices.Clone(w)
			for n := len(w) / 5; n > 0; {
				k := 1 + r.IntN(9)
				p := r.IntN(len(w) - k)
				copy(w[p:], words(min(k, n)))
				n -= k
			}
		}
		want = append(want, strings.Join(chain, " "))
	}
	form := words(150)
	for range 30 {
		texts = append(texts, strings.Join(slices.Concat(form, words(160)), " "))
	}
	s := New("P")
	var d Drafts
	for i, body := range texts {
		s.Add(fmt.Sprintf("%05d.txt", i), File{Modified: int64(i)})
		d.Add(int32(i), body)
	}
	s.Settle()
	pairs, err := d.Pairs(context.Background(), func(i int32) (string, error) { return texts[i], nil })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Chains(pairs) {
		var m []string
		for _, i := range c.Members {
			m = append(m, fmt.Sprint(i))
		}
		got = append(got, strings.Join(m, " "))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDifference(t *testing.T) {
	got, cut := Difference("Der Rat beschließt den Haushalt 1998.", "Der Rat beschließt nicht den Haushalt 1999.")
	want := []Change{{"=", "Der Rat beschließt"}, {"+", "nicht"}, {"=", "den Haushalt"}, {"-", "1998."}, {"+", "1999."}}
	if d := cmp.Diff(want, got); d != "" || cut {
		t.Error(d, cut)
	}
}

func TestFacets(t *testing.T) {
	s := tree("a/x.TXT=1", "a/y.txt=22", "b.pdf=333")
	got := s.Facets(0)
	if d := cmp.Diff([]Value{{"txt", Sum{2, 3}}, {"pdf", Sum{1, 3}}}, got[FacetExtension]); d != "" {
		t.Error(d)
	}
	c, err := ParseChoice("extension=txt, depth=1")
	if err != nil || c.String() != "extension=txt,depth=1" || len(s.Chosen(0, c)) != 2 {
		t.Errorf("choice %v, %v", c, err)
	}
	if _, err := ParseChoice("farbe=rot"); err == nil {
		t.Error("an unknown facet is taken")
	}
}

// Owners and authors choose files, and no reason, paper or log names them.
func TestChoice_NamesNoPersons(t *testing.T) {
	tree := New("P")
	for _, name := range []string{"a.docx", "b.docx", "c.txt"} {
		tree.Add(name, File{Size: 1})
	}
	tree.Settle()
	if f := tree.Facets(0); len(f[FacetAuthor])+len(f[FacetOwner]) != 0 {
		t.Errorf("facets of persons nobody asked for: %v", f)
	}
	tree.Whose(0, Persons{Owner: "amt", Author: "Erika Muster"})
	tree.Whose(1, Persons{Owner: "amt"})
	f := tree.Facets(0)
	if len(f[FacetAuthor]) != 1 || f[FacetAuthor][0] != (Value{"Erika Muster", Sum{1, 1}}) ||
		f[FacetOwner][0] != (Value{"amt", Sum{2, 2}}) {
		t.Errorf("%v", f)
	}
	c, err := ParseChoice("author=Erika Muster,owner=amt,extension=docx")
	if err != nil {
		t.Fatal(err)
	}
	if got := tree.Chosen(0, c); len(got) != 1 || got[0] != 0 {
		t.Errorf("chosen %v", got)
	}
	if got := c.Said(); got != "extension=docx,owner=…,author=…" {
		t.Errorf("said %q", got)
	}
}
