// Package model is what the workplace for file shares shows and offers, without a face:
// the tree of folders, what lies in it as tiles and lists, what is double, drafts, litter,
// choices by facets, and the decisions on folders, files and rules with their reasons.
// What may be decided says the workspace; nothing here changes the delivery.
package model

import (
	"context"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/record"
	"laufzettel/viewer"
)

// Share is a share as it stands. Its tree is read here and changed on the UI thread alone.
type Share struct {
	ID, Title, Agency string
	Tree              *share.Tree
	// Open says that decisions are taken now; where not, Sealed says why.
	Open   bool
	Sealed string
	// Source reads a share that is still where it is kept; nil for one that was taken in.
	// Absent is what would not come along as far as was looked, Read that all was read for it.
	Source Reading
	Absent []Absent
	Read   bool
}

// Means is what a decision is about: paths, or what a rule or a choice means below a
// folder.
type Means struct {
	Paths  []string
	Rule   string
	Choice share.Choice
	Below  string
}

// Meant counts what a decision would change; Kept are files a person decided on their own,
// which a rule or a choice does not overrule.
type Meant struct {
	share.Sum
	Kept int
}

// Doubles is what is there more than once.
type Doubles struct {
	Files, Folders []share.Group
	Contained      []share.Inside
	Archives       []share.Same
	Held           map[int32]string // files whose content lies in an archived package
	Elsewhere      map[int32]string // files whose content lies in another delivery, by its number
	Unopened       []int32          // archives that could not be compared
}

// Drafted are chains of drafts, and how far was looked.
type Drafted struct {
	Chains             []share.Chain
	Compared, Wordless int
}

// Source is all of the workspace this screen may see and do.
type Source interface {
	// Load reads a share; "" is the one that came last.
	Load(ctx context.Context, id string) (*Share, error)
	// Decided reads the decisions anew and gives what puts them into the tree.
	Decided(ctx context.Context, s *Share) (force func(), err error)
	Doubles(ctx context.Context, s *Share) (Doubles, error)
	Drafts(ctx context.Context, s *Share, progress func(done, total int)) (Drafted, error)
	// Between tells what differs between the texts of two files.
	Between(ctx context.Context, s *Share, a, b string) (changes []share.Change, cut bool, err error)
	// Rules gives the rules for litter that hold for the share.
	Rules(ctx context.Context, s *Share) ([]share.Rule, error)
	// Meant counts what a decision would change, before it is made.
	Meant(ctx context.Context, s *Share, m Means) (Meant, error)
	Decide(ctx context.Context, s *Share, m Means, rating record.Rating, reason string) error
	Undo(ctx context.Context, s *Share) error
	Redo(ctx context.Context, s *Share) error
	// Describe names a folder; Names takes a filled list of names in.
	Describe(ctx context.Context, s *Share, folder int32, title, detail string) error
	Names(ctx context.Context, s *Share, file string) (int, error)
	// List writes the list of folders to be named and shows it; Report the report.
	List(ctx context.Context, s *Share) error
	Report(ctx context.Context, s *Share) error
	// Look notes that a person looked at the list of a folder.
	Look(ctx context.Context, s *Share, folder int32) error
	// Open opens a file for looking at and notes it.
	Open(ctx context.Context, s *Share, file int32) (viewer.Document, error)
	Subscribe(changed func()) (cancel func())
}
