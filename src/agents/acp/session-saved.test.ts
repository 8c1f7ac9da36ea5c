import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { tempFolder } from '../test/attempting.ts';
import { profileOf } from './profiles.ts';
import { sessionSaved } from './session-saved.ts';

const claude = profileOf(['claude-code-acp']);
const since = new Date('2026-01-01T10:00:00.000Z');
const sandboxWith = (home: string | null): ProgramSandbox => ({
  sandboxed: true,
  home,
  modelUrl: null,
  env: {},
  start: () => Promise.reject(new Error('nothing is started here')),
  offer: () => Promise.reject(new Error('nothing is offered here')),
  close: async () => undefined,
});
const entry = (timestamp: string, text: string): string =>
  `${JSON.stringify({ type: 'assistant', timestamp, message: { content: [{ type: 'text', text }] } })}\n`;

describe('C1 the end of an agent that writes its answers down late', () => {
  it('waits for the last answer, not for any answer', async () => {
    const home = tempFolder();
    const file = join(home, '.claude/projects/p/s-1.jsonl');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, entry('2026-01-01T09:00:00.000Z', '{"done":true}') + entry('2026-01-01T10:00:01.000Z', 'Hm.'));
    let isKept: boolean | undefined;
    const waiting = sessionSaved(claude, sandboxWith(home), { session: 's-1', since, text: '{"done":true}' }).then(
      (kept) => {
        isKept = kept;
      },
    );
    await expect(claude.isKept?.(sandboxWith(home), { session: 's-1', since, text: '{"done":true}' })).resolves.toBe(
      false,
    );
    expect(isKept).toBeUndefined();
    appendFileSync(file, entry('2026-01-01T10:00:02.000Z', '{"done":true}'));
    await waiting;
    expect(isKept).toBe(true);
  });

  it('does not wait for ever, nor if nothing is written', async () => {
    const answer = { session: 's-2', since, text: 'x' };
    expect(await sessionSaved(claude, sandboxWith(tempFolder()), answer)).toBe(false);
    expect(await sessionSaved(profileOf(['some-agent']), sandboxWith(null), answer)).toBe(true);
  });
});
