package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"laufzettel/app/work"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// peopleCommands are the commands of the register of people and the table of rights.
func peopleCommands() []command {
	return []command{
		{"people list", "[--json]", "cli.help.people.list", runPeopleList, free},
		{"people add", "NAME... --roles R,R [--unit TEXT] [--agencies ID,ID]", "cli.help.people.add", runPeopleAdd, people.People},
		{"people set", "NAME... [--roles R,R] [--unit TEXT] [--agencies ID,ID]", "cli.help.people.set", runPeopleSet, people.People},
		{"people leave", "NAME...", "cli.help.people.leave", runPeopleLeave, people.People},
		{"people key", "[NAME...] [--spare FOLDER] [--confirm]", "cli.help.people.key", runPeopleKey, people.People},
		{"people requests", "[--json]", "cli.help.people.requests", runPeopleRequests, free},
		{"people confirm", "NAME... [--json]", "cli.help.people.confirm", runPeopleConfirm, free},
		{"people reject", "NAME...", "cli.help.people.reject", runPeopleReject, free},
		{"people spare", "FOLDER [--json]", "cli.help.people.spare", runPeopleSpare, free},
		{"people refound", "NAME... --head TEXT --paper FILE [--json] [--confirm]", "cli.help.people.refound", runPeopleRefound, free},
		{"people found", "[--json] [--confirm]", "cli.help.people.found", runPeopleFound, free},
		{"people register", "open|closed", "cli.help.people.register", runPeopleRegister, people.People},
		{"people rights", "[--json]", "cli.help.people.rights", runPeopleRights, free},
	}
}

// envPersonPass gives the passphrase of the key file of the person at work,
// envNewPass that of a key that is being made for another.
const (
	envPersonPass = "LAUFZETTEL_PERSON_PASSPHRASE"
	envNewPass    = "LAUFZETTEL_NEW_PASSPHRASE"
	envSparePass  = "LAUFZETTEL_SPARE_PASSPHRASE"
)

// personPassphrase finds the passphrase of a person's key file; nobody is asked.
func (e *env) personPassphrase(name string, _ bool) (string, error) {
	if p := os.Getenv(envPersonPass); p != "" {
		return p, nil
	}
	if p := os.Getenv("LAUFZETTEL_PASSPHRASE"); p != "" {
		return p, nil
	}
	return "", failure.Wrap(failure.Refused, "ask passphrase", wording.Say("hint.cli.person-passphrase-needed", name, envPersonPass),
		errors.New("no passphrase"))
}

func runPeopleList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Office.People.List(ctx)
		if err != nil {
			return err
		}
		if all == nil {
			all = []people.Person{}
		}
		closed, err := w.Office.People.Closed(ctx)
		if err != nil {
			return err
		}
		founding, err := w.Office.Witness.Founding(ctx)
		if err != nil {
			return err
		}
		origins, err := w.Office.KeyOrigins(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, p := range all {
				key := e.text("cli.people.nokey")
				if k, ok := p.Current(); ok {
					key = k.ID
				}
				if !p.Active {
					key = e.text("cli.people.left")
				}
				var roles []string
				for _, r := range p.Roles {
					roles = append(roles, r.In(e.words.language))
				}
				fmt.Fprintf(out, "%s  %-24s  %s  %s  %s\n", p.ID, p.Name, strings.Join(roles, ", "), key, strings.Join(p.Agencies, ", "))
			}
			if said := founding.In(e.words.language); said != "" {
				fmt.Fprintln(out, said)
			}
			for _, o := range origins {
				if o.Fresh {
					fmt.Fprintln(out, o.In(e.words.language))
				}
			}
			if closed {
				e.say("cli.people.closed")
			} else {
				e.say("cli.people.open")
			}
		})
	})
}

// rolesOf reads a list of roles.
func rolesOf(e *env, text string) ([]people.Role, error) {
	var out []people.Role
	for _, s := range strings.Split(text, ",") {
		r := people.RoleNamed(strings.TrimSpace(s))
		if r == "" {
			return nil, errUsage{e.text("cli.people.bad-role", s)}
		}
		out = append(out, r)
	}
	return out, nil
}

func split(text string) []string {
	var out []string
	for _, s := range strings.Split(text, ",") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func runPeopleAdd(ctx context.Context, e *env, args []string) error {
	fs := e.flags("people add")
	roles := fs.String("roles", "", "")
	unit := fs.String("unit", "", "")
	agencies := fs.String("agencies", "", "")
	names, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	p := people.Person{Name: strings.Join(names, " "), Unit: *unit, Agencies: split(*agencies)}
	if p.Roles, err = rolesOf(e, *roles); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Office.AddPerson(ctx, p, os.Getenv(envNewPass))
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) {
			fmt.Fprintln(out, p.ID, p.Name)
			if _, ok := p.Current(); !ok {
				e.say("cli.people.add.nokey", envNewPass)
			}
		})
	})
}

