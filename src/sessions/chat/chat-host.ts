import { randomBytes } from 'node:crypto';
import type { ChosenBackend } from '#attempts/backends/choose-backend.ts';
import { decidePermit } from '#attempts/permits/decide-permit.ts';
import { MESSAGE_SIGNAL } from '#contracts/chat.ts';
import { TurnId } from '#contracts/chat-turn.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { PermissionDecision } from '#contracts/permission.ts';
import { driverDeps } from '#engine/drive/driver-deps.ts';
import { newRunId, resumeRun, startRun } from '#engine/drive/runs.ts';
import type { DriveListener, DriveResult, DriverDeps, RunHandle } from '#engine/drive/types.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { type GraphRegistry, graphRegistry } from '#engine/graph/registry.ts';
import { isDriven, type Runs } from '#engine/runs.ts';
import { retryFailed, type Sender } from '#engine/steering/send-mail.ts';
import { sendAndWait } from '#engine/steering/steer-run.ts';
import type { DriverWait } from '#engine/steering/wait-for-driver.ts';
import { redactor } from '#host/redact.ts';
import { agentSetupFor, CHAT_AGENT } from './agent-setup.ts';
import { chatGraph } from './chat-graph.ts';
import type { ChatHostOptions, ChatWanted, Posted } from './chat-host-types.ts';
import { ChatMachine } from './chat-machine.ts';
import { titleOf } from './chat-title.ts';
import { type ChatMessage, type ChatSettings, NO_RESEARCH, STOP_SIGNAL, UNQUEUE_SIGNAL } from './chat-types.ts';
import { findProject } from './find-project.ts';
import { attachImages } from './message-images.ts';
import { readChat } from './read-chat.ts';
import { turnTaker } from './take-turn.ts';

/** Later versions of a conversation's graph only add possible messages. */
const OWN_GRAPH = { by: 'assay' };

