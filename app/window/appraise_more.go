package window

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ncruces/zenity"

	appraiseroom "laufzettel/app/work/appraise"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
	appraise "laufzettel/views/appraise/model"
)

// lastReasons is how many reasons given last are offered.
const lastReasons = 9

func (s *Appraise) textBlocks(ctx context.Context, p transfer.Portion) (appraise.Blocks, error) {
	b := appraise.Blocks{Own: slices.Clone(s.w.Office.Settings.Get().Reasons)}
	for _, r := range s.w.Desk.ReasonBlocks(ctx, p) {
		if !slices.Contains(b.Own, r) {
			b.Profile = append(b.Profile, r)
		}
	}
	var err error
	b.Last, err = s.w.Desk.Book.LastReasons(ctx, lastReasons)
	return b, err
}

// SetBlocks implements appraise.Source.
func (s *Appraise) SetBlocks(ctx context.Context, own []string) error {
	return s.w.Desk.SetReasons(ctx, "", own)
}

// draft says when a draft went to the agency and by when it answers.
func (s *Appraise) draft(ctx context.Context, portion string) (string, error) {
	d, ok, err := s.w.Desk.Counsel.Sent(ctx, portion)
	if err != nil || !ok {
		return "", err
	}
	remarks, err := s.w.Desk.Counsel.Remarks(ctx, portion)
	if err != nil {
		return "", err
	}
	text := s.words.T("aids.draft", d.At.Local())
	if !d.Due.IsZero() {
		text = s.words.T("aids.draft.due", d.At.Local(), d.Due.Local())
	}
	return text + " " + s.words.N("aids.draft.remarks", len(remarks)), nil
}

// Survey implements appraise.Source.
func (s *Appraise) Survey(ctx context.Context, portion string) (map[string]appraise.Facts, error) {
	a, err := s.appraisal(ctx, portion)
	if err != nil {
		return nil, err
	}
	survey, err := s.w.Desk.Survey(ctx, a)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	if sh := s.loaded[portion]; sh != nil {
		sh.survey = survey
	}
	s.mu.Unlock()
	out := make(map[string]appraise.Facts, len(survey.Facts))
	for id, f := range survey.Facts {
		out[id] = appraise.Facts{Files: f.Files, Bytes: f.Bytes, Formats: f.Formats, Twin: len(f.Twins)+len(f.Held) > 0,
			Gap:    len(f.Gaps) > 0,
			Remark: f.Remarked, Changed: f.Changed != "", Model: f.Proposal.Rating}
	}
	return out, nil
}

// appraisal gives what holds, over the records that are read already.
func (s *Appraise) appraisal(ctx context.Context, portion string) (*appraiseroom.Appraisal, error) {
	s.mu.Lock()
	sh := s.loaded[portion]
	s.mu.Unlock()
	if sh == nil {
		return s.w.Room.Records(ctx, portion, reading.Asker{})
	}
	return s.w.Desk.AppraisalOf(ctx, sh.portion, sh.roots)
}

// Index implements appraise.Source.
func (s *Appraise) Index(ctx context.Context, portion string, progress func(done, total int)) error {
	return s.w.Desk.IndexTexts(ctx, portion, progress)
}

// Words implements appraise.Source.
func (s *Appraise) Words(ctx context.Context, portion, words string) (appraise.Hits, error) {
	a, err := s.appraisal(ctx, portion)
	if err != nil {
		return appraise.Hits{}, err
	}
	found, err := s.w.Desk.WithWords(ctx, a, words)
	return appraise.Hits{Units: found.Units, Indexed: found.Indexed, Total: found.Total}, err
}

