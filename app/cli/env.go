package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"laufzettel/app/browser"
	"laufzettel/app/cli/rows"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/assets"
	"laufzettel/transfer/container"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// env is what a command works with: streams, texts, the chosen workspace.
type env struct {
	in      io.Reader
	out     io.Writer
	errs    io.Writer
	words   tongue
	data    string // workspace folder
	json    bool   // machine output only
	person  string
	lang    string         // as asked for with --lang
	command string         // that runs
	asker   *browser.Asker // who is asked for passphrases, nil: the environment alone
	// Set by tests only: commit points, a count of what is read, a cheap key file,
	// small chunks, a clock, a folder for PDFium.
	point   func(string)
	counter container.Counter
	keyWork int
	chunk   int
	now     func() time.Time
	pdfium  string
	watcher func() bool // whether a person can be asked
	// probe is given the options a command declares, instead of reading them.
	probe func(options flagSet, min int)
}

// errProbed ends a command whose options were only asked for (tests).
var errProbed = errors.New("options probed")

// flagSet is what a command's options are read with.
type flagSet = *flag.FlagSet

// flagOf is one option that was given.
type flagOf = flag.Flag

// tongue is a language and its texts.
type tongue struct {
	language string
	texts    map[string]string
	strange  string // what the environment names instead, where we do not speak it
}

// command is one row of the command table.
type command struct {
	name string // "check", "aip check", "queue"
	args string // what follows, as in the help
	help string // key of the one-line description
	run  func(ctx context.Context, e *env, args []string) error
	// right is what a person must be allowed to act with it, the house asks for it;
	// free where the command only looks, works on files of the caller's own, or is
	// another program's.
	right people.Action
}

// free is the right of commands that need none.
const free people.Action = ""

// table joins the commands of all rooms; the help is printed from it.
func table() []command {
	return slices.Concat(checkCommands(), receiveCommands(), nextCommands(), appraiseCommands(), shareCommands(), packageCommands(),
		sendCommands(), loanCommands(), archiveCommands(), doorCommands(), viewCommands(), bookCommands(), accessionCommands(),
		peopleCommands(), agreeCommands(), setupCommands(), supportCommands(), demoCommands(), prepareCommands(), websiteCommands(),
		sensitiveCommands(), blackenCommands(), treeCommands())
}

// dispatch answers what asks for help, finds the command (the longest name wins)
// and runs it if its row knows every word of the call.
func (e *env) dispatch(ctx context.Context, args []string) error {
	args, err := e.global(args)
	switch {
	case err != nil:
		return err
	case !slices.Contains([]string{"", "de", "en"}, e.lang):
		return errUsage{e.text("cli.bad-lang", e.lang)}
	case e.lang == "" && e.words.strange != "":
		return errUsage{e.text("cli.bad-locale", e.words.strange)}
	case len(args) == 0:
		return errors.Join(e.helpAll(), errUsage{e.text("cli.no-command")})
	case args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd:
		return e.complete(ctx, args)
	case args[0] == "help":
		return e.explain(args[1:])
	case rows.AsksHelp(args):
		return e.explain(args)
	case args[0] == "--version" || args[0] == "-version":
		args[0] = "version"
	}
	c, rest := commandOf(args)
	if c.run == nil {
		return e.noCommand(args)
	}
	if rest, err = e.admit(c, rest); err != nil {
		return err
	}
	e.command = c.name
	return c.run(ctx, e, rest)
}

// noCommand answers words that name no command: with the nearest one, or with those
// of the group they begin.
func (e *env) noCommand(words []string) error {
	text := []string{e.text("cli.unknown-command", strings.Join(words[:min(2, len(words))], " "))}
	if near := e.meant(words); near != "" {
		text = append(text, near)
	}
	for _, c := range table() {
		if strings.HasPrefix(c.name, words[0]+" ") {
			text = append(text, e.usage(c.name))
		}
	}
	return errUsage{strings.Join(text, "\n")}
}

// global takes the options that may stand anywhere before "--" out of args. Error:
// errUsage where the value of one is missing.
func (e *env) global(args []string) ([]string, error) {
	e.data = os.Getenv("LAUFZETTEL_DATA")
	e.person = os.Getenv("LAUFZETTEL_PERSON")
	var rest []string
	for i := 0; i < len(args); i++ {
		word := args[i]
		if strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") {
			word = "-" + word
		}
		name, value, joined := strings.Cut(word, "=")
		into := map[string]*string{"--data": &e.data, "--person": &e.person, "--as": &e.person, "--lang": &e.lang}[name]
		switch {
		case args[i] == "--":
			return append(rest, args[i:]...), nil
		case word == "--json":
			e.json = true
		case into == nil:
			rest = append(rest, args[i])
		case joined && value == "": // of a script whose variable is empty: never the workspace of the user instead
			return nil, errUsage{e.text("cli.no-value", name)}
		case joined:
			*into = value
		case i+1 < len(args) && args[i+1] != "" && !strings.HasPrefix(args[i+1], "--") && !rows.AsksHelp(args[i+1:i+2]):
			i++
			*into = args[i]
		case rows.AsksHelp(args):
		default:
			return nil, errUsage{e.text("cli.no-value", name)}
		}
	}
	return rest, nil
}