func runPeopleSet(ctx context.Context, e *env, args []string) error {
	fs := e.flags("people set")
	roles := fs.String("roles", "", "")
	unit := fs.String("unit", "", "")
	agencies := fs.String("agencies", "", "")
	names, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	given := map[string]bool{}
	fs.Visit(func(f *flagOf) { given[f.Name] = true })
	var list []people.Role
	if given["roles"] {
		if list, err = rolesOf(e, *roles); err != nil {
			return err
		}
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Office.ChangePerson(ctx, strings.Join(names, " "), func(p *people.Person) {
			if given["roles"] {
				p.Roles = list
			}
			if given["unit"] {
				p.Unit = *unit
			}
			if given["agencies"] {
				p.Agencies = split(*agencies)
			}
		})
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID, p.Name) })
	})
}

func runPeopleLeave(ctx context.Context, e *env, args []string) error {
	names, err := e.parse(e.flags("people leave"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		_, err := w.Office.ChangePerson(ctx, strings.Join(names, " "), func(p *people.Person) { p.Active = false })
		return err
	})
}

func runPeopleKey(ctx context.Context, e *env, args []string) error {
	fs := e.flags("people key")
	spare := fs.String("spare", "", "")
	names, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		name := strings.Join(names, " ")
		if name == "" {
			name = w.Office.Person()
		}
		pass := os.Getenv(envNewPass)
		if pass == "" {
			pass = os.Getenv("LAUFZETTEL_PASSPHRASE")
		}
		if pass == "" {
			return failure.New(failure.Refused, "make key", wording.Say("hint.cli.new-passphrase-needed", envNewPass))
		}
		if *spare != "" {
			k, err := w.Office.Renewal.FromSpare(ctx, name, *spare, os.Getenv(envSparePass), pass)
			if err != nil {
				return err
			}
			return e.result(k, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.people.key", k.ID, name)) })
		}
		k, err := w.Office.PersonKey(ctx, name, pass)
		if err != nil {
			return err
		}
		said := "cli.people.key"
		if p, err := w.Office.People.Find(ctx, name); err == nil && p.Request != nil && p.Request.ID == k.ID {
			said = "cli.people.key-waits"
		}
		return e.result(k, func(out io.Writer) { fmt.Fprintln(out, e.text(said, k.ID, name)) })
	})
}

func runPeopleRequests(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("people requests"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Office.Renewal.Requests(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, q := range all {
				fmt.Fprintln(out, e.text("cli.people.request", q.Person, q.Key, q.GivenBy, e.words.moment(q.Made)))
			}
			if len(all) == 0 {
				e.say("cli.people.no-requests")
			}
		})
	})
}

// runPeopleConfirm lets a key somebody else has made count.
func runPeopleConfirm(ctx context.Context, e *env, args []string) error {
	names, err := e.parse(e.flags("people confirm"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		name := strings.Join(names, " ")
		k, err := w.Office.Renewal.Confirm(ctx, name)
		if err != nil {
			return err
		}
		return e.result(k, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.people.confirmed", k.ID, name)) })
	})
}

func runPeopleReject(ctx context.Context, e *env, args []string) error {
	names, err := e.parse(e.flags("people reject"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return w.Office.Renewal.Reject(ctx, strings.Join(names, " ")) })
}

// runPeopleSpare makes the spare key of the person acting, to be sealed by the head.
func runPeopleSpare(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("people spare"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		k, err := w.Office.Renewal.Spare(ctx, rest[0], os.Getenv(envSparePass))
		if err != nil {
			return err
		}
		return e.result(k, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.people.spare", k.ID, rest[0])) })
	})
}

// runPeopleRefound gives a new key by a second founding act on paper.
func runPeopleRefound(ctx context.Context, e *env, args []string) error {
	fs := e.flags("people refound")
	head, paper := fs.String("head", "", ""), fs.String("paper", "", "")
	names, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		k, err := w.Office.Renewal.OnPaper(ctx, strings.Join(names, " "), *head, *paper, os.Getenv(envNewPass))
		if err != nil {
			return err
		}
		return e.result(k, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.people.refounded", k.ID, strings.Join(names, " "))) })
	})
}

// runPeopleFound lets the person acting stand for the founding act beside its founder.
func runPeopleFound(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("people found"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		g, err := w.Office.Witness.CoFound(ctx)
		if err != nil {
			return err
		}
		return e.result(g, func(out io.Writer) { fmt.Fprintln(out, g.In(e.words.language)) })
	})
}

func runPeopleRegister(ctx context.Context, e *env, args []string) error {
	words, err := e.parse(e.flags("people register"), args, 1)
	if err != nil {
		return err
	}
	if words[0] != "open" && words[0] != "closed" {
		return errUsage{e.text("cli.bad-option", "people register", words[0])}
	}
	return e.with(ctx, func(w *work.House) error { return w.Office.CloseRegister(ctx, words[0] == "closed") })
}

// rightRow is one line of the table of rights.
type rightRow struct {
	Action people.Action `json:"action"`
	Words  string        `json:"words"`
	Roles  []people.Role `json:"roles"`
}

func runPeopleRights(_ context.Context, e *env, _ []string) error {
	var rows []rightRow
	for _, a := range people.Actions() {
		rows = append(rows, rightRow{a, a.In(e.words.language), people.Allowed(a)})
	}
	return e.result(rows, func(out io.Writer) {
		for _, r := range rows {
			var roles []string
			for _, x := range r.Roles {
				roles = append(roles, x.In(e.words.language))
			}
			fmt.Fprintf(out, "%-50s  %s\n", r.Words, strings.Join(roles, ", "))
		}
	})
}
