import { setImmediate } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { errorResponse, handleCall, parseContext, type SimCall, type SimState } from './exchange.ts';
import { headersOfInterest } from './headers.ts';
import { modelEntry, modelList } from './models.ts';
import { readRequestBody } from './read-body.ts';
import { promptSegments } from './tokens.ts';
import type { Adapter } from './wire/adapter.ts';
import { anthropic } from './wire/anthropic.ts';
import { parseAnthropic } from './wire/anthropic-request.ts';
import { gemini } from './wire/gemini.ts';
import { openaiChat } from './wire/openai-chat.ts';
import { openaiResponses } from './wire/openai-responses.ts';

/** Absent when the app is called in process. */
type Env = { Bindings: Partial<HttpBindings> };

/** The routes of all providers on one address; paths without `/v1` serve clients whose base URL lacks it. */
export function simApp(state: SimState, models: readonly string[]): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/', (c) =>
    c.json({ simulator: 'assay sim', scenario: state.scenario.name, about: state.scenario.description }),
  );
  for (const prefix of ['/v1', '']) {
    app.post(`${prefix}/messages`, (c) => answer(state, anthropic, c));
    app.post(`${prefix}/messages/count_tokens`, countTokens);
    app.post(`${prefix}/responses`, (c) => answer(state, openaiResponses, c));
    app.post(`${prefix}/chat/completions`, (c) => answer(state, openaiChat, c));
    app.get(`${prefix}/models`, (c) => Response.json(modelList(models, nearestAdapter(c).api)));
    app.get(`${prefix}/models/:id`, (c) => Response.json(modelEntry(c.req.param('id'), nearestAdapter(c).api)));
  }
  app.get('/v1beta/models', () => Response.json(modelList(models, 'gemini')));
  app.get('/v1beta/models/:id', (c) => Response.json(modelEntry(c.req.param('id'), 'gemini')));
  app.post('/:version{v1(?:beta|alpha)?}/models/:call', (c) => geminiCall(state, c));
  app.notFound((c) => fail(c, 404, `The simulator has no ${c.req.method} ${c.req.path}.`));
  app.onError((error, c) => fail(c, 500, `The simulator failed: ${error.message}`));
  return app;
}

async function answer(
  state: SimState,
  adapter: Adapter,
  c: Context<Env>,
  route: SimCall['route'] = {},
): Promise<Response> {
  const read = await readRequestBody(c.req.raw);
  if (!read.ok) return errorResponse(adapter, read);
  return handleCall(state, adapter, {
    body: read.body,
    headers: headersOfInterest(c.req.raw.headers, new URL(c.req.url).searchParams),
    route,
    signal: c.req.raw.signal,
    cut: async () => {
      // Written data leaves with the next tick; then the connection ends without ending the response.
      await setImmediate();
      c.env.outgoing?.socket?.destroySoon();
    },
  });
}

async function countTokens(c: Context<Env>): Promise<Response> {
  const read = await readRequestBody(c.req.raw);
  if (!read.ok) return errorResponse(anthropic, read);
  const parsed = parseAnthropic(read.body, false);
  if (!parsed.ok) return errorResponse(anthropic, { status: 400, message: parsed.message });
  return c.json({ input_tokens: total(parsed.request) });
}

async function geminiCall(state: SimState, c: Context<Env>): Promise<Response> {
  const call = c.req.param('call') ?? '';
  const colon = call.lastIndexOf(':');
  const model = call.slice(0, colon);
  const streaming = c.req.query('alt') === 'sse' ? 'sse' : 'array';
  switch (call.slice(colon + 1)) {
    case 'generateContent':
      return answer(state, gemini, c, { model, stream: 'none' });
    case 'streamGenerateContent':
      return answer(state, gemini, c, { model, stream: streaming });
    case 'countTokens': {
      const read = await readRequestBody(c.req.raw);
      if (!read.ok) return errorResponse(gemini, read);
      const parsed = gemini.parse(read.body, parseContext(state, { route: { model } }));
      if (!parsed.ok) return errorResponse(gemini, { status: 400, message: parsed.message });
      return c.json({ totalTokens: total(parsed.request) });
    }
    default:
      return fail(c, 404, `The simulator has no method ${c.req.path}.`);
  }
}

const total = (request: Parameters<typeof promptSegments>[0]): number =>
  promptSegments(request).reduce((sum, segment) => sum + segment.tokens, 0);

const fail = (c: Context, status: number, message: string): Response =>
  errorResponse(nearestAdapter(c), { status, message });

/** The likely provider of this client. */
function nearestAdapter(c: Context): Adapter {
  const { path } = c.req;
  if (c.req.header('anthropic-version') !== undefined || path.includes('/messages')) return anthropic;
  if (c.req.header('x-goog-api-key') !== undefined || path.startsWith('/v1beta')) return gemini;
  return path.includes('/responses') ? openaiResponses : openaiChat;
}
