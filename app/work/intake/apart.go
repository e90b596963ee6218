package intake

import (
	"context"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/procedure"
)

// apart reports whether a tree in which one delivery was recognised holds others beside it,
// so that it is a drop: folders and containers that are deliveries of their own, archives
// nobody opens, letters beside the folder of the delivery. Then level looks at each.
//
// Only what lies at the top is asked, and only beside a delivery that is one folder or one
// file of the top: one that starts at the top itself says what belongs to it.
func (s *sighting) apart(ctx context.Context, tree container.Tree, match check.Match) (bool, error) {
	folders, err := foldersOf(ctx, tree, "")
	if err != nil {
		return false, err
	}
	files, err := topFiles(ctx, tree)
	if err != nil {
		return false, err
	}
	if home, _, _ := strings.Cut(match.Root, "/"); slices.Contains(folders, home) {
		return s.besideFolder(ctx, tree, home, match.Kind, folders, files)
	}
	if beside, err := s.joinsBeside(ctx, tree, match, folders, files); err != nil || beside {
		return beside, err
	}
	if beside, err := s.messagesBeside(ctx, tree, match, files); err != nil || beside {
		return beside, err
	}
	lone := ""
	for _, name := range files {
		if !fileShaped(name) {
			continue
		}
		one, _, err := s.room.Intake.Engine.Sight(ctx, container.Only(tree, name))
		if err != nil {
			return false, err
		}
		if one.Kind == match.Kind {
			lone = one.Kind
			break
		}
	}
	if lone == "" {
		return false, nil
	}
	s.mixed, s.lone = true, lone
	other, err := s.others(ctx, tree, folders, files)
	if !other {
		s.mixed, s.lone = false, ""
	}
	return other, err
}

// messagesBeside finds messages that lie as a file beside the containers of others: an
// offer, or what the archive had answered. A message that names files of its own is the
// delivery all of this belongs to.
func (s *sighting) messagesBeside(ctx context.Context, tree container.Tree, match check.Match, files []string) (bool, error) {
	if procedure.Of(match.Kind) == "" {
		return false, nil
	}
	containers := false
	for _, name := range files {
		if paperLike(name) || containers || !packed(ctx, tree, name) {
			continue
		}
		kinds, err := s.kindsIn(ctx, tree, name)
		if err != nil {
			return false, err
		}
		containers = len(kinds) > 0
	}
	if !containers {
		return false, nil
	}
	for _, name := range files {
		if !strings.EqualFold(path.Ext(name), ".xml") || len(s.loose) == maxPieces {
			continue
		}
		one, m, err := s.room.Intake.Engine.Sight(ctx, container.Only(tree, name))
		if err != nil {
			return false, err
		}
		if procedure.Of(one.Kind) != "" && m != nil && !slices.ContainsFunc(m.Listed, func(l check.Listed) bool { return l.Path != name }) {
			s.loose = append(s.loose, name)
		}
	}
	s.mixed = len(s.loose) > 0
	return s.mixed, nil
}

// setAside makes papers of the messages an archive had sent: the agency has put its copy
// to what it delivers. Where nothing else lies there they stay what they are.
func (p *Proposal) setAside() {
	answer := func(x Piece) bool { return x.kindOf().Answer() && !x.unpacked && !x.whole }
	if count(p.Pieces, answer) == len(p.Pieces) {
		return
	}
	for _, x := range p.Pieces {
		if answer(x) {
			p.Papers = append(p.Papers, x.Name)
		}
	}
	p.Pieces = slices.DeleteFunc(p.Pieces, answer)
}

// mail is a paper on which containers hang.
type mail struct {
	name    string
	carries []string
}

// closeMails takes mails out of the papers whose containers lie nowhere else in the drop:
// nobody has read what hangs on them. A covering mail with the delivery that was saved
// beside it stays a paper.
func (p *Proposal) closeMails() {
	here := map[string]bool{}
	for _, x := range p.Pieces {
		for _, name := range x.containers() {
			here[strings.ToLower(name)] = true
		}
	}
	for _, name := range p.wraps {
		here[strings.ToLower(path.Base(name))] = true
	}
	for _, m := range p.mails {
		elsewhere := func(name string) bool { return here[strings.ToLower(name)] }
		if len(p.Pieces) > 0 && slices.Contains(p.Papers, m.name) && !slices.ContainsFunc(m.carries, elsewhere) {
			p.Papers = slices.DeleteFunc(p.Papers, func(name string) bool { return name == m.name })
			p.Sealed = append(p.Sealed, m.name)
		}
	}
}

