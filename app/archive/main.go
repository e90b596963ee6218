// Command laufzettel-archive is the receiver of the signed channel for archives
// that one machine is not enough for: stateless processes over S3 and PostgreSQL,
// several of them behind one address (design 5). The small receiver over files
// and SQLite is "laufzettel-cli archive serve"; both speak docs/protocol.md.
//
// Human text goes to stderr, results to stdout. Exit codes: 0 done, 1 packages or
// receipts are not as they were accepted (check), 2 wrong call
// or set-up, 3 own failure, 4 interrupted or not reachable.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/term"

	"laufzettel/app/cli/answer"
	"laufzettel/app/cli/rows"

	"laufzettel/assets"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// env is what a command works with.
type env struct {
	in        io.Reader
	out, errs io.Writer
	language  string
	words     map[string]string // of that language
}

// command is one row of the table.
type command struct {
	name, args, help string
	run              func(ctx context.Context, e *env, fs *flag.FlagSet, args []string) error
}

func table() []command {
	return []command{
		{"serve", "--store s3://… --db postgres://… --keys DIR --public URL [--listen HOST:PORT] [--cert F --key F] [--client-ca F] [--metrics HOST:PORT] [--inbox DIR|sftp://…|s3://…]... [--inbox-host-key SHA256:…] [--inbox-identity FILE] [--name NAME] [--quota BYTES] [--capacity BYTES] [--max-upload BYTES] [--rate N] [--persons]", "archived.help.serve", runServe},
		{"key new", "--keys DIR", "archived.help.key-new", runKeyNew},
		{"invite", "--db postgres://… --office NAME", "archived.help.invite", runInvite},
		{"confirm", "CODE --db postgres://… [--fingerprint FINGERPRINT [--join]] [--role clerk|archivist|second|reading-room|administrator|deliver|appraise|read|administer]...", "archived.help.confirm", runConfirm},
		{"reject", "CODE|KEY --db postgres://…", "archived.help.reject", runReject},
		{"admit", "APPLICATION --db postgres://… [--fingerprint FINGERPRINT --out ANSWER [--join]] [--role clerk|archivist|second|reading-room|administrator|deliver|appraise|read|administer]...", "archived.help.admit", runAdmit},
		{"check", "--store s3://… --db postgres://…", "archived.help.check", runCheck},
		{"clients", "--db postgres://…", "archived.help.clients", runClients},
		{"revoke", "KEY --db postgres://… [--confirm]", "archived.help.revoke", runRevoke},
		{"root request", "FILE --db postgres://… [--next KEY]", "archived.help.root-request", runRootRequest},
		{"root take", "FILE --db postgres://… --keys DIR", "archived.help.root-take", runRootTake},
		{"orders", "--db postgres://… [--paper ORDER]", "archived.help.orders", runOrders},
		{"persons", "--db postgres://… [--revoke KEY [--sure]] [--confirm KEY]", "archived.help.persons", runPersons},
	}
}

// errUnsound ends a check that found something; what it found was said.
var errUnsound = errors.New("not all is as it was accepted")

// errUsage ends a command that was called wrongly.
type errUsage struct{ text string }

func (e errUsage) Error() string { return e.text }

// run is main without the process.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	lang, err := language()
	heard := &answer.Writer{To: out}
	e := &env{in: in, out: heard, errs: errs, language: lang, words: words(lang)}
	if err == nil {
		err = e.dispatch(ctx, args)
	}
	if heard.Err != nil && (err == nil || errors.Is(err, errUnsound)) {
		err = fmt.Errorf("write result: %w", heard.Err)
		if errors.Is(heard.Err, syscall.ENOSPC) {
			err = failure.Wrap(failure.Setup, "write result", wording.Say("hint.cli.disk-full"), heard.Err)
		}
	}
	if err == nil {
		return 0
	}
	if errors.Is(err, errUnsound) {
		return 1
	}
	if usage, ok := errors.AsType[errUsage](err); ok {
		fmt.Fprintln(errs, usage.text)
		return 2
	}
	if hint := failure.HintOf(err).In(wording.Commands(e.language)); hint != "" {
		fmt.Fprintln(errs, hint)
	} else if failure.Canceled(err) {
		return 4
	} else {
		fmt.Fprintln(errs, e.text("archived.own-failure"))
	}
	fmt.Fprintf(errs, "  (%v)\n", err)
	switch failure.KindOf(err) {
	case failure.Refused, failure.Setup:
		return 2
	case failure.Transient:
		return 4
	default:
		return 3
	}
}

