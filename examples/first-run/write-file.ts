import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';

/** All that the simulated builders can do: write a file of their folder. */
export const writeFileTool = defineTool({
  name: 'write_file',
  title: 'Write a file',
  description: 'Writes a file of the working folder, replacing what was there.',
  input: z.object({
    path: z.string().regex(/^[a-z]+\.js$/, 'a plain name such as money.js'),
    text: z.string().max(10_000),
  }),
  output: z.object({ written: z.string() }),
  annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ title: 'A module', input: { path: 'money.js', text: 'export const x = 1;\n' } }],
  errors: {},
  run: async ({ path, text }, { cwd, signal }) => {
    await writeFile(join(cwd, path), text, { signal });
    return { ok: true, output: { written: path }, text: `wrote ${path}` };
  },
});
