import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

describe('readMessage', () => {
  it('reads requests and notifications', () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: { 'io.example/x': 1 } } };
    expect(readMessage(JSON.stringify(request))).toEqual({ kind: 'message', message: request });
    expect(readMessage('{"jsonrpc":"2.0","method":"notifications/odd"}').kind).toBe('message');
  });

  it('answers anything but JSON with a parse error', () => {
    for (const text of ['hello', '{"jsonrpc":', '\u0000']) {
      expect(readMessage(text)).toMatchObject({ kind: 'refused', reply: { id: null, error: { code: -32700 } } });
    }
  });

  it('answers other JSON with an invalid request, to the id it can find', () => {
    expect(readMessage('{"id": 7, "method": 5}')).toMatchObject({ reply: { id: 7, error: { code: -32600 } } });
    expect(readMessage('{"jsonrpc":"2.0","id":"a","method":"x","params":3}')).toMatchObject({ reply: { id: 'a' } });
    for (const text of ['[]', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', '3', 'null', '{}']) {
      expect(readMessage(text)).toMatchObject({ kind: 'refused', reply: { id: null, error: { code: -32600 } } });
    }
  });

  it('does not answer an error it cannot read: that could repeat forever', () => {
    expect(readMessage('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}').kind).toBe('ignored');
    expect(readMessage('{"result": 1}').kind).toBe('ignored');
  });
});
