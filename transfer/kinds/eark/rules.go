package eark

import (
	"fmt"
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/fixity"
)

// Level is how binding a rule is (RFC 2119).
type Level string

// The levels.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
	May    Level = "MAY"
)

// Rule is one rule of the specification by its id.
type Rule struct {
	ID          string
	Level       Level
	Path        string // what it speaks of, in the words of the specification
	Cardinality string
	With        string // id of the rule whose check covers this one
	NotChecked  string // German reason, "" = checked

	in, want string   // context nodes and what each must have: "@ATTR" or a child
	values   []string // allowed values of the attribute
	once     bool     // more than one is wrong too
	special  bool     // checked by a function of its own, see specials
}

// Rules gives every rule of CSIP (structure and METS), SIP and AIP in the order of
// the specifications.
func Rules() []Rule { return slices.Concat(structureRules, csipRules, sipRules, aipRules) }

// breach is one place that breaks a rule.
type breach struct {
	at    *node
	found string
}

// rules applies the table to one METS document; the SIP or AIP profile to that of
// the package where it names one.
func (p *pack) rules(d *document) {
	table := csipRules
	if d.rep == "" {
		switch standard(d.root) {
		case "E-ARK SIP":
			table = slices.Concat(csipRules, sipRules)
		case "E-ARK AIP":
			table = slices.Concat(csipRules, aipRules)
		}
	}
	for i := range table {
		r := &table[i]
		var found []breach
		switch {
		case d.rep != "" && strings.HasPrefix(r.in+"/"+r.want, "metsHdr/agent"):
			// The software that made the package stands in the package's own METS; the
			// programs of the field do not repeat it in every representation.
		case r.special:
			found = specials[r.ID](p, d)
		case r.want != "":
			found = p.generic(d, r)
		}
		if len(found) > 0 {
			p.tell(d, r, found)
		}
	}
}

// tell makes one finding of all breaches of a rule in a document.
func (p *pack) tell(d *document, r *Rule, found []breach) {
	first := found[0]
	f := codeOf(r.Level).At(d.path).By(r.ID).Want(strings.TrimSpace(r.Path+" "+r.Cardinality), first.found)
	if first.at != nil {
		f = f.On(first.at.line)
	}
	f = f.Saying("Regel " + r.ID + " (" + string(r.Level) + ").")
	if len(found) > 1 {
		f = f.Saying(fmt.Sprintf("Das gilt für %d Stellen; genannt ist die erste.", len(found)))
	}
	p.say(f)
}

// generic checks that every context node has what the rule wants.
func (p *pack) generic(d *document, r *Rule) []breach {
	var out []breach
	contexts := []*node{d.root}
	if cond, ok := strings.CutPrefix(r.in, "["); ok {
		if !d.root.meets([]string{strings.TrimSuffix(cond, "]")}) {
			return nil
		}
	} else if r.in != "" {
		contexts = d.root.find(r.in)
	}
	for _, n := range contexts {
		if name, ok := strings.CutPrefix(r.want, "@"); ok {
			if b, bad := p.attribute(d, r, n, name); bad {
				out = append(out, b)
			}
			continue
		}
		kids := n.find(r.want)
		switch {
		case len(kids) == 0:
			out = append(out, breach{n, "fehlt"})
		case r.once && len(kids) > 1:
			out = append(out, breach{kids[1], fmt.Sprintf("%d vorhanden", len(kids))})
		case kids[0].name == "altRecordID" && kids[0].text == "":
			out = append(out, breach{kids[0], "leer"})
		}
	}
	return out
}

var digestType = regexp.MustCompile(`^[A-Za-z0-9/ -]+$`)

