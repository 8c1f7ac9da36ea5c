import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../test/attempting.ts';
import { keepGeminiSessions } from './gemini-sessions.ts';

describe('C1 sessions of Gemini CLI', () => {
  it('are kept out of the way of the next one, once', async () => {
    const home = tempFolder();
    const chats = join(home, '.gemini/tmp/project/chats');
    mkdirSync(chats, { recursive: true });
    writeFileSync(join(chats, 'session-2026-01-01T10-05-0a1b2c3d.jsonl'), 'first');
    writeFileSync(join(chats, 'notes.txt'), '');
    await keepGeminiSessions({ home, sandboxed: true });
    await keepGeminiSessions({ home, sandboxed: true });
    const kept = 'session-kept-2026-01-01T10-05-0a1b2c3d.jsonl';
    expect(readdirSync(chats).sort()).toEqual(['notes.txt', kept]);
    expect(readFileSync(join(chats, kept), 'utf8')).toBe('first');
  });

  it('need not be there', async () => {
    await expect(keepGeminiSessions({ home: tempFolder(), sandboxed: true })).resolves.toBeUndefined();
  });

  it('are not searched for behind a link that the agent planted', async () => {
    const [home, outside] = [tempFolder(), tempFolder()];
    writeFileSync(join(outside, 'session-of-the-person'), '');
    mkdirSync(join(home, '.gemini/tmp/project'), { recursive: true });
    symlinkSync(outside, join(home, '.gemini/tmp/project/chats'));
    symlinkSync(outside, join(home, '.gemini/tmp/other'));
    await expect(keepGeminiSessions({ home, sandboxed: true })).rejects.toThrow(/chats is a link/);
    expect(readdirSync(outside)).toEqual(['session-of-the-person']);
  });
});
