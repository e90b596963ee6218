package window

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	transmit "laufzettel/views/transmit/model"
)

// codeOffer stands for noting an offer among the messages of the screen.
const codeOffer = "offer"

// later are what may be told after a delivery: its retention period (E5) and, at
// the archive, its final id (E4); and the note of an offer to be fetched (E10).
func (s Transmit) later(ctx context.Context) ([]transmit.Reply, error) {
	held, err := s.W.Outbox.Receipts.List(ctx, receipt.Filter{})
	if err != nil {
		return nil, err
	}
	var out []transmit.Reply
	for _, e := range held {
		if len(e.Receipt.Uploads) != 1 || e.Receipt.State != receipt.Accepted || e.PackageID == "" {
			continue
		}
		name := cmp.Or(e.ArchiveID, filepath.Base(e.Path))
		out = append(out, transmit.Reply{ID: e.Receipt.Uploads[0].UploadID, Code: channel.KindRetention, Title: s.Words.T("window.reply.retention", name), Ask: s.Words.T("window.reply.retention.ask")})
	}
	return append(out, transmit.Reply{Code: codeOffer, Title: s.Words.T("window.reply.offer"), Ask: s.Words.T("window.reply.offer.ask")},
		transmit.Reply{Code: channel.KindArchived, Title: s.Words.T("window.reply.archived"), Ask: s.Words.T("window.reply.archived.ask")}), nil
}

// sendLater does what later offers; done is false for every other message.
func (s Transmit) sendLater(ctx context.Context, id, code, told string) (done bool, err error) {
	told = strings.TrimSpace(told)
	if code == channel.KindRetention {
		_, err := s.W.Books.SetRetention(ctx, id, told, "")
		return true, err
	}
	if code != codeOffer && code != channel.KindArchived {
		return false, nil
	}
	words := strings.Fields(told)
	if len(words) != 2 {
		ask := "window.reply.offer.ask"
		if code == channel.KindArchived {
			ask = "window.reply.archived.ask"
		}
		return true, failure.New(failure.Refused, "read message", s.Words.T("window.reply.two", s.Words.T(ask)))
	}
	if code == codeOffer {
		_, err := s.W.Doors.AddOffer(ctx, words[0], words[1], "", s.W.Office.Now())
		return true, err
	}
	_, err = s.W.Books.NameArchived(ctx, words[0], words[1], "")
	return true, err
}
