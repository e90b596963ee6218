package office

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/events"
)

// held is one row as the log has it. A share brings hundreds of thousands of them that one
// act states alike: what they have in common is kept once.
type held struct {
	key []string
	// own are the columns of the key, alike the others.
	own, alike []stated
	past       []string // what a decision was before, so that taking back brings nothing new
	deeds      []*deed  // what persons here did to a decision
	// rests is the decision of another place that a decision in force rests on; "" for
	// one made by an act here.
	rests string
	// signed: who stated the row last had a right to it; false for what only the program stated.
	signed bool
	stands bool // false: the row is gone
	seen   int  // the comparison that last met the row in its table
}

// stated is the last value the log gave a column. Lists of them are shared: nobody changes
// one that is in use.
type stated struct {
	column, value string
	from          *source
}

// source is the event that stated something.
type source struct {
	seq   int64
	by    string
	taken bool
}

// cell is one stated value and the event that states it.
type cell struct {
	value string
	seq   int64
	by    string
	taken bool
}

// there reports whether the log has the row at all.
func (h *held) there() bool { return h != nil && h.stands }

// cell gives what the log says of a column, the empty one where it says nothing.
func (h *held) cell(column string) cell {
	c, _ := h.says(column)
	return c
}

// says gives what the log says of a column, and whether it says anything.
func (h *held) says(column string) (cell, bool) {
	if h == nil {
		return cell{}, false
	}
	for _, list := range [...][]stated{h.alike, h.own} {
		for _, s := range list {
			if s.column == column {
				return cell{s.value, s.from.seq, s.from.by, s.from.taken}, true
			}
		}
	}
	return cell{}, false
}

// first gives the stated value of the column that comes first by its name.
func (h *held) first() cell {
	all := slices.Concat(h.own, h.alike)
	if len(all) == 0 {
		return cell{}
	}
	s := slices.MinFunc(all, func(a, b stated) int { return strings.Compare(a.column, b.column) })
	return h.cell(s.column)
}

// with gives a copy of the row as it is after a statement; h may be nil.
func (h *held) with(r statedRow) *held {
	next := &held{key: r.Key}
	if h.there() {
		next.own, next.alike = h.own, h.alike
	}
	next.lay(r, nil)
	return next
}

// lay states columns of a row anew.
func (h *held) lay(r statedRow, l *likeness) {
	p := projection(r.Table)
	h.own = over(h.own, r.Set, p.isKey, l)
	h.alike = l.over(h.alike, r.Set, func(column string) bool { return !p.isKey(column) })
	h.stands = true
}

// over gives a new list: the columns of set that are meant, laid over those of list.
func over(list []stated, set map[string]string, meant func(column string) bool, l *likeness) []stated {
	columns := make([]string, 0, len(set))
	for c := range set {
		if meant(c) {
			columns = append(columns, c)
		}
	}
	if len(columns) == 0 {
		return list
	}
	out := make([]stated, 0, len(list)+len(columns))
	for _, s := range list {
		if !slices.Contains(columns, s.column) {
			out = append(out, s)
		}
	}
	for _, c := range columns {
		out = append(out, stated{l.word(c), l.word(set[c]), l.source()})
	}
	return slices.Clip(out)
}

// decision names a decision without its words.
func (h *held) decision() string {
	return h.cell("rating").value + " " + h.cell("actor").value + " " + h.cell("at").value + " " + h.cell("released_by").value
}

// likeness keeps once what rows of one statement have in common.
type likeness struct {
	from  *source
	words map[string]string
	lists map[overlaid][]stated
	deeds map[deed]*deed
}

// overlaid is a list and what was laid over it.
type overlaid struct {
	under *stated // the first of the list
	set   string
}

func newLikeness(e events.Event, taken bool) *likeness {
	return &likeness{from: &source{e.Seq, e.Actor, taken}, words: map[string]string{}, lists: map[overlaid][]stated{},
		deeds: map[deed]*deed{}}
}

// source is the event at hand; of no likeness, nobody.
func (l *likeness) source() *source {
	if l == nil {
		return &source{}
	}
	return l.from
}

// word gives one string for all that are equal.
func (l *likeness) word(s string) string {
	if l == nil {
		return s
	}
	kept, ok := l.words[s]
	if !ok {
		kept = s
		l.words[s] = s
	}
	return kept
}

// deed gives one deed for all that are equal.
func (l *likeness) deed(d deed) *deed {
	kept := l.deeds[d]
	if kept == nil {
		kept = &d
		l.deeds[d] = kept
	}
	return kept
}

// over is over, giving the same list for the same over the same.
func (l *likeness) over(list []stated, set map[string]string, meant func(column string) bool) []stated {
	if l == nil {
		return over(list, set, meant, nil)
	}
	var said strings.Builder
	for _, c := range slices.Sorted(maps.Keys(set)) {
		if meant(c) {
			said.WriteString(strconv.Quote(c) + strconv.Quote(set[c])) // no value can look like two
		}
	}
	if said.Len() == 0 {
		return list
	}
	id := overlaid{set: said.String()}
	if len(list) > 0 {
		id.under = &list[0]
	}
	kept, ok := l.lists[id]
	if !ok {
		kept = over(list, set, meant, l)
		l.lists[id] = kept
	}
	return kept
}
