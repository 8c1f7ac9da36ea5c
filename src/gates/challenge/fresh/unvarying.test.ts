import { describe, expect, it } from 'vitest';
import { neighbours, type Value } from './neighbours.ts';
import { unvarying } from './unvarying.ts';

const judge = (outcome: (text: Value) => string, source = 'return 1;', more: { readonly isInner?: true } = {}) => {
  const inputs = ['1h30m', '45s'];
  const asked = (args: readonly Value[]) => ({ args, outcome: outcome(args[0] ?? '') });
  const at = { name: 'parse', module: 'm' };
  return unvarying({
    called: { ...at, ...more, parameters: 1, calls: inputs.map((each) => asked([each])) },
    probes: inputs.flatMap((each) => neighbours([each])).map((args) => ({ ...at, ...asked(args) })),
    source,
  });
};

describe('G3.18 a function that does the same for every input', () => {
  it('is unmeasured, whether it returns or refuses', () => {
    expect(judge(() => '1')).toMatchObject({ type: 'narrow', why: 'returns 1 for every input', words: [] });
    expect(judge(() => 'resolves "I"')).toMatchObject({ why: 'returns "I" for every input' });
    expect(judge((text) => `throws RangeError: not a duration: ${text}`)).toMatchObject({
      type: 'narrow',
      why: expect.stringContaining('nothing that it accepts was seen'),
    });
  });

  it('is fine if some input matters, if it returns nothing, or if its type says that it never returns', () => {
    expect(judge((text) => (String(text).length > 3 ? '1' : '2'))).toBeNull();
    expect(judge((text) => (text === '45s' ? '45' : `throws RangeError: ${text}`))).toBeNull();
    for (const nothing of ['undefined', 'None', 'true', '""', '{"close":[function]}'])
      expect(judge(() => nothing)).toBeNull();
    const fails = () => 'throws Error: unreachable';
    expect(judge(fails, 'export function parse(text: never): never {')).toBeNull();
    expect(judge(fails, '', { isInner: true })).toBeNull();
    expect(judge(fails, 'def parse(text) -> NoReturn:')).toBeNull();
  });
});
