// Package assets carries the bytes the program needs beside its code: fonts,
// icons, translations and the XML schemas of our own vocabularies. It holds no
// logic; third-party schemas are never embedded (design.md 4).
package assets
