// What every npm script starts with: setup, then the real command under the pinned Node. `node scripts/run.mjs NAME [ARGS]`.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { orExplain, ROOT, setup } from './setup.mjs';

const VITEST = 'node_modules/vitest/vitest.mjs';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/**
 * `node`: a script and its first arguments, run by the pinned Node; `suite`: what vitest runs, unless files are named
 * (`npm run test:web -- test/web/watch`); `program`: run as it is; `first`: before it.
 */
const COMMANDS = {
  start: { first: 'scripts/build-page.ts', program: ['bin/assay', 'serve', '--demo', '--open'] },
  test: { node: ['scripts/test.ts'] },
  'test:all': { node: ['scripts/test.ts'], env: { ASSAY_SLOW: '1', ASSAY_CHEATS: 'full', ASSAY_MUTATION: 'full' } },
  'test:crash': {
    suite: [
      'test/crashes',
      'test/server/crash.test.ts',
      'test/cli/damage.test.ts',
      'test/cli/demo-interrupted.test.ts',
      'test/cli/runs-steered.test.ts',
      'src/tools/checkpoint',
      'src/workspace/branches-killed.test.ts',
      'test/gated-pr/bad-input.test.ts',
    ],
    env: { ASSAY_SOAK: '1' },
  },
  'test:web': { suite: ['test/web', 'test/server/work.test.ts'], env: { ASSAY_SLOW: '1' } },
  'test:clients': { node: ['scripts/clients.ts'] },
  'test:cheats': { suite: ['test/cheats'], env: { ASSAY_CHEATS: 'full' } },
  'test:adversary': { node: ['test/adversary/main.ts'] },
  'test:mutation': { suite: ['test/mutation'], env: { ASSAY_MUTATION: 'full' } },
  'test:tdd': { suite: ['test/hybrid-tdd', 'test/web/start'], env: { ASSAY_SLOW: '1' } },
  'test:pr': {
    suite: [
      'test/gated-pr',
      'test/prove',
      'test/real',
      'test/impact',
      'test/services',
      'test/judging',
      'src/workspace/layers-python.test.ts',
      'test/agents',
      'test/cli/demo-gated-pr.test.ts',
    ],
    env: { ASSAY_SLOW: '1' },
  },
  'test:chat': { suite: ['test/chat', 'test/sources/secrets-everywhere.test.ts'] },
  'test:peeks': { suite: ['test/peeks'] },
  'test:firewall': { node: ['test/firewall/main.ts'] },
  'test:real': { node: ['test/real/main.ts'] },
  'test:mcp': { suite: ['test/mcp'] },
  'test:sources': { node: ['test/sources/main.ts'] },
  'test:corpora': { node: ['test/corpora/main.ts'] },
  'test:newcomer': { suite: ['test/newcomer'] },
  'test:defences': { suite: ['test/defences'] },
  'test:runners': { suite: ['test/runners'] },
  'test:pack': { suite: ['test/pack'] },
  check: { node: ['scripts/check.ts'] },
  format: { node: [BIOME, 'check', '--write'] },
  bench: { node: ['bench/run.ts'] },
  'build:web': { node: ['scripts/build-page.ts'] },
  screenshots: { node: ['scripts/screenshots.ts'] },
  pack: { node: ['scripts/pack.ts'] },
  docs: { node: ['scripts/tool-docs.ts'] },
  'test:soak': { suite: ['src/tools'], env: { ASSAY_SOAK: '1' } },
};

const [name, ...given] = process.argv.slice(2);
// npm takes a `--` away; without npm between, vitest would take none of what comes after it for a filter.
const args = given[0] === '--' ? given.slice(1) : given;
const command = COMMANDS[name];
if (command === undefined) {
  console.error(`run: no command '${name ?? ''}'; there are ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}
const node = await orExplain(() => setup(ROOT, { tests: name.startsWith('test') }));
// A word of an option (`-t title`) is no file.
const namesFiles = args.some((word) => /^[\w.]\S*[/.]/.test(word));
const script = command.suite ? [VITEST, 'run', ...(namesFiles ? [] : command.suite)] : command.node;
const [file, ...first] = command.program ?? [node, '--disable-warning=ExperimentalWarning', ...script];
// Without it the terminal still tells what there is to see.
if (command.first !== undefined)
  spawnSync(node, ['--disable-warning=ExperimentalWarning', command.first], { cwd: ROOT, stdio: 'inherit' });
const PATH = [dirname(node), join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
const child = spawn(file, [...first, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...command.env, PATH },
});

// The child decides when to end. A terminal's Ctrl-C reaches it by itself; every other signal is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('error', (error) => {
  console.error(`run: ${file} did not start: ${error.message}`);
  process.exitCode = 1;
});
child.on('close', (code, signal) => {
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
});
