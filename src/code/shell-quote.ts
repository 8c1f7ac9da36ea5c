import { AssayError } from '#contracts/errors.ts';

/**
 * The arguments as one line that any POSIX shell splits back into exactly them. Single quotes, because nothing in them
 * is special. A NUL cannot be passed to a program at all.
 */
export const quote = (args: readonly string[]): string => args.map(quoteWord).join(' ');

export function quoteWord(value: string): string {
  if (value.includes('\0')) {
    throw new AssayError('TOOL_INPUT_INVALID', 'an argument holds a NUL character, which no program can be given', {
      next: 'Take the NUL out, or hand the data over in a file.',
    });
  }
  return SAFE.test(value) && !RESERVED.has(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}

/** No character here is special to any shell. `=` would make the first word an assignment. */
const SAFE = /^[A-Za-z0-9_@%+:,./-]+$/;

/** Words that a shell, zsh included, would read as syntax where a command is expected. */
const RESERVED: ReadonlySet<string> = new Set(
  `if then else elif fi do done case esac while until for in select function time coproc
   repeat foreach end nocorrect noglob declare export float integer local readonly typeset`.split(/\s+/),
);
