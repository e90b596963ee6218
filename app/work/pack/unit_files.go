package pack

import (
	"context"
	"io"
	"path"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// files lists the primary files below an object with what the check learned.
func (b *builder) files(ctx context.Context, o *record.Object) ([]aip.File, error) {
	if whole, err := b.whole(ctx, o); whole != nil || err != nil {
		return whole, err
	}
	var out []aip.File
	seen := map[string]bool{}
	var some []wanted
	take := func() error {
		files, err := b.described(ctx, some)
		out, some = append(out, files...), some[:0]
		return err
	}
	for d := range record.All([]*record.Object{o}) {
		for f := range d.Files() {
			if seen[f.Name] {
				continue
			}
			seen[f.Name] = true
			if some = append(some, wanted{d, f, b.resolve(f.Name)}); len(some) < factsAtOnce {
				continue
			}
			if err := take(); err != nil {
				return nil, err
			}
		}
	}
	return out, take()
}

// factsAtOnce is of how many files one question asks what the check learned.
const factsAtOnce = 500

// wanted is a primary file of an object, under its name in the delivery.
type wanted struct {
	object *record.Object
	file   record.PrimaryFile
	name   string
}

// described describes primary files in their order.
func (b *builder) described(ctx context.Context, some []wanted) ([]aip.File, error) {
	names := make([]string, len(some))
	for i, w := range some {
		names[i] = w.name
	}
	facts, err := b.packer.Journal.Files(ctx, b.portion.Run, names)
	if err != nil {
		return nil, err
	}
	var out []aip.File
	for _, w := range some {
		fact, ok := facts[w.name]
		file, err := b.file(ctx, w, fact, ok)
		if err != nil {
			return nil, err
		}
		if file != nil {
			out = append(out, *file)
		}
	}
	return out, nil
}

// file describes one primary file by what the check learned of it; nil where it was not
// delivered and a person accepted that as an exception.
func (b *builder) file(ctx context.Context, w wanted, fact check.FileFact, known bool) (*aip.File, error) {
	f, name := w.file, w.name
	if !known || fact.Damage != "" {
		if b.portion.Verdict == string(check.Rejected) {
			return nil, nil // accepted with exception; the decision in the package says so
		}
		return nil, failure.New(failure.Damaged, "file "+f.Name+" was not read by the check", wording.Say("hint.pack.check-result-missing"))
	}
	attached, err := b.attachments(ctx, name, fact)
	if err != nil {
		return nil, err
	}
	e, _ := b.tree.Stat(name)
	return &aip.File{Attachments: attached, Path: f.Name, Object: w.object.ID, Original: f.Original, Format: fact.Format,
		Digests: fact.Digests,
		Size:    fact.Size, Modified: e.Modified,
		ViewPath: b.packer.viewPath(f.Name, fact.Format),
		Open:     func() (io.ReadCloser, error) { return b.tree.Open(ctx, name) }}, nil
}

// resolve finds a primary file beside the message where the delivery lies in the
// only folder of its container.
func (b *builder) resolve(name string) string {
	if _, ok := b.tree.Stat(name); ok {
		return name
	}
	if i := firstFolder(b.tree); i != "" {
		return path.Join(i, name)
	}
	return name
}

func firstFolder(t container.Tree) string {
	folder := ""
	_ = t.Files(context.Background(), func(e container.Entry) error {
		if d, _, below := strings.Cut(e.Path, "/"); below {
			folder = d
		}
		return io.EOF
	})
	return folder
}

// viewPath says how a format can be shown (A16, A22): by this program or not at all.
func (pk *Packer) viewPath(name string, f check.Format) string {
	if pk.Opener.Shows(reading.Source(name, f), nil) {
		return office.Program + " " + office.Version
	}
	return ""
}
