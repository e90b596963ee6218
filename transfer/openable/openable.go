// Package openable says whether a document can be opened by anybody: it is not empty,
// not cut off, not filled with zeros, and asks for no password or key. It judges the outer
// build of common formats only (PDF, office files, pictures, films, mails); it validates
// nothing.
// What it does not know it calls open: a wrong alarm would send a sound file back.
package openable

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/compound"
	"laufzettel/transfer/wording"
)

// Obstacle is why a document cannot be opened.
type Obstacle string

// The obstacles; None and Restricted hinder nobody from reading.
const (
	None       Obstacle = ""
	Restricted Obstacle = "restricted" // an owner's password forbids printing or copying
	Empty      Obstacle = "empty"      // no byte
	Zero       Obstacle = "zero"       // nothing but zeros
	Password   Obstacle = "password"   // asks for a password
	Encrypted  Obstacle = "encrypted"  // for the holder of a key
	Cut        Obstacle = "cut"        // ends before its end
	Damaged    Obstacle = "damaged"    // contradicts itself
	Foreign    Obstacle = "foreign"    // not of the format its name claims, nor of another known one
	Pointer    Obstacle = "pointer"    // says only where the document lies: a shortcut, a link into a cloud
)

// Words says what the obstacle is; nothing of None.
func (o Obstacle) Words() wording.Text {
	if o == None {
		return wording.Text{}
	}
	return wording.Word("found.openable.", string(o))
}

// Reader is the content of a file.
type Reader interface {
	io.ReaderAt
	Size() int64
}

// Limits of what is read of one file.
const (
	tailBytes = 64 << 10
	maxOffice = 512 << 20 // bytes of an office file that are unpacked
	maxChunks = 1 << 20   // parts of a picture
	places    = 64        // places looked at for zeros
)

// Look judges a file by its bytes; name gives the extension it claims, known says
// that its format was recognised.
func Look(ctx context.Context, name string, known bool, c Reader) Obstacle {
	if c.Size() == 0 {
		return Empty
	}
	head := part(c, 0, 1024)
	ext := strings.ToLower(path.Ext(name))
	switch {
	case zeros(c):
		return Zero
	case bytes.Contains(head, []byte("%PDF-")):
		return lookPDF(ctx, c)
	case pointer(ext, head):
		return Pointer
	case sealed(head) || sealedText(head) || ext == ".eml" && sealedMail(c):
		return Encrypted
	case bytes.HasPrefix(head, []byte("PK\x03\x04")) && office[ext]:
		return lookOffice(ctx, name, c)
	case bytes.HasPrefix(head, []byte(compound.Signature)):
		if o := lookCompound(c, head); o != None || ext != ".msg" || !sealedOutlook(c) {
			return o
		}
		return Encrypted
	case len(head) >= 12 && string(head[4:8]) == "ftyp":
		return lookMovie(c)
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return lookJPEG(c)
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return lookPNG(c)
	case bytes.HasPrefix(head, []byte("GIF8")):
		return ends(c, []byte{0x3b})
	case bytes.HasPrefix(head, []byte("II*\x00")):
		return lookTIFF(c, binary.LittleEndian)
	case bytes.HasPrefix(head, []byte("MM\x00*")):
		return lookTIFF(c, binary.BigEndian)
	case bytes.HasPrefix(head, []byte("{\\rtf")):
		return lookRTF(c)
	case bytes.HasPrefix(head, []byte("RIFF")) && len(head) >= 12:
		return shorter(c, int64(binary.LittleEndian.Uint32(head[4:]))+8)
	case bytes.HasPrefix(head, []byte("BM")) && ext == ".bmp" && len(head) >= 6:
		return shorter(c, int64(binary.LittleEndian.Uint32(head[2:])))
	case !known && (own[ext] || office[ext]):
		return Foreign
	}
	return None
}

// office are extensions of documents that are ZIP inside, own of formats whose first
// bytes are known here.
var (
	office = set(".docx .docm .dotx .xlsx .xlsm .xltx .pptx .pptm .potx .ppsx .odt .ott .ods .ots .odp .otp .odg .odf .epub .vsdx")
	own    = set(".pdf .doc .xls .ppt .jpg .jpeg .png .gif .tif .tiff")
)

func set(names string) map[string]bool {
	out := map[string]bool{}
	for n := range strings.FieldsSeq(names) {
		out[n] = true
	}
	return out
}

// pointer reports what stands for a document and holds nothing of it: shortcuts of
// Windows (MS-SHLLINK 2.1) and of the Mac, addresses, documents of a cloud.
func pointer(ext string, head []byte) bool {
	has := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	switch ext {
	case ".url", ".website":
		return has("[InternetShortcut]")
	case ".webloc":
		return has("<plist") || has("bplist")
	case ".gdoc", ".gsheet", ".gslides", ".gdraw":
		return bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) && (has(`"url"`) || has(`"doc_id"`))
	}
	return bytes.HasPrefix(head, []byte("L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0"))
}

// part reads up to n bytes at off; fewer where the file ends. They are not to be changed:
// of a content in memory they are itself.
func part(c Reader, off, n int64) []byte {
	if off < 0 || off >= c.Size() {
		return nil
	}
	if b := inMemory(c); b != nil {
		return b[off:][:min(n, int64(len(b))-off)]
	}
	b := make([]byte, min(n, c.Size()-off))
	k, _ := c.ReadAt(b, off)
	return b[:k]
}

// inMemory gives a content that is in memory whole, else nil.
func inMemory(c Reader) []byte {
	m, ok := c.(interface{ Bytes() []byte })
	if !ok {
		return nil
	}
	b := m.Bytes()
	if int64(len(b)) != c.Size() {
		return nil
	}
	return b
}

func tail(c Reader) []byte { return part(c, max(0, c.Size()-tailBytes), tailBytes) }

// zeros looks at places spread over the file.
func zeros(c Reader) bool {
	step := max(1, c.Size()/places)
	for off := int64(0); off < c.Size(); off += step {
		if len(bytes.Trim(part(c, off, min(step, 512)), "\x00")) > 0 {
			return false
		}
	}
	return len(bytes.Trim(tail(c), "\x00")) == 0
}

// shorter: a file must be as long as its head says.
func shorter(c Reader, want int64) Obstacle {
	if c.Size() < want {
		return Cut
	}
	return None
}

// ends: the mark of the end stands in the last bytes; what writers append is allowed.
func ends(c Reader, mark []byte) Obstacle {
	if bytes.Contains(tail(c), mark) {
		return None
	}
	return Cut
}

// lookRTF: the whole is one group, so its last sign is the brace that ends it (RTF 1.9.1,
// syntax); blanks and zeros behind it are habits of writers.
func lookRTF(c Reader) Obstacle {
	if bytes.HasSuffix(bytes.TrimRight(tail(c), "\x00\x1a\r\n\t "), []byte("}")) {
		return None
	}
	return Cut
}

// lookJPEG follows the end: pictures of telephones carry more behind it.
func lookJPEG(c Reader) Obstacle {
	t := tail(c)
	if i := bytes.LastIndex(t, []byte{0xff, 0xd9}); i >= 0 {
		return None
	}
	return Cut
}
