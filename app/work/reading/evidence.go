package reading

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/sensitivity"
)

// lookedThrough is the event of a search through a package for personal data: with its
// purpose, since closed records are read for it without anybody's application.
const lookedThrough events.Type = "searched"

// Evidence is what the rules for personal data find in a package. It is read now and kept
// nowhere; it tells kinds and places, never the words.
type Evidence struct {
	PID       string         `json:"pid"`
	Documents []DocumentHits `json:"documents"`
	Searched  int            `json:"searched"` // documents
	Unread    int            `json:"unread"`   // of them without readable text
	Partial   int            `json:"partial"`  // of them searched in part
	Places    int            `json:"places"`

	births []born
}

// DocumentHits are the places in one document.
type DocumentHits struct {
	Number int    `json:"number"` // in the order of the package, from 1
	ID     string `json:"id"`
	Title  string `json:"title,omitempty"`
	Pages  int    `json:"pages"` // with text
	Unread bool   `json:"unread,omitempty"`
	// Partial: a file of it could not be read, or not wholly.
	Partial bool                     `json:"partial,omitempty"`
	Places  int                      `json:"places"`
	Kinds   map[sensitivity.Kind]int `json:"kinds"`
}

// born is a year of birth found in a document.
type born struct{ year, document int }

// mostEvidence bounds the text read of one file.
const mostEvidence = 1 << 20

