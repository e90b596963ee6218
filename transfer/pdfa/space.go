package pdfa

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"unicode/utf8"

	"laufzettel/transfer/pdf"
)

// space is a colour space (ISO 32000-1, 8.6).
type space struct {
	kind    pdf.Name // DeviceGray … ICCBased, Indexed, Separation, DeviceN, Pattern
	base    *space   // of Indexed, Pattern, Separation and DeviceN (their alternate)
	n       int
	stream  *pdf.Stream // profile of ICCBased
	profile icc
	names   []pdf.Name // colourants
	array   pdf.Array
	spots   []*space // Separation spaces of Colorants
	obj     int
	missing bool // DeviceN without an entry for each spot colour
}

var abbreviations = map[pdf.Name]pdf.Name{"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed"}

// colours is the part of the check that looks at colour spaces and at the output
// intents they rest on.
type colours struct {
	c   *checker
	out outputIntents
}

// parseSpace reads a colour space. Names are looked up in res, nil for places
// where only device spaces and Pattern may be named.
func (cs *colours) parseSpace(v any, res *resourceChain, depth int) *space {
	if depth > 8 {
		return nil
	}
	ref, isRef := v.(pdf.Ref)
	if isRef {
		if s, ok := cs.c.walk.spaces[ref.Num]; ok {
			return s
		}
	}
	s := cs.newSpace(cs.c.f.Resolve(v), res, depth)
	if isRef && s != nil {
		s.obj = ref.Num
		cs.c.walk.spaces[ref.Num] = s
	}
	return s
}

func (cs *colours) newSpace(v any, res *resourceChain, depth int) *space {
	switch v := v.(type) {
	case pdf.Name:
		switch v {
		case "DeviceGray":
			return &space{kind: v, n: 1}
		case "DeviceRGB":
			return &space{kind: v, n: 3}
		case "DeviceCMYK":
			return &space{kind: v, n: 4}
		case "Pattern":
			return &space{kind: v}
		}
		if res == nil {
			return nil
		}
		found := res.find(cs.c, "ColorSpace", v)
		if found == nil {
			return nil
		}
		if n, ok := cs.c.f.Resolve(found).(pdf.Name); ok && n == v {
			return nil
		}
		return cs.parseSpace(found, res, depth+1)
	case pdf.Array:
		if len(v) == 0 {
			return nil
		}
		return cs.arraySpace(v, res, depth)
	}
	return nil
}

func (cs *colours) arraySpace(a pdf.Array, res *resourceChain, depth int) *space {
	s := &space{kind: cs.c.f.Name(a[0]), array: a}
	if long, ok := abbreviations[s.kind]; ok {
		s.kind = long
	}
	arg := func(i int) any {
		if i < len(a) {
			return a[i]
		}
		return nil
	}
	switch s.kind {
	case "DeviceGray", "DeviceRGB", "DeviceCMYK":
		return cs.newSpace(s.kind, nil, depth)
	case "CalGray":
		s.n = 1
	case "CalRGB", "Lab":
		s.n = 3
	case "ICCBased":
		s.stream = cs.c.f.Stream(arg(1))
		s.profile = cs.readICC(s.stream)
		if s.stream != nil {
			s.n, _ = cs.c.f.Int(s.stream.Dict["N"])
		}
	case "Indexed", "Pattern":
		s.base = cs.parseSpace(arg(1), res, depth+1)
		s.n = 1
	case "Separation":
		s.n = 1
		s.names = []pdf.Name{cs.c.f.Name(arg(1))}
		s.base = cs.parseSpace(arg(2), res, depth+1)
	case "DeviceN":
		for _, n := range cs.c.f.Array(arg(1)) {
			s.names = append(s.names, cs.c.f.Name(n))
		}
		s.n = len(s.names)
		s.base = cs.parseSpace(arg(2), res, depth+1)
		cs.colorants(s, cs.c.f.Dict(arg(4)), depth)
	default:
		return nil
	}
	return s
}

var processColours = nameSet("Cyan Magenta Yellow Black None")

// colorants reads the attributes of DeviceN (ISO 32000-1, table 71).
func (cs *colours) colorants(s *space, attrs pdf.Dict, depth int) {
	known := cs.c.f.Dict(attrs["Colorants"])
	var components []pdf.Name
	for _, v := range cs.c.f.Array(cs.c.f.Dict(attrs["Process"])["Components"]) {
		components = append(components, cs.c.f.Name(v))
	}
	for _, n := range s.names {
		if known[n] == nil && !processColours[n] && !slices.Contains(components, n) {
			s.missing = true
		}
	}
	for _, v := range known {
		if spot := cs.parseSpace(v, nil, depth+1); spot != nil {
			s.spots = append(s.spots, spot)
		}
	}
}

// blending names the space as a blending space: an ICC name, or CalRGB.
func (s *space) blending(*checker) string {
	switch s.kind {
	case "ICCBased":
		return s.profile.space
	case "CalRGB", "CalGray":
		return string(s.kind)
	}
	return ""
}

// usage is where a colour is used: which defaults and intents are in force.
type usage struct {
	res       *resourceChain
	page      *pageInfo
	blend     string // blending space in force
	overprint bool   // overprinting with mode 1 is set
}

