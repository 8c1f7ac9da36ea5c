import { z } from 'zod';

const model = {
  /** Added to what the stage tells its model. */
  say: z.string().min(1).max(4_000).optional(),
  /** Limits of each of its attempts. */
  limits: z.strictObject({ tokens: z.number().int().positive(), usd: z.number().positive() }).partial().optional(),
};
/** Whether a person sees the findings after this stage and says how to continue; default: as the question wants it. */
const pause = { pause: z.boolean().optional() };

/** One step on the way from a question to an answer. Code runs them in their order; a model only fills one in. */
export const Stage = z.discriminatedUnion('stage', [
  /** A model says what is asked and what to look for. */
  z.strictObject({ stage: z.literal('analyze'), ...model, ...pause }),
  /** Searches the web, where the person allows it, to learn which words are used for the subject. */
  z.strictObject({ stage: z.literal('calibrate'), ...pause }),
  /** Searches the indexed texts for passages. */
  z.strictObject({ stage: z.literal('retrieve'), ...pause }),
  /** A model thinks about the findings; what it says is a note for later stages, never a part of the answer. */
  z.strictObject({
    stage: z.literal('think'),
    name: z.string().min(1).max(40),
    ...model,
    say: z.string().min(1).max(4_000),
    ...pause,
  }),
  /** A model writes sentences with quotes. */
  z.strictObject({ stage: z.literal('write'), ...model }),
  /** Code compares every sentence with its source; a sentence that does not hold is rewritten, at most this often. */
  z.strictObject({ stage: z.literal('verify'), repairs: z.number().int().min(0).max(5).optional() }),
]);
export type Stage = z.infer<typeof Stage>;
export type StageName = Stage['stage'];

/** A stage without settings is just its name. */
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

/** Pure. Why these stages do not lead to a checked answer. */
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
