import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTxtar } from '#project/test-runners/fixtures/txtar.ts';

/** A small library with a decent suite of its own, and what of the suite can be taken out. */
export interface CorpusProject {
  readonly name: string;
  readonly language: 'typescript' | 'python';
  readonly runner: 'vitest' | 'pytest';
  readonly sources: readonly string[];
  /** Tests by a part of their name, and the code that only they look at. */
  readonly weakenings: readonly Weakening[];
}

export interface Weakening {
  readonly tests: RegExp;
  readonly source: string;
  readonly symbol: string;
}

const INTERVALS = 'src/interval-set.ts';
const CACHE = 'src/ttl-cache.ts';
const LEDGER = 'src/ledger/ledger.py';
const MONEY = 'src/ledger/money.py';
const ALL = /./;

export const CORPUS: readonly CorpusProject[] = [
  {
    name: 'interval-set',
    language: 'typescript',
    runner: 'vitest',
    sources: [INTERVALS],
    weakenings: [
      { tests: /intersect/, source: INTERVALS, symbol: 'IntervalSet.intersect' },
      { tests: /measures/, source: INTERVALS, symbol: 'IntervalSet.gaps' },
      { tests: /parse/, source: INTERVALS, symbol: 'parseInterval' },
      { tests: ALL, source: INTERVALS, symbol: 'IntervalSet.add' },
    ],
  },
  {
    name: 'version-range',
    language: 'typescript',
    runner: 'vitest',
    sources: ['src/version.ts', 'src/range.ts'],
    weakenings: [
      { tests: /increment/, source: 'src/version.ts', symbol: 'increment' },
      { tests: /newest/, source: 'src/range.ts', symbol: 'newest' },
      { tests: /compareVersions/, source: 'src/version.ts', symbol: 'comparePre' },
      { tests: /satisfies/, source: 'src/range.ts', symbol: 'caretEnd' },
    ],
  },
  {
    name: 'ttl-cache',
    language: 'typescript',
    runner: 'vitest',
    sources: [CACHE],
    weakenings: [
      { tests: /options/, source: CACHE, symbol: 'TtlCache.constructor' },
      { tests: /delete/, source: CACHE, symbol: 'TtlCache.delete' },
      { tests: /capacity/, source: CACHE, symbol: 'TtlCache.makeRoom' },
      { tests: ALL, source: CACHE, symbol: 'TtlCache.live' },
    ],
  },
  {
    name: 'expression',
    language: 'python',
    runner: 'pytest',
    sources: ['expression.py'],
    weakenings: [
      { tests: /test_free/, source: 'expression.py', symbol: 'free_names' },
      { tests: /TestSyntax|test_refused/, source: 'expression.py', symbol: 'Parser.parse' },
      { tests: /test_division|test_unknown$|test_errors/, source: 'expression.py', symbol: 'run' },
    ],
  },
  {
    name: 'ledger',
    language: 'python',
    runner: 'pytest',
    sources: [LEDGER, MONEY],
    weakenings: [
      { tests: /test_statement/, source: LEDGER, symbol: 'Ledger.statement' },
      { tests: /test_closing/, source: LEDGER, symbol: 'Ledger.close' },
      { tests: /test_entries_are_checked/, source: LEDGER, symbol: 'Ledger._check' },
      { tests: /test_split/, source: MONEY, symbol: 'split_evenly' },
    ],
  },
];

export function filesOf({ name }: CorpusProject): Record<string, string> {
  const text = readFileSync(join(import.meta.dirname, 'fixtures', `${name}.txtar`), 'utf8');
  return Object.fromEntries(parseTxtar(text));
}