// useSpace judges a colour space that is painted with.
func (cs *colours) useSpace(s *space, u usage, depth int) {
	if s == nil || depth > 8 {
		return
	}
	switch s.kind {
	case "DeviceGray", "DeviceRGB", "DeviceCMYK":
		cs.useDevice(s, u, depth)
	case "ICCBased":
		cs.useICC(s, u)
	case "Separation":
		cs.c.when(!utf8.ValidString(string(s.names[0])), ruleNameUTF8, s.obj)
		cs.checkSpot(s)
		cs.useSpace(s.base, u, depth+1)
	case "DeviceN":
		limit := 8
		if cs.c.fl.part > 1 {
			limit = 32
		}
		cs.c.when(len(s.names) > limit, ruleLimitDeviceN, s.obj)
		for _, n := range s.names {
			cs.c.when(!utf8.ValidString(string(n)), ruleNameUTF8, s.obj)
		}
		cs.c.when(s.missing, ruleColorants, s.obj)
		cs.useSpace(s.base, u, depth+1)
		for _, spot := range s.spots {
			cs.useSpace(spot, u, depth+1)
		}
	case "Indexed":
		cs.useSpace(s.base, u, depth+1)
	}
}

// device describes when a device space may be used.
var device = map[pdf.Name]struct {
	def, space, blend string
	id                ruleID
}{
	"DeviceGray": {"DefaultGray", "", "", ruleDeviceGray},
	"DeviceRGB":  {"DefaultRGB", "RGB ", "CalRGB", ruleDeviceRGB},
	"DeviceCMYK": {"DefaultCMYK", "CMYK", "", ruleDeviceCMYK},
}

// useDevice applies ISO 19005-1, 6.2.3.3, and ISO 19005-2, 6.2.4.3.
func (cs *colours) useDevice(s *space, u usage, depth int) {
	d := device[s.kind]
	if u.res != nil {
		if v := u.res.defaultSpace(cs.c, pdf.Name(d.def)); v != nil {
			if def := cs.parseSpace(v, u.res, 0); def != nil && def.kind != s.kind {
				cs.useSpace(def, u, depth+1)
				return
			}
		}
	}
	out := cs.out
	if u.page != nil {
		out = u.page.out
	}
	if out.present && (d.space == "" || out.space == d.space) {
		return
	}
	if cs.c.fl.part == 4 && d.space != "" && (u.blend == d.space || d.blend != "" && u.blend == d.blend) {
		return
	}
	cs.c.hit(d.id, s.obj)
}

// useICC judges an ICC based colour space (ISO 19005-1, 6.2.3.2).
func (cs *colours) useICC(s *space, u usage) {
	obj := s.obj
	if s.stream != nil {
		obj = s.stream.Num
	}
	p := s.profile
	good := p.ok && slices.Contains([]string{"prtr", "mntr", "scnr", "spac"}, p.class) &&
		slices.Contains([]string{"RGB ", "CMYK", "GRAY", "Lab "}, p.space) && cs.iccVersion(p)
	cs.c.when(!good, ruleIccProfile, obj)
	if !p.ok {
		cs.c.hit(ruleIccN, obj)
		return
	}
	cs.checkICCN(s.stream, p)
	if p.space != "CMYK" {
		return
	}
	cs.c.when(u.overprint, ruleIccOverprint, obj)
	if cs.c.fl.part == 4 {
		out := cs.out
		if u.page != nil {
			out = u.page.out
		}
		if out.profile != nil && (out.profile == s.stream || cs.sameStream(out.profile, s.stream)) {
			cs.c.hit(ruleIccSame, obj)
		}
	}
}

// sameStream compares two streams by the digest of their decoded data.
func (cs *colours) sameStream(a, b *pdf.Stream) bool {
	sum := func(s *pdf.Stream) [32]byte {
		data, _, _ := cs.c.f.Prefix(s, maxICC)
		return sha256.Sum256(data)
	}
	return a != nil && b != nil && sum(a) == sum(b)
}

// spot remembers how a spot colour was described first.
type spot struct {
	alternate, tint any
}

// checkSpot compares Separation spaces of the same name (ISO 19005-2, 6.2.4.4).
func (cs *colours) checkSpot(s *space) {
	if cs.c.fl.part == 1 || len(s.array) < 4 {
		return
	}
	name := string(s.names[0])
	first, ok := cs.c.walk.spots[name]
	now := spot{s.array[2], s.array[3]}
	if !ok {
		cs.c.walk.spots[name] = now
		return
	}
	if !cs.equal(first.alternate, now.alternate, 0) || !cs.equal(first.tint, now.tint, 0) {
		cs.c.hit(ruleSeparation, s.obj)
	}
}

// equal compares objects without regard to references and compression.
func (cs *colours) equal(a, b any, depth int) bool {
	if depth > 30 {
		return true
	}
	if reflect.TypeOf(a) == reflect.TypeFor[pdf.Ref]() && a == b {
		return true
	}
	a, b = cs.c.f.Resolve(a), cs.c.f.Resolve(b)
	switch x := a.(type) {
	case pdf.Array:
		y, ok := b.(pdf.Array)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !cs.equal(x[i], y[i], depth+1) {
				return false
			}
		}
		return true
	case pdf.Dict:
		y, ok := b.(pdf.Dict)
		return ok && cs.equalDict(x, y, depth, false)
	case *pdf.Stream:
		y, ok := b.(*pdf.Stream)
		return ok && (x == y || cs.equalDict(x.Dict, y.Dict, depth, true) && cs.sameStream(x, y))
	case pdf.String:
		y, ok := b.(pdf.String)
		return ok && string(x) == string(y)
	}
	if x, ok := pdf.Number(a); ok {
		y, ok := pdf.Number(b)
		return ok && x == y
	}
	return a == b
}

func (cs *colours) equalDict(x, y pdf.Dict, depth int, stream bool) bool {
	skip := func(k pdf.Name) bool {
		return stream && (k == "Length" || k == "Filter" || k == "DecodeParms")
	}
	for _, p := range [2][2]pdf.Dict{{x, y}, {y, x}} {
		for k, v := range p[0] {
			if !skip(k) && !cs.equal(v, p[1][k], depth+1) {
				return false
			}
		}
	}
	return true
}
