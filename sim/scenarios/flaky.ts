import { scenario, withFaults } from '../compose.ts';
import { cutStream, overloaded, rateLimited, serverError } from '../faults.ts';
import { claim } from './claim.ts';
import { echo } from './echo.ts';

/** Short, so that a dry run does not spend its time waiting. */
const RETRY_AFTER_MS = 20;

const fine = scenario(
  'flaky',
  'Each conversation meets 429, 529, 500 and a cut stream, then is answered as by echo (or claim, with a schema).',
  (request, context) => (request.schema === null ? echo : claim).answer(request, context),
);

export const flaky = withFaults(fine, [
  rateLimited(RETRY_AFTER_MS),
  overloaded(RETRY_AFTER_MS),
  serverError(RETRY_AFTER_MS),
  cutStream(),
]);
