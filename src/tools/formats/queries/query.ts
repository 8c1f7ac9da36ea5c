/** A command that queries a file, as words. */
export interface ShellQuery {
  readonly program: string;
  /** Before the file's name. */
  readonly args: readonly string[];
  readonly purpose: string;
  /** It stops reading early, so it can be tried on a file of any size. */
  readonly cheap?: boolean;
  /** It opens the file itself and cannot read its input instead. */
  readonly needsFile?: boolean;
}

/** As a person types it into a shell. */
export function queryLine(query: ShellQuery, file?: string): string {
  const words = [query.program, ...query.args, ...(file === undefined ? [] : [fileWord(file)])];
  return words.map(quoteForShell).join(' ');
}

/** A name that begins with a dash would be taken for an option; awk takes one with `=` for an assignment. */
const fileWord = (file: string): string => (/^[^/]*[=]|^-/.test(file) ? `./${file}` : file);

/** One word of a POSIX shell, whatever is in it. */
export function quoteForShell(word: string): string {
  if (/^[\w@%+:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
