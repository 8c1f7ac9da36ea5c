import type { TestCase } from '#contracts/test-run.ts';
import { escapePattern } from '#contracts/text.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';

export const writtenNameOf = ({ file, path }: WrittenTest): string => `${file} > ${path.join(' > ')}`;

/** A test that ran, and a test in the source. Of a computed title, only its fixed parts can be compared. */
export function isRunOf(
  ran: Pick<TestCase, 'file' | 'suites' | 'title'>,
  { file, path, titleKind, fact }: WrittenTest,
): boolean {
  if (ran.file !== file) return false;
  const suites = path.slice(0, -1);
  if (suites.length === 0 && ran.suites.length > 0) return false;
  if (!suites.every((suite, at) => isTitle(ran.suites[at] ?? '', suite) || ran.suites.includes(suite))) return false;
  const title = path.at(-1) ?? '';
  if (titleKind === 'computed') return true;
  const isTable = fact.modifiers.some((mark) => /^(each|for|parametrize)$/.test(mark));
  return (
    ran.title === title || isRow(ran, title) || ((titleKind === 'template' || isTable) && isTitle(ran.title, title))
  );
}

/** A test that ran inside another: tape reports both, and the outer one has passed where only the inner failed. */
export const isRunInside = (ran: Pick<TestCase, 'file' | 'suites'>, { file, path }: WrittenTest): boolean =>
  ran.file === file && ran.suites.length >= path.length && path.every((name, at) => ran.suites[at] === name);

/** For a Python test without a table mark at its own place: its rows come from a fixture, its class, or a hook. */
const isRow = ({ file, title }: Pick<TestCase, 'file' | 'title'>, name: string): boolean =>
  file.endsWith('.py') && title.startsWith(`${name}[`) && title.endsWith(']');

/** `takes %i off`, `${name} is read`, `$a + $b`, and pytest's suffix in brackets. */
function isTitle(ran: string, written: string): boolean {
  if (ran === written) return true;
  const parts = written.split(/(%[sdifjoOp#$%c]|\$\{[^}]*\}|\$[A-Za-z_][\w.]*)/);
  const pattern = parts.map((part, at) =>
    at % 2 === 0 ? escapePattern(part) : /^%[dif#]$/.test(part) ? '-?[\\d.eE+-]+|NaN' : '.*',
  );
  return new RegExp(
    `^${pattern.map((part, at) => (at % 2 === 0 ? part : `(?:${part})`)).join('')}(\\[.*\\])?$`,
    's',
  ).test(ran);
}
