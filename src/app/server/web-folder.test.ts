import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildPageOfClone } from './web-folder.ts';

it('asks a clone’s builder each time, which knows whether the page is as its sources are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-web-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const builder = join(folder, 'build.mjs');
  await writeFile(builder, 'console.error("setup: building the page");');
  const said: string[] = [];
  for (let time = 0; time < 2; time += 1) await buildPageOfClone(process.env, (line) => said.push(line), builder);
  expect(said).toEqual(['setup: building the page', 'setup: building the page']);
  // The published package has none.
  await buildPageOfClone(process.env, (line) => said.push(line), join(folder, 'none.mjs'));
  expect(said).toHaveLength(2);
});
