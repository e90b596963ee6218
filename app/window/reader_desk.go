package window

import (
	"context"
	"errors"
	"os"

	"github.com/ncruces/zenity"

	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/findingaid"
	"laufzettel/viewer/sensitivity"
	reader "laufzettel/views/reader/model"
)

var _ reader.DeskSource = (*Reader)(nil)

// asPlace asks for the place of a new file or folder with the dialog of the
// operating system. context.Canceled: none was chosen.
func asPlace(ctx context.Context, title, suggested string) (string, error) {
	path, err := zenity.SelectFileSave(zenity.Context(ctx), zenity.Title(title), zenity.Filename(suggested), zenity.ConfirmOverwrite())
	if errors.Is(err, zenity.ErrCanceled) {
		return "", context.Canceled
	}
	return path, err
}

// save asks for a place; tests answer in its stead.
func (s *Reader) save(ctx context.Context, title, suggested string) (string, error) {
	if err := s.w.Office.Staff("save"); err != nil {
		return "", err
	}
	if s.Place != nil {
		return s.Place(ctx, title, suggested)
	}
	return asPlace(ctx, title, suggested)
}

// newTarget makes a file that must not be there yet.
func newTarget(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil, failure.Wrap(failure.Refused, "write "+path, wording.Say("hint.window.target-exists", path), err)
	}
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "write "+path, wording.Say("hint.window.file-not-made"), err)
	}
	return f, nil
}

