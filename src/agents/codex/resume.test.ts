import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../test/attempting.ts';
import { checkCodexResume, codexResumeToken } from './resume.ts';

const THREAD = '0a1b2c3d-0000-4000-8000-000000000000';
const token = codexResumeToken({ thread: THREAD, input: 1, cached: 0, output: 1 });

describe('C1 threads of Codex', () => {
  it('are found below its folder, and not behind links that go round in circles', async () => {
    const home = tempFolder();
    const day = join(home, 'sessions/2026/01');
    mkdirSync(day, { recursive: true });
    for (const name of ['a', 'b']) symlinkSync('.', join(home, 'sessions', name));
    await expect(checkCodexResume(token, home)).rejects.toThrow(/is gone/);
    symlinkSync('/etc/hostname', join(home, 'sessions', `rollout-${THREAD}.jsonl`));
    await expect(checkCodexResume(token, home)).rejects.toThrow(/is gone/);
    writeFileSync(join(day, `rollout-${THREAD}.jsonl`), '{}\n');
    expect(await checkCodexResume(token, home)).toMatchObject({ thread: THREAD });
  });
});
