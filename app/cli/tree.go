package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"laufzettel/app/cli/rows"
	"laufzettel/app/start"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// programName is what people type.
const programName = "laufzettel-cli"

func treeCommands() []command {
	return []command{
		{"completion", "bash|zsh|fish|powershell", "cli.help.completion", runCompletion, free},
		{"manual", "--out DIR [--form man|markdown]", "cli.help.manual", runManual, free},
	}
}

// tree hands the rows of the table to cobra, which finds a command, proposes the
// nearest name, completes what is typed and writes the manual. Rows stay the one
// place where a command, its options and its help are written down.
func (e *env) tree() *cobra.Command {
	root := e.node(programName, command{help: "cli.title"})
	root.CompletionOptions.DisableDefaultCmd = true
	root.SuggestionsMinimumDistance = rows.NearEnough
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.SetOut(e.out)
	root.SetErr(e.errs)
	flags := root.PersistentFlags()
	for _, o := range []struct{ name, value, help string }{
		{"data", "DIR", "cli.option.data"}, {"person", "NAME", "cli.option.person"}, {"as", "NAME", "cli.option.person"},
		{"lang", "de|en", "cli.option.lang"},
	} {
		flags.Var(&rows.Heard{Placeholder: o.value}, o.name, e.text(o.help))
		e.completeFlag(root, rows.Option{Name: o.name, Value: o.value})
	}
	flags.Bool("json", false, e.text("cli.option.json"))
	nodes := map[string]*cobra.Command{"": root}
	for _, c := range table() {
		e.plant(nodes, c)
	}
	return root
}

// plant puts a row into the tree, with a node for each word before its last that has
// none yet.
func (e *env) plant(nodes map[string]*cobra.Command, c command) {
	words := strings.Fields(c.name)
	for i := range words {
		name := strings.Join(words[:i+1], " ")
		if nodes[name] != nil && i+1 < len(words) {
			continue
		}
		n := e.node(words[i], command{name: name})
		if i+1 == len(words) {
			n = e.node(words[i], c)
		}
		if old := nodes[name]; old != nil { // rows of its group came before it
			n.AddCommand(old.Commands()...)
			old.Parent().RemoveCommand(old)
		}
		nodes[strings.Join(words[:i], " ")].AddCommand(n)
		nodes[name] = n
	}
}

// node is one command as cobra knows it.
func (e *env) node(word string, c command) *cobra.Command {
	n := &cobra.Command{Use: strings.TrimSpace(word + " " + placed(e, c.args)), SilenceErrors: true, SilenceUsage: true,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		SuggestionsMinimumDistance: rows.NearEnough, ValidArgsFunction: completeArgument(c)}
	if c.help != "" {
		n.Short = e.text(c.help)
	}
	n.Flags().BoolP("help", "h", false, e.text("cli.option.help"))
	if c.run == nil {
		return n
	}
	n.Run = func(*cobra.Command, []string) {}
	n.Long = e.described(c)
	lines := []string{c.args}
	_, parts := partsOf(c.name)
	for _, p := range parts {
		lines = append(lines, p.args)
	}
	for _, line := range lines {
		for _, o := range rows.Read(line).Options {
			if n.Flags().Lookup(o.Name) == nil && o.Name != "json" {
				o.Hear(n.Flags())
				e.completeFlag(n, o)
			}
		}
	}
	return n
}

// described is what the manual says of a command beyond its one line.
func (e *env) described(c command) string {
	x := e.explained(c, nil)
	text := []string{x.Help}
	if x.Lasting != "" {
		text = append(text, e.text("cli.lasting", x.Lasting))
	}
	for _, p := range x.Parts {
		text = append(text, fmt.Sprintf("%s %s\n%s", p.Name, p.Args, p.Help))
	}
	return strings.Join(text, "\n\n")
}

// choice is the grammar of a value that is one of a few words.
var choice = regexp.MustCompile(`^[a-z0-9]+(\|[a-z0-9]+)+$`)

// completeFlag lets a shell propose the words an option may have.
func (e *env) completeFlag(n *cobra.Command, o rows.Option) {
	if choice.MatchString(o.Value) {
		_ = n.RegisterFlagCompletionFunc(o.Name, cobra.FixedCompletions(strings.Split(o.Value, "|"), cobra.ShellCompDirectiveNoFileComp))
	}
}