// lastingActs are the acts of this program that nothing takes back.
func lastingActs() []rows.Lasting {
	return []rows.Lasting{
		{Command: "revoke", Question: "cli.sure.archive-revoke"},
		{Command: "persons", Option: "revoke", Confirm: "sure", Question: "cli.sure.archive-revoke"},
	}
}

func (e *env) dispatch(ctx context.Context, args []string) error {
	for _, c := range table() {
		name := strings.Fields(c.name)
		if len(args) < len(name) || !slices.Equal(args[:len(name)], name) {
			continue
		}
		own := args[len(name):]
		if rows.AsksHelp(own) { // a call that asks what a command does never does it
			fmt.Fprintf(e.out, "%s %s\n    %s\n", c.name, c.args, e.text(c.help))
			return nil
		}
		own, err := e.admit(c, own)
		if err != nil {
			return err
		}
		fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		return c.run(ctx, e, fs, own)
	}
	var help strings.Builder
	fmt.Fprintln(&help, e.text("archived.help"))
	for _, c := range table() {
		fmt.Fprintf(&help, "  %s %s\n      %s\n", c.name, c.args, e.text(c.help))
	}
	if len(args) > 0 && args[0] == "help" || len(args) > 0 && rows.AsksHelp(args[:1]) {
		fmt.Fprint(e.out, help.String())
		return nil
	}
	return errUsage{strings.TrimRight(help.String(), "\n")}
}

// admit answers a call that its command may not get: an option or a word the row does
// not know, a lasting act nobody confirmed. It gives what the command reads.
func (e *env) admit(c command, args []string) ([]string, error) {
	u := rows.Read(c.args)
	g := u.Read(args)
	switch {
	case g.Unknown != "":
		text := e.text("archived.unknown-option", c.name, g.Unknown)
		if near := u.Nearest(g.Unknown); near != "" {
			text += "\n" + e.text("cli.meant", near)
		}
		return nil, errUsage{text}
	case g.Valueless != "":
		return nil, errUsage{e.text("archived.no-value", c.name, g.Valueless)}
	case len(g.Arguments) > u.Most:
		return nil, errUsage{e.text("archived.surplus", c.name, g.Arguments[u.Most])}
	}
	for _, act := range lastingActs() {
		if act.Command != c.name {
			continue
		}
		lasting, confirmed := act.Meant(g)
		if lasting && !confirmed && !e.agrees(act.Question) {
			return nil, errUsage{e.text(act.Question) + "\n" + e.text("cli.sure.script", c.name, act.By())}
		}
		return rows.Without(act.By(), g.Canonical), nil
	}
	return g.Canonical, nil
}

// agrees asks the person at the terminal whether a lasting act is meant; where nobody
// can be asked, nobody agrees.
func (e *env) agrees(question string) bool {
	in, ok := e.in.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return false
	}
	fmt.Fprint(e.errs, e.text(question)+"\n"+e.text("cli.sure.ask")+" ")
	line, err := bufio.NewReader(io.LimitReader(in, maxAnswer)).ReadString('\n')
	return (err == nil || errors.Is(err, io.EOF)) && slices.Contains([]string{"ja", "yes"}, strings.ToLower(strings.TrimSpace(line)))
}

// maxAnswer bounds an answer typed at the terminal.
const maxAnswer = 1 << 10

// parse reads options that may stand before and behind the other words.
func (e *env) parse(fs *flag.FlagSet, args []string, words int) ([]string, error) {
	var rest []string
	for {
		if err := fs.Parse(args); err != nil {
			return nil, errUsage{e.text("archived.bad-option", fs.Name(), err)}
		}
		if args = fs.Args(); len(args) == 0 {
			break
		}
		rest, args = append(rest, args[0]), args[1:]
	}
	if len(rest) != words {
		return nil, errUsage{e.text("archived.wrong-words", fs.Name(), words)}
	}
	return rest, nil
}

// language is that of the caller: LANG, else German.
func language() (language string, err error) {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	language, known := wording.OfLocale(locale)
	if !known {
		return language, errUsage{fmt.Sprintf(words(language)["archived.bad-locale"], locale)}
	}
	return language, nil
}

func words(lang string) map[string]string {
	all, err := assets.Texts(lang)
	if err != nil {
		return map[string]string{}
	}
	return all
}

func (e *env) text(key string, args ...any) string {
	text, ok := e.words[key]
	if !ok {
		return key
	}
	return fmt.Sprintf(wording.Agreed(text, args...), args...)
}
