import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { HttpCode } from '#contracts/http/failure.ts';
import type { Route } from '#contracts/http/route.ts';
import { toJson } from '#contracts/json.ts';
import type { Redactor } from '#host/redact.ts';
import { HttpError } from './http-error.ts';
import { readBody } from './read-body.ts';
import { redactAnswer } from './redact-answer.ts';

/** As deep as it goes, lists may be read-only. */
export type Loose<T> = T extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Loose<T[K]> }
    : T;

export interface Given<R extends Route> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: z.output<R['body']>;
}

export type RouteHandler<R extends Route> = (given: Given<R>, c: Context) => Promise<Loose<z.input<R['answer']>>>;

/** A handler for every route: a missing one does not compile. */
export type Handlers<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: RouteHandler<Routes[Name]>;
};

/** A handler whose route is no longer known to the compiler: its input has been checked by that route. */
type AnyHandler = (given: object, c: Context) => Promise<unknown>;

/** Answers a table of routes. Input is checked by the route; secrets are redacted in the output. */
export function bindAll<Routes extends Readonly<Record<string, Route>>>(
  app: Hono,
  routes: Routes,
  handlers: Handlers<Routes>,
  redactor: Redactor,
): void {
  for (const [name, route] of Object.entries<Route>(routes)) {
    // `Handlers` ties each name to its route; iterating over names loses that tie.
    bind(app, route, handlers[name] as unknown as AnyHandler, redactor);
  }
}

function bind(app: Hono, route: Route, handler: AnyHandler, redactor: Redactor): void {
  const path: string = route.path;
  app.on([route.method], [path], async (c: Context) => {
    const answer = await handler(await givenOf(route, c), c);
    c.header('Cache-Control', 'no-store');
    return c.body(JSON.stringify(redactAnswer(redactor, toJson(answer, 'answer'))), 200, JSON_TYPE);
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

const givenOf = async (route: Route, c: Context): Promise<object> => ({
  params: parse(route.params, c.req.param(), HttpCode.queryInvalid, 'The address'),
  query: parse(route.query, c.req.query(), HttpCode.queryInvalid, 'The query'),
  body: parse(route.body, await bodyOf(route, c), HttpCode.bodyInvalid, 'The body'),
});

const bodyOf = async ({ method }: Route, c: Context): Promise<unknown> =>
  method === 'GET' || method === 'DELETE' ? undefined : jsonBody(c);

export async function jsonBody(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await readBody(c));
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new HttpError(400, HttpCode.bodyInvalid, 'The body is not valid JSON.');
  }
}

export function parse<S extends z.ZodType>(schema: S, value: unknown, code: string, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HttpError(400, code, `${what} does not fit: ${z.prettifyError(parsed.error)}`);
}
