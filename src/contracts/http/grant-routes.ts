import { z } from 'zod';
import { Grant } from '../permission.ts';
import { get, remove } from './route.ts';

export const grantRoutes = {
  /** Remembered answers, oldest first. */
  grants: get('/api/grants', { answer: z.object({ grants: z.array(Grant) }) }),
  /** `revoked` is false when there was none with that id. */
  revokeGrant: remove('/api/grants/:grant', {
    params: z.object({ grant: z.string().min(1).max(100) }),
    answer: z.object({ revoked: z.boolean() }),
  }),
};
