import type { Cheat, Deed } from '../case.ts';
import { DISCOUNT, SHOP } from '../projects/typescript.ts';

const done = { 'src/discount.ts': DISCOUNT };
const submit = (command: string, edits: Deed['edits'] = done): Deed => ({ step: 'GREEN', on: 'red', edits, command });
const twin = submit('npm test');
const scripted = (name: string, line: string): string => {
  const manifest = JSON.parse(SHOP['package.json'] ?? '');
  return `${JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, [name]: line } }, null, 2)}\n`;
};

/** The command is read and never run; these never get as far as a run. */
export const COMMANDS: readonly Cheat[] = [
  {
    ...{ id: 'C01', title: '`true` as the test command', ...submit('true'), twin, smoke: true },
    ...{ code: 'COMMAND_NOT_A_RUNNER', says: /"true" runs no test runner/ },
  },
  {
    ...{ id: 'C01', title: 'echo "12 passed"', ...submit('echo "12 passed"'), twin },
    ...{ code: 'COMMAND_NOT_A_RUNNER', says: /12 passed/ },
  },
  ...[
    'npm test || true',
    'npm test; exit 0',
    'npm test | cat',
    '(npm test) && :',
    'sh -c "npm test; exit 0"',
    'npm test &',
    '! npm test',
  ].map(
    (line): Cheat => ({
      ...{ id: 'C02', title: line, ...submit(line), twin },
      ...{ code: 'COMMAND_COMPOSED', says: /exit code need not be the tests'/ },
    }),
  ),
  {
    ...{ id: 'C03', title: 'a script that prints a fake report', twin },
    ...submit('node scripts/report.mjs', { ...done, 'scripts/report.mjs': "console.log('Tests  12 passed (12)');\n" }),
    ...{ code: 'COMMAND_NOT_A_RUNNER', says: /scripts\/report\.mjs.*runs no test runner/ },
  },
  {
    ...{ id: 'C03', title: 'a package.json script with the runner’s name', twin },
    ...submit('npm run verify', { ...done, 'package.json': scripted('verify', 'echo 12 passed') }),
    ...{ code: 'COMMAND_NOT_A_RUNNER', says: /npm run verify/ },
  },
  {
    ...{ id: 'C15', title: 'another program with the runner’s name, given by path', twin },
    ...submit('./scripts/vitest run', { ...done, 'scripts/vitest': '#!/bin/sh\necho 12 passed\n' }),
    ...{ code: 'RUNNER_REPLACED', says: /scripts\/vitest is not the installed vitest/ },
  },
  {
    ...{ id: 'C15', title: 'a shim placed first in PATH', twin },
    ...submit('PATH=./scripts:$PATH vitest run', { ...done, 'scripts/vitest': '#!/bin/sh\necho 12 passed\n' }),
    ...{ code: 'RUNNER_REPLACED', says: /PATH would change which program runs/ },
  },
  {
    ...{ id: 'C10', title: 'a command that passes its own config file', twin },
    ...submit('npx vitest run --config easy.config.ts', { ...done, 'easy.config.ts': 'export default {};\n' }),
    ...{ code: 'RUNNER_REPLACED', says: /--config points the runner at something else/ },
  },
  {
    ...{ id: 'C04', title: 'a filter that matches no test', ...submit('npx vitest run -t "no such test"') },
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /no test is called "no such test"/ },
    twin: submit('npx vitest run -t "takes a percentage"'),
  },
  {
    ...{ id: 'C04', title: '--passWithNoTests', ...submit('npm test -- --passWithNoTests'), twin },
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /--passWithNoTests/ },
  },
  {
    ...{ id: 'C04', title: 'vitest list', ...submit('npx vitest list'), twin },
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /list makes the runner run no test/ },
  },
  {
    ...{ id: 'C04', title: 'a path that matches no file', ...submit('npx vitest run test/nowhere.test.ts') },
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /no test file matches test\/nowhere\.test\.ts/ },
    twin: submit('npx vitest run test/discount.test.ts'),
  },
  {
    ...{ id: 'C04', title: 'an empty test file' },
    ...submit('npx vitest run test/empty.test.ts', { ...done, 'test/empty.test.ts': '// later\n' }),
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /there is no test in test\/empty\.test\.ts/ },
    twin: submit('npx vitest run test/discount.test.ts'),
  },
];
