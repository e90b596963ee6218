package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"

	"modernc.org/sqlite"
)

// watched opens connections for reading that notice a damaged database: the error of
// any read, in the window, at the command line or in work behind them, then names the
// copy that was put aside, as Kept does for writes. It stands here, at the one place
// every read passes, because no caller of Reader could be relied on to ask.
type watched struct {
	driver.Connector
	path string
	mu   *sync.Mutex // one copy at a time
}

// watch gives a connector for reading the database at path.
func watch(path string) (driver.Connector, error) {
	base, err := sqlite.NewConnector(dsn(path, true))
	if err != nil {
		return nil, err
	}
	return &watched{base, path, &sync.Mutex{}}, nil
}

// kept is Kept for readers that fail at once.
func (w *watched) kept(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*sqlite.Error](err); !ok {
		return err // io.EOF and a cancelled context, at no cost
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return Kept(w.path, err)
}

// session is what a connection of the driver can do.
type session interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.QueryerContext
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// Connect implements driver.Connector.
func (w *watched) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := w.Connector.Connect(ctx)
	if err != nil {
		return nil, w.kept(err)
	}
	s, ok := c.(session)
	if !ok {
		return nil, errors.Join(errors.New("the driver lacks a part of database/sql/driver"), c.Close())
	}
	return &watchedConn{s, w}, nil
}

type watchedConn struct {
	session
	w *watched
}

// QueryContext implements driver.QueryerContext.
func (c *watchedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.w.rows(c.session.QueryContext(ctx, query, args))
}

// PrepareContext implements driver.ConnPrepareContext.
func (c *watchedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	s, err := c.session.PrepareContext(ctx, query)
	if err != nil {
		return nil, c.w.kept(err)
	}
	q, ok := s.(statement)
	if !ok {
		return nil, errors.Join(errors.New("the driver lacks a part of database/sql/driver"), s.Close())
	}
	return &watchedStmt{q, c.w}, nil
}

// statement is what a prepared statement of the driver can do.
type statement interface {
	driver.Stmt
	driver.StmtQueryContext
	driver.StmtExecContext
}

type watchedStmt struct {
	statement
	w *watched
}

// QueryContext implements driver.StmtQueryContext.
func (s *watchedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.w.rows(s.statement.QueryContext(ctx, args))
}

func (w *watched) rows(r driver.Rows, err error) (driver.Rows, error) {
	if err != nil {
		return nil, w.kept(err)
	}
	return &watchedRows{r, w}, nil
}

type watchedRows struct {
	driver.Rows
	w *watched
}

// Next implements driver.Rows.
func (r *watchedRows) Next(dest []driver.Value) error { return r.w.kept(r.Rows.Next(dest)) }
