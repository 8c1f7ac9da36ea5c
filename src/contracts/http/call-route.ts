import type { z } from 'zod';
import { parseJson } from '../json.ts';
import { Failure, HttpCode } from './failure.ts';
import type { NoBody, Route, Stream } from './route.ts';

/** A route without params takes none. */
type Params<P extends z.ZodObject> = keyof P['shape'] extends never
  ? { readonly params?: undefined }
  : { readonly params: z.input<P> };

export type PathInput<P extends z.ZodObject, Q extends z.ZodObject> = Params<P> & {
  readonly query?: z.input<Q> | undefined;
};

export type RouteInput<R extends Route> =
  R extends Route<infer P, infer Q, infer B, z.ZodType>
    ? PathInput<P, Q> & (B extends NoBody ? { readonly body?: undefined } : { readonly body: z.input<B> })
    : never;

export type AnswerOf<R extends Route> = z.output<R['answer']>;

/** The part of `fetch` that is needed: a browser's, Node's, or a wrapper in tests. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

/** A call that got no answer; `status` is 0 where the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly next: string | undefined;

  constructor(status: number, code: string, message: string, next?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.next = next;
  }
}

/** Asks the server, and gives back an answer that fits the route or throws an ApiError. */
export async function callRoute<R extends Route>(
  route: R,
  input: RouteInput<R>,
  fetch: Fetch,
  signal?: AbortSignal,
): Promise<AnswerOf<R>> {
  const { body } = input;
  const response = await fetch(pathOf(route, input), {
    method: route.method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((thrown: unknown) => {
    if (signal?.aborted) throw thrown;
    throw new ApiError(0, HttpCode.unreachable, 'The server does not answer.', 'Is `assay serve` still running?');
  });
  const text = await response.text();
  if (response.status >= 400) throw failureOf(response.status, text);
  const parsed = route.answer.safeParse(parseJson(text));
  // `safeParse` loses the link between the route and its answer's type.
  if (parsed.success) return parsed.data as AnswerOf<R>;
  throw new ApiError(
    response.status,
    HttpCode.answerInvalid,
    `This page cannot read the server’s answer (${whereWrong(route.path, parsed.error)}).`,
    'Reload the page. If that does not help, stop `assay serve` and start it again: one of the two is older.',
  );
}

/** One place is enough to report the problem. */
function whereWrong(path: string, { issues: [first] }: z.ZodError): string {
  const place = first?.path.join('.') ?? '';
  return place === '' ? path : `${path}: ${place}`;
}

type Place = Pick<Route, 'path'> | Pick<Stream, 'path'>;

/** The path and query of a call; also for `EventSource`, links and downloads. */
export function pathOf(
  { path }: Place,
  { params = {}, query = {} }: { readonly params?: object | undefined; readonly query?: object | undefined } = {},
): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = path.replace(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
}

function failureOf(status: number, text: string): ApiError {
  const parsed = Failure.safeParse(parseJson(text));
  if (!parsed.success) return new ApiError(status, HttpCode.unexpected, `The server answered with status ${status}.`);
  const { code, message, next } = parsed.data.error;
  return new ApiError(status, code, message, next);
}
