package appraise

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Kinds of letters around an appraisal, as kept with a portion.
const (
	LetterDraft   = "appraisal-draft"  // out to the agency for remarks (A35)
	LetterVerdict = "appraisal-letter" // the outcome, told to the agency
	LetterPaper   = "paper-letter"     // asks for parts on paper (A37)
)

// remarkDays is how long an agency has for remarks where its profile says nothing.
const remarkDays = 30

// outcome counts what was decided by plan position, for later appraisals.
func outcome(a *Appraisal, at time.Time) []counsel.Precedent {
	byPlan := map[string]*counsel.Precedent{}
	var out []*counsel.Precedent
	for _, u := range appraisal.Units(a.Roots) {
		plan := counsel.PlanOf(u)
		if plan == "" {
			continue
		}
		p := byPlan[plan]
		if p == nil {
			p = &counsel.Precedent{Portion: a.Portion.ID, Plan: plan, AgencyID: a.Portion.AgencyID, At: at}
			byPlan[plan], out = p, append(out, p)
		}
		switch a.Verdicts[u.ID].Rating {
		case record.RatingArchive:
			p.Archived++
		case record.RatingDestroy:
			p.Destroyed++
		}
	}
	list := make([]counsel.Precedent, len(out))
	for i, p := range out {
		list[i] = *p
	}
	return list
}