// SearchPackage searches the documents of a package by the rules its profile chose. The staff
// who decide closures may, closed or not, and the log keeps the purpose they state. Errors:
// Refused without the right to decide and without a purpose.
func (gt *Gate) SearchPackage(ctx context.Context, key, purpose string, progress func(done, total int)) (ev Evidence, err error) {
	if purpose, err = gt.mayLookThrough("search package", purpose); err != nil {
		return ev, err
	}
	meta, err := gt.describe(ctx, key)
	if err != nil {
		return ev, err
	}
	ev.PID = meta.PID
	if err := gt.Office.Store.WithTx(ctx, gt.Log.Entry(ctx, gt.Office.Event(lookedThrough, meta.PID, "", "ok",
		map[string]string{"purpose": purpose}))); err != nil {
		return ev, err
	}
	o, err := gt.room.Open(ctx, key, Asker{Noted: []string{meta.PID}})
	if err != nil {
		return ev, err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	rules, _, err := gt.rulesOf(ctx, meta.PID)
	if err != nil {
		return ev, err
	}
	return ev, searchIn(ctx, o, &ev, rules, progress)
}

// mostPurpose is the longest purpose, in bytes.
const mostPurpose = 300

// mayLookThrough refuses who may not look through closed packages, and a purpose nobody
// could log; it gives the purpose as it is kept.
func (gt *Gate) mayLookThrough(op, purpose string) (string, error) {
	if err := gt.Office.Staff(op); err != nil {
		return "", err
	}
	if _, err := gt.Office.MustPerson(people.Decide, op); err != nil {
		return "", err
	}
	purpose = strings.Join(strings.Fields(strings.ToValidUTF8(purpose, "")), " ")
	if purpose == "" || len(purpose) > mostPurpose {
		return "", failure.New(failure.Refused, op, wording.Say("hint.reading.purpose", mostPurpose))
	}
	return purpose, nil
}

// rulesOf gives the rules and the profile a package was made under; the standard ones
// where its portion is not known here any more.
func (gt *Gate) rulesOf(ctx context.Context, pid string) (*sensitivity.Rules, *profile.Profile, error) {
	known, err := gt.Portions.PackagesByID(ctx, []string{pid})
	if err != nil {
		return nil, nil, err
	}
	p, err := gt.Portions.Get(ctx, known[pid].Portion)
	if err != nil {
		return sensitivity.Standard(), nil, nil // not of this workspace
	}
	rules, err := gt.room.desk.RulesOf(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	prof, err := gt.room.desk.Papers.ProfileOf(ctx, p)
	if err != nil {
		return rules, nil, nil // a profile that is gone marks nothing
	}
	return rules, prof, nil
}

// searchIn reads the documents one after the other.
func searchIn(ctx context.Context, o *Opened, ev *Evidence, rules *sensitivity.Rules, progress func(done, total int)) error {
	docs, err := o.Documents(ctx)
	if err != nil {
		return err
	}
	ev.Documents = []DocumentHits{}
	for i, d := range docs {
		if progress != nil {
			progress(i, len(docs))
		}
		if len(d.Entry.Files) == 0 {
			continue
		}
		x := DocumentHits{Number: i + 1, ID: d.Entry.ID, Title: cmp.Or(d.Entry.Field("subject").Value, d.Entry.Number),
			Kinds: map[sensitivity.Kind]int{}}
		for _, f := range d.Entry.Files {
			if err := ev.searchFile(ctx, o, f.Path, &x, rules); err != nil {
				return err
			}
		}
		for _, n := range x.Kinds {
			x.Places += n
		}
		ev.Searched++
		ev.Places += x.Places
		if x.Unread = x.Pages == 0; x.Unread {
			ev.Unread++
		} else if x.Partial {
			ev.Partial++
		}
		ev.Documents = append(ev.Documents, x)
	}
	return nil
}

// searchFile searches one file of a document. Its versions and renditions say much the same:
// of each kind the most that one file holds counts. Error: only ctx.
func (ev *Evidence) searchFile(ctx context.Context, o *Opened, path string, x *DocumentHits, rules *sensitivity.Rules) error {
	pages, whole, err := textOf(ctx, o, path)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	x.Partial = x.Partial || err != nil || !whole
	kinds, filled := map[sensitivity.Kind]int{}, 0
	for _, text := range pages {
		if strings.TrimSpace(text) == "" {
			continue
		}
		filled++
		hits, all := rules.Find(text)
		x.Partial = x.Partial || !all
		for _, h := range hits {
			kinds[h.Kind]++
			if h.Kind == sensitivity.BirthDate {
				ev.births = append(ev.births, born{yearOf(text[h.Offset : h.Offset+h.Length]), x.Number})
			}
		}
	}
	x.Partial = x.Partial || filled == 0 // another file of it may have text
	x.Pages = max(x.Pages, filled)
	for k, n := range kinds {
		x.Kinds[k] = max(x.Kinds[k], n)
	}
	return nil
}

// textOf gives the text of a file of a package page by page, as viewer.PageTexts, with what
// text recognition read here of its delivery.
func textOf(ctx context.Context, o *Opened, path string) (pages []string, whole bool, err error) {
	doc, done, err := o.Document(ctx, path)
	if err != nil {
		return nil, false, err
	}
	defer done()
	pkg, err := o.content(ctx)
	if err != nil {
		return nil, false, err
	}
	known, err := o.room.Portions.PackagesByID(ctx, []string{o.PID()})
	if err != nil {
		return nil, false, err
	}
	if l, ok := pkg.File(path); ok {
		if doc, err = o.room.desk.Recognised.Over(ctx, doc, known[o.PID()].Portion, l.SHA512); err != nil {
			return nil, false, err
		}
	}
	return viewer.PageTexts(ctx, doc, mostEvidence)
}

// A year in a date as it is written: 1954 anywhere, else the last two digits.
var (
	fullYear  = regexp.MustCompile(`\b(\d{4})\b`)
	shortYear = regexp.MustCompile(`(\d{2})\D*$`)
)

// yearOf gives the year of a date as it is written, of four digits or of two; -1 for none.
func yearOf(date string) int {
	if m := fullYear.FindString(date); m != "" {
		n, err := strconv.Atoi(m)
		if err == nil {
			return n
		}
	}
	if m := shortYear.FindStringSubmatch(date); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return n
		}
	}
	return -1
}

