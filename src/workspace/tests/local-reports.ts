import { lstat, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { ReportSource } from './adapter.ts';
import type { ReportPlace } from './run-tests.ts';

/** More than any honest report; a larger one is not read, and so does not count. */
const MAX_REPORT_BYTES = 256 * 1024 * 1024;
const MAX_REPORTS = 5_000;

export interface LocalReports extends ReportPlace {
  [Symbol.asyncDispose](): Promise<void>;
}

/** A fresh folder of this machine for the reports of one run, and a look at those that a runner puts in the project. */
export async function localReports(project: string, parent = tmpdir()): Promise<LocalReports> {
  const folder = await mkdtemp(join(await realpath(parent), 'assay-reports-'));
  let before = new Map<string, string>();
  const look = (source: ReportSource) => find(source, folder, project);
  return {
    path: folder,
    prepare: async ({ report, supply }) => {
      for (const [name, text] of Object.entries(supply)) await writeFile(join(folder, name), text);
      before = await look(report);
    },
    collect: async (source) => {
      const now = await look(source);
      // A report that was there before and has not been written since is another run's.
      const fresh = [...now].filter(([path, stamp]) => before.get(path) !== stamp).map(([path]) => path);
      const texts = await Promise.all(fresh.map((path) => readFile(path, 'utf8').catch(() => null)));
      return texts.filter((text) => text !== null);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Paths of reports with a stamp that changes when they are written. Links are not followed: a test may have put them. */
async function find(source: ReportSource, folder: string, project: string): Promise<Map<string, string>> {
  if (source.from === 'stdout') return new Map();
  const paths =
    source.from === 'file'
      ? [join(folder, source.name)]
      : (await Promise.all(source.folders.map((name) => list(project, name, source.suffix)))).flat();
  const found = new Map<string, string>();
  for (const path of paths.sort().slice(0, MAX_REPORTS)) {
    const info = await lstat(path, { bigint: true }).catch(() => null);
    if (info?.isFile() && info.size <= MAX_REPORT_BYTES) found.set(path, `${info.ino}:${info.mtimeNs}:${info.size}`);
  }
  return found;
}

async function list(project: string, name: string, suffix: string): Promise<string[]> {
  const [root, at] = await Promise.all([realpath(project), realpath(join(project, name)).catch(() => null)]);
  if (at === null || !(at === root || at.startsWith(root + sep))) return [];
  const names = await readdir(at, { recursive: true }).catch(() => []);
  return names.filter((found) => found.endsWith(suffix)).map((found) => join(at, found));
}
