import { readOnly, workspaceName } from '#contracts/run-workspaces.ts';
import type { Outcome } from '#engine/graph/context.ts';
import { AdversaryClaim, type TypeHole, TypesClaim } from '../claims.ts';
import { isBlocking, judgeTypes } from '../decide/holes.ts';
import { withSpecProperties } from '../decide/spec-properties.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import { AGENT, type Ctx, kit, WORLD } from '../kit.ts';
import type { Designed, Designing, TddEnding } from '../ports.ts';
import { adversaryPrompt } from '../prompts/adversary-prompt.ts';
import { designContext } from '../prompts/contexts.ts';
import { moduleFocus } from '../prompts/focus.ts';
import { typesPrompt } from '../prompts/types-prompt.ts';
import type { Adversary, Design, Feedback, HybridStop, Job } from '../state.ts';
import { siteContext } from './context.ts';
import { endingOf, nonEmpty, stopFor } from './ending.ts';

/** Types are designed, attacked and repaired until no hole matters, or the budget is used up. */
export const designNodes = (effects: HybridEffects) => ({
  types: kit.agent('types', designer(effects)),
  typesFix: kit.agent('typesFix', designer(effects)),

  skeleton: kit.logic('skeleton', {
    ...WORLD,
    to: ['gate.skeleton', 'typeAdversary', 'fork', 'typesFix', 'exit'],
    run: async ({ job, design }, ctx) => {
      const made = await effects.skeleton(
        { job, design },
        workspaceName(ctx.run, 'skeleton', design.round),
        siteContext(ctx),
      );
      if (!made.ok) {
        const names = design.claim.functions.map(({ name }) => name);
        const feedback = { problems: nonEmpty(made.problems), names, kept: true };
        return sendBack(ctx, redesign(job, design, [], feedback), ['typeAdversary']);
      }
      const skeletal = { job, design, skeleton: made.skeleton };
      if (job.mode === 'sequential') return ctx.goto('typeAdversary', skeletal);
      if (job.mode === 'speculative') return ctx.goto('fork', { ...skeletal, adversary: null });
      return ctx.goto('gate.skeleton', skeletal);
    },
  }),

  typeAdversary: kit.agent('typeAdversary', {
    ...AGENT,
    agent: 'type-adversary',
    claim: AdversaryClaim,
    brief: ({ job, design }) => ({
      ...adversaryPrompt({ spec: job.spec, design: design.claim }),
      place: readOnly(design.place),
      focus: moduleFocus(job),
    }),
    to: ['gate.skeleton', 'gate.adversary', 'release.adversary', 'typesFix', 'exit'],
    take: (claim, { job, design, skeleton }, ctx) => {
      const adversary = judgeTypes(claim);
      if (skeleton !== null)
        return ctx.fork([ctx.to('gate.skeleton', { job, design, skeleton }), ctx.to('gate.adversary', adversary)]);
      if (job.mode !== 'speculative') return ctx.goto('gate.adversary', adversary);
      if (adversary.verdict !== 'holes') return ctx.goto('release.adversary', adversary);
      // What was begun on these types is cancelled.
      return sendBack(ctx, redesign(job, design, adversary.holes, null, adversary), SPECULATIVE);
    },
  }),

  gate: kit.join('gate', {
    to: ['fork', 'typesFix', 'exit'],
    run: ({ skeleton: skeletal, adversary }, ctx) => {
      if (adversary.verdict !== 'holes') return ctx.goto('fork', { ...skeletal, adversary });
      const { job, design } = skeletal;
      return sendBack(ctx, redesign(job, design, adversary.holes, null, adversary));
    },
  }),
});

/** The designer repairs its own design, with the findings. */
const designer = (effects: HybridEffects) =>
  ({
    ...AGENT,
    agent: 'types',
    claim: TypesClaim,
    brief: (input: Designing) => ({
      ...typesPrompt(designContext(input)),
      place: input.place,
      focus: moduleFocus(input.job),
    }),
    to: ['skeleton', 'typeAdversary', 'typesFix', 'exit'],
    take: async (claim: TypesClaim, input: Designing, ctx: Ctx<'skeleton' | 'typeAdversary' | 'typesFix' | 'exit'>) => {
      const design = await takeDesign(effects, claim, input, siteContext(ctx));
      if ('problems' in design) return sendBack(ctx, await fresh(effects, input, design, siteContext(ctx)));
      return attack(ctx, { job: input.job, design });
    },
  }) as const;

