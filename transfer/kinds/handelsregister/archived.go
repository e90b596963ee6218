package handelsregister

import (
	"bytes"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/fixity"
)

// Step is what was done to a delivery: who, when, what (2.2, administrative
// metadata).
type Step struct {
	At      time.Time
	What    string
	Outcome string
	Who     string
}

// Unit says what the archive made of a delivery: its reference code, level and title
// (2.2, descriptive metadata).
type Unit struct{ Code, Level, Title string }

// Archived completes the metadata of a delivery to the one metadata.xml of the
// archive package (D6): the steps of the archive, reference code, level and title are added,
// everything else stays as written. Error: statements that are not of this room.
func Archived(statements []byte, unit Unit, steps []Step) ([]byte, error) {
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
	attr("signatur", unit.Code)
	attr("stufe", unit.Level)
	attr("titel", unit.Title)
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

// DeliveredMetadata is where the metadata of the office lie in the archive package: the
// archive's own take their place, and nothing is left out.
const DeliveredMetadata = "dokumentation/abgeliefert-metadata.xml"

// IsSums says of a name in a delivery that it is a checksum list.
func IsSums(name string) bool { return checksumName(strings.ToLower(path.Base(name))) }

var sumLine = regexp.MustCompile(`^(([0-9A-Fa-f]{32}|[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64}|[0-9A-Fa-f]{128})[ \t]+\*?)(.+?)(\r?)$`)

// sumAlgorithms are the algorithms by the length of their digests.
var sumAlgorithms = map[int]fixity.Algorithm{32: fixity.MD5, 40: fixity.SHA1, 64: fixity.SHA256, 128: fixity.SHA512}

// Resummed is a checksum list for the archive package (D6): what it says of the office's
// metadata speaks of their new place, and a line for the archive's own is added; every
// other line stays as it is. A list that says nothing readable is given back.
func Resummed(list, metadata []byte) []byte {
	lines := strings.Split(string(list), "\n")
	for i, at := range slices.Backward(lines) {
		m := sumLine.FindStringSubmatch(at)
		if m == nil {
			continue
		}
		own, crlf := "", m[4]
		if h, ok := sumAlgorithms[len(m[2])]; ok {
			sum := h.New()
			sum.Write(metadata)
			own = strings.Replace(m[1], m[2], hex.EncodeToString(sum.Sum(nil)), 1) + "metadata.xml" + crlf
		}
		for k, line := range lines {
			if m := sumLine.FindStringSubmatch(line); m != nil && strings.EqualFold(strings.ReplaceAll(m[3], "\\", "/"), "metadata.xml") {
				lines[k] = m[1] + DeliveredMetadata + m[4]
			}
		}
		return []byte(strings.Join(slices.Insert(lines, i+1, own), "\n"))
	}
	return list
}

// Placed brings the files the metadata name to the archive package: the office's own
// metadata in their new place, the checksum list with its new size.
func Placed(metadata []byte, sums string, size int) []byte {
	metadata = regexp.MustCompile(`(<Datei name=")metadata\.xml"`).ReplaceAll(metadata, []byte(`${1}`+DeliveredMetadata+`"`))
	if sums == "" {
		return metadata
	}
	at := regexp.MustCompile(`(<Datei name="` + regexp.QuoteMeta(sums) + `" groesse=")[0-9]+`)
	return at.ReplaceAll(metadata, fmt.Appendf(nil, "${1}%d", size))
}
