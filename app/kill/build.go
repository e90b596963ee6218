package kill

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// EnvProgram names a program that is built already: make unit and make faults build
// it once for all who ask.
const EnvProgram = "LAUFZETTEL_TEST_CLI"

// Program is the path of the command line program with the hooks of the tests, that
// is the test binary of app/cli.
type Program string

// Build gives the program: the one EnvProgram names, else one that it builds into
// dir. root is the folder of the module.
//
// The go command takes the result of a test from its cache when neither the test nor
// what it opened has changed, and knows nothing of a program that is built while it
// runs. So Build opens the folder of every package the program consists of, and a
// change there lets the test run again.
func Build(root, dir string) (Program, error) {
	exe := filepath.Join(dir, "laufzettel-cli.test")
	named := os.Getenv(EnvProgram)
	if named != "" {
		exe = named
	} else if _, err := command(root, "test", "-c", "-vet=off", "-tags", "ci", "-o", exe, "./app/cli"); err != nil {
		return "", err
	}
	if _, err := os.Stat(exe); err != nil {
		return "", fmt.Errorf("%s: %w", EnvProgram, err)
	}
	return Program(exe), sources(root)
}

// sources opens the folders of the program's packages that are ours.
func sources(root string) error {
	out, err := command(root, "list", "-deps", "-test", "-tags", "ci", "-f", "{{if .Module}}{{if .Module.Main}}{{.Dir}}{{end}}{{end}}",
		"./app/cli")
	if err != nil {
		return err
	}
	dirs := strings.Fields(out)
	if len(dirs) == 0 {
		return errors.New("the program consists of no packages")
	}
	for _, dir := range dirs {
		if _, err := os.ReadDir(dir); err != nil {
			return fmt.Errorf("sources of the program: %w", err)
		}
	}
	return nil
}

// command runs the go command in the module, without a C compiler.
func command(root string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return string(out), nil
}
