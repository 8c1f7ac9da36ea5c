import { memberOf, readSettings } from './read-settings.ts';

/** What borp runs where nobody names files: JavaScript, or what TypeScript is compiled to, which Node runs as it is. */
export const BORP_FILES = '**/*.test.{cjs,mjs,js,cts,mts,ts}';

/** The files that its settings name come with those of its command line. */
export function borpTargets(targets: readonly string[], read: (name: string) => string): readonly string[] {
  const settings = readSettings(read('.borp.yaml') || read('.borp.yml'));
  const files = memberOf(settings, 'files');
  const named = Array.isArray(files) ? files.filter((each): each is string => typeof each === 'string') : [];
  return named.length === 0 ? targets : [...targets.filter((each) => each !== BORP_FILES), ...named];
}
