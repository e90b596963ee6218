package generate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/kinds/website"
)

// maker builds the deliveries of one kind beyond xdomea, through the builder of
// the kind's own room.
type maker struct {
	make func(b *builder) (*Parcel, error)
	// defects of this kind; they go before the general ones of the same code.
	defects map[string]defect
}

// makers is the table of kinds; a new kind adds one line.
func makers() map[string]maker {
	return map[string]maker{
		"export":          {exports.parcel, exportDefects},
		"handelsregister": {companies.parcel, companyDefects},
		"norm":            {norms.parcel, normDefects},
		"register":        {makeRegister, registerDefects},
		"bagit":           {makeBag, bagDefects},
		"eark":            {makeEARK, earkDefects},
		"ech0160":         {makeSIP, sipDefects},
		"siard":           {makeDatabase, databaseDefects},
		"website":         {websites.parcel, websites.defects(website.Defects("website"), nil)},
		"warc":            {websites.parcel, websites.defects(website.Defects("warc"), nil)},
		"wacz":            {websites.parcel, websites.defects(website.Defects("wacz"), nil)},
	}
}

// defectOf finds a defect for a kind: its own, else one that spoils any
// container.
func defectOf(kind, code string) (defect, bool) {
	if m, ok := makers()[kind]; ok {
		if d, ok := m.defects[code]; ok {
			return d, true
		}
		d, ok := defects[code]
		return d, ok && slices.Contains([]string{"SEC-001", "SEC-002", "SEC-003", "NAM-001", "CNT-001", "CNT-002"}, code)
	}
	d, ok := defects[code]
	return d, ok && (kind != "files" || !ofMessage(code))
}

// ofMessage reports a defect of the message; plain files have none.
func ofMessage(code string) bool { return strings.HasPrefix(code, "XDO-") || code == "FIX-002" }

// DefectsOf lists the codes a plan of the kind may ask for, in order.
func DefectsOf(kind string) []string {
	m, ok := makers()[kind]
	if !ok {
		return slices.DeleteFunc(DefectCodes(), func(code string) bool { _, ok := defectOf(kind, code); return !ok })
	}
	codes := slices.Collect(maps.Keys(m.defects))
	for code := range defects {
		if _, general := defectOf(kind, code); general && !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// spoilMember changes the bytes of one member; the name is given without the folder
// of the delivery.
func spoilMember(name string, change func([]byte) []byte) func(*Parcel, *builder) error {
	return func(p *Parcel, _ *builder) error {
		m, err := p.member(name)
		if err != nil {
			return err
		}
		return m.change(change)
	}
}

// change alters the content, which is in memory after that.
func (m *Member) change(by func([]byte) []byte) error {
	data, err := m.bytes()
	if err != nil {
		return fmt.Errorf("change %s: %w", m.Name, err)
	}
	m.Data, m.Open = by(data), nil
	return nil
}

// dropMember takes a member out.
func dropMember(name string) func(*Parcel, *builder) error {
	return func(p *Parcel, _ *builder) error {
		m, err := p.member(name)
		if err != nil {
			return err
		}
		p.Remove(m.Name)
		return nil
	}
}
