package office

// Actor names who acts, the program where nobody is known.
func (of *Office) Actor() string {
	if p := of.Person(); p != "" {
		return p
	}
	return Program
}
