import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readFiles, sourceFiles } from '../scripts/source-files.ts';
import type { BenchContext, BenchRow } from './lib/bench.ts';
import { countHouse } from './lib/house.ts';

export const name = 'house';
export const title = 'Size of the code, now and before the reorganisation (ratio: now ÷ before)';

/** The last commit before the rooms were cut. */
const BEFORE = '1bc2f4bd4d';

export async function run({ root, say }: BenchContext): Promise<BenchRow[]> {
  say('counting');
  const now = countHouse(readFiles(root, sourceFiles(root), isSource));
  const then = earlier(root);
  const rows = [...now].map(([label, value]) => {
    const before = then?.get(label);
    const note = then === null ? { note: `commit ${BEFORE} is not in this clone` } : {};
    if (before === undefined) return { label, value, unit: '', ...note };
    return { label, value, unit: '', note: `before: ${before}`, ...(before === 0 ? {} : { ratio: value / before }) };
  });
  say('checking all types');
  return [...rows, { label: 'CPU time of the type check', value: typeSeconds(root), unit: 's' }];
}

/** Of the whole clone, page included, with nothing remembered: user and system time of the compiler, which load does not change much. */
function typeSeconds(root: string): number {
  const tsc = `${process.execPath} ${join(root, 'node_modules/typescript/bin/tsc')} --noEmit`;
  const { stdout } = spawnSync('bash', ['-c', `${tsc} >&2 && ${tsc} -p web >&2; times`], {
    cwd: root,
    encoding: 'utf8',
  });
  // The last line is that of the children: `0m21.120s 0m2.310s`.
  const times = stdout.trim().split('\n').at(-1) ?? '';
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

const isSource = (path: string): boolean =>
  /^(src|sim|web|test|scripts|examples|bench)\/.*\.tsx?$/.test(path) && !path.includes('/fixtures/');

function earlier(root: string): ReturnType<typeof countHouse> | null {
  const git = (args: readonly string[], input = ''): Buffer =>
    execFileSync('git', [...args], { cwd: root, input, maxBuffer: 256 * 1024 * 1024, stdio: 'pipe' });
  try {
    const listed = git(['ls-tree', '-r', '--name-only', '-z', BEFORE]).toString('utf8').split('\0');
    const paths = listed.filter(isSource);
    const texts = batch(git(['cat-file', '--batch'], paths.map((path) => `${BEFORE}:${path}\n`).join('')));
    return countHouse(new Map(paths.map((path, at) => [path, texts[at] ?? ''])));
  } catch {
    return null;
  }
}

/** The texts in an answer of `git cat-file --batch`: each behind a line that ends with its size, and before a line end. */
function batch(answer: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf('\n', at);
    const size = Number(answer.toString('utf8', at, end).split(' ').at(-1));
    texts.push(answer.toString('utf8', end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return texts;
}
