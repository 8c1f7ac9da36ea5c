import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskProgram } from '../cli/ask-program.ts';

/** The help of a real program as it was printed on a machine that has it. */
export interface HelpFixture {
  readonly program: string;
  /** Where the program came from: `ripgrep 13.0.0-4+b2`. */
  readonly source: string;
  readonly answers: ReadonlyMap<string, string>;
}

const FOLDER = join(import.meta.dirname, '../fixtures');
const MARK = '=====';

export const fixturePath = (program: string): string => join(FOLDER, `${program}.help.txt`);
export const documentPath = (program: string, kind: 'sound' | 'drift'): string => join(FOLDER, `${program}.${kind}.md`);

export function readFixture(program: string): HelpFixture {
  const [head = '', ...rest] = readFileSync(fixturePath(program), 'utf8').split(`\n${MARK} `);
  const answers = rest.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end).replace(/^\(no arguments\)$/, ''), part.slice(end + 1)] as const;
  });
  return { program, source: head.trim(), answers: new Map(answers) };
}

export const writeFixture = ({ source, answers }: HelpFixture): string =>
  [source, ...[...answers].map(([args, text]) => `${MARK} ${args}\n${text.trimEnd()}\n`)].join('\n');

/** Answers from the fixture; a call that was not recorded fails, like a program without help. */
export const askFixture =
  ({ answers, program }: HelpFixture): AskProgram =>
  async (args) => {
    const text = answers.get(args.join(' '));
    return text === undefined
      ? { ok: false, why: `${program} ${args.join(' ')} was not recorded` }
      : { ok: true, text };
  };
