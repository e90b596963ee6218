package ech0160

import (
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// owners maps each file to the object it belongs to.
func owners(root *record.Object, to map[string]string) {
	for o := range record.All([]*record.Object{root}) {
		for f := range o.Files() {
			to[f.Name] = o.ID
		}
	}
}

// Rules implements check.Kind: what the metadata says of itself is judged while
// reading; completeness and digests are the engine's.
func (Kind) Rules(*check.Manifest) []check.Rule { return nil }

// judge tells what is wrong with the package as a whole and with its table of
// contents.
func judge(p *submission, at, root string) []check.Finding {
	var out []check.Finding
	if standards[p.version] == "" || p.namespace != Namespace {
		out = append(out, codeVersion.At(at).Want(wording.Say("want.ech0160.versions"), strings.TrimSpace(p.version+" "+p.namespace)))
	}
	if p.typ != "SIP" || p.pkg != "" && !strings.HasSuffix(p.pkg, "SIP") {
		out = append(out, codePackage.At(at).Want("SIP", strings.TrimSpace(p.typ+" "+p.pkg)))
	}
	if kind := strings.ToLower(p.submissionType); kind != "" && !strings.Contains(kind, strings.ToLower(p.submission)) ||
		p.submission == "" {
		out = append(out, codeType.At(at).Want(p.submissionType, p.submission))
	}
	if p.dossiers == 0 {
		out = append(out, codeNoRecords.At(at))
	}
	seen := map[string]bool{}
	for _, d := range p.files {
		if seen[d.path] {
			out = append(out, codeFileTwice.At(d.path).On(d.line))
		}
		seen[d.path] = true
		if d.digest == "" || d.algorithm == "" {
			out = append(out, codeNoDigest.At(d.path).On(d.line))
		}
		if !d.used && !strings.HasPrefix(d.path, path.Join(root, "header")+"/") {
			out = append(out, codeUnreferenced.At(d.path).On(d.line).Of(d.id))
		}
	}
	return out
}
