package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"laufzettel/app/cli/rows"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// part is an act of a command that takes its subject first: "appraise ID set",
// "view FILE render". It is a row like a command's.
type part struct {
	word string
	args string
	help string
	run  func(ctx context.Context, e *env, subject string, args []string) error
}

// partsOf gives the parts of a command and what its subject is called.
func partsOf(name string) (subject string, parts []part) {
	switch name {
	case "appraise":
		return "ID", appraiseParts()
	case "view":
		return "DATEI", viewParts()
	}
	return "", nil
}

// partOf finds the part a call means, nil where it means none.
func partOf(name string, args []string) *part {
	if len(args) < 2 {
		return nil
	}
	return partNamed(name, args[1])
}

func partNamed(name, word string) *part {
	_, parts := partsOf(name)
	for i := range parts {
		if parts[i].word == word {
			return &parts[i]
		}
	}
	return nil
}

// commandOf finds the command that words begin with, the longest name wins; rest is
// what follows. Its run is nil where there is none.
func commandOf(words []string) (best command, rest []string) {
	for _, c := range table() {
		name := strings.Fields(c.name)
		if len(words) >= len(name) && slices.Equal(words[:len(name)], name) && len(name) > len(strings.Fields(best.name)) {
			best, rest = c, words[len(name):]
		}
	}
	return best, rest
}

// groupOf gives the commands whose names begin with words.
func groupOf(words []string) []command {
	var list []command
	for n := len(words); n > 0 && len(list) == 0; n-- {
		for _, c := range table() {
			if strings.HasPrefix(c.name+" ", strings.Join(words[:n], " ")+" ") {
				list = append(list, c)
			}
		}
	}
	return list
}

// explained is one command as help shows it.
type explained struct {
	Name    string        `json:"name"`
	Args    string        `json:"args"`
	Help    string        `json:"help"`
	Options []rows.Option `json:"options,omitempty"`
	Lasting string        `json:"lasting,omitempty"` // what cannot be undone
	Right   people.Action `json:"right,omitempty"`   // that acting takes
	Parts   []explained   `json:"parts,omitempty"`
}

// explain answers a question for help. Nothing is opened or run for it. Error:
// errUsage where there is no such command.
func (e *env) explain(words []string) error {
	words = slices.DeleteFunc(slices.Clone(words), rows.IsOption)
	if len(words) == 0 {
		return e.helpAll()
	}
	c, rest := commandOf(words)
	var list []explained
	switch {
	case c.run != nil:
		list = append(list, e.explained(c, rest))
		for _, below := range table() {
			if strings.HasPrefix(below.name, c.name+" ") {
				list = append(list, e.explained(below, nil))
			}
		}
	default:
		for _, c := range groupOf(words) {
			list = append(list, e.explained(c, nil))
		}
	}
	if len(list) == 0 {
		return e.noCommand(words)
	}
	return e.result(list, func(out io.Writer) {
		for i, x := range list {
			e.printExplained(out, x, i == 0 && c.run != nil)
		}
		fmt.Fprintln(out, e.text("cli.options"))
		fmt.Fprintln(out, e.text("cli.codes"))
	})
}

// explained describes a command, or the part of it that rest names.
func (e *env) explained(c command, rest []string) explained {
	subject, parts := partsOf(c.name)
	for _, p := range parts {
		if slices.Contains(rest, p.word) {
			return e.explainedRow(c.name, strings.Join([]string{c.name, subject, p.word}, " "), p.args, p.help)
		}
	}
	x := e.explainedRow(c.name, c.name, c.args, c.help)
	x.Right = c.right
	for _, p := range parts {
		x.Parts = append(x.Parts, e.explainedRow("", strings.Join([]string{c.name, subject, p.word}, " "), p.args, p.help))
	}
	return x
}

func (e *env) explainedRow(command, name, args, help string) explained {
	x := explained{Name: name, Args: args, Help: e.text(help), Options: rows.Read(args).Options}
	for _, a := range lastingActs() {
		if a.Command == command {
			x.Lasting = e.text(a.Question)
		}
	}
	return x
}

// placeholder is a word of a usage that stands for what a person writes.
var placeholder = regexp.MustCompile(`\p{Lu}{2,}`)

// placed gives a usage with its placeholders in the language of the call.
func placed(e *env, usage string) string {
	return placeholder.ReplaceAllStringFunc(usage, func(word string) string {
		if said, ok := e.words.texts["cli.place."+word]; ok {
			return said
		}
		return word
	})
}

// printExplained prints a command; full with its options and parts, else as a line
// of the overview.
func (e *env) printExplained(out io.Writer, x explained, full bool) {
	fmt.Fprintf(out, "  laufzettel-cli %s\n      %s\n", strings.TrimSpace(placed(e, x.Name+" "+x.Args)), x.Help)
	if !full {
		return
	}
	if x.Lasting != "" {
		fmt.Fprintf(out, "\n%s\n", e.text("cli.lasting", x.Lasting))
	}
	if x.Right != free {
		fmt.Fprintf(out, "\n%s\n", wording.Say("cli.right", x.Right, wording.List(", ", people.Allowed(x.Right))).In(e.words.language))
	}
	if len(x.Options) > 0 {
		fmt.Fprintf(out, "\n%s\n", e.text("cli.options.own"))
	}
	for _, o := range x.Options {
		fmt.Fprintf(out, "  --%s\n", strings.TrimSpace(o.Name+" "+placed(e, o.Value)))
	}
	fmt.Fprintln(out)
	for _, p := range x.Parts {
		e.printExplained(out, p, false)
	}
}

// helpAll prints the command table.
func (e *env) helpAll() error {
	var list []explained
	for _, c := range table() {
		list = append(list, e.explained(c, nil))
	}
	return e.result(list, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.title"))
		for _, x := range list {
			fmt.Fprintf(out, "  %s\n      %s\n", strings.TrimSpace(placed(e, x.Name+" "+x.Args)), x.Help)
		}
		fmt.Fprintln(out, e.text("cli.options"))
	})
}
