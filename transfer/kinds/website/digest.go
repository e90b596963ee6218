package website

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"hash/fnv"
	"io"
	"mime"
	"strconv"
	"strings"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/wording"
)

// blockReader hands a block on and digests it on the way.
type blockReader struct {
	r      io.Reader
	d      *digests
	n      int64
	broken bool
	behind *behind // nil: not kept
}

func (b *blockReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.n += int64(n)
	b.d.write(p[:n])
	if b.behind != nil {
		b.behind.see(p[:n])
	}
	b.broken = b.broken || err != nil && err != io.EOF
	return n, err
}

// digests are what is computed of one block.
type digests struct {
	block, payload, unchunked hash.Hash // nil: not declared or not comparable
	http                      httpHead
	isHTTP                    bool
	chunks                    dechunker
}

func newDigests(rec *Record, plain bool) *digests {
	d := &digests{}
	kind, _, _ := strings.Cut(rec.Field("content-type"), ";")
	d.isHTTP = strings.TrimSpace(kind) == "application/http" || strings.HasPrefix(rec.Version, "ARC") && strings.HasPrefix(rec.URI, "http")
	if plain {
		return d
	}
	d.block = hashOf(rec.Field("warc-block-digest"))
	if rec.Type != "revisit" && rec.Type != "continuation" && rec.Field("warc-segment-number") == "" {
		d.payload, d.unchunked = hashOf(rec.Field("warc-payload-digest")), hashOf(rec.Field("warc-payload-digest"))
	}
	d.chunks.w = d.unchunked
	return d
}

func hashOf(declared string) hash.Hash {
	name, _, ok := strings.Cut(declared, ":")
	if !ok {
		return nil
	}
	if alg, ok := fixity.ParseAlgorithm(name); ok {
		return alg.New()
	}
	return nil
}

func (d *digests) write(p []byte) {
	if d.block != nil {
		d.block.Write(p) // a hash never fails
	}
	if d.isHTTP {
		p = d.http.take(p)
	}
	if d.payload == nil || len(p) == 0 {
		return
	}
	d.payload.Write(p)
	if d.isHTTP && d.http.chunked {
		d.chunks.write(p)
	}
}

// compare tells digests that differ. The payload of a chunked response is
// digested by some writers with and by some without its transfer coding; both
// are taken for right.
func (w *Walker) compare(rec *Record, d *digests) {
	if w.Plain {
		return
	}
	w.one(BlockDigest, rec, "warc-block-digest", d.block)
	declared := rec.Field("warc-payload-digest")
	if rec.Type == "revisit" {
		w.remember(rec, declared)
		return
	}
	if declared != "" {
		w.seen(&w.payloads, normal(declared))
	}
	if d.payload != nil && d.http.chunked && matches(declared, d.unchunked.Sum(nil)) {
		return
	}
	if d.payload != nil || rec.Type != "continuation" && rec.Field("warc-segment-number") == "" {
		w.one(PayloadDigest, rec, "warc-payload-digest", d.payload)
	}
}

func (w *Walker) one(kind TroubleKind, rec *Record, field string, h hash.Hash) {
	declared := rec.Field(field)
	switch {
	case declared == "":
	case h == nil:
		w.tell(Trouble{Kind: NoDigest, Offset: rec.Offset, URI: rec.URI, Expected: wording.Say("want.website.digests"), Found: declared})
	default:
		sum := h.Sum(nil)
		if !matches(declared, sum) {
			name, _, _ := strings.Cut(declared, ":")
			w.tell(Trouble{Kind: kind, Offset: rec.Offset, URI: rec.URI, Expected: declared, Found: name + ":" +
				base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum)})
		}
	}
}

// matches compares a declared digest, written in hex, base32 or base64, with the
// computed one; the length tells the writing.
func matches(declared string, sum []byte) bool {
	_, v, _ := strings.Cut(declared, ":")
	return bytes.Equal(decodeDigest(v, len(sum)), sum)
}

func decodeDigest(v string, size int) []byte {
	v = strings.TrimRight(strings.TrimSpace(v), "=")
	var out []byte
	var err error
	switch len(v) {
	case hex.EncodedLen(size):
		out, err = hex.DecodeString(v)
	case base32.StdEncoding.WithPadding(base32.NoPadding).EncodedLen(size):
		out, err = base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(v))
	case base64.RawStdEncoding.EncodedLen(size):
		out, err = base64.RawStdEncoding.DecodeString(strings.NewReplacer("-", "+", "_", "/").Replace(v))
	}
	if err != nil {
		return nil
	}
	return out
}

