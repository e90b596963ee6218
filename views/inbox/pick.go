package inbox

import (
	"context"
	"errors"

	"github.com/ncruces/zenity"

	"laufzettel/views/inbox/model"
)

// Picker lets a person choose deliveries. Cancelling gives context.Canceled.
type Picker interface {
	Folder(ctx context.Context, title string) ([]string, error)
	Files(ctx context.Context, title string) ([]string, error)
}

// Native is the dialog of the operating system.
type Native struct{}

// Folder implements Picker.
func (Native) Folder(ctx context.Context, title string) ([]string, error) {
	path, err := zenity.SelectFile(zenity.Context(ctx), zenity.Title(title), zenity.Directory())
	return picked([]string{path}, err)
}

// Files implements Picker.
func (Native) Files(ctx context.Context, title string) ([]string, error) {
	paths, err := zenity.SelectFileMultiple(zenity.Context(ctx), zenity.Title(title),
		zenity.FileFilter{Name: "ZIP, TAR, TAR.GZ, ISO", Patterns: []string{"*.zip", "*.tar", "*.tar.gz", "*.tgz", "*.iso"},
			CaseFold: true})
	return picked(paths, err)
}

func picked(paths []string, err error) ([]string, error) {
	if errors.Is(err, zenity.ErrCanceled) {
		return nil, context.Canceled
	}
	return paths, model.Undrawn(err)
}
