import { z } from 'zod';
import { firstLine } from '#contracts/text.ts';

/** What went wrong with a call, whatever the SDK threw or put into the stream. */
export type CallError =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message: string;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'unreachable' | 'cut' | 'garbled' | 'other'; readonly message: string };

/** The SDK's errors are recognised by name: the providers' packages do not export their classes. */
export function readCallError(thrown: unknown): CallError {
  const read = Shape.safeParse(thrown);
  if (!read.success)
    return { kind: 'garbled', message: typeof thrown === 'string' ? thrown : 'an error of an unknown kind' };
  const { name = '', message, statusCode, responseBody = '', responseHeaders = {} } = read.data;
  const status = statusCode ?? statusOf(read.data.code);
  if (status !== undefined && status >= 400) {
    const kinds = [read.data.type, read.data.code].filter((each) => each !== undefined && each !== null).join(' ');
    return {
      kind: 'status',
      status,
      message,
      body: responseBody === '' ? kinds : responseBody,
      headers: responseHeaders,
    };
  }
  if (GARBLED.has(name)) return { kind: 'garbled', message: firstLine(message, 300) };
  if (BROKEN_ON_THE_WAY.test(`${message} ${causesOf(thrown)}`))
    return { kind: 'cut', message: causesOf(thrown) || message };
  if (name === 'AI_APICallError') {
    return statusCode === undefined
      ? { kind: 'unreachable', message: causesOf(thrown) || message }
      : { kind: 'garbled', message };
  }
  if (REFUSALS_OF_THE_SDK.has(name)) return { kind: 'other', message };
  // A streamed `error` without a status is the server's own problem during its answer.
  if (!(thrown instanceof Error)) return { kind: 'cut', message };
  return { kind: 'garbled', message: firstLine(message, 300) };
}

const Shape = z.object({
  name: z.string().optional(),
  message: z.string(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  statusCode: z.number().optional(),
  responseBody: z.string().optional(),
  responseHeaders: z.record(z.string(), z.string()).optional(),
});

/** The SDK's name for a stream that ended early: that is judged from the stream itself. */
export const isMissingFinish = (thrown: unknown): boolean =>
  thrown instanceof Error && /stream ended without a finish reason/i.test(thrown.message);

/** The server's answer does not fit its protocol. */
const GARBLED = new Set(['AI_JSONParseError', 'AI_TypeValidationError', 'AI_EmptyResponseBodyError']);

const BROKEN_ON_THE_WAY =
  /\bterminated\b|other side closed|ECONNRESET|EPIPE|socket hang up|premature|UND_ERR_SOCKET|UND_ERR_BODY_TIMEOUT|Failed to process successful response/i;

/** The request was never sent: trying again changes nothing. */
const REFUSALS_OF_THE_SDK = new Set([
  'AI_InvalidArgumentError',
  'AI_InvalidPromptError',
  'AI_UnsupportedFunctionalityError',
  'AI_LoadAPIKeyError',
  'AI_LoadSettingError',
  'AI_NoSuchModelError',
]);

/** OpenAI-style servers stream a status as the error's code. */
function statusOf(code: string | number | null | undefined): number | undefined {
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

/** Network errors describe what happened in their cause. */
function causesOf(thrown: unknown): string {
  const said: string[] = [];
  let at: unknown = thrown instanceof Error ? thrown.cause : undefined;
  while (at instanceof Error && said.length < 4) {
    said.push(at.message || ('code' in at ? String(at.code) : at.name));
    at = at.cause;
  }
  return said.filter((each) => each !== '').join(': ');
}
