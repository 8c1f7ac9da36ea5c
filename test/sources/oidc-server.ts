import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

/** The used part of the package, which is installed with the servers, not with Assay. */
interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  on(event: string, listener: (...args: never[]) => void): void;
  readonly AccessToken: {
    find(token: string): Promise<{ readonly isValid: boolean; destroy(): Promise<void> } | undefined>;
  };
  readonly Grant: { adapter: { destroy(id: string): Promise<void> } };
}

/** An MCP server behind oidc-provider as it is published: registration, PKCE, refresh tokens that rotate, short access tokens. */
export async function oidcMcpServer(packages: string, accessSeconds: number) {
  const path = join(packages, 'node_modules/oidc-provider/lib/index.js');
  const { default: Oidc } = (await import(pathToFileURL(path).href)) as {
    default: new (issuer: string, configuration: object) => Provider;
  };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resource = `${base}/mcp`;
  const provider = new Oidc(base, {
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: 'notes:read', audience: resource, accessTokenFormat: 'opaque' }),
      },
    },
    scopes: ['openid', 'offline_access', 'notes:read'],
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    ttl: { AccessToken: accessSeconds, RefreshToken: 3_600, Grant: 3_600, Interaction: 600, Session: 3_600 },
    cookies: { keys: ['only-for-this-test'] },
    clientDefaults: { token_endpoint_auth_method: 'none' },
  });
  const counts = { refreshed: 0, refused: 0 };
  const grants = new Set<string>();
  provider.on('grant.success', ((context: {
    oidc: { params: { grant_type: string }; entities: { Grant?: { jti: string } } };
  }) => {
    if (context.oidc.params.grant_type === 'refresh_token') counts.refreshed += 1;
    if (context.oidc.entities.Grant) grants.add(context.oidc.entities.Grant.jti);
  }) as never);
  provider.on('grant.error', (() => {
    counts.refused += 1;
  }) as never);
  const authorize = provider.callback();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', base);
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(
        JSON.stringify({ resource, authorization_servers: [base], scopes_supported: ['notes:read'] }),
      );
    }
    if (pathname !== '/mcp') return authorize(request, response);
    const token = await provider.AccessToken.find(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (!token?.isValid) {
      const where = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"`;
      return void response.writeHead(401, { 'www-authenticate': where }).end();
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const mcp = new McpServer({ name: 'guarded', version: '1' });
    mcp.registerTool('secret_number', { description: 'Tells it.', inputSchema: { of: z.string() } }, async () => ({
      content: [{ type: 'text', text: 'forty-two' }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await mcp.connect(transport as Parameters<typeof mcp.connect>[0]);
    await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
  };
  server.on('request', (request, response) => void serve(request, response).catch(() => response.destroy()));
  return {
    ...{ url: resource, counts },
    /** The person took back what they had granted. */
    revoke: async () => {
      for (const grant of grants) await provider.Grant.adapter.destroy(grant);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Signs in as a person would in a browser: follows redirects, keeps cookies, sends the forms it is shown. */
export async function signInWithForms(address: string): Promise<void> {
  const cookies = new Map<string, string>();
  let [url, init]: [string, RequestInit] = [address, {}];
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = each.match(/^([^=]+)=([^;]*)/) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) {
      [url, init] = [new URL(location, url).href, {}];
      continue;
    }
    const action = page.match(/<form[^>]*action="([^"]+)"/)?.[1];
    if (action === undefined) return;
    const prompt = page.match(/name="prompt" value="([^"]+)"/)?.[1] ?? 'login';
    const fields = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: 'me', password: 'anything' }) });
    [url, init] = [new URL(action, url).href, { method: 'POST', body: fields }];
  }
  throw new Error('the sign-in goes round in circles');
}
