package generate

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/record"
)

// defect is a mutation that must cause the finding it is named by.
type defect struct {
	what  string // German, for the help
	apply func(p *Parcel, b *builder) error
}

// Defects lists the codes a plan may ask for, with what is done.
func Defects() map[string]string {
	out := map[string]string{}
	for code, d := range defects {
		out[code] = d.what
	}
	return out
}

// DefectCodes gives the codes in order.
func DefectCodes() []string { return slices.Sorted(maps.Keys(defects)) }

func spoilParcel(p *Parcel, code string, b *builder) error {
	d, _ := defectOf(b.Kind, code)
	if err := d.apply(p, b); err != nil {
		return fmt.Errorf("defect %s: %w", code, err)
	}
	return nil
}

var defects = map[string]defect{
	"VOL-001": {"eine genannte Datei fehlt", func(p *Parcel, b *builder) error { return b.dropLast(p) }},
	"VOL-002": {"eine Datei liegt bei, die niemand nennt", func(p *Parcel, b *builder) error {
		p.Members = append(p.Members, Member{Name: b.s.uuid() + "_Nachtrag.txt", Data: []byte("steht in keiner Liste\n")})
		return nil
	}},
	"FIX-002": {"ein Byte unter einem Hash der Nachricht ist verändert (nur 4.0.0)", func(p *Parcel, b *builder) error {
		if b.Version != "4.0.0" {
			return failure.New(failure.Refused, "change a byte under a hash", "Nur Nachrichten der Version 4.0.0 nennen Hashwerte. Bitte --version 4.0.0 angeben.")
		}
		return p.Members[len(p.Members)-1].change(func(d []byte) []byte { d[len(d)/2] ^= 0x20; return d })
	}},
	"FMT-002": {"eine Datei hat ein anderes Format als ihre Endung", func(p *Parcel, b *builder) error {
		data, err := plan(b.s, caption{})
		if err != nil {
			return err
		}
		i := slices.IndexFunc(p.Members, func(m Member) bool { return strings.HasSuffix(m.Name, ".pdf") })
		if i < 0 {
			return failure.New(failure.Refused, "replace a PDF", "Diese Lieferung hat keine PDF-Datei, die ein anderes Format haben könnte. Bitte „pdf“ in --mix aufnehmen.")
		}
		return p.Members[i].change(func([]byte) []byte { return data })
	}},
	"XDO-001": {"die Nachricht bricht mitten im XML ab", inMessage(func(x []byte) []byte { return x[:len(x)*2/3] })},
	"XDO-002": {"die Nachricht bringt eine Entität mit (DOCTYPE)", inMessage(func(x []byte) []byte {
		return bytes.Replace(x, []byte("?>"), []byte("?>\n<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>"), 1)
	})},
	"XDO-006": {"die Nachricht enthält ein unbekanntes Element", inMessage(func(x []byte) []byte {
		return bytes.Replace(x, []byte("<xdomea:AllgemeineMetadaten>"), []byte("<xdomea:AllgemeineMetadaten><xdomea:Raumklima>19</xdomea:Raumklima>"), 1)
	})},
	"XDO-010": {"der Nachrichtentyp im Kopf ist ein anderer", inMessage(func(x []byte) []byte {
		return bytes.Replace(x, []byte("<code>0503</code>"), []byte("<code>0501</code>"), 1)
	})},
	"XDO-013": {"die ProzessID im Kopf ist eine andere", func(p *Parcel, b *builder) error {
		return b.rewrite(p, func(d *xdomea.Draft) { d.Head.ProcessID = b.s.uuid() })
	}},
	"XDO-023": {"zwei Objekte tragen dieselbe ID", func(p *Parcel, b *builder) error {
		cases := b.roots[0].Children
		cases[len(cases)-1].ID = cases[0].ID
		return b.rewrite(p, nil)
	}},
	"XDO-030": {"eine Laufzeit endet vor ihrem Beginn", func(p *Parcel, b *builder) error {
		s := &b.roots[0].Children[0].Span
		s.From, s.To = "2012-05-01", "2010-05-01"
		return b.rewrite(p, nil)
	}},
	"XDO-045": {"ein Vorgang ist VS-Vertraulich", func(p *Parcel, b *builder) error {
		b.roots[0].Children[0].Confidentiality = "004"
		return b.rewrite(p, nil)
	}},
	"SEC-001": {"ein Name führt aus dem Container hinaus", addMember(Member{Name: "../../start.bat", Data: []byte("rem\n")})},
	"SEC-002": {"ein Name nennt ein Laufwerk", addMember(Member{Name: "C:/start.bat", Data: []byte("rem\n")})},
	"SEC-003": {"ein Verweis liegt im Container", addMember(Member{Name: "verweis.txt", Data: []byte("/etc/hostname"), Mode: fs.ModeSymlink | 0o777})},
	"NAM-001": {"ein Name ist unter Windows reserviert", addMember(Member{Name: "CON.txt", Data: []byte("x\n")})},
	"NAM-004": {"zwei Namen unterscheiden sich nur in Groß- und Kleinschreibung", func(p *Parcel, b *builder) error {
		last := p.Members[len(p.Members)-1]
		last.Name = strings.ToUpper(last.Name)
		p.Members = append(p.Members, last)
		return nil
	}},
	"CNT-001": {"der Container ist verschlüsselt gekennzeichnet", func(p *Parcel, _ *builder) error {
		p.Spoil = append(p.Spoil, encryptedFlag)
		return nil
	}},
	"CNT-002": {"der Container ist abgeschnitten", func(p *Parcel, _ *builder) error {
		p.Spoil = append(p.Spoil, func(z []byte) []byte { return z[:len(z)*3/4] })
		return nil
	}},
}

func addMember(m Member) func(*Parcel, *builder) error {
	return func(p *Parcel, _ *builder) error { p.Members = append(p.Members, m); return nil }
}

// inMessage changes the bytes of the message.
func inMessage(change func([]byte) []byte) func(*Parcel, *builder) error {
	return func(p *Parcel, b *builder) error {
		m := p.Find(b.messageName())
		if m == nil {
			return failure.New(failure.Refused, "change the message", "Diese Art von Lieferung hat keine Nachricht.")
		}
		return m.change(change)
	}
}

// rewrite writes the message anew after the tree or the head changed.
func (b *builder) rewrite(p *Parcel, change func(*xdomea.Draft)) error {
	data, err := b.message(change)
	if err != nil {
		return err
	}
	return inMessage(func([]byte) []byte { return data })(p, b)
}

// dropLast removes the primary file named last.
func (b *builder) dropLast(p *Parcel) error {
	name := ""
	for o := range record.All(b.roots) {
		for f := range o.Files() {
			name = f.Name
		}
	}
	if p.Find(name) == nil {
		return failure.New(failure.Refused, "drop a primary file", "Diese Lieferung hat keine Primärdatei, die fehlen könnte.")
	}
	p.Remove(name)
	return nil
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
