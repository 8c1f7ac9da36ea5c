import type { Tree } from 'web-tree-sitter';
import { SyntaxTree } from './syntax-tree.ts';

/** How many nodes are copied between two looks at the clock. */
const STRIDE = 4_096;

/**
 * The parser's tree as plain data; undefined when `late` reports a timeout on the way. Iterative: text can nest without
 * end.
 */
export function copyTree(tree: Tree, text: string, grammar: string, late: () => boolean): SyntaxTree | undefined {
  const names = intern();
  const fields = intern();
  fields.of('');
  const columns = openColumns(tree.rootNode.descendantCount);
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

/** Sized to the tree, so that reading a thousand files leaves no oversized columns behind. */
function openColumns(room: number) {
  let size = 0;
  const [type, field, start, end, parent, after] = Array.from({ length: 6 }, () => new Int32Array(room)) as Columns;
  const flags = new Uint8Array(room);
  return {
    size: () => size,
    add(row: Row): void {
      if (size === room) throw new RangeError(`the tree has more than the ${room} nodes that it counted`);
      type[size] = row.type;
      field[size] = row.field;
      start[size] = row.start;
      end[size] = row.end;
      parent[size] = row.parent;
      flags[size] = row.flags;
      size += 1;
    },
    /** The end of this node's subtree. */
    close(id: number): void {
      after[id] = size;
    },
    finish: () => ({
      ...{ type: type.subarray(0, size), field: field.subarray(0, size), start: start.subarray(0, size) },
      ...{ end: end.subarray(0, size), parent: parent.subarray(0, size), after: after.subarray(0, size) },
      flags: flags.subarray(0, size),
    }),
  };
}

type Columns = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

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
