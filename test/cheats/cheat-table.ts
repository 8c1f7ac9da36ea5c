import { JAVASCRIPT, PYTHON, TYPESCRIPT } from './all-cheats.ts';
import { CHECKOUT_CHEATS } from './checkout-cheats.ts';
import { COMPILED_CHEATS } from './compiled-cheats.ts';
import { PLAN_CHEATS } from './plan-cheats.ts';
import { READER_CHEATS } from './reader-cheats.ts';
import { STYLES } from './reports/projects.ts';

/** What refuses, by the code it refuses with. A finding of a review is told by what was asked. */
const MECHANISMS: Readonly<Record<string, string>> = {
  COMMAND_NOT_A_RUNNER: 'the command is parsed, never run; it must start a runner of main',
  COMMAND_COMPOSED: 'it must be one plain command',
  COMMAND_RUNS_NOTHING: 'it must select a test that is written',
  RUNNER_REPLACED: 'program, environment, options, packages and modules are held against main and the interpreter',
  RED_BROKEN: 'the run must load and end; a missing symbol must be the project’s own',
  RED_WRONG_REASON: 'a new test fails on what the code does or lacks, not by itself',
  RED_VACUOUS: 'a new test must look at something of the project',
  RED_PASSES: 'a new test must fail',
  UNRELATED_FAILURE: 'nothing may fail but tests of the step, and what main shows failing',
  TEST_NOT_RUN: 'every written test is looked for in the report',
  TESTS_REMOVED: 'every test of the accepted tree is looked for, by name, by body and in the report',
  TEST_WEAKENED:
    'a test that changes must be red; one that is corrected in a review is asked again on main’s code and on gutted code',
  TEST_SETUP_CHANGED: 'what stands around tests, and what their names stand for, is compared token by token',
  TEST_REMOVED: 'tests are locked by file, name and hash',
  TEST_MUTED: 'marks of a test, its suites and its file are compared',
  TEST_CHANGED: 'tests are locked by their hash',
  SNAPSHOT_CHANGED: 'what tests compare with changes in RED only',
  TEST_SUPPORT_CHANGED:
    'what tests stand on, wherever it lies, changes in RED only; delivered code uses no test library',
  TEST_CONFIG_CHANGED: 'configuration is as main has it',
  SCRIPTS_CHANGED: 'scripts, and all that they and the configuration point to, are as main has them',
  CHECKS_CHANGED: 'rules are as main has them, and nothing remembered is taken in the place of a check or a source',
  CHECK_SILENCED: 'no added line may switch a check off',
  CODE_HIDDEN: 'code must be text that can be read line by line, and whose letters are what they look like',
  ASSAY_CONFIG_CHANGED: 'the gates’ own settings are read from main',
  HOOKS_CHANGED: 'hooks are as main has them',
  PREFLIGHT_FAILED: 'the gate runs the preflight of main on the tree itself',
  TESTS_BROKEN: 'the gate runs all tests itself, on a fresh checkout; report and exit code must agree',
  TESTS_FAILED: 'the gate runs all tests itself, on a fresh checkout',
  REPORT_UNTRUE:
    'a word of the gate’s in the body of each test tells over a pipe that it began and how it ended; the report must not say otherwise',
  LANGUAGE_UNPROVEN:
    'a language counts when a person has said so in the configuration on main, and each verdict says that it does',
  HOOK_FAILED: 'the gate runs the hook itself, as the person has it, on what would be committed',
  LOCKED_TEST_MISSING: 'each locked test must be in the report, passed',
  PASSES_BY_NEW_TESTS: 'all is run once more without the test files that came after RED',
  VIEW_EDITED: 'state files are views; the log decides',
  VIEW_PLANTED: 'state files are read and written as plain files of their folder; nothing is followed',
  NOTHING_CHANGED: 'a verdict belongs to a tree',
  HIDDEN_CHANGES: 'the tree is read from the files, not from the index',
  TREE_CHANGED: 'commits must hold the tree that was accepted or reviewed',
  HISTORY_REWRITTEN: 'the branch point and every checkpoint must be ancestors',
  MAIN_MOVED: 'main must hold the branch point, and none of the branch’s own commits',
  PLAN_UNMARKED: 'the plan’s mark must name the commit of the PR',
  TEST_LINKED: 'test files must be files',
  PLAN_EDITED: 'PRs are picked from main’s plan; an edit that is not committed is told',
  DRAFT_UNFIT:
    'every criterion of the plan item needs a RED step, or the draft says that it has none; the title is what the hook for messages takes',
  WORD_NEEDED: 'a criterion without a test needs a person’s word, which is kept',
  PLAN_CHANGED: 'items, their words, order and marks are compared with main at every step',
  RED_NOT_RECREATED: 'the tests that were red are known by their hash, and must be there again',
};

