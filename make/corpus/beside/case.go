// Package beside makes the cases of the corpus that are more than one container: a
// delivery with what lies beside it (routing slip, transfer list, profile, an earlier
// message) and the commands that come to the finding. What is wrong in each is written
// from its source (docs/findings.md names it), not from what the program says.
package beside

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/kind"
)

// Steps is the file with the commands of a case, in the folder of the case.
const Steps = "weg.txt"

// Case is one finding code that a delivery comes to with what lies beside it.
type Case struct {
	Code         string
	Base         string // of which delivery, see Bases
	Wrong, Alike string // German; Alike "" = there is no near miss

	spoil, near change
	steps       []string // of wrong and near; none = those of the base
	nearSteps   []string // of the near miss, where others
}

// Base is a sound delivery with what lies beside it.
type Base struct {
	Name  string
	Steps []string
	make  func(*Set) error
}

// Variant is what of a case is written.
type Variant int

// The variants.
const (
	Right Variant = iota
	Wrong
	Near
)

// Set is the folder one case is written to.
type Set struct {
	Dir   string
	ctx   context.Context
	shelf kind.Shelf
}

// change alters a set.
type change func(*Set) error

// all makes one change of several.
func all(changes ...change) change {
	return func(s *Set) error {
		for _, c := range changes {
			if err := c(s); err != nil {
				return err
			}
		}
		return nil
	}
}

// nothing leaves the set as it is: the commands differ.
func nothing(*Set) error { return nil }

// Cases are all of them by code. They are made when they are asked for, not at the start of
// every program that knows this package: locked and compiled samples are large.
func Cases() []Case {
	out := slices.Concat(papers(), compared(), messages(), agreements(), sealedFiles(), plain(), containers(), packages(), documents(),
		signatures(), certificates(), layouts(), preparations(), selfChecks())
	slices.SortFunc(out, func(a, b Case) int { return strings.Compare(a.Code, b.Code) })
	return out
}

// Bases are the sound deliveries, by name.
func Bases() map[string]Base {
	out := map[string]Base{}
	for _, b := range bases {
		out[b.Name] = b
	}
	return out
}

// Commands are what is called, in the folder of the case; the last one utters the
// finding.
func (c Case) Commands(v Variant) []string {
	switch {
	case v == Near && c.nearSteps != nil:
		return c.nearSteps
	case v != Right && c.steps != nil:
		return c.steps
	}
	return Bases()[c.Base].Steps
}

// Write writes a variant of a case into dir, with its commands.
func (c Case) Write(ctx context.Context, shelf kind.Shelf, dir string, v Variant) error {
	b, known := Bases()[c.Base]
	if !known {
		return fmt.Errorf("corpus: %s: no base %s", c.Code, c.Base)
	}
	s := &Set{Dir: dir, ctx: ctx, shelf: shelf}
	if err := b.make(s); err != nil {
		return fmt.Errorf("corpus: %s: %w", c.Base, err)
	}
	by := map[Variant]change{Right: nothing, Wrong: c.spoil, Near: c.near}[v]
	if err := by(s); err != nil {
		return fmt.Errorf("corpus: %s: %w", c.Code, err)
	}
	return durable.WriteFile(filepath.Join(dir, Steps), []byte(strings.Join(c.Commands(v), "\n")+"\n"), 0o644)
}

// path is where a file of the set is; the name may be a pattern that finds one.
func (s *Set) path(name string) (string, error) {
	whole := filepath.Join(s.Dir, filepath.FromSlash(name))
	if !strings.ContainsAny(name, "*?") {
		return whole, nil
	}
	found, err := filepath.Glob(whole)
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("%d files are called %s (%w)", len(found), name, err)
	}
	return found[0], nil
}

// put writes a file.
func put(name string, data []byte) change {
	return func(s *Set) error {
		at := filepath.Join(s.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		return os.WriteFile(at, data, 0o644)
	}
}

// alter changes the bytes of a file; a change that changes nothing is an error of ours.
func alter(name string, by func([]byte) []byte) change {
	return func(s *Set) error {
		at, err := s.path(name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		after := by(slices.Clone(data))
		if slices.Equal(after, data) {
			return fmt.Errorf("%s stays as it is", name)
		}
		return os.WriteFile(at, after, 0o644)
	}
}

// swap replaces the first text of a file.
func swap(name, old, new string) change {
	return alter(name, func(b []byte) []byte { return []byte(strings.Replace(string(b), old, new, 1)) })
}

// rename gives a file another name in its folder.
func rename(name, to string) change {
	return func(s *Set) error {
		at, err := s.path(name)
		if err != nil {
			return err
		}
		return os.Rename(at, filepath.Join(filepath.Dir(at), to))
	}
}

// remove takes a file out.
func remove(name string) change {
	return func(s *Set) error {
		at, err := s.path(name)
		if err != nil {
			return err
		}
		return os.Remove(at)
	}
}

// folder makes an empty folder.
func folder(name string) change {
	return func(s *Set) error { return os.MkdirAll(filepath.Join(s.Dir, filepath.FromSlash(name)), 0o755) }
}

// twin copies a file.
func twin(name, to string) change {
	return func(s *Set) error {
		at, err := s.path(name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		return put(to, data)(s)
	}
}
