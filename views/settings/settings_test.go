package settings_test

import (
	"errors"
	"slices"
	"testing"

	"laufzettel/views/settings/settingstest"

	"github.com/google/go-cmp/cmp"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/settings"
	"laufzettel/views/settings/model"
	"laufzettel/views/shell/shelltest"
)

func deps(f *settingstest.Fake) settings.Deps {
	return settings.Deps{Source: f, Apply: func(model.Display, map[string]string) {}, Actions: func() map[string][]kit.Action {
		return map[string][]kit.Action{"": {{ID: "shell.help", Title: "Diese Hilfe", Group: "Überall", Keys: []string{"F1"}},
			{ID: "shell.command", Title: "Befehl suchen", Group: "Überall", Keys: []string{"Strg+K"}}},
			"appraise": {{ID: "appraise.a", Title: "Archivieren", Group: "Bewertung", Keys: []string{"A"}},
				{ID: "appraise.v", Title: "Vernichten", Group: "Bewertung", Keys: []string{"V"}}},
			"transmit": {{ID: "transmit.hold", Title: "Alles anhalten", Group: "Übertragung", Keys: []string{"P"}}}}
	}}
}

func screen(f *settingstest.Fake) nav.Screen { return settings.Screen(deps(f), route.Archivist) }

func TestScreen(t *testing.T) {
	f := &settingstest.Fake{State: settingstest.Full()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings})
	shelltest.Walk(t, fr, "rail", "settings.pages", "settings.mode.system", "settings.scale.100", "settings.language.de", "status.help")
	fr.Tap(t, "settings.mode.contrast")
	fr.Tap(t, "settings.scale.150")
	fr.Go(route.Route{Screen: route.Settings, Filter: "profiles"})
	fr.Type(t, "settings.profile.name", "X")
	fr.Go(route.Route{Screen: route.Settings, Filter: "channel"})
	fr.Env.Press("Strg+N")
	fr.Run.Drain()
	fr.Go(route.Route{Screen: route.Settings, Filter: "schemas"})
	fr.Env.Press("Strg+N")
	fr.Type(t, "settings.schema.path", "/schemata/xdomea-4")
	fr.Tap(t, "settings.schema.path.take")
	want := []string{"display contrast 100", "display contrast 150", "profile p1 XLandratsamt Musterkreis", "enrol",
		"schemas [/schemata/xdomea-4]"}
	if diff := cmp.Diff(want, f.Did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
	fr.Go(route.Route{Screen: route.Settings, Filter: "keys"})
	fr.Env.Find("settings.keys").(*kit.List).Select(0)
	fr.Run.Drain()
	fr.Type(t, "settings.key.new", "V")
	fr.Env.Find("settings.key.new").(*kit.Entry).OnSubmitted("V")
	fr.Run.Drain()
	if n := len(f.Did); n != 5 && n != 6 {
		t.Errorf("did %v", f.Did)
	}
}

// What the administrator's policy governs is shown and cannot be typed in.
func TestFixedFields(t *testing.T) {
	f := &settingstest.Fake{State: settingstest.Full()}
	f.State.Channel.Fixed = []string{"address"}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "channel"})
	if !fr.Env.Find("settings.address").(*kit.Entry).Disabled() {
		t.Error("a governed field can be typed in")
	}
	if fr.Env.Find("settings.archive").(*kit.Entry).Disabled() {
		t.Error("a free field cannot be typed in")
	}
}

func TestShots(t *testing.T) {
	for _, page := range []string{"display", "channel", "profiles", "schemas", "keys"} {
		shelltest.Shots(t, "10-einstellungen-"+page,
			func() []nav.Screen { return []nav.Screen{screen(&settingstest.Fake{State: settingstest.Full()})} },
			route.Route{Screen: route.Settings, Filter: page}, nil, "settings.pages")
	}
	shelltest.Shots(t, "10-einstellungen-leer", func() []nav.Screen { return []nav.Screen{screen(&settingstest.Fake{})} },
		route.Route{Screen: route.Settings, Filter: "schemas"}, nil, "settings.schemas.add")
	shelltest.Shots(t, "10-einstellungen-fehler", func() []nav.Screen {
		return []nav.Screen{screen(&settingstest.Fake{Err: errors.New("permission denied")})}
	}, route.Route{Screen: route.Settings}, nil, "settings.retry")
}

