import { isAbsolute, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCase } from '#contracts/test-run.ts';

/** Gives every test a unique name: file, suites, title, and a number where a project used a name twice. */
export function withIds(tests: readonly Omit<TestCase, 'id'>[]): TestCase[] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const name = testName(test);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { id: count === 1 ? name : `${name} (${count})`, ...test };
  });
}

export const testName = ({ file, suites, title }: Pick<TestCase, 'file' | 'suites' | 'title'>): string =>
  [file, ...suites, title].join(' > ');

/**
 * A path as the runner reported it (absolute, a URL, relative), relative to the project's root; outside paths stay
 * absolute.
 */
export function fromRoot(root: string, path: string): string {
  const plain = path.startsWith('file://') ? fileURLToPath(path) : path;
  if (!isAbsolute(plain)) return posix.normalize(plain);
  const relative = posix.relative(root, plain);
  return relative.startsWith('..') ? plain : relative;
}
