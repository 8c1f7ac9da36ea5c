import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolContext } from '#contracts/tool.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { runsOf } from './find-checkpoint.ts';
import { workplace } from './testing/workplace.ts';
import { checkpointTool } from './tool.ts';

const contextIn = (cwd: string): ToolContext => ({ cwd, signal: new AbortController().signal, progress: () => {} });

async function ask(
  place: ReturnType<typeof workplace>,
  input: { file?: string | undefined; steps?: string | undefined },
) {
  const tool = checkpointTool({ open: async () => place.deps });
  const result = await tool.run(tool.input.parse(input), contextIn(place.folder));
  if (result.ok) expect(tool.output.parse(result.output)).toEqual(result.output);
  return result;
}

describe('T7 checkpoint: the tool', () => {
  it('its examples run, and run nothing', async () => {
    const place = workplace();
    const { examples } = checkpointTool({ open: async () => place.deps });
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const { input } of examples)
      expect(await ask(place, input)).toMatchObject({ ok: true, output: { mode: 'start' } });
    expect(await place.deps.store.list()).toEqual([]);
  });

  it('shows the state of a job and what running it would do, before, between and after', async () => {
    const place = workplace();
    place.steps(`
name: job
steps:
  - { id: first, run: echo first >> log, inputs: [in] }
  - { id: second, run: "echo second >> log; test -e ok", after: [first] }
  - { id: third, run: echo third >> log, after: [second], check: "false" }
`);
    place.write('in', '1');
    const before = await ask(place, { file: 'STEPS.yaml' });
    expect(before).toMatchObject({ ok: true, output: { mode: 'start', run: null, changes: null } });
    expect(place.has('log')).toBe(false);

    const failed = await place.run();
    const between = await ask(place, { file: 'STEPS.yaml' });
    const run = failed.checkpoint.header.run;
    expect(between).toMatchObject({
      ok: true,
      output: {
        mode: 'resume',
        run: { id: run, status: 'failed' },
        steps: [
          { id: 'first', state: 'done', next: 'keep', exitCode: 0 },
          { id: 'second', state: 'failed', next: 'run', exitCode: 1, tries: 1 },
          { id: 'third', state: 'waiting', next: 'check', after: ['second'] },
        ],
      },
    });
    expect(between.ok && between.text).toMatch(/job: run \w+ failed; it would continue where it was/);
    expect(between.ok && between.text).toMatch(
      /second +failed +1 +1 .*run +it did not succeed before \(exited with 1\)/,
    );

    place.write('in', '2');
    const changed = await ask(place, { file: 'STEPS.yaml' });
    expect(changed).toMatchObject({
      ok: true,
      output: { mode: 'continue', steps: [{ id: 'first', next: 'ask', why: 'input in changed' }, {}, {}] },
    });
    place.write('in', '1');
    place.write('ok', '');
    await place.run();
    expect(await ask(place, { file: 'STEPS.yaml' })).toMatchObject({ ok: true, output: { mode: 'nothing' } });
    expect(await runsOf(place.deps.store, `${place.folder}/STEPS.yaml`)).toHaveLength(1);
    expect(place.lines('log')).toEqual(['first', 'second', 'second', 'third']);
  });

  it('names the choices if the database is damaged, and says if there is no database', async () => {
    const place = workplace();
    place.steps('name: x\nsteps:\n  - { id: a, run: x }\n');
    const file = join(place.root, 'broken.db');
    writeFileSync(file, 'no database '.repeat(1_000));
    const open = async () => ({ ...place.deps, store: new SqliteStore({ file }) });
    const input = { file: 'STEPS.yaml' };
    expect(await checkpointTool({ open }).run(input, contextIn(place.folder))).toMatchObject({
      ok: false,
      error: { code: 'STORE_CORRUPT', next: expect.stringContaining('assay doctor --repair') },
    });
    expect(await checkpointTool().run(input, contextIn(place.folder))).toMatchObject({
      ok: false,
      error: { code: 'TOOL_FAILED' },
    });
  });

  it('answers with its codes', async () => {
    const place = workplace();
    const tool = checkpointTool({ open: async () => place.deps });
    const codes = [
      await ask(place, {}),
      await ask(place, { file: 'a', steps: 'b' }),
      await ask(place, { file: 'missing.yaml' }),
      await ask(place, { steps: 'name: x' }),
    ].map((result) => (result.ok ? 'ok' : result.error.code));
    expect(codes).toEqual(['TOOL_INPUT_INVALID', 'TOOL_INPUT_INVALID', 'SOURCE_UNREADABLE', 'STEPS_INVALID']);
    for (const code of codes) expect(tool.errors).toHaveProperty(code);
  });
});
