package prepare_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/views/prepare/preparetest"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/prepare/model"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

// entries is a table of register entries with one that is not in the folder.
func entries() *model.Table {
	t := &model.Table{Total: 411, Faulty: 2, Columns: []model.TableColumn{{Title: "Nr.", Weight: 5}, {Title: "Suchbegriffe", Weight: 20},
		{Title: "Unterschrieben von", Weight: 18}, {Title: "am", Weight: 10},
		{Title: "gelesen aus", Weight: 18}, {Title: "Teile", Weight: 18}}, Around: []int{2, 3, 4, 5}}
	add := func(faults []model.TableFault, cells ...string) {
		t.Rows = append(t.Rows, model.TableRow{Cells: cells, Files: []string{cells[0] + "_U0.xml", cells[0] + "_U0.pdf"}, Faults: faults})
	}
	add(nil, "204", "Nguyễn Thị Hạnh", "D. Brückner", "14.09.1995", "Signatur der PDF-Datei", "Urkunde, 1 Hinweis")
	add(nil, "205", "Kowalczyk, Łukasz", "D. Brückner", "15.09.1995", "Signatur der PDF-Datei", "Urkunde")
	add([]model.TableFault{{Severity: "note", Text: "Die Signatur ist unverändert; der Aussteller ist bekannt."}}, "206", "Şahin, Gülşen",
		"R. Ďuriš", "15.09.1995", "Signatur der PDF-Datei", "Urkunde, 2 Hinweise")
	add([]model.TableFault{{Severity: "warning", Text: "Der Eintrag 207 liegt nicht im Ordner."}}, "207", "", "", "", "", "nicht im Ordner")
	t.Rows[3].Files, t.Rows[3].Gap, t.Rows[3].Key = nil, "207", "entry:207"
	t.Rows[3].Lacks = "207_U0"
	add([]model.TableFault{{Severity: "error", Text: "Elektronische Signatur passt nicht zum Inhalt."}}, "208", "Weißenböck, Änne",
		"R. Ďuriš", "18.09.1995", "Signatur der PDF-Datei", "Urkunde")
	add(nil, "209", "Öztürk, Cem", "D. Brückner", "18.09.1995", "Urkunde", "Urkunde, 1 Hinweis")
	add(nil, "210", "van der Aa, J̌ana", "D. Brückner", "19.09.1995", "Urkunde", "Urkunde")
	return t
}

func sourced() *model.Draft {
	d := preparetest.Draft()
	d.Source, d.Target = "/daten/sterbe-1995", "/abgabe/sterbe-1995"
	return d
}

// The material is read by itself when the step begins, once; its rows can be
// walked, filtered and read anew by keyboard.
func TestTable(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State(), Draft: sourced(), Looks: entries()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare, ID: "V2026-0007"})
	steps := fr.Env.Find("prepare.steps").(*kit.List)
	steps.Select(int(model.StepOffice))
	fr.Run.Drain()
	steps.Select(int(model.StepContent))
	fr.Run.Drain()
	steps.Select(int(model.StepFolder))
	fr.Run.Drain()
	steps.Select(int(model.StepContent))
	fr.Run.Drain()
	if got := strings.Count(strings.Join(f.Did, "\n"), "look V2026-0007"); got != 1 {
		t.Errorf("the material was read %d times by itself: %v", got, f.Did)
	}
	list := fr.Env.Find("prepare.rows").(*kit.List)
	if list.Len() != 7 {
		t.Errorf("%d rows", list.Len())
	}
	list.Select(3)
	if got := list.Describe(3); got != "Nr. 207, Teile nicht im Ordner, Warnung: Der Eintrag 207 liegt nicht im Ordner." {
		t.Errorf("the row says %q", got)
	}
	fr.Tap(t, "prepare.rows.faults")
	fr.Run.Drain()
	if got := fr.Env.Find("prepare.rows").(*kit.List).Len(); got != 4 {
		t.Errorf("%d rows around faults", got)
	}
	fr.Tap(t, "prepare.rows.all")
	fr.Env.Press("Strg+L")
	fr.Run.Drain()
	if got := strings.Count(strings.Join(f.Did, "\n"), "look V2026-0007"); got != 2 {
		t.Errorf("read %d times: %v", got, f.Did)
	}
	order := fr.Env.FocusOrder(200)
	for _, n := range []string{"prepare.rows.all", "prepare.rows.faults", "prepare.rows.read", "prepare.rows"} {
		if !slices.Contains(order, n) {
			t.Errorf("Tab never reaches %s: %v", n, order)
		}
	}
}

// At an entry that is not there a reason can be given and taken back; other rows
// do not offer it.
func TestTable_Omit(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State(), Draft: sourced(), Looks: entries()}
	f.Draft.Table = entries()
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare, ID: "V2026-0007"})
	fr.Run.Drain()
	list := fr.Env.Find("prepare.rows").(*kit.List)
	button := fr.Env.Find("prepare.rows.omit").(*kit.Button)
	list.Select(2)
	if button.Visible() {
		t.Error("a row with its files offers to explain its omission")
	}
	for _, tt := range []struct{ typed, says string }{
		{"Nummer nicht vergeben", "Hinweis: Eintrag 207 liegt nicht im Ordner. Wegfall begründet: Nummer nicht vergeben"},
		{"", "Warnung: Der Eintrag 207 liegt nicht im Ordner."}} {
		list.Select(3)
		if !button.Visible() {
			t.Fatal("nothing offers to explain the omission")
		}
		fr.Tap(t, "prepare.rows.omit")
		fr.Env.Find("prepare.omit.omit").(*kit.Entry).Put(tt.typed)
		fr.Tap(t, "prepare.omit.take")
		fr.Run.Drain()
		if got := f.Typed[len(f.Typed)-1].Reason["entry:207"]; got != tt.typed {
			t.Errorf("kept %q, want %q", got, tt.typed)
		}
		if got := list.Describe(3); !strings.HasSuffix(got, tt.says) {
			t.Errorf("the row says %q, want %q", got, tt.says)
		}
	}
}

