// Package siard shows database archives in the format SIARD 1.0, 2.0, 2.1 and
// 2.2 (eCH-0165) without a database server: schemas, tables, columns, keys, rows
// by page, large objects, search and export of a selection to CSV (requirement
// B6). It checks nothing: that is transfer/kinds/siard.
//
// A table's XML lies compressed in a ZIP and gives no access to its middle.
// When a table is opened for the first time its rows are streamed once into a
// file of small compressed blocks of whole rows in the cache folder; from then
// on any row costs one block. Memory is a few blocks and 24 bytes per block,
// whatever the size of the table. The cache is a copy of delivered content: it
// lies inside the workspace and Sweep and Drop remove it (G13, G17).
//
// An Archive and its tables are safe for concurrent use.
package siard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"sync"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
	"laufzettel/viewer"
)

// Reader is the viewer.Reader of SIARD files. The zero value works without a
// cache folder that outlives the program: it uses the system's.
type Reader struct {
	Cache string // folder of the block files
	// Inner opens large objects; nil: they are named only.
	Inner func(context.Context, viewer.Source) (viewer.Document, error)
}

var _ viewer.Reader = Reader{}

var puids = map[string]bool{"fmt/161": true, "fmt/995": true, "fmt/1196": true, "fmt/1777": true}

// Reads implements viewer.Reader.
func (Reader) Reads(src viewer.Source, head []byte) bool {
	if len(head) > 0 && container.Sniff(head) != container.ZIP {
		return false
	}
	return src.Ext() == ".siard" || puids[src.PUID] || beginsLike(head)
}

// beginsLike looks at the name of the first entry of a ZIP, which tells a SIARD
// archive under another extension.
func beginsLike(head []byte) bool {
	if len(head) < 40 {
		return false
	}
	name := string(head[30:min(len(head), 30+int(head[26])+int(head[27])<<8)])
	return name == "content/" || strings.HasPrefix(name, "content/schema") || strings.HasPrefix(name, "header/siardversion")
}

// OpenArchive opens a .siard file. Errors: Refused with a German hint.
func (r Reader) OpenArchive(ctx context.Context, src viewer.Source) (*Archive, error) {
	t, err := container.OpenAt(ctx, src.Name, src.Content, src.Size, container.Options{})
	if err != nil {
		if refused, ok := errors.AsType[*container.Refused](err); ok {
			return nil, failure.Wrap(failure.Refused, "open "+src.Name, wording.Say("hint.siard.container-unsafe"), refused)
		}
		return nil, err
	}
	key, err := identity(src)
	if err != nil {
		return nil, errors.Join(viewer.Damaged("read "+src.Name, err), t.Close())
	}
	a, err := OpenTree(ctx, t, r, key)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	a.size = src.Size
	return a, nil
}

// tail is how much of the end of a file tells it from others: the central
// directory with the lengths and CRCs of the entries.
const tail = 4 << 20

// identity names the content of a file for the cache.
func identity(src viewer.Source) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n", src.Size)
	for _, part := range [][2]int64{{0, min(src.Size, 64<<10)}, {max(0, src.Size-tail), min(src.Size, tail)}} {
		if _, err := io.Copy(h, io.NewSectionReader(src.Content, part[0], part[1])); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Open implements viewer.Reader.
func (r Reader) Open(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	a, err := r.OpenArchive(ctx, src)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Archive is an open database archive. As a document it is the list of its
// tables; each leads to its rows.
type Archive struct {
	Database
	r    Reader
	tree container.Tree
	root string
	key  string // identity of the content, names the cache; "" = no lasting cache
	size int64
	list []*Table

	mu    sync.Mutex
	users int // the archive itself and its open tables
	done  func()
}

// OpenTree opens a database archive that lies in a tree (also an unpacked one);
// the archive closes the tree. key names the content for the cache, "" = none.
// Error: Refused where there is no readable header/metadata.xml.
func OpenTree(ctx context.Context, t container.Tree, r Reader, key string) (*Archive, error) {
	a := &Archive{r: r, tree: t, key: key, users: 1}
	at, err := metadataPath(ctx, t)
	if err != nil {
		return nil, err
	}
	if at == "" {
		return nil, failure.New(failure.Refused, "open "+t.Name(), wording.Say("hint.siard.not-an-archive"))
	}
	a.root = strings.TrimSuffix(strings.TrimSuffix(at, "header/metadata.xml"), "/")
	f, err := t.Open(ctx, at)
	if err != nil {
		return nil, viewer.Damaged("read "+at, err)
	}
	err = errors.Join(a.Database.read(f), f.Close())
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read "+at, wording.Say("hint.siard.metadata-unreadable", err.Error()), err)
	}
	for _, s := range a.Schemas {
		a.list = append(a.list, s.Tables...)
	}
	return a, nil
}

// metadataPath finds header/metadata.xml at the top or in a folder of the top.
func metadataPath(ctx context.Context, t container.Tree) (string, error) {
	if _, ok := t.Stat("header/metadata.xml"); ok {
		return "header/metadata.xml", nil
	}
	found := ""
	err := t.Files(ctx, func(e container.Entry) error {
		if dir, ok := strings.CutSuffix(e.Path, "/header/metadata.xml"); ok && !strings.Contains(dir, "/") {
			found = e.Path
		}
		return nil
	})
	return found, err
}

// enter counts a user of the content in; false where the archive is closed.
func (a *Archive) enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.users == 0 {
		return false
	}
	a.users++
	return true
}

// leave counts a user out; the last one closes the tree.
func (a *Archive) leave() error {
	a.mu.Lock()
	a.users--
	last, done := a.users == 0, a.done
	a.mu.Unlock()
	if !last {
		return nil
	}
	err := a.tree.Close()
	if done != nil {
		done()
	}
	return err
}

