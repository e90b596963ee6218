package reading

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/wording"
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
		return "", failure.New(failure.Refused, "export as ZIP", wording.Say("hint.reading.handout-folder-taken", filepath.Base(name)))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", failure.Wrap(failure.Setup, "make folder of exports", wording.Say("hint.reading.handout-folder-not-made"), err)
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

// zipped writes a ZIP of a package; every file bears the day the package was ordered, so
// that two exports are the same; those of a share bear their own.
type zipped struct {
	z     *zip.Writer
	at    time.Time
	taken map[string]bool
	total int64
}

func (w *zipped) addZipped(name string, open func() (io.ReadCloser, error)) error {
	return w.addDated(name, w.at, open)
}

func (w *zipped) addDated(name string, at time.Time, open func() (io.ReadCloser, error)) error {
	w.taken[strings.ToLower(name)] = true
	in, err := open()
	if err != nil {
		return err
	}
	defer in.Close()
	to, err := w.z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC()})
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	n, err := io.Copy(to, in)
	w.total += n
	return err
}

func (w *zipped) addZippedBytes(name string, data []byte) error {
	return w.addZipped(name, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil })
}

func zipContent(ctx context.Context, z *zip.Writer, pkg *aip.Package) (total int64, err error) {
	w := &zipped{z: z, at: madeAt(pkg), taken: map[string]bool{}}
	register := slices.ContainsFunc(pkg.Files(), func(l aip.Listed) bool { return l.Path == "metadata/descriptive/"+archiveMetadata })
	delivered := treeOf(pkg)
	var sums []string
	for _, l := range pkg.Files() {
		name, data := strings.CutPrefix(l.Path, dataBelow)
		if !data {
			continue
		}
		switch {
		case register && strings.EqualFold(name, archiveMetadata):
			name = handelsregister.DeliveredMetadata // the archive's own takes its place
		case register && !strings.Contains(name, "/") && handelsregister.IsSums(name):
			sums = append(sums, name) // written when it is known what it speaks of
			continue
		}
		open := func() (io.ReadCloser, error) { return pkg.OpenFile(ctx, l.Path) }
		if err := w.addDated(name, delivered.date(name, w.at), open); err != nil {
			return w.total, err
		}
	}
	if err := delivered.zip(ctx, z, "", w.at); err != nil {
		return w.total, err
	}
	for _, l := range pkg.Files() {
		base := path.Base(l.Path)
		if !strings.HasPrefix(l.Path, "metadata/descriptive/") || base == descriptionName || w.taken[strings.ToLower(base)] {
			continue // a description that is one of the delivered files is there already
		}
		doc, err := described(ctx, pkg, l.Path)
		if err != nil {
			return w.total, err
		}
		if base == archiveMetadata {
			if doc, err = w.addZippedSums(ctx, pkg, sums, doc); err != nil {
				return w.total, err
			}
		}
		if err := w.addZippedBytes(base, doc); err != nil {
			return w.total, err
		}
	}
	return w.total, ctx.Err()
}

// addZippedSums writes the checksum lists of a commercial register for what the ZIP holds, and
// gives the metadata that fit them.
func (w *zipped) addZippedSums(ctx context.Context, pkg *aip.Package, names []string, doc []byte) ([]byte, error) {
	lists := map[string][]byte{}
	doc = handelsregister.Placed(doc, "", 0)
	for _, name := range names {
		in, err := pkg.OpenFile(ctx, dataBelow+name)
		if err != nil {
			return nil, err
		}
		lists[name], err = io.ReadAll(io.LimitReader(in, maxSums+1))
		if err := errors.Join(err, in.Close()); err != nil {
			return nil, err
		}
		if len(lists[name]) > maxSums {
			return nil, failure.New(failure.Refused, "export as ZIP", wording.Say("hint.reading.sums-too-large", name))
		}
		doc = handelsregister.Placed(doc, name, len(handelsregister.Resummed(lists[name], doc))) // a digest has one length
	}
	for _, name := range names {
		if err := w.addZippedBytes(name, handelsregister.Resummed(lists[name], doc)); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

// maxSums bounds a checksum list that is written anew.
const maxSums = 64 << 20

// madeAt is when a package was made, as its PREMIS says; in UTC, as ZIP knows no zones.
func madeAt(pkg *aip.Package) time.Time {
	steps, err := stepsOf(pkg.PREMIS())
	at := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
	if err != nil {
		return at
	}
	for _, s := range steps {
		if s.At.After(at) {
			at = s.At.UTC()
		}
	}
	return at
}

// unitOf is the packaged unit of a commercial register for its metadata.
func unitOf(pkg *aip.Package) handelsregister.Unit {
	d := pkg.Metadata()
	u := handelsregister.Unit{Code: d.ReferenceCode, Level: "Dossier"}
	var walk func(list []*aip.Entry)
	walk = func(list []*aip.Entry) {
		for _, e := range list {
			if title := e.Field("subject").Value; u.Title == "" && !e.Context {
				u.Title = title
			}
			walk(e.Children)
		}
	}
	walk(d.Objects)
	return u
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
	return handelsregister.Archived(doc, unitOf(pkg), steps)
}

// stepsOf reads the events out of the PREMIS of a package.
func stepsOf(premis []byte) ([]handelsregister.Step, error) {
	var out []handelsregister.Step
	err := mets.ReadPREMIS(bytes.NewBuffer(premis), nil, func(e mets.Event) error {
		at, err := time.Parse(time.RFC3339, e.Time)
		if err != nil {
			return nil // PREMIS allows times less exact; they stay in PREMIS
		}
		s := handelsregister.Step{At: at, What: e.Type, Outcome: e.Outcome}
		for _, a := range e.Agents {
			s.Who = strings.TrimSpace(s.Who + " " + a.Value)
		}
		out = append(out, s)
		return nil
	})
	return out, err
}
