import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { mcpHead } from '#agents/mcp-tools/mcp-head.ts';
import { AssayError, ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import { RunningCall } from './answer.ts';

export type ListedTool = McpTool;

/** The part of a tool a client is shown. */
export type ToolHead = Pick<Tool, 'name' | 'title' | 'description' | 'input' | 'output' | 'annotations' | 'overrun'>;

export function describeTool(tool: ToolHead): ListedTool {
  return {
    ...mcpHead(tool),
    inputSchema: objectSchema(tool, 'input', tool.input),
    outputSchema: objectSchema(tool, 'output', possibleAnswers(tool)),
  };
}

/** Clients check errors and "running" against this schema too (the SDK's own does), so they are part of it. */
function possibleAnswers(tool: ToolHead): z.ZodType {
  return tool.overrun === 'stop' ? z.union([tool.output, ErrorInfo]) : z.union([tool.output, RunningCall, ErrorInfo]);
}

function objectSchema(tool: ToolHead, io: 'input' | 'output', schema: z.ZodType): { type: 'object' } {
  try {
    // Draft 7: what the SDKs' validators support. MCP requires `type: object` at the root, which a union leaves out.
    return { ...z.toJSONSchema(schema, { io, target: 'draft-7' }), type: 'object' };
  } catch (thrown) {
    throw new AssayError(
      'CONFIG_INVALID',
      `The ${io} schema of tool ${tool.name} has no JSON Schema: ${toErrorInfo(thrown).message}`,
      {
        next: 'Use only types JSON can carry: no dates, transforms, maps or big integers.',
        cause: thrown,
      },
    );
  }
}
