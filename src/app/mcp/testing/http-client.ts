import { request } from 'node:http';
import type { Message } from './raw-server.ts';

export interface RawAnswer {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
  /** The JSON body, or the data of each server-sent event. */
  readonly messages: Message[];
}

/** One POST with any headers at all: `fetch` would set Host itself. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    const sent = request(url, { method: 'POST', headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const session = response.headers['mcp-session-id'];
        const messages = parse(text, response.headers['content-type'] ?? '');
        resolve({ status: response.statusCode ?? 0, session: session?.toString(), text, messages });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

function parse(text: string, type: string): Message[] {
  if (type.startsWith('application/json')) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (.+)$/gm)].map((match) => JSON.parse(match[1] ?? 'null'));
}
