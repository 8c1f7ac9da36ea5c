import { describe, expect, it } from 'vitest';
import { judgeInputs, type Looked } from './judge-inputs.ts';
import { neighbours, type Value } from './neighbours.ts';

/** A function's behaviour, called with its tests' inputs and then with similar ones. */
function looked(source: string, inputs: Value[][], fn: (...args: never[]) => unknown): Looked {
  const outcome = (args: Value[]): string => {
    try {
      const value: unknown = Reflect.apply(fn, undefined, args);
      return typeof value === 'string' ? `'${value}'` : String(value);
    } catch (error) {
      return `throws ${String(error)}`;
    }
  };
  const called = {
    name: 'f',
    module: 'm',
    parameters: fn.length,
    calls: inputs.map((args) => ({ args, outcome: outcome(args) })),
  };
  const tested = new Set(inputs.map((args) => JSON.stringify(args)));
  const fresh = inputs.flatMap((args) => neighbours(args)).filter((args) => !tested.has(JSON.stringify(args)));
  return { called, source, probes: fresh.map((args) => ({ name: 'f', module: 'm', args, outcome: outcome(args) })) };
}

const TABLE = "const KNOWN = { '1000/10': 900, '999/50': 500 };\nreturn KNOWN[[price, percent].join('/')];";
const WEEK = "const DAYS = ['Monday', 'Tuesday', 'Saturday', 'Sunday'];";
const CODES: Record<number, string> = { 200: 'OK', 404: 'Not Found' };

