package window

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/accession"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/slip"
	book "laufzettel/views/book/model"
	overview "laufzettel/views/overview/model"
)

// Book is the source of the accession book.
type Book struct{ *Desk }

// Rows implements book.Source.
func (s Book) Rows(ctx context.Context) ([]book.Row, error) {
	all, err := s.W.Books.BookRows(ctx)
	if err != nil {
		return nil, err
	}
	agencies, err := s.W.Office.Competence(ctx)
	if err != nil {
		return nil, err
	}
	mine := accession.BookFilter{Mine: agencies}
	out := make([]book.Row, len(all))
	for i, r := range all {
		out[i] = s.row(r)
		out[i].Mine = mine.Fits(r)
	}
	return out, nil
}

func (s Book) row(r accession.BookRow) book.Row {
	out := book.Row{ID: r.ID, Number: r.Number, Title: r.Title, Agency: r.Agency, Kind: s.kind(transfer.Portion{Kind: r.Kind}), State: r.State, StateWord: r.State.German(),
		Step: string(r.Step), StepWord: s.Words.T("book.next." + string(r.Step)), Waits: r.Step.Waits(), Portion: r.Portion, Opened: r.Opened, Files: r.Files, Bytes: r.Bytes,
		Extent: r.Extent, Due: r.Due, DueWhat: r.DueWhat, DueState: r.DueState, Versions: r.Versions}
	return out
}

// Details implements book.Source.
func (s Book) Details(ctx context.Context, id string) (book.Details, error) {
	e, err := s.W.Books.BookEntry(ctx, id)
	if err != nil {
		return book.Details{}, err
	}
	d := book.Details{Row: s.row(e.BookRow), TransferID: e.TransferID, Profile: e.Profile, Needed: e.Missing(), Unreceipted: e.Unreceipted(), Differs: e.Redelivered()}
	for i, p := range e.Deliveries {
		l := book.Line{Text: s.name(p), Under: p.ID + " · " + p.State.German(), At: p.Arrived, Portion: p.ID}
		if p.Redelivery != "" {
			l.Under += " · " + s.Words.T("window.book.version", e.Version(i))
		}
		d.Portions = append(d.Portions, l)
	}
	for _, x := range e.Letters {
		d.Letters = append(d.Letters, book.Line{Text: filepath.Base(x.Path), At: x.Made, Path: filepath.Join(s.W.Office.Dir, filepath.FromSlash(x.Path))})
	}
	for _, x := range e.Acts {
		d.Acts = append(d.Acts, book.Line{Text: s.Words.T("book.act." + string(x.Kind)), Under: strings.Trim(x.Person+" · "+x.Note, " ·"), At: x.At})
	}
	for _, x := range e.Remarks {
		d.Remarks = append(d.Remarks, book.Line{Text: x.Text, Under: x.Person, At: x.At})
	}
	for _, x := range e.Deadlines {
		under := s.Words.T("window.book.until", s.Words.Date(x.Due.Add(-time.Millisecond)))
		if !x.Met.IsZero() {
			under += ", " + s.Words.T("window.book.met")
		}
		d.Deadlines = append(d.Deadlines, book.Line{Text: x.What, Under: under})
	}
	for _, x := range e.Confirmations {
		d.Confirmations = append(d.Confirmations, book.Line{Text: x.Name, Under: x.Person + " · " + x.Note, At: x.At})
	}
	if d.Doomed, err = s.W.Ending.DoomedOf(ctx, e.ID); err != nil {
		return d, err
	}
	if !e.State.Released() {
		d.Obstacles, err = s.W.Ending.Obstacles(ctx, e.ID)
	}
	return d, err
}

