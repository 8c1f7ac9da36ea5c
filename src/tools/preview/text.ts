import { escapeControls } from '../formats/escape-bytes.ts';
import type { PreviewOutput } from './schema.ts';

/** A preview for people, and for agents that read text. */
export function previewText(output: PreviewOutput): string {
  const sections = [heading(output), facts(output), shown(output), remarks(output), queries(output)];
  return escapeControls(sections.filter((section) => section !== '').join('\n\n'));
}

function heading({ file, format, structure, bytes, problem, checked }: PreviewOutput): string {
  const what =
    structure === 'nothing'
      ? 'nothing in it'
      : problem
        ? `not valid ${format.toUpperCase()}`
        : `${format.toUpperCase()}, ${structure}`;
  const line = `${file}: ${what}, ${sizeWords(bytes)}, ${CHECKED[checked]}`;
  if (!problem) return line;
  return `${line}\nline ${problem.line}, column ${problem.column} (byte ${problem.byte}): ${problem.message}\n  … ${shortLine(problem.around)} …`;
}

const CHECKED = {
  whole: 'checked to the end',
  structure: 'quotes and brackets checked to the end',
  beginning: 'only the beginning was checked',
} as const;

function facts({ metadata, collections }: PreviewOutput): string {
  return [
    ...metadata.map(({ key, value }) => `${key}: ${shortLine(value)}`),
    ...collections.map(
      ({ path, shown, total, exact }) =>
        `${path}: ${shown} of ${exact ? '' : 'about '}${total.toLocaleString('en')} shown`,
    ),
  ].join('\n');
}

const shown = ({ preview }: PreviewOutput): string => preview.trimEnd();

const remarks = ({ leftOut, notes }: PreviewOutput): string => [...leftOut, ...notes].join('\n');

function queries({ queries: all }: PreviewOutput): string {
  return all
    .map(({ command, purpose, proof, reason, output }) => {
      const tried = proof === 'not run' ? `not tried: ${reason}` : `tried on the ${proof}: ${shortLine(output ?? '')}`;
      return `${command}\n  ${purpose}; ${tried}`;
    })
    .join('\n');
}

const LINE = 100;
function shortLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LINE ? line : `${line.slice(0, LINE)}…`;
}

function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
