import { z } from 'zod';

const CODE_LINE =
  /[;{}]\s*$|^\s*(import|export|from\s+\S+\s+import|def|class|function|const|let|var|return|if\s*\(|for\s*\(|while\s*\(|@\w+)\b/;

/** Code is on disk; a claim only describes it. */
export function looksLikeCode(text: string): boolean {
  if (/```|~~~/.test(text)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => CODE_LINE.test(line)).length >= 3;
}

const NO_CODE = { error: 'code belongs on the disk; say in words what was written' };

/** What was done, in words. */
export const prose = (most = 4_000) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !looksLikeCode(text), NO_CODE);

/** One line: an example's input, an invariant, a brief. */
export const oneLiner = (most = 500) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\r\n]*$/, 'one line')
    .refine((text) => !/```/.test(text), NO_CODE);

/** `push`, `Stack.push`, `Stack.#grow`. */
export const FunctionName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_$][\w$]*(\.#?[A-Za-z_$][\w$]*)*$/, 'a name such as push or Stack.push');

export const SketchName = z
  .string()
  .max(120)
  .regex(/^[\w-]+$/, 'letters, digits, _ and - only');
