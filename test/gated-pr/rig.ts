import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { write } from '#host/testing/temp-folder.ts';
import { Answer } from '#workflows/gated-pr/call.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';
import { BIN, COMPILED } from '../cli/assay.ts';

export type Files = Readonly<Record<string, string>>;

/** A person's project on a real disk, and `assay mcp` started in it as a client starts it. */
export interface Rig {
  readonly folder: string;
  readonly home: string;
  readonly env: Record<string, string>;
  write(files: Files): void;
  read(path: string): string;
  git(...args: string[]): string;
  /** What the project's reviewer will find from now on. */
  reviewer(findings: readonly { file: string; message: string }[]): void;
  /** The last input of the reviewer. */
  reviewed(): string;
  connect(env?: Record<string, string>, folder?: string): Promise<Tools>;
}

export interface Tools {
  readonly client: Client;
  task(): Promise<Answer>;
  submit(summary: string, more?: Record<string, string>): Promise<Answer>;
  check(ticket: string): Promise<Answer>;
  scope(): Promise<Answer>;
  escalate(report: string): Promise<Answer>;
  /** As it came, for errors that are no answer. */
  raw(name: string, input?: Record<string, unknown>): Promise<{ isError?: unknown; structuredContent?: unknown }>;
  close(): Promise<void>;
}

export const PROJECT: Files = {
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    scripts: { test: 'node --test', check: 'node --check src/cart.js && ! grep -rn FIXME src' },
  }),
  'src/cart.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add } from '../src/cart.js';

it('adds', () => assert.equal(add(1, 2), 3));
`,
  'PLAN.md': '# Shop\n\n## PR 1: Totals\n\nA cart has a total.\n\n## PR 2: Discounts\n\nA cart has a discount.\n',
  '.assay/.gitignore': 'ACTIVE_PR.json\nACTIVE_PR.edited.json\nORCHESTRATION_STATE.json\n',
};

export const CONFIG = { version: 1, main: 'main', plan: 'PLAN.md', preflight: 'npm run check' };

export interface RigOptions {
  readonly files?: Files;
  readonly config?: Record<string, unknown> | null;
}

export function makeRig({ files = {}, config = {} }: RigOptions = {}): Rig {
  const root = mkdtempSync(join(tmpdir(), 'assay-pr-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const folder = join(root, 'shop');
  const home = join(root, 'home');
  for (const each of [folder, home]) mkdirSync(each);
  const findings = join(root, 'findings.json');
  const request = join(root, 'request.json');
  const command = `cat > ${request}; cat ${findings}`;
  const whole = { ...CONFIG, reviewer: { command }, ...config };
  write(folder, { ...PROJECT, ...(config === null ? {} : { '.assay/config.json': JSON.stringify(whole) }), ...files });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Person');
  git(folder, 'config', 'user.email', 'person@localhost');
  commitAll(folder, 'first');
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, ASSAY_HOME: join(home, '.assay'), GIT_CONFIG_NOSYSTEM: '1', ...COMPILED };
  const rig: Rig = {
    folder,
    home,
    env,
    write: (more) => write(folder, more),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    git: (...args) => git(folder, ...args),
    reviewer: (found) => {
      const said = found.map((finding) => ({ line: null, severity: 'major', ...finding }));
      writeFileSync(findings, JSON.stringify({ findings: said }));
    },
    reviewed: () => readFileSync(request, 'utf8'),
    connect: (more = {}, cwd = folder) => connect(rig, more, cwd),
  };
  rig.reviewer([]);
  return rig;
}

async function connect({ env }: Rig, more: Record<string, string>, cwd: string): Promise<Tools> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: BIN, args: ['mcp'], cwd, env: { ...env, ...more }, stderr: 'inherit' }),
  );
  const close = () => client.close();
  onTestFinished(close);
  const raw: Tools['raw'] = async (name, input = {}) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: input });
    return { isError, structuredContent };
  };
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Answer> => {
    const { isError, structuredContent } = await raw(name, input);
    if (isError === true) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
    const answer = Answer.parse(structuredContent);
    // As a client does that is in no hurry: on a busy machine any call may be answered RUNNING.
    const waits = more.ASSAY_ANSWER_MS === undefined && answer.status === 'RUNNING';
    if (!waits) return answer;
    if (answer.ticket !== undefined) return call('check_work', { ticket: answer.ticket });
    // The call was not even accepted yet. If it was, the next answer names its ticket.
    const again = await call(name, input);
    const posted = /ticket (\w+)/.exec(again.reasons.find(({ code }) => code === 'BUSY')?.next ?? '')?.[1];
    return posted === undefined ? again : call('check_work', { ticket: posted });
  };
  return {
    client,
    raw,
    close,
    task: () => call('get_task'),
    submit: (summary, fields = {}) => call('submit_work', { summary, ...fields }),
    check: (ticket) => call('check_work', { ticket }),
    scope: () => call('request_scope_reduction'),
    escalate: (markdown_report) => call('escalate_for_external_help', { markdown_report }),
  };
}

export interface Step {
  readonly type: 'RED' | 'GREEN' | 'REFACTOR';
  readonly description: string;
}

export const TOTAL_STEPS: readonly Step[] = [
  { type: 'RED', description: 'an empty cart costs nothing' },
  { type: 'GREEN', description: 'total sums up' },
];

/** What an agent drafts. */
export const draft = (
  prTitle: string,
  tasks: readonly { name: string; steps: readonly Step[]; breakdownHistory?: readonly string[] }[],
): Files => ({
  '.assay/ACTIVE_PR.json': JSON.stringify({
    masterPlanPath: 'PLAN.md',
    prTitle,
    summary: 'A cart has a total.',
    verificationPlan: 'Unit tests.',
    tasks: tasks.map(({ name, steps, breakdownHistory }) => ({
      taskName: name,
      ...(breakdownHistory ? { breakdownHistory } : {}),
      tdd_steps: steps,
    })),
  }),
});

export const RED: Files = {
  'test/total.test.js': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { total } from '../src/cart.js';

it('sums up', () => assert.equal(total([2, 3]), 5));
it('costs nothing when empty', () => assert.equal(total([]), 0));
`,
};

