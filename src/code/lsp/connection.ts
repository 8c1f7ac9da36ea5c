import { setTimeout as sleep } from 'node:timers/promises';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { AssayError } from '#contracts/errors.ts';
import type { ServerProcess } from './launch.ts';
import type { ServerLimits } from './limits.ts';
import { watchOutput } from './watch-output.ts';

/** A line to a language server on which every question ends: with an answer, or with an error that says why not. */
export interface ServerConnection {
  request(method: string, params: unknown, ms?: number): Promise<unknown>;
  notify(method: string, params: unknown): void;
  onNotification(method: string, hear: (params: unknown) => void): void;
  /** Asks the server to end, and ends it and all it started. */
  end(): Promise<void>;
}

export function connect(name: string, server: ServerProcess, limits: ServerLimits): ServerConnection {
  const line = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined); // whoever waits hears of it; nobody has to
  let trouble: AssayError | undefined;
  let ending: Promise<void> | undefined;

  const fail = (seen: string): void => {
    if (trouble || ending) return;
    trouble = serverError(`The language server ${name} ${seen}.${watch.lastWords()}`);
    gone.reject(trouble);
    void server.end();
  };
  const watch = watchOutput(server, limits.silentBytes, fail);
  line.onError(([error]) => fail(`broke the protocol: ${error.message}`));
  line.onRequest(answer);
  line.listen();
  void server.exited.then((how) => fail(`ended (${how})`));

  const request = async (method: string, params: unknown, ms = limits.requestMs): Promise<unknown> => {
    if (trouble) throw trouble;
    if (ending) throw serverError(`The language server ${name} has been closed.`);
    const cancel = new CancellationTokenSource();
    const late = new AbortController();
    try {
      return await Promise.race([
        ask(line, method, params, cancel),
        gone.promise,
        sleep(ms, undefined, { signal: late.signal }).then(() => {
          throw serverError(
            `The language server ${name} did not answer ${method} within ${ms} ms.${watch.lastWords()}`,
          );
        }),
      ]);
    } catch (error) {
      throw error instanceof AssayError ? error : refused(name, method, error);
    } finally {
      late.abort();
      cancel.cancel();
      cancel.dispose();
      watch.answered();
    }
  };
  const notify = (method: string, params: unknown): void => {
    if (!trouble && !ending) void line.sendNotification(method, params).catch(() => undefined);
  };
  const shutDown = async (): Promise<void> => {
    if (!trouble) await sayGoodbye(line, server, limits.endMs);
    await server.end();
    line.dispose();
  };
  return {
    request,
    notify,
    onNotification: (method, hear) => void line.onNotification(method, hear),
    end() {
      ending ??= shutDown();
      return ending;
    },
  };
}

/** A server that was busy with something newer says so, and wants to be asked again. */
const ASK_AGAIN: ReadonlySet<number> = new Set([-32_801, -32_802]);
const AGAIN_MS = 50;

async function ask(line: MessageConnection, method: string, params: unknown, cancel: CancellationTokenSource) {
  for (;;) {
    try {
      return await line.sendRequest<unknown>(method, params, cancel.token);
    } catch (error) {
      const again = error instanceof ResponseError && ASK_AGAIN.has(error.code);
      if (!again || cancel.token.isCancellationRequested) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** What servers ask their clients for: we have no settings of our own, and nothing to say against the rest. */
function answer(method: string, params: unknown): unknown {
  if (method !== 'workspace/configuration') return null;
  const items = typeof params === 'object' && params !== null && 'items' in params ? params.items : [];
  return Array.isArray(items) ? items.map(() => null) : [];
}

async function sayGoodbye(line: MessageConnection, server: ServerProcess, ms: number): Promise<void> {
  const late = new AbortController();
  const goodbye = async (): Promise<void> => {
    await line.sendRequest('shutdown');
    await line.sendNotification('exit');
    await server.exited;
  };
  const patience = sleep(ms, undefined, { signal: late.signal }).catch(() => undefined);
  // One that does not listen any more is ended all the same.
  await Promise.race([goodbye().catch(() => undefined), patience, server.exited]);
  late.abort();
}

const NEXT = 'The same facts can be had from the syntax alone; run the server by hand to see what it lacks.';

export const serverError = (seen: string): AssayError => new AssayError('TOOL_FAILED', seen, { next: NEXT });

const refused = (name: string, method: string, error: unknown): AssayError =>
  serverError(`The language server ${name} refused ${method}: ${error instanceof Error ? error.message : error}`);
