package mail

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/richardlehane/mscfb"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"laufzettel/transfer/compound"
	"laufzettel/transfer/stop"
	"laufzettel/viewer"
)

// Property tags of MS-OXPROPS that are shown, and their types (MS-OXCDATA 2.11.1).
const (
	tagSubject   = 0x0037
	tagSubmitted = 0x0039
	tagSender    = 0x0C1A
	tagSenderAdr = 0x0C1F
	tagTo        = 0x0E04
	tagCc        = 0x0E03
	tagBody      = 0x1000
	tagRTF       = 0x1009 // compressed; not read
	tagHTML      = 0x1013
	tagData      = 0x3701
	tagName      = 0x3704
	tagLongName  = 0x3707
	tagMIME      = 0x370E

	typeUnicode = 0x001F
	typeString8 = 0x001E
	typeBinary  = 0x0102

	maxEntries = 20_000
)

// readOutlook reads an Outlook message: streams "__substg1.0_TTTTYYYY" at the top
// for the mail, inside "__attach_version1.0_#N" for attachments (MS-OXMSG 2.1, 2.2).
func readOutlook(ctx context.Context, src viewer.Source, m *letter) error {
	r, err := compound.Open(src.Content, src.Size)
	if err != nil {
		return err
	}
	texts := map[int]string{}
	var sent time.Time
	attachments := map[string]*part{}
	var order []string
	for n := 0; ; n++ {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if n > maxEntries {
			return fmt.Errorf("more than %d streams", maxEntries)
		}
		top := ""
		if len(f.Path) > 0 {
			top = f.Path[0]
		}
		switch tag, typ := property(f.Name); {
		case len(f.Path) == 0 && strings.HasPrefix(f.Name, "__properties"):
			sent = submitted(f)
		case len(f.Path) == 0 && tag >= 0:
			s, ok, err := readText(f, typ, int(min(maxBody, src.Size)))
			m.broken(err)
			if ok {
				texts[tag] = s
			}
		case strings.HasPrefix(top, "__attach"):
			a := attachments[top]
			if a == nil {
				a = &part{id: top, closed: true}
				attachments[top] = a
				order = append(order, top)
			}
			if len(f.Path) == 1 {
				a.take(f, tag, typ, src.Size)
			}
		}
	}
	if len(texts) == 0 {
		return errors.New("no properties of a mail")
	}
	m.outlookHead(texts, sent)
	for _, id := range order {
		a := attachments[id]
		m.add(a.Name, a.MIME, a.Size, a.id, a.closed)
	}
	return nil
}

func (m *letter) outlookHead(texts map[int]string, sent time.Time) {
	from := texts[tagSender]
	if adr := texts[tagSenderAdr]; adr != "" && adr != from && strings.Contains(adr, "@") {
		from += " <" + adr + ">"
	}
	m.fact("Von", from)
	m.fact("An", texts[tagTo])
	m.fact("Kopie", texts[tagCc])
	if !sent.IsZero() {
		m.fact("Datum", sent.Format("02.01.2006 15:04 -0700"))
	}
	m.fact("Betreff", texts[tagSubject])
	m.plain, m.html = texts[tagBody], texts[tagHTML]
	if m.plain == "" && m.html == "" && texts[tagRTF] != "" {
		m.lack("Der Text der Nachricht liegt nur als RTF in der Datei und wird nicht gezeigt.")
	}
}

// property reads tag and type from a stream name; -1 where it is none.
func property(name string) (tag, typ int) {
	hex, ok := strings.CutPrefix(name, "__substg1.0_")
	if !ok || len(hex) < 8 {
		return -1, 0
	}
	v, err := strconv.ParseUint(hex[:8], 16, 32)
	if err != nil {
		return -1, 0
	}
	return int(v >> 16), int(v & 0xFFFF)
}

// take reads a property of an attachment. Its content is not read; it cannot be
// larger than the file.
func (a *part) take(f *mscfb.File, tag, typ int, most int64) {
	switch tag {
	case tagName, tagLongName:
		if s, ok, _ := readText(f, typ, 4096); ok && s != "" && (tag == tagLongName || a.Name == "") {
			a.Name = s
		}
	case tagMIME:
		a.MIME, _, _ = readText(f, typ, 256)
	case tagData:
		a.Size = f.Size
		a.closed = typ != typeBinary || f.Size > most
	}
}

// writeOutlook writes the content of the attachment in the storage id to w.
func writeOutlook(ctx context.Context, src viewer.Source, id string, w io.Writer) error {
	r, err := compound.Open(src.Content, src.Size)
	if err != nil {
		return err
	}
	for range maxEntries {
		f, err := r.Next()
		if err != nil {
			return err
		}
		if tag, _ := property(f.Name); tag == tagData && len(f.Path) == 1 && f.Path[0] == id {
			n, err := io.Copy(w, stop.Reader(ctx, io.LimitReader(f, f.Size)))
			if err == nil && n < f.Size {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
	}
	return errors.New("attachment not found again")
}

// readText gives a text property; false for one of another type. Error: it is damaged.
func readText(f *mscfb.File, typ, limit int) (string, bool, error) {
	if typ != typeUnicode && typ != typeString8 && typ != typeBinary {
		return "", false, nil
	}
	raw, err := io.ReadAll(io.LimitReader(f, min(f.Size, int64(limit))))
	if err != nil {
		return "", false, err
	}
	decoder := charmap.Windows1252.NewDecoder()
	if typ == typeUnicode {
		decoder = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder()
	}
	if typ == typeBinary { // an HTML body states its charset itself; mostly UTF-8 or Windows-1252
		return decoded(raw, ""), true, nil
	}
	out, err := decoder.Bytes(raw)
	if err != nil {
		return "", false, err
	}
	return strings.TrimRight(string(out), "\x00"), true, nil
}

// submitted finds the time of sending in the property stream: 32 bytes of head,
// then entries of 16 bytes (MS-OXMSG 2.4).
func submitted(f *mscfb.File) time.Time {
	raw, err := io.ReadAll(io.LimitReader(f, 1<<20))
	if err != nil {
		return time.Time{}
	}
	for at := 32; at+16 <= len(raw); at += 16 {
		if binary.LittleEndian.Uint32(raw[at:]) != tagSubmitted<<16|0x0040 {
			continue
		}
		// FILETIME: 100 ns since 1601-01-01.
		ticks := int64(binary.LittleEndian.Uint64(raw[at+8:]))
		const toUnix = 116444736000000000
		if ticks > toUnix && ticks < toUnix+4e18 {
			return time.Unix(0, (ticks-toUnix)*100).UTC()
		}
	}
	return time.Time{}
}
