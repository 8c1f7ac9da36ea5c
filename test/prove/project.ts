import { write } from '#host/testing/temp-folder.ts';
import { commitAll, git, repositoryWith } from '#workspace/testing/test-repository.ts';

/** A project that needs nothing installed. */
export const BASE = {
  'package.json': '{"name": "sums", "type": "module", "scripts": {"test": "node --test"}}\n',
  'src/sums.js': 'export function sum(a, b) {\n  return a + b;\n}\n',
  'test/sum.test.js': [
    "import { test } from 'node:test';",
    "import assert from 'node:assert';",
    "import { sum } from '../src/sums.js';",
    "test('adds', () => assert.equal(sum(1, 2), 3));",
    '',
  ].join('\n'),
  'README.md': '# Sums\n',
};

const CLAMP = `
export function clamp(n, low, high) {
  if (n < low) return low;
  if (n > high) return high;
  return n;
}
`;

export const CLAMP_CODE = { 'src/sums.js': `${BASE['src/sums.js']}${CLAMP}` };

export const CLAMP_TEST = {
  'test/clamp.test.js': [
    "import { test } from 'node:test';",
    "import assert from 'node:assert';",
    "import { clamp } from '../src/sums.js';",
    "test('clamps', () => {",
    '  assert.equal(clamp(1, 2, 5), 2);',
    '  assert.equal(clamp(7, 2, 5), 5);',
    '  assert.equal(clamp(3, 2, 5), 3);',
    '});',
    '',
  ].join('\n'),
};

/** A repository with `main` and, on a branch, a commit for each change. */
export function branchWith(...changes: readonly Readonly<Record<string, string>>[]): string {
  const repository = repositoryWith(BASE);
  git(repository, 'switch', '--quiet', '--create', 'feat');
  for (const [at, files] of changes.entries()) {
    write(repository, files);
    commitAll(repository, `change ${at + 1}`);
  }
  return repository;
}
