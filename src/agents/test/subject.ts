import type { Backend } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import type { Sim } from '#sim/server.ts';

/** What a backend may be unable to do, in words. Every reason is shown with the test that is left out. */
export const ABILITIES = {
  streaming: 'shows text while it is spoken',
  blocker: 'may say honestly that it cannot',
  repair: 'mends a claim that does not fit, once',
  permission: 'asks before it uses a tool of its own',
  'passed-tools': 'uses tools that are passed in',
  commands: 'runs commands',
  'turn-limit': 'keeps a limit of model calls, with a last word to the model',
  'token-limit': 'keeps a limit of tokens while it works',
  'usd-limit': 'keeps a limit of money while it works',
  price: 'refuses a budget in money where the price is not known',
  retries: 'lives through 429, 529 and 500',
  'cut-stream': 'lives through a stream that breaks off',
  'taking-back': 'takes back what was shown of a text that broke off',
  resume: 'continues an earlier conversation',
  cost: 'tells what it used, to the token',
  'bad-arguments': 'goes on after a use of a tool that does not fit',
} as const;
export type Ability = keyof typeof ABILITIES;

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
