package generate

import (
	"bytes"
	"fmt"
	"path/filepath"

	"laufzettel/transfer/check"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
)

// File names of the papers beside a container.
const (
	slipName = "el_Lauf.xml"
	listName = "Ab_Lis.xml"
)

// papers writes routing slip and transfer list beside a finished container; the
// list names every file with its digest, the slip the digest of the container
// (A1, A6).
func (b *builder) papers(p *Parcel, dir, container string) error {
	agency := check.Agency{Name: b.Agency.Name, ID: b.Agency.ID}
	if err := b.withDigests(p); err != nil {
		return err
	}
	var list bytes.Buffer
	if err := slip.WriteList(&list, slip.ListOf(agency, b.Profile, b.Clock, b.Roots)); err != nil {
		return fmt.Errorf("write transfer list: %w", err)
	}
	sum, err := fixity.MeasureFile(container, fixity.SHA256)
	if err != nil {
		return fmt.Errorf("read container: %w", err)
	}
	s := slip.RoutingSlip{Agency: agency.Name, AgencyID: agency.ID, ProfileID: b.Profile, ListFile: listName, Status: slip.Offered,
		Created:    b.Clock,
		Containers: []slip.Container{{Name: filepath.Base(container), Algorithm: "sha-256", Digest: sum.Digests[string(fixity.SHA256)]}}}
	var out bytes.Buffer
	if err := slip.WriteSlip(&out, s); err != nil {
		return fmt.Errorf("write routing slip: %w", err)
	}
	for _, m := range []sample.Member{{Name: listName, Data: list.Bytes()}, {Name: slipName, Data: out.Bytes()}} {
		if err := writeMember(filepath.Join(dir, m.Name), m, p.Clock); err != nil {
			return err
		}
	}
	return nil
}

// withDigests gives every primary file of the tree its digest, for the list.
func (b *builder) withDigests(p *Parcel) error {
	named := map[string]*sample.Member{}
	for i, m := range p.Members {
		if named[m.Name] == nil {
			named[m.Name] = &p.Members[i]
		}
	}
	for o := range record.All(b.Roots) {
		for v := range o.Versions {
			for r := range o.Versions[v].Renditions {
				f := &o.Versions[v].Renditions[r].File
				m := named[f.Name]
				if m == nil || len(f.Digests) > 0 {
					continue
				}
				sum, err := digest(*m)
				if err != nil {
					return err
				}
				f.Digests = []record.Digest{{Algorithm: "sha-256", Value: sum}}
			}
		}
	}
	return nil
}
