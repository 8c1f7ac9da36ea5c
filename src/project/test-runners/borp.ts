import { memberOf, readSettings } from './read-settings.ts';

/** The files that borp runs by default: JavaScript, or the output of TypeScript, which Node can run. */
export const BORP_FILES = '**/*.test.{cjs,mjs,js,cts,mts,ts}';

/** It runs the files of its settings as well as those of its command line. */
export function borpTargets(targets: readonly string[], read: (name: string) => string): readonly string[] {
  const settings = readSettings(read('.borp.yaml') || read('.borp.yml'));
  const files = memberOf(settings, 'files');
  const named = Array.isArray(files) ? files.filter((each): each is string => typeof each === 'string') : [];
  return named.length === 0 ? targets : [...targets.filter((each) => each !== BORP_FILES), ...named];
}
