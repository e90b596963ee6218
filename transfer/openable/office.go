package openable

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	"laufzettel/transfer/container"
)

// lookOffice opens a document that is ZIP inside and reads every part of it.
func lookOffice(ctx context.Context, name string, c Reader) Obstacle {
	t, err := container.OpenAt(ctx, name, c, c.Size(), container.Options{})
	if refused, ok := errors.AsType[*container.Refused](err); ok {
		for _, f := range refused.Faults {
			switch f.Code {
			case container.Encrypted:
				return Password
			case container.Damaged, container.NoContainer:
				return Cut
			case container.HeaderDiffers, container.Overlap:
				return Damaged
			}
		}
		return None // odd, and told by the gate where containers are opened
	}
	if err != nil {
		return None
	}
	defer t.Close()
	out, left, seen := None, int64(maxOffice), newParts(name)
	err = t.Files(ctx, func(e container.Entry) error {
		if left -= e.Size; left < 0 {
			return io.EOF
		}
		rc, err := t.Open(ctx, e.Path)
		if err != nil {
			return err
		}
		defer rc.Close()
		if e.Path == "META-INF/manifest.xml" {
			seen.names[strings.ToLower(e.Path)] = true
			b, err := io.ReadAll(io.LimitReader(rc, 4<<20))
			if bytes.Contains(b, []byte("encryption-data")) {
				out = Password
			}
			return err
		}
		return seen.see(e.Path, rc)
	})
	if err != nil && !errors.Is(err, io.EOF) && ctx.Err() == nil {
		return Damaged
	}
	if out != None || err != nil {
		return out
	}
	return seen.judge()
}

// lookCompound judges an OLE compound file ([MS-CFB] 2.2, 2.3, 2.6): all sectors that
// are in use lie in the file; an encrypted document holds a stream of that name.
func lookCompound(c Reader, head []byte) Obstacle {
	if len(head) < 512 {
		return Cut
	}
	shift := binary.LittleEndian.Uint16(head[30:])
	if shift != 9 && shift != 12 {
		return Damaged
	}
	sector := int64(1) << shift
	at := func(n uint32) int64 { return (int64(n) + 1) * sector }
	count := int64(binary.LittleEndian.Uint32(head[44:]))
	var fat []uint32
	for i := range min(count, 109) {
		n := binary.LittleEndian.Uint32(head[76+i*4:])
		if n >= 0xfffffffa {
			break
		}
		b := part(c, at(n), sector)
		if int64(len(b)) < sector {
			return Cut
		}
		for k := int64(0); k < sector; k += 4 {
			fat = append(fat, binary.LittleEndian.Uint32(b[k:]))
		}
	}
	last := -1
	for i, next := range fat {
		if next != 0xffffffff {
			last = i
		}
	}
	// The last sector may be short in files of careless writers.
	if last >= 0 && at(uint32(last)) >= c.Size() {
		return Cut
	}
	return directory(c, binary.LittleEndian.Uint32(head[48:]), fat, at, sector)
}

// directory looks through the names of a compound file.
func directory(c Reader, n uint32, fat []uint32, at func(uint32) int64, sector int64) Obstacle {
	names := map[string]uint32{}
	for steps := 0; n < 0xfffffffa && steps < len(fat)+1; steps++ {
		b := part(c, at(n), sector)
		if len(b) == 0 {
			return Cut
		}
		for k := 0; k+128 <= len(b); k += 128 {
			if size := int(binary.LittleEndian.Uint16(b[k+64:])); size >= 2 && size <= 64 {
				names[utf16le(b[k:k+size-2])] = binary.LittleEndian.Uint32(b[k+116:])
			}
		}
		if int(n) >= len(fat) {
			break
		}
		n = fat[n]
	}
	if _, ok := names["EncryptedPackage"]; ok {
		return Password
	}
	if start, ok := names["WordDocument"]; ok {
		// FIB, [MS-DOC] 2.5.2: bit fEncrypted of the flags at byte 10
		if b := part(c, at(start), 12); len(b) == 12 && binary.LittleEndian.Uint16(b) == 0xa5ec && b[11]&1 != 0 {
			return Password
		}
	}
	for _, book := range []string{"Workbook", "Book"} {
		if start, ok := names[book]; ok && filePass(part(c, at(start), sector)) {
			return Password
		}
	}
	return None
}

// filePass reports the record FILEPASS behind the first record of a workbook
// ([MS-XLS] 2.4.117).
func filePass(b []byte) bool {
	for range 8 {
		if len(b) < 4 {
			return false
		}
		kind, n := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		if kind == 0x2f {
			return true
		}
		if 4+n > len(b) {
			return false
		}
		b = b[4+n:]
	}
	return false
}

func utf16le(b []byte) string {
	var u []uint16
	for p := range slices.Chunk(b, 2) {
		if len(p) == 2 {
			u = append(u, binary.LittleEndian.Uint16(p))
		}
	}
	return string(utf16.Decode(u))
}
