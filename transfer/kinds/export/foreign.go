package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/wording"
)

var (
	_ check.Layouted     = Kind{}
	_ check.DescribingBy = Kind{}
)

// ReadBy implements check.Layouted: the statements of the metadata document stand in
// elements, columns or members of another hand; everything else is checked as ever.
func (Kind) ReadBy(ctx context.Context, t container.Tree, l *layout.Layout, _ check.ReadInput) (*check.Manifest, []check.Finding, error) {
	x, findings, err := described(ctx, t, l)
	if err != nil {
		return nil, nil, err
	}
	if x == nil {
		return unread(ctx, t, append(findings, codeUnreadable.At("")))
	}
	return x.finish(ctx, t, &check.Manifest{Standard: l.Name}, findings)
}

// unread is the manifest of an export whose description nobody here can read: every
// file is looked at, and the findings say why the statements are not (K12).
func unread(ctx context.Context, t container.Tree, findings []check.Finding) (*check.Manifest, []check.Finding, error) {
	man := &check.Manifest{Kind: Name, Documents: true, Unread: true}
	err := t.Files(ctx, func(e container.Entry) error {
		man.Listed = append(man.Listed, check.Listed{Path: e.Path, Role: check.RoleContent, Size: -1})
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list files of the export: %w", err)
	}
	return man, findings, nil
}

// described reads the metadata document by a layout; nil where no record says anything
// of the export.
func described(ctx context.Context, t container.Tree, l *layout.Layout) (x *delivery, findings []check.Finding, err error) {
	var files []File
	reading, err := l.Apply(ctx, t, func(r *layout.Record) error {
		switch {
		case r.Group == "export" && x == nil:
			x = &delivery{at: r.At, root: dir(r.At), d: headOf(r)}
		case r.Group == "file" && r.Get("name") != "" && len(files) < maxFiles:
			files = append(files, fileBy(r))
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if findings = check.LayoutFindings(reading); x == nil {
		return nil, findings, nil
	}
	for i := range files {
		f := &files[i]
		alg, value, ok := fixity.Stated(f.Algorithm, f.Digest)
		if !ok && f.Digest != "" {
			findings = append(findings, codeForm.At(x.at).Want(wording.Say("want.export.digest", f.Name),
				strings.TrimSpace(f.Algorithm+" "+f.Digest)))
		}
		if f.Algorithm, f.Digest = strings.ToUpper(string(alg)), value; !ok {
			f.Algorithm, f.Digest = "", ""
		}
	}
	x.d.Files = files
	x.beside = slices.DeleteFunc(slices.Clone(reading.Files), func(p string) bool { return p == x.at })
	x.root = rootOf(t, x.root, files)
	return x, findings, nil
}

// headOf takes what is said of the whole export.
func headOf(r *layout.Record) *Description {
	return &Description{Version: "1.0", System: r.Get("system"), ShortName: r.Get("shortName"), Program: r.Get("program"),
		Release: r.Get("release"),
		Agency:  r.Get("agency"), AgencyID: r.Get("agencyId"), From: r.Get("from"), To: r.Get("to"), Created: r.Get("created"),
		About: r.Get("about")}
}

// fileBy takes what is said of one file; systems write paths with either slash.
func fileBy(r *layout.Record) File {
	name := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(r.Get("name"), `\`, "/")), "/")
	return File{Name: name, Size: r.Get("size"), Algorithm: r.Get("algorithm"), Digest: strings.ToLower(r.Get("digest")),
		Rows:      r.Get("rows"),
		Delimiter: r.Get("delimiter")}
}

// rootOf says where the names count from: the folder of the description, or the top of
// the delivery where more of them are found.
func rootOf(t container.Tree, root string, files []File) string {
	beside, top := 0, 0
	for _, f := range files {
		if _, ok := t.Stat(path.Join(root, f.Name)); ok {
			beside++
		}
		if _, ok := t.Stat(f.Name); ok {
			top++
		}
	}
	if top > beside {
		return ""
	}
	return root
}

// DescribeBy implements check.DescribingBy: what was read, in our own metadata document.
func (Kind) DescribeBy(ctx context.Context, t container.Tree, l *layout.Layout) (check.Describer, error) {
	lost := func(err error) error {
		return failure.Wrap(failure.Damaged, "read metadata document", wording.Say("hint.export.metadata-lost"), err)
	}
	x, _, err := described(ctx, t, l)
	if err != nil {
		return nil, err
	}
	if x == nil {
		return nil, lost(errors.New("no metadata in " + t.Name()))
	}
	var b bytes.Buffer
	if err := WriteDescription(&b, *x.d); err != nil {
		return nil, lost(err)
	}
	return describer{DocumentName, b.Bytes()}, nil
}
