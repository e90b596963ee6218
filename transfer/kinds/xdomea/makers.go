package xdomea

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"strings"

	"laufzettel/transfer/procedure"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/wording"
)

// makers make sample messages: offers, whose files do not come along, and transfers.
func makers() []sample.Maker {
	defects := sample.RecordDefects()
	maps.Copy(defects, messageDefects)
	offer := sample.Maker{Name: procedure.Offer.Kind(), Make: makeMessage, Stream: streamMessage, NoFiles: true,
		Defects: maps.Clone(defects)}
	maps.Copy(defects, transferDefects)
	transfer := sample.Maker{Name: procedure.Transfer.Kind(), Make: makeMessage, Stream: streamMessage,
		Defects: defects, Alike: transferAlike}
	return []sample.Maker{offer, transfer}
}

// codeOf is the type of the message that is ordered.
func codeOf(o *sample.Order) string { return string(procedure.Of(o.Kind)) }

func messageNameOf(o *sample.Order) string { return FileName(o.Version, o.Process, codeOf(o), 1) }

func containerOf(o *sample.Order, members ...sample.Member) *sample.Parcel {
	return &sample.Parcel{Name: strings.TrimSuffix(ContainerName(o.Version, o.Process, codeOf(o), 1), ".zip"), Members: members}
}

// makeMessage writes the message before its primary files.
func makeMessage(o *sample.Order) (*sample.Parcel, error) {
	data, err := writtenMessage(o, nil)
	if err != nil {
		return nil, err
	}
	return containerOf(o, append([]sample.Member{{Name: messageNameOf(o), Data: data}}, o.Members...)...), nil
}

// streamMessage writes the message of a large delivery, one dossier after the other.
func streamMessage(o *sample.Order) (*sample.Parcel, error) {
	write := WriteTransferOf
	if codeOf(o) == TypeOffer {
		write = WriteOfferOf
	}
	return containerOf(o, sample.Message(messageNameOf(o), func(w io.Writer) error { return write(w, sampleDraft(o), o.Each()) })), nil
}

// sampleDraft is the head of the message.
func sampleDraft(o *sample.Order) Draft {
	d := draftOf(message.Head{Version: o.Version, Process: o.Process, Created: o.Clock, Sender: o.Agency, Receiver: o.Archive,
		System: message.System{Product: "Muster-DMS", Version: "7.2", Vendor: "Muster Software"}})
	d.Head.MessageUUID = sample.NewSource(o.Seed ^ 0x77).UUID()
	d.Head.Number, d.Head.Total = 1, 1
	return d
}

// writtenMessage writes the message of the delivery; change may alter the draft.
func writtenMessage(o *sample.Order, change func(*Draft)) ([]byte, error) {
	d := sampleDraft(o)
	if change != nil {
		change(&d)
	}
	var out bytes.Buffer
	write := WriteTransfer
	if codeOf(o) == TypeOffer {
		write = WriteOffer
	}
	if err := write(&out, d, o.Roots); err != nil {
		return nil, fmt.Errorf("write message: %w", err)
	}
	return out.Bytes(), nil
}

// inMessage changes the bytes of the message.
func inMessage(change func([]byte) []byte) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		m := p.Find(messageNameOf(o))
		if m == nil {
			return failure.New(failure.Refused, "change the message", wording.Say("hint.xdomea.kind-without-message"))
		}
		return m.Change(change)
	}
}

// rewrite writes the message anew after the tree or the head changed.
func rewrite(p *sample.Parcel, o *sample.Order, change func(*Draft)) error {
	data, err := writtenMessage(o, change)
	if err != nil {
		return err
	}
	return inMessage(func([]byte) []byte { return data })(p, o)
}

// material is the output of an e-file system whose Akte and Vorgänge are all rated
// archival: an open rating would be a note.
func material(w sample.Workshop) (sample.Material, error) {
	p, err := w.Make(sample.Plan{Seed: 4, Dossiers: 1, Cases: 3, Documents: 2, Mix: []string{"pdf", "txt"}, Ratings: []string{"A"}})
	if err != nil {
		return sample.Material{}, err
	}
	s := sample.Material{Files: map[string][]byte{}, Fields: map[string]string{"person": "M. Ahrens"}}
	for _, f := range p.Members {
		s.Files[f.Name] = f.Data
		if strings.HasSuffix(f.Name, ".xml") {
			s.Files[f.Name] = []byte(strings.ReplaceAll(string(f.Data), "<code>B</code>", "<code>A</code>"))
		}
	}
	return s, nil
}
