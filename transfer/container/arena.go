package container

import "strings"

// arenaPart is how much of an arena lies in one piece.
const arenaPart = 1 << 22

// arena holds many short texts in pieces: a single one would be copied whenever it grows,
// and a share of a million paths would stand in memory twice.
type arena struct {
	parts []*strings.Builder
}

// put takes a text in and gives its place. It does not cross the end of a piece.
func (a *arena) put(text string, more []byte) uint32 {
	n := len(text) + len(more)
	last := len(a.parts) - 1
	if last < 0 || a.parts[last].Len()+n > arenaPart {
		last++
		a.parts = append(a.parts, &strings.Builder{})
		if last > 0 { // the first grows by itself: most containers are small
			a.parts[last].Grow(arenaPart)
		}
	}
	b := a.parts[last]
	at := uint32(last)*arenaPart + uint32(b.Len())
	b.WriteString(text)
	b.Write(more)
	return at
}

// size is the room taken, with what is left free at the ends of pieces.
func (a *arena) size() int {
	if len(a.parts) == 0 {
		return 0
	}
	return (len(a.parts)-1)*arenaPart + a.parts[len(a.parts)-1].Len()
}

func (a *arena) text(at uint32, n int) string {
	from := int(at % arenaPart)
	return a.parts[at/arenaPart].String()[from : from+n]
}
