import { APICallError, NoObjectGeneratedError, RetryError } from 'ai';
import { AssayError, type ErrorInfo } from '#contracts/errors.ts';

export interface Failure {
  readonly error: ErrorInfo;
  /** Whether trying again may help. */
  readonly retry: boolean;
}

/** What a call that did not work means for the attempt. */
export function modelFailure(thrown: unknown): Failure {
  if (RetryError.isInstance(thrown)) return exhausted(thrown);
  if (APICallError.isInstance(thrown)) return called(thrown, 1);
  if (NoObjectGeneratedError.isInstance(thrown)) {
    return { error: { code: 'CLAIM_INVALID', message: 'the answer holds no claim that can be read' }, retry: true };
  }
  if (thrown instanceof AssayError) return { error: thrown.toInfo(), retry: false };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // A cut stream, a body that is not JSON: the next call may be whole.
  return { error: { code: 'MODEL_UNAVAILABLE', message: `the model's answer broke off: ${message}` }, retry: true };
}

function exhausted({ errors, lastError }: RetryError): Failure {
  return APICallError.isInstance(lastError) ? called(lastError, errors.length) : modelFailure(lastError);
}

function called({ statusCode, message, isRetryable }: APICallError, calls: number): Failure {
  const often = calls > 1 ? `, ${calls} times in a row` : '';
  if (isRetryable) {
    const what = statusCode === undefined ? 'cannot be reached' : `answered ${statusCode} ${WORDS[statusCode] ?? ''}`;
    return { error: { code: 'MODEL_UNAVAILABLE', message: `the model ${what.trim()}${often}` }, retry: true };
  }
  const next =
    statusCode === 401 || statusCode === 403
      ? 'Check the API key and the address it is sent to.'
      : 'The request itself was refused; the message says why.';
  return {
    error: { code: 'MODEL_REFUSED', message: `the model answered ${statusCode ?? 'with an error'}: ${message}`, next },
    retry: false,
  };
}

const WORDS: Readonly<Record<number, string>> = {
  408: '(timed out)',
  429: '(too many requests)',
  500: '(its own error)',
  503: '(unavailable)',
  529: '(overloaded)',
};
