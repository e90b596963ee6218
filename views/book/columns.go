package book

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/transfer"
	"laufzettel/transfer/slip"
	"laufzettel/views/book/model"
	"laufzettel/views/kit"
)

// columns are those of the book; numbers and days are sorted as such, what has no
// deadline stands behind what has one.
func (v *view) columns() []kit.TableColumn {
	at := func(i int) model.Shown { return v.p.Rows[i] }
	title := func(id string) string { return v.env.T("book.col." + id) }
	return []kit.TableColumn{
		{ID: "number", Title: title("number"), Width: 92, Fixed: true, Bold: true, Text: func(i int) string { return at(i).Number },
			Under: func(i int) string { return at(i).Day }},
		{ID: "title", Title: title("title"), Grow: 1.5, Width: 140, Bold: true, Fixed: true,
			Text: func(i int) string { return at(i).Title }, Under: func(i int) string { return at(i).Agency }},
		{ID: "extent", Title: title("extent"), Width: 110, Right: true, Wide: true, Text: func(i int) string { return at(i).Extent },
			Under:   func(i int) string { return at(i).Kind },
			Compare: func(a, b int) int { return cmp.Compare(at(a).Files, at(b).Files) }},
		{ID: "state", Title: title("state"), Width: 150, Wide: true, Text: func(i int) string { return at(i).StateWord },
			Tone: func(i int) fyne.ThemeColorName {
				if at(i).State == transfer.AccessionDiscarded {
					return kit.ColorWarn
				}
				return kit.ColorText2
			}},
		{ID: "next", Title: title("next"), Width: 180, Text: func(i int) string { return at(i).StepWord },
			Tone: func(i int) fyne.ThemeColorName {
				if at(i).Waits {
					return kit.ColorText2
				}
				return kit.ColorText
			}},
		{ID: "due", Title: title("due"), Width: 140, Text: func(i int) string { return at(i).DueDay },
			Under:   func(i int) string { return at(i).DueWhat },
			Sign:    func(i int) (string, fyne.ThemeColorName) { return urgent(at(i)) },
			Tone:    func(i int) fyne.ThemeColorName { _, tone := urgent(at(i)); return tone },
			Compare: func(a, b int) int { return byDay(at(a).Due, at(b).Due) }},
	}
}

func byDay(a, b time.Time) int {
	if a.IsZero() != b.IsZero() {
		if a.IsZero() {
			return 1
		}
		return -1
	}
	return a.Compare(b)
}

// urgent is the sign and colour of a deadline that is near or past.
func urgent(x model.Shown) (string, fyne.ThemeColorName) {
	switch x.DueState {
	case slip.Overdue:
		return "error", kit.ColorError
	case slip.Near:
		return "clock", kit.ColorWarn
	}
	return "", kit.ColorText
}
