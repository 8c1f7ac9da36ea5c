import { describe, expect, it } from 'vitest';
import { type CommandInputs, readTestCommand } from './read-test-command.ts';

const vitest = { runner: 'vitest', root: '.', isTestFile: (path: string) => path.endsWith('.test.ts') };
const inputs: CommandInputs = {
  runners: [vitest],
  scripts: { test: 'vitest run --passWithNoTests', check: 'biome check' },
  tests: [
    { file: 'test/cart.test.ts', tests: [['Cart', 'sums prices']] },
    { file: 'test/empty.test.ts', tests: [] },
  ],
};
const codeOf = async (line: string): Promise<string | null> => (await readTestCommand(line, inputs))?.code ?? null;

describe('G3.11 a test command', () => {
  it.each([
    'npm test',
    'npm test 2>&1',
    'npx vitest run',
    'npx vitest run test/cart.test.ts -t "sums prices"',
    'yarn vitest run',
    'timeout 60 npm test',
    './node_modules/.bin/vitest run',
    'CI=1 npm test',
  ])('is the project’s own: %s', async (line) => expect(await codeOf(line)).toBe(null));

  it.each([
    ['true', 'COMMAND_NOT_A_RUNNER'],
    ['npm run check', 'COMMAND_NOT_A_RUNNER'],
    ['npx jest', 'COMMAND_NOT_A_RUNNER'],
    ['npm test || true', 'COMMAND_COMPOSED'],
    ['npm test > out.txt', 'COMMAND_COMPOSED'],
    ['bash -c "npm test; true"', 'COMMAND_COMPOSED'],
    ['npm test; exit 0', 'COMMAND_COMPOSED'],
    ['npx vitest run --config other.ts', 'RUNNER_REPLACED'],
    ['NODE_OPTIONS=--import=./x.mjs npm test', 'RUNNER_REPLACED'],
    ['pnpm_config_script_shell=./x.sh npm test', 'RUNNER_REPLACED'],
    ['yarn_script_shell=./x.sh npm test', 'RUNNER_REPLACED'],
    ['./tools/vitest run', 'RUNNER_REPLACED'],
    ['npx vitest list', 'COMMAND_RUNS_NOTHING'],
    ['npx vitest run --passWithNoTests', 'COMMAND_RUNS_NOTHING'],
    ['npx vitest run test/empty.test.ts', 'COMMAND_RUNS_NOTHING'],
    ['npx vitest run test/gone.test.ts', 'COMMAND_RUNS_NOTHING'],
    ['npx vitest run -t "no such test"', 'COMMAND_RUNS_NOTHING'],
  ])('%s is refused: %s', async (line, code) => expect(await codeOf(line)).toBe(code));
});
