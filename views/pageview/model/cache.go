package model

import (
	"context"
	"image"

	"laufzettel/viewer"
)

// Limits of what is kept: open documents and drawn pages. Above keptPixels only the
// pictures in use are kept: the page in view, the next one, the first of each document
// expected. A page is drawn anew in some 20 ms; memory it would hold for the whole day.
const (
	KeptDocs   = 5
	inUse      = KeptDocs + 1
	keptPixels = 6_000_000  // of all pictures: 24 MB, about a dozen pages
	mostPixels = 24_000_000 // of those in use: 96 MB, pages shown large
)

// cache holds the last used documents and pictures. It belongs to the UI thread.
type cache struct {
	docs     map[string]viewer.Document
	sizes    map[string]viewer.Size // of first pages drawn beforehand, by document
	docOrder []string
	pics     map[string]*image.RGBA
	picOrder []string
	pixels   int
}

func newCache() cache {
	return cache{docs: map[string]viewer.Document{}, sizes: map[string]viewer.Size{}, pics: map[string]*image.RGBA{}}
}

func touch(order []string, key string) []string {
	out := make([]string, 0, len(order)+1)
	for _, k := range order {
		if k != key {
			out = append(out, k)
		}
	}
	return append(out, key)
}

func (c *cache) doc(key string) viewer.Document {
	d := c.docs[key]
	if d != nil {
		c.docOrder = touch(c.docOrder, key)
	}
	return d
}

// keep stores a document and gives those that fell out.
func (c *cache) keep(key string, d viewer.Document) (out []viewer.Document) {
	if old := c.docs[key]; old != nil && old != d {
		out = append(out, old)
	}
	c.docs[key] = d
	c.docOrder = touch(c.docOrder, key)
	for len(c.docOrder) > KeptDocs {
		k := c.docOrder[0]
		c.docOrder = c.docOrder[1:]
		out = append(out, c.docs[k])
		delete(c.docs, k)
		delete(c.sizes, k)
	}
	return out
}

func (c *cache) picture(key string) *image.RGBA {
	img := c.pics[key]
	if img != nil {
		c.picOrder = touch(c.picOrder, key)
	}
	return img
}

func (c *cache) keepPicture(key string, img *image.RGBA) {
	if c.pics[key] == nil {
		c.pixels += img.Rect.Dx() * img.Rect.Dy()
	}
	c.pics[key] = img
	c.picOrder = touch(c.picOrder, key)
	for len(c.picOrder) > 1 && (c.pixels > mostPixels || c.pixels > keptPixels && len(c.picOrder) > inUse) {
		k := c.picOrder[0]
		c.picOrder = c.picOrder[1:]
		c.pixels -= c.pics[k].Rect.Dx() * c.pics[k].Rect.Dy()
		delete(c.pics, k)
	}
}

// drop empties the cache and gives the documents to be closed.
func (c *cache) drop() (out []viewer.Document) {
	for _, d := range c.docs {
		out = append(out, d)
	}
	*c = newCache()
	return out
}

// prefetch draws beforehand: the next page, then the first page of the expected
// documents, one after the other. Any new wish cancels it.
func (p *Presenter) prefetch() {
	if p.ahead != nil {
		p.ahead()
		p.ahead = nil
	}
	w := wish{p.Width, p.Scale, p.zoom, 0} // the zoom stays from document to document
	var jobs []func(context.Context)
	gen := p.Gen
	if pager, ok := p.Doc.(viewer.Pager); ok && p.Page+1 < pager.Pages() {
		now, page, key := wish{p.Width, p.Scale, p.zoom, p.rotation}, p.Page+1, p.Ref.Key
		if s, known := p.sizes[page]; !known || p.cache.pics[p.pictureKey(key, page, s)] == nil {
			jobs = append(jobs, func(ctx context.Context) {
				size, img, err := now.picture(ctx, pager, page)
				p.run.UI(func() {
					if err == nil && gen == p.Gen {
						p.sizes[page] = size
						p.cache.keepPicture(p.pictureKey(key, page, size), img)
					}
				})
			})
		}
	}
	for _, ref := range p.next {
		if ref.Key == p.Ref.Key || p.cache.docs[ref.Key] != nil {
			continue
		}
		jobs = append(jobs, func(ctx context.Context) { p.fetch(ctx, ref, w) })
	}
	if len(jobs) == 0 {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.ahead = cancel
	p.run.Background(func() {
		for _, job := range jobs {
			if ctx.Err() != nil {
				return
			}
			job(ctx)
		}
	})
}

// fetch opens an expected document and draws its first page, off the UI thread.
// A fault is told when the document is really shown.
func (p *Presenter) fetch(ctx context.Context, ref Ref, w wish) {
	doc, err := ref.Open(ctx)
	if err != nil {
		return
	}
	var size viewer.Size
	var img *image.RGBA
	if pager, ok := doc.(viewer.Pager); ok {
		size, img, err = w.picture(ctx, pager, 0)
	}
	p.run.UI(func() {
		if p.cache.docs[ref.Key] != nil { // opened meanwhile
			p.run.Background(func() { _ = doc.Close() })
			return
		}
		p.keep(ref.Key, doc)
		if img != nil && err == nil {
			p.cache.sizes[ref.Key] = size
			p.cache.keepPicture(ref.Key+"#0#"+Itoa(w.pixels(size))+"#0", img)
		}
	})
}
