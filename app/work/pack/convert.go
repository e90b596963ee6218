package pack

import (
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// converted is the event of a conversion that made a new package (F11).
const converted events.Type = "converted"

// Outcomes of a measure.
const (
	outcomeConverted = "converted"
	outcomeKept      = "kept"           // archival already, signed, or without a converter
	outcomeFailed    = "failed"         // the converter refused; the original goes along
	outcomeDeviates  = "not-conforming" // made, but our check finds faults
)

// Conversion is what the conversion of one package made.
type Conversion struct {
	Earlier       string            `json:"earlier"`
	PID           string            `json:"pid,omitempty"` // new package; "" = nothing had to be converted
	ReferenceCode string            `json:"referenceCode"`
	Path          string            `json:"path,omitempty"`
	Measures      []convert.Measure `json:"measures"`
	// Queued says that it was put into the outbox, because its portion was sent before.
	Queued bool `json:"queued,omitempty"`
}

// Convert makes a second representation of an archival package by the configured
// converters: a new package with the same reference code that names the earlier
// one, which stays as it is (A10, A15). Every document gets one PDF/A where that
// is possible; a mail and its attachments, several files of one document, become
// one. Files that are archival already, signed ones and those no converter takes
// go along unchanged. Registers and signed originals are refused.
func (pk *Packer) Convert(ctx context.Context, key string, step func(done, total int, name string)) (Conversion, error) {
	person, err := pk.Office.MustPerson(people.Package, "convert package")
	if err != nil {
		return Conversion{}, err
	}
	if err := pk.Office.Staff("convert package"); err != nil {
		return Conversion{}, err
	}
	row, err := pk.heldPackage(ctx, key)
	if err != nil {
		return Conversion{}, err
	}
	portion, err := pk.Portions.Get(ctx, row.Portion)
	if err != nil {
		return Conversion{}, err
	}
	if portion.Kind == "register" || portion.Kind == "norm" {
		return Conversion{}, failure.New(failure.Refused, "convert "+row.PID, wording.Say("hint.pack.never-converted"))
	}
	pkg, err := aip.Open(ctx, pk.Office.Path(row.Path))
	if err != nil {
		return Conversion{}, err
	}
	defer pkg.Close()
	tools, err := pk.Converters.Tools(ctx)
	if err != nil {
		return Conversion{}, err
	}
	work, err := os.MkdirTemp(pk.Office.Path(office.DirSpool), "convert-*")
	if err != nil {
		return Conversion{}, office.Disk("make work folder", err)
	}
	defer os.RemoveAll(work)
	c := &conversion{packer: pk, pkg: pkg, tools: tools, work: work, person: person, kind: portion.Kind, row: row,
		listed: map[string]aip.Listed{}}
	for _, l := range pkg.Files() {
		c.listed[l.Path] = l
	}
	docs := pkg.Documents()
	for i, d := range docs {
		if step != nil {
			step(i, len(docs), d.Entry.Field("subject").Value)
		}
		if err := c.document(ctx, d.Entry); err != nil {
			return Conversion{}, err
		}
	}
	out := Conversion{Earlier: row.PID, ReferenceCode: row.ReferenceCode, Measures: c.measures}
	if c.made == 0 {
		return out, pk.noteMeasures(ctx, c.measures, nil)
	}
	return c.seal(ctx, out)
}

// heldPackage finds a package of the workspace by identifier or reference code;
// of several representations the latest.
func (pk *Packer) heldPackage(ctx context.Context, key string) (transfer.Package, error) {
	p, err := pk.Portions.LatestPackage(ctx, key)
	if errors.Is(err, transfer.ErrNoPackage) {
		return p, failure.New(failure.Refused, "find package "+key, wording.Say("hint.pack.converts-own-only", key))
	}
	return p, err
}

// conversion is the work on one package.
type conversion struct {
	packer   *Packer
	pkg      *aip.Package
	row      transfer.Package
	tools    []convert.Tool
	work     string
	person   string
	kind     string // of the delivery
	listed   map[string]aip.Listed
	files    []aip.File // of the new representation
	measures []convert.Measure
	events   []aip.Event
	agents   []aip.Agent
	made     int
	names    map[string]bool
	final    *handOver // set: the files stay, their custody changes (E9)
}

// seal writes the new package, proves it and puts it into the stock.
func (c *conversion) seal(ctx context.Context, out Conversion) (Conversion, error) {
	if err := ctx.Err(); err != nil {
		return out, err
	}
	at := c.packer.Office.Now()
	object := c.nextObject(ctx)
	pid, err := c.pid(ctx, object)
	if err != nil {
		return out, err
	}
	spec, err := c.spec(ctx, pid, at)
	if err != nil {
		return out, err
	}
	row := transfer.Package{PID: pid, Portion: c.row.Portion, Object: object, Unit: c.row.Unit, MaxFiles: c.row.MaxFiles, Kind: aip.KindAIP,
		ReferenceCode: c.row.ReferenceCode,
		Ordered:       at, Path: path.Join(office.DirPackages, c.row.Portion, aip.FolderName(pid)+".tar")}
	name := c.packer.Office.Path(row.Path)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return out, office.Disk("make packages folder", err)
	}
	sum, err := aip.WriteFile(ctx, name, spec, c.packer.Office.Opts.Point)
	if sum, err = c.packer.Office.Written(ctx, sum, err); err != nil {
		return out, err
	}
	faults, err := aip.VerifyFile(ctx, name)
	if err != nil {
		return out, errors.Join(err, os.Remove(name))
	}
	if i := slices.IndexFunc(faults, func(f check.Finding) bool { return f.Severity == check.Error }); i >= 0 {
		return out, errors.Join(failure.New(failure.Damaged, "verify "+pid+": "+faults[i].Code,
			wording.Say("hint.pack.converted-not-sound")), os.Remove(name))
	}
	for i := range c.measures {
		c.measures[i].Made = pid
	}
	late, err := c.sentBefore(ctx)
	if err != nil {
		return out, errors.Join(err, os.Remove(name))
	}
	err = c.packer.noteMeasures(ctx, c.measures, func(tx *sql.Tx) error {
		if err := transfer.OrderPackages(ctx, tx, []transfer.Package{row}); err != nil {
			return err
		}
		if err := transfer.PackageBuiltTx(ctx, tx, pid, sum.Size, sum.SHA512); err != nil {
			return err
		}
		if err := c.logMade(ctx, tx, pid); err != nil || !late {
			return err
		}
		return c.packer.EnqueueBuilt(ctx, tx, c.row.Portion, pid)
	})
	if err != nil {
		return out, errors.Join(err, os.Remove(name))
	}
	out.Queued = late
	out.PID, out.Path, out.Measures = pid, row.Path, c.measures
	return out, c.packer.Room.Index(ctx, name)
}

