import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientConnection, client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import type { AttemptEnv } from '#contracts/agent.ts';
import type { RunningProcess } from '#contracts/exec.ts';
import { answerPermission } from './answer-permission.ts';
import type { AskOnce } from './ask-once.ts';
import type { acpMapper } from './map-updates.ts';
import type { AcpRefusal } from './refusals.ts';
import { serveFiles } from './serve-files.ts';
import { serveTerminals } from './serve-terminals.ts';
import { SessionUpdate } from './updates.ts';

const QUIET_MS = 25;

export interface Connected {
  readonly connection: ClientConnection;
  readonly terminals: ReturnType<typeof serveTerminals>;
  /** Updates of a session that is being loaded are its past: not reported again, only counted. */
  replaying: boolean;
  replayed: number;
  /** Uses that were refused since this was last called. */
  takeRefusals(): readonly AcpRefusal[];
  /** Waits for the last updates: some agents answer while those are still on the way. */
  quiet(): Promise<void>;
}

export interface ConnectParts {
  readonly running: RunningProcess;
  readonly place: AttemptEnv;
  readonly ask: AskOnce;
  readonly mapper: ReturnType<typeof acpMapper>;
  readonly signal: AbortSignal;
  /** Emits what the mapper returned, one event after the other. */
  readonly tell: (events: ReturnType<ConnectParts['mapper']['take']>) => void;
}

/** Our side of the protocol: everything the agent asks its client for is answered here. */
export function connectAgent({ running, place, ask, mapper, signal, tell }: ConnectParts): Connected {
  const refusals: AcpRefusal[] = [];
  let updates = 0;
  let count = 0;
  const nextId = (): string => `client-${++count}`;
  const files = serveFiles(place, ask.after, nextId, signal);
  const terminals = serveTerminals(place, ask.after, signal);
  const { fs, terminal, session } = methods.client;
  const app = client({ name: 'assay' })
    .onNotification(session.update, ({ params }) => {
      updates += 1;
      const update = SessionUpdate.safeParse(params.update).data;
      if (update === undefined) return;
      if (!connected.replaying) return tell(mapper.take(update));
      if (update.sessionUpdate === 'agent_message_chunk') connected.replayed += 1;
    })
    .onRequest(session.requestPermission, ({ params, signal: own }) =>
      answerPermission(params, {
        ask: ask.before,
        mapper,
        tell,
        refused: (refusal) => refusals.push(refusal),
        folder: place.folder,
        signal: AbortSignal.any([signal, own]),
      }),
    )
    .onRequest(fs.readTextFile, async ({ params }) => ({
      content: await files.read(params.path, params.line, params.limit),
    }))
    .onRequest(fs.writeTextFile, async ({ params }) => {
      await files.write(params.path, params.content);
      return {};
    })
    .onRequest(terminal.create, async ({ params }) => ({ terminalId: await terminals.create(params) }))
    .onRequest(terminal.output, ({ params }) => terminals.output(params.terminalId))
    .onRequest(terminal.waitForExit, ({ params }) => terminals.wait(params.terminalId))
    .onRequest(terminal.kill, ({ params }) => {
      terminals.kill(params.terminalId);
      return {};
    })
    .onRequest(terminal.release, ({ params }) => {
      terminals.release(params.terminalId);
      return {};
    });
  const connection = app.connect(ndJsonStream(running.stdin, running.stdout));
  const connected: Connected = {
    connection,
    terminals,
    replaying: false,
    replayed: 0,
    takeRefusals: () => refusals.splice(0),
    async quiet() {
      for (let before = -1; before !== updates; ) {
        before = updates;
        await sleep(QUIET_MS);
      }
    },
  };
  return connected;
}
