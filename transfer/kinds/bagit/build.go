package bagit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/record"
)

// Member is one file of a bag to be built.
type Member = fixity.Member

// BuildPlan says what bag to build.
type BuildPlan struct {
	Name       string   // folder of the bag, "" = none
	Version    string   // default 1.0; written in bagit.txt
	Algorithms []string // canonical; default sha-512
	Info       []record.Field
	Payload    []Member // names below data
	Created    time.Time
}

// Build gives all files of a bag: bagit.txt, bag-info.txt with Payload-Oxum and
// Bagging-Date, payload, manifests and tag manifests. Payload streams are read
// once for their digests. Errors: an unknown algorithm, those of a stream.
func Build(p BuildPlan) ([]Member, error) {
	if p.Version == "" {
		p.Version = "1.0"
	}
	if len(p.Algorithms) == 0 {
		p.Algorithms = []string{string(fixity.SHA512)}
	}
	payload := slices.Clone(p.Payload)
	slices.SortFunc(payload, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	for i := range payload {
		payload[i].Name = "data/" + payload[i].Name
	}
	sums, size, err := sumsOf(payload, p.Algorithms)
	if err != nil {
		return nil, err
	}
	var info strings.Builder
	for _, f := range p.Info {
		fmt.Fprintf(&info, "%s: %s\n", f.Name, f.Value)
	}
	if !p.Created.IsZero() {
		fmt.Fprintf(&info, "Bagging-Date: %s\n", p.Created.Format(time.DateOnly))
	}
	fmt.Fprintf(&info, "Payload-Oxum: %d.%d\n", size, len(payload))
	tags := []Member{
		{Name: "bagit.txt", Data: []byte("BagIt-Version: " + p.Version + "\nTag-File-Character-Encoding: UTF-8\n")},
		{Name: "bag-info.txt", Data: []byte(info.String())},
	}
	tags = append(tags, listsOf("manifest", payload, sums, p.Algorithms)...)
	tagSums, _, err := sumsOf(tags, p.Algorithms)
	if err != nil {
		return nil, err
	}
	out := append(tags, listsOf("tagmanifest", tags, tagSums, p.Algorithms)...)
	out = append(out, payload...)
	if p.Name != "" {
		for i := range out {
			out[i].Name = p.Name + "/" + out[i].Name
		}
	}
	return out, nil
}

func sumsOf(members []Member, algorithms []string) ([]map[string]string, int64, error) {
	algs := make([]fixity.Algorithm, len(algorithms))
	for i, a := range algorithms {
		algs[i] = fixity.Algorithm(a)
	}
	out := make([]map[string]string, len(members))
	var size int64
	for i, m := range members {
		k, err := m.Measure(algs...)
		if err != nil {
			return nil, 0, err
		}
		size += k.Size
		out[i] = k.Digests
	}
	return out, size, nil
}

var escapeName = strings.NewReplacer("%", "%25", "\n", "%0A", "\r", "%0D")

func listsOf(kind string, members []Member, sums []map[string]string, algorithms []string) []Member {
	var out []Member
	for _, a := range algorithms {
		var b strings.Builder
		for i, m := range members {
			fmt.Fprintf(&b, "%s  %s\n", sums[i][a], escapeName.Replace(m.Name))
		}
		name := kind + "-" + strings.NewReplacer("-", "", "/", "").Replace(a) + ".txt"
		out = append(out, Member{Name: name, Data: []byte(b.String())})
	}
	return out
}
