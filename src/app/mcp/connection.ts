import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { toErrorInfo } from '#contracts/errors.ts';
import { type CallRequest, Calls } from './calls.ts';
import { listedPrompt, listedResource, promptMessages, readResource } from './offers.ts';
import type { ReadyShell, ShellLog } from './shell.ts';

/** One client, whatever it connects through. */
export interface Connection {
  /** Settles once the client is gone or `close` was called, and its calls have ended. */
  readonly closed: Promise<void>;
  /** Aborts what runs, waits for it, and ends the transport. */
  close(): Promise<void>;
}

export async function openConnection(shell: ReadyShell, transport: Transport): Promise<Connection> {
  const calls = new Calls(shell);
  const { resources, prompts } = shell;
  // The low-level server: the high-level one checks input and words its errors in its own way.
  const server = new Server(
    { name: shell.name, version: shell.version },
    {
      capabilities: { tools: {}, ...(resources ? { resources: {} } : {}), ...(prompts ? { prompts: {} } : {}) },
      instructions: shell.instructions,
    },
  );
  server.onerror = (error) => shell.log.warn('The MCP connection reported an error.', { error: error.message });
  const closed = new Promise<void>((resolve) => {
    server.onclose = () => resolve(calls.close());
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...shell.listed] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const request = callRequest(extra, shell.log);
    if (params.name === shell.checkName) return calls.check(params.arguments ?? {}, request);
    const tool = shell.tools.get(params.name);
    if (tool !== undefined) return calls.start(tool, params.arguments ?? {}, request);
    const known = shell.listed.map((listed) => listed.name).join(', ');
    throw new McpError(
      ErrorCode.InvalidParams,
      `Unknown tool ${JSON.stringify(params.name)}. The tools are: ${known}.`,
    );
  });
  if (resources) {
    server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resources.map(listedResource) }));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(resources, params.uri));
  }
  if (prompts) {
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: prompts.map(listedPrompt) }));
    server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
      promptMessages(prompts, params.name, params.arguments),
    );
  }
  await server.connect(transport);
  return {
    closed,
    async close() {
      await calls.close();
      await server.close();
      await closed;
    },
  };
}

interface RequestExtra {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
}

function callRequest(extra: RequestExtra, log: ShellLog): CallRequest {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return { signal: extra.signal };
  let progress = 0;
  return {
    signal: extra.signal,
    progress(message) {
      progress += 1;
      const params = { progressToken, progress, message };
      extra
        .sendNotification({ method: 'notifications/progress', params })
        .catch((thrown) => log.warn('Progress could not be sent.', { error: toErrorInfo(thrown).message }));
    },
  };
}
