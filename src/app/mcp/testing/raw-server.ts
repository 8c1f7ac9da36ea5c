import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { splitLines } from '#host/line-splitter.ts';
import type { ShellLimits } from '../shell.ts';
import { until } from './until.ts';

export const FIXTURE_SERVER = fileURLToPath(new URL('./fixture-server.ts', import.meta.url));

export type Message = Readonly<Record<string, unknown>>;

/** The fixture server as a process, used at the byte level: for what no proper client would send. */
export class RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exit: Promise<number | null>;
  /** Everything on stdout, line by line, exactly as it came. */
  readonly lines: string[] = [];
  stderr = '';

  constructor(limits: Partial<ShellLimits> = {}) {
    this.child = spawn(process.execPath, [FIXTURE_SERVER, JSON.stringify(limits)]);
    this.exit = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
    const lines = splitLines((line) => this.lines.push(line));
    this.child.stdout.on('data', (chunk: Buffer) => lines.add(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
  }

  send(message: unknown): void {
    this.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  request(id: number | string, method: string, params?: unknown): Promise<Message> {
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.received((message) => message.id === id);
  }

  async initialize(): Promise<Message> {
    const answer = await this.request('init', 'initialize', INITIALIZE);
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  async received(fits: (message: Message) => boolean): Promise<Message> {
    let found: Message | undefined;
    await until(() => {
      found = this.messages().find(fits);
      return found !== undefined || this.child.exitCode !== null;
    });
    if (found === undefined) throw new Error(`The server ended without that message. ${this.stderr}`);
    return found;
  }

  messages(): Message[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  async noted(what: string): Promise<void> {
    await until(() => this.stderr.includes(`note ${what}\n`));
  }
}

export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '0' },
};
