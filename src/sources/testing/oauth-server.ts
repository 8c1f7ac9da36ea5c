import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/**
 * An MCP server behind OAuth 2.1 (registration, PKCE, rotating refresh tokens) for tests; it checks what a real one
 * would.
 */
export async function oauthMcpServer({ tells = '42' }: { readonly tells?: '42' | 'its token' } = {}) {
  const codes = new Map<string, string>();
  const [access, refresh, handedOut] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const counts = { registered: 0, refreshed: 0, refused: 0 };
  const issue = () => {
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID(), token_type: 'Bearer', expires_in: 3600 };
    access.add(tokens.access_token);
    refresh.add(tokens.refresh_token);
    for (const each of [tokens.access_token, tokens.refresh_token]) handedOut.add(each);
    return tokens;
  };
  const answer = (response: ServerResponse, status: number, value: object, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
  const token = (form: URLSearchParams, response: ServerResponse): void => {
    if (form.get('grant_type') === 'refresh_token') {
      // Each may be used once.
      if (refresh.delete(form.get('refresh_token') ?? '')) {
        counts.refreshed += 1;
        answer(response, 200, issue());
      } else {
        counts.refused += 1;
        answer(response, 400, { error: 'invalid_grant', error_description: 'used or revoked' });
      }
      return;
    }
    const challenge = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge === proof) answer(response, 200, issue());
    else answer(response, 400, { error: 'invalid_grant' });
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const base = `http://${request.headers.host}`;
    const url = new URL(request.url ?? '/', base);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (url.pathname.startsWith('/.well-known/oauth-protected-resource'))
      return answer(response, 200, { resource: `${base}/mcp`, authorization_servers: [base] });
    if (url.pathname === '/.well-known/oauth-authorization-server')
      return answer(response, 200, {
        ...{ issuer: base, authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token` },
        ...{ registration_endpoint: `${base}/register`, response_types_supported: ['code'] },
        ...{ code_challenge_methods_supported: ['S256'], token_endpoint_auth_methods_supported: ['none'] },
      });
    if (url.pathname === '/register') {
      counts.registered += 1;
      return answer(response, 201, { ...JSON.parse(body), client_id: randomUUID() });
    }
    if (url.pathname === '/authorize') {
      const code = randomUUID();
      codes.set(code, url.searchParams.get('code_challenge') ?? '');
      handedOut.add(code);
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/token') return token(new URLSearchParams(body), response);
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!access.has(bearer))
      return answer(
        response,
        401,
        { error: 'invalid_token' },
        { 'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"` },
      );
    const mcp = new McpServer({ name: 'guarded', version: '1' });
    mcp.registerTool('secret_number', { description: 'Tells it.', inputSchema: { of: z.string() } }, async () => ({
      content: [{ type: 'text', text: tells === '42' ? tells : `It is ${bearer}` }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await mcp.connect(transport as Parameters<typeof mcp.connect>[0]);
    await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    counts,
    /** Every code and token so far. */
    handedOut,
    /** Revokes everything handed out so far. */
    expire: () => access.clear(),
    revoke: () => refresh.clear(),
  };
}
