// Package start reads how the window is called, and says the same in its help and on its
// page of the manual: an option, a variable or a file that the page names is the one the
// program reads. It knows no window, so that the command line can write the page.
package start

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"laufzettel/transfer/wording"
)

// Program is what people type.
const Program = "laufzettel"

// The variables of the environment the window reads itself.
const (
	EnvData       = "LAUFZETTEL_DATA"              // the workspace, where no option names one
	EnvPass       = "LAUFZETTEL_PASSPHRASE"        // of the key of this device
	EnvPersonPass = "LAUFZETTEL_PERSON_PASSPHRASE" // of the key of the person at work
)

// Call is what the window was asked for.
type Call struct {
	Data    string   // workspace folder, "" = the user's
	Person  string   // who acts, "" = as in the settings
	Browser bool     // pages in the browser instead of a window
	Files   []string // deliveries and packages to open at once
}

// option is one row of the table of options: placeholder is what follows it, "" for a switch.
type option struct{ name, placeholder, help string }

func (c *Call) options(fs *flag.FlagSet) []option {
	fs.StringVar(&c.Data, "data", "", "")
	fs.StringVar(&c.Person, "person", "", "")
	fs.BoolVar(&c.Browser, "browser", false, "")
	return []option{
		{"data", "start.place.folder", "start.help.data"},
		{"person", "start.place.name", "start.help.person"},
		{"browser", "", "start.help.browser"},
		{"help", "", "start.help.help"},
	}
}

// Read reads the arguments behind the program's name. done tells that nothing is to be
// begun: help was asked for and is on out, or the call was wrong and errs says how; code is
// the exit code then.
func Read(args []string, language string, out, errs io.Writer) (c Call, code int, done bool) {
	fs := flag.NewFlagSet(Program, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	options := c.options(fs)
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		if _, err := io.WriteString(out, help(options, language)); err != nil {
			fmt.Fprintln(errs, wording.Say("start.unwritten", wording.Plain(err.Error())).In(language))
			return c, 2, true
		}
		return c, 0, true
	}
	if err != nil {
		fmt.Fprintf(errs, "%s\n\n%s", wording.Say("start.wrong", wording.Plain(err.Error())).In(language), help(options, language))
		return c, 2, true
	}
	fs.Visit(func(f *flag.Flag) {
		if f.Name == "data" && c.Data == "" { // of a script whose variable is empty: never the user's own instead
			fmt.Fprintln(errs, wording.Say("start.no-value", "--data").In(language))
			code, done = 2, true
		}
	})
	c.Files = fs.Args()
	return c, code, done
}

// Language is that of the environment, which Windows has none in: German there. No
// workspace is open yet, so what its settings say is not known.
func Language() string {
	language, _ := wording.OfLocale(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")))
	return language
}

// help is what --help prints.
func help(options []option, language string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n  %s\n\n", said("start.title", language), usage(options, language))
	for _, o := range options {
		fmt.Fprintf(&b, "  %-18s %s\n", o.written(language), said(o.help, language))
	}
	fmt.Fprintf(&b, "\n%s\n", said("start.more", language))
	return b.String()
}

// usage is the line of a call.
func usage(options []option, language string) string {
	words := []string{Program}
	for _, o := range options[:len(options)-1] {
		words = append(words, "["+o.written(language)+"]")
	}
	return strings.Join(append(words, "["+said("start.place.file", language)+" ...]"), " ")
}

func (o option) written(language string) string {
	if o.placeholder == "" {
		return "--" + o.name
	}
	return "--" + o.name + " " + said(o.placeholder, language)
}

func said(key, language string) string { return wording.Say(key).In(language) }
