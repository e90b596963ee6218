package workspace

import "context"

// Competence gives the agencies and profiles the person now acting is in charge
// of (A3, "Meine Arbeit"); empty means all.
func (w *Workspace) Competence(ctx context.Context) ([]string, error) {
	return nil, ctx.Err()
}
