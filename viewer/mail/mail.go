// Package mail reads electronic mail: RFC 5322 messages (.eml, MIME) with
// go-message and Outlook messages (.msg, MS-OXMSG) from their compound file. It
// gives head, text and attachments; attachments open in turn through the
// viewer. HTML bodies are shown as text, nothing is fetched from outside.
// Requirement A24.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // charsets of old mail
	gomail "github.com/emersion/go-message/mail"

	"laufzettel/transfer/compound"
	"laufzettel/transfer/stop"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
)

const (
	maxMail  = 256 << 20
	maxParts = 1000
	maxBody  = 8 << 20
	maxDepth = 20
)

// Reader reads .eml and .msg.
type Reader struct{}

var compoundHead = []byte(compound.Signature)

// Reads implements viewer.Reader.
func (Reader) Reads(src viewer.Source, head []byte) bool {
	switch {
	case src.Ext() == ".eml", src.MIME == "message/rfc822", src.PUID == "fmt/278", src.PUID == "fmt/950":
		return true
	case src.Ext() == ".msg", src.MIME == "application/vnd.ms-outlook", src.PUID == "x-fmt/430":
		return len(head) == 0 || bytes.HasPrefix(head, compoundHead)
	}
	return false
}

// Open implements viewer.Reader.
func (Reader) Open(ctx context.Context, src viewer.Source) (doc viewer.Document, err error) {
	op := "open mail " + path.Base(src.Name)
	if src.Size > maxMail {
		return nil, viewer.TooLarge(op, "256 MB")
	}
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, viewer.Damaged(op, fmt.Errorf("parser panicked: %v", p))
		}
	}()
	head, err := viewer.Head(src)
	if err != nil {
		return nil, viewer.Damaged(op, err)
	}
	m := &letter{format: "E-Mail"}
	if bytes.HasPrefix(head, compoundHead) {
		m.format = "E-Mail (Outlook)"
		err = readOutlook(ctx, src, m)
	} else {
		err = readMIME(ctx, src, m)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, viewer.Damaged(op, err)
	}
	return m.document(src), nil
}

// letter is a mail while it is being read.
type letter struct {
	format      string
	head        []viewer.Fact
	plain, html string
	parts       []part
	notes       []string
	partial     bool      // some text of the mail is not in its text: damage, limits, attachments
	wanted      int       // the attachment that is written to out
	out         io.Writer // nil: only the sizes of attachments are wanted
}

// part is one attachment. Its content is never kept: it is read again when it is
// opened.
type part struct {
	viewer.Part
	id     string // storage of an Outlook message
	closed bool   // cannot be opened
}

