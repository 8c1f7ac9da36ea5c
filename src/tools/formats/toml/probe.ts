import { cutPoints } from '../prefix.ts';
import { parseToml } from './parse.ts';

/** Whether a text without a telling name is TOML. */
export function probeToml(text: string, isWhole: boolean): boolean {
  const head = isWhole ? text : text.slice(0, cutPoints(text)[0] ?? text.length);
  const parsed = parseToml(head);
  return parsed.ok && Object.keys(parsed.table).length > 0;
}
