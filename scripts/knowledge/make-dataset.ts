/**
 * Questions with known answers from a repository's own history: subjects of commits, and the files each changed, asked
 * of the tree as it was before them. Training data for the ranking; nothing of it is kept in this repository.
 *
 * node scripts/knowledge/make-dataset.ts BARE-REPOSITORY OUT-FOLDER
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammarOf } from '../../src/code/symbols/languages.ts';
import { facetOf } from '../../src/knowledge/code/facets.ts';

const [repository = '', out = ''] = process.argv.slice(2);
const AFTER = 320;
const MOST_QUERIES = 150;
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });

interface Change {
  readonly sha: string;
  readonly subject: string;
  /** What explains it: the first sentences of the message below its subject. */
  readonly body: string;
  readonly files: readonly string[];
  readonly isEdit: boolean;
}

const log = git('log', '--no-merges', '-n', '4000', '--no-renames', '--name-status', '--format=%x01%H%x02%s%x02%b%x03');
const commits: Change[] = log
  .split('\x01')
  .slice(1)
  .map((entry) => {
    const [head = '', rows = ''] = entry.split('\x03');
    const [sha = '', subject = '', body = ''] = head.split('\x02');
    const changed = rows
      .split('\n')
      .filter((row) => row.includes('\t'))
      .map((row) => row.split('\t'));
    const source = changed.filter(([, path = '']) => isSource(path));
    const isEdit = source.every(([status]) => status === 'M');
    return { sha, subject, body: plainBody(body), isEdit, files: source.map(([, path = '']) => path) };
  });

const wanted = commits.map(isQuestion);
let at = 0;
for (let found = 0; at < commits.length * 0.7 && found < AFTER; at += 1) if (wanted[at]) found += 1;
const snapshot = commits[at]?.sha ?? '';
const tree = new Set(git('ls-tree', '-r', '--name-only', snapshot).split('\n').filter(isSource));
const possible = commits
  .slice(0, at)
  .filter((_, n) => wanted[n])
  .map(({ subject, body, files }) => ({
    subject,
    body,
    files: files.filter((path) => tree.has(path)),
    all: files.length,
  }))
  .filter(({ files, all }) => files.length === all);
const step = Math.max(1, possible.length / MOST_QUERIES);
const queries = Array.from(
  { length: Math.min(MOST_QUERIES, possible.length) },
  (_, n) => possible[Math.floor(n * step)],
);
const history = commits.slice(at).map(({ subject, files }) => ({ s: subject, f: files }));

mkdirSync(join(out, 'tree'), { recursive: true });
writeFileSync(join(out, 'data.json'), JSON.stringify({ snapshot, queries, history }));
execFileSync('bash', [
  '-c',
  `git -C "$1" archive "$2" | tar x -C "$3" --no-same-owner`,
  '-',
  repository,
  snapshot,
  join(out, 'tree'),
]);
console.error(`${repository}: ${tree.size} files, ${queries.length} questions, ${history.length} past commits`);

/** Prose only: no trailers, addresses, numbers of issues; as much as a person would read. */
function plainBody(body: string): string {
  return body
    .split('\n')
    .filter((line) => !/^\s*[\w-]+(-by|-to)?: .*@|^\s*(signed-off|co-authored|change-id|reviewed|cherry)/i.test(line))
    .join(' ')
    .replace(/https?:\/\/\S+|\(?\b\w*#\d+\)?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 550);
}

function isSource(path: string): boolean {
  return grammarOf(path) !== undefined && !path.endsWith('.css') && facetOf(path) === 'source';
}

function isQuestion({ subject, files, isEdit }: Change): boolean {
  if (files.length === 0 || files.length > 5 || !isEdit) return false;
  if (subject.split(/\s+/).length < 3) return false;
  return !/^(merge|revert|chore|docs?|tests?|ci|build|style|lint|bump|release|v?\d+\.\d+|typo|deps)\b|\b(typo|changelog|lint|prettier|eslint-disable|bump|type annotations?|typing|docstring|readme|version)\b/i.test(
    subject,
  );
}
