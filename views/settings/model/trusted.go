package model

import (
	"context"

	"laufzettel/views/present"
)

// Clerk is the key of a delivering agency that the archive knows (G6, G14).
type Clerk struct {
	Office, AgencyID, Fingerprint string
	Way                           string // how it became known, as shown
}

// ReadClerk reads the key in a file and gives it to then, so that a person can
// compare its fingerprint.
func (p *Presenter) ReadClerk(path string, then func(Clerk)) {
	var got Clerk
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		got, err = p.src.ReadClerk(ctx, path)
		return err
	}, func(err error) {
		if err != nil {
			p.Fault = err
			p.redraw()
			return
		}
		then(got)
	})
}

// AddClerk trusts the key in a file, whose fingerprint was compared.
func (p *Presenter) AddClerk(path, fingerprint string) {
	p.do(func(ctx context.Context) error { return p.src.AddClerk(ctx, path, fingerprint) }, nil)
}

// RemoveClerk withdraws trust from a key.
func (p *Presenter) RemoveClerk(fingerprint string) {
	p.do(func(ctx context.Context) error { return p.src.RemoveClerk(ctx, fingerprint) }, nil)
}

// Issuer is one certificate that electronic signatures may end in (E6).
type Issuer struct {
	Name, Fingerprint string
	Until             string // last day of its validity, as shown
	Expired           bool
}

// AddIssuers trusts the certificates of files.
func (p *Presenter) AddIssuers(paths []string) {
	p.do(func(ctx context.Context) error { return p.src.AddIssuers(ctx, paths) }, nil)
}

// RemoveIssuer withdraws trust from an issuer.
func (p *Presenter) RemoveIssuer(fingerprint string) {
	p.do(func(ctx context.Context) error { return p.src.RemoveIssuer(ctx, fingerprint) }, nil)
}
