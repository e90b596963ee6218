// Sheets prints the letters of package gold as JSON, for carriers.py: sheets SEED PLANTS.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"laufzettel/viewer/sensitivity/gold"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// item is a planted value or near miss by its text: a carrier keeps no offsets.
type item struct{ Kind, Form, Value string }

type sheet struct {
	Text        string
	Plant, Near []item
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("sheets SEED PLANTS")
	}
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		return err
	}
	plants, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	out := []sheet{}
	for _, s := range gold.Make(seed, plants) {
		take := func(all []gold.Item) (list []item) {
			for _, i := range all {
				list = append(list, item{i.Kind, i.Form, s.Text[i.From:i.To]})
			}
			return list
		}
		out = append(out, sheet{s.Text, take(s.Plant), take(s.Near)})
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}
