package app

import (
	"os"
	"os/exec"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/app/example"
	"laufzettel/app/settings"
	"laufzettel/app/start"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/kit"
	"laufzettel/views/route"
)

// first tells whether nobody has said yet who works here: then the first act would be
// refused.
func (p *program) first() bool {
	return p.w.Office.Person() == "" && p.w.Office.Settings.Get().Person.Name == "" && !p.w.Office.Kiosk()
}

// startRoles are what a person can be here to do, said on the first sheet.
var startRoles = []settings.Role{settings.Archivist, settings.Clerk, settings.ReadingRoom, settings.Administrator}

// welcome is the one sheet of the first start: name, archive, role, and an example to
// look at. Closed without an answer it comes back where a name is needed.
func (p *program) welcome() {
	set := p.w.Office.Settings.Get()
	role := set.Person.Role
	if role == "" {
		role = settings.Archivist
	}
	chips := make([]*kit.Chip, len(startRoles))
	row := []fyne.CanvasObject{}
	for i, r := range startRoles {
		chips[i] = kit.NewChip(p.env, "welcome.role."+string(r), p.env.T("welcome.role."+string(r)), "", func() {
			role = r
			for k, other := range startRoles {
				chips[k].Set("", other == role)
			}
		})
		chips[i].Set("", r == role)
		row = append(row, chips[i])
	}
	kit.Form{Name: "welcome", Title: p.env.T("welcome.title"), Text: p.env.T("welcome.text"), Width: 640,
		Fields: []kit.FormField{{ID: "name", Label: p.env.T("welcome.name"), Text: set.Person.Name, Must: true,
			Help: p.env.T("welcome.name.help")},
			{ID: "archive", Label: p.env.T("welcome.archive"), Text: set.Archive, Help: p.env.T("welcome.archive.help")}},
		Below: kit.Col(6, kit.Caption(p.env.T("welcome.role")), kit.Flow(6, row...)),
		Buttons: []kit.FormButton{{Name: "welcome.example", Icon: "book", Text: p.env.T("welcome.example"), Bare: true,
			Do: func(map[string]string) { p.example() }},
			{Name: "welcome.take", Icon: "right", Text: p.env.T("welcome.take"), Primary: true,
				Do: func(a map[string]string) { p.introduce(a["name"], a["archive"], role) }}},
	}.Show(p.env)
}

// introduce keeps who works here and builds the window for the role.
func (p *program) introduce(name, archive string, role settings.Role) {
	p.run.Background(func() {
		err := p.w.Office.Settings.Change(func(s *settings.Settings) {
			s.Person.Name, s.Person.Role = name, role
			if archive != "" {
				s.Archive = archive
			}
		})
		p.run.UI(func() {
			if err != nil {
				p.shell.Refuse(err, err.Error())
				return
			}
			p.rebuild(route.Route{})
		})
	})
}

// example makes the workspace to learn on beside this one and shows it in a window of its
// own: nothing of it comes into this workspace.
func (p *program) example() {
	p.shell.Tell(p.env.T("welcome.example.making"))
	p.run.Background(func() {
		space, err := example.Make(p.ctx, example.Folder(p.w.Office.Dir), p.env.T("welcome.example.person"),
			p.env.T("welcome.example.archive"), p.w.Office.Now)
		if err == nil {
			err = p.launch(space)
		}
		p.run.UI(func() {
			if err != nil {
				p.shell.Refuse(err, p.env.T("welcome.example.failed"))
				return
			}
			p.shell.Toast(p.env.T("welcome.example.opened"), nil)
		})
	})
}

// launchWindow starts this program anew on another workspace. It lives on by itself.
func launchWindow(space string) error {
	exe, err := os.Executable()
	if err != nil {
		return failure.Wrap(failure.Setup, "open example", wording.Say("hint.window.example-folder", space), err)
	}
	cmd := exec.Command(exe, "--data", space)
	cmd.Env = withoutWorkspace(os.Environ())
	if err := cmd.Start(); err != nil {
		return failure.Wrap(failure.Setup, "open example", wording.Say("hint.window.example-folder", space), err)
	}
	return cmd.Process.Release()
}

// withoutWorkspace takes out what would lead the new window to this workspace's keys.
func withoutWorkspace(env []string) (out []string) {
	for _, e := range env {
		if name, _, _ := strings.Cut(e, "="); name != start.EnvData && name != start.EnvPass && name != start.EnvPersonPass {
			out = append(out, e)
		}
	}
	return out
}

// titled sets the title of the window; an example says that it is one.
func (p *program) titled(title string) {
	if _, ok := example.Is(p.w.Office.Dir); ok {
		title = p.env.T("welcome.example.title", title)
	}
	p.window.SetTitle(title)
}

// archiveOfExample is the archive an example sends to, while its window is open.
func (p *program) archiveOfExample() {
	if dir, ok := example.Is(p.w.Office.Dir); ok {
		if err := example.Serve(p.ctx, dir, p.w.Office.Now); err != nil && !failure.Canceled(err) {
			fyne.LogError(office.Program+": archive of the example", err)
		}
	}
}
