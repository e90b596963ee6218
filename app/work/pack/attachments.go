package pack

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/viewer"
)

// maxAttached bounds an attachment of an Outlook mail that is read for its description.
const maxAttached = 64 << 20

// attachments names the files coded into a mail with their formats (A28). Mails as text
// were taken apart by the check; those of Outlook are opened by the viewer, in a process
// of its own. What cannot be taken apart has none: the check says so.
func (b *builder) attachments(ctx context.Context, name string, fact check.FileFact) ([]check.Attachment, error) {
	if len(fact.Attachments) > 0 || fact.Format.PUID != "x-fmt/430" && !strings.EqualFold(path.Ext(name), ".msg") {
		return fact.Attachments, nil
	}
	r, err := b.tree.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	src, done, err := b.packer.Intake.Spooled(name, fact.Format.MIME, viewer.Advancing(ctx, r, fact.Size))
	_ = r.Close() // opened for reading
	if err != nil {
		return nil, err
	}
	defer done()
	doc, err := b.packer.Opener.Open(ctx, src)
	if err != nil {
		return nil, ctx.Err() // what no viewer reads is kept as it is
	}
	defer doc.Close()
	box, ok := doc.(viewer.Container)
	if !ok {
		return nil, nil
	}
	var out []check.Attachment
	for i, p := range box.Parts() {
		if p.Size > maxAttached {
			continue
		}
		a, err := b.attached(box, i, p)
		if err != nil {
			return nil, ctx.Err()
		}
		out = append(out, a)
	}
	return out, ctx.Err()
}

// attached reads one attachment for its digest and format.
func (b *builder) attached(box viewer.Container, n int, p viewer.Part) (check.Attachment, error) {
	src, err := box.OpenPart(n)
	if err != nil {
		return check.Attachment{}, err
	}
	data, err := io.ReadAll(io.LimitReader(src.Reader(), maxAttached))
	if err != nil {
		return check.Attachment{}, err
	}
	format, err := b.packer.Engine.Identify.Identify(p.Name, inMemory(data))
	if err != nil {
		return check.Attachment{}, err
	}
	sum := sha512.Sum512(data)
	return check.Attachment{Name: p.Name, Size: int64(len(data)), SHA512: hex.EncodeToString(sum[:]), Format: format}, nil
}

// inMemory is content for identification.
type inMemory []byte

// ReadAt implements container.Content.
func (m inMemory) ReadAt(p []byte, off int64) (int, error) { return bytes.NewReader(m).ReadAt(p, off) }

// Size implements container.Content.
func (m inMemory) Size() int64 { return int64(len(m)) }

// Bytes implements container.Content.
func (m inMemory) Bytes() []byte { return m }

// Reader implements container.Content.
func (m inMemory) Reader() io.Reader { return bytes.NewReader(m) }
