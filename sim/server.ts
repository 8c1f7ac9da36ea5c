import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Clock, sleepUntilAborted } from '#contracts/clock.ts';
import { AssayError } from '#contracts/errors.ts';
import { systemClock } from '#host/clock.ts';
import { simApp } from './app.ts';
import { Ledger } from './ledger.ts';
import { Memory } from './memory.ts';
import { DEFAULT_MODELS } from './models.ts';
import { PromptCache } from './prompt-cache.ts';
import type { Latency, Scenario, SimExchange, SimUsage } from './types.ts';

export interface SimOptions {
  readonly scenario: Scenario;
  /** The default 0 takes any free one. */
  readonly port?: number;
  /** For answers that name none of their own. */
  readonly latency?: Partial<Latency>;
  /** Multiplies every latency; 0 makes all answers immediate. */
  readonly timeScale?: number;
  readonly clock?: Clock;
  /** Listed by `GET /v1/models`; every name is answered. */
  readonly models?: readonly string[];
}

export interface Sim {
  readonly url: string;
  readonly port: number;
  /** The latest thousand, oldest first. */
  readonly requests: readonly SimExchange[];
  /** The sum of the usage reported to clients, over all calls. */
  readonly usage: SimUsage;
  close(): Promise<void>;
}

/** Starts a simulator on the loopback interface. */
export async function startSim(options: SimOptions): Promise<Sim> {
  const clock = options.clock ?? systemClock;
  const scale = options.timeScale ?? 1;
  const ledger = new Ledger();
  const app = simApp(
    {
      scenario: options.scenario,
      latency: options.latency ?? {},
      ledger,
      cache: new PromptCache(),
      memory: new Memory(),
      now: () => Math.floor(clock.now() / 1000),
      sleep: (ms, signal) => sleepUntilAborted(clock, ms * scale, signal),
    },
    options.models ?? DEFAULT_MODELS,
  );
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get requests() {
      return ledger.exchanges;
    },
    get usage() {
      return ledger.total;
    },
    close: () => close(server),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new AssayError('PORT_IN_USE', `The simulator cannot listen on 127.0.0.1:${port}: ${messageOf(cause)}`, {
      next: 'Choose another port, or 0 for any free one.',
      cause,
    });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Endless streams end here too. */
async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
