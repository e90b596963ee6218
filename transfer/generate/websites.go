package generate

import "laufzettel/transfer/kinds/website"

// websites is a web area as website, warc or wacz.
var websites = room[*website.Delivery]{"webbereich", website.Kind{}, func(b *builder) (*website.Delivery, error) {
	return website.Sample{Kind: b.Kind, Pages: max(0, b.units()-1), Clock: b.Clock, PDF: b.papersOf()}.Build()
}}
