import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRepositoryDocs } from '#tools/docs-check/check-repository-docs.ts';

const ROOT = join(import.meta.dirname, '../..');
let home = '';

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'assay-own-docs-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('T2 the documents of this repository', () => {
  it('show no command or option that bin/assay does not have', async () => {
    const result = await checkRepositoryDocs(ROOT, 'bin/assay', {
      PATH: process.env.PATH ?? '',
      HOME: home,
      ASSAY_HOME: home,
    });
    if (!result.ok) throw new Error(result.error.message);
    expect(result.output.drift, result.text).toBe(0);
    expect(result.output.unread, 'every help could be read').toEqual([]);
  });
});
