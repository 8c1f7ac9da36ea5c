import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { Diff, DiffFile } from '#contracts/workspace.ts';

/**
 * Code that was added to find something out and forgotten: debug prints, breakpoints, focused tests, conflict marks,
 * files that tools leave behind. Only lines that the change adds are checked.
 */
export function leftoversIn({ files }: Diff): Finding[] {
  return files
    .filter(({ status }) => status !== 'deleted')
    .flatMap((file) => [...strayFile(file), ...strayLines(file)]);
}

const STRAY_FILE = /(\.(orig|rej|log|tmp|swp|swo)|~)$|(^|\/)(\.DS_Store|Thumbs\.db|npm-debug\.log.*|core\.\d+)$/;

function strayFile({ path, status }: DiffFile): Finding[] {
  if (status !== 'added' || !STRAY_FILE.test(path)) return [];
  const message = 'temporary: a tool left this file behind; remove it from the change';
  return [{ file: path, line: null, severity: 'major', message }];
}

interface Mark {
  readonly extensions: RegExp | null;
  readonly line: RegExp;
  readonly what: string;
}

const JS = /^\.[cm]?[jt]sx?$|^\.(vue|svelte)$/;
const PROSE = /^\.(md|mdx|rst|txt|adoc)$/;

const MARKS: readonly Mark[] = [
  { extensions: null, line: /^(<{7}|>{7}|\|{7})( |$)/, what: 'a merge conflict marker' },
  { extensions: JS, line: /(^|[^\w.$'"`/])debugger\s*(;|$)/, what: 'a debugger statement' },
  { extensions: JS, line: /(^|[^\w.$'"`])console\.(log|debug|trace|dir|table)\s*\(/, what: 'a debug print' },
  { extensions: JS, line: /\b(describe|it|test|suite|context)\.only\s*\(/, what: 'a focused test' },
  {
    extensions: /^\.pyi?$/,
    line: /(^|[^\w.'"])(breakpoint\(\)|i?pdb\.set_trace\(\)|import i?pdb\b)/,
    what: 'a breakpoint',
  },
  { extensions: /^\.pyi?$/, line: /^\s*print\(.*(debug|DEBUG|>>>|XXX|here\b)/, what: 'a debug print' },
  { extensions: /^\.go$/, line: /(^|[^\w."])(spew\.Dump|println)\(/, what: 'a debug print' },
  { extensions: /^\.rs$/, line: /(^|[^\w."])dbg!\(/, what: 'a debug print' },
  { extensions: /^\.rb$/, line: /(^|[^\w."'])(binding\.(pry|irb)|byebug)\b/, what: 'a breakpoint' },
  { extensions: /^\.php$/, line: /(^|[^\w."'$>])(var_dump|dd|print_r)\(/, what: 'a debug print' },
];

function strayLines(file: DiffFile): Finding[] {
  const extension = posix.extname(file.path);
  if (PROSE.test(extension)) return [];
  const marks = MARKS.filter(({ extensions, what }) => fits(extensions, extension) && !isMeant(file, what));
  return addedLines(file).flatMap(({ line, text }) => {
    if (isComment(text)) return [];
    const found = marks.find((mark) => mark.line.test(text));
    if (!found) return [];
    const message = `temporary: ${found.what} was added (\`${text.trim().slice(0, 80)}\`); remove it`;
    return [{ file: file.path, line, severity: 'major' as const, message }];
  });
}

const fits = (extensions: RegExp | null, extension: string): boolean =>
  extensions === null || extensions.test(extension);

/**
 * Where printing is the purpose of a file (a script, a command line) a print is no leftover. A file that printed before
 * this change may print.
 */
function isMeant({ path, status, hunks }: DiffFile, what: string): boolean {
  if (what !== 'a debug print') return false;
  if (/(^|\/)(bin|scripts?|cli|commands?|tools?|examples?|demos?|bench(marks?)?)(\/|\.|$)/.test(path)) return true;
  const PRINT = /console\.(log|debug|table|dir)\(|print\(|println\(/;
  return (
    status === 'modified' && hunks.some(({ lines }) => lines.some((line) => /^[ -]/.test(line) && PRINT.test(line)))
  );
}

const isComment = (text: string): boolean => /^\s*(\/\/|#(?!!)|\*|\/\*|--)/.test(text);

function addedLines({ hunks }: DiffFile): { line: number; text: string }[] {
  return hunks.flatMap(({ newStart, lines }) => {
    let at = newStart - 1;
    return lines.flatMap((line) => {
      if (!line.startsWith('-') && !line.startsWith('\\')) at++;
      return line.startsWith('+') ? [{ line: at, text: line.slice(1) }] : [];
    });
  });
}
