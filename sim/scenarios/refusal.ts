import { refuseRequest } from '../answers.ts';
import { scenario } from '../compose.ts';

export const refusal = scenario(
  'refusal',
  'Refuses everything, in the way each provider reports a refusal.',
  refuseRequest(),
);