// pickWords chooses the language: --lang, else LANG, else German.
func pickWords(args []string) tongue {
	t := tongue{language: wording.German}
	for _, v := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if s := os.Getenv(v); s != "" {
			known := false
			if t.language, known = wording.OfLocale(s); !known {
				t.strange = s
			}
			break
		}
	}
	for i, a := range args {
		if v, ok := strings.CutPrefix(a, "--lang="); ok {
			t.language = v
		} else if (a == "--lang" || a == "-lang") && i+1 < len(args) {
			t.language = args[i+1]
		}
	}
	if t.language != wording.English {
		t.language = wording.German
	}
	if words, err := assets.Texts(t.language); err == nil {
		t.texts = words
	}
	return t
}

// day writes a day as the language has it, in the zone at has.
func (t tongue) day(at time.Time) string { return wording.Day(at).In(t.language) }

// moment writes a day and the time of it, as the clock of this machine shows it.
func (t tongue) moment(at time.Time) string { return wording.Moment(at.Local()).In(t.language) }

// instant says a moment to the second, as it is on the clock here.
func (t tongue) instant(at time.Time) string { return wording.Instant(at.Local()).In(t.language) }

// text gives the sentence of a key with its values filled in.
func (e *env) text(key string, values ...any) string {
	t, ok := e.words.texts[key]
	if !ok {
		t = key
	}
	if len(values) == 0 {
		return t
	}
	return fmt.Sprintf(wording.Agreed(t, values...), values...)
}

// say prints a sentence for people.
func (e *env) say(key string, values ...any) { fmt.Fprintln(e.errs, e.text(key, values...)) }

// result prints v as one line of JSON, or the human form without --json.
func (e *env) result(v any, human func(w io.Writer)) error {
	if !e.json && human != nil {
		human(e.out)
		return nil
	}
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice && list.IsNil() {
		v = []any{} // an empty list is a list
	}
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// workOptions are those of every workspace this call opens.
func workOptions(e *env) office.Options {
	pass, personPass := e.passphrase, e.personPassphrase
	if e.asker != nil {
		pass, personPass = e.asker.Or(pass, personPass)
	}
	return office.Options{Now: e.now, Person: e.person, Point: e.point, Counter: e.counter, Passphrase: pass, PersonPass: personPass,
		Keyring: e.keyWork == 0, KeyWork: e.keyWork, PDFium: e.pdfium}
}

// open opens the workspace of the call; the caller closes it.
func (e *env) open(ctx context.Context) (*work.House, error) {
	if e.data == "" {
		place, err := settings.DefaultPlace()
		if err != nil {
			return nil, err
		}
		if place.Told != nil {
			e.tell(place.Told)
		}
		e.data = place.Dir
	}
	w, err := work.Open(ctx, e.data, workOptions(e))
	if err != nil {
		return nil, err
	}
	if !readerCommands[e.command] {
		if err := w.Office.Staff("run " + e.command); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	} else if err := w.Ending.SweepCopies(); err != nil { // also what a crash left behind (A23)
		e.tell(err)
	}
	w.Outbox.Channel.Chunk = e.chunk
	if warning := w.Office.Warning(); warning != nil {
		e.tell(warning)
	}
	return w, nil
}

// with runs fn on the open workspace.
func (e *env) with(ctx context.Context, fn func(*work.House) error) error {
	w, err := e.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(w.Office.Kept(fn(w)), w.Close())
}

// flags makes a flag set whose errors become errUsage; options may stand before
// and behind the arguments.
func (e *env) flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse reads the options of fs out of args wherever they stand and gives the
// arguments; at least min of them must remain.
func (e *env) parse(fs *flag.FlagSet, args []string, min int) ([]string, error) {
	if e.probe != nil {
		e.probe(fs, min)
		return nil, errProbed
	}
	var rest []string
	args, behind := cutDashes(args)
	for {
		if err := fs.Parse(args); err != nil {
			return nil, errUsage{e.text("cli.bad-option", fs.Name(), err)}
		}
		args = fs.Args()
		if len(args) == 0 {
			break
		}
		rest, args = append(rest, args[0]), args[1:]
	}
	rest = append(rest, behind...)
	if len(rest) < min {
		return nil, errUsage{e.text("cli.too-few", fs.Name()) + "\n" + e.usage(fs.Name())}
	}
	return rest, nil
}

// cutDashes cuts off what stands behind "--": those words are arguments whatever
// they look like.
func cutDashes(args []string) (before, behind []string) {
	if i := slices.Index(args, "--"); i >= 0 {
		return args[:i], args[i+1:]
	}
	return args, nil
}

// usage gives the line of the table for a command.
func (e *env) usage(name string) string {
	for _, c := range table() {
		if c.name == name {
			return "  laufzettel-cli " + strings.TrimSpace(c.name+" "+placed(e, c.args))
		}
	}
	return ""
}
