package viewer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Reader turns files of its formats into documents.
type Reader interface {
	// Reads reports whether the reader is made for the source. head holds the
	// first bytes of the content (at most HeadSize).
	Reads(src Source, head []byte) bool
	// Open reads the source. Its errors carry a German hint.
	Open(ctx context.Context, src Source) (Document, error)
}

// HeadSize is how many bytes of a file a Reader sees before it decides.
const HeadSize = 4096

// Opener opens files with the first reader that reads them. Order matters: the
// particular before the general (mail before text).
type Opener struct{ readers []Reader }

// NewOpener makes an Opener of readers in order of preference.
func NewOpener(readers ...Reader) *Opener { return &Opener{readers: readers} }

// Open gives the document of a source. A format that no reader knows becomes an
// Outside document, not an error. A damaged or hostile file gives an error of
// kind Refused whose hint is the sentence for the person before the screen; a
// panic of a reader ends here.
func (o *Opener) Open(ctx context.Context, src Source) (doc Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, Damaged("open "+src.Name, fmt.Errorf("reader panicked: %v", p))
		}
	}()
	if src.Size <= 0 {
		return nil, failure.New(failure.Refused, "open "+src.Name,
			wording.Say("hint.viewer.file-empty"))
	}
	head, err := Head(src)
	if err != nil {
		return nil, Damaged("read "+src.Name, err)
	}
	for _, r := range o.readers {
		if r.Reads(src, head) {
			return r.Open(ctx, src)
		}
	}
	return outside{src}, nil
}

// Shows reports whether a reader of this opener is made for the source; false
// means the file is shown as facts only (view path, A22).
func (o *Opener) Shows(src Source, head []byte) bool {
	for _, r := range o.readers {
		if r.Reads(src, head) {
			return true
		}
	}
	return false
}

// Wordless is a Reader that knows by the beginning of a file that its document will
// give no text: a picture need not be opened to find that no words stand in it.
type Wordless interface {
	Reader
	// Wordless reports whether a source that Reads reads gives no text.
	Wordless(src Source, head []byte) bool
}

// Words reports whether the document of a source may give text; head is its
// beginning. False is certain.
func (o *Opener) Words(src Source, head []byte) bool {
	for _, r := range o.readers {
		if r.Reads(src, head) {
			w, knows := r.(Wordless)
			return !knows || !w.Wordless(src, head)
		}
	}
	return false
}

// Head reads the first bytes of a source.
func Head(src Source) ([]byte, error) {
	head := make([]byte, min(src.Size, HeadSize))
	n, err := src.Content.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return head[:n], nil
}

// Ext is the lower-case extension of the source's name with its dot, or "".
func (s Source) Ext() string { return strings.ToLower(path.Ext(s.Name)) }

// Reader starts a sequential read at the first byte.
func (s Source) Reader() *io.SectionReader { return io.NewSectionReader(s.Content, 0, s.Size) }

// Damaged wraps the fault of a file that cannot be shown.
func Damaged(op string, err error) error {
	return failure.Wrap(failure.Refused, op,
		wording.Say("hint.viewer.file-damaged"), err)
}

// TooLarge is the refusal of a file over a reader's limit.
func TooLarge(op string, limit string) error {
	return failure.New(failure.Refused, op,
		wording.Say("hint.viewer.file-too-large", limit))
}

// Undelivered is a document that is only described, as in an offer (0501): note
// says in German why there is nothing to open.
func Undelivered(note string) Document { return undelivered(note) }

type undelivered string

func (d undelivered) Info() Info   { return Info{Kind: NoFile, Notes: []string{string(d)}} }
func (d undelivered) Close() error { return nil }

// outside is a file that this program does not show.
type outside struct{ src Source }

func (d outside) Info() Info {
	facts := []Fact{{"Dateiname", path.Base(d.src.Name)}, {"Größe", Bytes(d.src.Size)}}
	if d.src.PUID != "" {
		facts = append(facts, Fact{"PRONOM", d.src.PUID})
	}
	if d.src.MIME != "" {
		facts = append(facts, Fact{"MIME", d.src.MIME})
	}
	return Info{Kind: Outside, Format: strings.TrimPrefix(strings.ToUpper(d.src.Ext()), "."), Facts: facts,
		Notes: []string{"Für dieses Format gibt es hier keine Anzeige. Es lässt sich außen öffnen; Programme von außen können in der Datei enthaltene Makros ausführen."}}
}

func (d outside) Close() error { return nil }

// Bytes writes a size for people, in powers of 1024, with a German decimal comma.
func Bytes(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	units := []string{"KB", "MB", "GB", "TB"}
	f := float64(n)
	i := -1
	for f >= 1024 && i < len(units)-1 {
		f /= 1024
		i++
	}
	return strings.Replace(fmt.Sprintf("%.1f %s", f, units[i]), ".", ",", 1)
}
