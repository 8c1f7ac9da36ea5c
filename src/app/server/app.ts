import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { toErrorInfo } from '#contracts/errors.ts';
import { actRoutes } from '#contracts/http/act-routes.ts';
import { agentListRoutes } from '#contracts/http/agent-list-routes.ts';
import { changeRoutes } from '#contracts/http/change-routes.ts';
import { chatRoutes } from '#contracts/http/chat-routes.ts';
import { connectRoutes } from '#contracts/http/connect-routes.ts';
import { exampleRoutes } from '#contracts/http/example-routes.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import { grantRoutes } from '#contracts/http/grant-routes.ts';
import { homeRoutes } from '#contracts/http/home-routes.ts';
import { knowledgeRoutes } from '#contracts/http/knowledge-routes.ts';
import { machineRoutes } from '#contracts/http/machine-routes.ts';
import { FILES } from '#contracts/http/routes.ts';
import { runRoutes } from '#contracts/http/run-routes.ts';
import { sessionRoutes } from '#contracts/http/session-routes.ts';
import { toolRoutes } from '#contracts/http/tool-routes.ts';
import { transcriptRoutes } from '#contracts/http/transcript-routes.ts';
import { workRoutes } from '#contracts/http/work-routes.ts';
import { actAnswers } from './answers/act-answers.ts';
import { agentListAnswers } from './answers/agent-list-answers.ts';
import { chatAnswers } from './answers/chat-answers.ts';
import { connectAnswers } from './answers/connect-answers.ts';
import { grantAnswers } from './answers/grant-answers.ts';
import { homeAnswers } from './answers/home-answers.ts';
import { knowledgeAnswers } from './answers/knowledge-answers.ts';
import { machineAnswers } from './answers/machine-answers.ts';
import { runAnswers } from './answers/run-answers.ts';
import { bearerKey, type SessionAnswersOptions, sessionAnswers } from './answers/session-answers.ts';
import { toolAnswers } from './answers/tool-answers.ts';
import { transcriptAnswers } from './answers/transcript-answers.ts';
import { workAnswers } from './answers/work-answers.ts';
import { bindAll } from './bind.ts';
import { blobAnswer } from './blob-answer.ts';
import { exportAnswer } from './export/export-answer.ts';
import { refuseForeign } from './guard.ts';
import { HttpError, httpFailure } from './http-error.ts';
import { bindStreams } from './live/bind-streams.ts';
import type { Streams } from './live/streams.ts';
import { servePage } from './page.ts';
import { DATA_POLICY, SECURITY_HEADERS } from './security-headers.ts';
import type { ServerContext } from './server-context.ts';
import type { StaticFiles } from './static-files.ts';
import { changesOf } from './work/changes-of.ts';

export interface AppDeps extends SessionAnswersOptions {
  readonly serverContext: ServerContext;
  readonly streams: Streams;
  readonly files: StaticFiles;
}

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** The HTTP side: authentication, answers, and the page. */
export function windowApp(deps: AppDeps): Hono {
  const { serverContext, streams, files, sessions } = deps;
  const app = new Hono();
  app.onError((thrown, c) => refusal(c, serverContext, thrown));
  app.notFound((c) =>
    refusal(c, serverContext, new HttpError(404, HttpCode.notFound, `There is nothing at ${c.req.path}.`)),
  );
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
    refuseForeign(headersOf(c), isApi(c.req.path));
    await next();
  });
  app.use(compress());
  app.use('/api/*', async (c, next) => {
    c.header('Content-Security-Policy', DATA_POLICY);
    const isEntering = c.req.path === sessionRoutes.enter.path;
    if (!isEntering && !(await sessions.isOpen(bearerKey(c)))) throw notSignedIn();
    await next();
  });

  const { redactor } = serverContext;
  bindStreams(app, serverContext, streams);
  app.get(FILES.blob.path, (c) => blobAnswer(c, serverContext));
  app.get(FILES.runHtml.path, (c) => exportAnswer(c, serverContext, files));
  bindAll(app, sessionRoutes, sessionAnswers(serverContext, deps), redactor);
  bindAll(app, homeRoutes, homeAnswers(serverContext), redactor);
  bindAll(app, exampleRoutes, { beginExample: ({ body }) => serverContext.showcase.begin(body) }, redactor);
  bindAll(app, connectRoutes, connectAnswers(serverContext), redactor);
  bindAll(app, runRoutes, runAnswers(serverContext), redactor);
  bindAll(app, transcriptRoutes, transcriptAnswers(serverContext), redactor);
  bindAll(app, actRoutes, actAnswers(serverContext), redactor);
  bindAll(app, machineRoutes, machineAnswers(serverContext), redactor);
  bindAll(app, grantRoutes, grantAnswers(serverContext), redactor);
  bindAll(app, chatRoutes, chatAnswers(serverContext), redactor);
  const changes = { runChanges: ({ params }: { params: { run: string } }) => changesOf(serverContext, params.run) };
  bindAll(app, changeRoutes, changes, redactor);
  bindAll(app, workRoutes, workAnswers(serverContext), redactor);
  bindAll(app, knowledgeRoutes, knowledgeAnswers(serverContext), redactor);
  bindAll(app, agentListRoutes, agentListAnswers(serverContext), redactor);
  bindAll(app, toolRoutes, toolAnswers(serverContext), redactor);
  app.all('/api/*', (c) => c.notFound());

  app.get('*', (c) => servePage(c, files));
  return app;
}

function headersOf(c: Context) {
  const { incoming }: Partial<HttpBindings> = c.env;
  return {
    method: c.req.method,
    // Unchanged: the address of the request was built from it.
    host: incoming?.headers.host,
    origin: c.req.header('origin'),
    fetchSite: c.req.header('sec-fetch-site'),
    contentType: c.req.header('content-type'),
  };
}

function refusal(c: Context, serverContext: ServerContext, thrown: unknown): Response {
  const { status, error } = httpFailure(thrown);
  if (status >= 500) serverContext.log.error('A request failed.', { path: c.req.path, error: toErrorInfo(thrown) });
  c.header('Content-Security-Policy', DATA_POLICY);
  c.header('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  const safe = { ...error, message: serverContext.redactor.text(error.message) };
  return c.json({ error: safe }, status);
}

const notSignedIn = (): HttpError =>
  new HttpError(
    401,
    HttpCode.notSignedIn,
    'This browser is not signed in.',
    'Open the link that `assay serve` prints; it works once.',
  );
