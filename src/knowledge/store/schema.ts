/** Each step migrates a database from the previous version; a released step never changes. */
export const KNOWLEDGE_MIGRATIONS: readonly string[] = [
  `
CREATE TABLE nodes (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  domain TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  path TEXT,
  first INTEGER,
  last INTEGER,
  text TEXT NOT NULL,
  hash TEXT NOT NULL,
  session TEXT,
  meta TEXT NOT NULL DEFAULT '{}',
  trust TEXT NOT NULL,
  stale INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  accessed_at INTEGER NOT NULL,
  verified_at INTEGER NOT NULL
) STRICT;
CREATE INDEX nodes_by_kind ON nodes (domain, kind);
CREATE INDEX nodes_by_name ON nodes (name COLLATE NOCASE);
CREATE INDEX nodes_by_path ON nodes (path);
CREATE INDEX nodes_by_hash ON nodes (hash);
CREATE INDEX nodes_by_session ON nodes (session) WHERE session IS NOT NULL;
CREATE TABLE edges (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  weight REAL NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  UNIQUE (source, target, kind)
) STRICT;
CREATE INDEX edges_by_target ON edges (target, kind);
CREATE TABLE provenance (
  id INTEGER PRIMARY KEY,
  node INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  source_kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  confidence REAL NOT NULL,
  verifier TEXT,
  parent INTEGER REFERENCES nodes (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  invalid INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX provenance_by_node ON provenance (node);
CREATE INDEX provenance_by_parent ON provenance (parent);
CREATE INDEX provenance_by_source ON provenance (source_id);
CREATE TABLE conflicts (
  id INTEGER PRIMARY KEY,
  a INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  b INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  at INTEGER NOT NULL,
  resolution TEXT,
  resolved_at INTEGER,
  UNIQUE (a, b, kind)
) STRICT;
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  fact TEXT NOT NULL,
  confidence REAL NOT NULL,
  reasons TEXT NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  outcome TEXT,
  by TEXT,
  decided_at INTEGER
) STRICT;
CREATE TABLE trust_log (
  id INTEGER PRIMARY KEY,
  node INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  reason TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
CREATE TABLE answers (
  key TEXT PRIMARY KEY,
  intent TEXT NOT NULL,
  session TEXT,
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  depends TEXT NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE files (
  path TEXT PRIMARY KEY,
  node INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime REAL NOT NULL,
  facet TEXT NOT NULL,
  grammar TEXT,
  lines INTEGER NOT NULL,
  note TEXT,
  imports TEXT NOT NULL,
  chunks TEXT NOT NULL,
  terms BLOB NOT NULL,
  vectors BLOB NOT NULL
) STRICT;
CREATE INDEX files_by_node ON files (node);
CREATE TABLE terms (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE commits (sha TEXT PRIMARY KEY, at INTEGER NOT NULL, subject TEXT NOT NULL, files TEXT NOT NULL) STRICT;
CREATE INDEX commits_by_time ON commits (at DESC);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE texts USING fts5 (name, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2");
`,
  // Calls are stored with their receiver: every file is read once more.
  `UPDATE files SET hash = '', mtime = 0;`,
  // Code has its own search index; in this one, every search of notes had to read all code.
  `DELETE FROM texts WHERE rowid IN (SELECT id FROM nodes WHERE domain = 'code');`,
  // Calls on external packages and classes refer to nothing here: every file is read once more.
  `UPDATE files SET hash = '', mtime = 0;`,
  // Notes are also found by similarity of meaning. `made`: by which embedder, and of which text.
  `CREATE TABLE note_vectors (
  node INTEGER PRIMARY KEY REFERENCES nodes (id) ON DELETE CASCADE,
  made TEXT NOT NULL,
  vector BLOB NOT NULL
) STRICT;`,
  // Packages of a workspace are imported by their names: every file is read once more.
  `UPDATE files SET hash = '', mtime = 0;`,
  // Re-exports of index files are followed to their definition: every file is read once more.
  `UPDATE files SET hash = '', mtime = 0;`,
  // Passages are found by their page and outer headings, too: every document is read once more.
  `UPDATE nodes SET hash = '' WHERE domain = 'academic';`,
];
