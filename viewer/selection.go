package viewer

import "context"

// Point is a place on a page in fractions of its width and height, origin at the
// top left of the page as shown without additional rotation.
type Point struct{ X, Y float64 }

// Selection is text between two places of a page.
type Selection struct {
	Text  string
	Rects []Rect // one per line
}

// Selector gives the text between two places, in reading order whichever comes
// first; empty where no text lies near.
type Selector interface {
	Select(ctx context.Context, page int, from, to Point) (Selection, error)
}
