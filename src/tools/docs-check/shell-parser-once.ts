import { openShellParser, type ShellParser } from '#code/shell-tree.ts';

/** Opened at the first use, then kept for as long as the tool lives. */
export function shellParserOnce(): () => Promise<ShellParser> {
  let opened: Promise<ShellParser> | undefined;
  return () => {
    opened ??= openShellParser();
    return opened;
  };
}
