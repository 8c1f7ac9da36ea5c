import { z } from 'zod';
import type { FunctionDesign, MutationClaim } from './claims.ts';
import { SpecProperty } from './spec.ts';
import type { Adversary, BehaviourCoverage, MutationReport, StructuredFailure } from './state.ts';

/** A task for the next run: from what was measured to be missing. */
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
  readonly coverage: BehaviourCoverage | null;
  readonly functions: readonly FunctionDesign[];
  readonly failures: readonly StructuredFailure[];
}

/** A hole has to be designed away, a survivor noticed, uncovered code covered. */
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

/**
 * These go to a tests agent that must not see the implementation: no line of it, and no function except the design's.
 */
function properties({ mutation, analysis, functions }: Found): WorkItem[] {
  if (mutation?.type !== 'measured') return [];
  const found = new Map<string, Extract<WorkItem, { type: 'add-property' }>>();
  for (const { id, kind, function: name, blocks } of mutation.survivors) {
    const said = analysis?.survivors.find((one) => one.id === id)?.proposed;
    const about = designed(functions, name) ?? 'the module';
    const property = {
      name: said?.name ?? `notices-${kind}-${about.replaceAll(/[^\w]/g, '-')}`,
      about,
      invariant: said?.invariant ?? `a mistake of the kind ${kind} in ${about} fails a test`,
    };
    // Several of one kind in one function need one property.
    const blocking = blocks || (found.get(property.name)?.blocking ?? false);
    found.set(property.name, { type: 'add-property', property, blocking });
  }
  return [...found.values()];
}

/** A function in the design's terms (a constructor by its class); a helper of the implementation is not in it. */
function designed(functions: readonly FunctionDesign[], name: string | null): string | undefined {
  if (name === null) return undefined;
  const names = functions.map((one) => one.name);
  return names.find((one) => one === name) ?? names.find((one) => name.startsWith(`${one}.`));
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

/** Its message is for people: it reveals how the implementation behaves. */
const fixes = ({ failures }: Found): WorkItem[] =>
  failures.map(({ test, message }) => ({ type: 'fix', test, what: short(message) }));

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 480);
