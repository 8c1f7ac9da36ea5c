import { parse as parseYaml } from 'yaml';

/** A JSON or YAML file of settings; undefined where there is none, or it does not read. */
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
