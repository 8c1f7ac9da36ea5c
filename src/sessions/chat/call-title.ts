import { z } from 'zod';
import type { Json } from '#contracts/json.ts';

/** Fields that distinguish calls, most informative first. */
const TELLING = ['command', 'cmd', 'path', 'file_path', 'filePath', 'pattern', 'query', 'url', 'name', 'prompt'];
const LONGEST = 120;

/** Pure. A call in one line: `read src/a.ts`, `shell npm test`. */
export function callTitle(tool: string, input: Json): string {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.entries(input) : [];
  const told = TELLING.map((name) => fields.find(([key]) => key === name)?.[1]).find(
    (value) => typeof value === 'string',
  );
  const plan = fields.find(([key]) => key === 'steps')?.[1];
  if (tool === 'plan' && Array.isArray(plan)) return planTitle(plan);
  const rest = typeof told === 'string' ? ` ${told.replaceAll(/\s+/g, ' ').trim()}` : '';
  return cut(`${tool}${rest}`);
}

const Step = z.object({ text: z.string(), state: z.string() });

/** The progress of the list of steps: `plan (1 of 3 done): write the parser`. */
function planTitle(plan: readonly Json[]): string {
  const steps = plan.flatMap((each) => Step.safeParse(each).data ?? []);
  const done = steps.filter(({ state }) => state === 'done').length;
  const now = steps.find(({ state }) => state === 'doing') ?? steps.find(({ state }) => state === 'open');
  const head = `plan (${done} of ${steps.length} done)`;
  return cut(now === undefined ? head : `${head}: ${now.text.replaceAll(/\s+/g, ' ').trim()}`);
}

const cut = (line: string): string => (line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);