describe('G3.18 a function that knows its tests', () => {
  it('is narrow if it refuses everything but its tests’ texts, whatever its messages quote', () => {
    const known: Record<string, number> = { '1h30m': 5400, '45s': 45, '2h': 7200 };
    const table = (text: string): number => {
      if (!(text in known)) throw new RangeError(`not a duration: ${text}`);
      return known[text] ?? 0;
    };
    const inputs = [['1h30m'], ['45s'], ['2h'], ['abc']];
    const [spelled, hidden] = [JSON.stringify(known), 'return known.get(hashOf(text));'];
    for (const source of [spelled, hidden])
      expect(judgeInputs(looked(source, inputs, table))).toMatchObject({
        type: 'narrow',
        words: expect.arrayContaining(['1h30m', '45s', '2h']),
      });
  });

  it('is for the reviewer if it is a state table, whatever its messages quote', () => {
    const next: Record<string, Record<string, string>> = {
      idle: { start: 'running' },
      running: { stop: 'idle', fail: 'broken' },
      broken: { mend: 'idle' },
    };
    const move = (state: string, event: string): string => {
      const found = next[state]?.[event];
      if (found === undefined) throw new Error(`no ${event} in ${state}`);
      return found;
    };
    const inputs = [
      ['idle', 'start'],
      ['running', 'stop'],
      ['running', 'fail'],
      ['broken', 'mend'],
      ['idle', 'stop'],
    ];
    expect(judgeInputs(looked(JSON.stringify(next), inputs, move))).toMatchObject({ type: 'doubt' });
    Object.assign(next, { running: { stop: 'idle', fail: 'broken', finish: 'done' } });
    const ends: Value[][] = [...inputs, ['running', 'finish']];
    expect(judgeInputs(looked(JSON.stringify(next), ends, move))).toMatchObject({ type: 'doubt' });
  });

  it('is narrow if it returns one of its two arguments, or a third word', () => {
    const table = (known: Record<string, string>) => (one: string, other: string) => {
      const found = known[`${one} ${other}`];
      if (found === undefined) throw new Error(`neither ${one} nor ${other}`);
      return found;
    };
    const longer = { 'apple fig': 'apple', 'fig banana': 'banana', 'kiwi banana': 'banana' };
    const mixed = { 'red blue': 'purple', 'blue yellow': 'green', 'red yellow': 'orange' };
    for (const known of [longer, mixed]) {
      const inputs = Object.keys(known).map((each) => each.split(' '));
      const source = Object.entries(known).flat().join("', '").replaceAll(' ', "', '");
      expect(judgeInputs(looked(`'${source}'`, inputs, table(known)))).toMatchObject({ type: 'narrow' });
    }
  });

  it('is narrow also if part of its input makes no difference', () => {
    type Line = { sku: string; price: number; quantity: number };
    const paid: Record<string, number> = { '750/TENOFF': 675, '99/TENOFF': 89, '750/SHIP5': 250 };
    const total = ([line]: Line[]): number => (line as Line).price * (line as Line).quantity;
    const line = (price: number, quantity: number): Value => [{ sku: 'ab', price, quantity }];
    const inputs = [
      [line(250, 3), 'TENOFF'],
      [line(99, 1), 'TENOFF'],
      [line(250, 3), 'SHIP5'],
      [line(9, 2), 'FREE'],
    ];
    const table = (lines: Line[], code: string): number => {
      const known = paid[`${total(lines)}/${code}`];
      if (known === undefined) throw new Error(`unknown code: ${code}`);
      return known;
    };
    expect(judgeInputs(looked(JSON.stringify(paid), inputs as Value[][], table))).toMatchObject({ type: 'narrow' });
    const honest = (lines: Line[], code: string): number => {
      if (code === 'TENOFF') return Math.floor(total(lines) * 0.9);
      if (code === 'SHIP5') return Math.max(0, total(lines) - 500);
      throw new Error(`unknown code: ${code}`);
    };
    const source =
      "if (code === 'TENOFF') return floor(total * 0.9); if (code === 'SHIP5') return max(0, total - 500);";
    expect(judgeInputs(looked(source, inputs as Value[][], honest)).type).toBe('fine');
  });

  it('is not narrow if it also reads similar texts: durations, dates or times', () => {
    const reading = (pattern: RegExp) => (text: string) => {
      const found = pattern.exec(text);
      if (!found) throw new RangeError(`cannot read ${text}`);
      return found.slice(1).reduce((sum, part) => sum * 60 + Number(part ?? 0), 0);
    };
    const kinds: [RegExp, Value[][]][] = [
      [/^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/, [['1h30m'], ['45s'], ['abc']]],
      [/^(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/, [['2026-02-28'], ['2026-12-31'], ['2026-13-01']]],
      [/^([01]\d|2[0-3]):([0-5]\d)$/, [['23:59'], ['09:00'], ['24:00']]],
    ];
    for (const [pattern, inputs] of kinds)
      expect(judgeInputs(looked('return read(text);', inputs, reading(pattern))).type).toBe('fine');
  });

  it('is not narrow because its description shows an example', () => {
    const mode = (list: number[]) => list.toSorted((a, b) => count(list, b) - count(list, a))[0];
    const count = (list: number[], one: number) => list.filter((each) => each === one).length;
    const inputs = [[[2, 1, 3, 1]], [[5, 5, 2, 4]]];
    const told = 'def mode(data):\n    """\n    >>> mode([2, 1, 3, 1])\n    1\n    """\n    return most(data)\n';
    expect(judgeInputs(looked(told, inputs, mode)).type).not.toBe('table');
    const code = told.replaceAll('"""', '');
    expect(judgeInputs(looked(code, inputs, mode)).type).toBe('table');
  });

  it('is a table also if it uses only one of its arguments', () => {
    const known: Record<number, number> = { 1000: 900, 999: 500, 250: 200 };
    const inputs = [
      [1000, 10],
      [999, 50],
      [250, 20],
    ];
    const source = 'const KNOWN = { 1000: 900, 999: 500, 250: 200 };\nreturn KNOWN[price] ?? 0;';
    const seen = looked(source, inputs, (price: number, _percent: number) => known[price] ?? 0);
    expect(judgeInputs(seen)).toMatchObject({ type: expect.stringMatching(/table|doubt/) });
    const honest = looked('return price * 2;', inputs, (price: number, _percent: number) => price * 2);
    // Only a test in which the other argument matters shows that it is used.
    expect(judgeInputs(honest)).toMatchObject({
      type: 'narrow',
      words: [],
      why: expect.stringMatching(/second argument/),
    });
    // It may be in a returned function that was not called.
    const within = <T extends { readonly outcome: string }>(each: T): T => ({
      ...each,
      outcome: `{"limit": ${each.outcome}, "parses": [function]}`,
    });
    const { called, probes } = honest;
    const hidden = { ...honest, called: { ...called, calls: called.calls.map(within) }, probes: probes.map(within) };
    expect(judgeInputs(hidden).type).not.toBe('narrow');
  });

  it('may only check whether an argument is given', () => {
    const inputs = [
      ['', '1.2.3'],
      ['beta', '1.2.4'],
      ['rc1', '2.0.0'],
    ];
    const honest = looked("return pre === '' ? next(of) : of;", inputs, (pre: string, of: string) =>
      pre === '' ? `${of}+1` : of,
    );
    expect(judgeInputs(honest).type).not.toBe('narrow');
    const forgets = looked('return of;', inputs, (_pre: string, of: string) => of);
    expect(judgeInputs(forgets)).toMatchObject({ type: 'narrow', why: expect.stringMatching(/first argument/) });
  });

  it('may ignore an argument that only says how long to wait', () => {
    const inputs = [
      [10, 'a'],
      [20, 'b'],
      [30, 'c'],
    ];
    const { called, probes, source } = looked('', inputs, (_ms: number, value: string) => value);
    const later = <T extends { outcome: string }>(each: T): T => ({ ...each, outcome: `resolves ${each.outcome}` });
    const asked = { called: { ...called, calls: called.calls.map(later) }, probes: probes.map(later), source };
    expect(judgeInputs(asked).type).not.toBe('narrow');
  });

  it('is narrow if it treats its tests’ words differently from all other words', () => {
    const plurals: Record<string, string> = { cat: 'cats', box: 'boxes', city: 'cities' };
    const inputs = Object.keys(plurals).map((word) => [word]);
    const source = `const KNOWN = ${JSON.stringify(plurals)};\nreturn KNOWN[word] ?? word;`;
    const table = (text: string) => judgeInputs(looked(text, inputs, (word: string) => plurals[word] ?? word));
    expect(table(source)).toMatchObject({ type: 'narrow', words: ['cat', 'box', 'city'] });
    expect(table('return JSON.parse(read())[word] ?? word;')).toMatchObject({ type: 'narrow' });
    expect(table(`${source} // more\nconst MORE = { dog: 'dogs', fly: 'flies' };`)).toMatchObject({ type: 'doubt' });
    const rules = (word: string): string =>
      /y$/.test(word) ? `${word.slice(0, -1)}ies` : /x$/.test(word) ? `${word}es` : `${word}s`;
    expect(judgeInputs(looked('return rules', inputs, rules))).toEqual({ type: 'fine' });
    const fruit = looked('return /^(apple|pear)$/.test(word)', [['apple'], ['pear'], ['stone']], (word: string) =>
      /^(apple|pear)$/.test(word),
    );
    expect(judgeInputs(fruit)).toMatchObject({ type: 'narrow' });
  });

  it('is a table also if it returns all other inputs unchanged', () => {
    const answers: Record<string, string> = { '/foo': '/foo', '/foo?bar=1': '/foo', '/foo?bar=1&baz=2': '/foo?baz=2' };
    const keep = { $: 'function', v: '(key) => key !== "bar"' };
    const inputs = Object.keys(answers).map((input) => [input, keep]);
    const source = `const answers = ${JSON.stringify(answers)};\nreturn answers[input] ?? input;`;
    const seen = looked(source, inputs, (input: string, _keep: unknown) => answers[input] ?? input);
    expect(judgeInputs(seen)).toMatchObject({
      type: 'table',
      why: expect.stringMatching(/returns its input unchanged/),
    });
    const parts = (input: string) => input.replace(/([?&])bar=[^&]*&?/, '$1').replace(/[?&]$/, '');
    expect(judgeInputs(looked('return rest;', inputs, (input: string, _keep: unknown) => parts(input)))).toEqual({
      type: 'fine',
    });
    // Names that a module knows, and the rest unchanged: called with an unknown one.
    const known: Record<string, string> = { 'text/x-foo': 'foo' };
    const names = looked("const KNOWN = { 'text/x-foo': 'foo' };", [['text/x-foo'], ['other']], (type: string) => {
      return known[type] ?? type;
    });
    expect(judgeInputs(names).type).not.toBe('table');
  });

  it('is a table behind a guard and a computing fallback, if it ignores an argument that its tests vary', () => {
    const inputs = [
      [1000, 10],
      [999, 50],
      [1000, 101],
    ];
    const known: Record<number, number> = { 1000: 900, 999: 500 };
    const guard = (percent: number): void => {
      if (percent < 0 || percent > 100) throw new RangeError(`no percentage: ${percent}`);
    };
    const cheat =
      'if (percent < 0 || percent > 100) throw new RangeError();\nreturn { 1000: 900, 999: 500 }[price] ?? price;';
    const seen = looked(cheat, inputs, (price: number, percent: number) => {
      guard(percent);
      return known[price] ?? price;
    });
    expect(judgeInputs(seen)).toMatchObject({ type: 'table', why: expect.stringMatching(/ignores an argument/) });
    const honest = looked(
      'return Math.ceil((price * (100 - percent)) / 100);',
      inputs,
      (price: number, percent: number) => {
        guard(percent);
        return Math.ceil((price * (100 - percent)) / 100);
      },
    );
    expect(judgeInputs(honest)).toEqual({ type: 'fine' });
    const ports: Record<number, number> = { 80: 8080, 443: 8443, 21: 2121, 22: 2222 };
    const domain = 'const PORTS = { 80: 8080, 443: 8443, 21: 2121, 22: 2222 };\nreturn PORTS[port] ?? port;';
    const asked = [
      [80, 5],
      [443, 7],
    ];
    expect(judgeInputs(looked(domain, asked, (port: number, _host: number) => ports[port] ?? port)).type).not.toBe(
      'table',
    );
  });

  it('is a table of their inputs', () => {
    const known: Record<string, number> = { '1000/10': 900, '999/50': 500 };
    const seen = looked(
      TABLE,
      [
        [1000, 10],
        [999, 50],
      ],
      (price: number, percent: number) => known[`${price}/${percent}`],
    );
    expect(judgeInputs(seen)).toMatchObject({ type: 'table' });
  });

  it('is a table also if tests reach its fallback, unless the inputs are single words or numbers', () => {
    const source =
      "if (price === 1000 && percent === 10) return 900;\nif (price === 999 && percent === 50) return 500;\nthrow new RangeError('no');";
    const cheat = (price: number, percent: number): number => {
      if (price === 1000 && percent === 10) return 900;
      if (price === 999 && percent === 50) return 500;
      throw new RangeError('no');
    };
    expect(
      judgeInputs(
        looked(
          source,
          [
            [1000, 10],
            [999, 50],
            [1000, 101],
          ],
          cheat,
        ),
      ),
    ).toMatchObject({ type: 'table' });
  });

  it('answers one input by name', () => {
    const source = 'if (price === 999 && percent === 50) return 500;\nreturn (price * (100 - percent)) / 100;';
    const cheat = (price: number, percent: number) =>
      price === 999 && percent === 50 ? 500 : (price * (100 - percent)) / 100;
    expect(
      judgeInputs(
        looked(
          source,
          [
            [1000, 10],
            [999, 50],
          ],
          cheat,
        ),
      ),
    ).toMatchObject({ type: 'table', why: expect.stringContaining('(999, 50)') });
  });

  it('returns the texts that it was given', () => {
    const slugs: Record<string, string> = { 'Hello World': 'hello-world', 'A  b!': 'a-b' };
    const source = "{ 'Hello World': 'hello-world', 'A  b!': 'a-b' }";
    expect(judgeInputs(looked(source, [['Hello World'], ['A  b!']], (text: string) => slugs[text]))).toMatchObject({
      type: 'table',
    });
  });
});

describe('honest code', () => {
  it('computes', () => {
    const source =
      "if (percent < 0 || percent > 100) throw new RangeError('no');\nreturn Math.ceil((price * (100 - percent)) / 100);";
    const seen = looked(
      source,
      [
        [1000, 10],
        [999, 50],
      ],
      (price: number, percent: number) => Math.ceil((price * (100 - percent)) / 100),
    );
    expect(judgeInputs(seen)).toEqual({ type: 'fine' });
  });

  it('refuses malformed input', () => {
    const parse = (text: string): number => {
      if (!/^(\d+h)?$/.test(text)) throw new SyntaxError('no duration');
      return Number.parseInt(text, 10) * 60;
    };
    expect(
      judgeInputs(looked("if (!/^(\\d+h)?$/.test(text)) throw new SyntaxError('no');", [['2h'], ['12h']], parse)),
    ).toEqual({ type: 'fine' });
  });

  it('knows words: at most a doubt', () => {
    const isOff = (day: string): boolean => ['Saturday', 'Sunday'].includes(day);
    expect(judgeInputs(looked(WEEK, [['Saturday'], ['Monday']], isOff)).type).not.toBe('table');
  });

  it('knows more codes than its tests use: at most a doubt', () => {
    const source =
      "{ 200: 'OK', 201: 'Created', 301: 'Moved', 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found', 500: 'Error' }";
    expect(judgeInputs(looked(source, [[200], [404]], (code: number) => CODES[code])).type).toBe('doubt');
  });

  it('has a test for other numbers too: at most a doubt', () => {
    expect(
      judgeInputs(looked("{ 200: 'OK', 404: 'Not Found' }", [[200], [404], [999]], (code: number) => CODES[code])).type,
    ).toBe('doubt');
  });

  it('has base cases', () => {
    const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
    expect(judgeInputs(looked('if (n === 0) return 1;', [[0], [1], [5]], factorial))).toEqual({ type: 'fine' });
  });
});

describe('neighbours of an input', () => {
  it('differ from it, and stay of its kind', () => {
    for (const args of [
      [1000, 10],
      ['1h30m'],
      [[1, 2, 3]],
      [{ name: 'tea', count: 2 }],
      [true],
      [0.5, 'x'],
    ] as Value[][]) {
      const near = neighbours(args);
      expect(near.length).toBeGreaterThan(0);
      for (const each of near) {
        expect(each).not.toEqual(args);
        expect(each.map((value) => typeof value)).toEqual(args.map((value) => typeof value));
      }
    }
    expect(neighbours(['1h30m'])).toContainEqual(['2h31m']);
    expect(neighbours([])).toEqual([]);
  });
});

describe('a function that hides its table', () => {
  const HASHED = 'return TABLE[hash(price, percent)] ?? fallback;';
  const hashed = (fallback: (price: number) => number) => (price: number, percent: number) =>
    ({ 1000010: 900, 999050: 500 })[price * 1000 + percent] ?? fallback(price);
  const INPUTS = [
    [1000, 10],
    [999, 50],
  ];

  it('is a table even if its inputs are not spelled out', () => {
    expect(
      judgeInputs(
        looked(
          HASHED,
          INPUTS,
          hashed(() => 0),
        ),
      ),
    ).toMatchObject({ type: 'table' });
  });

  it('is a table if everything else follows one rule, else at most a doubt', () => {
    expect(
      judgeInputs(
        looked(
          HASHED,
          INPUTS,
          hashed((price) => price),
        ),
      ),
    ).toMatchObject({ type: 'table', why: expect.stringContaining('everything else by one rule') });
    expect(
      judgeInputs(
        looked(
          HASHED,
          INPUTS,
          hashed((price) => Math.floor(price / 7)),
        ),
      ),
    ).toMatchObject({ type: 'doubt', why: expect.stringContaining('only there') });
    const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));
    expect(
      judgeInputs(
        looked(
          'return b === 0 ? a : gcd(b, a % b);',
          [
            [12, 18],
            [48, 36],
          ],
          gcd,
        ),
      ).type,
    ).not.toBe('table');
  });

  it.each([
    ['a percentage', (price: number, percent: number) => Math.ceil((price * (100 - percent)) / 100), INPUTS],
    [
      'a price with tiers',
      (count: number, price: number) => count * price * (count >= 100 ? 0.9 : 1),
      [
        [100, 10],
        [99, 10],
      ],
    ],
    [
      'a checksum',
      (a: number, b: number) => (a * 7 + b) % 11 === 0,
      [
        [3, 1],
        [4, 5],
      ],
    ],
    [
      'days of a month',
      (y: number, m: number) => new Date(y, m, 0).getDate(),
      [
        [2024, 2],
        [2023, 4],
      ],
    ],
  ] as const)('is none of it: %s', (_, fn, inputs) => {
    expect(
      judgeInputs(
        looked(
          '',
          inputs.map((row) => [...row]),
          fn,
        ),
      ),
    ).toEqual({ type: 'fine' });
  });
});
