import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type MessageLine, MessageLines } from './message-lines.ts';
import { type RpcError, readMessage, rpcError } from './read-message.ts';

export interface Stdio {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/**
 * One JSON message per line. The SDK's own transport leaves garbage unanswered, ends on a long message and does not
 * notice the end of its input; this one answers, continues, and closes.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  // The SDK's own type of the callback, which it assigns.
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #io: Stdio;
  readonly #lines: MessageLines;
  readonly #maxBytes: number;
  #closed = false;

  constructor(io: Stdio, maxBytes: number) {
    this.#io = io;
    this.#maxBytes = maxBytes;
    this.#lines = new MessageLines(maxBytes);
  }

  async start(): Promise<void> {
    const { stdin, stdout } = this.#io;
    stdin.on('data', this.#onData);
    stdin.once('end', this.#onGone);
    stdin.once('close', this.#onGone);
    stdin.on('error', this.#onBroken);
    // The error listener on stdout stays: a late EPIPE must not end the process.
    stdout.on('error', this.#onBroken);
    stdout.once('close', this.#onGone);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { stdin, stdout } = this.#io;
    stdin.off('data', this.#onData);
    stdin.off('end', this.#onGone);
    stdin.off('close', this.#onGone);
    stdout.off('close', this.#onGone);
    // An open stdin would keep the process alive.
    stdin.destroy();
    this.onclose?.();
  }

  readonly #onData = (chunk: Buffer | string): void => {
    for (const line of this.#lines.push(Buffer.from(chunk))) {
      if (!this.#closed) this.#onLine(line);
    }
  };

  readonly #onGone = (): void => void this.close();

  readonly #onBroken = (error: Error): void => {
    if (this.#closed) return;
    this.onerror?.(error);
    void this.close();
  };

  #onLine(line: MessageLine): void {
    if (line.kind === 'too-long') {
      const message = `Invalid request: a message may have at most ${this.#maxBytes} bytes`;
      this.#refuse(rpcError(null, ErrorCode.InvalidRequest, message));
      return;
    }
    if (line.text.trim() === '') return;
    const read = readMessage(line.text);
    if (read.kind === 'message') this.onmessage?.(read.message);
    if (read.kind === 'refused') this.#refuse(read.reply);
  }

  #refuse(reply: RpcError): void {
    this.onerror?.(new Error(reply.error.message));
    void this.#write(reply);
  }

  /** Settles when the message was taken over, or can no longer be. */
  #write(message: JSONRPCMessage | RpcError): Promise<void> {
    const { stdout } = this.#io;
    if (!stdout.writable) return Promise.resolve();
    return new Promise((resolve) => stdout.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }
}
