package window

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/clerk"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
	view "laufzettel/views/prepare/model"
)

// Prepare is the source of the screen Abgabe.
type Prepare struct{ *Desk }

// The verbs of the clerk's side.
const (
	Making     Verb = "make"
	HandingOut Verb = "hand-over"
)

// shownTree is how many lines of what comes about are shown.
const shownTree = 12

// Preparations implements prepare.Source.
func (s Prepare) Preparations(ctx context.Context, id string) (view.State, error) {
	var st view.State
	for _, k := range s.W.Clerk.Prepare.Kinds.Prepared() {
		st.Kinds = append(st.Kinds, view.Kind{ID: k, Title: s.Words.T("prepare.kind." + k), Text: s.Words.T("prepare.kind." + k + ".text")})
	}
	all, err := s.W.Clerk.Prepare.List(ctx)
	if err != nil {
		return st, err
	}
	for i := range all {
		p := &all[i]
		st.Rows = append(st.Rows, view.Row{ID: p.ID, Title: s.called(p), Kind: s.Words.T("prepare.kind." + p.Kind), State: p.State,
			Word: p.State.In(s.Words.Language()), Note: s.inWork(p.ID), Changed: p.Changed})
		if p.ID == id {
			if st.Draft, err = s.draft(ctx, p); err != nil {
				return st, err
			}
		}
	}
	if id != "" && st.Draft == nil {
		_, err := s.W.Clerk.Prepare.Get(ctx, id)
		return st, err
	}
	if url := s.W.Office.Settings.Get().Channel.URL; url != "" {
		st.Archive = url
		if peer, err := s.W.Outbox.Channel.Peer(ctx, url); err == nil {
			st.Archive = cmp.Or(peer.Archive, url)
		}
	}
	return st, nil
}

// inWork tells who works on a preparation, here or in another program.
func (s Prepare) inWork(id string) string {
	if u, ok := s.W.Clerk.UnderWay(id); ok {
		return u.Sentence().In(s.Words.Language())
	}
	return ""
}

// called is how a preparation is called before it has a name.
func (s Prepare) called(p *prepare.Preparation) string {
	return cmp.Or(p.Fields.Get("title"), p.Name, p.Fields.Get("name"), s.Words.T("prepare.kind."+p.Kind))
}

func (s Prepare) draft(ctx context.Context, p *prepare.Preparation) (*view.Draft, error) {
	d := &view.Draft{ID: p.ID, Title: s.called(p), Kind: p.Kind, State: p.State, Word: p.State.In(s.Words.Language()), Source: p.Source,
		Target: p.Target,
		Reason: map[string]string{}, Missing: p.Missing()}
	for k, v := range p.Reason {
		d.Reason[k] = v
	}
	read := map[string]string{}
	for _, r := range p.Read {
		d.Read = append(d.Read, view.Pair{Label: r.Label, Value: r.Value})
		if r.Key != "" {
			read[r.Key] = r.Value
		}
	}
	if err := s.seen(p, d, read); err != nil {
		return nil, err
	}
	if b, ok := s.W.Clerk.Prepare.Kinds.Builder(p.Kind); ok {
		for _, f := range b.Fields() {
			label, help := f.Label, f.Help
			if s.Words.Language() == "en" {
				label, help = f.LabelEN, f.HelpEN
			}
			d.Fields = append(d.Fields, view.Field{Key: f.Key, Label: label, Help: help, Step: f.Step,
				Value: cmp.Or(p.Fields[f.Key], f.Default), Read: read[f.Key], Choices: f.Choices,
				Long: f.Form == kind.Long || f.Form == kind.Pages, Required: f.Required})
		}
	}
	sets, err := s.W.Clerk.Prepare.AllDefaults(ctx)
	if err != nil {
		return nil, err
	}
	for i := range d.Fields {
		if d.Kind == website.Name && d.Fields[i].Key == "defaults" {
			for _, set := range sets {
				d.Fields[i].Choices = append(d.Fields[i].Choices, set.Name)
			}
			s.sets(p, d, sets)
		}
	}
	if p.Returned != nil {
		d.Returned = p.Returned.Sentence().In(s.Words.Language())
	}
	if err := s.found(ctx, p, d); err != nil {
		return nil, err
	}
	d.Sealed, d.Confirmed, d.Deleted = s.sealed(p), s.confirmed(p), ""
	if !p.Deleted.IsZero() {
		d.Deleted = s.Words.T("window.prepare.deleted", s.Words.Date(p.Deleted), p.DeletedBy, p.DeletedNote)
	}
	if w := s.Works.Of(p.ID); w != nil {
		d.Running = &view.Running{Phase: w.Phase, At: w.At, Of: w.Of, Done: w.Done, Total: w.Total, Rate: w.Rate, Left: w.Left}
		if w.Waits || w.Phase == "" {
			d.Running.Phase = "wait"
		}
	} else if d.Work = s.inWork(p.ID); d.Work != "" {
		return d, nil
	} else if err := s.Works.Fault(p.ID); err != nil {
		d.Fault = s.Words.Explain(err, s.Words.T("window.fault"))
	}
	return d, nil
}

