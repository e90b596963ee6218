package window

import (
	"cmp"
	"context"
	"strings"

	"laufzettel/app/work/accession"
	transmit "laufzettel/views/transmit/model"
)

// clearances is the standing list of clearances for deletion.
func (s Transmit) clearances(ctx context.Context) ([]transmit.Clearance, error) {
	all, err := s.W.Clearing.ClearanceList(ctx)
	out := make([]transmit.Clearance, 0, len(all))
	for _, c := range all {
		out = append(out, s.clearance(c))
	}
	return out, err
}

func (s Transmit) clearance(c accession.Clearances) transmit.Clearance {
	title := []string{cmp.Or(c.Title, c.Number, c.Preparation, c.Accession)}
	if c.Partner != "" {
		title = append(title, c.Partner)
	}
	x := transmit.Clearance{ID: c.Accession, Title: strings.Join(title, ", "), Given: c.Given, Of: c.Of, Due: !c.Complete,
		Report: c.MayReport()}
	switch {
	case len(c.Missing) > 0:
		x.Text = s.Words.T("window.clearance.missing."+c.Side, strings.Join(c.Missing, ", "))
	case !c.Complete:
		x.Text = s.Words.T("window.clearance.open." + c.Side)
	case c.MayReport() && !c.Deleted.IsZero():
		x.Text = s.Words.T("window.clearance.unreported", s.Words.Moment(c.Deleted))
	case !c.Deleted.IsZero():
		x.Text = s.Words.T("window.clearance.deleted", s.Words.Moment(c.Deleted))
	default:
		x.Text = s.Words.T("window.clearance.complete." + c.Side)
	}
	for _, h := range c.Have {
		x.Lines = append(x.Lines, s.confirmation(h))
	}
	return x
}

func (s Transmit) confirmation(h accession.ReceivedClearing) string {
	at := s.Words.Moment(h.Time)
	parts := []string{s.Words.T("window.clearance.row", h.Confirmation, h.Person, h.From, at)}
	if h.Confirmation == "" {
		parts[0] = s.Words.T("window.clearance.row.plain", h.Person, h.From, at)
	}
	switch {
	case h.Key != "":
		parts = append(parts, s.Words.T("window.clearance.signed", h.Key))
	case h.Paper:
		parts = append(parts, s.Words.T("window.clearance.paper"))
	}
	if h.Sent != "" {
		parts = append(parts, s.Words.T("window.clearance.sent", h.Sent))
	}
	return strings.Join(parts, ", ")
}

// ReportDeletion implements transmit.Source.
func (s Transmit) ReportDeletion(ctx context.Context, accession, note string) error {
	defer s.Hub.Notify()
	defer s.Sender.Wake()
	_, err := s.W.Clerk.ReportDeletion(ctx, accession, "", note)
	return err
}
