package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"laufzettel/sync/order"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// verifyOrder verifies an order to destroy and its list. known are files with the keys
// of persons the caller knows; without them nobody has said whose keys these are.
func verifyOrder(ctx context.Context, path string, known []string, out, errs io.Writer) int {
	var keys []sign.PublicKey
	for _, k := range known {
		t, err := receipt.LoadTrust(ctx, k)
		if err != nil {
			fmt.Fprintln(errs, failure.HintOf(err).In(spoken))
			return wrongCall
		}
		keys = append(keys, t.All()...)
	}
	p, err := order.ReadFile(path)
	missing := errors.Is(err, fs.ErrNotExist) && p != nil
	if _, fault := errors.AsType[order.Fault](err); err != nil && !missing && !fault {
		fmt.Fprintln(errs, err)
		return wrongCall
	} else if fault {
		fmt.Fprintln(out, say("order-fault", err))
		return broken
	}
	for _, line := range p.In(spoken) {
		fmt.Fprintln(out, say("order-line", line))
	}
	for _, s := range p.Signers {
		k, err := sign.ParsePublicKey(s.PublicKey)
		if len(keys) > 0 && (err != nil || !slices.ContainsFunc(keys, func(o sign.PublicKey) bool { return o.ID() == k.ID() })) {
			fmt.Fprintln(out, say("stranger", s.Person))
			return broken
		}
	}
	if len(keys) == 0 {
		fmt.Fprintln(out, say("keys-whose"))
	}
	fmt.Fprintln(out, say("destroyed"))
	if missing {
		fmt.Fprintln(out, say("no-list", path+order.SuffixList))
		return incomplete
	}
	for _, s := range p.Missing() {
		fmt.Fprintln(out, say("unsigned", s.Person))
	}
	if !p.Whole() {
		return incomplete
	}
	return holds
}
