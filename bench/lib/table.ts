import type { BenchResult, BenchRow } from './bench.ts';

const HEADS = ['', 'measured', 'ratio', 'target', '', 'note'];
/** Numbers read best flush right; the first and the last column are words. */
const FLUSH_RIGHT = new Set([1, 2, 3]);

/** For the terminal: aligned columns, notes last because they may be long. */
export function terminalTable(result: BenchResult): string {
  const lines = [HEADS, ...result.rows.map(cells)];
  const widths = HEADS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) => {
    const padded = line.map((cell, column) => pad(cell, widths[column] ?? 0, FLUSH_RIGHT.has(column)));
    return `  ${padded.join('  ')}`.trimEnd();
  });
  return [`${result.title}${result.quick ? ' (quick: do not quote)' : ''}`, ...text].join('\n');
}

export function markdownTable(result: BenchResult): string {
  const ruler = HEADS.map((_, column) => (FLUSH_RIGHT.has(column) ? '---:' : '---'));
  const lines = [HEADS, ruler, ...result.rows.map((row) => cells(row).map((cell) => cell.replaceAll('|', '\\|')))];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Puts text between the markers of a benchmark, or adds a section with them at the end. The rest stays as it was. */
export function replaceBetweenMarkers(page: string, name: string, title: string, text: string): string {
  const open = `<!-- bench:${name} -->`;
  const close = '<!-- /bench -->';
  const from = page.indexOf(open);
  const block = `${open}\n${text}\n${close}`;
  if (from === -1) return `${page.trimEnd()}\n\n## ${title}\n\n${block}\n`;
  const to = page.indexOf(close, from);
  if (to === -1) throw new Error(`"${open}" has no "${close}" after it`);
  return page.slice(0, from) + block + page.slice(to + close.length);
}

function cells(row: BenchRow): string[] {
  const value = row.value === null ? '–' : `${readable(row.value)} ${row.unit}`.trimEnd();
  const ratio = row.ratio === undefined ? '' : `${readable(row.ratio)} ×`;
  const verdict = row.pass === undefined ? '' : row.pass ? 'met' : 'MISSED';
  return [row.label, value, ratio, row.target ?? '', verdict, row.note ?? ''];
}

/** Three significant figures at most after a point; whole numbers with separators from 100 up. */
function readable(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}
