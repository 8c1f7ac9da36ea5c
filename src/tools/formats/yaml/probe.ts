import { isMap, isScalar, isSeq } from 'yaml';
import { cutPoints } from '../prefix.ts';
import { parseYaml } from './parse.ts';

/** Whether a text without a telling name is YAML: it must parse and hold something that prose does not. */
export function probeYaml(text: string, isWhole: boolean): boolean {
  const head = isWhole ? text : text.slice(0, cutPoints(text)[0] ?? text.length);
  const parsed = parseYaml(head);
  if (!parsed.ok) return false;
  const root = parsed.documents[0]?.contents;
  if (isSeq(root)) return /^(---|%YAML)/.test(text);
  if (!isMap(root)) return false;
  return root.items.length >= 2 && root.items.every(({ key }) => isScalar(key) && /^[\w./-]+$/.test(String(key.value)));
}
