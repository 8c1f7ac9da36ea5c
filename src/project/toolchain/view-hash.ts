import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { isCiFile } from './ci-files.ts';
import type { FileView } from './file-view.ts';
import type { DiscoverOptions } from './found-tool.ts';
import { LANGUAGES } from './languages/all.ts';

/**
 * A hash of everything that discovery looks at: the text of every file that a table, a manifest reader or CI could use,
 * how many files of each kind each folder has, and the person's settings. The same hash gives the same findings.
 */
export function viewHash(view: FileView, options: DiscoverOptions): string {
  const hash = createHash('sha256');
  const counts = new Map<string, number>();
  for (const path of view.paths) {
    if (mattersByText(path)) hash.update(`${path}\0${digest(view.read(path) ?? '')}\n`);
    const kind = `${posix.dirname(path)}\0${posix.extname(path)}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of counts) hash.update(`${kind}\0${count}\n`);
  return hash.update(JSON.stringify(options)).digest('hex');
}

/** Base names in the tables, as one expression; `tests/*.bats` counts by its last part. */
const NAMES = new Set<string>();
for (const { manifests, tools } of LANGUAGES) {
  const keys = tools.flatMap((rule) => (rule.keys ?? []).map((key) => key.replace(/[#~].*$/, '')));
  const configs = tools.flatMap((rule) => [...(rule.configs ?? []), ...(rule.comesWith ?? [])]);
  for (const name of [...manifests, ...keys, ...configs, 'requirements*.txt']) NAMES.add(posix.basename(name));
}
const PATTERN = new RegExp(
  `^(${[...NAMES].map((name) => name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')).join('|')})$`,
);

const mattersByText = (path: string): boolean =>
  isCiFile(path) || PATTERN.test(posix.basename(path)) || /(^|\/)requirements\/[^/]+\.txt$/.test(path);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
