import { isJsonObject, type Json } from '#contracts/json.ts';
import type { Cell } from './records.ts';

const DEEPEST = 8;
const ELEMENTS_SEEN = 20;

/** A document as cells: every value under its path, containers too; what is inside an array under `path[]`. */
export function flatten(document: Json): Cell[] {
  const cells: Cell[] = [];
  if (isJsonObject(document)) addObject(document, '', 1, false, cells);
  else add(document, 'value', 1, false, cells);
  return cells;
}

function add(value: Json, name: string, depth: number, inArray: boolean, cells: Cell[]): void {
  cells.push(cellOf(value, name, inArray));
  if (depth >= DEEPEST || value === null || typeof value !== 'object') return;
  if (isJsonObject(value)) return addObject(value, name, depth + 1, inArray, cells);
  // The elements themselves are shown by their parts; of plain values the array's own examples say enough.
  for (const element of value.slice(0, ELEMENTS_SEEN)) {
    if (isJsonObject(element)) addObject(element, `${name}[]`, depth + 1, true, cells);
  }
}

function addObject(
  object: Readonly<Record<string, Json>>,
  path: string,
  depth: number,
  inArray: boolean,
  cells: Cell[],
): void {
  for (const [key, value] of Object.entries(object)) add(value, join(path, key), depth, inArray, cells);
}

/** `a.b`, and `a["odd key"]` where a key would be mistaken for something else. */
function join(path: string, key: string): string {
  if (!/^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function cellOf(value: Json, name: string, inArray: boolean): Cell {
  const flag = inArray ? { inArray } : {};
  if (value === null) return { name, value: null, type: null, ...flag };
  if (typeof value === 'boolean') return { name, value: value ? 1 : 0, type: 'boolean', ...flag };
  if (typeof value === 'string') return { name, value, type: 'text', ...flag };
  if (typeof value === 'number') {
    const whole = Number.isSafeInteger(value);
    return { name, value: whole ? BigInt(value) : value, type: whole ? 'integer' : 'real', ...flag };
  }
  return { name, value: JSON.stringify(value), type: 'json', ...flag };
}
