import { ActivationId, GraphHash, RunId, ScopeId, Seq, SessionId, TreeHash } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { type NewEvent, type NodeKind, newEvent } from '#contracts/run-events.ts';
import { PERMISSION_SIGNAL } from '#contracts/signals.ts';
import type { Runs } from '#engine/runs.ts';

const act = (id: string) => ActivationId.parse(id);
const ROOT_SCOPE = ScopeId.parse('');

export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly graph: string;
  readonly events: readonly NewEvent[];
}

/** A run made by hand: it has no driver, and its graph is not known here. */
export async function addRun(runs: Runs, { id, title, graph, events }: Sample): Promise<RunId> {
  const run = RunId.parse(id);
  const created = newEvent('run.created', {
    run,
    session: SessionId.parse(id),
    title,
    graph: { name: graph, version: 1, hash: GraphHash.parse('0123456789abcdef') },
    input: { inline: null },
    lane: 'normal',
    budget: {},
    simulated: false,
  });
  const lease = await runs.store.create(run, [created], runs.clock.now(), runs.worker, 60_000);
  for (let done = 0; done < events.length; done += 500) {
    await runs.store.append(lease, Seq.parse(1 + done), events.slice(done, done + 500), runs.clock.now());
  }
  await runs.store.release(lease);
  return run;
}

