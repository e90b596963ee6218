//go:build !unix && !windows

package machinelog

import "errors"

func system(string) (sink, error) { return nil, errors.ErrUnsupported }
