package slip

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// Namespace is the namespace of our vocabulary; its last part is the version.
const Namespace = "urn:laufzettel:schema:laufzettel:1.0"

// Status is the step of the process a slip accompanies (Prozessstatus).
type Status string

// The states named by source 004 (P1.1, P1.9, P2.3) and the redelivery of A2.
const (
	Offered     Status = "Anbietung"
	Confirmed   Status = "Bestaetigung"
	Delivered   Status = "Lieferung"
	Redelivered Status = "Nachlieferung"
)

func (s Status) known() bool {
	switch s {
	case Offered, Confirmed, Delivered, Redelivered:
		return true
	}
	return false
}

// RoutingSlip is the electronic routing slip (el_Lauf).
type RoutingSlip struct {
	Agency      string // name of the delivering agency
	AgencyID    string
	ProfileID   string
	ListFile    string // file name of the transfer list
	Status      Status
	Created     time.Time // zero if unknown
	AccessionID string    // Ü-ID, "" before the confirmation
	Deadlines   []Deadline
	Containers  []Container
	Note        string
}

// Deadline is one day the parties agreed on.
type Deadline struct {
	Step Status    // what is due
	Day  time.Time // UTC midnight
}

// Container is one SIP container with the digest that must hold on arrival (A6).
type Container struct {
	Name      string
	Algorithm string // canonical: sha-256, sha-512
	Digest    string // lower-case hexadecimal
}

// Confirm gives the slip as it goes back to the agency: with the Ü-ID, the step
// Bestätigung and the deadlines (P1.9, P1.10; A5). s stays as it was.
func (s RoutingSlip) Confirm(accessionID string, created time.Time, deadlines ...Deadline) RoutingSlip {
	s.AccessionID, s.Status, s.Created, s.Deadlines = accessionID, Confirmed, created, deadlines
	return s
}

// The wire form. Everything the schema does not know lands in Rest.
type wireSlip struct {
	XMLName     xml.Name        `xml:"urn:laufzettel:schema:laufzettel:1.0 Laufzettel"`
	Version     string          `xml:"version,attr"`
	Agency      wireAgency      `xml:"Behoerde"`
	Profile     string          `xml:"Profil"`
	List        string          `xml:"Abgabeliste"`
	Status      string          `xml:"Prozessstatus"`
	Created     string          `xml:"Erstellt,omitempty"`
	AccessionID string          `xml:"UebernahmeID,omitempty"`
	Deadlines   []wireDeadline  `xml:"Frist"`
	Containers  []wireContainer `xml:"Container"`
	Note        string          `xml:"Bemerkung,omitempty"`
	Rest        []unknown       `xml:",any"`
}

type wireAgency struct {
	Name string    `xml:"Name"`
	ID   string    `xml:"Kennung"`
	Rest []unknown `xml:",any"`
}

type wireDeadline struct {
	Step string `xml:"schritt,attr"`
	Day  string `xml:",chardata"`
}

type wireContainer struct {
	Name      string `xml:"name,attr"`
	Algorithm string `xml:"verfahren,attr,omitempty"`
	Digest    string `xml:"pruefsumme,attr,omitempty"`
}

// unknown is an element that the schema does not know.
type unknown struct{ XMLName xml.Name }

// ReadSlip reads a routing slip. What does not fit the schema is a finding
// SLP-001 without a path, and the slip is nil. The error is one of the source.
func ReadSlip(r io.Reader) (*RoutingSlip, []check.Finding, error) {
	var w wireSlip
	problems, err := decode(r, "Laufzettel", maxSlip, &w)
	if err != nil {
		return nil, nil, err
	}
	if problems == nil {
		problems = w.problems()
	}
	if len(problems) > 0 {
		return nil, findings(codeSlip, problems), nil
	}
	s := &RoutingSlip{
		Agency: w.Agency.Name, AgencyID: w.Agency.ID, ProfileID: w.Profile, ListFile: w.List,
		Status: Status(w.Status), AccessionID: w.AccessionID, Note: w.Note,
	}
	s.Created, _ = parseTime(w.Created)
	for _, d := range w.Deadlines {
		day, _ := time.Parse(time.DateOnly, d.Day)
		s.Deadlines = append(s.Deadlines, Deadline{Status(d.Step), day})
	}
	for _, c := range w.Containers {
		s.Containers = append(s.Containers, Container{c.Name, algorithmNames[c.Algorithm], strings.ToLower(c.Digest)})
	}
	return s, nil, nil
}

// problems tells what the schema laufzettel-slip.xsd would refuse.
func (w *wireSlip) problems() []problem {
	var p problems
	p.equal("Laufzettel/@version", version, w.Version)
	p.needed("Behoerde/Name", w.Agency.Name)
	p.needed("Behoerde/Kennung", w.Agency.ID)
	p.needed("Profil", w.Profile)
	p.fileName("Abgabeliste", w.List)
	if !Status(w.Status).known() {
		p.add("Prozessstatus", wording.Say("want.slip.statuses"), w.Status)
	}
	p.time("Erstellt", w.Created)
	if w.AccessionID != "" && !accessionPattern.MatchString(w.AccessionID) {
		p.add("UebernahmeID", wording.Say("want.slip.digest-id"), w.AccessionID)
	}
	for _, d := range w.Deadlines {
		if !Status(d.Step).known() {
			p.add("Frist/@schritt", wording.Say("want.slip.status"), d.Step)
		}
		p.day("Frist", d.Day)
	}
	for _, c := range w.Containers {
		p.fileName("Container/@name", c.Name)
		p.digest("Container", c.Algorithm, c.Digest)
	}
	p.rest(w.Rest)
	p.rest(w.Agency.Rest)
	return p
}

// WriteSlip writes a routing slip; equal slips give equal bytes.
func WriteSlip(w io.Writer, s RoutingSlip) error {
	out := wireSlip{
		Version: version, Agency: wireAgency{Name: s.Agency, ID: s.AgencyID}, Profile: s.ProfileID, List: s.ListFile,
		Status: string(s.Status), Created: formatTime(s.Created), AccessionID: s.AccessionID, Note: s.Note,
	}
	for _, d := range s.Deadlines {
		out.Deadlines = append(out.Deadlines, wireDeadline{string(d.Step), d.Day.UTC().Format(time.DateOnly)})
	}
	for _, c := range s.Containers {
		out.Containers = append(out.Containers, wireContainer{c.Name, wireAlgorithm(c.Algorithm), c.Digest})
	}
	if p := out.problems(); len(p) > 0 {
		return fmt.Errorf("write routing slip: %s is %q, want %s", p[0].where, p[0].found, p[0].want)
	}

	return encode(w, out)
}
