package beside

import (
	"archive/tar"
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// released is a package as version 0.1.0 wrote it; everything in it is invented.
const released = "testdata/released/aip/v1-aip.tar"

// sealed takes the released package out of the sources, in which the corpus is made.
func sealed(s *Set) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	for dir := root; ; dir = filepath.Dir(dir) {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(released)))
		if err == nil {
			return put("paket.tar", data)(s)
		}
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return err
		}
	}
}

const (
	mets        = "/METS.xml"
	seal        = "/METS.xml.sha512"
	premis      = "/metadata/preservation/premis.xml"
	description = "/metadata/descriptive/description.xml"
	claim       = "/representations/rep1/data/02_antrag.pdf"
)

func untar(b []byte) ([]member, error) {
	var out []member
	r := tar.NewReader(bytes.NewReader(b))
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		out = append(out, member{h.Name, data})
	}
}

// tampered changes the files of the package.
func tampered(by func([]member) []member) change {
	return alter("paket.tar", func(b []byte) []byte {
		members, err := untar(b)
		if err != nil {
			return b
		}
		return tarred(by(members)...)
	})
}

func find(members []member, name string) *member {
	for i := range members {
		if _, rest, _ := strings.Cut(members[i].name, "/"); "/"+rest == name {
			return &members[i]
		}
	}
	return nil
}

func hexSum(b []byte) string {
	sum := sha512.Sum512(b)
	return hex.EncodeToString(sum[:])
}

// within a file of the package a text is replaced; resealed as somebody would who knows
// the format: METS names the new digest and size, the seal that of METS.
func rewritten(name, old, new string, resealed bool) change {
	return tampered(func(members []member) []member {
		m := find(members, name)
		before, size := hexSum(m.data), fmt.Sprint(len(m.data))
		m.data = bytes.Replace(m.data, []byte(old), []byte(new), 1)
		if !resealed {
			return members
		}
		top := find(members, mets)
		if name != mets {
			top.data = bytes.Replace(top.data, []byte(before), []byte(hexSum(m.data)), 1)
			top.data = bytes.Replace(top.data, []byte(`SIZE="`+size+`"`), fmt.Appendf(nil, `SIZE="%d"`, len(m.data)), 1)
		}
		find(members, seal).data = []byte(hexSum(top.data) + "  METS.xml\n")
		return members
	})
}

var (
	again    = tampered(func(m []member) []member { return m })
	reversed = tampered(func(m []member) []member { slices.Reverse(m); return m })
)

// packages are the findings on a sealed archival package (A14, A15; CSIP).
func packages() []Case {
	return []Case{
		{Code: "AIP-001", Base: "archivpaket", Wrong: "das Paket ist ein Text", spoil: put("paket.tar", []byte(text)),
			Alike: "das Paket ist neu in ein TAR gepackt", near: again},
		{Code: "AIP-002", Base: "archivpaket", Wrong: "neben dem Ordner des Pakets liegt eine Datei",
			spoil: tampered(func(m []member) []member { return append(m, member{"zz/neu.txt", []byte(text)}) }),
			Alike: "die Dateien des Pakets stehen in anderer Reihenfolge im TAR",
			near:  reversed},
		{Code: "AIP-003", Base: "archivpaket", Wrong: "eine genannte Datei fehlt",
			spoil: tampered(func(m []member) []member {
				return slices.DeleteFunc(m, func(x member) bool { return strings.HasSuffix(x.name, claim) })
			}),
			Alike: "das Paket ist neu in ein TAR gepackt", near: again},
		{Code: "AIP-004", Base: "archivpaket", Wrong: "eine Datei liegt bei, die METS nicht nennt",
			spoil: tampered(func(m []member) []member {
				root, _, _ := strings.Cut(m[0].name, "/")
				return append(m, member{root + "/representations/rep1/data/neu.txt", []byte(text)})
			}),
			Alike: "die Dateien des Pakets stehen in anderer Reihenfolge im TAR",
			near:  reversed},
		{Code: "AIP-005", Base: "archivpaket", Wrong: "ein Byte einer Datei ist verändert",
			spoil: tampered(func(m []member) []member { find(m, claim).data[0] ^= 1; return m }),
			Alike: "die Beschreibung ist verändert, METS nennt ihre neue Prüfsumme und ist neu versiegelt",
			near:  rewritten(description, "UTF-8", "utf-8", true)},
		{Code: "AIP-006", Base: "archivpaket", Wrong: "eine Datei ist länger geworden",
			spoil: tampered(func(m []member) []member { f := find(m, claim); f.data = append(f.data, 'x'); return m }),
			Alike: "die Beschreibung ist länger geworden, METS nennt ihre neue Länge und ist neu versiegelt",
			near:  rewritten(description, "?>", "?><!-- geprüft -->", true)},
		{Code: "AIP-007", Base: "archivpaket", Wrong: "METS nennt einen Stand, den es nicht gibt",
			spoil: rewritten(mets, `RECORDSTATUS="NEW"`, `RECORDSTATUS="OLD"`, true),
			Alike: "um das Gleichheitszeichen vor dem Stand stehen Leerzeichen",
			near:  rewritten(mets, `RECORDSTATUS="NEW"`, `RECORDSTATUS = "NEW"`, true)},
		{Code: "AIP-008", Base: "archivpaket", Wrong: "PREMIS nennt ein Element, das es nicht gibt",
			spoil: rewritten(premis, "<originalName>", "<originalname>", true),
			Alike: "im Anfang eines Elements von PREMIS steht ein Leerzeichen",
			near:  rewritten(premis, "<originalName>", "<originalName >", true)},
		{Code: "AIP-009", Base: "archivpaket", Wrong: "die Beschreibung nennt eine Art, die es nicht gibt",
			spoil: rewritten(description, `kind="case"`, `kind="file"`, true),
			Alike: "die Beschreibung nennt die Art in einfachen Anführungszeichen",
			near:  rewritten(description, `kind="case"`, `kind='case'`, true)},
		{Code: "AIP-010", Base: "archivpaket", Wrong: "METS und Beschreibung nennen verschiedene Archivsignaturen",
			spoil: rewritten(description, `referenceCode="11842/103"`, `referenceCode="11842/999"`, true),
			Alike: "die Beschreibung nennt dieselbe Archivsignatur in einfachen Anführungszeichen",
			near:  rewritten(description, `referenceCode="11842/103"`, `referenceCode='11842/103'`, true)},
		{Code: "AIP-011", Base: "archivpaket", Wrong: "METS ist nach dem Versiegeln verändert",
			spoil: rewritten(mets, `RECORDSTATUS="NEW"`, `RECORDSTATUS='NEW'`, false),
			Alike: "METS ist verändert und neu versiegelt; sein Inhalt ist derselbe",
			near:  rewritten(mets, `RECORDSTATUS="NEW"`, `RECORDSTATUS='NEW'`, true)},
		{Code: "AIP-012", Base: "archivpaket", Wrong: "die Beschreibung ist von einer Fassung, die es noch nicht gibt",
			spoil: rewritten(description, `version="1"`, `version="99"`, true),
			Alike: "die Beschreibung nennt ihre Fassung in einfachen Anführungszeichen",
			near:  rewritten(description, `version="1"`, `version='1'`, true)},
	}
}