// ReasonBlocks gives the text blocks for reasons that hold for a portion: those of
// the profile of its agency, then those of the settings, each once.
func (dk *Desk) ReasonBlocks(ctx context.Context, p transfer.Portion) []string {
	var out []string
	add := func(list []string) {
		for _, r := range list {
			if r = strings.TrimSpace(r); r != "" && !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	if prof, err := dk.Papers.ProfileOf(ctx, p); err == nil && prof != nil {
		add(prof.Reasons)
	}
	add(dk.Office.Settings.Get().Reasons)
	return out
}

// SetModel puts a rule into the appraisal model of a profile, in place of one for
// the same position; an empty rating takes the rule away. Errors: Refused for an
// unknown profile or a rule that cannot stay as it is.
func (dk *Desk) SetModel(ctx context.Context, id string, rule profile.ModelRule) error {
	return dk.changeProfile(ctx, id, func(p *profile.Profile) {
		p.Model = slices.DeleteFunc(slices.Clone(p.Model), func(r profile.ModelRule) bool { return r.Plan == rule.Plan })
		if rule.Rating != "" {
			p.Model = append(p.Model, rule)
			slices.SortFunc(p.Model, func(a, b profile.ModelRule) int { return strings.Compare(a.Plan, b.Plan) })
		}
	})
}

// SetReasons replaces the text blocks of a profile, or of the settings where
// profileID is "".
func (dk *Desk) SetReasons(ctx context.Context, profileID string, reasons []string) error {
	if profileID != "" {
		return dk.changeProfile(ctx, profileID, func(p *profile.Profile) { p.Reasons = reasons })
	}
	check := profile.Profile{ID: "x", Agency: "x", Reasons: reasons}
	if err := check.Validate(); err != nil {
		return failure.Wrap(failure.Refused, "set reasons", wording.Plain(err.Error()), err)
	}
	if _, err := dk.Office.Allow(ctx, people.Profile, "set reasons"); err != nil {
		return err
	}
	return dk.Office.Settings.Change(func(s *settings.Settings) { s.Reasons = reasons })
}

func (dk *Desk) changeProfile(ctx context.Context, id string, change func(*profile.Profile)) error {
	if _, err := dk.Office.Allow(ctx, people.Profile, "save profile"); err != nil {
		return err
	}
	p, err := dk.Profiles.Get(ctx, id)
	if err != nil {
		return failure.Wrap(failure.Refused, "find profile "+id, wording.Say("hint.cli.no-such-profile", id), err)
	}
	change(p)
	if err := p.Validate(); err != nil {
		return failure.Wrap(failure.Refused, "change profile "+id, wording.Plain(err.Error()), err)
	}
	_, err = dk.Profiles.Save(ctx, *p, dk.Office.Person())
	return err
}

// DraftOut writes the decisions so far as a list for remarks of the agency (A35):
// a letter as PDF/A, the list as CSV to be filled in and as JSON. It gives the
// files, copied into dir where one is named. What is open stands in it as open.
func (dk *Desk) DraftOut(ctx context.Context, id, dir string) ([]string, error) {
	person, err := dk.Office.MustPerson(people.Appraise, "send draft")
	if err != nil {
		return nil, err
	}
	if _, err := dk.MayAppraise(ctx, id); err != nil {
		return nil, err
	}
	a, err := dk.Outlined(ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := dk.JudgeMeta(ctx, a.Portion)
	if err != nil {
		return nil, err
	}
	due := slip.Due(dk.Office.Now(), remarkDays)
	list := report.Appraisal{Meta: m, Objects: appraised(a), Samples: sampled(a), Draft: true}
	l, err := dk.Papers.WritePaper(id, LetterDraft, "bewertung.stellungnahme", report.DraftLetter(list, due), false)
	if err != nil {
		return nil, err
	}
	if err := dk.Beneath(l, ".csv", func(f io.Writer) error { return report.WriteDraftCSV(f, list, counsel.Columns) }); err != nil {
		return nil, err
	}
	e := dk.Office.Event(events.Wrote, id, path.Base(l.Path), l.Kind, map[string]string{"sha-256": l.SHA256})
	if err := dk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.AddLetter(ctx, tx, l); err != nil {
			return err
		}
		if err := dk.Counsel.SentTx(ctx, tx, id, counsel.Draft{At: dk.Office.Now(), Actor: person, Due: due,
			Objects: len(list.Objects)}); err != nil {
			return err
		}
		return dk.Log.Entry(ctx, e)(tx)
	}); err != nil {
		return nil, err
	}
	return dk.handOut(l, dir, ".pdf", ".csv", ".json")
}

// Beneath writes another form of a letter beside its PDF.
func (dk *Desk) Beneath(l transfer.Letter, ext string, fill func(io.Writer) error) error {
	return office.Disk("write "+l.Kind, office.WriteFile(dk.Office.Path(strings.TrimSuffix(l.Path, ".pdf")+ext), fill))
}

// handOut gives the files of a letter, as copies where dir is named.
func (dk *Desk) handOut(l transfer.Letter, dir string, exts ...string) ([]string, error) {
	var out []string
	for _, ext := range exts {
		name := dk.Office.Path(strings.TrimSuffix(l.Path, ".pdf") + ext)
		if dir != "" {
			var err error
			if name, err = CopyTo(dir, name); err != nil {
				return nil, err
			}
		}
		out = append(out, name)
	}
	return out, nil
}

// RemarksIn takes in what the agency sent back (A35). It gives how many remarks
// were new. Errors: Refused with the line for a file that is not the list, or for
// ids the portion does not hold; then nothing is taken in.
func (dk *Desk) RemarksIn(ctx context.Context, id, name string) (int, error) {
	if _, err := dk.Office.MustPerson(people.Appraise, "take in remarks"); err != nil {
		return 0, err
	}
	p, err := dk.MayAppraise(ctx, id)
	if err != nil {
		return 0, err
	}
	f, err := os.Open(name)
	if err != nil {
		return 0, failure.Wrap(failure.Refused, "open remarks", wording.Say("hint.appraise.remarks-not-opened"), err)
	}
	defer f.Close()
	list, err := counsel.ReadRemarks(f, cmp.Or(p.Agency, "abgebende Stelle"))
	if err != nil {
		return 0, err
	}
	for i := range list {
		if has, err := dk.Portions.HasObject(ctx, id, list[i].Object); err != nil {
			return 0, err
		} else if !has {
			return 0, failure.New(failure.Refused, "find object "+list[i].Object,
				wording.Say("hint.appraise.remark-object-unknown", list[i].Object))
		}
		list[i].Source = filepath.Base(name)
	}
	added := 0
	err = dk.Office.Store.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if added, err = dk.Counsel.AddTx(ctx, tx, id, list); err != nil {
			return err
		}
		return dk.Log.Entry(ctx, dk.Office.Event(events.Received, id, "", "remarks", map[string]string{"remarks": fmt.Sprint(added)}))(tx)
	})
	return added, err
}

// PaperParts lists what of a portion is not wholly electronic (A37), in the order
// of the delivery.
func PaperParts(a *Appraisal) []report.PaperPart {
	words := map[record.Kind]string{record.Dossier: "Akte", record.Case: "Vorgang", record.Document: "Dokument"}
	var out []report.PaperPart
	for o := range record.All(a.Roots) {
		if !Paper(o) {
			continue
		}
		r := string(a.Verdicts[o.ID].Rating)
		out = append(out, report.PaperPart{ID: o.ID, Kind: words[o.Kind], Reference: NumberOf(o), Subject: o.Subject,
			Span: report.SpanText(o.Span), Medium: o.Medium, Rating: r})
	}
	return out
}

