package xdomea

import (
	"bytes"
	"strings"
	"testing"

	"laufzettel/transfer/record"
)

func TestTrim_KeepsTheChainAndTheCaseUnaltered(t *testing.T) {
	for _, number := range Versions() {
		message := written(t, number)[TypeTransfer]
		got, err := Trim(message, strings.ToUpper(uid(3)))
		if err != nil {
			t.Fatal(err)
		}
		m, findings, err := ReadMessage(bytes.NewReader(got))
		if err != nil || len(findings) > 0 {
			t.Fatal(err, findings)
		}
		var ids []string
		for o := range record.All(m.Objects) {
			ids = append(ids, o.ID[len(o.ID)-1:])
		}
		if s := strings.Join(ids, " "); s != "1 3 4 5 6" {
			t.Errorf("%s: objects %s, want dossier 1, case 3 and what lies in it", number, s)
		}
		// The case stands in both byte for byte.
		from := bytes.Index(message, []byte("<xdomea:Vorgang>"))
		to := bytes.Index(message, []byte("</xdomea:Vorgang>"))
		if !bytes.Contains(got, message[from:to]) {
			t.Errorf("%s: the case was altered", number)
		}
		if again, _ := Trim(message, uid(3)); !bytes.Equal(again, got) {
			t.Errorf("%s: second trim differs", number)
		}
		lintAll(t, number, map[string][]byte{"trimmed": got})
	}
}

func TestTrim_SampleMessagesStayValid(t *testing.T) {
	for _, s := range samples(t) {
		m, _, _ := ReadMessage(bytes.NewReader(s.xml))
		docs := map[string][]byte{}
		for o := range record.All(m.Objects) {
			b, err := Trim(s.xml, o.ID)
			if err != nil {
				t.Fatal(err)
			}
			docs[o.ID] = b
		}
		if len(docs) > 0 {
			lintAll(t, m.Version, docs)
		}
	}
}

func TestTrim_OtherEncodingAndByteOrderMark(t *testing.T) {
	message := string(written(t, "3.0.0")[TypeTransfer])
	latin := strings.NewReplacer("UTF-8", "ISO-8859-1", "ü", "\xfc", "ä", "\xe4", "–", "-").Replace(message)
	for name, in := range map[string]string{"latin1": latin, "bom": "\xef\xbb\xbf" + message} {
		got, err := Trim([]byte(in), uid(7))
		if err != nil {
			t.Fatal(name, err)
		}
		m, findings, _ := ReadMessage(bytes.NewReader(got))
		if m == nil || m.Objects[0].Subject != "Brücken" || !strings.Contains(string(got), "Schneeräumung") ||
			strings.Contains(string(got), "Bau einer") {
			t.Errorf("%s: %v\n%s", name, findings, got)
		}
	}
}

func TestTrim_UnknownObject(t *testing.T) {
	if _, err := Trim(written(t, "3.0.0")[TypeTransfer], uid(999)); err == nil {
		t.Error("an unknown object must be refused")
	}
	if _, err := Trim([]byte("<a/>"), uid(1)); err == nil {
		t.Error("a foreign document must be refused")
	}
}
