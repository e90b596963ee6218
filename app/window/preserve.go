package window

import (
	"context"
	"path"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/convert"
	preserve "laufzettel/views/preserve/model"
)

// Preserve is the source of the screen Bestandserhaltung.
type Preserve struct{ W *work.House }

var _ preserve.Source = Preserve{}

// Inventory implements preserve.Source.
func (s Preserve) Inventory(ctx context.Context) (preserve.Inventory, error) {
	in, err := s.W.Packer.TakeInventory(ctx)
	out := preserve.Inventory{At: in.At, Packages: in.Packages}
	if _, lost := reading.AsLost(err); lost {
		out.Lost = err
	} else if err != nil {
		return preserve.Inventory{}, err
	}
	for _, f := range in.Formats {
		name := f.Name
		if name == "" {
			name = "unbekanntes Format"
		}
		out.Formats = append(out.Formats, preserve.Format{PUID: f.PUID, Name: name, Files: f.Files, Bytes: f.Bytes, ViewPath: f.ViewPath,
			Outside: f.Outside})
	}
	return out, nil
}

// Plan implements preserve.Source.
func (s Preserve) Plan(ctx context.Context, puid string) ([]preserve.Package, error) {
	list, err := s.W.Packer.PlanTransformation(ctx, []string{puid})
	if _, lost := reading.AsLost(err); err != nil && !lost {
		return nil, err
	}
	out := make([]preserve.Package, 0, len(list))
	for _, p := range list {
		out = append(out, preserve.Package{PID: p.PID, ReferenceCode: p.ReferenceCode, Files: len(p.Files), Converter: p.Converter,
			Converted: p.Converted})
	}
	return out, nil
}

// Convert implements preserve.Source.
func (s Preserve) Convert(ctx context.Context, pid string, step func(done, total int, name string)) (preserve.Made, error) {
	c, err := s.W.Packer.Convert(ctx, pid, step)
	out := preserve.Made{PID: c.PID}
	for _, m := range c.Measures {
		switch m.Outcome {
		case "kept":
			out.Kept++
		case "failed":
			out.Failed++
		default:
			out.Converted++
		}
	}
	return out, err
}

// SetViewer implements preserve.Source.
func (s Preserve) SetViewer(ctx context.Context, puid, program string) error {
	return s.W.Packer.SetViewer(ctx, convert.Viewer{PUID: puid, Program: strings.TrimSpace(program)})
}

// maxMeasures bounds the log on screen; the command line shows all of it.
const maxMeasures = 2000

// Measures implements preserve.Source.
func (s Preserve) Measures(ctx context.Context) ([]preserve.Measure, error) {
	list, err := s.W.Packer.Converters.Measures(ctx, "")
	if err != nil {
		return nil, err
	}
	var out []preserve.Measure
	for _, m := range slices.Backward(list) {
		if len(out) == maxMeasures {
			break
		}
		text := path.Base(m.Path)
		if m.Software != "" {
			text += ": " + m.From + " → " + m.To + ", " + m.Software
		} else if m.Detail != "" {
			text += ": " + m.Detail
		}
		out = append(out, preserve.Measure{At: m.At, Text: text, Person: m.Person, Outcome: m.Outcome})
	}
	return out, nil
}
