import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkInput } from './check-input.ts';

const schema = z.strictObject({
  path: z.string(),
  mode: z.enum(['fast', 'full']).optional(),
  range: z.object({ from: z.number().int().min(1) }).optional(),
});

async function refusal(args: unknown, example?: unknown) {
  const checked = await checkInput(schema, args, example);
  if (checked.ok) throw new Error('It was accepted.');
  return checked.error;
}

describe('checkInput', () => {
  it('returns the input as parsed by the schema', async () => {
    const withDefault = z.object({ times: z.number().default(2) });
    expect(await checkInput(withDefault, {})).toEqual({ ok: true, input: { times: 2 } });
  });

  it('names the field, the value and what would fit', async () => {
    const error = await refusal({ path: 'a', mode: 'slow' });
    expect(error.code).toBe('TOOL_INPUT_INVALID');
    expect(error.message).toContain('mode: got "slow"');
    expect(error.next).toContain('mode: {"type":"string","enum":["fast","full"]}');
  });

  it('names a missing field, and an inner one by its path', async () => {
    const error = await refusal({ range: { from: 0 } });
    expect(error.message).toContain('path: got nothing');
    expect(error.message).toContain('range.from: got 0');
  });

  it('names an unknown field and lists the known ones', async () => {
    const error = await refusal({ path: 'a', pth: 'b' });
    expect(error.message).toContain('pth');
    expect(error.next).toBe('The fields are: path, mode, range.');
  });

  it('shows an example when there is one', async () => {
    expect((await refusal({}, { path: 'src' })).next).toContain('Example: {"path":"src"}');
  });

  it('does not repeat a huge value', async () => {
    const error = await refusal({ path: ['x'.repeat(100_000)] });
    expect(error.message).toContain('path: got ["xxx');
    expect(error.message.length).toBeLessThan(500);
  });

  it('survives input that is not an object', async () => {
    expect((await refusal(null)).message).toContain('the input: got null');
    expect((await refusal([1])).message).toContain('the input: got [1]');
  });
});
