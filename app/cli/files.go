package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/check"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/report/ci"
	"laufzettel/transfer/wording"
)

// identified is one line of identify.
type identified struct {
	Path string `json:"path"`
	check.Format
	Damage string `json:"damage,omitempty"`
}

func runIdentify(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("identify"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		var ends []error
		for _, path := range paths {
			ends = append(ends, w.Intake.IdentifyAll(ctx, path, func(name string, f check.Format, fault error) error {
				row := identified{Path: name, Format: f}
				if fault != nil {
					row.Damage = fault.Error()
				}
				return e.result(row, func(out io.Writer) {
					fmt.Fprintln(out, strings.Join([]string{row.Path, row.PUID, row.Name, row.Version, row.MIME, row.Basis, row.Warning},
						"\t"))
				})
			}))
		}
		return worstOf(e, ends)
	})
}

// judged is one line of pdfa.
type judged struct {
	Path    string        `json:"path"`
	Verdict pdfa.Verdict  `json:"verdict"`
	Claim   string        `json:"claim,omitempty"`
	Flavour string        `json:"flavour,omitempty"`
	Clauses []pdfa.Clause `json:"clauses"`
	Reason  string        `json:"reason,omitempty"`
	Tool    string        `json:"tool"`
}

func runPDFA(ctx context.Context, e *env, args []string) error {
	fs := e.flags("pdfa")
	flavour := fs.String("flavour", "", "")
	checker := fs.String("checker", "own", "")
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *flavour != "" && !slices.Contains(pdfa.Flavours(), *flavour) {
		return errUsage{e.text("cli.bad-option", "pdfa", *flavour)}
	}
	return e.with(ctx, func(w *work.House) error {
		results, err := w.Intake.JudgePDFs(ctx, paths, *flavour, *checker)
		if err != nil {
			return err
		}
		bad := false
		for _, path := range paths {
			r := results[path]
			bad = bad || r.Verdict == pdfa.Invalid || r.Verdict == pdfa.NotCheckable
			row := judged{path, r.Verdict, r.Claim, r.Flavour, r.Clauses, r.Reason, r.Tool}
			if row.Clauses == nil {
				row.Clauses = []pdfa.Clause{}
			}
			if err := e.result(row, func(out io.Writer) { printJudged(e, out, row) }); err != nil {
				return err
			}
		}
		if bad {
			return errMaterial
		}
		return nil
	})
}

func printJudged(e *env, out io.Writer, r judged) {
	fmt.Fprintf(out, "%s: %s  PDF/A-%s  (%s)\n", r.Path, e.text("cli.pdfa."+string(r.Verdict)), r.Claim, r.Tool)
	if r.Reason != "" {
		fmt.Fprintf(out, "  %s\n", r.Reason)
	}
	for _, c := range r.Clauses {
		fmt.Fprintf(out, "  %s: %s %s\n", c.Rule, c.Text, c.Where)
	}
}

// compared is one line of manifest verify.
type compared struct {
	Path      string `json:"path"`
	Algorithm string `json:"algorithm"`
	State     string `json:"state"` // ok, differs, missing, unreadable
	Expected  string `json:"expected"`
	Found     string `json:"found,omitempty"`
	Line      int    `json:"line"`
}

func runManifestVerify(ctx context.Context, e *env, args []string) error {
	fs := e.flags("manifest verify")
	root := fs.String("root", "", "")
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	f, err := os.Open(paths[0])
	if err != nil {
		return failure.Wrap(failure.Refused, "open list", wording.Say("hint.cli.manifest-missing"), err)
	}
	defer f.Close()
	l, err := fixity.Parse(f, filepath.Base(paths[0]))
	if err != nil {
		return failure.Wrap(failure.Refused, "read list", wording.Say("hint.cli.manifest-unknown"), err)
	}
	if *root == "" {
		*root = filepath.Dir(paths[0])
	}
	bad := len(l.Problems) > 0
	for _, p := range l.Problems {
		fmt.Fprintf(e.errs, "%s:%d: %s\n", paths[0], p.Line, p.Reason)
	}
	for _, entry := range l.Entries {
		row := compare(ctx, *root, entry)
		bad = bad || row.State != "ok"
		if err := e.result(row, func(out io.Writer) {
			fmt.Fprintf(out, "%s: %s\n", row.Path,
				e.text("cli.manifest."+row.State))
		}); err != nil {
			return err
		}
	}
	if bad {
		return errMaterial
	}
	return ctx.Err()
}

