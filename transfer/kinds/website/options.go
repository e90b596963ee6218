package website

import (
	"regexp"
	"strings"
)

// options are what the command line of HTTrack says of a crawl (source 003, 7.3.3.2.2).
type options struct {
	given                           bool
	depth, outside, rate, sockets   string
	excludedDomains, excludedSuffix []string
}

// clusters of short options ("qwr10%e0c32"): a sign of its own set, a letter, digits.
var cluster = regexp.MustCompile(`([%#@!&]?)([A-Za-z])([0-9]*)`)

// suffix is a filter that leaves out an extension, host one that leaves out a site.
var (
	suffix = regexp.MustCompile(`^-\*\.([A-Za-z0-9]{1,10})\*?$`)
	host   = regexp.MustCompile(`^-(?:https?://)?\*?\.?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:/?\*)?$`)
)

// optionsOf reads the command line and the addresses and filters of a crawl.
func optionsOf(command, start string) options {
	o := options{given: command != ""}
	words := append(strings.Fields(command), strings.Fields(start)...)
	seen := map[string]bool{}
	for i, w := range words {
		w = strings.Trim(w, `"`)
		switch {
		case i == 0, !strings.HasPrefix(w, "-"):
		case suffix.MatchString(w):
			o.excludedSuffix = once(seen, o.excludedSuffix, suffix.FindStringSubmatch(w)[1])
		case host.MatchString(w):
			o.excludedDomains = once(seen, o.excludedDomains, host.FindStringSubmatch(w)[1])
		case strings.HasPrefix(w, "--"):
			o.long(w[2:])
		default:
			o.short(w[1:])
		}
	}
	return o
}

func once(seen map[string]bool, list []string, s string) []string {
	if seen[s] {
		return list
	}
	seen[s] = true
	return append(list, s)
}

// long takes an option with a name: --depth=6.
func (o *options) long(w string) {
	name, value, _ := strings.Cut(w, "=")
	if at := o.at(map[string]string{"depth": "r", "ext-depth": "%e", "max-rate": "A", "sockets": "c"}[name]); at != nil && value != "" &&
		strings.Trim(value, "0123456789") == "" {
		*at = value
	}
}

// short takes a cluster of options; a path or address is none.
func (o *options) short(w string) {
	if strings.ContainsAny(w, "/:.*") {
		return
	}
	for _, m := range cluster.FindAllStringSubmatch(w, -1) {
		if at := o.at(m[1] + m[2]); at != nil && m[3] != "" {
			*at = m[3]
		}
	}
}

func (o *options) at(name string) *string {
	return map[string]*string{"r": &o.depth, "%e": &o.outside, "A": &o.rate, "c": &o.sockets}[name]
}

// facts are the statements 13 to 18. What a command line does not say holds by the
// crawler's own setting, which nobody here knows; no filter at all is an answer.
func (o options) facts() Facts {
	if !o.given {
		return nil
	}
	f := Facts{13: "keine", 14: o.depth, 15: o.outside, 16: "keine", 17: o.rate, 18: o.sockets}
	if o.rate != "" {
		f[17] += " Bytes/s"
	}
	if len(o.excludedDomains) > 0 {
		f[13] = strings.Join(o.excludedDomains, ", ")
	}
	if len(o.excludedSuffix) > 0 {
		f[16] = strings.Join(o.excludedSuffix, ", ")
	}
	return f
}
