package xdomea

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

const uuidExpr = `[0-9A-Fa-f|]{8}-[0-9A-Fa-f|]{4}-[0-9A-Fa-f|]{4}-[0-9A-Fa-f|]{4}-[0-9A-Fa-f|]{12}`

// stemPattern takes the parts out of a container or message name: process id or
// whatever stands in its place, long name, code, running number. Also the short
// form <uuid>_0503 met in practice.
var stemPattern = regexp.MustCompile(`^(.+?)_(?:Aussonderung\.([A-Za-z]+)\.)?(05\d\d)(?:_(\d+))?$`)

// Name patterns of primary files. 2.x demands underscore and dot, later versions
// neither. The class holds a literal "|" up to 3.1 and in 4.0's stringDateinameType.
var (
	fileName2 = regexp.MustCompile(`^` + uuidExpr + `_.*\..*$`)
	fileName3 = regexp.MustCompile(`^` + uuidExpr + `.*$`)
)

// stem is a container or message name taken apart.
type stem struct {
	process string
	long    string
	code    string
	number  string
}

func parseStem(name string) (stem, bool) {
	m := stemPattern.FindStringSubmatch(name)
	if m == nil {
		return stem{}, false
	}
	return stem{process: m[1], long: m[2], code: m[3], number: m[4]}, true
}

// conforms reports whether the name follows the pattern of the version exactly.
func (s stem) conforms(v version) bool {
	if !uuidPattern.MatchString(s.process) {
		return false
	}
	if v.gen >= gen4 {
		return s.long == "" && s.number != ""
	}
	return s.long == longNames[s.code] && s.number == ""
}

// FileName gives the name of the message file in the naming style of the version:
// <ProzessID>_Aussonderung.Aussonderung.0503.xml up to 3.1,
// <ProzessID>_0503_<number>.xml in 4.0 (number below 1 counts as 1).
func FileName(versionNumber, process, code string, number int) string {
	return nameStem(versionNumber, process, code, number) + ".xml"
}

// ContainerName is FileName with .zip.
func ContainerName(versionNumber, process, code string, number int) string {
	return nameStem(versionNumber, process, code, number) + ".zip"
}

func nameStem(versionNumber, process, code string, number int) string {
	if v, ok := byNumber(versionNumber); ok && v.gen >= gen4 {
		return fmt.Sprintf("%s_%s_%d", process, code, max(number, 1))
	}
	return process + "_" + rootName(code)
}

// PrimaryFileName gives a name for a primary file that follows the pattern of the
// version: <uuid>_<title>.<ext>, or <uuid>.<ext> where title is empty and the
// version allows it. Characters that trouble file systems become "_".
func PrimaryFileName(versionNumber, uuid, title, ext string) string {
	title = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`<>:"/\|?*`, r) || r < ' ' {
			return '_'
		}
		return r
	}, title)
	if v, _ := byNumber(versionNumber); title == "" && v.gen == gen2 {
		title = "Dokument"
	}
	if title != "" {
		uuid += "_" + title
	}
	return uuid + "." + ext
}

// validFileName reports whether a primary file's name follows the version's pattern.
func (v version) validFileName(name string) bool {
	if v.gen == gen2 {
		return fileName2.MatchString(name)
	}
	return fileName3.MatchString(name)
}

// plainName reports whether the name is a mere file name without folder.
func plainName(name string) bool {
	return !strings.ContainsAny(name, `/\`) && name != "." && name != ".." && path.Clean(name) == name
}

// trimExt drops a container or XML extension.
func trimExt(name string) string {
	lower := strings.ToLower(name)
	for _, ext := range []string{".tar.gz", ".tgz", ".zip", ".tar", ".xdomea", ".xml"} {
		if strings.HasSuffix(lower, ext) {
			return name[:len(name)-len(ext)]
		}
	}
	return name
}
