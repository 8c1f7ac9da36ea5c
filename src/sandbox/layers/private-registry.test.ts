import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import { certificateAuthority } from '../keyed/certificate.ts';
import { createSandbox } from '../sandbox.ts';
import { toolchainMounts } from '../toolchain-mounts.ts';
import { askManagers } from './ask-managers.ts';
import { installSettings } from './install-settings.ts';
import { sandboxedInstall } from './sandboxed-install.ts';

const missing = spawnSync('bwrap', ['--version']).error !== undefined;
const HOST = 'npm.corp.example';
const TOKEN = 'tok-0123456789-of-the-person';

const WHEEL = 'parts-1.0.0-py3-none-any.whl';
const INDEX = `<!DOCTYPE html><a href="/python/files/${WHEEL}">${WHEEL}</a>`;
const BASIC = `Basic ${Buffer.from('ann:pass-of-the-person').toString('base64')}`;
const MAKE_WHEEL = `import zipfile
with zipfile.ZipFile("${WHEEL}", "w") as wheel:
    wheel.writestr("parts.py", "ANSWER = 42\\n")
    wheel.writestr("parts-1.0.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: parts\\nVersion: 1.0.0\\n")
    wheel.writestr("parts-1.0.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("parts-1.0.0.dist-info/RECORD", "")
`;
const hasPip = spawnSync('python3', ['-m', 'pip', '--version']).status === 0;

interface Seen {
  readonly line: string;
  readonly authorization: string | undefined;
}

