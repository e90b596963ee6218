// Package pdfa judges whether a PDF file keeps ISO 19005 (PDF/A), parts 1 to 4.
//
// The own checker reads the file once and holds it against a table of clauses
// (table.go, docs/pdfa.md). It says invalid, with the clauses, where it knows;
// otherwise "no obstacle found" — never "valid", because not every clause can be
// checked by a program. Where veraPDF is installed, Vera asks it instead.
//
// Everything in a file is hostile: size, depth, count and time are limited, and
// no file makes Check panic. Check is safe for concurrent use.
package pdfa

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/wording"
)

// Verdict is the outcome for one file.
type Verdict string

// The verdicts. Valid comes from veraPDF only.
const (
	Valid        Verdict = "valid"
	Invalid      Verdict = "invalid"
	NoObstacle   Verdict = "no-obstacle-found"
	NotCheckable Verdict = "not-checkable"
	NotChecked   Verdict = "not-checked"
)

// Clause is one clause a file violates.
type Clause struct {
	Rule  string // "ISO 19005-2 6.2.11.4.1"
	Test  int    // number of the test within the clause, as veraPDF counts
	Code  string // PDF-014
	Text  string // German sentence
	Where string // place of the first violation, German: "Seite 3, Objekt 12"; may be empty
	Count int
}

// Result is what is known of one file.
type Result struct {
	Verdict Verdict
	Claim   string // what the file says it is: "2b"; "" = no claim
	Flavour string // what it was held against; "" = nothing
	Clauses []Clause
	Reason  string // German, why not checkable, not checked or not wholly
	// Partial tells that a limit of the check kept it from looking at the whole
	// file; Reason says which. The verdict then is Invalid or NotCheckable.
	Partial bool
	Tool    string // name, version and profile of the checker
	Took    time.Duration
}

// Options say against what to check.
type Options struct {
	Flavour string // "1a" "1b" "2a" "2b" "2u" "3a" "3b" "3u" "4"; "" = the claim of the file
	// Agreed are flavours of which the file may keep any: it is held against the
	// one it claims, or against the first if it claims none of them.
	Agreed []string
	Limits *pdf.Limits   // nil: DefaultLimits
	Time   time.Duration // for the file; 0 = DefaultTime
	// Objects is the number beyond which only structure, metadata and output
	// intents are looked at; 0 = MaxObjects.
	Objects int
}

// What one check may cost. A PDF of 10⁶ objects takes half a minute and hundreds of
// megabytes to be looked at whole.
const (
	MaxObjects   = 250_000
	DefaultTime  = 2 * time.Minute
	maxDecoded   = 512 << 20
	maxEssential = 10_000 // objects parsed of a file that has more than MaxObjects
)

// DefaultLimits are those of pdf, with less to decode and a bound for the objects
// parsed: twice as many as a file may have that is checked whole, because older
// versions of objects lie in object streams too.
func DefaultLimits() pdf.Limits {
	lim := pdf.DefaultLimits()
	lim.Decoded, lim.Loads = maxDecoded, 2*MaxObjects
	return lim
}

// Flavours are the flavours that can be demanded.
func Flavours() []string { return []string{"1a", "1b", "2a", "2b", "2u", "3a", "3b", "3u", "4"} }

// toolVersion counts the state of the rule table.
const toolVersion = "1"

// Tool names the own checker for reports.
func Tool() string { return "Laufzettel PDF/A-Prüfung " + toolVersion }

// flavour is a parsed flavour.
type flavour struct {
	part  int  // 1 to 4
	level byte // 'a', 'b', 'u'; 0 for part 4
}

func parseFlavour(s string) (flavour, bool) {
	if !slices.Contains(Flavours(), s) {
		return flavour{}, false
	}
	fl := flavour{part: int(s[0] - '0')}
	if len(s) > 1 {
		fl.level = s[1]
	}
	return fl, true
}

func (fl flavour) String() string {
	if fl.level == 0 {
		return fmt.Sprint(fl.part)
	}
	return fmt.Sprintf("%d%c", fl.part, fl.level)
}

// rule is one row of the table.
type rule struct {
	code   string
	level  byte      // 0 all levels, 'u' levels u and a, 'a' level a only
	clause [4]string // by part, "" where the part does not know it
	key    string    // of its sentence, after keySaid
}

