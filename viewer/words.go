package viewer

import "context"

// Word is a run of letters of a page that no blank parts, with the place where it is
// drawn. A word broken over two lines gives two.
type Word struct {
	Text string
	Rect Rect
	// Line is the number of the line it stands in, counted as the page draws its text.
	Line int
}

// Worder gives the words of a page with their places, in the order the page draws them;
// none where the page holds no text (a scan). It reads all of a page or fails: nobody
// may take some of the words for all.
type Worder interface {
	Words(ctx context.Context, page int) ([]Word, error)
}

// MaxWords is the most words of one page a Worder gives.
const MaxWords = 100_000
