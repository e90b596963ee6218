package check

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Describing is an optional capability of a Kind: it can give the descriptive
// document of one object for its archival package, such as the message trimmed
// to one Vorgang (design 4). Kinds without it are packaged with our own
// description alone.
type Describing interface {
	Describe(ctx context.Context, t container.Tree) (Describer, error)
}

// Describer gives descriptive documents of one delivery. Where it implements
// io.Closer it is closed by whoever asked for it, before the tree: it may hold a
// temporary file.
type Describer interface {
	// Description gives file name, metadata type ("xdomea 3.0.0") and bytes of
	// the document that describes the object.
	Description(object string) (name, standard string, data []byte, err error)
}

// Proceeding is an optional capability of a Kind: its deliveries are messages of a
// procedure, so that several of them belong together (A31).
type Proceeding interface {
	// Proceeds marks the kind; reading its manifest costs the message alone.
	Proceeds()
}

// Kinds of relations between packages.
const (
	RelationPart           = "part"            // another part of the same unit (C10)
	RelationRepresentation = "representation"  // another representation of the same unit (B3)
	RelationEdition        = "edition"         // the other edition of the same norm (E5)
	RelationEarlierEdition = "earlier-edition" // the same norm, promulgated in an earlier year
	RelationLaterEdition   = "later-edition"   // the same norm, promulgated in a later year
)

// Dividing is an optional capability of a Kind: one unit of appraisal can become
// several packages that name each other, such as the parts of a large register
// (C10) or the representations of a web area (B3). All of them share the
// reference code of the unit.
type Dividing interface {
	// SplitsByFiles reports whether a person can ask for parts of at most so many
	// files; kinds that divide by what the files are do not heed a number.
	SplitsByFiles() bool
	// Divide gives what the packages of a unit hold, in order; fewer than two means
	// that it is packaged as a whole. maxFiles asks for parts of at most so many
	// files, 0 = only what the kind always divides. The same unit and limit always
	// give the same divisions (G9).
	Divide(unit *record.Object, maxFiles int) []Division
}

// Division is what one package of a divided unit holds.
type Division struct {
	// Object has an id of its own and the parent of the unit; below it stand the
	// documents of this package only.
	Object *record.Object
	// Relation is what the packages are to each other: RelationPart or
	// RelationRepresentation.
	Relation string
	Title    string // what this one is, for people: "Teil 2 von 3, Einträge 101 – 200"
}

// Relating is an optional capability of a Kind: it knows which units of a delivery
// belong together, such as the two editions of a norm (E5).
type Relating interface {
	Related(roots []*record.Object) []Pair
}

// Pair are two units that belong together.
type Pair struct {
	Relation       string // RelationEdition
	A, B           string // ids of the units
	TitleA, TitleB string // what each of them is, for people
}

// Editioned is an optional capability of a Kind: its units are editions of works that come
// in deliveries of their own, such as norms, and belong together all the same.
type Editioned interface {
	// Editions gives those units that are editions, as far as their descriptions tell.
	Editions(roots []*record.Object) []Edition
}

// Edition is what an edition is of.
type Edition struct {
	Unit string // id of the unit
	Work string // the same for all editions of one work, whatever their year
	Name string // "Originalnorm"
	Year string // of promulgation
}

// To is the relation of an edition to another one of the same work; "" for other works.
func (e Edition) To(other Edition) string {
	switch {
	case e.Work != other.Work:
		return ""
	case other.Year < e.Year:
		return RelationEarlierEdition
	case other.Year > e.Year:
		return RelationLaterEdition
	}
	return RelationEdition
}

// Receipting is an optional capability of a Kind: it says in German what the letter
// of receipt confirms to the sender beyond the bytes, such as the statements of a
// commercial register that were recomputed (D5).
type Receipting interface {
	// ReceiptText gives whole sentences; accepted tells whether the check found no
	// error. It needs no second look at the delivery.
	ReceiptText(roots []*record.Object, files FileCount, accepted bool) []string
}

// NearMissing is an optional capability of a Kind: it says of a delivery that nobody
// recognised what it looks like and what is missing for it (K10).
type NearMissing interface {
	// NearMisses looks at names and first bytes only.
	NearMisses(ctx context.Context, t container.Tree) ([]Finding, error)
}

// NearMiss makes the finding of a near miss at a path: looks says what it looks like,
// lacks what is missing; both are texts, or material.
func NearMiss(at string, looks, lacks any) Finding {
	return codeNearMiss.At(at).Saying(wording.Say("said.check.near-miss", looks, lacks))
}

