package check

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"laufzettel/transfer/container"
	"laufzettel/transfer/openable"
	"laufzettel/transfer/pattern"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Limits of a mail: what is larger or deeper is not taken apart.
const (
	maxMail       = 512 << 20
	maxAttachment = 64 << 20
	maxMailParts  = 500
	maxMailDepth  = 16
	maxMailHead   = 1 << 20 // bytes of the lines before the text of a mail
)

var errMailHead = wording.Fault("found.check.mail-head", maxMailHead>>10)

// mailFormats are mails as text (MIME, RFC 5322).
var mailFormats = []string{"fmt/278", "fmt/950"}

func isMail(fact *FileFact) bool {
	return slices.Contains(mailFormats, fact.Format.PUID) || strings.EqualFold(path.Ext(fact.Path), ".eml")
}

// attachments looks into the coded attachments of a mail (A28), each as a file of
// the delivery named mail.eml!attachment. A mail that cannot be taken apart is
// kept as it is: its text may be whole.
func (i *inspector) attachments(ctx context.Context, fact *FileFact, c container.Content, in *nest) {
	told := i.guard(fact.Path, "E-Mail", func() []Finding {
		if fact.Size > maxMail {
			return []Finding{codeNestedCut.At("").Want(wording.Say("want.check.megabytes", maxMail>>20),
				fmt.Sprintf("%d MB", fact.Size>>20))}
		}
		head := &headReader{r: c.Reader(), left: maxMailHead}
		msg, err := mail.ReadMessage(head)
		if errors.Is(err, errMailHead) {
			return []Finding{codeNestedCut.At("").Want("", FaultWords(err))}
		}
		if err != nil {
			return nil
		}
		head.left = math.MaxInt64
		m := &mailWalk{i: i, fact: fact, in: in}
		if err := m.part(ctx, textproto.MIMEHeader(msg.Header), msg.Body, 0); err != nil && ctx.Err() == nil {
			m.out = append(m.out, codeNestedCut.At("").Want("", FaultWords(err)))
		}
		return m.out
	})
	fact.Findings = append(fact.Findings, below(fact.Path, told)...)
}

// headReader fails once more than left was read: what comes before the text of a
// mail is held in memory whole.
type headReader struct {
	r    io.Reader
	left int64
}

func (h *headReader) Read(b []byte) (int, error) {
	if h.left <= 0 {
		return 0, errMailHead
	}
	n, err := h.r.Read(b[:min(int64(len(b)), h.left)])
	h.left -= int64(n)
	return n, err
}

// mailWalk goes through the parts of one mail.
type mailWalk struct {
	i     *inspector
	fact  *FileFact
	in    *nest
	parts int
	out   []Finding
}

func (m *mailWalk) part(ctx context.Context, h textproto.MIMEHeader, body io.Reader, depth int) error {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		return nil // no declared type: text
	}
	if strings.HasPrefix(kind, "multipart/") && params["boundary"] != "" {
		if depth >= maxMailDepth {
			return wording.Fault("found.check.mail-nested", maxMailDepth)
		}
		return m.parted(ctx, multipart.NewReader(body, params["boundary"]), depth)
	}
	name := attachmentName(h, params)
	if name == "" {
		return nil // the text itself
	}
	data, err := io.ReadAll(io.LimitReader(transferDecoded(h, body), maxAttachment+1))
	switch {
	case err != nil:
		m.out = append(m.out, codeFileUnreadable.At(name).Want("", FaultWords(err)))
		return nil
	case len(data) > maxAttachment:
		return wording.Fault("found.check.attachment-large", name, maxAttachment>>20)
	}
	m.in.inside = true
	f := m.i.inspectAt(ctx, container.Entry{Path: name, Size: int64(len(data))}, memory(data), nil, nil, m.in)
	switch o := openable.Look(ctx, name, m.i.identify == nil || !f.Format.unknown(), memory(data)); o {
	case openable.Password, openable.Encrypted, openable.Cut, openable.Damaged, openable.Zero:
		f.Findings = append(f.Findings, codeHardlyOpenable.At(name).Want("", o.Words()))
	}
	// The mail declares the character set of its text parts.
	f.Findings = slices.DeleteFunc(f.Findings, func(x Finding) bool { return x.Code == codeNotUTF8.ID })
	m.fact.Nested += 1 + f.Nested
	sum := sha512.Sum512(data)
	m.fact.Attachments = append(m.fact.Attachments, Attachment{Name: name, Size: int64(len(data)), SHA512: hex.EncodeToString(sum[:]),
		Format: f.Format})
	m.in.files++
	m.in.found += len(f.Findings)
	m.out = append(m.out, f.Findings...)
	return ctx.Err()
}

