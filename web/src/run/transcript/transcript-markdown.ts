import type { AgentResult } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { clockTime } from '../../lib/format.ts';
import { callState, type Entry, type TranscriptTool } from './transcript-fold.ts';
import { aboutCall, rowsOf } from './transcript-rows.ts';

/**
 * What an agent did, for a pull request or a message. Its own text stays Markdown; everything else is quoted as code.
 */
export function transcriptMarkdown(title: string, entries: readonly Entry[]): string {
  const parts = rowsOf(entries).map(({ entry, depth }) => quoted(entryMarkdown(entry), depth));
  return [`# ${markdownLine(title)}`, ...parts].join('\n\n').concat('\n');
}

function entryMarkdown(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
      return entry.text;
    case 'thinking':
      return `<details><summary>Thinking</summary>\n\n${fenced(entry.text)}\n\n</details>`;
    case 'tool':
      return toolMarkdown(entry);
    case 'status':
      return `*${markdownLine(entry.text)}*`;
    case 'error':
      return `**${markdownLine(entry.error.code)}**: ${markdownLine(entry.error.message)}`;
    case 'end':
      return `**Ended at ${clockTime(entry.at)}**\n\n${resultMarkdown(entry.result)}`;
  }
}

function toolMarkdown(entry: TranscriptTool): string {
  const about = aboutCall(entry.input);
  const head = `**${markdownLine(entry.tool)}**${about === '' ? '' : ` ${code(about)}`} (${callState(entry, false)})`;
  const denied = entry.answer?.type === 'deny' ? [`Denied: ${markdownLine(entry.answer.error.message)}`] : [];
  const result = entry.result === null ? [] : [fenced(entry.result.text)];
  return [head, ...denied, fenced(jsonText(entry.input), 'json'), ...result].join('\n\n');
}

function resultMarkdown(result: AgentResult): string {
  switch (result.type) {
    case 'claim':
      return fenced(jsonText(result.claim), 'json');
    case 'text':
      return result.text;
    case 'blocker':
      return `Blocked: ${markdownLine(result.blocker)}`;
    case 'failed':
      return `Failed, ${markdownLine(result.error.code)}: ${markdownLine(result.error.message)}`;
  }
}

const jsonText = (value: Json): string => JSON.stringify(value, null, 2);

const quoted = (text: string, depth: number): string =>
  depth === 0 ? text : text.replaceAll(/^/gm, `${'>'.repeat(depth)} `);

/** Characters with a meaning in Markdown or HTML. */
const markdownLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#&]/g, '\\$&');

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** As code, whatever backticks it contains. */
function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  return `${ticks} ${text} ${ticks}`;
}

function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}
