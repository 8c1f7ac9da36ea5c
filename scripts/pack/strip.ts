import { stripTypeScriptTypes } from 'node:module';
import { specifiersOf } from '../specifiers.ts';

/** A TypeScript file as JavaScript: types blanked out (lines keep their numbers), `.ts` in what it imports made `.js`. */
export function toJavaScript(path: string, source: string): string {
  const stripped = stripTypeScriptTypes(source, { mode: 'strip' });
  const named = specifiersOf(path.replace(/\.ts$/, '.js'), stripped);
  let text = '';
  let at = 0;
  for (const { value, start, end } of named) {
    if (!isOwnCode(value)) continue;
    const quote = stripped.charAt(start);
    text += `${stripped.slice(at, start)}${quote}${value.replace(/\.ts$/, '.js')}${quote}`;
    at = end;
  }
  return text + stripped.slice(at);
}

/** A file of this package, not one of another. */
const isOwnCode = (specifier: string): boolean => /^(\.|#)/.test(specifier) && specifier.endsWith('.ts');
