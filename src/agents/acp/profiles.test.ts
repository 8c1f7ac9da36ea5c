import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { profileOf } from './profiles.ts';

const programSandbox = (home: string, sandboxed: boolean): ProgramSandbox => ({
  ...{ home, sandboxed, modelUrl: null, env: {} },
  start: () => Promise.reject(new Error('nothing is started here')),
  offer: () => Promise.reject(new Error('nothing is offered here')),
  close: async () => {},
});

describe('C1 Gemini CLI', () => {
  it('gets its own home; on the bare machine the person’s files do not change', async () => {
    const [own, person] = [tempFolder(), tempFolder()];
    const chat = join(person, '.gemini/tmp/p/chats/session-2026-a.json');
    mkdirSync(join(chat, '..'), { recursive: true });
    writeFileSync(chat, '{}');
    writeFileSync(join(person, '.gemini/settings.json'), '{"theme":"mine"}');
    const { prepare } = profileOf(['gemini']);
    await prepare?.(programSandbox(own, true));
    await prepare?.(programSandbox(person, false));
    expect(readFileSync(join(own, '.gemini/settings.json'), 'utf8')).toContain('telemetry');
    expect(readFileSync(join(person, '.gemini/settings.json'), 'utf8')).toBe('{"theme":"mine"}');
    expect(existsSync(chat)).toBe(true);
  });
});
