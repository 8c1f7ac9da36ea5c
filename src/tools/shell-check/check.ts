import type { ShellTree } from '#code/shell-tree.ts';
import { walkShell } from '#code/shell-words.ts';
import { isNotPosix } from './constructs.ts';
import { type FoundConstruct, type Rule, type Rules, readScript } from './found.ts';
import { arithmeticRules } from './rules/arithmetic.ts';
import { builtinRules } from './rules/builtins.ts';
import { compoundRules } from './rules/compounds.ts';
import { declarationRules } from './rules/declarations.ts';
import { expansionRules } from './rules/expansions.ts';
import { redirectRules } from './rules/redirects.ts';
import { testRules } from './rules/tests.ts';
import { unparsedFaults, wordRules } from './rules/words.ts';

/** `unsure`: the text could not be parsed completely, and nothing was found in the rest. */
export type ShellVerdict = 'posix' | 'not-posix' | 'unsure';

export interface CheckedShell {
  readonly verdict: ShellVerdict;
  /** In text order. */
  readonly findings: readonly FoundConstruct[];
}

/** Everything in the text that POSIX does not guarantee. */
export function check(tree: ShellTree): CheckedShell {
  const script = readScript(tree);
  const findings = [...unparsedFaults(script)];
  for (const node of walkShell(tree.root))
    for (const rule of RULES.get(node.type) ?? []) findings.push(...rule(node, script));
  findings.sort((a, b) => a.start - b.start || b.end - a.end);
  return { verdict: verdictOf(tree, findings), findings: withoutDoubles(findings) };
}

function verdictOf(tree: ShellTree, findings: readonly FoundConstruct[]): ShellVerdict {
  if (findings.some(({ construct }) => isNotPosix(construct))) return 'not-posix';
  return tree.errors.length > 0 ? 'unsure' : 'posix';
}

/** Two rules may report the same place. */
function withoutDoubles(findings: readonly FoundConstruct[]): readonly FoundConstruct[] {
  const seen = new Set<string>();
  return findings.filter(({ construct, start, end }) => {
    const key = `${construct} ${start} ${end}`;
    return !seen.has(key) && seen.add(key);
  });
}

const RULES = collect([
  arithmeticRules,
  builtinRules,
  compoundRules,
  declarationRules,
  expansionRules,
  redirectRules,
  testRules,
  wordRules,
]);

function collect(sets: readonly Rules[]): ReadonlyMap<string, readonly Rule[]> {
  const rules = new Map<string, Rule[]>();
  for (const [type, rule] of sets.flatMap((set) => Object.entries(set)))
    rules.set(type, [...(rules.get(type) ?? []), rule]);
  return rules;
}
