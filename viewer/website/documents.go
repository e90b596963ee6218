package website

import (
	"bytes"
	"context"
	"io"
	"path"
	"sync"

	web "laufzettel/transfer/kinds/website"
	"laufzettel/viewer"
)

// Bounds of documents whose words are searched.
const (
	maxDocument = 64 << 20 // one file
	maxWordsOf  = 1 << 20  // its text
	maxKept     = 32 << 20 // of texts kept, since reading a PDF takes its time
)

// documents are the extensions of what a reader of the viewer finds words in.
var documents = map[string]bool{"pdf": true, "doc": true, "docx": true, "rtf": true, "odt": true, "xls": true, "xlsx": true, "ods": true,
	"ppt": true, "pptx": true, "odp": true}

// Words lets the search read PDFs and office documents, too; open is asked for each of
// them. To be called before anything is searched.
func (a *Archive) Words(open func(context.Context, viewer.Source) (viewer.Document, error)) {
	a.reading = open
}

// kept are the texts of documents that were read.
type kept struct {
	mu    sync.Mutex
	texts map[uint64]string
	size  int
}

func (k *kept) get(key uint64) (string, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s, ok := k.texts[key]
	return s, ok
}

func (k *kept) put(key uint64, s string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.size+len(s) > maxKept {
		return
	}
	if k.texts == nil {
		k.texts = map[uint64]string{}
	}
	k.texts[key] = s
	k.size += len(s)
}

// document gives the words of a PDF or office document; ok is false where they cannot be
// read.
func (a *Archive) document(ctx context.Context, layer int, r web.Resource, body io.Reader) (words string, ok bool) {
	key := keyOf(string(rune(layer)) + r.Path + "\x00" + r.URL)
	if s, known := a.texts.get(key); known {
		return s, true
	}
	raw, err := io.ReadAll(io.LimitReader(body, maxDocument+1))
	if err != nil || len(raw) > maxDocument {
		return "", false
	}
	doc, err := a.reading(ctx, viewer.Source{Name: nameOf(r), MIME: r.MIME, Content: bytes.NewReader(raw), Size: int64(len(raw))})
	if err != nil {
		return "", false
	}
	words, err = viewer.FullText(ctx, doc, maxWordsOf)
	if closed := doc.Close(); err != nil || closed != nil {
		return "", false
	}
	a.texts.put(key, words)
	return words, true
}

// nameOf is a file name for a resource; its extension tells the reader what it is.
func nameOf(r web.Resource) string {
	if r.Offset < 0 {
		return path.Base(r.Path)
	}
	return "dokument." + kindOf(r)
}
