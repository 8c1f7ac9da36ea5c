import { lstat, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { ReportSource } from './adapter.ts';
import type { ReportPlace } from './run-tests.ts';

/**
 * The limit for all reports of a run together: more than honest tests write. Reports beyond it are not read, and so do
 * not count: a parsed report takes many times its size in memory, and tests must not be able to crash the process that
 * judges them.
 */
const MAX_REPORT_BYTES = 48 * 1024 ** 2;
const MAX_REPORTS = 5_000;

export interface LocalReports extends ReportPlace {
  [Symbol.asyncDispose](): Promise<void>;
}

/** A fresh folder on this machine for the reports of one run, and the reports that a runner puts in the project. */
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
      // A report that existed before and has not been written since belongs to another run.
      const fresh = [...now].filter(([path, stamp]) => before.get(path) !== stamp).map(([path]) => path);
      return readWithin(fresh, MAX_REPORT_BYTES);
    },
    read: (name) => readFile(join(project, name), 'utf8').catch(() => null),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** One after the other, within the limit; none if they do not all fit, since an incomplete report is wrong. */
async function readWithin(paths: readonly string[], most: number): Promise<string[]> {
  const texts: string[] = [];
  let room = most;
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    room -= text.length;
    if (room < 0) return [];
    texts.push(text);
  }
  return texts;
}

/**
 * Paths of reports with a stamp that changes when they are written. Links are not followed: a test may have made them.
 */
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
  // With the types: without them links are followed, even in circles.
  const all = await readdir(at, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter(({ name: found }) => found.endsWith(suffix)).map((found) => join(found.parentPath, found.name));
}
