package appraise

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// Appraisal is the state of the appraisal of a portion.
type Appraisal struct {
	Portion  transfer.Portion
	Roots    []*record.Object
	Verdicts map[string]appraisal.Verdict
	Progress appraisal.Progress
	// Mixed are the cases of a share some of whose files were decided on their own, by
	// the case; nil for other kinds.
	Mixed   map[string]Mixed
	Earlier *Earlier // what an earlier delivery leaves to this one (A36), nil: nothing
}

// Appraisal loads the record tree and what holds for every object.
func (dk *Desk) Appraisal(ctx context.Context, id string) (*Appraisal, error) {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	roots, err := dk.Portions.Objects(ctx, id)
	if err != nil {
		return nil, err
	}
	return dk.AppraisalOf(ctx, p, roots)
}

// AppraisalOf computes what holds for a record tree that is loaded already: after
// a decision only the decisions are read anew.
func (dk *Desk) AppraisalOf(ctx context.Context, p transfer.Portion, roots []*record.Object) (*Appraisal, error) {
	decisions, err := dk.Book.Decisions(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	a := &Appraisal{Portion: p, Roots: roots}
	if a.Earlier, err = dk.inherit(ctx, p, roots, decisions); err != nil {
		return nil, err
	}
	if err := dk.passOverDoomed(ctx, p, roots, decisions); err != nil {
		return nil, err
	}
	a.Verdicts = appraisal.Effective(roots, decisions)
	a.Earlier.reopen(p.ID, roots, a.Verdicts)
	if p.Kind == intake.PlainKind {
		if err := dk.mix(ctx, a); err != nil {
			return nil, err
		}
	}
	a.Progress = appraisal.Count(roots, a.Verdicts)
	for _, m := range a.Mixed {
		if m.Rating == record.RatingArchive && m.Unreleased {
			a.Progress.Unreleased++
		}
	}
	return a, nil
}

// MayAppraise refuses an appraisal before acceptance or after packaging.
func (dk *Desk) MayAppraise(ctx context.Context, id string) (transfer.Portion, error) {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return p, err
	}
	if !p.State.Appraisable() {
		return p, failure.New(failure.Refused, "appraise "+id, wording.Say("hint.appraise.portion-not-accepted", p.State))
	}
	return p, nil
}

// Set decides on objects of a portion: A, V, or B to open them again.
func (dk *Desk) Set(ctx context.Context, id string, objects []string, rating record.Rating, reason string) error {
	person, err := dk.Office.MustPerson(people.Appraise, "appraise")
	if err != nil {
		return err
	}
	if _, err := dk.MayAppraise(ctx, id); err != nil {
		return err
	}
	objects, err = dk.Named(ctx, id, objects)
	if err != nil {
		return err
	}
	return dk.Book.Set(ctx, id, objects, rating, strings.TrimSpace(reason), person, func(tx *sql.Tx, part []string) error {
		for _, o := range part {
			if err := dk.Log.Entry(ctx, dk.Office.Event(events.Appraised, id, o, string(rating), nil))(tx); err != nil {
				return err
			}
		}
		return dk.Log.HandsTx(ctx, tx, id)
	})
}

// SetTogether decides on many objects of a portion by one act with one statement: what
// a rule or a selection means. detail says in the log by what, never by a title.
func (dk *Desk) SetTogether(ctx context.Context, id string, objects []string, rating record.Rating, reason string,
	detail map[string]string) error {
	person, err := dk.Office.MustPerson(people.Appraise, "appraise")
	if err != nil {
		return err
	}
	if _, err := dk.MayAppraise(ctx, id); err != nil {
		return err
	}
	parts := (len(objects) + appraisal.Part - 1) / appraisal.Part
	n := 0
	return dk.Book.Set(ctx, id, objects, rating, strings.TrimSpace(reason), person, func(tx *sql.Tx, _ []string) error {
		if n++; parts > 1 { // each states and signs what it decided
			detail = maps.Clone(detail)
			detail["part"] = fmt.Sprintf("%d/%d", n, parts)
		}
		return dk.Log.SignedAct(ctx, id, dk.Log.Entry(ctx, dk.Office.Event(events.Appraised, id, "", string(rating), detail)))(tx)
	})
}

// Named gives the ids of the objects a person names: by id, Kennzeichen, title or
// number. Error: Refused where a word names none of the portion, or several.
func (dk *Desk) Named(ctx context.Context, id string, said []string) ([]string, error) {
	var ids []string
	for _, word := range said {
		o, err := dk.Portions.ObjectNamed(ctx, id, word)
		if err != nil {
			return nil, err
		}
		ids = append(ids, o)
	}
	return ids, nil
}

