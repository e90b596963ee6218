package pack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Limits of what our own writer makes of a mail: beyond them the mail stays as it is, and
// the log says why.
const (
	maxLetterText    = 4 << 20 // bytes of text in all; the viewers cut what is longer than 8 MB
	maxLetterPages   = 60      // drawn pages of pictures
	maxLetterPixels  = 1654    // width of a drawn picture: 200 dots an inch on A4
	maxLetterNesting = 3       // mails in mails
)

// plainText are the media types and extensions whose text is all they hold. A styled
// document is none: its look would be lost.
var plainText = []string{".txt", ".csv", ".log", ".md", ".ics", ".vcf"}

// writing is a mail on its way to one paper: what our own means suffice for stands in
// blocks, the rest has to be converted by others and joined.
type writing struct {
	c      *conversion
	blocks []report.Block
	text   int
	pages  int
	others []string // PDF files to be joined behind
}

// errBeyond says in German why our own means do not suffice.
type errBeyond string

func (e errBeyond) Error() string { return string(e) }

// letter makes one PDF/A of a mail and its attachments (A10, A28): head, text, plain texts
// and pictures by our own writer; what else is attached by the converters there are, joined
// behind. Where neither suffices the mail goes along unchanged and the log says why.
func (c *conversion) letter(ctx context.Context, m made, doc viewer.Document) (made, error) {
	w := &writing{c: c}
	err := w.mail(ctx, doc, 0)
	if ctx.Err() != nil {
		return m, ctx.Err()
	}
	if beyond, ok := errors.AsType[errBeyond](err); ok {
		m.kept, m.failed, m.why = true, true, string(beyond)
		return m, nil
	}
	if err != nil {
		return m, err
	}
	paper, err := w.write(titleOf(doc, m.file.Path))
	if err != nil {
		return m, err
	}
	m.result = convert.Result{Path: paper, Version: office.Program + " " + office.Version, Command: "Mail als PDF/A-2a", Offline: true}
	if len(w.others) > 0 {
		if m.result, err = c.joined(ctx, append([]string{paper}, w.others...)); err != nil {
			m.kept, m.failed, m.why, m.result = true, true, failure.HintOf(err).In(wording.German), convert.Result{}
			return m, ctx.Err()
		}
	}
	m.path = m.result.Path
	return m, nil
}

func titleOf(doc viewer.Document, name string) string {
	for _, f := range doc.Info().Facts {
		if f.Label == "Betreff" && f.Value != "" {
			return f.Value
		}
	}
	return path.Base(name)
}

