package eark

import (
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/wording"
)

// structure applies the rules on folders; the root METS decides some of them.
func (p *pack) structure() {
	breaks := func(id, at string, found any) {
		i := slices.IndexFunc(structureRules, func(r Rule) bool { return r.ID == id })
		r := structureRules[i]
		p.say(codeOf(r.Level).At(at).By(id).Want(r.words(), found).Saying(wording.Say("said.eark.rule", id)))
	}
	p.packageFolders(breaks)
	for _, name := range p.reps {
		dir := path.Join(p.root, "representations", name)
		has := func(sub string) bool { return p.folders[path.Join(dir, sub)] }
		if !has("data") && !p.folders[path.Join(dir, "Data")] {
			breaks("CSIPSTR11", dir, wording.Say("found.eark.no-data"))
		}
		if _, ok := p.t.Stat(path.Join(dir, "METS.xml")); !ok {
			breaks("CSIPSTR12", dir, wording.Say("found.eark.no-mets"))
		}
		if !has("metadata") {
			breaks("CSIPSTR13", dir, wording.Say("found.eark.no-metadata"))
		}
	}
}

func (p *pack) packageFolders(breaks func(id, at string, found any)) {
	if p.root == "" && p.t.Form() != "folder" {
		breaks("CSIPSTR1", "", wording.Say("found.eark.bare"))
	}
	has := func(sub string) bool { return p.folders[path.Join(p.root, sub)] }
	if !has("metadata") {
		breaks("CSIPSTR5", p.root, wording.Say("found.eark.no-metadata"))
	}
	if !has("representations") && slices.ContainsFunc(p.files, func(e container.Entry) bool { return p.loose(e.Path, e.Size) }) {
		breaks("CSIPSTR9", p.root, wording.Say("found.eark.no-representations"))
	}
	if slices.ContainsFunc(p.files, func(e container.Entry) bool {
		return path.Dir(e.Path) == path.Join(p.root, "representations") && e.Size > 0
	}) {
		breaks("CSIPSTR10", path.Join(p.root, "representations"), wording.Say("found.eark.loose"))
	}
	if len(p.docs) == 0 {
		return
	}
	root := p.docs[0].root
	name := path.Base(path.Join(p.root, "."))
	if p.root == "" {
		name = p.t.Name()
	}
	if id := root.Attr("OBJID"); id != "" && id != name {
		breaks("CSIPSTR2", p.root, wording.Say("found.eark.instead", name, id))
	}
	refers := func(sel, prefix string) bool {
		return slices.ContainsFunc(root.Find(sel), func(n *mets.Node) bool {
			at, ok := p.resolve(p.docs[0], n.Attr("xlink:href"))
			return ok && !strings.Contains("/"+at+"/", "/"+prefix+"/")
		})
	}
	if refers("amdSec/digiprovMD/mdRef", "preservation") {
		breaks("CSIPSTR6", p.root, wording.Say("found.eark.preservation"))
	}
	if refers("dmdSec[STATUS=CURRENT]/mdRef[MDTYPE=EAD]", "descriptive") {
		breaks("CSIPSTR7", p.root, wording.Say("found.eark.descriptive"))
	}
	if refers("fileSec//fileGrp[USE=Schemas]/file/FLocat", "schemas") {
		breaks("CSIPSTR15", p.root, wording.Say("found.eark.schemas"))
	}
	if refers("fileSec//fileGrp[USE=Documentation]/file/FLocat", "documentation") {
		breaks("CSIPSTR16", p.root, wording.Say("found.eark.documentation"))
	}
}

// loose reports a file of content outside the folders the specification names.
func (p *pack) loose(at string, size int64) bool {
	rest := strings.TrimPrefix(at, p.root+"/")
	first, _, below := strings.Cut(rest, "/")
	return size > 0 && below && first != "metadata" && first != "schemas" && first != "documentation"
}
