package appraise

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Answers gives the messages that answer a portion and may go out now: nothing before
// its acceptance is decided, no draft, and no confirmation of an import that no receipt
// proves.
func Answers(p transfer.Portion) []procedure.Message {
	if !p.State.Decided() {
		return nil
	}
	return slices.DeleteFunc(p.Message().Answers(), func(m procedure.Message) bool {
		return Drafted(p, m) || m == procedure.ImportConfirmed && p.State != transfer.Confirmed && p.State != transfer.Closed
	})
}

// draftPrefix begins the name of a draft of a message.
const draftPrefix = "ENTWURF_"

// draftNotice is what a draft of a message says of itself.
const draftNotice = "ENTWURF, keine Nachricht: Die Bewertung ist nicht abgeschlossen. Nicht einspielen und nichts danach löschen."

// Drafted reports whether a message about the appraisal would be a draft: before
// the appraisal is finished, which needs the release of every V by a second person,
// nothing about it may leave the archive (G18).
func Drafted(p transfer.Portion, m procedure.Message) bool {
	return m.Judges() && !p.State.Judged()
}

// draftName is the name of the draft of a message. It neither begins nor ends like
// that of the message, so that nothing which looks for messages by name finds it.
func draftName(message string) string {
	return draftPrefix + strings.TrimSuffix(message, path.Ext(message)) + office.DraftMark + path.Ext(message)
}

// dropDrafts removes the drafts of what the finished appraisal says for good.
func (an *Replies) dropDrafts(portion string) error {
	dir := an.Office.Path(path.Join(office.DirLetters, portion))
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return office.Disk("look for drafts", err)
	}
	var gone []error
	for _, e := range entries {
		if name := e.Name(); office.IsDraft(name) && (strings.HasPrefix(name, draftPrefix) || strings.HasPrefix(name, verdictName)) {
			gone = append(gone, os.Remove(filepath.Join(dir, name)))
		}
	}
	return office.Disk("remove drafts", errors.Join(gone...))
}

// Answered is an answer that was written.
type Answered struct {
	Path  string
	Draft bool // no message yet: the appraisal is not finished
}

// Answer writes the xdomea message with this code that answers the portion, in
// its version and naming. 0502 and 0506 are drafts until the appraisal is finished;
// the 0506 itself needs confirmed packages.
func (an *Replies) Answer(ctx context.Context, id string, code procedure.Message, dir string) (Answered, error) {
	if _, err := an.Office.Allow(ctx, people.Write, "write answer"); err != nil {
		return Answered{}, err
	}
	p, err := an.Portions.Get(ctx, id)
	if err != nil {
		return Answered{}, err
	}
	if !slices.Contains(p.Message().Answers(), code) {
		return Answered{}, failure.New(failure.Refused, "answer "+p.Kind+" by "+string(code),
			wording.Say("hint.appraise.answer-not-possible", string(code), procedure.Strings(p.Message().Answers())))
	}
	if code == procedure.Appraisal {
		files, err := an.Desk.ExportAppraisal(ctx, id, dir)
		if err != nil {
			return Answered{}, err
		}
		return answeredBy(files[len(files)-1]), nil
	}
	l, err := an.WriteAnswer(ctx, p, code)
	if err != nil {
		return Answered{}, err
	}
	if !office.IsDraft(l.Path) {
		if err := an.Papers.Register(ctx, l); err != nil {
			return Answered{}, err
		}
	}
	if dir == "" {
		return answeredBy(an.Office.Path(l.Path)), nil
	}
	name, err := CopyTo(dir, an.Office.Path(l.Path))
	return answeredBy(name), err
}

func answeredBy(name string) Answered { return Answered{Path: name, Draft: office.IsDraft(name)} }

// WriteAnswer writes one answer into the letters of the portion.
func (an *Replies) WriteAnswer(ctx context.Context, p transfer.Portion, code procedure.Message) (transfer.Letter, error) {
	var results []xdomea.Result
	if code == procedure.ImportConfirmed {
		var err error
		if results, err = an.importResults(ctx, p); err != nil {
			return transfer.Letter{}, err
		}
		if !Drafted(p, code) {
			if err := an.Desk.Uphold(ctx, "confirm import of "+p.ID, p); err != nil {
				return transfer.Letter{}, err
			}
		}
	}
	return an.writeMessage(ctx, p, code, Drafted(p, code), func(out io.Writer, d xdomea.Draft) error {
		switch code {
		case procedure.OfferReceipt:
			return xdomea.WriteOfferReceipt(out, d)
		case procedure.TransferReceipt:
			return xdomea.WriteTransferReceipt(out, d)
		default:
			all := xdomea.Outcome{OK: true}
			if d.Preliminary != "" {
				all = notImported
			}
			return xdomea.WriteImportConfirmation(out, d, all, results)
		}
	})
}

