import type { transcriptRoutes } from '#contracts/http/transcript-routes.ts';
import { findRun } from '../../find-run.ts';
import type { Handlers } from '../bind.ts';
import { transcriptPage } from '../transcript.ts';
import type { World } from '../world.ts';

export const transcriptAnswers = (world: World): Handlers<typeof transcriptRoutes> => ({
  transcript: async ({ params, query }) =>
    transcriptPage(world, await findRun(world.runs.store, params.run), { act: params.act, ...query }),
});