func (p *pack) attribute(d *document, r *Rule, n *node, name string) (breach, bool) {
	got := n.value(name)
	wrong := func(found string) (breach, bool) { return breach{n, found}, true }
	switch {
	case got == "":
		return wrong("fehlt")
	case len(r.values) > 0 && !slices.Contains(r.values, got):
		return wrong(got)
	}
	switch name {
	case "MIMETYPE":
		if _, _, err := mime.ParseMediaType(got); err != nil || !strings.Contains(got, "/") {
			return wrong(got)
		}
	case "SIZE":
		if strings.Trim(got, "0123456789") != "" {
			return wrong(got)
		}
	case "CHECKSUMTYPE":
		if !digestType.MatchString(got) {
			return wrong(got)
		}
	case "CHECKSUM":
		if a, ok := fixity.ParseAlgorithm(n.attr("CHECKSUMTYPE")); ok && len(got) != 2*a.Size() {
			return wrong(fmt.Sprintf("%s ist keine Prüfsumme nach %s", got, n.attr("CHECKSUMTYPE")))
		}
	case "xlink:href":
		if at, ok := p.resolve(d, got); ok {
			if _, there := p.t.Stat(at); !there {
				return wrong(got + " ist nicht im Paket")
			}
		}
	case "xlink:title":
		if !slices.ContainsFunc(d.root.find("fileSec//fileGrp"), func(g *node) bool { return g.attr("ID") == got }) {
			return wrong(got + " ist keine Kennung einer Dateigruppe")
		}
	}
	return breach{}, false
}

const csipDiv = "structMap[LABEL=CSIP]/div/div"

// contentTypes is the vocabulary of content information types; later CITS follow
// the pattern.
var (
	contentTypes = []string{"SIARD1", "SIARD2", "SIARDDK", "ERMS", "GeoData", "GeoVectorGML", "GeoRaster", "PREMIS", "MIXED", "OTHER", "EHPJ1", "EHCR1"}
	citsForm     = regexp.MustCompile(`^cits[a-z]+_v[0-9]+_[0-9]+$`)
)

// specials are the checks that need more than one place.
var specials = map[string]func(p *pack, d *document) []breach{
	"CSIP4": func(_ *pack, d *document) []breach {
		got := d.root.attr("CONTENTINFORMATIONTYPE")
		switch {
		case got == "":
			return []breach{{d.root, "fehlt"}}
		case slices.ContainsFunc(contentTypes, func(v string) bool { return strings.EqualFold(v, got) }), citsForm.MatchString(got):
			return nil
		}
		return []breach{{d.root, got}}
	},
	"CSIP60":  groupFor("documentation", "Documentation"),
	"CSIP113": groupFor("schemas", "Schemas"),
	"CSIP114": func(p *pack, d *document) []breach {
		if d.rep != "" || !p.contains(path.Join(d.dir, "representations")) || len(d.root.find("fileSec//fileGrp[USE^=Representations]")) > 0 {
			return nil
		}
		return []breach{{d.root, "fehlt"}}
	},
	"CSIP66": func(p *pack, d *document) []breach {
		var out []breach
		for _, g := range d.root.find("fileSec//fileGrp") {
			use := g.attr("USE")
			full := use == "Documentation" && p.contains(path.Join(d.dir, "documentation")) || use == "Schemas" && p.contains(path.Join(d.dir, "schemas")) || hasPrefixFold(use, "Representations")
			if full && len(g.find("file")) == 0 && len(g.find("fileGrp")) == 0 {
				out = append(out, breach{g, "Gruppe " + use + " ist leer"})
			}
		}
		return out
	},
	"CSIP93":  divFor("documentation", "Documentation"),
	"CSIP97":  divFor("schemas", "Schemas"),
	"CSIP96":  pointerFor("Documentation"),
	"CSIP100": pointerFor("Schemas"),
	"CSIP104": pointerFor("Representations"),
	"CSIP116": fileIDs("Documentation"),
	"CSIP118": fileIDs("Schemas"),
	"CSIP119": fileIDs("Representations"),
	"CSIP101": func(p *pack, d *document) []breach {
		divs := d.root.find(csipDiv + "[LABEL=Representations]")
		switch {
		case len(divs) > 1:
			return []breach{{divs[1], fmt.Sprintf("%d vorhanden", len(divs))}}
		case len(divs) == 0 && d.rep == "" && p.contains(path.Join(d.dir, "representations")) && len(d.root.find(csipDiv+"[LABEL^=Representations]")) == 0:
			return []breach{{d.root, "fehlt"}}
		}
		return nil
	},
	"CSIP105": func(p *pack, d *document) []breach {
		if d.rep != "" {
			return nil
		}
		var out []breach
		for _, name := range p.reps {
			_, there := p.t.Stat(path.Join(d.dir, "representations", name, "METS.xml"))
			if there && !slices.ContainsFunc(d.root.find(csipDiv+"[LABEL^=Representations]"), func(n *node) bool { return strings.EqualFold(path.Base(n.attr("LABEL")), name) }) {
				out = append(out, breach{d.root, "Repräsentation " + name + " hat eine METS-Datei, aber kein div"})
			}
		}
		return out
	},
	"CSIP109": func(_ *pack, d *document) []breach {
		var out []breach
		for _, n := range d.root.find(csipDiv + "[LABEL^=Representations]") {
			if m := n.find("mptr"); len(m) > 1 {
				out = append(out, breach{m[1], fmt.Sprintf("%d mptr", len(m))})
			}
		}
		return out
	},
	"SIP15": func(_ *pack, d *document) []breach {
		if len(d.root.find("metsHdr/agent[ROLE=CREATOR][TYPE=ORGANIZATION]"))+len(d.root.find("metsHdr/agent[ROLE=CREATOR][TYPE=INDIVIDUAL]")) > 0 {
			return nil
		}
		return []breach{{d.root, "fehlt"}}
	},
}

