import type { Json } from '#contracts/json.ts';

/** Fields that tell a call from another, the most telling first. */
const TELLING = ['command', 'cmd', 'path', 'file_path', 'filePath', 'pattern', 'query', 'url', 'name', 'prompt'];
const LONGEST = 120;

/** Pure. A call in one line: `read src/a.ts`, `shell npm test`. */
export function callTitle(tool: string, input: Json): string {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.entries(input) : [];
  const told = TELLING.map((name) => fields.find(([key]) => key === name)?.[1]).find(
    (value) => typeof value === 'string',
  );
  const rest = typeof told === 'string' ? ` ${told.replaceAll(/\s+/g, ' ').trim()}` : '';
  const line = `${tool}${rest}`;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
