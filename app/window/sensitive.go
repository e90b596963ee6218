package window

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"path"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/reading"
	drawn "laufzettel/appraisal/sample"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	black "laufzettel/viewer/blacken"
	"laufzettel/viewer/sensitivity"
	"laufzettel/viewer/sensitivity/found"
	blacken "laufzettel/views/blacken/model"
	sample "laufzettel/views/sample/model"
	sensitive "laufzettel/views/sensitive/model"
	"laufzettel/views/words"
)

// Sensitive is the source of the map of personal data.
type Sensitive struct{ *Desk }

var _ sensitive.Source = Sensitive{}

// Map implements sensitive.Source.
func (s Sensitive) Map(ctx context.Context, id string, by sensitive.Level, progress func(done, total int)) (sensitive.Map, error) {
	p, err := s.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return sensitive.Map{}, err
	}
	m, err := s.W.Sensing.MapOf(ctx, id, appraise.Level(by), progress)
	if err != nil {
		return sensitive.Map{}, err
	}
	out := sensitive.Map{Title: s.name(p), Agency: p.Agency, Files: m.Files, Searched: m.Searched, Unread: m.Unread, Cut: m.Cut,
		Places: m.Places, Confirmed: m.Confirmed, Dismissed: m.Dismissed, Special: m.Special, Off: m.Off}
	for _, r := range m.Rows {
		if r.Places > 0 || r.Unread > 0 || r.Cut > 0 {
			out.Rows = append(out.Rows, sensitive.Row{ID: r.ID, Title: r.Title, Page: r.Page, Files: r.Files, Pages: r.Pages,
				Unread: r.Unread, Cut: r.Cut,
				Places: r.Places, Confirmed: r.Confirmed, Judge: r.Places - r.Confirmed, Density: r.Density(), Kinds: r.Kinds})
		}
	}
	out.Recognised = m.Recognised
	tool, ok, err := s.W.Sensing.Recogniser(ctx)
	if ok {
		out.Recogniser = tool.Name
	}
	out.Yields = sensitivity.Yields(s.Words.Language(), sensitivity.Kinds...)
	return out, err
}

// Recognise implements sensitive.Source.
func (s Sensitive) Recognise(ctx context.Context, id string, progress func(done, total int)) (sensitive.Recognised, error) {
	r, err := s.W.Sensing.Recognise(ctx, id, progress)
	return sensitive.Recognised{Files: r.Files, Pages: r.Pages, Failed: r.Failed, Why: r.Why}, err
}

// Places implements sensitive.Source.
func (s Sensitive) Places(ctx context.Context, id string, n sensitive.Narrow) ([]sensitive.Place, int, error) {
	x := appraise.Narrow{Kind: n.Kind, All: n.All}
	switch appraise.Level(n.Level) {
	case appraise.ByFolder:
		x.Folder = n.Row
	case appraise.ByPage:
		x.File, x.Page = n.Row, n.Page
	default:
		x.Object = n.Row
	}
	list, total, err := s.W.Sensing.Places(ctx, id, x)
	out := make([]sensitive.Place, 0, len(list))
	for _, p := range list {
		out = append(out, sensitive.Place{ID: p.ID, Path: p.Path, Page: p.Page, Kind: p.Kind, Why: p.Why,
			Verdict: sensitive.Verdict(p.Verdict),
			Before:  p.Before, Word: p.Word, After: p.After})
	}
	return out, total, err
}

// Judge implements sensitive.Source.
func (s Sensitive) Judge(ctx context.Context, id string, place int64, v sensitive.Verdict) error {
	return s.W.Sensing.Judge(ctx, id, []int64{place}, found.Verdict(v))
}

// Open implements sensitive.Source.
func (s Sensitive) Open(ctx context.Context, id, file string) (viewer.Document, error) {
	return s.delivered(ctx, id, file)
}

// OpenSource implements sensitive.Source.
func (s Sensitive) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.W.Room.OpenPart(ctx, src)
}

// Sample is the source of the screen of samples before a mass is destroyed.
type Sample struct{ *Desk }

var _ sample.Source = Sample{}

// Load implements sample.Source.
func (s Sample) Load(ctx context.Context, id string) (sample.Portion, error) {
	p, err := s.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return sample.Portion{}, err
	}
	out := sample.Portion{ID: id, Title: s.name(p), Agency: p.Agency}
	x, err := s.W.Sampling.SampleOf(ctx, id)
	if err != nil || x == nil {
		return out, err
	}
	out.Sample = &sample.Sample{Number: x.Number, Seed: x.Seed, Seq: x.Seq, At: x.At, Person: x.Person, Most: x.Plan.Most,
		Confidence: x.Sure(), Open: len(x.Open())}
	for _, t := range x.Strata {
		out.Sample.Strata = append(out.Sample.Strata, sample.Stratum{Number: t.Number, Units: t.Units, Drawn: len(t.Drawn),
			Looked: seenOf(x, t.Number), Standing: sample.Standing(x.Stands(t.Number))})
	}
	return out, nil
}

