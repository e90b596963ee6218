package xdomea

import (
	"context"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/openable"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// checkDocuments: a transfer brings documents, and each of them a file or the word
// that it lies elsewhere; what is declared PDF/A must be it (E4, 004 P3.2).
func checkDocuments(_ context.Context, c *collector) {
	c.restricted()
	if c.msg.Type != TypeTransfer {
		return // an offer and its receipt carry no files
	}
	documents := 0
	for o := range record.All(c.msg.Objects) {
		if o.Kind != record.Document {
			if elsewhere(o) {
				documents++ // on paper
			}
			continue
		}
		documents++
		if !forContext(o) && !hasFile(o) && !elsewhere(o) && !bundles(o) {
			c.say(c.of(codeNoFile, o).Want(wording.Say("want.xdomea.file-or-medium"), wording.Say("found.xdomea.no-file")))
		}
		c.archival(o)
	}
	if documents == 0 {
		f := codeNoDocument.At(c.path)
		if len(c.msg.Objects) > 0 {
			f = f.Of(c.msg.Objects[0].ID)
		}
		c.say(f)
	}
}

func hasFile(o *record.Object) bool {
	for range o.Files() {
		return true
	}
	return false
}

// bundles: a DokumentMitSchriftstueck (4.0) has no files of its own; its Schriftstücke
// have them, and each is asked for its own.
func bundles(o *record.Object) bool {
	return slices.ContainsFunc(o.Children, func(c *record.Object) bool { return objectType(c) == "Schriftstueck" })
}

// objectType is what 4.0 calls a document that is no plain Dokument.
func objectType(o *record.Object) string {
	for _, f := range o.Fields {
		if f.Name == fieldObjectType {
			return f.Value
		}
	}
	return ""
}

// elsewhere: the nearest stated medium is hybrid or paper.
func elsewhere(o *record.Object) bool {
	for ; o != nil; o = o.Parent {
		if code, _, _ := strings.Cut(o.Medium, " "); code != "" {
			return code == "002" || code == "003"
		}
	}
	return false
}

// archivalCode is "pdf (Archival)" of the code list dateiformat.
const archivalCode = "044"

// archival: a file declared as PDF/A is a PDF and was not found to break it.
func (c *collector) archival(o *record.Object) {
	dir := path.Dir(c.path)
	for _, v := range o.Versions {
		for _, r := range v.Renditions {
			if r.FormatCode != archivalCode {
				continue
			}
			f, there := c.facts.File(path.Join(dir, r.File.Name))
			locked := f.Obstacle == string(openable.Restricted)
			if !there || f.Damage != "" || f.Obstacle != "" && !locked {
				continue // told where it is missing or unreadable
			}
			switch {
			case locked: // PDF/A excludes encryption (ISO 19005-1, 6.1.3), also one that everybody can open
				c.say(codeNotArchival.At(f.Path).On(r.File.Line).Of(o.ID).Want("PDF/A", wording.Say("found.xdomea.pdf-locked")))
			case f.PDFA == "" || f.PDFA == check.PDFANotCheckable && f.Format.MIME != "" && f.Format.MIME != "application/pdf":
				c.say(codeNotArchival.At(f.Path).On(r.File.Line).Of(o.ID).Want("PDF/A", formatWords(f.Format)))
			case f.Unclaimed:
				c.say(codeNotArchival.At(f.Path).On(r.File.Line).Of(o.ID).Want("PDF/A", wording.Say("found.xdomea.pdf-unclaimed")))
			case f.PDFA == check.PDFAInvalid:
				c.say(codeNotArchival.At(f.Path).On(r.File.Line).Of(o.ID).Want("PDF/A", wording.Say("found.xdomea.pdf-broken")))
			}
		}
	}
}

func formatWords(f check.Format) any {
	if f.Name == "" {
		return wording.Say("found.xdomea.other-format")
	}
	return f.Name
}

// restricted tells VS-NfD at once: read only where the profile releases the machine
// for it, and the mark stays on every copy (G15).
func (c *collector) restricted() {
	var first *record.Object
	n := 0
	c.all(func(o *record.Object) {
		if isRestricted(o.Confidentiality) {
			if n++; first == nil {
				first = o
			}
		}
	})
	if first == nil {
		return
	}
	f := c.of(codeRestricted, first)
	if n > 1 {
		f = f.Saying(wording.Say("said.kinds.objects", n))
	}
	c.say(f)
}
