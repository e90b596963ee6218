package child

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// Room is how much more writable memory the system gives a child.
func Room(pid int) (left int64, known bool) {
	dir := "/proc/" + strconv.Itoa(pid)
	status, err := os.ReadFile(dir + "/status")
	if err != nil {
		return 0, false
	}
	limits, err := os.ReadFile(dir + "/limits")
	_, line, found := bytes.Cut(limits, []byte("Max data size"))
	var most int64
	if n, _ := fmt.Sscan(string(line), &most); err != nil || !found || n != 1 {
		return 0, false // unlimited: built for the race detector
	}
	return most - field(status, "VmData:"), true
}