export const GREEN: Files = {
  'src/cart.js': `export const add = (a, b) => a + b;
export const total = (prices) => prices.reduce(add, 0);
`,
};

export const WRONG: Files = {
  'src/cart.js': `export const add = (a, b) => a + b;
export const total = (prices) => prices.length;
`,
};

export interface Ended {
  readonly code: number | null;
  readonly out: string;
}

/** The real program in the project, with no terminal: as an agent's shell has it. */
export const assay = (rig: Rig, args: readonly string[], input = ''): Promise<Ended> => run(rig, BIN, args, input);

/** The same at a terminal, as a person has it; `input` is typed. */
export const atTerminal = (rig: Rig, args: readonly string[], input = ''): Promise<Ended> => {
  const line = [BIN, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return run(rig, 'script', ['--quiet', '--return', '--command', line, '/dev/null'], input);
};

function run({ folder, env }: Rig, program: string, args: readonly string[], input: string): Promise<Ended> {
  const child = spawn(program, args, { cwd: folder, env: { ...env, NO_COLOR: '1' } });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out }));
  });
}

/** The reasons of an answer, by code. */
export const codes = ({ reasons }: Answer): string[] => reasons.map(({ code }) => code);

/** What the state file says. */
export const stateOf = (rig: Rig): Record<string, unknown> => JSON.parse(rig.read('.assay/ORCHESTRATION_STATE.json'));

/** Drafts a PR and stands on its branch, at its first step. */
export async function toFirstStep(rig: Rig, tools: Tools, title = 'feat: Totals', steps = TOTAL_STEPS): Promise<void> {
  await tools.task();
  rig.write(draft(title, [{ name: 'Total', steps }]));
  await tools.submit('drafted');
  const begun = await tools.task();
  if (begun.status !== 'SUCCESS') throw new Error(JSON.stringify(begun.reasons));
}

/** From the first step to all steps done: RED, GREEN, checkpoint. */
export async function toAllDone(rig: Rig, tools: Tools, red: Files = RED, green: Files = GREEN): Promise<void> {
  rig.write(red);
  await tools.submit('red', { expectation: 'FAIL' });
  await tools.submit('as meant', { analysis_decision: 'SUCCESS' });
  rig.write(green);
  await tools.submit('green', { expectation: 'PASS' });
  commit(rig, 'checkpoint');
  const verified = await tools.submit('committed');
  if (verified.status !== 'SUCCESS') throw new Error(JSON.stringify(verified));
}

/** From all steps done to a PR that is ready to be merged. */
export async function toMerge(rig: Rig, tools: Tools, title: string, heading: string): Promise<void> {
  await tools.task();
  await tools.task();
  rig.git('reset', '--soft', rig.git('merge-base', 'main', 'HEAD'));
  rig.git('commit', '--quiet', '--message', title);
  await tools.submit('squashed');
  markPlan(rig, heading);
  const marked = await tools.submit('marked');
  if (marked.status !== 'SUCCESS') throw new Error(JSON.stringify(marked));
  await tools.task();
}

export const markPlan = (rig: Rig, heading: string): void =>
  rig.write({ 'PLAN.md': rig.read('PLAN.md').replace(heading, `${heading} [DONE] ${rig.git('rev-parse', 'HEAD')}`) });

export function commit(rig: Rig, message: string): void {
  rig.git('add', '--all');
  rig.git('commit', '--quiet', '--message', message);
}
