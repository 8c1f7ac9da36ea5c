import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';

const DEEPEST = 12;

/** Any value as JSON, for a log: never throws, cuts cycles, and keeps the useful parts of an error. */
export function loggableJson(value: unknown, path: readonly object[] = []): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object') return String(value);
  if (path.includes(value)) return '[circular]';
  if (path.length >= DEEPEST) return '[deeper]';
  const inside = [...path, value];
  if (value instanceof Error) return errorToJson(value, inside);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => loggableJson(item, inside));
  if (value instanceof Map) return loggableJson(Object.fromEntries(value), inside);
  if (value instanceof Set) return loggableJson([...value], inside);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && typeof field !== 'function');
  return Object.fromEntries(fields.map(([key, field]) => [key, loggableJson(field, inside)]));
}

function errorToJson(error: Error, inside: readonly object[]): Json {
  const info = error instanceof AssayError ? error.toInfo() : { name: error.name, message: error.message };
  return {
    ...(loggableJson(info, inside) as { readonly [key: string]: Json }), // an object goes in, so an object comes out
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: loggableJson(error.cause, inside) }),
  };
}
