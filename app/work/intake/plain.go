package intake

import (
	"context"
	"fmt"
	"iter"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
)

// PlainKind is the stored name of the kind of a file share (Fileablage): a delivery
// without description of its own (check.PlainFiles).
const PlainKind = "files"

// PlainUnit is how many files a package of a share holds at most unless a person
// chose its level, and how many files of one single folder stand together: a package
// of them is built, verified and opened in some 50 MB of memory.
const PlainUnit = 5_000

// The statements of a share that stand with its folders and files; they go into the
// description of the package.
const (
	FieldPath     = "Pfad"
	FieldModified = "Geändert"
)

// factsOf gives what the check learned of files, by path.
type factsOf func(ctx context.Context, paths []string) (map[string]check.FileFact, error)

// plainObjects describes a share by the tree it is: a dossier for a folder with
// folders in it and for an empty one, a case for the files of a folder, a document for
// every file, each with its path and date. A folder that holds files alone is itself
// the case. It gives the objects in document order, a folder at a time; what is held
// is the index of the container, which is open anyway, and a number for every file.
func plainObjects(ctx context.Context, p transfer.Portion, tree container.Tree, facts factsOf, most int) iter.Seq2[*record.Object, error] {
	return func(yield func(*record.Object, error) bool) {
		t := plainTree{ctx: ctx, portion: p, most: most, facts: facts, yield: yield}
		if err := t.read(tree); err != nil {
			yield(nil, err)
			return
		}
		t.folder(0, nil, 1)
	}
}

// plainFile is one file of a share, in path order. There may be a million, so it is small; its
// name is part of the list of the container.
type plainFile struct {
	name     string // in its folder
	modified int64  // Unix seconds, undated = not known
}

// undated is the date of a file that has none.
const undated = math.MinInt64

// plainFolder is one folder of a share.
type plainFolder struct {
	path     string
	modified time.Time
	folders  []int32
	files    []int32
}

// plainTree makes the record tree of a share.
type plainTree struct {
	ctx     context.Context
	portion transfer.Portion
	most    int
	facts   factsOf
	yield   func(*record.Object, error) bool

	files   []plainFile
	folders []plainFolder // the share itself first
	at      map[string]int32
	n, made int // documents and folders given so far
}

// read takes in paths and dates; every folder is known by its own entry or by what
// lies in it.
func (t *plainTree) read(tree container.Tree) error {
	t.folders, t.at, t.files = []plainFolder{{}}, map[string]int32{"": 0}, make([]plainFile, 0, t.portion.Files)
	for _, d := range container.Directories(tree) {
		t.folders[t.enter(d.Path)].modified = d.Modified()
	}
	err := tree.Files(t.ctx, func(e container.Entry) error {
		above := parentPath(e.Path)
		in := t.enter(above)
		t.folders[in].files = append(t.folders[in].files, int32(len(t.files)))
		f := plainFile{strings.TrimPrefix(e.Path[len(above):], "/"), undated}
		if !e.Modified.IsZero() {
			f.modified = e.Modified.Unix()
		}
		t.files = append(t.files, f)
		return nil
	})
	for i := range t.folders {
		slices.SortFunc(t.folders[i].folders, func(a, b int32) int { return strings.Compare(t.folders[a].path, t.folders[b].path) })
	}
	return err
}

// enter gives the place of a folder, made with those above it.
func (t *plainTree) enter(name string) int32 {
	if i, ok := t.at[name]; ok {
		return i
	}
	above := t.enter(parentPath(name))
	i := int32(len(t.folders))
	t.folders = append(t.folders, plainFolder{path: name})
	t.folders[above].folders = append(t.folders[above].folders, i)
	t.at[name] = i
	return i
}

// parentPath gives the folder a path lies in, "" for the share itself.
func parentPath(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i]
	}
	return ""
}

// folder gives one folder with all below it; false: nobody wants more.
func (t *plainTree) folder(i int32, above *record.Object, number int) bool {
	f := &t.folders[i]
	o := t.object(f, number)
	if len(f.folders) == 0 && len(f.files) > 0 && len(f.files) <= t.most {
		o.Kind, o.Parent = record.Case, above
		return t.yield(o, nil) && t.documents(o, f.path, f.files)
	}
	o.Kind, o.Parent = record.Dossier, above
	if !t.yield(o, nil) {
		return false
	}
	number = 0
	for files := f.files; len(files) > 0; {
		n := min(len(files), t.most)
		number++
		own := &record.Object{ID: fmt.Sprintf("%s-D%d", o.ID, number), Kind: record.Case, Parent: o, Number: fmt.Sprint(number),
			Reference: fmt.Sprintf("%s/D%d", o.Reference, number), Subject: "Dateien in „" + o.Subject + "“"}
		if len(f.files) > t.most {
			own.Subject += fmt.Sprintf(", ab „%s“", t.files[files[0]].name)
		}
		if !t.yield(own, nil) || !t.documents(own, f.path, files[:n]) {
			return false
		}
		files = files[n:]
	}
	for _, sub := range f.folders {
		number++
		if !t.folder(sub, o, number) {
			return false
		}
	}
	return true
}

// object describes a folder; the share itself has the id of its portion.
func (t *plainTree) object(f *plainFolder, number int) *record.Object {
	if f.path == "" {
		return &record.Object{ID: t.portion.ID, Reference: t.portion.ID, Subject: t.portion.Name}
	}
	t.made++
	o := &record.Object{ID: fmt.Sprintf("%s-O%d", t.portion.ID, t.made), Number: fmt.Sprint(number),
		Reference: fmt.Sprintf("%s/O%d", t.portion.ID, t.made),
		Subject:   path.Base(f.path), Fields: []record.Field{{Name: FieldPath, Value: f.path}}}
	if !f.modified.IsZero() {
		o.Fields = append(o.Fields, record.Field{Name: FieldModified, Value: f.modified.UTC().Format(time.RFC3339)})
	}
	return o
}

// documents gives the files of a folder below its case.
func (t *plainTree) documents(in *record.Object, folder string, files []int32) bool {
	paths := make([]string, len(files))
	for i, f := range files {
		if paths[i] = t.files[f].name; folder != "" {
			paths[i] = folder + "/" + paths[i]
		}
	}
	facts, err := t.facts(t.ctx, paths)
	if err != nil {
		t.yield(nil, err)
		return false
	}
	for i, f := range files {
		t.n++
		file, fact := &t.files[f], facts[paths[i]]
		doc := &record.Object{ID: fmt.Sprintf("%s-%d", t.portion.ID, t.n), Kind: record.Document, Parent: in, Number: fmt.Sprint(i + 1),
			Subject: file.name,
			Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatName: fact.Format.Name,
				File: record.PrimaryFile{Name: paths[i]}}}}}}
		if file.modified != undated {
			// No document date: when a file was changed last shortens no closure period.
			doc.Fields = []record.Field{{Name: FieldModified, Value: time.Unix(file.modified, 0).UTC().Format(time.RFC3339)}}
		}
		if fact.Raw != "" {
			doc.Fields = append(doc.Fields, record.Field{Name: "Name, wie er auf dem Datenträger stand (hexadezimal)", Value: fact.Raw})
		}
		if !t.yield(doc, nil) {
			return false
		}
	}
	return true
}

// FieldOf gives a further statement of an object, "" where it has none.
func FieldOf(o *record.Object, name string) string {
	for _, f := range o.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}
