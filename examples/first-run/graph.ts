import { z } from 'zod';
import { graphKit } from '#engine/graph/kit.ts';
import { Observed } from '#engine/graph/node.ts';
import { collect } from '#engine/graph/ports.ts';
import { Claim, measure, Verdict } from './measure.ts';
import { TASKS, TaskName } from './tasks.ts';

/** What every node of this run hands on. */
const Shop = z.object({
  folder: z.string(),
  /** Whether a person is asked before the end. */
  ask: z.boolean(),
  round: z.number().int(),
  refusals: z.array(z.object({ task: TaskName, round: z.number().int(), why: z.string() })),
});
type Shop = z.infer<typeof Shop>;

const Plan = z.object({ tasks: z.array(z.object({ name: TaskName, after: z.array(TaskName) })).min(1) });

const ROUNDS = 4;

const kit = graphKit({
  name: 'first-run',
  version: 1,
  ports: {
    plan: z.object({ folder: z.string(), ask: z.boolean() }),
    build: Shop.extend({ task: TaskName, refused: z.string().nullable() }),
    gather: collect(Shop.extend({ claim: Claim })),
    check: Shop.extend({ claims: z.array(Claim) }),
    rework: Shop.extend({ verdicts: z.array(Verdict) }),
    review: z.object({ folder: z.string(), files: z.array(z.string()) }),
    witness: Observed,
    finish: Shop.extend({ verdicts: z.array(Verdict) }),
  },
  signals: { ship: z.enum(['yes', 'no']) },
  output: z.object({
    shipped: z.boolean(),
    accepted: z.array(z.object({ task: TaskName, file: z.string(), tests: z.number().int() })),
    refusals: Shop.shape.refusals,
  }),
});

/** Agents plan and build a small shop; code runs the tests and believes nothing else. */
export const firstRun = kit.build('plan', {
  plan: kit.agent('plan', {
    agent: 'planner',
    claim: Plan,
    retry: { attempts: 3, backoffMs: 500 },
    brief: () => ({
      system: 'You plan. You cut a goal into tasks and say which waits for which.',
      prompt: `Goal: a small shop. Tasks there can be: ${Object.keys(TASKS).join(', ')}.`,
    }),
    to: ['build', 'gather'],
    take: ({ tasks }, { folder, ask }, ctx) => {
      const shop: Shop = { folder, ask, round: 1, refusals: [] };
      const builds = tasks.map(({ name, after }) =>
        ctx.to('build', { ...shop, task: name, refused: null }, { name, after }),
      );
      return ctx.fork(builds, { collect: 'gather' });
    },
  }),

  build: kit.agent('build', {
    agent: 'builder',
    claim: Claim,
    retry: { attempts: 5, backoffMs: 600, factor: 1.5 },
    timeoutMs: 120_000,
    brief: ({ task, refused }) => ({
      system: 'You build one task with the write tool, then claim what you did. Your claim will be checked.',
      prompt: [
        `Task: ${task}`,
        `File: ${TASKS[task].file}`,
        TASKS[task].wanted,
        ...(refused === null ? [] : [`Your last claim was refused: ${refused}`]),
      ].join('\n'),
    }),
    to: ['gather'],
    take: (claim, { task: _task, refused: _refused, ...shop }, ctx) => ctx.goto('gather', { ...shop, claim }),
  }),

  gather: kit.join('gather', {
    to: ['check'],
    run: (items, ctx) => {
      const [first] = items;
      if (!first) throw new Error('nothing was built');
      const { claim: _claim, ...shop } = first;
      const claims = items.map((item) => item.claim).sort((a, b) => a.task.localeCompare(b.task));
      return ctx.goto('check', { ...shop, claims });
    },
  }),

  check: kit.subgraph('check', {
    graph: measure,
    to: ['rework', 'review', 'finish'],
    take: ({ verdicts }, { claims: _claims, ...shop }, ctx) => {
      if (verdicts.some((verdict) => !verdict.accepted) && shop.round < ROUNDS) {
        return ctx.goto('rework', { ...shop, verdicts });
      }
      const files = verdicts.map(({ claim }) => claim.file);
      return ctx.fork([ctx.to('review', { folder: shop.folder, files }), ctx.to('finish', { ...shop, verdicts })]);
    },
  }),

  // Refused claims go back to their builder with the reason; accepted ones are measured again with the rest.
  rework: kit.logic('rework', {
    to: ['build', 'gather'],
    run: ({ verdicts, ...shop }, ctx) => {
      const round = shop.round + 1;
      const refused = verdicts.filter((verdict) => !verdict.accepted);
      const refusals = [
        ...shop.refusals,
        ...refused.map(({ claim, why }) => ({ task: claim.task, round: shop.round, why })),
      ];
      const next: Shop = { ...shop, round, refusals };
      const again = refused.map(({ claim, why }) =>
        ctx.to('build', { ...next, task: claim.task, refused: why }, { name: `${claim.task}_round_${round}` }),
      );
      const kept = verdicts.filter(({ accepted }) => accepted).map(({ claim }) => ctx.to('gather', { ...next, claim }));
      return ctx.fork([...again, ...kept], { collect: 'gather' });
    },
  }),

  review: kit.advisoryAgent('review', {
    agent: 'reviewer',
    claim: z.object({ text: z.string() }),
    retry: { attempts: 2, backoffMs: 500 },
    brief: ({ files }) => ({
      system: 'You review. Your opinion is noted; it decides nothing.',
      prompt: `Files: ${files.join(', ')}`,
    }),
  }),

  witness: kit.observer('witness', { watches: ['check'], run: (seen) => ({ text: sawCheck(seen) }) }),

  finish: kit.logic('finish', {
    to: [],
    run: ({ ask, verdicts, refusals }, ctx) => {
      const answer = ask ? ctx.answer('ship') : 'yes';
      const accepted = verdicts
        .filter((verdict) => verdict.accepted)
        .map(({ claim, passed }) => ({ task: claim.task, file: claim.file, tests: passed }));
      if (answer === undefined) {
        return ctx.ask('ship', { text: `${accepted.length} tasks are accepted. Ship them?`, choices: ['yes', 'no'] });
      }
      return ctx.exit({ shipped: answer === 'yes', accepted, refusals });
    },
  }),
});

/** A refusal in words, for anyone who watches and for the log. */
function sawCheck({ input, result }: Observed): string {
  const { claims } = z.object({ claims: z.array(Claim) }).parse(input);
  const verdicts = z.object({ verdicts: z.array(Verdict) }).safeParse(result);
  if (!verdicts.success) return `all ${claims.length} claims accepted: their tests were run here and pass`;
  const refused = verdicts.data.verdicts.filter(({ accepted }) => !accepted);
  return refused.map(({ claim, why }) => `claim of ${claim.task} refused: ${why}`).join('; ');
}
