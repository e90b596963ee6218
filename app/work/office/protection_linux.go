package office

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxSlaves bounds how deep devices below a device are followed.
const maxSlaves = 8

// protection looks whether the block device of the folder is, or lies above only,
// dm-crypt devices: their uuid begins with CRYPT- (kernel, dm-crypt).
func protection(_ context.Context, dir string) Protection {
	var st unix.Stat_t
	if err := unix.Stat(dir, &st); err != nil {
		return ProtectionUnknown
	}
	return deviceProtection(fmt.Sprintf("/sys/dev/block/%d:%d", unix.Major(st.Dev), unix.Minor(st.Dev)), 0)
}

func deviceProtection(device string, depth int) Protection {
	if _, err := os.Stat(device); err != nil || depth > maxSlaves {
		return ProtectionUnknown // a file system without a device of its own
	}
	if uuid, err := os.ReadFile(filepath.Join(device, "dm", "uuid")); err == nil && strings.HasPrefix(string(uuid), "CRYPT-") {
		return Protected
	}
	below, err := os.ReadDir(filepath.Join(device, "slaves"))
	if err != nil || len(below) == 0 {
		return Unprotected
	}
	for _, b := range below {
		if p := deviceProtection(filepath.Join(device, "slaves", b.Name()), depth+1); p != Protected {
			return p
		}
	}
	return Protected
}
