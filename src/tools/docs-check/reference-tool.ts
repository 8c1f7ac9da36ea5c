import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import { STYLES } from './cli/command.ts';
import { type DocsToolOptions, PROGRAM_ERRORS, programFields } from './inputs.ts';
import { withProgram } from './open-program.ts';
import { writeReference } from './reference.ts';
import { shellParserOnce } from './shell-parser-once.ts';

const Input = z.strictObject(programFields);

const Output = z.strictObject({
  program: z.string().describe('The name of the program'),
  path: z.string().describe('The file that was asked for its help'),
  style: z.enum(STYLES).describe('The library that printed the help'),
  markdown: z
    .string()
    .describe('The reference: a section for each command with usage, subcommands, options and examples'),
  commands: z.number().int().describe('Commands described'),
  examples: z
    .number()
    .int()
    .describe('Examples shown; each was checked against the program’s own commands and options'),
  refused: z
    .array(z.string())
    .describe('Examples of the program’s help that do not fit the program; they are not shown'),
  unread: z
    .array(z.strictObject({ command: z.string(), why: z.string() }))
    .describe('Commands whose help could not be read; the reference lacks them'),
  cut: z.boolean().describe('A limit was met: not every command was read'),
});

export const docsReferenceTool = ({ cacheFolder, parser = shellParserOnce() }: DocsToolOptions = {}) =>
  defineTool({
    name: 'docs-reference',
    title: 'Write a command reference',
    description:
      'Writes a Markdown reference of a program from its own --help, every subcommand included: usage, aliases, options, what is deprecated, and those examples in its help that fit its real commands and options. docs-check finds no drift in what it writes. The program is started with --help only, in an empty folder, a few at a time, each within a time limit.',
    input: Input,
    output: Output,
    // It starts a program, which a checkout may have supplied.
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'A reference of git', input: { program: 'git', maxCommands: 20 } },
      { title: 'The first level only', input: { program: 'git', depth: 1, maxCommands: 5, cache: false } },
    ],
    errors: PROGRAM_ERRORS,
    run: async (choice, context) => {
      context.progress(`reading the help of ${choice.program}`);
      const used = await withProgram({ ...choice, cacheFolder }, context, async (tree, path) => {
        const reference = await writeReference(tree, await parser());
        const { program, root, unread, cut } = tree;
        const refused = [...reference.refused];
        return { program, path, style: root.style, ...reference, refused, unread: [...unread], cut };
      });
      return used.ok ? { ok: true, output: used.value, text: used.value.markdown } : used;
    },
  });
