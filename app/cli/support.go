package main

import (
	"context"
	"fmt"
	"io"

	"laufzettel/app/work"
)

func supportCommands() []command {
	return []command{
		{"support", "[--json] [--out FILE.zip]", "cli.help.support", runSupport},
		{"policy", "[--json]", "cli.help.policy", runPolicy},
	}
}

// runSupport shows the facts, and writes them with log and crash files as a ZIP.
func runSupport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("support")
	out := fs.String("out", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *out != "" {
			if err := w.Office.SupportPack(ctx, *out); err != nil {
				return err
			}
			e.say("cli.support.written", *out)
		}
		facts, err := w.Office.SupportFacts(ctx)
		if err != nil {
			return err
		}
		return e.result(facts, func(to io.Writer) {
			fmt.Fprintln(to, e.text("cli.support.program", facts.Program, facts.System))
			fmt.Fprintln(to, e.text("cli.support.database", facts.Database))
			fmt.Fprintln(to, e.text("cli.support.log", facts.Events, facts.Log))
		})
	})
}

// runPolicy shows which settings the administrator's policy governs.
func runPolicy(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("policy"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, fixed := w.Office.Settings.Policy(), w.Office.Settings.Fixed()
		return e.result(struct {
			Path   string   `json:"path"`
			Digest string   `json:"sha256"`
			Fixed  []string `json:"fixed"`
		}{p.Path, p.Digest, fixed}, func(to io.Writer) {
			if p.Path == "" {
				fmt.Fprintln(to, e.text("cli.policy.none"))
				return
			}
			fmt.Fprintln(to, e.text("cli.policy.path", p.Path))
			for _, name := range fixed {
				fmt.Fprintln(to, "  "+name)
			}
		})
	})
}
