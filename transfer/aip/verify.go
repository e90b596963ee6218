package aip

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/wording"
)

// verifyWorkers is how many files Verify reads at a time.
const verifyWorkers = 4

// Verify checks the package from itself alone: structure, the digest of every
// file, nothing missing and nothing extra, METS, PREMIS and description against
// the schemas of this program, and that the three agree. No finding: sound. An
// error is ours or the disk's, never a fault of the package.
func (p *Package) Verify(ctx context.Context) ([]check.Finding, error) { return p.verify(ctx, nil) }

func (p *Package) verify(ctx context.Context, proven valid) ([]check.Finding, error) {
	v := &verifier{p: p, seen: map[string]string{}, proven: proven}
	if err := v.documents(ctx); err != nil {
		return nil, err
	}
	if err := v.contents(ctx); err != nil {
		return nil, err
	}
	v.structure()
	v.folders()
	v.seal(ctx)
	v.premis()
	v.describe()
	slices.SortStableFunc(v.out, func(a, b check.Finding) int {
		if c := strings.Compare(a.Code, b.Code); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	return v.out, nil
}

// VerifyFile opens and verifies the package at name. A container that cannot be
// opened as a package is the finding AIP-001.
func VerifyFile(ctx context.Context, name string) ([]check.Finding, error) {
	p, findings, err := OpenVerified(ctx, name)
	if p != nil {
		_ = p.Close() // opened for reading
	}
	return findings, err
}

// OpenVerified is Open and Verify in one: what was proven can be read on without
// opening it again. The package is nil where the container cannot be opened as one
// (finding AIP-001) and with an error; else the caller closes it.
func OpenVerified(ctx context.Context, name string) (*Package, []check.Finding, error) {
	return openProven(ctx, name, nil)
}

func openProven(ctx context.Context, name string, proven valid) (*Package, []check.Finding, error) {
	p, err := Open(ctx, name)
	if r, ok := errors.AsType[*container.Refused](err); ok {
		return nil, []check.Finding{refusedFinding(r)}, nil
	}
	if errors.Is(err, ErrNotPackage) {
		return nil, []check.Finding{codeUnreadable.At("").Saying(failure.HintOf(err))}, nil
	}
	if errors.Is(err, container.ErrCorrupt) {
		return nil, []check.Finding{codeUnreadable.At("").Saying(wording.Say("said.aip.cut"))}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	findings, err := p.verify(ctx, proven)
	if err != nil {
		_ = p.Close() // opened for reading
		return nil, nil, err
	}
	return p, findings, nil
}

// refusedFinding tells why the container gate did not let the package in.
func refusedFinding(r *container.Refused) check.Finding {
	if len(r.Faults) == 0 {
		return codeUnreadable.At("")
	}
	f := r.Faults[0]
	return codeUnreadable.At(f.Path).Want(f.Said()).By(f.Code)
}

type verifier struct {
	p    *Package
	mu   sync.Mutex
	out  []check.Finding
	seen map[string]string // path below the root → SHA-512 found

	proven valid // may be nil
}

func (v *verifier) add(f check.Finding) {
	v.mu.Lock()
	v.out = append(v.out, f)
	v.mu.Unlock()
}

// documents validates the metadata against our own schemas.
func (v *verifier) documents(ctx context.Context) error {
	for _, x := range []struct {
		name, schema, namespace string
		doc                     []byte
		code                    check.Code
	}{
		{metsName, schemaMETS, mets.Namespace, v.p.mets, codeMETS}, {repMetsName, schemaMETS, mets.Namespace, v.p.rep, codeMETS},
		{premisName, schemaPREMIS, mets.PREMISNamespace, v.p.premis, codePREMIS},
		{descriptionName, schemaDescription, Namespace, v.p.raw, codeDescription},
	} {
		if x.doc == nil {
			v.add(x.code.At(x.name).Want(wording.Say("want.aip.document", x.schema), wording.Say("found.aip.no-file")))
			continue
		}
		if known := v.proven[x.name]; known != "" && known == digestOf(x.doc) {
			continue
		}
		if version := newerVersion(x.doc); x.name == descriptionName && version != "" {
			v.add(codeNewer.At(x.name).Want(FormatVersion, version))
			continue
		}
		faults, err := validate(ctx, x.namespace, x.doc)
		if err != nil {
			return err
		}
		for _, f := range faults {
			v.add(x.code.At(x.name).Want(wording.Say("want.aip.valid", x.schema), f))
		}
	}
	return nil
}

// newerVersion gives the version of a description that is not ours. Only its root
// element is read.
func newerVersion(doc []byte) string {
	dec := xml.NewDecoder(bytes.NewReader(doc))
	for {
		tok, err := dec.RawToken()
		if err != nil {
			return ""
		}
		root, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range root.Attr {
			if a.Name.Local == "version" && a.Name.Space == "" && a.Value != FormatVersion {
				return a.Value
			}
		}
		return ""
	}
}

// contents reads every file once and compares it with METS.
func (v *verifier) contents(ctx context.Context) error {
	listed := map[string]Listed{}
	for _, l := range v.p.listed {
		listed[l.Path] = l
	}
	err := v.p.tree.Visit(ctx, verifyWorkers, nil, func(ctx context.Context, e container.Entry, c container.Content, err error) error {
		name, inside := v.inside(e.Path)
		if !inside {
			v.add(codeStructure.At(e.Path).Want(wording.Say("want.aip.one-folder", v.p.root),
				wording.Say("found.aip.beside")).By("CSIPSTR1"))
			return nil
		}
		sum := ""
		if err == nil {
			h := sha512.New()
			if _, err = io.Copy(h, c.Reader()); err == nil {
				sum = hex.EncodeToString(h.Sum(nil))
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		v.mu.Lock()
		v.seen[name] = sum
		v.mu.Unlock()
		l, ok := listed[name]
		switch {
		case name == metsName || name == sealName:
		case !ok:
			v.add(codeExtraFile.At(name))
		case err != nil:
			v.add(codeDigest.At(name).Want(l.SHA512, wording.Say("found.aip.unreadable")))
		case e.Size != l.Size:
			v.add(codeSize.At(name).Want(fmt.Sprint(l.Size), fmt.Sprint(e.Size)))
		case sum != l.SHA512:
			v.add(codeDigest.At(name).Want(l.SHA512, sum))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, l := range v.p.listed {
		if _, ok := v.seen[l.Path]; !ok {
			v.add(codeMissingFile.At(l.Path))
		}
	}
	return nil
}

// folders compares the folders METS names with those of the package: an empty one
// leaves no other trace.
func (v *verifier) folders() {
	if len(v.p.folders) == 0 {
		return // packages without a delivered tree may hold folders of any tool
	}
	there := map[string]bool{}
	for _, f := range container.Directories(v.p.tree) {
		if name, inside := v.inside(f.Path); inside {
			if rel, data := strings.CutPrefix(name, dataFolder); data {
				there[rel] = true
			}
		}
	}
	for _, f := range v.p.folders {
		if !there[f.Path] {
			v.add(codeMissingFile.At(dataFolder + f.Path + "/"))
		}
		delete(there, f.Path)
	}
	for name := range there {
		v.add(codeExtraFile.At(dataFolder + name + "/"))
	}
}

func (v *verifier) inside(name string) (string, bool) {
	if v.p.root == "" {
		return name, true
	}
	return strings.CutPrefix(name, v.p.root+"/")
}

// structure checks the layout: one root folder named by the identifier, and no
// file named twice.
func (v *verifier) structure() {
	x := v.p.contents
	if want := FolderName(x.ID); v.p.root != "" && v.p.root != want {
		v.add(codeStructure.At("").Want(wording.Say("want.aip.folder", want), wording.Say("want.aip.folder", v.p.root)).By("CSIPSTR2"))
	}
	if !x.MadeBySoftware() {
		v.add(codeStructure.At(metsName).Want(wording.Say("want.aip.creator"), wording.Say("found.aip.no-creator")).By("CSIP11"))
	}
	for _, need := range []struct{ use, rule string }{{"Documentation", "CSIP60"}, {"Schemas", "CSIP113"}, {repLabel, "CSIP114"}} {
		if !slices.ContainsFunc(x.Groups, func(g mets.Group) bool { return g.Use == need.use }) {
			v.add(codeStructure.At(metsName).Want(wording.Say("want.aip.file-group", need.use),
				wording.Say("found.aip.none")).By(need.rule))
		}
	}
	for i := 1; i < len(v.p.listed); i++ {
		if v.p.listed[i].Path == v.p.listed[i-1].Path {
			v.add(codeStructure.At(v.p.listed[i].Path).Want(wording.Say("want.aip.once"), wording.Say("found.aip.twice")))
		}
	}
	for _, need := range []string{premisName, descriptionName, repMetsName} {
		if !slices.ContainsFunc(v.p.listed, func(l Listed) bool { return l.Path == need }) {
			v.add(codeStructure.At(need).Want(wording.Say("want.aip.in-mets"), wording.Say("found.aip.unnamed")).By("CSIPSTR5"))
		}
	}
}

// seal compares METS.xml with the digest beside it.
func (v *verifier) seal(ctx context.Context) {
	b, err := v.p.read(ctx, sealName)
	want, _, _ := strings.Cut(string(b), " ")
	switch {
	case err != nil:
		v.add(codeSeal.At(sealName).Want(wording.Say("want.aip.seal"), wording.Say("found.aip.no-file")))
	case want != v.seen[metsName]:
		v.add(codeSeal.At(metsName).Want(want, v.seen[metsName]))
	}
}

// premis compares PREMIS with METS: same identifier, same files, same digests.
func (v *verifier) premis() {
	if v.p.premis == nil {
		return // told as AIP-008
	}
	sums := map[string]string{}
	err := mets.ReadPREMIS(bytes.NewBuffer(v.p.premis), func(o mets.Object) error {
		for _, id := range o.IDs {
			switch id.Type {
			case pathID:
				sums[id.Value] = ""
				if o.Characteristics != nil {
					sums[id.Value] = o.Characteristics.Digest
				}
			case packageID:
				if id.Value != v.p.description.PID {
					v.add(codeDisagree.At(premisName).Want(v.p.description.PID, id.Value))
				}
			}
		}
		return nil
	}, nil)
	if err != nil {
		v.add(codePREMIS.At(premisName).Want(wording.Say("want.aip.premis"), err.Error()))
		return
	}
	for _, l := range v.p.listed {
		if l.Use != "Data" {
			continue
		}
		if sum := sums[l.Path]; sum != l.SHA512 {
			v.add(codeDisagree.At(l.Path).Want(l.SHA512+" (METS)", inPREMIS(sum)))
		}
		delete(sums, l.Path)
	}
	for name := range sums {
		if !strings.HasPrefix(name, docFolder) {
			v.add(codeDisagree.At(name).Want(wording.Say("want.aip.in-mets"), wording.Say("found.aip.premis-only")))
		}
	}
}

// describe compares the description with METS: same identifiers, same files.
func (v *verifier) describe() {
	x := v.p.contents
	if x.ID != v.p.description.PID {
		v.add(codeDisagree.At(descriptionName).Want(x.ID+" (METS)", v.p.description.PID))
	}
	for _, alt := range x.IDs {
		if alt.Type == "REFERENCECODE" && alt.Value != v.p.description.ReferenceCode {
			v.add(codeDisagree.At(descriptionName).Want(alt.Value+" (METS)", v.p.description.ReferenceCode))
		}
	}
	data := map[string]bool{}
	for _, l := range v.p.listed {
		if l.Use == "Data" {
			data[l.Path] = true
		}
	}
	for f := range v.p.description.AllFiles() {
		if !data[path.Clean(f.Path)] {
			v.add(codeDisagree.At(f.Path).Want(wording.Say("want.aip.in-mets"), wording.Say("found.aip.description-only")))
		}
		delete(data, f.Path)
	}
	for name := range data {
		v.add(codeDisagree.At(name).Want(wording.Say("want.aip.in-description"), wording.Say("found.aip.unnamed")))
	}
}

// inPREMIS is a digest as PREMIS states it.
func inPREMIS(sum string) wording.Text {
	if sum == "" {
		return wording.Say("found.aip.of-premis", wording.Say("found.aip.nothing"))
	}
	return wording.Say("found.aip.of-premis", sum)
}
