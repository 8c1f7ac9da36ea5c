import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isEmptied } from './is-emptied.ts';

it('is no while the first process inside lives, or if that is unknown', async () => {
  const child = spawn('sleep', ['60']);
  try {
    expect(await isEmptied(() => child.pid)).toBe(false);
    expect(await isEmptied(() => undefined)).toBe(false);
  } finally {
    child.kill('SIGKILL');
  }
  await once(child, 'exit');
  expect(await isEmptied(() => child.pid)).toBe(true);
});