// Undo takes back the last decision, Redo repeats it; both give the objects.
func (dk *Desk) Undo(ctx context.Context, id string) ([]string, error) {
	return dk.back(ctx, id, dk.Book.Undo)
}

// Redo repeats the decision taken back last.
func (dk *Desk) Redo(ctx context.Context, id string) ([]string, error) {
	return dk.back(ctx, id, dk.Book.Redo)
}

func (dk *Desk) back(ctx context.Context, id string, do func(context.Context, string, string, appraisal.Also) ([]string, error)) ([]string,
	error) {
	person, err := dk.Office.MustPerson(people.Appraise, "undo appraisal")
	if err != nil {
		return nil, err
	}
	if _, err := dk.MayAppraise(ctx, id); err != nil {
		return nil, err
	}
	return do(ctx, id, person, func(tx *sql.Tx, _ []string) error {
		return dk.Log.SignedAct(ctx, id, dk.Log.Entry(ctx, dk.Office.Event(events.Undone, id, "", "ok", nil)))(tx)
	})
}

// Release releases destructions by the person now acting, who must not be the
// decider and signs with a key of their own (G18), also while the register of people
// is open. Empty objects means all decided V that are not released.
func (dk *Desk) Release(ctx context.Context, id string, objects []string) (int, error) {
	person, err := dk.Office.MustPerson(people.Release, "release destruction")
	if err != nil {
		return 0, err
	}
	if objects, err = dk.Named(ctx, id, objects); err != nil {
		return 0, err
	}
	decisions, err := dk.Book.Decisions(ctx, id)
	if err != nil {
		return 0, err
	}
	if len(objects) == 0 {
		for o, d := range decisions {
			if d.Rating == record.RatingDestroy && d.ReleasedBy == "" {
				objects = append(objects, o)
			}
		}
		slices.Sort(objects)
	}
	if len(objects) == 0 {
		return 0, failure.New(failure.Refused, "release destruction", wording.Say("hint.appraise.nothing-to-release"))
	}
	var deciders []string
	for _, o := range objects {
		deciders = append(deciders, decisions[o].Actor)
	}
	if err := dk.Office.MayRelease(ctx, person, deciders); err != nil {
		return 0, err
	}
	if err := dk.Sampling.Holds(ctx, id, objects); err != nil {
		return 0, err
	}
	also := func(tx *sql.Tx, part []string) error {
		for _, o := range part {
			if err := dk.Log.Entry(ctx, dk.Office.Event(events.Released, id, o, "ok", nil))(tx); err != nil {
				return err
			}
		}
		return dk.Log.HandsTx(ctx, tx, id)
	}
	return len(objects), dk.Book.Release(ctx, id, objects, person, dk.Office.Settings.Get().Alone, also)
}

// ReleaseBarrier tells, without doing anything, what keeps the person at work from
// releasing what waits at a portion; nil: nothing does, or nothing waits.
func ReleaseBarrier(ctx context.Context, dk *Desk, id string) error {
	const op = "release destruction"
	decisions, err := dk.Book.Decisions(ctx, id)
	if err != nil {
		return err
	}
	var deciders, objects []string
	for o, d := range decisions {
		if d.Rating == record.RatingDestroy && d.ReleasedBy == "" {
			deciders, objects = append(deciders, d.Actor), append(objects, o)
		}
	}
	if len(deciders) == 0 {
		return nil
	}
	person, err := dk.Office.Allow(ctx, people.Release, op)
	if err != nil {
		return err
	}
	if slices.Contains(deciders, person) && !dk.Office.Settings.Get().Alone {
		return failure.New(failure.Refused, op, wording.Say("hint.appraisal.release-own-decision"))
	}
	if err := dk.Office.MayRelease(ctx, person, deciders); err != nil {
		return err
	}
	return dk.Sampling.Holds(ctx, id, objects)
}

// FinishAppraisal closes the appraisal: every unit is A or V and every V is
// released by a second person. It writes the appraisal list and, where the
// exchange is four-stage, the 0502. Error: Refused with the number still open.
func (dk *Desk) FinishAppraisal(ctx context.Context, id string) error {
	if _, err := dk.Office.MustPerson(people.Appraise, "finish appraisal"); err != nil {
		return err
	}
	p, err := dk.MayAppraise(ctx, id)
	if err != nil {
		return err
	}
	if _, err := decided(ctx, dk, p); err != nil {
		return err
	}
	if err := dk.NothingWaits(ctx, id); err != nil {
		return err
	}
	if err := dk.Uphold(ctx, "finish appraisal", p); err != nil {
		return err
	}
	a, err := decided(ctx, dk, p) // what is written is read after it was upheld
	if err != nil {
		return err
	}
	letters, err := dk.writeAppraisal(ctx, a, false)
	if err != nil {
		return err
	}
	if err := dk.Replies.dropDrafts(id); err != nil {
		return err
	}
	detail := map[string]string{"archive": fmt.Sprint(a.Progress.Archive), "destroy": fmt.Sprint(a.Progress.Destroy)}
	_, err = dk.Portions.Move(ctx, id, transfer.Appraised, nil, func(tx *sql.Tx, _ transfer.Portion) error {
		for _, l := range letters {
			if err := transfer.AddLetter(ctx, tx, l); err != nil {
				return err
			}
		}
		if err := dk.Counsel.RecordTx(ctx, tx, id, outcome(a, dk.Office.Now())); err != nil {
			return err
		}
		if err := appraisal.ForgetOpenTx(ctx, tx, id); err != nil {
			return err
		}
		return dk.Log.Entry(ctx, dk.Office.Event(events.Appraised, id, "", "finished", detail))(tx)
	})
	return err
}