// written writes a new file and takes it away again on failure.
func writeNew(path string, write func(f *os.File) error) error {
	f, err := newTarget(path)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// Laws implements reader.DeskSource.
func (s *Reader) Laws(ctx context.Context) ([]access.Law, error) { return s.w.Gate.Laws(ctx) }

// ConfirmLaw implements reader.DeskSource.
func (s *Reader) ConfirmLaw(ctx context.Context, id string) error {
	_, err := s.w.Gate.ConfirmLaw(ctx, id)
	return err
}

// Decide implements reader.DeskSource.
func (s *Reader) Decide(ctx context.Context, pid, law string, f access.Facts) (access.Period, error) {
	if err := s.w.Office.Staff("decide closure"); err != nil {
		return access.Period{}, err
	}
	if s.foreign(pid) != nil {
		return access.Period{}, failure.New(failure.Refused, "decide closure", wording.Say("hint.window.foreign-without-closure"))
	}
	s.mu.Lock()
	if path, dropped := s.files[pid]; dropped {
		pid = path
	}
	s.mu.Unlock()
	d, err := s.w.Gate.DecideClosure(ctx, pid, law, f)
	return d.Period, err
}

// Propose implements reader.DeskSource.
func (s *Reader) Propose(ctx context.Context, pid, law, purpose string, personal bool) (reader.Proposal, error) {
	if s.foreign(pid) != nil {
		return reader.Proposal{}, failure.New(failure.Refused, "propose closure", wording.Say("hint.window.foreign-without-closure"))
	}
	p, err := s.w.Gate.ProposeClosure(ctx, s.key(pid), law, purpose, personal, nil)
	out := reader.Proposal{Marked: p.Marked != "", Published: p.Facts.Published, Period: p.Period, Without: p.Without,
		Searched: p.Evidence.Searched, Unread: p.Evidence.Unread, Partial: p.Evidence.Partial}
	lang := s.says().Language()
	for _, l := range p.Lines {
		rule := sensitivity.Kind(l.Rule).Called(2).In(lang)
		out.Lines = append(out.Lines, reader.Ground{Rule: rule, Ground: l.Ground, Documents: l.Documents})
	}
	out.Yields = sensitivity.Yields(lang, sensitivity.BirthDate, sensitivity.TaxID, sensitivity.PensionID, sensitivity.HealthID)
	return out, err
}

// Take implements reader.DeskSource.
func (s *Reader) Take(ctx context.Context, pid, law, purpose string, personal bool) (access.Period, error) {
	if s.foreign(pid) != nil {
		return access.Period{}, failure.New(failure.Refused, "decide closure", wording.Say("hint.window.foreign-without-closure"))
	}
	d, err := s.w.Gate.TakeProposal(ctx, s.key(pid), law, purpose, personal, nil)
	return d.Period, err
}

// ContentNote implements reader.DeskSource.
func (s *Reader) ContentNote(ctx context.Context, pid string) (reader.ContentNote, error) {
	n, _, err := s.w.ContentNotes.ContentNote(ctx, s.key(pid))
	return reader.ContentNote{Text: n.Text, Person: n.Person, At: n.At}, err
}

// ConfirmNote implements reader.DeskSource.
func (s *Reader) ConfirmNote(ctx context.Context, pid, text string) error {
	_, err := s.w.ContentNotes.ConfirmNote(ctx, s.key(pid), text)
	return err
}

// RemoveNote implements reader.DeskSource.
func (s *Reader) RemoveNote(ctx context.Context, pid string) error {
	return s.w.ContentNotes.Withdraw(ctx, s.key(pid))
}

// key is what a shown object is opened by: its file where one was dropped on the window.
func (s *Reader) key(pid string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if path, dropped := s.files[pid]; dropped {
		return path
	}
	return pid
}

// Grants implements reader.DeskSource.
func (s *Reader) Grants(ctx context.Context) ([]access.Grant, error) {
	return s.w.Gate.Grants(ctx, "")
}

// AddGrant implements reader.DeskSource.
func (s *Reader) AddGrant(ctx context.Context, g access.Grant) error {
	o, err := s.own(ctx, g.PID)
	if err != nil {
		return err
	}
	g.PID = o.PID()
	if err := o.Close(); err != nil {
		return err
	}
	return s.w.Gate.NoteGrant(ctx, g)
}

// Revoke implements reader.DeskSource. What was noted in this session ends too.
func (s *Reader) Revoke(ctx context.Context, application, pid string) error {
	if err := s.w.Office.Staff("revoke application"); err != nil {
		return err
	}
	if err := s.w.Gate.RevokeGrant(ctx, application, pid); err != nil {
		return err
	}
	s.mu.Lock()
	s.granted = nil // what still holds is read from the register of grants
	s.mu.Unlock()
	return nil
}

// own opens a package of ours behind a key.
func (s *Reader) own(ctx context.Context, key string) (*reading.Opened, error) {
	if s.foreign(key) != nil {
		return nil, failure.New(failure.Refused, "open "+key, wording.Say("hint.window.foreign-package"))
	}
	return s.open(ctx, key)
}

// HandOut implements reader.DeskSource.
func (s *Reader) HandOut(ctx context.Context, pid string, zip bool) (reader.Handed, error) {
	o, err := s.own(ctx, pid)
	if err != nil {
		return reader.Handed{}, err
	}
	defer o.Close()
	if err := o.MayExtract(ctx); err != nil { // said before a place is asked for
		return reader.Handed{}, err
	}
	name := "benutzung-" + aip.FolderName(o.PID())
	if zip {
		name += ".zip"
	}
	target, err := s.save(ctx, s.says().T("reader.save.copy"), name)
	if err != nil {
		return reader.Handed{}, err
	}
	if zip && !isZip(target) {
		target += ".zip"
	}
	out, err := o.HandOut(ctx, target)
	return reader.Handed{Path: out.Path, Files: out.Files, Sound: out.Sound, Signed: out.Signed}, err
}

func isZip(name string) bool { return len(name) > 4 && name[len(name)-4:] == ".zip" }

// Descriptions implements reader.DeskSource.
func (s *Reader) Descriptions(ctx context.Context, form string, q catalog.Query, fonds, isil string) (int, string, error) {
	h := findingaid.Head{Fonds: fonds, ISIL: isil}
	if err := h.Valid(); err != nil {
		return 0, "", err
	}
	name := "verzeichnung.csv"
	if form == reading.FormEAD {
		name = "verzeichnung.xml"
	}
	path, err := s.save(ctx, s.says().T("reader.save.descriptions"), name)
	if err != nil {
		return 0, "", err
	}
	n := 0
	err = writeNew(path, func(f *os.File) error {
		n, err = s.w.Room.OpenHoldings(s.asker()).ExportDescriptions(ctx, form, q, h, f)
		return err
	})
	return n, path, err
}
