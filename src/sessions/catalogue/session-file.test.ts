import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSessionFile } from './session-file.ts';

const HEADER = {
  format: 'assay-session',
  version: 1,
  title: 't',
  labels: [],
  status: 'open',
  simulated: false,
  createdAt: 1,
  updatedAt: 1,
  turns: 2,
};

describe('C5.1 the file of a conversation', () => {
  it.each([
    ['was cut off', JSON.stringify(HEADER), 'cut off'],
    ['is something else', '<html>', 'not JSON'],
    ['is of a newer Assay', JSON.stringify({ ...HEADER, version: 2 }), 'line 1'],
    ['holds something else', `${JSON.stringify({ ...HEADER, turns: 1 })}\n{"by":"nobody"}`, 'line 2'],
    ['is empty', '', 'empty'],
  ])('is refused where it %s', async (_, told, seen) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-session-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'talk.jsonl');
    writeFileSync(file, told);
    await expect(readSessionFile(file)).rejects.toMatchObject({
      code: 'SESSION_FILE_INVALID',
      message: expect.stringContaining(seen),
    });
    await expect(readSessionFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'FILE_MISSING' });
  });
});
