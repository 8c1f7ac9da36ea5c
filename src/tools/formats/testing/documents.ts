import fc from 'fast-check';
import { stringify as tomlStringify } from 'smol-toml';
import { stringify as yamlStringify } from 'yaml';
import { writeRow } from '../csv/write.ts';
import { escapeAttribute, escapeText } from '../xml/escape.ts';

/** Valid documents of each format, small and odd. */
export const documents: Readonly<Record<string, fc.Arbitrary<Buffer>>> = {
  json: fc
    .tuple(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'))
    .map(([value, space]) => Buffer.from(JSON.stringify(value, null, space))),
  jsonl: fc
    .array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 12 })
    .map((values) => Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))),
  yaml: fc
    .array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 3 })
    .map((values) => Buffer.from(values.map((value) => yamlStringify(value)).join('---\n'))),
  toml: tomlTable().map((table) => Buffer.from(tomlStringify(table))),
  xml: element(3).map((text) => Buffer.from(`<?xml version="1.0"?>\n${text}\n`)),
  csv: rows(',').map((text) => Buffer.from(text)),
  tsv: rows('\t').map((text) => Buffer.from(text)),
  text: fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
  binary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
};

/** The same document, damaged: cut, spliced, bits flipped, a part doubled, odd bytes inserted. */
export const mangled = (document: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc.tuple(document, fc.array(accident, { maxLength: 4 })).map(([bytes, accidents]) => accidents.reduce(apply, bytes));

type Accident = readonly [
  kind: 'cut' | 'drop' | 'flip' | 'double' | 'insert',
  at: number,
  length: number,
  byte: number,
];

const accident: fc.Arbitrary<Accident> = fc.tuple(
  fc.constantFrom('cut', 'drop', 'flip', 'double', 'insert'),
  fc.nat(10_000),
  fc.integer({ min: 1, max: 40 }),
  fc.oneof(fc.constantFrom(...Buffer.from('\0"\'\\{}[]<>&,:-\n\r\t#=|\ufeff')), fc.nat(255)),
);

function apply(bytes: Buffer, [kind, place, length, byte]: Accident): Buffer {
  const at = bytes.length === 0 ? 0 : place % bytes.length;
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at);
  if (kind === 'cut') return before;
  if (kind === 'drop') return Buffer.concat([before, after.subarray(length)]);
  if (kind === 'double') return Buffer.concat([before, after.subarray(0, length), after]);
  if (kind === 'insert') return Buffer.concat([before, Buffer.alloc(length % 3, byte), after]);
  const flipped = Buffer.from(bytes);
  if (bytes.length > 0) flipped[at] = (flipped[at] ?? 0) ^ (1 << (byte % 8));
  return flipped;
}

function tomlTable(): fc.Arbitrary<Record<string, unknown>> {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const { table } = fc.letrec<{ table: Record<string, unknown>; value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(scalar, { maxLength: 5 }),
      tie('table'),
    ),
    table: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('value'), { maxKeys: 6 }),
  }));
  return table;
}

function element(depth: number): fc.Arbitrary<string> {
  const name = fc.constantFrom('a', 'b', 'item', 'ns:x', 'été', '_y');
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map(escapeText);
  const aside = fc.constantFrom('<!-- > -->', '<![CDATA[<x>]]>', '<?go on?>', '\n  ');
  const child = depth === 0 ? fc.oneof(text, aside) : fc.oneof(text, aside, element(depth - 1));
  const attributes = fc.dictionary(fc.constantFrom('id', 'k'), fc.string({ maxLength: 6 }), { maxKeys: 2 });
  return fc.tuple(name, attributes, fc.array(child, { maxLength: 6 })).map(([tag, pairs, children]) => {
    const written = Object.entries(pairs).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
    return `<${tag}${written.join('')}>${children.join('')}</${tag}>`;
  });
}

function rows(delimiter: string): fc.Arbitrary<string> {
  const field = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('a"b', 'x\ny', delimiter, '', ' z '));
  return fc
    .tuple(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), fc.constantFrom('\n', '\r\n'))
    .map(([table, end]) => table.map((row) => writeRow(row, delimiter) + end).join(''));
}
