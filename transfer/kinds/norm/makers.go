package norm

import (
	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/kind/sample"
)

// makers make pairs of Originalnorm and Ausgabenorm.
func makers(messages message.Standard) []sample.Maker {
	room := sample.Room[*Pair]{Name: "normen", Build: func(o *sample.Order) (*Pair, error) {
		return Sample{Messages: messages, Created: o.Clock, PDF: o.Papers()}.Build()
	}}
	return []sample.Maker{room.Maker(Name, Defects(), nil).With(room.Defects(alike))}
}

// material holds the signed Originalnorm; who signed it is told by Issuers.
func material(messages message.Standard) func(sample.Workshop) (sample.Material, error) {
	return func(w sample.Workshop) (sample.Material, error) {
		p, err := Sample{Messages: messages, PDF: w.Paper}.Build()
		if err != nil {
			return sample.Material{}, err
		}
		s := sample.Material{Files: map[string][]byte{}, Issuers: SampleIssuer(),
			Fields: sample.Office(map[string]string{"name": "norm-2012-07", "title": p.Original.Title, "reference": "GVBl_I_07_2012",
				"archive": "Landesarchiv Musterland", "archiveId": "09000", "system": "Muster-Norm"})}
		for name, c := range map[string]*Container{Original: p.Original, Issue: p.Issue} {
			for f, data := range c.Files {
				s.Files[name+"/"+f] = data
			}
		}
		return s, nil
	}
}
