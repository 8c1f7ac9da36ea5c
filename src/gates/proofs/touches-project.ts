import { posix } from 'node:path';
import type { CallFact, ImportFact } from '#code/facts/fact-types.ts';
import { readFacts } from '#code/facts/facts.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import { KNOWN_PYTHON } from '../known-python.ts';
import { isSelf, selfName } from '../self-name.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ProofInputs } from './proof-inputs.ts';

/**
 * Refuses a test that calls no code of the project, or only asserts constants: it would fail whatever the code does. If
 * the text does not show it (a fixture, a started program), the test is accepted: the challenge later finds out whether
 * the test fails when the code does.
 */
export async function touchesProject(
  treeRunner: Pick<TreeRunner, 'read' | 'list'>,
  tree: TreeHash,
  test: WrittenTest,
  { runners, after }: Pick<ProofInputs, 'runners'> & Partial<Pick<ProofInputs, 'after'>>,
): Promise<Refusal | null> {
  const { assertions, constantAssertions, calls } = test.fact;
  const onConstants =
    assertions > 0 && assertions === constantAssertions ? vacuous(test, 'asserts nothing but constants') : null;
  const grammar = grammarOf(test.file);
  const text = await treeRunner.read(tree, test.file);
  if (grammar === undefined || text === null) return onConstants;
  const read = await readFacts(text, grammar);
  if (!read.ok) return onConstants;
  const files = await treeRunner.list(tree);
  const isTest = (path: string) => runners.some((runner) => runner.isTestFile(path));
  const self = selfName(await treeRunner.read(tree, 'package.json'));
  const own = read.facts.imports.filter(
    (fact) =>
      (isOwn(fact, grammar, files) || isSelf(fact.module, self)) &&
      !isTest(posix.join(posix.dirname(test.file), fact.module)),
  );
  const modules = new Set(own.map(({ module }) => module));
  // Helpers and set-up of the file may call the code; so may the use of an imported value.
  const around = [...calls, ...read.facts.symbols.flatMap(({ path }) => read.facts.calls(path, true))];
  const lines = text
    .split('\n')
    .slice(test.fact.lines.first - 1, test.fact.lines.last)
    .join('\n');
  const delivered = own.filter(({ module }) => protectionOf(posix.join(posix.dirname(test.file), module)) === null);
  if (onConstants && !assertsByProject(lines, text, delivered)) return onConstants;
  // Code between the tests (a table of modules, an app that is set up) may be how they reach the code.
  const between = (after?.get(test.file)?.rest ?? []).join('\n');
  const reached =
    around.some((call) => reaches(call, modules)) ||
    own.some(
      ({ local, name }) =>
        name === '' || (local !== undefined && new RegExp(`\\b${local}\\b`).test(`${lines}\n${between}`)),
    ) ||
    hasFixture(lines, grammar) ||
    viaProgram(around) ||
    STARTS.test(text) ||
    // A file of the project that is read and checked (a schema, a manifest, a template) is part of the work too.
    files.some((path) => path.includes('.') && !isTest(path) && lines.includes(path)) ||
    saidImports(lines, test.file).some((path) => files.some((each) => !isTest(each) && isMeant(each, path))) ||
    (await namesFromStar(treeRunner, tree, { own, lines, text, files }));
  return reached ? null : vacuous(test, 'never calls the code of this project');
}

