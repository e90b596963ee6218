package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"laufzettel/app/cli/rows"

	"golang.org/x/term"
)

// lastingActs are the acts of the command line that nothing takes back.
func lastingActs() []rows.Lasting {
	return []rows.Lasting{
		{Command: "keys revoke", Question: "cli.sure.keys-revoke"},
		{Command: "keys rotate", Question: "cli.sure.keys-rotate"},
		{Command: "people key", Question: "cli.sure.people-key"},
		{Command: "people refound", Question: "cli.sure.people-refound"},
		{Command: "people found", Question: "cli.sure.people-found"},
		{Command: "log archive", Option: "take", Question: "cli.sure.log-archive"},
		{Command: "log restate", Option: "state", Question: "cli.sure.log-restate"},
		{Command: "archive revoke", Question: "cli.sure.archive-revoke"},
		{Command: "archive persons", Option: "revoke", Confirm: "sure", Question: "cli.sure.archive-revoke"},
		{Command: "receive return", Question: "cli.sure.return"},
		{Command: "receive discard", Question: "cli.sure.discard"},
		{Command: "accession discard", Question: "cli.sure.accession-discard"},
		{Command: "accession clear", Question: "cli.sure.clear"},
		{Command: "clearance send", Question: "cli.sure.clear"},
		{Command: "custody final", Question: "cli.sure.custody-final"},
		{Command: "accession deleted", Question: "cli.sure.deleted"},
		{Command: "clearance deleted", Question: "cli.sure.deleted"},
		{Command: "prepare deleted", Question: "cli.sure.deleted"},
		{Command: "accession gone", Question: "cli.sure.gone"},
		{Command: "accession close", Question: "cli.sure.close", Own: true},
		{Command: "destroy", Question: "cli.sure.destroy", Own: true},
		{Command: "accession destroy", Question: "cli.sure.destroy", Own: true},
		{Command: "queue cancel", Question: "cli.sure.queue-cancel"},
		{Command: "prepare defaults remove", Question: "cli.sure.defaults-remove"},
	}
}

// admit answers a call that its command may not get: an option or argument the row
// does not know, a lasting act nobody confirmed. It gives what the command reads.
func (e *env) admit(c command, args []string) ([]string, error) {
	if len(args) > 1 && partOf(c.name, args) == nil && partNamed(c.name, args[0]) != nil {
		args = slices.Clone(args)
		args[0], args[1] = args[1], args[0] // "appraise list ID" means "appraise ID list"
	}
	name, line, own := c.name, c.args, args
	var subject []string
	if p := partOf(c.name, args); p != nil {
		name, line, own, subject = c.name+" "+p.word, p.args, args[2:], args[:2]
		if rows.IsOption(args[0]) {
			return nil, errUsage{e.text("cli.unknown-option", c.name, args[0], name)}
		}
	}
	u := rows.Read(line)
	g := u.Read(own)
	switch {
	case g.Unknown != "":
		near := u.Nearest(g.Unknown)
		if near != "" {
			near = "\n" + e.text("cli.meant", near)
		}
		return nil, errUsage{e.text("cli.unknown-option", name, g.Unknown, name) + near}
	case g.Valueless != "":
		return nil, errUsage{e.text("cli.no-value", g.Valueless)}
	case len(g.Arguments) > u.Most:
		return nil, errUsage{e.text("cli.surplus", name, g.Arguments[u.Most], name)}
	}
	return e.confirmed(c.name, g, append(slices.Clone(subject), g.Canonical...))
}

// confirmed gives the arguments of a call where it is no lasting act or a person
// has confirmed it.
func (e *env) confirmed(name string, g rows.Given, args []string) ([]string, error) {
	acts := lastingActs()
	i := slices.IndexFunc(acts, func(a rows.Lasting) bool { return a.Command == name })
	if i < 0 {
		return args, nil
	}
	act := acts[i]
	lasting, confirmed := act.Meant(g)
	if !lasting {
		return args, nil
	}
	switch {
	case act.Own && (confirmed || !e.interactive()):
		return args, nil // it refuses in its own words
	case confirmed:
		return rows.Without(act.By(), args), nil
	case !e.interactive():
		return nil, errUsage{e.text(act.Question) + "\n" + e.text("cli.sure.script", name, act.By())}
	}
	if !e.ask(e.text(act.Question)) {
		return nil, errUsage{e.text("cli.sure.no")}
	}
	if act.Own {
		return slices.Insert(slices.Clone(args), 0, "--"+act.By()), nil
	}
	return rows.Without(act.By(), args), nil
}

// interactive reports whether a person can be asked: they see stderr and type.
func (e *env) interactive() bool {
	if e.watcher != nil {
		return e.watcher()
	}
	in, ok := e.in.(*os.File)
	return ok && e.terminal() && term.IsTerminal(int(in.Fd()))
}

// ask asks whether a lasting act is meant; only the whole word says yes.
func (e *env) ask(question string) bool {
	fmt.Fprint(e.errs, question+"\n"+e.text("cli.sure.ask")+" ")
	line, err := bufio.NewReader(io.LimitReader(e.in, maxAnswer)).ReadString('\n')
	if err != nil && err != io.EOF {
		return false
	}
	return slices.Contains([]string{"ja", "yes"}, strings.ToLower(strings.TrimSpace(line)))
}

// maxAnswer bounds an answer typed at the terminal.
const maxAnswer = 1 << 10
