import { openShellParser } from '#code/shell-tree.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { CommandUse } from '#contracts/policy.ts';
import { readCommands } from '#workspace/policy/read-commands.ts';
import { isTestRunner } from '#workspace/policy/test-runners.ts';
import type { ProjectRunner } from '../bench.ts';

/** What a command must be held against. */
export interface CommandGround {
  readonly runners: readonly ProjectRunner[];
  /** The scripts of package.json, as the base commit has them. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The files of the submitted tree. */
  readonly files: readonly string[];
}

/**
 * Whether the agent's word for "the tests" is one of the project's own runners, asked to run something. It is read and
 * never run: the gate starts the runner itself.
 */
export async function readTestCommand(line: string, ground: CommandGround): Promise<Refusal | null> {
  const parser = await openShellParser();
  try {
    const { root, errors } = parser.parse(line);
    const [only, ...more] = root.children.filter(({ named, type }) => named && type !== 'comment');
    if (
      errors.length > 0 ||
      !only ||
      more.length > 0 ||
      only.type !== 'command' ||
      root.children.some(({ type }) => JOINS.has(type))
    ) {
      return refusal(
        'COMMAND_COMPOSED',
        `${quoted(line)} is more than one plain command, so its exit code need not be the tests'`,
      );
    }
    const reading = readCommands(line, { parser, lookup: { script: (name) => ground.scripts[name] ?? null } });
    if (reading.type === 'refused') return refusal('COMMAND_UNREADABLE', reading.why);
    return judge(line, reading.uses, ground);
  } finally {
    parser.close();
  }
}

const JOINS = new Set([';', '&', '&&', '||', '|']);

function judge(line: string, uses: readonly CommandUse[], { runners, files, scripts }: CommandGround): Refusal | null {
  const runner = uses.find((use) => use.role === 'command' && runnerOf(use, runners));
  if (!runner) {
    const ran = uses.find((use) => isTestRunner(use)?.match === 'yes');
    const known = runners.map((each) => each.runner).join(', ') || 'none was found';
    const seen = ran
      ? `${quoted(line)} runs a test runner that is not this project's`
      : `${quoted(line)} runs no test runner of this project`;
    return refusal('COMMAND_NOT_A_RUNNER', `${seen} (its own: ${known})`);
  }
  const hidden = hiddenBy(runner, scripts);
  if (hidden) return refusal('RUNNER_REPLACED', hidden);
  const idle = runner.args.find(({ value }) => value !== null && RUNS_NOTHING.test(value));
  if (idle)
    return refusal('COMMAND_RUNS_NOTHING', `${idle.text} makes ${runner.program} run no test, or pass without one`);
  const found = runnerOf(runner, runners);
  const filters = runner.args
    .map(({ value }) => value)
    .filter((value) => value !== null && LOOKS_LIKE_PATH.test(value));
  const tests = files.filter((path) => found?.isTestFile(path));
  const dead = filters.filter((filter) => filter !== null && !tests.some((path) => path.includes(plainPath(filter))));
  if (filters.length > 0 && dead.length === filters.length) {
    return refusal('COMMAND_MATCHES_NOTHING', `no test file matches ${dead.join(' ')}`);
  }
  return null;
}

const RUNS_NOTHING =
  /^(--collect-only|--co|--passWithNoTests(=true)?|--pass-with-no-tests|--list|--listTests|--list-tests|list|--dry-run|--setup-plan|--fixtures|--no-run|--help|-h|--version|--showConfig)$/;

const LOOKS_LIKE_PATH = /^(?!-).*(\/|\.[cm]?[jt]sx?$|\.py(::.*)?$)/;
const plainPath = (filter: string): string =>
  filter
    .replace(/^\.\//, '')
    .replace(/::.*$/, '')
    .replace(/\/?(\*\*?.*)?$/, '');

/** The project's runner that a command starts, if it starts one. */
function runnerOf(use: CommandUse, runners: readonly ProjectRunner[]): ProjectRunner | undefined {
  const words = [use.program, ...use.args.map(({ value }) => value)];
  return runners.find(({ runner }) => (STARTS[runner] ?? ((w) => w[0] === runner))(words));
}

type Words = readonly (string | null)[];
const python = (w: Words, module: string): boolean =>
  /^python[\d.]*$/.test(w[0] ?? '') && w[1] === '-m' && w[2] === module;

/** Runners whose command is not just their name. */
const STARTS: Readonly<Record<string, (words: Words) => boolean>> = {
  'node:test': (w) => w[0] === 'node' && w.includes('--test'),
  pytest: (w) => w[0] === 'pytest' || w[0] === 'py.test' || python(w, 'pytest'),
  unittest: (w) => python(w, 'unittest'),
  'go test': (w) => w[0] === 'go' && w[1] === 'test',
  'cargo test': (w) => w[0] === 'cargo' && (w[1] === 'test' || w[1] === 't' || w[1] === 'nextest'),
  mocha: (w) => w[0] === 'mocha' || w[0] === '_mocha',
  jest: (w) => w[0] === 'jest' || w[0] === 'jest-cli',
};

/** A runner by a path of its own, or with another environment, is another program. */
function hiddenBy({ path, assigns, program }: CommandUse, _scripts: CommandGround['scripts']): string | null {
  if (
    path !== null &&
    !/^(\.\/)?node_modules\/\.bin\/[^/]+$|^(\/usr)?(\/local)?\/bin\/[^/]+$|^\.?\/?\.?venv\/bin\/[^/]+$/.test(path)
  ) {
    return `${path} is not the installed ${program}`;
  }
  const steering = assigns.find(({ name }) =>
    /^(PATH|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTEST_ADDOPTS|PYTEST_PLUGINS|LD_PRELOAD|VITEST_.*|JEST_.*)$/.test(name),
  );
  return steering ? `${steering.name} would change which program runs, or how` : null;
}

const refusal = (code: string, message: string): Refusal => ({
  code,
  message,
  next: 'Name the project’s own runner as one plain command, or leave test_command out: all tests are run then.',
});
const quoted = (line: string): string => JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line);
