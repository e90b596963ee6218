package sample

import (
	"bytes"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Add puts a member into the delivery.
func Add(m Member) func(*Parcel, *Order) error {
	return func(p *Parcel, _ *Order) error { p.Members = append(p.Members, m); return nil }
}

// AddBeside puts a file into the folder of the delivery.
func AddBeside(name, data string) func(*Parcel, *Order) error {
	return func(p *Parcel, _ *Order) error {
		p.Members = append(p.Members, Member{Name: p.Name + "/" + name, Data: []byte(data)})
		return nil
	}
}

// Change changes the bytes of one member; the name is given as for Parcel.Member.
func Change(name string, by func([]byte) []byte) func(*Parcel, *Order) error {
	return func(p *Parcel, _ *Order) error {
		m, err := p.Member(name)
		if err != nil {
			return err
		}
		return m.Change(by)
	}
}

// Flip changes one bit in the middle of a member.
func Flip(name string) func(*Parcel, *Order) error { return Change(name, FlipMiddle) }

// FlipMiddle changes one bit in the middle.
func FlipMiddle(d []byte) []byte { d[len(d)/2] ^= 0x20; return d }

// AddLine adds a line to a member.
func AddLine(name, line string) func(*Parcel, *Order) error {
	return Change(name, func(data []byte) []byte { return append(data, line+"\n"...) })
}

// Replace replaces the first text of a member.
func Replace(name, old, new string) func(*Parcel, *Order) error {
	return Change(name, func(data []byte) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) })
}

// Between replaces what stands between two texts of a member.
func Between(name, from, to, text string) func(*Parcel, *Order) error {
	return Change(name, func(data []byte) []byte {
		i := bytes.Index(data, []byte(from))
		if i < 0 {
			return data
		}
		i += len(from)
		k := bytes.Index(data[i:], []byte(to))
		if k < 0 {
			return data
		}
		return slices.Concat(data[:i], []byte(text), data[i+k:])
	})
}

// Drop takes a member out.
func Drop(name string) func(*Parcel, *Order) error {
	return func(p *Parcel, _ *Order) error {
		m, err := p.Member(name)
		if err != nil {
			return err
		}
		p.Remove(m.Name)
		return nil
	}
}

// Nothing leaves the delivery as it is: a sound one causes the finding already.
func Nothing(*Parcel, *Order) error { return nil }

// RecordDefects spoil deliveries that hold the primary files of the invented records
// under their own names.
func RecordDefects() map[string]Defect {
	return map[string]Defect{
		"VOL-001": {"eine genannte Datei fehlt", dropLast},
		"VOL-002": {"eine Datei liegt bei, die niemand nennt", func(p *Parcel, o *Order) error {
			p.Members = append(p.Members, Member{Name: o.Source.UUID() + "_Nachtrag.txt", Data: []byte("steht in keiner Liste\n")})
			return nil
		}},
		"FMT-002": {"eine Datei hat ein anderes Format als ihre Endung", disguise},
		"NAM-004": {"zwei Namen unterscheiden sich nur in Groß- und Kleinschreibung", func(p *Parcel, _ *Order) error {
			last := p.Members[len(p.Members)-1]
			last.Name = strings.ToUpper(last.Name)
			p.Members = append(p.Members, last)
			return nil
		}},
	}
}

// dropLast removes the primary file named last.
func dropLast(p *Parcel, o *Order) error {
	name := ""
	for obj := range record.All(o.Roots) {
		for f := range obj.Files() {
			name = f.Name
		}
	}
	if p.Find(name) == nil {
		return failure.New(failure.Refused, "drop a primary file", wording.Say("hint.sample.no-primary-file"))
	}
	p.Remove(name)
	return nil
}

// disguise puts a picture where a PDF was.
func disguise(p *Parcel, o *Order) error {
	data, err := o.Picture()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.Members, func(m Member) bool { return strings.HasSuffix(m.Name, ".pdf") })
	if i < 0 {
		return failure.New(failure.Refused, "replace a PDF", wording.Say("hint.sample.no-pdf-file"))
	}
	return p.Members[i].Change(func([]byte) []byte { return data })
}
