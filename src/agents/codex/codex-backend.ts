import { join } from 'node:path';
import { type AgentResult, type AgentUsage, type Backend, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { claimSchema, readClaim } from '../claim/read-claim.ts';
import { serveTools } from '../mcp-tools/serve-tools.ts';
import { type AskPermit, askPermit } from '../program/ask-permit.ts';
import { type Ended, failedAttempt } from '../program/frame-attempt.ts';
import { ownModel } from '../program/own-model.ts';
import { claimWords, firstWords, repairWords } from '../program/prompts.ts';
import { type PriceOf, requirePrice } from '../program/require-price.ts';
import { inSandbox } from '../program/sandbox-files.ts';
import { type SandboxedOptions, type SandboxedWork, sandboxedBackend } from '../program/sandboxed-backend.ts';
import { tryResume } from '../program/try-resume.ts';
import { CODEX_FOLDER, withClaimFile } from './claim-file.ts';
import { codexFailure } from './failure.ts';
import { findCodex } from './find-codex.ts';
import { mayRun, onlyReads } from './may-run.ts';
import { type CodexToken, checkCodexResume, codexResumeToken } from './resume.ts';
import { runCodex, type TurnState } from './run-codex.ts';

export interface CodexBackendOptions extends SandboxedOptions {
  /** Folders in which the optional package is searched: the project's, Assay's own. */
  readonly from: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A program other than the package's own. */
  readonly executable?: string;
  /** Codex counts only tokens. Null where the price is not known; without this, always null. */
  readonly priceOf?: PriceOf;
}

/** Attempts by Codex, run as the Codex SDK does, but in our sandbox: the SDK's own class cannot start it elsewhere. */
export const codexBackend = (options: CodexBackendOptions): Backend =>
  sandboxedBackend('codex', options, (parts) => work(options, parts));

async function work(options: CodexBackendOptions, parts: SandboxedWork): Promise<Ended> {
  const { task, place, programSandbox, telling, signal } = parts;
  const schema = claimSchema(task.claim);
  const program = options.executable ?? findCodex(options.from, options.env);
  const home = programSandbox.home === null ? null : join(programSandbox.home, CODEX_FOLDER);
  const resumed = await tryResume(task.resume, telling, (token) => checkCodexResume(token, home));
  requirePrice(task, 'Codex', options.priceOf);
  const ask = askPermit(place, telling);
  const refused = await mayRun(ask, programSandbox, signal);
  if (refused !== null) return { result: refused };
  const only = onlyReads(programSandbox);
  if (only !== null) telling.tell({ type: 'status', message: only });

  const { home: lasting, sandboxed } = programSandbox;
  if (lasting !== null) await inSandbox({ home: lasting, sandboxed }, CODEX_FOLDER, async () => undefined);
  return withClaimFile(programSandbox, schema, (schemaFile) =>
    converse(options, { ...parts, ask, schema, schemaFile, program, home, resumed }),
  );
}

interface TalkParts extends SandboxedWork {
  readonly ask: AskPermit;
  readonly schema: JsonSchema | null;
  readonly schemaFile: string | null;
  readonly program: string;
  /** Codex's own folder. */
  readonly home: string | null;
  readonly resumed: CodexToken | undefined;
}

/** The task, and once what does not fit in the claim. */
async function converse(options: CodexBackendOptions, parts: TalkParts): Promise<Ended> {
  const { task, place, programSandbox, telling, signal, ask, schema, schemaFile, program, home, resumed } = parts;
  let calls = 0;
  const nextId = (): string => `assay-${++calls}`;
  const tools = { tools: place.tools, folder: place.folder, signal, ask, nextId };
  const toolsUrl = await serveTools(programSandbox, tools);
  const turn = (prompt: string, thread: string | undefined, nth: number): Promise<TurnState> =>
    runCodex({
      program,
      programSandbox,
      place,
      telling,
      signal,
      home,
      prompt,
      name: `${task.id}.${nth}`,
      run: {
        folder: place.folder,
        model: ownModel(task, 'openai', 'Codex'),
        system: task.system,
        sandboxed: programSandbox.sandboxed,
        modelUrl: programSandbox.modelUrl,
        toolsUrl,
        schemaFile,
        thread,
      },
    });
  let used: Omit<AgentUsage, 'usd'> = NO_AGENT_USAGE;
  const count = (state: TurnState, rounds: number): void => {
    const counted = usedBy(state, resumed, rounds);
    used = counted ?? { ...used, turns: rounds };
    telling.used({ ...used, usd: (counted && options.priceOf?.(used, task.model)) ?? null });
  };

  telling.tell({ type: 'status', message: 'starts Codex' });
  // It reports usage only at the end of a turn: before that, or without one, usage is unknown.
  telling.used({ ...NO_AGENT_USAGE, usd: null });
  const asked = firstWords(task, resumed !== undefined);
  const words = schema === null ? asked : `${asked}\n\n${claimWords(schema)}`;
  const first = await turn(words, resumed?.thread, 1);
  count(first, first.rounds);
  const answer = resultOf(first, schema);
  if (answer.type !== 'invalid') return { result: answer, resume: tokenOf(first, home) };

  telling.tell({ type: 'error', error: { code: 'CLAIM_INVALID', message: answer.problems } });
  if (schema === null || first.thread === undefined || home === null) return { result: misfit(answer.problems) };
  const second = await turn(repairWords(answer.problems, schema), first.thread, 2);
  count(second, first.rounds + second.rounds);
  const repaired = resultOf(second, schema);
  const result = repaired.type === 'invalid' ? misfit(repaired.problems) : repaired;
  return { result, resume: tokenOf(second, home) };
}

type Invalid = { readonly type: 'invalid'; readonly problems: string };

function resultOf(state: TurnState, schema: JsonSchema | null): AgentResult | Invalid {
  if (state.failure !== undefined || state.usage === undefined) return codexFailure(state);
  if (schema === null) return { type: 'text', text: state.lastText };
  return readClaim(state.lastText, schema);
}

const misfit = (problems: string): AgentResult =>
  failedAttempt(new AssayError('CLAIM_INVALID', `The agent ended without a claim that fits: ${problems}`), true);

/**
 * The thread counts from its beginning: this attempt's usage is the difference. Cached input is a part of the input.
 */
function usedBy({ usage }: TurnState, before: CodexToken | undefined, turns: number): Omit<AgentUsage, 'usd'> | null {
  if (usage === undefined) return null;
  const began = before !== undefined && usage.input_tokens >= before.input ? before : NOTHING;
  const input = usage.input_tokens - began.input;
  const cacheRead = usage.cached_input_tokens - began.cached;
  return { input: input - cacheRead, output: usage.output_tokens - began.output, cacheRead, cacheWrite: 0, turns };
}
const NOTHING = { input: 0, cached: 0, output: 0 };

function tokenOf({ thread, usage }: TurnState, home: string | null): string | undefined {
  if (home === null || thread === undefined || usage === undefined) return undefined;
  const { input_tokens: input, cached_input_tokens: cached, output_tokens: output } = usage;
  return codexResumeToken({ thread, input, cached, output });
}
