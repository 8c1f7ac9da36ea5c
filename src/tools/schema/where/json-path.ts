import type { Node } from 'sql-parser-cst';

/** A path as SQLite's JSON functions read it; one they cannot read makes the whole query fail. */
const PATH = /^\$(\.[A-Za-z_][A-Za-z0-9_]*|\."[^"\\]*"|\[\d{1,9}\]|\[#(-\d{1,9})?\])*$/;
const KEY = /^[^"\\$[\]][^"\\]*$/;

export const isJsonPath = (node: Node): boolean => node.type === 'string_literal' && PATH.test(node.value);

/** The paths allowed after -> and ->>. */
export function isJsonStep(node: Node): boolean {
  if (node.type === 'number_literal') return /^\d{1,9}$/.test(node.text);
  return node.type === 'string_literal' && (PATH.test(node.value) || KEY.test(node.value));
}
