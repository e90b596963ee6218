package check

import (
	"bytes"
	"context"
	"io"
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"laufzettel/transfer/container"
	"laufzettel/transfer/stop"
)

// maxCarrier is how much of a mail is looked through for names of attachments.
const maxCarrier = 64 << 20

// carried are the names of attachments that are containers, in the head of a part (RFC
// 2183, 2231); carriedWide the same as Outlook stores them.
var (
	carried     = regexp.MustCompile(`(?i)name(?:\*[0-9]*\*?)?="?([^"\r\n;]{1,400}\.(?:zip|tar|tgz|gz|7z|rar))\b`)
	carriedWide = regexp.MustCompile(`(?i)[^\x00-\x1f<>:"/\\|?*]{1,200}\.(?:zip|tar|tgz|gz|7z|rar)`)
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
