package beside

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/generate"
)

// clock is the time of every member: the same call gives the same bytes.
var clock = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)

// member is a file of a container.
type member struct {
	name string
	data []byte
}

// generated writes a delivery into a folder of the set.
func generated(to string, plan generate.Plan) change {
	return func(s *Set) error {
		parcel, err := generate.Make(s.shelf, plan)
		if err != nil {
			return err
		}
		at, err := s.path(to)
		if err != nil {
			return err
		}
		_, err = parcel.Write(s.ctx, at)
		return err
	}
}

func unzip(data []byte) ([]member, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var out []member
	for _, f := range r.File {
		rc, err := f.Open()
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(rc)
		if err != nil {
			return nil, err
		}
		out = append(out, member{f.Name, content})
	}
	return out, nil
}

// zipped packs members in their order.
func zipped(members ...member) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: clock})
		if err == nil {
			_, err = f.Write(m.data)
		}
		if err != nil {
			panic(err) // a buffer takes what is written
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// tarred packs members in their order.
func tarred(members ...member) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		err := w.WriteHeader(&tar.Header{Name: m.name, Size: int64(len(m.data)), Mode: 0o644, ModTime: clock, Format: tar.FormatPAX})
		if err == nil {
			_, err = w.Write(m.data)
		}
		if err != nil {
			panic(err) // a buffer takes what is written
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// members reads a ZIP container of the set; at is its path.
func (s *Set) members(name string) (at string, list []member, err error) {
	if at, err = s.path(name); err != nil {
		return "", nil, err
	}
	data, err := os.ReadFile(at)
	if err != nil {
		return "", nil, err
	}
	if list, err = unzip(data); err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	return at, list, nil
}

// within changes the members of a ZIP container of the set.
func within(name string, by func([]member) ([]member, error)) change {
	return func(s *Set) error {
		at, members, err := s.members(name)
		if err != nil {
			return err
		}
		if members, err = by(members); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return os.WriteFile(at, zipped(members...), 0o644)
	}
}

// deep replaces the first place a pattern finds in the member of a container whose name
// ends so, by what is made of its first group.
func deep(container, suffix, pattern string, by func(string) string) change {
	re := regexp.MustCompile(pattern)
	return within(container, func(members []member) ([]member, error) {
		i := slices.IndexFunc(members, func(m member) bool { return strings.HasSuffix(m.name, suffix) })
		if i < 0 {
			return nil, fmt.Errorf("no member %s", suffix)
		}
		before := string(members[i].data)
		at := re.FindStringSubmatchIndex(before)
		if at == nil {
			return nil, fmt.Errorf("%s does not hold %s", members[i].name, pattern)
		}
		members[i].data = []byte(before[:at[2]] + by(before[at[2]:at[3]]) + before[at[3]:])
		return members, nil
	})
}

// anew changes a file of an export and says its new size and digest in export.xml; two
// empty texts add a remark at its end.
func anew(name, old, new string) change {
	return within(sentFile, func(members []member) ([]member, error) {
		at := func(name string) *member {
			return &members[slices.IndexFunc(members, func(m member) bool { return m.name == name })]
		}
		m, said := at(name), at("export.xml")
		before := fmt.Sprintf(`groesse="%d" verfahren="SHA-256" pruefsumme="%s"`, len(m.data), digest(m.data))
		if old == "" {
			m.data = append(m.data, "<!-- Ende -->\n"...)
		} else {
			m.data = bytes.Replace(m.data, []byte(old), []byte(new), 1)
		}
		after := fmt.Sprintf(`groesse="%d" verfahren="SHA-256" pruefsumme="%s"`, len(m.data), digest(m.data))
		if !bytes.Contains(said.data, []byte(before)) || before == after {
			return nil, fmt.Errorf("%s is not changed", name)
		}
		said.data = bytes.Replace(said.data, []byte(before), []byte(after), 1)
		return members, nil
	})
}

// inside replaces a text, wherever it stands, in the member of a container whose name
// ends so.
func inside(container, suffix string, pairs ...string) change {
	return within(container, func(members []member) ([]member, error) {
		i := slices.IndexFunc(members, func(m member) bool { return strings.HasSuffix(m.name, suffix) })
		if i < 0 {
			return nil, fmt.Errorf("no member %s", suffix)
		}
		before := string(members[i].data)
		after := strings.NewReplacer(pairs...).Replace(before)
		if after == before {
			return nil, fmt.Errorf("%s stays as it is", members[i].name)
		}
		members[i].data = []byte(after)
		return members, nil
	})
}

// renamed gives the first member of this ending another one.
func renamed(ending, to string) change {
	return within(sent, func(members []member) ([]member, error) {
		i := slices.IndexFunc(members, func(m member) bool { return strings.HasSuffix(m.name, ending) })
		if i < 0 {
			return nil, fmt.Errorf("no member %s", ending)
		}
		members[i].name = strings.TrimSuffix(members[i].name, ending) + to
		return members, nil
	})
}