// decided is the appraisal of a portion of which nothing is open. Error: Refused with the
// number still open or unreleased.
func decided(ctx context.Context, dk *Desk, p transfer.Portion) (*Appraisal, error) {
	load := dk.Outlined
	if p.Message() == procedure.Offer {
		load = dk.Appraisal // the 0502 answers every object
	}
	a, err := load(ctx, p.ID)
	switch {
	case err != nil:
		return nil, err
	case a.Progress.Open > 0:
		return nil, failure.New(failure.Refused, "finish appraisal", wording.Say("hint.appraise.cases-open", a.Progress.Open))
	case a.Progress.Unreleased > 0 && !dk.Office.Settings.Get().Alone:
		return nil, failure.New(failure.Refused, "finish appraisal",
			wording.Say("hint.appraise.decisions-unreleased", a.Progress.Unreleased))
	}
	return a, nil
}

// ExportAppraisal writes the 0502 and the appraisal list into dir (default: the
// letters of the portion) and gives the file names. Open objects are left out.
// Until the appraisal is finished, the 0502 and the letter are drafts.
func (dk *Desk) ExportAppraisal(ctx context.Context, id, dir string) ([]string, error) {
	if _, err := dk.Office.Allow(ctx, people.Write, "write appraisal"); err != nil {
		return nil, err
	}
	a, err := dk.Outlined(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := dk.Intake.StopClassified(ctx, a.Portion); err != nil {
		return nil, err
	}
	if a.Portion.State.Judged() {
		if err := dk.Uphold(ctx, "write appraisal", a.Portion); err != nil {
			return nil, err
		}
	}
	letters, err := dk.writeAppraisal(ctx, a, !a.Portion.State.Judged())
	if err != nil {
		return nil, err
	}
	var out []string
	if a.Progress.Destroy > 0 {
		if out, err = dk.orderedDestruction(ctx, a, dir); err != nil {
			return nil, err
		}
	}
	for _, l := range letters {
		if !office.IsDraft(l.Path) {
			if err := dk.Papers.Register(ctx, l); err != nil {
				return nil, err
			}
		}
		exts := []string{path.Ext(l.Path)}
		if l.Kind == office.LetterAppraisal {
			exts = append(exts, ".csv")
		}
		for _, ext := range exts {
			name := dk.Office.Path(strings.TrimSuffix(l.Path, path.Ext(l.Path)) + ext)
			if dir != "" {
				if name, err = CopyTo(dir, name); err != nil {
					return nil, err
				}
			}
			out = append(out, name)
		}
	}
	return out, nil
}

func CopyTo(dir, name string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", office.Disk("make folder", err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return "", office.Disk("read letter", err)
	}
	to := filepath.Join(dir, filepath.Base(name))
	return to, office.Disk("write copy", office.WriteFile(to, func(f io.Writer) error { _, err := f.Write(data); return err }))
}

// writeAppraisal writes the list for people and, for an offer (0501), the 0502;
// what goes to the agency is a draft where draft says so.
func (dk *Desk) writeAppraisal(ctx context.Context, a *Appraisal, draft bool) ([]transfer.Letter, error) {
	m, err := dk.JudgeMeta(ctx, a.Portion)
	if err != nil {
		return nil, err
	}
	decisions := report.Appraisal{Meta: m, Objects: appraised(a), Samples: sampled(a)}
	if decisions.Looked, err = dk.Sampling.Sentence(ctx, a.Portion.ID); err != nil {
		return nil, err
	}
	list, err := dk.Papers.WritePaper(a.Portion.ID, office.LetterAppraisal, "bewertungsliste", report.AppraisalList(decisions), false)
	if err != nil {
		return nil, err
	}
	if err := dk.Beneath(list, ".csv", func(f io.Writer) error { return report.WriteAppraisalCSV(f, decisions) }); err != nil {
		return nil, err
	}
	letters := []transfer.Letter{list}
	if a.Progress.Open == 0 {
		l, err := dk.verdictLetter(ctx, a, draft)
		if err != nil {
			return nil, err
		}
		letters = append(letters, l)
	}
	if a.Portion.Message() != procedure.Offer {
		return letters, nil
	}
	l, err := dk.Replies.writeMessage(ctx, a.Portion, procedure.Appraisal, draft, func(out io.Writer, d xdomea.Draft) error {
		return xdomea.WriteAppraisal(out, d, rated(a))
	})
	if err != nil {
		return nil, err
	}
	return append(letters, l), nil
}

