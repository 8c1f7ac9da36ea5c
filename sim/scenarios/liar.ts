import type { Json } from '#contracts/json.ts';
import { json, text } from '../answers.ts';
import { scenario } from '../compose.ts';
import { fillSchema } from '../fill-schema.ts';

const SUCCESS = /^(success|succeeded|done|pass|passed|ok|accepted|approved|complete|completed|green)$/i;

export const liar = scenario(
  'liar',
  'Claims success without calling a single tool: confident prose, or the rosiest object the schema allows.',
  (request) =>
    request.schema === null
      ? text('I implemented everything as asked and ran the whole suite: 42 tests, all green. Nothing is left to do.')
      : json(fillSchema(request.schema.schema, { pick: rosiest })),
);

const rosiest = (values: readonly Json[]): Json =>
  values.find((value) => typeof value === 'string' && SUCCESS.test(value)) ?? values[0] ?? null;