// Proposal is a closure proposed by evidence. It decides nothing: a person takes it or not.
type Proposal struct {
	Evidence Evidence `json:"evidence"`
	Law      string   `json:"law"`
	// Marked says what marks the object personenbezogen: the person asking or deciding before,
	// or its group of the Aktenplan; "" = nothing does, then nothing is proposed on persons.
	Marked string        `json:"marked,omitempty"`
	Lines  []Ground      `json:"lines"` // the reasons, those of secrecy first
	Facts  access.Facts  `json:"facts"`
	Period access.Period `json:"period"`
	// Without is what the Laufzeit alone gives: no proposal ends before it.
	Without access.Period `json:"without"`
}

// Ground is one reason of a proposal: rule, legal ground, the documents by number.
type Ground struct {
	Rule      string        `json:"rule"`
	Ground    string        `json:"ground"`
	Documents []int         `json:"documents"`
	Period    access.Period `json:"period"`
}

// Markings of an object as personenbezogen.
const (
	MarkedByPerson = "person"
	MarkedByPlan   = "plan"
)

// secret are the kinds that speak of statutory secrecy, with its ground; tax and social
// grounds come first.
var secret = []struct {
	kind   sensitivity.Kind
	ground string
}{
	{sensitivity.TaxID, "Steuergeheimnis, § 30 AO"}, {sensitivity.PensionID, "Sozialgeheimnis, § 35 SGB I"},
	{sensitivity.HealthID, "Sozialgeheimnis, § 35 SGB I"},
}

// ProposeClosure proposes the closure of a package by a law and by what is found in its
// documents. What is published is free whatever a rule says; of several persons the latest
// end counts; a date in a text never shortens what the Laufzeit gives; on persons something is
// proposed only where personal says so, a person decided so before, or the group of the
// Aktenplan is marked. Errors: as SearchPackage.
func (gt *Gate) ProposeClosure(ctx context.Context, key, law, purpose string, personal bool, progress func(done,
	total int)) (p Proposal, err error) {
	if _, err := gt.mayLookThrough("propose closure", purpose); err != nil {
		return p, err
	}
	l, err := gt.access.Law(ctx, law)
	if err != nil {
		return p, err
	}
	meta, err := gt.describe(ctx, key)
	if err != nil {
		return p, err
	}
	p.Law, p.Lines = l.ID, []Ground{}
	decided, err := gt.access.Decision(ctx, meta.PID)
	if err != nil {
		return p, err
	}
	if decided != nil {
		p.Facts = access.Facts{End: decided.Facts.End, Published: decided.Facts.Published, Secret: decided.Facts.Secret,
			Personal: decided.Facts.Personal, Description: decided.Facts.Description}
	}
	if p.Facts.End == "" {
		if p.Facts.End, err = gt.endOf(ctx, meta); err != nil {
			return p, err
		}
	}
	_, prof, err := gt.rulesOf(ctx, meta.PID)
	if err != nil {
		return p, err
	}
	switch {
	case personal || p.Facts.Personal:
		p.Marked = MarkedByPerson
	case slices.ContainsFunc(plansOf(meta.Objects), prof.IsPersonal):
		p.Marked = MarkedByPlan
	}
	p.Facts.Personal = p.Marked != ""
	if p.Without, err = l.Period(p.Facts); err != nil {
		return p, err
	}
	p.Period = p.Without
	if p.Evidence, err = gt.SearchPackage(ctx, key, purpose, progress); err != nil || p.Facts.Published {
		return p, err
	}
	return p, p.weigh(l, gt.Office.Now().Year())
}

