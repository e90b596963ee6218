package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Piece is one delivery inside a drop: a container or an unpacked folder.
type Piece struct {
	Name    string `json:"name"` // path inside the drop; "a.zip!b.zip" lies in a container
	Kind    string `json:"kind"`
	Agency  string `json:"agency,omitempty"`
	Process string `json:"process,omitempty"`
	Part    int    `json:"part,omitempty"` // 1 of several messages of one kind and procedure
	Parts   int    `json:"parts,omitempty"`
	// Accession is where it goes: a number of the book, "" = a new one for its procedure.
	Accession string `json:"accession,omitempty"`
	// Known is what arrived before with the same bytes, "" if nothing did.
	Known wording.Spoken `json:"known,omitzero"`
	// Again names what came before of the same procedure with the same Vorgänge, packed otherwise.
	Again wording.Spoken `json:"again,omitzero"`
	// Alike names what came before with exactly these files, under other names or packed otherwise.
	Alike wording.Spoken `json:"alike,omitzero"`

	whole    bool     // the drop itself
	unpacked bool     // a folder
	flat     string   // name with the containers around it seen as folders
	members  []string // containers that are one delivery together
	bytes    int64    // its size in the drop
	replaces string   // the portion it is the next version of
	papers   []string
	slip     *slip.Found
	manifest *check.Manifest
}

// Proposal is what a drop (Einlieferung) holds and where each piece would go, told
// before anything is copied and any number is drawn.
type Proposal struct {
	Source string   `json:"source"`
	Pieces []Piece  `json:"pieces"`
	Papers []string `json:"papers,omitempty"` // slip, list, letters, checksum lists: they go with every piece
	Litter []string `json:"litter,omitempty"`
	Left   []string `json:"left,omitempty"`   // files too large or too many to go as papers: they stay where they are
	Sealed []string `json:"sealed,omitempty"` // containers nobody here opens, or without a delivery in them
	Twins  []Twin   `json:"twins,omitempty"`  // what holds the same bytes as a piece: told, not taken
	Doubts []Doubt  `json:"doubts,omitempty"`
	// Sentence says all of it for people.
	Sentence wording.Spoken `json:"sentence"`

	slips []*slip.Found // by their names in the drop
	sums  []sums        // checksum lists that speak of it
	lone  []string      // transfer lists among the papers
	wraps []string      // flat names of containers that were looked through
	mails []mail        // papers on which containers hang
	// faults are what lies in the drop and is no file or cannot be read, hollow its folders
	// without a file.
	faults []container.Fault
	hollow []string
	laid   *laidPapers // its papers, while pieces are laid out
}

// Plain reports whether the drop is taken without a question: one procedure and
// nothing that contradicts.
func (p *Proposal) Plain() bool { return len(p.Doubts) == 0 }

// Single reports whether the path is one delivery and no drop of several.
func (p *Proposal) Single() bool { return len(p.Pieces) == 1 && p.Pieces[0].whole }

// Drops looks at drops as a whole, checks them and takes them in, piece by piece.
type Drops struct{ Intake *Intake }

// Propose looks at what lies at a path without reading the documents in it: folder,
// container, container in a container; slip and list; which messages belong together
// and which accession they belong to.
func (room Drops) Propose(ctx context.Context, source string) (*Proposal, error) {
	p, err := room.sight(ctx, source)
	if err != nil {
		return nil, err
	}
	for i := range p.Pieces {
		if err := room.place(ctx, p, &p.Pieces[i]); err != nil {
			return nil, err
		}
	}
	p.number()
	p.doubt()
	p.Sentence = p.words()
	for i := range p.Pieces {
		p.Pieces[i].manifest = headOf(p.Pieces[i].manifest)
	}
	return p, nil
}

// headOf is a manifest without its tree: all that taking in needs, while the proposal
// waits for a person or its pieces are checked, each of which reads its own (G12).
func headOf(m *check.Manifest) *check.Manifest {
	if m == nil {
		return nil
	}
	head := *m
	head.Roots, head.Listed = nil, nil
	return &head
}

// place finds the open accession a piece belongs to, and whether its bytes arrived
// before (E19).
func (room Drops) place(ctx context.Context, p *Proposal, piece *Piece) error {
	if piece.Offers() {
		return room.placeOffer(ctx, piece)
	}
	list, err := transferOf(ctx, room.Intake.Portions, piece.slip)
	if err != nil {
		return err
	}
	a, ok, err := room.Intake.Portions.OpenFor(ctx, piece.Process, list)
	if err != nil {
		return err
	}
	if ok {
		piece.Accession = a.Number
	}
	if len(piece.members) > 0 {
		piece.Known, err = room.joinedBefore(ctx, p, *piece)
		return err
	}
	if at, onDisk := p.lies(*piece); onDisk {
		if piece.Known, err = room.arrivedBefore(ctx, at); err != nil {
			return err
		}
	}
	if piece.Known.Empty() {
		piece.Again, err = room.cameBefore(ctx, *piece)
	}
	if err == nil && piece.Known.Empty() && piece.Again.Empty() {
		piece.Alike, err = room.cameOtherwise(ctx, p, *piece)
	}
	return err
}

