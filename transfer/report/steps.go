package report

import "slices"

// maxAlike is how many steps of one day that say the same stand one by one.
const maxAlike = 100

// Steps gathers the steps of an accession in their order. More than a hundred of one day that
// differ in nothing but the object and the time become one, with their count and the times of
// the first and the last: nobody reads a line for each of 200,000 files of a share, and each
// stands in the event log.
type Steps struct {
	list  []Step
	alike map[alikeness][]int // their places in list; of those that became one the first
}

type alikeness struct{ day, title, outcome, agent string }

// Add enters a step.
func (s *Steps) Add(step Step) {
	if s.alike == nil {
		s.alike = map[alikeness][]int{}
	}
	key := alikeness{day(step.Time), step.Title, step.Outcome, step.Agent}
	at := s.alike[key]
	switch {
	case len(at) > 0 && s.list[at[0]].Count > 0:
		s.list[at[0]].join(step)
	case len(at) == maxAlike:
		first := &s.list[at[0]]
		first.Count, first.Detail = 1, ""
		for _, i := range at[1:] {
			first.join(s.list[i])
			s.list[i] = Step{}
		}
		first.join(step)
		s.alike[key] = at[:1:1]
	default:
		s.alike[key] = append(at, len(s.list))
		s.list = append(s.list, step)
	}
}

// join counts another step that says the same.
func (s *Step) join(other Step) {
	s.Count++
	if other.Time.After(s.Until) {
		s.Until = other.Time
	}
}

// List gives the steps.
func (s *Steps) List() []Step {
	return slices.DeleteFunc(slices.Clone(s.list), func(x Step) bool { return x.Time.IsZero() })
}
