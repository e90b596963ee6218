package outbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/sync/channel"
	"laufzettel/sync/order"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

// Telling brings to the archive what it has to know beside packages: until when they are
// closed and to whom they are open, and by which orders was destroyed. It is told with
// the next sending, and again when it has changed (docs/protocol.md 21).
type Telling struct {
	Office   *office.Office
	Outbox   *Outbox
	Gate     *reading.Gate
	Channel  *channel.Service
	Receipts *receipt.Store
}

// Features of the archive for what is told.
const (
	featureClosure = "closure"
	featureOrders  = "orders"
)

// closedAt is what is said of one package.
type closedAt struct {
	UploadID string      `json:"upload_id"`
	Grade    string      `json:"grade"`
	Until    string      `json:"until,omitempty"`
	Basis    string      `json:"basis,omitempty"`
	Grants   []grantedAt `json:"grants,omitempty"`
}

type grantedAt struct {
	ID    string `json:"id"`
	Until string `json:"until,omitempty"`
}

// mostTold bounds the packages of one message.
const mostTold = 5_000

// Told counts what was put into the outbox.
type Told struct {
	Closures int `json:"closures"` // packages whose closure is told
	Orders   int `json:"orders"`
	Waiting  int `json:"waiting"` // closures that need a person with a key and the right
	Beyond   int `json:"beyond"`  // closures and orders the archive's program is too old for
}

// TellArchive puts into the outbox what the archive does not know yet; nothing where it does
// not understand it, or where this workspace is with none.
func (tl *Telling) TellArchive(ctx context.Context) (told Told, err error) {
	peer, err := tl.Channel.Peer(ctx, tl.Office.Settings.Get().Channel.URL)
	if err != nil || peer.State != channel.KeyActive {
		return told, nil //nolint:nilerr // with no archive there is nothing to tell
	}
	if err = tl.tellOrders(ctx, peer.URL, &told); err != nil {
		return told, err
	}
	err = tl.tellClosures(ctx, peer.URL, &told)
	return told, err
}

// Unsigned counts the closures the archive would take and does not know as they are now: a
// person has yet to sign the statement of them. An archive that is not to be reached counts none.
func (tl *Telling) Unsigned(ctx context.Context) (int, error) {
	peer, err := tl.Channel.Peer(ctx, tl.Office.Settings.Get().Channel.URL)
	if err != nil || peer.State != channel.KeyActive {
		return 0, nil //nolint:nilerr // with no archive nothing waits
	}
	due, _, err := tl.closuresToTell(ctx, peer.URL)
	if err != nil || len(due) == 0 {
		return 0, err
	}
	understood, err := tl.Channel.Knows(ctx, peer.URL, featureClosure)
	if failure.KindOf(err) == failure.Transient || !understood {
		return 0, nil
	}
	return len(due), err
}

// tellOrders tells the orders to destroy that everybody has signed.
func (tl *Telling) tellOrders(ctx context.Context, address string, told *Told) error {
	names, err := filepath.Glob(filepath.Join(tl.Office.Path(office.DirOrders), "*"+office.SuffixOrder))
	if err != nil || len(names) == 0 {
		return err
	}
	known, err := tl.Channel.ToldOf(ctx, address, channel.KindOrder)
	if err != nil {
		return err
	}
	for _, name := range names {
		paper, err := order.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) || err != nil || !paper.Whole() {
			continue // not whole yet, or none: nothing is destroyed by it
		}
		if known[paper.ID] == paper.Digest() {
			continue
		}
		if understood, err := tl.Channel.Knows(ctx, address, featureOrders); err != nil {
			return err
		} else if !understood {
			told.Beyond++
			continue
		}
		rel, err := filepath.Rel(tl.Office.Dir, name)
		if err != nil {
			return err
		}
		o := channel.Order{Kind: channel.KindOrder, Reference: paper.ID, Path: filepath.ToSlash(rel), Name: paper.ID + office.SuffixOrder,
			MediaType: "application/json"}
		if _, err := tl.Outbox.Post(ctx, paper.Portion, o, paper.ID); err != nil {
			return err
		}
		if err := tl.Channel.NoteTold(ctx, address, channel.KindOrder, map[string]string{paper.ID: paper.Digest()}); err != nil {
			return err
		}
		told.Orders++
	}
	return nil
}

