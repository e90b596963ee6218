package portion

// Converts tells whether a second representation of the packages can be made
// (A10): of what is packaged, never of registers and signed originals.
func (p *Presenter) Converts() bool {
	d := p.Detail
	switch d.State {
	case "packaged", "sent", "confirmed":
		return d.Running == nil && d.Kind != "register" && d.Kind != "norm"
	}
	return false
}

// doConvert asks for it, where it can be.
func (v *view) doConvert() {
	if v.p.Converts() {
		v.p.Do(Action{Verb: DoConvert}, nil)
	}
}
