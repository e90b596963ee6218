// Command corpus writes the corpus of defects: for every finding code that a delivery can
// be made for, one that is wrong, one that is right and, where there is one, one that comes
// near to the defect and is right, with an index by code. Everything in it is invented and
// given away (CC0); the same program writes the same bytes.
//
// Usage: corpus DIR
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"laufzettel/app/work"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: corpus DIR")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c, err := write(ctx, work.Kinds(time.Now), os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(c.counted())
}
