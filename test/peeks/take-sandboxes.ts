import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxOpener } from '#attempts/sandboxes/open-program-sandbox.ts';
import { callPrices } from '#attempts/sandboxes/watch-calls.ts';
import type { AgentTask } from '#contracts/agent.ts';
import type { Command } from '#contracts/exec.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import { homeOf } from '#host/home.ts';
import type { PeekRun } from './peek.ts';

/** Seats of one backend, taken at once: the one that peeks, and others whose programs have written the secret down. */
export interface ProgramSandboxes {
  /** Where the others are. */
  readonly variables: Readonly<Record<string, string>>;
  /** In the sandbox of the one that peeks, its home as its program has it. */
  run(command: Command): Promise<PeekRun>;
  leave(): Promise<void>;
}

export interface SandboxesWanted {
  /** Of Assay. */
  readonly root: string;
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly secret: string;
}

type ProgramSandbox = Awaited<ReturnType<ReturnType<typeof sandboxOpener>>>;

const CALLS = { mayAsk: async () => null, measured: () => undefined };

const NOTE = 'mkdir -p ~/.claude/projects/work && printf "%s\\n" "$SECRET" >~/.claude/projects/work/transcript.jsonl';

export async function takeSandboxes({ root, folder, sandbox, secret }: SandboxesWanted): Promise<ProgramSandboxes> {
  // The person has defined an agent of the backend's name.
  mkdirSync(join(root, 'agents', 'claude'), { recursive: true });
  const env = { ASSAY_HOME: root, ANTHROPIC_API_KEY: 'k' };
  const mounts = async () => ({ mounts: [], path: [] });
  const open = sandboxOpener({
    ...{ backend: 'claude', model: undefined, unsandboxed: false },
    ...{ env, home: homeOf(env), sandbox: async () => sandbox, mounts, prices: callPrices(undefined) },
  });
  const take = (id: string, conversation?: string): Promise<ProgramSandbox> =>
    open(
      { ...TASK, id },
      { folder, tools: [], permit, ...(conversation === undefined ? {} : { conversation }) },
      CALLS,
    );
  const [other, talk, own] = await Promise.all([take('r/a/1'), take('r/b/1', 'c1'), take('r/c/1')]);
  for (const programSandbox of [other, talk]) {
    const noted = await runIn(programSandbox, { program: '/bin/sh', args: ['-c', NOTE], env: { SECRET: secret } });
    if (noted.exitCode !== 0) throw new Error(`nothing was written down: ${noted.stderr.text}`);
  }
  return {
    variables: { W_ASSAY: root, W_SEAT: other.home ?? '', W_TALK: talk.home ?? '' },
    run: (command) => runIn(own, command),
    leave: async () => {
      await Promise.all([other, talk, own].map((programSandbox) => programSandbox.close()));
    },
  };
}

const TASK: Omit<AgentTask, 'id'> = { agent: 'a', system: '', prompt: '', claim: null, limits: {} };
const permit = async () => ({ type: 'allow', by: 'mode' }) as const;

async function runIn(programSandbox: ProgramSandbox, command: Command): Promise<PeekRun> {
  const env = { ...programSandbox.env, ...command.env, HOME: programSandbox.home ?? '' };
  const running = await programSandbox.start({ ...command, env, timeoutMs: 60_000 });
  const text = await new Response(running.stdout).text();
  const ended = await running.ended;
  return { ...ended, stdout: { ...ended.stdout, text } };
}
