// Package seed spoils sound samples of deliveries, so that each finding of a room
// has a delivery that causes it. The rooms of the kinds say what to spoil, package
// generate offers it as trial deliveries; no delivery of an office is ever touched.
package seed

// Sample is a sound delivery under construction.
type Sample interface {
	// All gives its files by path.
	All() (map[string][]byte, error)
}

// Defect is a mutation of a sound sample that causes the finding it is named by.
type Defect[S Sample] struct {
	What   string                  // German, for the help
	Change func(S)                 // before the files are written, nil = none
	Files  func(map[string][]byte) // on the files, nil = none
}

// Apply makes the files of a sample with one defect. The sample itself is changed.
func (x Defect[S]) Apply(s S) (map[string][]byte, error) {
	if x.Change != nil {
		x.Change(s)
	}
	files, err := s.All()
	if err == nil && x.Files != nil {
		x.Files(files)
	}
	return files, err
}
