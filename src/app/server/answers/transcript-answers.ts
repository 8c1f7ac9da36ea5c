import type { transcriptRoutes } from '#contracts/http/transcript-routes.ts';
import { findRun } from '#engine/find-run.ts';
import type { Handlers } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';
import { transcriptPage } from '../transcript.ts';

export const transcriptAnswers = (serverContext: ServerContext): Handlers<typeof transcriptRoutes> => ({
  transcript: async ({ params, query }) =>
    transcriptPage(serverContext, await findRun(serverContext.runs.store, params.run), { act: params.act, ...query }),
});
