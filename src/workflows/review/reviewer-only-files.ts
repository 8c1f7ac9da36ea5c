import { posix } from 'node:path';
import { spelledOut } from '#contracts/unseen-characters.ts';
import type { Diff, DiffFile } from '#contracts/workspace.ts';
import { isCode, isProgram } from '#gates/is-code.ts';

export interface ReviewerOnlyFiles {
  /** Neither programs nor tests nor prose (data, pages, queries, scripts of a shell): nothing here measured them. */
  readonly unmeasured: string[];
  /** Code that neither the plan item, the draft nor a changed test mentions. */
  readonly unexplained: string[];
  /** Added lines that address a reviewer, quoted. */
  readonly addressed: string[];
}

/** The parts of a change that only a reviewer can judge. `words`: all earlier text about it. */
export function reviewerOnlyFiles(
  { files }: Diff,
  isTest: (path: string) => boolean,
  words: string,
): ReviewerOnlyFiles {
  const there = files.filter(({ status }) => status !== 'deleted');
  const others = there.filter(({ path }) => !isTest(path));
  const said = `${words}\n${files
    .filter(({ path }) => isTest(path))
    .flatMap(addedLines)
    .join('\n')}`.toLowerCase();
  return {
    unmeasured: others.filter(({ path }) => !isProgram(path) && !PROSE.test(path)).map(({ path }) => path),
    unexplained: others.filter(({ path }) => isCode(path) && !isSaid(path, said)).map(({ path }) => path),
    addressed: there.flatMap((file) =>
      addedLines(file)
        .filter((line) => TO_REVIEWER.test(line))
        .map((line) => `${file.path}: ${JSON.stringify(spelledOut(line.trim().slice(0, 200)))}`),
    ),
  };
}

const PROSE = /\.(md|mdx|rst|txt|adoc)$|(^|\/)(LICEN[CS]E|CHANGELOG|AUTHORS)[^/]*$/i;

/** By the name of its file; a common one (`index`) by its folder's. */
function isSaid(path: string, said: string): boolean {
  const stem = posix.basename(path).replace(/\..*$/, '').toLowerCase();
  const name = /^(index|main|mod|__init__)$/.test(stem) ? posix.basename(posix.dirname(path)).toLowerCase() : stem;
  return name.length < 2 || said.includes(name) || said.includes(name.replaceAll(/[-_]/g, ' '));
}

const addedLines = ({ hunks }: DiffFile): string[] =>
  hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)));

/** No proof of anything: a prompt in a project of prompts reads the same. It is shown, and judged. */
const TO_REVIEWER =
  /\b(ignore|disregard|forget) (all |any |the |your )*(previous|prior|above|earlier) (instruction|rule|prompt)|\b(note|message|attention|instruction)s? (to|for) (the |any |all )*(ai |llm |code |automated )*(reviewer|review|model|agent|judge)|\b(ai|llm|automated|code) reviewers?\s*[:,]|\breport (no|zero) findings|"findings"\s*:\s*\[\s*\]|\b(already|was|been) (reviewed and )?approved by\b/i;
