import type { DocsFinding } from './check-documents.ts';

export interface DocsReport {
  readonly program: string;
  readonly style: string;
  readonly drift: number;
  readonly findings: readonly DocsFinding[];
  readonly files: number;
  readonly blocks: number;
  readonly commands: number;
  readonly skipped: readonly { readonly file: string; readonly line: number; readonly commands: number }[];
  readonly unjudged: readonly string[];
  readonly unread: readonly { readonly command: string; readonly why: string }[];
  readonly cut: boolean;
}

/** For a person, and for the log of a CI job: each drift with its place and a diff, then what was looked at. */
export function docsReportText(report: DocsReport): string {
  return [...report.findings.flatMap(findingLines), ...summaryLines(report)].join('\n');
}

function findingLines({ file, line, message, written, corrected }: DocsFinding): string[] {
  const diff = corrected === null ? [`  - ${written}`] : [`  - ${written}`, `  + ${corrected}`];
  return [`${file}:${line}: ${message}`, ...diff, ''];
}

function summaryLines(report: DocsReport): string[] {
  const { program, style, drift, files, blocks, commands, skipped, unjudged, unread, cut } = report;
  const seen = `${count(commands, 'command')} of ${program} in ${count(blocks, 'shell block')} and the inline code of ${count(files, 'file')}`;
  const hidden = skipped.reduce((sum, one) => sum + one.commands, 0);
  return [
    `drift: ${drift}`,
    `checked: ${seen} (its help: ${style} style)`,
    ...(skipped.length > 0
      ? [
          `skipped by marker: ${count(skipped.length, 'block')} with ${count(hidden, 'command')} (${skipped.map(({ file, line }) => `${file}:${line}`).join(', ')})`,
        ]
      : []),
    ...(unjudged.length > 0 ? [`not judged, the help does not list all options: ${unjudged.join(', ')}`] : []),
    ...unread.map(({ command, why }) => `not read: ${command} (${why})`),
    ...(cut ? ['not all commands were read: a limit was met'] : []),
  ];
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
