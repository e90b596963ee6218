package window

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/accession"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	book "laufzettel/views/book/model"
	overview "laufzettel/views/overview/model"
	"laufzettel/views/route"
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

// bookActs are the acts of the book that a next step is; the others are done at the
// portion, or by somebody else.
var bookActs = map[accession.NextStep]book.Verb{accession.NextClear: book.DoClear, accession.NextDeletion: book.DoDeletion,
	accession.NextClose: book.DoClose}

func (s Book) row(r accession.BookRow) book.Row {
	out := book.Row{ID: r.ID, Number: r.Number, Title: r.Title, Agency: r.Agency, Kind: s.kind(transfer.Portion{Kind: r.Kind}),
		State: r.State, StateWord: r.State.In(s.Words.Language()),
		Next: bookActs[r.Step], StepWord: s.Words.T("book.next." + string(r.Step)), Waits: r.Step.Waits(), Portion: r.Portion,
		Opened: r.Opened, Files: r.Files, Bytes: r.Bytes,
		Extent: r.Extent, Due: r.Due, DueWhat: accession.Deadline(r.DueWhat).In(s.Words.Language()), DueState: r.DueState,
		Versions: r.Versions}
	return out
}

// Details implements book.Source.
func (s Book) Details(ctx context.Context, id string) (book.Details, error) {
	e, err := s.W.Books.BookEntry(ctx, id)
	if err != nil {
		return book.Details{}, err
	}
	d := book.Details{Row: s.row(e.BookRow), TransferID: e.TransferID, Profile: e.Profile, Needed: e.Missing(),
		Unreceipted: e.Unreceipted(), Differs: e.Redelivered(), Empty: e.Empty()}
	for i, p := range e.Deliveries {
		l := book.Line{Text: s.name(p), Under: p.ID + " · " + p.State.In(s.Words.Language()), At: p.Arrived, Portion: p.ID}
		if p.Redelivery != "" {
			l.Under += " · " + s.Words.T("window.book.version", e.Version(i))
		}
		d.Portions = append(d.Portions, l)
	}
	for _, x := range e.Letters {
		d.Letters = append(d.Letters, book.Line{Text: filepath.Base(x.Path), At: x.Made,
			Path: filepath.Join(s.W.Office.Dir, filepath.FromSlash(x.Path))})
	}
	for _, x := range e.Acts {
		d.Acts = append(d.Acts, book.Line{Text: s.Words.T("book.act." + string(x.Kind)), Under: strings.Trim(x.Person+" · "+x.Note, " ·"),
			At: x.At})
	}
	for _, x := range e.Remarks {
		d.Remarks = append(d.Remarks, book.Line{Text: x.Text, Under: x.Person, At: x.At})
	}
	for _, x := range e.Deadlines {
		under := s.Words.T("window.book.until", s.Words.Date(x.Due.Add(-time.Millisecond)))
		if !x.Met.IsZero() {
			under += ", " + s.Words.T("window.book.met")
		}
		d.Deadlines = append(d.Deadlines, book.Line{Text: accession.Deadline(x.What).In(s.Words.Language()), Under: under})
	}
	for _, x := range e.Confirmations {
		d.Confirmations = append(d.Confirmations, book.Line{Text: x.Name, Under: x.Person + " · " + x.Note, At: x.At})
	}
	if d.Doomed, err = s.W.Ending.DoomedOf(ctx, e.ID); err != nil {
		return d, err
	}
	orders, err := s.W.Ending.Orders(ctx, e.ID)
	if err != nil {
		return d, err
	}
	for _, o := range orders {
		d.Orders, d.Basis = append(d.Orders, o.In(s.Words.Language())...), o.Basis()
	}
	if d.Described, d.TableBack, err = s.W.ContentNotes.Tables(ctx, e.ID); err != nil {
		return d, err
	}
	d.Table = tablePath(d.Number)
	d.Alone = s.W.Office.Settings.Get().Alone
	if !e.State.Released() && !e.State.Ended() {
		d.Obstacles, err = s.W.Ending.Obstacles(ctx, e.ID)
		for i, o := range d.Obstacles {
			d.Obstacles[i] = wording.Recognised("clear.", o).In(s.Words.Language())
		}
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
		out = append(out, book.Copy{ID: c.ID, Out: c.Kind.Outside(), What: c.Kind.In(s.Words.Language()), Place: c.Place, Bytes: c.Bytes,
			Gone: !c.Gone.IsZero()})
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
	a, err := s.W.Books.NewAccession(ctx, accession.AccessionDraft{Title: d.Title, Agency: d.Agency, Profile: d.Profile, Extent: d.Extent,
		Due: due, DueWhat: d.For})
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
		signed, err := s.W.Ending.SignOrders(ctx, id, accession.OrderTerms{Basis: a.Text, Consent: a.Note})
		if err != nil {
			return "", err
		}
		if len(signed) > 0 {
			return s.ordered(signed), nil
		}
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
	case book.DoTableOut:
		n := 0
		err := writeNew(a.Text, func(f *os.File) (err error) {
			n, err = s.W.ContentNotes.TableOut(ctx, id, f)
			return err
		})
		return s.Words.T("window.book.table.out", n, a.Text), err
	case book.DoTableIn:
		return s.tableIn(ctx, id, a)
	case book.DoDiscard:
		_, err := s.W.Clearing.DiscardAccession(ctx, id, a.Note)
		return noted, err
	case book.DoTableUndo:
		look, err := s.W.ContentNotes.UndoTable(ctx, id, a.Note)
		return s.Words.T("window.book.table.undone", len(look.Entries)), err
	}
	return "", fmt.Errorf("book: no act %q", a.Verb)
}

