package intake

import (
	"io"
)

// CloseWith closes c and gives the first error.
func CloseWith(c io.Closer, err error) error {
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}