// text is its German sentence.
func (r rule) text() string { return wording.Say(keySaid + r.key).In(wording.German) }

func (r rule) applies(fl flavour) bool {
	if r.clause[fl.part-1] == "" {
		return false
	}
	switch r.level {
	case 'a':
		return fl.level == 'a'
	case 'u':
		return fl.level == 'a' || fl.level == 'u' && fl.part > 1
	}
	return true
}

// checker is the state of one check.
type checker struct {
	ctx     context.Context
	f       *pdf.File
	fl      flavour
	root    pdf.Dict
	hits    map[ruleID]*Clause
	page    int // 1-based, 0 outside of pages
	depth   int // embedded files in embedded files
	meta    metadata
	fonts   *fonts
	colours *colours
	tags    *tags
	walk    walkState
	stop    error // a limit or the end of ctx; the check then is incomplete
}

func newChecker(ctx context.Context, f *pdf.File, depth int) *checker {
	c := &checker{ctx: ctx, f: f, root: f.Root(), depth: depth, hits: map[ruleID]*Clause{}}
	c.walk.actions, c.walk.packets = map[int]bool{}, map[*pdf.Stream]bool{}
	c.fonts, c.colours, c.tags = newFonts(c), &colours{c: c}, &tags{c: c}
	return c
}

// hit notes a violation of a rule, if the flavour knows the rule. Once something
// was left unread nothing is noted any more: what is missed may be there.
func (c *checker) hit(id ruleID, obj int) {
	r := &rules[id]
	if !r.applies(c.fl) || c.stopped() {
		return
	}
	if h, ok := c.hits[id]; ok {
		h.Count++
		return
	}
	clause, test, _ := strings.Cut(r.clause[c.fl.part-1], "-")
	h := &Clause{Rule: fmt.Sprintf("ISO 19005-%d %s", c.fl.part, clause), Code: r.code, Text: r.text(), Count: 1}
	fmt.Sscan(test, &h.Test)
	switch {
	case c.page > 0 && obj > 0:
		h.Where = fmt.Sprintf("Seite %d, Objekt %d", c.page, obj)
	case c.page > 0:
		h.Where = fmt.Sprintf("Seite %d", c.page)
	case obj > 0:
		h.Where = fmt.Sprintf("Objekt %d", obj)
	}
	c.hits[id] = h
}

// when notes a violation if bad.
func (c *checker) when(bad bool, id ruleID, obj int) {
	if bad {
		c.hit(id, obj)
	}
}

