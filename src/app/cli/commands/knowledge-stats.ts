import { statSync } from 'node:fs';
import { EXIT } from '#contracts/errors.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import type { Cli, JsonOption } from '../context.ts';
import { count, plural } from '../words.ts';

/** How much is known about this project. */
export async function knowledgeStats({ screen, env }: Cli, { json }: JsonOption): Promise<number> {
  return withKnowledge(env, process.cwd(), async ({ root, store: { db } }) => {
    const kinds = db.all('SELECT domain, kind, count(*) AS n FROM nodes GROUP BY domain, kind ORDER BY domain, n DESC');
    const [edges, commits] = ['edges', 'commits'].map((name) =>
      Number(db.get(`SELECT count(*) AS n FROM ${name}`)?.n ?? 0),
    );
    const doubts = db.all('SELECT path, note FROM files WHERE note IS NOT NULL ORDER BY path LIMIT 200');
    const bytes = statSync(db.file).size;
    if (json) screen.json({ root, database: db.file, bytes, kinds, edges, commits, doubts });
    else {
      screen.out(`${root}`);
      for (const { domain, kind, n } of kinds) screen.out(`  ${String(domain)}: ${count(Number(n))} ${String(kind)}`);
      screen.out(
        `  ${plural(edges ?? 0, 'edge')}, ${plural(commits ?? 0, 'past commit')}, ${(bytes / 1e6).toFixed(1)} MB in ${db.file}`,
      );
      for (const { path, note } of doubts) screen.out(screen.paint('dim', `  ${String(path)}: ${String(note)}`));
      if (kinds.length === 0) screen.out('Nothing yet: assay index reads the project.');
    }
    return EXIT.done;
  });
}