// seenOf counts the units of a stratum somebody has looked at.
func seenOf(x *drawn.Sample, stratum int) (n int) {
	for _, l := range x.Looks {
		if l.Stratum == stratum && l.Rating != "" {
			n++
		}
	}
	return n
}

// Draw implements sample.Source.
func (s Sample) Draw(ctx context.Context, id string, most, confidence int) error {
	_, err := s.W.Sampling.DrawSample(ctx, id, drawn.Plan{Most: most, Confidence: confidence})
	return err
}

// Next implements sample.Source.
func (s Sample) Next(ctx context.Context, id string) (*sample.Unit, error) {
	d, err := s.W.Sampling.NextDrawn(ctx, id)
	if err != nil || d == nil {
		return nil, err
	}
	return &sample.Unit{Object: d.Object, Reference: d.Reference, Subject: d.Subject, Span: s.spanned(d.Span), Plan: d.Plan,
		Files: d.Files, Left: d.Left, Barrier: s.W.Sampling.MayLook(ctx, id, d.Object)}, nil
}

// spanned writes a span of days as it is written elsewhere in the window.
func (s Sample) spanned(span string) string {
	ends := strings.Split(span, " – ")
	for i, end := range ends {
		ends[i] = words.Written(s.Words, end)
	}
	return strings.Join(ends, " – ")
}

// Look implements sample.Source.
func (s Sample) Look(ctx context.Context, id, object string, destroy bool) error {
	r := record.RatingArchive
	if destroy {
		r = record.RatingDestroy
	}
	_, err := s.W.Sampling.LookAtDrawn(ctx, id, object, r)
	return err
}

// Open implements sample.Source.
func (s Sample) Open(ctx context.Context, id, file string) (viewer.Document, error) {
	return s.delivered(ctx, id, file)
}

// OpenSource implements sample.Source.
func (s Sample) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.W.Room.OpenPart(ctx, src)
}

