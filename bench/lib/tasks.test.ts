import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../src/host/testing/temp-folder.ts';
import { FEATURE_TASKS } from '../tasks/features.ts';
import { FIXES } from '../tasks/fixes.ts';
import type { CodingTask } from '../tasks/task.ts';

const TASKS = [...FIXES, ...FEATURE_TASKS];

function passes({ hidden }: CodingTask, ...layers: Readonly<Record<string, string>>[]): boolean {
  const folder = tempFolder();
  for (const [path, text] of layers.flatMap((files) => Object.entries(files))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'hidden.test.mjs'), hidden);
  const env = { PATH: process.env.PATH ?? '' };
  return spawnSync(process.execPath, ['--test', 'hidden.test.mjs'], { cwd: folder, env, timeout: 30_000 }).status === 0;
}

describe('C1.14 the tasks of the benchmark', () => {
  it('are at least forty, each of its own name', () => {
    expect(TASKS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(TASKS.map(({ name }) => name)).size).toBe(TASKS.length);
  });

  // `npm run bench -- tasks` does this for all of them.
  it.each([FIXES[0], FEATURE_TASKS[0]])('can be failed and solved', (task) => {
    if (!task) throw new Error('there is none');
    expect(passes(task, task.files)).toBe(false);
    expect(passes(task, task.files, task.solution)).toBe(true);
  });
});
