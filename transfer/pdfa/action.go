package pdfa

import "laufzettel/transfer/pdf"

// allowed are the types of actions each part permits, as one string per part.
var allowedActions = [4]map[pdf.Name]bool{
	nameSet("GoTo GoToR Thread URI Named SubmitForm"),
	nameSet("GoTo GoToR GoToE Thread URI Named SubmitForm"),
	nameSet("GoTo GoToR GoToE Thread URI Named SubmitForm"),
	nameSet("GoTo GoToR GoToE Thread URI Named SubmitForm JavaScript RichMediaExecute GoToDp"),
}

var namedActions = nameSet("NextPage PrevPage FirstPage LastPage")

// checkAction judges an action and those that follow it.
func (c *checker) checkAction(v any, depth int) {
	d := c.f.Dict(v)
	if d == nil || depth > 20 {
		return
	}
	if r, ok := v.(pdf.Ref); ok {
		if c.walk.actions[r.Num] {
			return
		}
		c.walk.actions[r.Num] = true
	}
	s := c.f.Name(d["S"])
	if s == "" && c.f.Name(d["Type"]) != "Action" {
		return // a destination, or not an action at all
	}
	c.when(!allowedActions[c.fl.part-1][s], ruleActionType, number(v))
	if s == "Named" {
		c.when(!namedActions[c.f.Name(d["N"])], ruleActionNamed, number(v))
	}
	switch next := c.f.Resolve(d["Next"]).(type) {
	case pdf.Array:
		for _, n := range next {
			c.checkAction(n, depth+1)
		}
	case pdf.Dict:
		c.checkAction(d["Next"], depth+1)
	}
}

// checkAA judges an additional-actions dictionary of catalog, page, field or
// annotation other than a widget.
func (c *checker) checkAA(v any) {
	for _, a := range c.f.Dict(v) {
		c.checkAction(a, 0)
	}
}

var part4Events = nameSet("E X D U Fo Bl")

// checkEvents applies ISO 19005-4, 6.6.3, to an AA that no widget or field owns.
func (c *checker) checkEvents(v any, obj int) {
	for key := range c.f.Dict(v) {
		c.when(!part4Events[key], ruleAdditionalActions, obj)
	}
}
