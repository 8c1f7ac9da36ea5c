import type { ShellParser } from '#code/shell-tree.ts';
import { escapePattern } from '#contracts/text.ts';
import { checkCommand } from './check/check-command.ts';
import type { Drift } from './check/drift.ts';
import type { CommandTree } from './cli/command-tree.ts';
import { documentedCommands } from './docs/documented-commands.ts';

export interface SourceDocument {
  readonly file: string;
  readonly text: string;
}

export interface DocsFinding extends Drift {
  readonly file: string;
  readonly line: number;
  /** The command as the document has it. */
  readonly written: string;
  /** The same with the first suggestion in place, where there is one. */
  readonly corrected: string | null;
}

export interface DocumentsReport {
  readonly findings: readonly DocsFinding[];
  readonly blocks: number;
  readonly commands: number;
  readonly skipped: readonly { readonly file: string; readonly line: number; readonly commands: number }[];
  readonly unjudged: readonly string[];
}

export interface CheckOptions {
  /** The program's names in the documents. */
  readonly names: readonly string[];
  readonly inline: boolean;
  readonly parser: ShellParser;
}

/** Every command of these documents that starts the program, compared with its tree. */
export async function checkDocuments(
  documents: readonly SourceDocument[],
  tree: CommandTree,
  { names, inline, parser }: CheckOptions,
): Promise<DocumentsReport> {
  const findings: DocsFinding[] = [];
  const skipped: { file: string; line: number; commands: number }[] = [];
  const unjudged = new Set<string>();
  let blocks = 0;
  let commands = 0;
  for (const { file, text } of documents) {
    const read = documentedCommands(text, new Set(names), parser);
    blocks += read.blocks;
    skipped.push(...read.skipped.map((one) => ({ file, ...one })));
    // Inline code that is the program's name alone is a mention, not a command.
    const shown = read.commands.filter((command) => !command.inline || (inline && command.words.length > 1));
    commands += shown.length;
    for (const command of shown) {
      const report = await checkCommand(command.words, tree);
      for (const one of report.unjudged) unjudged.add(one);
      for (const { drift, word } of report.drifts) {
        const { text: written } = command;
        findings.push({ ...drift, file, line: command.lineOf(word), written, corrected: correct(written, drift) });
      }
    }
  }
  return { findings, blocks, commands, skipped, unjudged: [...unjudged] };
}

function correct(text: string, { word, suggestions }: Drift): string | null {
  const [better] = suggestions;
  if (better === undefined) return null;
  const at = text.search(new RegExp(`(?<=\\s)${escapePattern(word)}(?=$|[\\s=])`));
  return at < 0 ? null : text.slice(0, at) + better + text.slice(at + word.length);
}
