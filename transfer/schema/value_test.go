package schema

import (
	"io"
	"strings"
	"testing"

	"laufzettel/transfer/check"
)

func TestTellValues(t *testing.T) {
	doc := "<a>\n <x:Dateiname attr='1'>CON.pdf</x:Dateiname>\n <code>" + strings.Repeat("9", 200) +
		"</code>\n <leer></leer>\n <weit>\n 7</weit>\n</a>"
	at := func(line int, name string) check.Finding {
		return check.Finding{Line: line, Expected: "ein Wert nach dem Muster des Schemas", Message: "Der Wert im Element „" + name +
			"“ hat nicht die vorgeschriebene Form."}
	}
	got := []check.Finding{at(2, "Dateiname"), at(3, "x:code"), at(4, "leer"), at(5, "weit"), at(99, "code"),
		{Line: 2, Message: "Etwas anderes."}}
	tellValues(got, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(doc)), nil })
	for i, want := range []string{"„CON.pdf“", "„" + strings.Repeat("9", maxValue) + "…“", "„“", "", "", ""} {
		if got[i].Found != want {
			t.Errorf("%d: found %q, want %q", i, got[i].Found, want)
		}
	}
	tellValues(got[:1], func() (io.ReadCloser, error) { return nil, io.ErrUnexpectedEOF }) // told already: not opened
}