// groupFor wants a file group where the folder has content.
func groupFor(folder, use string) func(*pack, *document) []breach {
	return func(p *pack, d *document) []breach {
		if !p.contains(path.Join(d.dir, folder)) || len(d.root.find("fileSec//fileGrp[USE="+use+"]")) > 0 {
			return nil
		}
		return []breach{{d.root, "fehlt, obwohl der Ordner " + folder + " Dateien enthält"}}
	}
}

// divFor wants exactly one division where the folder has content, and never two.
func divFor(folder, label string) func(*pack, *document) []breach {
	return func(p *pack, d *document) []breach {
		divs := d.root.find(csipDiv + "[LABEL=" + label + "]")
		switch {
		case len(divs) > 1:
			return []breach{{divs[1], fmt.Sprintf("%d vorhanden", len(divs))}}
		case len(divs) == 0 && p.contains(path.Join(d.dir, folder)):
			return []breach{{d.root, "fehlt"}}
		}
		return nil
	}
}

// pointerFor wants a pointer in a division whose file group exists.
func pointerFor(label string) func(*pack, *document) []breach {
	return func(_ *pack, d *document) []breach {
		if len(d.root.find("fileSec//fileGrp[USE^="+label+"]//file")) == 0 {
			return nil
		}
		var out []breach
		for _, n := range d.root.find(csipDiv + "[LABEL=" + label + "]") {
			if len(n.find("fptr")) == 0 {
				out = append(out, breach{n, "kein fptr"})
			}
		}
		return out
	}
}

// fileIDs wants every pointer of a division to lead to a file group of its kind.
func fileIDs(label string) func(*pack, *document) []breach {
	return func(_ *pack, d *document) []breach {
		ids := map[string]bool{}
		for _, g := range d.root.find("fileSec//fileGrp[USE^=" + label + "]") {
			ids[g.attr("ID")] = true
		}
		var out []breach
		for _, f := range d.root.find(csipDiv + "[LABEL=" + label + "]/fptr") {
			if id := f.attr("FILEID"); id == "" || !ids[id] {
				out = append(out, breach{f, strings.TrimSpace("FILEID " + id)})
			}
		}
		return out
	}
}

// RuleTable is docs/eark-rules.md: every rule, checked or not.
func RuleTable() string {
	var b strings.Builder
	b.WriteString("# Regeln der E-ARK-Spezifikation\n\nErzeugt aus `transfer/kinds/eark` (`go test ./transfer/kinds/eark -run RuleTable -update`). MUST gibt einen Fehler (EAR-003), SHOULD eine Warnung (EAR-004), MAY einen Hinweis (EAR-005).\n\n| Regel | Stufe | Gegenstand | Anzahl | Geprüft |\n|---|---|---|---|---|\n")
	for _, r := range Rules() {
		checked := "ja"
		switch {
		case r.NotChecked != "":
			checked = "nein: " + r.NotChecked
		case r.With != "":
			checked = "ja, mit " + r.With
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s |\n", r.ID, r.Level, strings.ReplaceAll(r.Path, "|", "\\|"), r.Cardinality, checked)
	}
	return b.String()
}
