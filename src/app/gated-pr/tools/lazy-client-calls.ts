import type { ClientCalls } from '../client-calls.ts';
import type { ClientCallsFor } from './tools.ts';

/**
 * One client-calls object for the lifetime of a server; a failure to open it is reported and not cached, since a person
 * may fix it.
 */
export function lazyClientCalls(open: () => Promise<ClientCalls>): {
  readonly clientCalls: ClientCallsFor;
  close(): Promise<void>;
} {
  let opened: Promise<ClientCalls> | undefined;
  return {
    clientCalls: () => {
      opened ??= open();
      opened.catch(() => {
        opened = undefined;
      });
      return opened;
    },
    close: async () => {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
