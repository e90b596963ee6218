// Package norm checks deliveries of electronically promulgated law after the
// agreements of EL.UZA (source 001; requirements E1–E6, E9): one ZIP for the
// signed Originalnorm and one for the Ausgabenorm, each an xdomea message 0503
// with its files, singly or as pairs in a folder or container. The message itself
// is read and checked by the standard the shelf hands in (xdomea); only its rules about file names do not
// hold here, since EL.UZA has its own. Signatures are verified by
// transfer/signature and kept byte for byte. Norms are always archival (E9).
package norm

import (
	"context"
	"crypto/x509"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	unorm "golang.org/x/text/unicode/norm"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/record"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Name is the kind's name (cli.md).
const Name = "norm"

// Kind is the delivery kind norm (check.Kind). The zero value knows no issuer of
// certificates: then every signature has an unknown chain. It needs the standard of
// the messages its containers hold.
type Kind struct {
	Messages message.Standard
	Roots    *x509.CertPool      // trusted issuers (E6)
	Evidence *signature.Evidence // revocation lists the archive keeps, nil = none
	Now      func() time.Time    // nil = time.Now
}

var (
	_ check.Kind       = Kind{}
	_ check.Describing = Kind{}
)

// Names implements check.Kind.
func (Kind) Names() []string { return []string{Name} }

// The two editions.
const (
	Original = "Originalnorm"
	Issue    = "Ausgabenorm"
)

var (
	titlePattern   = regexp.MustCompile(`^(I_Gesetze|II_Verordnungen)_(Originalnorm|Ausgabenorm)_([0-9]{4})$`)
	marker         = regexp.MustCompile(`(I_Gesetze|II_Verordnungen)_(Originalnorm|Ausgabenorm)_[0-9]{4}`)
	messagePattern = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}_Aussonderung\.Aussonderung\.0503\.xml$`)
)

// confidence beats that of xdomea (100): the same message with a mark of its own.
const confidence = 101

const (
	maxMessages   = 16
	maxScan       = 8 << 20 // of a message, to find the mark
	maxContainers = 2000
	maxSniffed    = 8 // containers opened to recognise pairs
	maxXML        = 16 << 20
)

// Recognise implements check.Kind: an xdomea message with a dossier named after
// the agreement, or containers that hold one.
func (k Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	at, err := messageAt(ctx, t)
	if err != nil {
		return check.Match{}, err
	}
	if at != "" {
		return check.Match{Kind: Name, Confidence: confidence, Root: dir(at), Note: "Norm in der Nachricht " + at}, nil
	}
	zips, err := containers(ctx, t)
	if err != nil {
		return check.Match{}, err
	}
	for _, p := range zips[:min(len(zips), maxSniffed)] {
		if at, err := inside(ctx, t, p); err != nil || at != "" {
			return check.Match{Kind: Name, Confidence: confidence, Root: dir(p), Note: "Norm im Container " + p}, err
		}
	}
	return check.Match{}, nil
}

func dir(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// inside looks for a norm in a nested container; one that cannot be opened holds
// none here, the rules tell it.
func inside(ctx context.Context, t container.Tree, p string) (string, error) {
	inner, err := container.OpenEntry(ctx, t, p, container.Options{})
	if err != nil {
		return "", ctx.Err()
	}
	defer inner.Close()
	return messageAt(ctx, inner)
}

// messageAt finds the message of a norm at the top or one folder below.
func messageAt(ctx context.Context, t container.Tree) (string, error) {
	var names []string
	err := t.Files(ctx, func(e container.Entry) error {
		if strings.Count(e.Path, "/") <= 1 && strings.EqualFold(path.Ext(e.Path), ".xml") && len(names) < maxMessages {
			names = append(names, e.Path)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	for _, p := range names {
		if head := head(ctx, t, p, maxScan); strings.Contains(head, "Aussonderung.0503") && marker.MatchString(head) {
			return p, ctx.Err()
		}
	}
	return "", ctx.Err()
}

// head gives the beginning of a file, "" where it cannot be read.
func head(ctx context.Context, t container.Tree, p string, n int64) string {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return ""
	}
	defer rc.Close()
	if e, ok := t.Stat(p); ok {
		n = min(n, max(e.Size, 0))
	}
	b := make([]byte, n)
	k, _ := io.ReadFull(rc, b) // what was read decides
	return string(b[:k])
}

// containers lists the ZIPs at the top or one folder below, at most one more than
// maxContainers.
func containers(ctx context.Context, t container.Tree) (out []string, err error) {
	err = t.Files(ctx, func(e container.Entry) error {
		if strings.Count(e.Path, "/") <= 1 && strings.EqualFold(path.Ext(e.Path), ".zip") && len(out) <= maxContainers {
			out = append(out, e.Path)
		}
		return nil
	})
	return out, err
}

// Norm is one norm in one edition.
type Norm struct {
	Part    string // I_Gesetze, II_Verordnungen
	Edition string // Original or Issue
	Year    string
	Title   string
	Case    string // id of its Vorgang
}

// norms gives the norms of record trees; trees without an agreed title give none.
func norms(roots []*record.Object) (out []Norm) {
	for _, d := range roots {
		m := titlePattern.FindStringSubmatch(dossierTitle(d))
		for _, c := range d.Children {
			if n := (Norm{Title: strings.TrimSpace(c.Subject), Case: c.ID}); m != nil && c.Kind == record.Case {
				n.Part, n.Edition, n.Year = m[1], m[2], m[3]
				out = append(out, n)
			}
		}
	}
	return out
}

// dossierTitle is the "Bezeichner": the subject, or the reference where that
// carries the agreed form.
func dossierTitle(d *record.Object) string {
	if titlePattern.MatchString(d.Reference) {
		return d.Reference
	}
	return strings.TrimSpace(d.Subject)
}

func isMetadata(p string) bool {
	b := strings.ToLower(path.Base(p))
	return plain(b, "metadaten.xml") || plain(b, "metadata.xml")
}

// plain compares a name, also behind the UUID that xdomea 2.x puts before it.
func plain(base, want string) bool { return base == want || strings.HasSuffix(base, "_"+want) }

// isRevision reports revision data, also in the spelling of source 001.
func isRevision(p string) bool {
	switch strings.ToLower(path.Base(p)) {
	case "originalnorm.xml", "orginalnorm.xml", "ausgabenorm.xml":
		return true
	}
	return false
}

// Promulgated finds the day of promulgation in the metadata of a norm: a value
// that is a date in an element whose name speaks of "verkünd…"; "" if there is none.
func Promulgated(r io.Reader) (day string) {
	xmlwalk.Leaves(io.LimitReader(r, maxXML), xmlwalk.Anything, func(l xmlwalk.Leaf) bool {
		low, value := strings.ToLower(l.Name()), l.Value
		if !strings.Contains(low, "verkuend") && !strings.Contains(low, "verkünd") {
			return true
		}
		for _, form := range []string{time.DateOnly, "02.01.2006", "2.1.2006", time.RFC3339, "2006-01-02T15:04:05"} {
			if d, err := time.Parse(form, value); err == nil {
				day = d.Format(time.DateOnly)
			}
		}
		return day == ""
	})
	return day
}

// titleNames are element names that hold the title of a norm, in metadata whose schema
// no source fixes; the longer title comes first.
var titleNames = []string{"langtitel", "normtitel", "titel", "title", "langbezeichnung", "bezeichnung", "ueberschrift", "überschrift"}

// Titled finds the title of the norm in its metadata, "" if none can be told.
func Titled(r io.Reader) string {
	best, title := len(titleNames), ""
	xmlwalk.Leaves(io.LimitReader(r, maxXML), xmlwalk.Anything, func(l xmlwalk.Leaf) bool {
		if i := slices.Index(titleNames, strings.ToLower(l.Name())); i >= 0 && i < best && !l.Attribute &&
			strings.TrimSpace(l.Value) != "" {
			best, title = i, l.Value
		}
		return best > 0
	})
	return strings.Join(strings.Fields(title), " ")
}

// sameTitle compares titles as a reader would: without regard to blanks, case and the
// Unicode form.
func sameTitle(a, b string) bool {
	plain := func(s string) string { return strings.ToLower(unorm.NFC.String(strings.Join(strings.Fields(s), " "))) }
	return plain(a) == plain(b)
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.norm")
}
