import { z } from 'zod';
import { FORMATS } from '../formats/format.ts';

export const ReadInput = z.strictObject({
  file: z.string().min(1).describe('The file to read from, absolute or relative to the working folder.'),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A key path into JSON, JSON Lines, YAML or TOML: a.b[3].c, items[10:20] (from 0, end excluded), ["odd key"].',
    ),
  rows: z
    .string()
    .optional()
    .describe(
      'Rows of CSV or TSV (under the header), records of JSON Lines, elements of a JSON array: 5, 5-10 or 5-, from 1.',
    ),
  lines: z.string().optional().describe('Lines of any text file: 5, 5-10 or 5-, from 1.'),
  symbol: z
    .string()
    .min(1)
    .optional()
    .describe('A function, class or other definition of source code: name or Class.method.'),
  section: z
    .string()
    .min(1)
    .optional()
    .describe('A section of Markdown by its heading, with all below it: Usage, or Guide > Usage.'),
  element: z
    .string()
    .min(1)
    .optional()
    .describe("An element of XML: /catalog/book[2]/title, /catalog/book[@id='x'], *."),
  around: z
    .int()
    .min(0)
    .max(1_000)
    .default(0)
    .describe('Neighbours to show on each side: lines, rows, elements or keys.'),
  format: z.enum(FORMATS).optional().describe('What the file is, when its content and its name mislead.'),
  maxBytes: z.int().min(100).max(4_000_000).default(65_536).describe('About how much to show at most.'),
});

export const SliceAnswer = z.strictObject({
  file: z.string().describe('As it was asked for.'),
  bytes: z.int().describe('Size of the file.'),
  format: z.enum(FORMATS).describe('What the file is.'),
  what: z.string().describe('What is shown, in words.'),
  content: z.string().describe('The part, valid in `contentFormat`.'),
  contentFormat: z.enum(FORMATS).describe('What `content` is written in: the format of the file, or text.'),
  lines: z
    .strictObject({ first: z.int().describe('From 1.'), last: z.int().describe('Included.') })
    .optional()
    .describe('Its lines in the file, where they are known.'),
  complete: z.boolean().describe('False when something of the part was left out.'),
  leftOut: z.array(z.string()).describe('What was left out, one sentence a kind.'),
  others: z.array(z.string()).describe('Other definitions of the same name.'),
  fallback: z.string().optional().describe('Why the content is not in the format of the file.'),
  commands: z
    .array(
      z.strictObject({
        command: z.string().describe('As typed into a shell.'),
        purpose: z.string().describe('What it shows.'),
      }),
    )
    .describe('Commands that show the whole file in a way that fits its format.'),
});

export type SliceAnswer = z.output<typeof SliceAnswer>;
