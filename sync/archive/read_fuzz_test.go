package archive

import (
	"strings"
	"testing"
)

type named struct {
	Format string `json:"format"`
	List   []struct{ Name string }
}

func (n *named) named() string { return n.Format }

// A body is one value of its format or refused.
func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(`{"format":"a/1","List":[{"Name":"x"}]}`))
	f.Add([]byte(`{"format":"a/1"} {}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var n named
		if err := readJSON(body, "a/1", &n); err == nil && n.Format != "a/1" {
			t.Errorf("took %q", n.Format)
		}
		if s := string(body); plainText(s) && (len(s) > maxShortText || strings.ContainsAny(s, "\r\n\x00")) {
			t.Errorf("took %q as a line", s)
		}
	})
}
