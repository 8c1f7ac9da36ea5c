import { isAbsolute, relative, resolve } from 'node:path';

/** In the form of the rules: from the project's top. A path outside of it stays absolute. */
export function fromTop(folder: string, path: string): string {
  const whole = resolve(folder, path);
  const inside = relative(folder, whole);
  if (inside === '') return '.';
  return inside.startsWith('..') || isAbsolute(inside) ? whole : inside;
}