// logMade writes what made the new package into the log.
func (c *conversion) logMade(ctx context.Context, tx *sql.Tx, pid string) error {
	if c.final != nil {
		return c.final.logHandOver(ctx, tx, c, pid)
	}
	told := map[string]string{"files": fmt.Sprint(c.made), "person": c.person}
	return c.packer.Log.Entry(ctx, c.packer.Office.Event(converted, c.row.PID, pid, "ok", told))(tx)
}

// pid derives the identifier of the new representation from the package it was made of
// and from what was made.
func (c *conversion) pid(ctx context.Context, object string) (string, error) {
	parts := []string{aip.KindAIP, c.row.PID, c.row.ReferenceCode, object}
	for i := range c.files {
		f := &c.files[i]
		sum := f.Digests["sha-512"]
		if sum == "" {
			got, err := digestOf(f)
			if err != nil {
				return "", err
			}
			sum = got
			f.Digests = map[string]string{"sha-512": sum} // compared while it is copied
		}
		parts = append(parts, f.Path, sum)
	}
	return FreePID(ctx, c.packer.Portions, nil, parts...)
}

// digestOf reads a file of the new representation once.
func digestOf(f *aip.File) (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", office.Disk("read result", err)
	}
	defer r.Close() // opened for reading
	h := sha512.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", office.Disk("read result", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// sentBefore tells whether the portion was sent already: then the archive gets the
// further representation too, without anybody having to send again. Before that
// it goes along with its portion; without an archive to send to it stays here.
func (c *conversion) sentBefore(ctx context.Context) (bool, error) {
	if c.packer.Office.Settings.Get().Channel.URL == "" {
		return false, nil
	}
	packages, err := c.packer.Portions.Packages(ctx, c.row.Portion)
	return slices.ContainsFunc(packages, func(p transfer.Package) bool {
		return p.Kind == aip.KindAIP && (p.State == transfer.PackageSent || p.State == transfer.PackageConfirmed)
	}), err
}

// nextObject names the object of the further representation.
func (c *conversion) nextObject(ctx context.Context) string {
	base, _, _ := strings.Cut(c.row.Object, intake.RepresentationMark)
	n := 2
	packages, err := c.packer.Portions.Packages(ctx, c.row.Portion)
	if err == nil {
		for _, p := range packages {
			if strings.HasPrefix(p.Object, base+intake.RepresentationMark) {
				n++
			}
		}
	}
	return fmt.Sprintf("%s%s%d", base, intake.RepresentationMark, n)
}

// noteMeasures writes the log of measures with whatever becomes true with it.
func (pk *Packer) noteMeasures(ctx context.Context, list []convert.Measure, also func(*sql.Tx) error) error {
	return pk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if also != nil {
			if err := also(tx); err != nil {
				return err
			}
		}
		for _, m := range list {
			if err := pk.Converters.Note(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// ConvertPortion converts every package of a portion (A10); a package in which
// nothing has to be converted gets no further representation.
func (pk *Packer) ConvertPortion(ctx context.Context, id string, step func(done, total int, name string)) ([]Conversion, error) {
	packages, err := pk.Portions.Packages(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []Conversion
	for i, p := range packages {
		if p.Kind != aip.KindAIP || p.State == transfer.PackageOrdered || strings.Contains(p.Object, intake.RepresentationMark) {
			continue
		}
		again := strings.Clone(p.Object) + intake.RepresentationMark
		if slices.ContainsFunc(packages, func(o transfer.Package) bool { return strings.HasPrefix(o.Object, again) }) {
			continue // has its second representation already
		}
		if step != nil {
			step(i, len(packages), p.ReferenceCode)
		}
		c, err := pk.Convert(ctx, p.PID, nil)
		if err != nil {
			return out, err
		}
		out = append(out, c)
	}
	return out, nil
}
