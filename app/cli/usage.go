package main

import (
	"slices"
	"strings"
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
	options   map[string]string // by name, as written; a switch has ""
	unknown   string            // the first option the row does not know
}

// read takes a call apart as the commands read it: options with one dash or two,
// before, between and behind the arguments; behind "--" everything is an argument.
func (u usage) read(args []string) given {
	g := given{options: map[string]string{}}
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			g.arguments = append(g.arguments, args[i+1:]...)
			break
		}
		if !isOption(word) {
			g.arguments = append(g.arguments, word)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
		o, known := u.option(name)
		if !known {
			if g.unknown == "" {
				g.unknown = word
			}
			continue
		}
		if o.Value != "" && !joined && i+1 < len(args) {
			i++
			value = args[i]
		}
		g.options[name] = value
	}
	return g
}

// isOption says whether a word is an option: a dash and more.
func isOption(word string) bool { return len(word) > 1 && word[0] == '-' }
