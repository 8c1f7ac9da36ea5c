import { type ClientConnection, client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import type { AgentPlace } from '#contracts/agent.ts';
import type { RunningProcess } from '#contracts/exec.ts';
import { askPermit } from '../program/ask-permit.ts';
import type { Telling } from '../program/frame-attempt.ts';
import { answerPermission } from './answer-permission.ts';
import type { acpMapper } from './map-updates.ts';
import { serveFiles } from './serve-files.ts';
import { serveTerminals } from './serve-terminals.ts';
import { SessionUpdate } from './updates.ts';

export interface Connected {
  readonly connection: ClientConnection;
  readonly terminals: ReturnType<typeof serveTerminals>;
  /** Updates of a session that is being loaded are its past: not told again, only counted. */
  replaying: boolean;
  replayed: number;
  /** All updates so far: an answer may overtake the last of those that were sent before it. */
  updates: number;
}

export interface ConnectParts {
  readonly running: RunningProcess;
  readonly place: AgentPlace;
  readonly telling: Telling;
  readonly mapper: ReturnType<typeof acpMapper>;
  readonly signal: AbortSignal;
  /** Tells what the mapper made of something; one after the other. */
  readonly tell: (events: ReturnType<ConnectParts['mapper']['take']>) => void;
}

/** Our side of the protocol: everything the agent asks its client for is answered here. */
export function connect({ running, place, telling, mapper, signal, tell }: ConnectParts): Connected {
  const ask = askPermit(place, telling);
  let count = 0;
  const nextId = (): string => `client-${++count}`;
  const files = serveFiles(place, ask, nextId, signal);
  const terminals = serveTerminals(place, ask, signal);
  const { fs, terminal, session } = methods.client;
  const app = client({ name: 'assay' })
    .onNotification(session.update, ({ params }) => {
      connected.updates += 1;
      const update = SessionUpdate.safeParse(params.update).data;
      if (update === undefined) return;
      if (!connected.replaying) return tell(mapper.take(update));
      if (update.sessionUpdate === 'agent_message_chunk') connected.replayed += 1;
    })
    .onRequest(session.requestPermission, ({ params, signal: own }) =>
      answerPermission(params, { ask, mapper, tell, folder: place.folder, signal: AbortSignal.any([signal, own]) }),
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
  const connected: Connected = { connection, terminals, replaying: false, replayed: 0, updates: 0 };
  return connected;
}
