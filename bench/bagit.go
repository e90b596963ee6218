package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds"
)

// bagValidation compares our check of a bag with the program of the Library of
// Congress that Debian packages; where that is missing its row is left out.
func bagValidation(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Validation of a bag"}
	d, bag, err := o.bag(ctx)
	if err != nil {
		return m, err
	}
	m.Data = d.String() + ", manifests of SHA-256 and SHA-512, mixed formats of the generator."
	own := o.ours()
	own.args = []string{o.cli, "check", "--json", "--no-pdfa", "--kind", "bagit", bag}
	own.note = "both digests, format, completeness, tags, journal"
	m.Rows, err = contest(ctx, o.rounds, []contender{own,
		{name: "bagit.py --validate, 2 processes", args: []string{bagit(), "--validate", "--quiet", "--processes", "2", bag},
			note: "both digests, completeness"},
		shell("sha256sum -c, sha512sum -c", "cd "+quote(bag)+
			" && { sha256sum --quiet -c manifest-sha256.txt & sha512sum --quiet -c manifest-sha512.txt && wait $!; }",
			"both digests, side by side; nothing else")})
	return m, err
}

// bag makes a bag of as many files as the measurement of small files.
func (o options) bag(ctx context.Context) (made, string, error) {
	plan := generate.Plan{Kind: "bagit", Seed: 21, Dossiers: max(1, o.small/100), Cases: 10, Documents: 10, Folder: true}
	d, err := build(filepath.Join(o.work, fmt.Sprintf("bag-%d", o.small)), func(dir string) error {
		p, err := generate.Make(kinds.All(time.Now), plan)
		if err != nil {
			return err
		}
		_, err = p.Write(ctx, dir)
		return err
	})
	if err != nil {
		return d, "", err
	}
	bags, err := filepath.Glob(filepath.Join(d.path, "*", "*", "bagit.txt"))
	if err != nil || len(bags) != 1 {
		return d, "", errors.Join(err, fmt.Errorf("%d bags in %s, want one", len(bags), d.path))
	}
	return d, filepath.Dir(bags[0]), nil
}

// bagit is the name of the peer: as it is published, or without ending as the
// rules of Debian ask.
func bagit() string {
	if _, err := exec.LookPath("bagit"); err == nil {
		return "bagit"
	}
	return "bagit.py"
}
