import type { HelpStyle } from '../cli/command.ts';

/** The library that printed this root help, by the sentences only it prints. */
export function styleOf(text: string): HelpStyle {
  return MARKS.find(([, marks]) => marks.every((mark) => mark.test(text)))?.[0] ?? 'other';
}

const MARKS: readonly (readonly [HelpStyle, readonly RegExp[]])[] = [
  ['git', [/^usage: git \[/m, /'git help -a'/]],
  ['npm', [/^npm <command>$/m, /^All commands:$/m]],
  ['click', [/^Usage: .*\[OPTIONS\]/m, /Show this message and exit\./]],
  ['argparse', [/^usage: /m, /show this help message and exit/]],
  ['commander', [/^Usage: .*\[(?:options|command)\]/m, /(?:display|show) help(?: for command)?$/m]],
  ['cobra', [/Use "?'?[\w.-]+ (?:\[command\]|<command>[\w <>]*) --help"?'? for more information about a command/]],
  ['cobra', [/^Flags:$/m, /^ +-h, --help +help for /m]],
  ['clap', [/^usage:/im, /^ +-h, --help\s+(?:Print|Prints) (?:this )?help/m]],
  ['clap', [/^USAGE:$/m, /^(?:OPTIONS|FLAGS):$/m]],
];

/** Styles whose usage line is made by the library from the definition itself, so that an absent argument is absent. */
export const usageIsExact = (style: HelpStyle): boolean => ['clap', 'commander', 'argparse', 'click'].includes(style);

/** Styles that take `--verb` for `--verbose` when nothing else begins so. */
export const takesPrefixes = (style: HelpStyle): boolean => ['argparse', 'git', 'npm', 'other'].includes(style);

/** Styles that understand `--no-x` for every `--x`. */
export const takesNegations = (style: HelpStyle): boolean => ['git', 'npm'].includes(style);

/** Styles in which an option of the program is understood after a subcommand too, whether its help repeats it or not. */
export const inheritsOptions = (style: HelpStyle): boolean => ['commander', 'npm', 'other'].includes(style);
