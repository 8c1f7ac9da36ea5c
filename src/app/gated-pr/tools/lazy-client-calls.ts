import type { ClientCalls } from '../client-calls.ts';
import type { ClientCallsFor } from './tools.ts';

/** One client calls for as long as a process serves; a failure to open it is told and not kept, since a person may mend it. */
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
