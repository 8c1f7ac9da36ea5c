import { CommitMessage } from '#contracts/workspace.ts';

/**
 * `<phase>: <brief>` or only the brief, the summary, and the trailers: always the last paragraph, whatever the summary
 * contains.
 */
export function formatMessage(message: CommitMessage): string {
  const { phase, brief, summary, session, node, costUsd } = CommitMessage.parse(message);
  const body = tidy(summary);
  const trailers = `Session: ${session}\nNode: ${node}\nCost: ${formatCost(costUsd)}`;
  const title = phase === null ? brief : `${phase}: ${brief}`;
  return `${[title, ...(body === '' ? [] : [body]), trailers].join('\n\n')}\n`;
}

/** The parts of such a message, or null when it is not one of ours. */
export function parseMessage(text: string): CommitMessage | null {
  const paragraphs = text.replace(/\n+$/, '').split('\n\n');
  const [title, ...rest] = paragraphs;
  const trailers = new Map<string, string>();
  for (const line of rest.pop()?.split('\n') ?? []) {
    const [, name, value] = /^([A-Za-z-]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !trailers.has(name)) trailers.set(name, value);
  }
  const [, phase = null, brief = title] = /^([^:]*): (.*)$/.exec(title ?? '') ?? [];
  const parsed = CommitMessage.safeParse({
    phase,
    brief,
    summary: rest.join('\n\n'),
    session: trailers.get('Session'),
    node: trailers.get('Node'),
    costUsd: trailers.get('Cost') === UNKNOWN ? null : Number.parseFloat(trailers.get('Cost') ?? ''),
  });
  return parsed.success ? parsed.data : null;
}

/** Adds a trailer to a message that ends with trailers. */
export const withTrailer = (text: string, name: string, value: string): string =>
  `${text.replace(/\n+$/, '')}\n${name}: ${value}\n`;

const UNKNOWN = 'unknown';

const formatCost = (usd: number | null): string =>
  usd === null ? UNKNOWN : `${usd.toFixed(6).replace(/0+$/, '').replace(/\.$/, '')} USD`;

function tidy(summary: string): string {
  return summary
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}
