package accession

import (
	"context"
	"slices"

	"laufzettel/app/work/appraise"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/procedure"
)

// Sendable is one message that may be told now: an answer to a portion, the clearance
// of an accession, the retention period of a package, or that a norm which the interim
// archive keeps is no longer in force. One of the first four is set.
type Sendable struct {
	Portion      *transfer.Portion
	Accession    *transfer.Accession
	Receipt      *receipt.Entry
	Interim      *transfer.Package // an Originalnorm that may go to the final archive (E9)
	Answer       procedure.Message // of a portion
	Confirmation string            // of an accession, "" where it has one clearance as a whole
}

// Sendable lists what may be told to agencies and to the archive now.
func (cl *Clearing) Sendable(ctx context.Context) ([]Sendable, error) {
	var out []Sendable
	portions, err := cl.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range portions {
		for _, m := range appraise.Answers(p) {
			out = append(out, Sendable{Portion: &p, Answer: m})
		}
	}
	accessions, err := cl.Portions.Accessions(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range accessions {
		names, err := cl.clearable(ctx, a)
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			out = append(out, Sendable{Accession: &a, Confirmation: n})
		}
	}
	interim, err := cl.Books.Packer.Interim(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range interim {
		out = append(out, Sendable{Interim: &p})
	}
	held, err := cl.Books.Retainable(ctx)
	for _, e := range held {
		out = append(out, Sendable{Receipt: &e})
	}
	return out, err
}

// clearable names the confirmations of an accession that may be told to the source
// now: all of a cleared one, and of several agreed ones those that are noted (C8).
func (cl *Clearing) clearable(ctx context.Context, a transfer.Accession) ([]string, error) {
	if a.State != transfer.Cleared && a.State != transfer.InWork && a.State != transfer.Archived {
		return nil, nil
	}
	needed := cl.Books.needed(ctx, a)
	if a.State == transfer.Cleared {
		if len(needed) == 0 {
			return []string{""}, nil
		}
		return needed, nil
	}
	if len(needed) < 2 {
		return nil, nil
	}
	have, err := cl.Portions.Confirmations(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(needed), func(n string) bool {
		return !slices.ContainsFunc(have, func(c transfer.Confirmation) bool { return c.Name == n })
	}), nil
}