// AskPaper writes the letter that asks the agency for the parts on paper, with
// the list as CSV and JSON. Error: Refused where everything is electronic.
func (dk *Desk) AskPaper(ctx context.Context, id, dir string) ([]string, error) {
	if _, err := dk.Office.Allow(ctx, people.Write, "ask for paper"); err != nil {
		return nil, err
	}
	a, err := dk.Appraisal(ctx, id)
	if err != nil {
		return nil, err
	}
	parts := PaperParts(a)
	if len(parts) == 0 {
		return nil, failure.New(failure.Refused, "ask for paper", wording.Say("hint.appraise.no-paper"))
	}
	m, err := dk.JudgeMeta(ctx, a.Portion)
	if err != nil {
		return nil, err
	}
	p := report.Papers{Meta: m, Parts: parts}
	l, err := dk.Papers.WritePaper(id, LetterPaper, "papierteile", report.PaperLetter(p), false)
	if err != nil {
		return nil, err
	}
	if err := dk.Beneath(l, ".csv", func(f io.Writer) error { return report.WritePaperCSV(f, p) }); err != nil {
		return nil, err
	}
	if err := dk.Papers.Register(ctx, l); err != nil {
		return nil, err
	}
	return dk.handOut(l, dir, ".pdf", ".csv", ".json")
}

// AppraisalLetter writes the letter that tells the agency the outcome: a draft until
// the appraisal is finished. Error: Refused while something is open.
func (dk *Desk) AppraisalLetter(ctx context.Context, id, dir string) ([]string, error) {
	if _, err := dk.Office.Allow(ctx, people.Write, "write letter"); err != nil {
		return nil, err
	}
	a, err := dk.Outlined(ctx, id)
	if err != nil {
		return nil, err
	}
	if a.Progress.Open > 0 {
		return nil, failure.New(failure.Refused, "write letter", wording.Say("hint.appraise.result-cases-open", a.Progress.Open))
	}
	l, err := dk.verdictLetter(ctx, a, !a.Portion.State.Judged())
	if err != nil {
		return nil, err
	}
	if !office.IsDraft(l.Path) {
		if err := dk.Papers.Register(ctx, l); err != nil {
			return nil, err
		}
	}
	return dk.handOut(l, dir, ".pdf", ".json")
}

// verdictName names the letter about the outcome of an appraisal.
const verdictName = "bewertung.schreiben"

func (dk *Desk) verdictLetter(ctx context.Context, a *Appraisal, draft bool) (transfer.Letter, error) {
	m, err := dk.JudgeMeta(ctx, a.Portion)
	if err != nil {
		return transfer.Letter{}, err
	}
	s, err := dk.Survey(ctx, a)
	if err != nil {
		return transfer.Letter{}, err
	}
	v := report.Verdict{Meta: m, Objects: appraised(a), Archive: a.Progress.Archive, Destroy: a.Progress.Destroy, Draft: draft}
	for _, u := range s.Units {
		if f := s.Facts[u.ID]; a.Verdicts[u.ID].Rating == record.RatingArchive {
			v.Documents, v.Files, v.Bytes = v.Documents+f.Documents, v.Files+f.Files, v.Bytes+f.Bytes
		}
	}
	if a.Portion.Message() == procedure.Offer {
		v.Message = string(procedure.Appraisal)
	}
	name := verdictName
	if draft {
		name += office.DraftMark
	}
	return dk.Papers.WritePaper(a.Portion.ID, LetterVerdict, name, report.VerdictLetter(v), false)
}

// JudgeMeta is meta with the version of the delivery that was judged.
func (dk *Desk) JudgeMeta(ctx context.Context, p transfer.Portion) (report.Meta, error) {
	m, err := dk.Papers.Meta(ctx, p, dk.Office.Now())
	if err != nil {
		return m, err
	}
	versions, err := dk.Portions.Versions(ctx, p.ID)
	if err != nil {
		return m, err
	}
	n := 1 + slices.IndexFunc(versions, func(v transfer.Portion) bool { return v.ID == p.ID })
	m.Delivery = fmt.Sprintf("%s, %d. Fassung, eingegangen %s", p.ID, n, p.Arrived.Local().Format("02.01.2006, 15:04"))
	return m, nil
}
