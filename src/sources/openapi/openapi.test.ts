import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHome } from '#host/home.ts';
import { diagnose } from '../diagnose.ts';
import { openSource } from '../open-source.ts';
import { SourceConfig } from '../source-config.ts';
import { openApiTools } from './as-tools.ts';
import { readOpenApi } from './read-openapi.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://pets.example.com/v1 }]
paths:
  /pets/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    get:
      operationId: getPet
      summary: One pet.
      parameters: [{ name: fields, in: query, schema: { type: array, items: { type: string } } }]
    delete: { operationId: getPet }
  /pets:
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string } } }
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, parent: { $ref: '#/components/schemas/Pet' } } }
`;

function file(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'openapi.yaml');
  writeFileSync(path, text);
  return path;
}

describe('C6.2 a REST service by its document', () => {
  it('offers each operation once, under its own name, and cuts a recursive type', async () => {
    const document = await readOpenApi(file(DOCUMENT));
    expect(document).toMatchObject({ title: 'Pets', server: 'https://pets.example.com/v1' });
    expect(document.operations.map(({ id, method }) => [id, method])).toEqual([
      ['getPet', 'get'],
      ['getPet_2', 'delete'],
      ['addPet', 'post'],
    ]);
  });

  it('offers only the requested part of a large service: operations, tags, paths', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, no) => [
        `/${no < 200 ? 'a' : 'ab'}/${no}`,
        { get: { operationId: `get${no}`, tags: [no % 100 === 7 ? 'sevens' : 'others'] } },
      ]),
    );
    const large = file(JSON.stringify({ openapi: '3.0.3', info: { title: 'Large' }, paths }));
    await expect(readOpenApi(large)).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      next: expect.stringContaining('--only'),
    });
    const idsOf = async (only: string[]) => (await readOpenApi(large, only)).operations.map(({ id }) => id);
    expect(await idsOf(['sevens', 'get399'])).toEqual(['get7', 'get107', 'get207', 'get307', 'get399']);
    expect((await idsOf(['/a'])).length).toBe(200);
    await expect(readOpenApi(large, ['/none'])).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
  });

  it('reports that no server answers when it is tried', async () => {
    const server = createServer((_, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const source = SourceConfig.parse({ name: 'pets', addedAt: 1, type: 'openapi', document: file(DOCUMENT), url });
    const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-home-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const env = { ASSAY_HOME: folder };
    await using open = await openSource(source, await openHome(env), env);
    await expect(open.reach?.()).resolves.toBeUndefined();
    await new Promise((closed) => server.close(closed).closeAllConnections());
    const thrown = await open.reach?.().catch((cause: unknown) => cause);
    expect(diagnose(source, thrown).message).toBe(`Nothing listens at ${url}.`);
  });

  it('calls with path, query and body in their places, the secret added outside, and no step out of the path', async () => {
    const seen: { url: string; key: string | undefined; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push({ url: request.url ?? '', key: request.headers['x-api-key'] as string | undefined, body });
      if (request.url?.startsWith('/away'))
        return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const path = file(DOCUMENT);
    const source = SourceConfig.parse({ type: 'openapi', name: 'pets', document: path, addedAt: 0 }) as never;
    const caller = { fetch, headers: () => ({ 'x-api-key': 'sealed' }) };
    const [get, remove, add] = openApiTools(source, await readOpenApi(path), base, caller);
    const context = { signal: new AbortController().signal, cwd: '/', progress: () => undefined };
    expect([get?.annotations.readOnly, remove?.annotations.destructive, add?.annotations.readOnly]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await get?.run({ id: '../../admin', fields: ['a', 'b'] }, context)).toMatchObject({ ok: true });
    expect(await add?.run({ body: { name: 'Rex' } }, context)).toMatchObject({ ok: true });
    expect(seen).toEqual([
      { url: '/pets/%2E%2E%2F%2E%2E%2Fadmin?fields=a&fields=b', key: 'sealed', body: '' },
      { url: '/pets', key: 'sealed', body: '{"name":"Rex"}' },
    ]);
    expect(get?.input.safeParse({}).success).toBe(false);
  });

  it.each([
    ['swagger: "2.0"', 'not an OpenAPI document'],
    ['{', 'neither JSON nor YAML'],
  ])('says what is wrong with %s', async (text, told) => {
    await expect(readOpenApi(file(text))).rejects.toThrow(told);
  });
});