/** A registry that answers requests with the token: one package, and what it saw. The machine reaches it through a proxy. */
async function privateRegistry(folder: string): Promise<{ seen: Seen[]; ca: string; proxy: string; tarball: Buffer }> {
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), '{"name":"parts","version":"1.0.0","main":"index.js"}');
  writeFileSync(join(folder, 'package/index.js'), 'module.exports = 42;\n');
  execFileSync('tar', ['-czf', 'parts.tgz', 'package'], { cwd: folder });
  const tarball = readFileSync(join(folder, 'parts.tgz'));
  const authority = certificateAuthority(new Date());
  const seen: Seen[] = [];
  const registry = createServer(authority.identityOf(HOST), (request, response) => {
    const { authorization } = request.headers;
    seen.push({ line: `${request.method} ${request.url}`, authorization });
    const wanted = /^\/python\//.test(request.url ?? '') ? BASIC : `Bearer ${TOKEN}`;
    if (authorization !== wanted) response.writeHead(401).end('who are you?');
    else if (request.url === '/python/simple/parts/')
      response.writeHead(200, { 'content-type': 'text/html' }).end(INDEX);
    else if (request.url === `/python/files/${WHEEL}`) response.end(readFileSync(join(folder, WHEEL)));
    else if (request.url === '/parts/-/parts-1.0.0.tgz') response.end(tarball);
    else response.end('{"name":"parts"}');
  });
  const proxy = createHttp();
  proxy.on('connect', (_, near, head) => {
    const far = connect((registry.address() as AddressInfo).port, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      far.write(head);
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
  });
  for (const server of [registry, proxy]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  writeFileSync(join(folder, 'ca.pem'), authority.cert);
  return {
    seen,
    tarball,
    ca: join(folder, 'ca.pem'),
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  };
}

describe.skipIf(missing)(`G10.10 a private registry${missing ? ' (skipped: needs bwrap)' : ''}`, () => {
  it('gives its packages to npm in the sandbox, which has no credential and can do nothing else with it', {
    timeout: 120_000,
  }, async () => {
    const root = mkdtempSync(join(tmpdir(), 'assay-private-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const { seen, ca, proxy, tarball } = await privateRegistry(root);
    const home = join(root, 'home');
    const layer = join(root, 'layer');
    const work = join(layer, 'work');
    for (const path of [home, work, join(layer, 'home')]) mkdirSync(path, { recursive: true });
    writeFileSync(
      join(home, '.npmrc'),
      `registry=https://${HOST}/\ncafile=${ca}\n//${HOST}/:_authToken=\${CORP_TOKEN}\n`,
    );
    const person = {
      PATH: process.env.PATH,
      HOME: home,
      CORP_TOKEN: TOKEN,
      HTTPS_PROXY: proxy,
      PIP_CERT: ca,
      PIP_INDEX_URL: `https://ann:pass-of-the-person@${HOST}/python/simple/`,
    };
    const install = sandboxedInstall({
      sandbox: await createSandbox({ folder: join(root, 'own'), env: person }),
      tools: await toolchainMounts(['node', 'npm', 'python3'], process.env),
      settings: async () => installSettings(await askManagers(person), person),
    });
    const run = (program: string, ...args: string[]): Promise<ExecResult> =>
      install({ program, args, env: { HOME: join(layer, 'home') } }, work, undefined, layer);

    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const parts = { version: '1.0.0', resolved: `https://${HOST}/parts/-/parts-1.0.0.tgz`, integrity };
    const top = { name: 'p', version: '1.0.0', dependencies: { parts: '1.0.0' } };
    const lock = { ...top, lockfileVersion: 3, packages: { '': top, 'node_modules/parts': parts } };
    writeFileSync(join(work, 'package.json'), JSON.stringify(top));
    writeFileSync(join(work, 'package-lock.json'), JSON.stringify(lock));
    const made = await run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
    expect(made, made.stderr.text).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(readFileSync(join(work, 'node_modules/parts/index.js'), 'utf8')).toContain('42');
    expect(seen).toEqual([{ line: 'GET /parts/-/parts-1.0.0.tgz', authorization: `Bearer ${TOKEN}` }]);

    // What a package runs: it looks for the token, publishes, and asks whose it is.
    const calls = ['PUT /parts', 'DELETE /parts', 'GET /-/whoami', 'GET /-/npm/v1/tokens', 'GET /parts'];
    const script = `
      const { execSync } = require('node:child_process');
      const { connect } = require('node:tls'), { request } = require('node:https'), http = require('node:http');
      const proxy = new URL(process.env.HTTPS_PROXY);
      const way = () => new Promise((done) => http.request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: '${HOST}:443' }).on('connect', (_, socket) => done(socket)).end());
      (async () => {
        for (const [method, path] of ${JSON.stringify(calls.map((call) => call.split(' ')))}) {
          const socket = connect({ socket: await way(), servername: '${HOST}', ca: require('node:fs').readFileSync(process.env.NODE_EXTRA_CA_CERTS) });
          const answer = await new Promise((done, failed) => request({ host: '${HOST}', method, path, createConnection: () => socket }, done).on('error', failed).end());
          answer.resume();
          console.log(method, path, answer.statusCode);
        }
        console.log(execSync('env; cat /proc/*/environ ~/.npmrc /run/install/* 2>/dev/null; true', { maxBuffer: 1e8 }).toString());
      })();`;
    const peek = await run('node', '-e', script);
    expect(peek.stdout.text.split('\n').slice(0, 5), peek.stderr.text).toEqual([
      'PUT /parts 403',
      'DELETE /parts 403',
      'GET /-/whoami 401',
      'GET /-/npm/v1/tokens 401',
      'GET /parts 200',
    ]);
    expect(peek.stdout.text).toContain('BEGIN CERTIFICATE');
    expect(peek.stdout.text).not.toMatch(/tok-0123|pass-of-the-person/);
    expect(peek.stdout.text).not.toContain(BASIC.slice(6));
    expect(seen.slice(1).map(({ line, authorization }) => [line, authorization])).toEqual([
      ['GET /-/whoami', undefined],
      ['GET /-/npm/v1/tokens', undefined],
      ['GET /parts', `Bearer ${TOKEN}`],
    ]);
    if (!hasPip) return;
    execFileSync('python3', ['-c', MAKE_WHEEL], { cwd: root });
    const download = ['-m', 'pip', 'download', '--disable-pip-version-check', '--no-input', '--no-deps', 'parts'];
    const wheel = await run('python3', ...download);
    expect(wheel, wheel.stderr.text).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(existsSync(join(work, WHEEL))).toBe(true);
  });
});
