// Package siardtest writes database archives as .siard files for tests.
package siardtest

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"
)

// Member is a member of a ZIP: siard.Member, which the tests of that package could not
// hand over if this one imported it.
type Member = struct {
	Name string
	Data []byte
}

// Write writes what siard.Build gives as a .siard file with its messageDigest (SHA-256), which
// covers all bytes before the header.
func Write[M ~Member](w io.Writer, built []M, at time.Time) error {
	h := sha256.New()
	z := zip.NewWriter(io.MultiWriter(w, h))
	var claim []byte
	for _, b := range built {
		m := Member(b)
		if claim == nil && strings.HasPrefix(m.Name, "header/") {
			if err := z.Flush(); err != nil {
				return fmt.Errorf("write archive: %w", err)
			}
			claim = []byte("<messageDigest><digestType>SHA-256</digestType><digest>" + hex.EncodeToString(h.Sum(nil)) +
				"</digest></messageDigest>\n<schemas>")
		}
		if m.Name == "header/metadata.xml" {
			m.Data = bytes.Replace(m.Data, []byte("<schemas>"), claim, 1)
		}
		if err := Add(z, []Member{m}, at); err != nil {
			return err
		}
	}
	return z.Close()
}

// Add writes members into a ZIP.
func Add[M ~Member](z *zip.Writer, members []M, at time.Time) error {
	for _, b := range members {
		m := Member(b)
		w, err := z.CreateHeader(&zip.FileHeader{Name: m.Name, Method: zip.Deflate, Modified: at})
		if err == nil {
			_, err = w.Write(m.Data)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", m.Name, err)
		}
	}
	return nil
}
