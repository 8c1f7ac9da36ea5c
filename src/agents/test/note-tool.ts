import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';

/** A tool to be passed in. */
export const noteTool = (note: (words: string) => void) =>
  defineTool({
    name: 'note',
    title: 'Note',
    description: 'Notes words.',
    input: z.object({ words: z.string() }),
    output: z.object({}),
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [],
    errors: {},
    run: async ({ words }) => {
      note(words);
      return { ok: true, output: {}, text: 'noted' };
    },
  });