// compare reads one listed file below root; a path that leads outside is missing.
func compare(ctx context.Context, root string, entry fixity.Entry) compared {
	row := compared{Path: entry.Path, Algorithm: string(entry.Algorithm), Expected: entry.Digest, Line: entry.Line, State: "missing"}
	r, err := os.OpenRoot(root)
	if err != nil {
		return row
	}
	defer r.Close()
	f, err := r.Open(filepath.FromSlash(entry.Path))
	if err != nil {
		return row
	}
	defer f.Close()
	d, err := fixity.NewDigester(entry.Algorithm)
	if err != nil {
		row.State = "unreadable"
		return row
	}
	if _, err := io.Copy(d, f); err != nil || ctx.Err() != nil {
		row.State = "unreadable"
		return row
	}
	row.Found = d.Sum()[string(entry.Algorithm)]
	row.State = "differs"
	if row.Found == row.Expected {
		row.State = "ok"
	}
	return row
}

// styleAlgorithm is the digest a style stands for.
var styleAlgorithm = map[fixity.WriteStyle]fixity.Algorithm{
	fixity.WriteMD5sum: fixity.MD5, fixity.WriteMD5Summer: fixity.MD5, fixity.WriteSHA256sum: fixity.SHA256,
	fixity.WriteSHA512sum: fixity.SHA512, fixity.WriteBagIt: fixity.SHA512, fixity.WriteHashdeep: fixity.SHA256,
}

func runManifestWrite(ctx context.Context, e *env, args []string) error {
	fs := e.flags("manifest write")
	style := fs.String("style", string(fixity.WriteSHA256sum), "")
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	algorithm, ok := styleAlgorithm[fixity.WriteStyle(*style)]
	if !ok {
		return errUsage{e.text("cli.bad-option", "manifest write", *style)}
	}
	var entries []fixity.Entry
	err = filepath.WalkDir(paths[0], func(name string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || ctx.Err() != nil {
			return cmp.Or(err, ctx.Err())
		}
		rel, err := filepath.Rel(paths[0], name)
		if err != nil {
			return err
		}
		entry, err := digestOf(name, algorithm)
		entry.Path = filepath.ToSlash(rel)
		entries = append(entries, entry)
		return err
	})
	if err != nil {
		return failure.Wrap(failure.Refused, "read folder", wording.Say("hint.cli.folder-partly-unreadable"), err)
	}
	return fixity.Write(e.out, fixity.WriteStyle(*style), entries)
}

func digestOf(name string, a fixity.Algorithm) (fixity.Entry, error) {
	k, err := fixity.MeasureFile(name, a)
	return fixity.Entry{Algorithm: a, Digest: k.Digests[string(a)], Size: k.Size}, err
}

// shownForeign is what view prints of a package of others.
type shownForeign struct {
	Name      string             `json:"name"`
	Kind      string             `json:"kind"`
	Standard  string             `json:"standard,omitempty"`
	Title     string             `json:"title,omitempty"`
	Agency    string             `json:"agency,omitempty"`
	Findings  int                `json:"findings"` // of reading the description
	Integrity *reading.Soundness `json:"integrity,omitempty"`
	Evidence  []string           `json:"evidence"`
	Fields    []mapping.Value    `json:"fields"`
	Documents []shownDoc         `json:"documents"`
}

