/** Every option a text names, in whatever place: `--[no-]x` counts as both, `-l<n>` as `-l`. */
export function mentionedOptions(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(MENTION)) {
    for (const name of spellings(match[0])) names.add(name);
  }
  return names;
}

const MENTION = /(?<![\w\-/.<])(?:--(?:\[no-?\])?[A-Za-z0-9][\w.-]*(?:\{[\w,-]+\}[\w-]*)?|-[A-Za-z0-9?#@][\w-]*)/g;

/** `--[no-]color` → `--color`, `--no-color`; `--term-{new,bad}` → two; anything else as it is. */
export function spellings(written: string): string[] {
  const negation = /^--\[(no-?)\](.+)$/.exec(written);
  if (negation) return spellings(`--${negation[2]}`).concat(spellings(`--${negation[1]}${negation[2]}`));
  const choice = /^(.*)\{([\w,-]+)\}(.*)$/.exec(written);
  if (choice) return (choice[2] ?? '').split(',').map((word) => `${choice[1]}${word}${choice[3]}`);
  const name = written === '-.' ? written : written.replace(/[.-]+$/, '');
  // `-l5` in a text about `-l<n>`: the letter is an option as well as the whole word.
  return /^-[A-Za-z]\w/.test(name) ? [name, name.slice(0, 2)] : [name];
}
