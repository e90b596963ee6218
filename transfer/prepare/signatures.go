package prepare

import (
	"encoding/csv"
	"io"
	"path/filepath"
	"time"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/kind"
)

// SignaturesFile is where a build leaves the list of the signatures of a portion: beside
// its folder, never inside (C5).
func (p *Preparation) SignaturesFile() string {
	return filepath.Join(p.Target, p.Name+SuffixSigned)
}

// WriteSignatures lists every signature that was read: file, signer, time, result, what
// became of it, and the SHA-512 of the file with and without it (source 000, 3.3.3).
func WriteSignatures(out io.Writer, all []kind.Signer) error {
	w := csv.NewWriter(out)
	w.Comma, w.UseCRLF = ';', true
	if err := w.Write([]string{"Datei", "Signierender", "Zeit", "Form", "Ergebnis", "Verbleib", "SHA-512 signiert",
		"SHA-512 in der Portion"}); err != nil {
		return err
	}
	for _, s := range all {
		at, fate := "", "aufgelöst"
		if !s.Signed.IsZero() {
			at = s.Signed.UTC().Format(time.RFC3339)
		}
		if s.Stays() {
			fate = "belassen"
		}
		row := []string{s.File, s.Name, at, s.Form, s.Result, fate, s.Before, s.After}
		for i := range row {
			row[i] = plainCell(row[i])
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// plainCell keeps a value from being a formula of a spreadsheet program.
func plainCell(s string) string {
	if s != "" && (s[0] == '=' || s[0] == '+' || s[0] == '-' || s[0] == '@') {
		return "'" + s
	}
	return s
}

// list writes the signatures of a build beside the portion's folder.
func (b *build) list(s *site) error {
	if s.signed == 0 {
		return nil
	}
	name := filepath.Join(b.partial, b.plan.Name+SuffixSigned)
	return disk("list signatures", durable.Write(name, 0o600, func(w io.Writer) error { return WriteSignatures(w, s.all) }))
}