// found are the findings of build and self-check, grouped by code, and what comes
// about.
func (s Prepare) found(ctx context.Context, p *prepare.Preparation, d *view.Draft) error {
	list := p.Findings
	if rep, err := s.W.Clerk.SelfCheckReport(ctx, p.ID); err == nil && p.Verdict != "" {
		d.Checked, d.OK, list = true, rep.Verdict == check.Accepted, rep.Findings
		d.Outcome = s.Words.T("window.prepare.result", s.Words.Int(int64(rep.Count(check.Error))),
			s.Words.Int(int64(rep.Count(check.Warning))), s.Words.Int(int64(rep.Count(check.Note))))
		if len(rep.Findings) == 0 {
			d.Outcome = s.Words.T("window.prepare.clean")
		}
	}
	for _, f := range list {
		f = f.In(s.Words.Language())
		i := slices.IndexFunc(d.Findings, func(g view.Finding) bool { return g.Code == f.Code })
		if i < 0 {
			d.Findings = append(d.Findings, view.Finding{Code: f.Code, Severity: f.Severity, Title: f.Message, Expected: f.Expected,
				Found: f.Found, Remedy: f.Remedy})
			i = len(d.Findings) - 1
		}
		d.Findings[i].Count++
		if f.Path != "" && len(d.Findings[i].Places) < maxPlaces {
			d.Findings[i].Places = append(d.Findings[i].Places, f.Path)
		}
	}
	if p.State == prepare.Draft {
		return nil
	}
	files, err := s.W.Clerk.Prepare.Files(ctx, p.ID)
	if err != nil {
		return err
	}
	d.Tree = append(d.Tree, p.Name+"/")
	for _, f := range files[:min(len(files), shownTree)] {
		d.Tree = append(d.Tree, "  "+f.Path)
	}
	if more := len(files) - shownTree; more > 0 {
		d.Tree = append(d.Tree, "  "+s.Words.T("window.prepare.more", s.Words.Int(int64(more))))
	}
	return nil
}

// maxPlaces bounds the places a card lists.
const maxPlaces = 200

func (s Prepare) sealed(p *prepare.Preparation) []view.Pair {
	if p.Container == "" {
		return nil
	}
	w := s.Words
	return []view.Pair{{Label: w.T("window.prepare.container"), Value: p.Container},
		{Label: w.T("window.prepare.size"), Value: w.Bytes(p.Size)}, {Label: "SHA-512", Value: p.SHA512, Mono: true},
		{Label: "Ü-ID", Value: p.AccessionID, Mono: true}, {Label: w.T("window.prepare.place"), Value: p.Place},
		{Label: w.T("window.prepare.at"), Value: w.Moment(p.HandedOver)}}
}

func (s Prepare) confirmed(p *prepare.Preparation) (out []view.Pair) {
	for _, c := range p.Confirmations {
		day := c.Day
		if t, err := time.Parse(time.DateOnly, c.Day); err == nil {
			day = s.Words.Date(t)
		}
		out = append(out, view.Pair{Label: c.Name, Value: s.Words.T("window.prepare.confirmed."+c.Form, c.By, day)})
	}
	return out
}

// Fault implements prepare.Source.
func (s Prepare) Fault(kind, key, value string) string {
	if b, ok := s.W.Clerk.Prepare.Kinds.Builder(kind); ok {
		for _, f := range b.Fields() {
			if f.Key == key {
				return f.Fault(value)
			}
		}
	}
	return ""
}

// Begin implements prepare.Source.
func (s Prepare) Begin(ctx context.Context, kind string) (string, error) {
	p, err := s.W.Clerk.NewPreparation(ctx, kind, prepare.Statements{})
	s.Hub.Notify()
	return p.ID, err
}

// Type implements prepare.Source.
func (s Prepare) Type(ctx context.Context, id string, st view.Statements) error {
	if s.Works.Of(id) != nil {
		return failure.New(failure.Refused, "type "+id, wording.Say("hint.window.portion-being-built"))
	}
	_, err := s.W.Clerk.TypePreparation(ctx, id, prepare.Statements{Source: st.Source, Target: st.Target, Fields: st.Fields,
		Reason: st.Reason})
	return err
}

