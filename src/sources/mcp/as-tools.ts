import { z } from 'zod';
import { toErrorInfo } from '#contracts/errors.ts';
import { Json, toJson } from '#contracts/json.ts';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { inputFrom } from '../input-schema.ts';
import type { McpSource } from '../source-config.ts';
import { describedBy } from '../untrusted-text.ts';
import type { OpenMcp } from './open-mcp.ts';

const CALL_MS = 120_000;
/** The limit for one answer in a conversation. */
const MOST_CHARACTERS = 60_000;

/**
 * A server's tools as ours, under the source's name. Whether they only read is a person's decision, not the server's.
 */
export function mcpTools(
  source: Pick<McpSource, 'name' | 'readOnly'>,
  open: () => Promise<OpenMcp>,
  listed: OpenMcp['tools'],
): Tool[] {
  return listed.map((tool) =>
    defineTool({
      name: sourceToolName(source.name, tool.name),
      title: `${source.name}: ${tool.name}`,
      description: describedBy(source.name, tool.description ?? tool.name),
      input: inputFrom(JsonObject.parse(tool.inputSchema)),
      output: z.object({ text: z.string() }),
      annotations: { readOnly: source.readOnly, destructive: !source.readOnly, idempotent: false, openWorld: true },
      examples: [],
      errors: { TOOL_FAILED: 'The server answered with an error.' },
      run: async (input, { signal }) => {
        try {
          const { client } = await open();
          const answer = await client.callTool({ name: tool.name, arguments: { ...input } }, undefined, {
            signal,
            timeout: CALL_MS,
          });
          const text = textOf(toJson(answer.content ?? answer.structuredContent ?? null, 'answer'));
          if (answer.isError) return { ok: false, error: { code: 'TOOL_FAILED', message: text.slice(0, 2_000) } };
          return { ok: true, output: { text }, text };
        } catch (thrown) {
          return { ok: false, error: toErrorInfo(thrown) };
        }
      },
    }),
  );
}

/** A name that providers accept and that no tool of ours has. */
export const sourceToolName = (source: string, tool: string): string =>
  `${source}__${tool}`.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);

const JsonObject = z.record(z.string(), Json);

function textOf(content: Json): string {
  const parts = Array.isArray(content) ? content : [content];
  const text = parts
    .map((part) => {
      if (part === null || typeof part !== 'object' || Array.isArray(part)) return String(part ?? '');
      if ('text' in part && typeof part.text === 'string') return part.text;
      if ('data' in part && typeof part.data === 'string')
        return `[${String(part.mimeType ?? part.type)}, ${part.data.length} characters]`;
      return JSON.stringify(part);
    })
    .join('\n');
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS)}\n[cut: ${text.length} characters in all]`;
}
