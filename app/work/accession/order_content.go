package accession

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/order"
	"laufzettel/transfer/events"
	"laufzettel/transfer/record"
)

// fillOrder enters what is destroyed, as it is now.
func (cl *Ending) fillOrder(ctx context.Context, d doomed, o *order.Order, salt []byte) ([]order.Object, error) {
	o.Format, o.Accession, o.Portion = "laufzettel-order/1", d.portion.AccessionID, d.portion.ID
	deliveries, err := cl.versions(ctx, d.portion)
	if err != nil {
		return nil, err
	}
	o.Originals = []order.Original{}
	for _, p := range deliveries {
		x, err := cl.original(p.ID, salt)
		if err != nil {
			return nil, err
		}
		o.Originals = append(o.Originals, x)
	}
	slices.SortFunc(o.Originals, func(a, b order.Original) int { return strings.Compare(a.Portion, b.Portion) })
	objects, err := cl.orderObjects(ctx, d, salt)
	if err != nil {
		return nil, err
	}
	o.Sums, o.Count, o.Objects, o.List = order.Sums(objects), int64(len(objects)), objects, ""
	if len(objects) > order.MaxInline {
		o.Objects = nil
		o.List, err = order.WriteList(io.Discard, objects)
	}
	return objects, err
}

// original reads a delivered copy and gives its salted digest.
func (cl *Ending) original(portion string, salt []byte) (order.Original, error) {
	out, mac := order.Original{Portion: portion}, hmac.New(sha256.New, salt)
	root := cl.Office.Path(office.DirInbox + "/" + portion)
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == root {
			return fs.SkipAll
		}
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		n, sum, err := hashed(name)
		if err != nil {
			return err
		}
		out.Files, out.Bytes = out.Files+1, out.Bytes+n
		fmt.Fprintf(mac, "%s\x00%d\x00%s\n", filepath.ToSlash(rel), n, sum)
		return nil
	})
	out.Digest = hex.EncodeToString(mac.Sum(nil))
	return out, office.Disk("read delivered copy", err)
}

func hashed(name string) (int64, string, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, "", err
	}
	h := sha256.New()
	n, err := io.Copy(h, f)
	return n, hex.EncodeToString(h.Sum(nil)), errors.Join(err, f.Close())
}

// orderObjects gives the objects of an order, by id: of a case of a share of which files were
// decided on their own each file that goes, with its own decision and release.
func (cl *Ending) orderObjects(ctx context.Context, d doomed, salt []byte) ([]order.Object, error) {
	refs, err := cl.references(ctx, d)
	if err != nil {
		return nil, err
	}
	single, err := appraise.SingleOf(ctx, cl.Desk, d.appraisal)
	if err != nil {
		return nil, err
	}
	folders := map[string]string{}
	units := map[string]*record.Object{}
	for _, r := range d.appraisal.Roots {
		place(r, "", folders, units)
	}
	reader := cl.Desk.Contents.ReaderOf(d.portion)
	out := make([]order.Object, 0, len(d.gone))
	for _, g := range d.gone {
		u, facts, err := reader.Read(ctx, units[g.ID])
		if err != nil {
			return nil, err
		}
		folder := order.Plain(folders[g.ID])
		for _, o := range goingOf(u, d.appraisal, single, g.ReleasedBy != "") {
			x, stands := digested(o.object, facts, salt), refs[o.from]
			x.Folder, x.Decided = folder, stands.decided
			if o.released {
				x.Released = stands.released
			}
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(a, b order.Object) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

// going is an object of an order: from names the object whose decision holds for it.
type going struct {
	object   *record.Object
	from     string
	released bool
}

// goingOf gives what goes of a unit: the unit, or those of its files that go.
func goingOf(u *record.Object, a *appraise.Appraisal, single *appraise.Single, released bool) (out []going) {
	if _, mixed := a.Mixed[u.ID]; !mixed {
		return []going{{u, a.Verdicts[u.ID].From, released}}
	}
	for _, o := range u.Children {
		if v := single.Verdict(u.ID, o.ID); v.Rating == record.RatingDestroy {
			out = append(out, going{o, v.From, v.Decision != nil && v.Decision.ReleasedBy != ""})
		}
	}
	return out
}

// digested gives an object with its extent and the salted digest over its files.
func digested(u *record.Object, facts intake.Files, salt []byte) order.Object {
	x := order.Object{ID: order.Plain(u.ID)}
	mac := hmac.New(sha256.New, salt)
	fmt.Fprintf(mac, "%s\n", u.ID)
	for _, name := range namesOf(u) {
		f, _ := facts.At(name)
		x.Files, x.Bytes = x.Files+1, x.Bytes+f.Size
		fmt.Fprintf(mac, "%s\x00%d", name, f.Size)
		for _, alg := range slices.Sorted(maps.Keys(f.Digests)) {
			fmt.Fprintf(mac, "\x00%s:%s", alg, f.Digests[alg])
		}
		fmt.Fprintln(mac)
	}
	x.Digest = hex.EncodeToString(mac.Sum(nil))
	return x
}

// namesOf gives the files of an object, each once.
func namesOf(u *record.Object) []string {
	var names []string
	for o := range record.All([]*record.Object{u}) {
		for f := range o.Files() {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// place notes under which position of the filing plan each object lies.
func place(o *record.Object, folder string, folders map[string]string, units map[string]*record.Object) {
	if o.Plan.Reference != "" {
		folder = o.Plan.Reference
	}
	folders[o.ID], units[o.ID] = folder, o
	for _, c := range o.Children {
		place(c, folder, folders, units)
	}
}

// reference tells where decision and release of an object stand: the entry of the log,
// NUMBER:HASH, or the decision of another place.
type reference struct{ decided, released string }

// references gives the references of what is decided V, by object.
func (cl *Ending) references(ctx context.Context, d doomed) (map[string]reference, error) {
	out := map[string]reference{}
	portions, err := cl.Desk.Counted(ctx, d.portion)
	if err != nil {
		return nil, err
	}
	for _, id := range portions { // the nearest last
		if err := elsewhere(ctx, cl, id, out); err != nil {
			return nil, err
		}
		together, err := office.TogetherDestroyed(ctx, cl.Office, id)
		if err != nil {
			return nil, err
		}
		err = events.Each(ctx, cl.Office.Store, id, func(e events.Event) bool {
			objects := together[e.Seq]
			if e.Type == events.Appraised && e.Object != "" && e.Outcome == string(record.RatingDestroy) {
				objects = append(objects, e.Object)
			}
			if len(objects) == 0 && e.Type != events.Released {
				return true
			}
			stands := fmt.Sprintf("%d:%s", e.Seq, e.Hash)
			for _, object := range objects {
				out[object] = reference{stands, out[object].released}
			}
			if e.Type == events.Released {
				out[e.Object] = reference{out[e.Object].decided, stands}
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// elsewhere enters what other places decided and released in a portion.
func elsewhere(ctx context.Context, cl *Ending, portion string, into map[string]reference) error {
	rows, err := cl.Office.Store.Reader().QueryContext(ctx,
		"SELECT object_id, act, id FROM merge_statement WHERE portion_id = ? AND own = 0 AND rating = 'V' ORDER BY at", portion)
	if err != nil {
		return fmt.Errorf("read decisions of other places: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var object, act, id string
		if err := rows.Scan(&object, &act, &id); err != nil {
			return fmt.Errorf("read decisions of other places: %w", err)
		}
		r := into[object]
		switch act {
		case "decide":
			r.decided = id
		case "release":
			r.released = id
		}
		into[object] = r
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read decisions of other places: %w", err)
	}
	return nil
}