// delivered opens a file of a portion.
func (d *Desk) delivered(ctx context.Context, id, file string) (viewer.Document, error) {
	if file == "" {
		return nil, failure.New(failure.Refused, "open document", wording.Say("hint.reading.file-not-in-delivery"))
	}
	o, err := d.W.Room.OpenPortion(ctx, id, reading.Asker{})
	if err != nil {
		return nil, err
	}
	doc, done, err := o.Document(ctx, file)
	if err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// Blacken is the source of the screen of blackened use copies.
type Blacken struct {
	*Desk
	Reader *Reader
	// Save asks for the place of a new file.
	Save func(ctx context.Context, title, suggested string) (string, error)
}

// NewBlacken makes the source; what was granted in the Magazin counts here, too.
func NewBlacken(d *Desk, r *Reader) Blacken { return Blacken{Desk: d, Reader: r, Save: asPlace} }

var _ blacken.Source = Blacken{}

// Jobs implements blacken.Source.
func (s Blacken) Jobs(ctx context.Context) ([]blacken.Job, error) {
	list, err := s.W.Blackener.Jobs(ctx, s.Reader.asker())
	if err != nil {
		return nil, err
	}
	packages, err := s.W.Intake.Portions.PackagesByID(ctx, idsOf(list, func(j black.Job) string { return j.PID }))
	out := make([]blacken.Job, 0, len(list))
	for _, j := range list {
		x := s.job(j)
		x.Code = packages[j.PID].ReferenceCode
		out = append(out, x)
	}
	return out, err
}

func (s Blacken) job(j black.Job) blacken.Job {
	out := blacken.Job{ID: j.ID, PID: j.PID, Title: path.Base(j.Path), Pages: j.Pages, Copy: j.SHA512, Told: j.Told}
	switch {
	case !j.Ready():
		out.Stand = s.Words.T("blacken.state.open")
	case j.Given.IsZero():
		out.Stand = s.Words.T("blacken.state.ready")
	default:
		out.Stand = s.Words.T("blacken.state.given", s.Words.Date(j.Given))
	}
	return out
}

// Begin implements blacken.Source.
func (s Blacken) Begin(ctx context.Context, pid, document string, original bool) (id int64, err error) {
	if s.Reader.foreign(pid) != nil {
		return 0, failure.New(failure.Refused, "blacken", wording.Say("hint.reading.foreign-single-copies"))
	}
	o, name, err := s.Reader.file(ctx, pid, document, original)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	j, err := s.W.Blackener.BeginBlackening(ctx, o, name)
	return j.ID, err
}

// Job implements blacken.Source.
func (s Blacken) Job(ctx context.Context, id int64) (blacken.Job, error) {
	p, err := s.W.Blackener.Progress(ctx, id, s.Reader.asker())
	if err != nil {
		return blacken.Job{}, err
	}
	out := s.job(p.Job)
	out.Marks, out.Open, out.Looked = p.Marks, len(p.Open), map[int]string{}
	for _, l := range p.Looks {
		out.Looked[l.Page+1] = l.Person
	}
	if out.Ready() && out.Open == 0 && p.Job.Given.IsZero() {
		out.Stand = s.Words.T("blacken.state.seen")
	}
	return out, nil
}

func marked(m reading.Marked) blacken.Marked {
	return blacken.Marked{Places: m.Places, Textless: m.Textless, Unread: m.Unread}
}

// Found implements blacken.Source.
func (s Blacken) Found(ctx context.Context, id int64) ([]blacken.Found, blacken.Marked, error) {
	list, about, err := s.W.Blackener.FindPlaces(ctx, id, s.Reader.asker())
	out := make([]blacken.Found, 0, len(list))
	for _, f := range list {
		out = append(out, blacken.Found{Number: f.Number, Page: f.Page, Kind: f.Kind, Before: f.Before, Word: f.Word, After: f.After})
	}
	return out, marked(about), err
}

// MarkWord implements blacken.Source.
func (s Blacken) MarkWord(ctx context.Context, id int64, phrase string, why black.Why) (blacken.Marked, error) {
	m, err := s.W.Blackener.MarkPhrase(ctx, id, s.Reader.asker(), phrase, why)
	return marked(m), err
}

// MarkFound implements blacken.Source.
func (s Blacken) MarkFound(ctx context.Context, id int64, numbers []int, why black.Why) (blacken.Marked, error) {
	m, err := s.W.Blackener.MarkFound(ctx, id, s.Reader.asker(), numbers, why)
	return marked(m), err
}

// MarkPlace implements blacken.Source.
func (s Blacken) MarkPlace(ctx context.Context, id int64, page int, r viewer.Rect, why black.Why) error {
	return s.W.Blackener.MarkPlace(ctx, id, s.Reader.asker(), page, r, why)
}

// Unmark implements blacken.Source.
func (s Blacken) Unmark(ctx context.Context, id int64, marks []int64) error {
	return s.W.Blackener.UnmarkPlaces(ctx, id, s.Reader.asker(), marks)
}

// Make implements blacken.Source.
func (s Blacken) Make(ctx context.Context, id int64) error {
	_, err := s.W.Blackener.MakeBlackened(ctx, id, s.Reader.asker())
	return err
}

// lookedWidth is the width of a page of the copy that is looked at, in pixels.
const lookedWidth = 1600

// Look implements blacken.Source. The page is drawn here and now, and no other: what is
// noted as shown was on the screen.
func (s Blacken) Look(ctx context.Context, id int64, page int) (blacken.Looked, error) {
	var picture bytes.Buffer
	out, err := s.W.Blackener.LookAt(ctx, id, s.Reader.asker(), page, func(doc viewer.Pager, n int) error {
		picture.Reset()
		var img image.Image
		img, err := doc.Render(ctx, viewer.Request{Page: n, Width: lookedWidth})
		if err != nil {
			return err
		}
		return png.Encode(&picture, img)
	})
	if err != nil {
		return blacken.Looked{}, err
	}
	return blacken.Looked{Page: out.Page, Told: out.Told, Text: out.Text, Open: func(ctx context.Context) (viewer.Document, error) {
		return s.W.Room.OpenPart(ctx, viewer.Source{Name: "seite.png", MIME: "image/png", Content: bytes.NewReader(picture.Bytes()),
			Size: int64(picture.Len())})
	}}, nil
}

// Seen implements blacken.Source.
func (s Blacken) Seen(ctx context.Context, id int64, page int) error {
	return s.W.Blackener.SeenPages(ctx, id, s.Reader.asker(), []int{page})
}

// Reopen implements blacken.Source.
func (s Blacken) Reopen(ctx context.Context, id int64) error {
	return s.W.Blackener.ReopenMarks(ctx, id, s.Reader.asker())
}

// Give implements blacken.Source.
func (s Blacken) Give(ctx context.Context, id int64, target string) (string, error) {
	out, err := s.W.Blackener.GiveBlackened(ctx, id, s.Reader.asker(), target)
	return out.Path, err
}

// Target implements blacken.Source.
func (s Blacken) Target(ctx context.Context, suggested string) (string, error) {
	return s.Save(ctx, s.Words.T("blacken.give"), suggested)
}

// Paper implements blacken.Source.
func (s Blacken) Paper(ctx context.Context, id int64) (viewer.Document, error) {
	return s.W.Blackener.OpenPaper(ctx, id, s.Reader.asker())
}

// OpenSource implements blacken.Source.
func (s Blacken) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.W.Room.OpenPart(ctx, src)
}