// Check judges the PDF file r of size bytes. What stops it (a damaged file, a
// limit, the end of ctx) is told as verdict NotCheckable with the reason; what was
// found before a limit stands (Result.Partial).
func Check(ctx context.Context, r io.ReaderAt, size int64, o Options) (res Result) {
	start := time.Now()
	defer func() {
		if p := recover(); p != nil {
			res = Result{Verdict: NotCheckable, Claim: res.Claim, Reason: wording.Say("said.pdfa.why-odd").String()}
		}
		res.Tool, res.Took = Tool(), time.Since(start)
		if res.Flavour != "" {
			res.Tool += ", PDF/A-" + res.Flavour
		}
	}()
	limit := o.Time
	if limit == 0 {
		limit = DefaultTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	res, _ = judge(ctx, r, size, o, 0)
	return res
}

// judge gives with the result what stopped the check before its end; nil where it
// said all it can say.
func judge(ctx context.Context, r io.ReaderAt, size int64, o Options, depth int) (Result, error) {
	lim := DefaultLimits()
	if o.Limits != nil {
		lim = *o.Limits
	}
	most := o.Objects
	if most == 0 {
		most = MaxObjects
	}
	f, err := pdf.Open(ctx, r, size, lim)
	switch {
	case errors.Is(err, pdf.ErrNotPDF) || errors.Is(err, pdf.ErrDamaged):
		return notCheckable(err), nil
	case err != nil:
		return notCheckable(err), err
	}
	large := f.Objects > most
	if large {
		f.LimitLoads(maxEssential)
	}
	c := newChecker(ctx, f, depth)
	encrypted := f.Trailer("Encrypt") != nil
	if !encrypted && c.root != nil {
		c.meta = c.readMetadata()
	}
	if err := f.Err(); err != nil { // neither catalog nor claim can be missed by now
		return notCheckable(err), err
	}
	if c.root == nil && !encrypted {
		return notCheckable(pdf.ErrDamaged), nil
	}
	res := Result{Claim: c.meta.claim()}
	if o.Flavour == "" && len(o.Agreed) > 0 {
		o.Flavour = o.Agreed[0]
		if slices.Contains(o.Agreed, res.Claim) {
			o.Flavour = res.Claim
		}
	}
	if o.Flavour == "" && res.Claim == "" {
		res.Verdict, res.Reason = NotChecked, wording.Say("said.pdfa.why-unclaimed").String()
		if encrypted {
			res.Verdict, res.Reason = NotCheckable, "Die Datei ist verschlüsselt."
		}
		return res, nil
	}
	demanded := o.Flavour
	if demanded == "" {
		demanded = res.Claim
	}
	fl, ok := parseFlavour(demanded)
	if !ok {
		res.Verdict, res.Reason = NotChecked, wording.Say("said.pdfa.why-level", demanded).String()
		if o.Flavour == "" {
			res.Verdict = NotCheckable // it says it is one, and nobody can say whether that is so
		}
		return res, nil
	}
	c.fl = fl
	res.Flavour = fl.String()
	c.checkStructure()
	switch {
	case encrypted:
		c.hit(ruleEncrypt, 0)
	case large:
		c.run(c.checkMetadata, c.colours.checkOutputIntents)
		if !c.stopped() {
			c.stop = errLarge
		}
	default:
		c.run(c.checkMetadata, c.colours.checkOutputIntents, c.checkCatalog, c.checkGraph, c.checkPages, c.tags.checkTagged, c.checkLint)
	}
	return c.verdict(res), c.stop
}

// errLarge ends the check of a file that has more objects than are looked at.
var errLarge = fmt.Errorf("too many objects: %w", pdf.ErrLimit)

// run goes through parts of the check until something stops it.
func (c *checker) run(steps ...func()) {
	for _, step := range steps {
		if c.stopped() {
			return
		}
		step()
	}
}

// stopped tells whether the check has to end early: a limit was reached, something
// of the file was left unread, or ctx has ended.
func (c *checker) stopped() bool {
	if c.stop == nil {
		c.stop = c.f.Err()
	}
	return c.stop != nil
}

func (c *checker) verdict(res Result) Result {
	ids := make([]ruleID, 0, len(c.hits))
	for id := range c.hits {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		res.Clauses = append(res.Clauses, *c.hits[id])
	}
	if c.stopped() {
		res.Partial = !errors.Is(c.stop, context.Canceled)
		res.Verdict, res.Reason = NotCheckable, notCheckable(c.stop).Reason
	}
	switch {
	case len(res.Clauses) > 0:
		res.Verdict = Invalid
	case res.Verdict != "":
	case len(c.f.BadOffsets) > 0:
		res.Verdict, res.Reason = NotCheckable, wording.Say("said.pdfa.why-misplaced").String()
	default:
		res.Verdict = NoObstacle
	}
	return res
}

func notCheckable(err error) Result {
	res := Result{Verdict: NotCheckable}
	switch {
	case errors.Is(err, pdf.ErrNotPDF):
		res.Reason = wording.Say("said.pdfa.why-no-pdf").String()
	case errors.Is(err, pdf.ErrDamaged):
		res.Reason = wording.Say("said.pdfa.why-damaged").String()
	case errors.Is(err, errLarge):
		res.Reason = wording.Say("said.pdfa.why-objects").String()
	case errors.Is(err, pdf.ErrLimit):
		res.Reason = wording.Say("said.pdfa.why-limit").String()
	case errors.Is(err, context.DeadlineExceeded):
		res.Reason = wording.Say("said.pdfa.why-time").String()
	case errors.Is(err, context.Canceled):
		res.Reason = wording.Say("said.pdfa.why-canceled").String()
	default:
		res.Reason = wording.Say("said.pdfa.why-unreadable").String()
	}
	return res
}
