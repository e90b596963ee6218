package reading

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/handelsregister"
)

// dataBelow is where the archived files lie in a package.
const dataBelow = "representations/rep1/data/"

// descriptionName is our own description in a package; the other descriptive
// documents are those of the delivery.
const descriptionName = "description.xml"

// ExportZIP writes the content of a package as one ZIP named by the reference code
// into dir and gives its path: the archived files as they were delivered and beside
// them the descriptive document of the delivery. For a commercial register that is
// the one metadata.xml with what the archive did (D6). Errors: Refused where the
// ZIP is there already.
func (o *Opened) ExportZIP(ctx context.Context, dir string) (string, error) {
	pkg, err := o.mayGiveOut(ctx, "export package")
	if err != nil {
		return "", err
	}
	meta := pkg.Metadata()
	code := meta.ReferenceCode
	if code == "" {
		code = meta.PID
	}
	name := filepath.Join(dir, aip.FolderName(code)+".zip")
	if _, err := os.Stat(name); err == nil {
		return "", failure.New(failure.Refused, "export as ZIP", fmt.Sprintf("„%s“ ist schon da und wird nicht überschrieben. Bitte einen anderen Ordner wählen.", filepath.Base(name)))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", failure.Wrap(failure.Setup, "make folder of exports", "Der Ordner lässt sich nicht anlegen. Bitte Pfad und Rechte prüfen.", err)
	}
	var size int64
	err = durable.Write(name, 0o600, func(out io.Writer) error {
		z := zip.NewWriter(out)
		n, err := zipContent(ctx, z, pkg)
		size = n
		return errors.Join(err, z.Close())
	})
	if err != nil {
		return "", office.Disk("write ZIP", err)
	}
	return name, o.room.Copies.NoteExport(ctx, pkg, name, size)
}

func zipContent(ctx context.Context, z *zip.Writer, pkg *aip.Package) (total int64, err error) {
	taken := map[string]bool{}
	copied := func(name string, open func() (io.ReadCloser, error)) error {
		taken[strings.ToLower(name)] = true
		in, err := open()
		if err != nil {
			return err
		}
		defer in.Close()
		to, err := z.Create(name)
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		n, err := io.Copy(to, in)
		total += n
		return err
	}
	for _, l := range pkg.Files() {
		name, data := strings.CutPrefix(l.Path, dataBelow)
		if !data {
			continue
		}
		if strings.EqualFold(name, archiveMetadata) {
			name = "abgeliefert-" + name // the archive's own takes its place
		}
		if err := copied(name, func() (io.ReadCloser, error) { return pkg.OpenFile(ctx, l.Path) }); err != nil {
			return total, err
		}
	}
	for _, l := range pkg.Files() {
		base := path.Base(l.Path)
		if !strings.HasPrefix(l.Path, "metadata/descriptive/") || base == descriptionName || taken[strings.ToLower(base)] {
			continue // a description that is one of the delivered files is there already
		}
		doc, err := described(ctx, pkg, l.Path)
		if err != nil {
			return total, err
		}
		if err := copied(base, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(doc)), nil }); err != nil {
			return total, err
		}
	}
	return total, ctx.Err()
}

// archiveMetadata is the name of the one metadata document (D6).
const archiveMetadata = "metadata.xml"

// described reads the descriptive document of a delivery; that of a commercial
// register is completed by the steps of the archive.
func described(ctx context.Context, pkg *aip.Package, name string) ([]byte, error) {
	in, err := pkg.OpenFile(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	doc, err := io.ReadAll(in)
	if err != nil || path.Base(name) != archiveMetadata || !bytes.Contains(doc, []byte(handelsregister.Namespace)) {
		return doc, err
	}
	steps, err := stepsOf(pkg.PREMIS())
	if err != nil {
		return nil, err
	}
	return handelsregister.Archived(doc, pkg.Metadata().ReferenceCode, steps)
}

// stepsOf reads the events out of the PREMIS of a package.
func stepsOf(premis []byte) ([]handelsregister.Step, error) {
	var x struct {
		Events []struct {
			Type    string `xml:"eventType"`
			Time    string `xml:"eventDateTime"`
			Outcome string `xml:"eventOutcomeInformation>eventOutcome"`
			Agents  []struct {
				Value string `xml:"linkingAgentIdentifierValue"`
			} `xml:"linkingAgentIdentifier"`
		} `xml:"event"`
	}
	if err := xml.Unmarshal(premis, &x); err != nil {
		return nil, fmt.Errorf("read PREMIS of package: %w", err)
	}
	var out []handelsregister.Step
	for _, e := range x.Events {
		at, err := time.Parse(time.RFC3339, e.Time)
		if err != nil {
			continue // PREMIS allows times less exact; they stay in PREMIS
		}
		s := handelsregister.Step{At: at, What: e.Type, Outcome: e.Outcome}
		for _, a := range e.Agents {
			s.Who = strings.TrimSpace(s.Who + " " + a.Value)
		}
		out = append(out, s)
	}
	return out, nil
}
