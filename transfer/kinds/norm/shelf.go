package norm

import (
	"time"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/message"
)

// New is the kind for the shelf: messages is the standard of the messages inside its
// containers, now the clock its signatures are judged by.
func New(now func() time.Time, messages message.Standard) kind.Kind {
	return kind.Kind{Name: Name, Check: Kind{Messages: messages, Now: now}, Codes: Codes, Builder: normBuilder{messages}, Place: 6,
		Samples: makers(messages), Material: material(messages)}
}
