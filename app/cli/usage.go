package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// unlimited is the number of arguments of a command that takes any number.
const unlimited = 1 << 20

// option is one option a command knows; value names what follows it, "" for a switch.
type option struct{ Name, Value string }

// usage is what a row of the command table says about a call: its options and how
// many arguments it takes at most.
type usage struct {
	options []option
	most    int
}

// readUsage reads the argument line of a row, the one place where options and
// arguments of a command are written down. Its grammar is the usual one:
//
//	NAME            an argument        --name VALUE   an option with a value
//	[ … ]           may be left out    --name         a switch (last, or before [ or |)
//	… | …           one or the other   … ...          once or several times
func readUsage(line string) usage {
	r := usageReader{words: strings.Fields(line)}
	most := r.alternatives()
	return usage{r.options, most}
}

type usageReader struct {
	words   []string
	options []option
}

// alternatives reads up to the end of the brackets it stands in and gives the most
// arguments of all alternatives.
func (r *usageReader) alternatives() int {
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
				n *= unlimited
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
func (r *usageReader) item(word string, closed bool) int {
	name, isOption := strings.CutPrefix(word, "--")
	if !isOption {
		switch {
		case word == "":
			return 0
		case strings.HasSuffix(word, "..."), word == "…":
			return unlimited
		}
		return 1
	}
	o := option{Name: name}
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

// option finds an option by its name.
func (u usage) option(name string) (option, bool) {
	i := slices.IndexFunc(u.options, func(o option) bool { return o.Name == name })
	if i < 0 {
		return option{}, false
	}
	return u.options[i], true
}

// given is a call taken apart by the row of its command.
type given struct {
	arguments []string
	options   map[string]string // by name, the last value; a switch has "true"
	unknown   string            // the first option the row does not know
	valueless string            // the option whose value is missing
	canonical []string          // the call once more, as the command reads it
}

// heard keeps every value an option was given, in the order of the call.
type heard struct {
	value string // what follows the option in its row, "" = a switch
	all   []string
}

// Set implements pflag.Value.
func (h *heard) Set(s string) error {
	h.all = append(h.all, s)
	return nil
}

// String implements pflag.Value.
func (h *heard) String() string { return strings.Join(h.all, " ") }

// Type implements pflag.Value; help and manual print it behind the option.
func (h *heard) Type() string { return h.value }

// hear makes an option known to a set of flags.
func (o option) hear(flags *pflag.FlagSet) {
	f := flags.VarPF(&heard{value: o.Value}, o.Name, "", o.Value)
	if o.Value == "" {
		f.NoOptDefVal = "true"
	}
}

// read takes a call apart: options with one dash or two, before, between and behind
// the arguments; behind "--" everything is an argument.
func (u usage) read(args []string) given {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	for _, o := range u.options {
		o.hear(flags)
	}
	g := given{options: map[string]string{}}
	err := flags.Parse(u.twoDashes(args))
	if _, known := errors.AsType[*pflag.ValueRequiredError](err); err != nil && !known {
		g.unknown = u.stranger(args)
	} else if err != nil {
		g.valueless = args[len(args)-1]
	}
	g.arguments = flags.Args()
	flags.Visit(func(f *pflag.Flag) {
		all := f.Value.(*heard).all
		g.options[f.Name] = all[len(all)-1]
		for _, v := range all {
			g.canonical = append(g.canonical, "--"+f.Name+"="+v)
		}
	})
	g.canonical = append(append(g.canonical, "--"), g.arguments...)
	return g
}

// stranger gives the first option of a call the row does not know, as typed.
func (u usage) stranger(args []string) string {
	for i := 0; i < len(args); i++ {
		if !isOption(args[i]) {
			continue
		}
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i][1:], "-"), "=")
		o, known := u.option(name)
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
func (u usage) twoDashes(args []string) []string {
	out := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return append(out, args[i:]...)
		}
		if isOption(word) && !strings.HasPrefix(word, "--") {
			word = "-" + word
		}
		out = append(out, word)
		if o, known := u.option(strings.TrimPrefix(word, "--")); known && strings.HasPrefix(word, "--") && o.Value != "" && i+1 < len(args) {
			i++
			out = append(out, args[i])
		}
	}
	return out
}

// isOption says whether a word is an option: a dash and more.
func isOption(word string) bool { return len(word) > 1 && word[0] == '-' }
