package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// lastingAct is an act that nothing in the program takes back: it destroys, ends a
// key for good, or tells another party that it may delete. A person confirms it at
// the terminal or with --confirm; a script that does neither is refused.
type lastingAct struct {
	command  string
	option   string // the act is lasting with this option only, "" = always
	question string // key of what is asked; it says what cannot be undone
	confirm  string // the option that confirms it, "" = confirm
	own      bool   // the command reads that option itself
}

func lastingActs() []lastingAct {
	return []lastingAct{
		{command: "keys revoke", question: "cli.sure.keys-revoke"},
		{command: "keys rotate", question: "cli.sure.keys-rotate"},
		{command: "people key", question: "cli.sure.people-key"},
		{command: "archive revoke", question: "cli.sure.archive-revoke"},
		{command: "archive persons", option: "revoke", confirm: "sure", question: "cli.sure.archive-revoke"},
		{command: "receive return", question: "cli.sure.return"},
		{command: "accession clear", question: "cli.sure.clear"},
		{command: "clearance send", question: "cli.sure.clear"},
		{command: "accession deleted", question: "cli.sure.deleted"},
		{command: "clearance deleted", question: "cli.sure.deleted"},
		{command: "prepare deleted", question: "cli.sure.deleted"},
		{command: "accession gone", question: "cli.sure.gone"},
		{command: "accession close", question: "cli.sure.close", own: true},
		{command: "destroy", question: "cli.sure.destroy", own: true},
		{command: "accession destroy", question: "cli.sure.destroy", own: true},
		{command: "queue cancel", question: "cli.sure.queue-cancel"},
		{command: "prepare defaults remove", question: "cli.sure.defaults-remove"},
	}
}

// asksHelp says whether a call asks what a command does. It does so wherever the
// word stands before "--", also where an option's value is missing before it: who
// writes it never means the act.
func asksHelp(args []string) bool {
	for _, a := range args {
		switch a {
		case "--":
			return false
		case "-h", "-help", "--help":
			return true
		}
	}
	return false
}

// admit answers a call that its command may not get: an option or argument the row
// does not know, a lasting act nobody confirmed. It gives what the command reads.
func (e *env) admit(c command, args []string) ([]string, error) {
	name, line, own := c.name, c.args, args
	var subject []string
	if p := partOf(c.name, args); p != nil {
		name, line, own, subject = c.name+" "+p.word, p.args, args[2:], args[:2]
		if isOption(args[0]) {
			return nil, errUsage{e.text("cli.unknown-option", c.name, args[0], name)}
		}
	}
	u := readUsage(line)
	g := u.read(own)
	switch {
	case g.unknown != "":
		near := u.nearest(g.unknown)
		if near != "" {
			near = "\n" + e.text("cli.meant", near)
		}
		return nil, errUsage{e.text("cli.unknown-option", name, g.unknown, name) + near}
	case g.valueless != "":
		return nil, errUsage{e.text("cli.no-value", g.valueless)}
	case len(g.arguments) > u.most:
		return nil, errUsage{e.text("cli.surplus", name, g.arguments[u.most], name)}
	}
	return e.confirmed(c.name, g, append(slices.Clone(subject), g.canonical...))
}

// confirmed gives the arguments of a call where it is no lasting act or a person
// has confirmed it.
func (e *env) confirmed(name string, g given, args []string) ([]string, error) {
	acts := lastingActs()
	i := slices.IndexFunc(acts, func(a lastingAct) bool { return a.command == name })
	if i < 0 {
		return args, nil
	}
	act := acts[i]
	by := cmp.Or(act.confirm, "confirm")
	written, confirmed := g.options[by]
	if yes, err := strconv.ParseBool(written); confirmed && written != "" {
		confirmed = err == nil && yes
	}
	if _, lasting := g.options[act.option]; act.option != "" && !lasting {
		return args, nil
	}
	switch {
	case act.own && (confirmed || !e.interactive()):
		return args, nil // it refuses in its own words
	case confirmed:
		return without(by, args), nil
	case !e.interactive():
		return nil, errUsage{e.text(act.question) + "\n" + e.text("cli.sure.script", name, by)}
	}
	if !e.ask(e.text(act.question)) {
		return nil, errUsage{e.text("cli.sure.no")}
	}
	if act.own {
		return slices.Insert(slices.Clone(args), 0, "--"+by), nil
	}
	return without(by, args), nil
}

// without takes the confirmation out of a call: commands that have no other use for
// it need not know the option.
func without(confirm string, args []string) []string {
	var rest []string
	for i, a := range args {
		if a == "--" {
			return append(rest, args[i:]...)
		}
		if name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "="); isOption(a) && name == confirm {
			continue
		}
		rest = append(rest, a)
	}
	return rest
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
