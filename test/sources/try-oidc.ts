import type { spawn } from 'node:child_process';
import { oidcMcpServer, signInWithForms } from './oidc-server.ts';
import type { Bench } from './try-service.ts';

export const OIDC = 'oidc-provider@9.13.3';
const ACCESS_SECONDS = 2;

/**
 * A server behind a published OAuth server: signed in to, used, used again when its token is stale, by two processes at once while
 * tokens rotate, and after the person took the grant back.
 */
export async function tryOidc(
  { packages, assay }: Bench,
  start: (args: readonly string[]) => ReturnType<typeof spawn>,
): Promise<{ row: string; problem: string | null }> {
  const server = await oidcMcpServer(packages, ACCESS_SECONDS);
  const steps: string[] = [];
  const told = (problem: string | null) => ({ row: `| ${OIDC} | http, OAuth | ${steps.join(' | ')} |`, problem });
  try {
    const added = await assay(['sources', 'add', 'guarded', '--read-only', '--url', server.url]);
    steps.push(/wants you to sign in/.test(added.err) ? 'yes' : 'no');
    if (steps.at(-1) === 'no') return told(`add: ${added.out}${added.err}`);
    const signedIn = await signIn(start);
    if (signedIn !== null) return told(`auth: ${signedIn}`);
    const tested = await assay(['sources', 'test', 'guarded', '--json']);
    steps.push(String(tested.code === 0 ? JSON.parse(tested.out).tools.length : ''), tested.code === 0 ? 'yes' : 'no');
    if (tested.code !== 0) return told(`test: ${tested.out}${tested.err}`);
    await stale();
    const question = 'Use guarded__secret_number with {"of":"all"}';
    const asked = await assay(['ask', '--model', 'compatible:test', '--mode', 'execute', question]);
    if (!/forty-two/.test(asked.out)) return told(`ask: ${asked.out.slice(0, 300)} ${asked.err.slice(-300)}`);
    await stale();
    const both = await Promise.all([1, 2, 3].map(() => assay(['sources', 'test', 'guarded'])));
    const failed = both.find(({ code }) => code !== 0);
    if (failed) return told(`a race: ${failed.out}${failed.err}`);
    if (server.counts.refused > 0) return told(`${server.counts.refused} uses of a token that had rotated`);
    await server.revoke();
    await stale();
    const revoked = await assay(['sources', 'test', 'guarded']);
    if (revoked.code === 0 || !/sign in/.test(revoked.err)) return told(`revoked: ${revoked.out}${revoked.err}`);
    const second = await signIn(start);
    if (second !== null) return told(`the second sign-in: ${second}`);
    const again = await assay(['sources', 'test', 'guarded']);
    if (again.code !== 0) return told(`after the second sign-in: ${again.err}`);
    steps.push(`${server.counts.refreshed} refreshes`);
    const removed = await assay(['sources', 'remove', 'guarded']);
    steps.push(removed.code === 0 ? 'yes' : 'no');
    return told(removed.code === 0 ? null : removed.err);
  } finally {
    server.close();
  }
}

const stale = (): Promise<void> => new Promise((done) => setTimeout(done, (ACCESS_SECONDS + 1) * 1_000));

/** `assay sources auth` prints where to sign in; a browser is sent there. What it said where it failed. */
function signIn(start: (args: readonly string[]) => ReturnType<typeof spawn>): Promise<string | null> {
  const child = start(['sources', 'auth', 'guarded']);
  let said = '';
  let isSent = false;
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
    const address = said.match(/https?:\S+(?=\n)/)?.[0];
    if (address === undefined || isSent) return;
    isSent = true;
    void signInWithForms(address).catch((error) => {
      console.error(error);
      child.kill();
    });
  });
  return new Promise((done) => child.once('close', (code) => done(code === 0 ? null : said)));
}
