package eark

import (
	"fmt"
	"mime"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/wording"
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

// breach is one place that breaks a rule.
type breach struct {
	at    *mets.Node
	found any // material, or a text of ours
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
	if got := d.root.Attr("PROFILE"); got != "" && !ownProfile.MatchString(got) {
		if u, err := url.Parse(got); err == nil && u.Host != "" { // another one is told by CSIP6
			p.tell(d, &Rule{ID: "CSIP6", Level: Should, Path: "mets/@PROFILE"},
				[]breach{{d.root, wording.Say("found.eark.no-profile", got)}})
		}
	}
}

// tell makes one finding of all breaches of a rule in a document.
func (p *pack) tell(d *document, r *Rule, found []breach) {
	first := found[0]
	f := codeOf(r.Level).At(d.path).By(r.ID).Want(r.words(), first.found)
	if first.at != nil {
		f = f.On(first.at.Line())
	}
	f = f.Saying(wording.Say("said.eark.rule", r.ID))
	if len(found) > 1 {
		f = f.Saying(wording.Say("said.kinds.places", len(found)))
	}
	p.say(f)
}

// generic checks that every context node has what the rule wants.
func (p *pack) generic(d *document, r *Rule) []breach {
	var out []breach
	contexts := []*mets.Node{d.root}
	if cond, ok := strings.CutPrefix(r.in, "["); ok {
		if !d.root.Meets(strings.TrimSuffix(cond, "]")) {
			return nil
		}
	} else if r.in != "" {
		contexts = d.root.Find(r.in)
	}
	for _, n := range contexts {
		if name, ok := strings.CutPrefix(r.want, "@"); ok {
			if b, bad := p.attribute(d, r, n, name); bad {
				out = append(out, b)
			}
			continue
		}
		kids := n.Find(r.want)
		switch {
		case len(kids) == 0:
			out = append(out, breach{n, wording.Say("found.eark.missing")})
		case r.once && len(kids) > 1:
			out = append(out, breach{kids[1], wording.Say("found.eark.present", len(kids))})
		case kids[0].Name() == "altRecordID" && kids[0].Text() == "":
			out = append(out, breach{kids[0], wording.Say("found.eark.empty")})
		}
	}
	return out
}

// Enumerations of METS 1.12 (mets.xsd) and the form of its points in time.
var (
	digestTypes   = []string{"Adler-32", "CRC32", "HAVAL", "MD5", "MNP", "SHA-1", "SHA-256", "SHA-384", "SHA-512", "TIGER", "WHIRLPOOL"}
	metadataTypes = []string{"MARC", "MODS", "EAD", "DC", "NISOIMG", "LC-AV", "VRA", "TEIHDR", "DDI", "FGDC", "LOM", "PREMIS",
		"PREMIS:OBJECT",
		"PREMIS:AGENT", "PREMIS:RIGHTS", "PREMIS:EVENT", "TEXTMD", "METSRIGHTS", "ISO 19115:2003 NAP", "EAC-CPF", "LIDO", "OTHER"}
	momentForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$`)
)

// categories is the vocabulary of content categories (CSIP2), written plainly: hyphens
// and case vary between its editions.
var categories = []string{"textual works - print", "textual works - digital", "textual works - electronic serials",
	"digital musical composition (score-based representations)", "photographs - print", "photographs - digital",
	"other graphic images - print",
	"other graphic images - digital", "microforms", "audio - on tangible medium (digital or analog)", "audio - media-independent (digital)",
	"motion pictures - digital and physical media", "video - file-based and physical media", "software", "datasets", "geospatial data",
	"databases",
	"websites", "web archives", "collection", "event", "interactive resource", "physical object", "service", "mixed", "other"}

func knownCategory(v string) bool {
	plain := strings.ToLower(strings.Join(strings.Fields(strings.NewReplacer("–", "-", "—", "-").Replace(v)), " "))
	return slices.Contains(categories, plain)
}

// ownProfile is where the profiles of the specification lie, past and present.
var ownProfile = regexp.MustCompile(`(?i)^https?://([a-z0-9-]+\.)*(dilcis\.eu|eark-project\.(com|eu))/`)

func (p *pack) attribute(d *document, r *Rule, n *mets.Node, name string) (breach, bool) {
	got := n.Attr(name)
	wrong := func(found any) (breach, bool) { return breach{n, found}, true }
	switch {
	case got == "":
		return wrong(wording.Say("found.eark.missing"))
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
		if !slices.Contains(digestTypes, got) {
			return wrong(wording.Say("found.eark.allowed", got, strings.Join(digestTypes, ", ")))
		}
	case "MDTYPE":
		if !slices.Contains(metadataTypes, got) {
			return wrong(wording.Say("found.eark.allowed", got, strings.Join(metadataTypes, ", ")))
		}
	case "CREATEDATE", "LASTMODDATE", "CREATED":
		if !momentForm.MatchString(got) {
			return wrong(wording.Say("found.eark.no-moment", got))
		}
	case "PROFILE":
		if u, err := url.Parse(got); err != nil || u.Host == "" {
			return wrong(wording.Say("found.eark.no-address", got))
		}
	case "TYPE":
		if r.ID == "CSIP2" && !knownCategory(got) {
			return wrong(wording.Say("found.eark.no-content-type", got))
		}
	case "CHECKSUM":
		if a, ok := fixity.ParseAlgorithm(n.Attr("CHECKSUMTYPE")); ok && len(got) != 2*a.Size() {
			return wrong(wording.Say("found.eark.no-digest", got, n.Attr("CHECKSUMTYPE")))
		}
	case "xlink:href":
		if at, ok := p.resolve(d, got); ok {
			if _, there := p.t.Stat(at); !there {
				return wrong(wording.Say("found.eark.not-inside", got))
			}
		}
	case "xlink:title":
		if !slices.ContainsFunc(d.root.Find("fileSec//fileGrp"), func(g *mets.Node) bool { return g.Attr("ID") == got }) {
			return wrong(wording.Say("found.eark.no-group-id", got))
		}
	}
	return breach{}, false
}

const csipDiv = "structMap[LABEL=CSIP]/div/div"

// contentTypes is the vocabulary of content information types; later CITS follow
// the pattern.
var (
	contentTypes = []string{"SIARD1", "SIARD2", "SIARDDK", "ERMS", "GeoData", "GeoVectorGML", "GeoRaster", "PREMIS", "MIXED", "OTHER",
		"EHPJ1", "EHCR1"}
	citsForm = regexp.MustCompile(`^cits[a-z]+_v[0-9]+_[0-9]+$`)
)

// specials are the checks that need more than one place.
var specials = map[string]func(p *pack, d *document) []breach{
	"CSIP4": func(_ *pack, d *document) []breach {
		got := d.root.Attr("CONTENTINFORMATIONTYPE")
		switch {
		case got == "":
			return []breach{{d.root, wording.Say("found.eark.missing")}}
		case slices.ContainsFunc(contentTypes, func(v string) bool { return strings.EqualFold(v, got) }), citsForm.MatchString(got):
			return nil
		}
		return []breach{{d.root, got}}
	},
	"CSIP60":  groupFor("documentation", "Documentation"),
	"CSIP113": groupFor("schemas", "Schemas"),
	"CSIP114": func(p *pack, d *document) []breach {
		if d.rep != "" || !p.contains(path.Join(d.dir, "representations")) ||
			len(d.root.Find("fileSec//fileGrp[USE^=Representations]")) > 0 {
			return nil
		}
		return []breach{{d.root, wording.Say("found.eark.missing")}}
	},
	"CSIP66": func(p *pack, d *document) []breach {
		var out []breach
		for _, g := range d.root.Find("fileSec//fileGrp") {
			use := g.Attr("USE")
			full := use == "Documentation" && p.contains(path.Join(d.dir, "documentation")) || use == "Schemas" &&
				p.contains(path.Join(d.dir, "schemas")) || mets.HasPrefixFold(use, "Representations")
			if full && len(g.Find("file")) == 0 && len(g.Find("fileGrp")) == 0 {
				out = append(out, breach{g, wording.Say("found.eark.group-empty", use)})
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
		divs := d.root.Find(csipDiv + "[LABEL=Representations]")
		switch {
		case len(divs) > 1:
			return []breach{{divs[1], wording.Say("found.eark.present", len(divs))}}
		case len(divs) == 0 && d.rep == "" && p.contains(path.Join(d.dir, "representations")) &&
			len(d.root.Find(csipDiv+"[LABEL^=Representations]")) == 0:
			return []breach{{d.root, wording.Say("found.eark.missing")}}
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
			if there && !slices.ContainsFunc(d.root.Find(csipDiv+"[LABEL^=Representations]"),
				func(n *mets.Node) bool { return strings.EqualFold(path.Base(n.Attr("LABEL")), name) }) {
				out = append(out, breach{d.root, wording.Say("found.eark.no-div", name)})
			}
		}
		return out
	},
	"CSIP109": func(_ *pack, d *document) []breach {
		var out []breach
		for _, n := range d.root.Find(csipDiv + "[LABEL^=Representations]") {
			if m := n.Find("mptr"); len(m) > 1 {
				out = append(out, breach{m[1], fmt.Sprintf("%d mptr", len(m))})
			}
		}
		return out
	},
	"SIP15": func(_ *pack, d *document) []breach {
		if len(d.root.Find("metsHdr/agent[ROLE=CREATOR][TYPE=ORGANIZATION]"))+
			len(d.root.Find("metsHdr/agent[ROLE=CREATOR][TYPE=INDIVIDUAL]")) > 0 {
			return nil
		}
		return []breach{{d.root, wording.Say("found.eark.missing")}}
	},
}

// groupFor wants a file group where the folder has content.
func groupFor(folder, use string) func(*pack, *document) []breach {
	return func(p *pack, d *document) []breach {
		if !p.contains(path.Join(d.dir, folder)) || len(d.root.Find("fileSec//fileGrp[USE="+use+"]")) > 0 {
			return nil
		}
		return []breach{{d.root, wording.Say("found.eark.missing-full", folder)}}
	}
}

// divFor wants exactly one division where the folder has content, and never two.
func divFor(folder, label string) func(*pack, *document) []breach {
	return func(p *pack, d *document) []breach {
		divs := d.root.Find(csipDiv + "[LABEL=" + label + "]")
		switch {
		case len(divs) > 1:
			return []breach{{divs[1], wording.Say("found.eark.present", len(divs))}}
		case len(divs) == 0 && p.contains(path.Join(d.dir, folder)):
			return []breach{{d.root, wording.Say("found.eark.missing")}}
		}
		return nil
	}
}

// pointerFor wants a pointer in a division whose file group exists.
func pointerFor(label string) func(*pack, *document) []breach {
	return func(_ *pack, d *document) []breach {
		if len(d.root.Find("fileSec//fileGrp[USE^="+label+"]//file")) == 0 {
			return nil
		}
		var out []breach
		for _, n := range d.root.Find(csipDiv + "[LABEL=" + label + "]") {
			if len(n.Find("fptr")) == 0 {
				out = append(out, breach{n, wording.Say("found.eark.no-fptr")})
			}
		}
		return out
	}
}

// fileIDs wants every pointer of a division to lead to a file group of its kind.
func fileIDs(label string) func(*pack, *document) []breach {
	return func(_ *pack, d *document) []breach {
		ids := map[string]bool{}
		for _, g := range d.root.Find("fileSec//fileGrp[USE^=" + label + "]") {
			ids[g.Attr("ID")] = true
		}
		var out []breach
		for _, f := range d.root.Find(csipDiv + "[LABEL=" + label + "]/fptr") {
			if id := f.Attr("FILEID"); id == "" || !ids[id] {
				out = append(out, breach{f, strings.TrimSpace("FILEID " + id)})
			}
		}
		return out
	}
}
