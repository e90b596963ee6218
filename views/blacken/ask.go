package blacken

import (
	"cmp"
	"strconv"
	"strings"

	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
	"laufzettel/views/blacken/model"
	"laufzettel/views/kit"
)

// standOf says how a work stands; of the one in hand more is known than of the others.
func (v *view) standOf(i int) string {
	if j := v.p.Job; j != nil && j.ID == v.p.Jobs[i].ID {
		return j.Stand
	}
	return v.p.Jobs[i].Stand
}

// newTables makes the lists of the screen.
func (v *view) newTables() {
	env, p := v.env, v.p
	v.jobs = kit.NewTable(env, "blacken.jobs", func() int { return len(p.Jobs) },
		func(i int) string { return strconv.FormatInt(p.Jobs[i].ID, 10) },
		kit.TableColumn{ID: "number", Title: env.T("blacken.col.number"), Width: 44, Right: true, Fixed: true,
			Text:    func(i int) string { return strconv.FormatInt(p.Jobs[i].ID, 10) },
			Compare: func(a, b int) int { return int(p.Jobs[a].ID - p.Jobs[b].ID) }},
		kit.TableColumn{ID: "file", Title: env.T("blacken.col.file"), Grow: 1, Width: 120, Fixed: true, Bold: true,
			Text:  func(i int) string { return p.Jobs[i].Title },
			Under: func(i int) string { return cmp.Or(p.Jobs[i].Code, p.Jobs[i].PID) }},
		kit.TableColumn{ID: "state", Title: env.T("blacken.col.state"), Width: 186, Text: func(i int) string { return v.standOf(i) }})
	v.jobs.RowHeight(44)
	v.jobs.OnSelect = p.Choose
	v.found = kit.NewTable(env, "blacken.found", func() int { return len(p.Found) },
		func(i int) string { return number(p.Found[i].Number) },
		kit.TableColumn{ID: "context", Title: env.T("blacken.col.context"), Grow: 1, Width: 160, Fixed: true, Unsorted: true, Bold: true,
			Text:  func(i int) string { return around(p.Found[i]) },
			Under: func(i int) string { return env.T("blacken.page.number", p.Found[i].Page) }},
		kit.TableColumn{ID: "kind", Title: env.T("blacken.col.kind"), Width: 120,
			Text: func(i int) string { return p.Found[i].Kind.Called(1).In(env.Language()) }})
	v.found.RowHeight(44)
	v.found.OnOpen = func(i int) { v.because(func() { p.MarkFound([]int{i}) }) }
	mark := func(i int) blacken.Mark { return p.Job.Marks[i] }
	v.marks = kit.NewTable(env, "blacken.marks", func() int {
		if p.Job == nil {
			return 0
		}
		return len(p.Job.Marks)
	}, func(i int) string { return strconv.FormatInt(mark(i).ID, 10) },
		kit.TableColumn{ID: "page", Title: env.T("blacken.col.page"), Width: 64, Right: true, Fixed: true,
			Text: func(i int) string { return number(mark(i).Page + 1) }, Compare: func(a,
				b int) int {
				return mark(a).Page - mark(b).Page
			}},
		kit.TableColumn{ID: "place", Title: env.T("blacken.col.place"), Width: 130, Text: func(i int) string {
			r := mark(i).Rect
			return env.T("blacken.rect", int(100*r.X), int(100*r.Y))
		}},
		kit.TableColumn{ID: "why", Title: env.T("blacken.col.why"), Grow: 1, Width: 140,
			Text:  func(i int) string { return env.Word("blacken.reason.", mark(i).Why.Reason) },
			Under: func(i int) string { return mark(i).Why.Law }})
	v.marks.RowHeight(44)
	v.pages = kit.NewTable(env, "blacken.pages", func() int {
		if p.Job == nil {
			return 0
		}
		return len(p.Job.Told)
	}, func(i int) string { return number(i + 1) },
		kit.TableColumn{ID: "page", Title: env.T("blacken.col.page"), Width: 52, Right: true, Fixed: true, Unsorted: true,
			Text: func(i int) string { return number(i + 1) }},
		kit.TableColumn{ID: "bars", Title: env.T("blacken.col.bars"), Grow: 1, Width: 120, Unsorted: true,
			Text: func(i int) string { return v.toldOf(p.Job.Told[i]) }},
		kit.TableColumn{ID: "seen", Title: env.T("blacken.col.seen"), Width: 110, Unsorted: true,
			Text: func(i int) string { return p.Job.Looked[i+1] }})
	v.pages.RowHeight(30)
	v.pages.OnSelect = func(i int) { p.Look(i + 1) }
}

