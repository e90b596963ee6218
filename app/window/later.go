package window

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	transmit "laufzettel/views/transmit/model"
)

// codeOffer stands for noting an offer among the messages of the screen.
const codeOffer = "offer"

// codeFinal stands for handing a norm over to the final archive.
const codeFinal = "final"

// retention offers to tell how long a package is kept (E5).
func (s Transmit) retention(e receipt.Entry) transmit.Reply {
	name := cmp.Or(e.ArchiveID, filepath.Base(e.Path))
	return transmit.Reply{ID: e.Receipt.Uploads[0].UploadID, Code: channel.KindRetention, Title: s.Words.T("window.reply.retention", name),
		Ask: s.Words.T("window.reply.retention.ask")}
}

// interim offers to hand a norm over that is no longer in force (E9).
func (s Transmit) interim(p transfer.Package) transmit.Reply {
	return transmit.Reply{ID: p.PID, Code: codeFinal, Title: s.Words.T("window.reply.final", p.ReferenceCode),
		Ask: s.Words.T("window.reply.final.ask")}
}

// later are what a person may always tell: the note of an offer to be fetched (E10)
// and, at the archive, the final id of a delivery (E4).
func (s Transmit) later() []transmit.Reply {
	return []transmit.Reply{{Code: codeOffer, Title: s.Words.T("window.reply.offer"), Ask: s.Words.T("window.reply.offer.ask")},
		{Code: channel.KindArchived, Title: s.Words.T("window.reply.archived"), Ask: s.Words.T("window.reply.archived.ask")}}
}

// sendLater does what later offers; done is false for every other message.
func (s Transmit) sendLater(ctx context.Context, id, code, told string) (done bool, err error) {
	told = strings.TrimSpace(told)
	if code == channel.KindRetention {
		_, err := s.W.Books.SetRetention(ctx, id, told, "")
		return true, err
	}
	if code != codeOffer && code != codeFinal && code != channel.KindArchived {
		return false, nil
	}
	if code == codeFinal {
		day, reason, _ := strings.Cut(told, " ")
		_, err := s.W.Packer.ToFinal(ctx, id, day, reason)
		return true, err
	}
	words := strings.Fields(told)
	if len(words) != 2 {
		ask := "window.reply.offer.ask"
		if code == channel.KindArchived {
			ask = "window.reply.archived.ask"
		}
		return true, failure.New(failure.Refused, "read message", wording.Say("window.reply.two", wording.Say(ask)))
	}
	if code == codeOffer {
		_, err := s.W.Doors.AddOffer(ctx, words[0], words[1], "", s.W.Office.Now())
		return true, err
	}
	_, err = s.W.Books.NameArchived(ctx, words[0], words[1], "")
	return true, err
}
