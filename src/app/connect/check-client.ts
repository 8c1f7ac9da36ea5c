import { findOnPath } from '#host/find-system.ts';
import { runProcess } from '#host/run-process.ts';
import type { ClientEntry } from './clients.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a client itself says of Assay's server. */
export interface ClientCheck {
  /** `unlisted`: it does not know the server. `unknown`: it cannot be asked. */
  readonly state: 'connected' | 'untrusted' | 'failed' | 'unparsable' | 'unlisted' | 'unknown';
  readonly seen: string;
  readonly next?: string;
}

const TIMEOUT_MS = 90_000;

/** Starts the client's own listing, as a person would, in the repository. */
export async function checkClient(client: ClientEntry, folder: string, env: Env): Promise<ClientCheck> {
  const { listing, title } = client;
  if (!listing) return { state: 'unknown', seen: `${title} has no listing that could be started`, next: client.next };
  if (findOnPath(listing.program, env) === null)
    return { state: 'unknown', seen: `${listing.program} is not on the PATH`, next: `Install ${title}.` };
  const { program, args } = listing;
  const whole = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const ran = await runProcess({ program, args: [...args], cwd: folder, env: whole, timeoutMs: TIMEOUT_MS });
  const said = plain(`${ran.stdout.text}\n${ran.stderr.text}`);
  return { ...readListing(client, said), ...(ran.outcome === 'exited' ? {} : { seen: `${program}: ${ran.outcome}` }) };
}

/** Pure: what a listing means. Each client words it in its own way; the line that names the server decides. */
export function readListing(client: ClientEntry, said: string): ClientCheck {
  const line = said
    .split('\n')
    .find((each) => /\bassay\b/.test(each) && !/^\s*(at |\/)/.test(each))
    ?.trim();
  if (/not (valid )?json|failed to parse|parse error|invalid configuration|toml parse error/i.test(said))
    return {
      state: 'unparsable',
      seen: `${client.title} cannot read its configuration: ${firstLine(said, /parse|json|toml|invalid/i)}`,
      next: 'Correct the file that it names.',
    };
  if (line === undefined) {
    const untrusted =
      client.trust !== undefined && (/untrusted|not trusted/i.test(said) || /no mcp servers/i.test(said));
    if (untrusted)
      return { state: 'untrusted', seen: `${client.title} lists no server here`, next: client.trust ?? '' };
    return { state: 'unlisted', seen: `${client.title} does not list assay`, next: 'Connect it: assay connect.' };
  }
  if (/pending approval|needs approval|untrusted|not trusted/i.test(line))
    return { state: 'untrusted', seen: line, next: client.trust ?? client.next };
  if (/✗|failed|error|disconnected|not connected|unreachable/i.test(line))
    return { state: 'failed', seen: line, next: 'Run `assay mcp` here: it says what is wrong.' };
  return { state: 'connected', seen: line };
}

const firstLine = (text: string, about: RegExp): string =>
  text
    .split('\n')
    .find((line) => about.test(line))
    ?.trim() ?? '';

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of
const plain = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');
