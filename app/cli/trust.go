package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"laufzettel/app/work"
	"laufzettel/transfer/signature"
)

func trustCommands() []command {
	return []command{
		{"trust add", "FILE...", "cli.help.trust-add", runTrustAdd},
		{"trust list", "[--json]", "cli.help.trust-list", runTrustList},
		{"trust remove", "FINGERPRINT", "cli.help.trust-remove", runTrustRemove},
	}
}

func runTrustAdd(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("trust add"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		added, err := w.Intake.AddIssuers(ctx, paths)
		if err != nil {
			return err
		}
		return e.issuers(added)
	})
}

func runTrustList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("trust list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Intake.Trust().List()
		if err != nil {
			return err
		}
		return e.issuers(all)
	})
}

func runTrustRemove(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("trust remove"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		gone, err := w.Intake.RemoveIssuer(ctx, rest[0])
		if err != nil {
			return err
		}
		return e.issuers([]signature.Issuer{gone})
	})
}

func (e *env) issuers(all []signature.Issuer) error {
	if all == nil {
		all = []signature.Issuer{}
	}
	return e.result(all, func(out io.Writer) {
		for _, i := range all {
			fmt.Fprintf(out, "%s  %s  %s\n", i.Fingerprint[:16], i.NotAfter.Format(time.DateOnly), i.Subject)
		}
	})
}
