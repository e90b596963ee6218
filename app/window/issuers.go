package window

import (
	"context"

	settings "laufzettel/views/settings/model"
)

// issuers lists whom the archive trusts (E6).
func (s Settings) issuers() ([]settings.Issuer, error) {
	all, err := s.W.Intake.Trust().List()
	if err != nil {
		return nil, err
	}
	var out []settings.Issuer
	for _, i := range all {
		out = append(out, settings.Issuer{Name: i.Subject, Fingerprint: i.Fingerprint, Until: i.NotAfter.Format("02.01.2006"), Expired: i.NotAfter.Before(s.W.Office.Now())})
	}
	return out, nil
}

// AddIssuers implements settings.Source.
func (s Settings) AddIssuers(ctx context.Context, paths []string) error {
	_, err := s.W.Intake.AddIssuers(ctx, paths)
	return err
}

// RemoveIssuer implements settings.Source.
func (s Settings) RemoveIssuer(ctx context.Context, fingerprint string) error {
	_, err := s.W.Intake.RemoveIssuer(ctx, fingerprint)
	return err
}