// NearLayout is the near miss of a delivery that says what is asked in elements or columns
// of its own: the way is a layout of the profile.
func NearLayout(at string, looks any) Finding {
	return NearMiss(at, looks, wording.Say("said.check.near-layout"))
}

// NearText gives the first bytes of the files at the top, or one folder below, that may
// describe a delivery, as far as they can be read: at most a few of them.
func NearText(ctx context.Context, t container.Tree, extensions ...string) (out []NearFile, all []string, err error) {
	err = t.Files(ctx, func(e container.Entry) error {
		if len(all) < maxNearNames {
			all = append(all, e.Path)
		}
		if strings.Count(e.Path, "/") < 2 && len(out) < maxNearFiles && slices.Contains(extensions, strings.ToLower(path.Ext(e.Path))) {
			out = append(out, NearFile{Path: e.Path})
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range out {
		rc, err := t.Open(ctx, out[i].Path)
		if err != nil {
			continue // the one read tells why
		}
		out[i].Head, _ = io.ReadAll(io.LimitReader(rc, nearBytes)) // as far as it goes
		rc.Close()
	}
	return out, all, ctx.Err()
}

// NearFile is a file that may describe a delivery, with its first bytes.
type NearFile struct {
	Path string
	Head []byte
}

const (
	maxNearFiles = 16
	maxNearNames = 100_000
	nearBytes    = 256 << 10
)

// Marked is an optional capability of a Kind: it says what a delivery of the
// kind is recognised by, for who asked for the kind and delivers something else.
type Marked interface {
	Mark() wording.Text
}

// Marking is implemented by kinds whose records bear levels of secrecy: SecrecyMark gives the
// words that stay on every paper about an object of that level, "" = none (G15).
type Marking interface {
	SecrecyMark(level string) string
}

// ClassifiedLevel reads a level of secrecy given in words: VS-Vertraulich and above, on
// the cautious side (requirement G15).
func ClassifiedLevel(words string) bool {
	words = strings.ToLower(words)
	return strings.Contains(words, "geheim") || strings.Contains(words, "vertraulich")
}

// RestrictedLevel reads a level given in words: VS – nur für den Dienstgebrauch.
func RestrictedLevel(words string) bool {
	words = strings.ToLower(words)
	return strings.Contains(words, "dienstgebrauch") || strings.Contains(words, "nfd")
}

// RestrictedMark are the words that stay on every paper about restricted records.
const RestrictedMark = "VS – Nur für den Dienstgebrauch"

// MarkOfLevel gives the mark of a level in words, "" = none.
func MarkOfLevel(words string) string {
	if RestrictedLevel(words) {
		return RestrictedMark
	}
	return ""
}

// Sign is what a delivery looks like a kind by, though nobody recognised it: all of its
// names lie in it.
type Sign struct {
	// Names are told of a path and its last part, both in lower case; each must fit a file.
	Names []func(p, base string) bool
	// Lacks says what is missing; at is the first path that fits the first name.
	Lacks func(at string) wording.Text
}

// maxSignDepth is how many folders down a sign counts: what lies deeper is payload.
const maxSignDepth = 4

// NearSigns gives the near miss of the first sign that fits.
func NearSigns(ctx context.Context, t container.Tree, looks wording.Text, signs ...Sign) ([]Finding, error) {
	met := make([][]string, len(signs))
	for i, s := range signs {
		met[i] = make([]string, len(s.Names))
	}
	err := t.Files(ctx, func(e container.Entry) error {
		if strings.Count(e.Path, "/") > maxSignDepth {
			return nil
		}
		p := strings.ToLower(e.Path)
		base := path.Base(p)
		for i, s := range signs {
			for k, fits := range s.Names {
				if met[i][k] == "" && fits(p, base) {
					met[i][k] = e.Path
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, s := range signs {
		if whole(met[i]) {
			return []Finding{NearMiss(met[i][0], looks, s.Lacks(met[i][0]))}, nil
		}
	}
	return nil, nil
}

func whole(met []string) bool {
	for _, m := range met {
		if m == "" {
			return false
		}
	}
	return len(met) > 0
}

// Within makes a name that fits files in a folder of this name, at the top or below.
func Within(folder string) func(p, base string) bool {
	return func(p, _ string) bool { return strings.HasPrefix(p, folder+"/") || strings.Contains(p, "/"+folder+"/") }
}

// Based makes a name that fits the last part of a path.
func Based(fits func(base string) bool) func(p, base string) bool {
	return func(_, base string) bool { return fits(base) }
}
