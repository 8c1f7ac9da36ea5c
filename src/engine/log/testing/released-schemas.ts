/**
 * The schemas that released versions created, unchanged. One is added with every release that changes the schema, and
 * none is ever edited: every such database must still open.
 */
export const RELEASED_SCHEMAS: Readonly<Record<string, { readonly version: number; readonly sql: string }>> = {
  '0.1.0': {
    version: 1,
    sql: `
CREATE TABLE IF NOT EXISTS runs (
  no INTEGER PRIMARY KEY,
  run TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  head INTEGER NOT NULL,
  chain TEXT NOT NULL,
  header TEXT NOT NULL,
  lease_epoch INTEGER NOT NULL DEFAULT 0,
  lease_worker TEXT,
  lease_expires INTEGER
);
CREATE INDEX IF NOT EXISTS runs_newest ON runs (created_at DESC, run DESC);
CREATE INDEX IF NOT EXISTS runs_by_session ON runs (session, created_at DESC, run DESC);
-- One row an append: its id is the run's number and the seq of its first event, so that a run's rows lie together
-- and a growing run only ever adds at the end; its body is [[type, version, data], ...].
CREATE TABLE IF NOT EXISTS appends (
  id INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  chain TEXT NOT NULL
);
-- For people with an SQL prompt.
CREATE VIEW IF NOT EXISTS events AS
  SELECT run, appends.id % 1073741824 + key AS seq, at, json_extract(value, '$[0]') AS type,
         json_extract(value, '$[1]') AS v, json_extract(value, '$[2]') AS data
  FROM appends JOIN runs ON runs.no = appends.id / 1073741824, json_each(body);
CREATE TABLE IF NOT EXISTS mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  mail TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS mail_by_run ON mail (run, id);
`,
  },
};
