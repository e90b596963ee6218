package office

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path"
	"path/filepath"

	"laufzettel/transfer"
)

// Kinds of letters that go back with the slip.
const (
	LetterSlip    = "slip"         // el_Lauf with the Ü-ID (A5)
	LetterControl = "control-list" // Kon_Lis (A4)
)

// File names of the papers that go back.
const (
	ConfirmedSlipName = "el_Lauf.xml"
	ControlListName   = "Kon_Lis.xml"
)

// WriteXML writes an own XML paper into the letters of a portion.
func (pp *Papers) WriteXML(portion, kind, name string, fill func(io.Writer) error) (transfer.Letter, error) {
	l := transfer.Letter{Portion: portion, Kind: kind, Path: path.Join(DirLetters, portion, name), Made: pp.Office.Now()}
	if err := os.MkdirAll(filepath.Dir(pp.Office.Path(l.Path)), 0o700); err != nil {
		return l, Disk("make letters folder", err)
	}
	h := sha256.New()
	err := WriteFile(pp.Office.Path(l.Path), func(f io.Writer) error { return fill(io.MultiWriter(f, h)) })
	l.SHA256 = hex.EncodeToString(h.Sum(nil))
	return l, Disk("write "+kind, err)
}
