/**
 * Real programs whose help is recorded in fixtures/, with a sound document and one with planted drifts for each.
 * The live program is asked too where it is installed: one of each style `always`, the others in a soak.
 */
export const PROGRAMS = [
  { program: 'git', always: true, style: 'git', names: ['git'] },
  { program: 'npm', always: true, style: 'npm', names: ['npm'] },
  { program: 'sq', always: true, style: 'clap', names: ['sq'] },
  { program: 'rg', always: false, style: 'clap', names: ['rg'] },
  { program: 'fdfind', always: false, style: 'clap', names: ['fdfind', 'fd'] },
  { program: 'batcat', always: false, style: 'clap', names: ['batcat', 'bat'] },
  { program: 'skopeo', always: true, style: 'cobra', names: ['skopeo'] },
  { program: 'hugo', always: false, style: 'cobra', names: ['hugo'] },
  { program: 'gh', always: false, style: 'cobra', names: ['gh'] },
  { program: 'borg', always: false, style: 'argparse', names: ['borg'] },
  { program: 'pipx', always: true, style: 'argparse', names: ['pipx'] },
  { program: 'mkdocs', always: true, style: 'click', names: ['mkdocs'] },
  { program: 'sqlite-utils', always: false, style: 'click', names: ['sqlite-utils'] },
] as const;

export interface Planted {
  readonly line: number;
  readonly what: string;
  readonly word: string;
  readonly deprecated: boolean;
  readonly suggestion: string | undefined;
}

/** What a document says about its own drifts: `drift: option --hiden -> --hidden` on the line it is planted in. */
export function plantedIn(text: string): Planted[] {
  return text.split('\n').flatMap((line, at) =>
    [...line.matchAll(/drift: (subcommand|option|argument) (\S+)( deprecated)?(?: -> (\S+))?/g)].map(
      ([, what = '', word = '', deprecated, suggestion]) => ({
        line: at + 1,
        what,
        word,
        deprecated: deprecated !== undefined,
        suggestion,
      }),
    ),
  );
}
