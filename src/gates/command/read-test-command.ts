import { openShellParser, type ShellNode } from '#code/shell-tree.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { CommandUse } from '#contracts/policy.ts';
import { readCommands } from '#policy/read-commands.ts';
import { isTestRunner } from '#policy/test-runners.ts';
import { runnerVariables } from '#project/test-runners/known-runners.ts';
import { PROFILES } from '#project/test-runners/profiles.ts';
import type { ProjectRunner } from '../tree-runner.ts';
import { type KnownTests, selectsNothing } from './selects-nothing.ts';

/** The facts that a command is checked against. */
export interface CommandInputs {
  readonly runners: readonly ProjectRunner[];
  /** The scripts of package.json, as the base commit has them. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The tests of the submitted tree. */
  readonly tests: readonly KnownTests[];
}

/**
 * Whether the agent's statement of how the tests are run is one of the project's own runners, told to run something. It
 * is read and never run: the gate starts the runner itself.
 */
export async function readTestCommand(line: string, inputs: CommandInputs): Promise<Refusal | null> {
  const parser = await openShellParser();
  try {
    const { root, errors } = parser.parse(line);
    const [only, ...more] = root.children.filter(({ named, type }) => named && type !== 'comment');
    const joined = root.children.some(({ type }) => JOINS.has(type));
    if (errors.length > 0 || !only || more.length > 0 || !isPlain(only) || joined) return composed(line);
    const reading = readCommands(line, { parser, lookup: { script: (name) => inputs.scripts[name] ?? null } });
    if (reading.type === 'refused') return refusal('COMMAND_UNREADABLE', reading.why);
    return judge(line, reading.uses, inputs);
  } finally {
    parser.close();
  }
}

/** One command; redirecting its errors to its output hides nothing. */
function isPlain(node: ShellNode): boolean {
  if (node.type !== 'redirected_statement') return node.type === 'command';
  const [command, ...redirects] = node.children;
  return command?.type === 'command' && redirects.every(({ text }) => /^2>\s*&1$/.test(text));
}

const JOINS = new Set([';', '&', '&&', '||', '|']);

function judge(line: string, uses: readonly CommandUse[], { runners, tests }: CommandInputs): Refusal | null {
  const runner = uses.find((use) => use.role === 'command' && runnerOf(use, runners));
  if (!runner) {
    const ran = uses.find((use) => isTestRunner(use)?.match === 'yes');
    const known = runners.map((each) => each.runner).join(', ') || 'none was found';
    const seen = ran
      ? `${quoted(line)} runs a test runner that is not this project's`
      : `${quoted(line)} runs no test runner of this project`;
    return refusal('COMMAND_NOT_A_RUNNER', `${seen} (its own: ${known})`);
  }
  if (runner.via.some((step) => SHELL.test(step))) return composed(line);
  // The content of the project's own script is the project's; only the agent's words are checked.
  const words = (uses[0]?.args ?? []).flatMap(({ value }) => (value === null ? [] : [value]));
  const other = otherProgram(uses) ?? steered(words);
  if (other) return refusal('RUNNER_REPLACED', `${quoted(line)}: ${other}`);
  const found = runnerOf(runner, runners);
  const nothing = selectsNothing(
    words,
    tests.filter(({ file }) => found?.isTestFile(file)),
  );
  return nothing === null ? null : refusal('COMMAND_RUNS_NOTHING', nothing);
}

/** A shell, or something that feeds lines to one, chooses its own exit code. */
const SHELL = /^((ba|z|da|k|fi|c)?sh|eval|xargs|parallel|find|pipe|script|ssh|su|sudo)\b/;

/** The project's runner that a command starts, if it starts one. */
function runnerOf(use: CommandUse, runners: readonly ProjectRunner[]): ProjectRunner | undefined {
  const words = [use.program, ...use.args.map(({ value }) => value)];
  return runners.find(({ runner }) => PROFILES.get(runner)?.startedBy(words) ?? words[0] === runner);
}

const INSTALLED =
  /^(\.\/)?node_modules\/\.bin\/[^/]+$|^(\/usr)?(\/local)?\/bin\/[^/]+$|^(\.\/)?(\.?venv|vendor)\/bin\/[^/]+$/;

/** A program by a path of its own, or with another environment, is another program. */
function otherProgram(uses: readonly CommandUse[]): string | null {
  for (const { path, assigns, program, within } of uses) {
    if (within) continue;
    if (path !== null && !INSTALLED.test(path)) return `${path} is not the installed ${program}`;
    const steering = assigns.find(({ name }) => STEERING.test(name) || RUNNER_VARIABLE.test(name));
    if (steering) return `${steering.name} would change which program runs, or how`;
  }
  return null;
}

const STEERING = /^(PATH|HOME|NODE_OPTIONS|NODE_PATH|PYTHON[A-Z]+|LD_[A-Z_]+|p?npm_config_.*|yarn_.*|BASH_ENV|ENV)$/i;

const RUNNER_VARIABLE = new RegExp(`^(${runnerVariables('javascript')}|${runnerVariables('python')})`);

/** Options that make a runner use another configuration, folder or plug-in. */
function steered(words: readonly string[]): string | null {
  const found = words.find((word, at) => ELSEWHERE.test(word) && !words[at + 1]?.startsWith('no:'));
  return found === undefined ? null : `${found} points the runner at something else than the project's configuration`;
}

const ELSEWHERE =
  /^(--config(=.*)?|-c|--root(=.*)?|--rootdir(=.*)?|--prefix(=.*)?|-C|--cwd(=.*)?|--dir(=.*)?|--package(=.*)?|--import(=.*)?|--require(=.*)?|-r|--loader(=.*)?|--experimental-loader(=.*)?|-p|--override-ini(=.*)?|-o|--confcutdir(=.*)?|--setupFiles.*|--globalSetup.*|--environment.*|--reporter=.*\/.*|--test-reporter=.*\/.*|--update|-u|--updateSnapshot|--snapshot-update)$/;

const composed = (line: string): Refusal =>
  refusal(
    'COMMAND_COMPOSED',
    `${quoted(line)} is more than one plain command, so its exit code need not be the tests'`,
  );

const refusal = (code: string, message: string): Refusal => ({
  code,
  message,
  next: 'Give the project’s own runner as one plain command, or leave test_command out: then all tests are run.',
});
const quoted = (line: string): string => JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line);
