package main

import (
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/transfer/wording"
)

// languages are the folders of the texts with the language of the catalogue.
var languages = map[string]string{"de-DE": wording.German, "en-US": wording.English}

// bounds of a number in the registry.
const mostNumber = 1<<31 - 1

// writeAll writes laufzettel.admx and a folder of texts for each language.
func writeAll(dir string) error {
	files := map[string]string{"laufzettel.admx": definitions()}
	for folder, language := range languages {
		files[filepath.Join(folder, "laufzettel.adml")] = texts(language)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("make folder of the templates: %w", err)
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			return fmt.Errorf("write template: %w", err)
		}
	}
	return nil
}

const header = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- Made by make admx from app/settings/fields.go; changes by hand are lost. -->\n"

// definitions is the ADMX: one policy for each field. It leans on no other template, not
// even on that of Windows: Intune takes in a template only after those it leans on.
func definitions() string {
	var b strings.Builder
	b.WriteString(header +
		`<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="laufzettel" namespace="Laufzettel.Policies"/>
  </policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_Laufzettel" displayName="$(string.SUPPORTED_Laufzettel)"/>
    </definitions>
  </supportedOn>
  <categories>
    <category name="Laufzettel" displayName="$(string.Laufzettel)"/>
  </categories>
  <policies>
`)
	for _, f := range settings.PolicyFields() {
		b.WriteString(definition(f))
	}
	b.WriteString("  </policies>\n</policyDefinitions>\n")
	return b.String()
}

func definition(f settings.Field) string {
	head := fmt.Sprintf(`    <policy name=%q class="Machine" displayName="$(string.%s)" explainText="$(string.%s_Explain)" key="%s"`,
		f.Name, f.Name, f.Name, settings.RegistryKey)
	common := `>
      <parentCategory ref="Laufzettel"/>
      <supportedOn ref="SUPPORTED_Laufzettel"/>
`
	element := ""
	switch f.Form {
	case settings.YesNo:
		return head + fmt.Sprintf(` valueName=%q`, f.Name) + common + `      <enabledValue><decimal value="1"/></enabledValue>
      <disabledValue><decimal value="0"/></disabledValue>
    </policy>
`
	case settings.Number:
		element = fmt.Sprintf(`<decimal id=%q valueName=%q required="true" minValue="%d" maxValue="%d"/>`, f.Name, f.Name, f.Least, mostNumber)
	case settings.Choice:
		element = fmt.Sprintf(`<enum id=%q valueName=%q required="true">`, f.Name, f.Name)
		for _, c := range f.Choices {
			element += fmt.Sprintf(`<item displayName="$(string.%s)"><value><string>%s</string></value></item>`, choiceKey(f.Name, c), c)
		}
		element += "</enum>"
	default:
		element = fmt.Sprintf(`<text id=%q valueName=%q required="true" maxLength="2048"/>`, f.Name, f.Name)
	}
	return head + fmt.Sprintf(` presentation="$(presentation.%s)"`, f.Name) + common + "      <elements>" + element +
		"</elements>\n    </policy>\n"
}

// choiceKey names the text of a choice; names of strings hold no hyphen.
func choiceKey(field, choice string) string {
	return field + "_" + strings.ReplaceAll(choice, "-", "_")
}

// texts is the ADML of a language.
func texts(language string) string {
	var table, shown strings.Builder
	text := func(id, s string) {
		fmt.Fprintf(&table, "      <string id=%q>%s</string>\n", id, escaped(s))
	}
	text("Laufzettel", "Laufzettel")
	text("SUPPORTED_Laufzettel", wording.Say("policy.supported").In(language))
	for _, f := range settings.PolicyFields() {
		title := say(language, f.Name)
		text(f.Name, title)
		text(f.Name+"_Explain", wording.Say("policy.explain."+f.Name).In(language))
		for _, c := range f.Choices {
			text(choiceKey(f.Name, c), wording.Say("policy.choice."+f.Name+"."+c).In(language))
		}
		switch f.Form {
		case settings.YesNo:
		case settings.Number:
			fmt.Fprintf(&shown, "      <presentation id=%q><decimalTextBox refId=%q defaultValue=\"%d\">%s</decimalTextBox></presentation>\n",
				f.Name, f.Name, f.Least, escaped(title))
		case settings.Choice:
			fmt.Fprintf(&shown, "      <presentation id=%q><dropdownList refId=%q noSort=\"true\">%s</dropdownList></presentation>\n",
				f.Name, f.Name, escaped(title))
		default:
			fmt.Fprintf(&shown, "      <presentation id=%q><textBox refId=%q><label>%s</label></textBox></presentation>\n", f.Name, f.Name,
				escaped(title))
		}
	}
	return header + `<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Laufzettel</displayName>
  <description>` + escaped(wording.Say("policy.description").In(language)) + `</description>
  <resources>
    <stringTable>
` + table.String() + "    </stringTable>\n    <presentationTable>\n" + shown.String() + "    </presentationTable>\n  </resources>\n</policyDefinitionResources>\n"
}

func say(language, field string) string { return wording.Say("policy.title." + field).In(language) }

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder never fails
	return b.String()
}
