package door

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// No answer of a bucket and no file of keys stops us.
func FuzzBucket(f *testing.F) {
	f.Add([]byte("<Error><Code>NoSuchKey</Code><Message>x</Message></Error>"))
	f.Add([]byte("[a]\naws_access_key_id = A\naws_secret_access_key = b\n"))
	file := filepath.Join(f.TempDir(), "keys")
	f.Fuzz(func(t *testing.T, raw []byte) {
		_ = saidS3(raw).error(403)
		var any struct {
			XMLName xml.Name
		}
		_ = xml.Unmarshal(raw, &any)
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if k, err := ReadS3Keys(file); err == nil && (k.ID == "" || k.Secret == "" || strings.ContainsAny(k.ID, " \t,/")) {
			t.Errorf("took %+v", k)
		}
	})
}
