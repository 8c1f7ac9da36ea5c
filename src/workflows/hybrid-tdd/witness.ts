import { z } from 'zod';
import type { Observed } from '#engine/graph/node.ts';
import type { HybridStop } from './state.ts';

/** The witness's record of one node. */
export const WitnessObservation = z.object({
  node: z.string(),
  act: z.string(),
  progress: z.string(),
  concerns: z.array(z.string()),
});
export type WitnessObservation = z.infer<typeof WitnessObservation>;

export const WitnessReport = z.object({
  observations: z.array(WitnessObservation),
  narrative: z.string(),
  concerns: z.array(z.string()),
  suggestions: z.array(z.string()),
});
export type WitnessReport = z.infer<typeof WitnessReport>;

const Seen = z.object({
  design: z.object({ round: z.number(), claim: z.object({ functions: z.array(z.unknown()) }) }).optional(),
  tests: z.object({ attempt: z.number(), claim: z.object({ tests: z.array(z.unknown()) }) }).optional(),
  impl: z.object({ attempt: z.number(), claim: z.object({ functions: z.array(z.unknown()) }) }).optional(),
  understanding: z.object({ attempts: z.number(), failures: z.array(z.number()) }).optional(),
  feedback: z.object({ problems: z.array(z.object({ message: z.string() })) }).nullish(),
});

/** One end of a watched node, in words. Reads only what the node handed on; changes nothing. */
export function observeRun({ what, input, result, error }: Observed): WitnessObservation {
  const given = Seen.safeParse(input).data ?? {};
  const made = Seen.safeParse(result).data ?? {};
  const concerns = [
    ...(error === null ? [] : [`${what.node} failed: ${error}`]),
    ...(given.feedback?.problems ?? []).map(({ message }) => `${what.node} was sent back: ${message}`),
    ...(made.feedback?.problems ?? []).map(({ message }) => `${what.node} is sent back: ${message}`),
  ];
  return { node: what.node, act: what.act, progress: progressOf(what.node, made, error), concerns };
}

function progressOf(node: string, made: z.infer<typeof Seen>, error: string | null): string {
  if (error !== null && node === 'explain')
    return 'the survivors were not explained: the tests agent learned only the kinds of mistake';
  if (error !== null) return `${node} did not succeed`;
  if (made.feedback) return `the work of ${node} was not taken`;
  if (node === 'tests' || node === 'strengthen')
    return `${made.tests?.claim.tests.length ?? 'some'} tests were written`;
  if (node === 'impl') return `${made.impl?.claim.functions.length ?? 'some'} functions were written`;
  if (node === 'explain') return 'the survivors were explained';
  if (node === 'fix') return `fix ${made.understanding?.attempts ?? ''} was made`;
  return `round ${made.design?.round ?? 1} of the design: ${made.design?.claim.functions.length ?? 'some'} functions`;
}

export function witnessReport(observations: readonly WitnessObservation[], stop: HybridStop | null): WitnessReport {
  const concerns = [...new Set(observations.flatMap((one) => one.concerns))];
  const told = observations.map(({ act, progress }) => `${act}: ${progress}`);
  const end = stop === null ? 'It landed on main.' : `It stopped (${stop.code}): ${stop.message}`;
  const repeated = [...Map.groupBy(observations, ({ node }) => node)].filter(([, group]) => group.length > 2);
  return {
    observations: [...observations],
    narrative: [...told, end].join('. '),
    concerns,
    suggestions: repeated.map(([node, group]) => `${node} took ${group.length} turns: say more about it in the spec.`),
  };
}
