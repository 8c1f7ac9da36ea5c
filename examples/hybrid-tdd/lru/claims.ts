import { example, implClaim, type Naming, sketch, type Title, testsClaim } from '../claims.ts';
import type { Deed, Scripts } from '../example.ts';

/** The same names in both languages, so the same claims. */
const [MADE, GET, PUT, DROP, SIZE] = ['TtlCache', 'TtlCache.get', 'TtlCache.put', 'TtlCache.drop', 'TtlCache.size'];

export const design = {
  typeName: MADE,
  description: 'A cache from names to numbers that keeps the entries used last, and none for longer than its time.',
  designNotes: 'The time is an argument everywhere: nothing reads a clock, so that everything can be tested.',
  functions: [
    {
      name: MADE,
      signature: 'capacity: number, ttl: number → cache',
      brief: 'An empty cache.',
      behaviour:
        'Makes an empty cache. A capacity that is no whole number of at least one, or a time to live that is not above zero, is refused with a range error (a value error in Python).',
      examples: [
        example('no capacity', 'a cache of capacity 0 and time to live 10', 'a range error', true),
        example('no time', 'a cache of capacity 1 and time to live 0', 'a range error', true),
      ],
      properties: [sketch('starts-empty', 'Identity', 'A new cache is empty.', 'size of a new cache is 0')],
      priority: 1,
    },
    {
      name: PUT,
      signature: 'key: string, value: number, now: number → nothing',
      brief: 'Stores a value under a key.',
      behaviour:
        'Stores a value until now plus the time to live, in place of an older value of that key. A full cache first lets go of the entry whose last get or put is longest ago; entries that have expired do not count.',
      examples: [
        example('the least recently used goes', 'capacity 2: put a, put b, get a, put c', 'a and c are there', true),
        example('the same key again', 'capacity 2: put a, put b, put a, put c', 'a and c are there', true),
        example('room by expiry', 'capacity 2, time 10: put a at 0, b at 5, get a at 9, put c at 11', 'b and c', true),
      ],
      properties: [
        sketch('behaves-as-a-list', 'Other', 'It does what a plain list of entries would do.', 'same answers always'),
        sketch('recently-used-stays', 'Other', 'The one used longest ago goes.', 'no other entry goes before it'),
        sketch('never-too-full', 'Boundary', 'It is never above its capacity.', 'size is at most the capacity'),
      ],
      priority: 2,
    },
    {
      name: GET,
      signature: 'key: string, now: number → the value, or nothing',
      brief: 'Looks a key up.',
      behaviour:
        'Gives the value that was stored under the key last; nothing if there is none, or from its time of expiry on. Counts as a use.',
      examples: [
        example(
          'just before and at its end',
          'time to live 10: put a at 0, get a at 9 and at 10',
          'the value, nothing',
          true,
        ),
      ],
      properties: [sketch('put-get-inverse', 'Inverse', 'What goes in comes out.', 'get after put k v is v')],
      priority: 3,
    },
    {
      name: DROP,
      signature: 'key: string, now: number → boolean',
      brief: 'Lets go of a key.',
      behaviour: 'Takes the key out. True if it was there and had not expired.',
      examples: [example('twice', 'put a, drop a, drop a', 'true, false')],
      properties: [sketch('drop-forgets', 'Idempotent', 'What was dropped is gone.', 'get after drop k is nothing')],
      priority: 4,
    },
    {
      name: SIZE,
      signature: 'now: number → number',
      brief: 'How many entries there are.',
      behaviour: 'The number of entries that have not expired.',
      examples: [example('one has expired', 'time to live 10: put a at 0, put b at 5, size at 12', '1', true)],
      properties: [sketch('size-counts-live', 'Preservation', 'It counts the live.', 'size at expiry of all is 0')],
      priority: 5,
    },
  ],
};

const TITLES: readonly Title[] = [
  {
    title: 'refuses a capacity that is no whole number above zero',
    kind: 'example',
    targets: [MADE],
    examples: [{ function: MADE, example: 0 }],
  },
  {
    title: 'refuses a time to live that is not above zero',
    kind: 'example',
    targets: [MADE],
    examples: [{ function: MADE, example: 1 }],
  },
  {
    title: 'lets go of the entry used longest ago',
    kind: 'example',
    targets: [PUT, GET],
    examples: [
      { function: PUT, example: 0 },
      { function: PUT, example: 1 },
    ],
  },
  {
    title: 'does not count what has expired',
    kind: 'example',
    targets: [PUT, GET],
    examples: [{ function: PUT, example: 2 }],
  },
  { title: 'forgets an entry at its time', kind: 'example', targets: [GET], examples: [{ function: GET, example: 0 }] },
  { title: 'drops an entry once', kind: 'example', targets: [DROP], examples: [{ function: DROP, example: 0 }] },
  { title: 'counts what is live', kind: 'example', targets: [SIZE], examples: [{ function: SIZE, example: 0 }] },
  { title: 'starts empty', kind: 'property', targets: [MADE, SIZE], sketches: ['starts-empty'] },
  { title: 'gives back what was put', kind: 'property', targets: [PUT, GET], sketches: ['put-get-inverse'] },
  {
    title: 'is never above its capacity and is empty when all has expired',
    kind: 'property',
    targets: [PUT, SIZE],
    sketches: ['never-too-full', 'size-counts-live'],
  },
  {
    title: 'keeps what was looked at last',
    kind: 'property',
    targets: [PUT, GET, SIZE],
    sketches: ['recently-used-stays'],
  },
  {
    title: 'does what a plain list would do',
    kind: 'property',
    targets: [PUT, GET, DROP, SIZE],
    sketches: ['behaves-as-a-list', 'drop-forgets'],
  },
];

export const tests = (naming: Naming) => testsClaim(TITLES, naming, 'properties of the cache');

export const impl = (helper: string) =>
  implClaim({
    names: [MADE, GET, PUT, DROP, SIZE],
    helpers: [helper],
    approach: 'a map in order of use, the least recently used first',
    edgeCases: ['full', 'expired', 'the same key again'],
    brief: 'the cache',
  });

/** The implementation forgets that a look is a use; a property finds the shortest case, and the fix agent mends it. */
export const staleFirst = (wrong: Deed, right: Deed): Scripts => ({
  impl: () => wrong,
  fix: () => ({
    ...right,
    claim: {
      changes: [
        {
          function: GET,
          whatChanged: 'a look moves the entry to the end of the order of use',
          whyFailed: 'an entry that was looked up went as if nobody had used it',
          type: 'Logic',
        },
      ],
      helpers: [],
      learning: 'get is a use too',
      brief: 'a look counts as a use',
    },
  }),
});
