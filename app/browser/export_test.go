package browser

// Place is an address of the pages, for tests.
type Place struct {
	Path       string
	Gets, Does bool // it shows a page; it takes a form
}

// Places gives the table of routes.
func (s *Server) Places() (out []Place) {
	for _, x := range s.table() {
		out = append(out, Place{x.path, x.get != nil, x.post != nil})
	}
	return out
}

// PageKey is a row of the table of keys, for tests.
type PageKey = pageKey

// Keys gives the table of keys.
func Keys() (out []PageKey) {
	for _, room := range keyRooms {
		out = append(out, room.keys...)
	}
	return out
}
