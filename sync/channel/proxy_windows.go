package channel

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows/registry"
)

// systemProxies reads what the user's internet settings say, as group policy and the
// control panel write them.
func systemProxies() (proxies, error) {
	k, err := registry.OpenKey(registry.CURRENT_USER, `Software\Microsoft\Windows\CurrentVersion\Internet Settings`, registry.QUERY_VALUE)
	if err != nil {
		return proxies{}, fmt.Errorf("read internet settings: %w", err)
	}
	defer func() { _ = k.Close() }()
	// What is not there is empty: each value is written only where somebody set it.
	enabled, _, _ := k.GetIntegerValue("ProxyEnable")
	server, _, _ := k.GetStringValue("ProxyServer")
	override, _, _ := k.GetStringValue("ProxyOverride")
	script, _, _ := k.GetStringValue("AutoConfigURL")
	p := proxies{}
	if enabled == 1 {
		p = parseProxies(server, override)
	}
	p.Script = script
	return p, nil
}

func hasEnvironment() bool { return os.Getenv("HTTPS_PROXY")+os.Getenv("HTTP_PROXY") != "" }
