import type { SimTool, WantedSchema } from '../types.ts';

/** Tools that exist only to carry a structured answer: the AI SDK's and Claude Code's. */
const CARRIERS = ['json', 'StructuredOutput'];

/** A client without native structured output forces a tool whose input is the object it wants. */
export function schemaByTool(tools: readonly SimTool[], forced: { name?: string; any?: boolean }): WantedSchema | null {
  const only = forced.any === true && tools.length === 1 ? tools[0] : undefined;
  const carrier =
    tools.find((tool) => tool.name === forced.name) ?? only ?? tools.find((tool) => CARRIERS.includes(tool.name));
  return carrier?.schema ? { name: carrier.name, schema: carrier.schema, tool: carrier.name } : null;
}