const SPECULATIVE = ['skeleton', 'fork', 'tests', 'impl', 'verifyEarly', 'join'] as const;

type Refused = Pick<Feedback, 'problems' | 'names'>;

async function takeDesign(
  effects: HybridEffects,
  claim: TypesClaim,
  { job, place, round, priorFixes }: Designing,
  context: HybridContext,
): Promise<Design | Refused> {
  const names = claim.functions.map(({ name }) => name);
  const taken = await effects.take(
    {
      ...{ side: 'types', spec: job.spec, place, from: job.base, claimed: names, wanted: [] },
      brief: `${claim.typeName}, ${names.length} function${names.length === 1 ? '' : 's'}`,
      summary: `Functions: ${names.join(', ')}`,
    },
    context,
  );
  const whole = withSpecProperties(claim, job.spec.properties);
  if (taken.ok) return { place, round, claim: whole, point: taken.point, priorFixes };
  return { problems: nonEmpty(taken.problems), names };
}

/** To the skeleton and the adversary at once; one after the other in the classic order. */
function attack(ctx: Ctx<'skeleton' | 'typeAdversary'>, designed: Designed): Outcome {
  if (designed.job.mode === 'sequential') return ctx.goto('skeleton', designed);
  return ctx.fork([ctx.to('skeleton', designed), ctx.to('typeAdversary', { ...designed, skeleton: null })]);
}

type Back =
  | { readonly type: 'redesign'; readonly designing: Designing }
  | { readonly type: 'stop'; readonly ending: TddEnding };

function sendBack(ctx: Ctx<'typesFix' | 'exit'>, back: Back, cancel: readonly string[] = []): Outcome {
  if (back.type === 'redesign') return ctx.goto('typesFix', back.designing, { cancel });
  return ctx.goto('exit', back.ending, { cancel });
}

/** Another round of the design, or the end of its budget. */
function redesign(
  job: Job,
  design: Design,
  holes: readonly TypeHole[],
  feedback: Feedback | null,
  adversary: Adversary | null = null,
): Back {
  if (design.round > job.spec.strictness.maxTypeFixes) {
    const stop = outOfRounds(design.round, holes, feedback);
    return { type: 'stop', ending: endingOf({ job, design, adversary }, stop) };
  }
  const asked = [
    ...holes.filter(isBlocking).map(({ description }) => description),
    ...(feedback?.problems ?? []).map(({ message }) => message),
  ];
  const designing: Designing = {
    ...{ job, place: design.place, round: design.round + 1, last: design, holes: [...holes], feedback },
    priorFixes: [...design.priorFixes, ...asked],
  };
  return { type: 'redesign', designing };
}

function outOfRounds(rounds: number, holes: readonly TypeHole[], feedback: Feedback | null): HybridStop {
  const next = 'Say more about the types in the spec, or allow more rounds (strictness.maxTypeFixes).';
  if (feedback) return stopFor('DESIGN_REFUSED', `the design was refused ${rounds} times`, next, feedback.problems);
  const left = holes.filter(isBlocking).map(({ severity, description }) => `${severity}: ${description}`);
  return stopFor('TYPE_HOLES', `after ${rounds} designs these holes are left: ${left.join('; ')}`, next);
}

/** Work that reached outside of its files is discarded with its workspace. */
async function fresh(
  effects: HybridEffects,
  { job, round, last, holes, priorFixes }: Designing,
  refused: Refused,
  context: HybridContext,
): Promise<Back> {
  const feedback: Feedback = { ...refused, kept: false };
  if (round > job.spec.strictness.maxTypeFixes)
    return { type: 'stop', ending: endingOf({ job, design: last }, outOfRounds(round, holes, feedback)) };
  const place = workspaceName(context.run, 'types', round + 1);
  await effects.place(place, last?.point ?? job.base, true, context);
  return { type: 'redesign', designing: { job, place, round: round + 1, last, holes, feedback, priorFixes } };
}
