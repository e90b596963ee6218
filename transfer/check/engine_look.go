package check

import (
	"context"
	"fmt"

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

// Sight says what a tree is without reading more than names and first bytes; of a kind
// whose deliveries are messages of a procedure it reads the message as well, against no
// schema. The match has no kind where nobody knows it, the manifest is nil where none
// was read or the material is classified.
func (e *Engine) Sight(ctx context.Context, t container.Tree) (Match, *Manifest, error) {
	quick := *e
	quick.Schemas = nil
	r := quick.newRun(t, Input{})
	r.glance = true
	kind, err := r.recognise(ctx)
	if err != nil || kind == nil || r.unknown {
		return Match{}, nil, err
	}
	if _, messages := kind.(Proceeding); !messages {
		return r.match, nil, nil
	}
	m, _, err := readFirst(ctx, r, kind)
	if err != nil {
		return r.match, nil, fmt.Errorf("look at message: %w", err)
	}
	return r.match, m, nil
}
