import { join } from 'node:path';
import { type BackendOptions, type ChosenBackend, chooseBackend } from '#attempts/backends/choose-backend.ts';
import { machineCalls } from '#attempts/sandboxes/machine-calls.ts';
import { openShellParser, type ShellParser } from '#code/shell-tree.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import type { Runs } from '#engine/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { echo } from '#sim/scenarios/echo.ts';
import { type Sim, startSim } from '#sim/server.ts';
import { INTERACTIVE } from './turn-slot.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Resources shared by the conversations of one process, each created on first use. */
export class ChatMachine {
  readonly #runs: Runs;
  readonly #env: Env;
  #sandbox: Promise<Sandbox> | undefined;
  #parser: Promise<ShellParser> | undefined;
  #sim: Promise<Sim> | undefined;

  constructor(runs: Runs, env: Env) {
    this.#runs = runs;
    this.#env = env;
  }

  sandbox(): Promise<Sandbox> {
    const { home, blobs } = this.#runs;
    this.#sandbox ??= createSandbox({ folder: join(home.cache, 'sandbox'), env: this.#env, blobs });
    return this.#sandbox;
  }

  parser(): Promise<ShellParser> {
    this.#parser ??= openShellParser();
    return this.#parser;
  }

  /** Who answers; for a simulated conversation a scripted model that echoes everything. */
  async choose(
    agent: string,
    options: BackendOptions,
    folder: string,
    project: string,
    simulated: boolean,
  ): Promise<ChosenBackend> {
    const config = await readConfig(project);
    if (simulated) this.#sim ??= startSim({ scenario: echo });
    const simulator = simulated ? (await this.#sim)?.url : undefined;
    const calls = machineCalls(this.#runs, INTERACTIVE);
    const machine = { env: this.#env, home: this.#runs.home, folder, sandbox: () => this.sandbox(), calls };
    return chooseBackend(agent, { ...options, simulator }, config, machine);
  }

  async close(): Promise<void> {
    (await this.#parser)?.close();
    await (await this.#sim)?.close();
  }
}
