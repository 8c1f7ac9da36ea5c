import type { Backend } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import type { Sim } from '#sim/server.ts';

/** What some backends cannot do. A skipped test shows the reason. */
export const ABILITIES = {
  streaming: 'streams text',
  blocker: 'can report a blocker instead of a claim',
  repair: 'corrects an invalid claim, once',
  permission: 'asks permission for its own tools',
  'passed-tools': 'uses tools that are passed in',
  commands: 'runs commands',
  'turn-limit': 'stops at a limit of model calls, after a final turn',
  'token-limit': 'stops at a token limit while it works',
  'usd-limit': 'stops at a money limit while it works',
  price: 'refuses a money budget without a known price',
  retries: 'survives 429, 529 and 500',
  'cut-stream': 'survives a stream that breaks off',
  'taking-back': 'retracts the shown part of a text that broke off',
  resume: 'continues an earlier conversation',
  cost: 'reports its usage, to the token',
  'bad-arguments': 'continues after an invalid tool call',
} as const;
export type Ability = keyof typeof ABILITIES;

export interface SimCall {
  readonly name: string;
  readonly input: Json;
}

/** A backend under test, pointed at a simulator. */
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
