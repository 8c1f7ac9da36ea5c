import { onTestFinished } from 'vitest';
import type { StepPart, StepRequest } from '#contracts/model.ts';
import { type Sim, startSim } from '#sim/server.ts';
import type { Scenario } from '#sim/types.ts';
import type { ModelHandle } from '../handle.ts';
import { openModel } from '../open-model.ts';
import { type StepDeps, streamStep } from '../step.ts';

export const KEY = 'key-that-must-not-be-seen-0123456789';

export interface SimProvider {
  readonly title: string;
  /** Its protocol can send thinking. */
  readonly thinks: boolean;
  open(url: string): ModelHandle;
}

/** Every way to open a model, pointed at one address. */
export const SIM_PROVIDERS: readonly SimProvider[] = [
  {
    title: 'anthropic',
    thinks: true,
    open: (url) => openModel('anthropic:claude-sonnet-4-5', {}, { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  },
  {
    title: 'openai (responses)',
    thinks: true,
    open: (url) => openModel('openai:gpt-5', {}, { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
  },
  {
    title: 'openai (chat)',
    thinks: false,
    open: (url) =>
      openModel('openai:gpt-4o', { openaiApi: 'chat' }, { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
  },
  {
    title: 'azure',
    thinks: true,
    open: (url) => openModel('azure:our-gpt', {}, { AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: `${url}/v1` }),
  },
  {
    title: 'azure (chat)',
    thinks: false,
    open: (url) =>
      openModel(
        'azure:our-gpt',
        { openaiApi: 'chat' },
        { AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: `${url}/v1` },
      ),
  },
  {
    title: 'compatible (schema in the prompt)',
    thinks: true,
    open: (url) =>
      openModel('compatible:local-model', {}, { OPENAI_COMPATIBLE_BASE_URL: url, OPENAI_COMPATIBLE_API_KEY: KEY }),
  },
  {
    title: 'a named endpoint (schema to the server)',
    thinks: true,
    open: (url) => {
      const mine = { baseUrl: `${url}/v1`, keyVariable: 'MINE', structuredOutput: true, namesModel: true };
      return openModel('mine:local-model', { endpoints: { mine } }, { MINE: KEY });
    },
  },
];

/** A simulator until the test is over. */
export async function simFor(scenario: Scenario): Promise<Sim> {
  const sim = await startSim({ scenario });
  onTestFinished(() => sim.close());
  return sim;
}

export const ASK: StepRequest = { system: 'Be brief.', messages: [{ role: 'user', text: 'Go.' }] };

/** The default retries, without the waits. */
const QUICK: StepDeps = { retry: { baseMs: 1 } };

export async function partsOf(
  model: ModelHandle,
  request: StepRequest = ASK,
  deps: StepDeps = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<StepPart[]> {
  const parts: StepPart[] = [];
  const all = { ...QUICK, ...deps, retry: { ...QUICK.retry, ...deps.retry } };
  for await (const part of streamStep(model, request, signal, all)) parts.push(part);
  return parts;
}

/** What a screen shows at the end: everything since the last reset. */
export function shownText(parts: readonly StepPart[]): string {
  const from = parts.findLastIndex(({ type }) => type === 'reset');
  return parts
    .slice(from + 1)
    .map((part) => (part.type === 'text-delta' ? part.text : ''))
    .join('');
}

export const typesOf = (parts: readonly StepPart[]): string[] => parts.map(({ type }) => type);

export const only = <T extends StepPart['type']>(parts: readonly StepPart[], type: T): (StepPart & { type: T })[] =>
  parts.filter((part): part is StepPart & { type: T } => part.type === type);
