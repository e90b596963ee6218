package single

import "golang.org/x/sys/windows"

// allowFront lets the first window come to the front: Windows gives that right
// only to the program the user has just started.
func allowFront(pid int) {
	p := windows.NewLazySystemDLL("user32.dll").NewProc("AllowSetForegroundWindow")
	if p.Find() == nil {
		_, _, _ = p.Call(uintptr(pid)) // without it the window blinks in the task bar
	}
}
