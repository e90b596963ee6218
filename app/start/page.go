package start

import (
	"flag"
	"fmt"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/app/support"
	"laufzettel/transfer/wording"
)

// Page is the page of the manual on the window, beside those of the commands.
type Page struct {
	Title string // one line, behind the name
	Usage string // a call, without the program's name
	Text  string // Markdown: what it is, its options, files, variables and ends; each head begins a line with "# "
}

// entry is one thing the page explains; the key of its sentence, and what fills it.
type entry struct {
	name   string
	key    string
	values []any
}

// files are what the window reads and keeps, by the names the program has for them.
func files() []entry {
	return []entry{
		{"~/.config/laufzettel", "start.file.workspace", []any{"XDG_CONFIG_HOME"}},
		{"~/.config/laufzettel/" + settings.FileName, "start.file.settings", nil},
		{"~/.config/laufzettel/" + support.Folder + "/" + support.LogFile, "start.file.log", nil},
		{"~/.config/laufzettel/" + support.Folder + "/" + support.CrashPrefix + "*", "start.file.crash", nil},
		{settings.PolicyFolder + settings.PolicyFile, "start.file.policy", []any{settings.PolicyFile}},
		{settings.Portable, "start.file.portable", []any{settings.PortableDir}},
	}
}

// variables are what the window reads of the environment.
func variables() []entry {
	return []entry{
		{EnvData, "start.variable.data", nil},
		{EnvPass, "start.variable.pass", nil},
		{EnvPersonPass, "start.variable.person", nil},
		{settings.EnvPolicy, "start.variable.policy", nil},
		{"LC_ALL, LC_MESSAGES, LANG", "start.variable.language", nil},
		{"HTTPS_PROXY, NO_PROXY", "start.variable.proxy", nil},
	}
}

// ends are the exit codes, as app.Run gives them.
func ends() []entry {
	return []entry{{"0", "start.end.done", nil}, {"2", "start.end.refused", nil}, {"3", "start.end.crash", nil}}
}

// Manual gives the page in a language.
func Manual(language string) Page {
	fs := flag.NewFlagSet(Program, flag.ContinueOnError)
	options := new(Call).options(fs)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n# OPTIONS\n", said("start.about", language))
	for _, o := range options {
		written := "**--" + o.name + "**"
		if o.placeholder != "" {
			written += "=" + said(o.placeholder, language)
		}
		fmt.Fprintf(&b, "%s\n:\t%s\n\n", written, said(o.help, language))
	}
	for _, part := range []struct {
		head    string
		entries []entry
	}{{"FILES", files()}, {"ENVIRONMENT", variables()}, {"EXIT STATUS", ends()}} {
		fmt.Fprintf(&b, "# %s\n", part.head)
		for _, e := range part.entries {
			fmt.Fprintf(&b, "**%s**\n:\t%s\n\n", strings.ReplaceAll(e.name, "*", `\*`), wording.Say(e.key, e.values...).In(language))
		}
	}
	fmt.Fprintf(&b, "# SEE ALSO\n%s", said("start.see", language))
	return Page{Title: said("start.title", language), Usage: strings.TrimPrefix(usage(options, language), Program+" "), Text: b.String()}
}
