import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentTask, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { toJson } from '#contracts/json.ts';

import { type RunWorkspaces, readWorkspaceRef } from '#contracts/run-workspaces.ts';
import type * as example from '../../examples/hybrid-tdd/example.ts';

export { honest } from '../../examples/hybrid-tdd/example.ts';

/** One attempt as its script sees it. */
export interface Turn extends example.Turn {
  readonly task: AgentTask;
  /** How often this node was asked before, and now. */
  readonly time: number;
  /** Its folder, where it has one. */
  readonly folder: string | null;
  readonly signal: AbortSignal;
}

export type Script = example.Script<Turn>;

export interface ScriptedAttemptRunner {
  readonly attemptRunner: AttemptRunner;
  /** Every attempt that was made, by node. */
  readonly turns: { readonly node: string; readonly place: string | undefined; readonly prompt: string }[];
  /** When the first attempt has begun. */
  readonly firstTurn: Promise<void>;
}

/** A file whose text begins so is left as a link to what follows. */
export const LINK = 'link to ';

/** Agents that do what their script says: real files in real workspaces, no model. Each attempt costs one cent. */
export function scriptedAttemptRunner(workspaces: RunWorkspaces, script: Script): ScriptedAttemptRunner {
  const turns: ScriptedAttemptRunner['turns'] = [];
  const begun = Promise.withResolvers<void>();
  const attemptRunner: AttemptRunner = async function* (task, signal) {
    const node = task.of?.act.split('#')[0] ?? '';
    turns.push({ node, place: task.place, prompt: task.prompt });
    begun.resolve();
    const time = turns.filter((turn) => turn.node === node).length;
    const place = task.place === undefined ? null : readWorkspaceRef(task.place);
    const folder = place === null ? null : (await workspaces.open(place.name)).path;
    const { files = {}, claim, blocker } = await script({ task, node, time, prompt: task.prompt, folder, signal });
    if (folder !== null && place?.readOnly === false) await leave(folder, files);
    const usage = { ...NO_AGENT_USAGE, output: 10, usd: 0.01 };
    if (blocker !== undefined) yield { type: 'complete', usage, result: { type: 'blocker', blocker } };
    else yield { type: 'complete', usage, result: { type: 'claim', claim: toJson(claim, 'claim') } };
  };
  return { attemptRunner, turns, firstTurn: begun.promise };
}

async function leave(folder: string, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    if (text === null || text.startsWith(LINK)) await rm(path, { force: true });
    if (text?.startsWith(LINK)) await symlink(text.slice(LINK.length), path);
    else if (text !== null) await writeFile(path, text);
  }
}
