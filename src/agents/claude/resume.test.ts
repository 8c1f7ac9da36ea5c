import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../test/attempting.ts';
import { checkClaudeResume, claudeResumeToken, isWritten } from './resume.ts';

const SESSION = '0a1b2c3d-0000-4000-8000-000000000000';
const USED = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, usd: null };
const ANSWER = `${JSON.stringify({ type: 'assistant', timestamp: '2026-01-02T00:00:00.000Z', message: 'it is done' })}\n`;

function transcript(): { config: string; file: string } {
  const config = tempFolder();
  mkdirSync(join(config, 'projects/p'), { recursive: true });
  return { config, file: join(config, 'projects/p', `${SESSION}.jsonl`) };
}

describe('C1.3 transcripts of Claude Code', () => {
  it('are continued where they hold an answer, and known by their last', async () => {
    const { config, file } = transcript();
    writeFileSync(file, `{"type":"user"}\n${ANSWER}`);
    expect(await checkClaudeResume(claudeResumeToken(SESSION, USED), config)).toEqual({ session: SESSION, used: USED });
    const since = new Date('2026-01-01');
    expect(await isWritten(config, SESSION, { since, text: 'it is done' })).toBe(true);
    expect(await isWritten(config, SESSION, { since, text: 'something else' })).toBe(false);
    expect(await isWritten(config, SESSION, { since: new Date('2026-01-03'), text: 'it is done' })).toBe(false);
  });

  it.each([
    ['a pipe', (file: string) => void spawnSync('mkfifo', [file])],
    ['a link to what never ends', (file: string) => symlinkSync('/dev/zero', file)],
    [
      'a terabyte of nothing',
      (file: string) => {
        writeFileSync(file, ANSWER);
        truncateSync(file, 2 ** 40);
      },
    ],
  ])('are not read for ever where the program left %s', async (_, plant) => {
    const { config, file } = transcript();
    plant(file);
    await expect(checkClaudeResume(claudeResumeToken(SESSION, USED), config)).rejects.toThrow(/is empty/);
  });
});
