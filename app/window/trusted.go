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
		out = append(out, settings.Issuer{Name: i.Subject, Fingerprint: i.Fingerprint, Until: s.Words.Date(i.NotAfter),
			Expired: i.NotAfter.Before(s.W.Office.Now())})
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

// clerks lists the keys of delivering agencies the archive knows (G6, G14).
func (s Settings) clerks(ctx context.Context) ([]settings.Clerk, error) {
	all, err := s.W.Clerk.Prepare.Clerks(ctx)
	if err != nil {
		return nil, err
	}
	var out []settings.Clerk
	for _, k := range all {
		out = append(out, settings.Clerk{Office: k.Office, AgencyID: k.AgencyID, Fingerprint: k.Fingerprint,
			Way: s.Words.T("clerks.way." + k.Way)})
	}
	return out, nil
}

// ReadClerk implements settings.Source.
func (s Settings) ReadClerk(ctx context.Context, path string) (settings.Clerk, error) {
	k, err := s.W.Clerk.ReadClerkKey(ctx, path)
	return settings.Clerk{Office: k.Office, AgencyID: k.AgencyID, Fingerprint: k.Fingerprint}, err
}

// AddClerk implements settings.Source.
func (s Settings) AddClerk(ctx context.Context, path, fingerprint string) error {
	_, err := s.W.Clerk.TrustClerk(ctx, path, fingerprint, "", "")
	return err
}

// RemoveClerk implements settings.Source.
func (s Settings) RemoveClerk(ctx context.Context, fingerprint string) error {
	_, err := s.W.Clerk.ForgetClerk(ctx, fingerprint)
	return err
}
