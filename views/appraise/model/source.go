package model

import (
	"context"
	"time"

	"laufzettel/viewer"
)

// Source is all of the workspace that this screen may see. All methods run off
// the UI thread.
type Source interface {
	// Portions lists what can be appraised, the most urgent first.
	Portions(ctx context.Context) ([]Choice, error)
	// Load gives the objects of a portion and what holds for them.
	Load(ctx context.Context, portion string) (Portion, error)
	// Details gives description, aids and documents of an object; what needs the
	// facts of the files is in it once Survey was asked.
	Details(ctx context.Context, portion, object string) (Details, error)
	// Survey gives what the files of the units tell: size, formats, duplicates, gaps,
	// proposals. It may take a while and is asked after Load, off the list's way.
	Survey(ctx context.Context, portion string) (map[string]Facts, error)
	// Index builds the word index of the portion in the background, going on where
	// it was stopped; progress is called from that goroutine.
	Index(ctx context.Context, portion string, progress func(done, total int)) error
	// Words finds the units in whose documents the words stand.
	Words(ctx context.Context, portion, words string) (Hits, error)
	// Beside holds the portion beside the last one of the same agency.
	Beside(ctx context.Context, portion string) ([]Group, error)
	// Write writes papers of a kind (Papers) and gives their files.
	Write(ctx context.Context, portion, kind string) ([]string, error)
	// TakeRemarks reads what the agency sent back (A35) and gives how many were new.
	TakeRemarks(ctx context.Context, portion, file string) (int, error)
	// ChooseFile asks for a file with the system's dialog; "" when nothing was chosen.
	ChooseFile(ctx context.Context, title string) (string, error)
	// ShowFile opens a paper that Write made with the system's program.
	ShowFile(ctx context.Context, file string) error
	// SetBlocks replaces the text blocks of the settings.
	SetBlocks(ctx context.Context, own []string) error
	// Model gives the appraisal model of the portion's agency; SetRule puts a rule
	// in, or takes it away where its letter is "". refused without a profile.
	Model(ctx context.Context, portion string) ([]Rule, error)
	SetRule(ctx context.Context, portion string, r Rule) error
	// Decide sets A, V or "" (open again) in one action that one Undo takes back.
	Decide(ctx context.Context, portion string, objects []string, letter, reason string) (Change, error)
	// Undo and Redo take the last action back and again. failure.Refused: there is none.
	Undo(ctx context.Context, portion string) (Change, error)
	Redo(ctx context.Context, portion string) (Change, error)
	// SaveDraft keeps a reason that is being written; "" removes it.
	SaveDraft(ctx context.Context, portion, object, reason string) error
	// Open opens a document of the portion for the page view, OpenSource an
	// attachment inside one.
	Open(ctx context.Context, portion, document string) (viewer.Document, error)
	OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error)
	// Outside opens a copy of a document with the system's program.
	Outside(ctx context.Context, portion, document string) error
	// Release releases every V of the portion that waits for a second person (G18);
	// refused for the person who decided.
	Release(ctx context.Context, portion string) (Change, error)
	// Barrier tells what keeps the person at work from releasing what waits; nil: nothing.
	Barrier(ctx context.Context, portion string) error
	// Finish closes the appraisal of a portion; refused while something is open or
	// waits for release.
	Finish(ctx context.Context, portion string) error
}

// Choice is a portion to choose from.
type Choice struct {
	ID, Title, Agency string
	Total, Open       int
}

// Kind is what a row of the list is.
type Kind int

// The kinds of rows.
const (
	PlanUnit Kind = iota // position of the filing plan: a heading, never decided
	Dossier              // Akte, Teilakte: decided for what is open below it
	Unit                 // what is decided one by one, as a rule a Vorgang
)

