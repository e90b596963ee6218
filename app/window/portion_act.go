package window

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
	portion "laufzettel/views/portion/model"
)

// Act implements portion.Source.
func (s Portion) Act(ctx context.Context, id string, a portion.Action) error {
	defer s.Hub.Notify()
	switch a.Verb {
	case portion.DoCheck:
		return s.checkAs(ctx, id, a.Text)
	case portion.DoCancel:
		s.Works.Cancel(id)
		return nil
	case portion.DoAccept:
		return s.decide(ctx, id, intake.Accept, "")
	case portion.DoException:
		return s.decide(ctx, id, intake.Exception, a.Text)
	case portion.DoReturn:
		return s.giveBack(ctx, id, a)
	case portion.DoStop:
		return s.W.Intake.Halt(ctx, id, a.Text)
	case portion.DoDiscard, portion.DoWithdraw:
		s.Works.Cancel(id)
		_, err := s.W.Clearing.DiscardDelivery(ctx, id, a.Text, a.Subject, a.Verb == portion.DoWithdraw)
		return err
	case portion.DoPackage:
		return s.pack(ctx, id, a.Text)
	case portion.DoConvert:
		return s.convert(ctx, id)
	case portion.DoSend:
		if err := s.W.Outbox.Send(ctx, id); err != nil {
			return err
		}
		s.Sender.Wake()
		return nil
	case portion.DoClear, portion.DoClose:
		return s.end(ctx, id, a.Verb)
	case portion.DoVeraPDF:
		_, err := s.W.Intake.RecheckPDFA(ctx, id)
		return err
	case portion.DoReceipt:
		pdf, err := s.W.Books.ConfirmReceipt(ctx, id)
		if err != nil || a.Text == portion.Here {
			return err
		}
		return s.outside(pdf)
	case portion.DoReport:
		pdf, err := s.W.Claims.CheckReport(ctx, id)
		if err != nil || a.Text == portion.Here {
			return err
		}
		return s.outside(pdf)
	case portion.DoMail:
		return s.mail(ctx, id)
	case portion.DoKeep:
		return s.keep(ctx, id, a.Text)
	case portion.DoSite:
		if s.Site == nil {
			return failure.New(failure.Setup, "open website", wording.Say("hint.window.no-browser"))
		}
		return s.Site(ctx, id)
	case portion.DoMessage:
		return s.messageOutside(ctx, id, a.Text)
	case portion.DoPlace:
		if s.Place == nil {
			return failure.New(failure.Setup, "open "+a.Text, wording.Say("hint.window.no-outside-program"))
		}
		name, _ := s.Spot(a.Text)
		return s.Place(ctx, id, name)
	}
	return fmt.Errorf("portion: no action %q", a.Verb)
}

func (s Portion) outside(path string) error {
	if s.Outside == nil {
		return failure.New(failure.Setup, "open "+path, wording.Say("hint.window.no-program-started", path))
	}
	return s.Outside(path)
}

// mail hands the final letter to the mail program, as a draft.
func (s Portion) mail(ctx context.Context, id string) error {
	draft, err := s.W.Claims.ClaimMail(ctx, id)
	if err != nil {
		return err
	}
	return copyOutside(filepath.Join(s.W.Office.Dir, "cache", "outside"), "nachforderung-"+id+".eml", bytes.NewReader(draft), s.Outside)
}

// keep lays the final letter into a folder; what lies there under its name stays.
func (s Portion) keep(ctx context.Context, id, dir string) error {
	l, err := s.W.Claims.FinalClaim(ctx, id)
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(s.W.Office.Path(l.Path))
	if err != nil {
		return failure.Wrap(failure.Setup, "read letter", wording.Say("hint.window.no-program-started", l.Path), err)
	}
	file := filepath.Join(dir, "nachforderung-"+id+".pdf")
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return failure.Wrap(failure.Refused, "lay letter into folder", wording.Say("hint.window.letter-not-laid", file), err)
	}
	_, err = f.Write(raw)
	if err := errors.Join(err, f.Close()); err != nil {
		return failure.Wrap(failure.Setup, "lay letter into folder", wording.Say("hint.window.letter-not-laid", file), err)
	}
	return nil
}

