import { z } from 'zod';

/** Tools as people write them: a list, or one text separated by commas or spaces; text in brackets belongs together. */
export const toolList = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]).transform(String))])
  .transform((given) => (Array.isArray(given) ? given : split(given)).map((name) => name.trim()).filter(Boolean));

function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(char)) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return [...parts, part];
}
