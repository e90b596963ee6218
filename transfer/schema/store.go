package schema

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Store is a folder of schema packages. A package is what one Add took in, a
// folder named by its digest with package.json; it is written once and never
// changed. A Store is safe for concurrent use; two processes may add at once.
type Store struct {
	dir string
	now func() time.Time

	mu      sync.Mutex
	sets    map[string]*Set // by package id
	heads   []Package       // of all packages, as of read
	read    time.Time       // when heads were read
	changed time.Time       // modification time of dir then
}

// Package is one collection of the store.
type Package struct {
	ID         string    `json:"id"`
	Source     string    `json:"source"` // base name of what was added
	Added      time.Time `json:"added"`
	Namespaces []string  `json:"namespaces"`
	Files      []File    `json:"files"`
}

// File is one stored file.
type File struct {
	Path      string `json:"path"`
	Namespace string `json:"namespace,omitempty"`
	SHA256    string `json:"sha256"`
}

// Entry is one namespace at hand.
type Entry struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name,omitempty"` // of the official schema, "" = unknown
	// Official is true where the main document is the published one, byte for byte.
	Official bool   `json:"official"`
	Package  string `json:"package"`
	Source   string `json:"source"`
	Files    []File `json:"files"`
}

const packageFile = "package.json"

// NewStore uses the folder dir, which need not exist yet.
func NewStore(dir string) *Store {
	return &Store{dir: dir, now: time.Now, sets: map[string]*Set{}}
}

// Add takes in an XSD with what it includes, a folder or a ZIP. Every schema is
// read before anything is stored; what was there already is not stored twice.
// Errors: Refused with a sentence for the person where the source is no schema.
func (s *Store) Add(ctx context.Context, name string) (Package, error) {
	c, raw, err := readSource(ctx, name)
	if err != nil {
		return Package{}, failure.Wrap(failure.Refused, "add schemas from "+name,
			wording.Say("hint.schema.not-taken-over"), err)
	}
	if len(c.files) == 0 {
		return Package{}, failure.New(failure.Refused, "add schemas from "+name,
			wording.Say("hint.schema.none-inside"))
	}
	p := describe(c, raw)
	p.Source, p.Added = filepath.Base(name), s.now().UTC().Truncate(time.Second)
	return s.keep(p, raw)
}

// describe fills digest and namespaces.
func describe(c *collection, raw map[string][]byte) Package {
	p := Package{Namespaces: c.namespaces()}
	h := sha256.New()
	for _, name := range sortedKeys(raw) {
		sum := sha256.Sum256(raw[name])
		f := File{Path: name, SHA256: hex.EncodeToString(sum[:])}
		if d, ok := c.files[name]; ok {
			f.Namespace = d.namespace
		}
		p.Files = append(p.Files, f)
		fmt.Fprintf(h, "%s\x00%s\n", name, f.SHA256)
	}
	p.ID = hex.EncodeToString(h.Sum(nil)[:8])
	return p
}

func sortedKeys(m map[string][]byte) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// keep writes the package beside and renames it: it is there whole or not.
func (s *Store) keep(p Package, raw map[string][]byte) (Package, error) {
	to := filepath.Join(s.dir, p.ID)
	if old, err := readPackage(to); err == nil {
		return old, nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return Package{}, storeError("make schema store", err)
	}
	tmp, err := os.MkdirTemp(s.dir, ".new-")
	if err != nil {
		return Package{}, storeError("write schema package", err)
	}
	defer os.RemoveAll(tmp)
	for name, data := range raw {
		if err := writeFile(filepath.Join(tmp, filepath.FromSlash(name)), data); err != nil {
			return Package{}, storeError("write schema package", err)
		}
	}
	head, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return Package{}, err
	}
	if err := writeFile(filepath.Join(tmp, packageFile), head); err != nil {
		return Package{}, storeError("write schema package", err)
	}
	if err := durable.Rename(tmp, to); err != nil {
		if old, rerr := readPackage(to); rerr == nil {
			return old, nil // another process was quicker
		}
		return Package{}, storeError("keep schema package", err)
	}
	return p, nil
}

func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o600)
}

func storeError(op string, err error) error {
	return failure.Wrap(failure.Setup, op, wording.Say("hint.schema.not-stored"), err)
}