// Make implements prepare.Source.
func (s Prepare) Make(ctx context.Context, id string) error {
	p, err := s.W.Clerk.Prepare.Get(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.Works.Start(id, Making, s.called(&p), func(ctx context.Context, step func(Step)) error {
		_, err := s.W.Clerk.BuildPreparation(ctx, id, func(g prepare.Progress) {
			step(Step{Phase: g.Phase, At: g.PhaseNo, Of: g.Phases, Done: g.Done, Total: g.Total})
		})
		if err != nil {
			return err
		}
		_, err = s.W.Clerk.SelfCheck(ctx, id, func(g check.Progress) {
			step(Step{Phase: g.Phase, At: g.PhaseNo, Of: g.Phases, Done: g.Done, Total: g.Total})
		})
		return err
	})
	return err
}

// Cancel implements prepare.Source.
func (s Prepare) Cancel(_ context.Context, id string) error { s.Works.Cancel(id); return nil }

// HandOver implements prepare.Source.
func (s Prepare) HandOver(ctx context.Context, id, folder string) error {
	p, err := s.W.Clerk.Prepare.Get(ctx, id)
	if err != nil {
		return err
	}
	if folder != "" {
		if folder, err = filepath.Abs(folder); err != nil {
			return failure.Wrap(failure.Refused, "hand over "+id, wording.Say("hint.cli.path-not-resolved", folder), err)
		}
	}
	_, err = s.Works.Start(id, HandingOut, s.called(&p), func(ctx context.Context, step func(Step)) error {
		_, err := s.W.Handover.HandOver(ctx, id, folder, func(g prepare.Progress) {
			step(Step{Phase: g.Phase, At: g.PhaseNo, Of: g.Phases, Done: g.Done, Total: g.Total})
		})
		return err
	})
	return err
}

// Receipt implements prepare.Source.
func (s Prepare) Receipt(ctx context.Context, id, file string) error {
	_, err := s.W.Clerk.ConfirmByReceipt(ctx, id, file)
	s.Hub.Notify()
	return err
}

// Paper implements prepare.Source.
func (s Prepare) Paper(ctx context.Context, id string, x view.Paper) error {
	_, err := s.W.Clerk.ConfirmByPaper(ctx, id, clerk.PaperConfirmation{Name: x.Name, By: x.By, Day: x.Day, Note: x.Note, Scan: x.Scan})
	s.Hub.Notify()
	return err
}

// Reopen implements prepare.Source.
func (s Prepare) Reopen(ctx context.Context, id, reason string) error {
	_, err := s.W.Clerk.ReopenPreparation(ctx, id, reason)
	s.Hub.Notify()
	return err
}

// Deleted implements prepare.Source.
func (s Prepare) Deleted(ctx context.Context, id, note string) error {
	_, jobs, err := s.W.Clerk.DeletedAtSource(ctx, id, note)
	if len(jobs) > 0 {
		s.Sender.Wake()
	}
	s.Hub.Notify()
	return err
}

// sets puts the sets of defaults into a draft, and what a new one would hold.
func (s Prepare) sets(p *prepare.Preparation, d *view.Draft, all []prepare.Defaults) {
	b, ok := s.W.Clerk.Prepare.Kinds.Builder(p.Kind)
	if !ok {
		return
	}
	for _, x := range all {
		d.Sets = append(d.Sets, view.Set{Name: x.Name, Text: prepare.FormatValues(x.Values, b.Fields())})
	}
	d.SetText = prepare.FormatValues(p.SetOf(b), b.Fields())
}

// SaveSet implements prepare.Source.
func (s Prepare) SaveSet(ctx context.Context, name string, set view.Set) error {
	b, ok := s.W.Clerk.Prepare.Kinds.Builder(name)
	if !ok {
		return failure.New(failure.Bug, "save set of "+name, wording.Say("hint.window.kind-unknown"))
	}
	values, err := prepare.ReadValues(strings.NewReader(set.Text), b.Fields())
	if err != nil {
		return err
	}
	err = s.W.Clerk.SaveDefaults(ctx, set.Name, values)
	s.Hub.Notify()
	return err
}

// RemoveSet implements prepare.Source.
func (s Prepare) RemoveSet(ctx context.Context, name string) error {
	err := s.W.Clerk.RemoveDefaults(ctx, name)
	s.Hub.Notify()
	return err
}
