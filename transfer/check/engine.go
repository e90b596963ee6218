package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// DefaultAlgorithms are computed of every file for our own inventory, whatever
// the delivery declares.
var DefaultAlgorithms = []string{"sha-512"}

// Identifier names the format of a file. The implementation is transfer/formatid.
type Identifier interface {
	// Identify must work from several goroutines at once.
	Identify(name string, c container.Content) (Format, error)
	// Tool names program and signature version for the report (G2).
	Tool() string
}

// Verdicts of a PDF/A check (FileFact.PDFA).
const (
	PDFAValid        = "valid"
	PDFAInvalid      = "invalid"
	PDFANoObstacle   = "no-obstacle-found"
	PDFANotCheckable = "not-checkable"
	PDFANotChecked   = "not-checked"
)

// PDFResult is what a PDF/A checker says of one file.
type PDFResult struct {
	Verdict  string // one of PDFAValid … PDFANotCheckable
	Claim    string // flavour the file claims, "2b"; "" = none
	Findings []Finding
	Tool     string
}

// PDFChecker checks one PDF for PDF/A conformance. The implementation is
// transfer/pdfa.
type PDFChecker interface {
	// CheckPDF must work from several goroutines at once; want are the agreed
	// flavours, empty = any.
	CheckPDF(ctx context.Context, path string, c container.Content, want []string) (PDFResult, error)
	Tool() string
}

// Phases of a check, in order; keys for translations.
const (
	PhaseRecognise = "recognise"
	PhaseReadList  = "read-list"
	PhaseReadFiles = "read-files"
	PhaseRules     = "rules"
)

var phases = []string{PhaseRecognise, PhaseReadList, PhaseReadFiles, PhaseRules}

// StopRule is the name of the rules that run before any file is read and whose
// errors stop the check: classified material (G15).
const StopRule = "classified"

// Progress tells how far a check is (G11).
type Progress struct {
	Phase   string // one of the Phase constants
	PhaseNo int    // 1-based
	Phases  int
	Done    int64 // files (read-files) or rules (rules) done; journaled ones count as done
	Total   int64
	Bytes   int64 // bytes read so far in this run
}

// Input is what one check works on beside the tree.
type Input struct {
	// Key names the run in the journal; the same key goes on where a killed run
	// was. For archives it must contain size and modification time of the file.
	Key     string
	Journal Journal          // nil: in memory
	Profile *profile.Profile // nil: nothing is agreed
	Extra   []string         // checksum lists named by the user, paths outside the tree
	// Container are digests declared of the container file itself, for example in
	// the routing slip (A6); CheckPath compares them.
	Container []Declared
	Kind      string // forced kind, "" = recognise
	Related   []Related
	// Resolve, where set, finds profile and related messages once the manifest
	// is read and replaces Profile and Related: only then sender and procedure
	// are known.
	Resolve func(ctx context.Context, m *Manifest) (*profile.Profile, []Related, error)
	// Agreed gives the profiles whose layouts may read a delivery that our own layouts
	// do not read; nil: none. named says that somebody named the profile, so that it holds
	// whatever sender the delivery names.
	Agreed func(ctx context.Context) (of []profile.Profile, named bool, err error)
	// Rules are rules of the caller, run before those of the kind: what it holds beside
	// the delivery (a transfer list) is compared by them.
	Rules  []Rule
	NoPDFA bool
	// Algorithms are computed of every file; empty = DefaultAlgorithms. What the
	// delivery declares is computed too.
	Algorithms []string
	// Progress is called from one goroutine at a time and must be quick.
	Progress func(Progress)
	// CallerFinishes leaves the journal's run open: the caller calls
	// Journal.Finish once the report is stored, so that a kill in between reads
	// no file again.
	CallerFinishes bool
	// Point is called at the named commit points check.batch.before,
	// check.batch.after and check.report.before; nil in production.
	Point func(string)
	// Checked are further checks the caller made itself (virus, container digest).
	Checked []Done

	// Findings were made before the tree was opened: container gate, routing slip.
	Findings []Finding

	// Beside, where set, is shared by the checks of deliveries that lie together.
	Beside *Beside

	source *place   // where the delivery lies, nil in memory
	beside []string // checksum lists beside the delivery
	whole  bool     // the container file itself was compared with a digest of it
	spool  string   // folder for temporary files, "" = the system's
}

// Engine makes checks. It is read-only after construction and safe for
// concurrent checks with different keys.
type Engine struct {
	Kinds    []Kind
	Identify Identifier // nil: formats are not identified
	PDFA     PDFChecker // nil: PDF/A is not checked
	Schemas  Schemas    // nil: no schema at hand
	Workers  int        // 0: min(cores, 4)
	Now      func() time.Time
}

