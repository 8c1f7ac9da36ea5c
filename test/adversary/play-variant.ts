import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentTask } from '#contracts/agent.ts';
import { ProveReport } from '#workflows/prove/prove-report.ts';
import type { Edits } from '../cheats/case.ts';
import { hostedRun } from '../gated-pr/hosted-rig.ts';
import type { Deed } from '../gated-pr/scripted-attempt-runner.ts';
import { connect } from '../real/client.ts';
import { play } from '../real/play.ts';
import type { Mode, Variant } from './attack.ts';
import { putModules } from './modules.ts';

export interface Played {
  readonly outcome: 'merged' | 'refused' | 'not-run';
  /** Where it ended, and by which reasons. */
  readonly at: string;
  readonly codes: readonly string[];
  readonly says: string;
}

const TITLE = 'feat: discounts';
const ASSAY = join(import.meta.dirname, '../../bin/assay');

/** One PR from its first task to its end, against the real gates with a reviewer that finds nothing. */
export async function playVariant(variant: Variant): Promise<Played> {
  const root = mkdtempSync(join(tmpdir(), 'assay-adversary-'));
  try {
    const folder = join(root, 'shop');
    mkdirSync(join(root, 'home'));
    setUp(variant, folder, root);
    const played = await PLAYERS[variant.mode](variant, folder, root);
    return played.codes.some((code) => MACHINE.has(code)) ? { ...played, outcome: 'not-run' } : played;
  } catch (error) {
    return { outcome: 'not-run', at: '', codes: [], says: String(error).slice(0, 400) };
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A refusal caused by the machine says nothing about the gate. */
const MACHINE: ReadonlySet<string> = new Set(['RUNNER_FAILED', 'NO_RUNNER', 'BASE_BROKEN', 'PREFLIGHT_UNSTARTABLE']);

const PLAYERS: Readonly<Record<Mode, (variant: Variant, folder: string, root: string) => Promise<Played>>> = {
  connected: playConnected,
  hosted: playHosted,
  prove: playProve,
};

/** As each step leaves the files. */
export function worksOf({ ground, attack }: Variant): { readonly red: Edits; readonly green: Edits } {
  const written = (edits: Edits): Edits =>
    Object.fromEntries(
      Object.entries(edits).map(([path, text]) => [path, text === null ? null : ground.rewrite(path, text)]),
    );
  if (attack === null) return { red: ground.red, green: ground.green };
  return { red: attack.red ? written(attack.red) : ground.red, green: written(attack.green) };
}

/** `assay mcp`, as a client starts it. */
async function playConnected(variant: Variant, folder: string, root: string): Promise<Played> {
  const { red, green } = worksOf(variant);
  const gate = await connect(ASSAY, folder, environment(root));
  try {
    const work = { title: TITLE, red: () => put(folder, red), green: () => put(folder, green) };
    const played = await play(folder, gate, work);
    if (played.type === 'merged') return { outcome: 'merged', at: 'MERGE', codes: [], says: '' };
    const { reasons, output } = played.answer;
    const codes = [...new Set(reasons.map(({ code }) => code))];
    // What a review finds comes back as a task, which has no code.
    const said = reasons[0]?.message ?? /Settle this [\s\S]*/.exec(output)?.[0] ?? output;
    return {
      outcome: 'refused',
      at: played.at,
      codes: codes.length > 0 ? codes : ['finding'],
      says: said.slice(0, 300),
    };
  } finally {
    await gate.close();
  }
}

/** The hosted driver, with an agent that does the same again and again. */
async function playHosted(variant: Variant, folder: string): Promise<Played> {
  const { red, green } = worksOf(variant);
  const script = ({ agent, prompt }: AgentTask): Deed => {
    if (agent === 'reviewer') return blindReviewer(prompt);
    if (prompt.includes('# INITIALIZING')) return { files: DRAFT, claim: { summary: 'drafted' } };
    if (prompt.includes('analysis_decision')) return { claim: { summary: 'as meant', analysis_decision: 'SUCCESS' } };
    if (prompt.includes('## RED')) return { files: red, claim: { summary: 'red' } };
    return { files: green, claim: { summary: 'green' } };
  };
  const cleanings: (() => void)[] = [];
  const after = (clean: () => void): void => void cleanings.push(clean);
  try {
    const { result, state, refusals } = await hostedRun('', script, { repository: folder, challenge: true, after });
    if (result.status === 'completed') return { outcome: 'merged', at: 'MERGE', codes: [], says: '' };
    const codes = [...new Set(refusals.flatMap(({ code }) => code ?? []))];
    const found = state?.review?.open[0]?.message ?? state?.halted?.why ?? '';
    return {
      outcome: 'refused',
      at: state?.halted?.from ?? state?.status ?? '',
      codes,
      says: refusals[0]?.message ?? found,
    };
  } finally {
    for (const clean of cleanings) clean();
  }
}

/** `assay prove` on what the PR would bring. */
function playProve(variant: Variant, folder: string, root: string): Promise<Played> {
  const { red, green } = worksOf(variant);
  git(folder, 'switch', '--quiet', '--create', 'feat');
  for (const [edits, message] of [
    [red, 'tests'],
    [green, TITLE],
  ] as const) {
    put(folder, edits);
    commit(folder, message);
  }
  return new Promise((done, fail) => {
    const options = { cwd: folder, env: environment(root), maxBuffer: 64 * 1024 ** 2 };
    execFile(ASSAY, ['prove', 'main..feat', '--json'], options, (error, out) => {
      const report = ProveReport.safeParse(JSON.parse(out || 'null'));
      if (!report.success) return fail(new Error(`${error?.message ?? ''} ${out}`.slice(0, 400)));
      const { outcome, checks } = report.data;
      if (outcome === 'proven') return done({ outcome: 'merged', at: 'prove', codes: [], says: '' });
      const reasons = checks.flatMap((check) => ('reasons' in check && check.required ? check.reasons : []));
      const told = reasons.filter(({ code }) => code !== 'NOT_ASKED');
      const codes = [...new Set(told.map(({ code }) => code))];
      done({ outcome: 'refused', at: 'prove', codes, says: told[0]?.message ?? outcome });
    });
  });
}

function setUp({ ground, mode }: Variant, folder: string, root: string): void {
  const reviewer = join(root, 'review-nothing.sh');
  writeFileSync(reviewer, '#!/bin/sh\ncat > /dev/null\necho \'{"findings":[]}\'\n', { mode: 0o755 });
  const config = {
    ...{ version: 1, main: 'main', plan: 'PLAN.md', preflight: ground.preflight },
    ...(ground.test ? { test: ground.test } : {}),
    ...(mode === 'connected' ? { reviewer: { command: reviewer } } : {}),
  };
  mkdirSync(folder, { recursive: true });
  put(folder, {
    ...ground.project,
    'PLAN.md': '# Shop\n\n- [ ] Discounts\n',
    '.assay/config.json': JSON.stringify(config),
    '.assay/.gitignore': 'ACTIVE_PR.json\nACTIVE_PR.edited.json\nORCHESTRATION_STATE.json\n',
  });
  putModules(folder, ground.packages ?? []);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Person');
  git(folder, 'config', 'user.email', 'person@localhost');
  commit(folder, 'first');
}

const DRAFT = {
  '.assay/ACTIVE_PR.json': JSON.stringify({
    ...{ masterPlanPath: 'PLAN.md', prTitle: TITLE, summary: 'Discounts', verificationPlan: 'Its tests.' },
    tasks: [
      {
        taskName: 'Discounts',
        tdd_steps: [
          { type: 'RED', description: 'a percentage is taken off' },
          { type: 'GREEN', description: 'discounted' },
        ],
      },
    ],
  }),
};

/** Lets everything pass that it is asked about. */
const blindReviewer = (prompt: string): Deed => {
  const asked = [...prompt.matchAll(/^([CD]\d+)\. /gm)].map(([, what = '']) => what);
  return {
    claim: { findings: [], judged: asked.map((what) => ({ what, holds: true, evidence: 'src/discount.js:1' })) },
  };
};

function put(folder: string, edits: Edits): void {
  for (const [path, text] of Object.entries(edits)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === null) rmSync(file, { force: true });
    else writeFileSync(file, text);
  }
}

const environment = (root: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  // The person's own: tool chains are found by it.
  HOME: process.env.HOME ?? root,
  ASSAY_HOME: join(root, 'home/.assay'),
  GIT_CONFIG_NOSYSTEM: '1',
});

const git = (folder: string, ...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });

function commit(folder: string, message: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
}
