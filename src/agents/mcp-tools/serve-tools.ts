import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { type ToolServerOptions, toolServer } from './tool-server.ts';

/** Serves the tools to a program in its sandbox and returns the address for it; null where there are none. */
export async function serveTools(programSandbox: ProgramSandbox, options: ToolServerOptions): Promise<string | null> {
  if (options.tools.length === 0) return null;
  // On the bare machine others could reach the port: they do not know the path.
  const path = `/${randomBytes(16).toString('hex')}/mcp`;
  const { url } = await programSandbox.offer((request, response) => {
    if (request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    void answer(request, response, options);
  });
  return `${url}${path}`;
}

/** Stateless: nothing is kept between two requests. */
async function answer(request: IncomingMessage, response: ServerResponse, options: ToolServerOptions): Promise<void> {
  const server = toolServer(options);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close().catch(() => undefined));
  try {
    // The SDK's own class and its own interface differ in optional members only.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  } catch {
    if (!response.headersSent) response.writeHead(500).end();
  }
}
