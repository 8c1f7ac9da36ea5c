import { example, implClaim, type Naming, sketch, type Title, testsClaim } from '../claims.ts';
import type { Deed, Scripts } from '../example.ts';

/** The same names in both languages, so the same claims. */
const [MADE, PUSH, POP, SIZE] = ['BoundedStack', 'BoundedStack.push', 'BoundedStack.pop', 'BoundedStack.size'];

export const design = {
  typeName: MADE,
  description: 'A stack of whole numbers that holds at most as many items as its capacity says.',
  designNotes: 'One class; the items are hidden, so that nobody can go past the capacity.',
  functions: [
    {
      name: MADE,
      signature: 'capacity: number → stack',
      brief: 'An empty stack.',
      behaviour: 'Makes an empty stack. A capacity below one is refused with a range error (a value error in Python).',
      examples: [example('a capacity of zero', 'a stack of capacity 0', 'a range error', true)],
      properties: [sketch('starts-empty', 'Identity', 'A new stack is empty.', 'size of a new stack is 0')],
      priority: 1,
    },
    {
      name: PUSH,
      signature: 'item: number → nothing',
      brief: 'Puts an item on top.',
      behaviour:
        'Puts an item on top. A full stack refuses it with a range error (an overflow error in Python) and stays as it was.',
      examples: [example('one more than it holds', 'push 1, push 2 on a stack of capacity 1', 'a range error', true)],
      properties: [sketch('push-grows', 'Monotonic', 'A push adds one.', 'size after push is size before plus 1')],
      priority: 2,
    },
    {
      name: POP,
      signature: 'nothing → the item, or nothing',
      brief: 'Takes the item on top.',
      behaviour: 'Takes the item on top and gives it back; nothing from an empty stack.',
      examples: [example('what was pushed', 'push 7, pop', '7')],
      properties: [sketch('push-pop-inverse', 'Inverse', 'What goes in comes out.', 'pop after push x is x')],
      priority: 3,
    },
    {
      name: SIZE,
      signature: 'number',
      brief: 'How many items there are.',
      behaviour: 'The number of items in the stack.',
      examples: [example('after two pushes', 'push 1, push 2, size', '2')],
      properties: [sketch('size-counts', 'Preservation', 'It counts.', 'size after n pushes is n')],
      priority: 4,
    },
  ],
};

const TITLES: readonly Title[] = [
  {
    title: 'refuses a capacity below one',
    kind: 'example',
    targets: [MADE],
    examples: [{ function: MADE, example: 0 }],
  },
  { title: 'throws when it is full', kind: 'example', targets: [PUSH], examples: [{ function: PUSH, example: 0 }] },
  { title: 'starts empty', kind: 'property', targets: [MADE, SIZE], sketches: ['starts-empty'] },
  { title: 'grows by one', kind: 'property', targets: [PUSH, SIZE], sketches: ['push-grows'] },
  {
    title: 'gives back what was pushed',
    kind: 'property',
    targets: [PUSH, POP],
    sketches: ['push-pop-inverse'],
    examples: [{ function: POP, example: 0 }],
  },
  {
    title: 'counts',
    kind: 'property',
    targets: [SIZE, PUSH],
    sketches: ['size-counts'],
    examples: [{ function: SIZE, example: 0 }],
  },
];

export const tests = (naming: Naming) => testsClaim(TITLES, naming, 'properties of the bounded stack');

export const impl = implClaim({
  names: [MADE, PUSH, POP, SIZE],
  approach: 'a hidden array and its limit',
  edgeCases: ['full', 'empty'],
  brief: 'the bounded stack',
});

/** The tests agent adds one that proves nothing; it is sent back with the reason, and takes it out. */
export const trivialFirst = (written: Deed, files: Deed['files'] & {}): Scripts => ({
  tests: ({ time }) => (time === 1 ? { ...written, files } : written),
});