func (s Portion) decide(ctx context.Context, id string, o intake.Outcome, reason string) error {
	_, err := s.W.Intake.Decide(ctx, id, o, reason)
	return err
}

// end gives the accession of a portion free for deletion at the source, or
// closes it: two acts, never one (A19).
func (s Portion) end(ctx context.Context, id string, verb portion.Verb) error {
	p, err := s.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	if verb == portion.DoClose {
		return failure.New(failure.Refused, "close from portion", wording.Say("hint.window.close-in-book"))
	}
	letters, err := s.W.Ending.Clear(ctx, p.AccessionID)
	if err != nil {
		return err
	}
	for _, l := range letters {
		if s.Outside != nil {
			return s.Outside(l)
		}
	}
	return nil
}

// causesMark is the line of the draft that stands for the list of causes, which
// is written from the findings.
func causesMark(causes int) string {
	if causes == 1 {
		return "[Hier folgt die Ursache mit allen Fundstellen.]"
	}
	return fmt.Sprintf("[Hier folgen die %d Ursachen mit allen Fundstellen.]", causes)
}

// Letter implements portion.Source: the draft as one text, its paragraphs parted
// by empty lines. The list of causes stands as one line; who takes the line out
// leaves the list out of the letter.
func (s Portion) Letter(ctx context.Context, id string) (portion.Letter, error) {
	c, err := s.W.Claims.Claim(ctx, id)
	if err != nil {
		return portion.Letter{}, err
	}
	parts := append([]string{}, c.Opening...)
	if len(c.Causes) > 0 {
		parts = append(parts, causesMark(len(c.Causes)))
	}
	parts = append(parts, c.Closing...)
	to := c.Meta.Agency.Name
	if c.Meta.Agency.Unit != "" {
		to += ", " + c.Meta.Agency.Unit
	}
	l := portion.Letter{To: to, Subject: c.Subject, Text: strings.Join(parts, "\n\n")}
	for _, x := range c.Causes {
		l.Causes = append(l.Causes, portion.Point{Code: x.Code, Title: x.Title, Count: x.Total, Ticked: !x.Left})
	}
	for _, a := range c.Aside {
		l.Aside = append(l.Aside, portion.Point{Code: a.Code, Title: a.Title, Count: a.Total, Ticked: a.Mention})
	}
	return l, nil
}

// edit puts the edited text back into the claim.
func edit(c *report.Claim, a portion.Action) {
	if t := strings.TrimSpace(a.Subject); t != "" {
		c.Subject = t
	}
	before, after, listed := strings.Cut(a.Text, causesMark(len(c.Causes)))
	c.Opening, c.Closing = paragraphs(before), paragraphs(after)
	if !listed {
		c.Causes = nil
	}
}

func paragraphs(text string) []string {
	var out []string
	for _, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// convert makes a second representation of the packages of a portion (A10). What
// was made after the sending goes to the archive at once.
func (s Portion) convert(ctx context.Context, id string) error {
	p, err := s.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	made, queued := 0, false
	wait, err := s.Works.Start(id, Converting, s.name(p), func(ctx context.Context, step func(Step)) error {
		list, err := s.W.Packer.ConvertPortion(ctx, id, func(done, total int, name string) {
			step(Step{Item: name, At: 1, Of: 1, Done: int64(done), Total: int64(total)})
		})
		for _, c := range list {
			if c.PID != "" {
				made, queued = made+1, queued || c.Queued
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := wait(ctx); err != nil {
		return err
	}
	if queued {
		s.Sender.Wake()
	}
	if made == 0 {
		return failure.New(failure.Refused, "convert "+id, wording.Say("hint.window.nothing-converted"))
	}
	return nil
}

// kinds are the kinds of deliveries a person can choose, by what people call them.
func (s Portion) kinds() (out []portion.Choice) {
	for _, name := range s.W.Contents.KindNames() {
		c := portion.Choice{Name: name, Label: name}
		if key := "kind." + name; s.Words.Has(key) {
			c.Label = s.Words.T(key)
		}
		out = append(out, c)
	}
	return out
}
