import { RequestError } from '@agentclientprotocol/sdk';

const MOST = 1000;

/** An agent's description of an error. Many say only "Internal error", and put the rest into the error's data. */
export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof RequestError)) return String(thrown).slice(0, MOST);
  const data = thrown.data === undefined ? '' : ` ${JSON.stringify(thrown.data)}`;
  return `${thrown.message}${data}`.slice(0, MOST);
}
