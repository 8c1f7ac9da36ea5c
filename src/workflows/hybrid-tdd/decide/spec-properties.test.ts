import { describe, expect, it } from 'vitest';
import type { TypesClaim } from '../claims.ts';
import { withSpecProperties } from './spec-properties.ts';

const one = (name: string, sketch: string): TypesClaim['functions'][number] => ({
  name,
  signature: `${name}()`,
  brief: name,
  behaviour: 'does it',
  examples: [{ description: 'a', input: '1', expected: '2', edgeCase: false }],
  properties: [{ name: sketch, description: 'd', invariant: 'i', type: 'Other' }],
  priority: 1,
});

const DESIGN: TypesClaim = {
  typeName: 'Stack',
  description: 'a stack',
  functions: [one('Stack', 'starts-empty'), one('Stack.push', 'grows-by-one'), one('Stack.pop', 'gives-the-last')],
  designNotes: 'none',
};

const namesOf = ({ functions }: TypesClaim) =>
  Object.fromEntries(functions.map(({ name, properties }) => [name, properties.map((each) => each.name)]));

describe('H8 properties that the spec asks for', () => {
  it('become sketches of the function they are about, by its whole or its last name', () => {
    const asked = [
      { name: 'push then pop', about: 'Stack.pop', invariant: 'pop gives what push put' },
      { name: 'never-too-many', about: 'push', invariant: 'size stays within its bound' },
      { name: 'whole', about: 'the module', invariant: 'nothing is lost' },
    ];
    expect(namesOf(withSpecProperties(DESIGN, asked))).toEqual({
      Stack: ['starts-empty', 'whole'],
      'Stack.push': ['grows-by-one', 'never-too-many'],
      'Stack.pop': ['gives-the-last', 'push-then-pop'],
    });
  });

  it('stay unchanged if the design has them already, and appear once', () => {
    const twice = { name: 'grows by one', about: 'Stack.push', invariant: 'other words' };
    const asked = [
      twice,
      { name: 'new', about: 'pop', invariant: 'a' },
      { name: 'new', about: 'push', invariant: 'b' },
    ];
    expect(namesOf(withSpecProperties(DESIGN, asked))).toEqual({
      Stack: ['starts-empty'],
      'Stack.push': ['grows-by-one'],
      'Stack.pop': ['gives-the-last', 'new'],
    });
    expect(withSpecProperties(DESIGN, [])).toEqual(DESIGN);
  });
});
