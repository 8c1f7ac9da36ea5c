import { closeSync, openSync, writeSync } from 'node:fs';

/** A large file: something, many times the same items, something. */
export interface BigFile {
  readonly name: string;
  readonly before: string;
  readonly item: (n: number) => string;
  readonly between: string;
  readonly after: string;
}

const record = (n: number) => ({
  id: n,
  name: `person ${n}`,
  email: `p${n}@example.com`,
  tags: ['a', 'b', 'c'],
  score: n / 7,
  active: n % 2 === 0,
  bio: 'Lorem "ipsum" dolor sit amet, consectetur '.repeat(n % 4),
  address: { street: `Main ${n}`, zip: String(n).padStart(5, '0') },
});
const json = (n: number): string => JSON.stringify(record(n));

export const BIG_FILES = {
  array: { name: 'array.json', before: '[', item: json, between: ',\n', after: ']' },
  lines: { name: 'records.jsonl', before: '', item: json, between: '\n', after: '\n' },
  table: {
    name: 'table.csv',
    before: 'id,name,email,bio,score\n',
    item: (n) => `${n},person ${n},p${n}@example.com,"said ""yes"", then no",${n / 7}`,
    between: '\n',
    after: '\n',
  },
  elements: {
    name: 'catalog.xml',
    before: '<?xml version="1.0"?>\n<catalog>\n',
    item: (n) =>
      `  <person id="${n}"><name>person ${n}</name><email kind='x'>p${n}@example.com</email><!-- ${n} --></person>`,
    between: '\n',
    after: '\n</catalog>\n',
  },
  wrapper: {
    name: 'wrapper.json',
    before: '{"version":1,"cache":[',
    item: json,
    between: ',\n',
    after: '],"total":3,"entities":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
  },
} satisfies Record<string, BigFile>;

const BLOCK_ITEMS = 4_000;

/** Writes it and tells how many items it has. The items repeat: what matters is their shape, not their text. */
export function writeBigFile(path: string, { before, item, between, after }: BigFile, bytes: number): number {
  const block = Buffer.from(Array.from({ length: BLOCK_ITEMS }, (_, n) => item(n)).join(between));
  const blocks = Math.max(1, Math.ceil(bytes / (block.length + between.length)));
  const descriptor = openSync(path, 'w');
  try {
    writeSync(descriptor, before);
    for (let n = 0; n < blocks; n += 1) {
      if (n > 0) writeSync(descriptor, between);
      writeSync(descriptor, block);
    }
    writeSync(descriptor, after);
  } finally {
    closeSync(descriptor);
  }
  return blocks * BLOCK_ITEMS;
}
