package sample

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/wording"
)

// Member is one file of a delivery before it is packed.
type Member struct {
	Name string
	Data []byte                    // content, or
	Open func() (io.Reader, error) // content of large members, made while it is written
	Raw  bool                      // Name is written as it is, without the UTF-8 mark (CP850 names)
	Mode fs.FileMode               // type bits for links; 0 = ordinary file
}

// Content is the member for the builder of a package.
func (m Member) Content() fixity.Member {
	return fixity.Member{Name: m.Name, Data: m.Data, Open: m.Open}
}

// Contents gives members to the builder of a package.
func Contents(members []Member) (out []fixity.Member) {
	for _, m := range members {
		out = append(out, m.Content())
	}
	return out
}

// Reader gives the content anew. One that can be closed must be, unless it was
// read to its end.
func (m Member) Reader() (io.Reader, error) { return m.Content().Reader() }

// Bytes gives the content as a whole.
func (m Member) Bytes() ([]byte, error) {
	r, err := m.Reader()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Change alters the content, which is in memory after that.
func (m *Member) Change(by func([]byte) []byte) error {
	data, err := m.Bytes()
	if err != nil {
		return fmt.Errorf("change %s: %w", m.Name, err)
	}
	m.Data, m.Open = by(data), nil
	return nil
}

// Parcel is a delivery before it is packed, the thing defects work on.
type Parcel struct {
	Name string // container name without extension
	// Members are the files; of a large delivery only those before its primary
	// files, which are made while they are written.
	Members []Member
	Folder  bool      // write a folder instead of a ZIP
	Clock   time.Time // modification time of every member
	// Beside are files that lie beside the container (slip, list).
	Beside []Member
	// Spoil changes the bytes of the finished container.
	Spoil []func([]byte) []byte
}

// Of makes a parcel of what the builder of a package gives.
func Of(name string) func([]fixity.Member, error) (*Parcel, error) {
	return func(members []fixity.Member, err error) (*Parcel, error) {
		if err != nil {
			return nil, err
		}
		p := &Parcel{Name: name}
		p.Fill(members)
		return p, nil
	}
}

// Fill puts what the builder of a package gave in place of the members.
func (p *Parcel) Fill(members []fixity.Member) {
	p.Members = nil
	for _, m := range members {
		p.Members = append(p.Members, Member{Name: m.Name, Data: m.Data, Open: m.Open})
	}
}

// FillByPath puts files in place of the members, in the order of their paths.
func (p *Parcel) FillByPath(files map[string][]byte) {
	p.Members = nil
	for _, name := range slices.Sorted(maps.Keys(files)) {
		p.Members = append(p.Members, Member{Name: name, Data: files[name]})
	}
}

// Find gives the member of that name, or nil.
func (p *Parcel) Find(name string) *Member {
	i := slices.IndexFunc(p.Members, func(m Member) bool { return m.Name == name })
	if i < 0 {
		return nil
	}
	return &p.Members[i]
}

// Member finds a member by the end of its path, such as "bagit.txt", or by a folder,
// such as "data/"; the first in order counts. Error: Refused where there is none.
func (p *Parcel) Member(name string) (*Member, error) {
	for i, m := range p.Members {
		if m.Name == name || strings.HasSuffix(m.Name, "/"+name) || strings.HasSuffix(name, "/") && strings.Contains("/"+m.Name, "/"+name) {
			return &p.Members[i], nil
		}
	}
	return nil, failure.New(failure.Refused, "spoil "+name, wording.Say("hint.sample.not-contained", name))
}

// Remove takes a member out.
func (p *Parcel) Remove(name string) {
	p.Members = slices.DeleteFunc(p.Members, func(m Member) bool { return m.Name == name })
}