// tellClosures tells until when packages are closed. A statement of closure is signed by a
// person; without one it waits.
func (tl *Telling) tellClosures(ctx context.Context, address string, told *Told) error {
	due, states, err := tl.closuresToTell(ctx, address)
	if err != nil || len(states) == 0 {
		return err
	}
	if len(due) > 0 {
		understood, err := tl.Channel.Knows(ctx, address, featureClosure)
		if err != nil {
			return err
		}
		if !understood {
			told.Beyond += len(due)
			return nil
		}
		p, ok := tl.Office.Acting(ctx)
		if _, key := tl.Office.Who.Known(p.Name); !ok || key == nil || !people.May(p.Roles, people.Use) {
			told.Waiting = len(due)
			return nil
		}
		for part := range slices.Chunk(due, mostTold) {
			if err := tl.postClosures(ctx, part, p.Name); err != nil {
				return err
			}
		}
		told.Closures = len(due)
	}
	return tl.Channel.NoteTold(ctx, address, channel.KindClosure, states)
}

func (tl *Telling) postClosures(ctx context.Context, part []closedAt, person string) error {
	at := tl.Office.Now().UTC().Truncate(time.Millisecond)
	content := struct {
		Format   string     `json:"format"`
		Packages []closedAt `json:"packages"`
		Person   string     `json:"person"`
		Time     time.Time  `json:"time"`
	}{channel.FormatClosure, part, person, at}
	name := fmt.Sprintf("schutzfristen-%s-%s.json", at.Format("20060102T150405.000"), part[0].UploadID)
	_, err := tl.Outbox.PostJSON(ctx, part[0].UploadID, name, content,
		channel.Order{Kind: channel.KindClosure, Reference: part[0].UploadID}, fmt.Sprint(len(part)))
	return err
}

// closuresToTell gives the packages the archive has receipted whose closure it does not know
// as it is now, and what is to be kept as told. What was never closed needs no word.
func (tl *Telling) closuresToTell(ctx context.Context, address string) (due []closedAt, states map[string]string, err error) {
	known, err := tl.Channel.ToldOf(ctx, address, channel.KindClosure)
	if err != nil {
		return nil, nil, err
	}
	all, err := tl.Receipts.List(ctx, receipt.Filter{})
	if err != nil {
		return nil, nil, err
	}
	said, err := tl.Gate.Said(ctx)
	if err != nil {
		return nil, nil, err
	}
	states = map[string]string{}
	for _, e := range all {
		if e.Peer != address || e.PackageID == "" || strings.HasPrefix(e.PackageID, workPackage) || e.Receipt.State != receipt.Accepted ||
			len(e.Receipt.Uploads) != 1 {
			continue
		}
		id := e.Receipt.Uploads[0].UploadID
		state := said.State(e.PackageID)
		before, was := known[id]
		if was && before == state {
			continue
		}
		c, there, err := tl.Gate.ClosureOf(ctx, e.PackageID)
		if err != nil {
			return nil, nil, err
		}
		if !there {
			continue // a package that is no more, or one no closure is of
		}
		states[id] = state
		w := closedAt{UploadID: id, Grade: c.Grade, Until: c.Until, Basis: shortBasis(c.Basis)}
		for _, g := range said.Grants(e.PackageID) {
			w.Grants = append(w.Grants, grantedAt{ID: channel.GrantID(id, g.Application), Until: g.Until})
		}
		if was || w.Grade != reading.SaidOpen {
			due = append(due, w)
		}
	}
	return due, states, nil
}

// shortBasis keeps the basis of a closure to what the channel takes.
func shortBasis(s string) string {
	const most = 255
	for len(s) > most {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return s
}

// grantOf names a granted application to the archive, "" for none.
func grantOf(uploadID, application string) string {
	if strings.TrimSpace(application) == "" {
		return ""
	}
	return channel.GrantID(uploadID, application)
}
