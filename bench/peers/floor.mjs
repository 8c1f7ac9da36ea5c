// No orchestrator at all: one single-row SQLite commit a node. What durability itself costs on this disk,
// and so the most that anything can do which commits once a node.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readFlags, SYNCHRONOUS, timeAndReport } from './shape.mjs';

const flags = readFlags();
const db = new DatabaseSync(join(flags.dir, 'floor.db'));
db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=${flags.sync};
  CREATE TABLE log (seq INTEGER PRIMARY KEY, event TEXT NOT NULL) STRICT`);
const insert = db.prepare('INSERT INTO log (event) VALUES (?)');
const run = (nodes) => {
  let count = 0;
  for (let node = 0; node < nodes; node += 1) {
    count += 1;
    insert.run(JSON.stringify({ type: 'node-done', node, output: count, at: Date.now() }));
  }
  return count;
};
run(50);
const pragma = (name) => Object.values(db.prepare(`PRAGMA ${name}`).get())[0];
await timeAndReport({
  peer: 'floor: bare SQLite',
  version: process.versions.sqlite,
  flags,
  form: 'floor',
  run: () => run(flags.nodes),
  durability: () => `${pragma('journal_mode').toUpperCase()} synchronous=${SYNCHRONOUS[pragma('synchronous')]}`,
  note: 'one single-row commit per node, nothing else',
});
