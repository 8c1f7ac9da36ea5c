import { describe, expect, it } from 'vitest';
import { checkRequest } from './http-guard.ts';

const headers = (more: { host?: string; origin?: string; authorization?: string } = {}) => ({
  host: '127.0.0.1:8080',
  origin: undefined,
  authorization: undefined,
  ...more,
});
const status = (answer: ReturnType<typeof checkRequest>) => (answer.ok ? 200 : answer.status);

describe('checkRequest', () => {
  it('takes the names of this machine, whatever the port', () => {
    for (const host of ['127.0.0.1:8080', 'localhost', 'LOCALHOST:1', '[::1]:8080']) {
      expect(status(checkRequest(headers({ host }), {}))).toBe(200);
    }
  });

  it('refuses any other name, as a rebound page would send it', () => {
    for (const host of [
      'evil.example',
      'evil.example:8080',
      '127.0.0.1.evil.example',
      'localhost.evil.example:80',
      '10.0.0.1',
      '',
    ]) {
      expect(status(checkRequest(headers({ host }), {}))).toBe(403);
    }
    expect(status(checkRequest({ ...headers(), host: undefined }, {}))).toBe(403);
  });

  it('refuses pages of other origins, also on this machine, unless they are listed', () => {
    for (const origin of ['http://evil.example', 'http://127.0.0.1:3000', 'https://127.0.0.1:8080', 'null']) {
      expect(status(checkRequest(headers({ origin }), {}))).toBe(403);
    }
    expect(status(checkRequest(headers({ origin: 'http://127.0.0.1:8080' }), {}))).toBe(200);
    expect(
      status(checkRequest(headers({ origin: 'http://127.0.0.1:3000' }), { origins: ['http://127.0.0.1:3000'] })),
    ).toBe(200);
  });

  it('requires the token if there is one', () => {
    const guard = { token: 'secret' };
    for (const authorization of [undefined, 'secret', 'Basic secret', 'Bearer ', 'Bearer secre', 'Bearer secret2']) {
      const given = authorization === undefined ? {} : { authorization };
      expect(status(checkRequest(headers(given), guard))).toBe(401);
    }
    expect(status(checkRequest(headers({ authorization: 'Bearer secret' }), guard))).toBe(200);
    expect(status(checkRequest(headers({ authorization: 'bearer secret' }), guard))).toBe(200);
  });
});