// cameBefore names the portion that brought Vorgänge of this message already, packed or
// exported otherwise; "" where none did.
func (room Drops) cameBefore(ctx context.Context, piece Piece) (none wording.Spoken, err error) {
	own := casesOf(piece)
	if piece.Process == "" || len(own) == 0 {
		return none, nil
	}
	related, err := room.Intake.related(ctx, "", piece.Process)
	if err != nil {
		return none, err
	}
	for _, r := range related {
		if r.Manifest.Kind != piece.Kind {
			continue
		}
		for id := range casesOf(Piece{manifest: r.Manifest}) {
			if own[id] == nil {
				continue
			}
			p, err := room.Intake.Portions.Get(ctx, r.Portion)
			if err != nil {
				return none, err
			}
			a, err := room.Intake.Portions.Accession(ctx, p.AccessionID)
			return transfer.Arrival{Portion: p.ID, Accession: a.Number, State: p.State, At: p.Arrived}.Words(), err
		}
	}
	return none, nil
}

// lies gives where a piece lies on the disk; not one inside a container.
func (p *Proposal) lies(piece Piece) (path string, onDisk bool) {
	if piece.whole {
		return p.Source, true
	}
	info, err := os.Stat(p.Source)
	if err != nil || !info.IsDir() || strings.Contains(piece.Name, inside) {
		return "", false
	}
	return filepath.Join(p.Source, filepath.FromSlash(piece.Name)), true
}

// arrivedBefore names the portion that came with the same bytes; only where one of
// the same size is there the source is read for it.
func (room Drops) arrivedBefore(ctx context.Context, source string) (none wording.Spoken, err error) {
	info, err := os.Stat(source)
	if err != nil {
		return none, nil // told where it is read
	}
	size, digest := info.Size(), func() (string, error) { return hashFile(ctx, source) }
	if info.IsDir() {
		if size, digest, err = room.folderDigest(ctx, source); err != nil {
			return none, err
		}
	}
	same, err := room.Intake.Portions.OfSize(ctx, size)
	if err != nil || len(same) == 0 {
		return none, err
	}
	found, err := digest()
	return knownAs(same, found), err
}

// knownAs names the first of the arrivals with this digest.
func knownAs(same []transfer.Arrival, digest string) wording.Spoken {
	i := slices.IndexFunc(same, func(a transfer.Arrival) bool { return a.Digest == digest })
	if i < 0 {
		return wording.Spoken{}
	}
	return same[i].Words()
}

// folderDigest gives the bytes of a folder, and how its digest is computed: as copyFolder
// does, over the sorted list of its files. One that is refused has none. The list is walked
// anew for the digest: hardly ever is it asked for, and a share of a million files is no list
// to keep beside the tree.
func (room Drops) folderDigest(ctx context.Context, source string) (size int64, digest func() (string, error), err error) {
	none := func() (string, error) { return "", nil }
	err = room.eachFile(ctx, source, func(e container.Entry) error { size += e.Size; return nil })
	if _, refused := errors.AsType[*container.Refused](err); refused {
		return 0, none, nil
	}
	return size, func() (string, error) {
		all := sha256.New()
		err := room.eachFile(ctx, source, func(e container.Entry) error {
			sum, err := hashFile(ctx, filepath.Join(source, filepath.FromSlash(nameOnDisk(e))))
			if failure.Canceled(err) {
				return err
			}
			if err == nil { // else left out when it is taken in, too, or told there
				fmt.Fprintf(all, "%s *%s\n", sum, e.Path)
			}
			return nil
		})
		return hex.EncodeToString(all.Sum(nil)), err
	}, err
}

// eachFile walks the files of a folder in path order, as those of a file share.
func (room Drops) eachFile(ctx context.Context, source string, fn func(container.Entry) error) error {
	tree, err := container.Open(ctx, source, room.Intake.optionsFor(PlainKind))
	if err != nil {
		return err
	}
	return CloseWith(tree, tree.Files(ctx, fn))
}

// nameOnDisk is the name of an entry of a folder where it is not UTF-8.
func nameOnDisk(e container.Entry) string {
	if e.Raw != nil {
		return string(e.Raw)
	}
	return e.Path
}
