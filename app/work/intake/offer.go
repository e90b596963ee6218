package intake

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// OfferKind is the kind of a piece that is an offer (Anbietung): routing slip and transfer
// list without files. It becomes an accession with its control list and no portion (A1, A4).
const OfferKind = "offer"

// Offers reports whether a piece is an offer and no delivery.
func (piece Piece) Offers() bool { return piece.Kind == OfferKind }

// offers makes pieces of the slips that offer and bring nothing: no piece belongs to them,
// and nothing that their list or they themselves name lies here.
func (p *Proposal) offers() {
	for _, f := range p.slips {
		if !p.offered(f) {
			continue
		}
		p.Pieces = append(p.Pieces, Piece{Name: f.Path, flat: p.flat(f.Path), Kind: OfferKind, Agency: f.Slip.Agency, slip: f})
	}
	p.encloseWithOffers()
}

// encloseWithOffers gives the offers of a drop that brings nothing else the letters beside
// them; beside deliveries letters go with those.
func (p *Proposal) encloseWithOffers() {
	if slices.ContainsFunc(p.Pieces, func(x Piece) bool { return !x.Offers() }) {
		return
	}
	rest := p.besides()
	for i := range p.Pieces {
		x := &p.Pieces[i]
		for _, name := range rest {
			if slices.Contains(p.Papers, name) && p.concerns(name, *x) {
				x.papers = append(x.papers, name)
			}
		}
	}
}

// offerPapers is the folder beside slip and list in which the letters of an offer lie.
const offerPapers = "beilagen"

// EnclosedIn lists the letters that lie with an offer laid out in a folder, by their paths
// in it; what is too large or too much for papers is left out.
func EnclosedIn(dir string) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(dir, offerPapers))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, office.Disk("read offer", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return nil, office.Disk("read offer", err)
		}
		if info.Mode().IsRegular() && info.Size() <= maxPaper && len(names) < maxPapers {
			names = append(names, path.Join(offerPapers, e.Name()))
		}
	}
	return names, nil
}

// offered reports whether a slip is an offer that came without the files it speaks of.
func (p *Proposal) offered(f *slip.Found) bool {
	if f.Slip == nil || f.Slip.Status != slip.Offered || f.ListPath != "" && f.List == nil && f.AccessionID == "" {
		return false
	}
	if slices.ContainsFunc(p.Pieces, func(x Piece) bool { return x.slip == f }) {
		return false
	}
	here := map[string]bool{}
	for _, name := range slices.Concat(p.Papers, p.Left, p.Sealed) {
		here[path.Base(p.flat(name))] = true
	}
	for _, x := range p.Pieces {
		here[path.Base(x.Name)] = true
		for _, name := range x.containers() {
			here[name] = true
		}
	}
	if slices.ContainsFunc(f.Slip.Containers, func(c slip.Container) bool { return here[c.Name] }) {
		return false
	}
	return f.List == nil || !slices.ContainsFunc(f.List.Entries, func(e slip.Entry) bool {
		return slices.ContainsFunc(e.Files, func(file slip.ListedFile) bool { return here[path.Base(file.Name)] })
	})
}

// apartOffer reports whether a slip is an offer in a folder of its own that speaks of other
// Vorgänge than a piece brings: what is offered next while the last delivery arrives.
func (p *Proposal) apartOffer(f *slip.Found, x Piece) bool {
	if f.Slip == nil || f.Slip.Status != slip.Offered || f.List == nil || x.manifest == nil {
		return false
	}
	if dir := path.Dir(p.flat(f.Path)); dir == p.realm(f.Path) || x.lies(dir) || f.Names(path.Base(x.flat)) {
		return false
	}
	brought := casesOf(x)
	return !slices.ContainsFunc(f.List.Entries, func(e slip.Entry) bool { return brought[strings.ToLower(e.ID)] != nil })
}

// offerWords is how people name an offer: who offers how much, on which list.
func (piece Piece) offerWords() wording.Text {
	f := piece.slip
	if f.ListPath == "" {
		return wording.Say("said.drop.offer-no-list", f.Slip.Agency, f.Slip.ListFile)
	}
	if f.List == nil {
		return wording.Say("said.drop.offer-bad-list", f.Slip.Agency, path.Base(f.ListPath))
	}
	out := wording.Say("said.drop.offer", f.Slip.Agency, Extent(f.List), path.Base(f.ListPath))
	if len(piece.papers) > 0 {
		out = wording.Say("said.drop.offer-with", out, names(piece.papers))
	}
	return out
}

