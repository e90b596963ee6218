package office

import (
	"errors"
	"io"
	"os"
	"path"
	"strings"
)

func WriteAll(local string, r io.Reader) error {
	f, err := os.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Disk("write work file", err)
	}
	_, err = io.Copy(f, r)
	return Disk("write work file", errors.Join(err, f.Close()))
}

// SafeExt is the extension of a name where it is a plain one.
func SafeExt(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if len(ext) > 8 || strings.ContainsFunc(strings.TrimPrefix(ext, "."), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		return ""
	}
	return ext
}
