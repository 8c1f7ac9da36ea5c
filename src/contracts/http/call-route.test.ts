import { describe, expect, it } from 'vitest';
import { type ApiError, callRoute, type Fetch, pathOf } from './call-route.ts';
import { ROUTES, STREAMS } from './routes.ts';
import { checkStreamEvent } from './stream-event.ts';

const answering =
  (status: number, text: string, asked: { url: string; method: string; body?: string }[] = []): Fetch =>
  async (url, { method, body }) => {
    asked.push({ url, method, ...(body === undefined ? {} : { body }) });
    return { status, text: async () => text };
  };

const acted = { run: 'r1', shown: 'paused', heard: true, here: false };

describe('callRoute', () => {
  it('fills in the path and the query, whatever the values hold', () => {
    const { run, runs } = ROUTES;
    expect(pathOf(run, { params: { run: '../a b?#' }, query: { at: 3, moments: undefined } })).toBe(
      '/api/runs/..%2Fa%20b%3F%23?at=3',
    );
    expect(pathOf(runs, { query: { status: ['running', 'waiting'], text: 'a&b=c' } })).toBe(
      '/api/runs?status=running%2Cwaiting&text=a%26b%3Dc',
    );
  });

  it('sends the body as JSON and returns the answer', async () => {
    const asked: { url: string; method: string; body?: string }[] = [];
    const input = { params: { run: 'r1' }, body: { why: 'lunch' } };
    expect(await callRoute(ROUTES.pause, input, answering(200, JSON.stringify(acted), asked))).toEqual(acted);
    expect(asked).toEqual([{ url: '/api/runs/r1/pause', method: 'POST', body: '{"why":"lunch"}' }]);
  });

  it('throws the server’s error', async () => {
    const failure = JSON.stringify({ error: { code: 'RUN_UNKNOWN', message: 'no run', next: 'look' } });
    const called = callRoute(ROUTES.run, { params: { run: 'x' } }, answering(404, failure));
    await expect(called).rejects.toMatchObject({ status: 404, code: 'RUN_UNKNOWN', message: 'no run', next: 'look' });
  });

  it('accepts no answer that does not fit or is not JSON', async () => {
    const wrong = callRoute(ROUTES.home, {}, answering(200, '{"needs":"none"}'));
    await expect(wrong).rejects.toMatchObject({
      code: 'ANSWER_INVALID',
      message: 'This page cannot read the server’s answer (/api/home: at).',
    });
    const html = callRoute(ROUTES.home, {}, answering(502, '<html>'));
    await expect(html).rejects.toMatchObject({ status: 502, code: 'UNEXPECTED' });
  });

  it('distinguishes a server that is gone from one that refuses', async () => {
    const gone: Fetch = () => Promise.reject(new TypeError('fetch failed'));
    const error: unknown = await callRoute(ROUTES.home, {}, gone).catch((thrown: ApiError) => thrown);
    expect(error).toMatchObject({ status: 0, code: 'SERVER_UNREACHABLE' });
  });
});

describe('the queries of routes', () => {
  it('read the same from text as from values', () => {
    const { query } = ROUTES.runs;
    const values = { status: ['running', 'waiting'], limit: 5 };
    expect(query.parse({ status: 'running,waiting', limit: '5' })).toEqual(values);
    expect(query.parse(values)).toEqual(values);
  });

  it('refuse unknown values', () => {
    expect(ROUTES.runs.query.safeParse({ status: 'running,flying' }).success).toBe(false);
    expect(ROUTES.runEvents.query.safeParse({ from: '-1' }).success).toBe(false);
    expect(ROUTES.runEvents.query.safeParse({ from: '1e9' }).success).toBe(false);
  });
});

describe('checkStreamEvent', () => {
  it('checks an event by the schema of its name', () => {
    const data = { act: 'build#1', line: 'runs the tests', at: 5 };
    expect(checkStreamEvent(STREAMS.runLive, 'say', data)).toEqual({ name: 'say', data });
    expect(() => checkStreamEvent(STREAMS.runLive, 'say', { act: 1 })).toThrow();
  });

  it('passes over names it does not know', () => {
    expect(checkStreamEvent(STREAMS.runLive, 'toString', {})).toBeNull();
    expect(checkStreamEvent(STREAMS.runLive, 'later', {})).toBeNull();
  });
});
