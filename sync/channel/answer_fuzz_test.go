package channel

import (
	"bytes"
	"io"
	"net/http"
	"testing"
)

// No answer of a receiver or letter of an archive is taken for what it is not.
func FuzzReadAnswer(f *testing.F) {
	f.Add([]byte(`{"format":"laufzettel-antwort/1","keyid":"A","client":"c","roles":["deliver"],"trust":"e30="}`), "30")
	f.Add([]byte(`{"code":"busy","detail":"x","time":"2026-01-02T03:04:05Z","lease":{},"held":{}}`), "-1")
	f.Fuzz(func(t *testing.T, raw []byte, retry string) {
		if _, trust, err := ReadAnswer(raw); err == nil && trust.Active() == nil {
			t.Error("an answer without a key was taken")
		}
		resp := &http.Response{StatusCode: http.StatusServiceUnavailable,
			Header: http.Header{"Retry-After": {retry}, "Upload-Offset": {retry}}, Body: io.NopCloser(bytes.NewReader(raw))}
		if e := readAnswer(resp); e.RetryAfter < 0 || e.RetryAfter.Hours() > 24 {
			t.Errorf("waits %v", e.RetryAfter)
		}
	})
}
