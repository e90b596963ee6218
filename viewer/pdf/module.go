package pdf

import (
	"bytes"
	"encoding/binary"
	"errors"
	_ "unsafe" // go:linkname

	_ "github.com/klippa-app/go-pdfium/webassembly" // holds the module
)

// embedded is PDFium as go-pdfium carries it. The library takes another module
// (Config.WASM) but does not give its own.
//
//go:linkname embedded github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var embedded []byte

// module is PDFium with its own limit of memory lowered to Memory. PDFium says
// 2 GiB; wazero either reserves what the module says or grows by copying, which for a
// moment takes twice the memory: only a module that says less can have its memory
// reserved and limited at once.
func module() ([]byte, error) {
	if len(embedded) == 0 {
		return nil, errors.New("PDFium is not in this program")
	}
	out := bytes.Clone(embedded)
	const head, memorySection = 8, 5
	for at := head; at < len(out); {
		id := out[at]
		size, n := binary.Uvarint(out[at+1:])
		body := at + 1 + n
		if n <= 0 || size > uint64(len(out)-body) {
			break
		}
		if id == memorySection {
			return out, lower(out[body : body+int(size)])
		}
		at = body + int(size)
	}
	return nil, errors.New("PDFium without a memory section")
}

// lower writes Memory over the greatest size in a memory section: one memory,
// with limits (WebAssembly core 5.5.8), in as many bytes as before.
func lower(section []byte) error {
	if len(section) < 2 || section[0] != 1 || section[1] != 1 {
		return errors.New("PDFium's memory has no greatest size")
	}
	_, n := binary.Uvarint(section[2:])
	most, k := binary.Uvarint(section[2+max(n, 0):])
	if n <= 0 || k <= 0 || most < Memory/wasmPage {
		return errors.New("PDFium's memory section is not understood")
	}
	limit := uint64(Memory / wasmPage)
	for i := range k {
		section[2+n+i] = byte(limit&0x7F) | 0x80
		limit >>= 7
	}
	section[2+n+k-1] &= 0x7F
	if limit != 0 {
		return errors.New("PDFium's memory section is too short")
	}
	return nil
}