func (m *letter) add(name, mime string, size int64, id string, closed bool) {
	if len(m.parts) >= maxParts {
		return
	}
	if name = path.Base(strings.ReplaceAll(name, `\`, "/")); name == "." || name == "/" || name == "" {
		name = fmt.Sprintf("Anlage %d", len(m.parts)+1)
	}
	m.parts = append(m.parts, part{Part: viewer.Part{Name: name, MIME: mime, Size: size}, id: id, closed: closed})
}

func (m *letter) fact(label, value string) {
	if value = strings.TrimSpace(strings.Map(printable, value)); value != "" {
		m.head = append(m.head, viewer.Fact{Label: label, Value: value})
	}
}

func printable(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}

// document is an open mail: lines of text with attachments.
type document struct {
	viewer.Liner
	info  viewer.Info
	parts []part
	src   viewer.Source
}

func (m *letter) document(src viewer.Source) *document {
	body := strings.TrimRight(strings.ReplaceAll(m.plain, "\r\n", "\n"), "\n ")
	if strings.TrimSpace(body) == "" && m.html != "" {
		body = text.FromHTML(strings.NewReader(m.html))
		m.notes = append(m.notes, "Gezeigt wird der Text der gestalteten Nachricht; Bilder von außen werden nicht geladen.")
	}
	info := viewer.Info{Kind: viewer.Message, Format: m.format, Facts: m.head, Notes: m.notes,
		Partial: m.partial || len(m.parts) > 0}
	lines := text.NewLines(body, src, "", nil).(viewer.Liner)
	return &document{Liner: lines, info: info, parts: m.parts, src: src}
}

// Info implements viewer.Document: the head of the mail as facts.
func (d *document) Info() viewer.Info { return d.info }

// Text implements viewer.Texter: head and body.
func (d *document) Text(ctx context.Context, page int) (string, error) {
	var b strings.Builder
	for _, f := range d.info.Facts {
		b.WriteString(f.Label + ": " + f.Value + "\n")
	}
	body, err := d.Liner.(viewer.Texter).Text(ctx, page)
	return b.String() + "\n" + body, err
}

// Search implements viewer.Searcher over the body.
func (d *document) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	return d.Liner.(viewer.Searcher).Search(ctx, words)
}

// Parts implements viewer.Container.
func (d *document) Parts() []viewer.Part {
	list := make([]viewer.Part, len(d.parts))
	for i, p := range d.parts {
		list[i] = p.Part
	}
	return list
}

// OpenPart implements viewer.Container.
func (d *document) OpenPart(n int) (viewer.Source, error) {
	var held bytes.Buffer
	if err := d.WritePart(context.Background(), n, &held); err != nil {
		return viewer.Source{}, err
	}
	p := d.parts[n]
	return viewer.Source{Name: p.Name, MIME: p.MIME, Content: bytes.NewReader(held.Bytes()), Size: int64(held.Len())}, nil
}

// WritePart reads the mail once more and writes one attachment to w.
func (d *document) WritePart(ctx context.Context, n int, w io.Writer) error {
	if n < 0 || n >= len(d.parts) {
		return fmt.Errorf("open attachment: %d of %d", n, len(d.parts))
	}
	p := d.parts[n]
	op := "open attachment " + p.Name
	if p.closed {
		return viewer.Damaged(op, errors.New("content cannot be read"))
	}
	var err error
	if p.id != "" {
		err = writeOutlook(ctx, d.src, p.id, w)
	} else {
		err = readMIME(ctx, d.src, &letter{wanted: n, out: w})
	}
	if err != nil && ctx.Err() == nil {
		return viewer.Damaged(op, err)
	}
	return errors.Join(ctx.Err())
}

// readMIME reads an RFC 5322 message.
func readMIME(ctx context.Context, src viewer.Source, m *letter) error {
	e, err := message.Read(stop.Reader(ctx, src.Reader()))
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return err
	}
	h := gomail.Header{Header: e.Header}
	for _, f := range [][2]string{{"From", "Von"}, {"To", "An"}, {"Cc", "Kopie"}, {"Date", "Datum"}, {"Subject", "Betreff"}} {
		v, err := h.Text(f[0])
		if err != nil {
			v = h.Get(f[0])
		}
		if f[0] == "Date" {
			if d, err := h.Date(); err == nil && !d.IsZero() {
				v = d.Format("02.01.2006 15:04 -0700")
			}
		}
		m.fact(f[1], v)
	}
	if len(m.head) == 0 {
		return errors.New("no head of a mail")
	}
	return m.walk(e, 0)
}

// walk reads an entity and what lies in it.
func (m *letter) walk(e *message.Entity, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("nested deeper than %d", maxDepth)
	}
	if mr := e.MultipartReader(); mr != nil {
		for n := 0; n < maxParts; n++ {
			p, err := mr.NextPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil && (p == nil || !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err)) {
				m.lack("Das Ende der Nachricht fehlt oder ist beschädigt.")
				return nil // what was read is shown
			}
			if err := m.walk(p, depth+1); err != nil {
				return err
			}
		}
		m.lack(fmt.Sprintf("Die Nachricht hat mehr als %d Teile; der Rest wird nicht gezeigt.", maxParts))
		return nil
	}
	return m.leaf(e)
}

func (m *letter) leaf(e *message.Entity) error {
	mime, params, _ := e.Header.ContentType()
	disposition, dparams, _ := e.Header.ContentDisposition()
	name := dparams["filename"]
	if name == "" {
		name = params["name"]
	}
	inline := disposition != "attachment" && name == ""
	if inline && (mime == "text/html" && m.html == "" || (mime == "text/plain" || mime == "") && m.plain == "") {
		raw, err := io.ReadAll(io.LimitReader(e.Body, maxBody))
		m.broken(err)
		if mime == "text/html" {
			m.html = decoded(raw, params["charset"])
		} else {
			m.plain = decoded(raw, params["charset"])
		}
		return nil
	}
	if mime == "message/rfc822" && name == "" {
		name = "Nachricht.eml"
	}
	if len(m.parts) >= maxParts {
		return nil
	}
	to := io.Discard
	if m.out != nil && len(m.parts) == m.wanted {
		to = m.out
	}
	size, err := io.Copy(to, e.Body)
	m.broken(err)
	m.add(name, mime, size, "", false)
	return nil
}

func (m *letter) broken(err error) {
	if err != nil {
		m.lack("Ein Teil der Nachricht ist beschädigt und wird nur bis zur Schadstelle gezeigt.")
	}
}

// lack says once that some text of the mail is not given, and why.
func (m *letter) lack(why string) {
	m.partial = true
	if !slices.Contains(m.notes, why) {
		m.notes = append(m.notes, why)
	}
}

// decoded gives text: go-message has decoded a named charset already.
func decoded(raw []byte, charset string) string {
	if charset != "" {
		return strings.ToValidUTF8(string(raw), "�")
	}
	s, _, _ := text.Decode(raw)
	return s
}
