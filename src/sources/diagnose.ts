import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { SourceConfig } from './source-config.ts';

/** What is wrong with a source, from the error of its connection: what was seen, and what to do. Pure. */
export function diagnose(source: SourceConfig, thrown: unknown): ErrorInfo {
  const info = toErrorInfo(thrown);
  if (info.code !== 'UNEXPECTED') return info;
  const text = messages(thrown);
  const told = (message: string, next: string): ErrorInfo => ({ code: 'SOURCE_UNREADABLE', message, next });
  const where =
    source.type === 'mcp-stdio' ? source.command : 'url' in source ? (source.url ?? source.name) : source.name;
  if (/ENOENT/.test(text) && source.type === 'mcp-stdio')
    return told(`${where} is not installed, or not on the PATH.`, 'Install it, or name its whole path.');
  if (/EACCES/.test(text)) return told(`${where} may not be started.`, `chmod +x ${where}`);
  if (/ECONNREFUSED/.test(text)) return told(`Nothing listens at ${where}.`, 'Start the server, or look at its port.');
  if (/ENOTFOUND|EAI_AGAIN/.test(text))
    return told(`The host of ${where} is not known.`, 'Look at the address, and at your network.');
  if (/certificate|CERT_|self.signed/i.test(text))
    return told(
      `The certificate of ${where} is not trusted.`,
      'NODE_EXTRA_CA_CERTS names a file with the authority’s certificate.',
    );
  if (/\b(401|403)\b|unauthori[sz]ed|forbidden/i.test(text))
    return {
      code: 'SOURCE_SIGN_IN',
      message: `${where} wants you to sign in.`,
      next: `assay sources auth ${source.name}`,
    };
  if (/\b404\b/.test(text))
    return told(`There is no MCP server at ${where}.`, 'Most are at /mcp, older ones at /sse (--sse).');
  if (/\b405\b|text\/html|Unexpected content type/i.test(text))
    return told(`${where} does not speak streamable HTTP.`, 'It may be an older server: add it with --sse.');
  if (/timed? ?out|-32001/i.test(text))
    return told(`${where} did not answer in time.`, 'Start it by hand and look at what it says.');
  if (/closed|-32000/i.test(text))
    return told(`${where} ended before it answered. ${tail(text)}`, 'Start it by hand and look at what it says.');
  return told(`${where}: ${tail(text)}`, 'Start it by hand and look at what it says.');
}

function messages(thrown: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = thrown; at instanceof Error && parts.length < 6; at = at.cause) {
    parts.push(at.message, 'code' in at ? String(at.code) : '');
  }
  return parts.join(' ') || String(thrown);
}

const tail = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(-300);