// mail writes head and text of a mail, the list of its attachments and the attachments.
func (w *writing) mail(ctx context.Context, doc viewer.Document, depth int) error {
	head := report.KeyValues{}
	for _, f := range doc.Info().Facts {
		head = append(head, report.Pair{Label: f.Label, Value: f.Value})
	}
	var parts []viewer.Part
	box, _ := doc.(viewer.Container)
	if box != nil {
		parts = box.Parts()
	}
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = fmt.Sprintf("%d. %s (%s)", i+1, p.Name, viewer.Bytes(p.Size))
	}
	head = append(head, report.Pair{Label: "Anlagen", Value: strings.Join(names, "\n")})
	w.blocks = append(w.blocks, head)
	for _, n := range doc.Info().Notes {
		w.blocks = append(w.blocks, report.Notice{Tone: report.Hint, Text: n})
	}
	if err := w.lines(doc); err != nil {
		return err
	}
	for i, p := range parts {
		if err := w.attachment(ctx, box, i, p, depth); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// lines writes a document of running text whole, or says that it is too long.
func (w *writing) lines(doc viewer.Document) error {
	l, ok := doc.(viewer.Liner)
	if !ok {
		return nil
	}
	var text strings.Builder
	for i := range l.Lines() {
		text.WriteString(l.Line(i) + "\n")
	}
	if w.text += text.Len(); w.text > maxLetterText {
		return errBeyond(fmt.Sprintf("Der Text ist länger als %d MB; so lange Texte schreibt das Programm nicht als PDF",
			maxLetterText>>20))
	}
	w.blocks = append(w.blocks, report.Paragraph{Text: strings.TrimRight(text.String(), "\n")})
	return nil
}

// attachment writes one attachment by our own means, or has it converted.
func (w *writing) attachment(ctx context.Context, box viewer.Container, n int, p viewer.Part, depth int) error {
	src, err := box.OpenPart(n)
	if err != nil {
		return errBeyond("Anlage „" + p.Name + "“: nicht lesbar")
	}
	w.blocks = append(w.blocks, report.Heading{Level: 1, Text: fmt.Sprintf("Anlage %d: %s", n+1, p.Name)})
	doc, err := w.c.packer.Opener.Open(ctx, src)
	if err == nil {
		defer doc.Close()
		done, err := w.own(ctx, doc, p, depth)
		if done || err != nil {
			return err
		}
	}
	local, why, err := w.c.attached(ctx, src, p)
	if why != "" {
		return errBeyond("Anlage „" + p.Name + "“: " + why)
	}
	w.blocks = append(w.blocks, report.Paragraph{Text: "Diese Anlage steht am Ende als eigene Seiten."})
	w.others = append(w.others, local)
	return err
}

// own writes what our own means suffice for: pictures, plain text, a mail in the mail.
func (w *writing) own(ctx context.Context, doc viewer.Document, p viewer.Part, depth int) (done bool, err error) {
	_, text := doc.(viewer.Texter)
	pager, drawn := doc.(viewer.Pager)
	switch info := doc.Info(); {
	case info.Kind == viewer.Message && depth < maxLetterNesting:
		return true, w.mail(ctx, doc, depth+1)
	case info.Kind == viewer.Lines && isPlainText(p):
		return true, w.lines(doc)
	case drawn && !text && info.Kind == viewer.Pages:
		return true, w.pictures(ctx, pager, p)
	}
	return false, nil
}

func isPlainText(p viewer.Part) bool {
	mime, _, _ := strings.Cut(p.MIME, ";")
	return strings.TrimSpace(mime) == "text/plain" || slices.Contains(plainText, strings.ToLower(path.Ext(p.Name)))
}

// pictures draws every page of a picture.
func (w *writing) pictures(ctx context.Context, doc viewer.Pager, p viewer.Part) error {
	if w.pages += doc.Pages(); w.pages > maxLetterPages {
		return errBeyond(fmt.Sprintf("Die Anlagen haben mehr als %d Bildseiten", maxLetterPages))
	}
	for page := range doc.Pages() {
		img, err := doc.Render(ctx, viewer.Request{Page: page, Width: maxLetterPixels})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return errBeyond("Anlage „" + p.Name + "“: das Bild lässt sich nicht zeichnen")
		}
		alt := "Anlage " + p.Name
		if doc.Pages() > 1 {
			alt = fmt.Sprintf("%s, Seite %d", alt, page+1)
		}
		w.blocks = append(w.blocks, report.Picture{Alt: alt, Image: img})
	}
	return nil
}

// write lays the paper out in the work folder.
func (w *writing) write(title string) (string, error) {
	name := filepath.Join(w.c.work, fmt.Sprintf("mail-%d.pdf", len(w.c.measures)))
	out, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", office.Disk("write mail", err)
	}
	err = report.Write(out, report.Document{Kind: "mail", Title: title, Author: w.c.packer.Office.Settings.Get().Archive,
		Tool: office.Program + " " + office.Version, Created: w.c.packer.Office.Now(), Blocks: w.blocks})
	if err := errors.Join(err, out.Close()); err != nil {
		return "", fmt.Errorf("write mail: %w", err)
	}
	return name, nil
}

// attached makes a PDF of one attachment by the converters there are; why says why not.
func (c *conversion) attached(ctx context.Context, src viewer.Source, p viewer.Part) (local, why string, err error) {
	dir, err := os.MkdirTemp(c.work, "anlage-*")
	if err != nil {
		return "", "", office.Disk("make work folder", err)
	}
	local = filepath.Join(dir, "datei"+office.SafeExt(p.Name))
	if err := office.WriteAll(local, src.Reader()); err != nil {
		return "", "", err
	}
	if isPDF(local) && c.conforms(ctx, local) {
		return local, "", nil
	}
	tool, ok := convert.Choose(c.tools, local, "")
	if !ok {
		return "", "eigene Mittel reichen nur für Text und Bilder, und ein Konverter für dieses Format ist nicht eingerichtet oder installiert", nil
	}
	r, err := convert.Run(ctx, tool, c.work, local)
	if err != nil {
		return "", failure.HintOf(err).In(wording.German), ctx.Err()
	}
	return r.Path, "", nil
}
