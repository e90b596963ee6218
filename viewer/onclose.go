package viewer

import "sync"

// OnClose gives a document that can do what doc can and calls done once after
// it was closed: the owner of the content learns when it is no longer needed.
func OnClose(doc Document, done func()) Document {
	done = sync.OnceFunc(done)
	if s, ok := doc.(Shared); ok {
		s.WhenClosed(done)
		done = func() {}
	}
	c := &closing{Document: doc, done: done}
	switch d := doc.(type) {
	case interface {
		Pager
		Texter
		Searcher
		Outliner
		Selector
		Structurer
	}:
		return struct {
			closer
			pagerPart
			Texter
			Searcher
			Outliner
			Selector
			Structurer
		}{c, d, d, d, d, d, d}
	case interface {
		Pager
		Texter
		Searcher
		Outliner
		Selector
	}:
		return struct {
			closer
			pagerPart
			Texter
			Searcher
			Outliner
			Selector
		}{c, d, d, d, d, d}
	case interface {
		Pager
		Texter
		Searcher
		Outliner
	}:
		return struct {
			closer
			pagerPart
			Texter
			Searcher
			Outliner
		}{c, d, d, d, d}
	case Pager:
		return struct {
			closer
			pagerPart
		}{c, d}
	case Tabler:
		return tablerOnClose(c, d)
	case Liner:
		return linerOnClose(c, d)
	}
	return c
}

// closer and the parts are the interfaces without what Document brings.
type closer interface{ Document }

type closing struct {
	Document
	done func()
}

// Close closes the document and tells its owner.
func (c *closing) Close() error {
	defer c.done()
	return c.Document.Close()
}

type searched interface {
	Texter
	Searcher
}

func tablerOnClose(c *closing, d Tabler) Document {
	s, search := d.(searched)
	if deep, ok := d.(Deeper); ok && search {
		return struct {
			closer
			tablerPart
			searched
			Deeper
		}{c, d, s, deep}
	}
	if search {
		return struct {
			closer
			tablerPart
			searched
		}{c, d, s}
	}
	if deep, ok := d.(Deeper); ok {
		return struct {
			closer
			tablerPart
			Deeper
		}{c, d, deep}
	}
	return struct {
		closer
		tablerPart
	}{c, d}
}

func linerOnClose(c *closing, d Liner) Document {
	s, ok := d.(searched)
	if !ok {
		return struct {
			closer
			linerPart
		}{c, d}
	}
	parts, ok := d.(Container)
	if o, outlined := d.(Outliner); ok && outlined {
		return struct {
			closer
			linerPart
			searched
			Container
			Outliner
		}{c, d, s, parts, o}
	}
	if ok {
		return struct {
			closer
			linerPart
			searched
			Container
		}{c, d, s, parts}
	}
	return struct {
		closer
		linerPart
		searched
	}{c, d, s}
}
