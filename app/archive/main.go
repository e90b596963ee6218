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

	"laufzettel/assets"
	"laufzettel/transfer/failure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// env is what a command works with.
type env struct {
	out, errs io.Writer
	words     map[string]string
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
		{"confirm", "CODE --db postgres://… [--fingerprint FINGERPRINT [--join]] [--role deliver|appraise|read|administer]...", "archived.help.confirm", runConfirm},
		{"reject", "CODE|KEY --db postgres://…", "archived.help.reject", runReject},
		{"admit", "APPLICATION --db postgres://… [--fingerprint FINGERPRINT --out ANSWER [--join]] [--role deliver|appraise|read|administer]...", "archived.help.admit", runAdmit},
		{"check", "--store s3://… --db postgres://…", "archived.help.check", runCheck},
		{"clients", "--db postgres://…", "archived.help.clients", runClients},
		{"revoke", "KEY --db postgres://…", "archived.help.revoke", runRevoke},
		{"persons", "--db postgres://… [--revoke KEY] [--confirm KEY]", "archived.help.persons", runPersons},
	}
}

// errUnsound ends a check that found something; what it found was said.
var errUnsound = errors.New("not all is as it was accepted")

// errUsage ends a command that was called wrongly.
type errUsage struct{ text string }

func (e errUsage) Error() string { return e.text }

// run is main without the process.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	e := &env{out: out, errs: errs, words: words()}
	err := e.dispatch(ctx, args)
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
	if hint := failure.HintOf(err); hint != "" {
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

func (e *env) dispatch(ctx context.Context, args []string) error {
	for _, c := range table() {
		name := strings.Fields(c.name)
		if len(args) < len(name) || !slices.Equal(args[:len(name)], name) {
			continue
		}
		fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		return c.run(ctx, e, fs, args[len(name):])
	}
	var help strings.Builder
	fmt.Fprintln(&help, e.text("archived.help"))
	for _, c := range table() {
		fmt.Fprintf(&help, "  %s %s\n      %s\n", c.name, c.args, e.text(c.help))
	}
	if len(args) > 0 && (args[0] == "help" || args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(e.out, help.String())
		return nil
	}
	return errUsage{strings.TrimRight(help.String(), "\n")}
}

// parse reads options that may stand before and behind the other words.
func (e *env) parse(fs *flag.FlagSet, args []string, words int) ([]string, error) {
	var rest []string
	for {
		if err := fs.Parse(args); err != nil {
			return nil, errUsage{e.text("archived.unknown-option", fs.Name(), err)}
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

func words() map[string]string {
	lang := "de"
	if strings.HasPrefix(os.Getenv("LC_ALL")+os.Getenv("LANG"), "en") {
		lang = "en"
	}
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
	return fmt.Sprintf(text, args...)
}
