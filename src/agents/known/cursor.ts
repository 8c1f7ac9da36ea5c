import { stdio } from './client-entry.ts';
import type { KnownAgent } from './known-agent.ts';

/** Only a client: it makes no attempts for Assay. */
export const cursor: KnownAgent = {
  client: {
    name: 'cursor',
    entry: {
      title: 'Cursor',
      install: null,
      usual: 'project',
      project: ['.cursor/mcp.json'],
      user: ['.cursor/mcp.json'],
      format: 'json',
      path: ['mcpServers', 'assay'],
      entry: stdio,
      readsComments: true,
      listing: null,
      next: 'Open Cursor here and enable the server in its settings.',
    },
  },
};
