package sample

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
)

// Material is an invented folder of records with the statements that go with it, as the
// clerk's office holds it before a portion is prepared. It has nothing to find: no note,
// no warning, no error.
type Material struct {
	Files   map[string][]byte // by path
	Fields  map[string]string // statements by key of the field
	Issuers []byte            // certificate authorities of its signatures, PEM, nil = none
}

// Write writes the files below dir.
func (m Material) Write(dir string) error {
	for name, data := range m.Files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, data, 0o600)); err != nil {
			return err
		}
	}
	return nil
}

// Workshop is what material is made with.
type Workshop struct {
	Paper func(title string) ([]byte, error) // makes a PDF/A
	Make  func(p Plan) (*Parcel, error)      // makes a delivery, of which material is taken
	Units int                                // how many entries a register holds
	Aside string                             // folder for what is needed beside the material
}

// Office gives the statements of every delivery together with more.
func Office(more map[string]string) map[string]string {
	out := map[string]string{"agency": "Landratsamt Musterkreis", "agencyId": "09999", "person": "M. Ahrens",
		"contact": "registratur@musterkreis.example"}
	maps.Copy(out, more)
	return out
}

// PlainMaterial is for kinds that take any files.
func PlainMaterial(w Workshop) (Material, error) {
	data, err := w.Paper("")
	return Material{Files: map[string][]byte{"brief.txt": []byte("Grüße aus Musterstadt\n"), "pläne/lageplan.pdf": data,
		"pläne/notiz.txt": []byte("Notiz\n")},
		Fields: Office(map[string]string{"name": "plaene-2026", "title": "Pläne des Bauamts"})}, err
}
