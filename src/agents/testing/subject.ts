import type { Backend } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import type { Sim } from '#sim/server.ts';

/** What a backend may be unable to do. Every reason is shown with the test that is left out. */
export const ABILITIES = [
  'streaming',
  'blocker',
  'repair',
  'permission',
  'passed-tools',
  'commands',
  'turn-limit',
  'token-limit',
  'usd-limit',
  'price',
  'retries',
  'cut-stream',
  'resume',
  'cost',
  'bad-arguments',
] as const;
export type Ability = (typeof ABILITIES)[number];

export interface SimCall {
  readonly name: string;
  readonly input: Json;
}

/** A backend to be put to the test, pointed at a simulator. */
export interface BackendSubject {
  readonly name: string;
  open(sim: Pick<Sim, 'url'>, folders: { readonly transcripts: string }): Backend | Promise<Backend>;
  /** How the model uses the agent's own tools. */
  readonly calls: {
    write(path: string, text: string, folder: string): SimCall;
    read(path: string, folder: string): SimCall;
    shell(line: string): SimCall;
  };
  /** A model whose price is known, and one whose is not. */
  readonly models: { readonly priced?: string; readonly unpriced?: string };
  readonly cannot: Partial<Readonly<Record<Ability, string>>>;
}
