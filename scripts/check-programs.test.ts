import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkPrograms } from './check-programs.ts';

it('finds the Python program that does not parse, and where', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-programs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'good.py'), 'def f():\n    return 1\n');
  writeFileSync(join(root, 'bad.py'), 'x = 1\ndef f(:\n');
  expect(await checkPrograms(root, ['good.py', 'bad.py', 'text.md'])).toEqual([expect.stringMatching(/^bad\.py:2: /)]);
});
