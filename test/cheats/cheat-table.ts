import { JAVASCRIPT, PYTHON, TYPESCRIPT } from './all-cheats.ts';
import { CHECKOUT_CHEATS } from './checkout-cheats.ts';
import { COMPILED_CHEATS } from './compiled-cheats.ts';
import { PLAN_CHEATS } from './plan-cheats.ts';
import { READER_CHEATS } from './reader-cheats.ts';
import { STYLES } from './reports/projects.ts';

/** What refuses, by code. Findings of a review have no code: their message says which measurement found them. */
const MECHANISMS: Readonly<Record<string, string>> = {
  COMMAND_NOT_A_RUNNER: 'the command is parsed, not run; it must start one of main’s test runners',
  COMMAND_COMPOSED: 'the command must be a single plain command',
  COMMAND_RUNS_NOTHING: 'the command must select an existing test',
  RUNNER_REPLACED: 'program, environment, options, packages and modules must match main and the installed runner',
  RED_BROKEN: 'the run must load and finish; a missing symbol must belong to the project',
  RED_WRONG_REASON: 'a new test must fail because of what the code does or lacks',
  RED_VACUOUS: 'a new test must use code of the project',
  RED_PASSES: 'a new test must fail',
  UNRELATED_FAILURE: 'only tests of this step, and tests that fail on main, may fail',
  TEST_NOT_RUN: 'every written test must appear in the report',
  TESTS_REMOVED: 'every test of the accepted tree must still exist: by name, by body and in the report',
  TEST_WEAKENED: 'a changed test must be red; one corrected in review is run again on main’s code and on emptied code',
  TEST_SETUP_CHANGED: 'code around tests, and what its names refer to, is compared token by token',
  TEST_REMOVED: 'tests are locked by file, name and hash',
  TEST_MUTED: 'skip, only and similar marks of a test, its suites and its file are compared',
  TEST_CHANGED: 'tests are locked by hash',
  SNAPSHOT_CHANGED: 'snapshots and expected data may change only in RED',
  TEST_SUPPORT_CHANGED:
    'test helpers and data may change only in RED, wherever they are; shipped code may not use a test library',
  TEST_CONFIG_CHANGED: 'test configuration must match main',
  SCRIPTS_CHANGED:
    'scripts, every file that scripts or configuration name, and what the package’s entries lead to must match main',
  CHECKS_CHANGED: 'lint and type rules must match main; caches never replace a check or a source',
  CHECK_SILENCED: 'no added line may disable a check',
  CODE_HIDDEN:
    'code must be readable text without invisible or look-alike characters, and no name may equal another but for case',
  ASSAY_CONFIG_CHANGED: 'the gates read their own settings from main',
  HOOKS_CHANGED: 'hooks, what tools start by themselves and what agents are told must match main',
  PREFLIGHT_FAILED: 'the gate runs main’s preflight on the tree',
  TESTS_BROKEN: 'the gate runs all tests on a fresh checkout; report and exit code must agree',
  TESTS_FAILED: 'the gate runs all tests on a fresh checkout',
  REPORT_UNTRUE:
    'the gate adds a beacon to each test body, which reports start and end over a pipe; the runner’s report must agree',
  LANGUAGE_UNPROVEN:
    'the language counts only if a person allows it in main’s configuration, and every verdict says so',
  HOOK_FAILED: 'the gate runs the repository’s hook on the tree to be committed',
  LOCKED_TEST_MISSING: 'every locked test must be in the report and pass',
  PASSES_BY_NEW_TESTS: 'all tests run again without the test files added after RED',
  VIEW_EDITED: 'state files are views; only the log counts',
  VIEW_PLANTED: 'state files are read and written as plain files in their own folder; links are not followed',
  NOTHING_CHANGED: 'a verdict belongs to a tree',
  HIDDEN_CHANGES: 'the tree is read from the files, not from the index',
  TREE_CHANGED: 'commits must contain the tree that was accepted or reviewed',
  HISTORY_REWRITTEN: 'the branch point and every checkpoint must be ancestors',
  MAIN_MOVED: 'main must contain the branch point and none of the branch’s own commits',
  PLAN_UNMARKED: 'the plan’s mark must name the PR’s commit',
  MORE_CHANGED: 'a commit is read again after it was made: the one that marks the plan may hold nothing else',
  TEST_LINKED: 'test files must be regular files',
  PLAN_EDITED: 'PRs come from main’s plan; uncommitted edits are reported',
  DRAFT_UNFIT:
    'every criterion needs a RED step or a stated reason for having none; the title must pass the commit-msg hook',
  WORD_NEEDED: 'a criterion without a test needs a person’s waiver, which is recorded',
  PLAN_CHANGED: 'items, their text, order and marks are compared with main at every step',
  RED_NOT_RECREATED: 'the red tests are known by hash and must exist again',
};

