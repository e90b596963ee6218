package pack

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path"
	"slices"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/record"
)

// DerivedPID makes a persistent identifier out of what a package is: a UUID of version 8
// (RFC 9562) over parts, the code and the digests of the content among them. The same
// delivery packaged under the same code gives the same identifier in every workspace,
// so that the packages can be equal byte for byte (G9).
func DerivedPID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		_, _ = h.Write(n[:])      // a hash never fails
		_, _ = h.Write([]byte(p)) // nor here
	}
	u := h.Sum(nil)
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// FreePID is DerivedPID for an identifier that no package of the workspace bears yet: what
// is packaged a second time from the same bytes under the same code is told apart by its
// place in the row. also names identifiers given in the same step.
func FreePID(ctx context.Context, portions *transfer.Portions, also map[string]bool, parts ...string) (string, error) {
	for n := 1; ; n++ {
		pid := DerivedPID(append(slices.Clone(parts), fmt.Sprint(n))...)
		if also[pid] {
			continue
		}
		switch _, err := portions.PackageByID(ctx, pid); {
		case errors.Is(err, transfer.ErrNoPackage):
			return pid, nil
		case err != nil:
			return "", err
		}
	}
}

// planned is a unit before its packages are ordered.
type planned struct {
	unit  *record.Object
	gap   string // why it gets none
	parts []plannedPart
}

// plannedPart is what one package will hold, with the digest of its content.
type plannedPart struct{ object, digest string }

// plan says of every unit whether it gets packages, and what they hold.
func (b *builder) plan(ctx context.Context) ([]planned, error) {
	received, err := b.received(ctx)
	if err != nil {
		return nil, err
	}
	var out []planned
	reader := b.packer.Contents.ReaderOf(b.portion)
	for _, o := range b.units {
		p := planned{unit: o}
		if p.gap, err = b.gap(o); err != nil {
			return nil, err
		}
		if p.gap == "" {
			for _, part := range b.packer.Contents.Divide(b.portion.Kind, o, b.maxFiles) {
				sum, err := b.contentOf(ctx, reader, part.Object, received)
				if err != nil {
					return nil, err
				}
				p.parts = append(p.parts, plannedPart{part.Object.ID, sum})
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// received is the digest of the container the portion came in, "" for a folder.
func (b *builder) received(ctx context.Context) (string, error) {
	digest := ""
	err := events.Each(ctx, b.packer.Office.Store, b.portion.ID, func(e events.Event) bool {
		if e.Type == events.Received {
			digest = e.Detail["sha-256"]
		}
		return digest == ""
	})
	return digest, err
}

// contentOf is the digest over the files of a part: their names, sizes and digests as
// the check found them.
func (b *builder) contentOf(ctx context.Context, reader *intake.ContentsReader, part *record.Object, received string) (string, error) {
	if b.share != nil {
		kept, err := b.share.kept(ctx, part)
		if err != nil {
			return "", err
		}
		part = kept
	}
	whole, files, err := reader.Read(ctx, part)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for o := range record.All([]*record.Object{whole}) {
		for f := range o.Files() {
			fact, _ := files.At(f.Name)
			sum := intake.DigestOf(fact)
			if reading.IsContainer(b.tree, f.Name) {
				sum = received
			}
			fmt.Fprintf(h, "%q %q %d %s\n", o.ID, f.Name, fact.Size, sum)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// orderOf gives the packages that a planned unit gets under its code.
func (b *builder) orderOf(ctx context.Context, p planned, code string, given map[string]bool) ([]transfer.Package, error) {
	var out []transfer.Package
	for _, part := range p.parts {
		pid, err := FreePID(ctx, b.packer.Portions, given, aip.KindAIP, b.packer.Office.Settings.Get().Archive, code, part.object,
			part.digest)
		if err != nil {
			return nil, err
		}
		given[pid] = true
		out = append(out, transfer.Package{PID: pid, Portion: b.portion.ID, Object: part.object, Unit: p.unit.ID, MaxFiles: b.maxFiles,
			Kind:          aip.KindAIP,
			ReferenceCode: code, Path: path.Join(office.DirPackages, b.portion.ID, aip.FolderName(pid)+".tar")})
	}
	return out, nil
}
