import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentTask, type Crew, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { toJson } from '#contracts/json.ts';
import { readPlace } from '#workflows/hybrid-tdd/places.ts';
import type { Places } from '#workflows/hybrid-tdd/site/parts.ts';
import type { Deed, SampleProject } from './project.ts';

/** One attempt as its script sees it. */
export interface Turn {
  readonly task: AgentTask;
  readonly node: string;
  /** How often this node was asked before, and now. */
  readonly time: number;
  /** Its folder, where it has one. */
  readonly folder: string | null;
  readonly signal: AbortSignal;
}

export type Script = (turn: Turn) => Deed | Promise<Deed>;

export interface ScriptedCrew {
  readonly crew: Crew;
  /** Every attempt that was made, by node. */
  readonly turns: { readonly node: string; readonly place: string | undefined; readonly prompt: string }[];
}

/** Agents that do what their script says: real files in real workspaces, no model. Each attempt costs one cent. */
export function scriptedCrew(workspaces: Places, script: Script): ScriptedCrew {
  const turns: ScriptedCrew['turns'] = [];
  const crew: Crew = async function* (task, signal) {
    const node = task.id.split('/').at(-2)?.split('#')[0] ?? '';
    turns.push({ node, place: task.place, prompt: task.prompt });
    const time = turns.filter((turn) => turn.node === node).length;
    const place = task.place === undefined ? null : readPlace(task.place);
    const folder = place === null ? null : (await workspaces.open(place.name)).path;
    const deed = await script({ task, node, time, folder, signal });
    if (folder !== null && place?.readOnly === false) await leave(folder, deed.files ?? {});
    const usage = { ...NO_AGENT_USAGE, output: 10, usd: 0.01 };
    yield { type: 'complete', usage, result: { type: 'claim', claim: toJson(deed.claim, 'claim') } };
  };
  return { crew, turns };
}

async function leave(folder: string, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    if (text === null) await rm(join(folder, file), { force: true });
    else await writeFile(join(folder, file), text);
  }
}

const NO_HOLES = { holes: [], analysis: 'the items are hidden and the capacity is checked' };
const NO_WORDS = { survivors: [], analysis: 'nothing to add' };

/** Everybody does their work; a test replaces whom it wants. */
export const honest =
  (project: SampleProject, others: Readonly<Record<string, Script>> = {}): Script =>
  (turn) => {
    const other = others[turn.node];
    if (other) return other(turn);
    if (turn.node === 'types' || turn.node === 'typesFix') return project.types;
    if (turn.node === 'typeAdversary') return { claim: NO_HOLES };
    if (turn.node === 'tests' || turn.node === 'strengthen') return project.tests;
    if (turn.node === 'impl') return project.impl;
    if (turn.node === 'mutationAdversary' || turn.node === 'explain') return { claim: NO_WORDS };
    throw new Error(`nobody said what ${turn.node} does`);
  };
