import type { Entry } from './entries.ts';
import { Measurable } from './measurable.ts';
import { Result, type Way } from './replay.ts';

/**
 * What docs/real-repositories.md says was played: the results of machines that are gone. `--write` keeps them where
 * nothing newer was played.
 */
export function resultsInPage(page: string, entries: readonly Entry[]): Record<Way, Result[]> {
  const section = (from: string): string => sectionOf(page, from);
  return {
    mcp: playsIn(section('## What was played'), section('## What to look at'), entries),
    hosted: playsIn(section('## By `assay run`'), section('## By `assay run`'), entries),
    prove: playsIn(section('## By `assay prove`'), section('## By `assay prove`'), entries),
  };
}

export function initsInPage(page: string): Measurable[] {
  return rowsOf(sectionOf(page, '## `assay init` alone')).flatMap(
    ([repo = '', how = '', runners = '', tests, failed]) => {
      const [outcome = '', ...says] = how.split(': ');
      const read = Measurable.safeParse({
        ...{ repo, outcome, says: says.join(': '), ms: 0 },
        ...{ runners: runners.split(', ').filter(Boolean), tests: Number(tests), failed: Number(failed) },
      });
      return read.success ? [read.data] : [];
    },
  );
}

function playsIn(table: string, remarks: string, entries: readonly Entry[]): Result[] {
  const said = remarksIn(remarks);
  return rowsOf(table).flatMap(([id = '', variant = '', outcome, where = '', assay, seconds]) => {
    const entry = entries.find((each) => each.id === id);
    const [first, ...rest] = where.split(' ').filter(Boolean);
    const isPlace = outcome === 'refused' && first !== undefined && !first.includes('_');
    const read = Result.safeParse({
      ...{ id, repo: entry?.repo, runner: entry?.runner, variant, outcome, assay, ms: Number(seconds) * 1000 },
      ...(isPlace ? { at: first, codes: rest } : { codes: [first, ...rest].filter(Boolean) }),
      says: said.get(`${id} ${variant}`) ?? '',
    });
    return read.success ? [read.data] : [];
  });
}

/** `- ID: refused at GREEN (CODES): why` and `- ID, VARIANT: not run: why`. */
function remarksIn(text: string): Map<string, string> {
  const lines = text.matchAll(/^- ([\w.-]+)(?:, (\w+))?: (?:refused at [^:]*|not run): (.*)$/gm);
  return new Map([...lines].map(([, id, variant = 'honest', why = '']) => [`${id} ${variant}`, why]));
}

const sectionOf = (page: string, head: string): string => {
  const at = page.indexOf(`\n${head}\n`);
  return at < 0 ? '' : (page.slice(at + head.length + 2).split('\n## ')[0] ?? '');
};

const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));
