import { z } from 'zod';
import { ErrorInfo } from '../errors.ts';

/** Every failed request. `code` is one of these or one of Assay's own error codes. */
export const Failure = z.object({ error: ErrorInfo });
export type Failure = z.infer<typeof Failure>;

/** Codes that exist only over HTTP. */
export const HttpCode = {
  notSignedIn: 'NOT_SIGNED_IN',
  linkUsed: 'LINK_USED',
  forbidden: 'FORBIDDEN',
  notFound: 'NOT_FOUND',
  methodUnknown: 'METHOD_UNKNOWN',
  bodyTooLarge: 'BODY_TOO_LARGE',
  bodyInvalid: 'BODY_INVALID',
  queryInvalid: 'QUERY_INVALID',
  rangeInvalid: 'RANGE_INVALID',
  cardChanged: 'CARD_CHANGED',
  notBuilt: 'NOT_BUILT',
  tooManyStreams: 'TOO_MANY_STREAMS',
  stopping: 'SERVER_STOPPING',
  unexpected: 'UNEXPECTED',
  /** Made by the client: */
  unreachable: 'SERVER_UNREACHABLE',
  answerInvalid: 'ANSWER_INVALID',
} as const;
