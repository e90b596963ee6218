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
	deliveries, err := cl.forgettings(ctx, d.portion)
	if err != nil {
		return nil, err
	}
	o.Originals = []order.Original{}
	for _, f := range deliveries {
		x, err := cl.original(f.portion.ID, salt)
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
		for _, o := range goingOf(u, d.appraisal, single, g.ReleasedBy != "") {
			x := digested(o.object, facts, salt)
			x.Folder, x.Decided = order.Plain(folders[g.ID]), refs[joined(o.from, "decided")]
			if o.released {
				x.Released = refs[joined(o.from, "released")]
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

func joined(object, act string) string { return object + "\x00" + act }

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

// references gives where decision and release of each object stand: the entry of the
// log, or the decision of another place.
func (cl *Ending) references(ctx context.Context, d doomed) (map[string]string, error) {
	out := map[string]string{}
	portions, err := cl.Desk.Counted(ctx, d.portion)
	if err != nil {
		return nil, err
	}
	for _, id := range portions { // the nearest last
		rows, err := cl.Office.Store.Reader().QueryContext(ctx,
			"SELECT object_id, act, id FROM merge_statement WHERE portion_id = ? AND own = 0 AND rating = 'V' ORDER BY at", id)
		if err != nil {
			return nil, fmt.Errorf("read decisions of other places: %w", err)
		}
		for rows.Next() {
			var object, act, ref string
			if err := rows.Scan(&object, &act, &ref); err != nil {
				return nil, errors.Join(err, rows.Close())
			}
			out[joined(object, map[string]string{"decide": "decided", "release": "released"}[act])] = ref
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return nil, fmt.Errorf("read decisions of other places: %w", err)
		}
		log, err := cl.Office.Events(ctx, id)
		if err != nil {
			return nil, err
		}
		together, err := office.TogetherDestroyed(ctx, cl.Office, id)
		if err != nil {
			return nil, err
		}
		for _, e := range log {
			ref := fmt.Sprintf("%d:%s", e.Seq, e.Hash)
			for _, object := range together[e.Seq] {
				out[joined(object, "decided")] = ref
			}
			switch {
			case e.Type == events.Appraised && e.Object != "" && e.Outcome == string(record.RatingDestroy):
				out[joined(e.Object, "decided")] = ref
			case e.Type == events.Released:
				out[joined(e.Object, "released")] = ref
			}
		}
	}
	return out, nil
}
