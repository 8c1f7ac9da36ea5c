import type { Tree } from 'web-tree-sitter';
import { SyntaxTree } from './syntax-tree.ts';

/** How many nodes go by between two looks at the clock. */
const STRIDE = 4_096;

/** The parser's tree as plain data; undefined when `late` says so on the way. Iterative: text can nest without end. */
export function copyTree(tree: Tree, text: string, grammar: string, late: () => boolean): SyntaxTree | undefined {
  const names = intern();
  const fields = intern();
  fields.of('');
  const columns = openColumns();
  const errors: number[] = [];
  const path: number[] = [];
  const cursor = tree.walk();
  try {
    for (;;) {
      const id = columns.size();
      if (id % STRIDE === 0 && late()) return undefined;
      const type = cursor.nodeType;
      const missing = cursor.nodeIsMissing;
      if (missing || type === 'ERROR') errors.push(id);
      columns.add({
        type: names.of(type),
        field: fields.of(cursor.currentFieldName ?? ''),
        start: cursor.startIndex,
        end: cursor.endIndex,
        parent: path.at(-1) ?? -1,
        flags: (cursor.nodeIsNamed ? 1 : 0) | (missing ? 2 : 0),
      });
      if (cursor.gotoFirstChild()) {
        path.push(id);
        continue;
      }
      columns.close(id);
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) {
          const rows = columns.finish();
          return new SyntaxTree(text, grammar, { ...rows, typeNames: names.all, fieldNames: fields.all, errors });
        }
        columns.close(path.pop() ?? 0);
      }
    }
  } finally {
    cursor.delete();
  }
}

interface Row {
  readonly type: number;
  readonly field: number;
  readonly start: number;
  readonly end: number;
  readonly parent: number;
  readonly flags: number;
}

function openColumns() {
  let room = 1_024;
  let size = 0;
  let [type, field, start, end, parent, after] = Array.from({ length: 6 }, () => new Int32Array(room));
  let flags = new Uint8Array(room);
  const grow = (): void => {
    room *= 2;
    [type, field, start, end, parent, after] = [type, field, start, end, parent, after].map((old) => {
      const wider = new Int32Array(room);
      if (old) wider.set(old);
      return wider;
    });
    const wider = new Uint8Array(room);
    wider.set(flags);
    flags = wider;
  };
  const cut = (column: Int32Array | undefined): Int32Array => column?.slice(0, size) ?? new Int32Array();
  return {
    size: () => size,
    add(row: Row): void {
      if (size === room) grow();
      if (type) type[size] = row.type;
      if (field) field[size] = row.field;
      if (start) start[size] = row.start;
      if (end) end[size] = row.end;
      if (parent) parent[size] = row.parent;
      flags[size] = row.flags;
      size += 1;
    },
    /** Nothing more comes inside this one. */
    close(id: number): void {
      if (after) after[id] = size;
    },
    finish: () => ({
      type: cut(type),
      field: cut(field),
      start: cut(start),
      end: cut(end),
      parent: cut(parent),
      after: cut(after),
      flags: flags.slice(0, size),
    }),
  };
}

function intern() {
  const all: string[] = [];
  const numbers = new Map<string, number>();
  return {
    all,
    of(name: string): number {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, all.length);
      all.push(name);
      return all.length - 1;
    },
  };
}
