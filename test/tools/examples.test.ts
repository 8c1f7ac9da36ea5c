import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { TOOLBELT } from '#tools/registry.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'assay-examples-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const context = {
  cwd,
  env: { PATH: process.env.PATH ?? '', HOME: home, ASSAY_HOME: home },
  signal: new AbortController().signal,
  progress: () => {},
};

/** The definitions are what help, MCP and the docs page show: each must be whole, and each example must really run. */
describe.each(TOOLBELT.map(({ name, load }) => [name, load] as const))(
  'T1 T2 T3 T4 T5 T6 T7 the tool %s',
  (name, load) => {
    it('is named as it is listed, says what every field is, and has examples and errors', async () => {
      const tool = await load({});
      expect(tool.name).toBe(name);
      expect(tool.examples.length).toBeGreaterThanOrEqual(2);
      for (const [field, schema] of Object.entries(tool.input.shape)) expect(schema.description, field).toBeTruthy();
      for (const [code, meaning] of Object.entries(tool.errors))
        expect([code, meaning.length > 10]).toEqual([code, true]);
    });

    it('answers its own examples with what its output schema promises', async () => {
      const tool = await load({ cacheFolder: home, userHome: home });
      for (const { title, input } of tool.examples) {
        const result = await tool.run(tool.input.parse(input), context);
        expect(result, title).toMatchObject({ ok: true });
        if (result.ok) expect(() => tool.output.parse(result.output), title).not.toThrow();
      }
    });
  },
);
