import type { SqliteDatabase } from '#host/sqlite-database.ts';
import { runGit } from './git.ts';

const MOST = 5_000;
/** A commit over more files says nothing about a single one. */
const WIDEST = 30;

/** Updates the indexed git history; returns how many commits were added. */
export async function readCommits(root: string, db: SqliteDatabase): Promise<number> {
  const head = (await runGit(root, ['rev-parse', 'HEAD']))?.trim();
  if (!head) return 0;
  const last = db.get("SELECT value FROM facts WHERE name = 'head'")?.value;
  if (last === head) return 0;
  const format = [
    'log',
    '--no-merges',
    '--no-renames',
    '--name-only',
    '-z',
    '--format=%x01%H%x02%ct%x02%s',
    `-n${MOST}`,
  ];
  const isNewer =
    typeof last === 'string' && (await runGit(root, ['merge-base', '--is-ancestor', last, head])) !== null;
  const log = await runGit(root, [...format, isNewer ? `${last}..${head}` : head, '--', '.']);
  if (log === null) return 0;
  const commits = parseLog(log);
  db.transaction(() => {
    if (!isNewer) db.run('DELETE FROM commits');
    for (const { sha, at, subject, files } of commits)
      db.run('INSERT OR REPLACE INTO commits VALUES (?, ?, ?, ?)', sha, at, subject, JSON.stringify(files));
    db.run("INSERT OR REPLACE INTO facts VALUES ('head', ?)", head);
  });
  return commits.length;
}

interface LoggedCommit {
  readonly sha: string;
  readonly at: number;
  readonly subject: string;
  readonly files: readonly string[];
}

export function parseLog(log: string): LoggedCommit[] {
  return log
    .split('\x01')
    .slice(1)
    .flatMap((entry) => {
      const [head = '', ...rest] = entry.split('\0');
      const [sha = '', at = '0', subject = ''] = head.split('\x02');
      const files = rest.map((path) => path.replace(/^\n+/, '')).filter((path) => path !== '');
      return files.length > 0 && files.length <= WIDEST
        ? [{ sha, at: Number(at) * 1_000, subject: subject.slice(0, 500), files }]
        : [];
    });
}
