package pack

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/fixity"
)

// AccessionFile describes one local file with digest and format.
func (pk *Packer) AccessionFile(name, local string) (aip.File, error) {
	f, err := os.Open(local)
	if err != nil {
		return aip.File{}, office.Disk("read "+name, err)
	}
	defer f.Close()
	d, err := fixity.NewDigester(fixity.SHA512)
	if err != nil {
		return aip.File{}, err
	}
	size, err := io.Copy(d, f)
	if err != nil {
		return aip.File{}, office.Disk("read "+name, err)
	}
	format, err := pk.Engine.Identify.Identify(filepath.Base(local), intake.LocalFile(f, size))
	if err != nil {
		return aip.File{}, fmt.Errorf("identify %s: %w", name, err)
	}
	return aip.File{Path: name, Format: format, Size: size, Digests: d.Sum(),
		Open: func() (io.ReadCloser, error) { return os.Open(local) }}, nil
}
