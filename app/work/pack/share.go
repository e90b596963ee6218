package pack

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/appraisal/share"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Packaging levels of a share, beside the depth of its folders in digits.
const (
	LevelShare  = "share"  // the share as a whole
	LevelFolder = "folder" // every folder with its own files
)

// mostWhole is how many times as many files as otherwise a package of a chosen level may
// hold: what a package says of its files is built in memory before it is written, some 12 kB
// a file. A folder with more is cut below by the same rule.
const mostWhole = 2

// leftOutName is the list of what a package of a share leaves out, in its documentation.
const leftOutName = "ausgelassen.csv"

// sharing knows what of a file share goes into which package: files are decided one by
// one where a person or a rule did, and nothing that is to be destroyed is packaged.
type sharing struct {
	b      *builder
	most   int                       // files of a package where no level was chosen
	single *appraise.Single          // what holds for folders, their cases and files
	stays  map[string]bool           // cases and empty folders of which something is archived
	parts  map[string]*record.Object // by unit: what its package is about
	names  map[string]share.Name     // what persons call its folders
	left   []leftOut                 // of the package built last
	large  int                       // folders of the chosen level that hold too much for one package
}

// leftOut is what of one folder was left out for one reason.
type leftOut struct {
	folder, reason string
	files          int
	bytes          int64
}

func (pk *Packer) newShare(ctx context.Context, b *builder, level string) (*sharing, error) {
	s := &sharing{b: b, most: pk.Office.Opts.UnitFiles, stays: map[string]bool{}}
	if s.most == 0 {
		s.most = intake.PlainUnit
	}
	var err error
	if s.single, err = appraise.SingleOf(ctx, pk.Desk, b.appraisal); err != nil {
		return nil, err
	}
	if s.names, err = pk.Notes.Names(ctx, b.portion.ID); err != nil {
		return nil, err
	}
	roots := b.appraisal.Roots
	for _, u := range appraisal.Units(roots) {
		s.stays[u.ID] = b.appraisal.Verdicts[u.ID].Rating == record.RatingArchive
	}
	whole, err := s.level(level)
	if err != nil {
		return nil, err
	}
	fits := func(o *record.Object, depth int) bool {
		if !whole(o, depth) {
			return false
		}
		small := record.Count([]*record.Object{o}).Files <= mostWhole*s.most
		if !small {
			s.large++
		}
		return small
	}
	for _, o := range roots {
		s.cut(o, 0, fits)
	}
	ids := map[string]bool{}
	for _, o := range b.units {
		ids[o.ID] = true
	}
	s.parts = intake.ShareParts(roots, ids)
	return s, nil
}

// level gives the rule by which a folder becomes a package as a whole.
func (s *sharing) level(level string) (func(o *record.Object, depth int) bool, error) {
	switch level {
	case "", LevelCase, LevelDossier: // what a profile says of Akten is no level of a share
		return func(o *record.Object, _ int) bool { return record.Count([]*record.Object{o}).Files <= s.most }, nil
	case LevelShare:
		return func(*record.Object, int) bool { return true }, nil
	case LevelFolder:
		return func(o *record.Object, _ int) bool { return o.Kind == record.Case || len(o.Children) == 0 }, nil
	}
	n, err := strconv.Atoi(level)
	if err != nil || n < 1 {
		return nil, failure.New(failure.Refused, "packaging level "+level, wording.Say("hint.pack.share-levels"))
	}
	return func(o *record.Object, depth int) bool { return depth >= n || o.Kind == record.Case }, nil
}

// cut divides the tree below o into units: folders that are packaged as a whole, and
// of the others what lies in them directly with their empty folders.
func (s *sharing) cut(o *record.Object, depth int, whole func(*record.Object, int) bool) {
	if whole(o, depth) {
		s.b.units = append(s.b.units, o)
		return
	}
	rest, own := false, 0
	for _, c := range o.Children {
		own += ownFiles(c)
	}
	for _, c := range o.Children {
		switch {
		case ownFiles(c) > 0 && own > s.most: // one folder with more files than a package holds
			s.b.units = append(s.b.units, c)
		case ownFiles(c) > 0 || record.Count([]*record.Object{c}).Files == 0:
			rest = true
		default:
			s.cut(c, depth+1, whole)
		}
	}
	if rest {
		s.b.units = append(s.b.units, o)
	}
}

// ownFiles counts the files of a case that stands for the files of the folder above it.
func ownFiles(o *record.Object) int {
	if o.Kind != record.Case || intake.FieldOf(o, intake.FieldPath) != "" {
		return 0
	}
	return record.Count([]*record.Object{o}).Files
}

// gap says why a unit gets no package, "" = it gets one.
func (s *sharing) gap(o *record.Object) string {
	for x := range record.All([]*record.Object{s.parts[o.ID]}) {
		if s.stays[x.ID] {
			return ""
		}
	}
	return "vernichtet"
}

// kept gives what of a part is archived, with its documents, and notes what is not.
func (s *sharing) kept(ctx context.Context, part *record.Object) (*record.Object, error) {
	s.left = nil
	out, err := s.keep(ctx, part, part.Parent)
	if err == nil && out == nil {
		err = failure.New(failure.Damaged, "package "+part.ID, wording.Say("hint.pack.ordered-share-empty"))
	}
	return out, err
}

