import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScenario } from './load-scenario.ts';
import { scenarios } from './scenarios/index.ts';
import { context, request } from './test/requests.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-sim-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, source: string): Promise<string> => {
  await writeFile(join(folder, name), source);
  return `./${name}`;
};

describe('X1.4 loadScenario', () => {
  it.each(scenarios.map(({ name }) => name))('knows %s by name', async (name) => {
    expect(await loadScenario(name)).toMatchObject({ name, description: expect.stringMatching(/\.$/) });
  });

  it('suggests the nearest names', async () => {
    await expect(loadScenario('tool-lop')).rejects.toMatchObject({
      code: 'SCENARIO_UNKNOWN',
      next: expect.stringContaining('Did you mean tool-loop?'),
    });
    await expect(loadScenario('zzzzzzzzzzzz')).rejects.toMatchObject({
      next: expect.stringContaining('Known: echo, tool-loop'),
    });
    await expect(loadScenario('ECO')).rejects.toMatchObject({ next: expect.stringContaining('Did you mean echo?') });
  });

  it('loads a scenario, or a bare function, from a file', async () => {
    const answer = "(request) => ({ parts: [{ type: 'text', text: 'mine: ' + request.lastUserText }] })";
    const whole = await write('whole.mjs', `export default { name: 'mine', description: 'Mine.', answer: ${answer} }`);
    const bare = await write(
      'bare.ts',
      `export default ${answer.replace('(request)', '(request: { lastUserText: string })')}`,
    );
    const loaded = [await loadScenario(whole, folder), await loadScenario(bare, folder)];
    expect(loaded.map(({ name }) => name)).toEqual(['mine', 'bare']);
    for (const { answer: ask } of loaded)
      expect(await ask(request(), context())).toEqual({ parts: [{ type: 'text', text: 'mine: hello' }] });
  });

  it('reports the faults of a file', async () => {
    await expect(loadScenario('./none.ts', folder)).rejects.toMatchObject({ code: 'SCENARIO_UNKNOWN' });
    const empty = await write('empty.mjs', 'export default { name: 1 }');
    await expect(loadScenario(empty, folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      next: expect.stringContaining('answer'),
    });
    const broken = await write('broken.mjs', "throw new Error('at import')");
    await expect(loadScenario(broken, folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('at import'),
    });
  });
});
