import { posix } from 'node:path';
import type { Call } from '#code/facts/fact-types.ts';
import { readFacts } from '#code/facts/facts.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Bench } from '../bench.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import type { ProofGround } from './ground.ts';

/** A test that calls nothing of the project, or asserts constants only, would fail whatever the code does. */
export async function touchesProject(
  bench: Bench,
  tree: TreeHash,
  test: WrittenTest,
  { runners }: ProofGround,
): Promise<Refusal | null> {
  const { assertions, constantAssertions, calls } = test.fact;
  if (assertions > 0 && assertions === constantAssertions) {
    return vacuous(test, 'asserts nothing but constants');
  }
  const grammar = grammarOf(test.file);
  const text = await bench.read(tree, test.file);
  if (grammar === undefined || text === null) return null;
  const read = await readFacts(text, grammar);
  if (!read.ok) return null;
  const isTest = (path: string) => runners.some((runner) => runner.isTestFile(path));
  const ours = read.facts.imports
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ module }) => module)
    .filter((module) => isOwn(module, grammar));
  const modules = new Set(ours.filter((module) => !isTest(posix.join(posix.dirname(test.file), module))));
  // Helpers and set-up of the file may be what calls the code.
  const around = [...calls, ...read.facts.symbols.flatMap(({ path }) => read.facts.calls(path, true))];
  const reached = around.some((call) => reaches(call, modules));
  return reached || viaProgram(calls) ? null : vacuous(test, 'never calls the code of this project');
}

/** Relative, or (Python) anything that is not known to be a tool of testing. */
function isOwn(module: string, grammar: string): boolean {
  if (grammar === 'python')
    return !/^(pytest|hypothesis|unittest|typing|os|sys|re|json|math|datetime|collections|itertools|functools|pathlib|random|time|__future__)(\.|$)/.test(
      module,
    );
  return /^[./#~@]/.test(module) && !/^(@vitest|@jest|@testing-library|@fast-check)\//.test(module);
}

const reaches = ({ binding }: Call, modules: ReadonlySet<string>): boolean =>
  binding.to === 'import' && modules.has(binding.module);

/** A test of a command line starts a program instead of calling a function. */
const viaProgram = (calls: readonly Call[]): boolean =>
  calls.some(({ callee }) =>
    /(^|\.)(spawn|spawnSync|exec|execSync|execFile|execFileSync|execa|fetch|run|check_output|Popen|goto|render|request|get|post)$/.test(
      callee,
    ),
  );

const vacuous = (test: WrittenTest, why: string): Refusal => ({
  code: 'RED_VACUOUS',
  message: `${test.file} > ${test.path.join(' > ')} ${why}`,
  next: 'Call what this change is to bring, and assert what comes back.',
  file: test.file,
});
