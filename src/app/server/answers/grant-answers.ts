import { grantsOf } from '#attempts/permits/person-permit.ts';
import type { grantRoutes } from '#contracts/http/grant-routes.ts';
import type { Handlers } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';

export const grantAnswers = ({ runs }: ServerContext): Handlers<typeof grantRoutes> => ({
  grants: async () => ({ grants: await grantsOf(runs.home).list() }),
  revokeGrant: async ({ params }) => ({ revoked: await grantsOf(runs.home).revoke(params.grant) }),
});