// List gives every namespace of every package, newest package first.
func (s *Store) List() ([]Entry, error) {
	packages, err := s.packages()
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, p := range packages {
		for _, ns := range p.Namespaces {
			e := Entry{Namespace: ns, Name: officialName(ns), Package: p.ID, Source: p.Source}
			for _, f := range p.Files {
				if f.Namespace == ns && strings.EqualFold(path.Ext(f.Path), ".xsd") {
					e.Files = append(e.Files, f)
					e.Official = e.Official || officialDigest(f.SHA256)
				}
			}
			out = append(out, e)
		}
	}
	return out, nil
}

// Remove takes a package out.
func (s *Store) Remove(id string) error {
	if id == "" || id != filepath.Base(id) || strings.HasPrefix(id, ".") {
		return failure.New(failure.Refused, "remove schema package "+id, wording.Say("hint.schema.unknown-package"))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sets, id)
	return storeError("remove schema package", os.RemoveAll(filepath.Join(s.dir, id)))
}

// Validate implements check.Schemas over all packages, newest first. A package
// that was changed on disk is not used; where no other one has the namespace,
// the file counts as not checked, with the reason (G1).
func (s *Store) Validate(ctx context.Context, namespace, path string, t container.Tree) ([]check.Finding, bool, string, error) {
	packages, err := s.packages()
	if err != nil {
		return []check.Finding{codeNotUsed.At(path).Want(namespace, check.FaultWords(err))}, false, Tool(), ctx.Err()
	}
	var sets []*Set
	var errs []error
	for _, p := range packages {
		if namespace != "" && !slices.Contains(p.Namespaces, namespace) {
			continue
		}
		set, err := s.set(p)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		sets = append(sets, set)
	}
	findings, known, tool, err := validateIn(ctx, sets, namespace, path, t)
	if err == nil && !known && len(errs) > 0 {
		findings = append(findings, codeNotUsed.At(path).Want(namespace, errors.Join(errs...).Error()))
	}
	return findings, known, tool, err
}

// set loads a package once. A stored file whose digest changed is not used.
func (s *Store) set(p Package) (*Set, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if set, ok := s.sets[p.ID]; ok {
		return set, nil
	}
	c := newCollection()
	for _, f := range p.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			return nil, damaged(f.Path, errors.New("path leads out of the package"))
		}
		data, err := os.ReadFile(filepath.Join(s.dir, p.ID, filepath.FromSlash(f.Path)))
		if err != nil {
			return nil, damaged(f.Path, err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != f.SHA256 {
			return nil, damaged(f.Path, errors.New("digest differs"))
		}
		if err := c.add(f.Path, data); err != nil {
			return nil, damaged(f.Path, err)
		}
	}
	set := newSet(c)
	s.sets[p.ID] = set
	return set, nil
}

func damaged(name string, err error) error {
	return failure.Wrap(failure.Damaged, "load schema "+name, wording.Say("hint.schema.stored-changed"), err)
}

// settle is how long after a change the folder is read again every time: its
// modification time may not tell two changes in quick succession apart.
const settle = 2 * time.Second

// packages gives the heads of all packages, newest first. They are read again
// only when the folder changed, since a register asks for every certificate.
func (s *Store) packages() ([]Package, error) {
	info, err := os.Stat(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storeError("read schema store", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed.Equal(info.ModTime()) && s.read.Sub(s.changed) > settle {
		return s.heads, nil
	}
	read := time.Now()
	heads, err := s.readPackages()
	if err != nil {
		return nil, err
	}
	s.heads, s.read, s.changed = heads, read, info.ModTime()
	return heads, nil
}

func (s *Store) readPackages() ([]Package, error) {
	dirs, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, storeError("read schema store", err)
	}
	var out []Package
	for _, d := range dirs {
		if !d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			continue
		}
		p, err := readPackage(filepath.Join(s.dir, d.Name()))
		if err != nil {
			return nil, damaged(d.Name(), err)
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b Package) int {
		if c := b.Added.Compare(a.Added); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out, nil
}

func readPackage(dir string) (p Package, err error) {
	data, err := os.ReadFile(filepath.Join(dir, packageFile))
	if err != nil {
		return p, err
	}
	err = json.Unmarshal(data, &p)
	p.ID = filepath.Base(dir)
	return p, err
}
