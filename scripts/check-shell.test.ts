import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkShell, shellOf } from './check-shell.ts';

it('asks the shell that the first line names', () => {
  expect(shellOf('#!/bin/sh')).toBe('sh');
  expect(shellOf('#!/usr/bin/env bash')).toBe('bash');
  expect(shellOf('#!/usr/bin/env node')).toBeUndefined();
  expect(shellOf('# no first line at all')).toBeUndefined();
});

it('finds the script that does not parse', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-shell-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'good'), '#!/bin/sh\nif true; then :; fi\n');
  writeFileSync(join(root, 'bad'), '#!/bin/sh\nif true; then :\n');
  writeFileSync(join(root, 'text.md'), 'if true; then\n');
  expect(await checkShell(root, ['good', 'bad', 'text.md'])).toEqual([expect.stringMatching(/^bad: .*yntax error/)]);
});