// besideFolder is apart for a delivery that is one folder of the top.
func (s *sighting) besideFolder(ctx context.Context, tree container.Tree, home, kind string, folders, files []string) (bool, error) {
	alone, _, err := s.room.Intake.Engine.Sight(ctx, container.Below(tree, home))
	if err != nil || alone.Kind != kind {
		return false, err
	}
	rest := slices.DeleteFunc(slices.Clone(folders), func(dir string) bool { return dir == home })
	other, err := s.others(ctx, tree, rest, files)
	if err == nil && !other {
		other, err = s.otherInFolders(ctx, tree, kind, rest)
	}
	s.mixed = other || slices.ContainsFunc(files, letterLike)
	return s.mixed, err
}

// others reports whether one of the folders and files is a delivery or an archive of its
// own; files of the kind that was recognised as a file are not asked.
func (s *sighting) others(ctx context.Context, tree container.Tree, folders, files []string) (bool, error) {
	for _, dir := range folders[:min(len(folders), maxPieces)] {
		match, _, err := s.room.Intake.Engine.Sight(ctx, container.Below(tree, dir))
		if err != nil || match.Kind != "" {
			return err == nil, err
		}
	}
	look := &sighting{room: s.room, p: &Proposal{}, lone: s.lone}
	for _, name := range files {
		if paperLike(name) {
			continue
		}
		if err := look.file(ctx, tree, "", name); err != nil {
			return false, err
		}
		same := !slices.ContainsFunc(look.p.Pieces, func(x Piece) bool { return x.Kind != s.lone })
		if !same || len(look.p.Sealed) > 0 {
			return true, nil
		}
	}
	return false, nil
}

// topFiles gives the files that lie in no folder, but for litter.
func topFiles(ctx context.Context, tree container.Tree) (out []string, err error) {
	err = tree.Files(ctx, func(e container.Entry) error {
		if !strings.Contains(e.Path, "/") && !filename.Litter(e.Path) {
			out = append(out, e.Path)
		}
		return nil
	})
	return out, err
}

// fileShaped goes by the name: a delivery that is one file has one of these.
func fileShaped(name string) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc([]string{".siard", ".wacz", ".warc", ".warc.gz", ".arc", ".arc.gz"},
		func(end string) bool { return strings.HasSuffix(lower, end) })
}

// paperLike goes by the name: files of these are never opened as containers, a folder may
// hold a hundred thousand of them.
func paperLike(name string) bool {
	return slices.Contains([]string{".pdf", ".xml", ".xsd", ".txt", ".csv", ".tsv", ".tif", ".tiff", ".jpg", ".jpeg", ".png", ".html"},
		strings.ToLower(path.Ext(name)))
}

// letterLike goes by the name: what a covering letter is written as.
func letterLike(name string) bool {
	return slices.Contains([]string{".pdf", ".doc", ".docx", ".odt", ".rtf", ".eml", ".msg"}, strings.ToLower(path.Ext(name)))
}

// officeFile reports whether an opened ZIP is one document of an office program (OOXML,
// OpenDocument), and no container of several.
func officeFile(t container.Tree) bool {
	if has(t, "[Content_Types].xml") && has(t, "_rels/.rels") {
		return has(t, "word/document.xml") || has(t, "xl/workbook.xml") || has(t, "ppt/presentation.xml")
	}
	return has(t, "mimetype") && has(t, "content.xml") && has(t, "META-INF/manifest.xml")
}

// stray is check.Stray for a folder of a drop.
func stray(ctx context.Context, tree container.Tree, dir string, m *check.Manifest) (bool, error) {
	files := 0
	err := container.Below(tree, dir).Files(ctx, func(container.Entry) error { files++; return nil })
	return err == nil && check.Stray(files, m), err
}
