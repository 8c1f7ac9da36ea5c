import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openRuns } from '#app/open-runs.ts';
import type { Runs } from '#engine/runs.ts';
import { type Sim, startSim } from '#sim/server.ts';
import type { Answering } from '#sim/types.ts';
import { BIN, COMPILED } from '../cli/assay.ts';
import { type Ended, type HeardProgram, hearProgram } from '../cli/hear-program.ts';

export interface Started extends HeardProgram {
  readonly child: ChildProcess;
}

/** A person's home, a project, and a model that answers by a script. */
export interface ChatRig {
  readonly home: string;
  readonly project: string;
  readonly sim: Sim;
  readonly env: Record<string, string>;
  /** Runs the real program in the project; `stdin` is all it reads. */
  assay(args: readonly string[], stdin?: string): Promise<Ended>;
  start(args: readonly string[], stdin?: string | null): Started;
  runs(): Promise<Runs>;
}

/** Every model call is answered by the simulator, as a server of the person's own. */
export const MODEL = ['--model', 'compatible:test'];

export async function openChatRig(answer: Answering, files: Record<string, string> = {}): Promise<ChatRig> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-chat-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const sim = await startSim({ scenario: { name: 'test', description: '', answer } });
  onTestFinished(() => sim.close());
  const home = join(root, 'home');
  const project = join(root, 'project');
  for (const [path, text] of Object.entries({ '.git/HEAD': 'ref: refs/heads/main\n', ...files })) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const { PATH = '' } = process.env;
  const env = {
    ...COMPILED,
    PATH,
    HOME: root,
    ASSAY_HOME: home,
    NO_COLOR: '1',
    OPENAI_COMPATIBLE_BASE_URL: `${sim.url}/v1`,
  };
  const start: ChatRig['start'] = (args, stdin = '') => run(args, project, env, stdin);
  return {
    home,
    project,
    sim,
    env,
    start,
    assay: (args, stdin) => start(args, stdin).ended,
    runs: async () => {
      const runs = await openRuns(env);
      onTestFinished(() => runs.close());
      return runs;
    },
  };
}

function run(args: readonly string[], cwd: string, env: Record<string, string>, stdin: string | null): Started {
  const child = spawn(BIN, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  if (stdin !== null) child.stdin.end(stdin);
  return { ...hearProgram(child), child };
}

export const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Looks again until it is so. */
export async function until<T>(look: () => T | Promise<T>, isSo: (value: T) => boolean = Boolean): Promise<T> {
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