/** Relative or by an alias; in Python whatever the tree contains, or no known package does. */
function isOwn({ module, typeOnly }: ImportFact, grammar: string, files: readonly string[]): boolean {
  if (typeOnly) return false;
  if (grammar !== 'python') return /^([./#~]|@\/)/.test(module) || isWorkspacePackage(module, files);
  const [top = ''] = module.split('.');
  if (top === '') return true;
  const here = files.some((path) => new RegExp(`^(src/|lib/)?${top}(\\.py$|/)`).test(path));
  return here || !KNOWN_PYTHON.test(top);
}

/** Tests of an assertion library do assert constants: the code under test is its own `expect`, `assert` or `should`. */
function assertsByProject(lines: string, text: string, own: readonly ImportFact[]): boolean {
  const names = new Set(own.flatMap(({ local }) => local ?? []));
  for (const [, made = '', from = ''] of text.matchAll(/\b(?:const|let|var)\s+([\w$]+|\{[^}]*\})\s*=\s*([\w$]+)\b/g))
    if (names.has(from)) for (const [name] of made.matchAll(/[\w$]+/g)) names.add(name);
  return ['expect', 'assert', 'should'].some((name) => names.has(name) && new RegExp(`\\b${name}\\b`).test(lines));
}

/** The imports of code in a string, which the test passes to a bundler or a compiler, as paths. */
const saidImports = (lines: string, file: string): string[] =>
  [...lines.matchAll(/\b(?:from|import|require)\s*\(?\s*\\?["'`](\.[^"'`\\]*)/g)].map(([, module = '']) =>
    posix.join(posix.dirname(file), module),
  );

/** `../src` is `../src/index.ts`, and `./a.js` may be written in `./a.ts`. */
function isMeant(path: string, said: string): boolean {
  const stem = said.replace(/\/$/, '').replace(/\.[cm]?[jt]sx?$/, '');
  const rest = stem === '.' ? `/${path}` : path.startsWith(stem) ? path.slice(stem.length) : ' ';
  return /^(\/index)?\.[cm]?[jt]sx?$/.test(rest);
}

/**
 * `from funcy import *`: whether the test names something that the package defines. A decorator is named, not called.
 */
async function namesFromStar(
  treeRunner: Pick<TreeRunner, 'read'>,
  tree: TreeHash,
  { own, lines, text, files }: { own: readonly ImportFact[]; lines: string; text: string; files: readonly string[] },
): Promise<boolean> {
  const stars = own.filter(({ name, local }) => name === '*' && local === undefined);
  const tops = new Set(stars.map(({ module }) => module.split('.').find((part) => part !== '') ?? ''));
  const isOfThese = (path: string): boolean =>
    path.endsWith('.py') && [...tops].some((top) => new RegExp(`^(src/|lib/)?${top}(\\.py$|/)`).test(path));
  const words = new Set(lines.match(/\b[A-Za-z_]\w*\b/g));
  // Code that the change will add has no definition yet.
  if (stars.length > 0 && callsUndefined(lines, text)) return true;
  for (const path of files.filter(isOfThese).slice(0, MOST_READ)) {
    const text = (await treeRunner.read(tree, path)) ?? '';
    for (const [, word = ''] of text.matchAll(/^(?:async def |def |class )\s*(\w+)/gm))
      if (words.has(word)) return true;
  }
  return false;
}

const MOST_READ = 60;

/** Whether a Python test calls a name that its file does not define. */
function callsUndefined(lines: string, text: string): boolean {
  const called = new Set(
    [...lines.matchAll(/(?<![\w.@])(?<!\b(?:def|class)\s+)([A-Za-z_]\w*)\(/g)].map(([, name = '']) => name),
  );
  const isGiven = (name: string): boolean =>
    new RegExp(
      `\\b(def|class|import|as|for|lambda|global)\\s[^\\n]*\\b${name}\\b|\\b${name}\\s*(=(?!=)|,[^\\n()]*=)`,
    ).test(text);
  return [...called].some((name) => !BUILT_IN.test(name) && !isGiven(name));
}

const BUILT_IN =
  /^(abs|all|any|ascii|bin|bool|breakpoint|bytearray|bytes|callable|chr|classmethod|compile|complex|delattr|dict|dir|divmod|enumerate|eval|exec|filter|float|format|frozenset|getattr|globals|hasattr|hash|help|hex|id|input|int|isinstance|issubclass|iter|len|list|locals|map|max|memoryview|min|next|object|oct|open|ord|pow|print|property|range|repr|reversed|round|set|setattr|slice|sorted|staticmethod|str|sum|super|tuple|type|vars|zip|and|or|not|in|is|if|elif|else|while|assert|return|yield|await|except|raise|with|del|from|[A-Z]\w*(Error|Exception|Warning|Interrupt|Exit|Iteration))$/;

/** In a project of several packages they import each other by name. */
const isWorkspacePackage = (module: string, files: readonly string[]): boolean =>
  files.some((path) => path.endsWith('/package.json') && module.includes(posix.basename(posix.dirname(path))));

const reaches = ({ binding }: CallFact, modules: ReadonlySet<string>): boolean =>
  binding.to === 'import' && modules.has(binding.module);

/** `def test_it(client):`, `test('…', ({ page }) => …)`: the fixture is defined elsewhere. */
const hasFixture = (lines: string, grammar: string): boolean =>
  grammar === 'python'
    ? /\bdef\s+test\w*\(\s*(?:self\s*,\s*)?[A-Za-z_](?!elf\s*\))/.test(lines)
    : /,\s*(async\s*)?(function\s*)?\(\s*\{\s*\w/.test(lines);

/** A test of a command line starts a program instead of calling a function. */
const viaProgram = (calls: readonly CallFact[]): boolean =>
  calls.some(({ callee }) =>
    /(^|\.)(spawn|spawnSync|exec|execSync|execFile|execFileSync|execa|fetch|run|check_output|check_call|Popen|goto|render|request|import_module|require|import)$/.test(
      callee,
    ),
  );

/** The same by a library of any name: `x('node', [example])`. */
const STARTS =
  /\bprocess\.execPath\b|\bsys\.executable\b|\(\s*(['"`])(node|npx|npm|pnpm|deno|bun|python3?|ruby|php|bash|sh)\1\s*,/;

const vacuous = (test: WrittenTest, why: string): Refusal => ({
  code: 'RED_VACUOUS',
  message: `${test.file} > ${test.path.join(' > ')} ${why}`,
  next: 'Call what this change adds, and assert the result.',
  file: test.file,
});