// Object is one row. A portion gives its objects parents first, in the order of
// the plan; Level tells the nesting.
type Object struct {
	ID         string
	Kind       Kind
	Level      int
	Number     string // "63.2-0147" or "/03"
	Title      string
	Span       string // "2009–2011"
	From, To   int    // years of the span, 0: unknown
	Suggestion string // Aussonderungsart as delivered or Vorschlag der Stelle: A, B, V or ""
	Free       string // Aussonderungsart in the agency's own words
	Documents  int
	Bytes      int64
	Words      string // further words the list search shall find
	Paper      bool   // has parts on paper (A37)
	Plan       string // position of the filing plan
	Agency     string // Federführung
}

// Facts is what the files of a unit tell.
type Facts struct {
	Files   int
	Bytes   int64
	Formats []string
	Twin    bool // some file lies elsewhere too
	Gap     bool
	Remark  bool   // the agency remarked on it
	Changed bool   // another than in the earlier delivery
	Model   string // proposal of the appraisal model: A, B, V or ""
}

// Hits is the answer to a search in the text of the documents.
type Hits struct {
	Units          map[string]bool
	Indexed, Total int // files looked into so far
}

// Papers are the kinds Write knows: all lists, the draft for the agency, the
// question for parts on paper, the letter with the outcome.
var Papers = []string{"lists", "draft", "paper", "letter"}

// Blocks are text blocks for reasons.
type Blocks struct {
	Profile []string // of the agency's profile, read only here
	Own     []string // of the settings
	Last    []string // reasons given last, newest first
}

// All gives profile and own blocks in the order of their keys.
func (b Blocks) All() []string { return append(append([]string(nil), b.Profile...), b.Own...) }

// Rule is one rule of the appraisal model.
type Rule struct{ Plan, Letter, Title, Reason string }

// Verdict is what holds for an object after inheritance.
type Verdict struct {
	Letter    string // "A", "V", "" while open
	Inherited bool
	From      string // label of the object the verdict comes from
	Origin    string // "decision", "message", "catalogue", "kind" (A30)
	Reason    string
	Actor     string
	At        time.Time
	Conflict  bool // two decisions wait for a person
	Unsent    bool
	Released  bool // V: a second person has released the destruction (G18)
}

// Portion is everything the list needs.
type Portion struct {
	ID, Title string
	Agency    string
	Reference string // Ü-ID
	Objects   []Object
	Verdicts  map[string]Verdict
	Drafts    map[string]string
	Blocks    Blocks   // text blocks for reasons, Strg+1 to Strg+9
	Draft     string   // "Entwurf vom 21.11.2026 bei der Stelle, Antwort bis 21.12.2026", ""
	Keys      []string // keys of the people here younger than 30 days, a sentence each
	CanUndo   bool
	CanRedo   bool
	Finished  bool
	After     string // the next step of the portion, by the word of the house: "package", "answer"
}

// Change is what an action changed.
type Change struct {
	Objects  []string           // what was acted on
	Verdicts map[string]Verdict // of every object whose verdict is another now
	CanUndo  bool
	CanRedo  bool
	At       time.Time // when it was stored
}

// Details is the middle of the screen.
type Details struct {
	// Proposals stand beside the decision: Aussonderungsart, Vorschlag, Modell,
	// Stellungnahme, each with its origin (A30).
	Proposals []Pair
	Groups    []Group
	Aids      []Aid
	Documents []Document // by date, undated first
	// Warning stands in the decision bar when V would be decided ("2 Dokumente
	// liegen auch in 63.2-0139/01, dort A").
	Warning string
}

// Group is a group of the description (Akte, Vorgang) as in a records system.
type Group struct {
	Title string
	Pairs []Pair
}

// Pair is a line of it. Short lines come first in small windows.
type Pair struct {
	Label, Value string
	Missing      bool
	Short        bool
}

// Aid is one thing to weigh: a sentence, never a ready decision.
type Aid struct {
	Icon string // "note", "link", "warning"
	Text string
	Goto string // object to go to; "" for none
}

// Document is one document of an object.
type Document struct {
	ID     string
	Date   string // as shown; "" without
	Title  string
	Format string
	Length string // pages, "2 Anlagen", "–"
	Paper  bool
}
