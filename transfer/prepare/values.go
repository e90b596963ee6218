package prepare

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// maxMeta bounds a file of statements.
const maxMeta = 4 << 20

// ReadValues reads a file of statements: a JSON object of texts, or lines
// "Angabe: Wert", where Angabe is the key or the German label of a field, a line
// that begins with "#" says nothing and a line that begins with white space goes
// on with the value above. Error: Refused with a sentence that names the line.
func ReadValues(r io.Reader, fields []kind.Field) (kind.Values, error) {
	refuse := func(hint wording.Text, err error) error { return refusal("read statements", hint, err) }
	data, err := io.ReadAll(io.LimitReader(r, maxMeta+1))
	if err != nil {
		return nil, refuse(wording.Say("hint.prepare.statements-unreadable"), err)
	}
	if len(data) > maxMeta {
		return nil, refuse(wording.Say("hint.prepare.statements-too-large"), nil)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	out := kind.Values{}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		raw := map[string]string{}
		if err := json.Unmarshal(data, &raw); err != nil {
			return nil, refuse(wording.Say("hint.prepare.statements-no-json", err.Error()), err)
		}
		for k, v := range raw {
			out[KeyOf(k, fields)] = v
		}
		return out, nil
	}
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, maxMeta)
	last := ""
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimRight(sc.Text(), " \t\r")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case last != "" && strings.TrimLeft(line, " \t") != line:
			out[last] += "\n" + strings.TrimSpace(line)
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, refuse(wording.Say("hint.prepare.statements-bad-line", n), nil)
		}
		last = KeyOf(strings.TrimSpace(name), fields)
		out[last] = strings.TrimSpace(value)
	}
	if err := sc.Err(); err != nil {
		return nil, refuse(wording.Say("hint.prepare.statements-unreadable"), err)
	}
	return out, nil
}

// KeyOf finds a field by key or label and gives its key; an unknown name stays as it is and is told
// by Validate.
func KeyOf(name string, fields []kind.Field) string {
	for _, f := range fields {
		if strings.EqualFold(f.Key, name) || strings.EqualFold(f.Label, name) || strings.EqualFold(f.LabelEN, name) {
			return f.Key
		}
	}
	return name
}

// WriteTemplate writes an empty file of statements with what belongs where.
func WriteTemplate(w io.Writer, fields []kind.Field) error {
	b := bufio.NewWriter(w)
	for _, f := range fields {
		must := "freiwillig"
		if f.Required {
			must = "nötig"
		}
		fmt.Fprintf(b, "# %s (%s)", f.Help, must)
		if len(f.Choices) > 0 {
			fmt.Fprintf(b, " – %s", strings.Join(f.Choices, " | "))
		}
		fmt.Fprintf(b, "\n%s: %s\n", f.Label, f.Default)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write template: %w", err)
	}
	return nil
}
