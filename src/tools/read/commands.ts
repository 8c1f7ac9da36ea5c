import type { Format } from '../formats/format.ts';
import { queryLine, type ShellQuery } from '../formats/queries/query.ts';

const VIEWERS: Readonly<Partial<Record<Format, ShellQuery>>> = {
  json: { program: 'jq', args: ['.'], purpose: 'all of it, indented' },
  jsonl: { program: 'jq', args: ['-c', '-n', 'limit(5; inputs)'], purpose: 'the first 5 records' },
  yaml: { program: 'yq', args: ['.'], purpose: 'all of it' },
  toml: { program: 'tomlq', args: ['.'], purpose: 'all of it, as JSON' },
  xml: { program: 'xmllint', args: ['--format'], purpose: 'all of it, indented' },
};

/** Commands for looking at a file without cutting anything in half. */
export function viewCommands(format: Format, file: string): { command: string; purpose: string }[] {
  const preview = { program: 'assay', args: ['tool', 'preview'], purpose: 'its beginning, totals and fitting queries' };
  return [preview, VIEWERS[format]]
    .filter((query) => query !== undefined)
    .map((query) => ({ command: queryLine(query, file), purpose: query.purpose }));
}
