import { quoteWord } from '#code/shell-quote.ts';

/**
 * A command that tells whether the value matches an extended regular expression written out in the text. Null for what
 * an awk need not know (intervals, backslashes) and for what the shell would still expand.
 */
export function matchRegex(value: string, regex: string): string | null {
  if (!/^[\w\s^$.*+?()|[\]:,;@%/=~!#<>-]+$/.test(regex) || /\$[\w({]/.test(regex)) return null;
  const [, set, times] = /^\^\[([^\]^:[]+)\]([+*])\$$/.exec(regex) ?? [];
  if (set !== undefined) {
    const empty = times === '+' ? "'' | " : '';
    return `case ${value} in ${empty}*[!${set}]*) false ;; *) true ;; esac`;
  }
  return `awk 'BEGIN { exit !(ARGV[1] ~ ARGV[2]) }' ${value} ${quoteWord(regex)}`;
}
