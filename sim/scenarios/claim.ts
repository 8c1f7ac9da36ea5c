import { json, text } from '../answers.ts';
import { scenario } from '../compose.ts';
import { fillSchema } from '../fill-schema.ts';

export const claim = scenario(
  'claim',
  'Returns an object that fits whatever schema was asked for, the same one every time.',
  (request) => {
    if (request.schema === null) return text('No schema was asked for.');
    const answered = request.messages.at(-1)?.toolResults.some(({ name }) => name === request.schema?.tool);
    return answered ? text('Done.') : json(fillSchema(request.schema.schema));
  },
);
