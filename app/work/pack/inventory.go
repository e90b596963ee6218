package pack

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Events of preservation settings.
const (
	viewerSet events.Type = "viewer-set"
	toolsSet  events.Type = "converters-set"
)

// Inventory is the format inventory with its date (A26).
type Inventory struct {
	At       time.Time            `json:"at"`
	Packages int                  `json:"packages"`
	Formats  []reading.HeldFormat `json:"formats"`
}

// TakeInventory counts the formats of all packages now; a *reading.Lost comes with the
// counts of the others. The view path is this
// program, else the outside viewer the archive named, else nothing.
func (pk *Packer) TakeInventory(ctx context.Context) (Inventory, error) {
	rows, told := pk.Room.FormatInventory(ctx)
	if _, lost := reading.AsLost(told); told != nil && !lost {
		return Inventory{}, told
	}
	counts, err := pk.Portions.CountPackages(ctx, aip.KindAIP)
	if err != nil {
		return Inventory{}, err
	}
	viewers, err := pk.Converters.Viewers(ctx)
	if err != nil {
		return Inventory{}, err
	}
	for i := range rows {
		for _, v := range viewers {
			if rows[i].ViewPath == "" && v.PUID == rows[i].PUID {
				rows[i].ViewPath = strings.TrimSpace(v.Program + " " + v.Note)
				rows[i].Outside = true
			}
		}
	}
	delete(counts, transfer.PackageOrdered)
	in := Inventory{At: pk.Office.Now(), Formats: rows}
	for _, n := range counts {
		in.Packages += n
	}
	return in, told
}

// Planned is one package with files of the formats of a planned transformation.
type Planned struct {
	PID           string   `json:"pid"`
	ReferenceCode string   `json:"referenceCode"`
	Files         []string `json:"files"`
	Converter     string   `json:"converter"` // that would be used; "" = none installed for a file
	Converted     bool     `json:"converted"` // there is a later representation already
}

// PlanTransformation lists the packages that hold files of the formats named
// (PUIDs), for the decision and as control list (P11, P12).
func (pk *Packer) PlanTransformation(ctx context.Context, puids []string) ([]Planned, error) {
	tools, err := pk.Converters.Tools(ctx)
	if err != nil {
		return nil, err
	}
	out := []Planned{}
	var lost reading.Lost
	for p, err := range pk.Portions.EachPackage(ctx, aip.KindAIP) {
		if err != nil {
			return nil, err
		}
		if here, err := pk.Room.LiesHere(ctx, p); err != nil || !here {
			if err != nil {
				return nil, err
			}
			continue
		}
		pkg, err := aip.Open(ctx, pk.Office.Path(p.Path))
		if err != nil {
			lost.Add(p, err)
			continue
		}
		row := Planned{PID: p.PID, ReferenceCode: p.ReferenceCode}
		names := map[string]bool{}
		for f := range pkg.Metadata().AllFiles() {
			puid := strings.TrimPrefix(reading.FileField(f, "registry"), "PRONOM ")
			if !slices.Contains(puids, puid) {
				continue
			}
			row.Files = append(row.Files, f.Path)
			if t, ok := convert.Choose(tools, f.Path, puid); ok {
				names[t.Name] = true
			} else {
				names[""] = true
			}
		}
		if err := pkg.Close(); err != nil {
			return nil, err
		}
		if len(row.Files) == 0 {
			continue
		}
		if !names[""] {
			var list []string
			for n := range names {
				list = append(list, n)
			}
			slices.Sort(list)
			row.Converter = strings.Join(list, ", ")
		}
		beside, err := pk.Portions.Packages(ctx, p.Portion)
		if err != nil {
			return nil, err
		}
		row.Converted = slices.ContainsFunc(beside, func(o transfer.Package) bool {
			return strings.HasPrefix(o.Object, p.Object+intake.RepresentationMark)
		})
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b Planned) int {
		return cmp.Or(cmp.Compare(a.ReferenceCode, b.ReferenceCode), cmp.Compare(a.PID, b.PID))
	})
	return out, lost.Told()
}

// SetViewer names the outside viewer of a format, "" takes it away.
func (pk *Packer) SetViewer(ctx context.Context, v convert.Viewer) error {
	if err := pk.Office.Staff("set viewer"); err != nil {
		return err
	}
	if _, err := pk.Office.Allow(ctx, people.Tools, "set viewer"); err != nil {
		return err
	}
	return pk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := pk.Converters.SetViewer(ctx, tx, v); err != nil {
			return err
		}
		return pk.Log.Entry(ctx, pk.Office.Event(viewerSet, v.PUID, "", "ok", map[string]string{"program": v.Program}))(tx)
	})
}

// TakeTools takes a list of converters in force. Only the administrator sets tools
// (F10): the role is asked where one is set.
func (pk *Packer) TakeTools(ctx context.Context, r io.Reader) ([]convert.Tool, error) {
	person, err := pk.Office.MustPerson(people.Tools, "set converters")
	if err != nil {
		return nil, err
	}
	if pk.Office.Settings.Policy().Converters != nil {
		return nil, failure.New(failure.Refused, "set converters", wording.Say("hint.settings.by-policy", "converters"))
	}
	list, err := convert.ReadTools(r)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, failure.New(failure.Refused, "set converters", wording.Say("hint.pack.no-converters"))
	}
	return list, pk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := pk.Converters.PutTools(tx, list); err != nil {
			return err
		}
		return pk.Log.Entry(ctx, pk.Office.Event(toolsSet, "converters", "", "ok", map[string]string{"person": person}))(tx)
	})
}

// GovernTools puts the list of converters that the policy names in force, where it is
// another than the one before. Whoever opens the workspace decides nothing: the policy is
// the administrator's. A list that is away or wrong leaves the one before in force.
func GovernTools(ctx context.Context, pk *Packer) error {
	at := pk.Office.Settings.Policy().Converters
	if at == nil {
		return nil
	}
	told := func(err error) error {
		return failure.Wrap(failure.Setup, "take converters of the policy", wording.Say("hint.pack.policy-converters", *at), err)
	}
	if _, err := office.Reach(ctx, *at); err != nil {
		return told(err)
	}
	f, err := os.Open(*at)
	if err != nil {
		return told(err)
	}
	list, err := convert.ReadTools(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return told(err)
	}
	if now, err := pk.Converters.Tools(ctx); err != nil || reflect.DeepEqual(now, list) {
		return err
	}
	return pk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := pk.Converters.PutTools(tx, list); err != nil {
			return err
		}
		return pk.Log.Entry(ctx, pk.Office.Event(toolsSet, "converters", "", "ok", map[string]string{"by": "policy"}))(tx)
	})
}

// ViewPaths gives what tells of a file how it can be seen where this program does
// not show it (A22); "" = it does.
func (pk *Packer) ViewPaths(ctx context.Context) (func(name, puid, mime string) string, error) {
	viewers, err := pk.Converters.Viewers(ctx)
	if err != nil {
		return nil, err
	}
	return func(name, puid, mime string) string {
		if pk.Opener.Shows(viewer.Source{Name: name, PUID: puid, MIME: mime}, nil) {
			return ""
		}
		for _, v := range viewers {
			if v.PUID == puid {
				return strings.TrimSpace("Dieses Format zeigt das Archiv mit "+v.Program+" "+v.Note) + ". Bitte an die Aufsicht wenden."
			}
		}
		return "Für dieses Format gibt es noch keinen Anzeigeweg. Bitte an die Aufsicht wenden; das Archiv nennt, wann es einen geben wird."
	}, nil
}
