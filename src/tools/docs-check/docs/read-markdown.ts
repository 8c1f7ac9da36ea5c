import type { Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** A piece of a document that may hold commands. */
export interface Snippet {
  readonly kind: 'script' | 'transcript' | 'inline';
  readonly text: string;
  /** Of the first line of `text`, counted from 1. */
  readonly line: number;
}

export interface SkippedBlock {
  readonly line: number;
  /** Commands in it are not read; it is named in the report. */
  readonly text: string;
}

export interface DocumentSnippets {
  readonly snippets: readonly Snippet[];
  readonly skipped: readonly SkippedBlock[];
}

/** The shell blocks and inline code of a Markdown text, without those behind a `<!-- docs-check: skip -->`. */
export function readMarkdownCommands(source: string): DocumentSnippets {
  const snippets: Snippet[] = [];
  const skipped: SkippedBlock[] = [];

  const visitAll = (nodes: readonly RootContent[]): void => {
    let skip = false;
    for (const node of nodes) {
      if (node.type === 'html' && SKIP.test(node.value)) skip = true;
      else if (skip) {
        skipped.push({
          line: lineOf(node),
          text: source.slice(node.position?.start.offset, node.position?.end.offset),
        });
        skip = false;
      } else visit(node);
    }
  };
  const visit = (node: Nodes): void => {
    if (node.type === 'code') snippets.push(...blockOf(node, source));
    else if (node.type === 'inlineCode') snippets.push({ kind: 'inline', text: node.value, line: lineOf(node) });
    else if ('children' in node) visitAll(node.children);
  };

  visit(fromMarkdown(source));
  return { snippets, skipped };
}

const SKIP = /<!--\s*docs-check:\s*skip\b.*?-->/s;
const SHELLS = new Set(['sh', 'bash', 'shell', 'zsh']);
const TRANSCRIPTS = new Set(['console', 'shell-session', 'shellsession', 'sh-session', 'terminal']);
/** `$ `, `user@host:~$ `, `(venv) $ `, `❯ `. */
export const PROMPT = /^\s*(?:\([\w.-]+\)\s*)?(?:[\w.-]+@[\w.-]+[^$#%]*)?[$❯]\s+(?=\S)/;

function blockOf(node: Extract<Nodes, { type: 'code' }>, source: string): Snippet[] {
  const language = /^[\w-]*/.exec((node.lang ?? '').replace(/^[{.]+/, '').toLowerCase())?.[0] ?? '';
  const prompted = node.value.split('\n').some((line) => PROMPT.test(line));
  const known = SHELLS.has(language) || TRANSCRIPTS.has(language);
  if (!known && !(language === '' && prompted)) return [];
  const fenced = /^[`~]/.test(source.slice(node.position?.start.offset ?? 0));
  return [{ kind: prompted ? 'transcript' : 'script', text: node.value, line: lineOf(node) + (fenced ? 1 : 0) }];
}

const lineOf = (node: Nodes): number => node.position?.start.line ?? 1;