// The password of an SFTP account is asked for in a sheet and never shown.
func TestPassword(t *testing.T) {
	s := settingstest.Full()
	f := &settingstest.Fake{State: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "channel"})
	if fr.Env.Find("settings.password.ask") != nil {
		t.Error("a password is asked for without an SFTP server")
	}
	s.Channel.Door, s.Channel.PasswordKept = "sftp://abgabe@sftp.archiv.example/eingang", true
	f = &settingstest.Fake{State: s}
	fr = shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "channel"})
	fr.Tap(t, "settings.password.ask")
	if !fr.Env.Find("settings.password").(*kit.Entry).Password {
		t.Error("the password is shown")
	}
	fr.Tap(t, "settings.password.keep") // nothing typed: nothing happens
	fr.Type(t, "settings.password", "Zirkon 17")
	fr.Tap(t, "settings.password.keep")
	fr.Tap(t, "settings.password.ask")
	fr.Tap(t, "settings.password.remove")
	if want := []string{"password Zirkon 17", "password "}; !slices.Equal(f.Did, want) {
		t.Errorf("did %q, want %q", f.Did, want)
	}
	shelltest.Shots(t, "10-einstellungen-kennwort", func() []nav.Screen { return []nav.Screen{screen(&settingstest.Fake{State: s})} },
		route.Route{Screen: route.Settings, Filter: "channel"}, nil, "settings.password.ask", "settings.door.try")
}

// A log of the archive that fits is told; one that contradicts what was seen is taken
// anew only with a word on why, and by its own button.
func TestArchiveLog(t *testing.T) {
	s := settingstest.Full()
	s.Channel.Enrolled, s.Channel.Pending = true, false
	f := &settingstest.Fake{State: s, Log: model.LogWatch{Says: "Das Protokoll passt."}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "channel"})
	fr.Tap(t, "settings.log.watch")
	fr.Tap(t, "settings.log.close")
	f.Log = model.LogWatch{Says: "Das Protokoll ist kürzer.", Broken: true}
	fr.Tap(t, "settings.log.watch")
	fr.Tap(t, "settings.log.take") // no word on why: it stays open
	fr.Type(t, "settings.log.note", "Frau Moser, Datenbank aus der Sicherung")
	fr.Tap(t, "settings.log.take")
	if want := []string{"watch", "watch", "take Frau Moser, Datenbank aus der Sicherung"}; !slices.Equal(f.Did, want) {
		t.Errorf("did %q, want %q", f.Did, want)
	}
}

// Where the channel cannot be reached a device is enrolled by files.
func TestEnrolByFile(t *testing.T) {
	s := settingstest.Full()
	s.Channel.Enrolled = false
	f := &settingstest.Fake{State: s}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "channel"})
	fr.Tap(t, "settings.enrol.invited")
	fr.Type(t, "settings.invited.code", "ABCD-EFGH-JKLM-NPQR")
	fr.Tap(t, "settings.invited.take")
	fr.Tap(t, "settings.enrol.export")
	fr.Type(t, "settings.enrol.path", "/anmeldung.json")
	fr.Tap(t, "settings.enrol.path.take")
	fr.Tap(t, "settings.enrol.import")
	fr.Tap(t, "settings.enrol.take") // nothing typed: it stays open
	fr.Type(t, "settings.enrol.answer", "/antwort.json")
	fr.Type(t, "settings.enrol.told", "AAAA-BBBB")
	fr.Tap(t, "settings.enrol.take")
	want := []string{"enrol ABCD-EFGH-JKLM-NPQR", "export /anmeldung.json", "import /antwort.json AAAA-BBBB"}
	if !slices.Equal(f.Did, want) {
		t.Errorf("did %q, want %q", f.Did, want)
	}
}
