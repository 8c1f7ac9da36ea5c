import type { WireSchema } from './types.ts';

const NUMBERS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
];

/**
 * Anthropic accepts no bounds in a schema, so clients move them into the last line of its description ("min items: 2;
 * max items: 5."). A model reads them there, and so do we.
 */
export function withDescribedBounds(schema: WireSchema): WireSchema {
  const line = typeof schema.description === 'string' ? (schema.description.split('\n').at(-1) ?? '') : '';
  if (!line.includes(': ') || !line.endsWith('.')) return schema;
  const bounds = NUMBERS.flatMap((key): [string, number][] => {
    const found = new RegExp(`(?:^|; )${wordsOf(key)}: (-?\\d+(?:\\.\\d+)?)(?:; |\\.$)`).exec(line)?.[1];
    return found === undefined ? [] : [[key, Number(found)]];
  });
  const pattern = /(?:^|; )pattern: (.*?)(?:; format: [^;]*)?\.$/.exec(line)?.[1];
  return { ...Object.fromEntries(bounds), ...(pattern === undefined ? {} : { pattern }), ...schema };
}

const wordsOf = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
