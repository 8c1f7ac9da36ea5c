import { describe, expect, it } from 'vitest';
import { sourceOf } from './changed-code.ts';
import { instrumentJavascript } from './observe/instrument-javascript.ts';
import { seenAt } from './seen-at.ts';

const path = 'src/types.ts';

/** The changed function that each recorded one counts for. */
async function vouched(text: string): Promise<(string | undefined)[]> {
  const { functions } = await sourceOf({ path, language: 'typescript' }, text, new Set());
  const made = instrumentJavascript({ path, text, recorder: 'r.cjs', key: '$k' });
  return (made?.functions ?? []).map((each) => seenAt(functions, { ...each, path })?.name);
}

describe('G14.4 the changed function to which a recorded call belongs', () => {
  it('is the one at that place, even if others have the same name', async () => {
    const text =
      'export class One {\n  coercer(a: number) {\n    return a;\n  }\n}\nexport class Two {\n  coercer(a: number) {\n    return -a;\n  }\n}\n';
    expect(await vouched(text)).toEqual(['One.coercer', 'Two.coercer']);
    const place = { path, line: 2, name: 'coercer' };
    const two = { name: 'Two.coercer', line: 7, last: 9, exported: true, parameters: 1 };
    expect(seenAt([two], place)).toBe(null);
  });

  it('may begin in a line after its name', async () => {
    expect(await vouched('export const twice =\n  (a: number): number =>\n    a * 2;\n')).toEqual(['twice']);
  });

  it('is found by name if a line has two', async () => {
    expect(await vouched('export const one = () => 1, two = () => 2;\n')).toEqual(['one', 'two']);
    const both = ['one', 'two'].map((name) => ({ name, line: 1, last: 1, exported: true, parameters: 0 }));
    expect(seenAt(both, { path, line: 1, name: 'anonymous' })).toBe(null);
    expect(seenAt(both.slice(1), { path, line: 1, name: 'anonymous' })?.name).toBe('two');
  });
});
