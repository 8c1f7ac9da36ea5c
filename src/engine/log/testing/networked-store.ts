import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { AssayError, type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { RunId, Seq } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { LeaseOptions, RunStore, StoreListener } from '#contracts/store.ts';

/** The interface of a database on another machine: a name and JSON, answered later with JSON. */
type Asked = { readonly id: number; readonly call: string; readonly args: readonly unknown[] };
type Told =
  | { readonly id: number; readonly ok: true; readonly value?: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorInfo }
  | { readonly changed: Parameters<StoreListener>[0] };

const PAGE = 500;

/** A store behind a socket: only lines of JSON reach it, and nothing is known before its answer came. */
export async function networkedStore(behind: RunStore): Promise<RunStore> {
  const server = await serve(behind);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const socket = createConnection(address.port, '127.0.0.1');
  await once(socket, 'connect');
  const listeners = new Set<StoreListener>();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  createInterface({ input: socket }).on('line', (line) => {
    const told = JSON.parse(line) as Told;
    if ('changed' in told) for (const listener of listeners) listener(told.changed);
    else {
      const asked = waiting.get(told.id);
      waiting.delete(told.id);
      if (told.ok) asked?.resolve(told.value);
      else {
        const { code, message, next } = told.error;
        asked?.reject(new AssayError(code as never, message, next === undefined ? {} : { next }));
      }
    }
  });
  let last = 0;
  const ask = <T>(call: string, ...args: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
      socket.write(`${JSON.stringify({ id: last, call, args } satisfies Asked)}\n`);
    });
  /** Only this side can tell whether a holder is gone: it says which lease it means, and the store compares. */
  const meant = async (run: RunId, { isGone, unrenewed }: LeaseOptions = {}): Promise<LeaseOptions> => {
    const lease = unrenewed ?? (await ask<Awaited<ReturnType<RunStore['header']>>>('header', run))?.lease;
    return lease && (unrenewed !== undefined || isGone?.(lease.worker)) ? { unrenewed: lease } : {};
  };
  return {
    create: (...args) => ask('create', ...args),
    append: (...args) => ask('append', ...args),
    async *read(run, from) {
      for (let at: number = from ?? 1; ; ) {
        const page = await ask<RunEvent[]>('page', run, at);
        yield* page;
        if (page.length < PAGE) return;
        at += page.length;
      }
    },
    list: (...args) => ask('list', ...args),
    header: (...args) => ask('header', ...args),
    fork: (...args) => ask('fork', ...args),
    remove: async (run, options) => ask('remove', run, await meant(run, options)),
    pin: (...args) => ask('pin', ...args),
    lease: async (run, worker, ms, options) => ask('lease', run, worker, ms, await meant(run, options)),
    renew: (...args) => ask('renew', ...args),
    release: (...args) => ask('release', ...args),
    postMail: (...args) => ask('postMail', ...args),
    mail: (...args) => ask('mail', ...args),
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      await ask('close');
      socket.end();
      server.close();
    },
  };
}

async function serve(behind: RunStore): Promise<Server> {
  const server = createServer((socket) => {
    const stop = behind.watch((changed) => tell(socket, { changed }));
    createInterface({ input: socket }).on('line', (line) => {
      const { id, call, args } = JSON.parse(line) as Asked;
      // JSON turns a missing argument into this.
      const given = args.map((arg) => (arg === null ? undefined : arg));
      if (call === 'close') stop();
      answer(behind, call, given).then(
        (value) => tell(socket, { id, ok: true, ...(value === undefined ? {} : { value }) }),
        (thrown: unknown) => tell(socket, { id, ok: false, error: toErrorInfo(thrown) }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function answer(behind: RunStore, call: string, args: readonly unknown[]): Promise<unknown> {
  if (call === 'page') return pageOf(behind, args[0] as RunId, args[1] as Seq);
  const method = Reflect.get(behind, call) as (...given: readonly unknown[]) => Promise<unknown>;
  return method.apply(behind, [...args]);
}

async function pageOf(behind: RunStore, run: RunId, from: Seq): Promise<RunEvent[]> {
  const page: RunEvent[] = [];
  for await (const event of behind.read(run, from)) {
    page.push(event);
    if (page.length === PAGE) break;
  }
  return page;
}

const tell = (socket: Socket, told: Told): void => {
  if (!socket.destroyed) socket.write(`${JSON.stringify(told)}\n`);
};
