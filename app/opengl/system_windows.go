package opengl

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"unsafe"
)

// pixelFormat is PIXELFORMATDESCRIPTOR (wingdi.h).
type pixelFormat struct {
	size, version                uint16
	flags                        uint32
	pixelType, colourBits        byte
	colours                      [6]byte
	alphaBits, alphaShift        byte
	accumulation                 [5]byte
	depthBits, stencilBits       byte
	auxiliary, layer, reserved   byte
	layerMask, visible, damaging uint32
}

// Constants of winuser.h, wingdi.h and gl.h.
const (
	styleOverlapped = 0
	drawToWindow    = 0x4
	supportOpenGL   = 0x20
	doubleBuffer    = 0x1
	glRenderer      = 0x1F01
	glVersion       = 0x1F02
	boxError        = 0x10
)

// library resolves procedures of a system DLL.
type library struct{ *syscall.LazyDLL }

// call gives the result of a procedure; 0 becomes an error with its name.
func (l library) call(name string, args ...uintptr) (uintptr, error) {
	p := l.NewProc(name)
	if err := p.Find(); err != nil {
		return 0, err
	}
	r, _, no := p.Call(args...)
	if r == 0 {
		return 0, fmt.Errorf("%s: %w", name, no)
	}
	return r, nil
}

// probe makes a window that is never shown, a context on it, and asks for the
// version of OpenGL.
func probe() (err error) {
	runtime.LockOSThread() // a context belongs to its thread
	defer runtime.UnlockOSThread()
	user, gdi, gl := library{syscall.NewLazyDLL("user32.dll")}, library{syscall.NewLazyDLL("gdi32.dll")},
		library{syscall.NewLazyDLL("opengl32.dll")}
	if err := gl.Load(); err != nil {
		return fmt.Errorf("load OpenGL: %w", err)
	}
	class, err := syscall.UTF16PtrFromString("STATIC")
	if err != nil {
		return err
	}
	window, err := user.call("CreateWindowExW", 0, uintptr(unsafe.Pointer(class)), 0, styleOverlapped, 0, 0, 16, 16, 0, 0, 0, 0)
	if err != nil {
		return err
	}
	// Giving back can only fail for things that are gone already.
	defer func() { _, _ = user.call("DestroyWindow", window) }()
	dc, err := user.call("GetDC", window)
	if err != nil {
		return err
	}
	defer func() { _, _ = user.call("ReleaseDC", window, dc) }()
	pf := pixelFormat{version: 1, flags: drawToWindow | supportOpenGL | doubleBuffer, colourBits: 24, depthBits: 16}
	pf.size = uint16(unsafe.Sizeof(pf))
	format, err := gdi.call("ChoosePixelFormat", dc, uintptr(unsafe.Pointer(&pf)))
	if err != nil {
		return err
	}
	if _, err := gdi.call("SetPixelFormat", dc, format, uintptr(unsafe.Pointer(&pf))); err != nil {
		return err
	}
	context, err := gl.call("wglCreateContext", dc)
	if err != nil {
		return err
	}
	defer func() { _, _ = gl.call("wglDeleteContext", context) }()
	if _, err := gl.call("wglMakeCurrent", dc, context); err != nil {
		return err
	}
	defer func() { _, _ = gl.call("wglMakeCurrent", 0, 0) }()
	version, err := gl.text(glVersion)
	if err != nil {
		return err
	}
	if err := enough(version); err != nil {
		renderer, rerr := gl.text(glRenderer)
		return errors.Join(fmt.Errorf("renderer %.60q: %w", renderer, err), rerr)
	}
	return nil
}

// text gives a string of the driver, at most 256 bytes of it.
func (l library) text(name uintptr) (string, error) {
	at, err := l.call("glGetString", name)
	if err != nil {
		return "", err
	}
	var out []byte
	for i := uintptr(0); i < 256; i++ {
		// The string belongs to the driver and lives as long as the context.
		c := *(*byte)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Pointer(&at)), i))
		if c == 0 {
			break
		}
		out = append(out, c)
	}
	return string(out), nil
}

// message shows a box and waits until it is closed.
func message(title, text string) {
	t, err1 := syscall.UTF16PtrFromString(title)
	m, err2 := syscall.UTF16PtrFromString(text)
	if err1 != nil || err2 != nil {
		return
	}
	_, _ = library{syscall.NewLazyDLL("user32.dll")}.call("MessageBoxW", 0, uintptr(unsafe.Pointer(m)), uintptr(unsafe.Pointer(t)),
		boxError)
}
