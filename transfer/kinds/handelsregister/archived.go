package handelsregister

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"
)

// Step is what was done to a delivery: who, when, what (2.2, administrative
// metadata).
type Step struct {
	At      time.Time
	What    string
	Outcome string
	Who     string
}

// Archived completes the metadata of a delivery to the one metadata.xml of the
// archive package (D6): the steps of the archive and the reference code are added,
// everything else stays as written. Error: statements that are not of this room.
func Archived(statements []byte, referenceCode string, steps []Step) ([]byte, error) {
	const end = "</Ablieferung>"
	i := bytes.LastIndex(statements, []byte(end))
	if i < 0 || !bytes.Contains(statements, []byte(Namespace)) {
		return nil, fmt.Errorf("not the metadata of a commercial register")
	}
	var b bytes.Buffer
	b.Write(statements[:i])
	attr := func(name, value string) {
		if value == "" {
			return
		}
		b.WriteString(" " + name + `="`)
		_ = xml.EscapeText(&b, []byte(value)) // a bytes.Buffer does not fail
		b.WriteString(`"`)
	}
	b.WriteString(" <Bearbeitung")
	attr("signatur", referenceCode)
	b.WriteString(">")
	for _, s := range steps {
		b.WriteString("\n  <Schritt")
		attr("zeit", s.At.UTC().Format(time.RFC3339))
		attr("was", s.What)
		attr("ergebnis", s.Outcome)
		attr("wer", s.Who)
		b.WriteString("/>")
	}
	b.WriteString("\n </Bearbeitung>\n")
	b.Write(statements[i:])
	return b.Bytes(), nil
}