// lead is how many signs stand before the word: the word itself has to be seen.
const lead = 20

// around is a place in its line, the word in marks.
func around(x model.Found) string {
	before := []rune(x.Before)
	if len(before) > lead {
		before = append([]rune("… "), before[len(before)-lead:]...)
	}
	return string(before) + "»" + x.Word + "«" + x.After
}

// because does something once there is a law for the marks; without one it is asked for.
func (v *view) because(do func()) {
	if v.p.Why.Law == "" {
		v.askLaw(do)
		return
	}
	do()
}

// askLaw asks for the law of the marks that follow.
func (v *view) askLaw(then func()) {
	env := v.env
	kit.Form{Name: "blacken.why", Title: env.T("blacken.key.law"), Text: env.T("blacken.law.text"), Width: 520,
		Fields: []kit.FormField{{ID: "law", Label: env.T("blacken.law.label"), Text: v.p.Why.Law,
			Placeholder: env.T("blacken.law.hint"), Must: true}},
		Icon: "check", Do: env.T("blacken.law.take"), Take: func(a map[string]string) {
			v.p.Because(blacken.Why{Reason: v.p.Why.Reason, Law: strings.TrimSpace(a["law"])})
			if then != nil {
				then()
			}
		}}.Show(env)
}

// askWord asks for a word whose places are all marked.
func (v *view) askWord() {
	if v.p.Job == nil || v.p.Job.Ready() || v.p.Busy {
		return
	}
	env := v.env
	kit.Form{Name: "blacken", Title: env.T("blacken.key.word"), Text: env.T("blacken.word.text"), Width: 520,
		Fields: []kit.FormField{{ID: "phrase", Label: env.T("blacken.word.label"), Must: true}},
		Icon:   "search", Do: env.T("blacken.word.take"),
		Take: func(a map[string]string) { v.because(func() { v.p.MarkWord(a["phrase"]) }) }}.Show(env)
}

// askPlace asks for a rectangle by numbers: who draws none with the mouse.
func (v *view) askPlace() {
	if v.p.Job == nil || v.p.Job.Ready() || v.p.Busy {
		return
	}
	env := v.env
	part := func(s string) string {
		if x, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64); err != nil || x < 0 || x > 100 {
			return env.T("blacken.place.wrong")
		}
		return ""
	}
	field := func(id string) kit.FormField {
		return kit.FormField{ID: id, Label: env.T("blacken.place." + id), Must: true, Check: part}
	}
	kit.Form{Name: "blacken.at", Title: env.T("blacken.key.place"), Text: env.T("blacken.place.text"), Width: 520,
		Fields: []kit.FormField{{ID: "page", Label: env.T("blacken.place.page"), Text: number(v.page.At() + 1), Must: true,
			Check: func(s string) string {
				if n, err := strconv.Atoi(s); err != nil || n < 1 || v.p.Job == nil || n > v.p.Job.Pages {
					return env.T("blacken.place.nopage")
				}
				return ""
			}}, field("left"), field("top"), field("width"), field("height")},
		Icon: "plus", Do: env.T("blacken.place.take"), Take: func(a map[string]string) {
			at := func(id string) float64 {
				x, err := strconv.ParseFloat(strings.Replace(a[id], ",", ".", 1), 64)
				if err != nil {
					return -1 // the field was checked; a place off the page is refused
				}
				return x / 100
			}
			n, err := strconv.Atoi(a["page"])
			if err != nil {
				return
			}
			r := viewer.Rect{X: at("left"), Y: at("top"), W: at("width"), H: at("height")}
			v.because(func() { v.p.MarkPlace(n, r) })
		}}.Show(env)
}

// askReopen asks before a copy and what was looked at are void.
func (v *view) askReopen() {
	if v.p.Job == nil || !v.p.Job.Ready() || v.p.Busy {
		return
	}
	env := v.env
	kit.Form{Name: "blacken.reopen", Title: env.T("blacken.key.reopen"), Text: env.T("blacken.reopen.text"), Width: 520, Icon: "undo",
		Do: env.T("blacken.key.reopen"), Take: func(map[string]string) { v.p.Reopen() }}.Show(env)
}
