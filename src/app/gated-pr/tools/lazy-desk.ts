import type { Desk } from '../desk.ts';
import type { DeskFor } from './tools.ts';

/** One desk for as long as a process serves; a failure to open it is told and not kept, since a person may mend it. */
export function lazyDesk(open: () => Promise<Desk>): { readonly desk: DeskFor; close(): Promise<void> } {
  let opened: Promise<Desk> | undefined;
  return {
    desk: () => {
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
