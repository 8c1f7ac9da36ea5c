import { parse as parseYaml } from 'yaml';

/** A JSON or YAML settings file; undefined where there is none, or it cannot be parsed. */
export function readSettings(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return parseYaml(text);
  } catch {
    return undefined;
  }
}

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
