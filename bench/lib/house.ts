import { parseSync, Visitor } from 'oxc-parser';
import { twinNames } from '../../scripts/check-names.ts';
import { checkReached } from '../../scripts/check-reached.ts';
import { isTestFile, ROOMS } from '../../scripts/rooms.ts';

/** The numbers of the code by label, in the order in which they are shown. */
export type HouseCounts = ReadonlyMap<string, number>;

/** Counts lines, files, functions and twins. `files`: source text by path from the repository's root. */
export function countHouse(files: ReadonlyMap<string, string>): HouseCounts {
  const own = new Map([...files].filter(([path]) => /^(src|sim|web)\/.*\.tsx?$/.test(path) && !isAside(path)));
  const lengths = [...own.values()].map(linesIn).sort(ascending);
  const functions = [...own].flatMap(([path, text]) => functionLengths(path, text)).sort(ascending);
  const rooms = [...new Set([...own.keys()].map(roomNameOf))].sort();
  const counts: [string, number][] = [
    ['lines', sum(lengths)],
    ...rooms.map((room): [string, number] => [
      `lines of ${room}`,
      sum([...own].filter(([path]) => roomNameOf(path) === room).map(([, text]) => linesIn(text))),
    ]),
    ['lines per file, median', at(lengths, 0.5)],
    ['lines per file, p95', at(lengths, 0.95)],
    ['files over 300 lines', lengths.filter((lines) => lines > 300).length],
    ['lines per function, median', at(functions, 0.5)],
    ['lines per function, p95', at(functions, 0.95)],
    ['unreachable exports', checkReached(files).length],
    ['exported names defined twice', twinNames(own).size],
    ...NAMED.map(({ label, name, home }): [string, number] => [
      label,
      [...own].filter(([path, text]) => name.test(text) && !home.test(path)).length,
    ]),
  ];
  return new Map(counts);
}

/** Knowledge of one thing lies in as many places as name it, apart from its own. */
const NAMED = [
  { label: 'other files that name mocha', name: /mocha/i, home: /test-runners\/(reporters\/)?mocha/ },
  {
    label: 'other files that name the agent opencode',
    name: /opencode/i,
    home: /agents\/(acp\/|known\/opencode)/,
  },
  { label: 'other files that name the workflow hybrid-tdd', name: /hybrid-?tdd/i, home: /hybrid-?tdd/ },
  {
    label: 'other files that name the approvals page',
    name: /pages\/approvals\/|\bapprovals:|'approvals'/,
    home: /pages\/approvals\//,
  },
  {
    label: 'other files that name the command cost',
    name: /commands\/cost\.ts|command\('cost/,
    home: /commands\/cost\.ts/,
  },
];

const isAside = (path: string): boolean =>
  isTestFile(path) || /\/(testing|test|fixtures|corpus)\/|\.contract\.ts$/.test(path);

const roomNameOf = (path: string): string =>
  ROOMS.find(({ folder }) => path.startsWith(`${folder}/`))?.name ?? path.split('/').slice(0, 2).join('/');

function functionLengths(path: string, text: string): number[] {
  const found: number[] = [];
  const { program } = parseSync(path, text);
  const take = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    found.push(linesIn(text.slice(start, end)));
  };
  new Visitor({ FunctionDeclaration: take, FunctionExpression: take, ArrowFunctionExpression: take }).visit(program);
  // A callback of one line is no function to read.
  return found.filter((lines) => lines > 1);
}

const linesIn = (text: string): number => text.trimEnd().split('\n').length;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ascending = (a: number, b: number): number => a - b;
const at = (sorted: readonly number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
