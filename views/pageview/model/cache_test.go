package model

import (
	"fmt"
	"image"
	"testing"
)

// What is kept of drawn pages: about a dozen of ordinary size, of large ones those in use, and of
// pages enlarged far no more than the limit of all.
func TestCache_Pictures(t *testing.T) {
	for name, c := range map[string]struct{ width, height, want int }{
		"ordinary page":         {600, 850, 11},
		"page on a fine screen": {1500, 2100, inUse},
		"page enlarged":         {3000, 4200, 1},
		"page enlarged further": {6000, 8400, 1},
	} {
		t.Run(name, func(t *testing.T) {
			kept := newCache()
			for i := range 40 {
				kept.keepPicture(fmt.Sprint(i), image.NewRGBA(image.Rect(0, 0, c.width, c.height)))
			}
			if len(kept.pics) != c.want || len(kept.picOrder) != c.want || kept.pixels != c.want*c.width*c.height {
				t.Errorf("%d pictures, %d in order, %d points kept, want %d pictures",
					len(kept.pics), len(kept.picOrder), kept.pixels, c.want)
			}
			if kept.picture("39") == nil {
				t.Error("the page drawn last is not kept")
			}
		})
	}
}
