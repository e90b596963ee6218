// Package rows reads what the row of a command says about its calls: the one place
// where options and arguments of a command are written down, for every program with
// such a table. A call the row does not know reaches no command.
package rows

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Unlimited is the number of arguments of a command that takes any number.
const Unlimited = 1 << 20

// Option is one option a command knows; value names what follows it, "" for a switch.
type Option struct{ Name, Value string }

// Usage is what a row of the command table says about a call: its options and how
// many arguments it takes at most.
type Usage struct {
	Options []Option
	Most    int
}

// Read reads the argument line of a row, the one place where options and
// arguments of a command are written down. Its grammar is the usual one:
//
//	NAME            an argument        --name VALUE   an option with a value
//	[ … ]           may be left out    --name         a switch (last, or before [ or |)
//	… | …           one or the other   … ...          once or several times
func Read(line string) Usage {
	r := reader{words: strings.Fields(line)}
	most := r.alternatives()
	return Usage{r.options, most}
}

type reader struct {
	words   []string
	options []Option
}

// alternatives reads up to the end of the brackets it stands in and gives the most
// arguments of all alternatives.
func (r *reader) alternatives() int {
	most, here := 0, 0
	for len(r.words) > 0 {
		word := r.words[0]
		r.words = r.words[1:]
		switch {
		case word == "|":
			most, here = max(most, here), 0
		case strings.HasPrefix(word, "["):
			r.words = slices.Insert(r.words, 0, word[1:])
			n := r.alternatives()
			if len(r.words) > 0 && r.words[0] == "..." {
				r.words = r.words[1:]
				n *= Unlimited
			}
			here += n
		default:
			word, closing, closed := cutClosing(word)
			here += r.item(word, closed)
			if closed {
				if closing != "" {
					r.words = slices.Insert(r.words, 0, closing)
				}
				return max(most, here)
			}
		}
	}
	return max(most, here)
}

// cutClosing cuts the bracket off that ends a group; rest is what stands behind it.
func cutClosing(word string) (before, rest string, closed bool) {
	for _, dots := range []string{"", "..."} {
		inner := strings.TrimSuffix(word, dots)
		if bare := strings.TrimRight(inner, "]"); bare != inner && (dots == "" || strings.HasSuffix(word, dots)) {
			return bare, inner[len(bare)+1:] + dots, true
		}
	}
	return word, "", false
}

// item takes one word in: an option, with its value where one follows, or an
// argument; it gives the number of arguments.
func (r *reader) item(word string, closed bool) int {
	name, isOption := strings.CutPrefix(word, "--")
	if !isOption {
		switch {
		case word == "":
			return 0
		case strings.HasSuffix(word, "..."), word == "…":
			return Unlimited
		}
		return 1
	}
	o := Option{Name: name}
	if !closed && len(r.words) > 0 && !strings.ContainsAny(r.words[0][:1], "[-|]") {
		value, rest, ends := cutClosing(r.words[0])
		o.Value, r.words = value, r.words[1:]
		if ends {
			r.words = slices.Insert(r.words, 0, "]"+rest)
		}
	}
	if !slices.Contains(r.options, o) {
		r.options = append(r.options, o)
	}
	return 0
}

// Option finds an option by its name.
func (u Usage) Option(name string) (Option, bool) {
	i := slices.IndexFunc(u.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Option{}, false
	}
	return u.Options[i], true
}

// Given is a call taken apart by the row of its command.
type Given struct {
	Arguments []string
	Options   map[string]string // by name, the last value; a switch has "true"
	Unknown   string            // the first option the row does not know
	Valueless string            // the option whose value is missing
	Canonical []string          // the call once more, as the command reads it
}

// Heard keeps every value an option was given, in the order of the call.
type Heard struct {
	Placeholder string // what follows the option in its row, "" = a switch
	all         []string
}

// Set implements pflag.Value.
func (h *Heard) Set(s string) error {
	h.all = append(h.all, s)
	return nil
}

// String implements pflag.Value.
func (h *Heard) String() string { return strings.Join(h.all, " ") }

// Type implements pflag.Value; help and manual print it behind the option.
func (h *Heard) Type() string { return h.Placeholder }

// Hear makes an option known to a set of flags.
func (o Option) Hear(flags *pflag.FlagSet) {
	f := flags.VarPF(&Heard{Placeholder: o.Value}, o.Name, "", o.Value)
	if o.Value == "" {
		f.NoOptDefVal = "true"
	}
}

