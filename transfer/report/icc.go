package report

import (
	"encoding/binary"
	"math"
)

// SRGB gives the ICC profile our papers embed, for converters that need one.
func SRGB() []byte { return srgbProfile() }

// srgbProfile builds a small ICC 2.1 display profile for sRGB (IEC 61966-2-1):
// primaries adapted to D50 and the transfer curve as 1,024 points. It is made
// here, so that no third-party profile has to travel with the program.
func srgbProfile() []byte {
	type tag struct {
		name string
		data []byte
	}
	curve := iccCurve(1024)
	tags := []tag{
		{"desc", iccDescription("sRGB IEC61966-2.1")},
		{"cprt", append([]byte("text\x00\x00\x00\x00"), "No copyright, use freely\x00"...)},
		{"wtpt", iccXYZ(0.9642, 1, 0.8249)},
		{"rXYZ", iccXYZ(0.43607, 0.22249, 0.01392)},
		{"gXYZ", iccXYZ(0.38515, 0.71687, 0.09708)},
		{"bXYZ", iccXYZ(0.14307, 0.06061, 0.71410)},
		{"rTRC", curve}, {"gTRC", curve}, {"bTRC", curve},
	}
	head := make([]byte, 128)
	copy(head[4:], "\x00\x00\x00\x00\x02\x10\x00\x00mntrRGB XYZ ")
	for i, v := range []uint16{2026, 1, 1, 0, 0, 0} { // fixed: the profile never changes
		binary.BigEndian.PutUint16(head[24+2*i:], v)
	}
	copy(head[36:], "acsp")
	copy(head[68:], iccXYZ(0.9642, 1, 0.8249)[8:])

	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	var body []byte
	start := 128 + 4 + 12*len(tags)
	shared := -1
	for _, t := range tags {
		at := start + len(body)
		if t.name[1:] == "TRC" && shared >= 0 {
			at = shared
		} else {
			if t.name[1:] == "TRC" {
				shared = at
			}
			body = append(body, t.data...)
			for len(body)%4 != 0 {
				body = append(body, 0)
			}
		}
		table = append(table, t.name...)
		table = binary.BigEndian.AppendUint32(table, uint32(at))
		table = binary.BigEndian.AppendUint32(table, uint32(len(t.data)))
	}
	out := append(append(head, table...), body...)
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

func iccFixed(v float64) uint32 { return uint32(int32(math.Round(v * 65536))) }

func iccXYZ(x, y, z float64) []byte {
	b := []byte("XYZ \x00\x00\x00\x00")
	for _, v := range []float64{x, y, z} {
		b = binary.BigEndian.AppendUint32(b, iccFixed(v))
	}
	return b
}

func iccCurve(points int) []byte {
	b := []byte("curv\x00\x00\x00\x00")
	b = binary.BigEndian.AppendUint32(b, uint32(points))
	for i := range points {
		v := float64(i) / float64(points-1)
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		b = binary.BigEndian.AppendUint16(b, uint16(math.Round(v*65535)))
	}
	return b
}

func iccDescription(s string) []byte {
	b := []byte("desc\x00\x00\x00\x00")
	b = binary.BigEndian.AppendUint32(b, uint32(len(s)+1))
	b = append(b, s...)
	// NUL, then the empty Unicode and ScriptCode parts of a version 2 profile.
	return append(b, make([]byte, 1+4+4+2+1+67)...)
}
