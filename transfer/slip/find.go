package slip

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

const maxLooked = 64 // XML files that are looked at to find a slip

// headBytes is how much of a file is read to learn its root element.
const headBytes = 4 << 10

// Found is a routing slip that was found with what lies beside it.
type Found struct {
	Path        string // of the slip: inside the tree, or the base name beside the container
	Slip        *RoutingSlip
	ListPath    string // "" where the list is not there
	ListAs      string // a file of its name that is no XML, where the list is not there
	List        *List  // nil where it could not be read or is an xdomea message
	AccessionID string // Ü-ID computed over the list, "" without list
	// Inside are the faults of a slip that lies in the delivery; kinds that list the slip
	// among their files have told them.
	Inside []check.Finding
}

// place is a folder or tree in which papers are looked for.
type place struct {
	names []string
	near  []string // where a list of another name is looked for; nil: names
	open  func(name string) (io.ReadCloser, error)
}

// Find looks for a routing slip at the top of a delivery and one folder below.
// It gives nil without findings where none is there. A slip that does not fit its
// schema gives findings and a Found without Slip. The first by path order counts.
func Find(ctx context.Context, t container.Tree) (*Found, []check.Finding, error) {
	p := place{open: func(name string) (io.ReadCloser, error) { return t.Open(ctx, name) }}
	err := t.Files(ctx, func(e container.Entry) error {
		if strings.Count(e.Path, "/") <= 1 && strings.EqualFold(path.Ext(e.Path), ".xml") && len(p.names) < maxLooked {
			p.names = append(p.names, e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	found, findings := p.find(func(name string) bool { _, ok := t.Stat(name); return ok })
	return found, findings, ctx.Err()
}

// FindAll finds all slips of a tree, those nearest to the top first.
func FindAll(ctx context.Context, t container.Tree) (out []*Found, err error) {
	p := place{open: func(name string) (io.ReadCloser, error) { return t.Open(ctx, name) }}
	err = t.Files(ctx, func(e container.Entry) error {
		if strings.EqualFold(path.Ext(e.Path), ".xml") {
			p.names = append(p.names, e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.names, func(a, b string) int { return cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")) })
	for _, name := range p.names[:min(len(p.names), maxLooked)] {
		one := place{names: []string{name}, near: p.names[:min(len(p.names), maxLooked)], open: p.open}
		if found, _ := one.find(func(name string) bool { _, ok := t.Stat(name); return ok }); found != nil {
			out = append(out, found)
		}
	}
	return out, ctx.Err()
}

// Names reports whether the slip speaks of a container of this name.
func (f *Found) Names(container string) bool {
	return f.Slip != nil && slices.ContainsFunc(f.Slip.Containers, func(c Container) bool { return c.Name == container })
}

// FindBeside looks for a routing slip in the folder in which a container file
// lies. Where a folder holds several, the one that names the container counts.
func FindBeside(ctx context.Context, containerPath string) (*Found, []check.Finding, error) {
	dir := filepath.Dir(containerPath)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("look for routing slip: %w", err)
	}
	byName := map[string]bool{}
	p := place{open: func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, name)) }}
	for _, e := range entries {
		if e.Type().IsRegular() {
			byName[e.Name()] = true
			if strings.EqualFold(filepath.Ext(e.Name()), ".xml") && len(p.names) < maxLooked {
				p.names = append(p.names, e.Name())
			}
		}
	}
	p.names = p.prefer(filepath.Base(containerPath))
	found, findings := p.find(func(name string) bool { return byName[name] })
	return found, findings, ctx.Err()
}

// ListBeside finds a transfer list in the folder of a container that no routing slip
// came with; nil where there is none, or where other containers lie there of which it
// may speak.
func ListBeside(ctx context.Context, containerPath string) (*Found, []check.Finding, error) {
	dir := filepath.Dir(containerPath)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("look for transfer list: %w", err)
	}
	p := place{open: func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, name)) }}
	for _, e := range entries {
		switch ext := strings.ToLower(filepath.Ext(e.Name())); {
		case !e.Type().IsRegular() || e.Name() == filepath.Base(containerPath):
		case ext == ".zip" || ext == ".tar" || ext == ".tgz" || ext == ".gz":
			return nil, nil, nil
		case ext == ".xml" && len(p.names) < maxLooked:
			p.names = append(p.names, e.Name())
		}
	}
	for _, name := range p.names {
		if head, ok := p.read(name, headBytes); ok && IsList(head) {
			f := &Found{ListPath: name}
			return f, p.readList(f), ctx.Err()
		}
	}
	return nil, nil, ctx.Err()
}

// ListInside finds the list a slip names in the delivery it came with, where none lies
// beside the slip: an offer as a message (0501) is packed as one.
func (f *Found) ListInside(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	if f == nil || f.Slip == nil || f.ListPath != "" || f.Slip.ListFile == "" {
		return nil, nil
	}
	if _, there := t.Stat(f.Slip.ListFile); !there {
		return nil, nil
	}
	f.ListPath = f.Slip.ListFile
	p := place{open: func(name string) (io.ReadCloser, error) { return t.Open(ctx, name) }}
	return p.readList(f), ctx.Err()
}

// IsList reports whether a paper begins as a transfer list.
func IsList(head []byte) bool {
	name, ok := rootOf(head)
	return ok && name == xml.Name{Space: Namespace, Local: "Abgabeliste"}
}

// slipName is what source 004 calls a routing slip: a file of that name is one, however
// it is built.
const slipName = "el_lauf.xml"

// prefer keeps slips that name the container, if there are any.
func (p place) prefer(containerName string) []string {
	var naming []string
	for _, name := range p.names {
		if head, ok := p.read(name, headBytes); !ok || !mayBeSlip(head) {
			continue // most XML files beside a container are none, and some are long
		}
		if b, ok := p.read(name, maxSlip); ok && isSlip(b) && bytes.Contains(b, []byte(containerName)) {
			naming = append(naming, name)
		}
	}
	if len(naming) > 0 {
		return naming
	}
	return p.names
}

// find reads the first slip among the names and the list it names.
func (p place) find(exists func(string) bool) (*Found, []check.Finding) {
	for _, name := range p.names {
		head, ok := p.read(name, headBytes)
		if !ok || !isSlip(head) && !strings.EqualFold(path.Base(name), slipName) {
			continue
		}
		whole, _ := p.read(name, maxSlip+1)
		s, findings, err := ReadSlip(bytes.NewReader(whole))
		f := &Found{Path: name, Slip: s}
		if err != nil || s == nil {
			return f, at(findings, name)
		}
		list := path.Join(path.Dir(name), s.ListFile)
		other := ""
		if f.ListPath = list; !exists(list) {
			f.ListPath = p.otherList(path.Dir(name))
			other = f.ListPath
		}
		if f.ListPath != "" {
			findings = append(findings, p.readList(f)...)
		}
		if other != "" {
			findings = append(findings, check.CodeRespelled.At(other).Want(wording.Plain(list), wording.Plain(other)))
		} else if f.ListPath == "" {
			f.ListAs = elsewhere(list, exists)
		}
		return f, at(findings, name)
	}
	return nil, nil
}

// otherList finds the one transfer list in a folder, whatever it is called; "" where
// there is none, or more than one.
func (p place) otherList(dir string) (found string) {
	names := p.near
	if names == nil {
		names = p.names
	}
	for _, name := range names {
		if path.Dir(name) != dir {
			continue
		}
		if head, ok := p.read(name, headBytes); ok && IsList(head) {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// elsewhere gives the file that has the name of the list in another form than XML.
func elsewhere(list string, exists func(string) bool) string {
	stem := strings.TrimSuffix(list, path.Ext(list))
	for _, ext := range []string{".xlsx", ".xls", ".ods", ".csv", ".docx", ".pdf", ".txt", ".html", ".json"} {
		if exists(stem + ext) {
			return stem + ext
		}
	}
	return ""
}

// readList reads the list and computes the Ü-ID over its bytes.
func (p place) readList(f *Found) []check.Finding {
	b, ok := p.read(f.ListPath, maxList)
	if !ok {
		return at([]check.Finding{codeList.At("")}, f.ListPath)
	}
	f.AccessionID = AccessionID(b)
	if root, ok := rootOf(b); ok && strings.HasPrefix(root.Space, "urn:xoev-de:xdomea:") {
		// An offer (0501) serves as list as well; its own kind checks it, and
		// ListOf makes the entries of its record tree.
		return nil
	}
	l, findings, err := ReadList(bytes.NewReader(b))
	if err != nil {
		findings = []check.Finding{codeList.At("").Want("", check.FaultWords(err))}
	}
	f.List = l
	return at(findings, f.ListPath)
}

// read gives up to limit bytes of a file; ok is false where it cannot be read:
// the one read of the check tells why.
func (p place) read(name string, limit int64) ([]byte, bool) {
	rc, err := p.open(name)
	if err != nil {
		return nil, false
	}
	defer rc.Close()
	b, err := io.ReadAll(io.LimitReader(rc, limit))
	return b, err == nil
}

// mayBeSlip reports whether a file with this beginning has the root element of a slip, or one
// that stands further behind.
func mayBeSlip(head []byte) bool {
	_, known := rootOf(head)
	return !known || isSlip(head)
}

// isSlip looks at the root element only.
func isSlip(head []byte) bool {
	name, ok := rootOf(head)
	return ok && name == xml.Name{Space: Namespace, Local: "Laufzettel"}
}

// rootOf gives the name of the root element.
func rootOf(head []byte) (xml.Name, bool) {
	root, ok := xmlwalk.RootOf(bytes.NewReader(head), nil)
	return root.Name, ok
}

func at(fs []check.Finding, name string) []check.Finding {
	for i := range fs {
		if fs[i].Path == "" {
			fs[i].Path = name
		}
	}
	return fs
}

// Listed gives the papers as listed files, so that completeness does not blame
// them as delivered and not listed.
func (f *Found) Listed() []check.Listed {
	if f == nil {
		return nil
	}
	var out []check.Listed
	if f.Path != "" {
		out = append(out, check.Listed{Path: f.Path, Role: check.RoleSlip, Size: -1, By: f.Path})
	}
	if f.ListPath != "" {
		out = append(out, check.Listed{Path: f.ListPath, Role: check.RoleSlip, Size: -1, By: f.Path})
	}
	return out
}
