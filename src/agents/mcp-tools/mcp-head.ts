import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from '#contracts/tool.ts';

/** What an MCP client reads of a tool besides its schemas. */
export function mcpHead({ name, title, description, annotations }: Heading): Omit<McpTool, 'inputSchema'> {
  return {
    name,
    title,
    description,
    annotations: {
      title,
      // Always all four: a missing hint counts as the worst case, and Codex then refuses the call and exits 0.
      readOnlyHint: annotations.readOnly,
      destructiveHint: annotations.destructive,
      idempotentHint: annotations.idempotent,
      openWorldHint: annotations.openWorld,
    },
    // Without it Claude Code hides the tool behind its tool search.
    _meta: { 'anthropic/alwaysLoad': true },
  };
}

type Heading = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'>;
