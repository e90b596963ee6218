package portion

import "laufzettel/views/portion/model"

// doConvert asks for it, where it can be.
func (v *view) doConvert() {
	if v.p.Converts() {
		v.p.Do(model.Action{Verb: model.DoConvert}, nil)
	}
}
