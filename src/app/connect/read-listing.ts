import type { ClientEntry } from '#agents/known/client-entry.ts';

/** A client's own report about Assay's server. */
export interface ClientCheck {
  /**
   * `listed`: it has it and did not start it. `off`: a person switched it off. `unlisted`: it does not know the server.
   * `unknown`: it cannot be asked.
   */
  readonly state: 'connected' | 'listed' | 'untrusted' | 'off' | 'failed' | 'unparsable' | 'unlisted' | 'unknown';
  readonly seen: string;
  readonly next?: string;
}

/**
 * Pure: the meaning of a listing. Each client has its own format; the line that begins with the server's name decides.
 * Written for the output of Claude Code 2.1, Codex 0.166, opencode 1.18 and Gemini CLI 0.61.
 */
export function readListing(client: ClientEntry, said: string): ClientCheck {
  const { title, trust, next } = client;
  const lines = plain(said).split('\n');
  const at = lines.findIndex((each) => /^[^\w/"'{}]*assay\b/.test(each));
  const broken = lines.find((each) => UNPARSABLE.test(each))?.trim();
  if (broken !== undefined && at < 0)
    return {
      state: 'unparsable',
      seen: `${title} cannot read its configuration: ${fileNamed(lines) ?? broken}`,
      next: 'Correct that file, then check again.',
    };
  if (at < 0)
    return {
      state: 'unlisted',
      seen: `${title} does not list assay`,
      next: 'Connect it (`assay connect`); a server that was refused once is not listed either.',
    };
  const line = lines[at]?.replace(/^[^\w]*(?=assay)/, '').trim() ?? '';
  if (/pending approval|needs approval|untrusted|not trusted/i.test(line))
    return { state: 'untrusted', seen: line, next: trust ?? next };
  if (/\bdisabled\b/i.test(line))
    return lines.some((each) => /untrusted|not trusted/i.test(each))
      ? { state: 'untrusted', seen: `${line}: this folder is untrusted`, next: trust ?? next }
      : { state: 'off', seen: line, next: `Switch the server on in ${title}.` };
  if (/failed|error|disconnected|not connected|unreachable|needs auth/i.test(line)) {
    const why = lines[at + 1]?.replace(/^\W*/, '').trim() ?? '';
    return { state: 'failed', seen: /not found|error|fail/i.test(why) ? `${line}: ${why}` : line };
  }
  return { state: client.listing?.starts === false ? 'listed' : 'connected', seen: line };
}

const UNPARSABLE =
  /not (a )?(valid )?json|failed to parse|parse error|invalid configuration|^\s*error in .*: |unexpected .*json/i;

/** Where it is configured: the file, in the words of the line. */
const fileNamed = (lines: readonly string[]): string | undefined =>
  lines
    .map((line) => line.replace(/^(Location|Error): /, '').trim())
    .find((line) => /\/\S+\.(jsonc?|toml)\b/.test(line) && !/^WARNING/.test(line));

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of
const plain = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');
