import type { ShellNode, ShellParser } from '#code/shell-tree.ts';
import { check } from './check.ts';
import { constructOf, isNotPosix } from './constructs.ts';
import type { FoundConstruct } from './found.ts';
import { rewrite } from './rewrite.ts';
import type { ShellReport } from './schema.ts';

const LONGEST = 80;
/** An answer has to fit its reader; what is left out is counted. */
const MOST = 100;

/** Everything that can be determined without a shell. */
export function report(command: string, parser: ShellParser): ShellReport {
  const tree = parser.parse(command);
  const { verdict, findings } = check(tree);
  const rewritten = verdict === 'not-posix' ? rewrite(tree, parser) : null;
  const place = placesIn(command);
  return {
    command,
    verdict,
    findings: findings.slice(0, MOST).map((one) => ({ ...described(one), ...place(one) })),
    rewritten: rewritten?.text ?? null,
    assumes: [...(rewritten?.assumes ?? [])],
    notUnderstood: tree.errors.slice(0, MOST).map(place),
    leftOut: Math.max(0, findings.length - MOST) + Math.max(0, tree.errors.length - MOST),
    syntax: [],
  };
}

function described({ construct, edits = [] }: FoundConstruct) {
  const { title, standing, instead } = constructOf(construct);
  return { construct, title, standing, instead, rewritable: isNotPosix(construct) && edits.length > 0 };
}

function placesIn(command: string) {
  const lineStarts = [0, ...[...command.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return ({ start, end }: Pick<ShellNode, 'start' | 'end'>) => {
    const line = lineStarts.findLastIndex((lineStart) => lineStart <= start);
    const written = command.slice(start, end);
    const text = written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written;
    return { line: line + 1, column: start - (lineStarts[line] ?? 0) + 1, text };
  };
}
