package catalog

import "context"

// Each gives every object of the filters that may be known on the day, in the
// order of the reference codes or of their trees, without its documents: for exports. What is
// closed with its description is not among them (A25).
func (c *Catalog) Each(ctx context.Context, q Query, fn func(Item) error) error {
	q.Text, q.Limit = "", maxLimit
	for q.Offset = 0; ; q.Offset += q.Limit {
		res, err := c.list(ctx, q)
		if err != nil {
			return err
		}
		for _, it := range res.Items {
			if err := fn(it.Item); err != nil {
				return err
			}
		}
		if len(res.Items) < q.Limit {
			return nil
		}
	}
}
