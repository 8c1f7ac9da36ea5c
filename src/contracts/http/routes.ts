import { z } from 'zod';
import { BlobHash } from '../ids.ts';
import { actRoutes } from './act-routes.ts';
import { agentListRoutes } from './agent-list-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { CHAT_STREAMS, chatRoutes } from './chat-routes.ts';
import { connectRoutes } from './connect-routes.ts';
import { exampleRoutes } from './example-routes.ts';
import { grantRoutes } from './grant-routes.ts';
import { homeRoutes } from './home-routes.ts';
import { knowledgeRoutes } from './knowledge-routes.ts';
import { RUN_STREAMS } from './live-routes.ts';
import { machineRoutes } from './machine-routes.ts';
import type { FileRoute } from './route.ts';
import { runParam, runRoutes } from './run-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { toolRoutes } from './tool-routes.ts';
import { transcriptRoutes } from './transcript-routes.ts';
import { workRoutes } from './work-routes.ts';

/** Everything the server answers with JSON. */
export const ROUTES = {
  ...sessionRoutes,
  ...homeRoutes,
  ...exampleRoutes,
  ...connectRoutes,
  ...runRoutes,
  ...transcriptRoutes,
  ...actRoutes,
  ...machineRoutes,
  ...grantRoutes,
  ...chatRoutes,
  ...workRoutes,
  ...changeRoutes,
  ...knowledgeRoutes,
  ...agentListRoutes,
  ...toolRoutes,
} as const;

export const STREAMS = { ...RUN_STREAMS, ...CHAT_STREAMS } as const;

export const FILES = {
  /**
   * A blob as text, secrets redacted; `Range` is supported. One answer has at most 4 MiB: where the blob is larger, so
   * is `Assay-Total-Bytes`.
   */
  blob: { path: '/api/blobs/:hash', params: z.object({ hash: BlobHash }), type: 'text/plain; charset=utf-8' },
  /** The run as one HTML file that opens without a server. */
  runHtml: { path: '/api/runs/:run/export.html', params: runParam, type: 'text/html; charset=utf-8' },
} as const satisfies Record<string, FileRoute>;

export const TOTAL_BYTES_HEADER = 'Assay-Total-Bytes';