// tablePath is where a table of descriptions goes unless a person says otherwise.
func tablePath(number string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "."
	}
	return filepath.Join(home, "beschreibungen-"+strings.NewReplacer("/", "-", "\\", "-", ":", "-").Replace(number)+".csv")
}

// LookTable implements book.Source.
func (s Book) LookTable(ctx context.Context, id, path string) (book.Look, error) {
	look, err := s.W.ContentNotes.LookTable(ctx, id, path)
	return s.looked(look), err
}

func (s Book) looked(look reading.TableLook) book.Look {
	out := book.Look{Digest: look.Digest, Changed: len(look.Entries) > 0,
		Sum: s.Words.T("window.book.table.sum", look.Rows, look.Set, len(look.Entries), look.Titles, look.Periods, look.Notes,
			look.Closures, look.Aside)}
	for _, f := range look.Faults {
		out.Faults = append(out.Faults, f.Place().In(s.Words.Language())+": "+f.Says.In(s.Words.Language()))
	}
	if look.More > 0 {
		out.Faults = append(out.Faults, s.Words.T("book.table.more", strconv.Itoa(look.More)))
	}
	for _, x := range look.Shorter {
		line := s.Words.T("window.book.table.shorter", x.Row, x.Code, x.Was, x.Will)
		if x.WillLess != "" {
			line += s.Words.T("window.book.table.law", x.WillLess)
		}
		out.Shorter = append(out.Shorter, line)
	}
	return out
}

// tableIn takes a table in; where it has faults they are what is said.
func (s Book) tableIn(ctx context.Context, id string, a book.Action) (string, error) {
	look, taken, err := s.W.ContentNotes.TakeTable(ctx, id, a.Text, reading.Consent{Digest: a.Day, Reason: a.Note})
	if err != nil {
		return "", err
	}
	shown := s.looked(look)
	switch {
	case len(shown.Faults) > 0:
		return "", failure.New(failure.Refused, "take table of descriptions",
			wording.Say("hint.describe.faults", len(shown.Faults), wording.Plain(strings.Join(shown.Faults, "\n"))))
	case !taken:
		return shown.Sum, nil
	}
	return s.Words.T("window.book.table.in", len(look.Entries)), nil
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
		return "", failure.New(failure.Refused, "year list", wording.Say("hint.window.not-a-year", text))
	}
	pdf, _, err := s.W.Books.YearList(ctx, year, "")
	if err != nil {
		return "", err
	}
	return pdf, s.Open(pdf)
}

// differs writes the comparison of a redelivery as a paper and shows it.
func (s Book) differs(ctx context.Context, portion string) (string, error) {
	d, err := s.W.Room.Difference(ctx, "", portion, reading.Asker{})
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
		return failure.New(failure.Setup, "open "+path, wording.Say("hint.window.no-program-started", path))
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
func (s *Overview) dueAccessions(ctx context.Context, charge []string) ([]overview.Task, error) {
	rows, err := s.W.Books.Due(ctx)
	if err != nil {
		return nil, err
	}
	var out []overview.Task
	mine := accession.BookFilter{Mine: charge}
	for _, r := range rows {
		if !mine.Fits(r) {
			continue
		}
		t := overview.Task{ID: r.ID, Deadline: r.Due.Add(-time.Millisecond), Notice: r.DueState, Severity: check.Warning,
			Title:  s.Words.T("window.book.due", accession.Deadline(r.DueWhat).In(s.Words.Language()), r.Title),
			Detail: r.Number + " · " + r.Agency, Action: s.Words.T("window.book.due.do"), Target: route.Route{Screen: route.Book, ID: r.ID}}
		out = append(out, t)
	}
	return out, nil
}

// ordered tells of orders to destroy that were just signed, and who still has to.
func (s Book) ordered(signed []accession.OrderState) string {
	var ids, missing []string
	for _, o := range signed {
		ids = append(ids, o.ID)
		for _, m := range o.Missing {
			if !slices.Contains(missing, m) {
				missing = append(missing, m)
			}
		}
	}
	if len(missing) == 0 {
		return s.Words.T("window.book.order.whole", strings.Join(ids, ", "))
	}
	return s.Words.T("window.book.order.waits", strings.Join(ids, ", "), strings.Join(missing, ", "))
}