// completeArgument proposes what may stand where a person types: the words of a
// choice, the parts of a command behind its subject, else files.
func completeArgument(c command) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if _, parts := partsOf(c.name); len(parts) > 0 && len(args) == 1 {
			var words []string
			for _, p := range parts {
				words = append(words, cobra.CompletionWithDesc(p.word, p.args))
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		}
		for i, word := range strings.Fields(c.args) {
			if i == len(args) && choice.MatchString(word) {
				return strings.Split(word, "|"), cobra.ShellCompDirectiveNoFileComp
			}
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// meant gives the sentence that names the nearest command for words that are none,
// "" where nothing is near.
func (e *env) meant(words []string) string {
	node := e.tree()
	said := programName
	for _, word := range words {
		i := slices.IndexFunc(node.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
		if i < 0 {
			if near := node.SuggestionsFor(word); len(near) > 0 {
				return e.text("cli.meant", said+" "+near[0])
			}
			return ""
		}
		node = node.Commands()[i]
		said += " " + word
	}
	return ""
}

// complete answers a shell that asks what may follow (cobra's hidden command).
func (e *env) complete(ctx context.Context, args []string) error {
	root := e.tree()
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// runCompletion prints the script with which a shell completes our commands.
func runCompletion(_ context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("completion"), args, 1)
	if err != nil {
		return err
	}
	root := e.tree()
	write, ok := map[string]func(io.Writer) error{
		"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":        root.GenZshCompletion,
		"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": root.GenPowerShellCompletionWithDesc,
	}[rest[0]]
	if !ok {
		return errUsage{e.text("cli.bad-option", "completion", rest[0])}
	}
	return write(e.out)
}

// runManual writes a page for each command and one for the window, as manual pages or as
// Markdown.
func runManual(_ context.Context, e *env, args []string) error {
	fs := e.flags("manual")
	to := fs.String("out", "", "")
	form := fs.String("form", "man", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *to == "" {
		return errUsage{e.text("cli.too-few", "manual") + "\n" + e.usage("manual")}
	}
	if err := os.MkdirAll(*to, 0o700); err != nil {
		return failure.Wrap(failure.Setup, "make folder of the manual", wording.Say("hint.cli.manual-folder-failed"), err)
	}
	write := map[string]func(*cobra.Command, string) error{"man": manPage, "markdown": markdownPage}[*form]
	if write == nil {
		return errUsage{e.text("cli.bad-option", "manual", *form)}
	}
	err := eachNode(e.tree(), func(n *cobra.Command) error { return write(n, *to) })
	window := windowNode(e.words.language)
	if *form == "markdown" { // where the command's name is a head of the second rank
		window.Long = strings.ReplaceAll(window.Long, "\n# ", "\n### ")
	}
	return errors.Join(err, write(window, *to))
}

// windowNode is the window as its page of the manual shows it: it has no commands.
func windowNode(language string) *cobra.Command {
	page := start.Manual(language)
	n := &cobra.Command{Use: start.Program + " " + page.Usage, Short: page.Title, Long: page.Text, DisableFlagsInUseLine: true,
		DisableAutoGenTag: true, Run: func(*cobra.Command, []string) {}}
	n.Flags().BoolP("help", "h", false, "") // the page has it among the options of the window
	_ = n.Flags().MarkHidden("help")        // it is there
	return n
}

// eachNode walks a command and all below it.
func eachNode(n *cobra.Command, fn func(*cobra.Command) error) error {
	n.DisableAutoGenTag = true
	err := fn(n)
	for _, below := range n.Commands() {
		if !below.Hidden {
			err = errors.Join(err, eachNode(below, fn))
		}
	}
	return err
}

func manPage(n *cobra.Command, dir string) error {
	return page(n, dir, "-", ".1", func(w io.Writer) error {
		return doc.GenMan(n, &doc.GenManHeader{Title: strings.ToUpper(strings.ReplaceAll(n.CommandPath(), " ", "-")), Section: "1",
			Source: "Laufzettel"}, w)
	})
}

func markdownPage(n *cobra.Command, dir string) error {
	return page(n, dir, "_", ".md", func(w io.Writer) error { return doc.GenMarkdown(n, w) })
}

// page writes one page of the manual; its name is the command's, words joined by join.
func page(n *cobra.Command, dir, join, suffix string, write func(io.Writer) error) error {
	var text strings.Builder
	if err := write(&text); err != nil {
		return fmt.Errorf("manual of %s: %w", n.CommandPath(), err)
	}
	name := filepath.Join(dir, strings.ReplaceAll(n.CommandPath(), " ", join)+suffix)
	return durable.WriteFile(name, []byte(text.String()), 0o600)
}
