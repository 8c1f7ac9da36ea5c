import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { brokenCodeTimeout } from '../../ledger/tree-times.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { isLeftAside } from '../lies-aside.ts';
import { NOTHING, type Part, UNMEASURED } from '../part.ts';
import type { CodeLook, KnownVariables } from './look.ts';
import { isChangedLook, looksOf } from './surroundings.ts';

/**
 * Each costs two runs of the touched tests. Further ones are reported as not tried: three decoys must not hide a
 * fourth.
 */
const MOST_CONDITIONS = 6;
/** A compiler that knew the value would reject unreachable code. */
const [YES, NO] = ['(Math.PI > 3)', '(Math.PI < 3)'];

/**
 * Conditions of the change that depend on the surroundings (the clock, the machine, a file of a fixed name) are set to
 * true, then to false. If the tests pass with only one of them, they have seen one side only, and the other is unknown:
 * it may be what the code does everywhere but here.
 */
export async function oneSided(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner, sources, tests }: Pick<ChangedCode, 'runner' | 'sources'> & { readonly tests: readonly { path: string }[] },
  variables: KnownVariables,
  signal: AbortSignal,
): Promise<Part> {
  const found: { path: string; text: string; look: CodeLook; language: string }[] = [];
  for (const source of sources.filter((each) => !isLeftAside(each))) {
    const known = new Set<number>();
    for (const look of await looksOf(source, variables)) {
      const at = look.condition?.start;
      if (at === undefined || known.has(at) || !isChangedLook(source, look)) continue;
      known.add(at);
      // Built code reads the time too often for that to say something.
      if (isBuilt(source.language) && look.clock) continue;
      found.push({ path: source.path, text: source.text, look, language: source.language });
    }
  }
  const built = found.some(({ language }) => isBuilt(language));
  // Tests of built code may be in its own files; all are run.
  if (found.length === 0 || (tests.length === 0 && !built)) return NOTHING;
  const timeoutMs = (await brokenCodeTimeout(treeRunner, tree, runner)) + (built ? BUILD_MS : 0);
  const files = tests.map(({ path }) => posix.relative(runner.root, path));
  const select = built ? { type: 'all' as const } : { type: 'files' as const, files };
  const passes = async (path: string, text: string): Promise<boolean | null> => {
    const edited = await treeRunner.write(tree, new Map([[path, text]]));
    const { value } = await treeRunner.test({ tree: edited, runner, select, timeoutMs }, signal);
    if (value.outcome.type !== 'ran' || value.tests.length === 0) return null;
    return value.tests.every(({ state }) => state !== 'failed');
  };
  const findings: Finding[] = [];
  for (const { path, text, look, language } of found.slice(0, MOST_CONDITIONS)) {
    const { start = 0, end = 0 } = look.condition ?? {};
    const put = (value: boolean): string =>
      `${text.slice(0, start)}${forced(text.slice(start, end), value, language)}${text.slice(end)}`;
    const [yes, no] = [await passes(path, put(true)), await passes(path, put(false))];
    if (yes === null && no === null) findings.push(untried(path, look, 'no test runs when it is forced either way'));
    else if ((yes ?? false) !== (no ?? false)) findings.push(findingOf(path, look, yes ?? false));
  }
  const [next] = found.slice(MOST_CONDITIONS);
  if (next)
    findings.push(untried(next.path, next.look, `it is one of ${found.length}, and ${MOST_CONDITIONS} are tried`));
  return { ...NOTHING, findings };
}

const BUILD_MS = 180_000;
const isBuilt = (language: string): boolean => /^(go|rust)$/.test(language);

/** A condition with a fixed value; compilers want its imports to be used. */
function forced(condition: string, value: boolean, language: string): string {
  if (language === 'python') return value ? '(True)' : '(False)';
  if (isBuilt(language)) return value ? ` ((${condition}) || true) ` : ` ((${condition}) && false) `;
  return value ? YES : NO;
}

const untried = (file: string, { line, what }: CodeLook, why: string): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `this branch depends on the environment (${what}), and whether the tests cover both sides could not be tried: ${why}. Pass in what the code looks at; a person can waive this`,
});

const findingOf = (file: string, { line, what }: CodeLook, side: boolean): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `this branch depends on the environment (${what}), and the tests have only seen it ${side ? 'true' : 'false'}: the other side is untested. Test both, by passing in what the code looks at; a person can waive this`,
});
