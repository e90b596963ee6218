package website

import (
	"laufzettel/transfer/kind/sample"
)

// makers make a web area as website, warc or wacz.
func makers() (out []sample.Maker) {
	room := sample.Room[*Delivery]{Name: "webbereich", Kind: Kind{}, Build: func(o *sample.Order) (*Delivery, error) {
		return Sample{Kind: o.Kind, Pages: max(0, o.Units()-1), Clock: o.Clock, PDF: o.Papers()}.Build()
	}}
	for _, name := range []string{"website", "warc", "wacz"} {
		out = append(out, room.Maker(name, Defects(name), nil))
	}
	return out
}
