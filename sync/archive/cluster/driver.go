package cluster

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"
)

// connector opens connections whose queries go through placeholders.
type connector struct{ inner driver.Connector }

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := c.inner.Connect(ctx)
	if err != nil {
		return nil, err
	}
	pg, ok := inner.(*stdlib.Conn)
	if !ok {
		return nil, fmt.Errorf("the driver gave a %T", inner)
	}
	return conn{pg}, nil
}

// Driver implements driver.Connector.
func (c connector) Driver() driver.Driver { return c.inner.Driver() }

// conn is a connection to PostgreSQL that understands our placeholders.
type conn struct{ *stdlib.Conn }

// Prepare implements driver.Conn.
func (c conn) Prepare(query string) (driver.Stmt, error) {
	return c.Conn.Prepare(placeholders(query))
}

// PrepareContext implements driver.ConnPrepareContext.
func (c conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	return c.Conn.PrepareContext(ctx, placeholders(query))
}

// ExecContext implements driver.ExecerContext.
func (c conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.ExecContext(ctx, placeholders(query), args)
}

// QueryContext implements driver.QueryerContext.
func (c conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.QueryContext(ctx, placeholders(query), args)
}
