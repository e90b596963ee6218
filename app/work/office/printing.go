package office

import (
	"context"
)

// Printer takes a file to paper, or opens it where a person prints it.
type Printer func(ctx context.Context, file, title string) error
