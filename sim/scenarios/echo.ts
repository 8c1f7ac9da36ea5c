import { text } from '../answers.ts';
import { scenario } from '../compose.ts';

export const echo = scenario('echo', 'Answers with the last thing the user said.', (request) =>
  text(request.lastUserText),
);
