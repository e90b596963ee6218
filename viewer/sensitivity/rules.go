package sensitivity

import (
	_ "embed" // the rules and lists
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"laufzettel/transfer/wording"
)

//go:embed rules.json
var rulesFile []byte

//go:embed lists.json
var listsFile []byte

//go:embed special.json
var specialFile []byte

// Rule is one rule as the data files state it.
type Rule struct {
	ID    string   `json:"id"`
	Kind  Kind     `json:"kind"`
	Group string   `json:"group"`           // check-digit, context, list, special
	Words []string `json:"words,omitempty"` // with a colon at the end: one must follow
	Ends  []string `json:"ends,omitempty"`  // a longer word that ends so calls the rule as well
	Right []string `json:"right"`           // samples that must be found
	Near  []string `json:"near"`            // samples that must not
}

// Title gives what the rule is called.
func (r Rule) Title() wording.Text { return wording.Word("personal.rule.", r.ID) }

// Why says why a place is a hit of the rule.
func (r Rule) Why() wording.Text { return wording.Word("personal.why.", r.ID) }

// The group of the lexicon of special categories.
const groupSpecial = "special"

// Choice is what a profile says of the rules. The lexicon of special categories works
// only where both legal basis and date of the impact assessment are named.
type Choice struct {
	Off             []string // ids of rules that are not used
	SpecialBasis    string   // legal basis
	SpecialAssessed string   // day of the impact assessment, YYYY-MM-DD
}

// special tells whether the lexicon may be used.
func (c Choice) special() bool { return c.SpecialBasis != "" && c.SpecialAssessed != "" }

// Rules is a set of rules ready to search. It is never changed: safe for concurrent use.
type Rules struct {
	version string
	list    []Rule
	on      map[string]Kind
	words   map[string][]call   // a word, folded: the rules it calls
	endings map[string][]ending // by their last two bytes
	sets    sets
	streets []string
	special map[string]bool
}

// call is a rule a word calls; colon says that one must follow the word.
type call struct {
	rule  string
	colon bool
}

// ending is how a longer word ends that calls a rule.
type ending struct{ end, rule string }

// sets are the lists of words.
type sets struct {
	given, doubtful, particles, titles, stop, notPlace, roads, registers, notStreet, named, ranks, prepositions map[string]bool
	family, familyDoubtful, articles                                                                            map[string]bool
	suffixes, familyEnds, noFamily, dialling, counted                                                           []string
}

var standard = sync.OnceValue(func() *Rules {
	r, err := load()
	if err != nil {
		panic(err) // the data is linked in; a test reads it
	}
	return r
})

// Standard gives the rules as they come, without the lexicon of special categories.
func Standard() *Rules { return With(Choice{}) }

// With gives the rules a profile chose.
func With(c Choice) *Rules {
	base := standard()
	out := *base
	out.on = map[string]Kind{}
	for _, rule := range base.list {
		if !slices.Contains(c.Off, rule.ID) && (rule.Group != groupSpecial || c.special()) {
			out.on[rule.ID] = rule.Kind
		}
	}
	return &out
}

// readers is raised where the readers of documents give more of a file than before.
const readers = "2"

// Key names the set: version of the data and of the readers, and what is on. Where it
// differs, a text has to be searched anew.
func (r *Rules) Key() string {
	var ids []string
	for _, rule := range r.list {
		if _, on := r.on[rule.ID]; on {
			ids = append(ids, rule.ID)
		}
	}
	return r.version + "/" + readers + ":" + strings.Join(ids, ",")
}

// All lists the rules in their order, those switched off as well.
func All() []Rule { return standard().list }

// Used tells whether a rule of this set is on.
func (r *Rules) Used(id string) bool { _, on := r.on[id]; return on }

// ByID gives a rule; false where there is none of that id.
func ByID(id string) (Rule, bool) {
	i := slices.IndexFunc(All(), func(x Rule) bool { return x.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return All()[i], true
}

func load() (*Rules, error) {
	var rules struct {
		Version string
		Rules   []Rule
	}
	if err := json.Unmarshal(rulesFile, &rules); err != nil {
		return nil, fmt.Errorf("rules.json: %w", err)
	}
	var lists map[string]string
	if err := json.Unmarshal(listsFile, &lists); err != nil {
		return nil, fmt.Errorf("lists.json: %w", err)
	}
	var special map[string]string
	if err := json.Unmarshal(specialFile, &special); err != nil {
		return nil, fmt.Errorf("special.json: %w", err)
	}
	r := &Rules{list: rules.Rules, words: map[string][]call{}, endings: map[string][]ending{}, special: map[string]bool{}}
	r.version = rules.Version + "." + lists["version"] + "." + special["version"]
	for _, rule := range r.list {
		if rule.ID == "address" {
			r.streets = rule.Words
			continue
		}
		for _, w := range rule.Words {
			word, colon := strings.CutSuffix(w, ":")
			r.words[word] = append(r.words[word], call{rule.ID, colon})
		}
		for _, e := range rule.Ends {
			r.endings[e[len(e)-2:]] = append(r.endings[e[len(e)-2:]], ending{e, rule.ID})
		}
	}
	set := func(name string) map[string]bool {
		out := map[string]bool{}
		for w := range strings.FieldsSeq(lists[name]) {
			out[w] = true
		}
		return out
	}
	r.sets = sets{given: set("given"), doubtful: set("doubtful"), particles: set("particles"), titles: set("titles"), stop: set("stop"),
		notPlace: set("notplace"), roads: set("roads"), registers: set("registers"), notStreet: set("notstreet"), named: set("named"),
		ranks: set("ranks"), prepositions: set("prepositions"),
		family: set("family"), familyDoubtful: set("familydoubtful"), noFamily: strings.Fields(strings.ToLower(lists["nofamily"])),
		articles: set("articles"), dialling: strings.Fields(lists["dialling"]), counted: strings.Fields(lists["counted"]),
		suffixes: strings.Fields(lists["suffixes"]), familyEnds: strings.Fields(lists["familyends"])}
	for name, words := range special {
		if name == "version" {
			continue
		}
		for w := range strings.FieldsSeq(words) {
			r.special[w] = true
		}
	}
	return r, nil
}
