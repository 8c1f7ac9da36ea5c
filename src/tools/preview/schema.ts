import { z } from 'zod';
import { FORMATS } from '../formats/format.ts';
import { STRUCTURES } from './drawing.ts';

export const PreviewInput = z.strictObject({
  file: z.string().min(1).describe('The file to look into, absolute or relative to the working folder.'),
  max: z
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe('How many items to show: elements of each array, records, rows, lines, or rows of bytes.'),
  count: z
    .boolean()
    .default(false)
    .describe('Read a large file to its end to count exactly. Without it the totals of files over 8 MB are estimates.'),
  format: z.enum(FORMATS).optional().describe('What the file is, when its content and its name mislead.'),
  queries: z.boolean().default(true).describe('Suggest queries, and run each to see that it works.'),
});

const Query = z.strictObject({
  command: z.string().describe('As typed into a shell, in the working folder.'),
  purpose: z.string().describe('What it answers.'),
  proof: z
    .enum(['file', 'preview', 'not run'])
    .describe('What it was run on just now: the file itself, or the preview because the file is large.'),
  reason: z.string().optional().describe('Why it was not run.'),
  output: z.string().optional().describe('The beginning of what it printed.'),
});

const Problem = z.strictObject({
  line: z.int().describe('From 1.'),
  column: z.int().describe('From 1, in characters.'),
  byte: z.int().describe('Offset from the beginning of the file.'),
  message: z.string().describe('What is wrong there.'),
  around: z.string().describe('The bytes around the place, escaped.'),
});

export const PreviewOutput = z.strictObject({
  file: z.string().describe('As it was asked for.'),
  bytes: z.int().describe('Size of the file.'),
  encoding: z.string().describe('How its text is encoded.'),
  format: z.enum(FORMATS).describe('What it is.'),
  detectedBy: z.enum(['content', 'name', 'caller']).describe('How that was found out.'),
  structure: z.enum(STRUCTURES).describe('How its content is arranged.'),
  valid: z.boolean().describe('False when a fault was found; `problem` then says where.'),
  checked: z
    .enum(['whole', 'structure', 'beginning'])
    .describe('How much was checked against the grammar: all of it, all quotes and brackets, or its beginning.'),
  problem: Problem.optional().describe('The first fault of the file.'),
  preview: z
    .string()
    .describe('The beginning of the file, valid in its own format; of a file that is not, its escaped bytes.'),
  previewFormat: z.enum(FORMATS).describe('What `preview` is written in.'),
  metadata: z
    .array(
      z.strictObject({
        key: z.string().describe('Name.'),
        value: z.string().describe('Value, as written in the file.'),
      }),
    )
    .describe('Facts next to the data: the scalar and small fields of a wrapper, attributes of a root element.'),
  collections: z
    .array(
      z.strictObject({
        path: z.string().describe('Where it is: `.`, `.entities`, `/catalog/book`, `rows`, `lines`.'),
        shown: z.int().describe('How many the preview holds.'),
        total: z.int().describe('How many the file holds.'),
        exact: z.boolean().describe('False when the total is an estimate from the beginning of the file.'),
      }),
    )
    .describe('What was cut to `max`, and its totals.'),
  leftOut: z.array(z.string()).describe('What the preview does not show, one sentence a kind.'),
  notes: z.array(z.string()).describe('What else a reader should know.'),
  queries: z.array(Query).describe('Commands that ask this very file, each run before it is suggested.'),
});

export type PreviewOutput = z.output<typeof PreviewOutput>;
