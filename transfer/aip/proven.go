package aip

import (
	"context"
	"fmt"
	"io"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// valid are the digests of the documents of a package that were found valid before they
// were written. Read back byte for byte they need not be validated again.
type valid map[string]string

// WriteProven is WriteFile that reads the package back from the disk before it gets its
// name: every file is compared with METS, all else as Verify does it. Of source files whose
// SHA-512 the check told, that is the comparison with what the check saw. The package given
// is closed: what it says of itself can be read on. Errors besides those of Write:
// failure.Damaged where the written file is not sound; nothing bears the name then.
func WriteProven(ctx context.Context, path string, s Spec, hook func(point string)) (Summary, *Package, error) {
	d, err := plan(&s)
	if err != nil {
		return Summary{}, nil, err
	}
	d.readBack = true
	var p *Package
	sum, err := toFile(path, hook, func(w io.Writer) (Summary, error) { return d.write(ctx, w) },
		func(name string) (err error) { p, err = d.prove(ctx, name); return err })
	return sum, p, err
}

// prove reads a written package back.
func (d *draft) prove(ctx context.Context, name string) (*Package, error) {
	p, findings, err := openProven(ctx, name, d.proven)
	if err != nil {
		return nil, err
	}
	if p != nil {
		_ = p.Close() // opened for reading
	}
	for _, f := range findings {
		if f.Severity == check.Error {
			return nil, d.unsound(ctx, f)
		}
	}
	return p, nil
}

// unsound tells why a package is not what was to be written: a source file that is no longer
// what the check saw, else the disk.
func (d *draft) unsound(ctx context.Context, f check.Finding) error {
	if i := slices.IndexFunc(d.parts, func(p *part) bool { return p.path == f.Path }); i >= 0 {
		if _, err := d.parts[i].copy(ctx, io.Discard, make([]byte, copyBuffer), false); err != nil {
			return err
		}
	}
	return failure.New(failure.Damaged, fmt.Sprintf("package %s: %s %s", d.pid, f.Code, f.Path), wording.Say("hint.pack.package-not-sound"))
}