// orderedDestruction writes the Kassationsliste of what is decided V and not yet
// destroyed, for the second person. It is a draft with titles: no part of the
// accession package, and removed when the destruction is carried out (A17, G13).
func (dk *Desk) orderedDestruction(ctx context.Context, a *Appraisal, dir string) ([]string, error) {
	m, err := dk.JudgeMeta(ctx, a.Portion)
	if err != nil {
		return nil, err
	}
	doomed, err := dk.DestroyedOf(ctx, a)
	if err != nil {
		return nil, err
	}
	list := report.Destruction{Meta: m, Objects: doomed, WithNames: true}
	var names []string
	for _, d := range list.Objects {
		names = append(names, d.DecidedBy, d.ReleasedBy)
	}
	if list.Notes, err = dk.Office.FreshKeys(ctx, names...); err != nil {
		return nil, err
	}
	l, err := dk.Papers.WritePaper(a.Portion.ID, office.LetterDestruction, DraftDestruction, report.DestructionList(list), false)
	if err != nil {
		return nil, err
	}
	if err := dk.Beneath(l, ".csv", func(f io.Writer) error { return report.WriteDestructionCSV(f, list) }); err != nil {
		return nil, err
	}
	return dk.handOut(l, dir, ".pdf", ".csv")
}

// DraftDestruction names the list of what is to be destroyed; what is called
// draft stays out of the accession package.
const DraftDestruction = "kassationsliste" + office.DraftMark

// originWords says in German where a rating comes from (A30).
var originWords = map[record.Origin]string{
	record.OriginUnknown:   "",
	record.OriginMessage:   "laut Nachricht der Stelle",
	record.OriginDecision:  "Entscheidung des Archivs",
	record.OriginCatalogue: "Bewertungskatalog",
	record.OriginKind:      "Lieferart wird ganz übernommen",
}

// appraised lists what holds for every unit, for the paper.
func appraised(a *Appraisal) []report.Appraised {
	var out []report.Appraised
	for _, o := range appraisal.Units(a.Roots) {
		v := a.Verdicts[o.ID]
		row := report.Appraised{ID: o.ID, Reference: o.Reference, Subject: o.Subject, Span: report.SpanText(o.Span),
			Suggestion: string(o.Suggestion),
			Rating:     string(v.Rating), Origin: originWords[v.Origin]}
		if v.Decision != nil {
			row.Reason, row.By, row.At = v.Decision.Reason, v.Decision.Actor, v.Decision.At
			row.ReleasedBy, row.ReleasedAt = v.Decision.ReleasedBy, v.Decision.ReleasedAt
		}
		if v.Inherited {
			row.Origin = strings.TrimSpace(row.Origin + " (geerbt)")
		}
		out = append(out, row)
	}
	return out
}

// sampled gathers what was decided by a selection of a mass series: per sentence of a rule
// what became of the selected and of the rest, in the order of the delivery.
func sampled(a *Appraisal) (out []report.Sample) {
	at := map[string]int{}
	for _, o := range appraisal.Units(a.Roots) {
		v := a.Verdicts[o.ID]
		if v.Decision == nil {
			continue
		}
		sentence := sift.SampleOf(v.Decision.Reason)
		if sentence == "" {
			continue
		}
		i, known := at[sentence]
		if !known {
			i = len(out)
			at[sentence], out = i, append(out, report.Sample{Sentence: sentence})
		}
		switch v.Rating {
		case record.RatingArchive:
			out[i].Archive++
		case record.RatingDestroy:
			out[i].Destroy++
		default:
			out[i].Open++
		}
	}
	return out
}

// Outlined is Appraisal down to the units: their documents are counted and not
// loaded, so that a portion of a million files costs what its units cost. Kinds that
// divide units or relate them by their documents come whole. For everybody who asks
// what holds for units.
func (dk *Desk) Outlined(ctx context.Context, id string) (*Appraisal, error) {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	roots, err := dk.Contents.Outline(ctx, p)
	if err != nil {
		return nil, err
	}
	return dk.AppraisalOf(ctx, p, roots)
}
