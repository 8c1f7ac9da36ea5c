import { posix } from 'node:path';
import type { FileView } from '#project/toolchain/file-view.ts';

/** Runners whose test files can be started with plain Node. */
export type PlainRunner = 'node:test' | 'tape';

/**
 * The runner of the tests in a file, or in the files that it loads: `test/index.js` may only import the others.
 */
export function runnerInFile(view: FileView, file: string, seen: Set<string> = new Set()): PlainRunner | null {
  const path = [file, `${file}.js`, posix.join(file, 'index.js')].find((each) => view.paths.includes(each));
  if (path === undefined || seen.has(path) || seen.size >= MOST) return null;
  seen.add(path);
  const modules = [...(view.read(path) ?? '').matchAll(LOADED)].map(([, module = '']) => module);
  if (modules.some((module) => /^node:test(\/|$)/.test(module))) return 'node:test';
  if (modules.includes('tape')) return 'tape';
  for (const module of modules.filter((each) => each.startsWith('.'))) {
    const found = runnerInFile(view, posix.join(posix.dirname(path), module), seen);
    if (found !== null) return found;
  }
  return null;
}

const LOADED = /\b(?:from|import|require\()\s*\(?\s*['"]([^'"\n]+)['"]/g;
const MOST = 40;
