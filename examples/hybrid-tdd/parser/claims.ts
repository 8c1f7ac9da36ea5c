import { answers, example, explains, implClaim, type Naming, sketch, type Title, testsClaim } from '../claims.ts';
import type { Deed, Scripts } from '../example.ts';

/** The same names in both languages, so the same claims. */
const [PARSE, EVALUATE, RENDER] = ['parse', 'evaluate', 'render'];

/** What the type says once the adversary was there. */
const ONLY_FOUR = ', whose type allows the four operators and no others';

export const design = {
  typeName: 'Expression',
  description: 'Arithmetic on whole numbers: read from text, worked out, and written as text again.',
  designNotes:
    'A tree with one shape for each case, and four operators by name: no tree without a meaning can be made.',
  functions: [
    {
      name: PARSE,
      signature: 'text: string → Expression',
      brief: 'Reads an expression.',
      behaviour:
        'Reads whole numbers, plus, minus, times, divided by, a minus in front, and parentheses. Times and divided by bind closer than plus and minus; what binds alike goes from left to right. Spaces mean nothing. Anything else is a parse error that names the place, counted from 0.',
      examples: [
        example('times first', '1 + 2 * 3', 'the sum of 1 and the product of 2 and 3'),
        example('from left to right', '10 - 4 - 3', 'the difference of 10 - 4 and 3', true),
        example('nothing at all', 'an empty text', 'a parse error at 0', true),
        example('something left over', '1 2', 'a parse error at 2', true),
        example('a parenthesis too few', '(1 + 2', 'a parse error at 6', true),
      ],
      properties: [
        sketch('render-parse-inverse', 'Inverse', 'What is written reads back.', 'parse of render e is e'),
        sketch('spaces-mean-nothing', 'Idempotent', 'Spaces change nothing.', 'parse with spaces is parse without'),
      ],
      priority: 1,
    },
    {
      name: EVALUATE,
      signature: 'expression: Expression → number',
      brief: 'Works an expression out.',
      behaviour: `The value of the expression${ONLY_FOUR}. A division by zero is refused with a range error (a zero division error in Python).`,
      examples: [
        example('all four', '(8 - 2) * 3 / 9 + 1', '3'),
        example('by zero', '1 / (2 - 2)', 'a range error', true),
      ],
      properties: [
        sketch('agrees-with-arithmetic', 'Preservation', 'It does what arithmetic does.', 'value of l op r is l op r'),
        sketch('double-minus', 'Inverse', 'Two minuses are none.', 'value of - - e is the value of e'),
      ],
      priority: 2,
    },
    {
      name: RENDER,
      signature: 'expression: Expression → string',
      brief: 'Writes an expression.',
      behaviour:
        'Numbers as digits, a minus in front of what is negated, and every operation in parentheses with spaces around its operator.',
      examples: [example('a sum of a product', '1 + 2 * -3', '(1 + (2 * -3))')],
      properties: [sketch('balanced', 'Preservation', 'Parentheses come in pairs.', 'as many open as close')],
      priority: 3,
    },
  ],
};

const parsing = (...numbers: number[]) => numbers.map((number) => ({ function: PARSE, example: number }));

const TITLES: readonly Title[] = [
  {
    title: 'lets times bind closer and goes from left to right',
    kind: 'example',
    targets: [PARSE, RENDER],
    examples: [...parsing(0, 1), { function: RENDER, example: 0 }],
  },
  {
    title: 'refuses what is no expression and names the place',
    kind: 'example',
    targets: [PARSE],
    examples: parsing(2, 3, 4),
  },
  {
    title: 'works out all four and refuses zero',
    kind: 'example',
    targets: [PARSE, EVALUATE],
    examples: [
      { function: EVALUATE, example: 0 },
      { function: EVALUATE, example: 1 },
    ],
  },
  {
    title: 'reads back what it wrote',
    kind: 'property',
    targets: [PARSE, RENDER],
    sketches: ['render-parse-inverse', 'balanced'],
  },
  { title: 'does not mind spaces', kind: 'property', targets: [PARSE], sketches: ['spaces-mean-nothing'] },
  {
    title: 'agrees with arithmetic',
    kind: 'property',
    targets: [EVALUATE],
    sketches: ['agrees-with-arithmetic', 'double-minus'],
  },
];

export const REFUSES: Title = {
  title: 'refuses an expression with something after it',
  kind: 'property',
  targets: [PARSE],
};

/** The same before anybody asked whether every tree has a meaning. */
export const looseDesign = {
  ...design,
  functions: design.functions.map((each) => ({
    ...each,
    behaviour: each.behaviour.replace(ONLY_FOUR, ''),
  })),
};

export const tests = (naming: Naming, ...more: readonly Title[]) =>
  testsClaim([...TITLES, ...more], naming, 'properties of the expression parser');

export const impl = (helpers: readonly string[]) =>
  implClaim({
    names: [PARSE, EVALUATE, RENDER],
    helpers,
    approach: 'recursive descent, one function for each strength of binding',
    edgeCases: ['nothing', 'something left over', 'division by zero'],
    brief: 'the expression parser',
  });

/** An operator that is any text at all: the adversary finds it before anybody builds on it. */
const HOLE = {
  type: 'RepresentableInvalid',
  severity: 'Major',
  description: 'The operator of an operation is any text, so a tree with an operator that nobody knows can be made.',
  invariantBroken: 'every tree has a value and a text',
  exploit: 'Make an operation with the operator % and evaluate it: the spec has no answer.',
  suggestedFix: 'Let the type name the four operators.',
};

/** Types with a hole, mended; then tests that would not miss a check, which real mutants find out. */
export const looseFirst = (loose: Deed, sound: Deed, weak: Deed, strong: Deed, naming: Naming): Scripts => ({
  types: () => loose,
  typesFix: () => sound,
  typeAdversary: ({ prompt }) =>
    prompt.includes(ONLY_FOUR)
      ? { claim: { holes: [], analysis: 'each case of the tree is told apart by its type' } }
      : { claim: { holes: [HOLE], analysis: 'looked for trees without a meaning' } },
  tests: () => weak,
  explain: explains(
    'a text that is only begun by an expression would be taken for one',
    sketch(
      'refuses-what-is-left',
      'Boundary',
      'Nothing may follow an expression.',
      'an expression and more is refused',
    ),
  ),
  strengthen: answers(strong, naming(REFUSES.title)),
});
