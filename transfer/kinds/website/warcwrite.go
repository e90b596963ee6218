package website

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// Draft is a record to be written (WARC 1.1).
type Draft struct {
	Type  string // warcinfo, response, revisit, …
	URI   string
	Time  time.Time
	MIME  string // of the block
	Block []byte
	// More are further header lines; one with an empty value drops a line.
	More map[string]string
}

// Response makes the draft of a server's answer.
func Response(uri string, at time.Time, status int, mime string, payload []byte) Draft {
	word := map[int]string{200: "OK", 404: "Not Found"}[status]
	block := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", status, word, mime, len(payload))
	return Draft{Type: "response", URI: uri, Time: at, MIME: "application/http; msgtype=response", Block: append(block, payload...),
		More: map[string]string{"WARC-Payload-Digest": sha1Text(payload)}}
}

func sha1Text(b []byte) string {
	sum := sha1.Sum(b) // the digest crawlers write; sha-256 stands in the datapackage
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

// bytes gives header, block and end of a record; its id depends on its content.
func (d Draft) bytes() []byte {
	sum := sha256.Sum256(append([]byte(d.Type+d.URI+d.Time.String()), d.Block...))
	head := []struct{ name, value string }{
		{"WARC-Type", d.Type}, {"WARC-Record-ID", fmt.Sprintf("<urn:uuid:%x-%x-4%x-a%x-%x>", sum[:4], sum[4:6], sum[6:8], sum[8:10],
			sum[10:16])},
		{"WARC-Target-URI", d.URI}, {"WARC-Date", d.Time.UTC().Format(time.RFC3339)}, {"WARC-Block-Digest", sha1Text(d.Block)},
		{"Content-Type", d.MIME}, {"Content-Length", fmt.Sprint(len(d.Block))}, {"WARC-Payload-Digest", ""},
		{"WARC-Refers-To-Target-URI", ""}, {"WARC-Profile", ""},
	}
	var b bytes.Buffer
	b.WriteString("WARC/1.1\r\n")
	for _, h := range head {
		if v, ok := d.More[h.name]; ok {
			h.value = v
		}
		if h.value != "" {
			b.WriteString(h.name + ": " + h.value + "\r\n")
		}
	}
	b.WriteString("\r\n")
	b.Write(d.Block)
	b.WriteString("\r\n\r\n")
	return b.Bytes()
}

// Placed says where a record was written.
type Placed struct {
	Draft          Draft
	Offset, Length int64
}

// WriteWARC writes records, each in a gzip member of its own where packed is set
// (ISO 28500 annex D).
func WriteWARC(w io.Writer, packed bool, drafts []Draft) ([]Placed, error) {
	var out []Placed
	at := int64(0)
	for _, d := range drafts {
		data := d.bytes()
		if packed {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			if _, err := z.Write(data); err != nil {
				return nil, fmt.Errorf("pack record: %w", err)
			}
			if err := z.Close(); err != nil {
				return nil, fmt.Errorf("pack record: %w", err)
			}
			data = b.Bytes()
		}
		n, err := w.Write(data)
		if err != nil {
			return nil, fmt.Errorf("write record: %w", err)
		}
		out = append(out, Placed{d, at, int64(n)})
		at += int64(n)
	}
	return out, nil
}

// surt writes an address as the sort key of an index: com,example)/path.
func surt(uri string) string {
	host, rest := hostOf(uri), "/"
	if _, after, ok := strings.Cut(uri, "://"); ok {
		if _, path, ok := strings.Cut(after, "/"); ok {
			rest = "/" + strings.ToLower(path)
		}
	}
	parts := strings.Split(strings.TrimPrefix(host, "www."), ".")
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, ",") + ")" + rest
}
