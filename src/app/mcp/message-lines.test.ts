import { describe, expect, it } from 'vitest';
import { MessageLines } from './message-lines.ts';

const feed = (maxBytes: number, ...chunks: (string | Buffer)[]) => {
  const lines = new MessageLines(maxBytes);
  return chunks.flatMap((chunk) => [...lines.push(Buffer.from(chunk))]);
};
const line = (text: string) => ({ kind: 'line', text });

describe('MessageLines', () => {
  it('joins a message that arrives in pieces and splits messages that arrive together', () => {
    expect(feed(100, 'a', 'b\nc\nd')).toEqual([line('ab'), line('c')]);
  });

  it('joins a character cut between two chunks', () => {
    const bytes = Buffer.from('é\n');
    expect(feed(100, bytes.subarray(0, 1), bytes.subarray(1))).toEqual([line('é')]);
  });

  it('skips a line that is too long, and reads the next one', () => {
    expect(feed(4, '12345\n1234\n')).toEqual([{ kind: 'too-long' }, line('1234')]);
    expect(feed(4, '123', '456', '7\nok\n')).toEqual([{ kind: 'too-long' }, line('ok')]);
  });
});
