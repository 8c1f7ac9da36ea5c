import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkRepositoryDocs } from '#tools/docs-check/check-repository-docs.ts';
import { allCommands, helpOf } from '../cli/help-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'assay-own-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('T2 X7.9 the documents of this repository', () => {
  it('show no command or option that bin/assay does not have', async () => {
    const program = await helpProgram();
    const result = await checkRepositoryDocs(ROOT, program, { PATH: process.env.PATH ?? '', HOME: folder });
    if (!result.ok) throw new Error(result.error.message);
    expect(result.output.drift, result.text).toBe(0);
    expect(result.output.unread, 'every help could be read').toEqual([]);
    expect(result.output.commands).toBeGreaterThan(100);
  });
});

/** Answers every `--help` as `bin/assay` does (test/cli/usage.test.ts compares them), from pages that are written once. */
async function helpProgram(): Promise<string> {
  const pages = join(folder, 'pages');
  mkdirSync(pages);
  for (const words of await allCommands())
    writeFileSync(join(pages, [...words, '--help'].join(' ')), await helpOf(words));
  const program = join(folder, 'assay');
  writeFileSync(program, `#!/bin/sh\nexec cat "${pages}/$*"\n`);
  chmodSync(program, 0o755);
  return program;
}