// normal writes a digest so that two writings of it are equal.
func normal(declared string) string {
	name, v, _ := strings.Cut(declared, ":")
	if alg, ok := fixity.ParseAlgorithm(name); ok {
		if b := decodeDigest(v, alg.Size()); b != nil {
			return string(alg) + ":" + hex.EncodeToString(b)
		}
	}
	return declared
}

// seen remembers a text by its hash and says whether it was there before; beyond
// maxRemembered nothing new is remembered.
func (w *Walker) seen(set *map[uint64]bool, s string) bool {
	if *set == nil {
		*set = map[uint64]bool{}
	}
	k := key(s)
	if (*set)[k] {
		return true
	}
	if len(*set) < maxRemembered {
		(*set)[k] = true
	}
	return false
}

func key(s string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, s) // a hash never fails
	return h.Sum64()
}

// maxRevisits bounds the revisits whose original is looked for at the end.
const maxRevisits = 1_000_000

func (w *Walker) remember(rec *Record, declared string) {
	if len(w.revisits) < maxRevisits && declared != "" {
		w.revisits = append(w.revisits, revisit{key(normal(declared)),
			Trouble{Kind: NoOriginal, Offset: rec.Offset, URI: rec.URI, Expected: declared}})
	}
}

// httpHead reads status and type out of the head of a message and lets the
// payload through.
type httpHead struct {
	buf     []byte
	done    bool
	status  int
	mime    string
	chunked bool
}

const maxHTTPHead = 256 << 10

// take gives what of p belongs to the payload.
func (h *httpHead) take(p []byte) []byte {
	if h.done {
		return p
	}
	from := max(0, len(h.buf)-3)
	h.buf = append(h.buf, p...)
	end, skip := endOfHead(h.buf, from)
	if end < 0 && len(h.buf) < maxHTTPHead {
		return nil
	}
	h.done = true
	if end < 0 {
		end, skip = len(h.buf), 0
	}
	h.read(string(h.buf[:end]))
	rest := h.buf[end+skip:]
	h.buf = nil
	return rest
}

func endOfHead(b []byte, from int) (end, skip int) {
	crlf, lf := bytes.Index(b[from:], []byte("\r\n\r\n")), bytes.Index(b[from:], []byte("\n\n"))
	switch {
	case crlf >= 0 && (lf < 0 || crlf < lf):
		return from + crlf, 4
	case lf >= 0:
		return from + lf, 2
	}
	return -1, 0
}

func (h *httpHead) read(head string) {
	for i, line := range strings.Split(head, "\n") {
		line = strings.TrimSpace(line)
		if i == 0 {
			if f := strings.Fields(line); len(f) >= 2 && strings.HasPrefix(f[0], "HTTP/") {
				h.status, _ = strconv.Atoi(f[1])
			}
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "content-type":
			h.mime = mediaType(value)
		case "transfer-encoding":
			h.chunked = strings.Contains(strings.ToLower(value), "chunked")
		}
	}
}

func mediaType(value string) string {
	if m, _, err := mime.ParseMediaType(value); err == nil {
		return m
	}
	m, _, _ := strings.Cut(value, ";")
	return strings.ToLower(strings.TrimSpace(m))
}

// dechunker writes what is inside the chunks of RFC 9112 7.1 on.
type dechunker struct {
	w    hash.Hash
	left int64
	line []byte
	end  bool
	skip int // line end after a chunk
}

func (c *dechunker) write(p []byte) {
	for len(p) > 0 && !c.end && c.w != nil {
		switch {
		case c.left > 0:
			n := min(c.left, int64(len(p)))
			c.w.Write(p[:n])
			c.left -= n
			if p = p[n:]; c.left == 0 {
				c.skip = 2
			}
		case c.skip > 0:
			c.skip--
			p = p[1:]
		default:
			p = c.size(p)
		}
	}
}

func (c *dechunker) size(p []byte) []byte {
	i := bytes.IndexByte(p, '\n')
	if i < 0 {
		if c.line = append(c.line, p...); len(c.line) > 1024 {
			c.end = true
		}
		return nil
	}
	text, _, _ := strings.Cut(string(append(c.line, p[:i]...)), ";")
	c.line = nil
	n, err := strconv.ParseInt(strings.TrimSpace(text), 16, 64)
	c.end = err != nil || n <= 0
	c.left = n
	return p[i+1:]
}

// place names a record inside its file.
func place(t Trouble) wording.Text {
	if t.URI == "" {
		return wording.Say("said.website.record", t.Offset)
	}
	return wording.Say("said.website.record-of", t.Offset, shown(t.URI))
}
