import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One request that the server answers with JSON. Server, page and tests all read the same definition. */
export interface Route<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** Parts that begin with `:` are params. */
  readonly path: `/api/${string}`;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: A;
}

/** A stream of server-sent events: each name has its schema. */
export interface Stream<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  E extends Readonly<Record<string, z.ZodType>> = Readonly<Record<string, z.ZodType>>,
> {
  readonly path: `/api/${string}`;
  readonly params: P;
  readonly query: Q;
  readonly events: E;
}

/** A response that is opened or saved, not parsed. */
export interface FileRoute<P extends z.ZodObject = z.ZodObject> {
  readonly path: `/api/${string}`;
  readonly params: P;
  readonly type: string;
}

const nothing = z.object({});
export type Nothing = typeof nothing;
const noBody = z.undefined();
export type NoBody = typeof noBody;

interface Parts<P, Q, B, A> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: A;
}

const define =
  (method: Method) =>
  <A extends z.ZodType, P extends z.ZodObject = Nothing, Q extends z.ZodObject = Nothing, B extends z.ZodType = NoBody>(
    path: `/api/${string}`,
    parts: Parts<P, Q, B, A>,
  ): Route<P, Q, B, A> => ({
    method,
    path,
    // A field that was left out has the type of its default: the type parameters say so.
    params: (parts.params ?? nothing) as P,
    query: (parts.query ?? nothing) as Q,
    body: (parts.body ?? noBody) as B,
    answer: parts.answer,
  });

export const get = define('GET');
export const post = define('POST');
export const put = define('PUT');
export const remove = define('DELETE');

export function stream<
  E extends Readonly<Record<string, z.ZodType>>,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
>(path: `/api/${string}`, parts: { readonly params?: P; readonly query?: Q; readonly events: E }): Stream<P, Q, E> {
  // As above.
  return { path, params: (parts.params ?? nothing) as P, query: (parts.query ?? nothing) as Q, events: parts.events };
}

/** Query values travel as text; these accept both forms. */
export const wholeNumber = z.union([
  z.number().int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,15}$/, 'a whole number')
    .transform(Number),
]);

export const listOf = <T extends string>(item: z.ZodType<T, T>) =>
  z.union([
    z.array(item),
    z
      .string()
      .transform((text) => text.split(',').filter((part) => part !== ''))
      .pipe(z.array(z.string()).transform((parts, ctx) => parts.map((part) => parsePart(item, part, ctx)))),
  ]);

function parsePart<T extends string>(item: z.ZodType<T, T>, part: string, ctx: z.RefinementCtx): T {
  const parsed = item.safeParse(part);
  if (parsed.success) return parsed.data;
  ctx.addIssue({ code: 'custom', message: `"${part}" is not one of the allowed values` });
  return z.NEVER;
}
