import { HttpCode } from '#contracts/http/failure.ts';
import { checkRequest } from '../mcp/http-guard.ts';
import { HttpError } from './http-error.ts';

export interface RequestHeaders {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly contentType: string | undefined;
}

/** What a browser reports for requests of this page, and for an address typed or clicked outside of any page. */
const OWN: readonly string[] = ['same-origin', 'none'];
const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * Refuses requests that another site's page could make a browser send. The host and origin are checked as for MCP; in
 * addition a request to the API must come from this very origin (another port of this machine is another site), and one
 * that changes anything must say so and be JSON, which no form can send.
 */
export function refuseForeign(headers: RequestHeaders, isApi: boolean): void {
  const { method, host, origin, fetchSite, contentType = '' } = headers;
  const admission = checkRequest({ host, origin, authorization: undefined }, {});
  if (!admission.ok) throw forbidden(admission.why);
  if (!isApi) return;
  if (fetchSite !== undefined && !OWN.includes(fetchSite)) throw forbidden('Only Assay’s own page may call this.');
  if (READING.includes(method)) return;
  if (origin === undefined) throw forbidden('A request that changes something must carry its Origin.');
  if (method !== 'DELETE' && !/^application\/json *(;|$)/i.test(contentType)) {
    throw new HttpError(415, HttpCode.bodyInvalid, 'The body must be application/json.');
  }
}

const forbidden = (why: string): HttpError =>
  new HttpError(403, HttpCode.forbidden, why, 'Open the page with the link that `assay serve` prints.');
