package intake

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// CheckReport writes the check report of a portion and gives its path.
func (cl *Claims) CheckReport(ctx context.Context, id string) (pdf string, err error) {
	if _, err := cl.Office.Allow(ctx, people.Check, "write check report"); err != nil {
		return "", err
	}
	_, rep, m, err := cl.papers(ctx, id)
	if err != nil {
		return "", err
	}
	l, err := cl.Papers.WritePaper(id, office.LetterReport, "pruefbericht", report.CheckReport(rep, m), false)
	if err != nil {
		return "", err
	}
	return cl.Office.Path(l.Path), cl.Papers.Register(ctx, l)
}

// papers gathers what papers about a checked portion need.
func (cl *Claims) papers(ctx context.Context, id string) (transfer.Portion, *check.Report, report.Meta, error) {
	p, err := cl.Portions.Get(ctx, id)
	if err != nil {
		return p, nil, report.Meta{}, err
	}
	rep, err := cl.Intake.Report(ctx, id)
	if err != nil {
		return p, nil, report.Meta{}, err
	}
	m, err := cl.Papers.Meta(ctx, p, cl.Office.Now())
	return p, rep, m, err
}

// Claim gives the claim letter of a portion: the draft as a person left it, or a
// new one made from the findings (A11). It is stored as a draft.
func (cl *Claims) Claim(ctx context.Context, id string) (report.Claim, error) {
	raw, err := os.ReadFile(cl.Office.Path(path.Join(office.DirLetters, id, office.ClaimDraft)))
	if errors.Is(err, fs.ErrNotExist) {
		return cl.DraftClaim(ctx, id, check.ReturnAll)
	}
	if err != nil {
		return report.Claim{}, office.Disk("read claim draft", err)
	}
	c, err := report.ReadClaim(raw)
	switch {
	case err != nil:
		return c, failure.Wrap(failure.Refused, "read claim draft", wording.Say("hint.intake.claim-draft-unreadable", office.ClaimDraft),
			err)
	case c.Empty():
		return cl.DraftClaim(ctx, id, check.ReturnAll) // a version before 0.2 wrote its preview over the draft
	}
	return c, nil
}

// DraftClaim drafts the claim anew from the findings, in place of an earlier
// draft: to return everything, or to ask for the files named (A11). A delivery can be
// returned without any finding; files are asked for only where one names them. Error:
// Refused where none does.
func (cl *Claims) DraftClaim(ctx context.Context, id string, way check.WayOut) (report.Claim, error) {
	if _, err := cl.Office.Allow(ctx, people.Write, "draft claim"); err != nil {
		return report.Claim{}, err
	}
	var c report.Claim
	p, rep, m, err := cl.papers(ctx, id)
	if err != nil {
		return c, err
	}
	if way == check.AskForFiles && rep.Count(check.Error)+rep.Count(check.Warning) == 0 {
		return c, failure.New(failure.Refused, "claim for "+id, wording.Say("hint.intake.claim-no-finding"))
	}
	var deadline time.Time
	if prof, err := cl.Papers.ProfileOf(ctx, p); err == nil && prof != nil && prof.Deadlines.RedeliveryDays > 0 {
		deadline = slip.Due(cl.Office.Now(), prof.Deadlines.RedeliveryDays)
	}
	c = report.NewClaim(rep, m, way, deadline)
	return c, cl.SaveClaim(ctx, id, c)
}

// SaveClaim keeps an edited claim as the draft and writes its preview. Error:
// Refused once the claim is final.
func (cl *Claims) SaveClaim(ctx context.Context, id string, c report.Claim) error {
	if _, err := cl.Office.Allow(ctx, people.Write, "draft claim"); err != nil {
		return err
	}
	p, err := cl.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	if p.State == transfer.Returned || p.State == transfer.Discarded || p.State == transfer.Closed {
		return failure.New(failure.Refused, "edit claim of "+id, wording.Say("hint.intake.claim-final"))
	}
	c.Final = false
	if err := os.MkdirAll(cl.Office.Path(path.Join(office.DirLetters, id)), 0o700); err != nil {
		return office.Disk("make letters folder", err)
	}
	return office.Disk("write claim draft", office.WriteFile(cl.Office.Path(path.Join(office.DirLetters, id, office.ClaimDraft)),
		func(f io.Writer) error {
			enc := json.NewEncoder(f)
			enc.SetIndent("", "  ")
			enc.SetEscapeHTML(false)
			return enc.Encode(c)
		}))
}

// Mention ticks the notes that the letter tells, by their codes; no other note stands in
// it. Error: Refused for a code of no note.
func (cl *Claims) Mention(ctx context.Context, id string, codes []string) (report.Claim, error) {
	c, err := cl.Claim(ctx, id)
	if err != nil {
		return c, err
	}
	if err := c.Tick(codes); err != nil {
		return c, err
	}
	return c, cl.SaveClaim(ctx, id, c)
}

// LeaveOut leaves causes out of the letter, by their codes; all others stand in it. The check
// report tells them all the same. Error: Refused for a code of no cause.
func (cl *Claims) LeaveOut(ctx context.Context, id string, codes []string) (report.Claim, error) {
	c, err := cl.Claim(ctx, id)
	if err != nil {
		return c, err
	}
	if err := c.Leave(codes); err != nil {
		return c, err
	}
	return c, cl.SaveClaim(ctx, id, c)
}

// ClaimPreview writes the draft as PDF/A and gives its path.
func (cl *Claims) ClaimPreview(ctx context.Context, id string) (string, error) {
	if _, err := cl.Office.Allow(ctx, people.Write, "draft claim"); err != nil {
		return "", err
	}
	l, err := cl.writeClaim(ctx, id, false)
	return cl.Office.Path(l.Path), err
}

// writeClaim writes the claim as draft or final paper.
func (cl *Claims) writeClaim(ctx context.Context, id string, final bool) (transfer.Letter, error) {
	c, err := cl.Claim(ctx, id)
	if err != nil {
		return transfer.Letter{}, err
	}
	c.Final = final
	if c.Meta.Created.IsZero() || final {
		c.Meta.Created = cl.Office.Now()
	}
	if final && c.Empty() {
		return transfer.Letter{}, failure.New(failure.Refused, "write claim of "+id, wording.Say("hint.intake.claim-empty"))
	}
	if !final { // its content stands in ClaimDraft, which a person edits and nothing writes over
		return cl.Papers.WritePreview(id, office.LetterClaim, "nachforderung"+office.DraftMark, c.Document())
	}
	return cl.Papers.WritePaper(id, office.LetterClaim, "nachforderung", c.Document(), true)
}