func (m *mailWalk) parted(ctx context.Context, r *multipart.Reader, depth int) error {
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return wording.Fault("found.check.mail-structure", FaultWords(err))
		}
		if m.parts++; m.parts > maxMailParts {
			return wording.Fault("found.check.mail-parts", maxMailParts)
		}
		if err := m.part(ctx, p.Header, p, depth+1); err != nil {
			return err
		}
	}
}

// attachmentName gives the name of an attachment as a single path segment, "" for
// parts that are none.
func attachmentName(h textproto.MIMEHeader, params map[string]string) string {
	name := params["name"]
	disposition, more, err := mime.ParseMediaType(h.Get("Content-Disposition"))
	if err == nil && more["filename"] != "" {
		name = more["filename"]
	}
	if dec, err := new(mime.WordDecoder).DecodeHeader(name); err == nil {
		name = dec
	}
	if name == "" && disposition == "attachment" {
		name = "anlage"
	}
	return printable(strings.NewReplacer("/", "_", "\\", "_", "!", "_").Replace(strings.TrimSpace(name)))
}

func transferDecoded(h textproto.MIMEHeader, body io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Transfer-Encoding"))) {
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	}
	return body
}

// maxCarrier is how much of a mail is looked through for names of attachments.
const maxCarrier = 64 << 20

// carried are the names of attachments that are containers, in the head of a part (RFC
// 2183, 2231); carriedWide the same as Outlook stores them.
var (
	carried     = pattern.Of(`(?i)name(?:\*[0-9]*\*?)?="?([^"\r\n;]{1,400}\.(?:zip|tar|tgz|gz|7z|rar))\b`)
	carriedWide = pattern.Of(`(?i)[^\x00-\x1f<>:"/\\|?*]{1,200}\.(?:zip|tar|tgz|gz|7z|rar)`)
)

// CarriedByMail names the containers that hang on a mail (EML, Outlook): a delivery that
// was sent so is none of the papers of others. What is no mail carries nothing.
func CarriedByMail(ctx context.Context, t container.Tree, p string) (names []string, err error) {
	ext := strings.ToLower(path.Ext(p))
	if ext != ".eml" && ext != ".msg" {
		return nil, nil
	}
	rc, err := t.Open(ctx, p)
	if err != nil {
		return nil, ctx.Err() // its check says that it cannot be read
	}
	defer rc.Close()
	b, err := io.ReadAll(io.LimitReader(stop.Reader(ctx, rc), maxCarrier))
	if err != nil {
		return nil, ctx.Err()
	}
	add := func(name string) {
		if name = strings.TrimSpace(name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if ext == ".eml" {
		for _, m := range carried.FindAllSubmatch(b, maxMailParts) {
			name := string(m[1])
			if decoded, err := new(mime.WordDecoder).DecodeHeader(name); err == nil {
				name = decoded
			}
			add(name)
		}
		return names, ctx.Err()
	}
	for _, end := range []string{".zip", ".tar", ".tgz", ".gz", ".7z", ".rar"} {
		for _, name := range wideNames(b, end) {
			add(name)
		}
	}
	return names, ctx.Err()
}

// wideNames finds names in UTF-16 that end in this.
func wideNames(b []byte, end string) (out []string) {
	wide := func(s string) (w []byte) {
		for _, u := range utf16.Encode([]rune(s)) {
			w = append(w, byte(u), byte(u>>8))
		}
		return w
	}
	mark := wide(end)
	for at := 0; len(out) < maxMailParts; {
		i := bytes.Index(b[at:], mark)
		if i < 0 {
			break
		}
		i += at
		at = i + len(mark)
		units := []uint16{}
		for k := i - 2; k >= 0 && k > i-400; k -= 2 {
			u := uint16(b[k]) | uint16(b[k+1])<<8
			if u < 0x20 || u > 0x2fff {
				break
			}
			units = append(units, u)
		}
		slices.Reverse(units)
		if name := carriedWide.FindString(string(utf16.Decode(units)) + end); name != "" {
			out = append(out, name)
		}
	}
	return out
}