// A file from elsewhere can be taken as the missing one; the material is read anew.
func TestTable_Add(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State(), Draft: sourced(), Looks: entries()}
	f.Draft.Table = entries()
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare, ID: "V2026-0007"})
	fr.Run.Drain()
	list := fr.Env.Find("prepare.rows").(*kit.List)
	list.Select(2)
	if fr.Env.Find("prepare.rows.add").(*kit.Button).Visible() {
		t.Error("a row with its files offers to add one")
	}
	list.Select(3)
	fr.Tap(t, "prepare.rows.add")
	fr.Tap(t, "prepare.add.take")
	if len(f.Did) != 0 {
		t.Errorf("did %v without a file", f.Did)
	}
	fr.Type(t, "prepare.add.add", "/funde/207.xml")
	fr.Tap(t, "prepare.add.take")
	fr.Run.Drain()
	if want := []string{"add V2026-0007 207_U0 /funde/207.xml", "look V2026-0007"}; !slices.Equal(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
}

// While the material is read one goes on typing; the reading can be stopped.
func TestTable_Reading(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State(), Draft: sourced()}
	f.Draft.Looking = &model.Running{Phase: "preview", At: 1, Of: 1, Done: 120, Total: 1236, Rate: 90, Left: 12 * time.Second}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare, ID: "V2026-0007"})
	fr.Type(t, "prepare.field.closingDate", "4.1.1996")
	fr.Tap(t, "prepare.rows.progress.cancel")
	fr.Run.Drain()
	if !slices.Contains(f.Did, "stop V2026-0007") || f.Typed[len(f.Typed)-1].Fields["closingDate"] != "4.1.1996" {
		t.Errorf("did %v, typed %+v", f.Did, f.Typed)
	}
}

func TestTable_Shots(t *testing.T) {
	one := route.Route{Screen: route.Prepare, ID: "V2026-0007"}
	shot := func(name string, f *preparetest.Fake, play func(*shelltest.Frame), want ...string) {
		shelltest.Shots(t, name, func() []nav.Screen { return []nav.Screen{screen(f)} }, one, play, want...)
	}
	d := sourced()
	d.Table = entries()
	d.Read = []model.Pair{{Label: "Registereinträge", Value: "411"}, {Label: "Beurkundungen", Value: "617"},
		{Label: "Abschlussvermerk", Value: "Abschluss_1995.pdf"}}
	d.Tree = []string{"14999001-S-1995/", "  14999001-S-1995-1-U0.xml", "  14999001-S-1995-1-U0.pdf"}
	d.Table.Missing = []string{"Im Material liegt kein Abschlussvermerk. Bitte die PDF-Datei dazulegen („Abschlussvermerk“ im Namen)."}
	shot("07-abgabe-vorschau", &preparetest.Fake{State: preparetest.State(), Draft: d}, func(fr *shelltest.Frame) {
		fr.Env.Find("prepare.rows").(*kit.List).Select(4)
		fr.Env.Focus(fr.Env.Find("prepare.rows").(fyne.Focusable))
	}, "prepare.rows", "prepare.primary")
	d = sourced()
	d.Looking = &model.Running{Phase: "preview", At: 1, Of: 1, Done: 120, Total: 1236, Rate: 90, Left: 12 * time.Second}
	shot("07-abgabe-vorschau-liest", &preparetest.Fake{State: preparetest.State(), Draft: d}, nil, "prepare.primary")
	work := preparetest.Built("built")
	work.Work = "In Arbeit seit 17.11.2026 09:40, durch R. Ďuriš: Bauen"
	shot("07-abgabe-in-arbeit", &preparetest.Fake{State: preparetest.State(), Draft: work}, nil, "prepare.steps")
	back := sourced()
	back.Returned = "Das Archiv hat die Portion am 17.11.2026 zurückgegeben: Landesarchiv Musterland (Dr. K. Weiß), dort Portion P2026-0031. Die Abgabe ist wieder ein Entwurf. Bitte berichtigen, neu bauen, prüfen und übergeben."
	shot("07-abgabe-zurueckgegeben", &preparetest.Fake{State: preparetest.State(), Draft: back}, nil, "prepare.primary")
}

// A portion somebody else works on cannot be typed into, and says who it is; one
// the archive gave back says so until it is built again.
func TestScreen_WorkAndReturned(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Built("built")}
	f.Draft.Work = "In Arbeit seit 17.11.2026 09:40, durch R. Ďuriš: Bauen"
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare, ID: "V2026-0007"})
	if fr.Env.Find("prepare.work") == nil {
		t.Error("nobody says who works on the portion")
	}
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if len(f.Did) != 0 {
		t.Errorf("the primary button did %v while another works", f.Did)
	}
	fr.Env.Find("prepare.steps").(*kit.List).Select(int(model.StepContent))
	fr.Run.Drain()
	if fr.Env.Find("prepare.locked") == nil || fr.Env.Find("prepare.returned") != nil {
		t.Error("the form does not say that it is locked")
	}
	f.Draft.Work, f.Draft.Returned = "", "Das Archiv hat die Portion zurückgegeben."
	fr.Env.Press("F5")
	fr.Run.Drain()
	if fr.Env.Find("prepare.returned") == nil {
		t.Error("nothing says that the archive gave the portion back")
	}
}
