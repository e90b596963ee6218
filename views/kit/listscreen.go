package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// ListScreen is what every screen has whose work stands in lists: its head, what is told above
// them, what stands in for rows while they are read or where there are none, search and filters,
// and the keys. Its names and texts begin with a key ("book.empty.title", "book.key.reload").
type ListScreen struct {
	Head *PageHead

	env        *Env
	key, group string
	told       *fyne.Container
	search     *Field
	chips      map[string]*Chip
}

// NewListScreen makes the frame of a screen; title is the key of its name.
func NewListScreen(env *Env, key, title string) *ListScreen {
	s := &ListScreen{Head: NewPageHead(env, env.T(title)), env: env, key: key, group: env.T(title), told: container.NewStack(),
		chips: map[string]*Chip{}}
	s.told.Hide()
	return s
}

// Act makes an action of the screen: its title is the text key.key.id.
func (s *ListScreen) Act(id, chord string, do func()) Action {
	return Action{ID: s.key + "." + id, Title: s.env.T(s.key + ".key." + id), Group: s.group, Keys: []string{chord}, Do: do}
}

// On makes an action of the screen that acts on the rows of a table and stands in their menu;
// many: on all that are marked.
func (s *ListScreen) On(table string, many bool, id, chord string, do func()) Action {
	a := s.Act(id, chord, do)
	a.On, a.Many = table, many
	return a
}

// Sift makes the line of the search field, which leads down into the rows and is emptied by Esc,
// and of a chip for each filter.
func (s *ListScreen) Sift(search func(string), rows func() fyne.Focusable, filters []string, choose func(id string)) *fyne.Container {
	s.search = NewSearch(s.env, s.key+".search", s.env.T(s.key+".search"), search)
	s.search.Entry.OnDown = func() { s.env.Focus(rows()) }
	s.search.Entry.EscapeClears()
	line := []fyne.CanvasObject{Sized(280, 0, s.search), Space(8, 0)}
	for _, id := range filters {
		name := s.key + ".filter." + id
		s.chips[id] = NewChip(s.env, name, s.env.T(name), "", func() { choose(id) })
		line = append(line, s.chips[id])
	}
	return Flow(6, line...)
}

// IDs gives filters as the texts that name them.
func IDs[T ~string](filters []T) []string {
	out := make([]string, len(filters))
	for i, f := range filters {
		out[i] = string(f)
	}
	return out
}

// Search gives the field of the search.
func (s *ListScreen) Search() *Entry { return s.search.Entry }

// Searching is the action that leads into the search.
func (s *ListScreen) Searching() Action {
	return s.Act("search", "/", func() { s.env.Focus(s.search.Entry) })
}

// Count shows how many a filter holds, and which is in force.
func (s *ListScreen) Count(count func(id string) int, now string) {
	for id, c := range s.chips {
		c.Set(s.env.Int(int64(count(id))), id == now)
	}
}

// Told is the place of what is told above the lists; it is hidden while there is nothing.
func (s *ListScreen) Told() *fyne.Container { return s.told }

// Tell puts boxes there in place of those before, with room around them in units.
func (s *ListScreen) Tell(room [4]float32, boxes ...fyne.CanvasObject) {
	s.told.Objects = nil
	s.told.Hidden = len(boxes) == 0
	if len(boxes) > 0 {
		s.told.Objects = []fyne.CanvasObject{Pad(Col(8, boxes...), room[0], room[1], room[2], room[3])}
	}
	s.told.Refresh()
}

// Unread is the box of a list that could not be read, with the way to try again.
func (s *ListScreen) Unread(err error, again, grown func()) fyne.CanvasObject {
	text, details := Explain(s.env.Words, err, s.env.T(s.key+".error.text"))
	return NewBox(s.env, s.key+".error", Box{Tone: ToneOf(err), Title: s.env.T(s.key + ".error.title"), Text: text, Details: details,
		Buttons: []fyne.CanvasObject{NewButton(s.env, s.key+".retry", "refresh", s.env.T("retry"), again).Small()}}, grown)
}

// Rows is how the rows of a list stand.
type Rows struct {
	Loaded, Failed bool
	All            int     // rows before search and filter, not less than are shown
	Height         float32 // of a row, in units
	// Empty is the key of what is said where there is none, "": the screen's. Start is the way
	// to a first one, Whole the way back to all where none is hit; nil: none is offered.
	Empty        string
	Start, Whole func() *Button
}

// Fill draws the rows of a table anew, with what stands in for them: a skeleton while they are
// read, never an empty state before that; nothing where reading failed, which is told above.
func (s *ListScreen) Fill(t *Table, x Rows) {
	t.Over(s.instead(t.Len(), x))
	if t.Selected() < 0 && t.Len() > 0 {
		t.List().Mark(0)
	}
	t.Reload()
}

func (s *ListScreen) instead(shown int, x Rows) fyne.CanvasObject {
	empty := x.Empty
	if empty == "" {
		empty = s.key + ".empty"
	}
	switch {
	case !x.Loaded && !x.Failed && shown == 0:
		return NewSkeleton(s.env, x.Height)
	case shown > 0 || x.Failed:
		return nil
	case x.All > 0:
		return s.nothing(s.key+".nohit", x.Whole)
	case !s.env.Has(empty + ".title"):
		return nil
	}
	return s.nothing(empty, x.Start)
}

func (s *ListScreen) nothing(key string, way func() *Button) fyne.CanvasObject {
	var button fyne.CanvasObject
	if way != nil {
		button = way()
	}
	return NewEmpty(s.env.T(key+".title"), s.env.T(key+".text"), button)
}

// Part is a list under its own title, with what stands at the right of it.
func (s *ListScreen) Part(title string, list fyne.CanvasObject, right ...fyne.CanvasObject) fyne.CanvasObject {
	line := append([]fyne.CanvasObject{Grow(Section(s.env.T(title)).End())}, right...)
	return Col(0, Sized(0, 32, Pad(Row(8, line...), 0, 16, 0, 20)), HLine(ColorBorder), Grow(list))
}
