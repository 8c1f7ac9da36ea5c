import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { OAuthClientInformationFullSchema, OAuthTokensSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import { AssayError } from '#contracts/errors.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';

/**
 * The SDK's interface to a person's registration and tokens. Everything is kept in the credential store, nothing
 * elsewhere.
 */
export class StoredOAuth implements OAuthClientProvider {
  readonly #store: CredentialStore;
  readonly #name: string;
  readonly #redirect: string | undefined;
  readonly #show: ((address: URL) => void) | undefined;
  #verifier = '';
  /** What was last handed out. */
  #lent: string | undefined;
  readonly #state = randomBytes(16).toString('base64url');

  /** Without `show` no one is asked to sign in: stored tokens must do. */
  constructor(store: CredentialStore, source: string, redirect?: string, show?: (address: URL) => void) {
    this.#store = store;
    this.#name = `source/${source}`;
    this.#redirect = redirect;
    this.#show = show;
  }

  get redirectUrl(): string {
    // The SDK requires one even where no one will follow it.
    return this.#redirect ?? 'http://127.0.0.1/not-signing-in';
  }

  get clientMetadata() {
    return {
      client_name: 'Assay',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    const read = this.#read('client', OAuthClientInformationFullSchema);
    // A registration for another port of ours is useless for signing in, but works for refreshing.
    const fits = this.#redirect === undefined || read?.redirect_uris?.includes(this.#redirect);
    return fits ? read : undefined;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#store.set(`${this.#name}/client`, JSON.stringify(client));
  }

  tokens(): OAuthTokens | undefined {
    const tokens = this.#read('tokens', OAuthTokensSchema);
    this.#lent = tokens?.refresh_token;
    return tokens;
  }

  /**
   * For the SDK's requests. Only one process refreshes at a time, and a second one gets the first one's result. Where
   * tokens rotate, using one twice would end the person's session.
   */
  readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const sent = init?.body instanceof URLSearchParams ? init.body : new URLSearchParams(String(init?.body ?? ''));
    if (sent.get('grant_type') !== 'refresh_token') return fetch(url, init);
    return this.#store.alone(async () => {
      const now = this.#read('tokens', OAuthTokensSchema);
      if (now?.refresh_token !== undefined && now.refresh_token !== sent.get('refresh_token'))
        return Response.json(now);
      const answer = await fetch(url, init);
      const read = answer.ok ? OAuthTokensSchema.safeParse(await answer.clone().json()) : null;
      if (read?.success) this.saveTokens(read.data);
      return answer;
    });
  };

  saveTokens(tokens: OAuthTokens): void {
    // A server that does not rotate sends no new refresh token: the old one stays valid.
    const refresh = tokens.refresh_token ?? this.tokens()?.refresh_token;
    this.#store.set(`${this.#name}/tokens`, JSON.stringify({ ...tokens, ...(refresh && { refresh_token: refresh }) }));
  }

  redirectToAuthorization(address: URL): void {
    if (!this.#show)
      throw new AssayError('SOURCE_SIGN_IN', 'The server wants you to sign in.', {
        next: `assay sources auth ${this.#name.slice('source/'.length)}`,
      });
    this.#show(address);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** Called when the server answers `invalid_grant` or `invalid_client`: rejected tokens are deleted. */
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    // Another process may have newer ones by now, which the server did not reject.
    const isStale = this.#read('tokens', OAuthTokensSchema)?.refresh_token === this.#lent;
    if ((scope === 'all' || scope === 'tokens') && isStale) this.#store.delete(`${this.#name}/tokens`);
    if (scope === 'all' || scope === 'client') this.#store.delete(`${this.#name}/client`);
  }

  #read<T>(what: string, schema: { parse(value: unknown): T }): T | undefined {
    const text = this.#store.get(`${this.#name}/${what}`);
    return text === undefined ? undefined : schema.parse(JSON.parse(text));
  }
}

export interface SignInOptions {
  readonly store: CredentialStore;
  readonly source: string;
  readonly url: string;
  /** Shows the person the address to sign in at, or opens it. */
  show(address: URL): void;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
}

/**
 * Signs a person in: registers where the server supports it, always uses PKCE, and receives the answer on a port of
 * this machine.
 */
export async function signIn({ store, source, url, show, signal, fetch }: SignInOptions): Promise<void> {
  const { server, port, code } = await listenForCode(signal);
  try {
    const provider = new StoredOAuth(store, source, `http://127.0.0.1:${port}/callback`, show);
    await store.alone(async () => {
      const options = { serverUrl: url, ...(fetch && { fetchFn: fetch }) };
      if ((await auth(provider, options)) === 'AUTHORIZED') return;
      const answer = await code;
      if (answer.state !== provider.state())
        throw new AssayError('SOURCE_SIGN_IN', 'The sign-in answered a different request; it was not used.');
      await auth(provider, { ...options, authorizationCode: answer.code });
    });
  } finally {
    server.close();
  }
}

/** One answer, on loopback only. */
async function listenForCode(signal: AbortSignal) {
  let take: (answer: { code: string; state: string | null }) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const code = new Promise<{ code: string; state: string | null }>((resolve, reject) => {
    [take, refuse] = [resolve, reject];
  });
  code.catch(() => undefined);
  signal.addEventListener('abort', () => refuse(new AssayError('SOURCE_SIGN_IN', 'The sign-in was cancelled.')), {
    once: true,
  });
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (asked.pathname !== '/callback') return void response.writeHead(404).end();
    const [got, error] = [asked.searchParams.get('code'), asked.searchParams.get('error')];
    response.writeHead(got ? 200 : 400, { 'content-type': 'text/plain' });
    response.end(got ? 'Signed in. You can close this page.' : 'Not signed in.');
    if (got) take({ code: got, state: asked.searchParams.get('state') });
    else refuse(new AssayError('SOURCE_SIGN_IN', `The server did not sign you in: ${error ?? 'it sent no code'}.`));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return { server, port: (server.address() as AddressInfo).port, code };
}
