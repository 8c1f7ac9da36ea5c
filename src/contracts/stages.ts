import { z } from 'zod';

const model = {
  /** Added to what the stage tells its model. */
  say: z.string().min(1).max(4_000).optional(),
  /** What all of its attempts may use at most, each for itself. */
  limits: z.strictObject({ tokens: z.number().int().positive(), usd: z.number().positive() }).partial().optional(),
};
/** Whether a person sees what was found after it, and says how to go on; as the question wants it where it is left out. */
const pause = { pause: z.boolean().optional() };

/** One step on the way from a question to an answer. Code takes them in their order; a model only ever fills one in. */
export const Stage = z.discriminatedUnion('stage', [
  /** A model says what is asked and what to look for. */
  z.strictObject({ stage: z.literal('analyze'), ...model, ...pause }),
  /** The web is searched, where the person allows it: it shows what words the world uses. */
  z.strictObject({ stage: z.literal('calibrate'), ...pause }),
  /** Passages are looked for in what was read. */
  z.strictObject({ stage: z.literal('retrieve'), ...pause }),
  /** A model thinks about what was found; what it says is a note for the stages after it, never a part of the answer. */
  z.strictObject({
    stage: z.literal('think'),
    name: z.string().min(1).max(40),
    ...model,
    say: z.string().min(1).max(4_000),
    ...pause,
  }),
  /** A model writes sentences with quotes. */
  z.strictObject({ stage: z.literal('write'), ...model }),
  /** Code compares every sentence with its source; what does not hold is written again, so often at most. */
  z.strictObject({ stage: z.literal('verify'), repairs: z.number().int().min(0).max(5).optional() }),
]);
export type Stage = z.infer<typeof Stage>;
export type StageName = Stage['stage'];

/** A stage that needs no more said is its name. */
const WrittenStage = z.preprocess((written) => (typeof written === 'string' ? { stage: written } : written), Stage);

/** What an agent may define: any stages that lead to an answer, which code has checked. */
export const Stages = z
  .array(WrittenStage)
  .max(20)
  .superRefine((stages, ctx) => {
    for (const message of stageProblems(stages)) ctx.addIssue({ code: 'custom', message });
  });
export type Stages = z.infer<typeof Stages>;

/** What `assay research` does. */
export const RESEARCH_STAGES: Stages = [
  { stage: 'analyze' },
  { stage: 'calibrate' },
  { stage: 'retrieve' },
  { stage: 'write' },
  { stage: 'verify' },
];

/** Pure. What keeps stages from leading to an answer that was checked. */
export function stageProblems(stages: readonly Stage[]): string[] {
  const names = stages.map(({ stage }) => stage);
  const places = (name: StageName): number[] => names.flatMap((each, at) => (each === name ? [at] : []));
  const problems: string[] = [];
  for (const name of ['analyze', 'calibrate', 'retrieve', 'write', 'verify'] as const)
    if (places(name).length > 1) problems.push(`${name} comes twice`);
  for (const name of ['retrieve', 'write', 'verify'] as const)
    if (places(name).length === 0) problems.push(`${name} is missing`);
  if (problems.length > 0) return problems;
  const [retrieve = 0, write = 0] = [names.indexOf('retrieve'), names.indexOf('write')];
  if (names.indexOf('analyze') > retrieve) problems.push('analyze comes after retrieve: it says what is looked for');
  if (names.indexOf('calibrate') > retrieve) problems.push('calibrate comes after retrieve');
  if (write < retrieve) problems.push('write comes before retrieve: there is nothing to write from');
  if (names.at(-1) !== 'verify' || names.at(-2) !== 'write') problems.push('the last two are write and verify');
  const named = stages.flatMap((stage) => (stage.stage === 'think' ? [stage.name] : []));
  if (new Set(named).size < named.length) problems.push('two stages that think have one name');
  return problems;
}
