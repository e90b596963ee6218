package generate

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
)

// DefectsOf lists the codes a plan of a kind may ask for, in order: those of its maker
// and those that spoil any container.
func DefectsOf(shelf kind.Shelf, name string) []string {
	m, ok := makerOf(shelf, name)
	if !ok {
		return nil
	}
	all := maps.Clone(ofContainers)
	maps.Copy(all, m.Defects)
	return slices.Sorted(maps.Keys(all))
}

// defectOf finds a defect: one of the maker, else one that spoils any container.
func defectOf(m sample.Maker, code string) (sample.Defect, bool) {
	if d, ok := m.Defects[code]; ok {
		return d, true
	}
	d, ok := ofContainers[code]
	return d, ok
}

func (b *builder) spoil(p *sample.Parcel, code string) error {
	d, _ := defectOf(b.maker, code)
	if err := d.Apply(p, b.Order); err != nil {
		return fmt.Errorf("defect %s: %w", code, err)
	}
	return nil
}

// ofContainers spoil the container of any delivery.
var ofContainers = map[string]sample.Defect{
	"SEC-001": {What: "ein Name führt aus dem Container hinaus",
		Apply: sample.Add(sample.Member{Name: "../../start.bat", Data: []byte("rem\n")})},
	"SEC-002": {What: "ein Name nennt ein Laufwerk", Apply: sample.Add(sample.Member{Name: "C:/start.bat", Data: []byte("rem\n")})},
	"SEC-003": {What: "ein Verweis liegt im Container", Apply: sample.Add(sample.Member{Name: "verweis.txt", Data: []byte("/etc/hostname"),
		Mode: fs.ModeSymlink | 0o777})},
	"NAM-001": {What: "ein Name ist unter Windows reserviert", Apply: sample.Add(sample.Member{Name: "CON.txt", Data: []byte("x\n")})},
	"CNT-001": {What: "der Container ist verschlüsselt gekennzeichnet", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Spoil = append(p.Spoil, encryptedFlag)
		return nil
	}},
	"CNT-002": {What: "der Container ist abgeschnitten", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Spoil = append(p.Spoil, func(z []byte) []byte { return z[:len(z)*3/4] })
		return nil
	}},
}

// ZIP signatures (APPNOTE 4.3) and the offsets of their flag words.
var (
	localHeader   = []byte("PK\x03\x04")
	centralHeader = []byte("PK\x01\x02")
)

const (
	localFlags   = 6
	centralFlags = 8
)

// encryptedFlag marks every entry as encrypted (bit 0).
func encryptedFlag(z []byte) []byte {
	for _, h := range []struct {
		magic []byte
		at    int
	}{{localHeader, localFlags}, {centralHeader, centralFlags}} {
		for i := 0; ; {
			k := bytes.Index(z[i:], h.magic)
			if k < 0 || i+k+h.at+2 > len(z) {
				break
			}
			i += k
			flags := z[i+h.at : i+h.at+2]
			binary.LittleEndian.PutUint16(flags, binary.LittleEndian.Uint16(flags)|1)
			i += len(h.magic)
		}
	}
	return z
}
