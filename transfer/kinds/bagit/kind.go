package bagit

import (
	"context"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Kind is the delivery kind bagit (check.Kind). The zero value is ready.
type Kind struct{}

var _ check.Kind = Kind{}

// Names implements check.Kind.
func (Kind) Names() []string { return []string{"bagit"} }

// Recognise implements check.Kind: bagit.txt at the top or in a folder of the
// top; without it, a manifest beside bag-info.txt or a tag manifest and data.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	root, declared, err := findRoot(ctx, t)
	switch {
	case err != nil:
		return check.Match{}, err
	case declared:
		return check.Match{Kind: "bagit", Confidence: 100, Root: root, Note: "bagit.txt"}, nil
	case root != "-":
		return check.Match{Kind: "bagit", Confidence: 60, Root: root, Note: "Manifest und Begleitdateien ohne bagit.txt"}, nil
	}
	return check.Match{}, nil
}

// marks is what speaks for a bag in one folder.
type marks struct{ manifest, info, data bool }

// findRoot gives the folder of the bag; "-" where there is none.
func findRoot(ctx context.Context, t container.Tree) (root string, declared bool, err error) {
	root = "-"
	seen := map[string]*marks{}
	const most = 64 // folders of the top that are remembered
	err = t.Files(ctx, func(e container.Entry) error {
		dir, rest := "", e.Path
		for level := 0; level < 2; level++ {
			if rest == "bagit.txt" && (!declared || len(dir) < len(root)) {
				root, declared = dir, true
			}
			m := seen[dir]
			if m == nil && len(seen) < most {
				m = &marks{}
				seen[dir] = m
			}
			if m != nil {
				m.see(rest)
			}
			first, more, ok := strings.Cut(rest, "/")
			if !ok || level == 1 {
				break
			}
			dir, rest = first, more
		}
		return nil
	})
	if err != nil || declared {
		return root, declared, err
	}
	for dir, m := range seen {
		if m.manifest && m.info && m.data && (root == "-" || len(dir) < len(root)) {
			root = dir
		}
	}
	return root, false, nil
}

func (m *marks) see(rest string) {
	f, ok := manifestOf(rest)
	switch {
	case ok && !strings.Contains(rest, "/") && f.known && !f.tag:
		m.manifest = true
	case ok && !strings.Contains(rest, "/"), rest == "bag-info.txt", rest == "package-info.txt":
		m.info = true
	case strings.HasPrefix(rest, "data/"):
		m.data = true
	}
}

// Read implements check.Kind.
func (Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	r := newReader(t, m.Root)
	if err := r.declare(ctx); err != nil {
		return nil, nil, err
	}
	if err := r.survey(ctx); err != nil {
		return nil, nil, err
	}
	for _, step := range []func(context.Context) error{r.info, r.manifests, r.fetch} {
		if err := step(ctx); err != nil {
			return nil, nil, err
		}
	}
	r.complete()
	r.oxum()
	if err := r.profile(ctx, in.Extra); err != nil {
		return nil, nil, err
	}
	return r.manifest(), r.findings, nil
}

// Rules implements check.Kind. Counts are compared while reading, because the
// tree knows every size; the digests are compared by the engine.
func (Kind) Rules(*check.Manifest) []check.Rule { return nil }

// readFile reads one small file of the tree; a file that cannot be read gives
// its reason, which is a fault of the material.
func readFile(ctx context.Context, t container.Tree, p string, most int64) (data []byte, reason wording.Text, err error) {
	f, err := t.Open(ctx, p)
	if err == nil {
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, most+1))
	}
	switch {
	case ctx.Err() != nil:
		return nil, reason, ctx.Err()
	case err != nil:
		return nil, check.FaultWords(err), nil
	case int64(len(data)) > most:
		return nil, check.FaultWords(errTooLarge), nil
	}
	return data, reason, nil
}

func join(root, p string) string {
	if root == "" {
		return path.Clean(p)
	}
	return path.Join(root, p)
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.bagit")
}