// Extent counts what a list offers, in words; nothing without one.
func Extent(l *slip.List) wording.Text {
	if l == nil {
		return wording.Text{}
	}
	files := 0
	for _, e := range l.Entries {
		files += len(e.Files)
	}
	if files == 0 {
		return wording.Say("said.drop.extent-cases", len(l.Entries))
	}
	return wording.Say("said.drop.extent", len(l.Entries), files)
}

// doubtOffers names what lies beside offers alone and does not go with them.
func (p *Proposal) doubtOffers(say func(code, key string, values ...any)) {
	if slices.ContainsFunc(p.Pieces, func(x Piece) bool { return !x.Offers() }) {
		return
	}
	rest := slices.DeleteFunc(p.besides(), func(name string) bool {
		return slices.ContainsFunc(p.Pieces, func(x Piece) bool { return slices.Contains(x.papers, name) })
	})
	if len(rest) > 0 {
		say(DoubtLeft, "said.drop.left", names(rest))
	}
}

// placeOffer says whether the same list was offered before.
func (room Drops) placeOffer(ctx context.Context, piece *Piece) error {
	a, kept, err := transfer.OfTransfer(ctx, room.Intake.Portions, piece.slip.AccessionID)
	if err == nil && kept && piece.slip.AccessionID != "" {
		piece.Known = wording.Speak("said.drop.offered-before", a.Number)
	}
	return err
}

// LayOffer puts slip and list of an offer into a folder of their own, wherever in the drop
// they lie; done removes it. The papers beside them come along.
func (room Drops) LayOffer(ctx context.Context, p *Proposal, piece Piece) (dir string, done func(), err error) {
	dir, err = os.MkdirTemp(room.Intake.Office.Path(office.DirSpool), "anbietung-*")
	if err != nil {
		return "", nil, office.Disk("lay out offer", err)
	}
	done = func() { _ = os.RemoveAll(dir) } // what a kill leaves lies in the cache and means nothing
	for _, name := range []string{piece.slip.Path, piece.slip.ListPath} {
		if name == "" || err != nil {
			continue
		}
		err = room.inTree(ctx, p.Source, name, func(t container.Tree, name string) error {
			return extractFrom(ctx, t, name, filepath.Join(dir, path.Base(name)))
		})
	}
	if err == nil && len(piece.papers) > 0 {
		if err = office.Disk("lay out offer", os.Mkdir(filepath.Join(dir, offerPapers), 0o700)); err == nil {
			err = room.layPapers(ctx, p, piece, filepath.Join(dir, offerPapers))
		}
	}
	if err != nil {
		done()
		return "", nil, err
	}
	return dir, done, nil
}

// checkOffer judges an offer as far as it goes: slip and list against their schemas, the
// profile and what was offered before. Nothing else has come that could be checked.
func (room Drops) checkOffer(ctx context.Context, p *Proposal, piece Piece) (*check.Report, error) {
	dir, done, err := room.LayOffer(ctx, p, piece)
	if err != nil {
		return nil, err
	}
	defer done()
	found, findings, err := slip.FindBeside(ctx, filepath.Join(dir, "_"))
	if err != nil {
		return nil, err
	}
	if found != nil && found.Slip != nil {
		told, err := room.Intake.judgeSlip(ctx, "", dir, found, CheckOptions{offer: true})
		if err != nil {
			return nil, err
		}
		findings = append(findings, told...)
	}
	rep := &check.Report{Portion: piece.Name, Kind: OfferKind, Agency: check.Agency{Name: piece.Agency},
		Findings: append([]check.Finding{}, findings...),
		Checks:   []check.Done{{Name: "slip", State: check.Full, Tool: "Laufzettel"}}, Formats: []check.FormatCount{}}
	if s := piece.slip; s.Slip != nil {
		rep.Agency.ID = s.Slip.AgencyID
	}
	err = room.inOffer(dir, rep)
	if err == nil && piece.slip.List != nil {
		rep.Objects.Cases = len(piece.slip.List.Entries)
		rep.Objects.Appraise = rep.Objects.Cases
	}
	if err == nil {
		err = room.Intake.judgeVirus(ctx, rep, dir)
	}
	rep.Settle()
	return rep, err
}

// inOffer counts the papers of an offer.
func (room Drops) inOffer(dir string, rep *check.Report) error {
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		rep.Files.Delivered, rep.Files.Listed, rep.Files.Bytes = rep.Files.Delivered+1, rep.Files.Listed+1, rep.Files.Bytes+info.Size()
		return nil
	})
	return office.Disk("read offer", err)
}
