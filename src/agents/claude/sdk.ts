import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { importPeer } from '../program/import-peer.ts';

export const CLAUDE_SDK = '@anthropic-ai/claude-agent-sdk';

/**
 * The part of the package that is used here. Its own types are not installed with Assay; the client tests check them.
 */
export interface ClaudeSdk {
  query(input: { readonly prompt: string; readonly options: QueryOptions }): AsyncIterable<unknown>;
}

export interface QueryOptions {
  readonly abortController: AbortController;
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly pathToClaudeCodeExecutable?: string;
  readonly spawnClaudeCodeProcess: (options: SpawnOptions) => SpawnedProcess;
  readonly systemPrompt: { readonly type: 'preset'; readonly preset: 'claude_code'; readonly append?: string };
  readonly model?: string;
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  readonly resume?: string;
  readonly persistSession: boolean;
  readonly outputFormat?: { readonly type: 'json_schema'; readonly schema: Readonly<Record<string, unknown>> };
  readonly includePartialMessages: boolean;
  readonly forwardSubagentText: boolean;
  readonly verbatimPrompts: boolean;
  /** None: neither the person's settings nor the project's decide what is allowed. */
  readonly settingSources: readonly never[];
  readonly strictMcpConfig: boolean;
  readonly permissionMode: 'default';
  readonly disallowedTools: readonly string[];
  readonly mcpServers: Readonly<Record<string, SdkMcpServer>>;
  readonly canUseTool: CanUseTool;
  readonly hooks: { readonly PreToolUse: readonly HookMatcher[] };
}

/** A server in this process, reached over the program's own pipe. */
export interface SdkMcpServer {
  readonly type: 'sdk';
  readonly name: string;
  readonly instance: object;
}

export interface HookMatcher {
  readonly hooks: readonly ((
    input: unknown,
    id: string | undefined,
    context: { readonly signal: AbortSignal },
  ) => Promise<HookAnswer>)[];
  /** A failing hook stops the tool, not only the question. */
  readonly onFailure: 'block';
  /** In seconds; a person may take their time. */
  readonly timeout: number;
}

export interface HookAnswer {
  readonly hookSpecificOutput: {
    readonly hookEventName: 'PreToolUse';
    readonly permissionDecision: 'allow' | 'deny';
    readonly permissionDecisionReason?: string;
  };
}

export type CanUseTool = (
  tool: string,
  input: Record<string, unknown>,
  context: { readonly signal: AbortSignal; readonly toolUseID: string },
) => Promise<
  | { readonly behavior: 'allow'; readonly updatedInput: Record<string, unknown> }
  | { readonly behavior: 'deny'; readonly message: string }
>;

export interface SpawnOptions {
  readonly command: string;
  readonly args: string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** The interface that the package needs of a process: that of a Node child process. */
export interface SpawnedProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly killed: boolean;
  readonly exitCode: number | null;
  kill(signal: NodeJS.Signals): boolean;
  on(event: 'exit' | 'error', listener: (...args: unknown[]) => void): void;
  once(event: 'exit' | 'error', listener: (...args: unknown[]) => void): void;
  off(event: 'exit' | 'error', listener: (...args: unknown[]) => void): void;
}

const Module = z.looseObject({ query: z.custom<ClaudeSdk['query']>((value) => typeof value === 'function') });

/** Loads the package where it is installed: in the project, beside Assay, or in the given folder. */
export async function loadClaudeSdk(from: readonly string[]): Promise<ClaudeSdk> {
  const loaded = Module.safeParse(await importPeer(CLAUDE_SDK, from));
  if (loaded.success) return { query: loaded.data.query };
  throw new AssayError('CONFIG_INVALID', `${CLAUDE_SDK} is installed, but has no query function.`, {
    next: `Install a version that Assay knows: npm install ${CLAUDE_SDK}@latest`,
  });
}