// Outcome is what a check gives back. Facts stays valid as long as tree and
// journal are open; Manifest, Facts and Match are empty where the container was
// refused.
type Outcome struct {
	Report   *Report
	Manifest *Manifest
	Facts    Facts
	Match    Match
	// Key is the journal's key of the run; a caller that finishes the run itself
	// uses it.
	Key string

	close func() error
}

// run is one check under way.
type run struct {
	e         *Engine
	t         container.Tree
	in        Input
	match     Match
	m         *Manifest
	facts     *facts
	rules     []Rule
	index     *listIndex
	listsAll  bool
	declared  *declaredIndex
	unknown   bool // no kind knows the delivery
	empty     bool // nothing but litter was delivered
	foreign   *foreign
	lists     []checksumList
	unrelated []string // lists beside the delivery that name nothing of it
	respelled []respelled
	findings  *findingSet
	done      []Done
	report    *Report
	bytes     atomic.Int64 // read so far, also of files not yet finished
	began     time.Time
	glance    bool // only the kind is asked for, no findings
	// once gives what the recognising has read of the manifest already; nil: nothing.
	once func() (*Manifest, []Finding, error)
}

// Check runs the whole way of a portion: recognise, read the manifest, read
// every byte once, run the rules, write the report. Faults of the material are
// findings in the report; an error is ours or the caller's wish to stop, and
// then the journal holds what was done.
func (e *Engine) Check(ctx context.Context, t container.Tree, in Input) (*Outcome, error) {
	r := e.newRun(t, in)
	for _, alg := range r.in.Algorithms {
		if digestLength(alg) == 0 {
			return nil, failure.New(failure.Refused, "check with algorithm "+alg, wording.Say("hint.check.unknown-checksum-method", alg))
		}
	}
	stopped, err := r.understand(ctx)
	if err != nil {
		return nil, err
	}
	if !stopped {
		if err := r.readAll(ctx); err != nil {
			return nil, err
		}
		if err := r.judge(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.finish(ctx, stopped); err != nil {
		return nil, err
	}
	return &Outcome{Report: r.report, Manifest: r.m, Facts: r.facts, Match: r.match, Key: r.in.Key}, nil
}

func (e *Engine) newRun(t container.Tree, in Input) *run {
	if in.Journal == nil {
		in.Journal = NewMemoryJournal()
	}
	if len(in.Algorithms) == 0 {
		in.Algorithms = DefaultAlgorithms
	}
	if in.Point == nil {
		in.Point = func(string) {}
	}
	if in.Key == "" {
		in.Key = t.Name()
	}
	r := &run{e: e, t: t, in: in, findings: newFindingSet(), began: e.now(),
		report: &Report{Portion: t.Name(), Findings: []Finding{}, Checks: []Done{}, Formats: []FormatCount{}}}
	r.facts = &facts{tree: t, profile: in.Profile, journal: in.Journal, key: in.Key, related: in.Related}
	return r
}

func (e *Engine) now() time.Time {
	if e.Now != nil {
		return e.Now()
	}
	return time.Now()
}

func (e *Engine) workers() int {
	if e.Workers > 0 {
		return e.Workers
	}
	return min(runtime.NumCPU(), 4)
}

// finish fills and settles the report.
func (r *run) finish(ctx context.Context, stopped bool) error {
	r.rename()
	r.judgeUnrecognised()
	r.report.Checks = r.checks(stopped)
	r.report.Findings = oneCause(r.findings.all())
	if !stopped { // of classified material no title is told (G15)
		r.placeFindings()
	}
	r.report.Settle()
	r.in.Point("check.report.before")
	if !stopped && !r.in.CallerFinishes {
		if err := r.in.Journal.Finish(ctx, r.in.Key); err != nil {
			return fmt.Errorf("finish journal: %w", err)
		}
	}
	r.report.Seconds = r.e.now().Sub(r.began).Seconds()
	return nil
}

// fingerprint names everything the facts of a file depend on beside the file.
func (r *run) fingerprint() string {
	h := sha256.New()
	tools := []string{"v4", fmt.Sprint(r.m != nil && r.m.ReadsNested), string(r.t.Form()), strings.Join(r.in.Algorithms, ",")}
	if r.e.Identify != nil {
		tools = append(tools, "id:"+r.e.Identify.Tool())
	}
	if r.e.PDFA != nil && !r.in.NoPDFA {
		tools = append(tools, "pdfa:"+r.e.PDFA.Tool(), strings.Join(r.wantedPDFA(), ","))
	}
	h.Write([]byte(strings.Join(tools, "\x00")))
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func (r *run) wantedPDFA() []string {
	if r.in.Profile == nil {
		return nil
	}
	return r.in.Profile.PDFA
}

func (r *run) progress(phase string, done, total int64) {
	if r.in.Progress == nil {
		return
	}
	r.in.Progress(Progress{Phase: phase, PhaseNo: slices.Index(phases, phase) + 1, Phases: len(phases), Done: done, Total: total,
		Bytes: r.bytes.Load()})
}
