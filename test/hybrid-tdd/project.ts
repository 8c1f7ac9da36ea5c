import type { Json } from '#contracts/json.ts';

/** What an honest crew writes and claims for one module, and the project it does it in. */
export interface SampleProject {
  readonly files: Readonly<Record<string, string>>;
  readonly spec: {
    readonly module: string;
    readonly description: string;
    readonly criteria: readonly string[];
    readonly implPath: string;
    readonly testPath: string;
    readonly examples: readonly { readonly input: string; readonly output: string }[];
  };
  readonly types: Deed;
  readonly tests: Deed;
  readonly impl: Deed;
}

/** What a scripted agent does in one attempt: files it writes (null removes one), and what it claims. */
export interface Deed {
  readonly files?: Readonly<Record<string, string | null>>;
  readonly claim: Json;
}

const example = (description: string, input: string, expected: string, edgeCase = false) => ({
  description,
  input,
  expected,
  edgeCase,
});
const sketch = (name: string, description: string, invariant: string, type = 'Other') => ({
  name,
  description,
  invariant,
  type,
});

/** The design of the bounded stack, with names as the language writes them. */
export const stackDesign = (names: { class: string; push: string; pop: string; size: string }) => ({
  typeName: names.class,
  description: 'A stack of whole numbers that holds at most as many items as its capacity says.',
  designNotes: 'One class; the items are hidden, so that nobody can go past the capacity.',
  functions: [
    {
      name: names.class,
      signature: 'capacity: number → stack',
      brief: 'An empty stack.',
      behaviour: 'Makes an empty stack. A capacity below one is refused with a range error.',
      examples: [example('a capacity of zero', 'a stack of capacity 0', 'a range error', true)],
      properties: [sketch('starts-empty', 'A new stack is empty.', 'size of a new stack is 0', 'Identity')],
      priority: 1,
    },
    {
      name: names.push,
      signature: 'item: number → nothing',
      brief: 'Puts an item on top.',
      behaviour: 'Puts an item on top. A full stack refuses it with a range error and stays as it was.',
      examples: [example('one more than it holds', 'push 1, push 2 on a stack of capacity 1', 'a range error', true)],
      properties: [sketch('push-grows', 'A push adds one.', 'size after push is size before plus 1', 'Monotonic')],
      priority: 2,
    },
    {
      name: names.pop,
      signature: 'nothing → the item, or nothing',
      brief: 'Takes the item on top.',
      behaviour: 'Takes the item on top and gives it back; nothing from an empty stack.',
      examples: [example('what was pushed', 'push 7, pop', '7')],
      properties: [sketch('push-pop-inverse', 'What goes in comes out.', 'pop after push x is x', 'Inverse')],
      priority: 3,
    },
    {
      name: names.size,
      signature: 'number',
      brief: 'How many items there are.',
      behaviour: 'The number of items in the stack.',
      examples: [example('after two pushes', 'push 1, push 2, size', '2')],
      properties: [sketch('size-counts', 'It counts.', 'size after n pushes is n', 'Preservation')],
      priority: 4,
    },
  ],
});

export const testClaim = (
  name: string,
  kind: 'property' | 'example',
  targets: readonly string[],
  covers: { sketches?: readonly string[]; examples?: readonly { function: string; example: number }[] } = {},
) => ({
  ...{ name, kind, type: 'Other', description: name, targets: [...targets] },
  sketches: [...(covers.sketches ?? [])],
  examples: [...(covers.examples ?? [])],
});

export const implClaim = (names: readonly string[], brief: string) => ({
  functions: names.map((name) => ({ name, approach: 'an array behind a limit', edgeCases: ['full', 'empty'] })),
  helpers: [],
  representation: 'a hidden array and its limit',
  designNotes: 'nothing beyond what was asked',
  brief,
});

export const STACK_SPEC = {
  module: 'bounded stack',
  description: 'A stack with a capacity.',
  criteria: ['a full stack refuses another item', 'an empty stack gives nothing'],
  examples: [{ input: 'push 7, pop', output: '7' }],
};
