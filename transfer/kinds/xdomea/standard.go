package xdomea

import (
	"io"

	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/record"
)

// Messages is xdomea for others that hold or name its messages (message.Standard).
type Messages struct{ Kind }

var _ message.Standard = Messages{}

// Versions implements message.Standard.
func (Messages) Versions() []string { return Versions() }

// Hashes implements message.Standard.
func (Messages) Hashes(version string) bool {
	v, _ := byNumber(version)
	return v.gen >= gen4
}

// FormatCode implements message.Standard.
func (Messages) FormatCode(ext string, archival bool) string { return FormatCode(ext, archival) }

// PrimaryFileName implements message.Standard.
func (Messages) PrimaryFileName(version, uuid, title, ext string) string {
	return PrimaryFileName(version, uuid, title, ext)
}

// WriteTransfer implements message.Standard: a 0503.
func (Messages) WriteTransfer(w io.Writer, h message.Head, roots []*record.Object) error {
	return WriteTransfer(w, draftOf(h), roots)
}

// draftOf gives the draft of a head; archives are asked to confirm and to send their
// reference codes back.
func draftOf(h message.Head) Draft {
	party := func(p message.Party) Party {
		return Party{Name: p.Name, ID: p.ID, Unit: p.Unit, Contact: p.Contact, Mail: p.Mail}
	}
	return Draft{Version: h.Version, Head: Head{ProcessID: h.Process, Created: h.Created, Sender: party(h.Sender),
		Receiver:           party(h.Receiver),
		System:             System{Product: h.System.Product, Version: h.System.Version, Vendor: h.System.Vendor},
		ImportConfirmation: true, ReferenceCodesBack: true}}
}
