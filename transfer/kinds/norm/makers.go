package norm

import (
	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/kind/sample"
)

// makers make pairs of Originalnorm and Ausgabenorm.
func makers(messages message.Standard) []sample.Maker {
	return []sample.Maker{sample.Room[*Pair]{Name: "normen", Build: func(o *sample.Order) (*Pair, error) {
		return Sample{Messages: messages, Created: o.Clock, PDF: o.Papers()}.Build()
	}}.Maker(Name, Defects(), nil)}
}