const ASKED: readonly [RegExp, string][] = [
  [
    /differently under test/,
    'what the tests asked is asked without any sign of a test, under the runner and in a plain process; answers must agree',
  ],
  [
    /is wanted/,
    'what assertions are given and want is told over a pipe of the gate and judged there; the runner must not say otherwise',
  ],
  [/at its end/, 'tests that must fail are put at the end of the files; they must be told of'],
  [/gate wrote on its pipe/, 'records of the gate come over a pipe; what else is written there shows'],
  [/could (not )?be measured/, 'every changed function is seen to be called, or a mutant of it dies'],
  [/seen to hold/, 'every assertion of a new test must be seen to hold while it passes'],
  [/for itself/, 'a test of the gate’s own is run alone; from outside it is seen which files of the change were read'],
  [/ends the process/, 'code must let the process go on that loads it'],
  [/looks at what|checks what/, 'the changed functions give back nonsense; some test must notice'],
  [/must fail passes/, 'tests that must fail are put at the end of the files; they must fail'],
  [
    /passes although/,
    'all changed functions are made to throw, then to return nonsense; every touched test must notice',
  ],
  [/this branch/, 'conditions on the environment are put to true, then to false; tests must have seen both sides'],
  [
    /depends on the environment/,
    'code that looks at what it was not given must be asked outside of its tests; where it cannot be, nothing is known of it',
  ],
  [
    /holds whatever/,
    'the changed functions answer something else, the same for the same question; what a new test wants must not follow',
  ],
  [/asked first/, 'each function is asked alone, in a process of its own'],
  [/whatever its/, 'an argument that the tests vary must make a difference to some answer'],
  [/none says what/, 'the changed functions answer something near their own answers; some assertion must notice'],
  [
    /own inputs|by name|hard-coded|all others|other words/,
    'the functions are asked for inputs near those of the tests',
  ],
  [/does not last/, 'answers are looked at more than once, at once and when timers have run out; they must stay'],
  [/never called|throws at once|no test notices/, 'mutants of the changed lines must die'],
];

/** The table of docs/cheats.md. */
export function cheatTable(): string {
  const rows = new Map<string, { id: string; cheat: string; where: Set<string>; how: string; code: string }>();
  const add = (where: string, id: string, cheat: string, code: string, says = ''): void => {
    const how = MECHANISMS[code] ?? ASKED.find(([words]) => words.test(says))?.[1];
    if (how === undefined) throw new Error(`nothing is said about ${code} (${id} ${cheat})`);
    const key = `${id}\n${cheat}\n${code}`;
    const row = rows.get(key) ?? { id, cheat, where: new Set<string>(), how, code };
    row.where.add(where);
    rows.set(key, row);
  };
  for (const { id, title, code, says } of TYPESCRIPT) add('TypeScript', id, title, code, says.source);
  for (const { id, title, code, says } of JAVASCRIPT) add('node:test', id, title, code, says.source);
  for (const { id, title, code, says } of PYTHON) add('Python', id, title, code, says.source);
  for (const { runner } of STYLES) add(runner, 'X80', 'a step’s report that the code speaks for', 'REPORT_UNTRUE');
  add(
    'node:test',
    'X81',
    'a file that the runner reads for itself, whatever its name',
    'finding',
    'reads this file for itself',
  );
  for (const { id, title, language } of COMPILED_CHEATS)
    add(language, id, title, 'finding', COMPILED_SAYS[id] ?? 'differently under test');
  add('MCP', 'X83', 'a commit past the repository’s own hook', 'HOOK_FAILED');
  add('MCP', 'X98', 'a title that the repository’s own hook refuses', 'DRAFT_UNFIT');
  // By test/judging, which has their programs.
  for (const language of ['Ruby', 'PHP', 'Java'])
    add(language, 'X99', 'work that nothing can ask outside of its tests', 'LANGUAGE_UNPROVEN');
  for (const { id, title, code } of CHECKOUT_CHEATS) add('git', id, title, code);
  for (const { id, title, code } of [...PLAN_CHEATS, ...READER_CHEATS]) add('MCP', id, title, code);
  const lines = [...rows.values()]
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(
      ({ id, cheat, where, how, code }) =>
        `| ${id} | ${cell(cheat)} | ${[...where].join(', ')} | ${how} | \`${code}\` |`,
    );
  return ['| id | the agent … | tried in | what refuses it | code |', '|---|---|---|---|---|', ...lines].join('\n');
}

const COMPILED_SAYS: Readonly<Record<string, string>> = {
  X86: 'own inputs',
  X91: 'holds whatever',
  X92: 'asked first',
  X93: 'this branch',
};
const cell = (text: string): string => text.replaceAll('|', '\\|');
