import { basename } from 'node:path';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { defineTool } from '#contracts/tool.ts';
import { checkDocuments } from './check-documents.ts';
import { STYLES } from './cli/command.ts';
import { findDocuments } from './docs/find-documents.ts';
import { type DocsToolOptions, PROGRAM_ERRORS, programFields } from './inputs.ts';
import { withProgram } from './open-program.ts';
import { type DocsReport, docsReportText } from './report.ts';
import { shellParserOnce } from './shell-parser-once.ts';

const Input = z.strictObject({
  ...programFields,
  files: z
    .array(z.string().min(1))
    .min(1)
    .default(['.'])
    .describe(
      'Markdown files, folders (everything in them) or patterns such as "docs/**/*.md", from the working folder',
    ),
  names: z
    .array(z.string().regex(/^[^/\s]+$/))
    .default([])
    .describe('Names the documents know the program by, besides the name of its file: ["fd"] for Debian’s fdfind'),
  inline: z.boolean().default(true).describe('Read inline code such as `git push --force` too, not only shell blocks'),
});

const Finding = z.strictObject({
  file: z.string().describe('The document, from the working folder'),
  line: z.number().int().describe('Of the word that does not fit, counted from 1'),
  problem: z
    .enum(['unknown', 'renamed', 'deprecated'])
    .describe(
      'unknown: the program has nothing like it; renamed: something similar exists; deprecated: according to its help',
    ),
  what: z.enum(['subcommand', 'option', 'argument']).describe('What the word was meant as'),
  word: z.string().describe('The word that does not fit'),
  command: z.string().describe('The command it was given to'),
  suggestions: z.array(z.string()).describe('What it may be called now, nearest first'),
  message: z.string().describe('The same in a sentence'),
  written: z.string().describe('The command as the document has it'),
  corrected: z.string().nullable().describe('The command with the first suggestion in place; null without one'),
});

const Output = z.strictObject({
  program: z.string().describe('The name of the program'),
  path: z.string().describe('The file that was asked for its help'),
  style: z
    .enum(STYLES)
    .describe('The library that printed the help, which decides what it accepts beyond what it lists'),
  drift: z.number().int().describe('How many places disagree with the program; a CI job fails when it is not 0'),
  findings: z.array(Finding).describe('Each of them, in the order of the documents'),
  files: z.number().int().describe('Documents read'),
  blocks: z.number().int().describe('Shell blocks read'),
  commands: z.number().int().describe('Commands of the program that were checked'),
  skipped: z
    .array(z.strictObject({ file: z.string(), line: z.number().int(), commands: z.number().int() }))
    .describe('Blocks behind a <!-- docs-check: skip --> and how many commands each hides'),
  unjudged: z
    .array(z.string())
    .describe('Options that could not be judged: the help lists only some, and there is no manual'),
  unread: z
    .array(z.strictObject({ command: z.string(), why: z.string() }))
    .describe('Commands whose help could not be read; what follows them was not judged'),
  cut: z.boolean().describe('A limit was met: not every command was read'),
});

export const docsCheckTool = ({ cacheFolder, parser = shellParserOnce() }: DocsToolOptions = {}) =>
  defineTool({
    name: 'docs-check',
    title: 'Check documents against a program',
    description:
      'Reads the real commands and options of a program from its --help (clap, commander, cobra, argparse, click, git and npm), as deep as the documents go, and checks every command that Markdown documents show against them: shell blocks (sh, bash, shell, zsh, console, or no language with a "$ " prompt; here-documents, pipes, comments and printed output are told apart) and inline code. Reports unknown and renamed subcommands and options with the nearest names, and deprecated ones, each with file and line and a corrected command. A block after the comment <!-- docs-check: skip --> is left out and counted. The program is started with --help only (git: also -h, help -a, --list-cmds, and init in the empty folder; npm: also -l, config ls), in an empty folder, a few at a time, each within a time limit. Answers of installed programs are remembered until their file changes.',
    input: Input,
    output: Output,
    // It starts a program, which a checkout may have supplied.
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'Every git command in the Markdown of this folder', input: { program: 'git' } },
      {
        title: 'Shell blocks only, nothing remembered',
        input: { program: 'git', files: ['.'], inline: false, cache: false },
      },
    ],
    errors: {
      ...PROGRAM_ERRORS,
      FILE_MISSING: 'One of the files does not exist, or a pattern matches none.',
    },
    positional: ['program', 'files'],
    foundTrouble: ({ drift }) => drift > 0,
    run: async ({ files, names, inline, ...choice }, context) => {
      const found = await findDocuments(files, context.cwd);
      if (!found.ok) return { ok: false, error: missing(found.missing, context.cwd) };
      context.progress(`reading the help of ${choice.program}`);
      const used = await withProgram({ ...choice, cacheFolder }, context, async (tree, path) => {
        const known = [tree.program, basename(choice.program), ...names];
        const { findings, ...rest } = await checkDocuments(found.documents, tree, {
          names: known,
          inline,
          parser: await parser(),
        });
        const { program, root, unread, cut } = tree;
        const report: DocsReport = {
          program,
          style: root.style,
          drift: findings.length,
          findings,
          files: found.documents.length,
          ...rest,
          unread,
          cut,
        };
        return { path, report };
      });
      if (!used.ok) return used;
      const { path, report } = used.value;
      return { ok: true, output: Output.parse({ ...report, path }), text: docsReportText(report) };
    },
  });

const missing = (file: string, cwd: string) =>
  new AssayError('FILE_MISSING', `There is no file, folder or match for ${file} in ${cwd}.`, {
    next: 'Correct the path; it is taken from the working folder.',
  }).toInfo();
