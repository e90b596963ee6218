package pdf

import "errors"

// readXRefStream reads a cross-reference stream (ISO 32000-1, 7.5.8).
func (f *File) readXRefStream(off int64) (Section, error) {
	s := Section{Offset: off, Stream: true, KeywordEOL: true, SingleSpace: true}
	b := f.at(off, 32)
	pos := 0
	num, ok := digits(b, &pos)
	if !ok {
		return s, ErrDamaged
	}
	v, ok := f.objectAt(off, num)
	st, isStream := v.(*Stream)
	if !ok || !isStream || st.Dict["Type"] != Name("XRef") {
		return s, ErrDamaged
	}
	s.Trailer = st.Dict
	data, rest, err := f.Data(st)
	if err != nil || rest != "" {
		return s, ErrDamaged
	}
	return s, f.enterPacked(st.Dict, data)
}

func (f *File) enterPacked(d Dict, data []byte) error {
	w := [3]int{}
	a, _ := d["W"].(Array)
	if len(a) < 3 {
		return ErrDamaged
	}
	for i := range w {
		n, ok := a[i].(int64)
		if !ok || n < 0 || n > 8 {
			return ErrDamaged
		}
		w[i] = int(n)
	}
	width := w[0] + w[1] + w[2]
	size, _ := d["Size"].(int64)
	index, _ := d["Index"].(Array)
	if index == nil {
		index = Array{int64(0), size}
	}
	if width == 0 {
		return ErrDamaged
	}
	for i := 0; i+1 < len(index); i += 2 {
		first, ok1 := index[i].(int64)
		count, ok2 := index[i+1].(int64)
		if !ok1 || !ok2 || count < 0 {
			return ErrDamaged
		}
		for k := int64(0); k < count && len(data) >= width; k++ {
			if len(f.entries) > f.lim.Objects {
				return ErrLimit
			}
			kind := 1
			if w[0] > 0 {
				kind = int(number(data[:w[0]]))
			}
			x, y := number(data[w[0]:w[0]+w[1]]), number(data[w[0]+w[1]:width])
			data = data[width:]
			switch kind {
			case 0:
				f.enter(int(first+k), Entry{Free: true})
			case 1:
				f.enter(int(first+k), Entry{Offset: x, Gen: int(y)})
			case 2:
				f.enter(int(first+k), Entry{Offset: x, Gen: int(y), Packed: true})
			}
		}
	}
	return nil
}

func number(b []byte) (n int64) {
	for _, c := range b {
		n = n<<8 | int64(c)
	}
	return n
}

// packed gives an object from an object stream (ISO 32000-1, 7.5.7).
func (f *File) packed(container, num int) any {
	m, ok := f.packs[container]
	if !ok {
		m = f.unpack(container)
		f.packs[container] = m
	}
	return m[num]
}

func (f *File) unpack(container int) map[int]any {
	m := map[int]any{}
	if e := f.entries[container]; e.Packed {
		return m
	}
	s, ok := f.Load(container).(*Stream)
	if !ok {
		return m
	}
	data, rest, err := f.Data(s)
	n, ok1 := f.Int(s.Dict["N"])
	first, ok2 := f.Int(s.Dict["First"])
	if errors.Is(err, ErrLimit) || n > f.lim.Objects {
		f.budget.spent = true // objects are missing that the file has
	}
	if err != nil || rest != "" || !ok1 || !ok2 || first < 0 || first > len(data) {
		return m
	}
	head := Lexer{Buf: data[:first], Direct: true}
	for range min(n, f.lim.Objects) {
		num, ok1 := head.Next().(int64)
		off, ok2 := head.Next().(int64)
		if !ok1 || !ok2 || !f.budget.load() {
			break
		}
		if off < 0 || int64(first)+off > int64(len(data)) {
			continue
		}
		l := Lexer{Buf: data, Pos: first + int(off), Lint: &f.Lint, Obj: int(num)}
		v := l.Next()
		if _, twice := m[int(num)]; !twice && v != End {
			m[int(num)] = v
		}
	}
	return m
}
