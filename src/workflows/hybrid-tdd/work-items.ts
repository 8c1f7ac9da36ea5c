import { z } from 'zod';
import type { FunctionDesign, MutationClaim } from './claims.ts';
import { SpecProperty } from './spec.ts';
import type { Adversary, Coverage, MutationReport, StructuredFailure } from './state.ts';

/** Something for the next run: made from what was measured, not from what went well. */
export const WorkItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('redesign'), what: z.string(), how: z.string(), severity: z.string() }),
  z.object({ type: z.literal('add-property'), property: SpecProperty, blocking: z.boolean() }),
  z.object({ type: z.literal('cover'), function: z.string(), what: z.string() }),
  z.object({ type: z.literal('fix'), test: z.string(), what: z.string() }),
]);
export type WorkItem = z.infer<typeof WorkItem>;

interface Found {
  readonly typeAdversary: Adversary | null;
  readonly mutation: MutationReport | null;
  readonly analysis: MutationClaim | null;
  readonly coverage: Coverage | null;
  readonly functions: readonly FunctionDesign[];
  readonly failures: readonly StructuredFailure[];
}

/** A hole is to be designed away, a survivor to be noticed, what is uncovered to be covered. */
export function workItems(found: Found): WorkItem[] {
  return [...redesigns(found), ...properties(found), ...gaps(found), ...fixes(found)];
}

const redesigns = ({ typeAdversary }: Found): WorkItem[] =>
  (typeAdversary?.holes ?? [])
    .filter(({ severity }) => severity !== 'Informational')
    .map(({ description, suggestedFix, severity }) => ({
      type: 'redesign',
      what: short(description),
      how: short(suggestedFix),
      severity,
    }));

function properties({ mutation, analysis }: Found): WorkItem[] {
  if (mutation?.type !== 'measured') return [];
  return mutation.survivors.map(({ id, kind, function: name, line, blocks }) => {
    const said = analysis?.survivors.find((one) => one.id === id)?.proposed;
    const about = name ?? 'the module';
    const property = {
      name: said?.name ?? `notices-${kind}-${about.replaceAll(/[^\w]/g, '-')}-line-${line}`,
      about,
      invariant: said?.invariant ?? `a mistake of the kind ${kind} in ${about} fails a test`,
    };
    return { type: 'add-property', property, blocking: blocks };
  });
}

function gaps({ coverage, functions }: Found): WorkItem[] {
  if (!coverage) return [];
  const ofSketch = (sketch: string): string =>
    functions.find(({ properties: own }) => own.some(({ name }) => name === sketch))?.name ?? 'the module';
  return [
    ...coverage.functions.uncovered.map(
      (name): WorkItem => ({ type: 'cover', function: name, what: 'no test calls it' }),
    ),
    ...coverage.sketches.uncovered.map(
      (sketch): WorkItem => ({ type: 'cover', function: ofSketch(sketch), what: `the property ${sketch} has no test` }),
    ),
    ...coverage.examples.uncovered.map(({ function: name, example }): WorkItem => {
      const said = functions.find((one) => one.name === name)?.examples[example]?.description;
      return { type: 'cover', function: name, what: `the example ${JSON.stringify(said ?? example)} has no test` };
    }),
  ];
}

const fixes = ({ failures }: Found): WorkItem[] =>
  failures.map(({ test, message }) => ({ type: 'fix', test, what: short(message) }));

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 480);