export const scheduled = (id: string, kind: NodeKind, by: string | null = null, input: Json = null): NewEvent =>
  newEvent('node.scheduled', {
    act: act(id),
    node: id.replace(/#\d+$/, ''),
    kind,
    byAgent: kind === 'agent',
    scope: ROOT_SCOPE,
    input: { inline: input },
    by: by === null ? null : act(by),
    blocked: false,
  });

export const started = (id: string, attempt = 1): NewEvent => newEvent('node.started', { act: act(id), attempt });

export const completed = (id: string, to: readonly string[] = [], result?: Json, usd = 0): NewEvent =>
  newEvent('node.completed', {
    act: act(id),
    attempt: 1,
    usage: { tokens: usd > 0 ? Math.round(usd * 60_000) : 0, usd },
    ms: 40 + (id.length % 7) * 310,
    outcome: to.length > 0 ? 'goto' : 'end',
    to: [...to],
    ...(result === undefined ? {} : { result: { inline: result } }),
  });

export const asked = (id: string, signal: string, question: Json): NewEvent =>
  newEvent('node.asked', {
    act: act(id),
    attempt: 1,
    usage: { tokens: 2_300, usd: 0.021 },
    ms: 2_100,
    signal,
    question: { inline: question },
  });

/** An agent that wants to run a command. */
export const permissionRun = (id: string): Sample => ({
  id,
  title: 'Release notes for 0.2',
  graph: 'release',
  events: [
    scheduled('write#1', 'agent'),
    started('write#1'),
    asked('write#1', PERMISSION_SIGNAL, {
      text: 'The agent wants to run: npm publish --dry-run',
      request: {
        id: 'call_7',
        tool: 'bash',
        action: { type: 'command', line: 'npm publish --dry-run --tag next', cwd: 'packages/core' },
      },
    }),
  ],
});

/** An agent that cannot go on alone. */
export const escalatedRun = (id: string): Sample => ({
  id,
  title: 'Move the billing worker to the new queue',
  graph: 'build',
  events: [
    scheduled('engineer#1', 'agent'),
    started('engineer#1'),
    asked('engineer#1', 'assay.guidance', {
      text: 'The old and the new queue disagree about what a retry is. Which one is right?',
      report:
        'Goal: no lost invoices.\nTried: at-least-once with a key; three tests fail because the old queue drops retries silently.\nNeeded: which of the two behaviours is the wanted one.',
    }),
  ],
});

export const failedRun = (id: string): Sample => ({
  id,
  title: 'Upgrade the parser',
  graph: 'build',
  events: [
    scheduled('plan#1', 'agent'),
    started('plan#1'),
    completed('plan#1', ['engineer'], undefined, 0.041),
    scheduled('engineer#1', 'agent', 'plan#1'),
    started('engineer#1'),
    newEvent('node.failed', {
      act: act('engineer#1'),
      attempt: 1,
      usage: { tokens: 8_800, usd: 0.131 },
      ms: 14_000,
      error: { code: 'MODEL_QUOTA_EXHAUSTED', message: 'the provider’s quota is used up', next: 'Try again tomorrow.' },
      next: { do: 'end' },
    }),
    newEvent('run.ended', {
      ending: {
        status: 'failed',
        error: {
          code: 'MODEL_QUOTA_EXHAUSTED',
          message: 'the provider’s quota is used up',
          next: 'Try again tomorrow.',
        },
      },
    }),
  ],
});

const TREE = TreeHash.parse('4b825dc642cb6eb9a060e54bf8d69288fbee4904');

const evidence = (failing: boolean): Json => ({
  runner: 'vitest',
  command: ['npx', 'vitest', 'run', 'src/cart.test.ts', '--reporter=junit'],
  tree: TREE,
  outcome: { type: 'ran' },
  tests: [
    {
      id: '1',
      file: 'src/cart.test.ts',
      suites: ['total'],
      title: 'an empty cart costs nothing',
      state: 'passed',
      durationMs: 2,
    },
    {
      id: '2',
      file: 'src/cart.test.ts',
      suites: ['total'],
      title: 'adds the prices up',
      state: 'passed',
      durationMs: 1,
    },
    {
      id: '3',
      file: 'src/cart.test.ts',
      suites: ['total'],
      title: 'counts the quantity',
      state: failing ? 'failed' : 'passed',
      durationMs: 4,
      ...(failing
        ? { failure: { kind: 'assertion', message: 'expected 100 to be 300', expected: '300', actual: '100' } }
        : {}),
    },
  ],
  exitCode: failing ? 1 : 0,
  durationMs: 1_240,
  output: null,
});

const steps = (done: number): Json =>
  [
    ['RED', 'a test for three of one thing that fails'],
    ['GREEN', 'count the quantity in total()'],
    ['REFACTOR', 'one function for the price of a line'],
  ].map(([type = '', description = ''], index) => ({ type, description, status: index < done ? 'DONE' : 'TODO' }));

const gatedState = (status: string, done: number, counter: number, more: Record<string, Json> = {}): Json => ({
  mode: 'hosted',
  plan: 'PLAN.md',
  main: 'main',
  thresholds: { scopeReduction: 6, escalation: 10, escalationReplanned: 3 },
  status,
  pr: {
    masterPlanPath: 'PLAN.md',
    prTitle: 'Totals count the quantity',
    summary: 'total() ignores how many of a thing are in the cart.',
    verificationPlan: 'The new test, then the whole suite.',
    tasks: [
      { taskName: 'Quantities in total()', status: 'TODO', tdd_steps: steps(done) },
      { taskName: 'Receipts show the quantity', status: 'TODO', tdd_steps: steps(0) },
    ],
  },
  item: { title: 'PR 3: Totals', body: '' },
  branch: 'assay/totals-count-the-quantity',
  counter,
  lastError: null,
  review: null,
  halted: null,
  guidance: null,
  finished: [
    {
      title: 'PR 1: Money',
      commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
      merge: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    },
  ],
  ...more,
});

const refusal = {
  code: 'TEST_FAILED',
  message: 'total › counts the quantity failed: expected 100 to be 300.',
  next: 'Make this test pass without changing it.',
  file: 'src/cart.test.ts',
  line: 14,
};

const answer = (
  tool: string,
  status: string,
  reasons: readonly Json[] = [],
  extra: Record<string, Json> = {},
): Json => ({
  ticket: null,
  call: tool === 'get_task' ? { tool } : { tool, input: { summary: 'done' } },
  answer: {
    status,
    output: reasons.length > 0 ? 'FAIL src/cart.test.ts > total > counts the quantity' : '',
    reasons,
    evidence: [],
    refused: false,
    ...extra,
  },
});

/** A gated PR in the middle of its second step, with a refused attempt. */
export function gatedRun(id: string): Sample {
  const stand = (node: string, no: number, by: string | null, state: Json, answered: Json = null): NewEvent[] => [
    scheduled(`${node}#${no}`, node === 'attempt' ? 'agent' : 'logic', by, { state, answered }),
    started(`${node}#${no}`),
  ];
  const measured = (no: number, failing: boolean): NewEvent[] => [
    newEvent('effect.intended', { act: act(`act#${no}`), key: '1:measure' }),
    newEvent('effect.done', {
      act: act(`act#${no}`),
      key: '1:measure',
      result: {
        inline: {
          type: 'measure',
          verdict: failing
            ? { verdict: 'refused', gate: 'green', evidence: [], findings: [], reasons: [refusal] }
            : { verdict: 'accepted', gate: 'red', evidence: [], findings: [] },
          evidence: evidence(failing),
        },
      },
    }),
  ];
  return {
    id,
    title: 'Totals count the quantity',
    graph: 'gated-pr',
    events: [
      ...stand('begin', 1, null, null),
      completed('begin#1', ['act']),
      ...stand('act', 1, 'begin#1', gatedState('INITIALIZING', 0, 0)),
      completed('act#1', ['attempt']),
      ...stand('attempt', 1, 'act#1', gatedState('EXECUTING_TDD', 0, 0), answer('get_task', 'SUCCESS')),
      completed('attempt#1', ['act'], undefined, 0.062),
      ...stand('act', 2, 'attempt#1', gatedState('EXECUTING_TDD', 0, 0)),
      ...measured(2, true),
      completed('act#2', ['attempt']),
      ...stand('attempt', 2, 'act#2', gatedState('EXECUTING_TDD', 1, 0), answer('submit_work', 'SUCCESS')),
      completed('attempt#2', ['act'], undefined, 0.088),
      ...stand('act', 3, 'attempt#2', gatedState('EXECUTING_TDD', 1, 0)),
      ...measured(3, true),
      completed('act#3', ['attempt']),
      ...stand(
        'attempt',
        3,
        'act#3',
        gatedState('DEBUGGING', 1, 1, {
          lastError: { output: 'FAIL src/cart.test.ts\n  expected 100 to be 300', reasons: [refusal] },
        }),
        answer('submit_work', 'FAILURE', [refusal]),
      ),
    ],
  };
}

/** A log of many events, most of them words. */
export function longRun(id: string, events: number): Sample {
  const list: NewEvent[] = [];
  for (let no = 1; list.length + 3 <= events - 1; no += 1) {
    list.push(
      scheduled(`work#${no}`, 'logic', no === 1 ? null : `work#${no - 1}`, { item: no }),
      started(`work#${no}`),
      completed(`work#${no}`, ['work']),
    );
  }
  return { id, title: `A log of ${events} events`, graph: 'long', events: list };
}

/** Layers of steps, each led to by some of the layer before. */
export function wideRun(id: string, nodes: number): Sample {
  const width = 20;
  const events: NewEvent[] = [];
  for (let no = 0; no < nodes; no += 1) {
    const layer = Math.floor(no / width);
    const by = layer === 0 ? null : `step-${layer - 1}-${(no * 7) % width}#1`;
    const name = `step-${layer}-${no % width}#1`;
    events.push(scheduled(name, no % 5 === 0 ? 'agent' : 'logic', by), started(name), completed(name));
  }
  return { id, title: `A graph of ${nodes} steps`, graph: 'wide', events };
}

export const EVIL =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>[x](javascript:window.hacked=1)';

/** Words that would be code, wherever words can be. */
export const hostileRun = (id: string): Sample => ({
  id,
  title: `Hostile ${EVIL}`,
  graph: `evil${EVIL}`,
  events: [
    scheduled(`${EVIL}#1`, 'agent', null, { text: EVIL, [EVIL]: EVIL }),
    started(`${EVIL}#1`),
    newEvent('node.failed', {
      act: act(`${EVIL}#1`),
      attempt: 1,
      usage: { tokens: 1, usd: 0 },
      ms: 1,
      error: { code: 'NODE_THREW', message: EVIL, next: EVIL },
      next: { do: 'retry', at: 0 },
    }),
    started(`${EVIL}#1`, 2),
    newEvent('effect.intended', { act: act(`${EVIL}#1`), key: EVIL }),
    newEvent('effect.done', {
      act: act(`${EVIL}#1`),
      key: EVIL,
      result: {
        inline: {
          evidence: {
            runner: EVIL,
            command: [EVIL],
            tree: null,
            outcome: { type: 'ran' },
            tests: [
              {
                id: EVIL,
                file: EVIL,
                suites: [EVIL],
                title: EVIL,
                state: 'failed',
                durationMs: 1,
                failure: { kind: 'assertion', message: EVIL },
              },
            ],
            exitCode: 1,
            durationMs: 1,
            output: null,
          },
        },
      },
    }),
    asked(`${EVIL}#1`, 'ship', { text: EVIL, choices: [EVIL, 'no'] }),
  ],
});