// Beside implements appraise.Source.
func (s *Appraise) Beside(ctx context.Context, portion string) ([]appraise.Group, error) {
	n, err := s.w.Desk.Beside(ctx, portion, "")
	if err != nil {
		return nil, err
	}
	list := func(values []string) string {
		if len(values) == 0 {
			return s.words.T("aids.compare.none")
		}
		return strings.Join(values, ", ")
	}
	t := func(key string) string { return s.words.T("aids.compare." + key) }
	missing := make([]string, len(n.MissingYears))
	for i, y := range n.MissingYears {
		missing[i] = fmt.Sprint(y)
	}
	out := []appraise.Group{
		{Title: n.Agency, Pairs: []appraise.Pair{
			{Label: t("this"), Value: joinDots(n.Newer, s.words.N("aids.compare.units", n.NewerUnits), n.NewerYears)},
			{Label: t("earlier"), Value: joinDots(n.Older, s.words.N("aids.compare.units", n.OlderUnits), n.OlderYears)}}},
		{Title: t("formats"), Pairs: []appraise.Pair{{Label: t("new"), Value: list(n.NewFormats)},
			{Label: t("gone"), Value: list(n.GoneFormats)}}},
		{Title: t("years"), Pairs: []appraise.Pair{{Label: t("neither"), Value: list(missing)}}},
		{Title: t("plan"), Pairs: []appraise.Pair{{Label: t("positions"), Value: list(n.NewPlans)},
			{Label: t("gone"), Value: list(n.GonePlans)}}},
	}
	for _, c := range n.ChangedPlans {
		out[3].Pairs = append(out[3].Pairs, appraise.Pair{Label: c.Plan, Value: s.words.T("aids.compare.changed", c.Before, c.After)})
	}
	return out, nil
}

func joinDots(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}

// Write implements appraise.Source.
func (s *Appraise) Write(ctx context.Context, portion, kind string) ([]string, error) {
	do, ok := map[string]func(context.Context, string, string) ([]string, error){
		"lists": s.w.Desk.ExportAppraisal, "draft": s.w.Desk.DraftOut, "paper": s.w.Desk.AskPaper, "letter": s.w.Desk.AppraisalLetter}[kind]
	if !ok {
		return nil, fmt.Errorf("papers of kind %q", kind)
	}
	return do(ctx, portion, "")
}

// TakeRemarks implements appraise.Source.
func (s *Appraise) TakeRemarks(ctx context.Context, portion, file string) (int, error) {
	return s.w.Desk.RemarksIn(ctx, portion, file)
}

// ChooseFile implements appraise.Source.
func (s *Appraise) ChooseFile(ctx context.Context, title string) (string, error) {
	return zenity.SelectFile(zenity.Context(ctx), zenity.Title(title),
		zenity.FileFilter{Name: "CSV, JSON", Patterns: []string{"*.csv", "*.json"}, CaseFold: true})
}

// ShowFile implements appraise.Source.
func (s *Appraise) ShowFile(_ context.Context, file string) error {
	if s.outside == nil {
		return failure.New(failure.Refused, "open paper", wording.Say("hint.window.not-opened-outside", file))
	}
	return s.outside(file)
}

// Model implements appraise.Source.
func (s *Appraise) Model(ctx context.Context, portion string) ([]appraise.Rule, error) {
	p, err := s.profile(ctx, portion)
	if err != nil {
		return nil, err
	}
	out := make([]appraise.Rule, len(p.Model))
	for i, r := range p.Model {
		out[i] = appraise.Rule{Plan: r.Plan, Letter: r.Rating, Title: r.Title, Reason: r.Reason}
	}
	return out, nil
}

// SetRule implements appraise.Source.
func (s *Appraise) SetRule(ctx context.Context, portion string, r appraise.Rule) error {
	p, err := s.profile(ctx, portion)
	if err != nil {
		return err
	}
	return s.w.Desk.SetModel(ctx, p.ID, profile.ModelRule{Plan: r.Plan, Rating: r.Letter, Title: r.Title, Reason: r.Reason})
}

func (s *Appraise) profile(ctx context.Context, portion string) (*profile.Profile, error) {
	p, err := s.w.Intake.Portions.Get(ctx, portion)
	if err != nil {
		return nil, err
	}
	if p.ProfileID == "" {
		return nil, failure.New(failure.Refused, "find profile", wording.Say("hint.window.agency-without-profile"))
	}
	return s.w.Intake.Profiles.Get(ctx, p.ProfileID)
}
