import type { Tool } from '#contracts/tool.ts';
import type { Runs } from '#engine/runs.ts';
import { listRunsTool } from './list-runs.ts';
import { showRunTool } from './show-run.ts';

/** What Assay offers to MCP clients. */
export const runTools = (runs: Runs): Tool[] => [listRunsTool(runs), showRunTool(runs)];
