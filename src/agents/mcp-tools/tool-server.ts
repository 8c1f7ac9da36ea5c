import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import { toJson } from '#contracts/json.ts';
import type { Tool } from '#contracts/tool.ts';
import { type AskPermit, refusalText } from '../program/ask-permit.ts';
import { mcpHead } from './mcp-head.ts';

/** The name of our tools for agents. */
export const SERVER = 'assay';

export interface ToolServerOptions {
  readonly tools: readonly Tool[];
  /** The folder tools work in. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called before each call; left out where the client has asked already. */
  readonly ask?: AskPermit | undefined;
  /** Ids of the questions: unique in the attempt. */
  readonly nextId?: () => string;
}

/** Our tools as an MCP server for one connection. A tool's failure is an answer, never a protocol error. */
export function toolServer(options: ToolServerOptions): Server {
  const server = new Server(
    { name: SERVER, version: '1' },
    { capabilities: { tools: {} }, instructions: 'The tools of this task. Use them where the task names them.' },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: options.tools.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    call(options, params.name, params.arguments ?? {}, AbortSignal.any([signal, options.signal])),
  );
  return server;
}

const describe = (tool: Tool): McpTool => ({ ...mcpHead(tool), inputSchema: inputSchema(tool) });

/** Draft 7: what the SDKs' validators support. */
const inputSchema = (tool: Tool): { type: 'object' } => ({
  ...z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7' }),
  type: 'object',
});

async function call(
  { tools, folder, ask, nextId }: ToolServerOptions,
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return refuse({ code: 'TOOL_INPUT_INVALID', message: `There is no tool ${name}.` });
  try {
    const input = await tool.input.safeParseAsync(args);
    if (!input.success) {
      return refuse({ code: 'TOOL_INPUT_INVALID', message: `The input does not fit. ${z.prettifyError(input.error)}` });
    }
    if (ask !== undefined) {
      const action = { type: 'tool' as const, input: toJson(args, 'input'), readOnly: tool.annotations.readOnly };
      const answer = await ask({ id: nextId?.() ?? name, tool: name, action }, signal);
      if (answer.type === 'deny') return refuse({ ...answer.error, message: refusalText(answer) });
    }
    const result = await tool.run(input.data, { signal, cwd: folder, progress: () => undefined });
    if (!result.ok) return refuse(result.error);
    return { content: [{ type: 'text', text: result.text ?? JSON.stringify(result.output) }] };
  } catch (thrown) {
    return refuse(toErrorInfo(thrown, 'TOOL_FAILED'));
  }
}

const refuse = ({ code, message, next }: ErrorInfo): CallToolResult => ({
  content: [{ type: 'text', text: `${code}: ${message}${next === undefined ? '' : `\nWhat to do: ${next}`}` }],
  isError: true,
});