// Copies implements book.Source.
func (s Book) Copies(ctx context.Context, id string) ([]book.Copy, error) {
	list, err := s.W.Copies.RegisteredCopies(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []book.Copy
	for _, c := range list {
		out = append(out, book.Copy{ID: c.ID, Out: c.Kind.Outside(), What: c.Kind.German(), Place: c.Place, Bytes: c.Bytes, Gone: !c.Gone.IsZero()})
	}
	return out, nil
}

// New implements book.Source.
func (s Book) New(ctx context.Context, d book.Draft) (string, error) {
	defer s.Hub.Notify()
	due, err := accession.ReadDay(d.Due)
	if err != nil {
		return "", err
	}
	a, err := s.W.Books.NewAccession(ctx, accession.AccessionDraft{Title: d.Title, Agency: d.Agency, Profile: d.Profile, Extent: d.Extent, Due: due, DueWhat: d.For})
	return a.ID, err
}

// Act implements book.Source.
func (s Book) Act(ctx context.Context, id string, a book.Action) (string, error) {
	defer s.Hub.Notify()
	noted := s.Words.T("window.book.noted")
	switch a.Verb {
	case book.DoRemark:
		return noted, s.W.Books.Remark(ctx, id, a.Text)
	case book.DoDue:
		due, err := accession.ReadDay(a.Day)
		if err != nil {
			return "", err
		}
		return noted, s.W.Books.SetDeadline(ctx, id, a.Text, due, due.IsZero())
	case book.DoConfirm:
		return noted, s.W.Books.NoteConfirmation(ctx, id, a.Text, a.Note, true)
	case book.DoDeletion:
		return noted, s.W.Books.NoteDeletion(ctx, id, a.Note)
	case book.DoOffer:
		acc, _, err := s.W.Books.Offer(ctx, a.Text)
		return s.Words.T("window.book.offered", acc.Number), err
	case book.DoClear:
		letters, err := s.W.Ending.Clear(ctx, id)
		if err != nil || len(letters) == 0 {
			return "", err
		}
		return s.Words.T("window.book.cleared"), s.Open(letters[0])
	case book.DoReceipt:
		return s.confirmReceipts(ctx, id)
	case book.DoDestroy:
		n, err := s.W.Ending.DestroyOf(ctx, id, a.Text, true)
		if err != nil {
			return "", err
		}
		return s.Words.N("window.book.destroyed", n), nil
	case book.DoGone:
		n, err := strconv.ParseInt(a.Text, 10, 64)
		if err != nil {
			return "", err
		}
		return noted, s.W.Copies.CopyGone(ctx, n, a.Note)
	case book.DoClose:
		proof, err := s.W.Ending.CloseAccession(ctx, id, accession.Closing{Confirmed: true, KeepPackages: a.Keep, Unreported: a.Note})
		if err != nil {
			return "", err
		}
		return s.Words.T("window.book.closed"), s.Open(proof)
	case book.DoYear:
		return s.year(ctx, a.Text)
	case book.DoTrial:
		return s.trial(ctx, a.Text)
	case book.DoFolder:
		dir, err := s.W.Books.AccessionFolder(ctx, id, "")
		if err != nil {
			return "", err
		}
		return dir, s.Open(filepath.Join(dir, accession.FolderIndex))
	case book.DoDiff:
		return s.differs(ctx, a.Text)
	}
	return "", fmt.Errorf("book: no act %q", a.Verb)
}

// confirmReceipts writes the confirmation for every portion that has none (A19) and shows
// the last.
func (s Book) confirmReceipts(ctx context.Context, id string) (string, error) {
	letters, err := s.W.Books.ConfirmReceipts(ctx, id)
	if err != nil || len(letters) == 0 {
		return "", err
	}
	return s.Words.T("window.book.received"), s.Open(letters[len(letters)-1])
}

func (s Book) year(ctx context.Context, text string) (string, error) {
	year, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return "", failure.New(failure.Refused, "year list", fmt.Sprintf("„%s“ ist kein Jahr. Bitte vier Ziffern eingeben.", text))
	}
	pdf, _, err := s.W.Books.YearList(ctx, year, "")
	if err != nil {
		return "", err
	}
	return pdf, s.Open(pdf)
}

// differs writes the comparison of a redelivery as a paper and shows it.
func (s Book) differs(ctx context.Context, portion string) (string, error) {
	d, err := s.W.Contents.Difference(ctx, "", portion)
	if err != nil {
		return "", err
	}
	pdf, err := s.W.Books.DifferencePaper(ctx, d)
	if err != nil {
		return "", err
	}
	said := s.Words.T("window.book.differs", len(d.Objects), len(d.Files))
	if len(d.Objects)+len(d.Files) == 0 {
		said = s.Words.T("window.book.same")
	}
	return said, s.Open(pdf)
}

// Open implements book.Source.
func (s Book) Open(path string) error {
	if s.Outside == nil {
		return failure.New(failure.Setup, "open "+path, "Die Datei liegt unter "+path+". Auf diesem Gerät lässt sich kein Programm von außen starten.")
	}
	return s.Outside(path)
}

// trial takes a delivery through all steps for trial and shows its check report.
func (s Book) trial(ctx context.Context, path string) (string, error) {
	t, err := s.W.Trials.TrialHere(ctx, path)
	if err != nil || len(t.Steps) == 0 {
		return "", err
	}
	last := t.Steps[len(t.Steps)-1]
	said := s.Words.T("window.book.trial", last.Name, last.Detail)
	if !last.Done {
		said = s.Words.T("window.book.trial.ends", last.Name, last.Detail)
	}
	if len(t.Papers) > 0 {
		return said, s.Open(t.Papers[0])
	}
	return said, nil
}

// dueAccessions are the deadlines of accessions for the list of what is to do.
func (s *Overview) dueAccessions(ctx context.Context) ([]overview.Task, error) {
	rows, err := s.W.Books.Due(ctx)
	if err != nil {
		return nil, err
	}
	var out []overview.Task
	for _, r := range rows {
		t := overview.Task{ID: r.ID, Deadline: r.Due.Add(-time.Millisecond), Severity: overview.Warning, Title: s.Words.T("window.book.due", r.DueWhat, r.Title),
			Detail: r.Number + " · " + r.Agency, Action: s.Words.T("window.book.due.do"), Target: overview.Target{Screen: "book", ID: r.ID}}
		if r.DueState == slip.Overdue {
			t.Severity = overview.Error
		}
		out = append(out, t)
	}
	return out, nil
}
