//go:build !windows

package channel

import (
	"errors"
	"os"
)

// systemProxies: other systems say it in the environment.
func systemProxies() (proxies, error) { return proxies{}, errors.ErrUnsupported }

func hasEnvironment() bool {
	return os.Getenv("HTTPS_PROXY")+os.Getenv("https_proxy")+os.Getenv("HTTP_PROXY")+os.Getenv("http_proxy") != ""
}