func (s *sharing) keep(ctx context.Context, o, parent *record.Object) (*record.Object, error) {
	if o.Kind == record.Case {
		return s.keepFiles(ctx, o, parent)
	}
	c := s.named(o)
	c.Children, c.Held, c.Parent = nil, nil, parent
	for _, child := range o.Children {
		k, err := s.keep(ctx, child, &c)
		if err != nil {
			return nil, err
		}
		if k != nil {
			c.Children = append(c.Children, k)
		}
	}
	switch {
	case len(c.Children) > 0:
		return &c, nil
	case len(o.Children) > 0:
		return nil, nil // all below it was left out
	case s.single.Case(o.ID).Rating == record.RatingArchive:
		return &c, nil
	}
	s.leave(o.ID, s.single.Case(o.ID).Decision, 0, 0)
	return nil, nil
}

// named gives an object with what persons call it; its own name stays in its path.
func (s *sharing) named(o *record.Object) record.Object {
	c, n := *o, s.names[o.ID]
	c.Fields = slices.Clone(o.Fields)
	if n.Title != "" {
		c.Subject = n.Title
	}
	if n.Detail != "" {
		c.Fields = append(c.Fields, record.Field{Name: "Beschreibung", Value: n.Detail})
	}
	return c
}

// keepFiles gives the case with the files that are archived; nil where none is.
func (s *sharing) keepFiles(ctx context.Context, o, parent *record.Object) (*record.Object, error) {
	all, err := s.b.packer.Contents.WholeUnit(ctx, s.b.portion.ID, o)
	if err != nil {
		return nil, err
	}
	c := s.named(all)
	c.Children, c.Parent = nil, parent
	folder := o
	if intake.FieldOf(o, intake.FieldPath) == "" && o.Parent != nil {
		folder = o.Parent
	}
	var out []*record.Object
	for _, d := range all.Children {
		if s.single.Verdict(o.ID, d.ID).Rating == record.RatingArchive {
			c.Add(d)
			continue
		}
		out = append(out, d)
	}
	sizes, err := s.sizes(ctx, out)
	if err != nil {
		return nil, err
	}
	for i, d := range out {
		s.leave(folder.ID, s.single.Verdict(o.ID, d.ID).Decision, 1, sizes[i])
	}
	if len(c.Children) == 0 {
		return nil, nil
	}
	return &c, nil
}

// sizes gives the bytes of documents, asked for all of a folder at once.
func (s *sharing) sizes(ctx context.Context, docs []*record.Object) ([]int64, error) {
	var names []string
	for _, d := range docs {
		for f := range d.Files() {
			names = append(names, s.b.resolve(f.Name))
		}
	}
	facts, err := s.b.packer.Journal.Files(ctx, s.b.portion.Run, names)
	out := make([]int64, len(docs))
	for i, d := range docs {
		for f := range d.Files() {
			out[i] += facts[s.b.resolve(f.Name)].Size
		}
	}
	return out, err
}

// leave notes what is left out of a folder.
func (s *sharing) leave(folder string, d *appraisal.Decision, files int, size int64) {
	reason := ""
	if d != nil {
		reason = d.Reason
	}
	i := slices.IndexFunc(s.left, func(l leftOut) bool { return l.folder == folder && l.reason == reason })
	if i < 0 {
		i = len(s.left)
		s.left = append(s.left, leftOut{folder: folder, reason: reason})
	}
	s.left[i].files, s.left[i].bytes = s.left[i].files+files, s.left[i].bytes+size
}

// complete adds the folders of the tree with their dates, and the list of what was
// left out. It names a folder of which nothing stays by its id alone: its name would
// tell of what was destroyed.
func (s *sharing) complete(spec *aip.Spec) error {
	paths := map[string]string{}
	folder := func(o *record.Object) {
		name := intake.FieldOf(o, intake.FieldPath)
		if name == "" {
			return
		}
		paths[o.ID] = name
		at, err := time.Parse(time.RFC3339, intake.FieldOf(o, intake.FieldModified))
		if err != nil {
			at = time.Time{}
		}
		if fits, whole := fit(name); whole {
			spec.Folders = append(spec.Folders, aip.Folder{Path: fits, Modified: at})
		}
	}
	for _, o := range spec.Chain {
		folder(o)
	}
	for o := range record.All([]*record.Object{spec.Object}) {
		if o.Kind != record.Document {
			folder(o)
		}
	}
	spec.Tree = true
	fitting(spec.Files)
	apart(spec.Files)
	if len(s.left) == 0 {
		return nil
	}
	list, err := s.leftOutList(paths)
	if err != nil {
		return err
	}
	spec.Documentation = append(spec.Documentation, aip.File{Path: leftOutName, Size: int64(len(list)), Modified: spec.Ordered,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(list)), nil }})
	return nil
}

func (s *sharing) leftOutList(paths map[string]string) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = ';'
	rows := [][]string{{"Ordner", "Kennung", "Dateien", "Bytes", "Entscheidung", "Grund"}}
	for _, l := range s.left {
		rows = append(rows, []string{paths[l.folder], l.folder, fmt.Sprint(l.files), fmt.Sprint(l.bytes), string(record.RatingDestroy),
			strings.Join(strings.Fields(l.reason), " ")})
	}
	err := w.WriteAll(rows)
	return out.Bytes(), err
}