// notImported is what a draft of the 0506 says: whoever reads it as the message all
// the same is not told that anything was taken over.
var notImported = xdomea.Outcome{Messages: []string{draftNotice}}

// draftResults gives what is to be archived as far as it is decided; none of it is.
func (an *Replies) draftResults(ctx context.Context, p transfer.Portion) ([]xdomea.Result, error) {
	a, err := an.Desk.Outlined(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	var out []xdomea.Result
	for _, o := range appraisal.Units(a.Roots) {
		if a.Verdicts[o.ID].Rating == record.RatingArchive {
			out = append(out, xdomea.Result{ID: o.ID, Outcome: notImported})
		}
	}
	if len(out) == 0 {
		return nil, failure.New(failure.Refused, "draft import confirmation of "+p.ID, wording.Say("hint.appraise.nothing-rated-a"))
	}
	return out, nil
}

// importResults gives the reference codes of what was archived.
func (an *Replies) importResults(ctx context.Context, p transfer.Portion) ([]xdomea.Result, error) {
	if Drafted(p, procedure.ImportConfirmed) {
		return an.draftResults(ctx, p)
	}
	unconfirmed := failure.New(failure.Refused, "confirm import of "+p.ID, wording.Say("hint.appraise.import-before-receipts"))
	packages, err := an.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	var out []xdomea.Result
	for _, pkg := range packages {
		if pkg.Kind == "accession" {
			continue
		}
		if pkg.State != transfer.PackageConfirmed {
			return nil, unconfirmed
		}
		out = append(out, xdomea.Result{ID: pkg.Unit, Outcome: xdomea.Outcome{OK: true}, ReferenceCode: pkg.ReferenceCode})
	}
	if len(out) == 0 && p.State != transfer.Confirmed && p.State != transfer.Closed {
		return nil, unconfirmed // nothing is packaged yet
	}
	return out, nil
}

// writeMessage writes an answer to the portion's message. Its clock is the
// arrival of the portion's last change, so that a second writing of the same
// state gives the same bytes. A draft says so in its name and its content.
func (an *Replies) writeMessage(ctx context.Context, p transfer.Portion, code procedure.Message, draft bool,
	fill func(io.Writer, xdomea.Draft) error) (transfer.Letter, error) {
	l := transfer.Letter{Portion: p.ID, Kind: "message-" + string(code), Made: an.Office.Now()}
	tree, err := an.Intake.Tree(ctx, p)
	if err != nil {
		return l, err
	}
	answered, err := xdomea.Delivered(ctx, tree)
	if err := intake.CloseWith(tree, err); err != nil {
		return l, err
	}
	var out bytes.Buffer
	name, about := xdomea.AnswerName(answered, string(code)), []string{p.ID, string(code), p.Changed.String()}
	if draft {
		name, about = draftName(name), append(about, office.DraftMark) // an id of its own: the message is another paper
	}
	d := xdomea.AnswerTo(answered, p.Changed, messageID(about...), xdomea.System{Product: office.Program, Version: office.Version})
	if draft {
		d.Preliminary = draftNotice
	}
	if err := fill(&out, d); err != nil {
		return l, fmt.Errorf("write message %s: %w", code, err)
	}
	l.Path = path.Join(office.DirLetters, p.ID, name)
	if err := os.MkdirAll(filepath.Dir(an.Office.Path(l.Path)), 0o700); err != nil {
		return l, office.Disk("make letters folder", err)
	}
	if err := office.WriteFile(an.Office.Path(l.Path), func(f io.Writer) error { _, err := f.Write(out.Bytes()); return err }); err != nil {
		return l, office.Disk("write message", err)
	}
	sum := sha256.Sum256(out.Bytes())
	l.SHA256 = hex.EncodeToString(sum[:])
	return l, nil
}

// messageID derives the message UUID of an answer, the same for the same state.
func messageID(parts ...string) string {
	u := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	u[6], u[8] = u[6]&0x0f|0x50, u[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// rated lists the ratings of objects above documents in document order, as the
// 0502 names them.
func rated(a *Appraisal) []xdomea.Rated {
	spread := appraisal.Spread(a.Roots, a.Verdicts)
	var out []xdomea.Rated
	for o := range record.All(a.Roots) {
		if r, ok := spread[o.ID]; ok && o.Kind != record.Document {
			out = append(out, xdomea.Rated{ID: o.ID, Rating: r})
		}
	}
	return out
}
