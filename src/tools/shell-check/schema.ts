import { z } from 'zod';

/** Longer than any command line, short enough for one argument of a process. */
const LONGEST = 32_000;
/** Of a script in a file. */
export const LONGEST_SCRIPT = 256_000;
const text = z.string().max(LONGEST);

export const ShellCheckInput = z.strictObject({
  command: text.optional().describe('The command or script to check, as you would give it to a shell'),
  args: z
    .array(text)
    .min(1)
    .max(1_000)
    .optional()
    .describe('Instead of command: words to be quoted into one safe command, such as ["rm", "--", "my file"]'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('Instead of command: a script to check, absolute or relative to the working folder'),
  verify: z
    .boolean()
    .default(false)
    .describe(
      'Also ask the shells that are installed (sh, dash, bash, zsh) for a syntax check with -n; nothing is run',
    ),
});

const Place = {
  line: z.number().int().describe('Counted from 1'),
  column: z.number().int().describe('Counted from 1, in UTF-16 units'),
  text: z.string().describe('The place as written; long ones are cut'),
};

const What = z.enum(['command', 'rewritten']).describe('Which of the two was given to the shell');
const ShellName = z.enum(['sh', 'dash', 'bash', 'zsh']);

export const ShellCheckOutput = z.strictObject({
  command: z.string().describe('What was checked; with args, the quoted command'),
  verdict: z
    .enum(['posix', 'not-posix', 'unsure'])
    .describe('unsure: a part was not understood, and nothing was found in the rest'),
  findings: z
    .array(
      z.strictObject({
        construct: z.string().describe('A stable name, such as here-string'),
        title: z.string().describe('What it is called'),
        standing: z
          .enum(['no', '2024', 'removed', 'caution'])
          .describe(
            'no: not in POSIX; 2024: only in POSIX.1-2024, which dash does not follow yet; removed: was obsolescent, gone in 2024; caution: allowed but not alike everywhere',
          ),
        ...Place,
        instead: z.string().describe('What to do in any shell'),
        rewritable: z.boolean().describe('Whether this tool can rewrite this place'),
      }),
    )
    .describe('In text order; cautions do not make the verdict'),
  rewritten: z
    .string()
    .nullable()
    .describe('The same command in POSIX; null when it is POSIX already or one construct has to be rewritten by hand'),
  assumes: z.array(z.string()).describe('What has to be true for the rewritten command to do the same'),
  notUnderstood: z.array(z.strictObject(Place)).describe('Places the parser did not understand'),
  leftOut: z.number().int().describe('Findings and places beyond the first hundred of each, which are not listed'),
  syntax: z
    .array(z.strictObject({ shell: ShellName, what: What, accepted: z.boolean(), said: z.string() }))
    .describe('With verify: what each shell says of the syntax'),
});

export type ShellReport = z.infer<typeof ShellCheckOutput>;
