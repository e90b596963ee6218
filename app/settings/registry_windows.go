package settings

import (
	"fmt"
	"io/fs"

	"golang.org/x/sys/windows/registry"
)

// systemRegistry reads the policy of HKEY_LOCAL_MACHINE.
func systemRegistry() (map[string]any, error) {
	return readKey(registry.LOCAL_MACHINE, RegistryKey)
}

// readKey reads the texts and numbers of a key. Values of other types are given as texts
// that say their type, so that they are refused.
func readKey(root registry.Key, path string) (out map[string]any, err error) {
	k, err := registry.OpenKey(root, path, registry.QUERY_VALUE|registry.WOW64_64KEY)
	if err == registry.ErrNotExist {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	defer func() { _ = k.Close() }()
	names, err := k.ReadValueNames(-1)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", path, err)
	}
	out = map[string]any{}
	for _, name := range names {
		_, kind, err := k.GetValue(name, nil)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		switch kind {
		case registry.SZ, registry.EXPAND_SZ:
			out[name], _, err = k.GetStringValue(name)
		case registry.DWORD, registry.QWORD:
			out[name], _, err = k.GetIntegerValue(name)
		default:
			out[name] = []string{fmt.Sprintf("registry type %d", kind)}
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	return out, nil
}
