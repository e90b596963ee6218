package intake

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime/multipart"
	"strings"
	"testing"
)

// What a mail carries is the letter, byte for byte, in lines a mail program may not break.
func TestMailPaper(t *testing.T) {
	for _, n := range []int{0, 1, 56, 57, 58, 5000} {
		want := bytes.Repeat([]byte{0xE4, 0, 0x0D}, n)[:n]
		var out bytes.Buffer
		w := multipart.NewWriter(&out)
		if err := mailPaper(w, "nachforderung äö.pdf", want); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(out.String(), "\r\n") {
			if !strings.HasPrefix(line, "Content-") && len(line) > mailLine {
				t.Errorf("%d bytes: a line of %d characters", n, len(line))
			}
		}
		part, err := multipart.NewReader(&out, w.Boundary()).NextPart()
		if err != nil {
			t.Fatal(err)
		}
		if part.FileName() != "nachforderung äö.pdf" {
			t.Errorf("the attachment is named %q", part.FileName())
		}
		raw, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		got, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(raw), "\r\n", ""))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes came back as %d, %v", n, len(got), err)
		}
	}
}
