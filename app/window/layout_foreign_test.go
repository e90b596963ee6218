package window_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/transfer/check"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/record"
	"laufzettel/views/layout/model"
	"laufzettel/views/present/presenttest"
)

// foreign has a script of make/foreign write deliveries of an office; the words are those of
// an invented vendor.
func foreign(t *testing.T, script string, seeds ...int) (dirs []string, office string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("left out: no python3")
	}
	for _, seed := range seeds {
		dir := filepath.Join(t.TempDir(), script+strconv.Itoa(seed))
		cmd := exec.CommandContext(t.Context(), "python3", "-B", "../../make/foreign/"+script+".py", dir, strconv.Itoa(seed))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		dirs, office = append(dirs, dir), strings.TrimSpace(string(out))
	}
	return dirs, office
}

// mapping is a person at the desk who has the wanted layout in mind.
type mapping struct {
	t         *testing.T
	p         *model.Presenter
	run       *presenttest.Cranked
	mind      *layout.Layout
	connected int // statements that needed nothing but a connection
}

var unplaced = regexp.MustCompile(`\[[^\]]*\]|\b[a-z]+:`)

// part finds what the sample shows at a place.
func (m *mapping) part(path string) (model.Part, bool) {
	path = unplaced.ReplaceAllString(path, "")
	i := slices.IndexFunc(m.p.Parts, func(x model.Part) bool { return x.Path == path })
	if i < 0 {
		return model.Part{}, false
	}
	return m.p.Parts[i], true
}

// at is the place of the records of a group from the top, "" for those of a table.
func (m *mapping) at(group string) string {
	g := m.mind.Groups[group]
	if g.Each == "" || g.Each[0] == '/' {
		return g.Each
	}
	asked, _ := layout.Of(m.mind.Kind)
	for _, x := range asked.Groups {
		if x.Name == group && x.In != "" {
			return m.at(x.In) + "/" + g.Each
		}
	}
	return g.Each
}

// connect connects a statement, and says by hand what a connection alone cannot say.
func (m *mapping) connect(w model.Want) {
	g, ok := m.mind.Groups[w.Group]
	if !ok {
		return
	}
	if w.Key == "" {
		if part, ok := m.part(m.at(w.Group)); ok && g.Each != "" {
			m.p.Connect(w, part)
		}
		return
	}
	s, ok := g.Statements[w.Key]
	if !ok {
		return
	}
	place := s.Path
	if at := m.at(w.Group); at != "" && s.Lookup == "" && place[0] != '/' {
		place = at + "/" + place
	}
	if part, ok := m.part(place); ok {
		m.p.Connect(w, part)
		if j := m.p.Join; j != nil {
			m.p.JoinBy(*j, g.Lookups[0].Key, g.Lookups[0].By)
		}
	}
	got := m.p.Statement(w)
	s.Lookup = got.Lookup // the desk names the second file by itself
	if got == s {
		m.connected++
		return
	}
	m.p.Say(w, s, m.mind.CodeLists[s.Codes])
}

// The layouts of three offices are made at the desk, from samples that another hand wrote:
// what is read is what the layout reads that was written by hand; proved on a second sample,
// stored, and the next delivery goes from the check into packages.
func TestLayout_ForeignOffices(t *testing.T) {
	for script, tt := range map[string]struct {
		agency, id, kind string
		connected        int // at least
	}{
		"civil":      {"Standesamt Nordhafen", "", "register", 10},
		"commercial": {"Handelsregisteramt Musterkanton", "", "handelsregister", 3},
		"records":    {"Tiefbauamt Musterstadt", "tba-01", "dms", 8},
	} {
		t.Run(script, func(t *testing.T) {
			samples, office := foreign(t, script, 7, 8, 9)
			doc, err := os.Open("../../make/foreign/" + script + ".layout.json")
			must(t, err)
			mind, err := layout.Read(doc)
			must(t, err)
			must(t, doc.Close())
			w := steady(t, t.TempDir(), "M. Ahrens")
			fields := map[string]string{"agency": tt.agency, "kinds": tt.kind}
			if tt.id != "" {
				fields["agencyId"] = tt.id
			}
			if _, err := strconv.Atoi(office); err == nil { // a civil register names its office by number
				fields["agencyId"] = office
			}
			_, err = w.Clerk.SetProfileFields(t.Context(), "amt", fields, true)
			must(t, err)
			src := window.Layout{Desk: desk(t, w)}
			m := &mapping{t: t, run: &presenttest.Cranked{}, mind: mind}
			m.p = model.NewPresenter(src, m.run, presenttest.Words(t, "de"), func() {})
			t.Cleanup(m.p.Close)
			m.p.Open("amt", "")
			m.run.Drain()
			m.p.Begin(tt.kind)
			m.p.Choose(samples[0])
			m.run.Drain()
			for _, x := range m.p.Wants {
				m.connect(x)
				m.run.Drain()
			}
			m.p.Rename(mind.Name)
			m.run.Drain()
			want, err := src.Try(t.Context(), mind, samples[0])
			must(t, err)
			got := m.p.Trial
			if diff := cmp.Diff([]any{want.Records, want.Read, want.Example}, []any{got.Records, got.Read, got.Example}); diff != "" ||
				!got.Fits() {
				t.Fatalf("read by what was connected (-want +got):\n%s\n%v", diff, got.Faults)
			}
			if m.connected < tt.connected {
				t.Errorf("%d statements by a connection alone, want %d at least", m.connected, tt.connected)
			}
			m.p.Prove(samples[1])
			m.run.Drain()
			if m.p.Second == nil || !m.p.Second.Fits() {
				t.Fatalf("the second sample: %+v", m.p.Second)
			}
			m.p.Store(func() {})
			m.run.Drain()
			if m.p.Fault != nil || m.p.Dirty {
				t.Fatalf("not stored: %v", m.p.Fault)
			}
			delivered(t, w, samples[2], tt.kind)
		})
	}
}

// delivered takes a delivery in by the profile and packages it.
func delivered(t *testing.T, w *work.House, dir, kind string) {
	t.Helper()
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, dir, nil)
	must(t, err)
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Profile: "amt", NoPDFA: true})
	must(t, err)
	if rep.Kind != kind || rep.Verdict != check.Accepted {
		t.Fatalf("%s %s %+v", rep.Kind, rep.Verdict, rep.Findings)
	}
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	for _, u := range appraisal.Units(a.Roots) {
		if a.Verdicts[u.ID].Rating != record.RatingArchive {
			must(t, w.Desk.Set(ctx, p.ID, []string{u.ID}, record.RatingArchive, "wird ganz übernommen"))
		}
	}
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	if err != nil || len(packages) == 0 {
		t.Fatalf("%d packages, %v", len(packages), err)
	}
}
