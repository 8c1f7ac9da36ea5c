import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '#contracts/errors.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import { type Savings, savingsOf } from '#knowledge/resolve/savings.ts';
import type { NodeStore } from '#knowledge/store/node-store.ts';
import type { Cli, JsonOption } from '../context.ts';
import { count, plural } from '../words.ts';

/** How much is known about this project. */
export async function knowledgeStats({ screen, env }: Cli, { json }: JsonOption): Promise<number> {
  return withKnowledge(env, process.cwd(), async ({ root, store }) => {
    const { db } = store;
    const kinds = db.all('SELECT domain, kind, count(*) AS n FROM nodes GROUP BY domain, kind ORDER BY domain, n DESC');
    const [edges, commits] = ['edges', 'commits'].map((name) =>
      Number(db.get(`SELECT count(*) AS n FROM ${name}`)?.n ?? 0),
    );
    const doubts = db.all('SELECT path, note FROM files WHERE note IS NOT NULL ORDER BY path LIMIT 200');
    const bytes = statSync(db.file).size;
    const changed = changedSince(root, db);
    const saved = savingsOf(store);
    if (json) screen.json({ root, database: db.file, bytes, kinds, edges, commits, changed, saved, doubts });
    else {
      screen.out(`${root}`);
      for (const { domain, kind, n } of kinds) screen.out(`  ${String(domain)}: ${count(Number(n))} ${String(kind)}`);
      screen.out(
        `  ${plural(edges ?? 0, 'edge')}, ${plural(commits ?? 0, 'past commit')}, ${(bytes / 1e6).toFixed(1)} MB in ${db.file}`,
      );
      if (changed > 0) screen.out(`  ${plural(changed, 'file')} changed since: assay index reads them`);
      for (const line of savedLines(saved)) screen.out(`  ${line}`);
      for (const { path, note } of doubts) screen.out(screen.paint('dim', `  ${String(path)}: ${String(note)}`));
      if (kinds.length === 0) screen.out('Nothing yet: assay index reads the project.');
    }
    return EXIT.done;
  });
}

/** Indexed files that have changed since. */
function changedSince(root: string, db: NodeStore['db']): number {
  return db.all('SELECT path, size, mtime FROM files').filter(({ path, size, mtime }) => {
    const now = lstatSync(join(root, String(path)), { throwIfNoEntry: false });
    return now === undefined || now.size !== size || now.mtimeMs !== mtime;
  }).length;
}

function savedLines({ answers, tokens, raw, byIntent }: Savings): string[] {
  if (answers === 0 && byIntent.length === 0) return [];
  const kept = byIntent.map(({ intent, hits, misses }) => `${intent} ${hits} of ${hits + misses}`).join(', ');
  const memory = byIntent.reduce((sum, each) => sum + each.saved, 0);
  return [
    `${plural(answers, 'answer')} of ${count(tokens)} tokens in all; the five best files of each would have been ${count(raw)}`,
    `from memory: ${kept || 'none'}; ${count(memory)} tokens not put together again`,
  ];
}