const ASKED: readonly [RegExp, string][] = [
  [
    /differently under test/,
    'the tests’ calls are repeated with all signs of a test hidden, under the runner and in a plain process; results must agree',
  ],
  [
    /is wanted/,
    'actual and expected values are sent over the gate’s pipe and compared there; the runner’s report must agree',
  ],
  [/at its end/, 'failing tests are appended to the files; the runner must report them'],
  [/gate wrote on its pipe/, 'the gate’s records come over a pipe; foreign records show'],
  [/takes what it does/, 'a program that delivered code names must have a name that shows its language'],
  [/does not read/, 'a changed program in a language that nothing here reads is unmeasured'],
  [
    /gives back what/,
    'inputs near the tests’ are tried: a function that gives back all of them as they are does nothing',
  ],
  [/could (not )?be measured/, 'every changed function must be called by a test, or a mutant of it must die'],
  [/seen to hold/, 'every assertion of a new test must run and hold'],
  [
    /reads this file by itself/,
    'the gate runs a test of its own and watches from outside which changed files are read',
  ],
  [/gives the numbers of its tests/, 'inputs near the tests’ are tried: at least one must get a result of its own'],
  [
    /nothing that it accepts|for every input/,
    'inputs near the tests’ are tried: something must make a difference to the result',
  ],
  [/belongs to the tests/, 'delivered code may not import or link to code in the tests’ folders'],
  [/ends the process/, 'loading the code must not end the process'],
  [/looks at what|checks what/, 'the changed functions return nonsense; some test must fail'],
  [/must fail passes/, 'failing tests are appended to the files; they must fail'],
  [/passes although/, 'all changed functions throw, then return nonsense; every touched test must fail'],
  [/this branch/, 'conditions on the environment are forced true, then false; tests must have covered both'],
  [
    /depends on the environment/,
    'code that reads its environment must be callable outside its tests; otherwise it is unmeasured',
  ],
  [
    /holds whatever/,
    'the changed functions return other values, consistently; the expected values of a new test must not follow',
  ],
  [
    /every value/,
    'the values that a new test wants are looked for: at least one must stand in a test, not only elsewhere in the change',
  ],
  [/called first/, 'each function is called alone, in a new process'],
  [/whatever its/, 'an argument that the tests vary must affect some result'],
  [/none says what/, 'the changed functions return slightly different values; some assertion must fail'],
  [
    /own inputs|by name|hard-coded|all others|other words/,
    'the functions are called with inputs near those of the tests',
  ],
  [/no longer has/, 'names that main’s packages deliver must still be there, or a new test must speak of them'],
  [/does not last/, 'results are read several times, at once and after timers fire; they must stay the same'],
  [/never called|throws at once|no test notices/, 'mutants of the changed lines must die'],
];

/** The table of docs/cheats.md. */
export function cheatTable(): string {
  const rows = new Map<string, { id: string; cheat: string; where: Set<string>; how: string; code: string }>();
  const add = (where: string, id: string, cheat: string, code: string, says = ''): void => {
    const how = MECHANISMS[code] ?? ASKED.find(([words]) => words.test(says))?.[1];
    if (how === undefined) throw new Error(`no mechanism is described for ${code} (${id} ${cheat})`);
    const key = `${id}\n${cheat}\n${code}`;
    const row = rows.get(key) ?? { id, cheat, where: new Set<string>(), how, code };
    row.where.add(where);
    rows.set(key, row);
  };
  for (const { id, title, code, says } of TYPESCRIPT) add('TypeScript', id, title, code, says.source);
  for (const { id, title, code, says } of JAVASCRIPT) add('node:test', id, title, code, says.source);
  for (const { id, title, code, says } of PYTHON) add('Python', id, title, code, says.source);
  for (const { runner } of STYLES) add(runner, 'X80', 'code that writes the step’s test report', 'REPORT_UNTRUE');
  add(
    'node:test',
    'X81',
    'a file that the runner loads by itself, under any name',
    'finding',
    'reads this file by itself',
  );
  for (const { id, title, language } of COMPILED_CHEATS)
    add(language, id, title, 'finding', COMPILED_SAYS[id] ?? 'differently under test');
  add('MCP', 'X83', 'a commit that bypasses the repository’s hook', 'HOOK_FAILED');
  add('MCP', 'X98', 'a PR title that the repository’s hook refuses', 'DRAFT_UNFIT');
  // By test/judging, which has their programs.
  for (const language of ['Ruby', 'PHP', 'Java'])
    add(language, 'X99', 'code in a language that cannot be called outside its tests', 'LANGUAGE_UNPROVEN');
  for (const { id, title, code } of CHECKOUT_CHEATS) add('git', id, title, code);
  for (const { id, title, code } of [...PLAN_CHEATS, ...READER_CHEATS]) add('MCP', id, title, code);
  const lines = [...rows.values()]
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(
      ({ id, cheat, where, how, code }) =>
        `| ${id} | ${cell(cheat)} | ${[...where].join(', ')} | ${how} | \`${code}\` |`,
    );
  return ['| id | cheat | tried in | what refuses it | code |', '|---|---|---|---|---|', ...lines].join('\n');
}

const COMPILED_SAYS: Readonly<Record<string, string>> = {
  X86: 'own inputs',
  X91: 'holds whatever',
  X92: 'called first',
  X93: 'this branch',
  Y03: 'own inputs',
  Y04: 'holds whatever',
  Y05: 'holds whatever',
};
const cell = (text: string): string => text.replaceAll('|', '\\|');
