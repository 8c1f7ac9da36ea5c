import type { Json } from '#contracts/json.ts';
import type { JsonSchema, ReadOutput, StepRequest } from '#contracts/model.ts';
import type { ModelHandle } from '../handle.ts';
import { checkerOf } from '../schema/claim-schema.ts';
import { strictSchema } from '../schema/strict-schema.ts';
import { readModelOutput } from './read-output.ts';

/** How one model is asked for an object, and how its answer is read. */
export interface OutputForm {
  /** Passed to the provider; absent where it cannot take one. */
  readonly schema?: JsonSchema;
  readonly strict: boolean;
  /** Put into the system prompt; empty where the provider takes the schema. */
  readonly instructions: string;
  read(answer: string): ReadOutput;
}

export function outputForm(
  output: NonNullable<StepRequest['output']>,
  model: Pick<ModelHandle, 'structuredOutput' | 'strictSchemas'>,
): OutputForm {
  const check = checkerOf(output.schema);
  const reader = (restore: (value: Json) => Json) => (answer: string) =>
    readModelOutput(answer, (value) => {
      // A value that fits as it is, is kept; additions of strict mode are removed from the others.
      const meant = check(value) === null ? value : restore(value);
      const problem = check(meant);
      return problem === null ? { ok: true, value: meant } : { ok: false, problem };
    });
  const asIs = (value: Json): Json => value;
  if (model.structuredOutput === 'prompt') {
    return { strict: false, instructions: instructionsFor(output), read: reader(asIs) };
  }
  const strict = model.strictSchemas ? strictSchema(output.schema) : null;
  if (strict === null) return { schema: output.schema, strict: false, instructions: '', read: reader(asIs) };
  return { schema: strict.schema, strict: true, instructions: '', read: reader(strict.restore) };
}

const instructionsFor = ({ description, schema }: NonNullable<StepRequest['output']>): string =>
  [
    'When you have done the task, answer with one JSON object and nothing else: no words before or after it, no code fence.',
    ...(description === undefined ? [] : [`The object is: ${description}`]),
    'It must fit this JSON Schema:',
    JSON.stringify(schema),
  ].join('\n');
