import { AssayError } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Runs } from '#engine/runs.ts';
import { GATE_PROMPTS } from '../gated-pr/offers/prompts.ts';
import type { ClientCallsFor } from '../gated-pr/tools/tools.ts';
import type { McpPrompt, McpResource } from './offers.ts';

/** What a set of tools is made from. */
export interface ToolSetParts {
  readonly runs: Runs;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientCalls: ClientCallsFor;
}

export interface ToolSet {
  readonly name: string;
  /** For `--help`. */
  readonly about: string;
  /** For the client's model, together with those of the other selected sets. */
  readonly instructions: string;
  /** Loaded on demand: some clients give a server five seconds to start. */
  readonly tools: (parts: ToolSetParts) => Promise<readonly Tool[]>;
  readonly resources?: (parts: ToolSetParts) => Promise<readonly McpResource[]>;
  readonly prompts?: readonly McpPrompt[];
}

/**
 * Every request of a client carries the descriptions of all its tools. The gate alone takes 3 kB, all of them 17: so a
 * client gets the gate, and the rest when a person asks for it.
 */
export const TOOL_SETS: readonly ToolSet[] = [
  {
    name: 'gate',
    about: 'the gated PR: get_task, submit_work and what goes with them',
    instructions:
      'To work on the plan of this repository: call get_task, do exactly what it says, make one attempt, call submit_work, and begin again. Submitted work is tested on Assay’s own checkout; do not run tests, linters or checks yourself, and do not repeat an attempt before the answer is read. RUNNING comes with a ticket: call check_work until the answer is there. FAILURE names what was seen and which honest step is open; tests, their configuration and the history are compared with what they were. If you cannot continue, submit_work with `blocker` tells a person and costs nothing.',
    tools: async ({ clientCalls }) => (await import('../gated-pr/tools/tools.ts')).gatedPrTools(clientCalls),
    resources: async ({ clientCalls, env }) =>
      (await import('../gated-pr/offers/resources.ts')).gateResources(clientCalls, process.cwd(), env),
    prompts: GATE_PROMPTS,
  },
  {
    name: 'runs',
    about: 'look at runs: list_runs, show_run',
    instructions:
      'list_runs shows the runs of this machine, show_run one of them: its nodes, refusals, open questions and result.',
    tools: async ({ runs }) => (await import('../tools/index.ts')).runTools(runs),
  },
  {
    name: 'knowledge',
    about:
      'where things are and what happened before: search_code, get_symbol, find_failures, research, remember and others',
    instructions:
      'Call search_code with your task or question before you list folders, grep or read whole files: it names the files and functions with lines and shows the best within a small budget. get_symbol, get_dependents and file_symbols answer exactly; find_failures and decisions tell what was tried before, research quotes documents and hop_search follows their names; check_citations, check_entities, check_relations and check_contradictions hold an answer against them. remember keeps a fact for later sessions if all it names is found to be so.',
    tools: async ({ env, runs }) => {
      const { freshKnowledge } = await import('#attempts/knowledge/fresh-knowledge.ts');
      const { openKnowledge } = await import('#knowledge/open-knowledge.ts');
      const { knowledgeTools } = await import('#knowledge/tools/knowledge-tools.ts');
      return knowledgeTools(freshKnowledge(() => openKnowledge(env, process.cwd()), runs).open);
    },
  },
  {
    name: 'toolbelt',
    about: 'small questions answered safely: find-binary, preview, read, shell-check and others',
    instructions:
      'The toolbelt answers small questions safely: use find-binary before you call a program, schema before you write a query, checkpoint to see the state of a long job.',
    tools: async ({ runs: { home, store, blobs, clock, isGone }, env }) => {
      const { TOOLBELT } = await import('#tools/registry.ts');
      const userHome = env.HOME === undefined ? {} : { userHome: env.HOME };
      const open = async () => ({ store, blobs, clock, isGone });
      const supplies = { cacheFolder: home.cache, database: home.database, open, ...userHome };
      return Promise.all(TOOLBELT.map((entry) => entry.load(supplies)));
    },
  },
];

/** The sets that a person names: `gate,toolbelt`, or `all`. */
export function toolSetsNamed(list: string): readonly ToolSet[] {
  const wanted = list.split(',').map((name) => name.trim());
  if (wanted.includes('all')) return TOOL_SETS;
  const unknown = wanted.find((name) => !TOOL_SETS.some((set) => set.name === name));
  if (unknown === undefined) return TOOL_SETS.filter(({ name }) => wanted.includes(name));
  const names = TOOL_SETS.map(({ name }) => name).join(', ');
  throw new AssayError('USAGE', `There is no tool set ${JSON.stringify(unknown)}.`, {
    next: `Name one or more of ${names}, separated by commas, or all.`,
  });
}