// weigh takes the evidence into the proposal.
func (p *Proposal) weigh(l access.Law, today int) error {
	if p.Marked == "" {
		return nil
	}
	for _, s := range secret {
		docs := p.Evidence.with(s.kind)
		if len(docs) == 0 {
			continue
		}
		p.Facts.Secret = true
		period, err := l.Period(access.Facts{End: p.Facts.End, Secret: true})
		if err != nil {
			return err
		}
		p.Lines = append(p.Lines, Ground{Rule: string(s.kind), Ground: s.ground, Documents: docs, Period: period})
	}
	if latest, docs := p.Evidence.latestBirth(p.Facts.End, today); latest > 0 {
		with := p.Facts
		with.Born = strconv.Itoa(latest) // the year alone: the day is the word that was found
		period, err := l.Period(with)
		if err != nil {
			return err
		}
		p.Lines = append(p.Lines, Ground{Rule: string(sensitivity.BirthDate), Ground: l.PersonalBasis + " (nach der Geburt)",
			Documents: docs,
			Period:    period})
		without, err := l.Period(p.Facts)
		if err != nil {
			return err
		}
		if later(period, without) {
			p.Facts = with
		}
	}
	period, err := l.Period(p.Facts)
	if err != nil {
		return err
	}
	if p.Period = period; later(p.Without, period) { // never shorter than the Laufzeit alone says
		p.Period = p.Without
	}
	p.Facts.Evidence = p.recorded()
	return nil
}

// later tells whether a closure ends after another.
func later(a, b access.Period) bool {
	endless := func(x access.Period) bool { return !x.Open && x.Until.IsZero() }
	return endless(a) && !endless(b) || !endless(b) && a.Until.After(b.Until)
}

// with gives the numbers of the documents that hold a kind.
func (ev Evidence) with(k sensitivity.Kind) (out []int) {
	for _, d := range ev.Documents {
		if d.Kinds[k] > 0 {
			out = append(out, d.Number)
		}
	}
	return out
}

// latestBirth gives the latest year of birth that can be one: of somebody born before the
// records end, and the documents that hold it. Two digits are the latest such year they may
// mean.
func (ev Evidence) latestBirth(end string, today int) (latest int, docs []int) {
	last := today
	if n, err := strconv.Atoi(end[:min(4, len(end))]); err == nil {
		last = n
	}
	for _, b := range ev.births {
		if b.year >= 0 && b.year < 100 {
			if b.year += last - last%100; b.year > last {
				b.year -= 100
			}
		}
		if b.year <= last && b.year > latest {
			latest, docs = b.year, nil
		}
		if b.year == latest && latest > 0 {
			docs = append(docs, b.document)
		}
	}
	slices.Sort(docs)
	return latest, slices.Compact(docs)
}

// mostRecorded are the documents a record names for one rule.
const mostRecorded = 20

// recorded is what the decision keeps: rule, ground and document numbers, never a word.
func (p *Proposal) recorded() string {
	var out []string
	for _, g := range p.Lines {
		var docs []string
		for i, n := range g.Documents {
			if i == mostRecorded {
				docs = append(docs, "…")
				break
			}
			docs = append(docs, strconv.Itoa(n))
		}
		out = append(out, fmt.Sprintf("%s: %s, Dokument %s", sensitivity.Kind(g.Rule).German(2), g.Ground, strings.Join(docs, ", ")))
	}
	return strings.Join(out, "; ")
}

// TakeProposal decides the closure that is proposed now: as DecideClosure, by the person
// who acts, with rule, ground and document numbers beside the decision.
func (gt *Gate) TakeProposal(ctx context.Context, key, law, purpose string, personal bool, progress func(done,
	total int)) (access.Decision, error) {
	p, err := gt.ProposeClosure(ctx, key, law, purpose, personal, progress)
	if err != nil {
		return access.Decision{}, err
	}
	if len(p.Lines) == 0 {
		return access.Decision{}, failure.New(failure.Refused, "take closure proposal", wording.Say("hint.reading.nothing-proposed"))
	}
	return gt.DecideClosure(ctx, key, law, p.Facts)
}

// plansOf gives the positions of the Aktenplan a package names.
func plansOf(entries []*aip.Entry) (out []string) {
	for _, e := range entries {
		for _, f := range e.Fields {
			if (f.Name == "plan" || strings.HasSuffix(f.Name, ".plan")) && f.Value != "" {
				out = append(out, f.Value)
			}
		}
		out = append(out, plansOf(e.Children)...)
	}
	return out
}
