import { posix } from 'node:path';
import type { FileView } from '#project/toolchain/file-view.ts';

/**
 * Whether a file declares tests of Node's own runner, or loads files that do: `test/index.js` that imports the rest.
 */
export function usesNodeTest(view: FileView, file: string, seen: Set<string> = new Set()): boolean {
  const path = [file, `${file}.js`, posix.join(file, 'index.js')].find((each) => view.paths.includes(each));
  if (path === undefined || seen.has(path) || seen.size >= MOST) return false;
  seen.add(path);
  const modules = [...(view.read(path) ?? '').matchAll(LOADED)].map(([, module = '']) => module);
  if (modules.some((module) => /^node:test(\/|$)/.test(module))) return true;
  return modules.some(
    (module) => module.startsWith('.') && usesNodeTest(view, posix.join(posix.dirname(path), module), seen),
  );
}

const LOADED = /\b(?:from|import|require\()\s*\(?\s*['"]([^'"\n]+)['"]/g;
const MOST = 40;
