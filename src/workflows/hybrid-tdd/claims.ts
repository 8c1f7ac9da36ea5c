import { z } from 'zod';
import { MUTANT_KINDS } from '#code/mutants/mutant.ts';
import { FunctionName, oneLiner, prose, SketchName } from './prose.ts';

/** The agents' claims: names, classifications and words about what they left on disk. Never code. */

export const PropertyType = z.enum([
  'Inverse',
  'Idempotent',
  'Commutative',
  'Associative',
  'Identity',
  'Preservation',
  'Boundary',
  'Monotonic',
  'Other',
]);

export const PropertySketch = z.strictObject({
  name: SketchName,
  description: prose(1_000),
  invariant: oneLiner(),
  type: PropertyType,
});
export type PropertySketch = z.infer<typeof PropertySketch>;

export const DesignExample = z.strictObject({
  description: oneLiner(),
  input: oneLiner(),
  expected: oneLiner(),
  edgeCase: z.boolean(),
});

export const FunctionDesign = z.strictObject({
  name: FunctionName,
  signature: oneLiner(),
  brief: oneLiner(),
  behaviour: prose(),
  examples: z.array(DesignExample).min(1),
  properties: z.array(PropertySketch).min(1),
  priority: z.number().int().min(1).max(100),
});
export type FunctionDesign = z.infer<typeof FunctionDesign>;

export const TypesClaim = z
  .strictObject({
    typeName: oneLiner(200),
    description: prose(),
    functions: z.array(FunctionDesign).min(1).max(100),
    designNotes: prose(),
  })
  .refine(({ functions }) => isDistinct(functions.map(({ name }) => name)), { error: 'a function is named twice' })
  .refine(({ functions }) => isDistinct(functions.flatMap(({ properties }) => properties.map(({ name }) => name))), {
    error: 'two property sketches have one name',
  });
export type TypesClaim = z.infer<typeof TypesClaim>;

export const HoleType = z.enum(['RepresentableInvalid', 'LeakyAbstraction', 'PartialFunction', 'TypeConfusion']);
export const HoleSeverity = z.enum(['Critical', 'Major', 'Minor', 'Informational']);

export const TypeHole = z.strictObject({
  type: HoleType,
  severity: HoleSeverity,
  description: prose(1_000),
  invariantBroken: oneLiner(),
  exploit: prose(1_000),
  suggestedFix: prose(1_000),
});
export type TypeHole = z.infer<typeof TypeHole>;

/** No verdict: code decides what the holes mean. */
export const AdversaryClaim = z.strictObject({
  holes: z.array(TypeHole).max(50),
  analysis: prose(),
});
export type AdversaryClaim = z.infer<typeof AdversaryClaim>;

export const TestWritten = z.strictObject({
  /** The title as the runner reports it. */
  name: oneLiner(),
  kind: z.enum(['property', 'example']),
  type: PropertyType,
  description: oneLiner(),
  targets: z.array(FunctionName).min(1),
  sketches: z.array(SketchName),
  examples: z.array(z.strictObject({ function: FunctionName, example: z.number().int().min(0) })),
});

export const TestsClaim = z.strictObject({
  tests: z.array(TestWritten).min(1).max(500),
  strategy: prose(),
  brief: oneLiner(120),
});
export type TestsClaim = z.infer<typeof TestsClaim>;

export const ImplClaim = z.strictObject({
  functions: z
    .array(
      z.strictObject({
        name: FunctionName,
        approach: prose(1_000),
        edgeCases: z.array(oneLiner()),
      }),
    )
    .min(1)
    .max(100),
  /** Functions other than those of the design. */
  helpers: z.array(FunctionName).max(200),
  representation: prose(1_000),
  designNotes: prose(),
  brief: oneLiner(120),
});
export type ImplClaim = z.infer<typeof ImplClaim>;

export const FixApplied = z.strictObject({
  function: FunctionName,
  whatChanged: prose(1_000),
  whyFailed: prose(1_000),
  type: z.enum(['EdgeCase', 'Logic', 'Type', 'Boundary', 'Initialization', 'Other']),
});
export type FixApplied = z.infer<typeof FixApplied>;

export const FixClaim = z.strictObject({
  changes: z.array(FixApplied).min(1).max(100),
  helpers: z.array(FunctionName).max(200),
  learning: prose(1_000),
  brief: oneLiner(120),
});
export type FixClaim = z.infer<typeof FixClaim>;

/** An analyst's statement about mutants that were really tried. It adds words; which ones survived is measured. */
export const MutationClaim = z.strictObject({
  survivors: z
    .array(
      z.strictObject({
        id: oneLiner(100),
        whyDangerous: prose(1_000),
        proposed: PropertySketch,
      }),
    )
    .max(200),
  analysis: prose(),
});
export type MutationClaim = z.infer<typeof MutationClaim>;

export const MutantKindName = z.enum(MUTANT_KINDS);

const isDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length;
