package channel

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

// What WinHTTP gives (winhttp.h). It knows the settings of the person and of the machine,
// as group policy and the control panel write them, and evaluates scripts in a process of
// the system.
var (
	winhttp      = windows.NewLazySystemDLL("winhttp.dll")
	ieConfig     = winhttp.NewProc("WinHttpGetIEProxyConfigForCurrentUser")
	openSession  = winhttp.NewProc("WinHttpOpen")
	closeHandle  = winhttp.NewProc("WinHttpCloseHandle")
	proxyForURL  = winhttp.NewProc("WinHttpGetProxyForUrl")
	globalFree   = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalFree")
	errNoWinHTTP = errors.New("winhttp.dll has no settings of proxies")
)

const (
	accessNoProxy     = 1
	accessNamed       = 3
	autoDetect        = 0x1
	autoConfigURL     = 0x2
	detectDHCP        = 0x1
	detectDNS         = 0x2
	errLogin          = windows.Errno(12015) // ERROR_WINHTTP_LOGIN_FAILURE: the script itself asks for a login
	winhttpIEConfigOf = "read proxies of the system"
)

// currentUserConfig is WINHTTP_CURRENT_USER_IE_PROXY_CONFIG.
type currentUserConfig struct {
	autoDetect int32
	script     *uint16
	proxy      *uint16
	bypass     *uint16
}

// autoOptions is WINHTTP_AUTOPROXY_OPTIONS.
type autoOptions struct {
	flags     uint32
	detect    uint32
	script    *uint16
	reserved  uintptr
	reserved2 uint32
	autoLogon int32
}

// proxyInfo is WINHTTP_PROXY_INFO.
type proxyInfo struct {
	access uint32
	proxy  *uint16
	bypass *uint16
}

// take copies a string the system allocated and gives it back.
func take(p *uint16) string {
	if p == nil {
		return ""
	}
	s := windows.UTF16PtrToString(p)
	_, _, _ = globalFree.Call(uintptr(unsafe.Pointer(p))) // memory of the system; nothing of ours is lost where it stays
	return s
}

// systemProxies reads what the system says of proxies for this person.
func systemProxies() (proxies, error) {
	if ieConfig.Find() != nil {
		return proxies{}, errNoWinHTTP
	}
	var c currentUserConfig
	if ok, _, err := ieConfig.Call(uintptr(unsafe.Pointer(&c))); ok == 0 {
		return proxies{}, fmt.Errorf(winhttpIEConfigOf+": %w", err)
	}
	script, proxy, bypass := take(c.script), take(c.proxy), take(c.bypass)
	p := parseProxies(proxy, bypass)
	if p.Script = script; script == "" && c.autoDetect != 0 {
		p.Script = Found
	}
	if p.Script != "" && proxyForURL.Find() == nil {
		p.Ask = func(address string) (proxies, error) { return askScript(script, address) }
	}
	return p, nil
}

// askScript lets the system evaluate a script for an address; "" is one it looks for itself.
func askScript(script, address string) (proxies, error) {
	agent, err := windows.UTF16PtrFromString("laufzettel")
	if err != nil {
		return proxies{}, err
	}
	to, err := windows.UTF16PtrFromString(address)
	if err != nil {
		return proxies{}, err
	}
	session, _, err := openSession.Call(uintptr(unsafe.Pointer(agent)), accessNoProxy, 0, 0, 0)
	if session == 0 {
		return proxies{}, fmt.Errorf(winhttpIEConfigOf+": %w", err)
	}
	defer func() { _, _, _ = closeHandle.Call(session) }()
	o := autoOptions{flags: autoDetect, detect: detectDHCP | detectDNS}
	if script != "" {
		o = autoOptions{flags: autoConfigURL}
		if o.script, err = windows.UTF16PtrFromString(script); err != nil {
			return proxies{}, err
		}
	}
	for {
		var info proxyInfo
		ok, _, err := proxyForURL.Call(session, uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(&o)), uintptr(unsafe.Pointer(&info)))
		runtime.KeepAlive(o.script)
		switch {
		case ok != 0 && info.access == accessNamed:
			return parseProxies(take(info.proxy), take(info.bypass)), nil
		case ok != 0:
			return proxies{}, nil
		case errors.Is(err, errLogin) && o.autoLogon == 0:
			o.autoLogon = 1 // the system's own login, only where it is asked for
			continue
		}
		return proxies{}, fmt.Errorf("evaluate the script of proxies: %w", err)
	}
}

func hasEnvironment() bool { return os.Getenv("HTTPS_PROXY")+os.Getenv("HTTP_PROXY") != "" }