// Read takes a call apart: options with one dash or two, before, between and behind
// the arguments; behind "--" everything is an argument.
func (u Usage) Read(args []string) Given {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	for _, o := range u.Options {
		o.Hear(flags)
	}
	g := Given{Options: map[string]string{}}
	err := flags.Parse(u.twoDashes(args))
	if _, known := errors.AsType[*pflag.ValueRequiredError](err); err != nil && !known {
		g.Unknown = u.stranger(args)
	} else if err != nil {
		g.Valueless = args[len(args)-1]
	}
	g.Arguments = flags.Args()
	flags.Visit(func(f *pflag.Flag) {
		all := f.Value.(*Heard).all
		g.Options[f.Name] = all[len(all)-1]
		for _, v := range all {
			g.Canonical = append(g.Canonical, "--"+f.Name+"="+v)
		}
	})
	g.Canonical = append(append(g.Canonical, "--"), g.Arguments...)
	return g
}

// stranger gives the first option of a call the row does not know, as typed.
func (u Usage) stranger(args []string) string {
	for i := 0; i < len(args); i++ {
		if !IsOption(args[i]) {
			continue
		}
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i][1:], "-"), "=")
		o, known := u.Option(name)
		if !known {
			return args[i]
		}
		if o.Value != "" && !joined {
			i++
		}
	}
	return ""
}

// twoDashes writes options with two dashes where they have one; words that are the
// value of the option before them stay as they are.
func (u Usage) twoDashes(args []string) []string {
	out := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return append(out, args[i:]...)
		}
		if IsOption(word) && !strings.HasPrefix(word, "--") {
			word = "-" + word
		}
		out = append(out, word)
		if o, known := u.Option(strings.TrimPrefix(word, "--")); known && strings.HasPrefix(word, "--") && o.Value != "" &&
			i+1 < len(args) {
			i++
			out = append(out, args[i])
		}
	}
	return out
}

// IsOption says whether a word is an option: a dash and more.
func IsOption(word string) bool { return len(word) > 1 && word[0] == '-' }

// NearEnough is how many letters a typed word may differ from the one proposed.
const NearEnough = 2

// Nearest gives the option of a row that is nearest to a typed one, "" where none is near.
func (u Usage) Nearest(typed string) string {
	typed, _, _ = strings.Cut(strings.TrimLeft(typed, "-"), "=")
	asked := &cobra.Command{SuggestionsMinimumDistance: NearEnough}
	for _, o := range u.Options {
		asked.AddCommand(&cobra.Command{Use: o.Name, Run: func(*cobra.Command, []string) {}})
	}
	if near := asked.SuggestionsFor(typed); len(near) > 0 {
		return "--" + near[0]
	}
	return ""
}

// Lasting is an act that nothing in the program takes back: it destroys, ends a key
// for good, or tells another party that it may delete. A person confirms it at the
// terminal or by an option; a script that does neither is refused.
type Lasting struct {
	Command  string
	Option   string // the act is lasting with this option only, "" = always
	Question string // key of what is asked; it says what cannot be undone
	Confirm  string // the option that confirms it, "" = confirm
	Own      bool   // the command reads that option itself
}

// By is the option that confirms the act.
func (l Lasting) By() string { return cmp.Or(l.Confirm, "confirm") }

// Meant tells of a call whether it is the lasting act, and whether it confirms it.
func (l Lasting) Meant(g Given) (lasting, confirmed bool) {
	written, confirmed := g.Options[l.By()]
	if yes, err := strconv.ParseBool(written); confirmed && written != "" {
		confirmed = err == nil && yes
	}
	_, with := g.Options[l.Option]
	return l.Option == "" || with, confirmed
}

// Without takes an option out of a call: commands that have no other use for a
// confirmation need not know it.
func Without(name string, args []string) []string {
	var rest []string
	for i, a := range args {
		if a == "--" {
			return append(rest, args[i:]...)
		}
		if n, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "="); IsOption(a) && n == name {
			continue
		}
		rest = append(rest, a)
	}
	return rest
}

// AsksHelp says whether a call asks what a command does. It does so wherever the word
// stands before "--", also where an option's value is missing before it: who writes it
// never means the act.
func AsksHelp(args []string) bool {
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
