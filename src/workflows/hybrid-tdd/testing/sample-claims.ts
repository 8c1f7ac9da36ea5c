import type {
  AdversaryClaim,
  FixClaim,
  ImplClaim,
  MutationClaim,
  TestsClaim,
  TypeHole,
  TypesClaim,
} from '../claims.ts';

/** Small valid claims, for tests. */
export const TYPES: TypesClaim = {
  typeName: 'Stack',
  description: 'a stack',
  designNotes: 'plain',
  functions: [
    {
      ...{ name: 'push', signature: 'item → nothing', brief: 'puts', behaviour: 'puts an item on top', priority: 1 },
      examples: [{ description: 'one', input: 'push 1', expected: 'size 1', edgeCase: false }],
      properties: [{ name: 'push-grows', description: 'grows', invariant: 'one more', type: 'Monotonic' }],
    },
  ],
};

export const TESTS: TestsClaim = {
  tests: [
    {
      ...{ name: 'grows', kind: 'property', type: 'Monotonic', description: 'grows' },
      ...{ targets: ['push'], sketches: ['push-grows'], examples: [{ function: 'push', example: 0 }] },
    },
  ],
  strategy: 'properties first',
  brief: 'tests of push',
};

export const IMPL: ImplClaim = {
  functions: [{ name: 'push', approach: 'an array', edgeCases: [] }],
  helpers: [],
  representation: 'an array',
  designNotes: 'plain',
  brief: 'push',
};

export const FIX: FixClaim = {
  changes: [{ function: 'push', whatChanged: 'the limit', whyFailed: 'off by one', type: 'Boundary' }],
  helpers: [],
  learning: 'the limit is inclusive',
  brief: 'the limit',
};

export const hole = (severity: TypeHole['severity']): TypeHole => ({
  ...{ type: 'RepresentableInvalid', severity, description: 'a negative size can be made' },
  ...{ invariantBroken: 'size is at least 0', exploit: 'set it', suggestedFix: 'hide the field' },
});

export const adversary = (...severities: TypeHole['severity'][]): AdversaryClaim => ({
  holes: severities.map(hole),
  analysis: 'looked at every field',
});

export const ANALYSIS: MutationClaim = { survivors: [], analysis: 'nothing more to say' };
