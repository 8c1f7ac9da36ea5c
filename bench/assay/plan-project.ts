import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Repositories to drive a plan through: as many files as wanted, tests without dependencies, Assay set up. */
export function planProject(
  folder: string,
  options: {
    readonly files: number;
    readonly prs: number;
    readonly slowTestMs?: number;
    /** A package that is copied into its node_modules, and that its tests load: from the folder it lies in. */
    readonly dependency?: { readonly name: string; readonly from: string };
  },
): string {
  const names = PR_NAMES.slice(0, options.prs);
  const files: Record<string, string> = {
    'package.json': `${JSON.stringify({
      ...{ name: 'plan', type: 'module' },
      ...(options.dependency ? { dependencies: { [options.dependency.name]: '*' } } : {}),
      scripts: { test: 'node --test', check: 'node --check src/part0.js' },
    })}\n`,
    '.gitignore': 'node_modules\n',
    'PLAN.md': `# Plan\n\n${names.map((name) => `- [ ] feat: ${name} numbers`).join('\n')}\n`,
    '.assay/config.json': `${JSON.stringify({ main: 'main', plan: 'PLAN.md', preflight: 'npm run check', reviewer: { command: `printf '{"findings":[]}'` } })}\n`,
    '.assay/.gitignore': 'ACTIVE_PR.json\nORCHESTRATION_STATE.json\n',
    'test/parts.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { part } from '../src/part0.js';
${options.dependency ? `import * as dependency from '${options.dependency.name}';\n\ntest('its dependency is there', () => assert.ok(Object.keys(dependency).length > 0));` : ''}

test('parts are numbered', async () => {
  await new Promise((resolve) => setTimeout(resolve, ${options.slowTestMs ?? 0}));
  assert.equal(part, 0);
});
`,
  };
  for (let n = 0; n < options.files; n++)
    files[`src/part${n}.js`] = `export const part = ${n};\n${'// a line of code\n'.repeat(30)}`;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (options.dependency) {
    const { name, from } = options.dependency;
    cpSync(from, join(folder, 'node_modules', name), { recursive: true, dereference: true });
  }
  const who = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...who, 'commit', '-qm', 'first'],
  ]) {
    execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  }
  execFileSync('git', ['config', 'user.name', 'Bench'], { cwd: folder });
  execFileSync('git', ['config', 'user.email', 'bench@localhost'], { cwd: folder });
  return folder;
}

export const PR_NAMES = ['add', 'subtract', 'multiply', 'divide', 'negate', 'double', 'halve', 'square'];

const OPERATIONS: Readonly<Record<string, readonly [string, string, string]>> = {
  add: ['(2, 3)', '5', '(a, b) => a + b'],
  subtract: ['(5, 3)', '2', '(a, b) => a - b'],
  multiply: ['(2, 3)', '6', '(a, b) => a * b'],
  divide: ['(6, 3)', '2', '(a, b) => a / b'],
  negate: ['(4)', '-4', '(a) => -a'],
  double: ['(4)', '8', '(a) => a * 2'],
  halve: ['(4)', '2', '(a) => a / 2'],
  square: ['(4)', '16', '(a) => a * a'],
};

export const draftOf = (name: string) => ({
  masterPlanPath: 'PLAN.md',
  prTitle: `feat: ${name} numbers`,
  summary: `${name} numbers`,
  verificationPlan: 'the tests',
  tasks: [
    {
      taskName: name,
      tdd_steps: [
        { type: 'RED', description: `${name}: test` },
        { type: 'GREEN', description: name },
      ],
    },
  ],
});

export function testOf(name: string): string {
  const [call = '', value = ''] = OPERATIONS[name] ?? [];
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/${name}.js';

test('${name}', () => assert.equal(${name}${call}, ${value}));
`;
}

export const codeOf = (name: string, wrong = false): string =>
  `export const ${name} = ${wrong ? '() => null' : (OPERATIONS[name]?.[2] ?? '')};\n`;