// viewForeign shows a package of others; with verify its integrity, computed now.
func viewForeign(e *env, ctx context.Context, o *reading.Opened, verify bool) error {
	f, err := o.Look(ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	v := shownForeign{Name: f.Name, Kind: f.Kind, Standard: f.Standard, Title: f.Manifest.Title, Agency: f.Manifest.Agency.Name,
		Findings: len(f.Findings), Fields: []mapping.Value{}, Documents: []shownDoc{}}
	if v.Evidence, err = f.Evidence(ctx); err != nil {
		return err
	}
	for _, x := range f.Manifest.Fields {
		v.Fields = append(v.Fields, mapping.Value{Name: x.Name, Value: x.Value})
	}
	for i, d := range f.Documents {
		row := shownDoc{Number: i + 1, Date: d.Date, Derived: d.Derived, Subject: d.Title, Files: []string{}, Formats: []string{}}
		for _, file := range d.Files {
			row.Files, row.Formats = append(row.Files, file.Path), append(row.Formats, file.Format)
		}
		v.Documents = append(v.Documents, row)
	}
	if verify {
		s, err := f.Verify(ctx, counting(e, f.Name, "verify", files))
		e.endProgress()
		if err != nil {
			return err
		}
		v.Integrity = &s
	}
	if err := e.result(v, func(out io.Writer) { printForeign(e, out, v) }); err != nil {
		return err
	}
	if v.Integrity != nil && len(v.Integrity.Broken) > 0 {
		return errMaterial
	}
	return nil
}

func printForeign(e *env, out io.Writer, v shownForeign) {
	fmt.Fprintf(out, "%s  %s %s\n  %s\n  %s\n", v.Name, v.Kind, v.Standard, v.Title, v.Agency)
	for _, f := range v.Fields {
		fmt.Fprintf(out, "  %-28s %s\n", f.Name, f.Value)
	}
	printDocuments(e, out, v.Documents)
	for _, x := range v.Evidence {
		fmt.Fprintln(out, e.text("cli.view.evidence", x))
	}
	if v.Findings > 0 {
		fmt.Fprintln(out, e.text("cli.view.findings", v.Findings))
	}
	if s := v.Integrity; s != nil {
		fmt.Fprintln(out, e.text("cli.view.integrity", e.words.moment(s.At), s.Sound, s.Files, fmt.Sprint(s.Algorithms),
			s.Unlisted))
		for _, b := range s.Broken {
			fmt.Fprintln(out, "  "+b)
		}
	}
}

// foreignFile gives the path of a document number or of that path.
func foreignFile(f *reading.Foreign, doc string) (string, error) {
	if n, err := strconv.Atoi(doc); err == nil && n >= 1 && n <= len(f.Documents) && len(f.Documents[n-1].Files) > 0 {
		return f.Documents[n-1].Files[0].Path, nil
	}
	for _, d := range f.Documents {
		for _, file := range d.Files {
			if file.Path == doc {
				return doc, nil
			}
		}
	}
	return "", failure.New(failure.Refused, "find document "+doc, wording.Say("hint.cli.no-such-document", doc))
}

// stepPapers are the files that the step of a continuous integration system hands on;
// "" = not asked for.
type stepPapers struct{ junit, html string }

func stepFlags(fs *flag.FlagSet) *stepPapers {
	p := &stepPapers{}
	fs.StringVar(&p.junit, "junit", "", "")
	fs.StringVar(&p.html, "html", "", "")
	return p
}

// ready refuses a place that cannot be written before hours of checking, not after them.
func (p stepPapers) ready() error {
	for _, path := range nonEmpty(p.junit, p.html) {
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return failure.New(failure.Refused, "write "+path, wording.Say("hint.cli.no-folder", filepath.Dir(path)))
		}
	}
	return nil
}

// write writes the files that were asked for.
func (p stepPapers) write(e *env, rows []batched) error {
	if p == (stepPapers{}) {
		return nil
	}
	r := ci.Run{Program: office.Program + " " + office.Version, Language: e.words.language}
	for _, row := range rows {
		if row.rep == nil {
			r.Deliveries = append(r.Deliveries, ci.Delivery{Path: row.path, Reason: reasonOf(row.err)})
			continue
		}
		r.Deliveries = append(r.Deliveries, ci.Delivery{Path: row.path, Report: row.rep})
		for _, piece := range row.pieces {
			r.Deliveries = append(r.Deliveries, ci.Delivery{Path: row.path + "/" + piece.Portion, Report: piece})
		}
	}
	var ends []error
	for path, form := range map[string]func(io.Writer, ci.Run) error{p.junit: ci.JUnit, p.html: ci.HTML} {
		if path == "" {
			continue
		}
		if err := durable.Write(path, 0o600, func(w io.Writer) error { return form(w, r) }); err != nil {
			ends = append(ends, failure.Wrap(failure.Setup, "write "+path, wording.Say("hint.cli.place-not-writable"), err))
		}
	}
	return errors.Join(ends...)
}

// reasonOf says why a delivery was not checked.
func reasonOf(err error) wording.Text {
	switch {
	case failure.Explained(err):
		return failure.HintOf(err)
	case err == nil:
		return wording.Say("step.interrupted")
	}
	return wording.Plain(err.Error())
}