/** Drives conversations in this process. The log is the only state: another process can continue any of them. */
export class ChatHost {
  readonly #options: ChatHostOptions;
  readonly #handles = new Map<RunId, RunHandle>();
  readonly #drives = new Set<Promise<unknown>>();
  readonly #backends = new Map<RunId, Promise<ChosenBackend>>();
  readonly #graph: ReturnType<typeof chatGraph>;
  readonly deps: DriverDeps;
  readonly graphs: GraphRegistry;
  readonly #machine: ChatMachine;
  readonly #sender: Sender & { readonly runs: Runs };
  /** A conversation without a driver is driven here. */
  readonly #wait: DriverWait = {
    takeOver: async (run) => {
      const handle = this.#handles.get(run);
      if (handle) handle.checkMail();
      else await this.#takeOver(run);
    },
  };
  #closing = false;

  constructor(options: ChatHostOptions) {
    const { runs, env, me } = options;
    this.#options = options;
    this.#sender = { runs, by: me };
    this.#machine = new ChatMachine(runs, env);
    this.#graph = chatGraph({
      isWithdrawn: async (run, message) => (await readChat(runs, run)).withdrawn.has(message),
      takeTurn: turnTaker({
        runs,
        env,
        redactor: redactor({}, env),
        sandbox: () => this.#machine.sandbox(),
        parser: () => this.#machine.parser(),
        backend: (run, settings) => this.#backendOf(run, settings),
        mode: ({ mode }) => options.instead?.mode ?? mode,
        askPerson: options.askPerson,
        researcher: options.researcher,
        onEvent: (run, turn, event) => {
          options.onEvent?.(run, turn, event);
          options.changed?.(run);
        },
        onEnd: (run, message, end) => options.onEnd?.(run, message, end),
      }),
    });
    // The registry drops a graph's types; every payload is checked by its port.
    this.graphs = graphRegistry([this.#graph as Graph]);
    this.deps = driverDeps(runs, this.graphs);
  }

  /** Begins a conversation. Missing prerequisites are reported now. */
  async create(
    wanted: ChatWanted,
  ): Promise<{ readonly run: RunId; readonly chosen: ChosenBackend; readonly message: TurnId | null }> {
    const { runs } = this.#options;
    const { folder, project } = await findProject(wanted.folder);
    const { agent = CHAT_AGENT, mode = 'explore', simulated = false } = wanted;
    const agentSetup = await agentSetupFor({
      folder,
      project,
      agent,
      mode,
      home: runs.home,
      prompt: '',
      person: this.#options.env.HOME,
    });
    const run = newRunId(runs.clock.now());
    const { backend, model, unsandboxed = false } = wanted;
    const options = { backend, model, unsandboxed, preferred: agentSetup.model };
    const chosen = await this.#machine.choose(agent, options, folder, project, simulated);
    this.#backends.set(run, Promise.resolve(chosen));
    const settings: ChatSettings = {
      folder,
      project,
      agent,
      mode,
      backend: chosen.name,
      model: chosen.model,
      unsandboxed,
      simulated,
    };
    const first = wanted.text === undefined ? null : await this.#message(wanted.text, folder, wanted.images);
    const title = wanted.title ?? titleOf(wanted.text);
    const input = { settings, resume: null, last: null, first, research: NO_RESEARCH };
    await this.#drive((listener) => startRun(this.deps, this.#graph, { run, input, title, simulated, listener }));
    return { run, chosen, message: first?.id ?? null };
  }

  /** A message to be answered, now or after those before it. */
  async post(run: RunId, text: string, images?: readonly string[]): Promise<Posted> {
    const fold = await readChat(this.#options.runs, run);
    const queued = fold.open !== null || fold.queue.length > 0;
    const message = await this.#message(text, fold.settings?.folder, images);
    await this.#send(run, MESSAGE_SIGNAL, toJson(message, 'message'));
    return { message: message.id, queued };
  }

  /** False where there was none. */
  async stop(run: RunId): Promise<boolean> {
    const { open } = await readChat(this.#options.runs, run);
    if (open === null) return false;
    await this.#send(run, STOP_SIGNAL, { turn: open.message.id });
    return true;
  }

  /** False where it has been begun, or never existed. */
  async unqueue(run: RunId, message: TurnId): Promise<boolean> {
    const { runs } = this.#options;
    const { queue } = await readChat(runs, run);
    if (!queue.some(({ id }) => id === message)) return false;
    await this.#send(run, UNQUEUE_SIGNAL, { message });
    return (await readChat(runs, run)).withdrawn.has(message);
  }

  /** Answers a permission question of the current turn. False where it is not open, or another answer was first. */
  async decide(run: RunId, request: string, decision: PermissionDecision): Promise<boolean> {
    const { permissions } = await readChat(this.#options.runs, run);
    const asked = permissions.find(({ id }) => id === request);
    if (asked === undefined) return false;
    return (await decidePermit(this.#sender, run, asked, decision, this.#wait)).isFirst;
  }

  /** Continues an interrupted turn, if there is one. */
  async resume(run: RunId): Promise<void> {
    if (this.#handles.has(run)) return;
    // A turn under which drivers kept dying waits for a person, who is here now.
    await retryFailed(this.#sender, run);
    await this.#drive((listener) => resumeRun(this.deps, this.graphs, run, { listener, adopt: OWN_GRAPH }));
  }

  /** Until this process has nothing more to do for it. */
  async idle(run: RunId): Promise<DriveResult | null> {
    let result: DriveResult | null = null;
    for (let handle = this.#handles.get(run); handle; handle = this.#handles.get(run)) {
      result = await handle.done;
      await Promise.all(this.#drives);
    }
    return result;
  }

  /** The agent of a conversation. */
  async chosenFor(run: RunId): Promise<ChosenBackend> {
    const { settings } = await readChat(this.#options.runs, run);
    if (!settings) throw new AssayError('EVENT_INVALID', `the log of run ${run} does not begin with its creation`);
    return this.#backendOf(run, settings);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#handles.values()].map((handle) => handle.stop()));
    await Promise.all(this.#drives);
    await this.#machine.close();
  }

  async #message(text: string, folder = process.cwd(), files: readonly string[] = []): Promise<ChatMessage> {
    const { me, runs } = this.#options;
    const images = await attachImages(text, folder, files, runs.blobs);
    const id = TurnId.parse(`m${randomBytes(6).toString('hex')}`);
    return { id, at: runs.clock.now(), by: me, text, ...(images.length === 0 ? {} : { images }) };
  }

  #backendOf(run: RunId, settings: ChatSettings): Promise<ChosenBackend> {
    const known = this.#backends.get(run);
    if (known) return known;
    const { instead = {} } = this.#options;
    const { backend, model, unsandboxed, agent, folder, project, simulated } = settings;
    const isOther = instead.backend !== undefined && instead.backend !== backend;
    const options = {
      backend: instead.backend ?? backend,
      model: instead.model ?? (isOther ? undefined : (model ?? undefined)),
      unsandboxed: instead.unsandboxed ?? unsandboxed,
    };
    const chosen = this.#machine.choose(agent, options, folder, project, simulated);
    this.#backends.set(run, chosen);
    // A failed choice is retried the next time: a key may have been set, a server started.
    chosen.catch(() => this.#backends.delete(run));
    return chosen;
  }

  async #drive(begin: (listener: DriveListener) => Promise<RunHandle>): Promise<void> {
    const { changed, failed } = this.#options;
    const handle = await begin({ onEvents: (_, state) => state.run !== null && changed?.(state.run) });
    const { run: driven } = handle;
    this.#handles.set(driven, handle);
    const over: Promise<unknown> = handle.done
      .catch((error: unknown) => failed?.(driven, error))
      .then(() => this.#left(driven, handle))
      .finally(() => this.#drives.delete(over));
    this.#drives.add(over);
  }

  /** A message between a driver's last look and its end would not be seen. */
  async #left(run: RunId, handle: RunHandle): Promise<void> {
    if (this.#handles.get(run) === handle) this.#handles.delete(run);
    const { runs, changed, failed } = this.#options;
    try {
      if (!this.#closing && (await runs.store.mail(run)).length > 0) await this.#takeOver(run);
    } catch (error) {
      failed?.(run, error);
    }
    changed?.(run);
  }

  /** Until it is in the log. */
  async #send(run: RunId, signal: string, payload: Json): Promise<void> {
    await sendAndWait(this.#sender, run, { type: 'signal', signal, act: null, payload }, this.#wait);
  }

  /** Drives it here, where no process does. */
  async #takeOver(run: RunId): Promise<void> {
    const { runs } = this.#options;
    const header = await runs.store.header(run);
    if (!header || isDriven(header, runs)) return;
    if (header.status !== 'running') {
      throw new AssayError('RUN_OVER', `the conversation ${run} is ${header.status}`, {
        next: header.status === 'paused' ? `Resume it: \`assay runs resume ${run}\`.` : 'Begin a new one.',
      });
    }
    try {
      await this.resume(run);
    } catch (thrown) {
      if (toErrorInfo(thrown).code !== 'RUN_HELD') throw thrown;
    }
  }
}
