package check

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Limits of what is looked into inside one file of a delivery; the container gate
// has its own for each level.
const (
	maxNestedFindings = 200
	maxNestedFiles    = 200_000
)

// nestedLimits are narrower than those of a delivery: a container inside one is
// read beside the file it lies in.
var nestedLimits = container.Limits{Files: maxNestedFiles, Bytes: 1 << 40}

// nestedNames are faults of names that hurt only who unpacks: nobody does here, so
// that they are told and the content is read nevertheless.
var nestedNames = []string{container.ReservedName, container.LongName, container.OddCharacter, container.CaseTwins, container.UnicodeTwins}

// nest is what lies around the file under inspection.
type nest struct {
	tree   container.Tree
	spool  string
	inside bool // below a file of the delivery
	found  int  // findings so far below the outermost file
	files  int  // files so far below the outermost file
}

// plainContainers are the formats that are nothing but containers: what is built
// upon ZIP (office documents, SIARD, WACZ) is a document and stays closed.
var plainContainers = []string{"x-fmt/263", "x-fmt/265", "x-fmt/266"}

// isContainer goes by the identified format, or by first bytes and name where
// nothing identifies formats.
func (i *inspector) isContainer(fact *FileFact, c container.Content) bool {
	head, _ := headOf(c, 512)
	if container.Sniff(head) == "" {
		return false
	}
	if i.identify != nil && fact.Format.PUID != "" && fact.Format.PUID != "UNKNOWN" {
		return slices.Contains(plainContainers, fact.Format.PUID)
	}
	return slices.Contains([]string{".zip", ".tar", ".gz", ".tgz"}, strings.ToLower(path.Ext(fact.Path)))
}

// nested looks into a container that is a file of the delivery (A28): without
// unpacking it, with the limits of the gate, each file as one of the delivery. What
// is found bears the path outer.zip!inner (cli.md).
func (i *inspector) nested(ctx context.Context, fact *FileFact, c container.Content, in *nest) {
	switch {
	case in == nil || fact.Size == 0:
	case isMail(fact):
		i.attachments(ctx, fact, c, in)
	case i.isContainer(fact, c):
		i.openNested(ctx, fact, c, in)
	}
}

func (i *inspector) openNested(ctx context.Context, fact *FileFact, c container.Content, in *nest) {
	told := i.guard(fact.Path, "Container", func() []Finding {
		inner, err := container.OpenContent(ctx, in.tree, fact.Path, c,
			container.Options{SpoolDir: in.spool, Limits: nestedLimits, Tolerate: nestedNames})
		if refused, ok := errors.AsType[*container.Refused](err); ok {
			return refusedInside(refused, fact.Path)
		}
		if err != nil {
			return nil // a tree that cannot nest, or cancelled: the read itself tells
		}
		defer inner.Close()
		out := make([]Finding, 0, 4)
		for _, f := range byCause(FindingsOfFaults(container.Faults(inner))) {
			f.Severity = Warning
			out = append(out, f)
		}
		return append(out, i.insideOf(ctx, inner, fact, in)...)
	})
	fact.Findings = append(fact.Findings, below(fact.Path, told)...)
}

// errEnough ends the reading of a container that holds more than is looked at.
var errEnough = errors.New("enough")

// insideOf inspects every file of a nested container.
func (i *inspector) insideOf(ctx context.Context, inner container.Tree, fact *FileFact, in *nest) (out []Finding) {
	deeper := &nest{tree: inner, spool: in.spool, inside: true, found: in.found, files: in.files}
	err := inner.Visit(ctx, 1, nil, func(ctx context.Context, e container.Entry, c container.Content, readErr error) error {
		if deeper.files++; deeper.files > maxNestedFiles || deeper.found > maxNestedFindings {
			return errEnough
		}
		f := i.inspectAt(ctx, e, c, readErr, nil, deeper)
		fact.Nested += 1 + f.Nested
		deeper.found += len(f.Findings)
		out = append(out, f.Findings...)
		return ctx.Err()
	})
	in.found, in.files = deeper.found, deeper.files
	if err != nil {
		out = append(out, codeNestedCut.At("").Want("", wording.Say("found.check.nested", deeper.files, deeper.found)))
	}
	return out
}

// refusedInside turns the refusal of a nested container into findings. What is
// hostile stays what it is; what merely cannot be opened can be accepted as an
// exception, since the container itself is kept.
func refusedInside(r *container.Refused, outer string) []Finding {
	var out []Finding
	for _, f := range FindingsOf(r) {
		if f.Path == outer {
			f.Path = "" // it is the container itself that is refused
		}
		switch {
		case f.Code == container.NoContainer:
			continue // a compressed single file, or something that only looks like a container
		case strings.HasPrefix(f.Code, "CNT-"):
			x := codeNestedUnread.At(f.Path).Want(closedWhy(f))
			x.Paths = f.Paths
			out = append(out, x)
		default:
			if f.Code == container.HeaderDiffers {
				f.Severity = Note // HTTrack writes its cache so; it stays closed, and nobody is asked to open it
			}
			out = append(out, f.inside())
		}
	}
	return out
}

// inside says of a finding that it is a container in the delivery that was not opened: the
// titles of what is hostile begin with the delivery.
func (f Finding) inside() Finding {
	key := "said.inside." + f.Code
	if !wording.Has(wording.German, key) {
		return f
	}
	var said []wording.Text
	if f.Words != nil {
		said = f.Words.Said
	}
	f = f.Titled(wording.Say(key))
	for _, s := range said {
		f = f.Saying(s)
	}
	return f
}

// closedWhy is what stood in the way of a container inside, as expected and found.
func closedWhy(f Finding) (expected, found any) {
	expected, found = f.Expected, strings.Trim(f.Message+" "+f.Found, " .")
	if f.Words == nil || f.Found == "" {
		return expected, found
	}
	if !f.Words.Expected.Empty() {
		expected = f.Words.Expected
	}
	if f.Words.Found.Empty() {
		return expected, wording.List(" ", []any{f.Sentences(), f.Found})
	}
	return expected, wording.List(" ", []any{f.Sentences(), f.Words.Found})
}

// below moves findings into a container.
func below(outer string, findings []Finding) []Finding {
	for i := range findings {
		findings[i] = findings[i].Below(outer)
	}
	return findings
}

// memory is content that is held in memory.
type memory []byte

func (m memory) ReadAt(p []byte, off int64) (int, error) { return bytes.NewReader(m).ReadAt(p, off) }
func (m memory) Size() int64                             { return int64(len(m)) }
func (m memory) Bytes() []byte                           { return m }
func (m memory) Reader() io.Reader                       { return bytes.NewReader(m) }
