import type { AttemptEnv } from '#contracts/agent.ts';
import { Json } from '#contracts/json.ts';
import type { Tool } from '#contracts/tool.ts';
import type { PathLocks } from '../files/path-locks.ts';
import { editTool } from './edit.ts';
import { fetchTool } from './fetch.ts';
import { findTool } from './find.ts';
import { Jobs, jobTool } from './jobs.ts';
import { listTool } from './list.ts';
import type { NativeTool } from './native-tool.ts';
import { onCopies } from './on-copies.ts';
import { patchTool } from './patch.ts';
import { planTool } from './plan.ts';
import { nativeReadTool } from './read.ts';
import { searchTool } from './search.ts';
import { commandReport, shellTool } from './shell.ts';
import { type RunSubAgent, taskTool } from './task.ts';
import { writeTool } from './write.ts';

export interface Toolbox {
  readonly tools: ReadonlyMap<string, NativeTool>;
  /** Names of passed tools that are not offered, because the loop has its own. */
  readonly hidden: readonly string[];
}

/** The loop's own tools for an environment, and those passed in. A sub-agent has no sub-agents. */
export function toolbox(place: AttemptEnv, locks: PathLocks, runSubAgent?: RunSubAgent): Toolbox {
  const { folder, exec, reach, helpers = new Map(), mayUse = () => true } = place;
  const jobs = new Jobs();
  const own: readonly NativeTool[] = [
    nativeReadTool(folder),
    listTool(folder),
    findTool(folder),
    searchTool(place),
    writeTool(folder, locks),
    editTool(folder, locks),
    patchTool(folder, locks),
    ...(exec === undefined ? [] : [shellTool(place, exec, jobs), jobTool(jobs, commandReport)]),
    ...(reach === undefined ? [] : [fetchTool(reach)]),
    planTool(),
    ...(runSubAgent === undefined ? [] : [taskTool(runSubAgent, helpers)]),
  ].filter(({ tool }) => mayUse(tool.name === 'job' ? 'shell' : tool.name));
  const tools = new Map(own.map((each) => [each.tool.name, each]));
  const hidden = place.tools.filter(({ name }) => tools.has(name)).map(({ name }) => name);
  for (const tool of place.tools)
    if (!tools.has(tool.name) && mayUse(tool.name))
      tools.set(tool.name, tool.readsFiles === undefined ? passed(tool) : onCopies(tool, folder));
  return { tools, hidden };
}

const passed = (tool: Tool): NativeTool => ({
  tool,
  parallel: tool.annotations.readOnly,
  prepare: async (input) => ({
    ok: true,
    action: { type: 'tool', input: Json.parse(input), readOnly: tool.annotations.readOnly },
    input,
  }),
});
