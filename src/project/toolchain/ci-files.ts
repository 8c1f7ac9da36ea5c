import { escapePattern } from '#contracts/text.ts';

/** Files that show what is run for the project elsewhere: CI, task runners, hooks. */
const CI_FILES: readonly RegExp[] = [
  /^\.github\/workflows\/[^/]+\.ya?ml$/,
  /^\.gitlab-ci\.ya?ml$/,
  /^\.circleci\/config\.ya?ml$/,
  /^azure-pipelines\.ya?ml$/,
  /^bitbucket-pipelines\.ya?ml$/,
  /^\.travis\.ya?ml$/,
  /^\.buildkite\/[^/]+\.ya?ml$/,
  /^Jenkinsfile$/,
  /^\.woodpecker(\/[^/]+)?\.ya?ml$/,
  /^\.drone\.ya?ml$/,
  /^\.pre-commit-config\.ya?ml$/,
  /^lefthook\.ya?ml$/,
  /(^|\/)(GNUm|M|m)akefile$/,
  /(^|\/)\.?justfile$/i,
  /(^|\/)Taskfile\.ya?ml$/,
  /(^|\/)tox\.ini$/,
  /(^|\/)noxfile\.py$/,
  /(^|\/)Rakefile$/,
];

export const isCiFile = (path: string): boolean => CI_FILES.some((pattern) => pattern.test(path));

/** The first line of a file that runs one of the commands, or null. Comments do not count. */
export function commandLine(text: string, commands: readonly string[]): { line: number; command: string } | null {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (/^\s*(#|\/\/)/.test(line)) continue;
    const command = commands.find((words) => runs(line, words));
    if (command !== undefined) return { line: at + 1, command };
  }
  return null;
}

/**
 * Whether a command line contains these words, one after the other, with options in between; the first begins a word.
 */
export function runs(line: string, words: string): boolean {
  const known = PATTERNS.get(words) ?? patternOf(words);
  PATTERNS.set(words, known);
  return known.test(line);
}

/** One per command of the language tables. */
const PATTERNS = new Map<string, RegExp>();

function patternOf(words: string): RegExp {
  const parts = words.split(' ').map(escapePattern);
  const between = '(?:\\s+(?:--?[\\w-]+(?:=\\S+)?))*?\\s+';
  return new RegExp(`(^|[\\s;&|"'\`(@/\\[])${parts.join(between)}($|[\\s;&|"'\`)@,:\\]])`);
}