// WhenClosed implements viewer.Shared.
func (a *Archive) WhenClosed(done func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done = done
}

// Close implements viewer.Document. Tables that are still open keep working.
func (a *Archive) Close() error { return a.leave() }

// Info implements viewer.Document.
func (a *Archive) Info() viewer.Info {
	facts := []viewer.Fact{{Label: "Format", Value: "SIARD " + a.Version}, {Label: "Datenbank", Value: a.Name}}
	for _, s := range a.Statements {
		facts = append(facts, viewer.Fact{Label: label(s.Name), Value: s.Value})
	}
	facts = append(facts, viewer.Fact{Label: "Schemata", Value: strconv.Itoa(len(a.Schemas))},
		viewer.Fact{Label: "Tabellen", Value: strconv.Itoa(len(a.list))})
	if a.size > 0 {
		facts = append(facts, viewer.Fact{Label: "Größe", Value: viewer.Bytes(a.size)})
	}
	name := a.Name
	if name == "" {
		name = "ohne Namen"
	}
	note := "Datenbank „" + name + "“, SIARD " + a.Version + ": ein Klick auf eine Zeile (oder die Leertaste) öffnet die Tabelle."
	return viewer.Info{Kind: viewer.Table, Format: "SIARD " + a.Version, Facts: facts, Notes: []string{note}}
}

var labels = map[string]string{"description": "Beschreibung", "archiver": "Archiviert von", "archiverContact": "Kontakt",
	"dataOwner":          "Dateneigner",
	"dataOriginTimespan": "Entstehungszeitraum", "producerApplication": "Erzeugt mit", "archivalDate": "Archiviert am",
	"clientMachine":   "Rechner",
	"databaseProduct": "Datenbanksystem", "connection": "Verbindung", "databaseUser": "Datenbankbenutzer",
	"lobFolder": "Ordner großer Objekte"}

func label(name string) string {
	if l, ok := labels[name]; ok {
		return l
	}
	return name
}

// Columns implements viewer.Tabler: the list of tables.
func (a *Archive) Columns() []string {
	return []string{"Schema", "Tabelle", "Zeilen", "Spalten", "Schlüssel", "Beschreibung"}
}

// Rows implements viewer.Tabler.
func (a *Archive) Rows() int { return len(a.list) }

// Row implements viewer.Tabler.
func (a *Archive) Row(n int) []string {
	if n < 0 || n >= len(a.list) {
		return nil
	}
	t := a.list[n]
	rows := ""
	if t.Declared >= 0 {
		rows = strconv.FormatInt(t.Declared, 10)
	}
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return []string{t.Schema, t.Name, rows, strings.Join(names, ", "), t.keyWords(), t.Description}
}

// Text implements viewer.Texter: what the description of the database says; the
// rows are not part of it.
func (a *Archive) Text(context.Context, int) (string, error) {
	var b strings.Builder
	b.WriteString(a.Name + "\n")
	for _, s := range a.Statements {
		b.WriteString(s.Value + "\n")
	}
	for i := range a.list {
		b.WriteString(strings.Join(a.Row(i), "\t") + "\n")
	}
	return b.String(), nil
}

// Search implements viewer.Searcher over the list of tables.
func (a *Archive) Search(_ context.Context, words string) ([]viewer.Hit, error) {
	want := strings.ToLower(strings.TrimSpace(words))
	var hits []viewer.Hit
	for i := range a.list {
		line := strings.Join(a.Row(i), " · ")
		if want != "" && strings.Contains(strings.ToLower(line), want) && len(hits) < viewer.MaxHits {
			hits = append(hits, viewer.Hit{Page: i, Context: line})
		}
	}
	return hits, nil
}

// Leads implements viewer.Deeper.
func (a *Archive) Leads(row, _ int) bool { return row >= 0 && row < len(a.list) }

// Below implements viewer.Deeper: the rows of a table.
func (a *Archive) Below(ctx context.Context, row, _ int) (string, viewer.Document, error) {
	if !a.Leads(row, 0) {
		return "", nil, errors.New("siard: no such table")
	}
	rows, err := a.Rowset(ctx, a.list[row])
	if err != nil {
		return "", nil, err
	}
	return a.list[row].Schema + "." + a.list[row].Name, rows, nil
}

// Find gives the table of that name ("schema.table", "table", folder path or
// number from 1 as in the list). Error: Refused.
func (a *Archive) Find(name string) (*Table, error) {
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(a.list) {
		return a.list[n-1], nil
	}
	for _, same := range []func(*Table) string{
		func(t *Table) string { return t.Schema + "." + t.Name },
		func(t *Table) string { return t.Name },
		func(t *Table) string { return t.dir() },
	} {
		for _, t := range a.list {
			if strings.EqualFold(same(t), name) {
				return t, nil
			}
		}
	}
	return nil, failure.New(failure.Refused, "find table "+name, wording.Say("hint.siard.unknown-table", name))
}

// Tables lists all tables in the order of the description.
func (a *Archive) Tables() []*Table { return a.list }

// at gives the path of a file below content.
func (a *Archive) at(t *Table, ext string) string {
	return path.Join(a.root, "content", t.dir(), t.Folder+ext)
}

var _ interface {
	viewer.Tabler
	viewer.Texter
	viewer.Searcher
	viewer.Deeper
	viewer.Shared
} = (*Archive)(nil)

// maxTables bounds the list.
const maxTables = 100_000

var errTables = fmt.Errorf("%w: mehr als %d Tabellen", xmlwalk.ErrLimit, maxTables)
