// Package procedure names the messages by which agencies offer and hand over records
// and archives answer (xdomea, Aussonderungsverfahren in four stages). What they look
// like is the business of their kind (transfer/kinds/xdomea); which one a delivery is,
// and what answers it, the rooms must know.
package procedure

import "strings"

// Message is a message of the procedure by its number in the standard.
type Message string

// The messages.
const (
	Offer            Message = "0501" // Anbieteverzeichnis: what is offered, without files
	Appraisal        Message = "0502" // Bewertungsverzeichnis: the archive's decision on an offer
	Transfer         Message = "0503" // Aussonderung: records with their files
	OfferReceipt     Message = "0504" // AnbietungEmpfangBestaetigen
	AppraisalReceipt Message = "0505" // BewertungEmpfangBestaetigen
	ImportConfirmed  Message = "0506" // AussonderungImportBestaetigen
	TransferReceipt  Message = "0507" // AussonderungEmpfangBestaetigen
)

// All are the messages in the order of the procedure.
var All = []Message{Offer, Appraisal, Transfer, OfferReceipt, AppraisalReceipt, ImportConfirmed, TransferReceipt}

// family begins the name of the delivery kind of each message.
const family = "xdomea-"

// Kind is the name of the delivery kind a message is.
func (m Message) Kind() string { return family + string(m) }

// Of gives the message a kind of deliveries is, "" for kinds that are no message.
func Of(kind string) Message {
	if number, ok := strings.CutPrefix(kind, family); ok {
		return Message(number)
	}
	return ""
}

// Answers are the messages by which an archive answers this one, in their order.
func (m Message) Answers() []Message {
	switch m {
	case Offer:
		return []Message{OfferReceipt, Appraisal}
	case Transfer:
		return []Message{TransferReceipt, ImportConfirmed}
	}
	return nil
}

// Answer reports whether a message goes from the archive to the agency.
func (m Message) Answer() bool { return m != "" && m != Offer && m != Transfer }

// Judges reports whether a message tells of the archive's decisions: it may leave the
// archive only when they are final.
func (m Message) Judges() bool { return m == Appraisal || m == ImportConfirmed }

// Strings gives messages as they are written in a sentence.
func Strings(list []Message) string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = string(m)
	}
	return strings.Join(out, ", ")
}
