package check

import (
	"context"

	"laufzettel/transfer/container"
)

// Look recognises a delivery and reads its descriptive part without checking it
// or reading any content: for the reading room, which shows packages of others.
// The manifest is nil where its kind cannot read it; findings then say why.
// Classified material gives a finding of that code (G15) and no manifest.
func (e *Engine) Look(ctx context.Context, t container.Tree) (Match, *Manifest, []Finding, error) {
	r := e.newRun(t, Input{})
	stopped, err := r.understand(ctx)
	if err != nil {
		return Match{}, nil, nil, err
	}
	if stopped {
		return r.match, nil, r.findings.all(), nil
	}
	return r.match, r.m, r.findings.all(), nil
}
